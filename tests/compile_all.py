"""Compile every game once, before tests that run side by side would each do so: python -m tests.compile_all

Two processes share the games, the largest first. Where all of it is compiled already, that takes ten seconds.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from brillig import catalogue
from brillig.learn.gymnasium import vector_env
from brillig.web.host.warming import warm


def size(slug: str) -> int:
    """Of its rules, about."""
    folder = Path(catalogue.__file__).parent / "games" / slug.replace("-", "_")
    return sum(path.stat().st_size for path in folder.glob("*.py") if not path.name.startswith("test_"))


def compile_game(slug: str) -> str:
    game = catalogue.load(slug)
    warm(game)
    game.playouts(1)
    envs = vector_env(game, 2, bots="none", observations="tensor")
    seen, _ = envs.reset(seed=1)
    envs.step(seen["action_mask"].argmax(1))
    return slug


def main() -> None:
    first, *others = sorted(catalogue.slugs(), key=size)  # alone: it compiles what all of them share
    compile_game(first)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(compile_game, reversed(others)))


if __name__ == "__main__":
    main()

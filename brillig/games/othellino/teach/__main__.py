"""Teaches our bots to judge Othellino and standard Othello, from nothing but games against itself.

    python -m brillig.games.othellino.teach --games 500000 --out worths.bin

The file goes to the folder of the game; the one that is there is from 1,500,000 games on each board. A thousand games take a
sixth of a second on the large board, on a core of their own, and a twentieth on the small one.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from brillig.games.othellino.patterns import SIZES
from brillig.games.othellino.teach.pupil import OthelloPupil

PORTION = 1000  # games between two changes of pace
RATES = (0.02, 0.0005)  # how fast it learns at first and at last


def main(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write what was learnt.")],
    games: Annotated[int, typer.Option(min=PORTION, help="How many games it learns from, on each board.")] = 500_000,
    seed: Annotated[int, typer.Option(min=0, max=1 << 31, help="Another seed, other games.")] = 1,
) -> None:
    """Learn to judge Othellino, on both boards."""
    learnt = b""
    for size in SIZES:
        pupil, began = OthelloPupil(size, seed), perf_counter()
        while pupil.games < games:
            part = pupil.games / games
            wrong = pupil.teach(PORTION, RATES[0] * (RATES[1] / RATES[0]) ** part)
            if pupil.games % (20 * PORTION) == 0:
                took = perf_counter() - began
                typer.echo(
                    f"{size}x{size}: {pupil.games} games, {pupil.games / took:.0f} a second, wrong by {wrong:.4f}"
                )
        learnt += pupil.learnt()
    learnt += bytes(-len(learnt) % 8)
    out.write_bytes(zlib.compress(learnt, 9))


if __name__ == "__main__":
    typer.run(main)

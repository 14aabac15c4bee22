"""What a game costs to compile: CPU seconds of a process that has its expert answer and watches a random game.

Every process begins with a cache that has no rules of its game. The kernels that serve all games are compiled once
for the machine: the first game is measured with them and without, and they are there for the rest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from brillig.core import BrilligError, Game

# What a process does, and its CPU time (user and system) when its expert has answered, and at the end.
USE = """
import sys
from time import process_time

import brillig
from brillig import bots
from brillig.lab.simulation.watch import random_games
from brillig.positions.walk import variants

game = brillig.load(sys.argv[1])
table = game.new(gear="compiled").settle()
seat = table.waiting()[0]
expert = bots.make("expert", game)
expert.ending(table)
expert.search.think(table, seat, 0, iterations=1)
answered = process_time()
table.play(seat, table.codes(seat)[0])
table.scores(), table.ranks(), table.census()
random_games(game, variants(game)[0], 0, 0, 1)
print(answered, process_time())
"""


@dataclass
class Costs:
    """CPU seconds, the start of the process (imports) among them."""

    slug: str
    title: str
    answer: float  # to the expert's first answer, its rules not compiled yet
    all: float  # with the table and the laboratory's survey too
    warm_answer: float  # the same in the next process, which finds them compiled
    warm_all: float


@dataclass
class Bill:
    """What compiling costs."""

    machine_answer: float  # for the kernels of all games, once: those of the table and the bots
    machine_all: float  # and of the laboratory
    games: list[Costs]


def measure(games: Sequence[Game], tell: Callable[[str], None] = lambda what: None) -> Bill:
    with tempfile.TemporaryDirectory() as cache:
        first = games[0]
        tell("the kernels of all games")
        empty = use(first, cache)
        forget(first, cache)
        found = []
        for game in games:
            tell(game.title)
            found.append(Costs(game.slug, game.title, *use(game, cache), *use(game, cache)))
    return Bill(empty[0] - found[0].answer, empty[1] - found[0].all, found)


def use(game: Game, cache: str) -> tuple[float, float]:
    """CPU seconds of a process that uses a game."""
    name = game.slug if game.module.startswith("brillig.games.") else f"{game.folder}{os.sep}"
    done = subprocess.run(
        [sys.executable, "-c", USE, name],
        env={**os.environ, "BRILLIG_CACHE": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BrilligError(f"{game.title} cannot be used: {done.stderr.strip().splitlines()[-1]}")
    answered, ended = map(float, done.stdout.split())
    return answered, ended


def forget(game: Game, cache: str) -> None:
    for folder in Path(cache).glob(f"{game.slug}-*"):
        shutil.rmtree(folder)

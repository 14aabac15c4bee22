"""Teaches our bots to judge Othellino and standard Othello, from nothing but games against itself.

    python -m brillig.learn.teach_othellino --games 500000 --out worths.bin

The file goes to the folder of the game; the one that is there is from 1,500,000 games on each board. A thousand games take a
sixth of a second on the large board, on a core of their own, and a twentieth on the small one.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer

import brillig
from brillig.core.gears import own_kernels
from brillig.games.othellino.judgement import FINE, LEVEL, STAGES
from brillig.games.othellino.patterns import SIZES, mirrored
from brillig.learn import teach_othellino_kernels
from brillig.learn.teach_othellino_kernels import LONGEST, PIECES

PORTION = 1000  # games between two changes of pace
# How fast it learns at first and at last, and how much the end of a game counts beside what is said later.
RATES, MIX = (0.02, 0.0005), 0.8


class Pupil:
    """What the pieces of one board are worth, and the room to learn it in."""

    def __init__(self, size: int, seed: int) -> None:
        self.game, self.size, self.seed, self.games = brillig.load("othellino"), size, seed, 0
        self.alike = np.array(mirrored(size), np.int64)
        self.worth = np.zeros(STAGES * len(self.alike), np.float32)
        self.kernel = own_kernels(self.game, teach_othellino_kernels)["teach"]
        raw = np.zeros((2, self.game.state.nbytes), np.uint8)
        blank = bytes(self.game.blank(2, options={"size": size}))
        self.room: tuple[Any, ...] = (
            raw.view(self.game.state.dtype())[:, 0], raw.view(np.int64), np.frombuffer(blank, np.int64),
            np.zeros(self.game.codes, np.int16), np.zeros((LONGEST + 1, PIECES), np.int64),
            np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.float64),
            np.zeros(LONGEST, np.int64), self.worth, self.alike, np.zeros(4, np.int64),
        )  # fmt: skip

    def teach(self, games: int, rate: float) -> float:
        """So many more games; by how much it was wrong, squared."""
        wrong = self.kernel(*self.room, self.seed, self.games, games, rate, MIX)
        self.games += games
        return float(wrong)

    def learnt(self) -> bytes:
        """What it has learnt in whole numbers, a byte each."""
        worth = self.worth.reshape(STAGES, -1)[:, self.alike]
        return bytes(np.clip(np.rint(FINE * worth) + LEVEL, 0, 255).astype(np.uint8))


def main(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write what was learnt.")],
    games: Annotated[int, typer.Option(min=PORTION, help="How many games it learns from, on each board.")] = 500_000,
    seed: Annotated[int, typer.Option(min=0, max=1 << 31, help="Another seed, other games.")] = 1,
) -> None:
    """Learn to judge Othellino, on both boards."""
    learnt = b""
    for size in SIZES:
        pupil, began = Pupil(size, seed), perf_counter()
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

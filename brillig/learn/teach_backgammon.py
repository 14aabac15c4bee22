"""Teaches the network with which our bots judge Backgammon, from nothing but games against itself.

    python -m brillig.learn.teach_backgammon --games 300000 --out network.txt

The file goes to the folder of the game. A hundred thousand games take some minutes.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer

import brillig
from brillig.core.gears import need_numba
from brillig.learn import teach_backgammon_kernels
from brillig.learn.teach_backgammon_kernels import INPUTS, LONGEST, SEEN, STEPS, WIDE

FINE = 256  # what 1 is in the network's whole numbers
PORTION = 500  # games between two lines of progress
MOST_INPUTS = 96  # that can be other than zero
UNITS = (16, 80, 48)  # hidden ones of each kind's network: races, contact, and taking off with contact
# How fast it learns, and how much what came later counts beside what was said next: at first, and in the end.
RATE, MIX = (0.02, 0.0003), (0.7, 0.1)


class Pupil:
    """A network for each kind of position, and the room to teach them in."""

    def __init__(self, units: tuple[int, ...], seed: int) -> None:
        self.game, self.seed, self.games, self.units = brillig.load("backgammon"), seed, 0, units
        dice = np.random.default_rng(seed)
        self.first = (0.1 * dice.standard_normal((len(units), INPUTS + 1, max(units)))).astype(np.float32)
        self.last = (0.1 * dice.standard_normal((len(units), max(units) + 1))).astype(np.float32)
        self.teach_kernel = need_numba().own_kernels(self.game, teach_backgammon_kernels, thorough=True)["teach"]
        raw = np.zeros((STEPS + 2, self.game.state.nbytes), np.uint8)
        turns = LONGEST + 1
        self.room: tuple[Any, ...] = (
            raw.view(self.game.state.dtype())[:, 0], raw.view(np.int64),
            np.frombuffer(bytes(self.game.blank(2)), np.int64),
            np.zeros((STEPS + 1, self.game.codes), np.int16), np.zeros(STEPS + 1, np.int64), np.zeros(SEEN, np.int64),
            np.zeros((turns, MOST_INPUTS), np.int64), np.zeros((turns, MOST_INPUTS), np.float32),
            np.zeros(turns, np.int64), np.zeros(turns, np.int64), np.zeros(turns, np.int64),
            np.zeros(turns, np.float32), np.zeros(max(units), np.float32), np.zeros(max(units), np.float32),
            self.first, self.last, np.array(units),
        )  # fmt: skip

    def recall(self, lines: list[str]) -> None:
        """Begin with what a file of networks says."""
        numbers = [np.array(line.split(), np.float32) / FINE for line in lines]
        for k, units in enumerate(self.units):
            *rows, last = numbers[k * (INPUTS + 2) : (k + 1) * (INPUTS + 2)]
            self.first[k, :, :units], self.last[k, : units + 1] = rows, last

    def teach(self, games: int, rate: float, mix: float) -> float:
        """So many more games; how many turns one took."""
        turns = self.teach_kernel(*self.room, self.seed, self.games, games, rate, mix)
        self.games += games
        return float(turns / games)

    def lines(self) -> str:
        """In whole numbers, for each kind: a line for each input, one that is added always, one for the output."""
        lines = []
        for units, first, last in zip(self.units, self.first, self.last, strict=True):
            lines += [*first[:, :units], last[: units + 1]]
        return "".join(" ".join(str(round(float(FINE * w))) for w in row) + "\n" for row in lines)


def main(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write the network.")],
    games: Annotated[int, typer.Option(min=PORTION, help="How many games it learns from.")] = 300_000,
    units: Annotated[tuple[int, int, int], typer.Option(help="Hidden units of each kind, multiples of 16.")] = UNITS,
    begin: Annotated[Path | None, typer.Option(metavar="FILE", help="Networks to begin with.")] = None,
    done: Annotated[float, typer.Option(min=0, max=0.99, help="How much of its time they have learnt already.")] = 0.0,
    seed: Annotated[int, typer.Option(min=0, max=1 << 31, help="Another seed, another network.")] = 1,
) -> None:
    """Teach networks to judge Backgammon."""
    if any(each < WIDE or each % WIDE for each in units):
        raise typer.BadParameter(f"a network has a multiple of {WIDE} units")
    pupil, began = Pupil(units, seed), perf_counter()
    if begin:
        pupil.recall(begin.read_text().splitlines())
    while pupil.games < games:
        now = done + (1 - done) * pupil.games / games
        rate, mix = RATE[0] * (RATE[1] / RATE[0]) ** now, MIX[0] + (MIX[1] - MIX[0]) * now
        turns = pupil.teach(PORTION, rate, mix)
        if pupil.games % (20 * PORTION) == 0:
            out.write_text(pupil.lines())
            took = perf_counter() - began
            typer.echo(f"{pupil.games} games of about {turns:.0f} turns, {pupil.games / took:.0f} a second")
    out.write_text(pupil.lines())


if __name__ == "__main__":
    typer.run(main)

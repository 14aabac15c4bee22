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
from brillig.core.gears import own_kernels
from brillig.learn import teach_backgammon_kernels
from brillig.learn.teach_backgammon_kernels import INPUTS, LONGEST, STEPS

FINE = 256  # what 1 is in the network's whole numbers
PORTION = 500  # games between two lines of progress
MOST_INPUTS = 96  # that can be other than zero
# Until which part of all games, how fast it learns, and how much the end of a game counts beside what is said later.
SCHEDULE = ((0.3, 0.1, 0.7), (0.7, 0.05, 0.7), (1.0, 0.02, 0.5))


class Pupil:
    """A network, and the room to teach it in."""

    def __init__(self, units: int, seed: int) -> None:
        self.game, self.seed, self.games = brillig.load("backgammon"), seed, 0
        dice = np.random.default_rng(seed)
        self.first = (0.1 * dice.standard_normal((INPUTS + 1, units))).astype(np.float32)
        self.last = (0.1 * dice.standard_normal(units + 1)).astype(np.float32)
        self.teach_kernel = own_kernels(self.game, teach_backgammon_kernels)["teach"]
        raw = np.zeros((STEPS + 2, self.game.state.nbytes), np.uint8)
        turns = LONGEST + 1
        self.room: tuple[Any, ...] = (
            raw.view(self.game.state.dtype())[:, 0], raw.view(np.int64),
            np.frombuffer(bytes(self.game.blank(2)), np.int64),
            np.zeros((STEPS + 1, self.game.codes), np.int16), np.zeros(STEPS + 1, np.int64),
            np.zeros((turns, MOST_INPUTS), np.int64), np.zeros((turns, MOST_INPUTS), np.float32),
            np.zeros(turns, np.int64), np.zeros(turns, np.int64), np.zeros(turns, np.float32),
            np.zeros(units, np.float32), self.first, self.last,
        )  # fmt: skip

    def teach(self, games: int, rate: float, mix: float) -> float:
        """So many more games; how many turns one took."""
        turns = self.teach_kernel(*self.room, self.seed, self.games, games, rate, mix)
        self.games += games
        return float(turns / games)

    def lines(self) -> str:
        """The network in whole numbers: a line for each input, one that is added always, one for the output."""
        rows = [*self.first, self.last]
        return "".join(" ".join(str(round(float(FINE * w))) for w in row) + "\n" for row in rows)


def main(
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to write the network.")],
    games: Annotated[int, typer.Option(min=PORTION, help="How many games it learns from.")] = 300_000,
    units: Annotated[int, typer.Option(min=4, max=256, help="Hidden units, a multiple of four.")] = 40,
    seed: Annotated[int, typer.Option(min=0, max=1 << 31, help="Another seed, another network.")] = 1,
) -> None:
    """Teach a network to judge Backgammon."""
    pupil, began = Pupil(units - units % 4, seed), perf_counter()
    while pupil.games < games:
        rate, mix = next((rate, mix) for until, rate, mix in SCHEDULE if pupil.games < until * games)
        turns = pupil.teach(PORTION, rate, mix)
        if pupil.games % (20 * PORTION) == 0:
            out.write_text(pupil.lines())
            took = perf_counter() - began
            typer.echo(f"{pupil.games} games of about {turns:.0f} turns, {pupil.games / took:.0f} a second")
    out.write_text(pupil.lines())


if __name__ == "__main__":
    typer.run(main)

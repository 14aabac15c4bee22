"""The networks while they learn, and the room that their kernels work in."""

from __future__ import annotations

from typing import Any

import numpy as np

from brillig.core.gears import need_numba
from brillig.games.backgammon.game import GAME
from brillig.games.backgammon.judgement import FINE
from brillig.games.backgammon.teach import kernels
from brillig.games.backgammon.teach.kernels import INPUTS, LONGEST, SEEN, STEPS

MOST_INPUTS = 96  # that can be other than zero


class Pupil:
    """A network for each kind of position, and the room to teach them in."""

    def __init__(self, units: tuple[int, ...], seed: int) -> None:
        self.seed, self.games, self.units = seed, 0, units
        dice = np.random.default_rng(seed)
        self.first = (0.1 * dice.standard_normal((len(units), INPUTS + 1, max(units)))).astype(np.float32)
        self.last = (0.1 * dice.standard_normal((len(units), max(units) + 1))).astype(np.float32)
        self.teach_kernel = need_numba().own_kernels(GAME, kernels, thorough=True)["teach"]
        raw = np.zeros((STEPS + 2, GAME.state.nbytes), np.uint8)
        turns = LONGEST + 1
        self.room: tuple[Any, ...] = (
            raw.view(GAME.state.dtype())[:, 0], raw.view(np.int64),
            np.frombuffer(bytes(GAME.blank(2)), np.int64),
            np.zeros((STEPS + 1, GAME.codes), np.int16), np.zeros(STEPS + 1, np.int64), np.zeros(SEEN, np.int64),
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

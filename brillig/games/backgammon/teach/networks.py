"""The networks while they learn: one for each kind of position, in floating point."""

from __future__ import annotations

import numpy as np

from brillig.games.backgammon.judgement import FINE
from brillig.games.backgammon.teach.kernels import INPUTS


def units_of(lines: list[str]) -> tuple[int, ...]:
    """How many hidden units the networks of a file have."""
    return tuple(len(line.split()) - 1 for line in lines[INPUTS + 1 :: INPUTS + 2])


class Networks:
    """What the networks of all kinds know."""

    def __init__(self, units: tuple[int, ...], seed: int) -> None:
        self.units, dice = units, np.random.default_rng(seed)
        self.first = (0.1 * dice.standard_normal((len(units), INPUTS + 1, max(units)))).astype(np.float32)
        self.last = (0.1 * dice.standard_normal((len(units), max(units) + 1))).astype(np.float32)

    def recall(self, lines: list[str]) -> None:
        """Begin with what a file of networks says. Units that it does not have are there, but have no say yet."""
        numbers = [np.array(line.split(), np.float32) / FINE for line in lines]
        for k, units in enumerate(self.units):
            *rows, last = numbers[k * (INPUTS + 2) : (k + 1) * (INPUTS + 2)]
            known = len(last) - 1
            self.first[k, :, :known] = rows
            self.last[k] = 0
            self.last[k, :known], self.last[k, units] = last[:-1], last[-1]

    def lines(self) -> str:
        """In whole numbers, for each kind: a line for each input, one that is added always, one for the output."""
        lines = []
        for units, first, last in zip(self.units, self.first, self.last, strict=True):
            lines += [*first[:, :units], last[: units + 1]]
        return "".join(" ".join(str(round(float(FINE * w))) for w in row) + "\n" for row in lines)

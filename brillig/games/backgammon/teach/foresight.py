"""Positions of many games, what each is worth a turn later, and networks that are brought near to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from brillig.core.gears import need_numba
from brillig.games.backgammon.game import GAME
from brillig.games.backgammon.teach import ahead, fitting
from brillig.games.backgammon.teach.kernels import INPUTS, PLACES
from brillig.games.backgammon.teach.networks import Networks
from brillig.games.backgammon.teach.pupil import MOST_INPUTS, room

TRUST = 0.9  # how much of what turns out further on counts, beside what is foreseen


class Foresight(NamedTuple):
    """A row for each, as seen by who rolls; see ahead.py. Those of a game follow each other."""

    cubes: NDArray[np.int8]
    found: NDArray[np.int64]
    kinds: NDArray[np.int8]
    said: NDArray[np.float32]
    foreseen: NDArray[np.float32]
    goes_on: NDArray[np.int8]

    @staticmethod
    def room(rows: int) -> Foresight:
        return Foresight(
            np.zeros((rows, 2, PLACES), np.int8), np.zeros((rows, 2), np.int64), np.zeros(rows, np.int8),
            np.zeros(rows, np.float32), np.zeros(rows, np.float32), np.zeros(rows, np.int8),
        )  # fmt: skip

    def some(self, rows: NDArray[np.int64]) -> Foresight:
        cubes, found, kinds, said, foreseen, goes_on = self
        return Foresight(cubes[rows], found[rows], kinds[rows], said[rows], foreseen[rows], goes_on[rows])

    def wanted(self, trust: float = TRUST) -> NDArray[np.float32]:
        """What the networks are to say: what is foreseen, and the more so the less wrong they are further on.

        Where a game goes on as the networks would play it, what they said of the next position was foreseen here too. By as
        much as that was wrong, this is. No luck comes in by that: what the dice did is not in it.
        """
        goal, off = self.foreseen.astype(np.float64), 0.0
        for k in range(len(goal) - 1, -1, -1):
            off = off if self.goes_on[k] else 0.0
            goal[k] -= trust * off
            off = goal[k] - self.said[k]
        return goal.clip(0, 1).astype(np.float32)


def joined(parts: Iterable[Foresight]) -> Foresight:
    return Foresight(*map(np.concatenate, zip(*parts, strict=True)))


def gathered(networks: Networks, rows: int, seed: int) -> Foresight:
    """So many positions of games that these networks play against themselves."""
    kernel = need_numba().own_kernels(GAME, ahead, thorough=True)["foretell"]
    found, most = Foresight.room(rows), max(networks.units)
    kernel(
        *room(ahead.RECORDS), np.zeros(MOST_INPUTS, np.int64), np.zeros(MOST_INPUTS, np.float32),
        networks.first, networks.last, np.array(networks.units), np.zeros(most, np.float32),
        np.zeros(most, np.float32), seed, 0, *found,
    )  # fmt: skip
    return found


class Fit:
    """The network for one kind, while it is brought near to what is wanted."""

    def __init__(self, networks: Networks, which: int, positions: Foresight, wanted: NDArray[np.float32]) -> None:
        self.first, self.last = networks.first[which].copy(), networks.last[which].copy()
        self.positions, self.wanted, self.steps = positions, wanted, 0
        self.kernels = need_numba().own_kernels(GAME, fitting, thorough=True)
        self.moments = [np.zeros((INPUTS + 2, len(self.last)), np.float32) for _ in range(3)]
        most = networks.units[which]
        inputs, strength = np.zeros(MOST_INPUTS, np.int64), np.zeros(MOST_INPUTS, np.float32)
        sums = np.zeros(most, np.float32), np.zeros(most, np.float32)
        self.room = inputs, strength, self.first, self.last, most, *sums

    def learn(self, order: NDArray[np.int64], rate: float, rate_then: float) -> None:
        """Once over these positions, in this order."""
        given = order, self.positions.cubes, self.positions.found, self.wanted
        self.steps = self.kernels["fit"](*given, *self.room, *self.moments, self.steps, rate, rate_then)

    def wrong(self, order: NDArray[np.int64]) -> float:
        """How far what it says of these is from what is wanted: the root of the mean square."""
        said = np.zeros(len(order), np.float32)
        self.kernels["ask"](order, self.positions.cubes, self.positions.found, *self.room, said)
        return float(np.sqrt(np.mean((said - self.wanted[order]) ** 2)))

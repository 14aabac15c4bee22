"""Two ways to play, compared game by game: game k of both has the same deal, so that luck of the deal drops out.

A measure is a ratio of two sums (points and seats, ties and games), known for each block of games. How much the blocks
differ from one variant to the other, over and above the difference itself, says how sure the difference is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from brillig.lab.statistics.figures import SURE

SURELY = 3.5  # standard errors apart: many things are compared
FOUR_IN_FIVE = 0.84  # standard errors beyond that, so that a difference is found four times in five


class Difference(NamedTuple):
    """Of a measure from one variant to another."""

    gap: float
    error: float  # its standard error
    freedom: int  # independent pairs less one

    @property
    def low(self) -> float:
        return self.gap - stretched(SURE, self.freedom) * self.error

    @property
    def high(self) -> float:
        return self.gap + stretched(SURE, self.freedom) * self.error

    @property
    def sure(self) -> bool:
        return abs(self.gap) > stretched(SURELY, self.freedom) * self.error

    @property
    def least(self) -> float:
        """The smallest difference that would have been seen, four times in five."""
        return (stretched(SURELY, self.freedom) + FOUR_IN_FIVE) * self.error


def difference(one: Sequence[Any], two: Sequence[Any], worth: float = 1.0) -> Difference | None:
    """From the mean of some variants to the mean of others; None if there is too little to compare.

    Each variant is an array: for each block, the two sums. `worth`: what a game tells beside one that is like no other.
    """
    shown = [_influence(blocks) for blocks in (*one, *two)]
    if any(found is None for found in shown):
        return None
    ratios, pulls = zip(*(found for found in shown if found), strict=True)
    n = len(one)
    gap = float(np.mean(ratios[n:]) - np.mean(ratios[:n]))
    apart = np.mean(pulls[n:], axis=0) - np.mean(pulls[:n], axis=0)
    pairs = int(np.any([blocks[:, 1] > 0 for blocks in (*one, *two)], axis=0).sum())
    if pairs < 2:
        return None
    error = sqrt(float(np.dot(apart, apart)) * pairs / (pairs - 1) / worth)
    return Difference(gap, error, pairs - 1)


def _influence(blocks: Any) -> tuple[float, Any] | None:
    """A ratio of sums, and how much each block pulls it up or down."""
    part, whole = blocks.sum(0).tolist()
    if not whole:
        return None
    ratio = part / whole
    return ratio, (blocks[:, 0] - ratio * blocks[:, 1]) / whole


def stretched(errors: float, freedom: int) -> float:
    """Standard errors of a normal number as so many of Student's with this freedom (Cornish and Fisher's expansion)."""
    z = errors
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)

"""A kernel that brings one network near to what is wanted of it, over many positions: Adam, a batch at a time."""

from __future__ import annotations

from math import sqrt
from typing import Any

from numpy import float32

from brillig.core.rule import rule
from brillig.games.backgammon.teach.kernels import EIGHT, FLAT, FOUR, INPUTS, SIXTEEN, judge, spread

WAYS_IN = ("fit", "ask")
BATCH = 256
KEEP, KEEP_SQUARES = float32(0.9), float32(0.999)
FRESH, FRESH_SQUARES = float32(0.1), float32(0.001)
TINY = float32(1e-8)
# Adam drives a unit that says always the same ever further out, where it is lost for good and its sum outgrows its lane
# (judgement.py). Beyond ROOM a sum is pulled back, by so much for what is beyond.
ROOM, PULL = float32(32), float32(0.0000001)


@rule
def ask(
    order: Any, cubes: Any, found: Any, inputs: Any, strength: Any, first: Any, last: Any, units: int, sums: Any,
    parts: Any, said: Any,
) -> None:  # fmt: skip
    """What the network says of these positions."""
    for k in range(len(order)):
        at = order[k]
        n = spread(cubes[at, 0], found[at, 0], 0, 0, inputs, strength)
        n = spread(cubes[at, 1], found[at, 1], 1, n, inputs, strength)
        said[k] = judge(inputs, strength, n, first, last, units, sums, parts)


@rule
def fit(
    order: Any, cubes: Any, found: Any, wanted: Any, inputs: Any, strength: Any, first: Any, last: Any, units: int,
    sums: Any, parts: Any, slope: Any, drift: Any, squares: Any, steps: int, rate: float, rate_then: float,
) -> int:  # fmt: skip
    """Once over these positions, while the rate goes from one to another; how many steps have been made in all.

    `slope`, `drift` and `squares` have a row for each of `first`, and one more for `last`.
    """
    batches = len(order) // BATCH
    for batch in range(batches):
        slope[:, :] = 0
        for k in range(batch * BATCH, (batch + 1) * BATCH):
            at = order[k]
            n = spread(cubes[at, 0], found[at, 0], 0, 0, inputs, strength)
            n = spread(cubes[at, 1], found[at, 1], 1, n, inputs, strength)
            p = judge(inputs, strength, n, first, last, units, sums, parts)
            trace(inputs, strength, n, sums, float32((p - wanted[at]) / BATCH), last, units, slope)
        steps += 1
        much = rate * (rate_then / rate) ** (batch / batches)
        much *= sqrt(1.0 - float(KEEP_SQUARES) ** steps) / (1.0 - float(KEEP) ** steps)
        for row in range(INPUTS + 1):
            move(first[row], slope[row], drift[row], squares[row], units, float32(much))
        move(last, slope[INPUTS + 1], drift[INPUTS + 1], squares[INPUTS + 1], units + 1, float32(much))
    return steps


@rule
def trace(inputs: Any, strength: Any, n: int, sums: Any, wrong: Any, last: Any, units: int, slope: Any) -> None:
    """Add what each weight has to do with what was wrong, as the sums were then."""
    final, always = slope[INPUTS + 1], slope[INPUTS]
    for h in range(units):
        x = min(max(sums[h], -FOUR), FOUR)
        beyond = sums[h] - min(max(sums[h], -ROOM), ROOM)
        sums[h] = wrong * last[h] * max(FLAT, (FOUR - abs(x)) / SIXTEEN) + PULL * beyond
        final[h] += wrong * (SIXTEEN + x * (EIGHT - abs(x))) / (SIXTEEN + SIXTEEN)
    final[units] += wrong
    for h in range(units):
        always[h] += sums[h]
    for k in range(n):
        by, row = strength[k], slope[inputs[k]]
        for h in range(units):
            row[h] += by * sums[h]


@rule
def move(weights: Any, slope: Any, drift: Any, squares: Any, units: int, much: Any) -> None:
    """One step of Adam."""
    for h in range(units):
        drift[h] = KEEP * drift[h] + FRESH * slope[h]
        squares[h] = KEEP_SQUARES * squares[h] + FRESH_SQUARES * slope[h] * slope[h]
        weights[h] -= much * drift[h] / (float32(sqrt(squares[h])) + TINY)

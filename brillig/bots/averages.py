"""Averages of choices: what each has brought the seat that made it, wherever in the game it was made.

They cost next to nothing and need no words of the author's. Where a choice means the same all through a game (a corner of a
board is good whenever it is taken), playing on by them is far from random; where it means something else every time (a
bid for whatever lies there), they say nothing. So they are a setting, which `brillig calibrate --fit` tries.

A row has two numbers for every seat and code, the sum and how often; after them come the choices of one playout.
"""

from __future__ import annotations

from typing import Any

from brillig.core.chance import below
from brillig.core.record import Row
from brillig.core.rule import rule

MOST_NOTED = 1024  # choices of a playout that count
BY_CHANCE = 400  # of a thousand choices that are made without looking at averages


def room(seats: int, codes: int) -> int:
    """How long the row is."""
    return 2 * seats * codes + MOST_NOTED


@rule
def best_average(tree: Any, codes: int, seat: int, out: Row, n: int, averages: Row) -> int:
    """Of the first n codes of `out` the one that has brought most on average; one that was never made comes first."""
    best, most = 0, -1.0
    start = below(tree.rng, n)  # between equals chance decides
    for j in range(n):
        code = out[(start + j) % n]
        at = 2 * (seat * codes + code)
        if averages[at + 1] == 0:
            return code
        mean = averages[at] / averages[at + 1]
        if j == 0 or mean > most:
            best, most = code, mean
    return best


@rule
def note(tree: Any, seats: int, codes: int, seat: int, code: int, averages: Row) -> None:
    """This choice was made in the playout."""
    if tree.noted < MOST_NOTED:
        averages[2 * seats * codes + tree.noted] = seat * codes + code
        tree.noted += 1


@rule
def credit(tree: Any, codes: int, seat: int, code: int, averages: Row) -> None:
    """What was won counts for a choice."""
    at = 2 * (seat * codes + code)
    averages[at] += tree.prizes[seat]
    averages[at + 1] += 1


@rule
def credit_playout(tree: Any, seats: int, codes: int, averages: Row) -> None:
    """And for all choices of the playout."""
    for k in range(tree.noted):
        choice = averages[2 * seats * codes + k]
        credit(tree, codes, choice // codes, choice % codes, averages)

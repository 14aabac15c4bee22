"""A row of a tensor: what is read where in a hidden record, and what becomes of it. The same in every gear."""

from __future__ import annotations

from typing import Any

from brillig.core.rule import rule

WAYS_IN = ("spell",)

# What becomes of a number of the record.
NUMBER, BIT, KIND, SEAT, LOOKER, NOTHING = 0, 1, 2, 3, 4, 5
# The words of a plan: (at, width, step, turn, form, argument, low, high, shift), a column of the tensor each.
FIELDS = 9


@rule
def element(
    bytes1: Any, bytes2: Any, bytes4: Any, bytes8: Any, me: int, seats: int,
    at: int, width: int, step: int, turn: int, form: int, arg: int, low: int, high: int, shift: int,
) -> float:  # fmt: skip
    """A column's number for the seat `me`. `bytes1` to `bytes8` are the record as numbers of so many bytes.

    The number lies at byte `at`; where every seat has one, `step` bytes apart, it is that of the seat `turn` places
    after me.
    """
    if form == NOTHING:
        return 0.0
    if form == LOOKER:
        return 1.0 if me == arg else 0.0
    if step > 0:
        other = me + turn
        at += (other if other < seats else other - seats) * step  # a remainder would take a GPU long
    if width == 1:
        value = int(bytes1[at])
    elif width == 2:
        value = int(bytes2[at >> 1])
    elif width == 4:
        value = int(bytes4[at >> 2])
    else:
        value = int(bytes8[at >> 3])
    if form == NUMBER:
        return float(value) / float(1 << shift)
    if form == BIT:
        return 1.0 if (value >> arg) & 1 == 1 else 0.0
    if form == KIND:  # what the survey has not seen counts as the nearest value that it has
        return 1.0 if min(max(value, low), high) == arg else 0.0
    turned = value - me if value >= me else value - me + seats
    return 1.0 if 0 <= value < seats and turned == arg else 0.0


@rule
def spell(plan: Any, seen1: Any, seen2: Any, seen4: Any, seen8: Any, seat: int, seats: int, row: Any) -> None:
    """A hidden record as a row of numbers, if it is wanted as one."""
    for k in range(len(row)):
        row[k] = element(
            seen1, seen2, seen4, seen8, seat, seats, int(plan[0, k]), int(plan[1, k]), int(plan[2, k]), int(plan[3, k]),
            int(plan[4, k]), int(plan[5, k]), int(plan[6, k]), int(plan[7, k]), int(plan[8, k]),
        )  # fmt: skip

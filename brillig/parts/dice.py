"""Dice."""

from __future__ import annotations

from brillig.core import Record, Row, random, rule


@rule
def roll(s: Record) -> int:
    """One die: 1 to 6."""
    return 1 + random(s, 6)


@rule
def roll_all(s: Record, dice: Row) -> int:
    """Roll every die of a row; their sum."""
    thrown = 0
    for k in range(len(dice)):
        dice[k] = roll(s)
        thrown += dice[k]
    return thrown

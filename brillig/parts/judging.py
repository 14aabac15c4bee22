"""From how far a seat is ahead to its chance of winning, for `value`."""

from __future__ import annotations

from brillig.core import rule


@rule
def chance(ahead: int, half: int) -> int:
    """Of 1000 games, how many are won by somebody so far ahead: 500 when level, 750 when `half` ahead, never all."""
    return 500 + 500 * ahead // (abs(ahead) + half)

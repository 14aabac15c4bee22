"""Tracks: places in a line or a ring, numbered from 0."""

from __future__ import annotations

from brillig.core import rule


@rule
def along(at: int, by: int, length: int) -> int:
    """The place `by` steps on (or back), stopping at the ends of the line."""
    return min(max(at + by, 0), length - 1)


@rule
def around(at: int, by: int, length: int) -> int:
    """The place `by` steps on (or back) round a ring."""
    return (at + by) % length


@rule
def laps(at: int, by: int, length: int) -> int:
    """How often a walk of `by` steps round a ring passes or reaches the start (negative: backwards)."""
    return (at + by) // length


@rule
def ahead(a: int, b: int, length: int) -> int:
    """Steps forward from a to b round a ring."""
    return (b - a) % length


@rule
def between(a: int, b: int, length: int) -> int:
    """Steps from a to b round a ring by the shorter way."""
    return min((b - a) % length, (a - b) % length)

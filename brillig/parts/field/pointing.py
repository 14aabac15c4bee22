"""For screens: the points that may be pointed at, see core.Aim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt


def circle(x: int, y: int, reach: int) -> dict[int, tuple[int, int]]:
    """For every x of a circle, its lowest and its highest y."""
    return {x + d: (y - h, y + h) for d in range(-reach, reach + 1) for h in [isqrt(reach * reach - d * d)]}


def runs(
    columns: dict[int, tuple[int, int]], low: int, high: int, taken: Sequence[tuple[int, int]] = (), side: int = 0,
    not_at: Iterable[tuple[int, int]] = (),
) -> dict[int, list[int]]:  # fmt: skip
    """What is left of these columns between `low` and `high`, without what overlaps a piece of that side, as runs.

    A run is its first and its last y; those of a column follow each other in one list.
    """
    found, never = {}, set(not_at)
    for x, (first, last) in columns.items():
        if not low <= x <= high:
            continue
        shut = sorted((y - side + 1, y + side - 1) for px, y in taken if abs(px - x) < side)
        shut = sorted([*shut, *((y, y) for px, y in never if px == x)])
        left, y, end = [], max(first, low), min(last, high)
        for a, b in shut:
            if y < a and y <= end:
                left += [y, min(a - 1, end)]
            y = max(y, b + 1)
        if y <= end:
            left += [y, end]
        if left:
            found[x] = left
    return found

"""Open fields: square pieces on a fine lattice, their centres at whole numbers, and what can be measured between them.

The centres are two rows, `xs` and `ys`; a piece that is not on the field has NONE as its x. Sides are parallel to the
edges of the field. All of it is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

from brillig.core import Row, rule

NONE = -1


@rule
def squared(dx: int, dy: int) -> int:
    """The square of a distance: what is measured is compared with the square of a length, so nothing is rounded."""
    return dx * dx + dy * dy


@rule
def clear(xs: Row, ys: Row, x: int, y: int, side: int, but: int) -> bool:
    """Is there room for a piece of that side here, whatever piece `but` does?"""
    for n in range(len(xs)):
        if n != but and xs[n] != NONE and abs(xs[n] - x) < side and abs(ys[n] - y) < side:
            return False
    return True


@rule
def next_clear(xs: Row, ys: Row, x: int, y: int, top: int, side: int, but: int) -> int:
    """The first y from here to `top` at which there is room; beyond `top` if there is none."""
    n = 0
    while n < len(xs) and y <= top:
        if n != but and xs[n] != NONE and abs(xs[n] - x) < side and abs(ys[n] - y) < side:
            y = ys[n] + side
            n = 0
        else:
            n += 1
    return y


@rule
def half_chord(dx: int, reach: int) -> int:
    """How far up and down a circle of that radius goes at dx from its middle; NONE outside."""
    h = reach
    while h >= 0 and squared(dx, h) > reach * reach:
        h -= 1
    return h


@rule
def blocks(ax: int, ay: int, bx: int, by: int, half: int) -> bool:
    """Does the way from a to b, both seen from the middle of a square, enter its inside? `half`: half its side."""
    if min(ax, bx) >= half or max(ax, bx) <= -half or min(ay, by) >= half or max(ay, by) <= -half:
        return False
    return abs(ax * by - ay * bx) < half * (abs(bx - ax) + abs(by - ay))


# ---- for screens: the points that may be pointed at, see core.Aim ---------------------------------------------------


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

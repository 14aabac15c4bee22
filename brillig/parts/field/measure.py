"""Square pieces on a fine lattice, their centres at whole numbers, and what can be measured between them.

The centres are two rows, `xs` and `ys`; a piece that is not on the field has NONE as its x. Sides are parallel to the
edges of the field. All of it is exact.
"""

from __future__ import annotations

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

"""The board of Othellino: where cubes stand, where a seat may place, and what it traps.

A square is 8 x row + column on either board, so that a set of squares is the bits of one number and a step in a
direction is a shift (up the number: 1 right, 8 down, 7 and 9 the diagonals).
"""

from __future__ import annotations

from brillig.core import Record, i8, i64, option, rule
from brillig.parts.bits import bit, low64


def _squares(size: int, rim: int, low_rows: bool, low_cols: bool) -> int:
    """The squares of a board without the outer rows, or the outer columns, `rim` deep."""
    rows = range(rim, size - rim) if low_rows else range(size)
    cols = range(rim, size - rim) if low_cols else range(size)
    squares = sum(1 << (8 * r + c) for r in rows for c in cols)
    return squares - (1 << 64) if squares >> 63 else squares


# Sets of squares for size 6 and size 8. A cube on the rim cannot be trapped along a line that crosses the rim, and
# leaving those out also keeps a shift from wrapping round an edge.
BOARD = tuple(_squares(n, 0, False, False) for n in (6, 8))
INNER_COLS = tuple(_squares(n, 1, False, True) for n in (6, 8))
INNER_ROWS = tuple(_squares(n, 1, True, False) for n in (6, 8))
INNER = tuple(_squares(n, 1, True, True) for n in (6, 8))


class State(Record):
    size = option(6, 8, help="Squares on a side: 6 is Othellino, 8 is standard Othello.")
    first_mover = option("random", "seat 1", "seat 2", help="Who plays X and moves first.")
    cubes = i64(2, shows="bits 8x8")  # the squares of each seat's cubes, as a set of bits
    moves = i64()  # the squares where the mover may place
    x_seat = i8(shows="seat")  # the seat that plays X
    mover = i8(shows="seat")  # the seat to place, -1 when neither can
    last = i8(shows="nothing")  # the square placed on last, -1 before the first
    passed = i8()  # 1 if the other seat has just passed for want of a move


@rule
def places(s: State, seat: int) -> int:
    """The squares where this seat would trap something."""
    board = 1 if s.size == 8 else 0
    mine, theirs = s.cubes[seat], s.cubes[1 - seat]
    cols, rows, inner = theirs & INNER_COLS[board], theirs & INNER_ROWS[board], theirs & INNER[board]
    ends = (
        (run_up(mine, cols, 1) << 1) | (run_down(mine, cols, 1) >> 1)
        | (run_up(mine, rows, 8) << 8) | (run_down(mine, rows, 8) >> 8)
        | (run_up(mine, inner, 7) << 7) | (run_down(mine, inner, 7) >> 7)
        | (run_up(mine, inner, 9) << 9) | (run_down(mine, inner, 9) >> 9)
    )  # fmt: skip
    return low64(ends & BOARD[board] & ~(mine | theirs))


@rule
def captured(s: State, seat: int, square: int) -> int:
    """The enemy cubes that a cube of this seat on that square traps, in all eight directions."""
    board = 1 if s.size == 8 else 0
    mine, theirs, placed = s.cubes[seat], s.cubes[1 - seat], bit(square)
    cols, rows, inner = theirs & INNER_COLS[board], theirs & INNER_ROWS[board], theirs & INNER[board]
    return (
        trapped_up(mine, cols, placed, 1) | trapped_down(mine, cols, placed, 1)
        | trapped_up(mine, rows, placed, 8) | trapped_down(mine, rows, placed, 8)
        | trapped_up(mine, inner, placed, 7) | trapped_down(mine, inner, placed, 7)
        | trapped_up(mine, inner, placed, 9) | trapped_down(mine, inner, placed, 9)
    )  # fmt: skip


@rule
def run_up(start: int, theirs: int, step: int) -> int:
    """The unbroken runs of their cubes beginning one step above the starting squares (six at most in a line)."""
    run = (start << step) & theirs
    run |= (run << step) & theirs
    run |= (run << step) & theirs
    run |= (run << step) & theirs
    run |= (run << step) & theirs
    run |= (run << step) & theirs
    return run


@rule
def run_down(start: int, theirs: int, step: int) -> int:
    run = (start >> step) & theirs
    run |= (run >> step) & theirs
    run |= (run >> step) & theirs
    run |= (run >> step) & theirs
    run |= (run >> step) & theirs
    run |= (run >> step) & theirs
    return run


@rule
def trapped_up(mine: int, theirs: int, placed: int, step: int) -> int:
    """The run beside the placed cube, if it ends at a cube of mine."""
    run = run_up(placed, theirs, step)
    return run if (run << step) & mine != 0 else 0


@rule
def trapped_down(mine: int, theirs: int, placed: int, step: int) -> int:
    run = run_down(placed, theirs, step)
    return run if (run >> step) & mine != 0 else 0

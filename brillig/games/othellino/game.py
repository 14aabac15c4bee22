"""Othellino: Reversi on the 6x6 grid of the Green Box; with size 8, standard Othello.

A square is 8 x row + column on either board, so that a set of squares is the bits of one number and a step in a
direction is a shift (up the number: 1 right, 8 down, 7 and 9 the diagonals).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from brillig.core import NOT_YOUR_TURN, Game, Record, Row, Screen, Spot, i8, i64, lasting, option, random, rule
from brillig.core.screen import Panel
from brillig.parts.bits import bit, count, has, low64, members, spread
from brillig.parts.boxes import greenbox
from brillig.parts.judging import chance
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name

PASS = 64  # nobody may choose to pass; the code exists to be refused with a reason
TAKEN, TRAPS_NOTHING, MUST_PLACE, OFF_BOARD = 1, 2, 3, 4
REFUSALS = {
    TAKEN: "That square is taken.",
    TRAPS_NOTHING: "You must trap at least one enemy cube in a straight line.",
    MUST_PLACE: "You have a legal move, so you must place a cube.",
    OFF_BOARD: "There is no such square on this board.",
}


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
def setup(s: State) -> None:
    s.x_seat = random(s, 2) if s.first_mover == 0 else s.first_mover - 1
    low = s.size // 2 - 1  # the upper left of the four squares in the middle
    upper_left = bit(9 * low)
    upper_right = bit(9 * low + 1)
    lower_left = bit(9 * low + 8)
    lower_right = bit(9 * low + 9)
    s.cubes[s.x_seat] = upper_right | lower_left
    s.cubes[1 - s.x_seat] = upper_left | lower_right
    s.mover = s.x_seat
    s.last = -1
    s.moves = places(s, s.mover)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code == PASS:
        return MUST_PLACE
    if code // 8 >= s.size or code % 8 >= s.size:
        return OFF_BOARD
    if has(s.cubes[0] | s.cubes[1], code):
        return TAKEN
    return 0 if has(s.moves, code) else TRAPS_NOTHING


@rule
def choices(s: State, seat: int, out: Row) -> int:
    return spread(s.moves, out)


@rule
def play(s: State, seat: int, code: int) -> None:
    turned = captured(s, seat, code)
    s.cubes[seat] = s.cubes[seat] | turned | bit(code)
    s.cubes[1 - seat] = s.cubes[1 - seat] & ~turned
    s.last = code
    s.mover = 1 - seat
    s.moves = places(s, s.mover)
    s.passed = 0
    if s.moves == 0:
        s.passed = 1
        s.mover = seat
        s.moves = places(s, s.mover)
        if s.moves == 0:
            s.mover = -1


@rule
def score(s: State, seat: int) -> int:
    return count(s.cubes[seat])


@rule
def census(s: State, out: Row) -> None:
    """Squares of the board, by what stands on them: cubes come without limit, squares do not."""
    board = BOARD[1 if s.size == 8 else 0]
    out[0] = count(s.cubes[0]) + count(s.cubes[1]) + count(low64(board & ~(s.cubes[0] | s.cubes[1])))


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


# ---- for the bots --------------------------------------------------------------------------------------------------

CORNER, DIAGONAL, BESIDE, FREEDOM, CUBE = 30, -12, -4, 4, 6  # what these are worth; the two in the middle are risks
HALF = 60  # so much ahead is worth three games of four
LATE = 10  # empty squares, from which on cubes count


def _corners(size: int) -> tuple[tuple[int, int, int], ...]:
    """For each corner: its square, the square diagonally next to it, and the two beside it, as sets."""
    found = []
    for row, down in ((0, 1), (size - 1, -1)):
        for col, right in ((0, 1), (size - 1, -1)):
            corner = 8 * row + col
            beside = (1 << corner + right) | (1 << corner + 8 * down)
            found.append(tuple(low64(s) for s in (1 << corner, 1 << corner + 8 * down + right, beside)))
    return tuple(found)  # type: ignore[arg-type]


CORNERS = (_corners(6), _corners(8))


def _likely(size: int) -> tuple[int, ...]:
    """How likely a sensible player is to place on each square: corners at once, the squares next to them at last."""
    likely = [8] * 65
    for corner, diagonal, beside in _corners(size):
        for square in range(64):
            if has(corner, square):
                likely[square] = 60
            elif has(diagonal, square):
                likely[square] = 1
            elif has(beside, square):
                likely[square] = 3
    return tuple(likely)


LIKELY = (_likely(6), _likely(8))


@rule
def prefer(s: State, seat: int, code: int) -> int:
    return LIKELY[1 if s.size == 8 else 0][code]


@rule
def value(s: State, seat: int) -> int:
    """Corners won and not given away, and more squares to choose from; near the end, cubes."""
    return chance(standing(s, seat) - standing(s, 1 - seat), HALF)


@rule
def standing(s: State, seat: int) -> int:
    mine, board = s.cubes[seat], 1 if s.size == 8 else 0
    taken = mine | s.cubes[1 - seat]
    worth = FREEDOM * count(places(s, seat))
    for k in range(4):
        corner, diagonal, beside = CORNERS[board][k][0], CORNERS[board][k][1], CORNERS[board][k][2]
        if taken & corner == 0:
            worth += DIAGONAL * count(mine & diagonal) + BESIDE * count(mine & beside)
        elif mine & corner != 0:
            worth += CORNER
    if s.size * s.size - count(taken) <= LATE:
        worth += CUBE * count(mine)
    return worth


# ---- the table -----------------------------------------------------------------------------------------------------


ALL = (1 << 64) - 1
NAMES = tuple("abcdefgh"[square % 8] + str(square // 8 + 1) for square in range(64))
TOUCHES = tuple((name,) for name in NAMES)


def square_name(square: int) -> str:
    return NAMES[square]


def drawn(square: int, owner: int, mark: str = "") -> Spot:
    """A square as it is drawn (owner -1: empty)."""
    name = NAMES[square]
    spot = Spot(name, square // 8, square % 8, name, mark=mark, look="tile-back")
    if owner >= 0:
        spot.put(f"cube-{name}", greenbox.cube(owner))
    return spot


# Every square with each seat's cube and empty, and as the one placed on last, made once: a busy server draws very many boards.
DRAWN = tuple(tuple(lasting(drawn(square, owner)) for owner in (0, 1, -1)) for square in range(64))
LAST = tuple(tuple(lasting(drawn(square, owner, "last")) for owner in (0, 1)) for square in range(64))
SQUARES = {size: tuple(8 * row + col for row in range(size) for col in range(size)) for size in (6, 8)}


@lru_cache(1 << 13)
def row_drawn(size: int, row: int, first: int, second: int) -> tuple[Spot, ...]:
    """A row of the board, with the columns of the seats' cubes as sets. On a board of six there are 729 of each row."""
    return tuple(DRAWN[8 * row + k][0 if first >> k & 1 else 1 if second >> k & 1 else -1] for k in range(size))


def _rays(size: int, square: int) -> list[tuple[tuple[int, ...], list[str]]]:
    """The lines from a square to the edge, as single squares and as the names of cubes there."""
    found = []
    for down, right in product((-1, 0, 1), repeat=2):
        row, col, line = square // 8 + down, square % 8 + right, []
        while (down, right) != (0, 0) and 0 <= row < size and 0 <= col < size:
            line.append(8 * row + col)
            row, col = row + down, col + right
        if len(line) > 1:
            found.append((tuple(1 << k for k in line), [f"cube-{NAMES[k]}" for k in line]))
    return found


RAYS = {size: {square: _rays(size, square) for square in SQUARES[size]} for size in (6, 8)}


def lights(size: int, mine: int, theirs: int, square: int) -> list[str]:
    """The cubes that a cube there would trap: as `captured` has it, but quick without a compiler."""
    found: list[str] = []
    for line, names in RAYS[size][square]:
        if theirs & line[0]:
            for k, there in enumerate(line):
                if not theirs & there:
                    if mine & there:
                        found += names[:k]
                    break
    return found


def label(s: State, seat: int, code: int) -> str:
    return NAMES[code]


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return TOUCHES[code]


def cubes(s: State, seat: int) -> int:
    """`score`, quick without a compiler."""
    return (s.cubes[seat] & ALL).bit_count()


def side(s: State, seat: int) -> str:
    return "X" if seat == s.x_seat else "O"


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    size, mover, last, first, second = s.size, s.mover, s.last, s.cubes[0], s.cubes[1]
    if seat == mover:
        t.prompt = "Place a cube so that it traps a line of enemy cubes."
        t.help = "Every straight line of enemy cubes between the new cube and another of yours becomes yours."
    elif mover < 0:
        t.verdict = "The most cubes on the board win; equal numbers share the place."
    board = t.grid("board", size, size, row_names="12345678"[:size], col_names="abcdefgh"[:size])
    for row in range(size):
        board.spots += row_drawn(size, row, first >> 8 * row & 255, second >> 8 * row & 255)
    if last >= 0:
        board.spots[last // 8 * size + last % 8] = LAST[last][0 if first >> last & 1 else 1]
    if seat == mover:
        mine, theirs = (first, second) if seat == 0 else (second, first)
        for square in members(s.moves):
            spot = board.spots[square // 8 * size + square % 8] = drawn(square, -1)
            spot.lights = lights(size, mine, theirs, square)
    x_seat, passed = s.x_seat, bool(s.passed)
    t.panels = [
        player_panel(k, k == mover, (owned & ALL).bit_count(), k == x_seat, passed and mover == 1 - k)
        for k, owned in enumerate((first, second))
    ]
    return t


@cache
def player_panel(player: int, turn: bool, cubes: int, began: bool, passed: bool) -> Panel:
    """The panel of a seat. There are not many, and none is ever changed."""
    panel = seat_panel(Screen(), player, turn, cubes=cubes)
    panel.lamp("began", began)
    if passed:
        panel.counters["note"] = "no move: pass"
    return panel


def tell(before: State, after: State, viewer: int) -> list[str]:
    mover = before.mover
    turned = cubes(after, mover) - cubes(before, mover) - 1
    told = [f"{seat_name(mover)} places on {square_name(after.last)} and turns {counted(turned, 'cube')}."]
    if after.mover == mover:
        told.append(f"{seat_name(1 - mover)} has no move and passes.")
    elif after.mover < 0:
        told.append(f"Nobody can move: {cubes(after, 0)} to {cubes(after, 1)}.")
    return told


# What it uses of the box.
USES = {"tiles": 36, "cubes": greenbox.cubes_of(20, greenbox.RED, greenbox.GREEN)}

GAME = Game(
    __name__,
    title="Othellino",
    box="Green Box of Games",
    seats=(2, 2),
    minutes=15,
    complexity=1,
    codes=65,
    bound=60,
    summary="Trap lines of enemy cubes between your own; when nobody can move, the most cubes win.",
    pieces=1,
    tags=("perfect information",),
    unseen=("moves",),
)

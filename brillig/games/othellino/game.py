"""Othellino: Reversi on the 6x6 grid of the Green Box; with size 8, standard Othello.

The board is in board.py; how a position is judged, in judgement.py.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from brillig.core import NOT_YOUR_TURN, Game, Row, Screen, Spot, lasting, random, rule
from brillig.core.screen import Panel
from brillig.games.othellino.board import BOARD, State, captured, places
from brillig.games.othellino.judgement import value as value
from brillig.parts.bits import bit, count, has, low64, members, spread
from brillig.parts.boxes import greenbox
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


# ---- for the bots --------------------------------------------------------------------------------------------------


def _likely(size: int) -> tuple[int, ...]:
    """How likely a sensible player is to place on each square: corners at once, the squares next to them at last."""
    likely = [8] * 65
    for row, down in ((0, 1), (size - 1, -1)):
        for col, right in ((0, 1), (size - 1, -1)):
            corner = 8 * row + col
            likely[corner] = 60
            likely[corner + 8 * down + right] = 1
            likely[corner + right] = likely[corner + 8 * down] = 3
    return tuple(likely)


LIKELY = (_likely(6), _likely(8))


@rule
def prefer(s: State, seat: int, code: int) -> int:
    return LIKELY[1 if s.size == 8 else 0][code]


# ---- the table -----------------------------------------------------------------------------------------------------


ALL = (1 << 64) - 1
NAMES = tuple("abcdefgh"[square % 8] + str(square // 8 + 1) for square in range(64))
TOUCHES = tuple((name,) for name in NAMES)
GROUND = "tile-back"


def square_name(square: int) -> str:
    return NAMES[square]


def drawn(square: int, owner: int, mark: str = "") -> Spot:
    """A square as it is drawn (owner -1: empty)."""
    name = NAMES[square]
    spot = Spot(name, square // 8, square % 8, name, mark=mark, look=GROUND)
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


class Ray(NamedTuple):
    """A line from a square to the edge, as a set, and the names of the cubes on it before each of its squares."""

    line: int
    before: dict[int, list[str]]


def _rays(size: int, square: int) -> dict[int, Ray]:
    """All lines from a square, by the squares with which they begin."""
    found = {}
    for down, right in product((-1, 0, 1), repeat=2):
        row, col, line = square // 8 + down, square % 8 + right, []
        while (down, right) != (0, 0) and 0 <= row < size and 0 <= col < size:
            line.append(8 * row + col)
            row, col = row + down, col + right
        if len(line) > 1:
            names = [f"cube-{NAMES[k]}" for k in line]
            found[1 << line[0]] = Ray(sum(1 << k for k in line), {1 << k: names[:n] for n, k in enumerate(line)})
    return found


RAYS = {size: {square: _rays(size, square) for square in SQUARES[size]} for size in (6, 8)}
BESIDE = {size: {square: sum(rays) for square, rays in RAYS[size].items()} for size in (6, 8)}  # where lines begin


def lit(size: int, mine: int, theirs: int, square: int) -> Spot:
    """An empty square, with the cubes that a cube there would trap: as `captured` has it, but quick without a compiler."""
    ends, rays, beside, others = 0, RAYS[size][square], theirs & BESIDE[size][square], ~theirs
    while beside:
        first = beside & -beside
        beside ^= first
        end = rays[first].line & others  # of which the nearest is where their cubes end
        ends |= mine & (end & -end if first >> square else 1 << end.bit_length() >> 1)
    return lit_until(size, square, ends)


@lru_cache(1 << 13)
def lit_until(size: int, square: int, ends: int) -> Spot:
    """`ends`: where the lines that are trapped end. Most moves trap a few cubes, in ways that come again and again."""
    rays, name = RAYS[size][square], NAMES[square]
    trapped = [cube for first in sorted(rays) for cube in rays[first].before.get(rays[first].line & ends, ())]
    return lasting(Spot(name, square >> 3, square & 7, name, look=GROUND, lights=trapped))


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
    spots = board.spots
    for row in range(size):
        spots += row_drawn(size, row, first >> 8 * row & 255, second >> 8 * row & 255)
    if last >= 0:
        spots[last // 8 * size + last % 8] = LAST[last][0 if first >> last & 1 else 1]
    if seat == mover:
        mine, theirs = (first, second) if seat == 0 else (second, first)
        for square in members(s.moves):
            spots[(square >> 3) * size + (square & 7)] = lit(size, mine, theirs, square)
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

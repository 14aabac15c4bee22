"""The boards of Halma: spaces, camps, and where a cube can go from a space.

A space is 12 x row + column on every board. The triangle is the lower left half of an 8x8 board without the two
diagonal directions that go up right and down left, which leaves the six neighbours of rows shifted by half a tile.

A leap goes two spaces on, so a cube that leaps stays on rows of one parity and columns of one parity. These four
kinds of space are called weaves. Space (row, column) lies in weave 2 x (row % 2) + column % 2, and its bit there is
8 x (row // 2) + column // 2: a set of spaces is four numbers, and a leap is a shift within one of them. The cube that
is leapt over always lies in another weave.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, i64, option, rule
from brillig.parts.bits import count63
from brillig.parts.grid import DOWN, NORTH_EAST, RIGHT, SOUTH_WEST

SIDE = 12  # the longest
SPACES = SIDE * SIDE
SEATS = 4
CUBES = 15  # the most that a seat can have
WEAVES = 4
DIRECTIONS = 8
BOARDS = ("6x6", "8x8", "10x10", "12x12", "triangle")
TRIANGLE = 4
MISSING = 1 << NORTH_EAST | 1 << SOUTH_WEST  # directions that the triangle does not have
SIZE = (6, 8, 10, 12, 8)
USUAL = (2, 3, 4, 5, 3)  # the side of the camps that goes with each board
SMALLEST, LARGEST = 2, 5  # camp
CORNERS = 4  # clockwise from the upper left; on the triangle: the top, the right, the left
OPPOSITE = 2
NONE, OFF = -1, -1
ALL_PLAY_ON = 1  # `finish`
SPOILED, LIMIT = 3, 20  # rounds for each cube, before the spoiling rule counts and before the game ends


class State(Record):
    board = option(*BOARDS, default="10x10", help="Spaces on a side; the triangle of 36 tiles is for three seats.")
    pieces = option("usual", 3, 6, 10, 15, help="Cubes of each seat; usual: 3, 6, 10 and 15 by size, triangle 6.")
    anti_spoiling = option("on", "off", help="Late in the game, cubes that never left home no longer keep others out.")
    finish = option("first", "all", help="End with the first to arrive, or play on for the other places.")
    place = i16(SEATS, CUBES, shows="kind")  # the space of each cube
    stand = i64(SEATS, WEAVES)  # the same as sets of spaces
    taken = i64(WEAVES)  # the spaces where any cube stands
    starter = i8(shows="seat")  # the seat that began
    mover = i8(shows="seat")  # the seat to move, -1 when the game is over
    rounds = i16()  # the round that is being played, from 1; a round is a turn of every seat still playing
    arrived = i8(SEATS)  # 1 for the first to arrive, 2 for the second, 0 if not yet
    last_seat = i8(shows="nothing")  # who moved last, -1 before the first move
    last_cube = i8(shows="nothing")  # which of its cubes
    last_from = i16(shows="nothing")  # the space that it left
    passed = i8(shows="bits")  # a bit for each seat that has passed since, for want of a move
    # Kept up to date for speed; all that follows comes from the fields above.
    stops = i64(WEAVES)  # the spaces where a cube of the mover may end its turn
    steps = i16(CUBES)  # for each cube of the mover, a bit for each direction in which it can step
    leaps = i64(CUBES)  # and the spaces where it can end after leaping, all in its own weave


# ---- spaces --------------------------------------------------------------------------------------------------------


@rule
def weave_of(space: int) -> int:
    return 2 * (space // SIDE % 2) + space % 2


@rule
def place_in(space: int) -> int:
    """The place of a space's bit in its weave."""
    return 8 * (space // SIDE // 2) + space % SIDE // 2


@rule
def space_at(weave: int, place: int) -> int:
    """The space with that bit in a weave."""
    return SIDE * (2 * (place // 8) + weave // 2) + 2 * (place % 8) + weave % 2


@rule
def is_on(board: int, row: int, col: int) -> bool:
    if board == TRIANGLE:
        return 0 <= col <= row < SIZE[board]
    return 0 <= row < SIZE[board] and 0 <= col < SIZE[board]


@rule
def beside(s: State, space: int, direction: int) -> int:
    """The next space in a direction, or OFF."""
    if s.board == TRIANGLE and (MISSING >> direction) & 1 == 1:
        return OFF
    row, col = space // SIDE + DOWN[direction], space % SIDE + RIGHT[direction]
    return SIDE * row + col if is_on(s.board, row, col) else OFF


@rule
def apart(s: State, a: int, b: int) -> int:
    """How many steps it is from one space to another."""
    down, right = b // SIDE - a // SIDE, b % SIDE - a % SIDE
    if s.board == TRIANGLE and down * right < 0:
        return abs(down) + abs(right)
    return max(abs(down), abs(right))


@rule
def is_taken(s: State, space: int) -> bool:
    return (s.taken[weave_of(space)] >> place_in(space)) & 1 == 1


# ---- camps ---------------------------------------------------------------------------------------------------------


def _corner_space(board: int, corner: int) -> int:
    """The outermost space of a corner."""
    end = SIZE[board] - 1
    if board == TRIANGLE:
        return (0, SIDE * end + end, SIDE * end, 0)[corner]
    return (0, end, SIDE * end + end, SIDE * end)[corner]


def _camp(board: int, side: int, corner: int) -> list[int]:
    """The spaces of a camp, row by row."""
    end, found = SIZE[board] - 1, []
    for row in range(end + 1):
        for col in range(end + 1):
            if board == TRIANGLE:
                away = (row, end - col, end - row + col, side)[corner]
            else:
                away = (row, row, end - row, end - row)[corner] + (col, end - col, end - col, col)[corner]
            if is_on(board, row, col) and away < side:
                found.append(SIDE * row + col)
    return found


def _set(spaces: list[int], weave: int) -> int:
    return sum(1 << place_in(space) for space in spaces if weave_of(space) == weave)


_EVERY = [(b, k, c) for b in range(len(BOARDS)) for k in range(SMALLEST, LARGEST + 1) for c in range(CORNERS)]
# By board and weave; by board, side of the camp, corner and weave; the same camps as lists; and by board and corner.
GROUND = tuple(
    _set([x for x in range(SPACES) if is_on(b, x // SIDE, x % SIDE)], w)
    for b in range(len(BOARDS))
    for w in range(WEAVES)
)
CAMP = tuple(_set(_camp(b, k, c), w) for b, k, c in _EVERY for w in range(WEAVES))
MEMBERS = tuple(x for b, k, c in _EVERY for x in (_camp(b, k, c) + [OFF] * CUBES)[:CUBES])
CORNER_SPACE = tuple(_corner_space(b, c) for b in range(len(BOARDS)) for c in range(CORNERS))


@rule
def camp_side(s: State) -> int:
    """The length of a camp's longest row."""
    side: int = s.pieces + 1
    return USUAL[s.board] if s.pieces == 0 else side


@rule
def cubes_each(s: State) -> int:
    side = camp_side(s)
    return side * (side + 1) // 2


@rule
def camp(s: State, corner: int, weave: int) -> int:
    """The spaces of a camp that lie in a weave."""
    return CAMP[camp_number(s, corner) * WEAVES + weave]


@rule
def camp_number(s: State, corner: int) -> int:
    """The place of a camp among all camps of all boards."""
    number: int = s.board * (LARGEST - SMALLEST + 1) + camp_side(s) - SMALLEST
    return CORNERS * number + corner


@rule
def home(s: State, seat: int) -> int:
    """The corner where a seat begins. Two seats sit opposite each other."""
    return OPPOSITE * seat if s.seats == 2 else seat


@rule
def target(s: State, seat: int) -> int:
    """The corner that a seat must fill: the opposite one; on the triangle, the next one clockwise."""
    if s.board == TRIANGLE:
        return (home(s, seat) + 1) % (CORNERS - 1)
    return (home(s, seat) + OPPOSITE) % CORNERS


@rule
def tip(s: State, seat: int) -> int:
    """The outermost space of a seat's target."""
    board: int = s.board
    return CORNER_SPACE[CORNERS * board + target(s, seat)]


@rule
def host(s: State, seat: int) -> int:
    """Whose home a seat's target is, or NONE."""
    for other in range(s.seats):
        if home(s, other) == target(s, seat):
            return other
    return NONE


@rule
def barred(s: State, seat: int, weave: int) -> int:
    """Spaces of foreign camps: with more than two seats, every corner is the home or target of somebody."""
    spaces = 0
    if s.seats > 2:
        for corner in range(CORNERS):
            if corner != home(s, seat) and corner != target(s, seat):
                spaces |= camp(s, corner, weave)
    return spaces


# ---- moves ---------------------------------------------------------------------------------------------------------


@rule
def reach(s: State, start: int, lifted: int) -> int:
    """The spaces of its weave that a cube taken up from `lifted` could leap to from `start`, `start` included."""
    weave, here = weave_of(start), 1 << place_in(start)
    low, right = weave // 2, weave % 2
    free = (GROUND[s.board * WEAVES + weave] & ~s.taken[weave]) | here
    # Where a leap to the right, down, down right and down left begins, or where the leap back ends.
    across = others(s, weave ^ 1, lifted) >> right
    down = others(s, weave ^ 2, lifted) >> (8 * low)
    slant = others(s, weave ^ 3, lifted) >> (8 * low + right)
    counter = (others(s, weave ^ 3, lifted) >> (8 * low)) << (1 - right) if s.board != TRIANGLE else 0
    reached, grown = 0, here
    while grown != reached:
        reached = grown
        grown |= free & (
            ((reached & across) << 1) | ((reached >> 1) & across)
            | ((reached & down) << 8) | ((reached >> 8) & down)
            | ((reached & slant) << 9) | ((reached >> 9) & slant)
            | ((reached & counter) << 7) | ((reached >> 7) & counter)
        )  # fmt: skip
    return reached


@rule
def others(s: State, weave: int, lifted: int) -> int:
    """The cubes in a weave without the one that was taken up."""
    return s.taken[weave] & ~((1 << place_in(lifted)) if weave_of(lifted) == weave else 0)


@rule
def look(s: State) -> bool:
    """Find where the mover's cubes can go; whether any of them can."""
    some = False
    for weave in range(WEAVES):
        s.stops[weave] = GROUND[s.board * WEAVES + weave] & ~s.taken[weave] & ~barred(s, s.mover, weave)
    for cube in range(cubes_each(s)):
        space = s.place[s.mover, cube]
        leaps = reach(s, space, space) & s.stops[weave_of(space)]
        steps = 0
        for direction in range(DIRECTIONS):
            to = beside(s, space, direction)
            if to != OFF and (s.stops[weave_of(to)] >> place_in(to)) & 1 == 1:
                steps |= 1 << direction
        s.leaps[cube] = leaps
        s.steps[cube] = steps
        some = some or leaps != 0 or steps != 0
    return some


# ---- arriving ------------------------------------------------------------------------------------------------------


@rule
def inside(s: State, seat: int) -> int:
    """How many cubes a seat has in its target."""
    n = 0
    for weave in range(WEAVES):
        n += count63(s.stand[seat, weave] & camp(s, target(s, seat), weave))
    return n


@rule
def is_inside(s: State, seat: int, space: int) -> bool:
    return (camp(s, target(s, seat), weave_of(space)) >> place_in(space)) & 1 == 1


@rule
def away(s: State, seat: int) -> int:
    """The steps from the cubes outside the target to its outermost space."""
    n = 0
    for cube in range(cubes_each(s)):
        if not is_inside(s, seat, s.place[seat, cube]):
            n += apart(s, s.place[seat, cube], tip(s, seat))
    return n


@rule
def fills(s: State, seat: int) -> bool:
    """Is the target of a seat full? Late enough, cubes that are still at home there count, if one of its own is in."""
    own, missing, spoiling = 0, 0, 0
    owner = host(s, seat)
    late = s.anti_spoiling == 0 and s.rounds > SPOILED * cubes_each(s) and owner != NONE
    for weave in range(WEAVES):
        spaces = camp(s, target(s, seat), weave)
        own |= spaces & s.stand[seat, weave]
        gaps = spaces & ~s.stand[seat, weave]
        missing |= gaps
        spoiling |= gaps & ~(s.stand[owner, weave] if late else 0)
    return missing == 0 or (late and own != 0 and spoiling == 0)

"""The board of Backgammon: where the cubes stand, and which single steps they can make.

Each seat counts the 24 spaces in its own direction of travel, so one seat's space k is the other's 25 - k. Place 0 is
outside, place 25 is off. A set of places is the bits of one number: bit k is place k. Sets turn the rules into a few
operations on whole numbers: moving every cube of a set on by d is a shift by d.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, i32, i64, option, rule

CUBES = 15  # of each seat
OUTSIDE, LAST, OFF = 0, 24, 25
ROUND = 25  # your space k is your opponent's space ROUND - k
START = ((1, 2), (12, 5), (17, 3), (19, 5))  # space, cubes
LAST_SPACE = 1 << LAST
BEFORE_HOME = (1 << 19) - 1  # outside and spaces 1 to 18
ENEMY_HOME = (1 << 7) - 1  # outside and spaces 1 to 6

# A power of two times this number has its place in five neighbouring bits, different for every power (de Bruijn).
PATTERN = 0x077CB531
PLACES = (
    0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8,
    31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9,
)  # fmt: skip


class State(Record):
    scoring = option("plain", "gammons", help="What a win is worth: always 1 point, or up to 3 for a crushing one.")
    match = option(1, 3, 5, 7, help="The points that win the match; games are played until a seat has them.")
    turn_cap = option(range(200, 2001, 100), default=1000, help="Turns in a game before the lower pip count wins it.")
    cubes = i8(2, 26, shows="count")  # how many cubes each seat has on each place of its own numbering
    points = i8(2)  # of each seat in the match
    games = i8()  # finished so far
    by_pips = i8()  # 1 if the last finished game ran into the turn cap
    turn = i16()  # of this game, counted from 1
    mover = i8(shows="seat")  # the seat to step, -1 when the match is over
    roll = i8(2, shows="kind shared")  # the two dice; in an opening roll the first is seat 1's, the second seat 2's
    left = i8(2, shows="kind shared")  # steps still to be made with each die; a double has all four on the first
    last = i16(shows="nothing")  # the code of the step made last, -1 before the first
    last_seat = i8(shows="nothing")  # who made it, -1 before the first
    missed = i64(shows="nothing")  # rolls lost since then, two digits each, oldest first (6351: a 6-3, then a 5-1)
    # Kept up to date for speed; all three follow from the fields above.
    stand = i32(2)  # the places before off where a seat has cubes, in its own numbering
    held = i32(2)  # the spaces where a seat has two or more, in the OTHER seat's numbering: closed to that seat
    steps = i32(2)  # the places from which the mover may step with each die


@rule
def place_of(one: int) -> int:
    """The place of a set of one."""
    return PLACES[((one * PATTERN) >> 27) & 31]


@rule
def lift(s: State, seat: int, place: int) -> None:
    """Take one cube up."""
    n = s.cubes[seat, place] - 1
    s.cubes[seat, place] = n
    s.stand[seat] &= ~((1 if n == 0 else 0) << place)
    s.held[seat] &= ~((1 if n == 1 else 0) << (ROUND - place))


@rule
def put(s: State, seat: int, space: int) -> None:
    """Set one cube down on a space."""
    n = s.cubes[seat, space] + 1
    s.cubes[seat, space] = n
    s.stand[seat] |= 1 << space
    s.held[seat] |= (1 if n >= 2 else 0) << (ROUND - space)


@rule
def take_stock(s: State) -> None:
    """Find `stand` and `held` from the cubes."""
    for seat in range(2):
        s.stand[seat] = 0
        s.held[seat] = 0
        for place in range(OFF):
            if s.cubes[seat, place] > 0:
                s.stand[seat] |= 1 << place
            if s.cubes[seat, place] > 1 and place != OUTSIDE:
                s.held[seat] |= 1 << (ROUND - place)


@rule
def sources(stand: int, held: int, number: int) -> int:
    """The places from which a seat standing there can make a single step with this number, whatever else it must."""
    exact = 1 << (OFF - number)  # the space from which the number leads off the board to the point
    rear = stand & -stand
    may = 1 if rear == 1 else stand  # a cube outside goes first
    reach = exact - 1 if stand & BEFORE_HOME != 0 else 2 * max(rear, exact) - 1
    return may & reach & ~(held >> number)


@rule
def keeping(s: State, seat: int, number: int, these: int, other: int, others: int) -> int:
    """Of `these`, the places that can step with this number, those that leave the other number a step.

    `others` can step with the other number now. A cube that can still can when another cube has stepped: what the
    enemy holds does not change within a turn, and a seat that may take off goes on to be allowed to. So two such
    places are enough, and only with fewer must the step be tried.
    """
    if others & (others - 1) != 0:
        return these
    kept = 0
    rest = these
    while rest != 0:
        source = rest & -rest
        rest ^= source
        stand = s.stand[seat]
        if s.cubes[seat, place_of(source)] == 1:
            stand ^= source
        target = source << number
        if target <= LAST_SPACE:
            stand |= target
        if sources(stand, s.held[1 - seat], other) != 0:
            kept |= source
    return kept


@rule
def pips(s: State, seat: int) -> int:
    """How far the seat's cubes have to go, all together."""
    n = 0
    for place in range(OFF):
        n += s.cubes[seat, place] * (OFF - place)
    return n

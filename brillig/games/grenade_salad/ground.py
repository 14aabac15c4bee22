"""The ground of Grenade Salad: the record of a game, and what is measured between soldiers.

A unit is 2 mm. The table is 240 units wide and high, a cube 4, a tile 24. Soldier 20 x seat + k is the (k + 1)th of a
seat that came to the table; a soldier that is not there, because it is still in reserve or dead, has NONE as its x.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, i32, i64, option, rule
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CUBES_OF_A_COLOUR, DROP, HAMMERS, WHEEL
from brillig.parts.field.measure import blocks, clear, half_chord, next_clear, squared

SEATS = 4  # the most that can play
EACH = CUBES_OF_A_COLOUR  # soldiers of a seat
SOLDIERS = SEATS * EACH
SYMBOLS = 6
SIZE = 240  # units from edge to edge
CUBE, TILE = 4, 24  # sides
HALF_CUBE, BLAST = CUBE // 2, TILE // 2
LOWEST, HIGHEST = HALF_CUBE, SIZE - HALF_CUBE  # where the middle of a cube may be
MIDDLE = SIZE // 2
FIRST_SOLDIERS, HAND = 5, 5
MOST_CARDS = 2  # in a turn
MOST_FRESH = 3  # soldiers that can step on a mine at once
MOST_POINTS, BEST = 172, 64  # on a list for bots; and impacts compared for it
NONE = -1
SOMEBODY = -2  # who is asked for a mine, for everybody else

BRINGS_SOLDIERS = (1, 0, 1, 0, 0, 0)  # by symbol: Drop and Three Circles

# What is to be decided: a turn goes on; the target, the x and the y of what was begun; a mine; a card to throw away.
TURN, TARGETING, ACROSS, DOWN, MINES, DISCARDING, OVER = range(7)

# Codes. A number k stands for an own soldier by its order of arrival, n for any soldier, v for a coordinate; a step
# beyond the edges has a code too, so that whoever tries it can be told.
MOVE = 0  # + k
STRIKE = MOVE + EACH  # + k
SHOOT = STRIKE + EACH  # + k
THROW = SHOOT + EACH  # + k
PLACE = THROW + EACH
SCATTER, BURY, END, DECLINE, KEEP = range(PLACE + 1, PLACE + 6)
TOSS = KEEP + 1  # + symbol
TARGET = TOSS + SYMBOLS  # + n
AT = TARGET + SOLDIERS + 1  # + v
CODES = AT + SIZE + 2


class State(Record):
    move_timing = option("any", "first", help="When you may move: at any time of your turn, or before its first card.")
    stuck_hand = option("discard", "strict", help="If you play no card: you may throw one away, or not.")
    mine_pause = option(3, 5, 8, default=5, help="Seconds that mines are waited for, whether or not anybody has one.")
    x = i16(SOLDIERS, shows="count")  # where each soldier stands, NONE: in reserve or dead
    y = i16(SOLDIERS, shows="count")  # the same, NONE as well
    arrived = i8(SEATS)  # soldiers of each seat that have ever come to the table
    taken = i8(SEATS)  # soldiers that each seat has killed
    hand = i8(SEATS, SYMBOLS, shows="count")  # cards of each seat, by symbol
    held = i8(SEATS)  # and how many they are
    deck = i8(SYMBOLS, shows="count shared")  # a bag: cards that nobody has drawn
    left = i8()  # and how many they are
    spent = i8(SYMBOLS, shows="count shared")  # the discard pile
    mover = i8(shows="seat")  # the seat whose turn it is
    step = i8(shows="kind")  # what is to be decided
    moved = i8()  # 1: a soldier has moved in this turn
    played = i8()  # cards that the mover has played in this turn
    begun = i8()  # what was begun: MOVE, STRIKE, SHOOT, THROW or PLACE
    who = i8()  # the soldier that does it, NONE if it comes from the reserve
    across = i16(shows="count")  # the x that was chosen, NONE before
    fresh = i8(MOST_FRESH)  # soldiers that may have stepped on a mine, NONE: no more
    asked = i8(shows="seat")  # the seat that is asked for a mine, NONE if nobody is
    mined = i8()  # 1: a mine was played in this round of asking
    until = i64(shows="nothing")  # when the wait for mines is over, in milliseconds since the start
    empty = i8()  # 1: the deck was empty when this turn began
    busy = i8()  # 1: a card has left a hand in this turn
    unable = i8()  # turns in a row in which nobody played a card and nobody could, all with an empty deck
    quiet = i8()  # turns in a row in which no card left a hand
    hit_x = i16(shows="nothing")  # the middle of the last blast, NONE before the first
    hit_y = i16(shows="nothing")  # the y of that middle
    points = i32(MOST_POINTS, shows="nothing")  # while a point is to be chosen: those that a bot thinks about
    worth = i8(MOST_POINTS, shows="nothing")  # and what each of them promises
    listed = i16(shows="nothing")  # how many they are
    best = i32(BEST, shows="nothing")  # while that list is made: the best impacts so far
    kills = i64(BEST, shows="nothing")  # and whom they kill


# ---- soldiers ------------------------------------------------------------------------------------------------------


@rule
def owner(n: int) -> int:
    return n // EACH


@rule
def stands(s: State, n: int) -> bool:
    return s.x[n] != NONE


@rule
def reserve(s: State, seat: int) -> int:
    return EACH - s.arrived[seat]


@rule
def living(s: State, seat: int) -> int:
    """Soldiers of a seat on the table."""
    alive = 0
    for n in range(EACH * seat, EACH * seat + s.arrived[seat]):
        alive += 1 if s.x[n] != NONE else 0
    return alive


@rule
def put(s: State, seat: int, x: int, y: int) -> int:
    """The next soldier of a seat comes to the table; its number."""
    n = EACH * seat + s.arrived[seat]
    s.arrived[seat] += 1
    s.x[n] = x
    s.y[n] = y
    return n


@rule
def kill(s: State, seat: int, n: int) -> None:
    """A card of that seat kills a soldier, and takes it."""
    s.x[n] = NONE
    s.y[n] = NONE
    s.taken[seat] += 1
    for k in range(MOST_FRESH):
        if s.fresh[k] == n:
            s.fresh[k] = NONE


@rule
def explode(s: State, seat: int, x: int, y: int) -> None:
    """Everybody in a blast is killed by that seat, own soldiers too."""
    s.hit_x = x
    s.hit_y = y
    for n in range(EACH * s.seats):
        if s.x[n] != NONE and abs(s.x[n] - x) <= BLAST and abs(s.y[n] - y) <= BLAST:
            kill(s, seat, n)


# ---- measuring -----------------------------------------------------------------------------------------------------


@rule
def on_table(x: int, y: int) -> bool:
    """May the middle of a cube be here?"""
    return LOWEST <= x <= HIGHEST and LOWEST <= y <= HIGHEST


@rule
def in_reach(s: State, n: int, x: int, y: int) -> bool:
    """Is it at most the width of a tile from a soldier?"""
    return squared(x - s.x[n], y - s.y[n]) <= TILE * TILE


@rule
def has_room(s: State, x: int, y: int, mover: int) -> bool:
    """May a soldier (NONE: a new one) be put here, however far it is? Not where it stands already."""
    if not on_table(x, y) or (mover != NONE and s.x[mover] == x and s.y[mover] == y):
        return False
    return clear(s.x, s.y, x, y, CUBE, mover)


@rule
def column_has_room(s: State, x: int, mover: int) -> bool:
    """Is there a y for this x, in reach of the soldier that moves?"""
    low, high = LOWEST, HIGHEST
    if x < LOWEST or x > HIGHEST:
        return False
    if mover != NONE:
        h = half_chord(x - s.x[mover], TILE)
        if h < 0:
            return False
        low, high = max(low, s.y[mover] - h), min(high, s.y[mover] + h)
    y = next_clear(s.x, s.y, x, low, high, CUBE, mover)
    if mover != NONE and x == s.x[mover] and y == s.y[mover]:
        y = next_clear(s.x, s.y, x, y + 1, high, CUBE, mover)
    return y <= high


@rule
def can_move(s: State, n: int) -> bool:
    """Is there any point that this soldier may move to?"""
    for x in range(s.x[n] - TILE, s.x[n] + TILE + 1):
        if column_has_room(s, x, n):
            return True
    return False


@rule
def close_at(x: int, y: int, a: int, b: int) -> bool:
    """Would soldiers at these two places stand less than a cube's width apart?"""
    gx, gy = max(0, abs(a - x) - CUBE), max(0, abs(b - y) - CUBE)
    return squared(gx, gy) < CUBE * CUBE


@rule
def close(s: State, n: int, m: int) -> bool:
    return close_at(s.x[n], s.y[n], s.x[m], s.y[m])


@rule
def sees_place(s: State, n: int, x: int, y: int, but: int) -> bool:
    """Does nobody stand between this soldier and a place? Soldier `but` is at the place, or does not count."""
    for q in range(EACH * s.seats):
        there = q != n and q != but and s.x[q] != NONE
        if there and blocks(s.x[n] - s.x[q], s.y[n] - s.y[q], x - s.x[q], y - s.y[q], HALF_CUBE):
            return False
    return True


@rule
def sees(s: State, n: int, m: int) -> bool:
    return sees_place(s, n, s.x[m], s.y[m], m)


@rule
def is_target(s: State, deed: int, n: int, m: int) -> bool:
    """Can soldier n strike (STRIKE) or shoot (SHOOT) soldier m, an enemy that stands there?"""
    return close(s, n, m) if deed == STRIKE else sees(s, n, m)


@rule
def has_target(s: State, deed: int, n: int) -> bool:
    for m in range(EACH * s.seats):
        if s.x[m] != NONE and owner(m) != owner(n) and is_target(s, deed, n, m):
            return True
    return False


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def card_of(deed: int) -> int:
    """The symbol that does it."""
    return HAMMERS if deed == STRIKE else ARROW if deed == SHOOT else WHEEL if deed == THROW else DROP


@rule
def spend(s: State, seat: int, symbol: int) -> None:
    """A card goes from a hand to the discard pile."""
    s.hand[seat, symbol] -= 1
    s.held[seat] -= 1
    s.spent[symbol] += 1
    s.busy = 1


@rule
def could_play(s: State, seat: int, symbol: int) -> bool:
    """Is there anything that a card of this symbol could do for the seat now, in its own turn?"""
    if symbol == BRICKS:
        return False
    if BRINGS_SOLDIERS[symbol] == 1:
        return can_bring(s, seat, symbol)
    deed = STRIKE if symbol == HAMMERS else SHOOT
    for n in range(EACH * seat, EACH * seat + s.arrived[seat]):
        if s.x[n] != NONE and (symbol == WHEEL or has_target(s, deed, n)):
            return True
    return False


@rule
def can_bring(s: State, seat: int, symbol: int) -> bool:
    """Is there a soldier to be placed, or to be dropped while there are cards to draw?"""
    return reserve(s, seat) > 0 and (symbol == DROP or s.left > 0)

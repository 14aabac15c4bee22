"""The square track of Jump Gate: 36 spaces, 0 to 35 clockwise, with planets and gates, and what lies and flies there.

Spaces 0, 9, 18 and 27 are the corners; side k has the inner spaces 9k + 1 to 9k + 8.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, i64, option, random, rule
from brillig.parts.bits import bit, count63, has
from brillig.parts.boxes.greenbox import SYMBOLS
from brillig.parts.pile import shuffle
from brillig.parts.track import around

SEATS = 4  # the most that can play
SPACES = 36
SIDES = 4
SIDE = 9  # spaces from one corner to the next
INNER = 8  # spaces of a side between its corners
KINDS_OF_GATE = len(SYMBOLS)
BIG = 2  # symbols with a gate on every side; the others have two gates each
SMALL_GATES = 8
PLANETS = 20
CRATES = PLANETS - 1  # of a seat: none where its ship starts
CARDS = 9
OF_A_NUMBER = (3, 2, 1, 1, 1, 1)  # a seat's cards with a 1, 2, ... 6
NUMBERS = 6
ROUNDS = 300  # then the game is cut short
NONE = -1

# Codes: roll; play no card; a card forwards or backwards (plus its number, less one); and what is always refused.
ROLL, NO_CARD, FORWARDS, BACKWARDS = 0, 1, 2, 2 + NUMBERS
DIE_BACKWARDS, SKIP_GATE = BACKWARDS + NUMBERS, BACKWARDS + NUMBERS + 1

# What the mover is to do.
TO_ROLL, TO_CORRECT = 0, 1


class State(Record):
    track = option("random", "even", help="Gates anywhere on a side, or on every other space.")
    gate = i8(SPACES, shows="kind")  # the symbol of the gate on each space, NONE: a planet
    onward = i8(SPACES, shows="nothing")  # where a ship that lands there stands: thrown to a gate, or the same
    ship = i8(SEATS, shows="place")  # the space of each seat's ship
    crates = i64(SEATS, shows="bits")  # the planets, as bits, where crates of each seat wait
    picked = i8(SEATS)  # crates that each seat has picked up
    cards = i8(SEATS, NUMBERS)  # cards that each seat has left, by number
    spent = i8(SEATS)  # cards that it has played
    mover = i8(shows="seat")  # the seat whose turn it is, NONE when the game is over
    step = i8(shows="kind")  # TO_ROLL, or TO_CORRECT: it may play a card
    die = i8()  # what was rolled last, 0 before the first roll
    turns = i16()  # turns that are over
    start = i8(shows="nothing")  # where the ship that moved last came from
    landed = i8(shows="nothing")  # where it landed, before a gate threw it on; NONE if nothing has moved
    took = i8(shows="nothing")  # 1: it picked up a crate there
    last = i8(shows="nothing")  # the choice made last, NONE before the first
    last_seat = i8(shows="nothing")  # and whose it was


# ---- the track -----------------------------------------------------------------------------------------------------


@rule
def lay_track(s: State) -> None:
    """Two symbols have a gate on every side, the other four have two gates on different sides; the rest are planets."""
    for symbol in range(KINDS_OF_GATE):
        s.onward[symbol] = symbol
    shuffle(s.onward, KINDS_OF_GATE, s)  # the big symbols first; all this is written over when the gates lie
    deal_small_gates(s)
    for k in range(SMALL_GATES):
        s.onward[KINDS_OF_GATE + k] = s.gate[k]
    for space in range(SPACES):
        s.gate[space] = NONE
    for side in range(SIDES):
        for k in range(BIG):
            lay_gate(s, side, s.onward[k])
            lay_gate(s, side, s.onward[KINDS_OF_GATE + 2 * side + k])
    connect(s)


@rule
def deal_small_gates(s: State) -> None:
    """Shuffle the small gates into a pair for each side, again until no side has the same twice."""
    for k in range(SMALL_GATES):
        s.gate[k] = s.onward[BIG + k // 2]
    equal = True
    while equal:
        shuffle(s.gate, SMALL_GATES, s)
        equal = False
        for side in range(SIDES):
            if s.gate[2 * side] == s.gate[2 * side + 1]:
                equal = True


@rule
def lay_gate(s: State, side: int, symbol: int) -> None:
    """A gate goes to any free space of a side where gates may lie."""
    free = 0
    for k in range(1, INNER + 1):
        free += may_lie(s, side, k)
    left = random(s, free)
    for k in range(1, INNER + 1):
        left -= may_lie(s, side, k)
        if left < 0:
            s.gate[SIDE * side + k] = symbol
            return


@rule
def may_lie(s: State, side: int, k: int) -> int:
    """1 if a gate may be laid on the k-th inner space of a side."""
    if s.gate[SIDE * side + k] != NONE:
        return 0
    return 1 if s.track == 0 or k % 2 == 0 else 0


@rule
def connect(s: State) -> None:
    """From every gate a ship goes on to the next with the same symbol. Planets keep it."""
    for space in range(SPACES):
        target = space
        if s.gate[space] != NONE:
            target = around(space, 1, SPACES)
            while s.gate[target] != s.gate[space]:
                target = around(target, 1, SPACES)
        s.onward[space] = target


@rule
def place_crates(s: State) -> None:
    """Every seat has its ship on a corner, two of them on opposite ones, and a crate at every other planet."""
    for seat in range(s.seats):
        s.ship[seat] = seat * (2 * SIDE if s.seats == 2 else SIDE)
        s.crates[seat] = 0
        for space in range(SPACES):
            if s.gate[space] == NONE and space != s.ship[seat]:
                s.crates[seat] |= bit(space)


# ---- flying --------------------------------------------------------------------------------------------------------


@rule
def steps(code: int) -> int:
    """How far a card goes: negative is backwards."""
    return code - FORWARDS + 1 if code < BACKWARDS else BACKWARDS - 1 - code


@rule
def number(code: int) -> int:
    """The number on a card, less one."""
    return code - FORWARDS if code < BACKWARDS else code - BACKWARDS


@rule
def fly(s: State, seat: int, by: int) -> None:
    """A ship moves so many spaces and lands: a gate throws it on, and a crate of its own is picked up."""
    s.start = s.ship[seat]
    s.landed = around(s.start, by, SPACES)
    s.ship[seat] = s.onward[s.landed]
    s.took = 0
    if has(s.crates[seat], s.ship[seat]):
        s.crates[seat] &= ~bit(s.ship[seat])
        s.picked[seat] += 1
        s.took = 1


@rule
def left(s: State, seat: int) -> int:
    """Crates of a seat that still wait."""
    return count63(s.crates[seat])


@rule
def cards_left(s: State, seat: int) -> int:
    return CARDS - s.spent[seat]

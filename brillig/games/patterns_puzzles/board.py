"""The board of a puzzle: its record, how choices are numbered, what lies where and what fits.

A face is a number of nine octal digits, as in all games of the box (see parts/trickster/patterns.py). What lies under a
card is such a number too: the cards are gone through in the order they were laid, and each hides what is under it.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, i32, i64, option, rule
from brillig.parts.bits import has
from brillig.parts.puzzles import book, tables
from brillig.parts.trickster.overlap import MEETS, MIDDLE, MOVES, REACH, centres_of, squares_of
from brillig.parts.trickster.patterns import CARDS, FACE, TURNS

SEATS = 6
MOST_CARDS = book.MOST_CARDS
MOST_ACTIONS = 2000
MOST_TAKEN_BACK = 100  # how often a seat may change its mind about giving up: so that every game ends
NONE = -1

DEALT, FREE = 1, 1  # values of options
COUNT_UP = 1  # of the clock; then come the limits
LIMITS = (0, 0, 60, 90, 120, 180, 240, 300, 420, 600, 900)  # seconds, by the value of the clock
SOLVED, GIVEN_UP, TIME_UP, TOO_MANY = 1, 2, 3, 4  # how it ended

# Codes: a card of the list, a black square (the last number: anywhere else) and a rotation; then these.
ELSEWHERE = MOST_CARDS
WAYS = (MOST_CARDS + 1) * TURNS
PLACE = 0
LIFT = MOST_CARDS * WAYS
HINT = LIFT + MOST_CARDS
GIVE_UP, GO_ON, LOOK_ON = HINT + 1, HINT + 2, HINT + 3
CODES = LOOK_ON + 1


class State(Record):
    puzzle = option(
        range(1, tables.PUZZLES + 1), "1 star", "2 stars", "3 stars", "4 stars", "5 stars",
        help="The number of a puzzle, or a rating: then one at random.",
    )  # fmt: skip
    cards = option("common", "dealt", help="Dealt: each seat may lay and take back only cards of its own.")
    clock = option(
        "off", "count up", *(f"{seconds} s" for seconds in LIMITS[2:]),
        help="Count up: the time is shown. Seconds: the attempt ends unsolved when they are over.",
    )  # fmt: skip
    hints = option(0, 1, 2, 3, help="How often the table may be asked for a hint.")
    orientation = option("printed", "free", help="Free: the puzzle and its cards are turned by chance.")
    number = i16(shows="nothing")  # the puzzle, from 0
    quarter = i8()  # quarter turns clockwise by which all of it is turned
    count = i8()  # its cards, and its black squares
    card = i8(MOST_CARDS)  # the cards, by name
    x = i8(MOST_CARDS)  # how far to the right each black square is
    y = i8(MOST_CARDS)  # and how far down
    owner = i8(MOST_CARDS, shows="seat")  # whose card it is, if the cards are dealt; NONE: everybody's
    beside = i8(MOST_CARDS)  # the rotation in which a card waits beside the board
    square = i8(MOST_CARDS)  # the black square on which a card lies, NONE: beside the board
    rotation = i8(MOST_CARDS)  # as it lies; 0 beside the board
    order = i8(MOST_CARDS)  # 1 for the card laid first, and so on; 0: beside the board
    hints_left = i8()  # how often the table may still be asked
    named = i8()  # the card that the last hint named, NONE: none
    last = i8()  # the card that was laid by the last action, NONE: none
    actions = i16()  # cards laid and taken back
    gave_up = i8(shows="bits")  # a set of seats
    taken_back = i8(SEATS, shows="seats")  # how often each seat has taken that back
    looks_on = i8(shows="bits")  # a set of seats that wait for others to act
    ended = i8()  # SOLVED, GIVEN_UP, TIME_UP or TOO_MANY; 0 before the end
    took = i64(shows="nothing")  # milliseconds, when it has ended
    path = i8(MOST_CARDS, shows="nothing")  # black squares, those that share much with others first: for bots
    black = i32(MOST_CARDS, shows="nothing")  # which of the nine squares around each are black, as sevens


# ---- what lies there, and what fits --------------------------------------------------------------------------------


@rule
def step_between(s: State, first: int, second: int) -> int:
    """From one black square to another as overlap.py counts steps; NONE if their blocks share nothing."""
    right, down = s.x[second] - s.x[first] + REACH, s.y[second] - s.y[first] + REACH
    if right < 0 or right > 2 * REACH or down < 0 or down > 2 * REACH:
        return NONE
    return 5 * down + right


@rule
def moved(face: int, step: int) -> int:
    """What a card shows of itself on the nine squares that are this step away."""
    moves = MOVES[step]
    return (face >> moves if moves > 0 else face << -moves) & MEETS[step]


@rule
def face_of(s: State, card: int, rotation: int) -> int:
    face: int = FACE[CARDS * tables.SIDE[s.number] + s.card[card]][rotation]
    return face


@rule
def laid(s: State) -> int:
    """How many cards lie."""
    n = 0
    for card in range(s.count):
        n += 1 if s.square[card] != NONE else 0
    return n


@rule
def laid_as(s: State, n: int) -> int:
    """The card that was laid as the n-th, from 1; NONE if fewer lie."""
    for card in range(s.count):
        if s.order[card] == n:
            return card
    return NONE


@rule
def on_square(s: State, square: int) -> int:
    """The card whose centre lies on that black square, NONE: none."""
    for card in range(s.count):
        if s.square[card] == square:
            return card
    return NONE


@rule
def ground(s: State, square: int) -> int:
    """The nine squares under a card on that black square, as they are visible now."""
    under = 0
    for n in range(1, laid(s) + 1):
        card = laid_as(s, n)
        step = step_between(s, s.square[card], square)
        if step != NONE:
            under = (under & ~MEETS[step]) | moved(face_of(s, card, s.rotation[card]), step)
    return under


@rule
def to_match(under: int) -> int:
    """The digits in which a card must agree with what is under it, as sevens. A centre, above or below, need not.

    (Where there is no wild symbol the black squares are too far apart for a centre to meet anything.)
    """
    return 7 * squares_of(under) & ~(7 * centres_of(under) | MIDDLE)


@rule
def matches(s: State, under: int, card: int, rotation: int) -> bool:
    return (under ^ face_of(s, card, rotation)) & to_match(under) == 0


@rule
def is_covered(s: State, card: int) -> bool:
    """Does another card lie on any of its squares?"""
    for other in range(s.count):
        if s.order[other] > s.order[card] and step_between(s, s.square[card], s.square[other]) != NONE:
            return True
    return False


@rule
def may_move(s: State, seat: int, card: int) -> bool:
    return s.owner[card] == NONE or s.owner[card] == seat


@rule
def may_lift(s: State, card: int) -> bool:
    """Without the symbol any laid card, with it only one that nothing lies on."""
    return s.square[card] != NONE and (tables.WILD[s.number] == 0 or not is_covered(s, card))


@rule
def everybody(s: State) -> int:
    """The set of all seats."""
    seats: int = (1 << s.seats) - 1
    return seats


@rule
def may_change_its_mind(s: State, seat: int) -> bool:
    """Give up, or take that back: what a seat can do whatever lies there, until it has done so too often."""
    return not has(s.gave_up, seat) or s.taken_back[seat] < MOST_TAKEN_BACK


@rule
def may_look_on(s: State, seat: int) -> bool:
    """For programs: where cards are dealt, a seat may have nothing to do. Somebody must always be awake who can act."""
    if s.cards != DEALT or has(s.looks_on, seat):
        return False
    for other in range(s.seats):
        if other != seat and not has(s.looks_on, other) and may_change_its_mind(s, other):
            return True
    return False

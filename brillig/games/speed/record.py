"""The record of Speed: what lies where, how choices are numbered, and which cards fit on which.

Nobody knows what lies in which deck, so the unseen cards have no order and no owner: `pool` is all of them, and a deck
is only how many of them it has. A card gets its identity when it is drawn or turned up.
"""

from __future__ import annotations

from brillig.core import Record, i8, i32, i64, option, rule
from brillig.parts.bits import has
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, CARDS

SEATS = 2
HAND = 3
DECK = CARDS // SEATS
TO_SHED = DECK - 1  # what is left to a seat when its start card lies in the middle
NONE = -1
UNSEEN = -2  # a card in a hand that somebody may not look at
SECOND = 1000  # milliseconds
A_MOMENT = 2000  # so long a pile has just changed
BREATHER = 4000  # between two deals of a match

# The codes: card k of the hand on pile p is 2 k + p.
DRAW, WAIT = SEATS * HAND, SEATS * HAND + 1
CODES = WAIT + 1
KINDS = {"play a card": range(DRAW), "draw": range(DRAW, WAIT), "wait": range(WAIT, CODES)}

COUNTING, PLAYING, BETWEEN, OVER = range(4)  # phases: cards will turn, play, between two deals, the end
OUT, TIME_UP = 1, 2  # how a deal ended


def in_common(a: int, b: int) -> bool:
    return CARD_COLOUR[a] == CARD_COLOUR[b] or CARD_SYMBOL[a] == CARD_SYMBOL[b] or CARD_NUMBER[a] == CARD_NUMBER[b]


# The cards that fit on each card, as a set.
FITS = tuple(sum(1 << a for a in range(CARDS) if a != b and in_common(a, b)) for b in range(CARDS))
ALL_CARDS = (1 << CARDS) - 1


class State(Record):
    countdown = option(range(1, 6), default=3, help="Seconds before the start cards and all fresh cards turn up.")
    time_limit = option(range(60, 601), default=300, help="Seconds of playing time; then the fewest cards left win.")
    games = option(1, 3, 5, help="Best of so many deals.")
    show_fits = option("no", "yes", help="Yes: cards of your hand that fit are ticked, for beginners.")
    phase = i8()  # COUNTING, PLAYING, BETWEEN or OVER
    count = i8()  # seconds until cards turn up
    since = i64()  # when this second, this stretch of play or this breather began
    left = i32(shows="count")  # milliseconds of playing time, as of then
    pool = i64()  # a set: the cards in the decks, and before they turn up the start cards
    deck = i8(SEATS)  # how many cards
    hand = i8(SEATS, HAND, shows="kind")  # a card, NONE or UNSEEN; a card stays where it is until it is played
    drawn = i8(SEATS, HAND, shows="nothing")  # its place in its deck, from the bottom; for its name on the screen
    top = i8(SEATS, shows="kind")  # of each pile; NONE: its start card is still face down
    below = i8(SEATS, shows="nothing")  # the card that it lies on, NONE without or when that went into the stock
    name = i8(SEATS, shows="nothing")  # of each top card on the screen: DECK x seat + its place in the deck, or 0
    below_name = i8(SEATS, shows="nothing")  # of each card below
    layer = i8(SEATS, shows="seat")  # the seat that played each top, NONE: it was turned up
    changed = i64(SEATS)  # when each pile got its top
    height = i8(SEATS)  # cards in each pile
    under = i64()  # a set: the cards that lie under the tops
    stock = i64()  # a set: those that were gathered up from there, to be turned up in the place of a deck
    waits = i8(SEATS)  # 1: this seat can do nothing before a pile changes, and has said so
    last = i8()  # the seat that played or drew last, NONE after the table has acted
    deal = i8()  # the deal of the match, from 1
    ended = i8()  # how the last deal ended: OUT, TIME_UP; 0 before
    winner = i8(shows="seat")  # of the last deal, NONE in a draw
    won = i8(SEATS)  # deals


@rule
def held(s: State, seat: int) -> int:
    """How many cards this seat has in its hand."""
    n = 0
    for k in range(HAND):
        n += 1 if s.hand[seat, k] != NONE else 0
    return n


@rule
def cards_left(s: State, seat: int) -> int:
    left: int = s.deck[seat] + held(s, seat)
    return left


@rule
def ready(s: State, seat: int) -> int:
    """How many cards of a hand fit somewhere."""
    if s.top[0] == NONE:
        return 0
    fit = FITS[s.top[0]] | FITS[s.top[1]]
    n = 0
    for k in range(HAND):
        if s.hand[seat, k] >= 0 and has(fit, s.hand[seat, k]):
            n += 1
    return n


@rule
def can_play(s: State, seat: int) -> bool:
    return ready(s, seat) > 0


@rule
def can_act(s: State, seat: int) -> bool:
    return can_play(s, seat) or (s.deck[seat] > 0 and held(s, seat) < HAND)

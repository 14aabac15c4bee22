"""The record of a race in Trickster: what lies where, how choices are numbered, and why one may be refused."""

from __future__ import annotations

from brillig.core import Record, i8, i16, i64, one, option
from brillig.parts.trickster.overlap import DIFFERS, ON_CENTRE, PLACEMENTS, TOO_FEW, Board
from brillig.parts.trickster.patterns import DECKS, IN_A_DECK

SEATS = 7  # the most that any game of the box has
HAND = 3
LEAST = 3  # squares that a card must cover
WHOLE_DECK = (1 << IN_A_DECK) - 1
COUNT_DOWN = 3000  # milliseconds
MOST_TAKEN_BACK = 6  # then the table builds the starting board
MOST_IDLE = 3  # beats without a card that end a race

PICKING, BUILDING, READY, RACING, OVER = range(5)  # phases
OUT, BLOCKED, RESTED, STALLED, TIME = 1, 2, 3, 4, 5  # how a race ended
PICKED, TOGETHER, BEATS, ON = 1, 1, 1, 1  # values of options
APART = -2  # for the deck of the starting board: there is none, every seat has a table of its own
MADE = -1  # what others see of a choice for the next beat
AWAKE, RESTS, LOOKS_AGAIN, RESTS_ON = range(4)  # see `rest`

# Codes: a placement (see overlap.py) of a card of one's own deck, or of the starting deck while that is being built;
# then these. REST is to wait in a race of beats.
REST, MISS, TAKE_BACK, PICK = PLACEMENTS, PLACEMENTS + 1, PLACEMENTS + 2, PLACEMENTS + 3
CODES = PICK + DECKS
KINDS = {
    "place": range(PLACEMENTS), "rest": range(REST, MISS), "miss": range(MISS, TAKE_BACK),
    "take back": range(TAKE_BACK, PICK), "pick a deck": range(PICK, CODES),
}  # fmt: skip

# The first three are overlap.py's.
NOT_ON, NOT_HELD, BEATEN, OFF_TABLE, NOT_SQUARE, LOCKED, IS_OUT = 4, 5, 6, 7, 8, 9, 10
RESTING, CHOSEN, DECK_TAKEN, NOTHING_LAID, NOT_HERE, NO_LOCK = 11, 12, 13, 14, 15, 16
OWN, FROZEN = 17, 18  # where every seat has a table of its own
REFUSALS = {
    TOO_FEW: "It must cover at least three matching squares.",
    DIFFERS: "Not every covered square matches.",
    ON_CENTRE: "Centres may not be covered.",
    NOT_ON: "The race is not on.",
    NOT_HELD: "That card is not in your hand.",
    BEATEN: "Beaten to it: the table has changed.",
    OFF_TABLE: "That is off the table.",
    NOT_SQUARE: "Cards lie square, this side up.",
    LOCKED: "Wait a moment: your last try did not fit.",
    IS_OUT: "You are already out.",
    RESTING: "You rest until the next card is laid.",
    CHOSEN: "You have chosen for this beat.",
    DECK_TAKEN: "That deck is taken.",
    NOTHING_LAID: "There is no card to take back.",
    NOT_HERE: "That is for another part of the game.",
    NO_LOCK: "A try that does not fit costs nothing here.",
}


class Race(Record):
    side = option("animals", "gems", help="The side of the cards: Animal Patterns, or Gems, which is harder.")
    centers_wild = option("off", "on", help="Centers Wild: a centre, above or below, agrees with anything.")
    decks = option("random", "picked", help="Picked: seats claim their decks, first come, first served.")
    start_board = option("automatic", "together", help="Together: the players build the starting board.")
    tempo = option("clock", "beats", help="Beats: no clock; all choose at once, and chance says who was first.")
    stall = option(60, 120, 300, default=120, help="Seconds without a card after which the race ends.")
    miss_lock = option(0, 2000, default=2000, help="Milliseconds that a seat must wait after a try that does not fit.")
    board = one(Board)
    phase = i8()  # PICKING, BUILDING, READY, RACING or OVER
    ended = i8()  # OUT, BLOCKED, RESTED, STALLED or TIME; 0 before the end
    enough = i8()  # so many seats out end the race
    deck = i8(SEATS, shows="seats")  # the deck of each seat, NONE before it has one
    start = i8()  # the deck of the starting board, NONE before, APART where there is no common board
    aside = i8(shows="bits")  # its cards that do not lie on the table; this and the next two are sets of six cards
    hand = i8(SEATS, shows="bits seats")  # empty, with cards in the pile: nobody has looked, or another seat's
    pile = i8(SEATS, shows="bits seats")  # a draw pile has no order
    token = i8(SEATS, shows="seats")  # 1 for the first seat out, 2 for the second; 0 not out
    rest = i8(SEATS, shows="seats")  # AWAKE, RESTS, LOOKS_AGAIN or RESTS_ON
    chosen = i16(SEATS, shows="seats")  # in a race of beats: 1 + the code for the next beat, MADE; 0 not yet
    beaten = i8()  # a set of seats: whose choice for the last beat came too late
    idle = i8()  # beats without a card since the last one with
    taken_back = i8()  # cards taken back from the starting board
    locked = i64(SEATS, shows="count seats")  # a seat that missed may not place before this time
    since = i64()  # when the count-down began; then when the race began; then when the last card was laid

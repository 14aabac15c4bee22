"""The record of All Your Base, and what can be read off it."""

from __future__ import annotations

from brillig.core import Record, i8, i16, option, rule
from brillig.parts.boxes.greenbox import BLACK, CARD_COLOUR, CARD_NUMBER, CARDS, TILES, WHITE
from brillig.parts.hand import NONE, size

SEATS = 6
SYMBOLS = 6
CUBE_KINDS = 4
HAND = 10  # cards in the largest hand
PLAYED = 2  # cards that a seat plays in a turn, and cards that it keeps
PHASES = 3
TURNS = 5  # in a phase
HARDWARE_POINTS = 3
EVERYBODY = 127
UNSEEN = -2  # a card in somebody else's hand

PASS, DRAW = range(2)  # the option flow
PLAIN, ADVANCED = range(2)  # the option preparation

# Codes.
PICK = 0  # and the card: to be played in this turn
KEEP = CARDS  # and the card: to be kept when the others are passed on
BUILD = 2 * CARDS  # and the card: a station with its symbol
DROP = 3 * CARDS  # and the card: away with it
INSTALL = 4 * CARDS  # and 54 x the station + the card: a cube of the card's colour goes onto the station
LOAD = INSTALL + TILES * CARDS  # and 54 x the station + the card: the card becomes the station's software
CODES = LOAD + TILES * CARDS

# Steps of a turn.
PICKING, USING, KEEPING, OVER = range(4)

# Advanced preparation, by seats and phase: the highest number in the deck, and cards that are taken out by lot.
HIGHEST = ((6, 6, 6), (6, 6, 6), (2, 4, 6), (3, 4, 6), (4, 5, 6))
TAKEN_OUT = ((0, 0, 0), (0, 0, 0), (0, 12, 12), (0, 6, 12), (0, 4, 6))


class State(Record):
    flow = option("pass", "draw", help="With three seats: shrinking hands of ten, or hands of six that are refilled.")
    preparation = option(
        "plain", "advanced", help="Advanced, for two to four seats: low cards first, high cards later."
    )
    phase = i8()  # 0, 1 or 2; the last one stays when the game is over
    turn = i8()  # of the phase, from 0
    step = i8()  # PICKING, USING, KEEPING or OVER
    lead = i8(shows="seat")  # the seat that is first to use its cards in this turn
    mover = i8(shows="seat")  # the seat that uses its cards now, NONE while all choose at once
    hand = i8(SEATS, HAND, shows="kind")  # cards in ascending order, then NONE
    chosen = i8(SEATS, PLAYED, shows="kind")  # picked or to be kept, in hand and secret; in USING those left to use
    deck = i8(CARDS)  # a bag: 1 for every card of the draw pile
    left = i8(shows="count")  # how many there are
    discard = i8(CARDS)  # 1 for every card of the discard pile
    out = i8(CARDS)  # 1 for every card that was taken out by lot, which nobody has seen
    met = i8(CARDS)  # bits of the seats that have seen this card in the second phase, EVERYBODY if it was shown
    gone = i8(SEATS, CARDS)  # the turn, from 1, in which a seat passed this card on in this phase; 0: it did not
    fresh = i8(CARDS)  # 1 for every card that was shuffled in again in this phase
    drew = i8(SEATS)  # how many of those a seat has in hand
    stock = i8(SYMBOLS)  # stations left of each symbol
    supply = i8(CUBE_KINDS, shows="count")  # cubes left of each colour
    stations = i8()  # stations that were built, numbered in that order
    owner = i8(TILES, shows="seat")  # the seat that has built a station
    symbol = i8(TILES)  # and what it shows
    cubes = i8(TILES, CUBE_KINDS)  # hardware on it
    software = i8(TILES, shows="kind")  # the card on it, or NONE
    points = i16(SEATS, PHASES)  # what a seat has scored in each phase
    last = i16()  # the code used last in USING, NONE before the first


@rule
def draws(s: State) -> bool:
    """Are hands refilled? Two seats always do so, three may, more never."""
    return s.seats == 2 or (s.seats == 3 and s.flow == DRAW)


@rule
def is_advanced(s: State) -> bool:
    return s.preparation == ADVANCED and s.seats <= 4


@rule
def highest(s: State, phase: int) -> int:
    """The highest number in the deck of a phase."""
    return HIGHEST[s.seats][phase] if is_advanced(s) else 6


@rule
def dealt(s: State) -> int:
    """Cards in a hand at the beginning of a phase."""
    return 6 if draws(s) else 9 if s.seats == SEATS else HAND


@rule
def wanted(s: State, seat: int) -> int:
    """How many cards a seat still has to choose, when all choose at once."""
    n = size(s.hand[seat])
    if s.step == PICKING:
        return min(PLAYED, n) - size(s.chosen[seat])
    if s.step == KEEPING and n > PLAYED:
        return PLAYED - size(s.chosen[seat])
    return 0


@rule
def matches(card: int, colour: int) -> bool:
    """Does hardware of a colour work with this software? All does with white, none with black."""
    return CARD_COLOUR[card] == WHITE or (CARD_COLOUR[card] != BLACK and CARD_COLOUR[card] == colour)


@rule
def worth_with(s: State, station: int, card: int) -> int:
    """What a station scores with this software."""
    if card == NONE:
        return 0
    n = CARD_NUMBER[card]
    for colour in range(CUBE_KINDS):
        if matches(card, colour):
            n += HARDWARE_POINTS * s.cubes[station, colour]
    return n


@rule
def worth(s: State, station: int) -> int:
    """What a station scores as it is."""
    return worth_with(s, station, s.software[station])


@rule
def base_worth(s: State, seat: int) -> int:
    """What all stations of a seat score as they are."""
    n = 0
    for station in range(s.stations):
        if s.owner[station] == seat:
            n += worth(s, station)
    return n


@rule
def owns_any(s: State, seat: int) -> bool:
    for station in range(s.stations):
        if s.owner[station] == seat:
            return True
    return False


@rule
def score(s: State, seat: int) -> int:
    n = 0
    for phase in range(PHASES):
        n += s.points[seat, phase]
    return n

"""The table of Liar's Cards: what lies on it, how bids are written and ordered, and whether one holds."""

from __future__ import annotations

from brillig.core import Part, Record, i8, i16, one, option, rule
from brillig.core.record import Grid
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS
from brillig.parts.hand import NONE

SEATS = 10
CUBES = 5
MOST = 36  # cards in a round: nine seats with four each
LAST_FEW = 4  # with fewer cards than this in play, bids are on their total value
UNSEEN = -2  # a card in a hand that somebody may not look at
OVER = -1  # as the mover

# The codes: a number of cards with a symbol (6 x (number - 1) + symbol), a total (from 1), a call, a wild symbol.
BID, TOTAL, LIAR, WILD = 0, 6 * MOST, 6 * MOST + 18, 6 * MOST + 19
KINDS = {
    "bid on a symbol": range(BID, TOTAL),
    "bid on the total": range(TOTAL, LIAR),
    "call liar": range(LIAR, WILD),
    "name the wild symbol": range(WILD, WILD + 6),
}


class Challenge(Part):
    """How the last round ended."""

    hand = i8(SEATS, CUBES, shows="nothing")  # the hands as they were laid open
    bid = i16(shows="code")  # the bid that was called, as its code
    bidder = i8(shows="seat")  # the seat that made it
    caller = i8(shows="seat")  # the seat that called it a lie; NONE before the first challenge
    wild = i8()  # the symbol that was wild, or NONE
    held = i8()  # 1 if the bid was true, and the caller lost the cube


class State(Record):
    track = option("by value", "shuffled", help="Shuffled: the starting bidder of each round names the wild symbol.")
    cubes = option("five", "as cards", help="With 8 to 10 seats: five cubes each, or as many as cards are dealt.")
    row = i8(6)  # the symbols of the tiles, position 1 first
    askew = i8()  # 1 if the tile on position 1 is turned: its symbol is wild
    lives = i8(SEATS)  # cubes
    fell = i8(SEATS, shows="count")  # the round after which a seat was out, from 1; 0 while it is in
    hand = i8(SEATS, CUBES, shows="kind")  # the cards of each seat in ascending order, then NONE
    deck = i8(CARDS)  # a bag: 1 for every card that nobody holds
    dealt = i8(shows="count")  # cards in all hands together
    at = i8(shows="count")  # rounds that are over
    starter = i8(shows="seat")  # who made or makes the first bid
    mover = i8(shows="seat")  # the seat to decide, or OVER
    naming = i8()  # 1 while the starter has to name the wild symbol
    bid = i16(shows="code")  # the last bid of this round as its code, or NONE
    bidder = i8(shows="seat")  # who made it, or NONE
    said = i16(SEATS, shows="code")  # the last bid of each seat in this round, or NONE
    last = one(Challenge)


@rule
def most_cards(s: State) -> int:
    """What a seat is dealt while it has cubes enough: the deck must go round."""
    return 5 if s.seats <= 7 else 4 if s.seats <= 9 else 3


@rule
def height(s: State, code: int) -> int:
    """Bids on symbols in their order: by number, then by position on the track. No bid is below all."""
    if code == NONE:
        return NONE
    position = 0
    while s.row[position] != code % 6:
        position += 1
    return 6 * (code // 6) + position


@rule
def next_in(s: State, seat: int) -> int:
    """The next seat clockwise that still has cubes."""
    seat = (seat + 1) % s.seats
    while s.lives[seat] == 0:
        seat = (seat + 1) % s.seats
    return seat


@rule
def holds(s: State, hands: Grid, bid: int, wild: int) -> bool:
    """Is a bid true of these hands, when this symbol is wild (or NONE)?"""
    if bid >= TOTAL:
        return worth(s, hands) > bid - TOTAL
    natural = of_symbol(s, hands, bid % 6)
    return natural > 0 and natural + (of_symbol(s, hands, wild) if wild != bid % 6 else 0) > bid // 6


@rule
def of_symbol(s: State, hands: Grid, symbol: int) -> int:
    """How many cards show it; of no symbol, none."""
    n = 0
    for seat in range(s.seats):
        for k in range(CUBES):
            if hands[seat, k] != NONE and CARD_SYMBOL[hands[seat, k]] == symbol:
                n += 1
    return n


@rule
def worth(s: State, hands: Grid) -> int:
    """What the numbers on the cards come to."""
    total = 0
    for seat in range(s.seats):
        for k in range(CUBES):
            if hands[seat, k] != NONE:
                total += CARD_NUMBER[hands[seat, k]]
    return total

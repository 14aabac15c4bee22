"""The tunnel, the pirates in it and the cards: the record, and what can be read off the table."""

from __future__ import annotations

from brillig.core import Record, Row, i8, i16, option, rule
from brillig.parts.bag import total
from brillig.parts.boxes.greenbox import CARDS, TILES

SEATS = 4  # the most that can play
MOST = 6  # pirates of a seat
KINDS_OF_CARD = 6  # only the symbol of a card matters
ENTRANCE, OUT = 0, TILES + 1  # the tiles are 1 to 36
PLACES = OUT + 1
NONE = -1
BASIC, ADVANCED = 0, 1
USUAL = (3, 6)  # pirates, by the rules
ROUNDS = 200  # of the advanced game, at most
ACTIONS = 3  # in a turn of the advanced game, at most
FULL = 3  # pirates on a tile that nobody goes back to

# Codes: a symbol and the place of the pirate that runs with it; the place of a pirate that goes back; to end the turn.
FORWARD = 0
BACK = KINDS_OF_CARD * PLACES
END = BACK + PLACES


class State(Record):
    rules: int = option(
        "basic", "advanced", help="Two games: a card a turn; or three actions, and going back for cards."
    )
    pirates: int = option(
        "usual", "1", "2", "3", "4", "5", "6", help="Pirates of each seat; usual are 3, and 6 with the advanced rules."
    )
    hand: int = option(1, 2, 3, 4, 5, 6, default=3, help="Cards dealt to each seat.")
    symbol = i8(PLACES)  # of each tile, NONE outside
    at = i8(SEATS, MOST)  # the place of each pirate, NONE for those who do not play
    crowd = i8(PLACES)  # pirates at each place
    deck = i8(KINDS_OF_CARD)  # a bag: the draw pile, by symbol
    discard = i8(KINDS_OF_CARD)  # the cards played
    cards = i8(SEATS, KINDS_OF_CARD)  # in each hand
    held = i8(SEATS)  # how many cards each seat has: known even where they are not
    # What everybody can know who counts: when the discard pile is shuffled, all other cards are in hands.
    sure = i8(KINDS_OF_CARD)  # the cards that have been in hands since the last shuffle
    kept = i8(SEATS)  # how many of them each seat has
    old = i8(SEATS, KINDS_OF_CARD)  # and which
    mover = i8()  # the seat to decide, NONE when the game is over
    action = i8()  # actions that it has made in this turn
    turn = i16()  # turns that are over, of all seats
    last = i16()  # the choice made last, NONE before the first
    last_seat = i8()  # and who made it
    reached = i8()  # the place that the last pirate has come to, NONE before the first
    moved = i8()  # which pirate of its seat that was
    done = i8()  # actions of the turn that ended last


@rule
def crew(s: State) -> int:
    """Pirates of each seat."""
    return USUAL[s.rules] if s.pirates == 0 else s.pirates


@rule
def out_of(s: State, seat: int) -> int:
    """How many pirates of a seat are out."""
    n = 0
    for k in range(MOST):
        if s.at[seat, k] == OUT:
            n += 1
    return n


@rule
def way_of(s: State, seat: int) -> int:
    """The tiles that all its pirates have behind them."""
    n = 0
    for k in range(crew(s)):
        n += s.at[seat, k]
    return n


@rule
def stands(s: State, seat: int, place: int) -> int:
    """How many pirates of a seat are there."""
    n = 0
    for k in range(MOST):
        if s.at[seat, k] == place:
            n += 1
    return n


@rule
def ahead(s: State, place: int, symbol: int) -> int:
    """Where a card takes a pirate: the next tile with its symbol that is free, else out."""
    for tile in range(place + 1, OUT):
        if s.symbol[tile] == symbol and s.crowd[tile] == 0:
            return tile
    return OUT


@rule
def behind(s: State, place: int) -> int:
    """Where a pirate goes back to: the next tile with one or two pirates; ENTRANCE if there is none."""
    for tile in range(place - 1, ENTRANCE, -1):
        if 0 < s.crowd[tile] < FULL:
            return tile
    return ENTRANCE


@rule
def draw_pile(s: State) -> int:
    """How many cards it has: all that are neither played nor in hands."""
    return CARDS - total(s.discard) - total(s.held)


@rule
def to_come(s: State) -> int:
    """How many cards can still be drawn, when the discard pile is shuffled too."""
    return CARDS - total(s.held)


@rule
def score(s: State, seat: int) -> int:
    return out_of(s, seat)


@rule
def rank(s: State, out: Row) -> None:
    """By pirates out, then by the way that all of them have come."""
    for seat in range(s.seats):
        out[seat] = 1
        mine = out_of(s, seat) * OUT * MOST + way_of(s, seat)
        for other in range(s.seats):
            if out_of(s, other) * OUT * MOST + way_of(s, other) > mine:
                out[seat] += 1

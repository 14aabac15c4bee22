"""The world of War 2.0: tiles laid like a honeycomb, who stands on them, and the record of a game.

A cell is 9 x row + column, counted from 0. Every other row, from the second on, is shifted half a tile to the right, so
a tile has up to six neighbours. Seats play nine cards each: positions 0 to 8 of their colour's cards in the deck.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, option, rule
from brillig.parts.boxes.greenbox import BLUE, CARD_NUMBER, CARD_SYMBOL, GREEN, RED, WHITE, YELLOW

SEATS = 4  # the most that can play
ROWS, COLUMNS = 8, 9
CELLS = ROWS * COLUMNS
AROUND = 6
SYMBOLS = 6
BROWN, OCEAN = SYMBOLS, -1  # what else a cell may show
UNITS = 20  # of a seat
CARDS = 9  # of a seat
NUMBERS = 6
NONE = -1
HIDDEN = CARDS  # a battle card that lies face down

# The colours whose cards the seats play, in the order of the deck, and the colours of their cubes, by the number of seats.
DECK_ROW = ((0, 0, 0, 0), (0, 0, 0, 0), (0, 1, 0, 0), (0, 1, 2, 0), (3, 4, 0, 1))
CARD_COLOURS = ((), (), (BLUE, YELLOW), (BLUE, YELLOW, WHITE), (RED, GREEN, BLUE, YELLOW))
CUBE_COLOURS = ((), (), (BLUE, YELLOW), (BLUE, YELLOW, RED), (RED, GREEN, BLUE, YELLOW))
KINDS_OF_SYMBOL = (0, 0, 4, 5, 6)  # in play, by the number of seats
# The cards that a seat begins with, as bits, and those that come later: the 4, the 5 and the 6.
FIRST_HAND = 0b111000111
LATER = (5, 4, 3)

# What is to be decided.
START_TILE, EXTRA_UNIT, START_CARD, ACTION, CARD, REINFORCING, MOVING, BATTLE, FLEEING, ADVANCING, OVER = range(11)

# Codes: a tile; one of the seat's cards; what to do with an action, or to do no more; from a tile (times six) towards one
# of its neighbours, to move a unit or to attack; how many units advance.
TILE = 0
PLAY = CELLS
REINFORCE, MOVE, END_TURN, STOP = range(PLAY + CARDS, PLAY + CARDS + 4)
GO = STOP + 1
ADVANCE = GO + AROUND * CELLS
CODES = ADVANCE + UNITS


@rule
def near(cell: int, k: int) -> int:
    """The cell to the left, right, upper left, upper right, lower left or lower right; NONE outside the grid."""
    row, column = cell // COLUMNS, cell % COLUMNS
    column += 2 * k - 1 if k < 2 else k % 2 - 1 + row % 2
    row += 0 if k < 2 else -1 if k < 4 else 1
    inside = 0 <= row < ROWS and 0 <= column < COLUMNS
    return row * COLUMNS + column if inside else NONE


class State(Record):
    map = option("random", "Heartland", "Two Continents", "Inner Sea", help="A world by lot, or a named one.")
    style = option("tight", "spacious", help="A random world: one island, or oceans and narrow paths.")
    grouping = option("spread", "clustered", help="A random world: equal symbols apart, or together.")
    tile = i8(CELLS, shows="kind 8x9")  # the symbol on each cell, BROWN or OCEAN
    owner = i8(CELLS, shows="seat 8x9")  # the seat whose units stand there, else NONE
    units = i8(CELLS, shows="count 8x9")  # and how many
    supply = i8(SEATS)  # units of each seat that are not on the map
    hand = i16(SEATS, shows="bits")  # the cards in each seat's hand, as bits
    played = i16(SEATS, shows="bits")  # and those that it has played
    added = i8(SEATS)  # how many of the 4, 5 and 6 it has added
    out = i8(SEATS)  # 0: still in; else 1 for the first to lose its last unit, 2 for the second ...
    gone = i8()  # seats that are out
    starter = i8(shows="seat")  # the seat that takes the first turn
    laid = i8()  # units that were laid before the first turn
    mover = i8(shows="seat")  # the seat whose turn it is
    step = i8(shows="kind")  # what is to be decided
    turns = i16()  # turns begun
    actions = i8()  # that the mover may still take
    action = i8()  # REINFORCE or MOVE while its card is chosen
    reinforced = i8()  # 1: already in this turn
    left = i8()  # tiles that may still be reinforced, or used as a source
    used = i8(CELLS, shows="count 8x9")  # 1: a tile that was, in this action
    source = i8(shows="place 8x9")  # the tile that units move from, NONE if none has yet
    start = i8(shows="place 8x9")  # in a battle: the tile attacked from
    target = i8(shows="place 8x9")  # and the tile attacked
    defender = i8(shows="seat")  # whose it is
    chosen = i8(2)  # the battle cards of attacker and defender, NONE: not chosen yet
    fought = i8(2)  # attacker and defender of the last battle
    shown = i8(2)  # their cards, NONE before the first battle
    strength = i8(2)  # and how strong they were
    closing = i8()  # 1: everybody has added the 6; 2: the final turns are being played
    finals = i8()  # seats that may still have a final turn, those that are out included
    bag = i8(SYMBOLS + 1, shows="nothing")  # while a random world is laid: tiles that are still to be dealt
    last = i16(shows="nothing")  # the choice made last, NONE before the first and for battle cards
    last_seat = i8(shows="nothing")  # and whose it was


# ---- tiles ---------------------------------------------------------------------------------------------------------


@rule
def is_land(s: State, cell: int) -> bool:
    return cell != NONE and s.tile[cell] != OCEAN


@rule
def is_free(s: State, cell: int) -> bool:
    """Land where nobody stands."""
    return is_land(s, cell) and s.owner[cell] == NONE


@rule
def put(s: State, seat: int, cell: int, n: int) -> None:
    """Units come to a tile that is free or the seat's own."""
    s.owner[cell] = seat
    s.units[cell] += n


@rule
def take(s: State, cell: int, n: int) -> None:
    """Units leave a tile; the last one leaves it free."""
    s.units[cell] -= n
    if s.units[cell] == 0:
        s.owner[cell] = NONE


@rule
def may_move(s: State, seat: int, cell: int, k: int) -> bool:
    """Can a unit go from an own tile to this neighbour, while another stays behind?"""
    to = near(cell, k)
    return (
        s.owner[cell] == seat and s.units[cell] > 1 and is_land(s, to) and (s.owner[to] == NONE or s.owner[to] == seat)
    )


@rule
def may_attack(s: State, seat: int, cell: int, k: int) -> bool:
    to = near(cell, k)
    return s.owner[cell] == seat and is_land(s, to) and s.owner[to] != NONE and s.owner[to] != seat


@rule
def tiles_of(s: State, seat: int) -> int:
    n = 0
    for cell in range(CELLS):
        n += 1 if s.owner[cell] == seat else 0
    return n


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def number_of(position: int) -> int:
    """The number on a card; it is the same in every colour."""
    return CARD_NUMBER[position]


@rule
def symbol_of(s: State, seat: int, position: int) -> int:
    return CARD_SYMBOL[CARDS * DECK_ROW[s.seats][seat] + position]


@rule
def holds(s: State, seat: int, position: int) -> bool:
    return (s.hand[seat] >> position) & 1 == 1


@rule
def cards_in(bits: int) -> int:
    n = 0
    for position in range(CARDS):
        n += (bits >> position) & 1
    return n


# ---- points --------------------------------------------------------------------------------------------------------


@rule
def score(s: State, seat: int) -> int:
    """A point a tile, 1 + 2 + ... for different symbols, 5 for all three tiles of a symbol."""
    points, different = 0, 0
    for symbol in range(SYMBOLS + 1):
        n = 0
        for cell in range(CELLS):
            if s.owner[cell] == seat and s.tile[cell] == symbol:
                n += 1
        points += n
        if symbol < SYMBOLS and n > 0:
            different += 1
            points += 5 if n == 3 else 0
    return points + different * (different + 1) // 2

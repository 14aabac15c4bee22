"""What lies on the table, how choices are numbered, and what can be read off the field.

A cell is 0 to 8 by rows here and 1 to 9 on the table. A set of cells is the bits of one number.
"""

from __future__ import annotations

from brillig.core import Record, i8, rule
from brillig.parts.bag import total
from brillig.parts.bits import bit, has
from brillig.parts.boxes.jabberwocky import CARD_COLOUR, CARD_NUMBER, GREEN, PURPLE, YELLOW

CELLS = 9
COLOURS = 3
HAND = 2
GAP = -1  # where a card was captured
NO_CARD = -1  # the place in the hand of the card just played

# The steps of a turn at which the seat decides.
PLAYING, REMOVING, CAPTURING, OVER = 0, 1, 2, 3

# Codes: a place in the hand and a cell; a cell and a gem colour; a cell; and what is always refused.
PLAY, REMOVE, CAPTURE = 0, HAND * CELLS, HAND * CELLS + CELLS * COLOURS
TAKE_SUPPLY, SKIP, PASS = CAPTURE + CELLS, CAPTURE + CELLS + 1, CAPTURE + CELLS + 2

# The cells directly beside each cell, gaps included.
BESIDE = tuple(
    sum(1 << near for near in range(CELLS) if abs(near // 3 - cell // 3) + abs(near % 3 - cell % 3) == 1)
    for cell in range(CELLS)
)


class State(Record):
    card = i8(9)  # the card in each cell, or GAP
    gems = i8(9, 3, shows="count")  # the gems on it, by colour
    # A card drawn takes the place of the card played, so that the other place goes on meaning the same card.
    hand = i8(2)  # the two cards in hand
    deck = i8(15)  # a bag of the cards to come
    discard = i8(15)  # a bag of those played and removed
    boxed = i8(15)  # a bag of those that are out of the game
    supply = i8(3, shows="count")  # gems to come, by colour
    boxed_gems = i8(3, shows="count")  # gems out of the game
    broiled = i8(3, shows="count")  # gems that have been broiled
    step = i8()  # PLAYING, REMOVING, CAPTURING or OVER
    fresh = i8()  # the cell of the card played last, -1 before the first; safe until the next turn's captures
    to_remove = i8()  # gems that are still to be removed this turn
    last_turn = i8()  # 1 when a purple gem was wanted from the supply and none was there
    last = i8()  # the choice made last, -1 before the first


# ---- what a card does to the card it replaces ----------------------------------------------------------------------


@rule
def gain(new: int, old: int) -> int:
    """How many gems of its own colour a card brings when it replaces another."""
    if CARD_NUMBER[new] < CARD_NUMBER[old]:
        return 0
    return CARD_NUMBER[new] - CARD_NUMBER[old] if CARD_COLOUR[new] == CARD_COLOUR[old] else 1


@rule
def matched(new: int, old: int) -> bool:
    """Is the number the same? Then a gem of the old card's colour comes too."""
    return CARD_NUMBER[new] == CARD_NUMBER[old]


@rule
def loss(new: int, old: int) -> int:
    """How many gems must be removed for a card that replaces a higher one."""
    if CARD_NUMBER[new] >= CARD_NUMBER[old]:
        return 0
    return 1 if CARD_COLOUR[new] == CARD_COLOUR[old] else CARD_NUMBER[old] - CARD_NUMBER[new]


# ---- sets of cells -------------------------------------------------------------------------------------------------


@rule
def standing(s: State) -> int:
    """The cells that still have a card."""
    cells = 0
    for cell in range(CELLS):
        if s.card[cell] != GAP:
            cells |= bit(cell)
    return cells


@rule
def busy(s: State) -> int:
    """The cells whose card has a gem on it."""
    cells = 0
    for cell in range(CELLS):
        if total(s.gems[cell]) > 0:
            cells |= bit(cell)
    return cells


@rule
def surrounded(s: State) -> int:
    """The cells whose card can be captured: not the fresh one, with neighbours, and all of those busy."""
    cards, full, cells = standing(s), busy(s), 0
    for cell in range(CELLS):
        neighbours = BESIDE[cell] & cards
        if has(cards, cell) and cell != s.fresh and neighbours != 0 and neighbours & ~full == 0:
            cells |= bit(cell)
    return cells


# ---- points --------------------------------------------------------------------------------------------------------


@rule
def score(s: State, seat: int) -> int:
    points = 2 * s.broiled[GREEN] + s.broiled[YELLOW] - s.broiled[PURPLE]
    for cell in range(CELLS):
        points += s.gems[cell, PURPLE] - s.gems[cell, YELLOW] - 2 * s.gems[cell, GREEN]
    return points

"""The record of Flower Garden, and what can be read off it.

A row of the shop is called by its first card, which never changes; so a choice means the same wherever rows lie.
"""

from __future__ import annotations

from brillig.core import Record, Row, i8, i16, rule
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, CARDS
from brillig.parts.hand import NONE

SEATS = 5
HAND = 6
FLOWERS = 4  # colours of flowers; white and black cards stand for any of them
MOST_THROWN = 4  # cards that may be discarded in a turn
AGES = 3  # five seats shuffle the discard pile twice
ALIKE = 9  # cards with the same symbol
UNSEEN = -2  # a card in somebody else's hand

# Codes.
NEW_ROW = 0  # and the card: it begins a row
ADD = CARDS  # and 54 x the first card of the row + the card: it goes to the end of that row
BED = ADD + CARDS * CARDS  # and 4 x the card + the colour of the flowers planted on it
DISCARD = BED + FLOWERS * CARDS  # and the card
TAKE = DISCARD + CARDS  # and the colour of the flowers that a white or black card brings
STOP = TAKE + FLOWERS  # no more cards, neither in the shop nor to the discard pile
CODES = STOP + 1

# Steps of a turn.
ACT, MORE, COLOUR, THROW = range(4)  # the first choice; another card in the row; a colour; another card to discard

OF_SYMBOL = tuple(tuple(card for card in range(CARDS) if CARD_SYMBOL[card] == symbol) for symbol in range(6))


class State(Record):
    mover = i8(shows="seat")  # the seat to decide, NONE when the game is over
    step = i8()  # ACT, MORE, COLOUR or THROW
    at = i8(shows="kind")  # the row that is played to in this turn, by its first card; NONE
    twins = i8()  # 1 if that row has two cards with the same number
    played = i8()  # cards laid in the shop or discarded in this turn
    last = i16()  # the code chosen last, NONE at the start
    deck = i8(CARDS)  # a bag: 1 for every card of the draw pile
    left = i8(shows="count")  # how many there are
    emptied = i8()  # how often the draw pile has been emptied
    discard = i8(CARDS)  # 1 for every card of the discard pile
    age = i8(CARDS)  # how often the pile had been emptied when this card was last shuffled
    hand = i8(SEATS, HAND, shows="kind")  # cards in ascending order, then NONE
    aged = i8(SEATS, AGES)  # how many cards of each age a seat holds: everybody can tell
    row = i8(CARDS)  # for each card in the shop the first card of its row; NONE
    place = i8(CARDS)  # and its place in that row, from 0
    tail = i8(CARDS)  # by the first card of a row: its last card; NONE where no row begins
    length = i8(CARDS)  # and how many cards it has
    flowers = i8(FLOWERS)  # in each pile
    basket = i8(SEATS, FLOWERS, shows="count")  # flowers that a seat has not planted
    bed = i8(CARDS, shows="seat")  # the seat in whose garden a card lies, or NONE
    bloom = i8(CARDS)  # the colour of the flowers on that card, or NONE
    planted = i8(SEATS)  # flowers in each garden


@rule
def limit(s: State) -> int:
    """When the pile has been emptied so often, the game is over."""
    return 3 if s.seats == SEATS else 2


@rule
def is_wild(card: int) -> bool:
    """White and black stand for any one colour."""
    return CARD_COLOUR[card] >= FLOWERS


@rule
def continues(s: State, card: int, row: int) -> bool:
    """Does a card go to the end of a row, if there is one that begins with that card?"""
    end = s.tail[row]
    return end != NONE and CARD_SYMBOL[card] == CARD_SYMBOL[end] and CARD_NUMBER[card] <= CARD_NUMBER[end]


@rule
def can_add(s: State, seat: int) -> bool:
    """Does the seat hold another card for the row it plays to?"""
    for k in range(HAND):
        if s.hand[seat, k] >= 0 and continues(s, s.hand[seat, k], s.at):
            return True
    return False


@rule
def can_plant(s: State, seat: int, card: int, colour: int) -> bool:
    """Are there flowers of that colour for a bed on this card?"""
    fits = is_wild(card) or CARD_COLOUR[card] == colour
    return fits and s.basket[seat, colour] >= CARD_NUMBER[card]


@rule
def unplanted(s: State, seat: int) -> int:
    n = 0
    for colour in range(FLOWERS):
        n += s.basket[seat, colour]
    return n


@rule
def empty_piles(s: State) -> int:
    """How many colours of flowers have run out."""
    n = 0
    for colour in range(FLOWERS):
        if s.flowers[colour] == 0:
            n += 1
    return n


@rule
def score(s: State, seat: int) -> int:
    return s.planted[seat] - unplanted(s, seat)


@rule
def held(hand: Row, card: int) -> bool:
    """Is that card in this hand?"""
    for k in range(HAND):
        if hand[k] == card:
            return True
    return False

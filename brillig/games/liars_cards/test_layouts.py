"""Positions for the tests of Liar's Cards, and bids in words."""

from brillig.core import Table
from brillig.games.liars_cards.bids import CUBES, LAST_FEW, SEATS, TOTAL
from brillig.games.liars_cards.game import GAME
from brillig.parts.boxes.greenbox import CARDS
from brillig.parts.hand import NONE

A, B, C = 0, 1, 2
# The hands of examples 2 to 5: Drop 3, Hammers 3, Three Circles 2, Bricks 2, Wheel 2, Arrow 3.
FIFTEEN = ((0, 33, 2, 9, 12), (10, 18, 24, 52, 38), (45, 50, 27, 1, 42))


def bid(number: int, symbol: int) -> int:
    return 6 * (number - 1) + symbol


def total(value: int) -> int:
    return TOTAL + value - 1


def dealt(*hands, lives=None, gear="plain", row=None, **options) -> Table:
    """A table where these hands have just been dealt and the first seat starts."""
    table = GAME.new(len(hands), options=options, gear=gear)
    s = table.plain
    for card in range(CARDS):
        s.deck[card] = 1
    for seat in range(SEATS):
        cards = sorted(hands[seat]) if seat < len(hands) else []
        for k in range(CUBES):
            s.hand[seat, k] = cards[k] if k < len(cards) else NONE
        for card in cards:
            s.deck[card] = 0
        s.lives[seat] = lives[seat] if lives and seat < len(hands) else len(cards)
    s.dealt = sum(map(len, hands))
    s.starter = s.mover = 0
    symbols = s.dealt >= LAST_FEW
    s.askew, s.naming = int(symbols and s.track == 0), int(symbols and s.track == 1)
    for k, symbol in enumerate(row or ()):
        s.row[k] = symbol
    return table


def play(table: Table, *codes: int) -> None:
    """Each choice by the seat whose turn it is."""
    for code in codes:
        table.play(table.waiting()[0], code)


def lives(table: Table) -> list[int]:
    return list(table.plain.lives)[: table.seats]

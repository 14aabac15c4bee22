"""Positions for the tests of All Your Base, and choices in words."""

from brillig.core import Table
from brillig.games.all_your_base.base import (
    BUILD,
    CUBE_KINDS,
    DROP,
    HAND,
    INSTALL,
    KEEP,
    LOAD,
    PICK,
    PICKING,
    PLAYED,
    SEATS,
    SYMBOLS,
    USING,
)
from brillig.games.all_your_base.game import GAME
from brillig.parts.boxes.greenbox import CARDS, TILES
from brillig.parts.hand import NONE

A, B, C = 0, 1, 2


def pick(card: int) -> int:
    return PICK + card


def keep(card: int) -> int:
    return KEEP + card


def build(card: int) -> int:
    return BUILD + card


def drop(card: int) -> int:
    return DROP + card


def install(card: int, station: int) -> int:
    """A cube of the card's colour onto a station."""
    return INSTALL + CARDS * station + card


def load(card: int, station: int) -> int:
    """The card as the software of a station."""
    return LOAD + CARDS * station + card


def laid(
    *hands, shown=(), stations=(), stock=None, supply=(20, 20, 20, 20), away=(), deck=None, lead=0, turn=0, phase=0,
    gear="plain", **options,
) -> Table:  # fmt: skip
    """A table with these hands, and stations: (seat, symbol, cubes by colour, software) each, in the order of their numbers.

    With `shown`, a row of cards for each seat, all have picked and the lead seat is to use its cards. Cards that are named
    nowhere are in the draw pile, or, if its cards are given, are out of the game.
    """
    table = GAME.new(len(hands), options=options, gear=gear)
    s = table.plain
    software = {station[3] for station in stations} - {NONE}
    placed = {card for cards in (*hands, *shown, away, deck or ()) for card in cards} | software
    rest = [card for card in range(CARDS) if card not in placed]
    for card in range(CARDS):
        s.deck[card] = int(card in (rest if deck is None else deck))
        s.discard[card] = int(card in away)
        s.out[card] = int(deck is not None and card in rest)
        s.fresh[card] = 0
        for seat in range(SEATS):
            s.gone[seat, card] = 0
    s.left = sum(s.deck)
    for seat in range(SEATS):
        fill(s.hand[seat], sorted(hands[seat]) if seat < len(hands) else [], HAND)
        fill(s.chosen[seat], sorted(shown[seat]) if seat < len(shown) else [], PLAYED)
        s.drew[seat] = 0
    s.stations = len(stations)
    for k in range(TILES):
        s.owner[k] = s.symbol[k] = 0
        s.software[k] = NONE
    for k, (seat, symbol, cubes, card) in enumerate(stations):
        s.owner[k], s.symbol[k], s.software[k] = seat, symbol, card
        for colour in range(CUBE_KINDS):
            s.cubes[k, colour] = cubes[colour]
    for symbol in range(SYMBOLS):
        if stock is not None:
            s.stock[symbol] = stock[symbol]
    for colour in range(CUBE_KINDS):
        s.supply[colour] = supply[colour]
    s.lead, s.turn, s.phase = lead, turn, phase
    s.step, s.mover = (USING, lead) if shown else (PICKING, NONE)
    return table


def fill(row, cards, room: int) -> None:
    for k in range(room):
        row[k] = cards[k] if k < len(cards) else NONE


def play(table: Table, *codes: int) -> None:
    """Each choice by the only seat that is to decide."""
    for code in codes:
        table.play(table.waiting()[0], code)


def everyone(table: Table, choose) -> None:
    """All seats that are asked make the choices that `choose` names for their hand, until none is asked in this step."""
    step, turn = table.plain.step, table.plain.turn
    while table.plain.step == step and table.plain.turn == turn and table.waiting():
        seat = table.waiting()[0]
        table.play(seat, choose(table, seat))


def first(table: Table, seat: int) -> int:
    return table.codes(seat)[0]


def hand(table: Table, seat: int) -> list[int]:
    return [card for card in table.plain.hand[seat] if card != NONE]


def drop_all(table: Table) -> None:
    """Everybody drops what was picked."""
    turn, phase = table.plain.turn, table.plain.phase
    while table.plain.step == USING and (table.plain.turn, table.plain.phase) == (turn, phase):
        seat = table.waiting()[0]
        table.play(seat, drop(table.plain.chosen[seat, 0]))

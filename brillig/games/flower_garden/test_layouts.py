"""Positions for the tests of Flower Garden, and choices in words."""

from brillig.core import Table
from brillig.games.flower_garden.game import GAME
from brillig.games.flower_garden.shop import ACT, ADD, AGES, BED, DISCARD, FLOWERS, HAND, NEW_ROW, SEATS, TAKE
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARDS
from brillig.parts.hand import NONE

KARI, OLA = 0, 1


def new_row(card: int) -> int:
    return NEW_ROW + card


def add(card: int, row: int) -> int:
    """To the row that begins with that card."""
    return ADD + CARDS * row + card


def bed(card: int, colour: int) -> int:
    return BED + FLOWERS * card + colour


def discard(card: int) -> int:
    return DISCARD + card


def take(colour: int) -> int:
    return TAKE + colour


def laid(
    *hands, rows=(), beds=(), baskets=(), flowers=(20, 20, 20, 20), deck=None, away=(), emptied=0, mover=0, gear="plain"
) -> Table:
    """A table with these cards in hands, rows, gardens ((seat, card, colour) each) and piles.

    The others are in the draw pile; or, where its cards are given, lie in the last garden and count for nothing.
    """
    table = GAME.new(len(hands), gear=gear)
    s = table.plain
    placed = {card for cards in (*hands, *rows, away, deck or ()) for card in cards} | {card for _, card, _ in beds}
    rest = [card for card in range(CARDS) if card not in placed]
    gardens = list(beds) if deck is None else [*beds, *((len(hands) - 1, card, 0) for card in rest)]
    for card in range(CARDS):
        s.deck[card] = int(card in (rest if deck is None else deck))
        s.discard[card] = int(card in away)
        s.row[card] = s.tail[card] = s.bed[card] = s.bloom[card] = NONE
        s.age[card] = s.place[card] = s.length[card] = 0
    s.left = sum(s.deck)
    for seat in range(SEATS):
        held = sorted(hands[seat]) if seat < len(hands) else []
        for k in range(HAND):
            s.hand[seat, k] = held[k] if k < len(held) else NONE
        for age in range(AGES):
            s.aged[seat, age] = 0
        s.aged[seat, 0] = len(held)
        for colour in range(FLOWERS):
            s.basket[seat, colour] = baskets[seat][colour] if seat < len(baskets) else 0
        s.planted[seat] = sum(CARD_NUMBER[card] for owner, card, _ in beds if owner == seat)
    for row in rows:
        for k, card in enumerate(row):
            s.row[card], s.place[card] = row[0], k
        s.tail[row[0]], s.length[row[0]] = row[-1], len(row)
    for owner, card, colour in gardens:
        s.bed[card], s.bloom[card] = owner, colour
    for colour in range(FLOWERS):
        s.flowers[colour] = flowers[colour]
    s.emptied, s.mover, s.step, s.at, s.twins, s.played = emptied, mover, ACT, NONE, 0, 0
    return table


def play(table: Table, *codes: int) -> None:
    """Each choice by the seat whose turn it is."""
    for code in codes:
        table.play(table.waiting()[0], code)


def hand(table: Table, seat: int) -> list[int]:
    return [card for card in table.plain.hand[seat] if card != NONE]


def row(table: Table, first: int) -> list[int]:
    s = table.plain
    return sorted((card for card in range(CARDS) if s.row[card] == first), key=lambda card: s.place[card])


def basket(table: Table, seat: int) -> list[int]:
    return list(table.plain.basket[seat])


def away(table: Table) -> set[int]:
    return {card for card in range(CARDS) if table.plain.discard[card]}

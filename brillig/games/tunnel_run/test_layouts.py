"""Laying out and reading positions, for the tests beside this."""

from collections.abc import Mapping

from brillig.core import Table
from brillig.games.tunnel_run.game import GAME
from brillig.games.tunnel_run.tunnel import BACK, ENTRANCE, KINDS_OF_CARD, MOST, NONE, OUT, PLACES, crew
from brillig.parts.boxes.greenbox import SYMBOL_LETTERS

RED, GREEN, BLUE, YELLOW = range(4)


def lay_out(
    gear: str = "plain",
    rules: str = "basic",
    at: Mapping[int, tuple[int, ...]] | None = None,
    hands: Mapping[int, str] | None = None,
    mover: int = RED,
    seats: int = 4,
    **more: object,
) -> Table:
    """The test track of the examples, six symbols in their order six times, with these pirates and hands.

    Pirates that are not named wait at the entrance; a seat whose hand is not named has none.
    """
    table = GAME.new(seats, options={"rules": rules, **more}, gear=gear)
    s = table.plain
    for place in range(1, OUT):
        s.symbol[place] = (place - 1) % KINDS_OF_CARD
    for place in range(PLACES):
        s.crowd[place] = 0
    for seat in range(seats):
        named = (at or {}).get(seat, ())
        for k in range(MOST):
            s.at[seat, k] = NONE if k >= crew(s) else named[k] if k < len(named) else ENTRANCE
            if k < crew(s):
                s.crowd[s.at[seat, k]] += 1
        for symbol in range(KINDS_OF_CARD):
            s.cards[seat, symbol] = (hands or {}).get(seat, "").count(SYMBOL_LETTERS[symbol])
        s.held[seat] = len((hands or {}).get(seat, ""))
    for symbol in range(KINDS_OF_CARD):
        s.deck[symbol] = 9 - sum(s.cards[seat, symbol] for seat in range(seats))
    s.mover = mover
    return table


def empty_piles(table: Table, owner: int, but: str = "") -> None:
    """All cards but these go into the hand of a seat; these are the draw pile."""
    s = table.plain
    for symbol in range(KINDS_OF_CARD):
        stays = but.count(SYMBOL_LETTERS[symbol])
        s.cards[owner, symbol] += s.deck[symbol] - stays
        s.held[owner] += s.deck[symbol] - stays
        s.deck[symbol] = stays


def forward(letter: str, place: int) -> int:
    return SYMBOL_LETTERS.index(letter) * PLACES + place


def back(place: int) -> int:
    return BACK + place


def play(table: Table, *codes: int) -> Table:
    """Choices of whoever is to decide."""
    for code in codes:
        table.play(table.waiting()[0], code)
    return table


def offered(table: Table) -> set[int]:
    return set(table.codes(table.waiting()[0]))


def pirates(table: Table, seat: int) -> list[int]:
    """Where they are, the rearmost first."""
    return sorted(table.plain.at[seat, k] for k in range(crew(table.plain)))

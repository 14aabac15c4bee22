"""Whose cards lie on which location, and who is ahead: counted from the table, where everything lies."""

from __future__ import annotations

from brillig.core import rule
from brillig.parts.bits import bit, count, has
from brillig.parts.trickster.patterns import IN_A_DECK
from brillig.parts.trickster.record import Race

MOST = 5 * 6 + 1  # more cards than can come to lie on a location


@rule
def count_of(s: Race, seat: int) -> int:
    """Cards that others have laid on a seat's location."""
    n = 0
    for k in range(s.seats, s.board.count):
        n += 1 if s.board.location[k] == seat else 0
    return n


@rule
def played_on(s: Race, seat: int) -> int:
    """On how many different locations this seat has laid a card."""
    found = 0
    for k in range(s.seats, s.board.count):
        if s.board.card[k] // IN_A_DECK == s.deck[seat]:
            found |= bit(s.board.location[k])
    return count(found)


@rule
def standing(s: Race, seat: int, quit: int) -> int:
    """The fewest cards are best, so each is a point less; who has given up (a set) comes behind all others."""
    return -count_of(s, seat) - (MOST if has(quit, seat) else 0)


@rule
def ahead(s: Race, seat: int, other: int, quit: int) -> bool:
    """Fewer cards; then the lower token, or any; then cards laid on more locations."""
    mine, theirs = standing(s, seat, quit), standing(s, other, quit)
    if mine != theirs:
        return mine > theirs
    if s.token[seat] != s.token[other]:
        return s.token[other] == 0 or 0 < s.token[seat] < s.token[other]
    return played_on(s, seat) > played_on(s, other)

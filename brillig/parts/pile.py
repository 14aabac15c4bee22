"""Piles: cards one on another, in an order that somebody knows. (An unseen draw pile is a bag.)

    class State(Record):
        discard = one(Pile54)

A pile is a part with a `count` and a row `card`, the top card last; what lies beyond the count is zero, so that
equal piles have equal bytes.
"""

from __future__ import annotations

from typing import Protocol

from brillig.core import Part, Record, Row, i8, i16, random, rule

NONE = -1


class Pile(Protocol):
    """Any part with these two; a game that needs another size writes its own."""

    count: int
    card: Row


class Pile54(Part):
    count = i16()  # how many cards lie here
    card = i8(54)  # from the bottom to the top; 0 beyond the count


class Pile36(Part):
    count = i16()
    card = i8(36)


@rule
def push(pile: Pile, card: int) -> None:
    """Lay a card on top."""
    pile.card[pile.count] = card
    pile.count += 1


@rule
def top(pile: Pile) -> int:
    """The top card, or NONE."""
    return pile.card[pile.count - 1] if pile.count > 0 else NONE


@rule
def pop(pile: Pile) -> int:
    """Take the top card, or NONE."""
    if pile.count == 0:
        return NONE
    pile.count -= 1
    card = pile.card[pile.count]
    pile.card[pile.count] = 0
    return card


@rule
def shuffle(row: Row, n: int, s: Record) -> None:
    """Bring the first n things of a row into a random order."""
    for k in range(n - 1, 0, -1):
        other = random(s, k + 1)
        held = row[k]
        row[k] = row[other]
        row[other] = held

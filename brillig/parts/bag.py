"""Bags: what is unseen and has no order. A bag is a row of counts, one for each kind of thing.

A face-down draw pile is a bag too: a card gets its identity when it is drawn, so there is nothing to peek at, and a
reshuffle is pouring one bag into another.
"""

from __future__ import annotations

from brillig.core import Record, Row, random, rule

EMPTY = -1


@rule
def fill(bag: Row, each: int) -> None:
    """So many of every kind."""
    for kind in range(len(bag)):
        bag[kind] = each


@rule
def total(bag: Row) -> int:
    """How many things are in the bag."""
    n = 0
    for kind in range(len(bag)):
        n += bag[kind]
    return n


@rule
def draw(bag: Row, s: Record) -> int:
    """Take one thing out at random: its kind, or EMPTY."""
    n = total(bag)
    if n == 0:
        return EMPTY
    left = random(s, n)
    for kind in range(len(bag)):
        left -= bag[kind]
        if left < 0:
            bag[kind] -= 1
            return kind
    return EMPTY


@rule
def pour(source: Row, target: Row) -> None:
    """Put everything of one bag into another of the same kinds."""
    for kind in range(len(source)):
        target[kind] += source[kind]
        source[kind] = 0


def counts(bag: Row) -> list[int]:
    """How many of each kind, as a list: for screens and for what is told."""
    return [bag[kind] for kind in range(len(bag))]

"""Hands: the few cards somebody holds, in ascending order, with NONE in the empty places at the end.

The order says nothing about when a card was drawn, so two equal hands have equal bytes.
"""

from __future__ import annotations

from brillig.core import Row, rule

NONE = -1


@rule
def clear(hand: Row) -> None:
    """An empty hand (a fresh record is all zero, and 0 is a card)."""
    for k in range(len(hand)):
        hand[k] = NONE


@rule
def size(hand: Row) -> int:
    """How many cards are held."""
    n = 0
    while n < len(hand) and hand[n] != NONE:
        n += 1
    return n


@rule
def find(hand: Row, card: int) -> int:
    """The place of a card, or NONE."""
    for k in range(len(hand)):
        if hand[k] == card:
            return k
    return NONE


@rule
def add(hand: Row, card: int) -> None:
    """Take a card into a hand that has room."""
    k = size(hand)
    while k > 0 and hand[k - 1] > card:
        hand[k] = hand[k - 1]
        k -= 1
    hand[k] = card


@rule
def take(hand: Row, place: int) -> int:
    """Play the card in that place; the others close up."""
    card = hand[place]
    for k in range(place, len(hand) - 1):
        hand[k] = hand[k + 1]
    hand[len(hand) - 1] = NONE
    return card

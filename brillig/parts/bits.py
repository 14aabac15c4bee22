"""Sets of squares as the bits of one 64-bit number.

Compiled numbers have 64 bits and a sign; Python's have no end. A set that may hold square 63 is kept as a record
keeps it, negative when that bit is set, and `low64` brings a longer Python number back to that form.
"""

from __future__ import annotations

from brillig.core import random, rule
from brillig.core.record import Record, Row

LOW63 = (1 << 63) - 1


@rule
def low64(x: int) -> int:
    """The lowest 64 bits of a number, as a record keeps them. Compiled code does no work here."""
    return (x & LOW63) | (-((x >> 63) & 1) << 63)


@rule
def bit(square: int) -> int:
    """The set of one square."""
    return low64(1 << square)


@rule
def has(squares: int, square: int) -> bool:
    """Is the square in the set?"""
    return (squares >> square) & 1 == 1


@rule
def count63(x: int) -> int:
    """How many bits are set in a number that is not negative."""
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 127


@rule
def count(squares: int) -> int:
    """How many squares are in the set."""
    return count63(squares & LOW63) + (1 if squares < 0 else 0)


@rule
def lowest(squares: int) -> int:
    """The first square of a set that is not empty, and does not hold square 63."""
    return count63((squares & -squares) - 1)


@rule
def any_of(s: Record, squares: int) -> int:
    """Any square, by lot, of a set that is not empty and does not hold square 63."""
    for _ in range(random(s, count63(squares))):
        squares &= squares - 1
    return lowest(squares)


def members(squares: int) -> list[int]:
    """The squares of a set, in order: for screens and for what is told."""
    rest, found = squares & (1 << 64) - 1, []
    while rest:
        first = rest & -rest
        rest ^= first
        found.append(first.bit_length() - 1)
    return found


@rule
def spread(squares: int, out: Row) -> int:
    """Write the squares of a set to `out`, in order; how many there are."""
    n = 0
    rest = squares & LOW63
    while rest != 0:
        first = rest & -rest
        out[n] = count63(first - 1)
        n += 1
        rest ^= first
    if squares < 0:
        out[n] = 63
        n += 1
    return n


# ---- dealing what is not known -------------------------------------------------------------------------------------

MIXING = 8  # swaps for each card that mix a deal
PATIENCE = 64  # times that before it is given up: perhaps there is no such deal


@rule
def deal_within(s: Record, unseen: int, wants: Row, may: Row, likes: Row, rather: int, hand: Row) -> bool:
    """Deal unseen cards: to each hand k `wants[k]` of them, and only such as the set `may[k]` has. Was there a way?

    `hand[k]` is a set that may hold known cards already. All deals that are allowed are equally likely; or with `rather`
    above 1, the likelier by that factor for every card that lies in a hand whose set `likes[k]` has it. What is left over
    may be anything. It begins with any deal and swaps two cards at a time, so it is as good as mixed, not exactly so.
    """
    left = unseen
    for k in range(len(wants)):
        for _ in range(wants[k]):
            card = bit(any_of(s, left))
            left ^= card
            hand[k] |= card
    wrong, n = misplaced(unseen, may, hand), count63(unseen)
    steps = 0 if wrong == 0 else -PATIENCE * MIXING * n
    while steps < MIXING * n and (steps != 0 or wrong == 0):
        one, two = any_of(s, unseen), any_of(s, unseen)
        a, b = holder(hand, one), holder(hand, two)
        worse = bad(may, a, two) + bad(may, b, one) - bad(may, a, one) - bad(may, b, two)
        if a != b and (worse < 0 or (worse == 0 and is_likely(s, likes, rather, a, b, one, two))):
            if a >= 0:
                hand[a] ^= bit(one) | bit(two)
            if b >= 0:
                hand[b] ^= bit(one) | bit(two)
            wrong += worse
            if worse < 0 and wrong == 0:
                steps = 0
        steps += 1
    return wrong == 0


@rule
def misplaced(unseen: int, may: Row, hand: Row) -> int:
    """How many of these cards lie in a hand that may not have them."""
    n = 0
    for k in range(len(hand)):
        n += count63(hand[k] & unseen & ~may[k])
    return n


@rule
def holder(hand: Row, card: int) -> int:
    """The hand that has this card, -1 if none does."""
    for k in range(len(hand)):
        if has(hand[k], card):
            return k
    return -1


@rule
def bad(may: Row, k: int, card: int) -> int:
    """1 if this hand may not have the card. What is left over may be anything."""
    return 0 if k < 0 or has(may[k], card) else 1


@rule
def is_likely(s: Record, likes: Row, rather: int, a: int, b: int, one: int, two: int) -> bool:
    """Is a swap of two cards between two hands to be made, by lot where they lie better as they are?"""
    loss = liked(likes, a, one) + liked(likes, b, two) - liked(likes, a, two) - liked(likes, b, one)
    return loss <= 0 or random(s, rather if loss == 1 else rather * rather) == 0


@rule
def liked(likes: Row, k: int, card: int) -> int:
    return 1 if k >= 0 and has(likes[k], card) else 0

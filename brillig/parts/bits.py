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
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
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

"""Chance: small whole-number arithmetic that gives the same numbers in every gear.

The generator is Chris Doty-Humphrey's sfc32: four words of 32 bits, kept in 64-bit fields so that no step overflows
and a sum means the same in Python, in compiled code and on a GPU. Rules draw from `s.rng` and nothing else.
"""

from __future__ import annotations

from struct import Struct
from typing import Any

from brillig.core.record import Record, Row
from brillig.core.rule import rule

LOW32 = 0xFFFFFFFF
WORDS = Struct("<4I")
THE_TABLE = 0  # the stream that deals cards and rolls dice
THE_PLAYERS = 1  # the stream from which random players choose, so that they do not disturb the dice


@rule
def draw32(rng: Row) -> int:
    """The next 32 random bits."""
    a, b, c, count = rng[0], rng[1], rng[2], rng[3]
    drawn = (a + b + count) & LOW32
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & LOW32
    rng[2] = (((c << 21) | (c >> 11)) + drawn) & LOW32
    rng[3] = (count + 1) & LOW32
    return drawn


@rule
def below(rng: Row, n: int) -> int:
    """A number from 0 to n - 1. (Uneven by less than n in four thousand million.)"""
    return (draw32(rng) * n) >> 32


@rule
def random(s: Record, n: int) -> int:
    """A number from 0 to n - 1, from the table's chance."""
    return below(s.rng, n)


@rule
def rig(rng: Row, k: int, n: int) -> None:
    """Let the next number below n be k. For thinking of what may come, never for what does."""
    drawn = ((2 * k + 1) << 31) // n
    rng[0] = (drawn - rng[1] - rng[3]) & LOW32


@rule
def sow(rng: Row, low: int, high: int, deal: int, stream: int) -> None:
    """Start a generator: another seed (its low and high 32 bits), deal or stream, other numbers."""
    rng[0] = low
    rng[1] = high
    rng[2] = deal & LOW32
    rng[3] = ((deal >> 32) * 2 + stream + 1) & LOW32
    for _ in range(15):
        draw32(rng)


def rekey(rng: Any, key: bytes) -> None:
    """Start a generator from 16 secret bytes (a match does this before every choice)."""
    rng[0], rng[1], rng[2], rng[3] = WORDS.unpack(key)


def halves(seed: int) -> tuple[int, int]:
    """A seed as the two words that `sow` takes."""
    return seed & LOW32, (seed >> 32) & LOW32

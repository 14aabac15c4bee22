"""The tree of the search for very many threads: a table of hashed keys.

The key of a choice is mixed from the key of what came before it, the seat and the code, so nothing points to anything. A
choice without visits is as good as absent: a lane may note it down at once, and no other lane decides otherwise for it.

`claim`, `add`, `least` and `most` are stand-ins: on a GPU they are what no other thread can come between.
"""

from __future__ import annotations

from brillig.core.chance import LOW32
from brillig.core.record import Grid, Row
from brillig.core.rule import rule
from brillig.parts.bits import low64

PROBES = 32  # places that are tried for a key

# A place in the table: four numbers, as many bytes as a GPU fetches at a time.
KEY, VISITS, TOTAL, WORTH, WORDS = 0, 1, 2, 3, 4
NOWHERE = -2  # no place: not found, or no room

# What all lanes know, and beside it what becomes of that in this round.
LOW, HIGH, SWING, USED, KNOWN = 0, 1, 2, 3, 4
FAR = 1 << 60

ROOT = 0x2545F4914F6CDD1D
ODD, STRANGE = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9  # to mix keys with


def nothing_known() -> list[int]:
    """What lanes know before the first round."""
    return 2 * [FAR, -FAR, 0, 0]


# ---- stand-ins: what many threads do to one number ---------------------------------------------------------------


@rule
def claim(table: Row, at: int, key: int) -> int:
    """Write the key there if there was nothing; what there was."""
    there = table[at]
    if there == 0:
        table[at] = key
    return there


@rule
def add(table: Row, at: int, much: int) -> None:
    table[at] += much


@rule
def least(table: Row, at: int, much: int) -> None:
    table[at] = min(table[at], much)


@rule
def most(table: Row, at: int, much: int) -> None:
    table[at] = max(table[at], much)


# ---- keys and places -----------------------------------------------------------------------------------------------


@rule
def mixed(stage: int, seat: int, code: int) -> int:
    """The key of a choice after what led to a stage; never 0."""
    key = low64((stage ^ (seat * 65536 + code + 1)) * ODD)
    key = key ^ ((key >> 32) & LOW32)
    key = low64(key * STRANGE)
    key = key ^ ((key >> 29) & LOW32)
    return key if key != 0 else 1


@rule
def is_full(table: Row, known: Row) -> bool:
    """Was half of the table used when the round began? Then nothing is added: looking for places would take long."""
    return 2 * WORDS * known[USED] >= len(table)


@rule
def found(table: Row, key: int) -> int:
    """The place of a key, or NOWHERE."""
    mask = len(table) // WORDS - 1
    place, step = key & mask, ((key >> 32) & mask) | 1
    for _ in range(PROBES):
        there = table[WORDS * place]
        if there == key:
            return place
        if there == 0:
            return NOWHERE
        place = (place + step) & mask
    return NOWHERE


@rule
def settled(table: Row, known: Row, key: int) -> int:
    """The place of a key, a new one if need be, or NOWHERE."""
    mask = len(table) // WORDS - 1
    place, step = key & mask, ((key >> 32) & mask) | 1
    for _ in range(PROBES):
        there = table[WORDS * place]
        if there == 0:
            if is_full(table, known):
                return NOWHERE
            there = claim(table, WORDS * place, key)
            if there == 0:
                add(known, KNOWN + USED, 1)
                return place
        if there == key:
            return place
        place = (place + step) & mask
    return NOWHERE


@rule
def look(table: Row, keys: Row, sums: Grid, begin: int, end: int) -> None:
    """What the tree knows about these keys: visits and totals."""
    for k in range(begin, end):
        place = found(table, keys[k])
        sums[k, 0] = table[WORDS * place + VISITS] if place != NOWHERE else 0
        sums[k, 1] = table[WORDS * place + TOTAL] if place != NOWHERE else 0

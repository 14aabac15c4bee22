"""How likely a seat is to win, by what the pieces of the board are worth: learnt from nothing but games against itself.

The teacher (teach/) has learnt it; `worths.bin` has it in whole numbers, one byte for each way in which a piece can
be filled, in each quarter of the game. They are added up, which gives the odds as a logarithm.
"""

from __future__ import annotations

import struct
import zlib
from math import exp
from pathlib import Path

from brillig.core import rule
from brillig.games.othellino.board import State
from brillig.games.othellino.patterns import FIRST, WAYS, filled
from brillig.parts.bits import count

STAGES = 4
FINE = 64  # what 1 is in the numbers of the file
LEVEL = 128  # what 0 is
CURVE = 16 * FINE  # points of the curve, from 8 against to 8 for

CHANCE = tuple(round(1000 / (1 + exp(8 - (k + 0.5) / FINE))) for k in range(CURVE))


def _words() -> tuple[int, ...]:
    """The file, eight bytes a number: a table that a rule looks up has 64 bits for each of its items."""
    raw = zlib.decompress(Path(__file__).with_name("worths.bin").read_bytes())
    return struct.unpack(f"<{len(raw) // 8}q", raw)


WORDS = _words()
STARTS = (0, STAGES * WAYS[0])  # of the boards


@rule
def stage(s: State) -> int:
    """Which quarter of the game it is."""
    quarter: int = STAGES * (count(s.cubes[0] | s.cubes[1]) - 4) // (s.size * s.size - 4)
    return min(STAGES - 1, quarter)


@rule
def chance(s: State, mover: int) -> int:
    """The chance, in thousandths, of a seat that is to place now."""
    board = 1 if s.size == 8 else 0
    mine, theirs = s.cubes[mover], s.cubes[1 - mover]
    start = STARTS[board] + stage(s) * WAYS[board]
    total = -LEVEL * (FIRST[board + 1] - FIRST[board])
    for k in range(FIRST[board], FIRST[board + 1]):
        at = start + filled(mine, theirs, k)
        total += (WORDS[at >> 3] >> (8 * (at & 7))) & 255
    return CHANCE[max(0, min(CURVE - 1, total + CURVE // 2))]


@rule
def value(s: State, seat: int) -> int:
    if s.mover < 0:
        return 500 + 500 * max(-1, min(1, count(s.cubes[seat]) - count(s.cubes[1 - seat])))
    win = chance(s, s.mover)
    return win if seat == s.mover else 1000 - win

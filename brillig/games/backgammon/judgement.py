"""How likely a seat is to win a game of Backgammon, by small networks that have learnt it from playing against themselves.

The networks are those of teach/kernels.py in whole numbers, one for each kind of position: inputs for the cubes of both seats
and for what is to be seen beside them (insight.py), one hidden layer, one output. What a place adds to the hidden layer
depends on its cubes alone, so it is looked up; and as rules have no arrays of their own, the sums of four hidden units
share one number, 16 bits each.
"""

from __future__ import annotations

import json
import struct
from math import exp
from operator import add
from pathlib import Path

from brillig.core import rule
from brillig.games.backgammon.board import CUBES, OFF, State
from brillig.games.backgammon.insight import BITS, INSIGHTS, KINDS, MASK, MOST, RACE, SCALE, insight, kind

PLACES = OFF + 1
INPUTS_OF_A_PLACE = 4
INPUTS = 2 * (PLACES * INPUTS_OF_A_PLACE + INSIGHTS)
LANES = 4
ROW = 4  # words that are added up side by side
LANE, HALF_LANE = 1 << 16, 1 << 15
RAISED = sum(HALF_LANE << (16 * lane) for lane in range(LANES))
FINE = 256  # what 1 is in the network's numbers; so a sum may go to 128
EDGE = 4 * FINE  # from minus this to this, a hidden unit goes from 0 to 1
CURVE = 4096  # points of the sigmoid, from -8 to 8
CHANCE = tuple(round(1000 / (1 + exp(8 - (k + 0.5) / 256))) for k in range(CURVE))
SURE = 999  # thousandths from which a game counts as won: there the networks cannot tell one way from another
MOST_POINTS = 7

# For each kind a row for each input, then one that is added always; its last line has the weights of the output, and what
# that adds always.
TEXT = Path(__file__).with_name("network.txt").read_text().strip().replace(" ", ",").replace("\n", "],[")
LINES: list[list[int]] = json.loads(f"[[{TEXT}]]")  # far quicker than int() for each of them
NETWORKS = [LINES[k : k + INPUTS + 2] for k in range(0, len(LINES), INPUTS + 2)]
LAST = tuple(weight for network in NETWORKS for weight in network[-1])


def _packed(row: list[int]) -> list[int]:
    """Four neighbours in each number. (Raised above 0 they lie there side by side as bytes do.)"""
    raised = struct.pack(f"<{len(row)}H", *[lane + HALF_LANE for lane in row])
    return [word - RAISED for word in struct.unpack(f"<{len(row) // LANES}Q", raised)]


def _rows(network: list[list[int]]) -> list[list[int]]:
    """What is added always; then for either side what its cubes on each place add, 0 to 15, and what is to be seen of it."""
    rows = [_packed(network[INPUTS])]
    for side in range(2):
        for place in range(side * PLACES, (side + 1) * PLACES):
            of_place = network[INPUTS_OF_A_PLACE * place : INPUTS_OF_A_PLACE * (place + 1)]
            *alone, rest = of_place
            halves = [w >> 1 for w in rest], [(w + 1) >> 1 for w in rest]
            adds = [*map(_packed, alone), *map(_packed, halves)]
            rows.append([0] * len(rows[0]))
            for more in adds + adds[-2:] * (CUBES // 2 - 2):  # at least one, two, three, and half of the rest
                rows.append(list(map(add, rows[-1], more)))
        first = INPUTS + (side - 2) * INSIGHTS
        for weights, most, scale in zip(network[first : first + INSIGHTS], MOST, SCALE, strict=True):
            half = scale // 2
            rows += [_packed([(w * n + half) // scale for w in weights]) for n in range(most + 1)]
    return rows


def _table() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All rows of all kinds, as blocks of ROW words: what belongs together lies together. And where each kind begins."""
    numbers, starts = list[int](), list[int]()
    for network in NETWORKS:
        rows = _rows(network)
        starts.append(len(numbers))
        for block in range(0, len(rows[0]), ROW):
            for row in rows:
                numbers += row[block : block + ROW]
    return tuple(numbers), tuple(starts)


TABLE, STARTS = _table()
UNITS = tuple(len(network[-1]) - 1 for network in NETWORKS)
OUTPUTS = tuple(sum(UNITS[:k]) + k for k in range(KINDS))  # where the weights of the output begin
OF_A_PLACE = ROW * (CUBES + 1)  # words
OF_AN_INSIGHT = tuple(ROW * (most + 1) for most in MOST)


def _match() -> tuple[tuple[int, ...], ...]:
    """Chances to win a match, in thousandths, when one needs so many points and the other so many, a point a game."""
    rows = [[1000] * (MOST_POINTS + 1)]
    for mine in range(1, MOST_POINTS + 1):
        rows.append([0])
        for theirs in range(1, MOST_POINTS + 1):
            rows[mine].append((rows[mine - 1][theirs] + rows[mine][theirs - 1]) // 2)
    return tuple(map(tuple, rows))


MATCH = _match()


@rule
def value(s: State, seat: int) -> int:
    if s.mover < 0:
        return 500 + 500 * max(-1, min(1, s.points[seat] - s.points[1 - seat]))
    roller = s.mover if s.missed == 0 else 1 - s.last_seat  # before the roll, also before rolls that were lost
    win = chance(s, roller)
    if win >= SURE:  # what is as good as won is still to be brought home
        win = 1000 - to_bring_home(s, roller)
    elif win <= 1000 - SURE:
        win = to_bring_home(s, 1 - roller)
    if seat != roller:
        win = 1000 - win
    if s.match == 1:
        return win
    mine: int = s.match - s.points[seat]  # points that it still needs, and the other
    theirs: int = s.match - s.points[1 - seat]
    return (win * MATCH[mine - 1][theirs] + (1000 - win) * MATCH[mine][theirs - 1]) // 1000


@rule
def to_bring_home(s: State, seat: int) -> int:
    """By how many thousandths a won game counts less than one that is over: the more, the more cubes are left.

    In a race each of the last counts. With contact less: there it matters more to be safe.
    """
    left: int = CUBES - s.cubes[seat, OFF]
    return min(left, 8 + (left - 8) // 3) if kind(s) == RACE else (left + 1) // 2


@rule
def chance(s: State, mover: int) -> int:
    """The chance, in thousandths, that a seat which is to roll now wins the game."""
    which = kind(s)
    mine, theirs = insight(s, mover), insight(s, 1 - mover)
    at, out, units = STARTS[which], OUTPUTS[which], UNITS[which]
    total = LAST[out + units] << 21
    for _ in range(units // (LANES * ROW)):
        a, b, c, d = TABLE[at], TABLE[at + 1], TABLE[at + 2], TABLE[at + 3]
        at += ROW
        for side in range(2):
            seat = mover if side == 0 else 1 - mover
            for place in range(PLACES):
                n = s.cubes[seat, place]
                if n != 0:
                    k = at + ROW * n
                    a, b, c, d = a + TABLE[k], b + TABLE[k + 1], c + TABLE[k + 2], d + TABLE[k + 3]
                at += OF_A_PLACE
            seen = mine if side == 0 else theirs
            for one in range(INSIGHTS):
                k = at + ROW * (seen & MASK)
                a, b, c, d = a + TABLE[k], b + TABLE[k + 1], c + TABLE[k + 2], d + TABLE[k + 3]
                at += OF_AN_INSIGHT[one]
                seen >>= BITS
        total += fired(a, out) + fired(b, out + LANES) + fired(c, out + 2 * LANES) + fired(d, out + 3 * LANES)
        out += LANES * ROW
    return CHANCE[max(0, min(CURVE - 1, (total >> 21) + CURVE // 2))]


@rule
def fired(sums: int, out: int) -> int:
    """What four hidden units add to the output: each goes from 0 to 1 in two parabolas."""
    total = 0
    for lane in range(LANES):
        unit = ((sums + HALF_LANE) & (LANE - 1)) - HALF_LANE
        sums = (sums - unit) >> 16
        unit = max(-EDGE, min(EDGE, unit))
        total += LAST[out + lane] * (EDGE * EDGE + unit * (2 * EDGE - abs(unit)))
    return total

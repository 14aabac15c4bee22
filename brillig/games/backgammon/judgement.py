"""How likely a seat is to win a game of Backgammon, by a small network that has learnt it from playing against itself.

The network is that of brillig/learn/teach_backgammon_kernels.py in whole numbers: inputs for the cubes of both seats, one hidden
layer, one output. What a place adds to the hidden layer depends on its cubes alone, so it is looked up; and as rules
have no arrays of their own, the sums of four hidden units share one number, 16 bits each.
"""

from __future__ import annotations

from math import exp
from pathlib import Path

from brillig.core import rule
from brillig.games.backgammon.board import CUBES, OFF, State

# A row for each input, then one that is added always; the last line has the weights of the output, and what it adds.
*FIRST, LAST = (tuple(map(int, line.split())) for line in Path(__file__).with_name("network.txt").open())

PLACES = OFF + 1
UNITS = len(LAST) - 1  # hidden; the last number is added always
INPUTS_OF_A_PLACE = 4
LANES = 4
WORDS = UNITS // LANES
LANE, HALF_LANE = 1 << 16, 1 << 15
FINE = 256  # what 1 is in the network's numbers
CURVE = 512  # points of the sigmoid, from -8 to 8
SIGMOID = tuple(round(1024 / (1 + exp(8 - (k + 0.5) / 32))) for k in range(CURVE))
CHANCE = tuple(round(1000 / (1 + exp(8 - (k + 0.5) / 32))) for k in range(CURVE))
MOST_POINTS = 7


def _adds(side: int, place: int, count: int, unit: int) -> int:
    """What so many cubes on a place add to a hidden unit, doubled: at least one, two, three, and half of the rest."""
    row = (side * PLACES + place) * INPUTS_OF_A_PLACE
    beyond = max(0, count - 3)
    return 2 * sum(FIRST[row + k][unit] for k in range(min(count, 3))) + beyond * FIRST[row + 3][unit]


def _packed(numbers: list[int]) -> int:
    return sum(number << (16 * lane) for lane, number in enumerate(numbers))


# [word][side][place][count] in one row.
TABLE = tuple(
    _packed([_adds(side, place, count, LANES * word + lane) for lane in range(LANES)])
    for word in range(WORDS)
    for side in range(2)
    for place in range(PLACES)
    for count in range(CUBES + 1)
)
ALWAYS = tuple(_packed([2 * FIRST[-1][LANES * word + lane] for lane in range(LANES)]) for word in range(WORDS))


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
    win = chance(s, s.mover)
    if seat != s.mover:
        win = 1000 - win
    if s.match == 1:
        return win
    mine: int = s.match - s.points[seat]  # points that it still needs, and the other
    theirs: int = s.match - s.points[1 - seat]
    return (win * MATCH[mine - 1][theirs] + (1000 - win) * MATCH[mine][theirs - 1]) // 1000


@rule
def chance(s: State, mover: int) -> int:
    """The chance, in thousandths, that a seat which is to roll now wins the game."""
    mine, theirs = s.cubes[mover], s.cubes[1 - mover]
    total = LAST[UNITS] * 1024
    at = 0
    for word in range(WORDS):
        sums = ALWAYS[word]
        for place in range(PLACES):
            sums += TABLE[at + mine[place]] + TABLE[at + PLACES * (CUBES + 1) + theirs[place]]
            at += CUBES + 1
        at += PLACES * (CUBES + 1)
        for lane in range(LANES):
            unit = ((sums + HALF_LANE) & (LANE - 1)) - HALF_LANE
            sums = (sums - unit) >> 16
            total += LAST[LANES * word + lane] * SIGMOID[max(0, min(CURVE - 1, (unit >> 4) + CURVE // 2))]
    return CHANCE[max(0, min(CURVE - 1, (total >> 13) + CURVE // 2))]

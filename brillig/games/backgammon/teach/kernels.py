"""Kernels that teach small networks to judge Backgammon: they play against themselves and learn from what comes of it.

A position is judged by the network for its kind (race, contact, taking off with contact). It looks at the cubes of both
seats, the one to roll first: each seat's places 0 to 25 have four inputs each (at least one cube there, two, three, and half
of what is beyond three), and what is to be seen beside (insight.py) has one each. One hidden layer;
the output is the chance that the seat to roll wins. After a game, every position of it is moved towards a mix of what was
said later on and how the game ended: TD(lambda), looked at from the end.
"""

from __future__ import annotations

from math import exp
from typing import Any

from numpy import float32

from brillig.core.chance import THE_TABLE, below, sow
from brillig.core.kernels import choices, play, setup
from brillig.core.rule import rule
from brillig.games.backgammon.insight import BITS, INSIGHTS, MASK, SCALE, insight, kind
from brillig.games.backgammon.teach.starts import LATE, late

WAYS_IN = ("teach",)
PLACES, UNITS = 26, 4
CUBES_SEEN = 2 * PLACES * UNITS
INPUTS = CUBES_SEEN + 2 * INSIGHTS
LONGEST = 600  # turns that are learnt from
STEPS = 4  # in a turn, at most
NOW, BEST = 0, STEPS + 1  # records: the table, then one for each step of a turn, then the best turn so far
WON = -1.0  # what is left to the other seat then: less than anything
LOTS = 1 << 16  # ways to waver
SEEN = 512  # turns that can be told apart from those tried before; a power of two
WIDE = 16  # units that are added up side by side; every network has a multiple of it
FOUR, EIGHT, SIXTEEN = float32(4), float32(8), float32(16)  # in a file of their own kind: numbers of 32 bits stay such
FLAT = float32(0.01)  # how steep a unit is at least, for learning: one that says always the same can come back


@rule
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@rule
def look(s: Any, mover: int, inputs: Any, strength: Any) -> int:
    """The inputs that are not zero, and how strong they are; how many there are."""
    n = spread(s.cubes[mover], insight(s, mover), 0, 0, inputs, strength)
    return spread(s.cubes[1 - mover], insight(s, 1 - mover), 1, n, inputs, strength)


@rule
def spread(cubes: Any, found: int, side: int, n: int, inputs: Any, strength: Any) -> int:
    """Add those of one side, the one to roll (0) or the other (1): its cubes, and what is to be seen of it."""
    for place in range(PLACES):
        count = cubes[place]
        if count > 0:
            at = (side * PLACES + place) * UNITS
            for unit in range(min(count, UNITS - 1)):
                inputs[n] = at + unit
                strength[n] = 1.0
                n += 1
            if count > UNITS - 1:
                inputs[n] = at + UNITS - 1
                strength[n] = 0.5 * (count - UNITS + 1)
                n += 1
    for k in range(INSIGHTS):
        much = (found >> (BITS * k)) & MASK
        if much != 0:
            inputs[n] = CUBES_SEEN + side * INSIGHTS + k
            strength[n] = much / SCALE[k]
            n += 1
    return n


@rule
def judge(inputs: Any, strength: Any, n: int, first: Any, last: Any, units: int, sums: Any, parts: Any) -> float:
    """What the network says. The last row of `first` and the last item of `last` are what they add always.

    A hidden unit is a sigmoid made of two parabolas, from 0 at -4 to 1 at 4: whole numbers can do the same exactly.
    The loops are those that a processor does many units of at a time.
    """
    always = first[INPUTS]
    for h in range(units):
        sums[h] = always[h]
    for k in range(n):
        by, row = strength[k], first[inputs[k]]
        for h in range(units):
            sums[h] += by * row[h]
    for h in range(units):
        x = min(max(sums[h], -FOUR), FOUR)
        parts[h] = last[h] * (SIXTEEN + x * (EIGHT - abs(x)))
    for h in range(WIDE, units, WIDE):
        for k in range(WIDE):
            parts[k] += parts[h + k]
    total = 0.0
    for k in range(WIDE):
        total += parts[k]
    return sigmoid(total / 32 + last[units])


@rule
def learn(inputs: Any, strength: Any, n: int, sums: Any, much: Any, first: Any, last: Any, units: int) -> None:
    """Move the network by so much for its output to become more, as the sums were when it made it."""
    for h in range(units):
        x = min(max(sums[h], -FOUR), FOUR)
        sums[h] = much * last[h] * max(FLAT, (FOUR - abs(x)) / SIXTEEN)
        last[h] += much * (SIXTEEN + x * (EIGHT - abs(x))) / (SIXTEEN + SIXTEEN)
    last[units] += much
    row = first[INPUTS]
    for h in range(units):
        row[h] += sums[h]
    for k in range(n):
        by, row = strength[k], first[inputs[k]]
        for h in range(units):
            row[h] += by * sums[h]


@rule
def copy(words: Any, source: int, target: int) -> None:
    for k in range(words.shape[1]):
        words[target, k] = words[source, k]


@rule
def fresh(s: Any, seen: Any, stamp: int) -> bool:
    """Has this position not come up in this turn yet? Two steps often come to the same in either order."""
    key = 0
    for side in range(2):
        cubes = s.cubes[side]
        for place in range(PLACES):
            key = key * 31 + cubes[place]
    key ^= stamp << 40
    at = (key ^ (key >> 9) ^ (key >> 18)) & (SEEN - 1)
    if seen[at] == key:
        return False
    seen[at] = key
    return True


@rule
def best_turn(
    x: Any, words: Any, out: Any, left: Any, seen: Any, stamp: int, inputs: Any, strength: Any, first: Any, last: Any,
    units: Any, sums: Any, parts: Any, waver: float,
) -> float:  # fmt: skip
    """Try every way to play the roll, and take the one after which the other seat likes it least; how much that is.

    To `waver` is to like each way better or worse by up to half of that. Less than 0 is won.
    """
    s = x[NOW]
    seat, turn = s.mover, s.turn
    double = s.roll[0] == s.roll[1]
    least = 2.0
    depth = 0
    left[0] = choices(s, seat, out[0])
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        code = out[depth, left[depth]]
        if double and depth > 0 and code < out[depth - 1, left[depth - 1]]:
            continue  # steps with the same number come to the same in any order
        copy(words, depth, depth + 1)
        after = x[depth + 1]
        play(after, seat, code)
        if after.mover == seat and after.turn == turn:
            depth += 1
            left[depth] = choices(after, seat, out[depth])
            continue
        if after.mover < 0:
            worth = WON
        elif fresh(after, seen, stamp):
            which = kind(after)
            n = look(after, 1 - seat, inputs, strength)
            worth = judge(inputs, strength, n, first[which], last[which], units[which], sums, parts)
        else:
            continue
        if waver > 0.0:
            worth += waver * (below(s.rng, LOTS) / LOTS - 0.5)
        if worth < least:
            least = worth
            copy(words, depth + 1, BEST)
    copy(words, BEST, NOW)
    return least


@rule
def teach(
    x: Any, words: Any, blank: Any, out: Any, left: Any, seen: Any, inputs: Any, strength: Any, counts: Any, kinds: Any,
    movers: Any, said: Any, sums: Any, parts: Any, first: Any, last: Any, units: Any, low: int, deal: int,
    games: int, rate: float, mix: float,
) -> int:  # fmt: skip
    """So many games of the network against itself; how many turns they took."""
    turns = 0
    for game in range(deal, deal + games):
        for k in range(words.shape[1]):
            words[NOW, k] = blank[k]
        s = x[NOW]
        sow(s.rng, low, 0, game, THE_TABLE)
        setup(s)
        if game % LATE == 0:
            late(s)
            if s.steps[0] | s.steps[1] == 0:
                continue
        length, seat = 0, s.mover
        while s.mover >= 0:
            seat = s.mover
            turns += 1
            best_turn(
                x, words, out, left, seen, turns, inputs[LONGEST], strength[LONGEST], first, last, units, sums, parts,
                0.0,
            )  # fmt: skip
            if s.mover >= 0 and length < LONGEST:
                which = kinds[length] = kind(s)
                n = counts[length] = look(s, 1 - seat, inputs[length], strength[length])
                movers[length] = 1 - seat
                said[length] = judge(
                    inputs[length], strength[length], n, first[which], last[which], units[which], sums, parts
                )
                length += 1
        goal = 1.0 if seat == 0 else 0.0  # the seat that moved last has won; as seen by the first seat
        for t in range(length - 1, -1, -1):
            wanted = goal if movers[t] == 0 else 1.0 - goal
            which, n = kinds[t], counts[t]
            p = judge(inputs[t], strength[t], n, first[which], last[which], units[which], sums, parts)
            much = float32(rate * (wanted - p))
            learn(inputs[t], strength[t], n, sums, much, first[which], last[which], units[which])
            mine = said[t] if movers[t] == 0 else 1.0 - said[t]
            goal = mix * goal + (1.0 - mix) * mine
    return turns

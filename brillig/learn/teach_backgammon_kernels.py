"""Kernels that teach a small network to judge Backgammon: it plays against itself and learns from what comes of it.

The network looks at the cubes of both seats, the one to roll first. Each seat's places 0 to 25 have four inputs each:
at least one cube there, two, three, and half of what is beyond three. One hidden layer of sigmoids; the output is the
chance that the seat to roll wins. After a game, every position of it is moved towards a mix of what the network said
later on and how the game ended: TD(lambda), looked at from the end.
"""

from __future__ import annotations

from math import exp
from typing import Any

from brillig.core.chance import THE_TABLE, sow
from brillig.core.kernels import choices, play, setup
from brillig.core.rule import rule

WAYS_IN = ("teach",)
PLACES, UNITS = 26, 4
INPUTS = 2 * PLACES * UNITS
LONGEST = 600  # turns that are learnt from
STEPS = 4  # in a turn, at most
NOW, BEST = 0, STEPS + 1  # records: the table, then one for each step of a turn, then the best turn so far


@rule
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@rule
def look(s: Any, mover: int, inputs: Any, strength: Any) -> int:
    """The inputs that are not zero, and how strong they are; how many there are."""
    n = 0
    for side in range(2):
        cubes = s.cubes[mover if side == 0 else 1 - mover]
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
    return n


@rule
def judge(inputs: Any, strength: Any, n: int, first: Any, last: Any, hidden: Any) -> float:
    """What the network says. The last row of `first` and the last item of `last` are what they add always."""
    units = len(hidden)
    for h in range(units):
        hidden[h] = first[INPUTS, h]
    for k in range(n):
        row, by = inputs[k], strength[k]
        for h in range(units):
            hidden[h] += by * first[row, h]
    total = last[units]
    for h in range(units):
        hidden[h] = sigmoid(hidden[h])
        total += last[h] * hidden[h]
    return sigmoid(total)


@rule
def learn(inputs: Any, strength: Any, n: int, hidden: Any, error: float, rate: float, first: Any, last: Any) -> None:
    """Move the network by so much against an error of its output, as the hidden layer was when it made it."""
    units = len(hidden)
    for h in range(units):
        a = hidden[h]
        push = rate * error * last[h] * a * (1.0 - a)
        last[h] += rate * error * a
        hidden[h] = push
    last[units] += rate * error
    for h in range(units):
        first[INPUTS, h] += hidden[h]
    for k in range(n):
        row, by = inputs[k], strength[k]
        for h in range(units):
            first[row, h] += by * hidden[h]


@rule
def copy(words: Any, source: int, target: int) -> None:
    for k in range(words.shape[1]):
        words[target, k] = words[source, k]


@rule
def best_turn(
    x: Any, words: Any, out: Any, left: Any, inputs: Any, strength: Any, first: Any, last: Any, hidden: Any
) -> None:
    """Try every way to play the roll, and take the one after which the other seat likes it least."""
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
            worth = -1.0  # won
        else:
            n = look(after, 1 - seat, inputs, strength)
            worth = judge(inputs, strength, n, first, last, hidden)
        if worth < least:
            least = worth
            copy(words, depth + 1, BEST)
    copy(words, BEST, NOW)


@rule
def teach(
    x: Any, words: Any, blank: Any, out: Any, left: Any, inputs: Any, strength: Any, counts: Any, movers: Any,
    said: Any, hidden: Any, first: Any, last: Any, low: int, deal: int, games: int, rate: float, mix: float,
) -> int:  # fmt: skip
    """So many games of the network against itself; how many turns they took."""
    turns = 0
    for game in range(deal, deal + games):
        for k in range(words.shape[1]):
            words[NOW, k] = blank[k]
        s = x[NOW]
        sow(s.rng, low, 0, game, THE_TABLE)
        setup(s)
        length, seat = 0, s.mover
        while s.mover >= 0:
            seat = s.mover
            best_turn(x, words, out, left, inputs[LONGEST], strength[LONGEST], first, last, hidden)
            turns += 1
            if s.mover >= 0 and length < LONGEST:
                counts[length] = look(s, 1 - seat, inputs[length], strength[length])
                movers[length] = 1 - seat
                said[length] = judge(inputs[length], strength[length], counts[length], first, last, hidden)
                length += 1
        goal = 1.0 if seat == 0 else 0.0  # the seat that moved last has won; as seen by the first seat
        for t in range(length - 1, -1, -1):
            p = judge(inputs[t], strength[t], counts[t], first, last, hidden)
            wanted = goal if movers[t] == 0 else 1.0 - goal
            learn(inputs[t], strength[t], counts[t], hidden, wanted - p, rate, first, last)
            mine = said[t] if movers[t] == 0 else 1.0 - said[t]
            goal = mix * goal + (1.0 - mix) * mine
    return turns

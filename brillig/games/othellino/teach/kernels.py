"""Kernels that teach our bots to judge Othellino: the pupil plays against itself and learns from what comes of it.

What the pieces of a board are worth (brillig/games/othellino/patterns.py), each as it is filled, is added up: the odds that
the seat to place wins, as a logarithm. A game begins with some choices at random, and a few more are made at random on the
way. After it, every position is moved towards a mix of what was said later on and how the game ended: TD(lambda), looked at
from the end. What came before a choice at random learns nothing from what came after it.
"""

from __future__ import annotations

from math import exp
from typing import Any

from brillig.core.chance import THE_TABLE, below, sow
from brillig.core.kernels import choices, play, setup
from brillig.core.rule import rule
from brillig.games.othellino.judgement import stage
from brillig.games.othellino.patterns import FIRST, WAYS, filled
from brillig.parts.bits import count

WAYS_IN = ("teach",)
NOW, AFTER = 0, 1  # records
PIECES = 64  # room for those of a board
LONGEST = 64  # choices in a game, at most
LUCK = 40  # of a thousand choices, how many are made at random
OPENING = 10  # choices at random to begin with, fewer than this


@rule
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@rule
def look(s: Any, mover: int, alike: Any, at: Any) -> int:
    """Where the worths of all pieces are, as the seat to place sees them; how many there are."""
    board = 1 if s.size == 8 else 0
    mine, theirs = s.cubes[mover], s.cubes[1 - mover]
    base = stage(s) * WAYS[board]
    n = 0
    for k in range(FIRST[board], FIRST[board + 1]):
        at[n] = base + alike[filled(mine, theirs, k)]
        n += 1
    return n


@rule
def judge(worth: Any, at: Any, n: int) -> float:
    total = 0.0
    for k in range(n):
        total += worth[at[k]]
    return sigmoid(total)


@rule
def result(s: Any, seat: int) -> float:
    """How a game has ended for a seat: half of it is who has won, half by how much."""
    ahead = count(s.cubes[seat]) - count(s.cubes[1 - seat])
    won = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return 0.5 * won + 0.5 * sigmoid(ahead / s.size)


@rule
def copy(words: Any, source: int, target: int) -> None:
    for k in range(words.shape[1]):
        words[target, k] = words[source, k]


@rule
def best(x: Any, words: Any, out: Any, worth: Any, alike: Any, at: Any) -> int:
    """The choice after which it looks best."""
    s, after = x[NOW], x[AFTER]
    seat = s.mover
    n = choices(s, seat, out)
    most, code = -1.0, 0
    for k in range(n):
        copy(words, NOW, AFTER)
        play(after, seat, out[k])
        if after.mover < 0:
            good = result(after, seat)
        else:
            good = judge(worth, at, look(after, after.mover, alike, at))
            if after.mover != seat:
                good = 1.0 - good
        if good > most:
            most, code = good, out[k]
    return code


@rule
def teach(
    x: Any, words: Any, blank: Any, out: Any, at: Any, counts: Any, movers: Any, said: Any, lucky: Any, worth: Any,
    alike: Any, rng: Any, low: int, deal: int, games: int, rate: float, mix: float,
) -> float:  # fmt: skip
    """So many games of the pupil against itself; by how much what it said was wrong at last, squared, on average."""
    wrong, positions = 0.0, 0
    for game in range(deal, deal + games):
        for k in range(words.shape[1]):
            words[NOW, k] = blank[k]
        s = x[NOW]
        sow(s.rng, low, 0, game, THE_TABLE)
        setup(s)
        sow(rng, low, 1, game, THE_TABLE)
        opening, length = below(rng, OPENING), 0
        while s.mover >= 0:
            counts[length] = look(s, s.mover, alike, at[length])
            movers[length] = s.mover
            said[length] = judge(worth, at[length], counts[length])
            lucky[length] = 1 if length < opening or below(rng, 1000) < LUCK else 0
            if lucky[length] == 1:
                code = out[below(rng, choices(s, s.mover, out))]
            else:
                code = best(x, words, out, worth, alike, at[LONGEST])
            length += 1
            play(s, s.mover, code)
        goal = result(s, 0)
        for t in range(length - 1, -1, -1):
            p = said[t] if movers[t] == 0 else 1.0 - said[t]
            if lucky[t] == 1:
                goal = p
            else:
                error = goal - p if movers[t] == 0 else p - goal
                wrong += error * error
                positions += 1
                for k in range(counts[t]):
                    worth[at[t, k]] += rate * error
                goal = mix * goal + (1.0 - mix) * p
    return wrong / positions

"""A kernel that plays games and asks of every position what it is worth a turn later: over all rolls, with the best turns.

The mean over all rolls has no luck in it. What else a game tells is where that mean and the networks differ further on; see
`wanted` in foresight.py. So that the networks meet positions which they would not walk into, some games begin elsewhere
(starts.py) or with wild turns, and of every two turns one only looks nearly best: blunders are turns that are overrated, and
people, and bots that are loose, come where nobody comes who always plays the best.
"""

from __future__ import annotations

from typing import Any

from brillig.core.chance import THE_TABLE, below, sow
from brillig.core.kernels import setup
from brillig.core.rule import rule
from brillig.games.backgammon.game import take_roll
from brillig.games.backgammon.insight import insight, kind
from brillig.games.backgammon.teach.kernels import BEST, NOW, PLACES, best_turn, copy, judge, look
from brillig.games.backgammon.teach.starts import begin

WAYS_IN = ("foretell",)
HERE, NEXT = BEST + 1, BEST + 2  # records: the game, and how it goes on
RECORDS = NEXT + 1
ROLLS = 36
WILD, MOST_WILD, TAME = 0.6, 8, 3  # how much wild turns waver, how many there are at most, in one game of so many
NEARLY, EVERY = 0.06, 2  # how much one of so many other turns does


@rule
def foretell(
    x: Any, words: Any, blank: Any, out: Any, left: Any, seen: Any, inputs: Any, strength: Any, first: Any, last: Any,
    units: Any, sums: Any, parts: Any, low: int, deal: int, cubes: Any, found: Any, kinds: Any, said: Any,
    foreseen: Any, goes_on: Any,
) -> int:  # fmt: skip
    """Fill the rows with positions of games from this deal on; the deal after the last. All is seen by who rolls.

    What is kept of a position: cubes and insights of both sides, its kind, what the network says, what it is worth a turn
    later, and whether the next row is what the network itself makes of the roll that came.
    """
    n = stamp = 0
    while n < len(said):
        for k in range(words.shape[1]):
            words[NOW, k] = blank[k]
        s = x[NOW]
        sow(s.rng, low, 1, deal, THE_TABLE)
        setup(s)
        begin(s, deal)
        deal += 1
        wild = 1 + below(s.rng, MOST_WILD) if below(s.rng, TAME) == 0 else 0
        roller = s.mover
        if s.steps[0] | s.steps[1] != 0:
            stamp += 1
            waver = WILD if wild > 0 else 0.0
            best_turn(x, words, out, left, seen, stamp, inputs, strength, first, last, units, sums, parts, waver)
        copy(words, NOW, HERE)
        while x[HERE].mover >= 0 and n < len(said):
            roller = 1 - roller
            here = x[HERE]
            which = kinds[n] = kind(here)
            for side in range(2):
                seat = roller if side == 0 else 1 - roller
                found[n, side] = insight(here, seat)
                for place in range(PLACES):
                    cubes[n, side, place] = here.cubes[seat, place]
            many = look(here, roller, inputs, strength)
            said[n] = judge(inputs, strength, many, first[which], last[which], units[which], sums, parts)
            many = look(here, 1 - roller, inputs, strength)
            passed = judge(inputs, strength, many, first[which], last[which], units[which], sums, parts)
            thrown = below(here.rng, ROLLS)
            total = 0.0
            for roll in range(ROLLS):
                one, other = roll // 6, roll % 6
                if one >= other:
                    worth = passed
                    if throw(x, words, roller, roll):
                        stamp += 1
                        worth = best_turn(
                            x, words, out, left, seen, stamp, inputs, strength, first, last, units, sums, parts, 0.0
                        )
                    total += (1.0 if one == other else 2.0) * (1.0 - max(0.0, worth))
                    if roll == thrown or 6 * other + one == thrown:
                        copy(words, NOW, NEXT)
            foreseen[n] = total / ROLLS
            goes_on[n] = 1 if x[NEXT].mover >= 0 else 0
            waver = WILD if wild > 1 else NEARLY if below(here.rng, EVERY) == 0 else 0.0
            wild -= 1
            if waver > 0.0 and throw(x, words, roller, thrown):
                stamp += 1
                best_turn(x, words, out, left, seen, stamp, inputs, strength, first, last, units, sums, parts, waver)
                copy(words, NOW, NEXT)
                goes_on[n] = 0
            copy(words, NEXT, HERE)
            n += 1
    goes_on[n - 1] = 0
    return deal


@rule
def throw(x: Any, words: Any, roller: int, roll: int) -> bool:
    """This roll in the game as it is, for a turn to be tried; False if there is no step with it."""
    copy(words, HERE, NOW)
    s = x[NOW]
    s.mover = roller
    s.turn = 1
    take_roll(s, roll // 6 + 1, roll % 6 + 1)
    any_step: bool = s.steps[0] | s.steps[1] != 0
    return any_step

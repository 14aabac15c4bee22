"""Turns as a whole, and the best answers to them whatever is rolled. Written against stand-ins, as the search is.

A turn goes on while the same seat is asked and chance has not come in. Where chance then draws one number before the next
seat answers, all its numbers are tried (`rig`), each with the best turn of that seat, as the game's own `value` judges where
a turn ends: so what comes out is an exact mean, and no sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brillig.bots.kernels import SearchPlan, Tree, judge, value
from brillig.bots.mixing.kernels import ODD, alike
from brillig.core.chance import LOW32, rig
from brillig.core.kernels import next_seat, play, shortlist
from brillig.core.record import Part, Row, i32, i64
from brillig.core.rule import rule
from brillig.parts.bits import low64

WAYS_IN = ("appraise", "foresee")
STEPS = 8  # choices of an answer; a longer one is judged where it stands then
SEEN = 4096  # positions of an answer that are told apart for certain; a power of two
CHANCE = 4  # words of a record: its chance comes first, and is not compared
# Where records lie: one to wipe, then for each turn of looking ahead the way down it, the best end, and what was before it.
WIPED, FIRST = 0, 1
END, BEFORE, OF_A_TURN = STEPS + 1, STEPS + 2, STEPS + 3
DEEPEST = 2
GIVEN = FIRST + DEEPEST * OF_A_TURN


class Glance(Part):
    """What is kept while looking at one turn."""

    stamp = i64()  # so that `seen` need not be wiped
    code = i32()  # the last choice of the best turn
    left = i32(STEPS)  # choices not tried yet, on the way down


@rule
def stands(s: Any, seat: int, tree: Tree, plan: SearchPlan) -> int:
    """What a position is worth to a seat, in thousandths."""
    over = next_seat(s) < 0
    if plan.value == 1 and not over:
        return value(s, seat)
    judge(s, tree, plan, over)
    return tree.prizes[seat]


@rule
def appraise(x: Any, seat: int, trees: Sequence[Tree], plans: Sequence[SearchPlan], worths: Row) -> None:
    """What each position is worth to a seat."""
    for k in range(len(worths)):
        worths[k] = stands(x[k], seat, trees[0], plans[0])


@rule
def foresee(
    x: Any, words: Any, seat: int, codes: Row, deep: int, rolls: Row, outs: Any, seen: Row, glances: Sequence[Glance],
    trees: Sequence[Tree], plans: Sequence[SearchPlan], worths: Row,
) -> None:  # fmt: skip
    """What each of the last choices of a turn is worth to its seat, after the best answers to every roll.

    The choices are made in the records from GIVEN on. `words` are the same records as numbers. With `deep` 2, the best
    answer is judged in the same way by what the next seat makes of it.
    """
    for k in range(len(codes)):
        worths[k] = after(
            x, words, GIVEN + k, seat, codes[k], seat, deep, rolls, outs, seen, glances, trees[0], plans[0]
        )


@rule
def after(
    x: Any, words: Any, given: int, chooser: int, code: int, seat: int, deep: int, rolls: Row, outs: Any, seen: Row,
    glances: Sequence[Glance], tree: Tree, plan: SearchPlan,
) -> int:  # fmt: skip
    """What a choice is worth to a seat over all rolls, times what they count together."""
    total = 0
    for roll in range(len(rolls)):
        if rolls[roll] > 0:
            copy(words, given, FIRST)
            rig(x[FIRST].rng, roll, len(rolls))
            play(x[FIRST], chooser, code)
            if not answered(x, words, FIRST, chooser, outs, seen, glances[0], tree, plan):
                total += rolls[roll] * 1000 * stands(x[WIPED], seat, tree, plan)
            elif deep < 2:
                total += rolls[roll] * 1000 * stands(x[FIRST + END], seat, tree, plan)
            else:
                total += rolls[roll] * further(x, words, seat, rolls, outs, seen, glances, tree, plan)
    return total


@rule
def further(
    x: Any, words: Any, seat: int, rolls: Row, outs: Any, seen: Row, glances: Sequence[Glance], tree: Tree,
    plan: SearchPlan,
) -> int:  # fmt: skip
    """What the best answer that was found is worth to a seat, over all rolls and the best turns after them: thousandfold."""
    chooser, code = next_seat(x[FIRST]), glances[0].code
    total = weight = 0
    second = FIRST + OF_A_TURN
    for roll in range(len(rolls)):
        if rolls[roll] > 0:
            copy(words, FIRST + BEFORE, second)
            rig(x[second].rng, roll, len(rolls))
            play(x[second], chooser, code)
            found = answered(x, words, second, chooser, outs, seen, glances[1], tree, plan)
            total += rolls[roll] * stands(x[second + END if found else WIPED], seat, tree, plan)
            weight += rolls[roll]
    return total * 1000 // weight


@rule
def answered(
    x: Any, words: Any, at: int, chooser: int, outs: Any, seen: Row, glance: Glance, tree: Tree, plan: SearchPlan
) -> bool:
    """Find the best turn of the seat that is to choose in record `at`. False if it is over, or nobody else could choose.

    Then the record WIPED has what is left to judge: it is all the same how it came to that.
    """
    who = next_seat(x[at])
    if who < 0 or who == chooser:
        copy(words, at, WIPED)
        alike(x[WIPED], chooser)
        return False
    glance.stamp += 1
    best, depth = -1, 0
    glance.left[0] = shortlist(x[at], who, outs[0])
    while depth >= 0:
        if glance.left[depth] == 0:
            depth -= 1
            continue
        glance.left[depth] -= 1
        code = outs[depth][glance.left[depth]]
        here, there = at + depth, at + depth + 1
        copy(words, here, there)
        play(x[there], who, code)
        if known(x, words, there, who, seen, glance.stamp):
            continue
        if depth + 1 < STEPS and next_seat(x[there]) == who and same_chance(words, here, there):
            depth += 1
            glance.left[depth] = shortlist(x[there], who, outs[depth])
            continue
        worth = stands(x[there], who, tree, plan)
        if worth > best or best < 0:
            best = worth
            glance.code = code
            copy(words, there, at + END)
            copy(words, here, at + BEFORE)
    return True


@rule
def copy(words: Any, source: int, target: int) -> None:
    mine, theirs = words[target], words[source]
    for k in range(len(mine)):
        mine[k] = theirs[k]


@rule
def same_chance(words: Any, one: int, other: int) -> bool:
    mine, theirs = words[one], words[other]
    for k in range(CHANCE):
        if mine[k] != theirs[k]:
            return False
    return True


@rule
def known(x: Any, words: Any, at: int, seat: int, seen: Row, stamp: int) -> bool:
    """Has this position come up in this turn already? Two choices often come to the same in either order."""
    copy(words, at, WIPED)
    alike(x[WIPED], seat)
    row, key = words[WIPED], stamp
    for k in range(CHANCE, len(row)):
        key = low64((key ^ row[k]) * ODD)
        key = key ^ ((key >> 32) & LOW32)
    place = key & (SEEN - 1)
    if seen[place] == key:
        return True
    seen[place] = key
    return False

"""Looking ahead from where the tree of a GPU's search ends.

A GPU has far more threads than a tree can use: what all lanes of a large round do with the same old sums is soon done in
vain. So in a game of two without chance or secrets a lane's position is not judged as it stands, but by the best play of a
few choices more, and very many threads do that for one lane. They share its choices and the answers to them; below that
each does an alpha-beta search of its own. All they leave is the most or the least of what they found, so it does not
matter how many they are or in which order they ran.

As in the exact endings, what a position is worth is what it is worth to the first seat: it looks for the most, the second for the
least. The stack has no recursion, since a GPU has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brillig.bots.gpu.hash_table import most
from brillig.bots.gpu.trail import NOBODY, Trail
from brillig.bots.kernels import MOST_SEATS, SearchPlan, value
from brillig.core.kernels import next_seat, play, rank, shortlist
from brillig.core.record import Part, Row, i16
from brillig.core.rule import rule

DEEPEST = 4  # choices ahead, at most
LOST, WON = 0, 1000
NOTHING = -1  # in place of a finding
LEASTWARDS = 4096  # added for a seat that looks for the least: then that, too, is the most of something


class Step(Part):
    """A position on the way down, and how far its search has come."""

    mover = i16()
    n = i16()  # choices
    tried = i16()  # the next one
    stride = i16()  # and how far it is from there to the one after it
    best = i16()
    alpha = i16()  # the first seat has this already somewhere above
    beta = i16()  # the second seat can hold it to this
    ranks = i16(MOST_SEATS)


@rule
def look_ahead(
    trails: Sequence[Trail], leaves: Any, findings: Row, plan: SearchPlan, x: Any, steps: Sequence[Step], outs: Any, at: int,
    share: int, sharers: int,
) -> None:  # fmt: skip
    """What number `share` of so many threads does about the leaf of lane `at`.

    `x`: as many records as choices ahead, and one more. `outs`: a row for the choices of each.
    """
    chooser, wide = trails[at].mover, len(outs[0])
    if chooser == NOBODY:
        return
    x[0] = leaves[at]
    n = shortlist(x[0], chooser, outs[0])
    ways = max(1, sharers // n)  # threads for a choice
    for job in range(share, n * ways, sharers):
        k, first = job % n, job // n
        x[1] = x[0]
        play(x[1], chooser, outs[0][k])
        mover = next_seat(x[1])
        if plan.ahead == 1 or mover < 0:
            if first == 0:
                most(findings, at * wide + k, worth(x[1], mover, steps[0]))
        else:
            found = best_play(plan.ahead - 1, first, ways, x, steps, outs)
            if found != NOTHING:
                most(findings, at * wide + k, found if mover == 0 else LEASTWARDS + WON - found)


@rule
def best_play(plies: int, first: int, stride: int, x: Any, steps: Sequence[Step], outs: Any) -> int:
    """What `x[1]` is worth after so many choices more, if only every nth of the first of them may be made.

    NOTHING if none of them may.
    """
    top = 1
    step = steps[top]
    enter(x[top], step, outs[top], first, stride, LOST - 1, WON + 1)
    if first >= step.n:
        return NOTHING
    while True:
        step = steps[top]
        if step.tried >= step.n or step.alpha >= step.beta:
            if top == 1:
                return step.best
            top -= 1
            credit(steps[top], step.best)
            continue
        x[top + 1] = x[top]
        play(x[top + 1], step.mover, outs[top][step.tried])
        step.tried += step.stride
        mover = next_seat(x[top + 1])
        if top == plies or mover < 0:
            credit(step, worth(x[top + 1], mover, steps[0]))
        else:
            top += 1
            enter(x[top], steps[top], outs[top], 0, 1, step.alpha, step.beta)


@rule
def enter(s: Any, step: Step, out: Row, first: int, stride: int, alpha: int, beta: int) -> None:
    step.mover = next_seat(s)
    step.n = shortlist(s, step.mover, out)
    step.tried = first
    step.stride = stride
    step.alpha = alpha
    step.beta = beta
    step.best = LOST if step.mover == 0 else WON


@rule
def credit(step: Step, worth: int) -> None:
    """The choice tried last turned out to be worth this."""
    if step.mover == 0:
        step.best = max(step.best, worth)
        step.alpha = max(step.alpha, worth)
    else:
        step.best = min(step.best, worth)
        step.beta = min(step.beta, worth)


@rule
def worth(s: Any, mover: int, scratch: Step) -> int:
    """What a position is worth as it stands, or the end of a game."""
    if mover >= 0:
        return value(s, 0)
    rank(s, scratch.ranks)
    first, second = scratch.ranks[0], scratch.ranks[1]
    return WON if first < second else LOST if second < first else (LOST + WON) // 2


@rule
def conclude(trail: Trail, findings: Row, at: int, wide: int) -> None:
    """From what was found about each of the choices at the leaf of lane `at`, what both seats win there."""
    best = LOST if trail.mover == 0 else WON
    for k in range(at * wide, (at + 1) * wide):
        found = findings[k]
        if found == NOTHING:
            break
        findings[k] = NOTHING
        if found >= LEASTWARDS:
            found = LEASTWARDS + WON - found
        best = max(best, found) if trail.mover == 0 else min(best, found)
    trail.prizes[0] = best
    trail.prizes[1] = WON - best

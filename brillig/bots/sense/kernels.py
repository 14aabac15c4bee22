"""A second look: what several choices bring in the same samples.

A sample is a guess at what the seat cannot know, with the chance of the table and of the other players, and it is the
same for every choice that is compared in it. The game goes on until the seat is asked again after somebody else has
chosen, and then it is judged; a game that does not say how seats stand is played to its end. Somebody who plays alone is
judged after as many choices more as the settings say: at once is too soon where a turn is made of many choices.

Written against stand-ins like the search in kernels.py, from which judging and playing on are taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brillig.bots.kernels import (
    SearchPlan,
    Tree,
    gather,
    judge,
    likely,
    prefer,  # noqa: F401 (a game's own takes its place)
    value,  # noqa: F401
)
from brillig.core.chance import THE_PLAYERS, THE_TABLE, sow
from brillig.core.kernels import guess, play, shortlist, waiting
from brillig.core.record import Row
from brillig.core.rule import rule

WAYS_IN = ("compare",)
TURNS = 4  # choices of each seat, on average, before what has come of it is judged


@rule
def compare(
    x: Any,
    raw: Row,
    root: bytes,
    me: int,
    codes: Row,
    trees: Sequence[Tree],
    plans: Sequence[SearchPlan],
    out: Row,
    prizes: Row,
    sample: int,
) -> None:
    """What each of these codes brings seat `me` in one sample."""
    s, tree, plan = x[0], trees[0], plans[0]
    for k in range(len(codes)):
        for j in range(len(root)):
            raw[j] = root[j]
        sow(s.rng, tree.seed[0], tree.seed[1], sample, THE_TABLE)
        sow(tree.rng, tree.seed[0], tree.seed[1], sample, THE_PLAYERS)
        guess(s, me)
        play(s, me, codes[k])
        judge(s, tree, plan, until_asked(s, me, tree, plan, out))
        prizes[k] = tree.prizes[me]


@rule
def until_asked(s: Any, me: int, tree: Tree, plan: SearchPlan, out: Row) -> bool:
    """Play on until seat `me` is to decide after another seat has; whether the game is over.

    Nobody else ever decides where one is alone: there the plan says how far it goes on.
    """
    left, others = plan.look if s.seats == 1 else TURNS * s.seats, False
    if plan.value == 0:
        left = plan.cap
    n = gather(s, tree)
    while n > 0 and left > 0:
        for k in range(n):
            if plan.value == 1 and others and tree.who[k] == me:
                return False
        for k in range(n):
            seat = tree.who[k]
            if k == 0 or waiting(s, seat):
                m = shortlist(s, seat, out)
                if m == 0:
                    return True
                play(s, seat, likely(s, seat, tree, plan, out, m))
                others = others or seat != me
                left -= 1
        n = gather(s, tree)
    return n == 0

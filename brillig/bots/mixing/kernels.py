"""Regrets: how often to make which choice where a fixed one would give the hand away.

The search of kernels.py thinks of one seat that knows its hand and of others who choose as if they knew it too. Here
everybody chooses by what they may know themselves: a *situation* is a position with all wiped that the chooser may not
see, and it is the same in every guess that looks the same to that seat. Each choice of a situation has a regret, what it
would have brought beyond what was done; choices are made as often as they are regretted, and what was done on average is
hard to exploit (counterfactual regret minimisation, by samples, with the means of choices as baselines).

In every iteration all hands are dealt anew, as nobody at the table could tell them, and one seat learns; seats take turns.

Like the search, this is written against stand-ins, allocates nothing, and gives the same results interpreted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brillig.bots.kernels import (
    MOST_SEATS,
    SearchPlan,
    Tree,
    gather,
    judge,
    play_on,
    prefer,  # noqa: F401 (a game's own takes its place)
    value,  # noqa: F401
)
from brillig.core.chance import LOW32, THE_TABLE, below, sow
from brillig.core.kernels import guess, hide, play, shortlist, waiting
from brillig.core.record import Part, Row, i32, i64
from brillig.core.rule import rule
from brillig.parts.bits import low64

WAYS_IN = ("reckon", "place")
LONGEST_WAY = 256  # situations on the way of one iteration
PROBES = 32  # places that are tried for a situation
NOWHERE = -1
NOBODY = -1  # as a seat: what everybody at the table knows
ODD = 0x1E3779B97F4A7C15
FINE = 1 << 20
TRY = 0.4  # of the choices of who learns are made at random
RECENT = 400  # games that the mean of a choice goes by


class Situation(Part):
    """What a seat may know when it is to choose."""

    key = i64()  # 0: nothing here
    first = i32()  # its choices lie here, one after the other
    count = i32()


class Mind(Part):
    """What belongs to one thought beside the situations."""

    used = i32()  # choices in use
    known = i32()  # situations
    fresh = i32()  # 1: the last situation was new
    learner = i32()  # the seat that learns in this iteration
    active = i32(MOST_SEATS)  # 1: this seat has had a choice
    way = i32(LONGEST_WAY)  # the situations of this iteration
    made = i32(LONGEST_WAY)  # the choices there, by their place
    who = i32(LONGEST_WAY)  # the seats
    asked = i32(MOST_SEATS)  # who chooses now


@rule
def alike(s: Any, seat: int) -> None:
    """Stands for a game's own: wipe from what a seat sees whatever makes no difference to what it should do."""


# ---- iterations ----------------------------------------------------------------------------------------------------


@rule
def reckon(
    x: Any,
    raw: Row,
    y: Any,
    seen: Row,
    root: bytes,
    minds: Sequence[Mind],
    situations: Sequence[Situation],
    codes: Row,
    regrets: Any,
    sums: Any,
    means: Any,
    visits: Row,
    trees: Sequence[Tree],
    plans: Sequence[SearchPlan],
    out: Row,
    count: int,
) -> None:
    """So many iterations more. `root` is what everybody knows; `y` is room for what one seat may."""
    s, tree, plan, mind = x[0], trees[0], plans[0], minds[0]
    for _ in range(count):
        for k in range(len(root)):
            raw[k] = root[k]
        sow(s.rng, tree.seed[0], tree.seed[1], tree.done, THE_TABLE)
        guess(s, NOBODY)
        next_learner(s, mind)
        length = walk(s, raw, y, seen, mind, situations, codes, regrets, tree, out)
        judge(s, tree, plan, play_on(s, tree, plan, out))
        weight = tree.done + 1.0
        won = tree.prizes[mind.learner] / 1000
        for back in range(length):
            k = length - 1 - back
            spot = situations[mind.way[k]]
            if mind.who[k] == mind.learner:
                won = learn(spot, mind.made[k], won, regrets, means, visits)
            else:
                remember(spot, weight, regrets, sums)
        tree.done += 1


@rule
def next_learner(s: Any, mind: Mind) -> None:
    """The next seat of those that have had a choice."""
    for _ in range(s.seats):
        mind.learner = (mind.learner + 1) % s.seats
        if mind.active[mind.learner] == 1:
            return


@rule
def walk(
    s: Any,
    raw: Row,
    y: Any,
    seen: Row,
    mind: Mind,
    situations: Sequence[Situation],
    codes: Row,
    regrets: Any,
    tree: Tree,
    out: Row,
) -> int:
    """Make choices in situations that are known, and in a new one at last; how many there were."""
    length = 0
    n = gather(s, tree)
    while n > 0:
        for k in range(n):
            mind.asked[k] = tree.who[k]
        for k in range(n):
            seat = mind.asked[k]
            if k > 0 and not waiting(s, seat):
                continue
            m = shortlist(s, seat, out)
            if m == 0 or length == LONGEST_WAY:
                return length
            at = situation(s, raw, y, seen, seat, m, mind, situations, codes, out)
            if at == NOWHERE:
                return length
            made = situations[at].first + chosen(situations[at], seat == mind.learner, regrets, tree)
            mind.active[seat] = 1
            mind.way[length] = at
            mind.made[length] = made
            mind.who[length] = seat
            length += 1
            play(s, seat, codes[made])
            if mind.fresh == 1:
                return length
        n = gather(s, tree)
    return length


@rule
def place(
    x: Any,
    raw: Row,
    y: Any,
    seen: Row,
    root: bytes,
    seat: int,
    minds: Sequence[Mind],
    situations: Sequence[Situation],
    codes: Row,
    out: Row,
) -> int:
    """Where the situation of a seat is kept that is to choose now and knows `root`."""
    for k in range(len(root)):
        raw[k] = root[k]
    m = shortlist(x[0], seat, out)
    return situation(x[0], raw, y, seen, seat, m, minds[0], situations, codes, out)


@rule
def situation(
    s: Any,
    raw: Row,
    y: Any,
    seen: Row,
    seat: int,
    m: int,
    mind: Mind,
    situations: Sequence[Situation],
    codes: Row,
    out: Row,
) -> int:
    """Where the situation of a seat is kept, a new place if need be (then `fresh` is 1); NOWHERE without room."""
    for k in range(len(raw)):
        seen[k] = raw[k]
    view = y[0]
    for k in range(4):
        view.rng[k] = 0
    hide(view, seat)
    alike(view, seat)
    key = seat + 1
    for k in range(0, len(seen) - 3, 4):  # four bytes at a time, and the rest: every step waits for the one before
        word = seen[k] | seen[k + 1] << 8 | seen[k + 2] << 16 | seen[k + 3] << 24
        key = low64((key ^ word) * ODD)
        key = key ^ ((key >> 32) & LOW32)
    for k in range(len(seen) - len(seen) % 4, len(seen)):
        key = low64((key ^ seen[k]) * ODD)
        key = key ^ ((key >> 32) & LOW32)
    key = key if key != 0 else 1
    mask = len(situations) - 1
    at = key & mask
    mind.fresh = 0
    for _ in range(PROBES):
        spot = situations[at]
        if spot.key == key:
            return at if spot.count == m else NOWHERE
        if spot.key == 0:
            if mind.used + m > len(codes):
                return NOWHERE
            spot.key = key
            spot.first = mind.used
            spot.count = m
            for k in range(m):
                codes[mind.used + k] = out[k]
            mind.used += m
            mind.known += 1
            mind.fresh = 1
            return at
        at = (at + 1) & mask
    return NOWHERE


@rule
def chosen(spot: Situation, learns: bool, regrets: Any, tree: Tree) -> int:
    """Which of its choices: as often as it is regretted, and at times any by who learns."""
    if learns and below(tree.rng, FINE) < TRY * FINE:
        return below(tree.rng, spot.count)
    whole = 0.0
    for k in range(spot.first, spot.first + spot.count):
        whole += regrets[k]
    if whole <= 0:
        return below(tree.rng, spot.count)
    left = whole * below(tree.rng, FINE) / FINE
    for k in range(spot.count):
        left -= regrets[spot.first + k]
        if left < 0:
            return k
    return spot.count - 1


@rule
def share(spot: Situation, k: int, whole: float, regrets: Any) -> float:
    """How often a choice is made there by who does not try."""
    return regrets[k] / whole if whole > 0 else 1.0 / spot.count


@rule
def learn(spot: Situation, made: int, won: float, regrets: Any, means: Any, visits: Row) -> float:
    """What was won by one choice tells about that choice; the others are taken for what they were on average.

    What there is to expect before the choice, by what is done there when nothing is tried.
    """
    whole, expected = 0.0, 0.0
    last = spot.first + spot.count
    for k in range(spot.first, last):
        whole += regrets[k]
    tried = (1.0 - TRY) * share(spot, made, whole, regrets) + TRY / spot.count
    brought = means[made] + (won - means[made]) / tried
    for k in range(spot.first, last):
        expected += share(spot, k, whole, regrets) * (brought if k == made else means[k])
    for k in range(spot.first, last):
        regrets[k] = max(0.0, regrets[k] + (brought if k == made else means[k]) - expected)
    visits[made] += 1
    means[made] += (won - means[made]) / min(visits[made], RECENT)
    return expected


@rule
def remember(spot: Situation, weight: float, regrets: Any, sums: Any) -> None:
    """What is done there now counts for the average, the later the more."""
    whole = 0.0
    for k in range(spot.first, spot.first + spot.count):
        whole += regrets[k]
    for k in range(spot.first, spot.first + spot.count):
        sums[k] += weight * share(spot, k, whole, regrets)

"""The search: Monte Carlo tree search over guesses, written and compiled once for every game.

An iteration fills in what the seat cannot know by a guess, walks down the tree, plays on from where the tree ends,
and adds what came of it to every choice on the way. The tree knows choices only: dice and cards are rolled and dealt
anew in every iteration, so a node stands for all that may have happened by chance. A choice is judged by what it
brought the seat that made it. Seats that choose at once choose blind: each by its own sums, kept where they all stand.

Like the engine's own kernels, these are written against stand-ins. What they need is laid out beforehand: nothing is
allocated while thinking. They run interpreted too, with the same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from brillig.bots.averages import BY_CHANCE, best_average, credit, credit_playout, note
from brillig.bots.nodes import NONE, ROOT, Node, follow, new_node, transplant  # noqa: F401 (one of the ways in)
from brillig.core.chance import THE_TABLE, below, sow
from brillig.core.kernels import deciders, due, guess, play, rank, refuse, score, shortlist, tick, waiting
from brillig.core.record import Part, Row, i8, i16, i32, i64
from brillig.core.rule import rule

WAYS_IN = ("think", "transplant")
MOST_SEATS = 16
LONGEST_PATH = 1024  # choices from the root that get their share of a result
MOST_TICKS = 10_000  # acts of a table between two choices, in case it never stops
REACTION = 1000  # milliseconds that a seat takes to act while a clock runs: half of this to one and a half
STUCK = -1  # a seat was to decide and had no choice


class Tree(Part):
    """What belongs to one tree beside its nodes, and scratch space."""

    seed = i64(2)  # the low and the high half
    done = i64()  # iterations so far
    stream = i64(2)  # this tree's number, and how many there are
    low = i64()  # the least and the most that was won, in a game that is played for points
    high = i64()
    swing = i64()  # the widest margin seen
    stamp = i64()  # so that `mark` need not be wiped
    used = i32()  # nodes in use, the root among them
    code = i32()  # what `pick` chose
    noted = i32()  # choices of this playout that were noted
    rng = i64(4)  # the chance from which choices are made; the table has its own
    who = i16(MOST_SEATS)  # the seats that choose next
    picked = i16(MOST_SEATS)  # what they choose
    arms = i32(MOST_SEATS)  # where their sums are
    ranks = i16(MOST_SEATS)
    prizes = i64(MOST_SEATS)
    path = i32(LONGEST_PATH)


class SearchPlan(Part):
    """How to think."""

    explore = i32()  # how much to try what looks worse, in thousandths
    depth = i32()  # how many choices deep the tree may grow
    cap = i32()  # how many choices to play on from its edge before the position is judged
    codes = i32()  # how many codes the game has
    floor = i32()  # visits that every choice at the root gets before any is preferred
    margin = i32()  # how much of a prize goes by the margin of points rather than by the place, in thousandths
    prefer = i8()  # 1: the game says which choices are likely
    value = i8()  # 1: the game says how well a seat stands
    points = i8()  # 1: it is played for points, alone or together, and not for places
    sharp = i8()  # eighths: how far a choice goes by the best answer to it, not by the mean of all (on a GPU alone)
    learn = i8()  # 1: play on by what choices have brought so far (not on a GPU)
    look = i8()  # choices to play on for a second look at a choice of somebody alone, before that is judged
    ahead = i8()  # choices to look ahead from the edge of the tree, for a position to be judged (on a GPU alone)


# ---- stand-ins for what a game may add; without them, they serve -----------------------------------------------------


@rule
def value(s: Any, seat: int) -> int:
    """How well a seat stands, 0 to 1000: the share of the others that it can expect to beat.

    In a solo or co-operative game: the score it can expect, times 1000.
    """
    return 500


@rule
def prefer(s: Any, seat: int, code: int) -> int:
    """How likely a sensible player is to make this choice, beside the others: 1 or more."""
    return 1


# ---- iterations ----------------------------------------------------------------------------------------------------


@rule
def think(
    x: Any,
    raw: Row,
    root: bytes,
    me: int,
    nodes: Sequence[Node],
    trees: Sequence[Tree],
    plans: Sequence[SearchPlan],
    out: Row,
    mark: Row,
    averages: Row,
    count: int,
) -> None:
    """So many iterations more. `x[0]` is the record whose bytes are `raw`; `root` is what seat `me` knows."""
    s, tree, plan = x[0], trees[0], plans[0]
    for _ in range(count):
        for k in range(len(root)):
            raw[k] = root[k]
        sow(s.rng, tree.seed[0], tree.seed[1], tree.done * tree.stream[1] + tree.stream[0], THE_TABLE)
        guess(s, me)
        length = descend(s, me, nodes, tree, plan, out, mark)
        over = play_learnt(s, tree, plan, out, averages) if plan.learn == 1 else play_on(s, tree, plan, out)
        judge(s, tree, plan, over)
        for k in range(length):
            node = nodes[tree.path[k]]
            node.visits += 1
            node.total += tree.prizes[node.seat]
            if plan.learn == 1:
                credit(tree, plan.codes, node.seat, node.code, averages)
        if plan.learn == 1:
            credit_playout(tree, s.seats, plan.codes, averages)
        tree.done += 1


@rule
def descend(s: Any, me: int, nodes: Sequence[Node], tree: Tree, plan: SearchPlan, out: Row, mark: Row) -> int:
    """Walk down to where the tree ends and add a node there; how many nodes `path` then holds."""
    at, length, depth = ROOT, 0, 0
    while depth < plan.depth and length + 2 * s.seats <= LONGEST_PATH:
        n = at_root(s, me, tree) if depth == 0 else gather(s, tree)
        for k in range(n):
            tree.arms[k] = pick(s, tree.who[k], at, n > 1, nodes, tree, plan, out, mark)
            if tree.arms[k] == STUCK:
                return length
            tree.picked[k] = tree.code
        for k in range(n):
            seat, code, arm = tree.who[k], tree.picked[k], tree.arms[k]
            if k > 0 and (not waiting(s, seat) or refuse(s, seat, code) != 0):
                continue  # the choice made just before has changed what this seat may do
            play(s, seat, code)
            at = arm if k == 0 else follow(nodes, tree, at, seat, code)
            if at == NONE:
                return length  # there is no room for another node
            tree.path[length] = at
            length += 1
            if k > 0 and arm != NONE:
                tree.path[length] = arm
                length += 1
        depth += 1
        if n == 0 or nodes[at].visits == 0:
            return length
    return length


@rule
def at_root(s: Any, me: int, tree: Tree) -> int:
    """Who chooses at the root. While a clock runs, the seat that is asked acts now; else all who are waited for do."""
    if due(s) < 0:
        return gather(s, tree)
    tree.who[0] = me
    return 1


@rule
def gather(s: Any, tree: Tree) -> int:
    """Find the seats that choose next, blind to each other, and let the table act before; 0: it is over.

    While a clock runs, one seat acts at a time, whoever is the quickest.
    """
    for _ in range(MOST_TICKS):
        n = deciders(s, tree.who)
        when = due(s)
        if when < 0:
            return n
        if n > 0:
            then = s.now + (REACTION // 2 + below(tree.rng, REACTION)) // n
            if then < when:
                s.now = then
                tree.who[0] = tree.who[below(tree.rng, n)]
                return 1
        s.now = max(when, s.now)
        tick(s)
    return 0


@rule
def play_on(s: Any, tree: Tree, plan: SearchPlan, out: Row) -> bool:
    """Play to the end, or as far as the plan says; whether it is the end."""
    left = plan.cap
    n = gather(s, tree)
    while n > 0 and left > 0:
        for k in range(n):
            seat = tree.who[k]
            if k == 0 or waiting(s, seat):
                m = shortlist(s, seat, out)
                if m == 0:
                    return True
                play(s, seat, likely(s, seat, tree, plan, out, m))
                left -= 1
        n = gather(s, tree)
    return n == 0


@rule
def play_learnt(s: Any, tree: Tree, plan: SearchPlan, out: Row, averages: Row) -> bool:
    """The same, most of the time by what choices have brought so far."""
    tree.noted = 0
    left = plan.cap
    n = gather(s, tree)
    while n > 0 and left > 0:
        for k in range(n):
            seat = tree.who[k]
            if k == 0 or waiting(s, seat):
                m = shortlist(s, seat, out)
                if m == 0:
                    return True
                if below(tree.rng, 1000) < BY_CHANCE:
                    code = likely(s, seat, tree, plan, out, m)
                else:
                    code = best_average(tree, plan.codes, seat, out, m, averages)
                play(s, seat, code)
                note(tree, s.seats, plan.codes, seat, code, averages)
                left -= 1
        n = gather(s, tree)
    return n == 0


@rule
def judge(s: Any, tree: Tree, plan: SearchPlan, over: bool) -> None:
    """What every seat has won, in thousandths: of a win, or of a point in a game that is played for points."""
    if plan.value == 1 and not over:
        for seat in range(s.seats):
            tree.prizes[seat] = value(s, seat)
    elif plan.points == 1:
        for seat in range(s.seats):
            tree.prizes[seat] = 1000 * score(s, seat)
    else:
        share_places(s, tree, plan)
    if plan.points == 1:
        for seat in range(s.seats):
            tree.low = min(tree.low, tree.prizes[seat])
            tree.high = max(tree.high, tree.prizes[seat])


@rule
def share_places(s: Any, tree: Tree, plan: SearchPlan) -> None:
    """The share of the others that a seat has beaten, ties half, and a little for the margin."""
    rank(s, tree.ranks)
    others = s.seats - 1
    for seat in range(s.seats):
        won, ahead = 0, 0
        for other in range(s.seats):
            if other != seat:
                won += 2 if tree.ranks[seat] < tree.ranks[other] else 1 if tree.ranks[seat] == tree.ranks[other] else 0
                ahead += score(s, seat) - score(s, other)
        prize = 500 * won // others
        if plan.margin > 0:
            tree.swing = max(tree.swing, abs(ahead))
            prize += plan.margin * (500 + 500 * ahead // max(1, tree.swing) - prize) // 1000
        tree.prizes[seat] = prize


# ---- choosing ------------------------------------------------------------------------------------------------------


@rule
def pick(
    s: Any, seat: int, stage: int, blind: bool, nodes: Sequence[Node], tree: Tree, plan: SearchPlan, out: Row, mark: Row
) -> int:
    """The node of what this seat chooses at a stage, `tree.code` its code: something new, or what promises most.

    NONE if a new node is wanted and there is no room; STUCK if there is nothing to choose.
    """
    n = shortlist(s, seat, out)
    if n == 0:
        return STUCK
    tree.stamp += 2
    can, known = tree.stamp, tree.stamp + 1
    for k in range(n):
        mark[out[k]] = can
    tried = 0
    child = nodes[stage].first
    while child != NONE:
        node = nodes[child]
        if node.seat == seat and mark[node.code] == can:
            mark[node.code] = known
            node.offered += 1
            tried += 1
        child = node.after
    if tried == n:
        best = most_promising(seat, stage, known, blind, nodes, tree, plan, mark)
        tree.code = nodes[best].code
        return best
    left = 0
    for k in range(n):
        if mark[out[k]] == can:
            out[left] = out[k]
            left += 1
    tree.code = likely(s, seat, tree, plan, out, left)
    return new_node(nodes, tree, stage, seat, tree.code)


@rule
def most_promising(
    seat: int, stage: int, known: int, blind: bool, nodes: Sequence[Node], tree: Tree, plan: SearchPlan, mark: Row
) -> int:
    """Of the choices that are there now, all tried before, the one with the highest upper confidence bound."""
    best, most = NONE, -1.0
    offered, spread = 0, 0.0
    low = tree.low if plan.points == 1 else 0
    span = max(1, tree.high - low) if plan.points == 1 else 1000
    floor = max(1, plan.floor if stage == ROOT else 1)
    explore = plan.explore / 1000
    child = nodes[stage].first
    while child != NONE:
        node = nodes[child]
        if node.seat == seat and mark[node.code] == known:
            if node.visits < floor:
                return child
            if node.offered != offered:
                offered = node.offered
                spread = log(offered)
            bound = (node.total / node.visits - low) / span + explore * sqrt(spread / node.visits)
            if blind:  # two who reckon alike must not move in step
                bound += 0.00002 * below(tree.rng, 1000)
            if bound > most:
                best, most = child, bound
        child = node.after
    return best


@rule
def likely(s: Any, seat: int, tree: Tree, plan: SearchPlan, out: Row, n: int) -> int:
    """One of the first n codes of `out`: any, or as the game prefers."""
    if plan.prefer == 0 or n == 1:
        return out[below(tree.rng, n)]
    chosen, weights = 0, 0
    for k in range(n):
        weight = prefer(s, seat, out[k])
        weights += weight
        if below(tree.rng, weights) < weight:
            chosen = k
    return out[chosen]

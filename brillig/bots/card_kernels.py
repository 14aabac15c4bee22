"""The search for very many threads: one tree for all of them, grown in rounds.

In a round every lane (a thread on a card) does one iteration on the tree as it stood when the round began. What they
found is added when all have done, so it does not matter in which order they ran: whole numbers add up the same.

The tree is a table of hashed keys. The key of a choice is mixed from the key of what came before it, the seat and the
code, so nothing points to anything. A choice without visits is as good as absent: a lane may note it down at once, and
no other lane decides otherwise for it. All lanes see the same sums, so they spread by chance: where the search on the
CPU adds an upper confidence bound to what a choice has brought so far, a lane adds any part of it, drawn anew each time.

Written against stand-ins like the search in kernels.py, from which all but the tree is taken. `claim`, `add`, `least`
and `most` are stand-ins too: on a card they are what no other thread can come between.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from brillig.bots.kernels import (
    MOST_SEATS,
    STUCK,
    Plan,
    at_root,
    gather,
    judge,
    likely,
    play_on,
    prefer,  # noqa: F401 (a game's own takes its place)
    value,  # noqa: F401
)
from brillig.core.chance import LOW32, THE_PLAYERS, THE_TABLE, below, sow
from brillig.core.kernels import choices, guess, play, refuse, waiting
from brillig.core.record import Grid, Part, Row, i16, i32, i64
from brillig.core.rule import rule
from brillig.parts.bits import low64

WAYS_IN = ("lanes", "add_lanes", "look")

PATH = 64  # choices from the root that get their share of a result
EXPAND = 1  # visits that a choice needs before the tree goes on behind it (4 were measured to be weaker)
PROBES = 32  # places that are tried for a key
FINE = 12  # bits behind the point when choices are compared
PARTS = 1 << 16  # of an upper confidence bound: any number of them may be added
UNITS = (1000 * PARTS) >> (FINE // 2)  # of a doubt: thousandths, parts, and the root of a logarithm

# A place in the table: four numbers, as many bytes as a card fetches at a time.
KEY, VISITS, TOTAL, WORDS = 0, 1, 2, 4
NOWHERE = -2  # no place: not found, or no room

# What all lanes know, and beside it what becomes of that in this round.
LOW, HIGH, SWING, USED, KNOWN = 0, 1, 2, 3, 4
FAR = 1 << 60

ROOT = 0x2545F4914F6CDD1D
ODD, STRANGE = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9  # to mix keys with


class Lane(Part):
    """What one lane works with: as Tree in kernels.py, without a tree."""

    low = i64()
    high = i64()
    swing = i64()
    rng = i64(4)
    arms = i64(MOST_SEATS)
    prizes = i64(MOST_SEATS)
    code = i32()
    who = i16(MOST_SEATS)
    picked = i16(MOST_SEATS)
    ranks = i16(MOST_SEATS)


def nothing_known() -> list[int]:
    """What lanes know before the first round."""
    return 2 * [FAR, -FAR, 0, 0]


# ---- stand-ins: what many threads do to one number ---------------------------------------------------------------


@rule
def claim(table: Row, at: int, key: int) -> int:
    """Write the key there if there was nothing; what there was."""
    there = table[at]
    if there == 0:
        table[at] = key
    return there


@rule
def add(table: Row, at: int, much: int) -> None:
    table[at] += much


@rule
def least(table: Row, at: int, much: int) -> None:
    table[at] = min(table[at], much)


@rule
def most(table: Row, at: int, much: int) -> None:
    table[at] = max(table[at], much)


# ---- one lane ----------------------------------------------------------------------------------------------------


@rule
def iterate(
    s: Any, me: int, lane: Any, plan: Plan, table: Row, known: Row, out: Row, path: Grid, prizes: Grid, lengths: Row,
    low: int, high: int, number: int, at: int,
) -> None:  # fmt: skip
    """Iteration `number` from the root in `s`, in lane `at`. Its path is left in `path`, what was won in `prizes`."""
    sow(s.rng, low, high, number, THE_TABLE)
    sow(lane.rng, low, high, number, THE_PLAYERS)
    lane.low = known[LOW]
    lane.high = known[HIGH]
    lane.swing = known[SWING]
    guess(s, me)
    lengths[at] = descend(s, me, lane, plan, table, known, out, path, at, number - at)
    over = play_on(s, lane, plan, out)
    judge(s, lane, plan, over)
    for seat in range(s.seats):
        prizes[seat, at] = lane.prizes[seat]
    # Looked at first: there is hardly ever something new.
    if lane.low < known[KNOWN + LOW]:
        least(known, KNOWN + LOW, lane.low)
    if lane.high > known[KNOWN + HIGH]:
        most(known, KNOWN + HIGH, lane.high)
    if lane.swing > known[KNOWN + SWING]:
        most(known, KNOWN + SWING, lane.swing)


@rule
def descend(
    s: Any, me: int, lane: Any, plan: Plan, table: Row, known: Row, out: Row, path: Grid, at: int, visits: int
) -> int:  # fmt: skip
    """Walk down to where the tree ends and note down the choice made there; how many places `path` then holds.

    `visits`: those of the root when the round began.
    """
    stage, length, depth = ROOT, 0, 0
    while depth < plan.depth and length + 2 * s.seats <= PATH:
        n = at_root(s, me, lane) if depth == 0 else gather(s, lane)
        if n == 0:
            return length
        enough = max(1, plan.floor if depth == 0 else 1)
        for k in range(n):
            lane.arms[k] = pick(s, lane.who[k], stage, visits, enough, lane, plan, table, known, out)
            if lane.arms[k] == STUCK:
                return length
            lane.picked[k] = lane.code
        for k in range(n):
            seat, code, arm = lane.who[k], lane.picked[k], lane.arms[k]
            if k > 0 and (not waiting(s, seat) or refuse(s, seat, code) != 0):
                continue  # the choice made just before has changed what this seat may do
            play(s, seat, code)
            stage = mixed(stage, seat, code)
            place = arm if k == 0 else settled(table, known, stage)
            if place == NOWHERE:
                return length
            path[length, at] = place * MOST_SEATS + seat
            length += 1
            if k > 0 and arm != NOWHERE:
                path[length, at] = arm * MOST_SEATS + seat
                length += 1
            visits = table[WORDS * place + VISITS]
        depth += 1
        if visits < EXPAND:
            return length
    return length


@rule
def pick(
    s: Any, seat: int, stage: int, times: int, enough: int, lane: Any, plan: Plan, table: Row, known: Row, out: Row
) -> int:  # fmt: skip
    """The place of what this seat chooses at a stage, `lane.code` its code: something new, or what promises most.

    `times`: how often the stage was visited. NOWHERE if there is no room for something new; STUCK if there is nothing to
    choose.
    """
    n = choices(s, seat, out)
    if n == 0:
        return STUCK
    full = is_full(table, known)
    width = plan.explore * (max(1, lane.high - lane.low) if plan.points == 1 else 1000)
    spread = logarithm(times)
    new, best, best_bound = 0, NOWHERE, 0
    for k in range(n):
        code = out[k]
        place = found(table, mixed(stage, seat, code))
        visits = table[WORDS * place + VISITS] if place != NOWHERE else 0
        if visits < enough:
            out[new] = code
            new += 1
        elif new == 0 or full:
            # Made whole in between: a card could round a product and a sum in one step, the CPU in two.
            doubt = int(width * below(lane.rng, PARTS) * sqrt(spread / visits))
            bound = (table[WORDS * place + TOTAL] << FINE) // visits + doubt // UNITS
            if best == NOWHERE or bound > best_bound:
                best, best_bound = place, bound
                lane.code = code
    if new == 0 or (full and best != NOWHERE):
        return best
    lane.code = likely(s, seat, lane, plan, out, new)
    return settled(table, known, mixed(stage, seat, lane.code))


@rule
def logarithm(n: int) -> int:
    """The natural logarithm of n, nearly, with FINE bits behind the point. Whole numbers: a card's is not the CPU's."""
    bits = 0
    while n >> (bits + 1) > 0:
        bits += 1
    twos = (bits << FINE) + ((max(1, n) << FINE) >> bits) - (1 << FINE)
    return twos * 710 >> 10  # ln 2


# ---- the table ---------------------------------------------------------------------------------------------------


@rule
def mixed(stage: int, seat: int, code: int) -> int:
    """The key of a choice after what led to a stage; never 0."""
    key = low64((stage ^ (seat * 65536 + code + 1)) * ODD)
    key = key ^ ((key >> 32) & LOW32)
    key = low64(key * STRANGE)
    key = key ^ ((key >> 29) & LOW32)
    return key if key != 0 else 1


@rule
def is_full(table: Row, known: Row) -> bool:
    """Was half of the table used when the round began? Then nothing is added: looking for places would take long."""
    return 2 * WORDS * known[USED] >= len(table)


@rule
def found(table: Row, key: int) -> int:
    """The place of a key, or NOWHERE."""
    mask = len(table) // WORDS - 1
    place, step = key & mask, ((key >> 32) & mask) | 1
    for _ in range(PROBES):
        there = table[WORDS * place]
        if there == key:
            return place
        if there == 0:
            return NOWHERE
        place = (place + step) & mask
    return NOWHERE


@rule
def settled(table: Row, known: Row, key: int) -> int:
    """The place of a key, a new one if need be, or NOWHERE."""
    mask = len(table) // WORDS - 1
    place, step = key & mask, ((key >> 32) & mask) | 1
    for _ in range(PROBES):
        there = table[WORDS * place]
        if there == 0:
            if is_full(table, known):
                return NOWHERE
            there = claim(table, WORDS * place, key)
            if there == 0:
                add(known, KNOWN + USED, 1)
                return place
        if there == key:
            return place
        place = (place + step) & mask
    return NOWHERE


# ---- after a round -----------------------------------------------------------------------------------------------


@rule
def add_up(table: Row, known: Row, path: Grid, prizes: Grid, lengths: Row, at: int) -> None:
    """Add what a lane has found to every choice on its way."""
    for k in range(lengths[at]):
        place, seat = path[k, at] // MOST_SEATS, path[k, at] % MOST_SEATS
        add(table, WORDS * place + VISITS, 1)
        add(table, WORDS * place + TOTAL, prizes[seat, at])
    if at == 0:
        for k in range(KNOWN):
            known[k] = known[KNOWN + k]


# ---- the same in a loop, for the CPU -----------------------------------------------------------------------------


@rule
def lanes(
    x: Any, raw: Row, root: bytes, me: int, own: Sequence[Lane], plans: Sequence[Plan], table: Row, known: Row, out: Row,
    path: Grid, prizes: Grid, lengths: Row, low: int, high: int, first: int, begin: int, end: int,
) -> None:  # fmt: skip
    """Lanes `begin` to `end` - 1 of a round whose first iteration has that number."""
    for at in range(begin, end):
        for k in range(len(root)):
            raw[k] = root[k]
        iterate(
            x[0], me, own[0], plans[0], table, known, out, path, prizes, lengths, low, high, first + at, at
        )  # fmt: skip


@rule
def add_lanes(table: Row, known: Row, path: Grid, prizes: Grid, lengths: Row, end: int) -> None:
    for at in range(end):
        add_up(table, known, path, prizes, lengths, at)


@rule
def look(table: Row, keys: Row, sums: Grid, begin: int, end: int) -> None:
    """What the tree knows about these keys: visits and totals."""
    for k in range(begin, end):
        place = found(table, keys[k])
        sums[k, 0] = table[WORDS * place + VISITS] if place != NOWHERE else 0
        sums[k, 1] = table[WORDS * place + TOTAL] if place != NOWHERE else 0

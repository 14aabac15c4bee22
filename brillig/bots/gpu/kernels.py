"""The search for very many threads: one tree for all of them, grown in rounds.

In a round every lane (a thread on a GPU) does one iteration on the tree as it stood when the round began. What they
found is added when all have done, so it does not matter in which order they ran: whole numbers add up the same.

All lanes see the same sums, so a lane that took what promises most would go where all others go. Instead each reckons
how the lanes of the round that came as far as it would share the choices out among them if they chose one after the
other, each counting the visits of those before, and takes what falls to its number.

In a game of two without chance or secrets a choice has a worth beside its mean: what the best answer leaves of it. Means
remember all that was ever tried; a worth forgets what turned out badly. Worths climb one choice a round. There, too, a lane
may leave what it comes to for others to look ahead from: lookahead.py.

Written against stand-ins like the search in kernels.py, from which all but the tree is taken. The tree is a table:
hash_table.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from brillig.bots.gpu.hash_table import (
    HIGH,
    KNOWN,
    LOW,
    NOWHERE,
    ROOT,
    SWING,
    TOTAL,
    VISITS,
    WORDS,
    WORTH,
    add,
    found,
    is_full,
    least,
    look,  # noqa: F401 (a way in)
    mixed,
    most,
    settled,
)
from brillig.bots.gpu.lookahead import conclude, look_ahead
from brillig.bots.gpu.trail import JUDGED, NOBODY, PATH, UNKNOWN, Trail
from brillig.bots.kernels import (
    MOST_SEATS,
    STUCK,
    SearchPlan,
    at_root,
    gather,
    judge,
    likely,
    play_on,
    prefer,  # noqa: F401 (a game's own takes its place)
    value,  # noqa: F401
)
from brillig.core.chance import THE_PLAYERS, THE_TABLE, below, sow
from brillig.core.kernels import guess, play, refuse, shortlist, waiting
from brillig.core.record import Part, Row, i16, i32, i64
from brillig.core.rule import rule

WAYS_IN = ("lanes", "look_on", "add_lanes", "look")

WIDE = 64  # choices among which the lanes of a round spread
NEARLY = 16  # when all lanes but one in so many have a choice, the rest takes what promises most
MANY = 1e15  # visits: more than there can be
EIGHT = 8  # parts, of which some go by a worth and the rest by a mean
FINE = 16  # bits behind the point when choices are compared
LOG_FINE = 12  # and behind that of a logarithm
ROOT_OF_LOG = 1 << (LOG_FINE // 2)


class Lane(Part):
    """What one lane works with: as Tree in kernels.py, without a tree."""

    low = i64()
    high = i64()
    swing = i64()
    rng = i64(4)
    arms = i64(MOST_SEATS)
    prizes = i64(MOST_SEATS)
    top = i64()  # what the best of the choices here is worth, or UNKNOWN
    rank = i64()  # of the lanes that go the same way it is this one
    many = i64()  # and so many there are
    code = i32()
    visits = i64(WIDE)  # of the choices here
    means = i64(WIDE)
    places = i32(WIDE)
    codes = i16(WIDE)
    who = i16(MOST_SEATS)
    picked = i16(MOST_SEATS)
    ranks = i16(MOST_SEATS)


# ---- one lane ----------------------------------------------------------------------------------------------------


@rule
def iterate(
    s: Any, me: int, lane: Any, plan: SearchPlan, table: Row, known: Row, out: Row, trails: Sequence[Trail], leaves: Any,
    low: int, high: int, first: int, at: int, count: int,
) -> None:  # fmt: skip
    """Lane `at` of a round of so many, whose first iteration has that number, from the root in `s`.

    It leaves its trail, and, if somebody is to look ahead from there, what it came to.
    """
    trail = trails[at]
    sow(s.rng, low, high, first + at, THE_TABLE)
    sow(lane.rng, low, high, first + at, THE_PLAYERS)
    lane.low = known[LOW]
    lane.high = known[HIGH]
    lane.swing = known[SWING]
    lane.rank = at
    lane.many = count
    guess(s, me)
    trail.length = descend(s, me, lane, plan, table, known, out, trail, first)
    over = play_on(s, lane, plan, out)
    if plan.ahead > 0 and not over:
        leaves[at] = s
        trail.mover = lane.who[0]
        return
    trail.mover = NOBODY
    judge(s, lane, plan, over)
    for seat in range(s.seats):
        trail.prizes[seat] = lane.prizes[seat]
    # Looked at first: there is hardly ever something new.
    if lane.low < known[KNOWN + LOW]:
        least(known, KNOWN + LOW, lane.low)
    if lane.high > known[KNOWN + HIGH]:
        most(known, KNOWN + HIGH, lane.high)
    if lane.swing > known[KNOWN + SWING]:
        most(known, KNOWN + SWING, lane.swing)


@rule
def descend(
    s: Any, me: int, lane: Any, plan: SearchPlan, table: Row, known: Row, out: Row, trail: Trail, visits: int
) -> int:
    """Walk down to where the tree ends and note down the choice made there; how many places the trail then has.

    `visits`: those of the root when the round began.
    """
    stage, length, depth = ROOT, 0, 0
    judged = JUDGED if plan.sharp > 0 else UNKNOWN
    while depth < plan.depth and length + 2 * s.seats <= PATH:
        n = at_root(s, me, lane) if depth == 0 else gather(s, lane)
        if n == 0:
            if length > 0:
                trail.worths[length - 1] = judged
            return length
        enough = max(1, plan.floor if depth == 0 else 1)
        came, fewest = lane.many, lane.many
        for k in range(n):
            if k > 0:  # blind to the others: its lanes are dealt out anew
                lane.many = came
                lane.rank = below(lane.rng, came)
            lane.arms[k] = pick(s, lane.who[k], stage, visits, enough, n > 1, lane, plan, table, known, out)
            if lane.arms[k] == STUCK:
                return length
            if length > 0 and lane.top != UNKNOWN:
                mine = trail.path[length - 1] % MOST_SEATS == lane.who[k]
                trail.worths[length - 1] = lane.top if mine else 1000 - lane.top
            lane.picked[k] = lane.code
            fewest = min(fewest, lane.many)
        if n > 1:
            lane.many = fewest
            lane.rank = below(lane.rng, fewest)
        for k in range(n):
            seat, code, arm = lane.who[k], lane.picked[k], lane.arms[k]
            if k > 0 and (not waiting(s, seat) or refuse(s, seat, code) != 0):
                continue  # the choice made just before has changed what this seat may do
            play(s, seat, code)
            stage = mixed(stage, seat, code)
            place = arm if k == 0 else settled(table, known, stage)
            if place == NOWHERE:
                return length
            trail.path[length] = place * MOST_SEATS + seat
            trail.worths[length] = UNKNOWN
            length += 1
            if k > 0 and arm != NOWHERE:
                trail.path[length] = arm * MOST_SEATS + seat
                trail.worths[length] = UNKNOWN
                length += 1
            visits = table[WORDS * place + VISITS]
        depth += 1
        if visits == 0:  # new: the first lane that comes judges what there is, the others go on
            if lane.rank == 0:
                trail.worths[length - 1] = judged
                return length
            lane.rank -= 1
            lane.many -= 1
    return length


@rule
def pick(
    s: Any, seat: int, stage: int, times: int, enough: int, blind: bool, lane: Lane, plan: SearchPlan, table: Row, known: Row,
    out: Row,
) -> int:  # fmt: skip
    """The place of what this lane chooses for a seat at a stage, `lane.code` its code.

    `times`: how often the stage was visited. `lane.many` lanes came here in this round and this one is number `lane.rank`;
    both are then those of the lanes that go the same way. NOWHERE if there is no room for something new; STUCK if there
    is nothing to choose, or nothing more to be learnt for want of room.
    """
    n = shortlist(s, seat, out)
    if n == 0:
        return STUCK
    span = max(1, lane.high - lane.low) if plan.points == 1 else 1000
    # Made whole in between: a GPU could round a product and a sum in one step, the CPU in two.
    reach = int(plan.explore * span * sqrt(logarithm(times))) * ((1 << FINE) // ROOT_OF_LOG) // 1000
    new, kept, best, ceiling, total, top = 0, 0, 0, 0, 0, UNKNOWN
    for k in range(n):
        code = out[k]
        place = found(table, mixed(stage, seat, code))
        visits = table[WORDS * place + VISITS] if place != NOWHERE else 0
        if visits < enough:
            out[new] = code
            new += 1
        elif new == 0:
            total += visits
            mean = quotient(table[WORDS * place + TOTAL], visits)
            if plan.sharp > 0:
                worth = table[WORDS * place + WORTH]
                top = max(top, worth)
                mean = (plan.sharp * (worth << FINE) + (EIGHT - plan.sharp) * mean) // EIGHT
            bound = mean + int(reach / sqrt(visits))
            if blind:  # two who reckon alike must not move in step
                bound += (span << FINE) * below(lane.rng, 1000) // 50_000
            if kept < WIDE or bound > ceiling:
                kept = min(kept + 1, WIDE)  # where there are more than it can keep, the last is the best of them
                lane.codes[kept - 1] = code
                lane.places[kept - 1] = place
                lane.visits[kept - 1] = visits
                lane.means[kept - 1] = mean
                if kept == 1 or bound > ceiling:
                    best, ceiling = kept - 1, bound
    lane.top = top if new == 0 else UNKNOWN
    if new > 0:
        return STUCK if is_full(table, known) else something_new(s, seat, stage, new, lane, plan, table, known, out)
    if 2 * total < times:  # chance has been here: most lanes have other choices
        lane.many = max(1, lane.many * total // times)
        lane.rank %= lane.many
    way = best if lane.many == 1 else dealt(lane, kept, best, ceiling, reach)
    lane.code = lane.codes[way]
    return lane.places[way]


@rule
def something_new(
    s: Any, seat: int, stage: int, new: int, lane: Any, plan: SearchPlan, table: Row, known: Row, out: Row
) -> int:  # fmt: skip
    """The place of one of the first `new` codes of `out`: the lanes take turns."""
    way = lane.rank % new
    lane.code = out[way] if lane.many > 1 else likely(s, seat, lane, plan, out, new)
    lane.rank //= new
    lane.many = (lane.many + new - 1 - way) // new
    return settled(table, known, mixed(stage, seat, lane.code))


@rule
def dealt(lane: Lane, kept: int, best: int, ceiling: int, reach: int) -> int:
    """Which of the choices kept this lane makes, so that all lanes here spread as if they came one after the other.

    The next one would take what has the highest bound, `ceiling`; with its visit that bound sinks, and so on until all
    have chosen and no bound is above some level. The level is looked for here: it says how many take what.
    """
    # If all took what has the highest bound, it would sink to here: the level is not lower, and no mean is above it.
    low, level = lane.means[best] + int(reach / sqrt(lane.visits[best] + lane.many)), ceiling
    for k in range(kept):
        low = max(low, lane.means[k])
    while level - low > 1:
        middle = (low + level) >> 1
        taken = 0
        for k in range(kept):
            taken += wanted(lane, k, middle, reach)
        if taken > lane.many:
            low = middle
        else:
            level = middle
            if NEARLY * taken >= (NEARLY - 1) * lane.many:
                break
    for k in range(kept):
        taken = min(wanted(lane, k, level, reach), lane.many) if k != best else 0
        if lane.rank < taken:
            lane.many = taken
            return k
        lane.rank -= taken
        lane.many -= taken
    return best  # and all that are left


@rule
def wanted(lane: Lane, k: int, level: int, reach: int) -> int:
    """Visits more until the bound of choice k is down at a level."""
    share = reach / max(1, level - lane.means[k])
    return max(0, int(min(share * share, MANY)) - lane.visits[k])


@rule
def quotient(total: int, visits: int) -> int:
    """What a visit has brought, with FINE bits behind the point, without ever going beyond 64."""
    whole = total // visits
    return (whole << FINE) + ((total - whole * visits) << FINE) // visits


@rule
def logarithm(n: int) -> int:
    """The natural logarithm of n, nearly, with LOG_FINE bits behind the point. Whole numbers: a GPU's is not the CPU's."""
    bits = 0
    while n >> (bits + 1) > 0:
        bits += 1
    twos = (bits << LOG_FINE) + ((max(1, n) << LOG_FINE) >> bits) - (1 << LOG_FINE)
    return twos * 710 >> 10  # ln 2


# ---- after a round -----------------------------------------------------------------------------------------------


@rule
def add_up(table: Row, known: Row, trails: Sequence[Trail], findings: Row, at: int) -> None:
    """Add what a lane has found to every choice on its way."""
    trail = trails[at]
    if trail.mover != NOBODY:
        conclude(trail, findings, at, len(findings) // len(trails))
    for k in range(trail.length):
        place, prize = trail.path[k] // MOST_SEATS, trail.prizes[trail.path[k] % MOST_SEATS]
        add(table, WORDS * place + VISITS, 1)
        add(table, WORDS * place + TOTAL, prize)
        worth = trail.worths[k] if trail.worths[k] != JUDGED else prize
        if worth != UNKNOWN:  # all who came by in this round found the same
            table[WORDS * place + WORTH] = worth
    if at == 0:
        for k in range(KNOWN):
            known[k] = known[KNOWN + k]


# ---- the same in a loop, for the CPU -----------------------------------------------------------------------------


@rule
def lanes(
    x: Any, raw: Row, root: bytes, me: int, own: Sequence[Lane], plans: Sequence[SearchPlan], table: Row, known: Row, out: Row,
    trails: Sequence[Trail], leaves: Any, low: int, high: int, first: int, count: int, begin: int, end: int,
) -> None:  # fmt: skip
    """Lanes `begin` to `end` - 1 of a round of so many, whose first iteration has that number."""
    for at in range(begin, end):
        for k in range(len(root)):
            raw[k] = root[k]
        iterate(x[0], me, own[0], plans[0], table, known, out, trails, leaves, low, high, first, at, count)


@rule
def look_on(
    trails: Sequence[Trail], leaves: Any, findings: Row, plans: Sequence[SearchPlan], x: Any, steps: Any, outs: Any,
    sharers: int, end: int,
) -> None:  # fmt: skip
    """Look ahead from all leaves of a round."""
    for at in range(end):
        for share in range(sharers):
            look_ahead(trails, leaves, findings, plans[0], x, steps, outs, at, share, sharers)


@rule
def add_lanes(table: Row, known: Row, trails: Sequence[Trail], findings: Row, end: int) -> None:
    for at in range(end):
        add_up(table, known, trails, findings, at)

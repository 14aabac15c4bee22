"""Alpha-beta search to the end, or some choices ahead, in a game for two seats that hides nothing and leaves nothing to chance.

The results are worth what they are worth to the first seat; the first seat looks for the most, the second for the
least. What was tried first is thought to be the best, and of the others it is only asked whether they are better; one that
is, is looked at again. Positions met again are known by a number made from their bytes. Kernels, like those of the search:
a stack instead of recursion, and no allocation.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

from brillig.core.chance import LOW32, THE_PLAYERS, below, sow
from brillig.core.kernels import choices, due, next_seat, play, rank, score, waiting
from brillig.core.record import Part, Record, Row, i8, i16, i32, i64
from brillig.core.rule import rule

WAYS_IN = ("solve", "probe")
WON = 10_000  # what winning is worth beside points
BEYOND = 30_000  # more than any result
SOLVED, NOT_YET, TOO_DEEP, CHANCE = 0, 1, 2, 3  # what `solve` returns
BEFORE = -1  # the frame to work on, when nothing was done yet
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # what an entry says
NEAREST = 2  # choices to look ahead at first
FAR = 100  # choices: to the end, however many there are
SURE = 19  # what a thousandth of a win is worth, when a position is judged: less than winning, all in all
HEAD = Record.nbytes // 8  # words of a record that are the same all along: chance, clock, seats
FIRST = 1 << 20  # before all others
HIGH = 6  # choices below the root up to which an exact search orders by judgement too
A_REPLY = 32  # what one reply more is worth beside thousandths of a win, in the order of choices
PRIME_A, PRIME_B = 0x2C1B3C6D, 0x297A2D39


class SolverFrame(Part):
    """A position on the way down, and how far its search has come."""

    key = i64()
    alpha = i32()  # the first seat has this already somewhere above
    beta = i32()  # the second seat can hold it to this
    floor = i32()  # alpha and beta as they were at first
    roof = i32()
    best = i32()
    first = i32()  # where its followers are
    n = i16()  # how many there are
    tried = i16()
    code = i16()  # the choice that brought the best
    mover = i8()
    left = i8()  # how many choices to look ahead from here, FAR: to the end
    judged = i8()  # 1: what is known about it depends on a position that was judged, not played to the end
    scout = i8()  # 1: it was only asked whether it is better than what is known already


class Entry(Part):
    """What is known about a position that was met before."""

    key = i64()
    worth = i32()
    code = i16()
    says = i8()
    left = i8()  # how far it was looked ahead; FAR: to the end


class Report(Part):
    """What came of it."""

    looked = i64()  # positions that were gone into
    top = i32()  # the frame that is being worked on, or BEFORE
    worth = i32()
    code = i16()
    judged = i8()  # as in a frame
    lot = i16()  # decides between choices at the root that are worth the same


# ---- a stand-in for what a game may add ------------------------------------------------------------------------------


@rule
def value(s: Any, seat: int) -> int:
    """How well a seat stands, 0 to 1000."""
    return 500


# ---- how far is the end? -------------------------------------------------------------------------------------------


@rule
def probe(x: Any, words: Any, out: Row, rng: Row, games: int, longest: int) -> float:
    """The size of what is left, from random games: the logarithm of the number of ways to play it, on average.

    -1 when there is chance in it, several choose at once, a clock runs, or the end is too far.
    """
    s = x[1]
    total = 0.0
    sow(rng, 1, 0, 0, THE_PLAYERS)
    for _ in range(games):
        copy(words, 0, 1)
        seat, length = next_seat(s), 0
        while seat >= 0:
            n = choices(s, seat, out)
            if n == 0 or length == longest or due(s) >= 0 or (seat == 0 and waiting(s, 1)):
                return -1.0
            total += log(n)
            length += 1
            play(s, seat, out[below(rng, n)])
            if rolled(s):
                return -1.0
            seat = next_seat(s)
    return total / games


@rule
def rolled(s: Record) -> bool:
    """Was there chance in it? The generator was all zero at first, and is not after a draw."""
    return s.rng[0] | s.rng[1] | s.rng[2] | s.rng[3] != 0


# ---- the search ----------------------------------------------------------------------------------------------------


@rule
def solve(
    x: Any,
    words: Any,
    frames: Sequence[SolverFrame],
    entries: Sequence[Entry],
    out: Row,
    codes: Row,
    keys: Row,
    reports: Sequence[Report],
    left: int,
    budget: int,
) -> int:
    """Find what the position `x[0]` is worth and the choice that brings it, `left` choices ahead (FAR: to the end).

    NOT_YET when so many positions have been looked at in all: call again with a higher budget to go on. To begin, the
    report's `top` must be BEFORE. Frame k has its followers in x from frames[k].first on; `codes` has the choices that lead
    there and `keys` the order in which they are tried, the lowest first.
    """
    report = reports[0]
    status = SOLVED
    if report.top == BEFORE:
        report.looked += 1
        report.top = 0
        frames[0].first = 1
        frames[0].scout = 0
        status = enter(0, 0, -BEYOND, BEYOND, left, report.lot, x, words, frames, entries, out, codes, keys)
    while status == SOLVED:
        frame = frames[report.top]
        if frame.tried == frame.n or frame.alpha >= frame.beta:
            store(entries, frame)
            if report.top == 0:
                report.worth = frame.best
                report.code = frame.code
                report.judged = frame.judged
                report.top = BEFORE
                return SOLVED
            report.top -= 1
            above = frames[report.top]
            if frame.scout == 0 or frame.best <= above.alpha or frame.best >= above.beta:
                credit(above, frame.best, frame.judged, codes)
                continue
            report.top += 1  # it is better: now by how much
            frame.scout = 0
            at, alpha, beta, left = above.first + above.tried - 1, above.alpha, above.beta, frame.left
            status = enter(at, report.top, alpha, beta, left, 0, x, words, frames, entries, out, codes, keys)
            continue
        if report.looked >= budget:
            return NOT_YET
        if frame.left == 1:
            status = look_once(frame, x, words, out, codes)
            report.looked += 1
            continue
        at = next_best(frame, words, codes, keys)
        frame.tried += 1
        left = FAR if frame.left == FAR else frame.left - 1
        if next_seat(x[at]) < 0:
            credit(frame, outcome(x[at], out), 0, codes)
        elif known(entries, number(words, at), frame.alpha, frame.beta, left, report):
            credit(frame, report.worth, report.judged, codes)
        elif report.top + 1 == len(frames):
            return TOO_DEEP
        else:
            report.looked += 1
            report.top += 1
            alpha, beta = frame.alpha, frame.beta
            frames[report.top].first = frame.first + frame.n
            frames[report.top].scout = 1 if frame.tried > 1 and beta - alpha > 1 else 0
            if frame.tried > 1 and frame.mover == 0:
                beta = alpha + 1
            elif frame.tried > 1:
                alpha = beta - 1
            status = enter(at, report.top, alpha, beta, left, 0, x, words, frames, entries, out, codes, keys)
    return status


@rule
def enter(
    at: int, top: int, alpha: int, beta: int, left: int, lot: int, x: Any, words: Any, frames: Sequence[SolverFrame],
    entries: Sequence[Entry], out: Row, codes: Row, keys: Row,
) -> int:  # fmt: skip
    """Begin with a position: make all that can follow it, with the order in which to try them, by lot among equals."""
    s, frame = x[at], frames[top]
    frame.mover = next_seat(s)
    frame.alpha = alpha
    frame.beta = beta
    frame.floor = alpha
    frame.roof = beta
    frame.best = -BEYOND if frame.mover == 0 else BEYOND
    frame.tried = 0
    frame.left = left
    frame.judged = 0
    frame.key = number(words, at)
    n = choices(s, frame.mover, out)
    frame.n = n
    if n == 0 or frame.first + n + 1 > len(codes):
        return TOO_DEEP
    for k in range(n):
        codes[frame.first + k] = out[(k + lot) % n]
    frame.code = codes[frame.first]
    if left == 1:
        copy(words, at, frame.first)
        return SOLVED
    hint = remembered(entries, frame.key)
    for k in range(frame.first, frame.first + n):
        copy(words, at, k)
        play(x[k], frame.mover, codes[k])
        if rolled(x[k]):
            return CHANCE
        if codes[k] == hint:
            keys[k] = -FIRST
        else:
            keys[k] = A_REPLY * replies(x[k], frame.mover, out)
            if left > 2 and (left != FAR or top < HIGH):  # worth the time where much hangs on the order
                keys[k] -= value(x[k], frame.mover)
    return SOLVED


@rule
def look_once(frame: SolverFrame, x: Any, words: Any, out: Row, codes: Row) -> int:
    """The last choice of looking ahead: judge what can follow, one after the other, as long as it matters.

    They are all made in the place behind the position itself.
    """
    at = frame.first + 1
    for _ in range(frame.n):
        if frame.alpha >= frame.beta:
            return SOLVED
        copy(words, frame.first, at)
        frame.tried += 1
        play(x[at], frame.mover, codes[frame.first + frame.tried - 1])
        if rolled(x[at]):
            return CHANCE
        if next_seat(x[at]) < 0:
            credit(frame, outcome(x[at], out), 0, codes)
        else:
            credit(frame, SURE * (value(x[at], 0) - 500), 1, codes)
    return SOLVED


@rule
def replies(s: Any, mover: int, out: Row) -> int:
    """How many choices the other seat has: the fewer, the better for the mover; best if it is not its turn at all."""
    seat = next_seat(s)
    if seat < 0:
        return 0
    return choices(s, seat, out) if seat != mover else -choices(s, seat, out)


@rule
def next_best(frame: SolverFrame, words: Any, codes: Row, keys: Row) -> int:
    """Where the untried follower with the lowest key is, brought to the front of the untried ones."""
    front = frame.first + frame.tried
    best = front
    for k in range(front + 1, frame.first + frame.n):
        if keys[k] < keys[best]:
            best = k
    if best != front:
        for k in range(words.shape[1]):
            held = words[front, k]
            words[front, k] = words[best, k]
            words[best, k] = held
        code, key = codes[front], keys[front]
        codes[front], keys[front] = codes[best], keys[best]
        codes[best], keys[best] = code, key
    return front


@rule
def credit(frame: SolverFrame, worth: int, judged: int, codes: Row) -> None:
    """The follower tried last turned out to be worth this."""
    frame.judged |= judged
    if frame.mover == 0:
        if worth > frame.best:
            frame.best = worth
            frame.code = codes[frame.first + frame.tried - 1]
        frame.alpha = max(frame.alpha, worth)
    else:
        if worth < frame.best:
            frame.best = worth
            frame.code = codes[frame.first + frame.tried - 1]
        frame.beta = min(frame.beta, worth)


@rule
def outcome(s: Any, out: Row) -> int:
    """What the end of a game is worth to the first seat: a win before everything, then the points between the seats."""
    rank(s, out)
    won = 1 if out[0] < out[1] else -1 if out[1] < out[0] else 0
    return WON * won + max(1 - WON, min(WON - 1, score(s, 0) - score(s, 1)))


# ---- positions met before ------------------------------------------------------------------------------------------


@rule
def copy(words: Any, source: int, target: int) -> None:
    for k in range(words.shape[1]):
        words[target, k] = words[source, k]


@rule
def number(words: Any, at: int) -> int:
    """A number that another position is most unlikely to have; never 0."""
    a, b = 1, 2
    for k in range(HEAD, words.shape[1]):
        word = words[at, k]
        a = ((a ^ (word & LOW32)) * PRIME_A) & LOW32
        b = ((b ^ ((word >> 32) & LOW32)) * PRIME_B + a) & LOW32
        a ^= a >> 15
        b ^= b >> 13
        a = (a * PRIME_B + b) & LOW32
    return ((a << 30) ^ b) | (1 << 62)


@rule
def known(entries: Sequence[Entry], key: int, alpha: int, beta: int, left: int, report: Report) -> bool:
    """Is enough known about the position to do without a search? Its worth is then in the report."""
    entry = entries[key % len(entries)]
    if entry.key != key or entry.left < left:
        return False
    report.worth = entry.worth
    report.judged = 1 if entry.left < FAR else 0
    return (
        entry.says == EXACT
        or (entry.says == AT_LEAST and entry.worth >= beta)
        or (entry.says == AT_MOST and entry.worth <= alpha)
    )


@rule
def remembered(entries: Sequence[Entry], key: int) -> int:
    """The choice that was best here before, or -1."""
    entry = entries[key % len(entries)]
    return entry.code if entry.key == key else -1


@rule
def store(entries: Sequence[Entry], frame: SolverFrame) -> None:
    entry = entries[frame.key % len(entries)]
    entry.key = frame.key
    entry.worth = frame.best
    entry.code = frame.code
    entry.left = frame.left if frame.judged == 1 else FAR
    entry.says = AT_MOST if frame.best <= frame.floor else AT_LEAST if frame.best >= frame.roof else EXACT

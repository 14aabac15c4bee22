"""Many games side by side, a step of each at a time, for learners.

Like the engine's own kernels, these are written against stand-ins for a game's rules. A row
of every array is one environment. Environment i of n plays deals i, n + i, 2n + i, ... of a seed, one after another,
each dealt exactly as `playouts` deals it. The GPU runs the same rules, a row a thread (see gpu/kernels.py).
"""

from __future__ import annotations

from typing import Any

from brillig.core.chance import THE_PLAYERS, THE_TABLE, below, sow
from brillig.core.kernels import any_seat, bide, choices, due, hide, play, rank, score, setup, shortlist, waiting
from brillig.core.record import Part, i8, i32, i64
from brillig.core.rule import rule
from brillig.learn.encoding.kernels import spell

WAYS_IN = ("open_all", "step_all")
NOBODY = -1
EVERY = -1  # in place of the agent's seat: it decides for all of them
MOST_DEALS = 64  # games in a row that may be over before the agent is asked


class EpisodeState(Part):
    """What is kept of one environment beside its record."""

    rng = i64(4)  # from which the random players choose
    deal = i64()  # the game that is on
    length = i32()  # choices made in it
    seat = i8()  # who decides now
    last = i8()  # who decided last
    over = i8()  # 1 if a game ended in this step
    cut = i8()  # 1 if it did not end but ran past its bound
    paid = i8()  # the seat whose reward was given for the game that ended last


class Course(Part):
    """What is the same for all environments."""

    low = i64()  # the seed
    high = i64()
    step = i64()  # from a deal to the next in the same environment
    cap = i32()  # choices after which a game is cut short
    stops = i8()  # the seat whose decisions come from outside; EVERY: all do, and there are no random players
    paid = i8()  # the seat whose reward counts; EVERY: that of whoever has just decided
    by_ranks = i8()  # 1 if rewards go by ranks, 0 by scores
    keeps = i8()  # 1 if the last view of a game is kept


# ---- all environments, on the CPU ----------------------------------------------------------------------------------


@rule
def open_all(
    x: Any, raw: Any, y: Any, shown: Any, places: Any, blank: Any, courses: Any, out: Any, mask: Any,
    plan: Any, seen1: Any, seen2: Any, seen4: Any, seen8: Any, rows: Any,
) -> None:  # fmt: skip
    """Deal a game in every environment and show it. `places[i].deal` says which."""
    for i in range(len(places)):
        deal(x[i], raw[i], blank, places[i], out, courses[0])
        show(x[i], y[i], raw[i], shown[i], places[i].seat, out, mask[i])
        spell(plan, seen1[i], seen2[i], seen4[i], seen8[i], places[i].seat, x[i].seats, rows[i])


@rule
def step_all(
    x: Any, raw: Any, y: Any, shown: Any, places: Any, blank: Any, courses: Any, out: Any, mask: Any,
    plan: Any, seen1: Any, seen2: Any, seen4: Any, seen8: Any, rows: Any,
    actions: Any, fresh: int, ranks: Any, rewards: Any, returns: Any, final: Any, ended: Any,
) -> None:  # fmt: skip
    """Carry an action out in every environment, let random players answer, and show what the agent then sees.

    `fresh` is 0 for the moves of a policy that answers within the same step: the agent's own are then left alone.
    """
    for i in range(len(places)):
        s, place = x[i], places[i]
        if fresh == 1:
            place.over, place.cut = 0, 0
            rewards[i] = 0.0
        elif place.seat == courses[0].paid:
            continue
        rewards[i] += advance(
            s, raw[i], place, blank, courses[0], out, actions[i], ranks, returns[i], final[i], ended[i]
        )
        show(s, y[i], raw[i], shown[i], place.seat, out, mask[i])
        spell(plan, seen1[i], seen2[i], seen4[i], seen8[i], place.seat, s.seats, rows[i])


# ---- one environment -----------------------------------------------------------------------------------------------


@rule
def advance(
    s: Any, raw: Any, place: Any, blank: Any, course: Any, out: Any, code: int, ranks: Any, returns: Any,
    final: Any, ended: Any,
) -> float:  # fmt: skip
    """Carry a choice out and go on to the next decision; the reward.

    A game that is over leaves what each seat got in `returns`, and its last view in `final` (whose words are `ended`)
    if that is kept; the next is dealt at once.
    """
    actor: int = place.seat
    play(s, actor, code)
    place.last = actor
    place.length += 1
    go_on(s, place, out, course.stops, course.cap)
    if place.seat != NOBODY:
        return 0.0
    place.over = 1
    worth(s, ranks, course.by_ranks, returns)
    payee: int = actor if course.paid == EVERY else course.paid
    reward = float(returns[payee])
    place.paid = payee
    if course.keeps == 1:
        copy(raw, ended)
        blind(final, payee)
    place.deal += course.step
    deal(s, raw, blank, place, out, course)
    return reward


@rule
def deal(s: Any, raw: Any, blank: Any, place: Any, out: Any, course: Any) -> None:
    """Lay out the game `place.deal`, and play until the agent is to decide; if it never is, the next one."""
    for _ in range(MOST_DEALS):
        copy(blank, raw)
        sow(s.rng, course.low, course.high, place.deal, THE_TABLE)
        sow(place.rng, course.low, course.high, place.deal, THE_PLAYERS)
        setup(s)
        place.length = 0
        place.last = s.seats - 1
        was_cut = place.cut
        go_on(s, place, out, course.stops, course.cap)
        place.cut = was_cut
        if place.seat != NOBODY:
            return
        place.deal += course.step


@rule
def go_on(s: Any, place: Any, out: Any, stops: int, cap: int) -> None:
    """Let random players and the table itself act until the agent is to decide or the game is over."""
    acts = 0
    while True:
        clock = due(s) >= 0
        seat = any_seat(s, place.rng) if clock else after(s, place.last)
        if seat < 0 and not clock:
            place.seat = NOBODY
            return
        if place.length + acts >= cap:
            place.seat = NOBODY
            place.cut = 1
            return
        if bide(s, seat, place.rng):
            acts += 1
        elif stops == EVERY or seat == stops:
            place.seat = seat
            return
        else:
            play(s, seat, out[below(place.rng, choices(s, seat, out))])
            place.last = seat
            place.length += 1


@rule
def after(s: Any, last: int) -> int:
    """The seat that is to decide, going round the table from the one that decided last; NOBODY: none is."""
    seats: int = s.seats
    seat: int = last
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if waiting(s, seat):
            return seat
    return NOBODY


@rule
def worth(s: Any, ranks: Any, by_ranks: int, returns: Any) -> None:
    """What each seat gets: its score, or from 1 for beating all others to -1 for being beaten by all."""
    rank(s, ranks)
    for seat in range(s.seats):
        returns[seat] = score(s, seat)
        if by_ranks == 1:
            beaten = 0
            for other in range(s.seats):
                beaten += (1 if ranks[seat] < ranks[other] else 0) - (1 if ranks[seat] > ranks[other] else 0)
            returns[seat] = beaten / (s.seats - 1)


@rule
def show(s: Any, view: Any, raw: Any, shown: Any, seat: int, out: Any, mask: Any) -> None:
    """Copy what this seat may know, and mark its choices."""
    copy(raw, shown)
    blind(view, seat)
    for code in range(len(mask)):
        mask[code] = 0
    for k in range(shortlist(s, seat, out)):
        mask[out[k]] = 1


@rule
def blind(view: Any, seat: int) -> None:
    """Wipe what this seat may not know."""
    for k in range(4):
        view.rng[k] = 0
    hide(view, seat)


@rule
def copy(source: Any, target: Any) -> None:
    for k in range(len(source)):
        target[k] = source[k]

"""Many games side by side, a step of each at a time, for learners.

Like the engine's own kernels, these are written against stand-ins for a game's rules. A row
of every array is one environment. Environment i of n plays deals i, n + i, 2n + i, ... of a seed, one after another,
each dealt exactly as `playouts` deals it.
"""

from __future__ import annotations

from typing import Any

from brillig.core.chance import THE_PLAYERS, THE_TABLE, below, sow
from brillig.core.kernels import any_seat, bide, choices, due, hide, play, rank, score, setup, waiting
from brillig.core.record import Part, i8, i32, i64
from brillig.core.rule import rule

WAYS_IN = ("open_all", "step_all")
NOBODY = -1
EVERY = -1  # in place of the agent's seat: it decides for all of them


class EpisodeState(Part):
    """What is kept of one environment beside its record."""

    rng = i64(4)  # from which the random players choose
    deal = i64()  # the game that is on
    length = i32()  # choices made in it
    seat = i8()  # who decides now
    last = i8()  # who decided last
    over = i8()  # 1 if a game ended in this step
    cut = i8()  # 1 if it did not end but ran past its bound


@rule
def open_all(
    x: Any, raw: Any, y: Any, shown: Any, places: Any, blank: Any, out: Any, mask: Any,
    low: int, high: int, mine: int,
) -> None:  # fmt: skip
    """Deal a game in every environment and show it. `places[i].deal` says which."""
    for i in range(len(places)):
        deal(x[i], raw[i], blank, places[i], out, low, high, mine)
        show(x[i], y[i], raw[i], shown[i], places[i].seat, out, mask[i])


@rule
def step_all(
    x: Any, raw: Any, y: Any, shown: Any, places: Any, blank: Any, out: Any, mask: Any,
    low: int, high: int, mine: int, step: int, cap: int, by_ranks: int,
    actions: Any, ranks: Any, rewards: Any, returns: Any, final: Any, ended: Any,
) -> None:  # fmt: skip
    """Carry an action out in every environment, let random players answer, and show what the agent then sees.

    A game that is over leaves its last view in `final` (whose bytes are `ended`) and what each seat got in `returns`;
    the next is dealt at once, `step` deals further on.
    """
    for i in range(len(places)):
        s, place = x[i], places[i]
        actor = place.seat
        place.over, place.cut = 0, 0
        play(s, actor, actions[i])
        place.last = actor
        place.length += 1
        go_on(s, place, out, mine, cap)
        rewards[i] = 0.0
        if place.seat == NOBODY:
            place.over = 1
            worth(s, ranks, by_ranks, returns[i])
            viewer = actor if mine == EVERY else mine
            rewards[i] = returns[i, viewer]
            copy(raw[i], ended[i])
            blind(final[i], viewer)
            place.deal += step
            deal(s, raw[i], blank, place, out, low, high, mine)
        show(s, y[i], raw[i], shown[i], place.seat, out, mask[i])


@rule
def deal(s: Any, raw: Any, blank: Any, place: Any, out: Any, low: int, high: int, mine: int) -> None:
    """Lay out the game `place.deal`, and play until the agent is to decide."""
    copy(blank, raw)
    sow(s.rng, low, high, place.deal, THE_TABLE)
    sow(place.rng, low, high, place.deal, THE_PLAYERS)
    setup(s)
    place.length = 0
    place.last = s.seats - 1
    go_on(s, place, out, mine, 1 << 30)


@rule
def go_on(s: Any, place: Any, out: Any, mine: int, cap: int) -> None:
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
        elif mine == EVERY or seat == mine:
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
    for k in range(seats):
        seat = (last + 1 + k) % seats
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
    for k in range(choices(s, seat, out)):
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

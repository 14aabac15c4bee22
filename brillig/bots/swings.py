"""Who let it happen: every swing of a match is charged to the choice that allowed it.

A search that thinks a choice fine may learn the contrary two choices later, when it is too late: then each choice looks
like the best there was, and yet the game is lost. So a match is gone through from its end. What a choice led to is
what the position after it turned out to be worth; and where an earlier alternative still looks better than that, the
alternative is played and looked at once more, before anybody is blamed. Between two, with everything in the open, what
one seat gave away more than the other is then exactly what the match came to, less what it was worth at the start.

Where something was drawn, or is hidden, or more than two play, what happened after a choice is not the choice's fault. There
a choice costs what its seat could know that it would cost, and the rest is luck and the doing of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from brillig.bots.analysis import Decision, WeighedChoice, analyse
from brillig.bots.search import Settings
from brillig.core import Table

DOUBT = 0.03  # of a win: an alternative must look so much better before it is looked at again
LOOKS = 3  # alternatives that are looked at again


class Charge(NamedTuple):
    """What a choice cost, with hindsight where hindsight is fair."""

    decision: Decision
    got: float  # what it led to
    best: WeighedChoice  # what would have been best
    value: float  # what that was worth

    @property
    def cost(self) -> float:
        return max(0.0, self.value - self.got)


def result_of(ranks: Sequence[int], scores: Sequence[int], seat: int, for_points: bool) -> float:
    """What a seat has of the end: its points, or the share of the others that it beats."""
    if for_points:
        return float(scores[seat])
    others = [rank for k, rank in enumerate(ranks) if k != seat]
    return sum(1.0 if rank > ranks[seat] else 0.5 if rank == ranks[seat] else 0.0 for rank in others) / len(others)


def charges(made: Sequence[Decision], settings: Settings, end: Table | None = None) -> list[Charge]:
    """What each choice of a match cost. `made`: all that were judged, in order; `end`: the table, if the match is over."""
    found: list[Charge] = []
    later: float | None = None  # what the position was worth to Seat 1 that the next choice was made in
    if end is not None and end.seats == 2 and not end.game.for_points(2):
        later = result_of(end.ranks(), end.scores(), 0, False)
    for decision in reversed(made):
        analysis, seat = decision.analysis, decision.seat
        chosen, best = analysis.option(decision.code), analysis.options[0]
        charge = Charge(decision, chosen.mean, best, max(best.mean, chosen.mean))
        if analysis.exact:
            charge = charge._replace(value=best.mean)
        elif decision.certain and later is not None:
            charge = _with_hindsight(decision, later if seat == 0 else 1 - later, settings)
        later = charge.value if seat == 0 else 1 - charge.value
        found.append(charge)
    return found[::-1]


def _with_hindsight(decision: Decision, got: float, settings: Settings) -> Charge:
    """A choice that led to this: was there a better one, when it is looked at as closely?"""
    best, value = decision.analysis.option(decision.code), got
    others = sorted((o for o in decision.analysis.options if o.code != decision.code), key=lambda o: -o.mean)
    for other in others[:LOOKS]:
        if other.mean < value + DOUBT:
            break
        worth = looked_at(decision, other.code, settings)
        if worth > value + DOUBT:
            best, value = other, worth
    return Charge(decision, got, best, value)


def looked_at(decision: Decision, code: int, settings: Settings) -> float:
    """What a choice is worth to its seat, from the position after it."""
    assert decision.view is not None
    after, seat = decision.view.copy(), decision.seat
    after.play(seat, code)
    if list(after.plain.rng) != list(decision.view.plain.rng):
        return decision.analysis.option(code).mean  # something is drawn then: one draw would not tell
    if after.over:
        return result_of(after.ranks(), after.scores(), seat, False)
    mover = after.settle().waiting()[0]
    mean = analyse(after, mover, decision.ply, settings).options[0].mean
    return mean if mover == seat else 1 - mean


def given_away(charged: Sequence[Charge], seat: int) -> float:
    return sum(charge.cost for charge in charged if charge.decision.seat == seat)


def luck(charged: Sequence[Charge], seat: int, end: Table) -> float | None:
    """What chance, and what the others did, brought a seat beyond what it could hope for at its first decision; None
    where nothing was left to chance, or it never had a decision."""
    mine = [charge for charge in charged if charge.decision.seat == seat]
    if not mine or all(charge.decision.certain for charge in charged):
        return None
    points = mine[0].decision.analysis.for_points
    return result_of(end.ranks(), end.scores(), seat, points) - mine[0].value + given_away(mine, seat)

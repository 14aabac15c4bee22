"""Turns that are good enough: many small mistakes, and none that is large.

Of all ends of a turn the worst is taken that is within the game's leeway of the best, as far as a look two turns ahead can
tell. A mistake that looks small may be large where the look is wrong. So the game gives little leeway where that happens,
and by how much nearer looks see the difference otherwise is taken from it: where looks disagree, they err more.

The turn is several choices, and a bot remembers nothing between them. So it finds back to where the turn began (`retrace`),
and chooses the same end again; where it cannot, it will go on with the best, and begins only what that leads to.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from brillig.bots.search import Settings
from brillig.bots.turns.whole import MARGIN, TurnEnd, WholeTurns
from brillig.core import Game, Table
from brillig.core.faults import telling

WORTH = 44  # thousandths by which the answers to an end may be worse than the best before it is not looked at further
DOUBT = (0.15, 0.4)  # how much it counts by what `value` and the answers see the difference of two ends otherwise
TURNS = 256  # that are remembered, so that later choices of a turn need not think again


class TurnAim(NamedTuple):
    """What a turn is to come to, of the ends that were looked at (all by their keys), and where it began."""

    end: bytes
    looked_at: list[bytes]  # the best first
    start: bytes


class LooseTurns(WholeTurns):
    """Chooses for any seat of a game that gives `leeway`."""

    def choose(self, view: Table, seat: int) -> int | None:
        """The next choice of a turn that is good enough; None if nobody can tell how it began."""
        start = self.begun(view, seat)
        aim = start and aim_of(self.game, self.settings, self.gear, bytes(start), seat)
        return self.way(view, seat, aim) if aim else None

    def begun(self, view: Table, seat: int) -> Table | None:
        """Where this turn began, if that can be told."""
        start = view.copy()
        with telling(self.game):
            if not self.game.retrace or not self.game.retrace(start.plain, seat):
                return None
            if self.game.alike:
                self.game.alike(start.plain, seat)
        return start

    def aim(self, start: Table, seat: int) -> TurnAim | None:
        """The worst end of a turn that is good enough; None if there is nothing to compare."""
        ends = self.ends(start, seat) or []
        if len(ends) < 2:
            return None
        ends, values = best_of(ends, self.at_once(ends, seat), self.settings.replies, MARGIN)
        looks = {id(end): [worth] for end, worth in zip(ends, values, strict=True)}
        for deep, many, margin in ((1, self.settings.further, WORTH), (2, len(ends), MARGIN)):
            if len(ends) > 1:
                worths = self.ahead(ends, seat, deep)
                for end, worth in zip(ends, worths, strict=True):
                    looks[id(end)].append(worth)
                ends, _ = best_of(ends, worths, many, margin)
        looked_at, began = [self.key(end.table, seat) for end in ends], self.key(start, seat)
        for end, key in zip(ends[:0:-1], looked_at[:0:-1], strict=True):
            found = TurnAim(key, looked_at, began)
            if self.passes(ends[0], end, looks, seat) and self.way(start, seat, found) is not None:
                return found
        return TurnAim(looked_at[0], looked_at, began)

    def passes(self, best: TurnEnd, end: TurnEnd, looks: dict[int, list[float]], seat: int) -> bool:
        """Is this end near enough to the best, with what is doubtful about it?"""
        *nearer, short = [one - other for one, other in zip(looks[id(best)], looks[id(end)], strict=True)]
        with telling(self.game):
            leeway = self.game.leeway(best.table.plain, end.table.plain, seat) if self.game.leeway else 0
        return 100 * (short + doubt(nearer, short)) <= self.settings.loose * leeway

    def way(self, view: Table, seat: int, aim: TurnAim) -> int | None:
        """A choice after which it will come to this end."""
        return next((code for code in sorted(view.shortlist(seat)) if self.leads(view, seat, code, aim)), None)

    def leads(self, view: Table, seat: int, code: int, aim: TurnAim) -> bool:
        """Will it come to this end after this choice? If that is the best then, or it can find back and goes on to it."""
        edge: dict[bytes, tuple[Table, set[int]]] = {}
        done: dict[bytes, TurnEnd] = {}
        self.step(view, seat, code, {code}, edge, done)
        if done:
            return aim.end in done
        ((after, _),) = edge.values()
        there = {self.key(end.table, seat) for end in self.ends(after, seat) or []}
        if aim.end not in there:
            return False
        if next(key for key in aim.looked_at if key in there) == aim.end:
            return True
        again = self.begun(after, seat)
        return again is not None and self.key(again, seat) == aim.start and self.way(after, seat, aim) is not None


def doubt(nearer: list[float], short: float) -> float:
    """By how much more than it looks an end may be worse than the best, if nearer looks see another difference."""
    return sum(much * abs(look - short) for much, look in zip(DOUBT, nearer, strict=True))


def best_of(ends: list[TurnEnd], worths: list[float], many: int, margin: int) -> tuple[list[TurnEnd], list[float]]:
    """The best of them, best first: so many, and none that is worse by more than the margin."""
    order = sorted(range(len(ends)), key=lambda k: -worths[k])[:many]
    near = [k for k in order if worths[k] >= worths[order[0]] - margin]
    return [ends[k] for k in near], [worths[k] for k in near]


@lru_cache(TURNS)
def aim_of(game: Game, settings: Settings, gear: str, start: bytes, seat: int) -> TurnAim | None:
    """It depends on nothing else, so it may be remembered."""
    return LooseTurns(game, settings, gear).aim(game.restore(start, gear=gear), seat)

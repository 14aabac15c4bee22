"""A look at whole turns: where a turn is several choices, each is judged by the best turn that begins with it.

A search that is short of iterations judges positions in the middle of a turn, where nobody can say how things stand: in
Backgammon a cube left alone by the first step may be covered by the second.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from brillig.bots.kernels import SearchPlan, Tree
from brillig.bots.mixing import kernels as mixing_kernels
from brillig.bots.search import KNOWN, Estimate, Settings, Thought, plan_for
from brillig.bots.turns import kernels
from brillig.core import Game, Table
from brillig.core import kernels as core_kernels
from brillig.core.faults import telling
from brillig.core.gears import shared_kernels, stand_ins
from brillig.core.rule import Translator

MOST = 2000  # positions; a turn with more ways to go is left to the search
TIE = 1e-6  # what a nearer look counts beside a farther one: it settles what that finds equal
MARGIN = 100  # thousandths by which an end may look worse than the best before the answers to it are looked at
WHEN = " in a look at whole turns"
GLANCE = kernels.Glance.nbytes
GLANCES = kernels.DEEPEST * GLANCE


class TurnEnd(NamedTuple):
    """Where a turn can end."""

    table: Table
    first: set[int]  # the choices with which a turn may begin that ends here
    before: Table  # and where it stood before its last choice
    code: int


class WholeTurns:
    """Judges turns for any seat of a game in which nothing is hidden and `value` says how seats stand."""

    def __init__(self, game: Game, settings: Settings, gear: str) -> None:
        self.game, self.settings, self.gear = game, settings, gear

    @property
    def plainly(self) -> WholeTurns:
        """The same, interpreted."""
        return WholeTurns(self.game, self.settings, "plain")

    def think(self, view: Table, seat: int) -> Thought | None:
        """For every choice the best that a turn can come to which begins with it; None if there is too much to see."""
        ends = self.ends(view, seat)
        if ends is None:
            return None
        worths = self.at_once(ends, seat)
        self.look_further(ends, worths, seat)
        best: dict[int, float] = {}
        for end, worth in zip(ends, worths, strict=True):
            for code in end.first:
                best[code] = max(best.get(code, worth), worth)
        found = [Estimate(code, 1, worth / 1000) for code, worth in best.items()]
        found.sort(key=lambda e: (-e.mean, e.code))
        return Thought(found, len(ends), 0.0, False, self.game.for_points(view.seats))

    def look_further(self, ends: list[TurnEnd], worths: list[float], seat: int) -> None:
        """Judge the ends that look best anew, by the answers to them. What is left out is put out of reach, also of slack."""
        if not self.game.rolls:
            return
        for many, deep in ((self.settings.replies, 1), (self.settings.further, 2)):
            order = sorted(range(len(ends)), key=lambda k: -worths[k])[:many]
            near = [k for k in order if worths[k] >= worths[order[0]] - MARGIN]
            if len(near) < 2 or (deep > 1 and self.gear == "plain"):  # interpreted, that would take many seconds
                return
            found = self.ahead([ends[k] for k in near], seat, deep)
            least = min(found) - MARGIN
            for k in set(range(len(worths))) - {*near}:
                worths[k] = min(worths[k], least)
            for k, worth in zip(near, found, strict=True):
                worths[k] = worth + worths[k] * TIE

    def at_once(self, ends: list[TurnEnd], seat: int) -> list[float]:
        """What these ends are worth to a seat as they stand."""
        tables = [end.table for end in ends]
        with telling(self.game, lambda: self.plainly.appraised(tables, seat), WHEN):
            return [*map(float, self.appraised(tables, seat))]

    def ahead(self, ends: list[TurnEnd], seat: int, deep: int) -> list[float]:
        """And by the answers to them, or a turn further."""
        with telling(self.game, lambda: self.plainly.foreseen(ends, seat, deep), WHEN):
            return self.foreseen(ends, seat, deep)

    def ends(self, view: Table, seat: int) -> list[TurnEnd] | None:
        """Where a turn can end."""
        done: dict[bytes, TurnEnd] = {}
        edge: dict[bytes, tuple[Table, set[int]]] = {}
        for code in view.shortlist(seat):
            self.step(view, seat, code, {code}, edge, done)
        while edge:
            if len(edge) + len(done) > MOST:
                return None
            now, edge = edge, {}
            for table, first in now.values():
                for code in table.shortlist(seat):
                    self.step(table, seat, code, first, edge, done)
        return list(done.values())

    def step(
        self, table: Table, seat: int, code: int, first: set[int],
        edge: dict[bytes, tuple[Table, set[int]]], done: dict[bytes, TurnEnd],
    ) -> None:  # fmt: skip
        """One choice more; the turn goes on from there, or is over."""
        chance = list(table.plain.rng)
        after = table.copy()
        after.play(seat, code)
        key = self.key(after, seat)
        if after.waiting() == [seat] and list(after.plain.rng) == chance:
            edge.setdefault(key, (after, set()))[1].update(first)
        else:
            done.setdefault(key, TurnEnd(after, set(), table, code)).first.update(first)

    def key(self, table: Table, seat: int) -> bytes:
        """What makes a difference in a position."""
        if self.game.alike:
            table = table.copy()
            with telling(self.game):
                self.game.alike(table.plain, seat)
        return bytes(table)[KNOWN:]

    def foreseen(self, ends: list[TurnEnd], seat: int, deep: int) -> list[float]:
        """What these ends are worth to a seat over all rolls, with the best answers to them."""
        import numpy as np

        game, count = self.game, kernels.GIVEN + len(ends)
        raw = np.zeros((count, game.state.nbytes), np.uint8)
        for k, end in enumerate(ends):
            raw[kernels.GIVEN + k] = np.frombuffer(bytes(end.before), np.uint8)
        plan = plan_for(game, ends[0].table.seats, self.settings)
        head, glances = bytearray(Tree.nbytes), bytearray(GLANCES)
        words, worths, seen = raw.view(np.int64), np.zeros(len(ends), np.int64), np.zeros(kernels.SEEN, np.int64)
        codes, rolls = np.array([end.code for end in ends], np.int64), np.array(game.rolls, np.int64)
        outs = np.zeros((kernels.STEPS, game.codes), np.int16)
        if self.gear == "compiled":
            compiled_turns(game)["foresee"](
                raw.view(game.state.dtype())[:, 0], words, seat, codes, deep, rolls, outs, seen,
                np.frombuffer(glances, kernels.Glance.dtype()), np.frombuffer(head, Tree.dtype()),
                np.frombuffer(plan, SearchPlan.dtype()), worths,
            )  # fmt: skip
        else:
            records = [game.state(memoryview(row.data)) for row in raw]
            rows = [memoryview(row.data) for row in words]
            both = [kernels.Glance(memoryview(glances)[k * GLANCE : (k + 1) * GLANCE]) for k in range(kernels.DEEPEST)]
            plain_turns(game, "foresee")(
                records, rows, seat, codes.tolist(), deep, rolls.tolist(), [memoryview(row.data) for row in outs],
                memoryview(seen.data), both, [Tree(head)], [SearchPlan(plan)], memoryview(worths.data),
            )  # fmt: skip
        return [int(worth) / 1000 / sum(game.rolls) for worth in worths]

    def appraised(self, tables: list[Table], seat: int) -> list[int]:
        """What these positions are worth to a seat."""
        import numpy as np

        record, plan, head = (
            self.game.state,
            plan_for(self.game, tables[0].seats, self.settings),
            bytearray(Tree.nbytes),
        )
        worths = np.zeros(len(tables), np.int64)
        if self.gear == "compiled":
            raw = np.frombuffer(b"".join(bytes(table) for table in tables), np.uint8).copy()
            given: Any = raw.view(record.dtype()), seat, np.frombuffer(head, Tree.dtype())
            compiled_turns(self.game)["appraise"](*given, np.frombuffer(plan, SearchPlan.dtype()), worths)
        else:
            records = [table.plain for table in tables]
            plain_turns(self.game, "appraise")(records, seat, [Tree(head)], [SearchPlan(plan)], memoryview(worths.data))
        return [int(worth) for worth in worths]


@cache
def compiled_turns(game: Game) -> Any:
    return shared_kernels(game, kernels)


@cache
def plain_turns(game: Game, name: str) -> Any:
    return Translator(lambda f: f, stand_ins(game, core_kernels, mixing_kernels, kernels))(getattr(kernels, name))

"""A look at whole turns: where a turn is several choices, each is judged by the best turn that begins with it.

A search that is short of iterations judges positions in the middle of a turn, where nobody can say how things stand: in
Backgammon a cube left alone by the first step may be covered by the second.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from brillig.bots.kernels import SearchPlan, Tree
from brillig.bots.search import KNOWN, Estimate, Settings, Thought, plan_for
from brillig.bots.turns import kernels
from brillig.core import Game, Table
from brillig.core import kernels as core_kernels
from brillig.core.gears import shared_kernels, stand_ins
from brillig.core.rule import Translator

MOST = 2000  # positions; a turn with more ways to go is left to the search


class TurnEnd(NamedTuple):
    """Where a turn can end."""

    table: Table
    first: set[int]  # the choices with which a turn may begin that ends here


class WholeTurns:
    """Judges turns for any seat of a game in which nothing is hidden and `value` says how seats stand."""

    def __init__(self, game: Game, settings: Settings, gear: str) -> None:
        self.game, self.settings, self.gear = game, settings, gear

    def think(self, view: Table, seat: int) -> Thought | None:
        """For every choice the best that a turn can come to which begins with it; None if there is too much to see."""
        ends = self.ends(view, seat)
        if ends is None:
            return None
        worths = self.appraised([end.table for end in ends], seat)
        best: dict[int, int] = {}
        for end, worth in zip(ends, worths, strict=True):
            for code in end.first:
                best[code] = max(best.get(code, worth), worth)
        found = [Estimate(code, 1, worth / 1000) for code, worth in best.items()]
        found.sort(key=lambda e: (-e.mean, e.code))
        return Thought(found, len(ends), 0.0, False, self.game.for_points(view.seats))

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
        key = bytes(after)[KNOWN:]
        if after.waiting() == [seat] and list(after.plain.rng) == chance:
            edge.setdefault(key, (after, set()))[1].update(first)
        else:
            done.setdefault(key, TurnEnd(after, set())).first.update(first)

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
            compiled_turns(self.game)(*given, np.frombuffer(plan, SearchPlan.dtype()), worths)
        else:
            records = [table.plain for table in tables]
            plain_turns(self.game)(records, seat, [Tree(head)], [SearchPlan(plan)], memoryview(worths.data))
        return [int(worth) for worth in worths]


@cache
def compiled_turns(game: Game) -> Any:
    return shared_kernels(game, kernels)["appraise"]


@cache
def plain_turns(game: Game) -> Any:
    return Translator(lambda f: f, stand_ins(game, core_kernels, kernels))(kernels.appraise)

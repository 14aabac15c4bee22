"""A rule that broke down in an exact search: the same again, its last position interpreted, and the choices that lead there."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any

from brillig.bots.endgame import kernels
from brillig.bots.endgame.kernels import FAR, NEAREST, Entry, Report, SolverFrame
from brillig.core import RuleFault
from brillig.core.faults import Steps, fault, noted
from brillig.core.gears import stand_ins
from brillig.core.record import Part
from brillig.core.rule import Translator

if TYPE_CHECKING:
    from brillig.bots.endgame.solver import Solver

WHEN = " in the search for an exact ending"
AHEAD = " in a search that looks ahead"


class Rows:
    """An array of records as plain rules see it."""

    def __init__(self, kind: type[Part], array: Any) -> None:
        self.kind, self.raw = kind, array.view("u1").reshape(len(array), -1)

    def __len__(self) -> int:
        return len(self.raw)

    def __getitem__(self, k: int) -> Any:
        return self.kind(memoryview(self.raw[k]))


def probing(solver: Solver, why: Exception, games: int, longest: int) -> RuleFault:
    """What went wrong in the random games that find out how far the end is."""
    game = solver.game
    steps: Steps = []

    def copy(words: Any, source: int, target: int) -> None:
        steps.clear()  # another game begins
        words[target] = words[source]

    known = {**stand_ins(game, kernels), **noted(game, steps), kernels.copy: copy}
    probe = Translator(lambda f: f, known)(kernels.probe)
    x, out, rng = Rows(game.state, solver.raw), [0] * game.codes, [0] * 4
    return fault(game, why, lambda: probe(x, solver.words, out, rng, games, longest), WHEN, steps)


def solving(fresh: Solver, why: Exception, looked: int, left: int) -> RuleFault:
    """What went wrong when so many positions had been looked at. `fresh`: a solver that knows the position, and no more.

    It looked so many choices ahead, and fewer before that; or to the end at once.
    """
    game = fresh.game
    plays: Steps = []
    way: Steps = []
    solve = Translator(lambda f: f, {**stand_ins(game, kernels), **noted(game, plays)})(kernels.solve)

    def again() -> None:
        for nearer in range(NEAREST, left) if left != FAR else ():
            fresh.portion(looked, nearer)
        if looked > fresh.reports[0]["looked"] + 1:
            fresh.portion(looked - 1, left)
        frames, reports = Rows(SolverFrame, fresh.frames), Rows(Report, fresh.reports)
        codes = fresh.codes.tolist()
        try:
            solve(
                Rows(game.state, fresh.raw), fresh.words, frames, Rows(Entry, fresh.entries), fresh.out.tolist(), codes,
                fresh.keys.tolist(), reports, left, looked + 1,
            )  # fmt: skip
        except Exception as found:
            top = reports[0].top
            ways = [(frames[k].mover, codes[frames[k].first + frames[k].tried - 1]) for k in range(top + 1)]
            entering = any(at.f_code.co_name == "enter" for at, _ in traceback.walk_tb(found.__traceback__))
            way.extend([*ways[:top], *plays[-1:]] if entering else ways)
            raise

    return fault(game, why, again, WHEN if left == FAR else AHEAD, way)

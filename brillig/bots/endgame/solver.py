"""Endings played perfectly, and before that a look ahead depth first, where a game is simple enough for both.

That is: two seats, nothing hidden, no chance.
"""

from __future__ import annotations

from functools import cache
from math import exp
from time import perf_counter
from typing import Any, NamedTuple

from brillig.bots.endgame import kernels, retrace
from brillig.bots.endgame.kernels import BEFORE, FAR, NEAREST, NOT_YET, SOLVED, WON, Entry, Report, SolverFrame
from brillig.core import Game, Table
from brillig.core.faults import SLIPS
from brillig.core.gears import shared_kernels
from brillig.positions.walk import Variant, walk

FRAMES = 512  # choices from here to the end, at most
FOLLOWERS = 4096  # positions on the stack
PROBES = 16  # random games to find out how much is left
LONGEST = 64  # choices in one of them; with more to come, an exact search is not worth a try
PRUNED = 0.6  # of the logarithm of all ways to play on, what alpha-beta search leaves (measured on Othellino)
SAFETY = 4  # an ending is tried if the budget is so many times what it seems to need
LOTS = 2520  # as good for any number of choices up to ten
PORTION = 2_000  # positions between two looks at the clock


class Ending(NamedTuple):
    """How a game ends if both seats play their best from here."""

    code: int  # a best choice of the seat to move
    margin: int  # points of the first seat beyond the second's
    winner: int  # the seat, -1 if nobody wins
    looked: int  # positions


class Lookahead(NamedTuple):
    """What looks best from here."""

    code: int
    depth: int  # choices ahead
    looked: int  # positions


class Solver:
    """Room for exact searches of one game, and what was found out in them."""

    def __init__(self, game: Game, budget: int) -> None:
        import numpy as np

        self.game, self.budget = game, budget
        slots = FOLLOWERS + game.codes
        self.raw = np.zeros((slots, game.state.nbytes), np.uint8)
        self.x, self.words = self.raw.view(game.state.dtype())[:, 0], self.raw.view(np.int64)
        self.frames = np.zeros(FRAMES, SolverFrame.dtype())
        self.entries = np.zeros(1 << max(10, min(20, budget.bit_length())), Entry.dtype())
        self.out = np.zeros(game.codes, np.int16)
        self.codes, self.keys = np.zeros(slots, np.int16), np.zeros(slots, np.int64)
        self.rng, self.reports = np.zeros(4, np.int64), np.zeros(1, Report.dtype())

    def size(self, table: Table) -> float:
        """About how many positions an exact search would look at; infinite if it cannot be done."""
        if not table.waiting():
            return float("inf")
        self._put(table)
        try:
            left = compiled_solver(self.game)["probe"](self.x, self.words, self.out, self.rng, PROBES, LONGEST)
        except SLIPS as why:
            raise retrace.probing(self, why, PROBES, LONGEST) from why
        return float("inf") if left < 0 else exp(PRUNED * left)

    def solve(self, table: Table, until: float = float("inf")) -> Ending | None:
        """The perfect ending, unless it takes more than the budget or the time."""
        self._put(table)
        if self._run(table, until, FAR) != SOLVED:
            return None
        worth, code, looked = (int(self.reports[0][name]) for name in ("worth", "code", "looked"))
        won = (worth > WON // 2) - (worth < -WON // 2)
        return Ending(code, worth - WON * won, {1: 0, -1: 1}.get(won, -1), looked)

    def deepen(self, table: Table, until: float = float("inf"), seed: int = 0) -> Lookahead | None:
        """The best choice as far as can be seen within the budget and the time, further and further; None if that is nothing.

        The seed decides between choices that are worth the same.
        """
        self._put(table)
        self.reports["lot"] = seed % LOTS
        found = None
        for left in range(NEAREST, FAR):
            self.reports["top"] = BEFORE
            status, report, root = self._run(table, until, left), self.reports[0], self.frames[0]
            if status == NOT_YET and found and root["tried"] > 1:
                # What was best so far came first; if there is something better now, that is known.
                return found._replace(code=int(root["code"]), looked=int(report["looked"]))
            if status != SOLVED:
                break
            found = Lookahead(int(report["code"]), left, int(report["looked"]))
            if not report["judged"]:
                break  # that was the end
        return found

    def _run(self, table: Table, until: float, left: int) -> int:
        """Search in portions, until that is done or the budget or the time is spent."""
        budget, status = int(self.reports[0]["looked"]), NOT_YET
        while status == NOT_YET and budget < self.budget and perf_counter() < until:
            budget = min(budget + PORTION, self.budget)
            try:
                status = self.portion(budget, left)
            except SLIPS as why:
                fresh = Solver(self.game, self.budget)
                fresh._put(table)
                raise retrace.solving(fresh, why, int(self.reports[0]["looked"]), left) from why
        return status

    def near(self, table: Table) -> bool:
        """Does the end look near enough to try?"""
        return solvable(self.game) and SAFETY * self.size(table) <= self.budget

    def portion(self, budget: int, left: int = FAR) -> int:
        """Go on until so many positions have been looked at in all."""
        status: int = compiled_solver(self.game)["solve"](
            self.x, self.words, self.frames, self.entries, self.out, self.codes, self.keys, self.reports, left, budget
        )
        return status

    def _put(self, table: Table) -> None:
        self.raw[0] = memoryview(bytes(table))
        self.x["rng"][0] = 0
        self.reports[0] = 0
        self.reports["top"] = BEFORE


@cache
def solvable(game: Game) -> bool:
    """Can the game be for the solver? Two seats, nothing hidden, no clock, and no chance in a game played at random.

    Chance that is rarer than that is noticed when it comes up.
    """
    if game.seats != (2, 2) or game.hidden or game.due is not None:
        return False
    chance = None
    for line in walk(game, Variant(2, {}), 1, 0, "plain"):
        drawn = list(line.table.plain.rng)
        if len(line.table.waiting()) > 1 or drawn != (chance or drawn):
            return False
        chance = drawn
    return True


@cache
def compiled_solver(game: Game) -> dict[str, Any]:
    """The solver's kernels, compiled for a game when they are first called."""
    return dict(shared_kernels(game, kernels))

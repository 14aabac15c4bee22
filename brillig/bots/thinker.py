"""Bots that think: the search, and exact endings, with settings of their own."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from brillig.bots.endgame.solver import Ending, Solver, solvable
from brillig.bots.search import Search, Settings, Thought
from brillig.bots.timing import aim, stopped
from brillig.core import Game, Table, below
from brillig.core.chance import THE_PLAYERS, halves, sow

if TYPE_CHECKING:
    from brillig.bots.gpu.search import GpuSearch

FEW = 0.1  # of the visits of the best choice: what was tried less often is not chosen


class Thinker:
    """A bot by its settings. With `reuse` it is for one seat at one table, and remembers what it thought there."""

    def __init__(
        self, game: Game, settings: Settings, name: str = "search", *, reuse: bool = False, gear: str = ""
    ) -> None:
        self.game, self.settings, self.name, self.reaction = game, settings, name, settings.reaction
        self.search = gpu_search(game, settings) if settings.gpu else Search(game, settings, reuse=reuse, gear=gear)

    def hurried(self, share: float) -> Thinker:
        """The same bot with a part of its time, and on one thread: others want to think too."""
        settings = msgspec.structs.replace(self.settings, seconds=self.settings.seconds * share, threads=1)
        return Thinker(self.game, settings, self.name, gear=self.search.gear)

    def choose(self, view: Table, seat: int, seed: int) -> int:
        view = view.hidden(seat)
        codes = sensible(view, seat)
        if len(codes) == 1:
            return codes[0]
        swing = self.game.swing(view.plain, seat) if self.game.swing else None
        if swing:
            return stopped(swing, aim(view, seat, swing), self.settings.timing, seed)
        ending = self.ending(view)
        if ending:
            return ending.code
        thought = self.search.think(view, seat, seed)
        found = [estimate for estimate in thought.estimates if estimate.code in codes]
        return decide(thought._replace(estimates=found), self.settings, seed) if found else codes[0]

    def ending(self, view: Table) -> Ending | None:
        """The rest of the game played perfectly, if the settings ask for that and it is near. Half the time at most."""
        if self.settings.solve == 0 or self.search.gear == "plain" or not solvable(self.game):
            return None
        until = perf_counter() + self.settings.seconds / 2
        solver = Solver(self.game, self.settings.solve)
        return solver.solve(view, until) if solver.near(view) else None


def sensible(view: Table, seat: int) -> list[int]:
    """What is worth thinking about, without what the game says that no bot does who has another choice."""
    codes, shuns = view.shortlist(seat), view.game.shuns
    return [code for code in codes if not shuns(view.plain, seat, code)] or codes if shuns else codes


def gpu_search(game: Game, settings: Settings) -> GpuSearch:
    """The search on a GPU, or a sentence where there is none. Nobody else needs what it imports."""
    from brillig.bots.gpu.search import GpuSearch

    return GpuSearch(game, settings)


def decide(thought: Thought, settings: Settings, seed: int) -> int:
    """The choice that was visited most, or what the settings allow instead."""
    best = thought.estimates[0]
    chances = {best.code: 1}
    if settings.mix and thought.blind:
        chances = {e.code: e.visits for e in thought.estimates if e.visits >= FEW * best.visits}
    elif settings.slack:
        means = [e.mean for e in thought.estimates]
        width = max(means) - min(means) if thought.points else 1.0
        chances = {e.code: 1 for e in thought.estimates if e.mean >= max(means) - width * settings.slack / 1000}
    return drawn(chances, seed)


def drawn(chances: dict[int, int], seed: int) -> int:
    """One of these codes, as likely as its number says."""
    rng = [0, 0, 0, 0]
    sow(rng, *halves(seed), 1, THE_PLAYERS)
    at = below(rng, sum(chances.values()))
    for code, chance in chances.items():
        if at < chance:
            return code
        at -= chance
    raise AssertionError("no chances")

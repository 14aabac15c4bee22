"""Bots that think: the search, and exact endings, with settings of their own."""

from __future__ import annotations

from math import ceil
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from brillig.bots.endgame.solver import Ending, Lookahead, Solver, solvable
from brillig.bots.mixing.mixer import Mixer
from brillig.bots.search import Search, Settings, Thought, known_to
from brillig.bots.sense.second_look import SAMPLES, SecondLook
from brillig.bots.timing import aim, stopped
from brillig.bots.turns.loose import LooseTurns
from brillig.bots.turns.whole import WholeTurns
from brillig.core import Game, Table, below
from brillig.core.chance import THE_PLAYERS, halves, sow
from brillig.core.faults import way_to

if TYPE_CHECKING:
    from brillig.bots.gpu.search import GpuSearch

FEW = 0.1  # of the visits of the best choice: what was tried less often is not chosen
LIKELY = 100  # how likely a slack bot is to take what looks best, beside 1 for what looks just about too bad
ENOUGH = 64  # visits after which the search knows a choice better than a second look; then that must find much
SELDOM = 0.06  # of what is done most, in an ending with secrets: what is done less often may be noise
FINE = 1_000_000
MANY = 1000  # visits after which nothing is looked at again


class Thinker:
    """A bot by its settings. With `reuse` it is for one seat at one table, and remembers what it thought there."""

    def __init__(
        self, game: Game, settings: Settings, name: str = "search", *, reuse: bool = False, gear: str = ""
    ) -> None:
        self.game, self.settings, self.name = game, settings, name
        self.reaction, self.glance, self.form = settings.reaction, settings.glance, settings.form
        self.search = gpu_search(game, settings) if settings.gpu else Search(game, settings, reuse=reuse, gear=gear)
        self.mixer = Mixer(game, settings, self.search.gear if not settings.gpu else "compiled")
        self.second_look = SecondLook(game, settings, self.search.gear if gear else "")

    def hurried(self, share: float) -> Thinker:
        """The same bot with a part of its time, and on one thread: others want to think too."""
        settings = msgspec.structs.replace(self.settings, seconds=self.settings.seconds * share, threads=1)
        return Thinker(self.game, settings, self.name, gear=self.search.gear)

    def choose(self, view: Table, seat: int, seed: int) -> int:
        with way_to(view):
            return self._choose(known_to(view, seat, self.settings), seat, seed)

    def _choose(self, view: Table, seat: int, seed: int) -> int:
        codes = sensible(view, seat)
        if len(codes) == 1:
            return codes[0]
        swing = self.game.swing(view.plain, seat) if self.game.swing else None
        if swing:
            return stopped(swing, aim(view, seat, swing), self.settings.timing, seed)
        began = perf_counter()
        ending = self.ending(view)
        if ending:
            return ending.code
        ahead = self.ahead(view, began + self.settings.seconds, seed)
        if ahead:
            return ahead.code
        mixed = self.mixed(view, seat, codes)
        if mixed:
            return drawn(mixed, seed)
        loose = self.loosely(view, seat)
        if loose is not None:
            return loose
        turns = self.whole_turns(view, seat)
        if turns:
            return decide(turns, self.settings, seed)
        thought = self.search.think(view, seat, seed)
        found = [estimate for estimate in thought.estimates if estimate.code in codes]
        code = decide(thought._replace(estimates=found), self.settings, seed) if found else codes[0]
        return self.reconsidered(view, seat, code, codes, {e.code: e.visits for e in found}, seed)

    def reconsidered(
        self, view: Table, seat: int, code: int, codes: list[int], tried: dict[int, int], seed: int
    ) -> int:
        """After a second look: beside what the search hardly tried, and beside what it has tried if that is far better."""
        known = SAMPLES if tried.get(code, 0) >= ENOUGH else ENOUGH
        hardly = [other for other in codes if tried.get(other, 0) < known]
        code = self.second_look.better(view, seat, code, hardly, seed, part=self.settings.care)
        others = [other for other in codes if tried.get(other, 0) < MANY]
        return self.second_look.better(view, seat, code, others, seed)

    def ending(self, view: Table) -> Ending | None:
        """The rest of the game played perfectly, if the settings ask for that and it is near. Half the time at most."""
        if self.settings.solve == 0 or self.search.gear == "plain" or not solvable(self.game):
            return None
        until = perf_counter() + self.settings.seconds / 2
        solver = Solver(self.game, self.settings.solve)
        return solver.solve(view, until) if solver.near(view) else None

    def ahead(self, view: Table, until: float, seed: int) -> Lookahead | None:
        """What looks best depth first, if the settings ask for that and the game can be searched so."""
        wanted = self.settings.deepen > 0 and not self.settings.gpu and self.search.gear != "plain"
        if not wanted or not self.game.value or not solvable(self.game):
            return None
        return Solver(self.game, self.settings.deepen).deepen(view, until, seed)

    def whole_turns(self, view: Table, seat: int) -> Thought | None:
        """What whole turns come to, if the settings ask for that and all lies open."""
        if not self.settings.turns or self.game.hidden or not self.game.value or len(view.waiting()) > 1:
            return None
        return WholeTurns(self.game, self.settings, self.search.gear).think(view, seat)

    def loosely(self, view: Table, seat: int) -> int | None:
        """What is good enough for a turn, if the settings ask for no more and the game says how much that is."""
        if not self.settings.loose or not self.game.leeway or not self.game.rolls or self.search.gear == "plain":
            return None
        return LooseTurns(self.game, self.settings, self.search.gear).choose(view, seat)

    def mixed(self, view: Table, seat: int, codes: list[int]) -> dict[int, int]:
        """How often to make which of these choices, in an ending with secrets that is small; else nothing."""
        if self.settings.bluff == 0 or not self.game.hidden or self.game.due is not None:
            return {}
        found = self.mixer.chances(view, seat)
        most = max((found.get(code, 0.0) for code in codes), default=0.0)
        return {code: ceil(FINE * found[code]) for code in codes if most and found.get(code, 0.0) > SELDOM * most}


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
        reach = (max(means) - min(means) if thought.points else 1.0) * settings.slack / 1000
        below = {e.code: (max(means) - e.mean) / reach if reach else 0.0 for e in thought.estimates}
        chances = {code: ceil(LIKELY * (1 - far)) for code, far in below.items() if far < 1}
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

"""The search on a GPU: what the host does about kernels.py.

    search = GpuSearch(game, settings)                 # an NVIDIA GPU
    search = GpuSearch(game, settings, gear="compiled")  # the same on the CPU, to the bit: for tests and tuning

One GPU serves all games of a process, and thinks about one position at a time.
"""

from __future__ import annotations

import logging
import threading
from time import perf_counter
from typing import NamedTuple, Protocol

from brillig.bots.endgame.solver import solvable
from brillig.bots.gpu.cpu import Loop
from brillig.bots.gpu.cuda import WHO, gpu_of
from brillig.bots.gpu.hash_table import ROOT, mixed
from brillig.bots.kernels import SearchPlan
from brillig.bots.search import Estimate, Search, Settings, Thought, known_to, plan_for
from brillig.core import Game, Table
from brillig.core.cuda import need_gpu
from brillig.core.game import check_seed

ANY_NUMBER = 1 << 60
ROUNDS = 4  # between two looks at the clock


class Way(NamedTuple):
    """How a GPU's threads are used."""

    first: int = 16  # lanes in the first rounds of a thought
    share: int = 100  # of what was done before, so small a part is one round: the sums it goes by are never old
    sharp: int = 0  # eighths: how far a choice goes by the best answer, not by the mean of all
    ahead: int = 0  # choices to look ahead from where the tree ends, DEEPEST at most
    most: int = ANY_NUMBER  # iterations; where no clock runs, that is what a thought takes


MANY_LANES = Way()
# Where a position is always judged alike, a GPU has better things to do with its threads than many lanes.
LOOKING_AHEAD = Way(first=256, share=1000, sharp=5, ahead=3, most=1 << 23)

log = logging.getLogger("brillig.bots")


class Desk(Protocol):
    """Where lanes run. Everything they need is laid out beforehand."""

    most: int  # lanes in a round, at most
    lock: threading.Lock

    def prepare(self) -> None:
        """Compile what is not compiled yet: that is not thinking."""

    def begin(self, root: bytes, seat: int, plan: bytearray, seed: int) -> None:
        """An empty tree for what a seat knows."""

    def round(self, first: int, count: int) -> None:
        """So many iterations, the first of them with that number."""

    def wait(self) -> None:
        """Until all rounds are done."""

    def sums(self, keys: list[int]) -> list[tuple[int, int]]:
        """Visits and totals."""


class GpuSearch:
    """Thinks for any seat of a game, as Search does: the same view, seed and iterations give the same thought.

    If the GPU fails, the log says so, and from then on the search on the CPU thinks about this game instead.
    """

    def __init__(
        self, game: Game, settings: Settings, *, gear: str = "cuda", way: Way | None = None, **sizes: int
    ) -> None:
        """`sizes`: slots in the table, and lanes in a round, at most; powers of two."""
        self.game, self.settings, self.gear, self.sizes = game, settings, gear, sizes
        self.way = way or (LOOKING_AHEAD if self.is_sharp else MANY_LANES)
        if not self.is_sharp:
            self.way = self.way._replace(sharp=0, ahead=0)
        if gear == "cuda":
            need_gpu(WHO)

    @property
    def desk(self) -> Desk:
        """Made when it is first needed: a server makes bots by the way, and must not wait for them."""
        if not hasattr(self, "_desk"):
            self._desk: Desk = (
                gpu_of(self.game, **self.sizes) if self.gear == "cuda" else Loop(self.game, self.gear, **self.sizes)
            )
        return self._desk

    @property
    def is_sharp(self) -> bool:
        """Is a position always judged alike, and the best answer to a choice always the same?"""
        judged = self.settings.value and self.settings.cap == 0 and self.game.value is not None
        return judged and solvable(self.game)

    def think(self, view: Table, seat: int, seed: int, iterations: int | None = None) -> Thought:
        """Estimates of the choices that this seat has. Whatever else the view holds is wiped first."""
        view, seed = known_to(view, seat, self.settings), check_seed(seed)
        if self.gear != "cuda":
            return self._think(view, seat, seed, iterations)
        try:
            if self.game not in broken:
                return self._think(view, seat, seed, iterations)
        except Exception:
            broken.add(self.game)
            log.exception("the GPU failed; the CPU thinks instead")
        return Search(self.game, spare(self.game)).think(view, seat, seed)

    def _think(self, view: Table, seat: int, seed: int, iterations: int | None) -> Thought:
        desk, plan = self.desk, plan_for(self.game, view.seats, self.settings)
        SearchPlan(plan).ahead, SearchPlan(plan).sharp = self.way.ahead, self.way.sharp
        desk.prepare()
        with desk.lock:
            began = perf_counter()
            desk.begin(bytes(view), seat, plan, seed)
            count = iterations or min(self.settings.iterations, self.way.most)
            done = self._rounds(desk, count, began + self.settings.seconds)
            codes = view.shortlist(seat)
            sums = desk.sums([mixed(ROOT, seat, code) for code in codes])
            took = perf_counter() - began
        found = [
            Estimate(code, visits, total / visits / 1000)
            for code, (visits, total) in zip(codes, sums, strict=True)
            if visits
        ]
        found.sort(key=lambda e: (-e.visits, -e.mean, e.code))
        blind = len(view.waiting()) > 1 and view.due() < 0
        return Thought(found, done, took, blind, self.game.for_points(view.seats))

    def _rounds(self, desk: Desk, count: int, until: float) -> int:
        """So many iterations, or until the time is up. There is always time for a few rounds."""
        done, now = 0, perf_counter()
        while done < count:
            began = now
            for _ in range(ROUNDS):
                lanes = min(desk.most, max(self.way.first, done // self.way.share), count - done)
                desk.round(done, lanes)
                done += lanes
                if done == count:
                    break
            desk.wait()
            now = perf_counter()
            if now + (now - began) > until:  # the next ones would take as long as these
                break
        return done


def spare(game: Game) -> Settings:
    """How the CPU thinks when the GPU does not."""
    from brillig.bots.levels.ladders import ladder

    return ladder(game).settings("expert")


# ---- a GPU at a table ---------------------------------------------------------------------------------------------

broken: set[Game] = set()  # games with which the GPU has failed; it is not asked again
_asked: set[Game] = set()
_ready: set[Game] = set()


def is_ready(game: Game) -> bool:
    """Has this process the kernel of a game, and a GPU that works? The first time this is asked, a thread begins."""
    if game not in _asked:
        _asked.add(game)
        threading.Thread(target=warm, args=(game,), name="brillig-gpu", daemon=True).start()
    return game in _ready and game not in broken


def warm(game: Game) -> None:
    """Compile the kernel of a game, which may take a minute."""
    table = game.new().settle()
    GpuSearch(game, Settings(gpu=True)).think(table, table.waiting()[0], 0, iterations=1)
    _ready.add(game)

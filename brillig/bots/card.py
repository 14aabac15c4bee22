"""The search on a graphics card: what the host does about card_kernels.py.

    search = CardSearch(game, settings)                 # an NVIDIA card
    search = CardSearch(game, settings, gear="compiled")  # the same on the CPU, to the bit: for tests and tuning

One card serves all games of a process, and thinks about one position at a time.
"""

from __future__ import annotations

import logging
import threading
from functools import cache
from time import perf_counter
from typing import Any, Protocol

from brillig.bots import card_kernels
from brillig.bots.card_cuda import WHO, card_of
from brillig.bots.card_kernels import PATH, Lane
from brillig.bots.card_table import KNOWN, ROOT, WORDS, mixed, nothing_known
from brillig.bots.endings import solvable
from brillig.bots.kernels import MOST_SEATS, Plan
from brillig.bots.search import Estimate, Search, Settings, Thought, for_points, known_to, plan_for
from brillig.core import Game, Table
from brillig.core import kernels as core_kernels
from brillig.core.chance import halves
from brillig.core.cuda import need_card
from brillig.core.game import check_seed
from brillig.core.gears import compile_kernels, stand_ins
from brillig.core.rule import Translator

FIRST = 16  # lanes in the first rounds of a thought
SHARE = 100  # of what was done before, so small a part is one round: the sums it goes by are never old
SHARP = 2  # eighths: how far a choice goes by the best answer, in a game of two without chance or secrets
ROUNDS = 4  # between two looks at the clock
ON_CPU = {"slots": 1 << 18, "lanes": 4096}

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


class CardSearch:
    """Thinks for any seat of a game, as Search does: the same view, seed and iterations give the same thought.

    If the card fails, the log says so, and from then on the search on the CPU thinks about this game instead.
    """

    def __init__(self, game: Game, settings: Settings, *, gear: str = "cuda", first: int = FIRST, **sizes: int) -> None:
        """`sizes`: slots in the table, and lanes in a round, at most; powers of two."""
        self.game, self.settings, self.gear, self.first, self.sizes = game, settings, gear, first, sizes
        if gear == "cuda":
            need_card(WHO)

    @property
    def desk(self) -> Desk:
        """Made when it is first needed: a server makes bots by the way, and must not wait for them."""
        if not hasattr(self, "_desk"):
            self._desk: Desk = (
                card_of(self.game, **self.sizes)
                if self.gear == "cuda"
                else Loop(self.game, self.gear, **{**ON_CPU, **self.sizes})
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
            log.exception("the graphics card failed; the CPU thinks instead")
        return Search(self.game, spare(self.game)).think(view, seat, seed)

    def _think(self, view: Table, seat: int, seed: int, iterations: int | None) -> Thought:
        desk, plan = self.desk, plan_for(self.game, view.seats, self.settings)
        Plan(plan).sharp = SHARP if self.is_sharp else 0
        desk.prepare()
        with desk.lock:
            began = perf_counter()
            desk.begin(bytes(view), seat, plan, seed)
            done = self._rounds(desk, iterations or self.settings.iterations, began + self.settings.seconds)
            codes = view.codes(seat)
            sums = desk.sums([mixed(ROOT, seat, code) for code in codes])
            took = perf_counter() - began
        found = [
            Estimate(code, visits, total / visits / 1000)
            for code, (visits, total) in zip(codes, sums, strict=True)
            if visits
        ]
        found.sort(key=lambda e: (-e.visits, -e.mean, e.code))
        blind = len(view.waiting()) > 1 and view.due() < 0
        return Thought(found, done, took, blind, for_points(self.game, view.seats))

    def _rounds(self, desk: Desk, count: int, until: float) -> int:
        """So many iterations, or until the time is up. There is always time for a few rounds."""
        done, now = 0, perf_counter()
        while done < count:
            began = now
            for _ in range(ROUNDS):
                lanes = min(desk.most, max(self.first, done // SHARE), count - done)
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
    """How the CPU thinks when the card does not."""
    from brillig.bots.levels import ladder

    return ladder(game).settings("expert")


# ---- on the CPU ----------------------------------------------------------------------------------------------------


class Loop:
    """Lanes one after the other, compiled or interpreted."""

    def __init__(self, game: Game, gear: str, slots: int, lanes: int) -> None:
        import numpy as np

        self.most, self.lock, self.game, self.gear = lanes, threading.Lock(), game, gear
        self.kernels = compiled(game) if gear == "compiled" else plain(game)
        self.raw, self.own = np.zeros(game.state.nbytes, np.uint8), np.zeros(Lane.nbytes, np.uint8)
        self.out = np.zeros(game.codes, np.int16)
        self.table, self.known = np.zeros(WORDS * slots, np.int64), np.zeros(2 * KNOWN, np.int64)
        self.path, self.lengths = np.zeros((PATH, lanes), np.int32), np.zeros(lanes, np.int32)
        self.worths = np.zeros((PATH, lanes), np.int32)
        self.prizes = np.zeros((MOST_SEATS, lanes), np.int64)
        self.given: tuple[Any, ...] = ()
        self.seed = 0, 0

    def begin(self, root: bytes, seat: int, plan: bytearray, seed: int) -> None:
        import numpy as np

        self.table[:] = 0
        self.known[:] = nothing_known()
        self.seed = halves(seed)
        state = self.game.state
        sums = self.table, self.known, self.out, self.path, self.worths, self.prizes, self.lengths
        if self.gear == "compiled":
            x, own, plans = self.raw.view(state.dtype()), self.own.view(Lane.dtype()), np.frombuffer(plan, Plan.dtype())
            self.given = x, self.raw, np.frombuffer(root, np.uint8), seat, own, plans, *sums
        else:
            raw = opened(self.raw)
            self.given = [state(raw)], raw, root, seat, [Lane(opened(self.own))], [Plan(plan)], *map(opened, sums)

    def prepare(self) -> None:
        if not self.given:
            self.begin(bytes(self.game.state.nbytes), 0, bytearray(Plan.nbytes), 0)
            self.round(0, 0)

    def round(self, first: int, count: int) -> None:
        self.lanes(first, count)
        table, known, _, *found = self.given[6:]
        self.kernels["add_lanes"](table, known, *found, count)

    def lanes(self, first: int, count: int) -> None:
        self.kernels["lanes"](*self.given, *self.seed, first, count, 0, count)

    def wait(self) -> None:
        pass

    def sums(self, keys: list[int]) -> list[tuple[int, int]]:
        import numpy as np

        given, found = np.array(keys, np.int64), np.zeros((len(keys), 2), np.int64)
        arrays = (self.table, given, found)
        self.kernels["look"](*(arrays if self.gear == "compiled" else map(opened, arrays)), 0, len(keys))
        return [(visits, total) for visits, total in found.tolist()]


def opened(array: Any) -> memoryview:
    """An array for interpreted rules, which take Python's numbers."""
    return memoryview(array)


@cache
def compiled(game: Game) -> dict[str, Any]:
    """The kernels, compiled for a game when they are first called."""
    return dict(compile_kernels(game, card_kernels))


@cache
def plain(game: Game) -> dict[str, Any]:
    make = Translator(lambda f: f, stand_ins(game, core_kernels, card_kernels))
    return {name: make(getattr(card_kernels, name)) for name in card_kernels.WAYS_IN}


# ---- a card at a table ---------------------------------------------------------------------------------------------

broken: set[Game] = set()  # games with which the card has failed; it is not asked again
_asked: set[Game] = set()
_ready: set[Game] = set()


def is_ready(game: Game) -> bool:
    """Has this process the kernel of a game, and a card that works? The first time this is asked, a thread begins."""
    if game not in _asked:
        _asked.add(game)
        threading.Thread(target=warm, args=(game,), name="brillig-card", daemon=True).start()
    return game in _ready and game not in broken


def warm(game: Game) -> None:
    """Compile the kernel of a game, which may take a minute."""
    table = game.new().settle()
    CardSearch(game, Settings(card=True)).think(table, table.waiting()[0], 0, iterations=1)
    _ready.add(game)

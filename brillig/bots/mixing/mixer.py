"""How often to make which choice, in an ending with secrets that is small enough to reckon through."""

from __future__ import annotations

from functools import cache
from threading import Lock
from time import perf_counter
from typing import Any

from brillig.bots.kernels import SearchPlan, Tree
from brillig.bots.mixing import kernels
from brillig.bots.mixing.kernels import Mind, Situation
from brillig.bots.search import Settings, plan_for
from brillig.core import Game, Table
from brillig.core import kernels as core_kernels
from brillig.core.chance import THE_PLAYERS, sow
from brillig.core.faults import Steps, noted, telling
from brillig.core.gears import shared_kernels, stand_ins
from brillig.core.rule import Translator
from brillig.core.table import SPECTATOR

SITUATIONS = 1 << 14
CHOICES = 1 << 17
PROBE = 2000  # iterations after which it is clear whether the ending is small:
SMALL = 2  # of so many at most one has found something new
PORTION = 10_000  # iterations between two looks at the clock
KEPT = 4  # endings whose reckoning is kept: a seat is asked several times in one
WHEN = " in the reckoning of an ending with secrets"
SEED = 7  # for every ending the same: what comes out depends on the ending alone


class Mixer:
    """Reckons with regrets. What it answers depends on the view and the settings alone, as long as there is time."""

    def __init__(self, game: Game, settings: Settings, gear: str) -> None:
        self.game, self.settings, self.gear = game, settings, gear
        self.done: dict[bytes, Reckoning | None] = {}
        self.lock = Lock()

    def chances(self, view: Table, seat: int) -> dict[int, float]:
        """How often to make each choice; nothing if the ending is not small."""
        common = view.hidden(SPECTATOR)
        if self.game.rewind:
            self.game.rewind(common.plain)
        root = bytes(common)
        with self.lock:
            if root not in self.done:
                if len(self.done) == KEPT:
                    del self.done[next(iter(self.done))]
                reckoning = Reckoning(common, self.settings, self.gear)
                self.done[root] = reckoning if reckoning.small() else None
            found = self.done[root]
            return found.chances(bytes(view), seat) if found else {}


class Reckoning:
    """All that is known about one ending."""

    def __init__(self, common: Table, settings: Settings, gear: str) -> None:
        import numpy as np

        game = common.game
        size = game.state.nbytes
        self.common, self.settings, self.gear, self.record = common, settings, gear, game.state
        self.kernels = (compiled_mixer if gear == "compiled" else plain_mixer)(game)
        self.root, self.raw, self.seen = bytes(common), bytearray(size), bytearray(size)
        self.head, self.mind = bytearray(Tree.nbytes), bytearray(Mind.nbytes)
        self.plan = plan_for(game, common.seats, settings)
        self.tree: Any = Tree(self.head)
        self.tree.seed[0] = SEED
        sow(self.tree.rng, SEED, 0, 0, THE_PLAYERS)
        Mind(self.mind).active[common.waiting()[0]] = 1  # the others will be known when they are asked
        self.situations = np.zeros(SITUATIONS, Situation.dtype())
        self.codes, self.visits = np.zeros(CHOICES, np.int16), np.zeros(CHOICES, np.int64)
        self.regrets, self.sums, self.means = np.zeros(CHOICES), np.zeros(CHOICES), np.full(CHOICES, 0.5)
        self.out = np.zeros(game.codes, np.int16)

    def small(self) -> bool:
        """Reckon it through, unless it turns out to be large."""
        self.reckon(min(PROBE, self.settings.bluff))
        if SMALL * Mind(self.mind).known > self.tree.done:
            return False
        until = perf_counter() + self.settings.seconds
        while self.tree.done < self.settings.bluff and perf_counter() < until:
            self.reckon(min(PORTION, self.settings.bluff - self.tree.done))
        return True

    def reckon(self, iterations: int) -> None:
        steps: Steps = []

        def again() -> None:
            """The same iterations once more, the last of them interpreted."""
            fresh = Reckoning(self.common, self.settings, self.gear)
            fresh.kernels["reckon"](*fresh.given(self.root), self.tree.done)
            fresh.gear = "plain"
            plain_mixer(self.common.game, steps)["reckon"](*fresh.given(self.root), 1)

        with telling(self.common.game, again, WHEN, steps):
            self.kernels["reckon"](*self.given(self.root), iterations)

    def chances(self, view: bytes, seat: int) -> dict[int, float]:
        """How often a seat that knows this makes each choice; nothing if it never came there."""
        places = self.places(view, seat)
        whole = sum(float(self.sums[k]) for k in places)
        return {int(self.codes[k]): float(self.sums[k]) / whole for k in places} if whole else {}

    def places(self, view: bytes, seat: int) -> range:
        """Where the choices are kept that a seat has who knows this."""

        def find(kernel: Any) -> int:
            x, raw, y, seen, root, minds, situations, codes, *_, out = self.given(view)
            return int(kernel(x, raw, y, seen, root, seat, minds, situations, codes, out))

        def again() -> None:
            self.gear = "plain"
            find(plain_mixer(self.common.game)["place"])

        with telling(self.common.game, again, WHEN):
            at = find(self.kernels["place"])
        if at < 0:
            return range(0)
        first, count = int(self.situations[at]["first"]), int(self.situations[at]["count"])
        return range(first, first + count)

    def given(self, root: bytes) -> tuple[Any, ...]:
        """What the kernels are handed, but for how many iterations."""
        import numpy as np

        rows = self.codes, self.regrets, self.sums, self.means, self.visits
        if self.gear == "compiled":
            first, second = np.frombuffer(self.raw, np.uint8), np.frombuffer(self.seen, np.uint8)
            return (
                first.view(self.record.dtype()), first, second.view(self.record.dtype()), second,
                np.frombuffer(root, np.uint8), np.frombuffer(self.mind, Mind.dtype()), self.situations, *rows,
                np.frombuffer(self.head, Tree.dtype()), np.frombuffer(self.plan, SearchPlan.dtype()), self.out,
            )  # fmt: skip
        return (
            [self.record(self.raw)], self.raw, [self.record(self.seen)], self.seen, root, [Mind(self.mind)],
            Situations(self.situations), *(memoryview(row.data) for row in rows), [self.tree], [SearchPlan(self.plan)],
            memoryview(self.out.data),
        )  # fmt: skip


class Situations:
    """Situations for interpreted kernels, opened one by one as they are used."""

    def __init__(self, pool: Any) -> None:
        self.raw = memoryview(pool.view("u1"))
        self.known: dict[int, Situation] = {}

    def __len__(self) -> int:
        return len(self.raw) // Situation.nbytes

    def __getitem__(self, at: int) -> Situation:
        if at not in self.known:
            self.known[at] = Situation(self.raw[at * Situation.nbytes : (at + 1) * Situation.nbytes])
        return self.known[at]


@cache
def compiled_mixer(game: Game) -> dict[str, Any]:
    return dict(shared_kernels(game, kernels))


def plain_mixer(game: Game, steps: Steps | None = None) -> dict[str, Any]:
    """Interpreted; what is tried is written down in `steps`."""
    known = stand_ins(game, core_kernels, kernels)
    make = Translator(lambda f: f, known if steps is None else {**known, **noted(game, steps)})
    return {name: make(getattr(kernels, name)) for name in kernels.WAYS_IN}

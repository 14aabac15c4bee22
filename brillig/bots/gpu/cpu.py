"""The search for a GPU on the CPU: lanes one after the other, compiled or interpreted, with the same results."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from brillig.bots.endgame.solver import solvable
from brillig.bots.gpu import kernels
from brillig.bots.gpu.hash_table import KNOWN, WORDS, nothing_known
from brillig.bots.gpu.kernels import Lane
from brillig.bots.gpu.lookahead import DEEPEST, NOTHING, Step
from brillig.bots.gpu.trail import Trail
from brillig.bots.kernels import SearchPlan
from brillig.core import Game
from brillig.core import kernels as core_kernels
from brillig.core.chance import halves
from brillig.core.faults import telling
from brillig.core.gears import own_kernels, stand_ins
from brillig.core.record import Part
from brillig.core.rule import Translator

SLOTS, LANES = 1 << 18, 4096
SHARERS = 1  # who look ahead for one lane: here nobody would run beside another
RECORDS = DEEPEST + 1


class Loop:
    """A desk (see GPU.py) without a GPU."""

    def __init__(self, game: Game, gear: str, slots: int = SLOTS, lanes: int = LANES) -> None:
        import numpy as np

        self.most, self.lock, self.game = lanes, threading.Lock(), game
        self.gear: type[CompiledLanes | PlainLanes] = CompiledLanes if gear == "compiled" else PlainLanes
        self.kernels = self.gear.kernels(game)
        self.prepared, self.ahead, self.looks = False, False, solvable(game)
        self.root, self.plans = self.gear.root(b""), self.gear.plans(bytearray(SearchPlan.nbytes))
        self.seat, self.seed, self.plan = 0, (0, 0), bytearray(SearchPlan.nbytes)
        row, records = self.gear.row, self.gear.records
        self.x, self.raw = records(game.state, 1)
        self.own, _ = records(Lane, 1)
        self.table, self.known = np.zeros(WORDS * slots, np.int64), np.zeros(2 * KNOWN, np.int64)
        self.tree = row(self.table), row(self.known)
        self.out = row(np.zeros(game.codes, np.int16))
        self.trails, _ = records(Trail, lanes)
        leaves = lanes if self.looks else 1
        self.leaves, _ = records(game.state, leaves)
        self.findings = row(np.full(leaves * game.codes, NOTHING, np.int32))
        self.below, _ = records(game.state, RECORDS)
        self.steps, _ = records(Step, RECORDS)
        self.outs = self.gear.rows(np.zeros((RECORDS, game.codes), np.int16))

    def begin(self, root: bytes, seat: int, plan: bytearray, seed: int) -> None:
        self.table[:] = 0
        self.known[:] = nothing_known()
        self.plan = plan
        self.seat, self.root, self.plans, self.seed = seat, self.gear.root(root), self.gear.plans(plan), halves(seed)
        self.ahead = SearchPlan(plan).ahead > 0

    def prepare(self) -> None:
        if not self.prepared:
            self.begin(bytes(self.game.state.nbytes), 0, bytearray(SearchPlan.nbytes), 0)
            self.ahead, self.prepared = self.looks, True
            self.round(0, 0)

    def round(self, first: int, count: int) -> None:
        when = f" in iteration {first} to {first + count - 1} of a search for seat {self.seat}"
        with telling(self.game, lambda: self.plainly(first, count), when):
            self._round(first, count)

    def plainly(self, first: int, count: int) -> None:
        """The same round interpreted. A round adds to the tree when all else is done, so it is as it was."""
        plain = Loop(self.game, "plain", len(self.table) // WORDS, self.most)
        plain.begin(bytes(self.root), self.seat, bytearray(self.plan), 0)
        plain.seed = self.seed
        plain.table[:], plain.known[:] = self.table, self.known
        plain._round(first, count)

    def _round(self, first: int, count: int) -> None:
        self.lanes(first, count, 0, count)
        if self.ahead:
            scratch = self.below, self.steps, self.outs
            self.kernels["look_on"](self.trails, self.leaves, self.findings, self.plans, *scratch, SHARERS, count)
        self.kernels["add_lanes"](*self.tree, self.trails, self.findings, count)

    def lanes(self, first: int, count: int, begin: int, end: int) -> None:
        """Some of a round's."""
        self.kernels["lanes"](
            self.x, self.raw, self.root, self.seat, self.own, self.plans, *self.tree, self.out, self.trails, self.leaves,
            *self.seed, first, count, begin, end,
        )  # fmt: skip

    def wait(self) -> None:
        pass

    def sums(self, keys: list[int]) -> list[tuple[int, int]]:
        import numpy as np

        given, found = np.array(keys, np.int64), np.zeros((len(keys), 2), np.int64)
        self.kernels["look"](self.tree[0], self.gear.row(given), self.gear.row(found), 0, len(keys))
        return [(visits, total) for visits, total in found.tolist()]


# ---- two gears -----------------------------------------------------------------------------------------------------


class CompiledLanes:
    """What compiled rules take: arrays."""

    @staticmethod
    def kernels(game: Game) -> dict[str, Any]:
        return compiled(game)

    @staticmethod
    def row(array: Any) -> Any:
        return array

    @staticmethod
    def rows(array: Any) -> Any:
        return array

    @staticmethod
    def records(part: type[Part], n: int) -> tuple[Any, Any]:
        """So many of them, and the bytes of all."""
        import numpy as np

        raw = np.zeros(n * part.nbytes, np.uint8)
        return raw.view(part.dtype()), raw

    @staticmethod
    def root(raw: bytes) -> Any:
        import numpy as np

        return np.frombuffer(raw, np.uint8)

    @staticmethod
    def plans(raw: bytearray) -> Any:
        import numpy as np

        return np.frombuffer(raw, SearchPlan.dtype())


class PlainLanes(CompiledLanes):
    """What interpreted rules take, which need Python's numbers."""

    @staticmethod
    def kernels(game: Game) -> dict[str, Any]:
        return plain(game)

    @staticmethod
    def row(array: Any) -> Any:
        return memoryview(array)

    @staticmethod
    def rows(array: Any) -> Any:
        return [memoryview(row) for row in array]

    @staticmethod
    def records(part: type[Part], n: int) -> tuple[Any, Any]:
        made = Records(part, n)
        return made, made.raw

    @staticmethod
    def root(raw: bytes) -> Any:
        return raw

    @staticmethod
    def plans(raw: bytearray) -> Any:
        return [SearchPlan(raw)]


class Records:
    """Records in a row. What is put among them is copied, as into an array."""

    bytes_of: ClassVar[WeakKeyDictionary[Part, memoryview]] = WeakKeyDictionary()

    def __init__(self, part: type[Part], n: int) -> None:
        self.raw = memoryview(bytearray(n * part.nbytes))
        self.parts = []
        for k in range(n):
            raw = self.raw[k * part.nbytes : (k + 1) * part.nbytes]
            self.parts.append(part(raw))
            self.bytes_of[self.parts[-1]] = raw

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, at: int) -> Part:
        return self.parts[at]

    def __setitem__(self, at: int, record: Part) -> None:
        self.bytes_of[self.parts[at]][:] = self.bytes_of[record]


@cache
def compiled(game: Game) -> dict[str, Any]:
    """The kernels, compiled for a game when they are first called."""
    return dict(own_kernels(game, kernels))


@cache
def plain(game: Game) -> dict[str, Any]:
    make = Translator(lambda f: f, stand_ins(game, core_kernels, kernels))
    return {name: make(getattr(kernels, name)) for name in kernels.WAYS_IN}

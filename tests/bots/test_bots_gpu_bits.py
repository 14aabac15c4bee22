"""The search on a GPU, without one: the same rules compiled for the CPU, interpreted, and simulated.

Run as a program with numba's simulator, this file thinks on a GPU that is not there and prints what came of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import brillig
from brillig.bots.gpu import cuda, search
from brillig.bots.gpu.cpu import Records
from brillig.bots.gpu.kernels import Lane
from brillig.bots.gpu.lookahead import Step
from brillig.bots.gpu.search import GpuSearch, Way
from brillig.bots.search import Settings
from brillig.core.record import Part

# A board (where the best answer counts), dice, seats that choose at once and blind, points, a clock.
SIMULATED = {
    "othellino": Settings(iterations=32, seconds=600, cap=0),
    "backgammon": Settings(iterations=20, seconds=600, cap=2),
    "gold-mine": Settings(iterations=32, seconds=600, margin=100),
    "bandersnatch": Settings(iterations=32, seconds=600),
    "speed": Settings(iterations=20, seconds=600, cap=4),
}
COMPILED = ("othellino", "gold-mine")  # it takes a while for each
SIZES = {"way": Way(16, 100, sharp=5, ahead=2), "slots": 1 << 9, "lanes": 32}


def estimates(search, table, seed=7):
    return [list(e) for e in search.think(table, table.waiting()[0], seed).estimates]


# ---- the same bits -------------------------------------------------------------------------------------------------


def test_simulated_interpreted_and_compiled_are_the_same():
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", __file__], capture_output=True, text=True, timeout=300,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(Path(brillig.__file__).parents[1])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    simulated = json.loads(ran.stdout)
    assert set(simulated) == set(SIMULATED)
    for slug, settings in SIMULATED.items():
        game = brillig.load(slug)
        for gear in ("plain", "compiled") if slug in COMPILED else ("plain",):
            answer = estimates(GpuSearch(game, settings, gear=gear, **SIZES), game.new(seed=3).settle())
            assert answer == simulated[slug]
            assert sum(visits for _, visits, _ in answer) == settings.iterations


@pytest.mark.parametrize("slug", [*SIMULATED])
def test_the_order_of_the_lanes_does_not_matter(slug, monkeypatch):
    game, gear = brillig.load(slug), "compiled" if slug in COMPILED else "plain"
    cap, way = SIMULATED[slug].cap, Way(100, 100, sharp=5, ahead=3)
    settings = Settings(iterations=3000 if gear == "compiled" else 200, seconds=600, cap=cap)
    forwards = estimates(GpuSearch(game, settings, gear=gear, way=way), game.new(seed=5).settle())

    lanes = search.Loop.lanes

    def backwards(self, first, count, begin, end):
        for k in reversed(range(begin, end)):
            lanes(self, first, count, k, k + 1)

    monkeypatch.setattr(search.Loop, "lanes", backwards)
    monkeypatch.setattr("brillig.bots.gpu.cpu.SHARERS", 7)
    assert estimates(GpuSearch(game, settings, gear=gear, way=way), game.new(seed=5).settle()) == forwards


def test_the_same_seed_gives_the_same_thought_and_another_one_another():
    game = brillig.load("othellino")
    search = GpuSearch(game, Settings(iterations=2000, seconds=600), gear="compiled", way=Way(64))
    first = estimates(search, game.new(seed=6).settle())
    assert sum(visits for _, visits, _ in first) == 2000
    assert estimates(search, game.new(seed=6).settle()) == first
    assert estimates(search, game.new(seed=6).settle(), seed=8) != first


def test_it_does_not_see_what_its_seat_may_not():
    game = brillig.load("gold-mine")
    table = game.new(3, seed=9, gear="compiled")
    table.play(0, table.codes(0)[0])
    search = GpuSearch(game, Settings(iterations=500, seconds=600), gear="compiled", way=Way(64))
    truths = [table, *(table.guess(1, seed=k) for k in range(4))]
    thoughts = [search.think(truth, 1, 3).estimates for truth in truths]
    assert all(thought == thoughts[0] for thought in thoughts)


# ---- as a program: numba's simulator -------------------------------------------------------------------------------


def simulate():
    import numpy as np
    from numba.cuda.np import numpy_support
    from numba.cuda.simulator import kernelapi
    from numba.cuda.simulator.cudadrv import devicearray

    inside = devicearray.FakeWithinKernelCUDAArray
    item, store, attribute = inside.__getitem__, inside.__setitem__, inside.__getattr__

    def number(value):
        return value.item() if isinstance(value, np.integer) else value

    def put(self, at, value):
        store(
            self, at, np.frombuffer(Records.bytes_of[value], self._ary.dtype)[0] if isinstance(value, Part) else value
        )

    def copy(self, at, record):
        self.bytes_of[self.parts[at]][:] = (
            Records.bytes_of[record] if isinstance(record, Part) else record._item._ary.tobytes()
        )

    inside.__getitem__ = lambda self, at: number(item(self, at))
    inside.__setitem__ = put
    Records.__setitem__ = copy  # of those in a kernel's own memory, with Python's numbers: NumPy's overflow
    inside.__getattr__ = lambda self, name: number(attribute(self, name))
    cuda.THREADS = 1  # the simulator's threads would get into each other's way
    answers = {}
    for slug, settings in SIMULATED.items():
        game = brillig.load(slug)

        def local(self, shape, kind, game=game):
            parts = {part.dtype(): part for part in (game.state, Lane, Step)}
            part = parts.get(numpy_support.as_dtype(kind))
            if part:
                return Records(part, shape)
            return [0] * shape if isinstance(shape, int) else [[0] * shape[1] for _ in range(shape[0])]

        kernelapi.FakeCUDALocal.array = local
        answers[slug] = estimates(GpuSearch(game, settings, **SIZES), game.new(seed=3).settle())
    print(json.dumps(answers))


if __name__ == "__main__":
    simulate()

"""The GPU's subset of Python: every game's kernels compile to PTX, which needs NVIDIA's compiler but no GPU."""

from __future__ import annotations

import importlib
import os
import re
from types import SimpleNamespace

import pytest

from brillig import catalogue
from brillig.bots.endgame.solver import solvable
from brillig.bots.gpu import cuda as gpu
from brillig.bots.gpu.trail import Trail
from brillig.bots.kernels import SearchPlan
from brillig.core.cuda import find_driver, kernel_of
from brillig.learn.gpu import kernels as environments
from brillig.learn.vector_kernels import Course, EpisodeState

HOPPER = (9, 0)
CONSTANTS = 65_536  # bytes that a kernel may have


def only(*some: str) -> pytest.MarkDecorator:
    """These games, and the others in the long run: NVIDIA's compiler takes seconds for each."""
    them = (slug if slug in some else pytest.param(slug, marks=pytest.mark.soak) for slug in catalogue.slugs())
    return pytest.mark.parametrize("slug", [*them])


@pytest.fixture(scope="module")
def driver():
    try:
        importlib.import_module("numba_cuda")
        pathfinder = importlib.import_module("cuda.pathfinder")
        pathfinder.load_nvidia_dynamic_lib("nvvm")
    except Exception as why:
        if os.environ.get("CI"):
            pytest.fail(f"NVIDIA's compiler is missing, though the extra dev installs it: {why}")
        pytest.skip("NVIDIA's compiler is not installed")
    return find_driver()


@pytest.fixture
def hopper(driver, monkeypatch):
    if not driver.is_available():  # the compiler asks which GPU there is
        dispatcher = importlib.import_module("numba.cuda.dispatcher")
        monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))
    return driver


class Far:
    """A table that would lie on the GPU."""

    def __init__(self, array):
        from numba import types as t

        self._numba_type_ = t.Array(t.int64, array.ndim, "C")
        self.__cuda_array_interface__ = {"shape": array.shape, "typestr": "<i8", "data": (1 << 40, False), "version": 3}


def room_of_constants(ptx):
    """Bytes of constant memory that a kernel wants; there are 64 KiB."""
    return sum(map(int, re.findall(r"^\s*\.(?:visible )?const .*?\[(\d+)\]", ptx, re.M)))


@only("backgammon")  # a large table
def test_every_games_kernel_compiles(hopper, slug):
    from numba import from_dtype
    from numba import types as t

    game = catalogue.load(slug)
    results = (t.int32[:, ::1], t.int8[:, ::1], t.int32[::1])
    given = (from_dtype(game.state.dtype())[::1], t.int64, t.int64, t.int64, t.int64, *results)
    ptx, _ = hopper.compile_ptx(kernel_of(game, hopper, Far), given, cc=HOPPER, opt=False)
    assert "_games" in ptx
    assert room_of_constants(ptx) <= 1 << 16


@only("othellino")
def test_every_games_search_compiles(hopper, slug):
    from numba import from_dtype
    from numba import types as t

    game = catalogue.load(slug)
    record, plan = from_dtype(game.state.dtype())[::1], from_dtype(SearchPlan.dtype())[::1]
    left = (from_dtype(Trail.dtype())[::1], record)
    lanes, shares = gpu.kernels_of(game, hopper, Far)
    given = (record, t.int64, plan, t.int64[::1], t.int64[::1], *left, t.int64, t.int64, t.int64, t.int64)
    ptx, _ = hopper.compile_ptx(lanes, given, cc=HOPPER, opt=False)
    assert "lane_a_thread" in ptx
    assert set(re.findall(r"atom\.(?:global\.)?([\w.]+)", ptx)) == {"cas.b64", "add.u64", "min.s64", "max.s64"}
    assert sum(map(int, re.findall(r"^\.const .*\[(\d+)\]", ptx, re.MULTILINE))) <= CONSTANTS
    assert {"div.rn.f64", "sqrt.rn.f64"} <= set(re.findall(r"\w+\.rn\.f64", ptx))  # rounded as on the CPU
    assert "fma.rn.f64" not in ptx  # what the CPU rounds twice must not be rounded once
    if solvable(game):
        ptx, _ = hopper.compile_ptx(shares, (*left, t.int32[::1], plan, t.int64, t.int64), cc=HOPPER, opt=True)
        assert "share_a_thread" in ptx
        assert re.findall(r"(?:atom|red)\.(?:global\.)?([\w.]+)", ptx) == 2 * ["max.s32"]


def test_what_all_games_share_compiles(hopper):
    from numba import from_dtype
    from numba import types as t

    given = {
        gpu.sum_a_thread: (t.int64[::1], t.int64[::1], from_dtype(Trail.dtype())[::1], t.int32[::1], t.int64),
        gpu.look_a_thread: (t.int64[::1], t.int64[::1], t.int64[:, ::1], t.int64),
        gpu.wipe: (t.int64[::1],),
    }  # fmt: skip
    for kernel, function in zip(given, gpu.common_kernels(hopper), strict=True):
        ptx, _ = hopper.compile_ptx(function, given[kernel], cc=HOPPER, opt=False)
        assert kernel.__name__ in ptx


@only("backgammon")
def test_every_games_environment_compiles(hopper, slug):
    from numba import from_dtype
    from numba import types as t

    game = catalogue.load(slug)
    record, words = from_dtype(game.state.dtype())[::1], t.int64[:, ::1]
    places, course = from_dtype(EpisodeState.dtype())[::1], from_dtype(Course.dtype())[::1]
    given = (record, words, record, words, places, t.int64[::1], course, t.int64[:, ::1], t.int8[::1])
    results = (t.float32[::1], t.float32[:, ::1], t.boolean[::1], t.boolean[::1], t.int8[::1], record, words)
    opening, stepping = environments.kernels_of(game, hopper, Far)
    ptx, _ = hopper.compile_ptx(opening, given, cc=HOPPER, opt=False)
    assert "open_a_thread" in ptx
    ptx, _ = hopper.compile_ptx(stepping, (*given, t.int64[::1], t.int64, *results, t.int64[::1]), cc=HOPPER, opt=False)
    assert "step_a_thread" in ptx
    assert room_of_constants(ptx) <= 1 << 16


@pytest.mark.parametrize("floats", ["float32", "float16"])
def test_what_all_environments_share_compiles(hopper, floats):
    from numba import types as t

    numbers, words = getattr(t, floats)[:, ::1], t.int64[:, ::1]
    seen = (t.int8[:, ::1], t.int16[:, ::1], t.int32[:, ::1], words)
    given = {
        "show_a_column": (*seen, t.int8[::1], t.int64, t.int32[:, ::1], t.int64, numbers, words, t.int64,
                          t.boolean[:, ::1], t.int64),
        "sample_a_warp": (numbers, words, t.int64[::1], t.int64, t.int64[::1]),
        "take_a_thread": (t.int32[::1], t.int64[::1]),
        "check_a_thread": (t.int64[::1], words, t.int64, t.int8[::1], t.int64, t.int64[::1]),
    }  # fmt: skip
    for name, kernel in environments.common_kernels(hopper).items():
        ptx, _ = hopper.compile_ptx(kernel, given[name], cc=HOPPER, opt=True)
        assert name in ptx
        assert "fma.rn.f64" not in ptx  # what the CPU rounds twice must not be rounded once

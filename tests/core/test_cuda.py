"""The GPU's subset of Python: every game's kernel compiles to PTX, which needs NVIDIA's compiler but no card."""

from __future__ import annotations

import importlib
import os
from types import SimpleNamespace

import pytest

from brillig import catalogue
from brillig.core.cuda import find_driver, kernel_of

HOPPER = (9, 0)


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


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_every_games_kernel_compiles(driver, slug, monkeypatch):
    from numba import from_dtype
    from numba import types as t

    game = catalogue.load(slug)
    if not driver.is_available():  # the compiler asks which card there is
        dispatcher = importlib.import_module("numba.cuda.dispatcher")
        monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))
    results = (t.int32[:, ::1], t.int8[:, ::1], t.int32[::1])
    given = (from_dtype(game.state.dtype())[::1], t.int64, t.int64, t.int64, t.int64, *results)
    ptx, _ = driver.compile_ptx(kernel_of(game, driver), given, cc=HOPPER, opt=False)
    assert "_games" in ptx

"""The CUDA gear: the same rules in one kernel, a game a thread. It plays out many games; tables stay on the CPU."""

from __future__ import annotations

import ctypes
import importlib
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from brillig.core import kernels
from brillig.core.errors import NotCompiled
from brillig.core.gears import stand_ins
from brillig.core.kernels import playout, rank, score
from brillig.core.rule import Translator

if TYPE_CHECKING:
    from brillig.core.game import Game

THREADS = 64  # in a block: rules branch much and use many registers, so small blocks fill the chip best
SMALL = 1024  # bytes of a table that is kept among a kernel's constants
BLOCKS_PER_CHIP = 32  # for each multiprocessor

# Filled in for each game: numba's type of its record, how many codes it has, and numba's cuda itself.
cuda: Any = None
STATE: Any = None
CODE: Any = None
WORD: Any = None
CODES = 0
SEATS = 0


def grid_of_games(blank: Any, low: int, high: int, first: int, cap: int, scores: Any, ranks: Any, lengths: Any) -> None:
    """The kernel: every thread plays every threads-th game, in memory of its own."""
    x = cuda.local.array(1, STATE)
    out = cuda.local.array(CODES, CODE)
    places = cuda.local.array(SEATS, CODE)
    rng = cuda.local.array(4, WORD)
    for game in range(cuda.grid(1), lengths.shape[0], cuda.gridsize(1)):
        x[0] = blank[0]
        s = x[0]
        lengths[game] = playout(s, out, rng, low, high, first + game, cap)
        rank(s, places)
        for seat in range(s.seats):
            scores[game, seat] = score(s, seat)
            ranks[game, seat] = places[seat]


def tables(far: Callable[[Any], Any]) -> Callable[[tuple[Any, ...]], Any]:
    """How tables of the rules are kept: small ones among a kernel's constants, which may take 64 KiB in all; `far` takes
    large ones to the GPU."""
    import numpy as np

    def table(values: tuple[Any, ...]) -> Any:
        array = np.array(values, np.int64)
        return far(array) if array.nbytes > SMALL else array

    return table


def kernel_of(game: Game, driver: Any, far: Callable[[Any], Any]) -> Any:
    """The kernel of a game, as Python that numba's cuda can compile."""
    from numba import from_dtype
    from numba import types as number

    make = Translator(driver.jit(device=True), stand_ins(game), tables(far))
    known = {
        "cuda": driver, "range": range, "STATE": from_dtype(game.state.dtype()), "CODE": number.int16,
        "WORD": number.int64, "CODES": game.codes, "SEATS": game.seats[1],
        "playout": make(kernels.playout), "rank": make(kernels.rank), "score": make(kernels.score),
    }  # fmt: skip
    return types.FunctionType(grid_of_games.__code__, known, f"{game.slug.replace('-', '_')}_games")


def find_driver(who: str = "The CUDA gear") -> Any:
    """numba's cuda (its types come and go with the version)."""
    try:
        import numpy as np

        if not hasattr(np, "row_stack"):  # gone from NumPy, and numba's cuda still asks for it
            vars(np)["row_stack"] = np.vstack
        return importlib.import_module("numba.cuda")
    except ImportError as why:
        raise NotCompiled(f"{who} needs numba-cuda: pip install 'brillig[gpu]' ({why}).") from why


def need_gpu(who: str = "The CUDA gear") -> Any:
    """numba's cuda, if there is a GPU; else a sentence."""
    driver = find_driver(who)
    if not driver.is_available():
        raise NotCompiled(f"{who} needs an NVIDIA GPU and its driver; there is none here.")
    return driver


@cache
def has_gpu() -> bool:
    """Is there a GPU? If there is, it may take some seconds to find out."""
    try:
        ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")  # at once, where there is no driver
        return bool(need_gpu())
    except (OSError, NotCompiled):
        return False


@contextmanager
def small_launches() -> Iterator[None]:
    """Without numba's word about launches that do not fill the GPU: a few games never do."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*Grid size", category=Warning)  # in colours, where it writes to a terminal
        yield


class Cuda:
    """Random games by the million on an NVIDIA GPU."""

    name = "cuda"

    def __init__(self, game: Game) -> None:
        driver = need_gpu()
        import numpy as np

        self.game, self._np, self._cuda, self._dtype = game, np, driver, game.state.dtype()
        self._kernel = driver.jit(kernel_of(game, driver, driver.to_device))

    def playouts(self, blank: bytes, low: int, high: int, first: int, cap: int, *results: Any) -> None:
        """As the other gears', game for game. (`results` are the CPU's arrays, filled when the GPU is done.)"""
        cuda, n = self._cuda, len(results[2])
        if n == 0:
            return
        there = [cuda.device_array(r.shape, r.dtype) for r in results]
        chips = getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 1)  # the simulator does not say
        most = chips * BLOCKS_PER_CHIP
        blocks = min(most, -(-n // THREADS))
        record = cuda.to_device(self._np.frombuffer(blank, self._dtype))
        with small_launches():
            self._kernel[blocks, THREADS](record, low, high, first, cap, *there)
        for here, array in zip(results, there, strict=True):
            array.copy_to_host(here)

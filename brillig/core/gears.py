"""The gears: one set of rules, run interpreted, compiled by Numba, or on a GPU, with the same bits.

A gear opens the bytes of a position and carries the rules out on them. Tables, bots and the laboratory do not care
which gear they are given.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import shutil
import sys
import tempfile
import threading
import types
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from brillig.core import kernels
from brillig.core.errors import NotCompiled
from brillig.core.rule import Translator, fingerprint, is_rule

if TYPE_CHECKING:
    from brillig.core.game import Game

# The rules a game may write, in the order every game module has them.
RULES = (
    "setup", "waiting", "refuse", "choices", "play", "score", "rank", "hide", "guess", "census", "due", "tick",
)  # fmt: skip
# What stands in for those that a game may leave out.
DEFAULTS = {
    "choices": kernels.choices_by_trying,
    "rank": kernels.rank_by_score,
    "hide": kernels.hide_nothing,
    "guess": kernels.hide_nothing,
    "census": kernels.census_of_nothing,
    "due": kernels.never_due,
    "tick": kernels.nothing_to_do,
}
# Rules a game may add for the bots. A file of kernels that uses one has a stand-in that serves where a game has none.
HELPS = ("value", "prefer")


QUICK = "do_"  # how the names of kernels begin that do one step and no loop


class CacheWarning(UserWarning):
    """Compiled rules cannot be kept on disk."""


class Gear(Protocol):
    """Rules over an opened position `x` (whatever `open` returned)."""

    name: str

    def open(self, raw: bytearray) -> Any: ...
    def setup(self, x: Any) -> None: ...
    def waiting(self, x: Any, seat: int) -> bool: ...
    def who(self, x: Any) -> list[int]: ...
    def refuse(self, x: Any, seat: int, code: int) -> int: ...
    def choices(self, x: Any, seat: int) -> list[int]: ...
    def play(self, x: Any, seat: int, code: int) -> None: ...
    def score(self, x: Any, seat: int) -> int: ...
    def rank(self, x: Any, seats: int) -> list[int]: ...
    def hide(self, x: Any, seat: int) -> None: ...
    def guess(self, x: Any, seat: int) -> None: ...
    def census(self, x: Any) -> list[int]: ...
    def due(self, x: Any) -> int: ...
    def tick(self, x: Any) -> None: ...
    def playouts(self, *args: Any) -> None: ...


class Plain:
    """Python itself: for debugging, coverage, the first seconds after a start, and machines without Numba."""

    name = "plain"

    def __init__(self, game: Game) -> None:
        self.game = game
        make = Translator(lambda f: f, stand_ins(game), templates=kernels)
        self._rule = {name: make(getattr(kernels, name)) for name in (*RULES, "playouts")}
        self.setup, self.waiting, self.refuse = (self._rule[n] for n in ("setup", "waiting", "refuse"))
        self.play, self.score = self._rule["play"], self._rule["score"]
        self.hide, self.guess = self._rule["hide"], self._rule["guess"]
        self.due, self.tick = self._rule["due"], self._rule["tick"]

    def open(self, raw: bytearray) -> Any:
        return self.game.state(raw)

    def who(self, x: Any) -> list[int]:
        return [seat for seat in range(x.seats) if self.waiting(x, seat)]

    def choices(self, x: Any, seat: int) -> list[int]:
        out = [0] * self.game.codes
        return out[: self._rule["choices"](x, seat, out)]

    def rank(self, x: Any, seats: int) -> list[int]:
        out = [0] * seats
        self._rule["rank"](x, out)
        return out

    def census(self, x: Any) -> list[int]:
        out = [0] * self.game.pieces
        self._rule["census"](x, out)
        return out

    def playouts(self, blank: bytes, low: int, high: int, first: int, cap: int, *results: Any) -> None:
        raw, rng, out = bytearray(len(blank)), [0] * 4, [0] * self.game.codes
        self._rule["playouts"]([self.open(raw)], raw, blank, out, rng, low, high, first, cap, *results)


class Compiled:
    """Numba. Kernels are compiled when first called and kept on disk."""

    name = "compiled"

    def __init__(self, game: Game) -> None:
        compiled = compile_kernels(game, kernels)
        import numpy as np

        self.game, self._np, self._dtype = game, np, game.state.dtype()
        for name, kernel in compiled.items():
            setattr(self, "_" + name, kernel)
        self._out = np.zeros(game.codes, np.int16)
        self._place = np.zeros(game.seats[1], np.int16)
        self._pieces = np.zeros(game.pieces, np.int32)

    def open(self, raw: bytearray) -> Any:
        return self._np.frombuffer(raw, self._dtype)

    def setup(self, x: Any) -> None:
        self._do_setup(x, 0)

    def waiting(self, x: Any, seat: int) -> bool:
        return bool(self._do_waiting(x, 0, seat))

    def who(self, x: Any) -> list[int]:
        seats, found = int(self._do_who(x, 0)), []
        while seats:
            found.append((seats & -seats).bit_length() - 1)
            seats &= seats - 1
        return found

    def refuse(self, x: Any, seat: int, code: int) -> int:
        return int(self._do_refuse(x, 0, seat, code))

    def choices(self, x: Any, seat: int) -> list[int]:
        out = self._np.empty_like(self._out)
        found: list[int] = out[: self._do_choices(x, 0, seat, out)].tolist()
        return found

    def play(self, x: Any, seat: int, code: int) -> None:
        self._do_play(x, 0, seat, code)

    def score(self, x: Any, seat: int) -> int:
        return int(self._do_score(x, 0, seat))

    def rank(self, x: Any, seats: int) -> list[int]:
        out = self._np.empty_like(self._place)
        self._do_rank(x, 0, out)
        places: list[int] = out[:seats].tolist()
        return places

    def hide(self, x: Any, seat: int) -> None:
        self._do_hide(x, 0, seat)

    def guess(self, x: Any, seat: int) -> None:
        self._do_guess(x, 0, seat)

    def census(self, x: Any) -> list[int]:
        out = self._np.zeros_like(self._pieces)
        self._do_census(x, 0, out)
        counts: list[int] = out.tolist()
        return counts

    def due(self, x: Any) -> int:
        return int(self._do_due(x, 0))

    def tick(self, x: Any) -> None:
        self._do_tick(x, 0)

    def playouts(self, blank: bytes, low: int, high: int, first: int, cap: int, *results: Any) -> None:
        np = self._np
        raw = np.zeros(len(blank), np.uint8)
        self._playouts(
            raw.view(self._dtype), raw, np.frombuffer(blank, np.uint8), np.empty_like(self._out),
            np.zeros(4, np.int64), low, high, first, cap, *results,
        )  # fmt: skip

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


_loading = threading.RLock()


class Kernel:
    """A way into compiled code, kept on disk. A damaged file there is thrown away and made again."""

    __slots__ = ("folder", "keep", "plain", "run")

    def __init__(self, keep: Any, plain: Any, folder: Path) -> None:
        self.keep, self.plain, self.folder = keep, plain, folder
        self.run = keep(plain)

    def __call__(self, *args: Any) -> Any:
        try:
            return self.run(*args)
        except (EOFError, pickle.UnpicklingError):
            shutil.rmtree(self.folder / "__pycache__", ignore_errors=True)
            self.run = self.keep(self.plain)
            return self.run(*args)


def stand_ins(game: Game, *templates: types.ModuleType) -> dict[Any, Any]:
    """What replaces each stand-in of these files of kernels: the game's rule, or the default."""
    found = {}
    for module in templates or (kernels,):
        for name in (*RULES, *HELPS):
            stand_in, its_rule = vars(module).get(name), getattr(game, name, None)
            if name in DEFAULTS and its_rule is None:
                # A copy of kernels.py has defaults of its own.
                its_rule = vars(module).get(DEFAULTS[name].__name__, DEFAULTS[name])
            if is_rule(stand_in) and its_rule is not None:
                found[stand_in] = its_rule
    return found


def compile_kernels(game: Game, template: types.ModuleType) -> dict[str, Kernel]:
    """The ways into a file of kernels, compiled for a game: those of its rules that are named in WAYS_IN."""
    with _loading:  # two threads may want the same game at once
        return _compile_kernels(game, template)


def _compile_kernels(game: Game, template: types.ModuleType) -> dict[str, Kernel]:
    try:
        import numba
        import numpy as np
    except ImportError as why:
        raise NotCompiled(f"The compiled gear needs numba, which cannot be imported here ({why}).") from why
    key = fingerprint(
        [f for f in vars(template).values() if is_rule(f)], stand_ins(game, kernels, template),
        sys.version_info[:3], numba.__version__, np.__version__, game.state.dtype(), QUICK,
    )  # fmt: skip
    folder = cache_folder(game.slug, key)
    file = template.__name__.rpartition(".")[2]
    module = _load(folder, template, f"brillig_{file}_{game.slug.replace('-', '_')}_{key}")
    # A tuple of numbers as an array: compiled code indexes one in a nanosecond and the other through a switch.
    make = Translator(
        numba.njit(nogil=True), stand_ins(game, kernels, module), lambda values: np.array(values, np.int64)
    )
    # A loop lets other threads run meanwhile. A single step is over before it could have Python's lock back.
    keep = {nogil: numba.njit(nogil=nogil, cache=True) for nogil in (True, False)}
    # Only the way in is cached; what it calls is compiled into it.
    return {
        name: Kernel(keep[not name.startswith(QUICK)], make(getattr(module, name)).py_func, folder)
        for name in module.WAYS_IN
    }


def cache_folder(slug: str, key: str) -> Path:
    """Where the compiled rules of this fingerprint lie; a folder for this run only if that cannot be written."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    base = Path(os.environ.get("BRILLIG_CACHE") or home / "brillig")
    folder = base / f"{slug}-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as why:
        warnings.warn(
            f"Compiled rules cannot be kept in {base} ({why.strerror or why}), so every run compiles them again; "
            "set BRILLIG_CACHE to a folder that can be written.",
            CacheWarning,
            stacklevel=2,
        )
        return Path(tempfile.mkdtemp(prefix="brillig-"))


def _load(folder: Path, template: types.ModuleType, name: str) -> types.ModuleType:
    """A copy of a file of kernels in that folder, as a module of its own."""
    if name in sys.modules:
        return sys.modules[name]
    source = Path(str(template.__file__))
    path, text = folder / source.name, source.read_bytes()
    if not path.exists() or path.read_bytes() != text:
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as new:
            new.write(text)
        os.replace(new.name, path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module

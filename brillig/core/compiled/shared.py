"""Kernels that serve every game; and for long jobs, kernels with one game's rules compiled into them."""

from __future__ import annotations

import threading
import types as python
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from brillig.core import kernels
from brillig.core.compiled import steps
from brillig.core.compiled.jit import jit_rule, jit_thoroughly
from brillig.core.compiled.kept import Kernel, cache_folder
from brillig.core.compiled.linking import ENTRIES, as_table, compiling, looked_up, opened, rule_table, versions
from brillig.core.compiled.position import Positions
from brillig.core.compiled.shelf import jit_kept
from brillig.core.gears import stand_ins
from brillig.core.rule import Translator, fingerprint, is_rule

if TYPE_CHECKING:
    from brillig.core.game import Game

A_WHILE = 1.0  # seconds of running after which a kernel with the rules in it is loaded, if it is there
LONG = 20.0  # seconds after which it is made
OURS = "brillig.games."  # where the modules of our own games are


class Shared:
    """A kernel that serves every game, for one of them. It is called as if it had been compiled for that game."""

    __slots__ = ("address", "kernel", "layout", "rules")

    def __init__(self, kernel: Kernel, game: Game) -> None:
        self.kernel, self.rules, self.layout = kernel, rule_table(game), game.state.dtype()
        self.address = 0  # of the rules, once they are compiled

    def __call__(self, *args: Any) -> Any:
        if not self.address:
            self.address = self.rules.address
        return self.kernel(*(Positions(self.address, a) if self._holds_records(a) else a for a in args))

    def _holds_records(self, given: Any) -> bool:
        return isinstance(given, np.ndarray) and given.dtype.names is not None and given.dtype == self.layout


class LongRun(Shared):
    """A kernel for jobs that may be long.

    With a game's rules compiled into it a kernel is up to a quarter faster (see docs/adr/0009), which is worth the
    compiling to whoever runs it for minutes. So it is made in the background when this one has run for a while, and takes
    over. Its results are the same. In our own games it does not check indices (see is_proven).
    """

    __slots__ = ("game", "maker", "name", "own", "spent", "template")

    def __init__(self, kernel: Kernel, game: Game, template: python.ModuleType, name: str) -> None:
        super().__init__(kernel, game)
        self.game, self.template, self.name = game, template, name
        self.own: Kernel | None = None
        self.maker: threading.Thread | None = None
        self.spent = -1.0  # seconds; the first call may compile, and is not counted

    def __call__(self, *args: Any) -> Any:
        if self.own is not None:
            return self.own(*args)
        began = perf_counter()
        result = super().__call__(*args)
        self.spent = 0.0 if self.spent < 0 else self.spent + perf_counter() - began
        if self.maker is None and self.spent > (LONG if not self._kept() else A_WHILE):
            kinds = tuple(map(numba.typeof, args))
            self.maker = threading.Thread(target=self.settle, args=kinds, name=f"compiles {self.name}")
            self.maker.start()
        return result

    def settle(self, *kinds: Any) -> None:
        """Make the kernel with the rules in it, for arguments of these kinds."""
        kernel = own_kernels(self.game, self.template, thorough=True)[self.name]
        kernel.run.compile(kinds)
        self.own = kernel

    def prepare(self) -> None:
        """Do not wait: what comes now is long. The next call compiles."""
        self.own = self.own or own_kernels(self.game, self.template, thorough=True)[self.name]

    def _kept(self) -> bool:
        """Was it made before, and lies on disk?"""
        if self.spent < A_WHILE:
            return False
        folder, _ = own_place(self.game, self.template, thorough=True)
        return any(folder.glob(f"__pycache__/*.{self.name}-*.nbi"))


def long_kernels(game: Game, template: python.ModuleType) -> dict[str, LongRun]:
    """As shared_kernels, for jobs that may be long."""
    return {name: LongRun(kernel, game, template, name) for name, kernel in kernels_of(template).items()}


def shared_kernels(game: Game, template: python.ModuleType) -> dict[str, Shared]:
    """The ways into a file of kernels for a game, compiled once for all games: those that are named in WAYS_IN."""
    return {name: Shared(kernel, game) for name, kernel in kernels_of(template).items()}


@cache
def kernels_of(template: python.ModuleType) -> dict[str, Kernel]:
    with compiling:
        own = [f for f in vars(template).values() if is_rule(f)]
        make = Translator(jit_rule(bounds=False), {}, as_table)
        for name in ENTRIES:
            for module in (kernels, template):
                if is_rule(f := vars(module).get(name)):
                    make.done[f] = looked_up(name)
        make.done[steps.opened] = opened
        short = getattr(template, "SHORT", False)
        folder = cache_folder(template.__name__.removeprefix("brillig."), fingerprint(own, {}, *versions(), short))
        return ways_in(template, make, folder, nogil=not short)


def ways_in(template: python.ModuleType, make: Translator, folder: Path, *, nogil: bool) -> dict[str, Kernel]:
    """Those that a file of kernels names, over the rules that `make` makes of it."""

    def kernel(f: Any) -> Kernel:
        return Kernel(jit_kept(nogil=nogil), f, lambda: make(f).py_func.__globals__, folder)

    return {name: kernel(getattr(template, name)) for name in template.WAYS_IN}


# ---- kernels of one game -------------------------------------------------------------------------------------------


def own_kernels(game: Game, template: python.ModuleType, *, thorough: bool = False) -> dict[str, Kernel]:
    """The ways into a file of kernels with the rules of one game compiled into them, thoroughly for long jobs."""
    with compiling:
        folder, replaced = own_place(game, template, thorough=thorough)
        jit = (jit_thoroughly if thorough else jit_rule)(bounds=not is_proven(game))
        return ways_in(template, Translator(jit, replaced, as_table), folder, nogil=True)


def is_proven(game: Game) -> bool:
    """Is it one of ours? They are checked before anybody has them; in anybody else's, an index that is out of its row must
    be told, and not read or write what lies beside it."""
    return game.module.startswith(OURS)


@cache
def own_place(game: Game, template: python.ModuleType, *, thorough: bool) -> tuple[Path, dict[Any, Any]]:
    """Where these are kept, and what replaces their stand-ins."""
    replaced = stand_ins(game, kernels, template)
    own = [f for f in vars(template).values() if is_rule(f)]
    how = game.state.dtype(), thorough, is_proven(game)
    return cache_folder(game.slug, fingerprint(own, replaced, *versions(), *how)), replaced

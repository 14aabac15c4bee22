"""The gears: one set of rules, run interpreted, compiled by Numba, or on a GPU, with the same bits.

A gear opens the bytes of a position and carries the rules out on them. Tables, bots and the laboratory do not care
which gear they are given.
"""

from __future__ import annotations

import types
from ctypes import addressof, c_char
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from brillig.core import garbage, kernels
from brillig.core.compiled import steps
from brillig.core.compiled.steps import (
    DUE,
    GUESS,
    HIDE,
    LISTED,
    PLAY,
    RANKED,
    REFUSE,
    SCORE,
    SETUP,
    SHORTLISTED,
    TICK,
    WAITING,
    WHO,
)
from brillig.core.errors import NotCompiled
from brillig.core.rule import Translator, is_rule

if TYPE_CHECKING:
    from brillig.core.game import Game

# The rules a game may write, in the order every game module has them.
RULES = (
    "setup", "waiting", "refuse", "choices", "shortlist", "play", "score", "rank", "hide", "guess", "census", "due", "tick",
)  # fmt: skip
# What stands in for those that a game may leave out.
DEFAULTS = {
    "choices": kernels.choices_by_trying,
    "shortlist": kernels.every_choice,
    "rank": kernels.rank_by_score,
    "hide": kernels.hide_nothing,
    "guess": kernels.hide_nothing,
    "census": kernels.census_of_nothing,
    "due": kernels.never_due,
    "tick": kernels.nothing_to_do,
}
# Rules a game may add for the bots. A file of kernels that uses one has a stand-in that serves where a game has none.
HELPS = ("value", "prefer", "alike")


SOME = 256  # random games to begin with
PORTION = 0.5  # seconds of random games in one call of the kernel, which may be another one next time


class Gear(Protocol):
    """Rules over an opened position `x` (whatever `open` returned)."""

    name: str

    def open(self, raw: bytearray) -> Any: ...
    def setup(self, x: Any) -> None: ...
    def waiting(self, x: Any, seat: int) -> bool: ...
    def who(self, x: Any) -> list[int]: ...
    def refuse(self, x: Any, seat: int, code: int) -> int: ...
    def choices(self, x: Any, seat: int) -> list[int]: ...
    def shortlist(self, x: Any, seat: int) -> list[int]: ...
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

    def shortlist(self, x: Any, seat: int) -> list[int]:
        out = [0] * self.game.codes
        return out[: self._rule["shortlist"](x, seat, out)]

    def rank(self, x: Any, seats: int) -> list[int]:
        out = [0] * seats
        self._rule["rank"](x, out)
        return out

    def census(self, x: Any) -> list[int]:
        out = [0] * self.game.pieces
        self._rule["census"](x, out)
        return out

    def playouts(self, blank: bytes, low: int, high: int, first: int, cap: int, *results: Any) -> None:
        raw, rng, out, places = bytearray(len(blank)), [0] * 4, [0] * self.game.codes, [0] * self.game.seats[1]
        self._rule["playouts"]([self.open(raw)], raw, blank, out, places, rng, low, high, first, cap, *results)


class Compiled:
    """Numba. A game's rules are compiled when they are first asked for, and kept on disk."""

    name = "compiled"

    def __init__(self, game: Game) -> None:
        shared = need_numba()
        import numpy as np

        self.game, self._np, self._dtype = game, np, game.state.dtype()
        self._rules, kernel = shared.rule_table(game), shared.kernels_of(steps)
        self._step, self._list, self._count = kernel["step"], kernel["listing"], kernel["counting"]
        self._playouts = shared.long_kernels(game, kernels)["playouts"]
        self._out = np.zeros(game.codes, np.int16)
        self._place = np.zeros(game.seats[1], np.int16)
        self._pieces = np.zeros(game.pieces, np.int32)

    def open(self, raw: bytearray) -> Any:
        """Two words (see steps.py); they are good for as long as `raw` is there."""
        return self._np.array((addressof(c_char.from_buffer(raw)), self._rules.address), self._np.int64)

    def setup(self, x: Any) -> None:
        self._step(x, SETUP, 0, 0)
        self._step = getattr(self._step, "run", self._step)  # it could be read from the disk: no need to ask each time

    def waiting(self, x: Any, seat: int) -> bool:
        return bool(self._step(x, WAITING, seat, 0))

    def who(self, x: Any) -> list[int]:
        seats, found = self._step(x, WHO, 0, 0), []
        while seats:
            found.append((seats & -seats).bit_length() - 1)
            seats &= seats - 1
        return found

    def refuse(self, x: Any, seat: int, code: int) -> int:
        return int(self._step(x, REFUSE, seat, code))

    def choices(self, x: Any, seat: int) -> list[int]:
        return self._listed(x, LISTED, seat)

    def shortlist(self, x: Any, seat: int) -> list[int]:
        return self._listed(x, SHORTLISTED, seat)

    def _listed(self, x: Any, what: int, seat: int) -> list[int]:
        out = self._np.empty_like(self._out)
        found: list[int] = out[: self._list(x, what, seat, out)].tolist()
        return found

    def play(self, x: Any, seat: int, code: int) -> None:
        self._step(x, PLAY, seat, code)

    def score(self, x: Any, seat: int) -> int:
        return int(self._step(x, SCORE, seat, 0))

    def rank(self, x: Any, seats: int) -> list[int]:
        out = self._np.empty_like(self._place)
        self._list(x, RANKED, 0, out)
        places: list[int] = out[:seats].tolist()
        return places

    def hide(self, x: Any, seat: int) -> None:
        self._step(x, HIDE, seat, 0)

    def guess(self, x: Any, seat: int) -> None:
        self._step(x, GUESS, seat, 0)

    def census(self, x: Any) -> list[int]:
        out = self._np.zeros_like(self._pieces)
        self._count(x, out)
        counts: list[int] = out.tolist()
        return counts

    def due(self, x: Any) -> int:
        return int(self._step(x, DUE, 0, 0))

    def tick(self, x: Any) -> None:
        self._step(x, TICK, 0, 0)

    def prepare(self) -> None:
        """Many random games are to come: have the rules compiled into the kernel that plays them."""
        self._playouts.prepare()

    def playouts(self, blank: bytes, low: int, high: int, first: int, cap: int, *results: Any) -> None:
        np = self._np
        raw = np.zeros(len(blank), np.uint8)
        scratch = np.empty_like(self._out), np.empty_like(self._place), np.zeros(4, np.int64)
        given = raw.view(self._dtype), raw, np.frombuffer(blank, np.uint8), *scratch, low, high
        at, some, total = 0, SOME, len(results[2])
        while at < total or at == 0:
            began = perf_counter()
            self._playouts(*given, first + at, cap, *(r[at : at + some] for r in results))
            at += some
            some = max(SOME, int(some * min(8.0, PORTION / max(perf_counter() - began, 1e-6))))


def need_numba() -> Any:
    """What compiles rules, or a sentence where it cannot."""
    try:
        with garbage.left_alone():  # or it would take a tenth longer
            from brillig.core.compiled import shared
    except ImportError as why:
        raise NotCompiled(f"The compiled gear needs numba, which cannot be imported here ({why}).") from why
    return shared


def stand_ins(game: Game, *templates: types.ModuleType) -> dict[Any, Any]:
    """What replaces each stand-in of these files of kernels: the game's rule, or the default."""
    found = {}
    for module in dict.fromkeys((*templates, kernels)):  # kernels too: its defaults call other rules
        for name in (*RULES, *HELPS):
            stand_in, its_rule = vars(module).get(name), getattr(game, name, None)
            if name in DEFAULTS and its_rule is None:
                # A copy of kernels.py has defaults of its own.
                its_rule = vars(module).get(DEFAULTS[name].__name__, DEFAULTS[name])
            if is_rule(stand_in) and its_rule is not None:
                found[stand_in] = its_rule
    return found


def shared_kernels(game: Game, template: types.ModuleType) -> dict[str, Any]:
    """The ways into a file of kernels (its WAYS_IN) for a game. They are compiled once for all games."""
    found: dict[str, Any] = need_numba().shared_kernels(game, template)
    return found


def long_kernels(game: Game, template: types.ModuleType) -> dict[str, Any]:
    """The same for jobs that may be long."""
    found: dict[str, Any] = need_numba().long_kernels(game, template)
    return found


def own_kernels(game: Game, template: types.ModuleType) -> dict[str, Any]:
    """The same for kernels that know a game's own fields, or want its rules compiled into them."""
    found: dict[str, Any] = need_numba().own_kernels(game, template)
    return found

"""What the agents of many environments chose, as far back as the games that are on: enough to play one of them again.

When a rule breaks down in compiled code, the game in which it did is played once more in plain Python, and whoever wrote
the rule learns which it was, and the seed and the choices that lead there.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from brillig.core import RuleFault
from brillig.core import kernels as engine
from brillig.core.faults import Steps, fault, from_the_start, noted
from brillig.core.gears import stand_ins
from brillig.core.rule import Translator
from brillig.learn import vector_kernels

if TYPE_CHECKING:
    from brillig.learn.vector import Games

MOST_KEPT = 16 << 20  # codes
NOT_SHOWN = 2  # in a mask: this environment has not been shown yet


class History:
    """Steps of all environments: who acted, and how. A game began at step `begun` with deal `deals`."""

    def __init__(self, num_envs: int, longest: int) -> None:
        room = max(1, min(2 * longest, MOST_KEPT // num_envs))
        self.steps: deque[tuple[Any, Any]] = deque(maxlen=room)  # codes, and whose they are (None: everybody's)
        self.made = 0
        self.begun, self.deals = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)

    def open(self, deals: Any) -> None:
        self.steps.clear()
        self.made = 0
        self.begun[:], self.deals[:] = 0, deals

    def add(self, codes: Any, theirs: Any) -> None:
        self.steps.append((codes.astype(np.int16), theirs))
        self.made += 1

    def ended(self, over: Any, deals: Any) -> None:
        """In these environments the next game has begun."""
        self.begun[over], self.deals[over] = self.made, deals[over]

    def of(self, i: int) -> list[int] | None:
        """What was chosen from outside in the game that is on in environment i; None if that is too long ago."""
        old = self.made - len(self.steps)
        if self.begun[i] < old:
            return None
        since = list(self.steps)[int(self.begun[i]) - old :]
        return [int(codes[i]) for codes, theirs in since if theirs is None or theirs[i]]


def retraced(games: Games, why: Exception, a: int, b: int) -> RuleFault:
    """A sentence for what went wrong in one of the environments a to b - 1."""
    waits = np.flatnonzero(games.mask[a:b, 0] == NOT_SHOWN)
    first = a + int(waits[0]) if len(waits) else b - 1
    for i in {first, max(a, first - 1)}:  # it may have gone wrong when the one before was shown
        if found := _again(games, i):
            return found
    return fault(games.game, why, when=f" in environments {a} to {b - 1}")


def _again(games: Games, i: int) -> RuleFault | None:
    codes = games.history.of(i)
    if codes is None:
        return None
    game = games.game
    steps: Steps = []

    def setup(s: Any) -> None:
        steps.clear()  # another game begins
        game.setup(s)

    known = {**stand_ins(game, engine, vector_kernels), **noted(game, steps), engine.setup: setup}
    make = Translator(lambda f: f, known)
    one = games.alone({name: make(getattr(vector_kernels, name)) for name in vector_kernels.WAYS_IN})
    one.places["deal"] = games.history.deals[i]
    try:
        one.run("open_all")
        for code in codes:
            one.run("step_all", np.array([code]), 1)
    except RuleFault as found:
        why = found.__cause__
        assert isinstance(why, Exception)
        deal = int(one.places["deal"][0])
        told = fault(game, why, when=f" in environment {i}, game {deal} of seed {games.seed}")
        told.steps = tuple(steps)
        return told.begun(from_the_start(games.seats, games.seed, deal, games.options, steps))
    return None

"""Networks that learn from games against themselves, and the room that their kernels work in."""

from __future__ import annotations

from typing import Any

import numpy as np

from brillig.core.gears import need_numba
from brillig.games.backgammon.game import GAME
from brillig.games.backgammon.teach import kernels
from brillig.games.backgammon.teach.kernels import LONGEST, SEEN, STEPS
from brillig.games.backgammon.teach.networks import Networks

MOST_INPUTS = 96  # that can be other than zero


def room(records: int) -> tuple[Any, ...]:
    """To try turns in: so many records, the same as numbers, one to begin with, choices on the way down, and turns seen."""
    raw = np.zeros((records, GAME.state.nbytes), np.uint8)
    return (
        raw.view(GAME.state.dtype())[:, 0], raw.view(np.int64), np.frombuffer(bytes(GAME.blank(2)), np.int64),
        np.zeros((STEPS + 1, GAME.codes), np.int16), np.zeros(STEPS + 1, np.int64), np.zeros(SEEN, np.int64),
    )  # fmt: skip


class Pupil(Networks):
    """A network for each kind of position, and the room to teach them in."""

    def __init__(self, units: tuple[int, ...], seed: int) -> None:
        super().__init__(units, seed)
        self.seed, self.games = seed, 0
        self.teach_kernel = need_numba().own_kernels(GAME, kernels, thorough=True)["teach"]
        turns = LONGEST + 1
        self.room: tuple[Any, ...] = (
            *room(STEPS + 2), np.zeros((turns, MOST_INPUTS), np.int64), np.zeros((turns, MOST_INPUTS), np.float32),
            np.zeros(turns, np.int64), np.zeros(turns, np.int64), np.zeros(turns, np.int64),
            np.zeros(turns, np.float32), np.zeros(max(units), np.float32), np.zeros(max(units), np.float32),
            self.first, self.last, np.array(units),
        )  # fmt: skip

    def teach(self, games: int, rate: float, mix: float) -> float:
        """So many more games; how many turns one took."""
        turns = self.teach_kernel(*self.room, self.seed, self.games, games, rate, mix)
        self.games += games
        return float(turns / games)

"""Somebody who learns to judge Othellino or Othello, with the room to learn in."""

from __future__ import annotations

from typing import Any

import numpy as np

import brillig
from brillig.core.gears import own_kernels
from brillig.games.othellino.judgement import FINE, LEVEL, STAGES
from brillig.games.othellino.patterns import mirrored
from brillig.games.othellino.teach import kernels
from brillig.games.othellino.teach.kernels import LONGEST, PIECES

MIX = 0.8  # how much the end of a game counts beside what is said later


class OthelloPupil:
    """What the pieces of one board are worth, and the room to learn it in."""

    def __init__(self, size: int, seed: int) -> None:
        self.game, self.size, self.seed, self.games = brillig.load("othellino"), size, seed, 0
        self.alike = np.array(mirrored(size), np.int64)
        self.worth = np.zeros(STAGES * len(self.alike), np.float32)
        self.kernel = own_kernels(self.game, kernels)["teach"]
        raw = np.zeros((2, self.game.state.nbytes), np.uint8)
        blank = bytes(self.game.blank(2, options={"size": size}))
        self.room: tuple[Any, ...] = (
            raw.view(self.game.state.dtype())[:, 0], raw.view(np.int64), np.frombuffer(blank, np.int64),
            np.zeros(self.game.codes, np.int16), np.zeros((LONGEST + 1, PIECES), np.int64),
            np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.float64),
            np.zeros(LONGEST, np.int64), self.worth, self.alike, np.zeros(4, np.int64),
        )  # fmt: skip

    def teach(self, games: int, rate: float) -> float:
        """So many more games; by how much it was wrong, squared."""
        wrong = self.kernel(*self.room, self.seed, self.games, games, rate, MIX)
        self.games += games
        return float(wrong)

    def learnt(self) -> bytes:
        """What it has learnt in whole numbers, a byte each."""
        worth = self.worth.reshape(STAGES, -1)[:, self.alike]
        return bytes(np.clip(np.rint(FINE * worth) + LEVEL, 0, 255).astype(np.uint8))

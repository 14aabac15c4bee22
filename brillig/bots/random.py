"""A bot that takes any legal choice, each as likely as the others."""

from __future__ import annotations

from brillig.core import Game, Table, below
from brillig.core.chance import THE_PLAYERS, halves, sow


class Random:
    name = "random"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Table, seat: int, seed: int) -> int:
        codes = view.codes(seat)
        rng = [0, 0, 0, 0]
        sow(rng, *halves(seed), 0, THE_PLAYERS)
        return codes[below(rng, len(codes))]

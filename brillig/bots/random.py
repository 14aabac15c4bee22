"""A bot that takes any legal choice, each as likely as the others. Where time runs, it is in no hurry: slower than easy."""

from __future__ import annotations

from brillig.bots.levels.ladders import LEVELS, ladder
from brillig.core import Game, IllegalChoice, Table, below
from brillig.core.chance import THE_PLAYERS, halves, sow
from brillig.core.kernels import THINKS

SLOWER = 2  # so many times as slow as the lowest level


class Random:
    name = "random"
    reaction, glance = THINKS, 0

    def __init__(self, game: Game) -> None:
        self.game = game
        if game.real_time:
            lowest = ladder(game).settings(LEVELS[0])
            self.reaction, self.glance = SLOWER * lowest.reaction, SLOWER * lowest.glance

    def choose(self, view: Table, seat: int, seed: int) -> int:
        codes = view.codes(seat)
        if not codes:
            raise IllegalChoice("It is not your turn.")
        rng = [0, 0, 0, 0]
        sow(rng, *halves(seed), 0, THE_PLAYERS)
        return codes[below(rng, len(codes))]

"""A bot that looks one choice ahead: at how it stands then, or at how some random games go on from there."""

from __future__ import annotations

from brillig.bots.levels.ladders import LEVELS, ladder
from brillig.bots.search import TO_THE_END, Search, Settings
from brillig.bots.thinker import sensible
from brillig.core import Game, Table

LOOKS = 8  # at each choice, with another guess and other dice each time; more when random games must do
PLAYOUTS = 24


class Greedy:
    name = "greedy"

    def __init__(self, game: Game) -> None:
        self.game = game
        judges = game.value is not None
        self.looks = LOOKS if judges else PLAYOUTS
        middle = ladder(game).settings(LEVELS[1])  # where time runs, it is as quick as the middle of the levels
        self.reaction, self.glance, self.form = middle.reaction, middle.glance, middle.form
        self.search = Search(game, Settings(depth=1, cap=0 if judges else TO_THE_END, floor=self.looks))

    def choose(self, view: Table, seat: int, seed: int) -> int:
        codes = sensible(view, seat)
        if len(codes) == 1:
            return codes[0]
        thought = self.search.think(view, seat, seed, iterations=self.looks * len(view.shortlist(seat)))
        found = [e for e in thought.estimates if e.code in codes]
        return max(found, key=lambda e: (e.mean, -e.code)).code if found else codes[0]

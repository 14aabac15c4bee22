"""A model of a person in a game without turns, to measure the levels against: somebody in a first game, somebody practised,
somebody very good. They differ in how quickly they see and move; what they choose is what a sensible player would."""

from __future__ import annotations

from typing import NamedTuple

from brillig.bots.levels.ladders import LEVELS, ladder
from brillig.bots.thinker import drawn, sensible
from brillig.core import Game, Table


class Tempo(NamedTuple):
    """How quick somebody is, in milliseconds; docs/adr/0005 says where the figures come from."""

    reaction: int  # to notice, to make up one's mind and to move
    glance: int  # to look at one thing that might do


PEOPLE = {"first game": Tempo(3950, 275), "practised": Tempo(2000, 95), "very good": Tempo(700, 60)}
STEADIER = 2  # where bots have a form, people differ so many times less from one game to the next


class Person:
    """Takes the first thing found that is sensible, the rather what the game calls likely."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.reaction, self.glance = PEOPLE[name]
        self.form = ladder(game).settings(LEVELS[0]).form // STEADIER

    def choose(self, view: Table, seat: int, seed: int) -> int:
        codes, likely = sensible(view, seat), self.game.prefer
        return drawn({code: likely(view.plain, seat, code) if likely else 1 for code in codes}, seed)

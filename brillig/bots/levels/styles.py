"""Which way of thinking suits a game that has no levels yet: each is tried against the best so far, with the same time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from time import thread_time
from typing import Any

import msgspec

from brillig.bots.levels.duels import DuelTally
from brillig.bots.random import Random
from brillig.bots.search import Search, Settings
from brillig.bots.thinker import Thinker
from brillig.core import Game

Style = dict[str, Any]

STYLES: tuple[Style, ...] = (
    {"learn": True},  # playouts by what choices have brought so far: boards, where a place is good or bad all along
    {"depth": 1},  # a tree that ends before what chance brings next: bids and cards, which differ every time
)
ITERATIONS = 500  # of the usual style; another has as many as take the same time
POSITIONS = 8  # in which the time of an iteration is measured


def suited(style: Style, better: Callable[[Style, Style], bool], styles: tuple[Style, ...] = STYLES) -> Style:
    """A style with all of these that make it clearly better."""
    for more in styles:
        trial = {**style, **more}
        if trial != style and better(trial, style):
            style = trial
    return style


def rivals(game: Game, one: Style, two: Style) -> tuple[Thinker, Thinker]:
    """Two bots that think in these ways, for the same time."""
    costs = [cost(game, style) for style in (one, two)]
    budgets = (max(2, int(ITERATIONS * costs[1] / costs[0])), ITERATIONS)
    return (
        Thinker(game, settings_of(one, budgets[0]), "a style"),
        Thinker(game, settings_of(two, budgets[1]), "the best so far"),
    )


def settings_of(style: Mapping[str, Any], iterations: int) -> Settings:
    return msgspec.convert({**style, "iterations": iterations, "seconds": 60.0}, Settings)


def cost(game: Game, style: Style) -> float:
    """Seconds that an iteration takes in this style, in some positions of a random game: processor time, whoever else runs."""
    search, dice = Search(game, settings_of(style, ITERATIONS)), Random(game)
    spent, done = 0.0, 0
    table = game.new(seed=1, gear=search.gear)
    for ply in range(3 * POSITIONS):
        if table.over or done >= POSITIONS * ITERATIONS:
            break
        seat = table.waiting()[0]
        if len(table.shortlist(seat)) > 1:
            search.think(table, seat, 0, iterations=1)  # what is compiled first is not thinking
            began = thread_time()
            done += search.think(table, seat, ply).iterations
            spent += thread_time() - began
        table.play(seat, dice.choose(table.hidden(seat), seat, ply))
    return max(spent, 1e-6) / max(1, done)


def clearly(won: DuelTally) -> bool:
    """Has one won more than half, beyond chance?"""
    return won.mean - won.give_or_take > 0.5


def clearly_more(one: DuelTally, two: DuelTally) -> bool:
    """The same for points, made apart."""
    return one.mean - two.mean > hypot(one.give_or_take, two.give_or_take)

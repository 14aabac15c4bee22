"""Bots: players for empty seats. A bot is handed what its seat may know, never the truth.

    bot = make("hard", game)
    code = bot.choose(table.hidden(seat), seat, seed=7)

The first bot of a game that thinks compiles its search, which takes some seconds; `warm` does that beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from brillig.bots.greedy import Greedy
from brillig.bots.levels import LEVELS, level
from brillig.bots.random import Random
from brillig.bots.search import Search, Settings
from brillig.bots.thinking import Thinker
from brillig.core import BadOption, Game, Table
from brillig.core.errors import near

__all__ = ["KINDS", "LEVELS", "Bot", "Greedy", "Random", "Search", "Settings", "Thinker", "is_warm", "make", "warm"]


class Bot(Protocol):
    """Chooses for one seat. The same view and seed give the same choice."""

    name: str

    def choose(self, view: Table, seat: int, seed: int) -> int: ...


KINDS: dict[str, Callable[[Game], Bot]] = {"random": Random, "greedy": Greedy}
KINDS |= {name: lambda game, name=name: level(game, name) for name in LEVELS}  # type: ignore[misc]

_warm: set[Game] = set()


def make(kind: str, game: Game, *, reuse: bool = False) -> Bot:
    """A bot of that kind for a game.

    `reuse`: for one seat at one table, a bot that thinks on from where it left off. It is stronger for the same time,
    but what it chooses then depends on what it was asked before.
    """
    if kind not in KINDS:
        raise BadOption(f"There is no bot {kind[:40]!r}; there are {', '.join(KINDS)}.{near(kind, KINDS)}")
    return level(game, kind, reuse=reuse) if reuse and kind in LEVELS else KINDS[kind](game)


def warm(game: Game) -> None:
    """Compile everything that the bots of a game need, or load it from the cache."""
    table = game.new(gear="compiled")
    while not table.waiting():  # a count-down comes first
        table.tick()
    seat = table.waiting()[0]
    for kind in ("greedy", "expert"):
        bot = make(kind, game)
        if isinstance(bot, Thinker):
            bot.ending(table)
            bot.search.think(table, seat, 0, iterations=1)
        else:
            bot.choose(table, seat, 0)
    _warm.add(game)


def is_warm(game: Game) -> bool:
    """Has this process warmed the bots of a game up?"""
    return game in _warm

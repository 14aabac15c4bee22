"""Bots: players for empty seats. A bot is handed what its seat may know, never the truth.

    bot = make("random", game)
    code = bot.choose(table.hidden(seat), seat, seed=7)
"""

from __future__ import annotations

from typing import Protocol

from brillig.bots.random import Random
from brillig.core import BadOption, Game, Table
from brillig.core.errors import near

__all__ = ["KINDS", "Bot", "Random", "make"]


class Bot(Protocol):
    """Chooses for one seat. The same view and seed give the same choice."""

    name: str

    def choose(self, view: Table, seat: int, seed: int) -> int: ...


KINDS: dict[str, type[Random]] = {"random": Random}


def make(kind: str, game: Game) -> Bot:
    """A bot of that kind for a game."""
    if kind not in KINDS:
        raise BadOption(f"There is no bot {kind[:40]!r}; there are {', '.join(KINDS)}.{near(kind, KINDS)}")
    return KINDS[kind](game)

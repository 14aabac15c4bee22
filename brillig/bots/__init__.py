"""Bots: players for empty seats. A bot is handed what its seat may know, never the truth.

    bot = make("hard", game)
    code = bot.choose(table.hidden(seat), seat, seed=7)

The first bot of a game that thinks compiles its search, which takes some seconds; `warm` does that beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from brillig.bots.greedy import Greedy
from brillig.bots.levels.ladders import GPU, LEVELS, level, on_gpu
from brillig.bots.random import Random
from brillig.bots.search import Search, Settings
from brillig.bots.thinker import Thinker
from brillig.core import BadOption, Game, Table
from brillig.core.cuda import has_gpu
from brillig.core.errors import near

__all__ = [
    "GPU", "KINDS", "LEVELS", "Bot", "Greedy", "Random", "Search", "Settings", "Thinker", "for_now", "has_gpu",
    "is_warm", "make", "offered", "warm",
]  # fmt: skip


class Bot(Protocol):
    """Chooses for one seat. The same view and seed give the same choice."""

    name: str

    def choose(self, view: Table, seat: int, seed: int) -> int: ...


KINDS: dict[str, Callable[[Game], Bot]] = {"random": Random, "greedy": Greedy}
KINDS |= {name: lambda game, name=name: level(game, name) for name in LEVELS}  # type: ignore[misc]
KINDS[GPU] = on_gpu

_warm: set[Game] = set()


def make(kind: str, game: Game, *, reuse: bool = False, share: float = 1.0, gear: str = "") -> Bot:
    """A bot of that kind for a game.

    `reuse`: for one seat at one table, a bot that thinks on from where it left off. It is stronger for the same time,
    but what it chooses then depends on what it was asked before. `share`: the part of its usual time that it has.
    `gear`: "plain" where rules cannot be compiled: the same search, though less of it in the same time.
    """
    if kind not in KINDS:
        raise BadOption(f"There is no bot {kind[:40]!r}; there are {', '.join(KINDS)}.{near(kind, KINDS)}")
    bot = level(game, kind, reuse=reuse, gear=gear) if (reuse or gear) and kind in LEVELS else KINDS[kind](game)
    return bot.hurried(share) if share < 1 and isinstance(bot, Thinker) else bot


def offered() -> list[str]:
    """The kinds to choose from here; the one on a GPU only if `has_gpu` was asked before and found one."""
    return [kind for kind in KINDS if kind != GPU or gpu_known()]


def gpu_known() -> bool:
    """Is there a GPU, as far as is known? This never waits for the answer."""
    return has_gpu.cache_info().currsize > 0 and has_gpu()


def for_now(kind: str, game: Game) -> str:
    """Who plays for a bot at a table where nobody should have to wait: an expert for one whose GPU is not here or not ready."""
    if kind != GPU:
        return kind
    if gpu_known():
        from brillig.bots.gpu.search import is_ready

        return GPU if is_ready(game) else LEVELS[-1]
    return LEVELS[-1]


def warm(game: Game) -> None:
    """Compile everything that the bots of a game need, or load it from the cache."""
    table = game.new(gear="compiled").settle()
    seat = table.waiting()[0]
    for kind in ("greedy", "hard", "expert"):
        bot = make(kind, game)
        if isinstance(bot, Thinker):
            bot.ending(table)
            bot.mixed(table.hidden(seat), seat, table.shortlist(seat))
            bot.whole_turns(table, seat)
            bot.search.think(table, seat, 0, iterations=1)
        else:
            bot.choose(table, seat, 0)
    _warm.add(game)


def is_warm(game: Game) -> bool:
    """Has this process warmed the bots of a game up?"""
    return game in _warm

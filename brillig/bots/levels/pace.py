"""Pace: who is the first to act while a clock runs. Seeing takes time, and more of it where there is more to see.

A reaction has two parts, as a person's has. To notice, decide and move takes about as long every time: half of it always,
the rest drawn by chance with a long tail, as reaction times are (Luce, Response Times, 1986). And where finding a choice
is the game, whoever looks for one looks at one thing after the other and stops at the first that will do: of many that
fit one is soon found, a single one late. What there is to look at, a game says by its `candidates`.

And people have good games and bad ones. Where many quick actions would even out all luck, so that the quicker always
wins, a bot has a form: a factor on its times that is drawn once for a game.

Which figures: docs/adr/0005.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from statistics import NormalDist
from typing import TYPE_CHECKING, Protocol

from brillig.core import Table, below
from brillig.core.kernels import THINKS
from brillig.positions.drive import NOBODY, ByChance

if TYPE_CHECKING:
    from brillig.bots import Bot

FINE = 1000  # the numbers that chance has for each part of a reaction
CHANCES = FINE * FINE
LONGEST = 90_000  # milliseconds to look through everything: who lets a race stall that could go on has given up


class Quick(Protocol):
    """What is asked of a bot where time runs. One that does not say is as quick as a random player of old."""

    reaction: int  # milliseconds to notice and to move, on average
    glance: int  # milliseconds to look at one thing that might do
    form: int  # by how much it is quicker or slower from one game to the next, in hundredths


def form(bot: Bot | None, chance: int) -> float:
    """A bot's form in one game: a factor on all its times, below 1 if it is quick that day; chance: 0 to CHANCES - 1."""
    return exp(getattr(bot, "form", 0) / 100 * NormalDist().inv_cdf((chance + 0.5) / CHANCES))


def reaction(bot: Bot | None, view: Table, seat: int, chance: int, form: float = 1.0) -> int:
    """Milliseconds that a bot needs this time to act on what its seat sees; chance: 0 to CHANCES - 1."""
    usual, glance = form * getattr(bot, "reaction", THINKS), form * getattr(bot, "glance", 0)
    moves = usual / 2 - usual / 2 * log(1 - (chance // FINE + 0.5) / FINE)
    finds = glance * looks(view, seat, (chance % FINE + 0.5) / FINE) if glance else 0.0
    return int(moves + min(finds, LONGEST))


def looks(view: Table, seat: int, luck: float) -> float:
    """How many things a seat looks at before it finds one that will do, in an order of chance; all, if none does."""
    game = view.game
    if game.candidates is None:
        return 0.0
    shuns = game.shuns or (lambda s, seat, code: False)
    there = game.candidates(view.plain, seat)
    fitting = sum(not shuns(view.plain, seat, code) for code in {*there} & {*view.codes(seat)})
    return len(there) * (1 - (1 - luck) ** (1 / fitting)) if fitting else float(len(there))


class Pace:
    """The seats of one game between bots. A seat needs its time from when it is asked, or has acted."""

    def __init__(self, bots: Sequence[Bot | None], rng: list[int]) -> None:
        self.bots, self.rng = bots, rng
        # Nothing is drawn for who has none: where nobody has, games stay as they were.
        self.forms = [form(bot, below(rng, CHANCES)) if getattr(bot, "form", 0) else 1.0 for bot in bots]
        self.ready: dict[int, int] = {}  # when each seat that is asked will act

    def next(self, table: Table) -> int:
        """The quickest where a clock runs, any of those who are to decide where none does."""
        if table.due() < 0:
            return ByChance(self.rng).next(table)
        waiting, now, due = table.waiting(), int(table.plain.now), table.due()
        self.ready = {seat: self.ready.get(seat) or now + 1 + self._needs(table, seat) for seat in waiting}
        if not waiting:
            return NOBODY
        seat = min(waiting, key=lambda seat: self.ready[seat])
        then = max(now, self.ready[seat])
        if 0 <= due <= then:
            return NOBODY
        table.plain.now = then
        del self.ready[seat]
        return seat

    def _needs(self, table: Table, seat: int) -> int:
        return reaction(self.bots[seat], table.hidden(seat), seat, below(self.rng, CHANCES), self.forms[seat])

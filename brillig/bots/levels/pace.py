"""Pace: who is the first to act while a clock runs. Seeing takes time, and more of it for a weaker bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brillig.core import Table, below
from brillig.core.kernels import THINKS
from brillig.positions.drive import NOBODY, ByChance

if TYPE_CHECKING:
    from brillig.bots import Bot


def reaction(bot: Bot, chance: int) -> int:
    """Milliseconds that a bot needs this time, from half to one and a half of what is usual; chance: 0 to 999."""
    usual: int = getattr(bot, "reaction", THINKS)
    return usual // 2 + usual * chance // 1000


class Pace:
    """The seats of one game between bots. A seat needs its time from when it is asked, or has acted."""

    def __init__(self, bots: Sequence[Bot], rng: list[int]) -> None:
        self.bots, self.rng = bots, rng
        self.ready: dict[int, int] = {}  # when each seat that is asked will act

    def next(self, table: Table) -> int:
        """The quickest where a clock runs, any of those who are to decide where none does."""
        if table.due() < 0:
            return ByChance(self.rng).next(table)
        waiting, now, due = table.waiting(), int(table.plain.now), table.due()
        self.ready = {
            seat: self.ready.get(seat) or now + 1 + reaction(self.bots[seat], below(self.rng, 1000)) for seat in waiting
        }
        if not waiting:
            return NOBODY
        seat = min(waiting, key=lambda seat: self.ready[seat])
        then = max(now, self.ready[seat])
        if 0 <= due <= then:
            return NOBODY
        table.plain.now = then
        del self.ready[seat]
        return seat

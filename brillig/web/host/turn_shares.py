"""Shares: how much of what one address sends is looked at in one turn of the loop.

Looking costs time, whatever is said: a connection must be taken in, a request read, frames counted. Whoever sends much at once,
on one connection or on hundreds, has it looked at bit by bit, and in between everybody else is served. What waits, waits in
the order in which it came, and only behind its own address; and it waits so long that no address has more than a part of the
loop's time, whatever its bytes cost.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from time import perf_counter

SHARE = 512  # bytes of one address in a turn: at most 85 frames or pieces of a body. A choice takes several turns.
CONNECTION = SHARE // 2  # what a new connection counts as, however little is said on it
REQUEST = SHARE  # and what the bytes of a request count as at least
REST = 3  # times as long as its last share took, whoever has more to be looked at waits

Work = Callable[[], None]


class Used:
    """What was done for somebody in this turn of the loop."""

    __slots__ = ("seconds", "size")

    def __init__(self) -> None:
        self.size, self.seconds = 0, 0.0


class TurnShares:
    """Work, by the address for which it is done (or by any other name)."""

    def __init__(self) -> None:
        self.used: dict[Hashable, Used] = {}
        self.waiting: dict[Hashable, deque[tuple[int, Work]]] = {}

    def do(self, whose: Hashable, size: int, work: Work) -> None:
        """At once if there is something left of the share, and nothing else of that address waits; else later."""
        if whose in self.waiting or self._has_had_its_share(whose):
            self.waiting.setdefault(whose, deque()).append((size, work))
        else:
            self._do(whose, size, work)

    def _has_had_its_share(self, whose: Hashable) -> bool:
        return whose in self.used and self.used[whose].size >= SHARE

    def _do(self, whose: Hashable, size: int, work: Work) -> None:
        if not self.used:
            asyncio.get_running_loop().call_soon(self._next_turn)
        used = self.used.setdefault(whose, Used())
        used.size += size
        began = perf_counter()
        try:
            work()
        finally:
            used.seconds += perf_counter() - began

    def _next_turn(self) -> None:
        for whose, used in self.used.items():
            if whose in self.waiting:
                asyncio.get_running_loop().call_later(REST * used.seconds, self._go_on, whose)
        self.used.clear()

    def _go_on(self, whose: Hashable) -> None:
        queue = self.waiting[whose]
        self.used.setdefault(whose, Used())  # so that this turn has an end, whatever happens in it
        asyncio.get_running_loop().call_soon(self._next_turn)
        while queue and not self._has_had_its_share(whose):
            self._do(whose, *queue.popleft())  # which may add to the queue again
        if not queue:
            del self.waiting[whose]

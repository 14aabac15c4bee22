"""Shares: how much of what one address sends is looked at in one turn of the loop.

Looking costs time, whatever is said: a connection must be taken in, a request read, frames counted. Whoever sends much at once,
on one connection or on hundreds, has it looked at bit by bit, and in between everybody else is served. What waits, waits in
the order in which it came, and only behind its own address.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable

SHARE = 512  # bytes of one address in a turn: at most 85 frames or pieces of a body. A choice takes several turns.
CONNECTION = SHARE // 2  # what a new connection counts as, however little is said on it
REQUEST = SHARE  # and what the bytes of a request count as at least

Work = Callable[[], None]


class TurnShares:
    """Work, by the address for which it is done (or by any other name)."""

    def __init__(self) -> None:
        self.used: dict[Hashable, int] = {}  # of its share, by whom, in this turn of the loop
        self.waiting: dict[Hashable, deque[tuple[int, Work]]] = {}

    def do(self, whose: Hashable, size: int, work: Work) -> None:
        """At once if there is something left of the share, and nothing else of that address waits; else in a later turn."""
        if whose in self.waiting or self.used.get(whose, 0) >= SHARE:
            self.waiting.setdefault(whose, deque()).append((size, work))
        else:
            self._do(whose, size, work)

    def _do(self, whose: Hashable, size: int, work: Work) -> None:
        if not self.used:
            asyncio.get_running_loop().call_soon(self._next_turn)
        self.used[whose] = self.used.get(whose, 0) + size
        work()

    def _next_turn(self) -> None:
        self.used.clear()
        for whose in list(self.waiting):
            queue = self.waiting[whose]
            while queue and self.used.get(whose, 0) < SHARE:
                self._do(whose, *queue.popleft())  # which may add to the queue again
            if not queue:
                del self.waiting[whose]

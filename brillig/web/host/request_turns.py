"""Turns: only a few requests of one address are worked on at the same time; its others wait, and nobody else does.

And of those few only one begins in a turn of the loop: most are answered without waiting for anything, and whoever plays
waits for one page of a stranger at most. Who asks for very much has it begun at a steady pace.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from brillig.web.host.pace import REQUESTS, AddressPace

AT_ONCE = 4  # what takes longer is done aside, and must not keep others of the same address waiting


class RequestTurns:
    def __init__(self, factor: float = 1) -> None:
        self.wanted = factor > 0  # else everybody at once
        self.pace = AddressPace(REQUESTS.times(factor or 1))
        self.busy: Counter[str] = Counter()
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self.begun: set[str] = set()  # addresses of which a request has begun in this turn of the loop

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        if not self.wanted:
            yield
            return
        if self.busy[address] >= AT_ONCE:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.setdefault(address, deque()).append(turn)
            try:
                await turn  # whoever gives it hands over a place, so the number of the busy stays as it is
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next(address)
                raise
        else:
            self.busy[address] += 1
        try:
            if wait := self.pace.wait(address):
                await asyncio.sleep(wait)
            while address in self.begun:
                await asyncio.sleep(0)
            self.begun.add(address)
            asyncio.get_running_loop().call_soon(self.begun.discard, address)
            yield
        finally:
            self._next(address)

    def _next(self, address: str) -> None:
        queue = self.waiting.get(address)
        while queue:
            turn = queue.popleft()
            if not queue:
                del self.waiting[address]
            if not turn.done():
                turn.set_result(None)
                return
        self.busy[address] -= 1
        if not self.busy[address]:
            del self.busy[address]

"""Thinking: the few threads in which bots think, and whose bot is next.

There may be far more bots than threads, and nobody should wait for a stranger's. People's tables come first, then those
that are only watched, then the others; among equals, the address whose bots have thought least, and there the table that
has waited longest. And when many wait, each thinks for a shorter time.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
PLAYED, WATCHED, LEFT = range(3)  # is somebody there who plays, somebody who watches, or nobody?
LEAST = 0.1  # of its usual time that a bot always has
FADE = 10.0  # seconds after which half of what an address has used is forgotten
MAKE_WAY = 5  # how much less urgent thinking is than serving, as `nice` counts


class Claim(NamedTuple):
    """Who wants a bot to think."""

    rank: int  # PLAYED, WATCHED or LEFT
    address: str
    table: str


class _Job(NamedTuple):
    claim: Claim
    number: int  # in the order of asking
    work: Callable[[float], Any]
    done: asyncio.Future[Any]


class Thinking:
    def __init__(self, threads: int, clock: Callable[[], int]) -> None:
        self.threads, self.clock = threads, clock
        self.waiting: list[_Job] = []
        self.running = 0
        self._pool = ThreadPoolExecutor(threads, "brillig-bot", initializer=_make_way)
        self._used: dict[str, float] = {}  # seconds of thinking by address, fading
        self._faded = clock()
        self._numbers = 0

    async def think(self, claim: Claim, work: Callable[[float], T]) -> T:
        """Have it done when it is its turn. It is given the part of the usual time that it may take."""
        job = _Job(claim, self._numbers, work, asyncio.get_running_loop().create_future())
        self._numbers += 1
        self.waiting.append(job)
        self._start()
        try:
            found: T = await job.done
            return found
        finally:
            if job in self.waiting:
                self.waiting.remove(job)

    @property
    def share(self) -> float:
        """The part of the usual time that there is for each, with so many who wait."""
        return max(LEAST, min(1.0, self.threads / (1 + self.running + len(self.waiting)) * 2))

    def _start(self) -> None:
        self._fade()
        while self.waiting and self.running < self.threads:
            job = min(
                self.waiting, key=lambda job: (job.claim.rank, self._used.get(job.claim.address, 0.0), job.number)
            )
            self.waiting.remove(job)
            if job.done.done():  # nobody wants to know any more
                continue
            share = self.share
            self.running += 1
            began = self.clock()
            # What is under way counts at once, so that one address does not take every thread in the same moment.
            self._use(job.claim.address, share)
            future = asyncio.get_running_loop().run_in_executor(self._pool, job.work, share)
            future.add_done_callback(lambda future, job=job, began=began: self._ended(future, job, began))  # type: ignore[misc]

    def _ended(self, future: asyncio.Future[Any], job: _Job, began: int) -> None:
        self.running -= 1
        self._use(job.claim.address, (self.clock() - began) / 1000)
        why = None if future.cancelled() else future.exception()
        if not job.done.done():
            if future.cancelled():
                job.done.cancel()
            elif why:
                job.done.set_exception(why)
            else:
                job.done.set_result(future.result())
        self._start()

    def _use(self, address: str, seconds: float) -> None:
        self._used[address] = self._used.get(address, 0.0) + seconds

    def _fade(self) -> None:
        halves = (self.clock() - self._faded) / 1000 / FADE
        if halves >= 0.1:
            self._faded = self.clock()
            faded = {address: used * 0.5**halves for address, used in self._used.items()}
            self._used = {address: used for address, used in faded.items() if used > 0.01}

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _make_way() -> None:
    """On Linux every thread has a priority of its own, and the threads that it starts inherit it."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), MAKE_WAY)

"""Outage: the database fails. The log says so and why once when it begins, and once when it is over, however many are refused in
between.

It is over when something is saved again at a table, or nothing has failed for a while and the database answers. That it answers
does not show that it can be written to, since it may be full; after such an outage the while is longer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from brillig.web.logs import log
from brillig.web.metrics import Metrics
from brillig.web.refusals import Refused
from brillig.web.store import Conflict, Damaged, Store, StoreError, Unwritable

LOOK = 1.0  # seconds between two looks whether it is over
QUIET, LONG_QUIET = (
    3_000,
    60_000,
)  # milliseconds in which nothing has failed; the second after it could not be written to


class Outage:
    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], int],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self.store, self.metrics, self.clock, self.spawn = store, metrics, clock, spawn
        self.since: int | None = None  # none: all is well
        self.refused = 0  # steps and changes at tables that could not be saved
        self._said: set[type] = (
            set()
        )  # what kinds of it were said: that it does not answer, that it cannot be written to
        self._last = 0  # when something failed last
        self._changes = 0  # at tables, that were saved; steps are counted by the metrics
        self._before = 0  # what had been saved when the last was refused

    def failed(self, what: str, why: Exception, table: str = "", saving: bool = False) -> None:
        """Something could not be done. `saving`: a step or a change at a table could not be saved."""
        fails = isinstance(why, StoreError) and not isinstance(why, (Conflict, Damaged))  # the database, not one table
        log.log(logging.DEBUG if fails else logging.WARNING, what, extra={"table": table, "why": why})
        if not fails:
            return
        self._last = self.clock()
        if saving:
            self.refused, self._before = self.refused + 1, self._saved
        if self.since is None:
            self.since = self._last
            self.spawn(self._watch())
        if type(why) not in self._said:
            self._said.add(type(why))
            log.warning("the database fails", extra={"why": why})

    def changed(self) -> None:
        """A change at a table was saved."""
        self._changes += 1

    @property
    def _saved(self) -> int:
        return self.metrics.commits.count + self._changes

    async def _watch(self) -> None:
        while not await self._over():
            await asyncio.sleep(LOOK)
        assert self.since is not None
        told = {"refused": self.refused, "seconds": round((self.clock() - self.since) / 1000, 1)}
        self.since, self.refused = None, 0
        self._said.clear()
        log.warning("the database is well again", extra=told)

    async def _over(self) -> bool:
        if self.refused and self._saved > self._before:
            return True
        if self.clock() - self._last < (LONG_QUIET if Unwritable in self._said else QUIET):
            return False
        try:
            await self.store.ping()
        except StoreError:
            return False
        return True


def loudness(why: Exception) -> int:
    """How loudly the log says that a table cannot go on: not at all if it does so by itself when the database is back, or is
    at another node, for these are said once for all tables."""
    return logging.DEBUG if isinstance(why, Refused) and why.code in ("try_again", "closing") else logging.WARNING

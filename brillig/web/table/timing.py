"""Timing: match time at one table. Only the server's clock is ever read; no client's word about time counts.

Choices count in the order in which they arrive, at the time at which they arrive. One thing is forgiven: a choice
that comes after its seat's thinking time ran out, by no more than the line takes, counts as made in the last
millisecond. How long the line takes the server measures itself, by pings: a client can only make itself look slower
than it is. What is forgiven is capped for one choice and for the match, so whoever pretends to be slow gains that much
once and no more.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from brillig.match import Entry, Match, Stopwatch, TimeoutEntry
from brillig.match.clock import Deadline
from brillig.web.config import Config
from brillig.web.logs import log

RECENT = 5  # measurements of a line that count; the best of them does


def steady() -> int:
    """Milliseconds of a clock that is never set."""
    return time.monotonic_ns() // 1_000_000


def calendar() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Lag:
    """How long the line of one connection takes."""

    __slots__ = ("n", "recent", "sent")

    def __init__(self) -> None:
        self.n = 0
        self.sent: int | None = None  # when the ping that is under way was sent
        self.recent: deque[int] = deque(maxlen=RECENT)

    def ping(self, at: int) -> int:
        """A ping goes out: the number to send with it. One that was never answered counts for nothing."""
        self.n, self.sent = self.n + 1, at
        return self.n

    def pong(self, n: int, at: int) -> None:
        """An answer came in. Only the first answer to the latest ping counts."""
        if n == self.n and self.sent is not None:
            self.recent.append(max(0, at - self.sent))
            self.sent = None

    @property
    def best(self) -> int:
        """Milliseconds there and back; 0 while nothing is known."""
        return min(self.recent, default=0)


class Nap(NamedTuple):
    """What is kept of a table that was put away while a clock runs."""

    watch: Stopwatch
    quota: list[int]
    since: int
    alarm: asyncio.TimerHandle


class Timing:
    """Stands still while the server is down: it starts at the time of the last entry."""

    def __init__(self, match: Match, clock: Callable[[], int], config: Config) -> None:
        self.match, self.clock, self.most = match, clock, config.lag_most
        self.since = clock()  # when the match came to this server
        self.watch = Stopwatch(match.now)
        self.watch.resume(self.since)
        self.quota = [config.lag_quota] * len(match.names)
        # Most tables have no clock and never act by themselves: then nothing here need be asked.
        self.timed = match.header.clock.kind != "off" or match.game.due is not None

    def wake(self, nap: Nap) -> None:
        """The table was only put away, and its time went on."""
        self.watch, self.quota, self.since = nap.watch, nap.quota, nap.since

    def note(self, table: str, entries: Iterable[Entry]) -> None:
        """Say which clocks ran out, and for how many milliseconds the match had been here: no clock runs for longer than
        that, so that of several servers each can show that it counted only what passed while the table was its own."""
        for entry in entries:
            if isinstance(entry, TimeoutEntry):
                here = self.clock() - self.since
                log.info("a clock ran out", extra={"table": table, "seat": entry.seat, "time": entry.at, "here": here})

    def pause(self) -> None:
        """Nobody is there whom it could concern: match time stands still until somebody is."""
        self.watch.pause(self.clock())

    def go_on(self) -> None:
        self.watch.resume(self.clock())

    def now(self) -> int:
        return self.watch.at(self.clock())

    def grace(self, seat: int, lag: int) -> int:
        """Milliseconds that a choice of this seat may come late."""
        return min(lag, self.most, self.quota[seat])

    def moment(self, seat: int, lag: int) -> int:
        """The match time at which a choice counts that has just come over a line this long."""
        at = self.now()
        deadline = self._running_out()
        if deadline is None or deadline.seat != seat or deadline.at > at or deadline.at <= self.match.now:
            return at
        late = at - deadline.at + 1
        if late > self.grace(seat, lag):
            return at
        self.quota[seat] -= late
        return deadline.at - 1

    def delay(self, lag: Callable[[int], int]) -> float | None:
        """Seconds until something happens by itself; None: never. `lag`: the length of a seat's line."""
        if not self.timed:
            return None
        at = self.match.alarm()
        if at is None:
            return None
        deadline = self._running_out()
        grace = self.grace(deadline.seat, lag(deadline.seat)) if deadline else 0
        return max(0, at - self.now() + grace) / 1000

    def _running_out(self) -> Deadline | None:
        """The seat's clock that is the next thing to happen, if it is one."""
        deadline = self.match.clocks.deadline() if self.timed else None
        return deadline if deadline and self.match.alarm() == deadline.at else None

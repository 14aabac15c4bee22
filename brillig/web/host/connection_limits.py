"""Connections, counted: how many one address may hold, how fast they may come, and how long each may take to ask.

A connection costs a file, whether or not anything is ever asked on it. So an address has a share of them; a request that
does not come to its end in time is hung up on; and whoever is turned away is told so in a sentence. A proxy that the
operator named speaks for many addresses, so its connections are its own to bound: only the sockets and requests of
those behind it are counted, by their own addresses, elsewhere.
"""

from __future__ import annotations

import ctypes
import gc
import resource
from collections import Counter
from collections.abc import Callable, Hashable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any, Protocol

from brillig.web.config import Config
from brillig.web.host.outbox import Outbox
from brillig.web.host.pace import CONNECTIONS, AddressPace
from brillig.web.host.turn_shares import TurnShares
from brillig.web.limits import Bucket, Limits
from brillig.web.logs import log
from brillig.web.metrics import Metrics

SPARE = 128  # files that are not for connections: the database, the pages, compiling
MOST_FILES = 65_536  # more would only cost memory
SHARE = 4  # an address may hold one in so many of all connections there can be, whatever else is allowed
REPORT = 60_000  # milliseconds between two lines in the log about the same thing
TOO_MANY = "Too many connections come from your address: close some pages of this server and try again.\n"
CROWDED = "The server has no room for more connections: try again in a while.\n"


def raise_limit() -> int:
    """As many files as this process may have open, if it asks; the number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
        return wanted
    return soft if soft != resource.RLIM_INFINITY else MOST_FILES


def tidy() -> None:
    """Look everywhere for what refers to itself in circles, and give memory back to the system where that takes it."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


class Asking(Protocol):
    """A connection on which a request is being asked or answered."""

    transport: Any

    def late(self, now: int) -> bool: ...


class Doorkeeper:
    """Counts connections by the address at their other end."""

    def __init__(self, config: Config, limits: Limits, metrics: Metrics, clock: Callable[[], int]) -> None:
        self.config, self.limits, self.metrics, self.clock = config, limits, metrics, clock
        self.held: Counter[str] = Counter()  # connections by address
        self.owner: dict[int, str] = {}  # and the address of each that was taken in
        self.coming = 0  # connections that were let in, and are to be taken in
        self.outbox = Outbox()  # of its sockets
        self.shares, self.pace = TurnShares(), AddressPace(CONNECTIONS.times(config.limits or 1))
        self.gone = 0  # connections that have ended since somebody tidied up after them
        self.asking: set[Asking] = set()  # those that are not sockets
        self.most = raise_limit() - SPARE
        self.each = min(config.address_connections, max(1, self.most // SHARE))
        self.friends: Callable[[], set[str]] = set  # addresses of other nodes
        self._proxies = [ip_network(proxy) for proxy in config.proxy_list]
        self._said: dict[str, int] = {}

    def enter(self, whose: str) -> str:
        """Let a connection in, or say why not. One that was let in is taken in soon, or has gone before."""
        if len(self.owner) + self.coming >= self.most:
            self._say("no files are left for connections", whose)
            return CROWDED
        if self._bounded(whose):
            if self.held[whose] >= self.each:
                self._say("an address holds too many connections", whose)
                return TOO_MANY
            if not self.limits.allow("connection of an address", whose):
                self._say("connections of an address come too fast", whose)
                return TOO_MANY
        self.held[whose] += 1
        self.coming += 1
        return ""

    def take_in(self, transport: Any, whose: str) -> None:
        self.coming -= 1
        self.owner[id(transport)] = whose

    def gone_before(self, whose: str) -> None:
        self.coming -= 1
        self._one_less(whose)

    def sharer(self, whose: str, connection: object) -> Hashable:
        """For whom a connection's work is done: an address, or only this connection where addresses are not bounded."""
        return whose if self._bounded(whose) else id(connection)

    def sharer_of(self, transport: Any) -> Hashable:
        return self.sharer(self.owner.get(id(transport), ""), transport)

    def _bounded(self, whose: str) -> bool:
        return bool(whose and self.config.limits) and not self._speaks_for_others(whose)

    def _speaks_for_others(self, whose: str) -> bool:
        if whose in self.friends():
            return True
        try:
            return bool(self._proxies) and any(ip_address(whose) in network for network in self._proxies)
        except ValueError:
            return False

    def leave(self, transport: Any) -> None:
        whose = self.owner.pop(id(transport), None)
        if whose is not None:
            self._one_less(whose)

    def _one_less(self, whose: str) -> None:
        self.gone += 1
        self.held[whose] -= 1
        if not self.held[whose]:
            del self.held[whose]

    def cut(self, transport: Any, why: str) -> None:
        """Hang up on somebody, without a word."""
        self._say(why, self.owner.get(id(transport), ""))
        transport.abort()

    def frames(self) -> Bucket | Endless:
        """What one socket may send."""
        limits = self.limits
        return Bucket(limits.rates["frame of a socket"], self.clock()) if limits.factor else Endless()

    def sweep(self) -> None:
        """Hang up on those who do not come to the end of what they ask, or do not read the answer."""
        now = self.clock()
        for line in [line for line in self.asking if line.late(now)]:
            self.cut(line.transport, "a request was not finished in time")

    def _say(self, why: str, whose: str) -> None:
        """In the log, but not each time: a flood must not fill the disk with lines about itself."""
        self.metrics.turned_away[why] += 1
        now = self.clock()
        if now - self._said.get(why, -REPORT) >= REPORT:
            self._said[why] = now
            log.warning(why, extra={"address": whose, "so_far": self.metrics.turned_away[why]})


class Endless:
    """A bucket that never runs dry."""

    def take(self, at: int) -> bool:
        return True

"""Connections, counted: how many one address may hold, how fast they may come, and how long each may take to ask.

A connection costs a file, whether or not anything is ever asked on it. So an address has a share of them; a request that
does not come to its end in time is hung up on; and whoever is turned away is told so in a sentence. A proxy that the
operator named speaks for many addresses, so its connections are its own to bound: only the sockets and requests of
those behind it are counted, by their own addresses, elsewhere.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import resource
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from brillig.web.config import Config
from brillig.web.limits import Bucket, Limits, home
from brillig.web.logs import log
from brillig.web.metrics import Metrics

SPARE = 128  # files that are not for connections: the database, the pages, compiling
MOST_FILES = 65_536  # more would only cost memory
SHARE = 4  # an address may hold one in so many of all connections there can be, whatever else is allowed
REPORT = 60_000  # milliseconds between two lines in the log about the same thing
NOT_NOW = (
    b"HTTP/1.1 %b\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-length: %d\r\n\r\n%b"
)
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
    """Collect what refers to itself in circles, and give memory back to the system where that takes it."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


class Doorkeeper:
    """Counts connections by the address at their other end."""

    def __init__(self, config: Config, limits: Limits, metrics: Metrics, clock: Callable[[], int]) -> None:
        self.config, self.limits, self.metrics, self.clock = config, limits, metrics, clock
        self.held: Counter[str] = Counter()  # connections by address
        self.owner: dict[int, str] = {}  # and the address of each
        self.gone = 0  # connections that have ended since somebody tidied up after them
        self.asking: set[HttpLine] = set()  # those that are not sockets
        self.most = raise_limit() - SPARE
        self.each = min(config.address_connections, max(1, self.most // SHARE))
        self.friends: Callable[[], set[str]] = set  # addresses of other nodes
        self._proxies = [ip_network(proxy) for proxy in config.proxy_list]
        self._said: dict[str, int] = {}

    def enter(self, transport: Any) -> str:
        """Let a connection in, or say why not."""
        peer = transport.get_extra_info("peername")
        whose = home(str(peer[0])) if isinstance(peer, tuple) else ""
        if len(self.owner) >= self.most:
            self._say("no files are left for connections", whose)
            return CROWDED
        if self.config.limits and not self._speaks_for_others(whose):
            if self.held[whose] >= self.each:
                self._say("an address holds too many connections", whose)
                return TOO_MANY
            if not self.limits.allow("connection of an address", whose):
                self._say("connections of an address come too fast", whose)
                return TOO_MANY
        self.owner[id(transport)] = whose
        self.held[whose] += 1
        return ""

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


class HttpLine(H11Protocol):
    """uvicorn's protocol for a connection, which asks the doorkeeper first and knows how long it has been at it.

    There is no public way to either, so this leans on how uvicorn is made inside; its version is pinned in
    pyproject.toml, and tests/web/test_attack.py would notice.
    """

    def __init__(self, keeper: Doorkeeper, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.keeper = keeper
        self.since = 0  # when it began to ask, or the answer to be sent
        self.seen: object = None  # the request that was under way when we last looked

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        refusal = self.keeper.enter(transport)
        if refusal:
            status = b"503 Service Unavailable" if refusal is CROWDED else b"429 Too Many Requests"
            transport.write(NOT_NOW % (status, len(refusal), refusal.encode()))
            transport.close()
            self.transport = transport
            return
        super().connection_made(transport)
        self.since = self.keeper.clock()
        self.keeper.asking.add(self)

    def data_received(self, data: bytes) -> None:
        if self.flow is None:  # it was not let in
            return
        super().data_received(data)
        if self.cycle is not self.seen:
            self.seen, self.since = self.cycle, self.keeper.clock()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.keeper.asking.discard(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self.since = self.keeper.clock()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.keeper.asking.discard(self)
        self.keeper.leave(self.transport)
        if self.flow is not None:
            super().connection_lost(exc)

    def late(self, now: int) -> bool:
        """A request has so long to be asked, and so long to be answered and read."""
        config, cycle = self.keeper.config, self.cycle
        asked = cycle is not None and not cycle.response_complete and not cycle.more_body
        return now - self.since > 1000 * (config.answer_seconds if asked else config.ask_seconds)

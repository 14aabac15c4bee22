"""HTTP line: the bytes of one connection until it ends or becomes a socket, bounded in all that they may cost.

uvicorn's own protocol with three things more: it is known to the doorkeeper, it knows how long it has been at it, and what
comes is read bit by bit, so much of one address in a turn of the loop (turn_shares.py). Without the last, whoever sends a body
in pieces of one byte, a head of ten thousand lines, or a request on each of hundreds of connections holds up everybody.

There is no public way to any of these, so this leans on how uvicorn is made inside: that bytes come by `data_received`, that
`flow` is what pauses and resumes reading, and `cycle` the request under way. Its version is pinned in pyproject.toml, and
tests/web/test_attack.py would notice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Any, cast

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from brillig.web.host.connection_limits import Doorkeeper
from brillig.web.host.turn_shares import REQUEST, SHARE

MOST_LINES = 256  # of the head of a request, each of which costs something; browsers send some twenty


class HttpLine(H11Protocol):
    def __init__(self, keeper: Doorkeeper, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.keeper = keeper
        self.whose = ""  # the address at the other end; set before the connection is made
        self.sharer: Hashable = None
        self.since = 0  # when it began to ask, or the answer to be sent
        self.seen: object = None  # the request that was under way when we last looked
        self.lines = 0  # of a head that has not come whole
        self.unread = b""  # what came and was not looked at yet
        self.queued = False  # is it our turn soon?
        self.held = False  # is nothing to be read now, because a request is being answered, or for good?

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = FlowControl(cast(Any, self))  # which only ever pauses and resumes reading
        self.keeper.take_in(transport, self.whose)
        self.sharer = self.keeper.sharer_of(transport)
        self.since = self.keeper.clock()
        self.keeper.asking.add(self)

    # ---- reading ---------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.unread += data
        self._read_on()
        if self.unread:
            self.transport.pause_reading()

    def pause_reading(self) -> None:
        self.held = True
        self.transport.pause_reading()

    def resume_reading(self) -> None:
        self.held = False
        self.loop.call_soon(self._read_on)  # not now: uvicorn is in the middle of going on to the next request

    def _read_on(self) -> None:
        if self.transport.is_closing():
            self.unread = b""
        elif self.unread and not self.held and not self.queued:
            self.queued = True
            self.keeper.shares.do(self.sharer, min(SHARE, max(REQUEST, len(self.unread))), self._read)
        elif not self.unread and not self.held:
            self.transport.resume_reading()

    def _read(self) -> None:
        self.queued = False
        if self.held or self.transport.is_closing():
            return
        piece, self.unread = self.unread[:SHARE], self.unread[SHARE:]
        super().data_received(piece)
        if self.cycle is not self.seen:
            self.seen, self.since = self.cycle, self.keeper.clock()
        self.lines = self.lines + piece.count(b"\n") if self.conn.their_state is h11.IDLE else 0
        if self.lines > MOST_LINES:
            self.keeper.cut(self.transport, "a request has too many headers")
        self._read_on()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.keeper.asking.discard(self)
        self.unread, self.held = b"", True
        self.transport.resume_reading()  # what comes from now on is for the protocol of sockets
        super().handle_websocket_upgrade(event)
        self._forget()

    # ---- how long it takes -----------------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        self.since = self.keeper.clock()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.unread = b""
        self.keeper.asking.discard(self)
        self.keeper.leave(self.transport)
        super().connection_lost(exc)
        self._forget()

    def _forget(self) -> None:
        """Let go of what refers to us: a circle would stay until somebody looks for garbage, and everybody waits meanwhile."""
        self.flow = self.cycle = self.seen = None  # type: ignore[assignment]

    def late(self, now: int) -> bool:
        """A request has so long to be asked, and so long to be answered and read."""
        config, cycle = self.keeper.config, self.cycle
        asked = cycle is not None and not cycle.response_complete and not cycle.more_body
        return now - self.since > 1000 * (config.answer_seconds if asked else config.ask_seconds)

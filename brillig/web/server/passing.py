"""Passing on: what comes to a node but is for a table of another goes there, and whoever sent it does not notice.

A request is asked again at the owner. A socket is handed over before it has begun: to another process of this server with the
connection itself, to another machine by carrying its bytes. While nobody owns the table, because its owner has just died,
whoever comes waits until somebody does.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from pathlib import Path
from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brillig.web.host.company import LOOK_AGAIN, PATIENCE, Company
from brillig.web.host.connection_limits import Doorkeeper
from brillig.web.host.host import Host
from brillig.web.host.http_line import HttpLine
from brillig.web.host.porch import take_in, turn_away
from brillig.web.http.guard import HARMLESS, address
from brillig.web.http.replies import refusal
from brillig.web.limits import home
from brillig.web.logs import log
from brillig.web.nodes.pipes import PASSED, Passed, Peer, Pipe, ask, splice
from brillig.web.protocol import MESSAGE_BYTES
from brillig.web.refusals import Refused
from brillig.web.store import StoreError
from brillig.web.table.room import MOVED

TABLE = re.compile(r"/(?:ws|api/tables|tables|join)/([A-Za-z0-9]{1,64})(?:/|$)")
MOST_HANDED = 60 << 10  # bytes of a request that is handed to another process with its connection
TRIES = 50  # to hand it over, while that process has its hands full


def owners(scope: Scope) -> str:
    """The table in whose owner's memory a request is to act; none if any node can answer it."""
    found = TABLE.match(scope["path"])
    acts = found and (scope["method"] not in HARMLESS or scope["path"].endswith("/past"))
    return found[1] if found and acts else ""


class Visitors:
    """Around everything: what another node has passed on comes from whom that node says."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        self.app, self.host = app, host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.host.company and scope["type"] in ("http", "websocket"):
            came = self.host.company.came(scope["headers"])
            if came.visitor:
                scope["client"] = (came.visitor, 0)
        await self.app(scope, receive, send)


class PassOn:
    """Requests that act at a table go to its owner."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        self.app, self.host = app, host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        company = self.host.company
        table = owners(scope) if scope["type"] == "http" and company and not self.host.closing else ""
        if not table or not company:
            await self.app(scope, receive, send)
            return
        hops, late, body = company.came(scope["headers"]).hops, company.clock() + PATIENCE, b""
        while peer := await whereabouts(company, table, hops):
            company.count(False)
            body = body or await _body(receive)
            target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
            try:
                mark = peer.pass_to(hops + 1, address(scope))
                reply = await ask(peer, company.ties, scope["method"], target, scope["headers"], body, mark)
            except (OSError, TimeoutError) as why:
                log.info("a node does not answer", extra={"node": company.name, "asked": peer.name, "why": why})
                if company.clock() > late:
                    await refusal(Refused("closing", MOVED))(scope, receive, send)
                    return
                await asyncio.sleep(LOOK_AGAIN)
                continue
            await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
            await send({"type": "http.response.body", "body": reply.body})
            return
        company.count(True)
        await self.app(scope, _said_again(body, receive) if body else receive, send)


async def whereabouts(company: Company, table: str, hops: int) -> Peer | None:
    try:
        return await company.where(table, hops)
    except StoreError:  # whoever is asked next says so
        return None


async def _body(receive: Receive) -> bytes:
    """The whole body of a request; what is too long anyway is cut."""
    body, more = bytearray(), True
    while more and len(body) <= 2 * MESSAGE_BYTES:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return bytes(body)


def _said_again(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


class Exchange:
    """All connections that are under way between this node and others."""

    def __init__(self, host: Host, folder: str = "") -> None:
        """`folder`: where the processes of this server hand each other connections."""
        self.host, self.folder = host, folder
        self.make_line: Any = None  # makes the protocol of a connection; set when the server runs
        self.inbox: socket.socket | None = None

    def open(self) -> None:
        assert self.host.company
        if self.folder:
            self.inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self.inbox.setblocking(False)
            path = Path(self.folder) / self.host.company.name
            path.unlink(missing_ok=True)
            self.inbox.bind(str(path))
            asyncio.get_running_loop().add_reader(self.inbox.fileno(), self._take)

    def close(self) -> None:
        if self.inbox:
            asyncio.get_running_loop().remove_reader(self.inbox.fileno())
            self.inbox.close()

    async def carry(self, peer: Peer, transport: Any, first: bytes, left: Any) -> None:
        """Join a connection to another node."""
        assert self.host.company
        ties = self.host.company.ties

        def gone(pipe: Pipe) -> None:
            ties.untie(peer, pipe.cut)
            left(transport)

        pipe = await splice(peer, transport, first, gone)
        ties.tie(peer, pipe.cut)

    async def hand_over(self, peer: Peer, transport: Any, request: bytes) -> None:
        """Give a connection to another process of this server. OSError if it does not take it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)
            out.connect(str(Path(self.folder) / peer.name))
            for last in range(TRIES):
                try:
                    handle = transport.get_extra_info("socket").fileno()
                    socket.send_fds(out, [request], [handle])
                    break
                except BlockingIOError:
                    if last == TRIES - 1:
                        raise
                    await asyncio.sleep(0.01)
        transport.abort()  # our name for it; the connection lives on over there

    def _take(self) -> None:
        """Connections that another process hands to us."""
        assert self.inbox
        while True:
            try:
                request, handles, _, _ = socket.recv_fds(self.inbox, MOST_HANDED + 1024, 1)
            except OSError:
                return
            for handle in handles:
                self.host.spawn(self._adopt(handle, request))

    async def _adopt(self, handle: int, request: bytes) -> None:
        try:
            given = socket.socket(fileno=handle)
        except OSError:
            os.close(handle)
            return
        given.setblocking(False)
        try:
            whose = home(str(given.getpeername()[0]))
        except OSError:
            given.close()
            return
        doors = self.host.doors
        if why_not := doors.enter(whose):
            turn_away(given, why_not)
        elif line := await take_in(doors, self.make_line, given, whose):
            line.data_received(request)


class NodeLine(HttpLine):
    """A connection that may be for another node."""

    def __init__(self, keeper: Doorkeeper, exchange: Exchange, *args: Any, **more: Any) -> None:
        super().__init__(keeper, *args, **more)
        self.exchange = exchange

    def handle_websocket_upgrade(self, event: Any) -> None:
        company, found = self.exchange.host.company, TABLE.match(self.scope["path"])
        if not company or not found or self.exchange.host.closing:
            super().handle_websocket_upgrade(event)
            return
        self.pause_reading()
        self.exchange.host.spawn(self._find(company, found[1], event))

    async def _find(self, company: Company, table: str, event: Any) -> None:
        came, late = company.came(self.headers), company.clock() + PATIENCE
        while not self.transport.is_closing():
            peer = await whereabouts(company, table, came.hops)
            company.count(peer is None)
            if peer is None or company.clock() > late:
                if not self.transport.is_closing():
                    super().handle_websocket_upgrade(event)
                    self.transport.resume_reading()
                return
            try:
                await self._pass_on(company, peer, came, event)
                return
            except (OSError, TimeoutError) as why:
                log.info("a node does not answer", extra={"node": company.name, "asked": peer.name, "why": why})
                await asyncio.sleep(LOOK_AGAIN)

    async def _pass_on(self, company: Company, peer: Peer, came: Passed, event: Any) -> None:
        visitor = came.visitor or address(cast(Any, self.scope))
        kept = [pair for pair in self.headers if pair[0] != PASSED]
        kept.append(peer.pass_to(came.hops + 1, visitor))
        top = [event.method + b" " + event.target + b" HTTP/1.1", *(b"%b: %b" % pair for pair in kept), b"", b""]
        request = b"\r\n".join(top)
        if peer.name in company.siblings and len(request) <= MOST_HANDED:
            await self.exchange.hand_over(peer, self.transport, request)
            return
        self.keeper.asking.discard(self)
        self.connections.discard(self)
        await self.exchange.carry(peer, self.transport, request, self.keeper.leave)

"""The server: the app behind a port, from its start to a clean end."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from brillig.core import BrilligError
from brillig.web.host.config import Config
from brillig.web.host.host import Host
from brillig.web.host.logs import log
from brillig.web.http.app import create_app
from brillig.web.pages import routes
from brillig.web.socket.frames import FrameStream
from brillig.web.socket.protocol import MESSAGE_BYTES
from brillig.web.store import Store, StoreError

LONGEST_FRAME = 4 * MESSAGE_BYTES  # up to here a message gets an answer; beyond, the connection is closed
SELDOM = (50_000, 50, 50)  # hardly anything here is garbage in a circle, and looking for it keeps people waiting
UNREAD = 8  # messages that wait until no more are read
UNSENT = 64 << 10  # bytes waiting in a connection until its writer is made to wait


class Connection(WebSocketsSansIOProtocol):
    """uvicorn's own, with three things more: a quick way to read, a way to send at once, and a way to cut the line when
    nobody reads (closing would wait for the reader)."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.line = FrameStream()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        text = self.line.text(data) if self.handshake_complete and not self.close_sent else None
        if text is None:
            self.line.follow(data)
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.transport.set_write_buffer_limits(high=UNSENT)
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions["brillig.abort"] = self.transport.abort
            extensions["brillig.write"] = self.write

    def write(self, texts: list[bytes]) -> bool:
        """Put messages on the line, unless it is full or closing. A text frame that is not compressed has no state."""
        if not self.handshake_complete or not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))
        return True


def _head(size: int) -> bytes:
    """The head of a text frame."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")


class Server(uvicorn.Server):
    """Says good-bye before it closes."""

    def __init__(self, config: uvicorn.Config, host: Host) -> None:
        super().__init__(config)
        self.host = host

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self.host.farewell()
        await super().shutdown(sockets)


def bind(host: str, port: int) -> socket.socket:
    """The port, or a sentence about why not."""
    try:
        family, kind, proto, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
    except OSError as why:
        raise BrilligError(f"Port {port} of {host} cannot be used: {why.strerror or why}.") from why
    return listener


def build(app: Starlette) -> Server:
    """A server for an app that was made without lifespan."""
    config = uvicorn.Config(
        app, ws=Connection, ws_per_message_deflate=False, ws_max_size=LONGEST_FRAME, lifespan="off", log_config=None,
        access_log=False, server_header=False, timeout_graceful_shutdown=1, backlog=2048,
    )  # fmt: skip
    return Server(config, app.state.host)


async def run(server: Server, listener: socket.socket) -> None:
    """Serve until a signal comes."""
    host = server.host
    try:
        await host.open()
    except StoreError as why:
        raise BrilligError(str(why)) from why
    gc.freeze()  # what is here now stays
    log.info("serving", extra={"port": listener.getsockname()[1]})
    try:
        await server.serve(sockets=[listener])
    finally:
        await host.close()
        log.info("closed")


def serve(config: Config, store: Store | None = None) -> None:
    """Bind, open, serve, close. BrilligError if the port or the database cannot be had."""
    listener = bind(config.host, config.port)
    gc.set_threshold(*SELDOM)
    with listener:
        app = create_app(config, store, lifespan=False, pages=routes)
        # uvicorn raises the signal again when it is done, so that others may see it: for us that is the end.
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: None)
        server = build(app)
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(run(server, listener))

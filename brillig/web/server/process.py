"""The server: the app behind a port, from its start to a clean end."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from contextlib import ExitStack
from functools import partial
from time import CLOCK_BOOTTIME, clock_gettime, perf_counter, process_time
from typing import Any, NamedTuple, cast

import uvicorn
from starlette.applications import Starlette

from brillig.core import BrilligError
from brillig.web.config import EVERYWHERE, Config
from brillig.web.host.host import Host
from brillig.web.host.http_line import HttpLine
from brillig.web.host.porch import Porch
from brillig.web.logs import log
from brillig.web.pages import routes
from brillig.web.protocol import MESSAGE_BYTES
from brillig.web.server.app import create_app
from brillig.web.server.passing import Exchange, NodeLine
from brillig.web.socket.frames import SocketLine
from brillig.web.store import Store, StoreError

LONGEST_FRAME = 4 * MESSAGE_BYTES  # up to here a message gets an answer; beyond, the connection is closed
YOUNG = 10_000  # new things, from which on Python looks for garbage in circles among them: for some milliseconds
SWITCH = 0.0002  # seconds that a thread which works on something larger keeps Python from those who wait for an answer


class Server(uvicorn.Server):
    """Says good-bye before it closes."""

    def __init__(self, config: uvicorn.Config, host: Host, exchange: Exchange | None = None) -> None:
        super().__init__(config)
        self.host, self.exchange = host, exchange
        self.porches: list[Porch] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        more = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        make_line = partial(cast(Any, self.config.http_protocol_class), **more)
        if self.exchange:
            self.exchange.make_line = make_line
            self.exchange.open()
        await super().startup([])  # uvicorn listens nowhere: connections arrive at porches of our own
        self.porches = [Porch(self.host.doors, make_line, listener) for listener in sockets or []]
        for porch in self.porches:
            porch.open()

    def end(self, *_: object) -> None:
        """A signal that came before we served, or after: nothing is begun any more."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for porch in self.porches:
            porch.close()
        await self.host.farewell()
        if self.exchange:
            self.exchange.close()
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


def build(app: Starlette, folder: str = "") -> Server:
    """A server for an app that was made without lifespan. `folder`: where its processes meet, if it has several."""
    host: Host = app.state.host
    keeper, proxies = host.doors, host.config.proxy_list
    exchange = Exchange(host, folder) if host.store.leases else None
    line = partial(NodeLine, keeper, exchange) if exchange else partial(HttpLine, keeper)
    config = uvicorn.Config(
        app, http=cast(Any, line), ws=cast(Any, partial(SocketLine, keeper)),
        ws_per_message_deflate=False, ws_max_size=LONGEST_FRAME, lifespan="off", log_config=None, access_log=False,
        server_header=False, timeout_graceful_shutdown=1, proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )  # fmt: skip
    return Server(config, host, exchange)


class Started(NamedTuple):
    """How long the steps before took, in seconds."""

    loaded: float
    built: float


def age() -> float:
    """Seconds since this process began, where the system tells; else since Python counts."""
    try:
        with open("/proc/self/stat", "rb") as stat:
            ticks = int(stat.read().rpartition(b")")[2].split()[19])
        return clock_gettime(CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, NameError):
        return process_time()


def stays(phase: str, info: dict[str, int]) -> None:
    """Python has looked for garbage among what is new: what is none is not looked at again. So no look takes longer than some
    milliseconds, however much there is. What comes and goes here leaves no circles (tests/web/test_garbage.py); should
    something do so all the same, `tidy` finds it."""
    if phase == "stop":
        gc.freeze()


async def run(server: Server, listeners: list[socket.socket], started: Started) -> None:
    """Serve until a signal comes. The last of the listeners is where other nodes reach this one, if there are any."""
    host, began, port = server.host, perf_counter(), listeners[0].getsockname()[1]
    try:
        name, inner = listeners[-1].getsockname()[:2]
        await host.open(f"{'127.0.0.1' if name in EVERYWHERE else name}:{inner}")
    except StoreError as why:
        raise BrilligError(str(why)) from why
    log.info(
        "serving",
        extra={
            "port": port, **({"node": host.config.node} if host.config.node else {}), "files": host.doors.most,
            # What a start took, in seconds: from the process's own until its code was loaded; the app; the database.
            "loaded": f"{started.loaded:.2f}", "built": f"{started.built:.2f}",
            "opened": f"{perf_counter() - began:.2f}", "cpu": f"{process_time():.2f}",
        },
    )  # fmt: skip
    try:
        await server.serve(sockets=listeners)
    finally:
        await host.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others, timeout=1.0)
        log.info("closed")


def serve(config: Config, store: Store | None = None, listener: socket.socket | None = None, folder: str = "") -> None:
    """Bind, open, serve, close. BrilligError if the port or the database cannot be had. One process of several gets the
    port that they share, and the folder where they meet."""
    loaded, began = age(), perf_counter()
    listeners = [listener or bind(config.host, config.port)]
    if listener:
        listeners.append(bind(config.inner_host, 0))
    gc.set_threshold(YOUNG)
    gc.callbacks.append(stays)
    sys.setswitchinterval(SWITCH)
    with ExitStack() as open_ports:
        open_ports.callback(gc.callbacks.remove, stays)
        for port in listeners:
            open_ports.enter_context(port)
        app = create_app(config, store, lifespan=False, pages=routes)
        server = build(app, folder)
        # While it serves, uvicorn listens to signals; it raises them again when it is done, so that others may see them.
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, server.end)
        loop = (server.config.get_loop_factory() or asyncio.new_event_loop)()
        try:
            asyncio.set_event_loop(loop)
            loop.run_until_complete(run(server, listeners, Started(loaded, perf_counter() - began)))
        finally:  # everything is closed; a thread that still compiles or draws is not waited for, as asyncio.run would
            asyncio.set_event_loop(None)
            loop.close()


def leave() -> None:
    """End this process at once. Python would wait for threads first, and a bot that thinks or rules that are compiled can
    take longer than whoever stops a server waits before killing it."""
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)

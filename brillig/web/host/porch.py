"""Porch: where connections arrive. Those that are not let in go no further, and cost next to nothing.

A loop left to itself takes in all connections that wait, in one turn, and makes all that belongs to each before anybody can say
that it is one too many. Here a few are fetched in a turn, counted by their address, and taken in when it is their turn.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from brillig.web.host.connection_limits import CROWDED, Doorkeeper
from brillig.web.host.http_line import HttpLine
from brillig.web.host.turn_shares import CONNECTION
from brillig.web.limits import home
from brillig.web.logs import log

BACKLOG = 2048  # connections that wait to be fetched
AT_ONCE = 32  # that are fetched in a turn of the loop, about a millisecond
REST = 1.0  # seconds, when the system has no files left
NOT_NOW = (
    b"HTTP/1.1 %b\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-length: %d\r\n\r\n%b"
)

MakeLine = Callable[[], HttpLine]


def turn_away(connection: socket.socket, why: str) -> None:
    """With a sentence, if the other side is there to hear it."""
    status = b"503 Service Unavailable" if why is CROWDED else b"429 Too Many Requests"
    with suppress(OSError), connection:
        connection.send(NOT_NOW % (status, len(why), why.encode()))


async def take_in(keeper: Doorkeeper, make_line: MakeLine, connection: socket.socket, whose: str) -> HttpLine | None:
    """A connection that was let in, under way; None if it was gone already."""
    line = make_line()
    line.whose = whose
    try:
        await asyncio.get_running_loop().connect_accepted_socket(lambda: line, connection)
    except OSError:
        if line.transport is None:
            keeper.gone_before(whose)
        connection.close()
        return None
    return line


class Porch:
    """One port of a server."""

    def __init__(self, keeper: Doorkeeper, make_line: MakeLine, listener: socket.socket) -> None:
        self.keeper, self.make_line, self.listener = keeper, make_line, listener
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False

    def open(self) -> None:
        self.listener.setblocking(False)
        self.listener.listen(BACKLOG)
        self._watch()

    def _watch(self) -> None:
        if not self.closed:
            asyncio.get_running_loop().add_reader(self.listener.fileno(), self._arrive)

    def close(self) -> None:
        self.closed = True
        asyncio.get_running_loop().remove_reader(self.listener.fileno())

    def _arrive(self) -> None:
        keeper = self.keeper
        for _ in range(AT_ONCE):
            try:
                connection, peer = self.listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as why:
                log.error("no connection can be taken in", extra={"why": why})
                loop = asyncio.get_running_loop()
                loop.remove_reader(self.listener.fileno())
                loop.call_later(REST, self._watch)
                return
            connection.setblocking(False)
            whose = home(str(peer[0])) if isinstance(peer, tuple) else ""
            if why_not := keeper.enter(whose):
                turn_away(connection, why_not)
            else:
                self._queue(connection, whose)

    def _queue(self, connection: socket.socket, whose: str) -> None:
        keeper, begin = self.keeper, partial(self._begin, connection, whose)
        sharer = keeper.sharer(whose, connection)
        wait = keeper.pace.wait(whose) if sharer == whose else 0.0
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, keeper.shares.do, sharer, CONNECTION, begin)
        else:
            keeper.shares.do(sharer, CONNECTION, begin)

    def _begin(self, connection: socket.socket, whose: str) -> None:
        if self.closed:
            self.keeper.gone_before(whose)
            connection.close()
            return
        task = asyncio.get_running_loop().create_task(take_in(self.keeper, self.make_line, connection, whose))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

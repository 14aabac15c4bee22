"""Outbox: what is written to many connections in one turn of the loop is sent at its end, one after the other.

To send wakes whoever reads, and on a machine that is busy they take the core at once. Somebody who is woken by every view
takes it in the middle of the next one; woken by the first of many, they find the others there too. And the system's code and
ours then do not drive each other out of the nearest caches with every move.
"""

from __future__ import annotations

import asyncio
from typing import Any

MANY = 64  # connections for which something waits, from which on it is not kept any longer
MUCH = 16  # pieces that wait for one of them: the same


class Outbox:
    def __init__(self) -> None:
        self.waiting: list[PostLine] = []

    def add(self, line: PostLine) -> None:
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.send)
        self.waiting.append(line)
        if len(self.waiting) >= MANY:
            self.send()

    def send(self) -> None:
        lines, self.waiting = self.waiting, []
        for line in lines:
            line.send()


class PostLine:
    """A transport with something in the outbox, perhaps. All that goes another way goes after that."""

    __slots__ = ("box", "is_closing", "parts", "transport")

    def __init__(self, transport: Any, box: Outbox) -> None:
        self.transport, self.box = transport, box
        self.is_closing = transport.is_closing  # which is asked very often
        self.parts: list[bytes] = []

    def post(self, parts: list[bytes]) -> None:
        """Write these at the end of the turn."""
        if self.parts:
            self.parts += parts
            if len(self.parts) >= MUCH:
                self.send()
        else:
            self.parts = parts
            self.box.add(self)

    def send(self) -> None:
        if self.parts:
            data, self.parts = b"".join(self.parts), []
            if not self.is_closing():
                self.transport.write(data)

    def write(self, data: bytes) -> None:
        self.send()
        self.transport.write(data)

    def close(self) -> None:
        self.send()
        self.transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

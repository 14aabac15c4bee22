"""A line to a server that can be cut: what goes over it is held back, as when packets are lost, and then it breaks."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tests.faults.process import HOST


class CutLine:
    """A TCP proxy on a port of its own."""

    def __init__(self, port: int) -> None:
        self.to, self.port = port, 0
        self.whole = asyncio.Event()
        self.whole.set()
        self.ends: set[asyncio.StreamWriter] = set()
        self.server: asyncio.Server | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self.server = await asyncio.start_server(self._join, HOST, 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self.whole.wait()
            far_reader, far = await asyncio.open_connection(HOST, self.to)
        except OSError:
            writer.close()
            return
        self.ends |= {writer, far}
        for source, sink in ((reader, far), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, sink))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                await self.whole.wait()
                sink.write(data)
                await sink.drain()
        sink.close()
        self.ends.discard(sink)

    def cut(self) -> None:
        self.whole.clear()

    def mend(self) -> None:
        """What was on the way is lost with its connections; new ones are fine."""
        for end in list(self.ends):
            end.transport.abort()
        self.ends.clear()
        self.whole.set()

    async def close(self) -> None:
        self.mend()
        if self.server:
            self.server.close()
        for task in list(self.tasks):
            task.cancel()

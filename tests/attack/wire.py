"""Raw clients: they say what they like, from any address of this machine (all of 127.0.0.0/8 is one's own)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

HOST = "127.0.0.1"
HONEST, STRANGER = "127.0.0.1", "127.0.0.66"  # whom the server sees
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
PATIENCE = 10.0


class Spent:
    """What an attack costs whoever makes it."""

    def __init__(self) -> None:
        self.connections = self.bytes = 0
        self.seconds = 0.0


class Answer(NamedTuple):
    status: int
    head: str
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def cookie(self) -> str:
        for line in self.head.split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                return line.split(":", 1)[1].split(";")[0].strip()
        return ""


class Wire:
    """One TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, spent: Spent) -> None:
        self.reader, self.writer, self.spent = reader, writer, spent

    @classmethod
    async def open(cls, port: int, spent: Spent | None = None, source: str = STRANGER) -> Wire:
        spent = spent or Spent()
        spent.connections += 1
        opened = await asyncio.wait_for(
            asyncio.open_connection(HOST, port, local_addr=(source, 0), limit=1 << 24), PATIENCE
        )
        return cls(*opened, spent)

    async def send(self, data: bytes) -> None:
        """OSError if the server has hung up."""
        self.spent.bytes += len(data)
        self.writer.write(data)
        await self.writer.drain()

    async def frame(self, message: Any, opcode: int = 0x81) -> None:
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        size = len(data)
        head = bytes((opcode, 0x80 | size)) if size < 126 else bytes((opcode, 0xFE)) + size.to_bytes(2, "big")
        await self.send(head + b"\0\0\0\0" + data)

    async def message(self, patience: float = PATIENCE) -> Any:
        """The next text message; EOFError when the server closes."""
        while True:
            head = await asyncio.wait_for(self.reader.readexactly(2), patience)
            size = head[1] & 0x7F
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            data = await self.reader.readexactly(size)
            if head[0] & 15 == 8:
                raise EOFError(data[2:].decode(errors="replace"))
            if head[0] & 15 == 9:
                await self.frame(data, 0x8A)
            if head[0] & 15 == 1:
                return json.loads(data)

    async def wait_for(self, type: str, patience: float = PATIENCE) -> Any:
        while (message := await self.message(patience))["type"] != type:
            pass
        return message

    async def closed(self, patience: float) -> bool:
        """Does the server hang up within this time?"""
        try:
            async with asyncio.timeout(patience):
                while await self.reader.read(1 << 16):
                    pass
        except TimeoutError:
            return False
        except OSError:
            pass
        return True

    def close(self) -> None:
        self.writer.transport.abort()


def request(method: str, path: str, port: int, body: bytes = b"", headers: Mapping[str, str] | None = None) -> bytes:
    given = {"Host": f"{HOST}:{port}", "Connection": "close", **(headers or {})}
    if body:
        given = {"Content-Type": "application/json", "Content-Length": str(len(body)), **given}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
    return "\r\n".join(lines).encode() + body


async def ask(
    port: int, method: str, path: str, form: Any = None, *, cookie: str = "", source: str = STRANGER,
    headers: Mapping[str, str] | None = None, spent: Spent | None = None,
) -> Answer:  # fmt: skip
    """One request on a connection of its own. OSError, EOFError or TimeoutError if there is no answer."""
    more = {**({"Cookie": cookie} if cookie else {}), **(headers or {})}
    wire = await Wire.open(port, spent, source)
    try:
        await wire.send(request(method, path, port, b"" if form is None else json.dumps(form).encode(), more))
        top, _, body = (await asyncio.wait_for(wire.reader.read(), PATIENCE)).partition(b"\r\n\r\n")
    finally:
        wire.close()
    if not top:
        raise EOFError("The server hung up.")
    return Answer(int(top[9:12]), top.decode("latin-1"), body)


async def socket(
    port: int, table: str, *, cookie: str = "", source: str = STRANGER, spent: Spent | None = None,
    headers: Mapping[str, str] | None = None,
) -> Wire:  # fmt: skip
    """A socket at a table, after the handshake; EOFError if there is none."""
    wire = await Wire.open(port, spent, source)
    more = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
    more |= {**({"Cookie": cookie} if cookie else {}), **(headers or {})}
    await wire.send(request("GET", f"/ws/{table}", port, headers=more))
    top = await asyncio.wait_for(wire.reader.readuntil(b"\r\n\r\n"), PATIENCE)
    if b" 101 " not in top[:20]:
        wire.close()
        raise EOFError(top[:40].decode("latin-1"))
    return wire


async def named(port: int, nickname: str, source: str = STRANGER) -> str:
    """A session: its cookie."""
    return (await ask(port, "POST", "/api/session", {"nickname": nickname}, source=source)).cookie

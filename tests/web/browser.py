"""A browser for tests: a cookie, requests, and tabs with a socket each. What it reads must keep the protocol."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from brillig.web.protocol import Ack, Bye, Chat, Hello, Message, Presence, ServerPing, View, messages

PATIENCE = 60.0  # the first to ask for a game's search waits until it is compiled


class Tab:
    """A page with a table open."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.log: list[Message] = []  # everything that came, in order
        self.raw: list[str] = []
        self.unread: deque[Message] = deque()
        self.hello: Hello | None = None
        self.view: View | None = None
        self.told: dict[int, list[str]] = {}
        self.bye: Bye | None = None
        self._ids = itertools.count(1)

    # ---- sending ---------------------------------------------------------------------------------------------------

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def ask(self, **message: Any) -> Ack:
        """Send a command and wait for its answer."""
        message.setdefault("id", f"c{next(self._ids)}-{id(self)}")
        await self.send(**message)
        return await self.ack(message["id"])

    async def choose(self, code: int, ply: int | None = None, **more: Any) -> Ack:
        return await self.ask(type="choose", code=code, ply=self.view.ply if ply is None else ply, **more)

    # ---- receiving -------------------------------------------------------------------------------------------------

    async def next(self) -> Message:
        """The next message, noted."""
        raw = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(raw, str)
        message = messages.decode(raw)
        self.raw.append(raw)
        self.log.append(message)
        match message:
            case Hello():
                self.hello = message
            case View():
                assert self.view is None or message.ply >= self.view.ply
                self.view = message
                for sentence in message.told:
                    self.told.setdefault(sentence.ply, []).append(sentence.text)
            case ServerPing():
                await self.send(type="pong", n=message.n)
            case Bye():
                self.bye = message
        return message

    async def wait(self, fits: Callable[[Message], Any]) -> Any:
        """Read on until a message fits."""
        while not fits(message := await self.next()):
            pass
        return message

    async def ack(self, id: str | None) -> Ack:
        return await self.wait(lambda m: isinstance(m, Ack) and m.id == id)

    async def ready(self, fits: Callable[[View], Any] = lambda view: True) -> View:
        """A view that fits: the newest one if it does, else one that is still to come."""
        while self.view is None or not fits(self.view):
            await self.next()
        return self.view

    async def until_ply(self, ply: int) -> View:
        return await self.ready(lambda view: view.ply >= ply)

    async def quiet(self, seconds: float = 0.05) -> None:
        """Read whatever is there."""
        while True:
            try:
                await asyncio.wait_for(self._next_raw(), seconds)
            except TimeoutError:
                return

    async def _next_raw(self) -> None:
        await self.next()

    async def closed(self) -> tuple[int, str]:
        """Read until the server closes: its code and reason."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as why:
            return why.rcvd.code, why.rcvd.reason

    async def close(self) -> None:
        await self.socket.close()

    def of(self, kind: type) -> list[Any]:
        return [message for message in self.log if isinstance(message, kind)]


class Browser:
    """Somebody with a cookie."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=False, trust_env=False)
        self.tabs: list[Tab] = []

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def name(self, nickname: str) -> Browser:
        assert (await self.post("/api/session", nickname=nickname)).status_code == 200
        return self

    async def lay(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        answer = await self.post("/api/tables", game=game, seats=list(seats), **more)
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def join(self, table: dict[str, Any], invite: int | None = 0) -> int:
        body = {} if invite is None else {"invite": table["invites"][invite]["secret"]}
        answer = await self.post(f"/api/tables/{table['id']}/join", **body)
        assert answer.status_code == 200, answer.text
        return answer.json()["seat"]

    async def open(self, table: str, *, query: str = "", origin: str | None = None, ready: bool = True) -> Tab:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        socket = await connect(
            f"{self.url.replace('http', 'ws', 1)}/ws/{table}{query}",
            additional_headers={"Cookie": cookie} if cookie else {},
            origin=origin or self.url,
            compression=None,
            max_size=None,
            ping_interval=None,
            max_queue=None,
        )
        tab = Tab(socket)
        self.tabs.append(tab)
        if ready:
            await tab.wait(lambda m: isinstance(m, Hello | Bye))
        return tab

    async def close(self) -> None:
        for tab in self.tabs:
            await tab.close()
        await self.http.aclose()


__all__ = ["Ack", "Browser", "Bye", "Chat", "Hello", "Presence", "Tab", "View"]

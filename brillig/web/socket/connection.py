"""A connection: one WebSocket. Reading and writing go their own ways, and neither ever holds up a room.

What is to be sent waits here: a few letters (answers, talk) in order, and at most one view and one list of people,
of which only the newest matters. A client that does not read loses views in between, then its connection.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from msgspec import DecodeError, ValidationError

from brillig.core import SPECTATOR
from brillig.web.host.host import Host
from brillig.web.http.guard import Headers, address, our_host, same_site
from brillig.web.logs import log
from brillig.web.protocol import (
    MESSAGE_BYTES,
    OWN,
    PROTOCOL,
    Bye,
    Command,
    Error,
    Hint,
    Ping,
    Pong,
    ServerPing,
    ServerPong,
    Sync,
    ack,
    decoder,
    text,
)
from brillig.web.refusals import Refused
from brillig.web.socket import errands
from brillig.web.store import Session, StoreError
from brillig.web.table import commands, hints
from brillig.web.table.room import Room
from brillig.web.table.timing import Lag

MOST_LETTERS = 64  # waiting to be sent
MOST_BAD = 50  # messages that make no sense
LONGEST_REASON = 120  # bytes, in the frame that closes a socket
CHOICE = '{"type":"choose"'  # how a choice begins that our client sends

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Socket:
    """A browser's connection to a table."""

    __slots__ = (
        "address", "bad", "busy", "farewell", "host", "key", "lag", "letters", "name", "people", "ply", "receive", "room",
        "scope", "seat", "send", "session", "turn", "view", "wake", "write", "writer",
        "writing_since",
    )  # fmt: skip

    def __init__(self, host: Host, scope: Message, receive: Receive, send: Send) -> None:
        self.host, self.scope, self.receive, self.send = host, scope, receive, send
        # Our server can put messages on the line at once, which saves a turn of the loop. False: the line is full.
        self.write: Callable[[list[bytes]], bool] | None = scope.get("extensions", {}).get("brillig.write")
        self.address = address(scope)
        self.session: bytes | None = None
        self.key: object = self.address  # what limits are counted by, until a session is known
        self.name = "Somebody"
        self.room: Room | None = None
        self.seat = SPECTATOR  # set by the room, from the session
        self.ply = 0  # the last view that was sent
        self.letters: deque[bytes] = deque()
        self.view = self.people = False  # is a newer view, a newer list of people, to be sent?
        self.wake = asyncio.Event()
        self.farewell: tuple[int, Refused] | None = None
        self.writing_since: int | None = None  # when the message that is being sent was begun
        self.bad = 0
        self.busy = False  # is a message being seen to?
        self.turn: asyncio.Future[None] | None = None  # of the next one, while that waits
        self.lag = Lag()
        self.writer: asyncio.Task[None] | None = None

    # ---- what rooms ask for ----------------------------------------------------------------------------------------

    def letter(self, message: bytes, soon: bool = False) -> None:
        """Send this, in order. `soon`: together with what comes next; whoever says so calls `post` in the end."""
        if len(self.letters) >= MOST_LETTERS:
            self.close(OWN + 408, Refused("slow"))
            return
        self.letters.append(message)
        if not soon:
            self.post()

    def show(self) -> None:
        """There is a newer view."""
        if self.view:
            self.host.metrics.drops += 1
        self.view = True
        self.post()

    def meet(self) -> None:
        """There is a newer list of people."""
        self.people = True
        self.post()

    def ping(self, at: int) -> None:
        self.letter(text(ServerPing(self.lag.ping(at))))

    def close(self, code: int, why: Refused) -> None:
        if self.farewell is None:
            self.farewell = (code, why)
            self.wake.set()

    def stuck(self, at: int, most: int) -> bool:
        return self.writing_since is not None and at - self.writing_since > most

    def abort(self) -> None:
        """Cut the line without a word: nobody reads."""
        if self.writer:
            self.writer.cancel()
        abort = self.scope.get("extensions", {}).get("brillig.abort")
        if abort:
            abort()

    # ---- the life of a connection ----------------------------------------------------------------------------------

    async def serve(self, table: str) -> None:
        message = await self.receive()
        if message["type"] != "websocket.connect":
            return
        headers = Headers(self.scope)
        config, limits = self.host.config, self.host.limits
        fast = not limits.allow("request of an address", self.address)
        if fast or not our_host(headers, config) or not same_site(headers, config):
            await self.send({"type": "websocket.close", "code": OWN + 403})
            return
        try:
            session = await self.host.identities.find(headers)
        except StoreError:
            session = None
        if session:
            self._recognise(session)
        await self.send({"type": "websocket.accept"})
        self.host.sockets.add(self)
        self.writer = asyncio.create_task(self._write())
        try:
            async with self.host.turns.of(self.address):
                await self._enter(table)
            if listen := self.scope.get("extensions", {}).get("brillig.listen"):
                listen(self._hear)
            while (message := await self.receive())["type"] != "websocket.disconnect":
                if self.busy:  # what was begun at once comes to its end first
                    self.turn = asyncio.get_running_loop().create_future()
                    await self.turn
                    self.turn = None
                self.busy = True
                if self.farewell is None:
                    await self._handle(message)
                self.busy = False
        finally:
            self.host.sockets.discard(self)
            if self.room:
                self.room.exit(self)
            if self.farewell is None or self.writer.done():
                self.writer.cancel()
            with suppress(asyncio.CancelledError):
                await self.writer

    def _recognise(self, session: Session) -> None:
        self.session, self.key, self.name = session.id, session.id, session.nickname

    async def _enter(self, table: str) -> None:
        try:
            asked = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
            if asked.get("v", [str(PROTOCOL)])[0] != str(PROTOCOL):
                raise Refused("old_client")
            since = asked.get("since", ["0"])[0]
            self.ply = int(since) if since.isascii() and since.isdigit() and len(since) < 10 else 0
            self.host.limits.check("socket of an address", self.address)
            if len(self.host.sockets) > self.host.config.most_sockets:
                raise Refused("crowded")
            await self.host.room(table).enter(self)
        except Refused as why:
            self.host.metrics.refused[why.code] += 1
            self.close(OWN + why.status, why)

    # ---- reading ---------------------------------------------------------------------------------------------------

    def _hear(self, text: str) -> bool:
        """A message has just come, and none before it waits. A choice is made at once if nothing stands in its way; all else is
        left to the queue."""
        room = self.room
        if self.busy or self.farewell is not None or room is None or not text.startswith(CHOICE):
            return False
        if not self.host.store.at_once or not room.open_now:
            return False
        command = self._understood(text)
        if command is not None:
            self.busy = True
            errands.begin(commands.carry_out(room, self, command), self._free)  # type: ignore[arg-type]
        return True

    def _free(self) -> None:
        """What was begun at once is done. Whatever waits for it is next, before anything that comes now."""
        if self.turn and not self.turn.done():
            self.turn.set_result(None)
        else:
            self.busy = False

    async def _handle(self, message: Message) -> None:
        command = self._understood(message.get("text"))
        if command is None:
            return
        kind = type(command)
        if kind is Ping:
            self.letter(text(ServerPong(command.n)))  # type: ignore[union-attr]
        elif kind is Pong:
            self.lag.pong(command.n, self.host.clock())  # type: ignore[union-attr]
        elif kind is Sync:
            self.ply = command.since  # type: ignore[union-attr]
            self.view = True
            self.post()
        elif kind is Hint and self.room is not None:
            self.host.spawn(hints.give(self.room, self, command))  # type: ignore[arg-type]
        elif self.room is not None:
            await commands.carry_out(self.room, self, command)  # type: ignore[arg-type]

    def _understood(self, given: str | None) -> Command | None:
        if given is None:
            self._complain("not_text")
            return None
        if len(given) > MESSAGE_BYTES // 4 and len(given.encode()) > MESSAGE_BYTES:
            self._complain("too_long")
            return None
        try:
            command = decoder.decode(given)
        except ValidationError as why:
            self._complain("bad_message", f"The message is not understood: {str(why)[:200]}.")
            return None
        except (DecodeError, UnicodeError, RecursionError):
            self._complain("bad_json")
            return None
        limits = self.host.limits
        if not (limits.allow("message of a session", self.key) and limits.allow("message of an address", self.address)):
            self._complain("too_fast", id=getattr(command, "id", None))
            return None
        return command

    def _complain(self, code: str, sentence: str = "", id: str | None = None) -> None:
        self.host.metrics.refused[code] += 1
        self.bad += 1
        self.letter(ack(id, code, sentence or Refused(code).sentence))
        if self.bad >= MOST_BAD:
            log.info("socket closed for abuse", extra={"table": self.room.id if self.room else ""})
            self.host.limits.punish(self.address)
            self.close(OWN + 429, Refused("abuse"))

    # ---- writing ---------------------------------------------------------------------------------------------------

    def post(self) -> None:
        """Put on the line what goes at once; the writer waits for the rest. This never waits."""
        if self.write is None or self.writing_since is not None or self.farewell is not None:
            self.wake.set()
            return
        messages = list(self.letters)
        self.letters.clear()
        while (self.people or self.view) and (message := self._next()):
            messages.append(message)
        if messages and not self.write(messages):
            self.letters.extendleft(reversed(messages))
            self.wake.set()

    async def _write(self) -> None:
        send, clock, wake = self.send, self.host.clock, self.wake
        with suppress(OSError, RuntimeError):  # the client is gone
            while self.farewell is None:
                await wake.wait()
                wake.clear()
                while (message := self._next()) is not None:
                    self.writing_since = clock()
                    await send({"type": "websocket.send", "text": message.decode()})
                self.writing_since = None
            code, why = self.farewell
            self.writing_since = clock()
            await send({"type": "websocket.send", "text": text(Bye(Error(why.code, why.sentence))).decode()})
            reason = why.sentence.encode()[:LONGEST_REASON].decode(errors="ignore")
            await send({"type": "websocket.close", "code": code, "reason": reason})
            self.writing_since = None

    def _next(self) -> bytes | None:
        if self.letters:
            return self.letters.popleft()
        room = self.room
        if room is None:
            return None
        if self.people:
            self.people = False
            return room.presence()
        if self.view:
            self.view = False
            return room.view_for(self)
        return None


class SocketDoor:
    """Every connection to a table comes in here."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def __call__(self, scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        return Socket(self.host, scope, receive, send).serve(scope["path_params"]["id"])

"""Frames: the bytes of one WebSocket, bounded in all that they may cost.

uvicorn's own protocol with four things more: a bound on the work that a client can make, a way to hear at once and to send at
the end of the turn, and a way to cut the line when nobody reads (closing would wait for the reader). There is no public way to
any of these, so this leans on how uvicorn is made inside; its version is pinned in pyproject.toml, and tests/web/test_frames.py
would notice.

Nearly all that comes is a short message in a frame of its own, which is read here. Every other frame that is whole goes to
uvicorn by itself, so that what follows begins with a frame again; and from a frame on that comes in pieces all is uvicorn's.

Any frame costs something, even one that says nothing: a pong, an empty part of a message. So every frame counts, and
every few KiB of a longer one; of what an address sends only a share is read in one turn of the loop, so that others are
served in between (turn_shares.py); and whoever sends more than any honest client would is cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from brillig.web.host.connection_limits import Doorkeeper
from brillig.web.host.outbox import PostLine
from brillig.web.host.turn_shares import SHARE
from brillig.web.http.guard import address

TEXT, CLOSE = 0x81, 0x88  # the first byte of a frame with a whole text, and of one that says good-bye
MASKED = 0x80  # set in the second; the rest of it is the length up to SHORT, or says how long the length is
SHORT = 125
UNREAD = 8  # messages that wait until no more are read
UNSENT = 64 << 10  # bytes waiting in a connection until its writer is made to wait


class SocketLine(WebSocketsSansIOProtocol):
    def __init__(self, keeper: Doorkeeper, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.keeper = keeper
        self.budget = keeper.frames()
        self.sharer: Hashable = None
        self.alone = False  # is what comes here counted for this connection only?
        self.unread = b""  # what came and was not looked at yet
        self.plain = False  # does the next byte begin a frame, and is no message half-way?
        # Takes a message at once, or leaves it to the queue; what waits there goes first.
        self.hear: Callable[[str], bool] | None = None
        self.outgoing: PostLine  # the transport

    def connection_made(self, transport: Any) -> None:
        self.outgoing = PostLine(transport, self.keeper.outbox)
        super().connection_made(cast(Any, self.outgoing))
        self.sharer = self.keeper.sharer_of(transport)
        self.alone = self.sharer == id(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.unread = b""
        self.keeper.leave(self.outgoing.transport)
        super().connection_lost(exc)
        self.hear = None

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:  # what refers to us in a circle would stay until somebody looks for garbage, while everybody waits
            self.scope["extensions"] = {}

    # ---- reading ---------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.alone and not self.unread and len(data) <= SHARE and not self.transport.is_closing():
            # Nobody else has a part in this share.
            self._read(data)
            return
        waits, self.unread = bool(self.unread), self.unread + data
        if not waits:  # else the transport had this already when it was told to wait
            self._soon()
            if self.unread:
                self.transport.pause_reading()

    def _soon(self) -> None:
        self.keeper.shares.do(self.sharer, min(SHARE, len(self.unread)), self._read_on)

    def _read_on(self) -> None:
        """A piece, and the next one when others had their turn."""
        if self.transport.is_closing():
            self.unread = b""
            return
        piece, self.unread = self.unread[:SHARE], self.unread[SHARE:]
        self._read(piece)
        if self.unread:
            self._soon()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        if not self.handshake_complete:  # all that may come before is the request
            self.plain = not self.handshake_initiated and data.endswith(b"\r\n\r\n")
            self._pass_on(data)
            return
        # Nearly always one short message, and all of it.
        alone = self.plain and 6 <= len(data) == data[1] - MASKED + 6 <= SHORT + 6 and data[0] == TEXT
        if alone and self._heard(data[2:6], data[6:]):
            return
        while self.plain and data and not self.transport.is_closing():
            size = frame_size(data)
            if not 0 < size <= len(data) or data[0] < TEXT:  # in pieces, or part of a message
                self.plain = False
            elif data[0] == TEXT and MASKED <= data[1] <= MASKED | SHORT and self._heard(data[2:6], data[6:size]):
                data = data[size:]
            else:
                self.plain = data[0] != CLOSE
                self._pass_on(data[:size])
                data = data[size:]
        if data and not self.transport.is_closing():
            self._pass_on(data)

    def _heard(self, mask: bytes, masked: bytes) -> bool:
        """A short text. No if it is none: uvicorn knows what to say then."""
        size = len(masked)
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "little")
        payload = (int.from_bytes(masked, "little") ^ key).to_bytes(size, "little")
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            return False
        if not self.budget.take(self.keeper.clock()):
            self._too_many()
        elif not (self.hear and self.queue.empty() and not self.close_sent and self.hear(text)):
            self.curr_msg_data_type, self.frames = "text", [payload]
            self.send_receive_event_to_app()
        return True

    def _pass_on(self, data: bytes) -> None:
        """uvicorn reads it."""
        self.conn.receive_data(data)
        for _ in range(max(1, len(self.conn.events))):
            if self.handshake_initiated and not self.budget.take(self.keeper.clock()):
                self._too_many()
                return
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
            return
        try:
            self.handle_events()
        except InvalidState:  # text that is not UTF-8, and a good-bye right after it
            self.keeper.cut(self.outgoing.transport, "nonsense on a socket")

    def _too_many(self) -> None:
        self.keeper.limits.punish(address(cast(Any, self.scope)))
        self.keeper.cut(self.outgoing.transport, "too many frames on a socket")

    def send_receive_event_to_app(self) -> None:
        """A message has come whole. uvicorn would stop reading at each one, which costs two calls of the system."""
        paused = self.read_paused
        self.read_paused = paused or self.queue.qsize() < UNREAD
        super().send_receive_event_to_app()
        if self.queue.qsize() <= UNREAD:
            self.read_paused = paused

    async def receive(self) -> Any:
        """The next message. (uvicorn would read on as soon as one is taken; what has come already goes first.)"""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if not self.unread and not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    # ---- writing ---------------------------------------------------------------------------------------------------

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.transport.set_write_buffer_limits(high=UNSENT)
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions["brillig.abort"] = self.transport.abort
            extensions["brillig.write"] = self.write
            extensions["brillig.listen"] = self.listen

    def listen(self, hear: Callable[[str], bool]) -> None:
        self.hear = hear

    def write(self, texts: list[bytes]) -> bool:
        """Put messages on the line, unless it is full or closing. A text frame that is not compressed has no state."""
        if not self.handshake_complete or not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        parts: list[bytes] = []
        for text in texts:
            parts += (_head(len(text)), text)
        self.outgoing.post(parts)
        return True


def frame_size(data: bytes) -> int:
    """The length of the frame that begins here; 0 while its head is not there as a whole."""
    if len(data) < 2:
        return 0
    size, head = data[1] & 127, 6 if data[1] & MASKED else 2
    if size > SHORT:
        more = 2 if size == 126 else 8
        size, head = int.from_bytes(data[2 : 2 + more], "big"), head + more
    return head + size if len(data) >= head else 0


def _head(size: int) -> bytes:
    """The head of a text frame."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else b"\x81\x7f" + size.to_bytes(8, "big")

"""The bytes of a socket: in any pieces they mean what the reference says, and no bytes hold anybody else up."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from itertools import pairwise

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from brillig.web.config import Config
from brillig.web.host.host import Host
from brillig.web.host.turn_shares import SHARE
from brillig.web.server.process import LONGEST_FRAME
from brillig.web.socket.frames import SocketLine
from tests.attack import wire
from tests.web.conftest import serving
from tests.web.memory_store import MemoryStore

HELLO = wire.request(
    "GET", "/ws/x", 1, headers={"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": wire.KEY}
)  # fmt: skip


class Transport:
    """A connection to nobody."""

    def __init__(self) -> None:
        self.closed, self.sent = False, b""

    def get_extra_info(self, name, default=None):
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def is_closing(self):
        return self.closed

    def close(self):
        self.closed = True

    abort = close

    def write(self, data):
        self.sent += data

    def pause_reading(self): ...

    def resume_reading(self): ...

    def set_write_buffer_limits(self, high): ...


def line(loop, limits=0, more=b""):
    async def app(scope, receive, send):
        await send({"type": "websocket.accept"})
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(100)

    host = Host(Config(limits=limits), MemoryStore())
    config = uvicorn.Config(app, ws_max_size=LONGEST_FRAME, ws_per_message_deflate=False, log_config=None)
    config.load()
    made = SocketLine(host.doors, config, ServerState(), {}, loop)
    made.connection_made(Transport())
    hear(loop, made, [HELLO + more])
    loop.run_until_complete(asyncio.sleep(0))
    loop.run_until_complete(asyncio.sleep(0))
    made.queue.get_nowait()
    return made


def hear(loop, made, pieces):
    """All of them in one turn of the loop."""

    async def say():
        for piece in pieces:
            if piece and not made.transport.closed:
                made.data_received(piece)

    loop.run_until_complete(say())


def reference(stream):
    """The messages in a stream, as `websockets` reads it; and whether it ends in an error."""
    machine, parts, found = ServerProtocol(max_size=LONGEST_FRAME, state=OPEN), [], []
    machine.receive_data(stream)
    for event in machine.events_received():
        if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            parts.append(event)
            if event.fin:
                whole = b"".join(part.data for part in parts)
                try:
                    found.append(whole.decode() if parts[0].opcode is Opcode.TEXT else whole)
                except UnicodeDecodeError:
                    return found, True
                parts = []
        elif event.opcode is Opcode.CLOSE:
            return found, True
    return found, machine.parser_exc is not None


def frame(opcode, data, fin=True):
    return Frame(opcode, data, fin).serialize(mask=True)


whole = st.one_of(
    st.builds(lambda text: frame(Opcode.TEXT, text.encode()), st.text(max_size=200)),
    st.builds(lambda data: frame(Opcode.TEXT, data), st.binary(max_size=20)),
    st.builds(lambda data: frame(Opcode.BINARY, data), st.binary(max_size=300)),
    st.builds(lambda n: frame(Opcode.BINARY, b"x" * n), st.sampled_from([125, 126, SHARE, 65535, 65536, LONGEST_FRAME + 1])),
    st.builds(lambda data: frame(Opcode.PING, data), st.binary(max_size=125)),
    st.builds(lambda data: frame(Opcode.CONT, data), st.binary(max_size=9)),
    st.builds(
        lambda text, n: frame(Opcode.TEXT, text, False) + frame(Opcode.PONG, b"") * n + frame(Opcode.CONT, text),
        st.binary(max_size=20), st.integers(0, 3),
    ),
    st.just(frame(Opcode.CLOSE, b"\x03\xe8")),
    st.binary(max_size=12),
)  # fmt: skip


@given(st.lists(whole, max_size=6), st.data())
def test_a_stream_in_any_pieces_means_what_the_reference_says(frames, data):
    stream = b"".join(frames)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(stream) - 1)), max_size=8)))
    loop = asyncio.new_event_loop()
    try:
        made = line(loop)
        hear(loop, made, [stream[a:b] for a, b in pairwise([0, *cuts, len(stream)])])
        deadline = loop.time() + 30
        while made.keeper.shares.waiting and loop.time() < deadline:
            loop.run_until_complete(asyncio.sleep(0))
        loop.run_until_complete(asyncio.sleep(0))
        assert not made.keeper.shares.waiting
        got = [made.queue.get_nowait() for _ in range(made.queue.qsize())]
        messages = [m.get("text", m.get("bytes")) for m in got if m["type"] == "websocket.receive"]
        expected, ended = reference(stream)
        assert messages == (expected[: len(messages)] if ended else expected)  # what precedes an error may be dropped
        assert made.transport.closed == ended
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


def test_what_looks_like_a_message_inside_another_is_none():
    inner = b"\x81\x82\0\0\0\0hi"  # a whole message of text
    outer = b"\x82" + bytes((0x80 | len(inner),)) + b"\0\0\0\0" + inner
    loop = asyncio.new_event_loop()
    try:
        made = line(loop)
        hear(loop, made, (outer[:6], outer[6:], inner))
        got = [made.queue.get_nowait() for _ in range(made.queue.qsize())]
        assert [m.get("text", m.get("bytes")) for m in got] == [inner, "hi"]
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


def test_short_messages_are_heard_at_once_and_in_order():
    """Frames in between, long ones and messages in parts do not change the order; what is not taken at once waits in the queue."""
    loop, heard = asyncio.new_event_loop(), []

    def take(text):
        heard.append(text)
        return text != "later"

    try:
        made = line(loop)
        made.listen(take)
        stream = (
            frame(Opcode.TEXT, b"a") + frame(Opcode.PONG, b"") + frame(Opcode.TEXT, b"b") + frame(Opcode.TEXT, b"later")
        )
        stream += frame(Opcode.TEXT, b"c") + frame(Opcode.TEXT, b"x" * 200)
        hear(loop, made, [stream])
        assert heard == ["a", "b", "later"]
        got = [made.queue.get_nowait()["text"] for _ in range(made.queue.qsize())]
        assert got == ["later", "c", "x" * 200]
        hear(loop, made, [frame(Opcode.TEXT, b"d")])
        assert heard[3:] == ["d"]
        parts = frame(Opcode.TEXT, b"1", False) + frame(Opcode.CONT, b"2")
        hear(loop, made, [parts, frame(Opcode.TEXT, b"e")])  # from here on it is all uvicorn's
        assert heard[4:] == []
        assert [made.queue.get_nowait()["text"] for _ in range(made.queue.qsize())] == ["12", "e"]
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


def test_bytes_that_come_with_the_request_are_part_of_a_frame():
    """Half a frame right behind the request: what follows is its other half, whatever it looks like."""
    inner = frame(Opcode.TEXT, b"in")
    outer = b"\x82" + bytes((0x80 | len(inner),)) + b"\0\0\0\0" + inner
    loop, heard = asyncio.new_event_loop(), []
    try:
        made = line(loop, more=outer[:6])
        made.listen(lambda text: bool(heard.append(text)) or True)
        hear(loop, made, [outer[6:]])
        assert heard == []
        assert made.queue.get_nowait()["bytes"] == inner
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


FLOODS = {
    "pongs": b"\x8a\x80\0\0\0\0",
    "pings": b"\x89\x80\0\0\0\0",
    "parts": b"\x00\x80\0\0\0\0",
    "bytes": b"\x00\x81\0\0\0\0a",
    "messages": b"\x81\x80\0\0\0\0",
}


@pytest.mark.anyio
@pytest.mark.parametrize("kind", FLOODS)
async def test_no_bytes_hold_the_others_up(kind):
    """8 MB of the smallest frames: the sender is cut off, and nobody else waits for more than a few slices."""
    async with serving(limits=1) as place:
        (ann,) = await place.people("Ann")
        table = (await ann.post("/api/tables", game="othellino", seats=["me", "open"], listed=True)).json()["id"]
        port = int(place.url.rpartition(":")[2])
        stranger = await wire.socket(port, table)
        if kind in ("parts", "bytes"):
            await stranger.send(b"\x01\x80\0\0\0\0")
        longest, last, done = 0.0, time.perf_counter(), False

        async def watch():
            nonlocal longest, last
            while not done:
                await asyncio.sleep(0)
                now = time.perf_counter()
                longest, last = max(longest, now - last), now

        watching = asyncio.create_task(watch())
        with pytest.raises(OSError):  # noqa: PT011
            for _ in range(8 << 4):
                await stranger.send(FLOODS[kind] * (65536 // len(FLOODS[kind])))
        done = True
        await watching
        assert longest < 0.25
        assert place.host.metrics.turned_away["too many frames on a socket"] == 1 or place.host.metrics.refused
        stranger.close()

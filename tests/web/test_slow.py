"""A client that stops reading holds nobody up, takes no memory, and is cut off."""

from __future__ import annotations

import asyncio
import socket as sockets
import time

import pytest

from brillig.web.socket.connection import MOST_LETTERS
from brillig.web.table.room import BUSY
from tests.web.conftest import serving
from tests.web.test_commands import two

pytestmark = pytest.mark.anyio


async def stop_reading(place, table):
    """A spectator who opens the table and never reads a byte after the handshake."""
    host, port = place.url.removeprefix("http://").split(":")
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, (host, int(port)))
    await asyncio.get_running_loop().sock_sendall(
        raw,
        f"GET /ws/{table['id']} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode(),
    )
    before = set(place.host.sockets)
    while not (new := [s for s in place.host.sockets - before if s.room]):
        await asyncio.sleep(0.01)
    return raw, new[0]


async def test_a_client_that_does_not_read():
    async with serving(slow_seconds=1.0) as place:
        table, _, mover, other = await two(place)
        raw, slow = await stop_reading(place, table)
        while slow.writing_since is None:  # fill what lies between us
            slow.view = True
            slow.wake.set()
            await asyncio.sleep(0)
        for _ in range(50):
            slow.show()
            await asyncio.sleep(0)
        assert place.host.metrics.drops >= 49
        assert slow.view
        assert not slow.letters
        for ply in range(6):
            tab = (mover, other)[ply % 2]
            view = await tab.until_ply(ply)
            assert (await tab.choose(view.scene.choices[0].code)).ok
        assert place.host.metrics.cut == 0  # nobody has waited until it was sent away
        while slow in place.host.sockets:
            await asyncio.sleep(0.05)
        assert place.host.metrics.cut == 1
        assert slow not in list(place.host.rooms[table["id"]].audience)
        raw.close()
        assert "brillig_queue_drops_total" in (await place.browser().get("/metrics")).text


async def test_letters_are_bounded():
    async with serving() as place:
        table, *_ = await two(place)
        raw, slow = await stop_reading(place, table)
        while slow.writing_since is None:
            slow.view = True
            slow.wake.set()
            await asyncio.sleep(0)
        for _ in range(MOST_LETTERS + 10):
            slow.letter("x")
        assert len(slow.letters) == MOST_LETTERS
        assert slow.farewell
        raw.close()
        while slow in place.host.sockets:
            await asyncio.sleep(0.02)


async def test_a_missed_view_is_made_up_for(place):
    """Views in between are dropped, sentences are not."""
    table, _, mover, other = await two(place)
    room = place.host.rooms[table["id"]]
    (socket,) = room.audience.viewers[other.hello.seat]
    socket.write = None
    real, socket.wake = socket.wake, asyncio.Event()  # its writer sleeps
    browser = next(b for b in place.browsers if other in b.tabs)
    helper = await browser.open(table["id"])
    for ply in range(4):
        tab = (mover, helper)[ply % 2]
        view = await tab.until_ply(ply)
        assert (await tab.choose(view.scene.choices[0].code)).ok
    await helper.until_ply(4)
    assert place.host.metrics.drops == 3
    socket.wake = real
    real.set()
    view = await other.until_ply(4)
    assert view.told == [t for m in helper.log if hasattr(m, "told") for t in m.told]
    assert sum(hasattr(m, "told") for m in other.log) == 2


async def test_when_very_much_goes_on_those_who_are_to_decide_see_first(monkeypatch):
    patience = 1.0
    monkeypatch.setattr("brillig.web.table.audience.PATIENCE", patience)
    async with serving() as place:
        _, _, mover, other = await two(place)
        place.host.commands = BUSY  # at other tables
        view = await mover.until_ply(0)
        began = time.perf_counter()
        ack = await mover.choose(view.scene.choices[0].code)
        assert (await other.until_ply(1)).scene.choices
        assert mover.view.ply == 0
        assert (await mover.until_ply(ack.ply)).scene.choices == []
        assert time.perf_counter() - began >= patience
        # What comes meanwhile comes together with it.
        view = await other.until_ply(1)
        await other.choose(view.scene.choices[0].code)
        view = await mover.until_ply(2)
        assert view.scene.choices
        await mover.choose(view.scene.choices[0].code)
        view = await other.until_ply(3)
        assert [told.ply for told in view.told] == [2, 3]

"""Frames that no client should send: no crash, no leak, no double move, no growth; below that, frames that are none."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import subprocess
import sys

import pytest

from tests.faults.fuzz import run
from tests.faults.process import ROOT
from tests.web.conftest import serving
from tests.web.test_commands import two

GROWTH = 4096  # kilobytes from the third tenth on


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_a_thousand_frames():
    found = run(1200, random.randrange(1 << 32))
    assert found["frames"] >= 1200
    assert found["moves"] > 8
    assert found["sockets_closed"] > 3


@pytest.mark.soak
def test_200_000_frames_and_flat_memory():
    # In a process of its own: pytest keeps every line that is logged, and that is not what is to be measured.
    fuzz = [sys.executable, "-m", "tests.faults.fuzz", "250000"]
    ran = subprocess.run(fuzz, cwd=ROOT, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()[-2000:]
    found = json.loads(ran.stdout)
    print(found)
    sizes = found["kilobytes"]
    assert sizes[-1] - sizes[2] < GROWTH, found


def frame(dice: random.Random) -> bytes:
    """A WebSocket frame, mostly wrong: opcode, reserved bits, length, mask, or text that is no UTF-8."""
    payload = dice.choice((b'{"type":"ping"}', b"\xff\xfe\xed\xa0\x80", b"", dice.randbytes(dice.randrange(200))))
    first = dice.choice((0x81, 0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, dice.randrange(256)))
    claimed = dice.choice((len(payload), len(payload), dice.randrange(126)))
    mask = dice.choice((0x80, 0x80, 0x80, 0))
    head = bytes((first, mask | dice.choice((claimed & 127, claimed & 127, 126, 127))))
    return head + dice.randbytes(dice.choice((4, 4, 0, 2, 8))) + payload


async def abuse(place, table: str, seed: int) -> None:
    """One connection: a handshake (perhaps a bad one), then frames until it breaks."""
    dice = random.Random(seed)
    port = int(place.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(dice.randbytes(16)).decode()
    version = dice.choice(("13", "13", "13", "13", "8", "x"))
    writer.write(
        f"GET /ws/{table}?since={dice.randrange(-3, 9)} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    try:
        head = await asyncio.wait_for(reader.read(200), 20)
        assert not head.startswith(b"HTTP/1.1 5"), f"seed {seed}: {head!r}"
        for _ in range(dice.randrange(1, 9)):
            writer.write(frame(dice))
            await writer.drain()
            await asyncio.sleep(0)
    except ConnectionError:
        pass  # the server has had enough
    finally:
        writer.close()


async def raw(connections: int) -> None:
    async with serving() as place:
        table, _, mover, other = await two(place)
        first = random.randrange(1 << 32)
        for seed in range(first, first + connections, 10):
            await asyncio.gather(*(abuse(place, table["id"], seed + k) for k in range(10)))
            await asyncio.gather(mover.quiet(0.001), other.quiet(0.001))
        view = await mover.ready()
        assert (await mover.choose(view.scene.choices[0].code)).ok
        assert (await other.until_ply(1)).ply == 1
        for _ in range(200):
            if len(place.host.sockets) == 2:
                break
            await asyncio.sleep(0.05)
        assert len(place.host.sockets) == 2  # the others are gone, and nothing of them is left
        assert len(place.host.rooms[table["id"]].audience) == 2
        assert len(place.store.logs[table["id"]]) == 2


@pytest.mark.anyio
async def test_frames_that_are_none():
    await raw(100)


@pytest.mark.soak
@pytest.mark.anyio
async def test_many_frames_that_are_none():
    await raw(5000)

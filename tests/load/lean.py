"""Clients that cost as little as can be, in a process of their own: python -m tests.load.lean PORT < orders

Reads orders, a line of JSON each, and answers each with a line of JSON. A client speaks WebSocket itself, and looks
into a message no further than it must: the machine is to be busy with the server.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from contextlib import suppress
from typing import Any

import uvloop

from tests.faults.process import HOST, ask
from tests.load import quick

PLY = re.compile(rb'^\{"type":"view","ply":(\d+)')
CHOICE = re.compile(rb'"choices":\[\{"code":(\d+)')
AT_ONCE = 100  # connections being made at the same time
LAST = 5.0  # seconds for those who have not come to the end of their match when the first has
RAMP = 0.1  # seconds after which as many moves are being answered as are being made: from then on a short match counts


class Client(asyncio.Protocol):
    """One socket. `player` plays on it; without one it only stays open."""

    def __init__(self, port: int, table: str, cookie: str, player: Player | None = None) -> None:
        self.request = (
            f"GET /ws/{table} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
        )
        self.player = player
        self.buffer = bytearray()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request.encode())

    def connection_lost(self, why: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(why or ConnectionError("The server hung up."))

    def send(self, message: bytes) -> None:
        """A masked frame of less than 126 bytes; the mask is zero, which leaves the message as it is."""
        self.transport.write(b"\x81" + bytes((0x80 | len(message),)) + b"\0\0\0\0" + message)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        if not buffer and self.open and data[0] == 0x81:  # nearly always one message, and all of it
            size, head = data[1], 2
            if size == 126:
                size, head = int.from_bytes(data[2:4], "big"), 4
            if size != 127 and len(data) == head + size:
                self._message(data[head:])
                return
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                self.ready.set_exception(ConnectionError(buffer[:80].decode("latin-1")))
                return
            del buffer[: end + 4]
            self.open = True
        while len(buffer) >= 2:
            size, head = buffer[1], 2
            if size == 126:
                size, head = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < head + size:
                return
            kind, message = buffer[0] & 15, bytes(buffer[head : head + size])
            del buffer[: head + size]
            if kind == 1:
                self._message(message)
            elif kind == 9:
                self.transport.write(b"\x8a\x80\0\0\0\0")

    def _message(self, message: bytes) -> None:
        if not self.ready.done():
            self.ready.set_result(None)
        if self.player:
            if message.startswith(b'{"type":"ack"'):
                self.player.answered(message)
            elif message.startswith(b'{"type":"view"'):
                self.player.saw(message)


class Player:
    """Makes the first choice there is, again and again."""

    def __init__(self, game: Play) -> None:
        self.game = game
        self.client: Client
        self.began = 0.0
        self.waiting = False  # for an answer
        self.ply = -1  # of the newest view that was answered
        self.early = b""  # the view that came before the start
        self.over = False

    def start(self) -> None:
        if self.early:
            self.saw(self.early, random.random())

    def opening(self) -> tuple[int, int]:
        """The ply and the choice with which it begins; no choice if it is not its turn."""
        ply, choice = PLY.match(self.early), CHOICE.search(self.early)
        return (int(ply[1]), int(choice[1])) if ply and choice else (-1, -1)

    def saw(self, view: bytes, part: float = 1.0) -> None:
        """`part` of the pause: the first moves must not come all at once."""
        if not self.game.running:
            self.early = view
            return
        found, choice = PLY.match(view), CHOICE.search(view)
        if not view.endswith(b'"result":null}'):
            if not self.over:
                self.over = True
                self.game.over()
        elif found and choice and not self.waiting and int(found[1]) > self.ply:
            self.ply, self.waiting = int(found[1]), True
            move = b'{"type":"choose","id":"%d","ply":%d,"code":%s}' % (self.ply, self.ply, choice[1])
            asyncio.get_running_loop().call_later(part * self.game.pause, self._move, move)

    def _move(self, move: bytes) -> None:
        if self.game.running:
            self.began = time.perf_counter()
            self.client.send(move)

    def answered(self, ack: bytes) -> None:
        if self.waiting and b'"ok":true' in ack:
            self.waiting = False
            self.game.latencies.append(time.perf_counter() - self.began)
        elif b'"ok":false' in ack:
            self.game.refused.append(ack.decode())


class Play:
    """One measurement: N matches of two sockets, until the first match is over or the time is up. The others are played to
    their end all the same: a server is not to be left with matches in which somebody is awaited."""

    def __init__(self) -> None:
        self.pause = 0.0  # of each player before a move
        self.running = False  # nobody moves before everybody sits
        self.latencies: list[float] = []  # seconds from each move to its answer
        self.refused: list[str] = []
        self.done, self.all_done = asyncio.Event(), asyncio.Event()
        self.sitting = 0  # players whose match is not over

    def over(self) -> None:
        self.done.set()
        self.sitting -= 1
        if not self.sitting:
            self.all_done.set()


class Clients:
    def __init__(self, port: int) -> None:
        self.port = port
        self.tables: list[dict[str, Any]] = []
        self.idle: list[Client] = []
        self.live: list[Client] = []
        self.game = Play()

    async def lay(self, matches: int) -> dict[str, Any]:
        """Sit two people down at each of N tables."""
        self.tables = await _some(self._lay, range(matches))
        return {"matches": len(self.tables)}

    async def _lay(self, _: int) -> dict[str, Any]:
        form = {"game": "othellino", "options": {"first_mover": "seat 1"}, "seats": ["me", "open"]}
        table = await ask(self.port, "POST", "/api/tables", form)
        other = await ask(self.port, "POST", f"/api/tables/{table.body['id']}/join", {"invite": table.body["invite"]})
        return {"id": table.body["id"], "cookies": (table.cookie, other.cookie)}

    async def think(self, bots: int) -> dict[str, Any]:
        """Tables at which experts play each other, two at each, and somebody watches: else they would stand still."""
        form = {"game": "othellino", "seats": ["bot:expert", "bot:expert"]}
        laid = await _some(lambda _: ask(self.port, "POST", "/api/tables", form), range(bots // 2))
        self.idle += await _some(lambda table: self._open(table.body["id"]), laid)
        return {"bots": bots}

    async def sit(self) -> dict[str, Any]:
        """Everybody sits down, and nobody moves yet."""
        self.game = Play()
        seats = [(table, seat) for table in self.tables for seat in (1, 0)]
        self.live = await _some(lambda seat: self._sit(self.game, *seat), seats)
        return {}

    async def play(self, seconds: float, rate: float = 0.0) -> dict[str, Any]:
        """Play them all: as fast as it goes, or so many moves a second together."""
        began = time.perf_counter()
        if not self.live:
            await self.sit()
        return await self._paced(seconds, rate, began) if rate else self._fast(seconds, began)

    def _fast(self, seconds: float, began: float) -> dict[str, Any]:
        for client in self.live:
            client.transport.pause_reading()
        fds = [client.transport.get_extra_info("socket").fileno() for client in self.live]
        first = [client.player.opening() for client in self.live if client.player]
        used = time.process_time()
        done = quick.play(fds, first, seconds, RAMP, LAST)
        return {
            "opening": done.began - began, "clients_cpu": time.process_time() - used, "all": done.all,
            "refused": [f"{done.refused} choices were refused."] if done.refused else [],
            **_figures(done.latencies, done.began, done.ended, done.before, done.since),
        }  # fmt: skip

    async def _paced(self, seconds: float, rate: float, began: float) -> dict[str, Any]:
        game = self.game
        game.pause = len(self.tables) / rate
        opened, used, game.running = time.perf_counter(), time.process_time(), True
        game.sitting = len(self.live)
        at_first: list[tuple[float, int]] = []
        ramp = asyncio.get_running_loop().call_later(
            RAMP, lambda: at_first.append((time.perf_counter(), len(game.latencies)))
        )
        for client in self.live:
            if client.player:
                client.player.start()
        with suppress(TimeoutError):
            await asyncio.wait_for(game.done.wait(), seconds)
        ended, counted = time.perf_counter(), list(game.latencies)
        ramp.cancel()
        if game.done.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(game.all_done.wait(), LAST)
        game.running = False
        since, before = at_first[0] if at_first else (opened, 0)
        return {
            "opening": opened - began, "clients_cpu": time.process_time() - used, "all": len(game.latencies),
            "refused": game.refused[:3], **_figures(counted, opened, ended, before, since),
        }  # fmt: skip

    async def _sit(self, game: Play, table: dict[str, Any], seat: int) -> Client:
        player = Player(game)
        player.client = await self._open(table["id"], table["cookies"][seat], player)
        return player.client

    async def watch(self, each: int) -> dict[str, Any]:
        """So many sockets at every table that only watch."""
        more = await _some(lambda table: self._open(table["id"]), [t for _ in range(each) for t in self.tables])
        self.idle += more
        await asyncio.sleep(1)
        return {"idle": len(self.idle)}

    async def hang_up(self) -> dict[str, Any]:
        for client in (*self.idle, *self.live):
            client.transport.abort()
        self.idle, self.live = [], []
        return {}

    async def _open(self, table: str, cookie: str = "", player: Player | None = None) -> Client:
        loop = asyncio.get_running_loop()
        client = Client(self.port, table, cookie, player)
        if player:
            player.client = client
        await loop.create_connection(lambda: client, HOST, self.port)
        await asyncio.wait_for(client.ready, 60)
        return client


def _figures(latencies: list[float], began: float, ended: float, before: int, since: float) -> dict[str, Any]:
    """What is said of so many moves. `before`: those made until `since`, when as many were answered as made."""
    moves, sooner = len(latencies), sorted(latencies)
    return {
        "moves": moves, "seconds": ended - began, "steady": [moves - before, ended - since],
        "per_second": (moves - before) / (ended - since),
        **{f"p{q}": 1000 * sooner[min(moves - 1, moves * q // 100)] for q in (50, 99) if moves},
    }  # fmt: skip


async def _some(make: Any, items: Any) -> list[Any]:
    """Everything made, not too many at the same time."""
    few = asyncio.Semaphore(AT_ONCE)

    async def one(item: Any) -> Any:
        async with few:
            return await make(item)

    return await asyncio.gather(*map(one, items))


async def main(port: int) -> None:
    clients = Clients(port)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        name, *args = json.loads(line)
        print(json.dumps(await getattr(clients, name)(*args)), flush=True)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))

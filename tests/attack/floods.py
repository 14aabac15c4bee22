"""Floods: attacks that would keep the server too busy for anybody else. Honest players sit there meanwhile."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from tests.attack import wire
from tests.attack.stage import Outcome, compiled, memory, server, stage
from tests.attack.wire import Spent, Wire, ask

GONE = (OSError, EOFError, TimeoutError)
ALL = 8 << 20  # bytes of frames on one socket
FRAMES = {  # the first frame, and the one that is said over and over
    "pongs": (b"", b"\x8a\x80\0\0\0\0"),
    "pings": (b"", b"\x89\x80\0\0\0\0"),
    "continuations": (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"),
    "empty messages": (b"", b"\x81\x80\0\0\0\0"),
    "single bytes": (b"\x01\x80\0\0\0\0", b"\x00\x81\0\0\0\0a"),
}
TINY = (  # requests that are all pieces
    b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1\r\na\r\n" * ((1 << 18) // 6),
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a:\r\n" * (1 << 16),
)
HALF_OPEN = 1100
BOT_TABLES = 115
CROWDS = {"othellino": 2, "gold-mine": 8, "slithy": 7}  # experts at each


async def listed(port: int, spent: Spent, seats: list[str] | None = None) -> str:
    """A table that anybody may watch."""
    form = {"game": "othellino", "seats": seats or ["open", "open"], "listed": True}
    return str((await ask(port, "POST", "/api/tables", form, spent=spent)).json["id"])


async def frames(seconds: float) -> Outcome:
    """8 MB of the smallest frames on one anonymous socket, one kind after the other, and again on a new socket."""
    async with stage(seconds) as here:

        async def attack(spent: Spent) -> str:
            table, until, cut, whole = await listed(here.port, spent), time.perf_counter() + seconds, 0, 0
            while time.perf_counter() < until:
                for first, again in FRAMES.values():
                    try:
                        line = await wire.socket(here.port, table, spent=spent)
                    except GONE:
                        await asyncio.sleep(0.1)
                        continue
                    try:
                        await line.send(first)
                        chunk = again * (65536 // len(again))
                        async with asyncio.timeout(4):
                            for _ in range(ALL // len(chunk)):
                                await line.send(chunk)
                        whole += 1
                    except GONE:
                        cut += 1
                    line.close()
            return f"{cut} sockets cut off, {whole} heard to the end"

        return await here.under(attack)


async def slow_headers(seconds: float) -> Outcome:
    """1,100 connections that never finish what they ask, while the server may open 1,024 files at first."""
    async with stage(seconds) as here:

        async def attack(spent: Spent) -> str:
            halves = (
                b"",
                b"GET / HTTP/1.1\r\nHost: x\r\nX-",
                b"POST /api/tables HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
            )
            lines: list[Wire] = []
            for k in range(HALF_OPEN):
                with suppress(*GONE):
                    line = await Wire.open(here.port, spent)
                    await line.send(halves[k % len(halves)])
                    lines.append(line)
            await asyncio.sleep(seconds)
            gone = sum([await line.closed(0.001) for line in lines])
            for line in lines:
                line.close()
            return f"{gone} of {HALF_OPEN} were hung up on"

        return await here.under(attack)


async def slow_readers(seconds: float) -> Outcome:
    """Connections that ask for much and read nothing."""
    async with stage(seconds) as here:

        async def attack(spent: Spent) -> str:
            lines: list[Wire] = []
            for _ in range(150):
                with suppress(*GONE):
                    line = await Wire.open(here.port, spent)
                    line.writer.transport.pause_reading()  # type: ignore[attr-defined]
                    await line.send(wire.request("GET", "/api/games", here.port, headers={"Connection": "x"}) * 60)
                    lines.append(line)
            await asyncio.sleep(seconds)
            for line in lines:
                line.close()
            return f"{len(lines)} lines with 60 requests each"

        return await here.under(attack)


async def tiny_pieces(seconds: float) -> Outcome:
    """Bodies in pieces of one byte and heads of very many lines, a quarter of a megabyte each, on 16 connections."""
    async with stage(seconds) as here:

        async def attack(spent: Spent) -> str:
            until, answered, cut = time.perf_counter() + seconds, 0, 0

            async def one(k: int) -> None:
                nonlocal answered, cut
                while time.perf_counter() < until:
                    try:
                        line = await Wire.open(here.port, spent)
                    except GONE:
                        await asyncio.sleep(0.05)
                        continue
                    try:
                        await line.send(TINY[k % len(TINY)])
                        answered += bool(await asyncio.wait_for(line.reader.read(12), 2))
                    except GONE:
                        cut += 1
                    line.close()
                    k += 1

            await asyncio.gather(*(one(k) for k in range(16)))
            return f"{answered} answered, {cut} cut off or not answered in two seconds"

        return await here.under(attack)


async def thinking(seconds: float) -> Outcome:
    """115 tables with 8 experts each from one address; nobody at half of them, somebody who watches at the others."""
    async with stage(seconds) as here:

        async def attack(spent: Spent) -> str:
            games = [{"game": game, "seats": ["bot:expert"] * n} for game, n in CROWDS.items()]
            laid, lines, cookie = [], [], ""
            for k in range(BOT_TABLES):
                if k % 15 == 0:
                    cookie = await wire.named(here.port, f"Eve {k}")
                with suppress(*GONE):
                    form = games[k % len(games)]
                    answer = await ask(here.port, "POST", "/api/tables", form, cookie=cookie, spent=spent)
                    if answer.status == 201:
                        laid.append(answer.json["id"])
            for table in laid[::2]:
                with suppress(*GONE):
                    lines.append(await wire.socket(here.port, table, spent=spent))
            await asyncio.sleep(2 * seconds)
            for line in lines:
                line.close()
            return f"{len(laid)} tables were laid, {len(lines)} watched"

        return await here.under(attack)


async def requests(seconds: float) -> Outcome:
    """As many requests as one address can send: pages, lists, pictures, records, and a replay that is nonsense."""
    async with stage(seconds) as here:

        async def attack(spent: Spent) -> str:
            until, answers = time.perf_counter() + seconds, {}
            paths = ("/", "/api/games", "/api/tables", "/rules/othellino", "/replays", "/static/table.js", "/nowhere")

            async def one(k: int) -> None:
                while time.perf_counter() < until:
                    try:
                        answer = await ask(here.port, "GET", paths[k % len(paths)], spent=spent)
                        answers[answer.status] = answers.get(answer.status, 0) + 1
                    except GONE:
                        answers["hung up"] = answers.get("hung up", 0) + 1
                        await asyncio.sleep(0.05)
                    k += 1

            await asyncio.gather(*(one(k) for k in range(24)))
            return "answers: " + ", ".join(f"{status} {n} times" for status, n in answers.items())

        return await here.under(attack)


async def sockets(seconds: float) -> Outcome:
    """Sockets opened and closed as fast as it goes, each with a message; and messages as fast as they are read."""
    async with stage(seconds) as here:

        async def attack(spent: Spent) -> str:
            until, table, n = time.perf_counter() + seconds, await listed(here.port, spent), 0

            async def storm() -> None:
                nonlocal n
                while time.perf_counter() < until:
                    try:
                        line = await wire.socket(here.port, table, spent=spent)
                        for k in range(100):
                            await line.frame({"type": "sync"} if k % 2 else {"type": "ping"})
                        line.close()
                        n += 1
                    except GONE:
                        await asyncio.sleep(0.02)

            await asyncio.gather(*(storm() for _ in range(16)))
            return f"{n} sockets with 100 messages each"

        return await here.under(attack)


async def clocks(seconds: float) -> Outcome:
    """2,000 tables with a clock that nobody looks at (rate limits are off: it is about memory)."""
    spent, began = Spent(), time.perf_counter()
    async with server(limits="0") as process:
        form = {"game": "othellino", "seats": ["me", "open"], "clock": {"kind": "match", "seconds": 86400}}

        async def lay(n: int) -> None:
            for _ in range(n):
                laid = await ask(process.port, "POST", "/api/tables", form, spent=spent)
                id, invite = laid.json["id"], laid.json["invite"]
                await ask(process.port, "POST", f"/api/tables/{id}/join", {"invite": invite}, spent=spent)

        await lay(50)
        await compiled(process)  # the rules that are loaded meanwhile stay
        sizes = [memory(process.pid)]
        for _ in range(2):  # what Python keeps of the first thousand serves the second
            await asyncio.gather(*(lay(63) for _ in range(16)))
            rooms = await put_away(process.port)
            await asyncio.sleep(6)
            sizes.append(memory(process.pid))
        spent.seconds = time.perf_counter() - began
        note = "{:.0f} MiB; after 1,000 tables {:.0f}, after 2,000 {:.0f}".format(*sizes)
        return Outcome(rooms < 100 and sizes[2] < sizes[1] + 12, f"{note}, and {rooms} in memory", spent)


async def put_away(port: int) -> int:
    """Tables in memory, when most are put away or nobody waits for that any more."""
    rooms = 0
    for _ in range(90):
        await asyncio.sleep(1)
        figures = (await ask(port, "GET", "/metrics")).body.decode()
        rooms = int(next(line.split()[1] for line in figures.splitlines() if line.startswith("brillig_rooms ")))
        if rooms < 100:
            break
    return rooms

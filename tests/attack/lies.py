"""Lies: requests that pretend, names that deceive, files that change under the server's feet. Each is believed or not."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.attack import wire
from tests.attack.stage import Outcome, compiled, memory, server
from tests.attack.wire import HONEST, STRANGER, Spent, Wire, ask
from tests.faults.process import ROOT, Process

GONE = (OSError, EOFError, TimeoutError)
HOME = "127.0.0.3"  # where somebody honest lives whose neighbours all attack
START = 3.0  # seconds in which a server that was killed serves again
ROUND = 1500  # sockets


class Findings:
    """What an attack found: each thing held or not."""

    def __init__(self) -> None:
        self.spent, self.began, self.wrong = Spent(), time.perf_counter(), list[str]()
        self.looked = 0

    def want(self, held: object, what: str) -> None:
        """`what`: the hole, if it did not hold."""
        self.looked += 1
        if not held:
            self.wrong.append(what)

    def outcome(self, note: str = "") -> Outcome:
        self.spent.seconds = time.perf_counter() - self.began
        told = "; ".join(self.wrong) or f"all {self.looked} held"
        return Outcome(not self.wrong, f"{told}{f' ({note})' if note else ''}", self.spent)


async def duo(port: int, cookies: tuple[str, str] | None = None, clock: object = None) -> tuple[str, str, str]:
    """A match of two people: the table and their cookies."""
    one, two = cookies or (await wire.named(port, "Ada", HONEST), await wire.named(port, "Bob", HONEST))
    form = {
        "game": "othellino",
        "seats": ["me", "open"],
        "options": {"first_mover": "seat 1"},
        **({"clock": clock} if clock else {}),
    }
    laid = (await ask(port, "POST", "/api/tables", form, cookie=one, source=HONEST)).json
    await ask(port, "POST", f"/api/tables/{laid['id']}/join", {"invite": laid["invite"]}, cookie=two, source=HONEST)
    return laid["id"], one, two


async def choose(port: int, table: str, cookie: str, id: str = "1") -> dict[str, object]:
    """Make the first choice there is: the answer."""
    line = await wire.socket(port, table, cookie=cookie, source=HONEST)
    try:
        view = await line.wait_for("view")
        code = view["scene"]["choices"][0]["code"]
        await line.frame({"type": "choose", "id": id, "ply": view["ply"], "code": code})
        answer: dict[str, object] = await line.wait_for("ack")
        return answer
    finally:
        line.close()


async def database() -> Outcome:
    """The database file is deleted, replaced, and given a second name under a server that runs."""
    found = Findings()
    for how in ("deleted", "replaced"):
        async with server() as process:
            table, one, _ = await duo(process.port)
            file = process.folder / "brillig.db"
            if how == "deleted":
                file.unlink()
            else:
                copy = file.with_name("copy.db")
                copy.write_bytes(file.read_bytes())
                copy.replace(file)
            ready = await ask(process.port, "GET", "/readyz")
            found.want(ready.status == 503, f"with the file {how}, readyz says {ready.status}")
            answer = await choose(process.port, table, one)
            found.want(not answer["ok"], f"with the file {how}, a choice is acknowledged")
    async with server() as process:
        link = process.folder / "other.db"
        os.link(process.folder / "brillig.db", link)
        second = Process(process.folder)
        second.database, second.log = f"sqlite:///{link}", process.folder / "second.log"
        try:
            await second.start()
            found.want(False, "a second server opens the file by a hard link")
        except RuntimeError as why:
            found.want("hard link" in str(why), "the refusal of a hard link does not say so")
        finally:
            second.stop()
    return found.outcome()


async def lobby() -> Outcome:
    """Two addresses lay listed tables until nobody else's is shown, and pretend to be many more."""
    found = Findings()
    async with server() as process:
        port = process.port
        honest = await wire.named(port, "Ada", HOME)
        form = {"game": "othellino", "seats": ["me", "open"], "listed": True}
        mine = (await ask(port, "POST", "/api/tables", form, cookie=honest, source=HOME)).json["id"]
        laid = 0
        for k in range(260):
            spoof = {"X-Forwarded-For": f"10.0.{k // 250}.{k % 250}"}
            answer = await ask(
                port,
                "POST",
                "/api/tables",
                form,
                spent=found.spent,
                headers=spoof,
                source=HONEST if k % 2 else STRANGER,
            )
            laid += answer.status == 201
        shown = (await ask(port, "GET", "/api/tables", cookie=honest, source=HOME)).json
        found.want(mine in [table["id"] for table in shown["open"]], "an honest table is hidden by a flood")
        found.want(mine in [table["id"] for table in shown["mine"]], "one's own table is not found")
        found.want(laid < 200, "X-Forwarded-For of anybody is believed")
        return found.outcome(f"{laid} tables were laid")


async def headers() -> Outcome:
    """Origins and hosts that are not ours, or no such thing at all."""
    found = Findings()
    async with server() as process:
        port, form = process.port, {"nickname": "Eve"}
        for origin in ("http://[", "", "null", "http://evil.example", "http://127.0.0.1", "x" * 5000):
            answer = await ask(port, "POST", "/api/session", form, headers={"Origin": origin}, spent=found.spent)
            found.want(answer.status == 403, f"Origin {origin[:20]!r} gives {answer.status}")
        good = await ask(port, "POST", "/api/session", form, headers={"Origin": f"http://127.0.0.1:{port}"})
        found.want(good.status == 200, "our own Origin is refused")
        for host in (
            "evil.example",
            f"evil.example:{port}",
            "",
            "127.0.0.1.evil.example",
            "[",
            "localhost.evil.example",
        ):
            for path in ("/", "/api/tables"):
                answer = await ask(port, "GET", path, headers={"Host": host}, spent=found.spent)
                found.want(400 <= answer.status < 500, f"Host {host!r} gets {path} with {answer.status}")
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", f"192.168.0.7:{port}"):
            answer = await ask(port, "GET", "/api/tables", headers={"Host": host})
            found.want(answer.status == 200, f"Host {host} is refused")
        found.want(not process.complaints(), "the log has a traceback")
    return found.outcome()


async def ids() -> Outcome:
    """The id of a command is used again: after it was done, after it was refused, in another tab, after kill -9."""
    found = Findings()
    async with server() as process:
        table, one, _ = await duo(process.port)
        line = await wire.socket(process.port, table, cookie=one, source=HONEST)
        view = await line.wait_for("view")
        code = view["scene"]["choices"][0]["code"]
        order = {"type": "choose", "id": "same", "ply": view["ply"], "code": 63 - code if code != 31 else 0}
        await line.frame(order)
        refused = await line.wait_for("ack")
        found.want(not refused["ok"], "an illegal choice is done")
        order["code"] = code
        await line.frame(order)
        done = await line.wait_for("ack")
        found.want(done["ok"], "what was refused cannot be tried again")
        for _ in range(3):
            await line.frame(order)
            found.want(await line.wait_for("ack") == done, "a command that was done gets another answer")
        process.kill()
        await process.start()
        line = await wire.socket(process.port, table, cookie=one, source=HONEST)
        await line.frame(order)
        found.want(await line.wait_for("ack") == done, "after kill -9 a command that was done gets another answer")
        line.close()
        said = (ROOT / "docs" / "protocol.md").read_text()
        found.want(
            "A command that was refused did nothing" in said, "the protocol does not say what a refused id is worth"
        )
    return found.outcome()


INVISIBLE = ("\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b\u200d", "\ufe0f", "\u034f", "\U000e0101", "\u17b4")
BOTLIKE = ("Expert bot", "expert  BOT", "Ехреrt bоt", "Hard b0t", "ｅｘｐｅｒｔ ｂｏｔ", "Easy\u3164bot", "Random bot")


async def names() -> Outcome:
    """Names that cannot be seen, names of bots, names of somebody at the table."""
    found = Findings()
    async with server() as process:
        port = process.port
        for name in INVISIBLE:
            answer = await ask(port, "POST", "/api/session", {"nickname": name}, spent=found.spent)
            found.want(answer.status >= 400, f"an invisible name passes: {name.encode('unicode_escape').decode()}")
        for name in BOTLIKE:
            answer = await ask(port, "POST", "/api/session", {"nickname": name}, spent=found.spent)
            found.want(answer.status >= 400, f"a bot's name passes: {name.encode('unicode_escape').decode()}")
        ada, eve = await wire.named(port, "Ada", HONEST), await wire.named(port, "Аdа")  # the second is Cyrillic
        form = {"game": "othellino", "seats": ["me", "open"], "listed": True}
        id = (await ask(port, "POST", "/api/tables", form, cookie=ada, source=HONEST)).json["id"]
        await ask(port, "POST", f"/api/tables/{id}/join", {}, cookie=eve)
        seated = [seat["name"] for seat in (await ask(port, "GET", f"/api/tables/{id}")).json["seats"]]
        found.want(seated[1] not in ("Ada", "Аdа"), f"somebody looks like another: {seated[0]} and {seated[1]}")
    return found.outcome()


async def leftovers() -> Outcome:
    """Sockets that came and went leave nothing behind."""
    found = Findings()
    async with server(limits="1000") as process:
        port = process.port
        table = (await ask(port, "POST", "/api/tables", {"game": "othellino", "seats": ["open", "open"]})).json["id"]

        async def visit(n: int) -> None:
            for _ in range(n):
                line = await wire.socket(port, table, spent=found.spent)
                await line.message()
                await line.frame({"type": "ping"})
                line.close()

        await compiled(process)
        sizes = []
        for _ in range(6):  # what is loaded meanwhile stays, but there is an end to it
            await asyncio.gather(*(visit(ROUND // 10) for _ in range(10)))
            await asyncio.sleep(6)  # the last ones are tidied up after
            sizes.append(memory(process.pid))
        each = 1024 * (sizes[-1] - sizes[-3]) / (2 * ROUND)
        found.want(each < 0.1, "sockets that are closed stay in memory")
        return found.outcome(f"{each:.2f} KiB stay of each of the last {2 * ROUND:,} sockets of {6 * ROUND:,}")


async def longest_pause(line: Wire, until: asyncio.Task[Any]) -> float:
    """The longest that somebody waits for an answer until something is done."""
    longest = 0.0
    while not until.done():
        began = time.perf_counter()
        await line.frame({"type": "ping", "n": 1})
        await line.wait_for("pong")
        longest = max(longest, time.perf_counter() - began)
        await asyncio.sleep(0.02)
    return longest


async def small_things() -> Outcome:
    """The first page, a backup onto a symbolic link, what is served and not described."""
    found = Findings()
    async with server() as process:
        port = process.port
        table, one, _ = await duo(port)
        line = await wire.socket(port, table, cookie=one, source=HONEST)
        await line.wait_for("view")
        usual = await longest_pause(line, asyncio.create_task(asyncio.sleep(2)))
        page = asyncio.create_task(ask(port, "GET", "/"))
        longest = await longest_pause(line, page)
        held_up = longest > max(0.15, 3 * usual)
        found.want((await page).status == 200 and not held_up, f"the first page holds everybody up for {longest:.2f} s")
        described = (await ask(port, "GET", "/openapi.json")).json["paths"]
        for path in (
            "/api/replays",
            "/api/replays/{id}/frames",
            "/api/replays/{id}/fairness",
            "/api/replays/{id}/file",
            "/api/games/{slug}/picture",
        ):
            found.want(path in described, f"{path} is served and not described")
        target, link = process.folder / "precious", process.folder / "backup.db"
        link.symlink_to(target)
        made = await asyncio.to_thread(_backup, process, link)
        found.want(made != 0 and link.is_symlink(), "a backup replaces a symbolic link")
    return found.outcome(
        f"the longest pause was {1000 * usual:.0f} ms before and {1000 * longest:.0f} ms at the first page"
    )


def _backup(process: Process, to: Path) -> int:
    command = [sys.executable, "-m", "brillig", "backup", str(to), "--database", process.database]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True
    ).returncode


async def starts() -> Outcome:
    """kill -9, five times: how soon does it serve again, and does it say what took how long?"""
    found = Findings()
    async with server() as process:
        table, one, _ = await duo(process.port)
        await choose(process.port, table, one)
        for _ in range(5):
            process.kill()
            await process.start()
        again = sorted(process.starts[1:])
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
        found.want(again[2] < START * max(1.0, load), f"the median start takes {again[2]:.1f} s")
        found.want(
            '"event":"serving"' in process.log.read_text() and '"opened":' in process.log.read_text(),
            "the log does not say what a start does in which time",
        )
        answer = await ask(process.port, "GET", f"/api/tables/{table}", source=HONEST)
        found.want(answer.status == 200, "the table is lost")
    return found.outcome(f"starts took {', '.join(f'{s:.1f}' for s in again)} s with {load:.1f} jobs a core")

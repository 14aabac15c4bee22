"""Where the first attack did not go: scripts in names, sizes that tell, clocks and faults together, little memory, much data."""

from __future__ import annotations

import asyncio
import json
import os
import re
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from brillig.match import Clock
from brillig.web.config import Config
from brillig.web.store import Document
from brillig.web.store.sqlite import SqliteStore
from brillig.web.table.seating import Chair, Seating
from tests.attack import wire
from tests.attack.lies import Findings, choose, duo
from tests.attack.stage import FILES, Outcome, memory, server
from tests.attack.wire import HONEST, Spent, ask
from tests.browser import engine
from tests.faults.process import Process

MARKUP = "<img src onerror=hit()>"  # as long as a nickname may be
SCRIPTS = ("<script>hit()</script>", "<img src=x onerror=hit()>", "<a href='javascript:hit()'>x</a>", "{{7*7}}${7*7}")
TABLES = 50_000
ANSWERS = 30  # of a bot
LATE = 0.15  # seconds by which an answer may be late on a busy machine
GROUPS = (Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup"))
LITTLE = 220 << 20  # bytes; a server takes about half of it


async def scripts() -> Outcome:
    """Names and talk that are markup, looked at in a real browser: at the table, in the lobby, in a replay."""
    from playwright.async_api import async_playwright

    found = Findings()
    async with server() as process, async_playwright() as play:
        port, origin = process.port, f"http://127.0.0.1:{process.port}"
        eve, ada = await wire.named(port, MARKUP), await wire.named(port, "Ada", HONEST)
        form = {"game": "othellino", "seats": ["me", "open"], "listed": True}
        id = (await ask(port, "POST", "/api/tables", form, cookie=eve, spent=found.spent)).json["id"]
        browser = await play.chromium.launch(executable_path=engine.found(), args=engine.ARGS)
        context = await browser.new_context()
        name, value = ada.split("=", 1)
        await context.add_cookies([{"name": name, "value": value, "url": origin}])
        page, hits = await context.new_page(), []
        await page.expose_function("hit", lambda: hits.append(1))
        await page.goto(f"{origin}/")
        found.want(MARKUP in await page.inner_text("body"), "a name in the lobby is not shown as it is")
        await ask(port, "POST", f"/api/tables/{id}/join", {}, cookie=ada, source=HONEST)
        await page.goto(f"{origin}/tables/{id}")
        line = await wire.socket(port, id, cookie=eve, spent=found.spent)
        await line.wait_for("view")
        for k, text in enumerate(SCRIPTS):
            await line.frame({"type": "say", "id": f"s{k}", "text": text})
            await line.wait_for("ack")
        await asyncio.sleep(2)
        shown = await page.content()
        for text in SCRIPTS:
            found.want(text.replace("<", "&lt;").replace(">", "&gt;") in shown, f"{text} is not shown as it is")
        found.want(
            await page.locator("img[src=''], img[src='x'], a[href^='javascript']").count() == 0,
            "markup became elements",
        )
        await page.goto(f"{origin}/new/othellino?nickname=<script>hit()</script>&with=<script>hit()</script>")
        await page.goto(f"{origin}/?search=%22%3E%3Cscript%3Ehit()%3C/script%3E")
        await page.goto(f"{origin}/%3Cscript%3Ehit()%3C/script%3E")
        await page.goto(f"{origin}/name?back=javascript:hit()")
        found.want(
            await page.locator("[href^='javascript'], [value^='javascript']").count() == 0, "a link leads to a script"
        )
        await asyncio.sleep(0.5)
        found.want(not hits, "a script of a stranger ran")
        await browser.close()
    return found.outcome()


async def sizes() -> Outcome:
    """Jacks, Liar's Cards and Slithy: does what a watcher or another seat is sent depend on what is hidden from them?"""
    found = Findings()
    games = {"liars-cards": 3, "slithy": 3, "jacks": 2}
    async with server(limits="0") as process:
        for game, n in games.items():
            seen: dict[str, set[str]] = {"watcher": set(), "sizes": set()}
            for _ in range(20):
                port, cookies = process.port, []
                form = {"game": game, "seats": ["me", *["open"] * (n - 1)]}
                laid = await ask(port, "POST", "/api/tables", form, spent=found.spent)
                cookies.append(laid.cookie)
                for invite in laid.json["invites"]:
                    joined = await ask(
                        port, "POST", f"/api/tables/{laid.json['id']}/join", {"invite": invite["secret"]}
                    )
                    cookies.append(joined.cookie)
                line = await wire.socket(port, laid.json["id"])
                view = await line.wait_for("view")
                line.close()
                text = json.dumps(view)
                seen["watcher"].add(text)
                seen["sizes"].add(str(len(text)))
            # What a watcher may see of a fresh deal is little: who begins, and what lies open. 20 secret deals must not
            # give 20 different views where nothing lies open.
            if game == "liars-cards":
                found.want(
                    len(seen["watcher"]) <= n, f"{game}: {len(seen['watcher'])} different views of 20 secret deals"
                )
            found.want(len(seen["sizes"]) <= 6, f"{game}: {len(seen['sizes'])} different sizes of 20 secret deals")
    return found.outcome()


async def answers() -> Outcome:
    """Liar's Cards against a bot: does the time it takes say how hard it thought, and so something of what it holds?"""
    found, waits = Findings(), list[float]()
    floor, spread = Config().bot_floor, Config().bot_spread
    async with server(limits="0") as process:
        while len(waits) < ANSWERS:
            form = {"game": "liars-cards", "seats": ["me", "bot:hard", "bot:hard"]}
            laid = await ask(process.port, "POST", "/api/tables", form, spent=found.spent)
            line = await wire.socket(process.port, laid.json["id"], cookie=laid.cookie, spent=found.spent)
            began, shown = 0.0, -1
            while not (view := await line.wait_for("view", 60))["result"]:
                if view["ply"] == shown:
                    continue
                if began:
                    waits.append(time.perf_counter() - began)
                began, shown = time.perf_counter(), view["ply"]
                if choices := view["scene"]["choices"]:
                    code = choices[len(waits) % len(choices)]["code"]
                    await line.frame({"type": "choose", "id": f"{shown}", "ply": shown, "code": code})
                    shown = (await line.wait_for("ack"))["ply"]
                    began = time.perf_counter()
            line.close()
    waits = waits[1:]  # the first waited until the rules were compiled
    for waited in waits:
        thoughtless = floor - LATE < waited < floor + spread + LATE
        found.want(
            thoughtless or -LATE / 2 < waited % floor < LATE,
            f"an answer after {waited:.2f} s tells how long it thought",
        )
    return found.outcome(f"{len(waits)} answers, {min(waits):.2f} to {max(waits):.2f} s")


async def clocks_and_faults() -> Outcome:
    """kill -9 while clocks run: no time is lost to the fault, no choice either, and the clock goes on afterwards."""
    found = Findings()
    async with server() as process:
        port = process.port
        table, one, two = await duo(port, clock={"kind": "move", "seconds": 4})
        answer = await choose(port, table, one)
        found.want(answer["ok"], "a choice is refused")
        process.kill()
        await asyncio.sleep(5)  # longer than anybody has to think
        await process.start()
        line = await wire.socket(port, table, cookie=two, source=HONEST)
        view = await line.wait_for("view")
        found.want(view["ply"] == answer["ply"], "the clock ran while the server was down")
        found.want(3000 < view["clocks"]["left"][1] <= 4000, f"the clock shows {view['clocks']['left']} after kill -9")
        began = time.perf_counter()
        while (view := await line.wait_for("view", 8))["ply"] == answer["ply"]:
            pass
        found.want(2 < time.perf_counter() - began < 6, "the deadline does not come in time")
        line.close()
        found.want(not process.complaints(), "the log complains")
    return found.outcome()


async def little_memory() -> Outcome:
    """A server in a cgroup with little memory, and somebody who wants it all: it holds, or is killed and loses nothing."""
    group = next(
        (
            g / f"brillig-attack-{os.getpid()}"
            for g in GROUPS
            if os.access(g, os.W_OK) and (g / "cgroup.procs").exists()
        ),
        None,
    )
    if group is None:
        return Outcome(True, "left out: cgroups cannot be made here (it takes root)")
    found = Findings()
    try:
        group.mkdir()
        limit = next((group / n for n in ("memory.limit_in_bytes", "memory.max") if (group / n).exists()), None)
        if limit is None:
            return Outcome(True, "left out: this cgroup does not bound memory")
        limit.write_text(str(LITTLE))
        async with server() as process:
            (group / "cgroup.procs").write_text(str(process.pid))
            table, one, _ = await duo(process.port)
            answer = await choose(process.port, table, one)

            async def greedy(k: int) -> None:
                form = {"game": "othellino", "seats": ["me", "open"]}
                with suppress(OSError, EOFError, TimeoutError, ValueError, KeyError):
                    cookie = await wire.named(process.port, f"Eve {k}")
                    for _ in range(10):
                        laid = await ask(process.port, "POST", "/api/tables", form, cookie=cookie, spent=found.spent)
                        line = await wire.socket(process.port, laid.json["id"], cookie=cookie, spent=found.spent)
                        line.writer.transport.pause_reading()  # type: ignore[attr-defined]
                        for _ in range(50):
                            await line.frame({"type": "say", "id": os.urandom(8).hex(), "text": "x" * 500})

            await asyncio.gather(*(greedy(k) for k in range(24)))
            alive = process.process is not None and process.process.poll() is None
            if not alive:
                await process.start()
            line = await wire.socket(process.port, table, cookie=one, source=HONEST)
            view = await line.wait_for("view")
            found.want(view["ply"] >= answer["ply"], "an acknowledged choice is lost")
            line.close()
            note = f"it {'lived' if alive else 'was killed and served again'} with {memory(process.pid):.0f} MiB"
        return found.outcome(note)
    finally:
        for _ in range(20):
            with suppress(OSError):
                group.rmdir()
                break
            await asyncio.sleep(0.2)


async def many_tables() -> Outcome:
    """50,000 tables in the database: the start, the lobby, one's own table, and memory."""
    found = Findings()
    with tempfile.TemporaryDirectory() as folder:
        process = Process(Path(folder), "1", (), FILES)
        store = SqliteStore(Path(folder) / "brillig.db")
        await store.open()
        now = int(time.time() * 1000)
        for first in range(0, TABLES, 2000):
            documents = []
            for k in range(first, first + 2000):
                chairs = [Chair("person", f"P{k}", f"{k:064x}", "", "00"), Chair("open", invite="0" * 64)]
                body = Seating(
                    "othellino", {"first_mover": "seat 1"}, Clock(), chairs, f"{k:016x}", f"{k % 50}"
                ).encode()
                documents.append(Document(f"t{k}", 1, "open", True, now - k, now - k, body, os.urandom(32)))
            await asyncio.gather(*map(store.create, documents))
        await store.close()
        try:
            await process.start()
            found.want(
                process.starts[0] < 6 * max(1.0, os.getloadavg()[0] / 2), f"the start takes {process.starts[0]:.1f} s"
            )
            await ask(process.port, "GET", "/")
            ada = await wire.named(process.port, "Ada", HONEST)
            form = {"game": "othellino", "seats": ["me", "open"]}
            mine = (await ask(process.port, "POST", "/api/tables", form, cookie=ada, source=HONEST)).json["id"]
            took = []
            for _ in range(20):
                began = time.perf_counter()
                shown = (await ask(process.port, "GET", "/api/tables", cookie=ada, source=HONEST)).json
                took.append(time.perf_counter() - began)
            found.want([table["id"] for table in shown["mine"]] == [mine], "one's own table is not found")
            found.want(sorted(took)[10] < 0.2, f"the lobby takes {sorted(took)[10]:.2f} s")
            grown = memory(process.pid)
            found.want(grown < 250, f"the server takes {grown:.0f} MiB")
            note = f"start {process.starts[0]:.1f} s, lobby {1000 * sorted(took)[10]:.0f} ms, {grown:.0f} MiB"
        finally:
            process.stop()
    return found.outcome(note)


async def replays() -> Outcome:
    """Replay files of strangers: nonsense, a bomb of lines, somebody else's secret match."""
    found, spent = Findings(), Spent()
    async with server() as process:
        port = process.port
        table, one, _ = await duo(port)
        await choose(port, table, one)
        secret = await ask(port, "GET", f"/api/replays/{table}/frames")
        found.want(secret.status == 409, "a match under way can be replayed")
        found.want((await ask(port, "GET", f"/api/tables/{table}/replay")).status == 409, "a log under way can be read")
        for body in (b"\n" * (1 << 20), b"[" * (1 << 20), b"{}\n" * 5000, b'{"a":' * 100_000, os.urandom(1 << 16), b""):
            line = await wire.Wire.open(port, spent)
            await line.send(wire.request("POST", "/api/replays", port, body or b" "))
            answer = await asyncio.wait_for(line.reader.read(), 20)
            found.want(re.match(rb"HTTP/1.1 4\d\d", answer), f"{body[:8]!r}... gives {answer[:40]!r}")
            line.close()
        for path in (
            "/replays/../../etc/passwd",
            "/static/../../config.py",
            "/static/%2e%2e/config.py",
            "/rules/..%2f..",
            "/api/tables/%00",
        ):
            answer = await ask(port, "GET", path)
            found.want(answer.status in (400, 404, 405, 409), f"{path} gives {answer.status}")
        found.want(not process.complaints(), "the log complains")
    return found.outcome()

"""Three servers over one database, while everything that can fail does: python -m tests.faults.nodes 300 60 [SEED]

Real PostgreSQL, a real HAProxy with the file from deploy/, three nodes, and matches with a clock under load. One node after
the other is killed, put to sleep for longer than its lease and woken (it still believes that it owns its tables), cut off from
the database, or restarted; the database is killed too. Every player knows what was acknowledged to it: at the end the
ledgers are laid beside the log, as in crash.py. A clock that ran while nobody owned the table would show in the log.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from brillig.web.table.live_match import LiveMatch
from tests.faults.crash import GONE, Player, Run
from tests.faults.cutting import CutLine
from tests.faults.process import HOST, ROOT, Process, ask, free_port
from tests.postgres import Cluster, programs

NAMES = ("red", "green", "blue")
KINDS = ("kill", "sleep", "cut", "database", "restart", "rolling")


class HaProxy:
    """HAProxy with our file, on other ports."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.port, self.file = free_port(), folder / "haproxy.cfg"
        text = (ROOT / "deploy" / "haproxy.cfg").read_text().replace("bind :8080", f"bind {HOST}:{self.port}")
        for k, port in enumerate(ports, 1):
            text = text.replace(f"127.0.0.1:800{k}", f"{HOST}:{port}")
        self.file.write_text(text)
        program = shutil.which("haproxy") or "/usr/sbin/haproxy"
        with (folder / "haproxy.log").open("wb") as log:
            self.process = subprocess.Popen([program, "-db", "-f", str(self.file)], stdout=log, stderr=log)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class NodesPlayer(Player):
    """A player who notes for how long nobody served it."""

    run: NodesRun
    heard = 0.0  # when the last message came
    known = 0  # the connection on which it came

    def hear(self) -> None:
        now = time.monotonic()
        if self.reconnects > self.known:  # since the last word, or since something was done to the servers
            self.run.outages.append((self.run.kind, now - max(self.heard, self.run.struck)))
            self.known = self.reconnects
        self.heard = now


class NodesRun(Run):
    player = NodesPlayer
    thinking = 0.3
    later = (502, 503, 504)  # the proxy's words for it among them

    def __init__(self, folder: Path, matches: int, events: list[str], seed: int, asleep: float, clock: int) -> None:
        """`asleep`: seconds for which a node sleeps; `clock`: seconds for every choice."""
        super().__init__(folder, matches, 0, seed)
        self.folder, self.events, self.asleep, self.clock = folder, events, asleep, clock
        self.struck = 0.0  # when the last event began
        self.kind = ""  # of that event
        self.outages: list[tuple[str, float]] = []  # after which event, how many seconds

    @property
    def port(self) -> int:
        return self.proxy.port

    def wishes(self) -> dict[str, Any]:
        return {"game": "othellino", "seats": ["me", "open"], "clock": {"kind": "move", "seconds": self.clock}}

    async def run(self) -> dict[str, Any]:
        found = programs()
        assert found, "PostgreSQL is not installed"
        self.postgres = Cluster(found)
        self.postgres.sql("CREATE DATABASE games")
        self.lines, self.nodes, self.proxy = [], [], None
        try:
            for name in NAMES:
                line = CutLine(self.postgres.port)
                await line.open()
                (self.folder / name).mkdir()
                url = self.postgres.url("games").replace(f":{self.postgres.port}/", f":{line.port}/")
                self.lines.append(line)
                self.nodes.append(Process(self.folder / name, options=("--node", name), database=url))
            await asyncio.gather(*(node.start() for node in self.nodes))
            self.proxy = HaProxy(self.folder, [node.port for node in self.nodes])
            self.server = self.nodes[0]  # which is asked for its figures
            await self._until(self._serves)
            slots = [asyncio.create_task(self._slot()) for _ in range(self.matches)]
            await self._strike()
            await asyncio.gather(*slots)
            self.server.database = self.postgres.url("games")
            await self._examine()
        finally:
            for node in self.nodes:
                if node.process and node.process.poll() is None:
                    node.process.send_signal(signal.SIGCONT)
            for node in self.nodes:
                if node.process:
                    await asyncio.to_thread(node.stop)
            if self.proxy:
                self.proxy.close()
            for line in self.lines:
                await line.close()
            self.postgres.close()
        self.faults += [line for node in self.nodes for line in node.complaints()]
        by_kind = {kind: sorted(took for what, took in self.outages if what == kind) for kind in KINDS}
        again = {kind: [round(median(took), 2), round(took[-1], 2)] for kind, took in by_kind.items() if took}
        worst = max((took for _, took in self.outages), default=0.0)
        return {**self.report, "events": self.events, "outages": len(self.outages), "again": again, "worst": worst}

    async def _look(self, player: Player, playing: LiveMatch) -> None:
        """As soon as it is served again."""
        for tries in range(100):
            try:
                await super()._look(player, playing)
                return
            except GONE:
                if tries == 99:
                    raise
                await asyncio.sleep(0.2)

    async def _serves(self) -> bool:
        return (await ask(self.port, "GET", "/readyz")).status == 200

    async def _until(self, holds: Any, seconds: float = 30.0) -> None:
        late = time.monotonic() + seconds
        while time.monotonic() < late:
            try:
                if await holds():
                    return
            except (OSError, EOFError):
                pass
            await asyncio.sleep(0.1)
        raise RuntimeError("It is not served again.")

    # ---- what happens ----------------------------------------------------------------------------------------------

    async def _strike(self) -> None:
        for kind in self.events:
            await asyncio.sleep(1.0 + 2.0 * self.dice.random())
            self.struck, self.kind = time.monotonic(), kind
            await getattr(self, f"_{kind}")(self.dice.randrange(len(self.nodes)))
        await asyncio.sleep(3.0)
        self.finishing = True

    async def _kill(self, k: int) -> None:
        self.nodes[k].kill()
        await asyncio.sleep(4.0 * self.dice.random())
        await self.nodes[k].start()

    async def _sleep(self, k: int) -> None:
        os.kill(self.nodes[k].pid, signal.SIGSTOP)
        await asyncio.sleep(self.asleep)
        os.kill(self.nodes[k].pid, signal.SIGCONT)

    async def _cut(self, k: int) -> None:
        self.lines[k].cut()
        await asyncio.sleep(6.0)
        self.lines[k].mend()

    async def _database(self, k: int) -> None:
        assert self.postgres.process
        self.postgres.process.kill()
        self.postgres.process.wait()
        await asyncio.sleep(0.5)
        for _ in range(20):  # what it started has to notice that it is gone
            if self.postgres.start():
                return
            await asyncio.sleep(0.3)
        self.fault("PostgreSQL does not come back.")

    async def _restart(self, k: int) -> None:
        if await asyncio.to_thread(self.nodes[k].stop):
            self.fault("A node did not end well.")
        await self.nodes[k].start()

    async def _rolling(self, k: int) -> None:
        for k in range(len(self.nodes)):
            await self._restart(k)


def run(matches: int, events: list[str], seed: int, asleep: float, clock: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(NodesRun(Path(folder), matches, events, seed, asleep, clock).run())


def at_random(events: int, seed: int) -> list[str]:
    """So many events, each kind about equally often."""
    dice = random.Random(seed)
    found = [KINDS[k % len(KINDS)] for k in range(events)]
    dice.shuffle(found)
    return found


if __name__ == "__main__":
    args = [int(arg) for arg in sys.argv[1:] if re.fullmatch(r"\d+", arg)]
    matches, events, seed = *(args[:2] or (300, 60)), (args[2:] or [random.randrange(1 << 32)])[0]
    report = run(matches, at_random(events, seed), seed, asleep=20.0, clock=15)
    print(msgspec.json.format(msgspec.json.encode(report)).decode())
    sys.exit(bool(report["faults"]))

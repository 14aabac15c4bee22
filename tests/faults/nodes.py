"""Three servers over one database, while everything that can fail does: python -m tests.faults.nodes 300 60 [SEED] [FILE]

Real PostgreSQL, a real HAProxy with the file from deploy/, three nodes, and matches with a clock under load. One node after
the other is killed, put to sleep for longer than its lease and woken (it still believes that it owns its tables), cut off from
the database, or restarted; the database is killed too. Every player knows what was acknowledged to it: at the end the
ledgers are laid beside the log, as in crash.py. A clock that ran out is looked into (time_up.py).

Events come in rounds of ten, each with servers and a database of its own. With a FILE every round is kept there when it is
over, and a run that was broken off goes on with the round after the last one.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection

from brillig.match.log import Step, TimeoutEntry
from brillig.web.table.live_match import LiveMatch
from tests.faults.crash import GONE, Command, Player, Run
from tests.faults.cutting import CutLine
from tests.faults.process import HOST, ROOT, Process, ask, free_port
from tests.faults.time_up import Lateness, RanOut, blame, ran_out
from tests.postgres import Cluster, programs

NAMES = ("red", "green", "blue")
KINDS = {
    "kill": "`kill -9` of a node",
    "sleep": "`SIGSTOP` of a node for 20 s",
    "cut": "a node cut off from the database",
    "database": "`kill -9` of PostgreSQL, until it has recovered and is asked again",
    "restart": "`SIGTERM` of a node",
    "rolling": "`SIGTERM` of all nodes, one after the other",
}
ROUND = 10  # events
UNTIL_SEATED = 120.0  # seconds for all to sit down before anything is done to the servers
AWAY = 5.5  # seconds for which the database is gone
UNTIL_BACK = 10.0  # and after each event until all are back; who is not by then meets the next one on the way


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
    here = False  # is there a connection now?

    async def _at(self, socket: ClientConnection) -> None:
        self.here = True
        try:
            await super()._at(socket)
        finally:
            self.here = False

    def hear(self) -> None:
        now = time.monotonic()
        if self.reconnects > self.known:  # since the last word, or since something was done to the servers
            self.run.outages.append((self.run.kind, now - max(self.heard, self.run.struck)))
            self.known = self.reconnects
        self.heard = now


class NodesRun(Run):
    player = NodesPlayer
    later = (502, 503, 504)  # the proxy's words for it among them

    def __init__(self, folder: Path, matches: int, events: list[str], seed: int, asleep: float, clock: int) -> None:
        """`asleep`: seconds for which a node sleeps; `clock`: seconds for every choice."""
        super().__init__(folder, matches, 0, seed)
        # Together they make two or three hundred choices a second: more, and two cores are busy with the players alone.
        self.thinking = max(0.3, matches / 100)
        self.folder, self.events, self.asleep, self.clock = folder, events, asleep, clock
        self.struck = 0.0  # when the last event began
        self.kind = ""  # of that event
        self.outages: list[tuple[str, float]] = []  # after which event, how many seconds
        self.said: dict[tuple[str, int], RanOut] = {}
        self.stale: list[tuple[str, int]] = []  # tables and seats whose choices came too late
        self.lateness = Lateness()
        self.told: list[str] = []  # what came through the proxy while the database was gone
        self.slow = 0  # clocks that ran out because this machine was too busy

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
            watching = asyncio.create_task(self.lateness.watch())
            slots = [asyncio.create_task(self._slot()) for _ in range(self.matches)]
            await self._strike()
            await asyncio.gather(*slots)
            watching.cancel()
            self.server.database = self.postgres.url("games")
            self.said = ran_out(line for node in self.nodes for line in node.log.read_text().splitlines())
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
        return {
            **self.report,
            "events": self.events,
            "outages": self.outages,
            "slow": self.slow,
            "told": self.told,
            "logged": self._logged(),
        }

    def _logged(self) -> list[list[str]]:
        """What each node has said of the database."""
        lines = [
            [json.loads(line) for line in node.log.read_text().splitlines() if line[0] == "{"] for node in self.nodes
        ]
        return [[line["event"] for line in each if line["event"].startswith("the database")] for each in lines]

    def refused(self, player: Player, command: Command, error: dict[str, str]) -> None:
        if error["code"] != "stale":
            super().refused(player, command, error)
        self.stale.append((player.table, player.seat))

    def by_itself(self, table: str, entries: list[Step]) -> int:
        """A clock that ran out has chosen, and what its player sent came too late."""
        late = [entry for entry in entries if isinstance(entry, TimeoutEntry)]
        for entry in late:
            if wrong := blame(self.said.get((table, entry.at)), self.clock, self.lateness):
                self.fault(f"{table} seat {entry.seat} at {entry.at} ms: {wrong}")
            else:
                self.slow += 1
        for whose, seat in self.stale:
            if whose == table and seat not in [entry.seat for entry in late]:
                self.fault(f"{table}: a choice of seat {seat} was refused as stale, and no clock had run out")
        return len(late)

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

    async def _all_here(self, seconds: float) -> None:
        """Until everybody has a connection, or so many seconds have passed."""
        late = time.monotonic() + seconds
        while time.monotonic() < late:
            if len(self.players) >= 2 * self.matches and all(player.here or player.over for player in self.players):
                return
            await asyncio.sleep(0.1)

    async def _strike(self) -> None:
        await self._all_here(UNTIL_SEATED)
        for kind in self.events:
            await self._all_here(UNTIL_BACK)
            await asyncio.sleep(1.0 + 2.0 * self.dice.random())
            self.struck, self.kind = time.monotonic(), kind
            await getattr(self, f"_{kind}")(self.dice.randrange(len(self.nodes)))
        await self._all_here(UNTIL_BACK)
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
        await self._back()

    async def _away(self, k: int) -> None:
        """The database is gone for longer than a lease is good: nodes go on answering, and the proxy lets them."""
        self.postgres.stop(signal.SIGQUIT)
        late = time.monotonic() + AWAY
        while time.monotonic() < late:
            for path in ("/", "/api/tables", "/readyz"):
                answer = await ask(self.port, "GET", path)
                told = answer.body["error"]["sentence"] if isinstance(answer.body, dict) else answer.body.decode()
                self.told.append(told)
            await self._knock(self.players[0])
            await asyncio.sleep(0.1)
        await self._back()

    async def _knock(self, player: Player) -> None:
        """What a socket is told first."""
        async with self.socket(player) as socket:
            message = json.loads(await socket.recv())
            self.told.append(message["error"]["sentence"] if message["type"] == "bye" else message["type"])

    async def _back(self) -> None:
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
    """One round."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(NodesRun(Path(folder), matches, events, seed, asleep, clock).run())


def at_random(events: int, seed: int) -> list[str]:
    """So many events, each kind about equally often."""
    dice = random.Random(seed)
    found = [list(KINDS)[k % len(KINDS)] for k in range(events)]
    dice.shuffle(found)
    return found


def soak(matches: int, events: int, seed: int, file: Path | None = None) -> list[dict[str, Any]]:
    """All rounds, those among them that a file has kept."""
    wanted, whole = {"matches": matches, "events": events, "seed": seed}, at_random(events, seed)
    known = [json.loads(line) for line in file.read_text().splitlines()] if file and file.exists() else []
    if known and known[0] != wanted:
        raise SystemExit(f"{file} is of another run: {known[0]}. Name another file, or go on with that one.")
    found = known[1:]
    for k in range(ROUND * len(found), events, ROUND):
        found.append(run(matches, whole[k : k + ROUND], seed + k, asleep=20.0, clock=15))
        print(f"{min(k + ROUND, events)} of {events} events, {len(found[-1]['faults'])} faults", flush=True)
        if file:
            file.write_text("".join(json.dumps(line) + "\n" for line in (wanted, *found)))
    return found


def table(rounds: list[dict[str, Any]]) -> str:
    """How long it took until players who had lost their connection were shown their table again."""
    felt = [(kind, took) for each in rounds for kind, took in each["outages"]]
    happened = Counter(kind for each in rounds for kind in each["events"])
    lines = ["| | events | players who felt it | median | worst |", "|---|---|---|---|---|"]
    for kind, words in KINDS.items():
        took = sorted(seconds for what, seconds in felt if what == kind)
        times = f"{median(took):.1f} s | {took[-1]:.1f} s" if took else " | "
        if happened[kind]:  # nobody feels the loss of a node that has no table at that moment
            lines.append(f"| {words} | {happened[kind]} | {len(took)} | {times} |")
    sums = {name: sum(each[name] for each in rounds) for name in ("matches", "moves", "reconnects")}
    faults = [fault for each in rounds for fault in each["faults"]]
    counted = f"{sums['matches']:,} matches, {sums['moves']:,} choices, {sums['reconnects']:,} reconnects"
    slow = sum(each.get("slow", 0) for each in rounds)
    busy = [f"{slow} choices were made by a clock while the machine was too busy to play."] if slow else []
    return "\n".join([*lines, "", f"{counted}, {len(faults)} faults.", *busy, *faults[:50]])


if __name__ == "__main__":
    args = [int(arg) for arg in sys.argv[1:] if re.fullmatch(r"\d+", arg)]
    files = [Path(arg) for arg in sys.argv[1:] if not re.fullmatch(r"\d+", arg)]
    file, begun = files[0] if files else None, {}
    if file and file.exists():  # a run that goes on has its seed already
        begun = json.loads(file.read_text().splitlines()[0])
    matches, events = args[:2] if len(args) > 1 else (begun.get("matches", 300), begun.get("events", 60))
    seed = args[2] if len(args) > 2 else begun.get("seed", random.randrange(1 << 32))
    print(f"seed {seed}", flush=True)
    rounds = soak(matches, events, seed, file)
    print(table(rounds))
    sys.exit(any(each["faults"] for each in rounds))

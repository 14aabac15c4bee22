"""The stage: a server as it comes, honest players at it, and what they feel before, during and after an attack."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.attack.wire import Spent
from tests.faults.process import ROOT, Process

WORSE = 3.0  # times the p99 of before that honest players may feel
FEEL = 0.010  # seconds; a p99 below this counts as this much: nobody feels it
BOT = 3.0  # seconds in which an easy bot answers
BUSY = 2.0  # seconds; where a bot takes longer before anybody attacks, the machine is busy with something else
BACK = 10.0  # seconds in which all is well again when the attack is over
POLITE = (
    10  # an attacker's own work is done on a machine of its own; here it makes way for the server, as `nice` counts
)
FILES = 1024  # the usual soft limit of open files


class Quantiles(NamedTuple):
    n: int
    p50: float
    p99: float

    @classmethod
    def of(cls, waited: list[float]) -> Quantiles:
        if not waited:
            return cls(0, float("inf"), float("inf"))
        ordered = sorted(waited)
        return cls(len(ordered), *(ordered[min(len(ordered) - 1, len(ordered) * q // 100)] for q in (50, 99)))


class Feeling(NamedTuple):
    ack: Quantiles
    bot: Quantiles
    page: Quantiles
    broken: int


class Outcome(NamedTuple):
    """What came of one case."""

    held: bool
    note: str
    spent: Spent = Spent()
    before: Feeling | None = None
    during: Feeling | None = None
    back: float | None = None  # seconds until all was well again; None: it was not, or nothing was disturbed


class Players:
    """The honest players' process."""

    def __init__(self, port: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.attack.honest", str(port)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    async def felt(self) -> Feeling:
        """Since this was last asked."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        told = json.loads(await asyncio.to_thread(self.process.stdout.readline))
        return Feeling(Quantiles.of(told["ack"]), Quantiles.of(told["bot"]), Quantiles.of(told["page"]), told["broken"])

    async def felt_for(self, seconds: float) -> Feeling:
        await self.felt()
        await asyncio.sleep(seconds)
        return await self.felt()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class Stage:
    def __init__(self, server: Process, players: Players, seconds: float) -> None:
        self.server, self.port, self.players, self.seconds = server, server.port, players, seconds

    async def under(self, attack: Callable[[Spent], Awaitable[str]]) -> Outcome:
        """What honest players feel of an attack. It returns what it saw, and may run for as long as the stage says."""
        before, spent = await self.players.felt_for(self.seconds), Spent()
        began = time.perf_counter()
        try:
            with politely():
                note = await asyncio.wait_for(attack(spent), 4 * self.seconds)
        except (OSError, EOFError, TimeoutError) as why:
            note = f"the attack broke off: {type(why).__name__} {why}"
        spent.seconds = time.perf_counter() - began
        await asyncio.sleep(max(0.0, self.seconds - spent.seconds))
        during = await self.players.felt()
        back = await self._back(before)
        fine = well(before, during) and during.broken == 0 and back is not None
        return Outcome(fine, note, spent, before, during, back)

    async def _back(self, before: Feeling) -> float | None:
        """Seconds until the players feel as before, give or take."""
        began = time.perf_counter()
        while time.perf_counter() - began < BACK:
            now = await self.players.felt_for(2.0)
            if well(before, now):
                return time.perf_counter() - began
        return None


@contextmanager
def politely() -> Iterator[None]:
    """Make way for whoever was started before. Only root can hurry again afterwards; for others the rest is polite too."""
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, usual + POLITE)
    try:
        yield
    finally:
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, usual)


def well(before: Feeling, now: Feeling) -> bool:
    if not now.ack.n or not before.ack.n:
        return False
    slow = max(BOT, 1.5 * before.bot.p99) if before.bot.p99 > BUSY else BOT
    return now.ack.p99 <= WORSE * max(FEEL, before.ack.p99) and (now.bot.n == 0 or now.bot.p99 <= slow)


@asynccontextmanager
async def server(limits: str = "1", options: tuple[str, ...] = ()) -> AsyncIterator[Process]:
    """A server with the limits that it comes with, on a fresh database."""
    with tempfile.TemporaryDirectory() as folder:
        process = Process(Path(folder), limits, options, FILES)
        await process.start()
        try:
            yield process
        finally:
            process.stop()


@asynccontextmanager
async def stage(seconds: float, **more: Any) -> AsyncIterator[Stage]:
    async with server(**more) as process:
        players = Players(process.port)
        try:
            await compiled(process)
            await asyncio.sleep(3)
            yield Stage(process, players, seconds)
        finally:
            players.close()


async def compiled(process: Process) -> None:
    """Until the bots think."""
    for _ in range(900):
        if "rules compiled" in process.log.read_text():
            return
        await asyncio.sleep(0.1)


def memory(pid: int) -> float:
    """MiB of a process that are its own."""
    with open(f"/proc/{pid}/smaps_rollup") as rollup:
        return (
            sum(float(line.split()[1]) for line in rollup if line.startswith(("Private_Clean", "Private_Dirty"))) / 1024
        )

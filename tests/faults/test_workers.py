"""One server in several processes over one SQLite file, one of which is killed while people play."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import tempfile
from pathlib import Path

import pytest

from tests.faults.crash import Run
from tests.faults.process import Process, ask


def workers(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class WorkersRun(Run):
    thinking = 0.2

    def __init__(self, folder: Path, matches: int, kills: int, seed: int) -> None:
        super().__init__(folder, matches, kills, seed)
        self.server = Process(folder, options=("--workers", "2"))

    async def _killer(self) -> None:
        """One after the other, so that whoever has all the tables is among them."""
        await self._both()
        for victim in self.dice.sample(workers(self.server.pid), 2):
            await asyncio.sleep(2.0)
            os.kill(victim, signal.SIGKILL)
            await asyncio.sleep(5.0)
            await self._both()
        self.finishing = True

    async def _both(self) -> None:
        """Until both have answered: the kernel decides which of them does, and on a busy machine a new one takes its time."""
        self.seen: set[str] = set()
        for _ in range(120):
            self.metrics = (await ask(self.server.port, "GET", "/metrics")).body.decode()
            self.seen |= {line for line in self.metrics.splitlines() if "node_info{" in line}
            if len(self.seen) > 1:
                return
            await asyncio.sleep(0.25)


def test_a_worker_is_killed_and_nothing_acknowledged_is_lost():
    with tempfile.TemporaryDirectory() as folder:
        run = WorkersRun(Path(folder), 8, 1, random.randrange(1 << 32))
        found = asyncio.run(run.run())
        log = run.server.log.read_text()
    assert not found["faults"], found
    assert found["moves"] > 50
    assert found["reconnects"] >= 1  # it was felt
    assert "a worker has died and is started again" in log
    assert run.seen == {'brillig_node_info{node="worker.1"} 1', 'brillig_node_info{node="worker.2"} 1'}
    assert "\nbrillig_nodes 2\n" in run.metrics


def test_a_server_that_shares_and_one_that_does_not_keep_out_of_each_others_way():
    async def go(folder: Path) -> None:
        several, alone = Process(folder, options=("--workers", "2")), Process(folder)
        await several.start()
        try:
            with pytest.raises(RuntimeError, match="is in use by another server"):
                await alone.start()
        finally:
            assert several.stop() == 0
        await alone.start()  # and the other way round, one after the other
        assert alone.stop() == 0

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(go(Path(folder)))

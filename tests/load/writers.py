"""Processes that append to SQLite: all to one file, or each to its own: python -m tests.load.writers [PROCESSES] [SECONDS]

Each process has 100 matches, of which as many as the others let it are being written to at the same time, as when people
play. What comes out is choices a second made durable by all of them together, and how long one took.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from brillig.web.store import Document, Receipt
from brillig.web.store.leases import NodeCard
from brillig.web.store.sqlite import SqliteStore

MATCHES = 100
LINE = b"x" * 120


async def _write(path: Path, name: str, seconds: float) -> list[float]:
    store = SqliteStore(path, shared=True)
    await store.open()
    assert store.leases
    run, took = await store.leases.join(NodeCard(name, "")), list[float]()
    end = time.perf_counter() + seconds

    async def match(k: int) -> None:
        id, n = f"{name}x{k}", 0
        await store.create(Document(id, 1, "playing", False, 0, 0, b"{}", bytes(32)))
        fence = (await store.leases.claim(run, id)).fence
        while time.perf_counter() < end:
            began = time.perf_counter()
            await store.append(id, n, [LINE], Receipt(b"s" * 32, str(n), b"{}"), fence=fence)
            took.append(time.perf_counter() - began)
            n += 1

    await asyncio.gather(*(match(k) for k in range(MATCHES)))
    await store.close()
    return took


def work(path: Path, name: str, seconds: float) -> list[float]:
    return asyncio.run(_write(path, name, seconds))


async def _make(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    await store.close()


def measure(processes: int, seconds: float, together: bool) -> str:
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(processes) as pool:
        paths = [Path(folder) / ("all.db" if together else f"{k}.db") for k in range(processes)]
        for path in set(paths):
            asyncio.run(_make(path))
        jobs = [pool.submit(work, path, f"p{k}", seconds) for k, path in enumerate(paths)]
        took = sorted(t for job in jobs for t in job.result())
    return f"{len(took) / seconds:8,.0f} a second, p99 {1000 * took[len(took) * 99 // 100]:5.1f} ms"


if __name__ == "__main__":
    processes, seconds = int((sys.argv[1:] or ["2"])[0]), float((sys.argv[2:] or ["4"])[0])
    for how in ("one file for all", "a file for each"):
        print(f"{processes} processes, {how}: {measure(processes, seconds, how == 'one file for all')}", flush=True)

"""Workers: one server in several processes, which share its port and its database.

Each is a node (see store/leases): a table is owned by one of them, and a connection that another one accepted is handed to
it. This process only starts them, starts one again that has died, and ends with them.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from brillig.core import BrilligError
from brillig.web.config import Config
from brillig.web.host.porch import BACKLOG
from brillig.web.logs import log
from brillig.web.server import process
from brillig.web.store import StoreError, connect
from brillig.web.store.leases.sqlite import clear
from brillig.web.store.sqlite import SqliteStore

MOST_WORKERS = 64
TOO_SOON = 5.0  # seconds: a worker that ends before has not even started
DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def serve(config: Config, workers: int) -> None:
    """Serve with so many processes until a signal comes."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BrilligError(f"A server has 1 to {MOST_WORKERS} workers, not {workers}.")
    if workers == 1:
        process.serve(config)
        return
    base = config.node or "worker"
    names = [f"{base}.{k + 1}" for k in range(workers)]
    with process.bind(config.host, config.port) as listener, tempfile.TemporaryDirectory(prefix="brillig-") as folder:
        listener.listen(BACKLOG)
        config = msgspec.structs.replace(config, port=listener.getsockname()[1])
        if config.database.startswith("sqlite:"):
            asyncio.run(_prepare(config.database))

        def work(name: str) -> None:
            others = ",".join(other for other in names if other != name)
            process.serve(msgspec.structs.replace(config, node=name, siblings=others), listener=listener, folder=folder)

        _Foreman(work, names).stay()


async def _prepare(database: str) -> None:
    """Migrate and mend the file while nobody else has it. Those who had it before are gone."""
    store = connect(database)
    assert isinstance(store, SqliteStore)
    try:
        await store.open()
        for warning in store.warnings:
            log.error("the database is damaged in part", extra={"why": warning})
        await store.do(clear)
    except (StoreError, sqlite3.Error) as why:
        raise BrilligError(str(why)) from why
    finally:
        await store.close()


class _Foreman:
    """Keeps the workers at work."""

    def __init__(self, work: Callable[[str], None], names: list[str]) -> None:
        self.work = work
        self.workers: dict[int, tuple[str, float]] = {}  # by process: its name, and since when
        self.ending = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        for name in names:
            self._start(name)

    def _start(self, name: str) -> None:
        pid = os.fork()
        if pid:
            self.workers[pid] = name, time.monotonic()
            return
        code = 1
        try:
            with suppress(OSError, AttributeError):  # where the system can
                ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGTERM)
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the foreman tells us
            self.work(name)
            code = 0
        except BrilligError as why:
            print(f"Worker {name}: {why}", file=sys.stderr, flush=True)
        except BaseException:
            log.exception("a worker failed", extra={"node": name})
        finally:
            os._exit(code)

    def _end(self, *_: object) -> None:
        self.ending = True
        for pid in self.workers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def stay(self) -> None:
        """Until all are gone."""
        failed = False
        while self.workers:
            pid, status = os.wait()
            name, since = self.workers.pop(pid, ("", 0.0))
            if self.ending or not name:
                continue
            if os.waitstatus_to_exitcode(status) > 0 and time.monotonic() - since < TOO_SOON:
                failed = True
                self._end()
            else:
                log.warning("a worker has died and is started again", extra={"node": name, "status": status})
                self._start(name)
        if failed:
            raise BrilligError("A worker could not start, so none of them works.")

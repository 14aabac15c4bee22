"""Workers: one server in several processes, which share its port and its database.

Each is a node (see store/leases): a table is owned by one of them, and a connection that another one accepted is handed to
it. This process only starts them, starts one again that has died or been put to sleep, and ends with them.
"""

from __future__ import annotations

import asyncio
import ctypes
import math
import os
import select
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from brillig.core import BrilligError
from brillig.web.config import LONGEST_NAME, Config
from brillig.web.host.porch import BACKLOG
from brillig.web.logs import log
from brillig.web.server import process
from brillig.web.store import StoreError, connect
from brillig.web.store.leases.sqlite import clear
from brillig.web.store.sqlite import SqliteStore

MOST_WORKERS = 64
PAUSE, LONGEST_PAUSE = 0.5, 5.0  # seconds before one that could not start is tried again, twice as many each time
ASLEEP = 1.0  # seconds for which a worker may be stopped (SIGSTOP): the others may be waiting for a lock that it holds
DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG
TOLD = (signal.SIGTERM, signal.SIGINT)


def serve(config: Config, workers: int) -> None:
    """Serve with so many processes until a signal comes."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BrilligError(f"A server has 1 to {MOST_WORKERS} workers, not {workers}.")
    if workers == 1:
        process.serve(config)
        return
    names = [f"{config.node or 'worker'}.{k + 1}" for k in range(workers)]
    if len(names[-1]) > LONGEST_NAME:
        longest = LONGEST_NAME - len(f".{workers}")
        raise BrilligError(f"With {workers} workers, the name of a node has at most {longest} letters.")
    with process.bind(config.host, config.port) as listener, tempfile.TemporaryDirectory(prefix="brillig-") as folder:
        listener.listen(BACKLOG)
        config = msgspec.structs.replace(config, port=listener.getsockname()[1])
        if config.database.startswith("sqlite:"):
            asyncio.run(_prepare(config.database))

        def work(name: str) -> None:
            others = ",".join(other for other in names if other != name)
            process.serve(msgspec.structs.replace(config, node=name, siblings=others), listener=listener, folder=folder)

        _Foreman(work, names, Path(folder)).stay()


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
    """Keeps the workers at work.

    One that cannot start at all ends everything: something is set up wrongly, and somebody is there to read what. One that has
    been at work before is tried again and again while another works: its database is away, or full, and will be back.
    """

    def __init__(self, work: Callable[[str], None], names: list[str], folder: Path) -> None:
        """`folder`: where a worker leaves a trace of its name once it serves."""
        self.work, self.folder = work, folder
        self.workers: dict[int, str] = {}  # names, by process
        self.due = dict.fromkeys(names, 0.0)  # those that are to be started, and when
        self.asleep: dict[int, float] = {}  # processes that were stopped, and when they are given up
        self.begun: set[str] = set()  # those that have served before
        self.tries = Counter[str]()  # how often in a row each could not start
        self.ending = self.failed = False
        self.bell = os.pipe()  # of signals: one that comes just before we wait is not overheard
        for end in self.bell:
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self.bell[1], warn_on_full_buffer=False)
        for number in TOLD:
            signal.signal(number, self._end)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # it only rings

    def _end(self, *_: object) -> None:
        self.ending = True  # no more than that: it may come in the middle of anything

    def stay(self) -> None:
        """Until all are gone."""
        told = False
        while self.workers or self.due:
            if self.ending and not told:
                told = True
                self.due.clear()
                for pid in self.workers:
                    os.kill(pid, signal.SIGTERM)
                    os.kill(pid, signal.SIGCONT)  # one that sleeps would not hear it
                continue
            now = time.monotonic()
            for name in [name for name, when in self.due.items() if when <= now]:
                del self.due[name]
                self._start(name)
            for pid in [pid for pid, when in self.asleep.items() if when <= now]:
                del self.asleep[pid]
                log.warning("a worker was put to sleep, and is given up", extra={"node": self.workers[pid]})
                os.kill(pid, signal.SIGKILL)
            self._wait(min([*self.due.values(), *self.asleep.values()], default=math.inf) - now)
            self._look()
        if self.failed:
            raise BrilligError("A worker could not start, so none of them works.")

    def _wait(self, seconds: float) -> None:
        """For a signal, or so long."""
        select.select(self.bell[:1], [], [], max(0.0, seconds) if math.isfinite(seconds) else None)
        with suppress(BlockingIOError):
            os.read(self.bell[0], 4096)

    def _look(self) -> None:
        """What has happened to the workers."""
        with suppress(ChildProcessError):  # none is left
            while (found := os.waitpid(-1, os.WNOHANG | os.WUNTRACED | os.WCONTINUED))[0]:
                pid, status = found
                if os.WIFSTOPPED(status):
                    self.asleep[pid] = time.monotonic() + ASLEEP
                elif os.WIFCONTINUED(status):
                    self.asleep.pop(pid, None)
                elif pid in self.workers:
                    self._died(pid, status)

    def _died(self, pid: int, status: int) -> None:
        self.asleep.pop(pid, None)
        name, now = self.workers.pop(pid), time.monotonic()
        if self.ending:
            return
        if (self.folder / name).exists():
            log.warning("a worker has died and is started again", extra={"node": name, "status": status})
            self.begun.add(name)
            self.tries[name], self.due[name] = 0, now
        elif os.waitstatus_to_exitcode(status) > 0 and (name not in self.begun or not self.workers):
            self.failed = self.ending = True
        else:
            self.due[name] = now + min(LONGEST_PAUSE, PAUSE * 2 ** self.tries[name])
            self.tries[name] += 1

    def _start(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)
        foreman = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, TOLD)  # what is for the child waits until it can hear
        pid = os.fork()
        if pid:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD)
            self.workers[pid] = name
            return
        code = 1
        try:
            self._become_worker(foreman)
            self.work(name)
            code = 0
        except BrilligError as why:
            if name not in self.begun:
                print(f"Worker {name}: {why}", file=sys.stderr, flush=True)
            elif not self.tries[name]:  # it is said once
                log.warning("a worker cannot start, and is tried again until it can", extra={"node": name, "why": why})
        except BaseException:
            log.exception("a worker failed", extra={"node": name})
        finally:
            os._exit(code)

    def _become_worker(self, foreman: int) -> None:
        signal.set_wakeup_fd(-1)
        for end in self.bell:
            os.close(end)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the foreman tells us
        with suppress(OSError, AttributeError):  # where the system can
            ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGTERM)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TOLD)
        if os.getppid() != foreman:  # it has died meanwhile, and nobody would tell us
            os._exit(0)

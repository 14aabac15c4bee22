"""The writer: the one thread that writes to an SQLite file. All that waits is written in one commit.

A commit costs a write to the disk, however much is in it. So while one is under way the next jobs gather, and then
go together. Each has a savepoint of its own: one that is refused does not hurt the others. (Appends, which are most
of them, go in one statement and need none unless one is refused: see sqlite_latest.py.) Nobody is told before the commit
is on the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from brillig.web.store import Damaged, StoreError, Unwritable
from brillig.web.store.rows import damaged
from brillig.web.store.sqlite_file import FAULTS, Turn, beside, is_damage, sentence
from brillig.web.store.sqlite_latest import DOUBTED, ENOUGH, TRUSTED, Append, Latest, prepare, statements

ENOUGH_JOBS = 1000  # for one commit, so that none waits for very long
# Where so many come at once, the next wait until so many seconds have passed: a commit has its price, and so has waking those
# who wait for it, however many they are.
MANY, GATHER = 4, 0.01
QUIET = 2.0  # seconds without anything to write, after which the latest lines move to where they belong


class SameFile:
    """Are the files of a database still those that were opened?

    A file that somebody removed or replaced stays open, and SQLite would go on writing to it happily: what is written then
    is gone with the process. This looks at the names, so it is to be asked before and after every commit.
    """

    def __init__(self, path: Path) -> None:
        self._files = (path, beside(path, "-lock"), beside(path, "-wal"))
        self._known: dict[Path, tuple[int, int]] = {}

    def check(self) -> None:
        """StoreError if one was removed or replaced."""
        for file in self._files:
            try:
                found = os.stat(file)
                now = (found.st_dev, found.st_ino)
            except OSError:
                now = None
            known = self._known.get(file)
            if known is None and now is not None:
                self._known[file] = now
            elif now != known:
                raise StoreError(
                    f"{file} was {'replaced' if now else 'removed'} while the server was using it. Stop the server, put "
                    f"the file back (or restore a backup), and start it again."
                )


class Job(NamedTuple):
    write: Callable[[sqlite3.Connection], None]  # raises StoreError if it may not
    id: str  # the table that is named if it turns out to be damaged
    done: asyncio.Future[None]
    append: Append | None = None  # the same as data, if it is an append and nothing else


class _OneByOne(Exception):
    """Appends that were to be made together cannot all be made. The transaction must be given up."""


class _Spoilt(Exception):
    """This job met damage. SQLite then commits nothing of the whole transaction, savepoints or not."""

    def __init__(self, job: Job) -> None:
        self.job = job


class Writer:
    def __init__(
        self, db: sqlite3.Connection, path: Path, loop: asyncio.AbstractEventLoop, check: Callable[[], None],
        turn: Turn | None = None,
    ) -> None:  # fmt: skip
        """The connection is the writer's from now on; `close` closes it. `check` raises if the file is not ours any more.
        `turn`: where other processes write too."""
        self._db, self._path, self._loop, self._check = db, path, loop, check
        self._turn = turn
        prepare(db, fenced=turn is not None)
        self._latest = Latest(db)
        self._queue: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._gathered: list[Job] = []  # in this turn of the loop: to wake the thread for each would cost more
        self._next = 0.0  # when more is to be handed over, where there are many
        self._open = True
        self._thread = Thread(target=self._run, name="brillig-writer", daemon=True)
        self._thread.start()

    def do(
        self, write: Callable[[sqlite3.Connection], None], id: str = "", append: Append | None = None
    ) -> asyncio.Future[None]:
        """Done when it is on the disk."""
        if not self._open:
            raise StoreError("The store is closed.")
        job = Job(write, id, self._loop.create_future(), append)
        if not self._gathered:
            wait = self._next and self._next - self._loop.time()
            if wait > 0:
                self._loop.call_later(wait, self._hand_over)
            else:
                self._loop.call_soon(self._hand_over)
        self._gathered.append(job)
        return job.done

    def _hand_over(self) -> None:
        if self._gathered:
            self._next = self._loop.time() + GATHER if len(self._gathered) >= MANY else 0.0
            self._queue.put(self._gathered)
            self._gathered = []

    async def close(self) -> None:
        """When all that waits is written."""
        self._open = False
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # ---- on the thread ---------------------------------------------------------------------------------------------

    def _run(self) -> None:
        last = False
        while not last:
            jobs: list[Job] = []
            last = self._take(jobs)
            if jobs:
                with self._turn or nullcontext():
                    if self._turn and not last:  # while another process wrote, more has come
                        last = self._take(jobs, wait=False)
                    outcomes = self._commit(jobs)
                self._tell(jobs, outcomes)
            if self._latest.lines >= ENOUGH or (self._latest.lines and (last or not jobs)):
                self._tidy()
                if not jobs:
                    self._copy_log()
        with suppress(sqlite3.Error):  # all is on the disk; the write-ahead log is read when the file is opened next
            self._db.close()
        if self._turn:
            self._turn.close()

    def _take(self, jobs: list[Job], wait: bool = True) -> bool:
        """Add all jobs that wait, at least one if this is to `wait` for it (unless nothing comes). Are they the last?"""
        try:
            more = self._queue.get(wait, QUIET if self._latest.lines else None)
            while more is not None:
                jobs += more
                if len(jobs) >= ENOUGH_JOBS:
                    return False
                more = self._queue.get_nowait()
        except Empty:
            return False
        return True

    def _commit(self, jobs: list[Job]) -> list[Exception | None]:
        """What became of each job: None when it is on the disk."""
        outcomes: list[Exception | None] = [None] * len(jobs)
        alike = _alike(jobs)
        while True:
            try:
                self._check()
                appends = list(alike.values())
                together = statements(appends, self._view(appends))
                if len(alike) == len(jobs) and len(together) == 1:  # a statement by itself is a transaction
                    self._all(together)
                else:
                    self._db.execute("BEGIN IMMEDIATE")
                    self._all(together)
                    for k, job in enumerate(jobs):
                        if k not in alike and not isinstance(outcomes[k], Damaged):
                            outcomes[k] = self._try(job)
                    self._db.execute("COMMIT")
                self._latest.kept(appends)
                for job in [job for k, job in enumerate(jobs) if k not in alike]:
                    self._latest.touched(job.id)
                self._check()
                return outcomes
            except _OneByOne:  # all again, and each will be told what is wrong with it
                self._give_up()
                alike = {}
            except _Spoilt as spoilt:  # all again without that one
                self._give_up()
                outcomes[jobs.index(spoilt.job)] = damaged(spoilt.job.id, str(spoilt.__cause__))
            except Exception as why:
                self._give_up()
                return [self._nothing_written(why) for _ in jobs]

    def _view(self, appends: list[Append]) -> str:
        try:
            return TRUSTED if self._latest.new(appends) else DOUBTED
        except sqlite3.Error as why:
            raise _OneByOne from why

    def _all(self, together: list[tuple[str, list[object]]]) -> None:
        try:
            for statement, values in together:
                self._db.execute(statement, values)
        except sqlite3.Error as why:
            raise _OneByOne from why

    def _try(self, job: Job) -> Exception | None:
        self._db.execute("SAVEPOINT job")
        outcome: Exception | None = None
        try:
            job.write(self._db)
        except Exception as why:
            if is_damage(why) and job.id:
                raise _Spoilt(job) from why
            if not self._db.in_transaction:  # SQLite has already taken back everything, as it may when a disk is full
                raise
            self._db.execute("ROLLBACK TO job")
            outcome = self._nothing_written(why) if isinstance(why, FAULTS) else why
        self._db.execute("RELEASE job")
        return outcome

    def _nothing_written(self, why: Exception) -> StoreError:
        told = str(why) if isinstance(why, StoreError) else sentence(why, self._path)
        return Unwritable(f"{told} Nothing was written.")

    def _tidy(self) -> None:
        """Move the latest lines to where they belong. If that fails they can be read all the same, and it is tried again.

        Nobody is told of it, so nobody waits until it is on the disk: the next commit takes it there, and until then the lines
        are where they were. And it was looked whether there is such a table when they came."""
        try:
            with self._turn or nullcontext():
                self._check()
                self._careful(False)
                self._latest.move()
        except (StoreError, *FAULTS):
            self._give_up()
            self._latest.lines = 1
        finally:
            self._careful(True)  # if that cannot be, this thread ends, and nothing is acknowledged any more

    def _careful(self, now: bool) -> None:
        self._db.execute(f"PRAGMA synchronous = {'FULL' if now else 'NORMAL'}")
        self._db.execute(f"PRAGMA foreign_keys = {'ON' if now else 'OFF'}")

    def _copy_log(self) -> None:
        """Copy the write-ahead log into the file while nobody writes. Under load it is done by whoever makes it too long."""
        with suppress(sqlite3.Error):  # it is tried again
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _give_up(self) -> None:
        with suppress(sqlite3.Error):  # the next BEGIN will fail too, and say so
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _tell(self, jobs: list[Job], outcomes: list[Exception | None]) -> None:
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            self._loop.call_soon_threadsafe(_settle, jobs, outcomes)


def _alike(jobs: list[Job]) -> dict[int, Append]:
    """The appends that can be made together, by the place of their job: those that are alone at their table."""
    times = Counter(job.id for job in jobs)
    return {k: job.append for k, job in enumerate(jobs) if job.append and times[job.id] == 1}


def _settle(jobs: list[Job], outcomes: list[Exception | None]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.done.cancelled():
            continue
        if outcome is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(outcome)

"""Leases in an SQLite file that several processes of one machine share. All of them are the same program."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from brillig.web.store import rows
from brillig.web.store.leases import LEASE, Lost, NodeCard, Owned, Sign

T = TypeVar("T")
Do = Callable[[Callable[[sqlite3.Connection], None]], Awaitable[None]]

_ALIVE = "EXISTS (SELECT 1 FROM nodes WHERE nodes.run = owners.run AND until > :now)"


def steady() -> int:
    """Milliseconds since this machine started: the same in all its processes."""
    return time.monotonic_ns() // 1_000_000


class SqliteLeases:
    def __init__(self, write: Do, now: Callable[[], int] = steady) -> None:
        self._write, self._now = write, now

    async def _do(self, work: Callable[[sqlite3.Connection, int], T]) -> T:
        found: list[T] = []

        def job(db: sqlite3.Connection) -> None:
            found[:] = [work(db, self._now())]  # a job may be done again

        await self._write(job)
        return found[0]

    async def _all(self, query: str, **values: Any) -> list[Any]:
        return await self._do(lambda db, now: db.execute(query, {"now": now, "lease": LEASE, **values}).fetchall())

    async def join(self, card: NodeCard) -> int:
        def work(db: sqlite3.Connection, now: int) -> int:
            db.execute("DELETE FROM nodes WHERE name = ? AND until <= ?", (card.name, now))
            put = "INSERT OR IGNORE INTO nodes (name, address, until) VALUES (?, ?, ?)"
            done = db.execute(put, (card.name, card.address, now + LEASE))
            return int(done.lastrowid or 0) if done.rowcount == 1 else 0

        return await self._do(work)

    async def renew(self, run: int, spent: bytes = b"") -> list[Sign] | None:
        def work(db: sqlite3.Connection, now: int) -> list[Sign] | None:
            put = "UPDATE nodes SET until = ?, spent = ? WHERE run = ? AND until > ?"
            if db.execute(put, (now + LEASE, spent, run, now)).rowcount != 1:
                return None
            others = db.execute("SELECT name, address, spent FROM nodes WHERE run <> ? AND until > ?", (run, now))
            return [Sign(*row) for row in others]

        return await self._do(work)

    async def leave(self, run: int) -> None:
        def work(db: sqlite3.Connection, now: int) -> None:
            db.execute("DELETE FROM nodes WHERE run = ?", (run,))
            db.execute("UPDATE owners SET run = 0 WHERE run = ?", (run,))

        await self._do(work)

    async def claim(self, run: int, id: str, rules: Sequence[str] = ()) -> Owned:
        def work(db: sqlite3.Connection, now: int) -> Owned:
            values = {"id": id, "run": run, "now": now}
            owner = db.execute(
                "SELECT name, address FROM owners JOIN nodes USING (run) WHERE id = :id AND run <> :run AND until > :now",
                values,
            ).fetchone()
            if owner:
                return Owned(0, *owner)
            # A row that is put in anew gets a number that no row had before.
            put = """
                INSERT OR REPLACE INTO owners (id, run, shown)
                SELECT id, :run, coalesce((SELECT shown FROM owners WHERE id = :id), x'') FROM tables
                WHERE id = :id AND EXISTS (SELECT 1 FROM nodes WHERE run = :run AND until > :now)"""
            done = db.execute(put, values)
            return Owned(int(done.lastrowid or 0) if done.rowcount == 1 else 0)

        return await self._do(work)

    async def adopt(self, run: int, rules: Sequence[str], most: int) -> list[str]:
        orphans = f"SELECT id FROM owners WHERE NOT {_ALIVE}"

        def work(db: sqlite3.Connection, now: int) -> list[str]:
            values = {"now": now, "run": run}
            if not db.execute("SELECT 1 FROM nodes WHERE run = :run AND until > :now", values).fetchone():
                return []
            (nodes,) = db.execute("SELECT count(*) FROM nodes WHERE until > :now", values).fetchone()
            ids = [id for (id,) in db.execute(orphans, values)]
            ids = ids[: min(most, 20 + len(ids) // nodes)]
            db.executemany("INSERT OR REPLACE INTO owners (id, run) VALUES (?, ?)", [(id, run) for id in ids])
            return ids

        return await self._do(work)

    async def release(self, run: int, ids: Sequence[str]) -> None:
        await self._do(
            lambda db, now: (
                db.executemany("DELETE FROM owners WHERE run = ? AND id = ?", [(run, id) for id in ids]).rowcount
            )
        )

    async def pass_over(self, run: int, id: str, rules: str) -> bool:
        await self.release(run, [id])
        return False  # all of us are the same program

    async def show(self, run: int, shown: Mapping[str, tuple[str, bytes]]) -> None:
        await self._do(
            lambda db, now: (
                db.executemany(
                    "UPDATE owners SET shown = ? WHERE id = ? AND run = ?",
                    [(what, id, run) for id, (_, what) in shown.items()],
                ).rowcount
            )
        )

    async def shown(self, run: int) -> dict[str, bytes]:
        return dict(await self._all("SELECT id, shown FROM owners WHERE run <> :run AND shown <> x''", run=run))


def pass_fence(db: sqlite3.Connection, id: str, fence: int) -> None:
    """The table is ours, or Lost is raised. Nobody else can write before this transaction is over."""
    if not db.execute("SELECT 1 FROM owners WHERE id = ? AND fence = ?", (id, fence)).fetchone():
        raise Lost(rows.taken_over(id))


def clear(db: sqlite3.Connection) -> None:
    """Nobody else is here: what earlier processes left behind counts for nothing. Fencing numbers go on growing."""
    db.execute("DELETE FROM owners")
    db.execute("DELETE FROM nodes")

"""Salvage: a new file from what can be read of a damaged one. A damaged file is never written to.

In a file whose structure is broken, SQLite may write over what is still good. So everything that can be read, and is
as it was written, moves to a new file; the old one is kept beside it. Tables that lost something are noted there by
name, and reading one of them raises Damaged for good. All others play on.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from brillig.web.store import StoreError, rows
from brillig.web.store.migrations import Migration, due
from brillig.web.store.sqlite_file import (
    FAULTS,
    HELP,
    beside,
    blank,
    forgiving,
    place,
    remove,
    schema,
    sentence,
)
from brillig.web.store.sqlite_reading import every_id, readable, rows_until_blocked

UNKNOWN = ""  # stands for the tables that nobody can name any more
SHELVES = 1 << 16  # sessions are looked for by the first two bytes of their ids


def rescue(path: Path, migrations: list[Migration], faults: list[str]) -> list[str]:
    """Put what can be read in the place of a damaged file. Returns what the operator should hear."""
    made, rescued = beside(path, "-rescuing"), beside(path, "-rescued")
    try:
        old = forgiving(path)
        try:
            number = schema(old, path)
            due(migrations, number, str(path))
            new = blank(made, [m for m in migrations if m.number <= number])
            try:
                new.execute("BEGIN")
                salvage = _Salvage(old, new)
                salvage.all()
                new.execute("COMMIT")
            finally:
                new.close()
        finally:
            old.close()
        place(made, rescued)
        aside = finish(path)
    except FAULTS as why:
        remove(made)
        raise StoreError(f"Nothing can be saved from the damaged {path}: {sentence(why, path)}") from why
    except OSError as why:
        remove(made)
        raise StoreError(f"{path} is damaged, and there is no room to save what is whole: {why}. {HELP}") from why
    heard = [f"{path} was damaged ({faults[0]}). What is whole is in its place now, and the old file is {aside}."]
    return heard + [f"Some of the {name} are lost." for name in salvage.torn]


def finish(path: Path) -> Path | None:
    """The last step: the new file in place, the old one aside. Done again after a crash, it does what is left to do."""
    rescued = beside(path, "-rescued")
    if not rescued.exists():
        return None
    aside = next(name for name in _asides(path) if not name.exists() or (path.exists() and name.samefile(path)))
    if path.exists() and not aside.exists():
        try:
            os.link(path, aside)
        except OSError:  # not every file system can
            shutil.copyfile(path, aside)
    if beside(path, "-wal").exists():  # it belongs to the old file and must not be read into the new one
        os.replace(beside(path, "-wal"), beside(aside, "-wal"))
    beside(path, "-shm").unlink(missing_ok=True)
    place(rescued, path)
    return aside


def _asides(path: Path) -> Iterator[Path]:
    yield beside(path, "-damaged")
    for k in range(2, 10_000):
        yield beside(path, f"-damaged-{k}")


class _Salvage:
    """One file's worth of it. Tables and columns are those of the new file, which has the schema of the old."""

    def __init__(self, old: sqlite3.Connection, new: sqlite3.Connection) -> None:
        self.old, self.new = old, new
        names = [name for (name,) in new.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        self.keys: dict[str, list[str]] = {}  # of every table, its primary key
        self.torn: list[str] = []  # what lost rows that nobody can name
        # By table, its lines and receipts that were on their way to where they belong (see sqlite_latest.py).
        self.latest: dict[str, dict[str, list[rows.Row]]] = {}
        self.latest_torn = False  # were some of them lost? Nobody knows whose
        if rows.LATEST in names:
            self._read_latest()
        for name in [name for name in names if name not in (*rows.PASSING, rows.LATEST)]:
            columns = new.execute(f"PRAGMA table_info({name})").fetchall()
            keyed = sorted((place, column) for _, column, _, _, _, place in columns if place)
            self.keys[name] = [column for _, column in keyed]

    def _read_latest(self) -> None:
        seen = set[int]()
        for row in rows_until_blocked(self.old, rows.LATEST, "at"):
            if row is None or not isinstance(row[1], str):
                self.latest_torn = True
            elif row[0] not in seen:
                seen.add(row[0])
                id, n, line, crc, *answer = row[1:]
                mine = self.latest.setdefault(id, {"lines": [], "receipts": []})
                for name, found in (("lines", (id, n, line, crc)), ("receipts", (id, *answer))):
                    if found[2] is None:
                        continue
                    if rows.whole(found):
                        mine[name].append(found)
                    else:
                        self.latest_torn = True

    def all(self) -> None:
        ids, complete = every_id(self.old)
        lost = {id: what for id in sorted(ids) if (what := self._table(id))}
        for name in self.keys:
            if name not in rows.OF_A_TABLE:
                self._others(name)
        for id, what in lost.items():
            self._note(rows.shown(id) or "?", str(rows.damaged(id, what)))  # a damaged id could be anything
        if not complete:
            self._note(UNKNOWN, "Tables were lost whose names are not known any more.")

    def _table(self, id: str) -> str:
        """Move one table with all that belongs to it; says what was lost, nothing if nothing."""
        if self._move("tables", readable(self.old, "tables", self.keys["tables"], "id = ?", id)) != (1, True):
            return "its document is lost"
        torn = []
        for name in rows.OF_A_TABLE[1:]:
            latest = self.latest.get(id, {}).get(name, [])
            count, whole = self._move(name, chain(readable(self.old, name, self.keys[name], "id = ?", id), latest))
            if name == "lines":
                whole = whole and not (self.latest_torn and self._running(id))
                (past,) = self.new.execute("SELECT coalesce(max(n) + 1, 0) FROM lines WHERE id = ?", (id,)).fetchone()
                whole = whole and past == count
            if not whole:
                torn.append(name)
        return f"some of its {' and '.join(torn)} could not be read" if torn else ""

    def _running(self, id: str) -> bool:
        found = self.new.execute("SELECT 1 FROM tables WHERE id = ? AND status = 'playing'", (id,))
        return found.fetchone() is not None

    def _others(self, name: str) -> None:
        """Move what belongs to no table, such as sessions."""
        keys = self.keys[name]
        if self._move(name, readable(self.old, name, keys, "1"))[1]:
            return
        self.torn.append(name)
        if name == "sessions":
            for shelf in range(SHELVES):
                low = shelf.to_bytes(2, "big")
                self._move(name, readable(self.old, name, keys, "id >= ? AND id <= ?", low, low + b"\xff" * 64))

    def _move(self, name: str, found: Iterable[Any]) -> tuple[int, bool]:
        """How many rows there are now, and whether that is surely all."""
        count, whole = 0, True
        for row in found:
            if row is None:
                whole = False
            else:
                marks = ", ".join("?" * len(row))
                count += self.new.execute(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", row).rowcount
        return count, whole

    def _note(self, id: str, text: str) -> None:
        self.new.execute("INSERT OR REPLACE INTO damage VALUES (?, ?, ?)", rows.sealed(id, text))

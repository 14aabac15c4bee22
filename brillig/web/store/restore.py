"""Restoring: a backup back into a database, whichever kind it came from. Nothing that is there is ever overwritten."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from brillig.web.store import Progress, StoreError, backup, rows, sqlite_file, sqlite_latest, sqlite_reading
from brillig.web.store.from_url import connect
from brillig.web.store.migrations import due, found
from brillig.web.store.postgres import PostgresStore
from brillig.web.store.salvage import rescue
from brillig.web.store.sqlite import SqliteStore


async def restore(backup: Path, url: str, progress: Progress | None = None) -> list[str]:
    """Fill the database at this URL from a backup. Returns what the operator should hear, a sentence each."""
    store = connect(url)
    try:
        if isinstance(store, PostgresStore):
            return await _into_postgres(backup, store, progress)
        assert isinstance(store, SqliteStore)
        return await asyncio.to_thread(_into_sqlite, backup, store.path)
    except sqlite_file.FAULTS as why:
        raise StoreError(f"{backup} cannot be restored: {sqlite_file.sentence(why, backup)}") from why
    except OSError as why:
        raise StoreError(f"{backup} cannot be restored: {why.strerror or why}.") from why


async def _into_postgres(backup: Path, store: PostgresStore, progress: Progress | None) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="brillig-") as folder:
        made = Path(folder) / "backup.db"
        heard = await asyncio.to_thread(_prepare, backup, made)
        await store.open()
        try:
            with closing(sqlite_file.connect(made, "ro")) as db:
                await store.fill(db, progress)
        finally:
            await store.close()
    return heard


def _into_sqlite(backup: Path, path: Path) -> list[str]:
    there = sqlite_file.present(path)
    lock = sqlite_file.Lock(path)
    made = sqlite_file.beside(path, "-restoring")
    try:
        if there:
            _check_empty(path)
        sqlite_file.remove(made)
        heard = _prepare(backup, made)
        sqlite_file.remove(path)  # it was empty; what SQLite kept beside it must not be read into the new one
        sqlite_file.place(made, path)
    finally:
        sqlite_file.remove(made)
        lock.release()
    return heard


def _check_empty(path: Path) -> None:
    with closing(sqlite_file.connect(path, "ro")) as db:
        sqlite_file.schema(db, path)
        there = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        names = [name for name in there if name not in rows.PASSING]
        if any(db.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone() == (1,) for name in names):
            raise StoreError(backup.not_empty(str(path)))


def _prepare(backup: Path, made: Path) -> list[str]:
    """A copy of the backup that is sound and of this program's schema. What is damaged in it is left out by name."""
    if not backup.is_file():
        raise StoreError(f"There is no backup {backup}.")
    for suffix in ("", "-wal"):  # a backup that somebody has opened may have one
        if sqlite_file.beside(backup, suffix).exists():
            shutil.copyfile(sqlite_file.beside(backup, suffix), sqlite_file.beside(made, suffix))
    os.chmod(made, 0o600)
    migrations = found("sqlite")
    with closing(sqlite_file.forgiving(made)) as db:
        number = sqlite_file.schema(db, backup)
        due(migrations, number, str(backup))
        faults = sqlite_file.faults(db, made, migrations) or list(_rows_not_whole(db))
    heard: list[str] = []
    if faults:
        rescue(made, migrations, faults)
        for left in made.parent.glob(f"{made.name}-damaged*"):  # the backup itself is still there
            left.unlink()
        heard.append(f"{backup} is damaged ({faults[0].rstrip('.')}); what is whole in it was restored.")
    with closing(sqlite_file.connect(made, "rw")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        sqlite_file.migrate(db, migrations, made, number)
        sqlite_latest.move(db)
        heard += sqlite_reading.damage(db).values()
    return heard


def _rows_not_whole(db: sqlite3.Connection) -> list[str]:
    return list(sqlite_reading.row_faults(db, rows.COLUMNS))[: sqlite_file.MOST_FAULTS]

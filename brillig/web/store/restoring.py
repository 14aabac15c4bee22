"""Restoring: a backup back into a database, whichever kind it came from. Nothing that is there is ever overwritten."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from brillig.web.store import Progress, StoreError, archive, file, reading, rows
from brillig.web.store.choosing import connect
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
    except file.FAULTS as why:
        raise StoreError(f"{backup} cannot be restored: {file.sentence(why, backup)}") from why
    except OSError as why:
        raise StoreError(f"{backup} cannot be restored: {why.strerror or why}.") from why


async def _into_postgres(backup: Path, store: PostgresStore, progress: Progress | None) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="brillig-") as folder:
        made = Path(folder) / "backup.db"
        heard = await asyncio.to_thread(_prepare, backup, made)
        await store.open()
        try:
            with closing(file.connect(made, "ro")) as db:
                await store.fill(db, progress)
        finally:
            await store.close()
    return heard


def _into_sqlite(backup: Path, path: Path) -> list[str]:
    there = file.present(path)
    lock = file.Lock(path)
    made = file.beside(path, "-restoring")
    try:
        if there:
            _check_empty(path)
        file.remove(made)
        heard = _prepare(backup, made)
        file.remove(path)  # it was empty; what SQLite kept beside it must not be read into the new one
        file.place(made, path)
    finally:
        file.remove(made)
        lock.release()
    return heard


def _check_empty(path: Path) -> None:
    with closing(file.connect(path, "ro")) as db:
        file.schema(db, path)
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if any(db.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone() == (1,) for name in names):
            raise StoreError(archive.not_empty(str(path)))


def _prepare(backup: Path, made: Path) -> list[str]:
    """A copy of the backup that is sound and of this program's schema. What is damaged in it is left out by name."""
    if not backup.is_file():
        raise StoreError(f"There is no backup {backup}.")
    for suffix in ("", "-wal"):  # a backup that somebody has opened may have one
        if file.beside(backup, suffix).exists():
            shutil.copyfile(file.beside(backup, suffix), file.beside(made, suffix))
    os.chmod(made, 0o600)
    migrations = found("sqlite")
    with closing(file.forgiving(made)) as db:
        number = file.schema(db, backup)
        due(migrations, number, str(backup))
        faults = file.faults(db, made, migrations) or list(_rows_not_whole(db))
    heard: list[str] = []
    if faults:
        rescue(made, migrations, faults)
        for left in made.parent.glob(f"{made.name}-damaged*"):  # the backup itself is still there
            left.unlink()
        heard.append(f"{backup} is damaged ({faults[0].rstrip('.')}); what is whole in it was restored.")
    with closing(file.connect(made, "rw")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        file.migrate(db, migrations, made, number)
        heard += reading.damage(db).values()
    return heard


def _rows_not_whole(db: sqlite3.Connection) -> list[str]:
    return list(reading.row_faults(db, rows.COLUMNS))[: file.MOST_FAULTS]

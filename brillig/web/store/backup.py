"""Backups: everything as of one moment in one SQLite file of ours, whatever database it comes from.

A backup is a database too: `sqlite:///` and its name opens it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from brillig.web.store import Progress, StoreError, rows, sqlite_latest
from brillig.web.store.migrations import due, found
from brillig.web.store.sqlite_file import FAULTS, beside, connect, faults, place, present, remove, schema, sentence

PAGES = 1000  # copied between two reports of progress


@contextmanager
def making(file: Path) -> Iterator[Path]:
    """A name to write the backup under. If all goes well it is then put in place under its own."""
    if not file.parent.is_dir():
        raise StoreError(f"There is no folder {file.parent} for the backup.")
    if file.is_symlink() or file.exists():  # a link that leads nowhere is there too
        raise StoreError(f"{file} exists already; choose another name for the backup.")
    made = beside(file, "-making")
    try:
        remove(made)
        yield made
        place(made, file)
    except FAULTS as why:
        raise StoreError(f"There is no backup: {sentence(why, made)}") from why
    except OSError as why:
        raise StoreError(f"There is no backup: {file} cannot be written ({why.strerror or why}).") from why
    finally:
        remove(made)


def copy(path: Path, file: Path, progress: Progress | None = None) -> None:
    """A backup of an SQLite file, while a server may be writing to it."""
    with making(file) as made:
        copy_pages(path, made, progress)


def copy_pages(path: Path, made: Path, progress: Progress | None = None) -> None:
    """The file as of this moment, under a new name. StoreError if it is damaged."""
    if not present(path):
        raise StoreError(f"There is no database {path}.")
    migrations = found("sqlite")
    os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # there are secrets in it
    with closing(connect(path, "ro")) as source, closing(connect(made, "rw")) as target:
        try:
            due(migrations, schema(source, path), str(path))
            source.execute("BEGIN")  # what we read is as of now, however long we take; nobody who writes has to wait
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(target, pages=PAGES, progress=progress and (lambda _, left, all: progress(all - left, all)))
            source.execute("COMMIT")
        except FAULTS as why:
            raise StoreError(f"{path} cannot be copied: {sentence(why, path)}") from why
        target.execute("PRAGMA journal_mode = DELETE")  # all in one file
        if wrong := faults(target, made, migrations):
            raise StoreError(
                f"{path} is damaged ({wrong[0]}), so no backup was made of it. Keep the older ones; "
                f"`brillig doctor` says what can still be read."
            )
        sqlite_latest.move(target)  # all of a match in one place, as in any file that nobody has open


def insert(db: sqlite3.Connection, name: str, some: list[rows.Row]) -> None:
    """Rows as they are, checksums included."""
    db.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows.COLUMNS[name]))})", some)


def not_empty(where: str) -> str:
    return f"{where} holds something already, and a backup is only restored into an empty database."

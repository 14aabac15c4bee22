"""An SQLite file of ours: made, locked, opened, checked and migrated; and what SQLite says, put in sentences."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from brillig.web.store import StoreError
from brillig.web.store.migrations import Migration, due

APPLICATION = int.from_bytes(b"Bril", "big")  # in the header of every file of ours
BUSY_SECONDS = 5.0  # how long we wait for another program that has locked the file
CHECKPOINT_PAGES = (
    16_000  # the write-ahead log is copied into the file when it has so many (64 MiB), or in a quiet moment
)
MOST_FAULTS = 20  # of a damaged file, that are named

# What reading a damaged file can raise.
FAULTS = (sqlite3.Error, MemoryError, OverflowError, UnicodeError)
HELP = "`brillig doctor` says what can still be read, and `brillig restore` brings a backup back."


def beside(path: Path, suffix: str) -> Path:
    """Another file of the same database: FILE-wal, FILE-lock, ..."""
    return path.with_name(path.name + suffix)


def sentence(why: BaseException, path: Path) -> str:
    """What went wrong with the file, for the operator."""
    name = "SQLITE_CORRUPT" if is_damage(why) else getattr(why, "sqlite_errorname", None) or ""
    match name.split("_")[1] if name.startswith("SQLITE_") else "":
        case "FULL":
            return f"The disk that holds {path} is full."
        case "IOERR":
            return f"The disk that holds {path} reports an error ({name}): {why}."
        case "CORRUPT":
            return f"{path} is damaged ({why}). {HELP}"
        case "NOTADB":
            return f"{path} is not an SQLite database, or its beginning is damaged. {HELP}"
        case "BUSY" | "LOCKED":
            return f"{path} is locked by another program."
        case "CANTOPEN" | "PERM" | "READONLY" | "AUTH":
            return f"{path} cannot be opened for this: {why}."
    return f"{path}: {why}."


def is_damage(why: BaseException) -> bool:
    """Did it come from bytes in the file that make no sense?"""
    return isinstance(why, UnicodeError) or (getattr(why, "sqlite_errorname", None) or "").startswith("SQLITE_CORRUPT")


# ---- one server a file ---------------------------------------------------------------------------------------------

_held: set[int] = set()


def _let_go() -> None:
    """In a child that was forked: it must not keep the lock of a parent that is killed."""
    for handle in _held:
        os.close(handle)
    _held.clear()


os.register_at_fork(after_in_child=_let_go)


class Lock:
    """Held while a server uses the file, alone or with others that share it. The kernel drops it with the process, however
    that ends."""

    def __init__(self, path: Path, shared: bool = False) -> None:
        try:
            self._handle = os.open(beside(path, "-lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as why:
            raise StoreError(f"{path} cannot be used: {why.strerror} ({beside(path, '-lock')}).") from why
        try:
            fcntl.flock(self._handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError as why:
            holder = os.read(self._handle, 20).decode("ascii", "replace").strip()
            os.close(self._handle)
            raise StoreError(
                f"{path} is in use by another server{f' (process {holder})' if holder.isdecimal() else ''}."
            ) from why
        _held.add(self._handle)
        self._name("" if shared else f"{os.getpid()}\n")

    def _name(self, holder: str) -> None:
        os.ftruncate(self._handle, 0)
        os.pwrite(self._handle, holder.encode(), 0)

    def release(self) -> None:
        # The file stays: were it removed, a third server could lock a new one while a second holds the old.
        handle, self._handle = self._handle, -1
        if handle in _held:
            _held.discard(handle)
            os.ftruncate(handle, 0)
            os.close(handle)


class Turn:
    """Of several processes that write to one file, one after the other does. (SQLite alone would have them sleep and try
    again, so that some wait for long; the kernel wakes the next one at once.)"""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(beside(path, "-turn"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def __enter__(self) -> None:
        fcntl.flock(self._handle, fcntl.LOCK_EX)

    def __exit__(self, *why: object) -> None:
        fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        os.close(self._handle)


def one_name(path: Path) -> None:
    """StoreError for a file that has another name besides. (In the middle of a salvage it has, and that is gone on with.)"""
    if path.exists() and path.stat().st_nlink > 1 and not beside(path, "-rescued").exists():
        raise StoreError(
            f"{path} has a second name (a hard link). What was written last lies beside it under one of its names only, so "
            f"opened by the other it would be lost: remove one name, or copy it with `brillig backup`."
        )


# ---- opening -------------------------------------------------------------------------------------------------------


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection in autocommit mode. `mode`: "ro", "rw", or "rwc" to create the file."""
    try:
        db = sqlite3.connect(
            f"file:{quote(os.fspath(path))}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # each has one thread that uses it; another may close it afterwards
        )
    except sqlite3.Error as why:
        raise StoreError(sentence(why, path)) from why
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")  # the checksum tells; nothing is to raise here
    db.execute("PRAGMA cell_size_check = ON")
    db.execute("PRAGMA trusted_schema = OFF")
    return db


# An older file has no such table: then there is an empty one, of this connection alone.
_NO_LATEST = "CREATE TEMP TABLE latest (at, id, n, line, crc, sender, command, answer, sum)"


def forgiving(path: Path) -> sqlite3.Connection:
    """A connection that reads what it can of a damaged file, even one that was cut short, and writes nothing."""
    db = connect(path, "ro")
    db.execute("PRAGMA writable_schema = ON")  # without it SQLite refuses a file that is too short as a whole
    with suppress(sqlite3.Error):  # if it is damaged there, whoever reads on will hear so
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'latest'").fetchone():
            db.execute(_NO_LATEST)
    return db


def for_writing(path: Path) -> sqlite3.Connection:
    """The connection of the one writer. What it commits is on the disk."""
    db = connect(path, "rw")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute(f"PRAGMA journal_size_limit = {CHECKPOINT_PAGES * 4096 * 2}")  # after a long backup it shrinks again
    return db


def present(path: Path) -> bool:
    """Is there a file? StoreError if what is there cannot be one of ours."""
    if not path.parent.is_dir():
        raise StoreError(f"There is no folder {path.parent} for the database.")
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a database.")
    if not path.exists():
        if beside(path, "-wal").exists() and beside(path, "-wal").stat().st_size:
            raise StoreError(
                f"{path} is missing, but {beside(path, '-wal')} is there and holds the latest of it: put the database "
                f"back, or remove both."
            )
        return False
    if not path.stat().st_size:
        raise StoreError(f"{path} is empty, so it was cut short or is not ours. Restore a backup, or remove it.")
    return True


def schema(db: sqlite3.Connection, path: Path) -> int:
    """The schema of the database. StoreError if it is none of ours."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise StoreError(f"{path} is an SQLite database, but not one of Brillig's.")
    (number,) = db.execute("PRAGMA user_version").fetchone()
    return int(number)


def faults(db: sqlite3.Connection, path: Path, migrations: list[Migration]) -> list[str]:
    """What is wrong with the structure of the file; none when it is sound. Checksums of rows are not looked at."""
    if wrong := misdefined(db, path, migrations):
        return wrong
    try:
        found = db.execute(f"PRAGMA integrity_check({MOST_FAULTS})").fetchall()
    except FAULTS as why:
        return _damage(why, path)
    lines = [line for (text,) in found for line in str(text).splitlines() if not line.startswith("***")]
    return [] if lines == ["ok"] else lines


def misdefined(db: sqlite3.Connection, path: Path, migrations: list[Migration]) -> list[str]:
    """What is wrong with the head of the file, which takes no time to see."""
    try:
        if db.execute(_DEFINITIONS).fetchall() != _definitions([m for m in migrations if m.number <= schema(db, path)]):
            return ["the definition of its tables is not ours"]
    except FAULTS as why:
        return _damage(why, path)
    return []


def _damage(why: BaseException, path: Path) -> list[str]:
    if not is_damage(why):
        raise StoreError(sentence(why, path)) from why
    return [str(why)]


_DEFINITIONS = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"


def _definitions(migrations: list[Migration]) -> list[tuple[str, ...]]:
    """How the tables of a database are defined that went through these migrations."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, migrations, Path(":memory:"))
        return db.execute(_DEFINITIONS).fetchall()


# ---- migrating and making ------------------------------------------------------------------------------------------


def migrate(db: sqlite3.Connection, migrations: list[Migration], path: Path, now: int = 0) -> None:
    """Apply what a database at schema `now` still lacks."""
    for migration in due(migrations, now, str(path)):
        try:
            db.execute("PRAGMA foreign_keys = OFF")  # so that a table can be made anew; it is checked below
            db.execute("BEGIN IMMEDIATE")
            for statement in _statements(migration.sql):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {migration.number}")
            if broken := db.execute("PRAGMA foreign_key_check").fetchone():
                raise StoreError(f"a row of {broken[0]} refers to nothing")
            db.execute("COMMIT")
        except (sqlite3.Error, StoreError) as why:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise StoreError(
                f"Migration {migration.number} ({migration.name}) of {path} failed and changed nothing: {why}."
            ) from why


def _statements(sql: str) -> Iterator[str]:
    text = ""
    for line in sql.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            yield text
            text = ""
    if text.strip():
        raise StoreError("its last statement has no end")


def blank(path: Path, migrations: list[Migration]) -> sqlite3.Connection:
    """A new, empty database to be filled at once and then put where it belongs (see `place`)."""
    remove(path)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # there will be secrets in it
    db = connect(path, "rw")
    db.execute("PRAGMA journal_mode = MEMORY")  # whatever happens before it is in place, it is thrown away
    db.execute("PRAGMA synchronous = OFF")
    migrate(db, migrations, path)
    db.execute("PRAGMA foreign_keys = OFF")
    return db


def place(made: Path, path: Path) -> None:
    """Put a file that nobody has open in its place: it is there in full, or what was there before still is."""
    handle = os.open(made, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    os.replace(made, path)
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove(path: Path) -> None:
    """Remove a database with what SQLite keeps beside it."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        beside(path, suffix).unlink(missing_ok=True)

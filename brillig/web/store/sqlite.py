"""The store in an SQLite file. One thread writes (see sqlite_writer.py), others read, and the event loop never waits."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from brillig.web.store import (
    Conflict,
    Damage,
    Damaged,
    Document,
    Kept,
    Note,
    Progress,
    Receipt,
    SaidLine,
    Session,
    StoreError,
    backup,
    rows,
    sqlite_file,
    sqlite_latest,
    sqlite_reading,
)
from brillig.web.store.leases import Leases
from brillig.web.store.leases.sqlite import SqliteLeases, pass_fence
from brillig.web.store.migrations import Migration, due, found
from brillig.web.store.salvage import UNKNOWN, finish, rescue
from brillig.web.store.sqlite_latest import Append, statements
from brillig.web.store.sqlite_writer import SameFile, Writer

READERS = 2  # threads
AT_ONCE = (
    64 << 20
)  # bytes of a file that are looked through before it is opened, in under a second; a larger one is later

P = ParamSpec("P")
T = TypeVar("T")


class SqliteStore:
    def __init__(
        self, path: Path, *, read_only: bool = False, shared: bool = False, url: str = "",
        migrations: list[Migration] | None = None,
    ) -> None:  # fmt: skip
        self.path = Path(os.path.realpath(path))
        self.url = url or f"sqlite:///{path}"
        self.read_only, self.shared = read_only, shared
        self.leases: Leases | None = SqliteLeases(self.do) if shared else None
        self.schema = 0
        self.at_once = True
        self.warnings: list[str] = []
        self.unchecked = False  # was the file too large to be looked through before it was opened?
        self._migrations = found("sqlite") if migrations is None else migrations
        self._damage: dict[str, str] = {}  # tables that were damaged before, each with its sentence
        self._lock: sqlite_file.Lock | None = None
        self._writer: Writer | None = None
        self._readers: ThreadPoolExecutor | None = None
        self._own = threading.local()  # the connection of each reader
        self._connections: list[sqlite3.Connection] = []

    # ---- opening and closing ---------------------------------------------------------------------------------------

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        db = await asyncio.to_thread(self._open)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="brillig-reader")
        if db is not None:
            turn = sqlite_file.Turn(self.path) if self.shared else None
            self._writer = Writer(db, self.path, loop, self._same.check, turn)

    def _open(self) -> sqlite3.Connection | None:
        """Everything that takes time. Returns the connection for the writer, if there is to be one."""
        try:
            with ExitStack() as undo:
                if self.read_only:
                    if not sqlite_file.present(self.path):
                        raise StoreError(f"There is no database {self.path}.")
                    db = undo.enter_context(closing(sqlite_file.forgiving(self.path)))
                    self._look(db)
                    return None
                sqlite_file.present(self.path)  # a folder that is not there is said before a lock is made in it
                self._lock = sqlite_file.Lock(self.path, self.shared)
                undo.callback(self._lock.release)
                sqlite_file.one_name(self.path)
                if not self.shared:  # whoever started those that share it has done so
                    self._prepare()
                self._same = SameFile(self.path)
                self._same.check()
                db = sqlite_file.for_writing(self.path)
                undo.callback(db.close)
                self._look(db)
                sqlite_file.migrate(db, self._migrations, self.path, self.schema)
                self.schema = self._migrations[-1].number
                db.execute("PRAGMA foreign_keys = ON")
                sqlite_latest.move(db)  # a server that was killed has left them
                # A session whose key has changed would only be missed. (Of tables and logs, gaps are found.)
                if not self.unchecked:
                    self.warnings += islice(sqlite_reading.row_faults(db, ["sessions"]), sqlite_file.MOST_FAULTS)
                undo.pop_all()
                return db
        except sqlite_file.FAULTS as why:
            raise StoreError(sqlite_file.sentence(why, self.path)) from why
        except OSError as why:
            raise StoreError(f"{self.path} cannot be opened: {why.strerror or why}.") from why

    def _prepare(self) -> None:
        """A sound file where the database belongs: a new one, or what can be saved of a damaged one."""
        finish(self.path)
        if not sqlite_file.present(self.path):
            new = sqlite_file.beside(self.path, "-new")
            sqlite_file.blank(new, self._migrations).close()
            sqlite_file.place(new, self.path)
            return
        doubt = sqlite_file.beside(self.path, "-doubt")
        self.unchecked = self.path.stat().st_size > AT_ONCE and not doubt.exists()
        with closing(sqlite_file.forgiving(self.path)) as db:
            due(self._migrations, sqlite_file.schema(db, self.path), str(self.path))
            look = sqlite_file.misdefined if self.unchecked else sqlite_file.faults
            faults = look(db, self.path, self._migrations)
        if faults:
            self.warnings += rescue(self.path, self._migrations, faults)
        doubt.unlink(missing_ok=True)

    async def check_later(self) -> list[str]:
        """What was not looked at when a large file was opened. If it is damaged, the next start saves what can be read."""
        if not self.unchecked:
            return []
        wrong = await asyncio.to_thread(self._check_aside)
        if wrong:
            sqlite_file.beside(self.path, "-doubt").touch()
        return wrong

    def _check_aside(self) -> list[str]:
        with closing(sqlite_file.connect(self.path, "ro")) as db:
            return self._faults(db)

    def _look(self, db: sqlite3.Connection) -> None:
        self.schema = sqlite_file.schema(db, self.path)
        due(self._migrations, self.schema, str(self.path))
        try:
            self._damage = sqlite_reading.damage(db)
        except sqlite_file.FAULTS as why:
            if not sqlite_file.is_damage(why):
                raise
        self.warnings += self._damage.values()

    async def close(self) -> None:
        if self._readers:
            await asyncio.to_thread(self._readers.shutdown)
            self._readers = None
            while self._connections:
                self._connections.pop().close()
        if self._writer:  # last, so that SQLite can put the write-ahead log into the file
            await self._writer.close()
            self._writer = None
        if self._lock:
            self._lock.release()
            self._lock = None

    async def ping(self) -> None:
        await self._read("", lambda db: db.execute("SELECT 1 FROM tables LIMIT 1").fetchall())
        if not self.read_only:
            await self._write("", lambda db: None)

    # ---- the two ways in -------------------------------------------------------------------------------------------

    async def do(self, job: Callable[[sqlite3.Connection], None]) -> None:
        """Something in a transaction of its own, for those who know what is in the file."""
        await self._write("", job)

    def _write(
        self, id: str, job: Callable[[sqlite3.Connection], None], append: Append | None = None
    ) -> asyncio.Future[None]:
        if self._writer is None:
            raise StoreError(f"{self.path} is open for reading only." if self._readers else "The store is closed.")
        self._refuse_damaged(id)
        return self._writer.do(job, id, append)

    async def _read(
        self, id: str, read: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """What `read` finds. `id`: the table that is named if it turns out to be damaged."""
        if self._readers is None:
            raise StoreError("The store is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._reading, id, read, args, more)

    def _reading(self, id: str, read: Callable[..., T], args: Sequence[Any], more: dict[str, Any]) -> T:
        try:
            if not self.read_only:
                self._same.check()  # another file may have taken the place of ours
            if not hasattr(self._own, "db"):
                self._own.db = (
                    sqlite_file.forgiving(self.path) if self.read_only else sqlite_file.connect(self.path, "ro")
                )
                self._connections.append(self._own.db)
            return read(self._own.db, *args, **more)
        except sqlite_file.FAULTS as why:
            if sqlite_file.is_damage(why) and id:
                raise rows.damaged(id, str(why)) from why
            raise StoreError(sqlite_file.sentence(why, self.path)) from why

    def _refuse_damaged(self, id: str) -> None:
        if id and id in self._damage:
            raise Damaged(self._damage[id])

    # ---- sessions --------------------------------------------------------------------------------------------------

    async def put_session(self, session: Session) -> None:
        row = rows.of_session(session)

        def job(db: sqlite3.Connection) -> None:
            _put(db, "sessions", row, "OR REPLACE")

        await self._write("", job)

    async def session(self, id: bytes) -> Session | None:
        return await self._read("", sqlite_reading.session, id)

    # ---- tables ----------------------------------------------------------------------------------------------------

    async def create(self, table: Document) -> None:
        rows.check_new(table)
        row = rows.of_table(table)

        def job(db: sqlite3.Connection) -> None:
            if not _put(db, "tables", row, "OR IGNORE"):
                raise Conflict(f"There is a table {rows.shown(table.id)} already.")

        await self._write(table.id, job)

    async def change(self, table: Document, *, fence: int = 0) -> None:
        row = rows.of_table(table)

        def job(db: sqlite3.Connection) -> None:
            self._fenced(db, table.id, fence)
            _change(db, row)

        await self._write(table.id, job)

    def _fenced(self, db: sqlite3.Connection, id: str, fence: int) -> None:
        if self.shared:
            pass_fence(db, id, fence)

    async def table(self, id: str) -> Document | None:
        self._refuse_damaged(id)
        found = await self._read(id, sqlite_reading.table, id)
        if found is None and UNKNOWN in self._damage:
            raise Damaged(f"There is no table {rows.shown(id)} any more, or there never was. {self._damage[UNKNOWN]}")
        return found

    async def tables(
        self, status: str, *, listed: bool | None = None, limit: int = 100, holding: bytes = b""
    ) -> list[Document]:
        found = await self._read("", sqlite_reading.tables, status, listed, limit, holding)
        return [table for table in found if table.id not in self._damage]

    # ---- logs ------------------------------------------------------------------------------------------------------

    async def append(
        self, id: str, first: int, lines: Sequence[bytes], receipt: Receipt | None = None,
        table: Document | None = None, notes: Sequence[Note] = (), *, fence: int = 0,
    ) -> None:  # fmt: skip
        rows.check_append(id, first, table)
        answer = rows.of_receipt(id, receipt) if receipt else None
        append = Append(id, first, rows.of_lines(id, first, lines), answer, fence if self.shared else None)
        if table is None and not notes:
            await self._write(id, partial(self._append, append, fence), append)
            return
        change = rows.of_table(table) if table else None
        noted = [rows.of_note(note) for note in notes]

        def job(db: sqlite3.Connection) -> None:
            self._fenced(db, id, fence)
            if change:
                _change(db, change)
            for row in noted:
                _put(db, "notes", row, "OR REPLACE")
            self._append(append, fence, db)

        await self._write(id, job)

    def _append(self, append: Append, fence: int, db: sqlite3.Connection) -> None:
        self._fenced(db, append.id, fence)
        try:
            for statement, values in statements([append]):
                db.execute(statement, values)
        except sqlite3.IntegrityError as why:
            raise Conflict(rows.not_so_long(append.id, append.first)) from why

    async def lines(self, id: str) -> list[bytes]:
        self._refuse_damaged(id)
        return await self._read(id, sqlite_reading.lines, id)

    async def receipt(self, id: str, sender: bytes, command: str) -> bytes | None:
        return await self._read(id, sqlite_reading.receipt, id, sender, command)

    # ---- talk ------------------------------------------------------------------------------------------------------

    async def say(self, id: str, line: SaidLine, receipt: Receipt | None = None, *, fence: int = 0) -> None:
        answer = rows.of_receipt(id, receipt) if receipt else None

        def job(db: sqlite3.Connection) -> None:
            if answer:
                self._fenced(db, id, fence)
            last = db.execute(_NEXT_SAID, (id,)).fetchone()
            if last is None:
                raise Conflict(rows.missing(id))
            _put(db, "talk", rows.of_talk(id, last[0], line))
            if answer and not _put(db, "receipts", answer, "OR IGNORE"):
                raise Conflict(rows.said_already(id))

        await self._write(id, job)

    async def said(self, id: str, limit: int = 100) -> list[SaidLine]:
        return await self._read(id, sqlite_reading.said, id, limit)

    # ---- notes -----------------------------------------------------------------------------------------------------

    async def put_note(self, note: Note) -> None:
        row = rows.of_note(note)

        def job(db: sqlite3.Connection) -> None:
            _put(db, "notes", row, "OR REPLACE")

        await self._write("", job)

    async def note(self, kind: str, owner: bytes, id: str) -> Note | None:
        return await self._read("", sqlite_reading.note, kind, owner, id)

    async def notes(self, kind: str, owner: bytes, limit: int = 100) -> list[Note]:
        return await self._read("", sqlite_reading.notes, kind, owner, limit)

    async def take_note(self, kind: str, owner: bytes, id: str) -> Note | None:
        taken: list[Note] = []

        def job(db: sqlite3.Connection) -> None:
            taken.clear()  # a job may be done again
            if found := sqlite_reading.note(db, kind, owner, id):
                db.execute("DELETE FROM notes WHERE kind = ? AND owner = ? AND id = ?", (kind, owner, id))
                taken.append(found)

        await self._write("", job)
        return taken[0] if taken else None

    # ---- the whole database ----------------------------------------------------------------------------------------

    async def everything(self, status: str | None = None) -> AsyncIterator[Kept | Damage]:
        for id, sentence in self._damage.items():
            yield Damage(id, sentence)
        ids, more, after = list[str](), True, ""
        while more or ids:
            if not ids:
                ids, more = await self._read("", sqlite_reading.ids, after, status)
                after = ids[-1] if ids else after
                ids = [id for id in ids if id not in self._damage]
            batch, looked = await self._read("", sqlite_reading.kept, ids, status)
            ids = ids[looked:]
            for kept in batch:
                yield kept

    async def check(self) -> list[str]:
        return await self._read("", self._faults)

    def _faults(self, db: sqlite3.Connection) -> list[str]:
        if faults := sqlite_file.faults(db, self.path, self._migrations):
            return [f"{self.path} is damaged: {fault}." for fault in faults]
        wrong = [
            f"A row of the {name} refers to a table that is not there."
            for (name,) in db.execute('SELECT DISTINCT "table" FROM pragma_foreign_key_check')
        ]
        return wrong + list(islice(sqlite_reading.row_faults(db, rows.APART), sqlite_file.MOST_FAULTS))

    async def backup(self, file: Path, progress: Progress | None = None) -> None:
        await asyncio.to_thread(backup.copy, self.path, file, progress)


# ---- what jobs do --------------------------------------------------------------------------------------------------

_INSERT = {name: f"INTO {name} VALUES ({', '.join('?' * len(columns))})" for name, columns in rows.COLUMNS.items()}
_CHANGE = """
    UPDATE tables SET version = ?2, status = ?3, listed = ?4, created = ?5, changed = ?6, body = ?7, secret = ?8,
        crc = ?9
    WHERE id = ?1 AND version = ?2 - 1"""
_NEXT_SAID = "SELECT coalesce((SELECT max(n) + 1 FROM talk WHERE talk.id = tables.id), 0) FROM tables WHERE id = ?"


def _put(db: sqlite3.Connection, name: str, row: rows.Row, otherwise: str = "") -> bool:
    """Insert a row; no if it was there already and `otherwise` ignores that."""
    return db.execute(f"INSERT {otherwise} {_INSERT[name]}", row).rowcount == 1


def _change(db: sqlite3.Connection, row: rows.Row) -> None:
    if db.execute(_CHANGE, row).rowcount != 1:
        raise Conflict(rows.changed(row[0], row[1]))

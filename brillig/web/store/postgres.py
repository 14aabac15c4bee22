"""The store in a PostgreSQL database. Concurrent commits share their way to the disk; PostgreSQL sees to that."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

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
    Unwritable,
    backup,
    rows,
)
from brillig.web.store.leases import Leases
from brillig.web.store.leases.postgres import FENCE, PostgresLeases, pass_fence
from brillig.web.store.migrations import Migration, found
from brillig.web.store.postgres_authority import MIGRATION_SECONDS, Authority
from brillig.web.store.salvage import UNKNOWN
from brillig.web.store.sqlite_file import MOST_FAULTS, blank

BATCH = 1000  # ids or rows that are asked for at a time


class PostgresStore:
    def __init__(
        self, url: str, *, read_only: bool = False, shared: bool = False, migrations: list[Migration] | None = None
    ) -> None:
        known = found("postgres") if migrations is None else migrations
        self._authority = Authority(url, read_only=read_only, shared=shared, migrations=known)
        self.leases: Leases | None = PostgresLeases(self._authority) if shared else None
        self.url = self._authority.url
        self.schema = 0
        self.at_once = False
        self.warnings: list[str] = []
        self._damage: dict[str, str] = {}  # tables that were damaged before they came here, each with its sentence

    async def open(self) -> None:
        await self._authority.open()
        self.schema = self._authority.schema
        self._damage = {row[0]: row[1] for row in await self._read("", f"{_SELECT['damage']} ORDER BY id")}
        self.warnings += self._damage.values()

    async def close(self) -> None:
        await self._authority.close()

    async def check_later(self) -> list[str]:
        return []

    async def ping(self) -> None:
        ((how,),) = await self._read("", "SELECT current_setting('transaction_read_only')")
        if not self._authority.read_only:
            if how == "on":
                raise Unwritable(f"{self.url} can only be read at present.")
            with self._authority.sentences():
                await self._authority.hold()

    async def _read(self, id: str, query: str, *values: Any) -> list[Any]:
        return await self._authority.read(id, query, *values)

    async def _write(self, id: str, query: str, *values: Any) -> int:
        """One statement, which is one transaction. Returns how many rows it says it wrote."""
        self._refuse_damaged(id)
        async with self._authority.writing(id) as connection:
            return int((await connection.execute(query, *values)).rsplit(" ", 1)[-1])

    def _refuse_damaged(self, id: str) -> None:
        if id and id in self._damage:
            raise Damaged(self._damage[id])

    # ---- sessions --------------------------------------------------------------------------------------------------

    async def put_session(self, session: Session) -> None:
        await self._write("", _PUT_SESSION, *rows.of_session(session))

    async def session(self, id: bytes) -> Session | None:
        found = await self._read("", f"{_SELECT['sessions']} WHERE id = $1", id)
        return rows.to_session(found[0]) if found else None

    # ---- tables ----------------------------------------------------------------------------------------------------

    async def create(self, table: Document) -> None:
        rows.check_new(table)
        row = rows.of_table(table)
        if not await self._write(table.id, f"{_insert('tables')} ON CONFLICT DO NOTHING", *row):
            raise Conflict(f"There is a table {rows.shown(table.id)} already.")

    async def change(self, table: Document, *, fence: int = 0) -> None:
        if not self.leases:
            done = await self._write(table.id, _CHANGE, *rows.of_table(table)) == 1
        else:
            self._refuse_damaged(table.id)
            async with self._authority.writing(table.id) as connection, connection.transaction():
                await self._fenced(connection, table.id, fence)
                done = await connection.execute(_CHANGE, *rows.of_table(table)) == "UPDATE 1"
        if not done:
            raise Conflict(rows.changed(table.id, table.version))

    async def _fenced(self, connection: Any, id: str, fence: int) -> None:
        if self.leases:
            await pass_fence(connection, id, fence)

    async def table(self, id: str) -> Document | None:
        self._refuse_damaged(id)
        found = await self._read(id, f"{_SELECT['tables']} WHERE id = $1", id)
        if not found and UNKNOWN in self._damage:
            raise Damaged(f"There is no table {rows.shown(id)} any more, or there never was. {self._damage[UNKNOWN]}")
        return rows.to_table(found[0]) if found else None

    async def tables(
        self, status: str, *, listed: bool | None = None, limit: int = 100, holding: bytes = b""
    ) -> list[Document]:
        both = (0, 1) if listed is None else (int(listed),)
        found = await self._read("", _TABLES, status, both, limit, holding)
        return [rows.to_table(row) for row in found if rows.whole(row) and row["id"] not in self._damage]

    # ---- logs ------------------------------------------------------------------------------------------------------

    async def append(
        self, id: str, first: int, lines: Sequence[bytes], receipt: Receipt | None = None,
        table: Document | None = None, notes: Sequence[Note] = (), *, fence: int = 0,
    ) -> None:  # fmt: skip
        rows.check_append(id, first, table)
        self._refuse_damaged(id)
        new = rows.of_lines(id, first, lines)
        answer = rows.of_receipt(id, receipt)[1:] if receipt else (None,) * 4
        change = rows.of_table(table) if table else None
        values = (id, first, *([row[k] for row in new] for k in (1, 2, 3)), *answer)
        async with self._authority.writing(id) as connection:
            if change is None and not notes:  # in one statement, so in one round trip
                query, more = (_FENCED_APPEND, (fence,)) if self.leases else (_APPEND, ())
                added = await connection.fetchval(query, *values, *more)
                if not added:
                    await self._fenced(connection, id, fence)
            else:
                async with connection.transaction():
                    await self._fenced(connection, id, fence)
                    if change and await connection.execute(_CHANGE, *change) != "UPDATE 1":
                        raise Conflict(rows.changed(id, change[1]))
                    for note in notes:
                        await connection.execute(_PUT_NOTE, *rows.of_note(note))
                    added = await connection.fetchval(_APPEND, *values)
                    if not added:
                        raise Conflict(rows.not_so_long(id, first))
        if not added:
            raise Conflict(rows.not_so_long(id, first))

    async def lines(self, id: str) -> list[bytes]:
        self._refuse_damaged(id)
        return rows.to_lines(id, await self._read(id, f"{_SELECT['lines']} WHERE id = $1 ORDER BY n", id))

    async def receipt(self, id: str, sender: bytes, command: str) -> bytes | None:
        where = "WHERE id = $1 AND sender = $2 AND command = $3"
        found = await self._read(id, f"{_SELECT['receipts']} {where}", id, sender, command)
        return rows.to_answer(found[0]) if found else None

    # ---- talk ------------------------------------------------------------------------------------------------------

    async def say(self, id: str, line: SaidLine, receipt: Receipt | None = None, *, fence: int = 0) -> None:
        self._refuse_damaged(id)
        async with self._authority.writing(id) as connection, connection.transaction():
            if receipt:
                await self._fenced(connection, id, fence)
            # One speaks at a time: the number is a part of the row's checksum.
            if not await connection.fetch("SELECT 1 FROM tables WHERE id = $1 FOR NO KEY UPDATE", id):
                raise Conflict(rows.missing(id))
            n = await connection.fetchval("SELECT coalesce(max(n) + 1, 0) FROM talk WHERE id = $1", id)
            await connection.execute(_insert("talk"), *rows.of_talk(id, n, line))
            if receipt:
                put = f"{_insert('receipts')} ON CONFLICT DO NOTHING"
                if await connection.execute(put, *rows.of_receipt(id, receipt)) != "INSERT 0 1":
                    raise Conflict(rows.said_already(id))

    async def said(self, id: str, limit: int = 100) -> list[SaidLine]:
        found = await self._read(id, f"{_SELECT['talk']} WHERE id = $1 ORDER BY n DESC LIMIT $2", id, limit)
        return [rows.to_talk(row) for row in reversed(found)]

    # ---- notes -----------------------------------------------------------------------------------------------------

    async def put_note(self, note: Note) -> None:
        await self._write("", _PUT_NOTE, *rows.of_note(note))

    async def note(self, kind: str, owner: bytes, id: str) -> Note | None:
        found = await self._read("", f"{_SELECT['notes']} {_ONE_NOTE}", kind, owner, id)
        return rows.to_note(found[0]) if found else None

    async def notes(self, kind: str, owner: bytes, limit: int = 100) -> list[Note]:
        latest = f"{_SELECT['notes']} WHERE kind = $1 AND owner = $2 ORDER BY at DESC, id LIMIT $3"
        return [rows.to_note(row) for row in await self._read("", latest, kind, owner, limit) if rows.whole(row)]

    async def take_note(self, kind: str, owner: bytes, id: str) -> Note | None:
        async with self._authority.writing() as connection:
            row = await connection.fetchrow(f"DELETE FROM notes {_ONE_NOTE} RETURNING {_NOTE}", kind, owner, id)
        return rows.to_note(row) if row else None

    # ---- the whole database ----------------------------------------------------------------------------------------

    async def everything(self, status: str | None = None) -> AsyncIterator[Kept | Damage]:
        for id, sentence in self._damage.items():
            yield Damage(id, sentence)
        after, more = "", True
        while more:
            ids = await self._read("", _IDS, after, status, BATCH)
            more = len(ids) == BATCH
            for (after,) in ids:
                if after not in self._damage and (kept := await self._kept(after, status)):
                    yield kept

    async def _kept(self, id: str, status: str | None) -> Kept | Damage | None:
        """In one statement, so that document and log are of one moment."""
        try:
            ((*row, numbers, lines, crcs),) = await self._read(id, _KEPT, id)
            table = rows.to_table(row)
            if status not in (None, table.status):
                return None
            log = zip([id] * len(numbers), numbers, lines, crcs, strict=True)
            return Kept(table, rows.to_lines(id, log))
        except Damaged as why:
            return Damage(id, str(why))

    async def check(self) -> list[str]:
        wrong: list[str] = []
        with self._authority.sentences():
            async with self._authority.snapshot() as connection:
                for name in self._there(rows.APART):
                    cursor = await connection.cursor(_SELECT[name])
                    while some := await cursor.fetch(BATCH):
                        wrong += [rows.fault(name, row) for row in some if not rows.whole(row)]
        return wrong[:MOST_FAULTS]

    def _there(self, names: Iterable[str]) -> list[str]:
        """Those that a database of this schema has; one that is only read may be older than this program."""
        return [name for name in names if self.schema >= rows.SINCE.get(name, 1)]

    async def backup(self, file: Path, progress: Progress | None = None) -> None:
        with backup.making(file) as made, self._authority.sentences():
            async with self._authority.snapshot() as connection:
                with closing(await asyncio.to_thread(blank, made, found("sqlite"))) as db:
                    there = self._there(rows.COLUMNS)
                    total = sum([await connection.fetchval(f"SELECT count(*) FROM {name}") for name in there])
                    done = 0
                    db.execute("BEGIN")
                    for name in there:
                        cursor = await connection.cursor(_SELECT[name])
                        while some := await cursor.fetch(BATCH):
                            await asyncio.to_thread(backup.insert, db, name, [tuple(row) for row in some])
                            done += len(some)
                            if progress:
                                progress(done, total)
                    db.execute("COMMIT")

    async def fill(self, db: sqlite3.Connection, progress: Progress | None = None) -> None:
        """Everything from a backup, all of it or nothing. StoreError if there is anything here already."""
        total = sum(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in rows.COLUMNS)
        done = 0
        async with self._authority.writing() as connection, connection.transaction():
            for name in rows.COLUMNS:
                if await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"):
                    raise StoreError(backup.not_empty(self.url))
            for name, columns in rows.COLUMNS.items():
                cursor = db.execute(_SELECT[name])
                while some := cursor.fetchmany(BATCH):
                    await connection.copy_records_to_table(
                        name, records=some, columns=columns, schema_name="brillig", timeout=MIGRATION_SECONDS
                    )
                    done += len(some)
                    if progress:
                        progress(done, total)


# ---- what is said to PostgreSQL ------------------------------------------------------------------------------------

_SELECT = {name: f"SELECT {', '.join(columns)} FROM {name}" for name, columns in rows.COLUMNS.items()}


def _insert(name: str) -> str:
    columns = rows.COLUMNS[name]
    return f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join(f'${k + 1}' for k in range(len(columns)))})"


_PUT_SESSION = f"{_insert('sessions')} ON CONFLICT (id) DO UPDATE SET nickname = $2, created = $3, crc = $4"
_NOTE = ", ".join(rows.COLUMNS["notes"])
_ONE_NOTE = "WHERE kind = $1 AND owner = $2 AND id = $3"
_PUT_NOTE = f"{_insert('notes')} ON CONFLICT (kind, owner, id) DO UPDATE SET at = $4, body = $5, crc = $6"
_CHANGE = """
    UPDATE tables SET version = $2, status = $3, listed = $4, created = $5, changed = $6, body = $7, secret = $8,
        crc = $9
    WHERE id = $1 AND version = $2 - 1"""
_TABLES = f"""
    {_SELECT["tables"]} WHERE status = $1 AND listed = ANY ($2::smallint[])
        AND ($4::bytea = ''::bytea OR position($4::bytea IN body) > 0) ORDER BY changed DESC, id LIMIT $3"""
# A log that meanwhile got longer is met by the primary key of its lines, a command answered meanwhile by that of the
# receipts: then nothing of this is done.
_APPEND = """
    WITH log AS (
        SELECT id FROM tables WHERE id = $1 AND (SELECT coalesce(max(n) + 1, 0) FROM lines WHERE id = $1) = $2::bigint
    ), added AS (
        INSERT INTO lines (id, n, line, crc)
        SELECT log.id, new.* FROM log, unnest($3::bigint[], $4::bytea[], $5::bigint[]) AS new
    ), answered AS (
        INSERT INTO receipts (id, sender, command, answer, crc)
        SELECT log.id, $6::bytea, $7::text, $8::bytea, $9::bigint FROM log WHERE $6::bytea IS NOT NULL
    )
    SELECT count(*) FROM log"""
_FENCED_APPEND = _APPEND.replace(
    "WITH log AS (", f"WITH ours AS ({FENCE.replace('$2', '$10::bigint')}), log AS ("
).replace("WHERE id = $1 AND (SELECT coalesce", "WHERE id = $1 AND EXISTS (SELECT 1 FROM ours) AND (SELECT coalesce")
_IDS = """SELECT id FROM tables WHERE id > $1 AND ($2::text IS NULL OR status = $2) ORDER BY id LIMIT $3"""
_KEPT = f"""
    SELECT {", ".join(rows.COLUMNS["tables"])},
        ARRAY(SELECT n FROM lines WHERE lines.id = tables.id ORDER BY n),
        ARRAY(SELECT line FROM lines WHERE lines.id = tables.id ORDER BY n),
        ARRAY(SELECT crc FROM lines WHERE lines.id = tables.id ORDER BY n)
    FROM tables WHERE id = $1"""

"""Reading an SQLite file of ours, and as much as possible of a damaged one. Plain functions over a connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from brillig.web.store import Damage, Damaged, Document, Kept, Note, SaidLine, Session, rows
from brillig.web.store.sqlite_file import FAULTS, is_damage

BATCH_BYTES = 1 << 20  # about so much of the logs is in memory at a time
BATCH_IDS = 1000

_SELECT = {name: f"SELECT {', '.join(columns)} FROM {name}" for name, columns in rows.COLUMNS.items()}


def session(db: sqlite3.Connection, id: bytes) -> Session | None:
    row = db.execute(f"{_SELECT['sessions']} WHERE id = ?", (id,)).fetchone()
    return rows.to_session(row) if row else None


def table(db: sqlite3.Connection, id: str) -> Document | None:
    row = db.execute(f"{_SELECT['tables']} WHERE id = ?", (id,)).fetchone()
    return rows.to_table(row) if row else None


def tables(
    db: sqlite3.Connection, status: str, listed: bool | None, limit: int, holding: bytes = b""
) -> list[Document]:
    """The latest first, without those that are damaged."""
    where, values = ("status = ?", [status]) if listed is None else ("status = ? AND listed = ?", [status, int(listed)])
    if holding:
        where, values = f"{where} AND instr(body, ?) > 0", [*values, holding]
    try:
        found = db.execute(
            f"{_SELECT['tables']} WHERE {where} ORDER BY changed DESC, id LIMIT ?", [*values, limit]
        ).fetchall()
        return [rows.to_table(row) for row in found if rows.whole(row)]
    except FAULTS as why:
        if not is_damage(why):
            raise
    each = (_unless_damaged(db, id) for id in sorted(every_id(db)[0]))
    fit = [t for t in each if t and t.status == status and listed in (None, t.listed) and holding in t.body]
    return sorted(fit, key=lambda t: (-t.changed, t.id))[:limit]


def _unless_damaged(db: sqlite3.Connection, id: str) -> Document | None:
    try:
        return table(db, id)
    except (*FAULTS, Damaged):
        return None


# What is among the latest (see sqlite_latest.py) is not yet where it belongs.
_LINES = f"""
    {_SELECT["lines"]} WHERE id = ?1
    UNION ALL SELECT id, n, line, crc FROM latest WHERE id = ?1 AND line NOT NULL ORDER BY n"""
_ANSWERS = "SELECT id, sender, command, answer, sum FROM latest WHERE sender NOT NULL"
_RECEIPT = " UNION ALL ".join(
    f"SELECT * FROM ({select}) WHERE id = ?1 AND sender = ?2 AND command = ?3"
    for select in (_SELECT["receipts"], _ANSWERS)
)


def lines(db: sqlite3.Connection, id: str) -> list[bytes]:
    return rows.to_lines(id, db.execute(_LINES, (id,)))


def receipt(db: sqlite3.Connection, id: str, sender: bytes, command: str) -> bytes | None:
    row = db.execute(_RECEIPT, (id, sender, command)).fetchone()
    return rows.to_answer(row) if row else None


def said(db: sqlite3.Connection, id: str, limit: int) -> list[SaidLine]:
    found = db.execute(f"{_SELECT['talk']} WHERE id = ? ORDER BY n DESC LIMIT ?", (id, limit)).fetchall()
    return [rows.to_talk(row) for row in reversed(found)]


def note(db: sqlite3.Connection, kind: str, owner: bytes, id: str) -> Note | None:
    row = db.execute(f"{_SELECT['notes']} WHERE kind = ? AND owner = ? AND id = ?", (kind, owner, id)).fetchone()
    return rows.to_note(row) if row else None


def notes(db: sqlite3.Connection, kind: str, owner: bytes, limit: int) -> list[Note]:
    found = db.execute(
        f"{_SELECT['notes']} WHERE kind = ? AND owner = ? ORDER BY at DESC, id LIMIT ?", (kind, owner, limit)
    )
    return [rows.to_note(row) for row in found if rows.whole(row)]


def damage(db: sqlite3.Connection) -> dict[str, str]:
    """The tables that were damaged before, each with its sentence."""
    return {id: sentence for id, sentence, _ in db.execute(f"{_SELECT['damage']} ORDER BY id")}


def row_faults(db: sqlite3.Connection, names: Iterable[str]) -> Iterator[str]:
    """Sentences about rows that are not as they were written."""
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for name in [name for name in names if name in there]:  # an older file does not have them all
        for row in db.execute(_SELECT[name]):
            if not rows.whole(row):
                yield rows.fault(name, row)
        for row in db.execute(_ANSWERS) if name == "receipts" and "latest" in there else ():
            if not rows.whole(row):
                yield rows.fault(name, row)


# ---- everything ----------------------------------------------------------------------------------------------------


def ids(db: sqlite3.Connection, after: str, status: str | None) -> tuple[list[str], bool]:
    """The next ids in order, and whether there may be more."""
    try:
        if status is not None:  # few, but for those that are over
            found = db.execute("SELECT id FROM tables WHERE status = ? AND id > ? ORDER BY id", (status, after))
            return [id for (id,) in found], False
        found = db.execute("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", (after, BATCH_IDS))
        some = [id for (id,) in found]
        return some, len(some) == BATCH_IDS
    except FAULTS as why:
        if not is_damage(why):
            raise
    return sorted(id for id in every_id(db)[0] if id > after), False


def kept(db: sqlite3.Connection, wanted: Sequence[str], status: str | None) -> tuple[list[Kept | Damage], int]:
    """The first of these tables with their logs, as many as fit in a batch; and how many were looked at."""
    found: list[Kept | Damage] = []
    size = looked = 0
    for id in wanted:
        looked += 1
        try:
            db.execute("BEGIN")  # document and log are of one moment
            document = table(db, id)
            if document is None:
                raise rows.damaged(id, "its document is lost")
            if status in (None, document.status):
                log = lines(db, id)
                size += sum(map(len, log))
                found.append(Kept(document, log))
        except Damaged as why:
            found.append(Damage(id, str(why)))
        except FAULTS as why:
            if not is_damage(why):
                raise
            found.append(Damage(id, str(rows.damaged(id, str(why)))))
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")  # nothing was written; after damage, SQLite refuses to commit even that
        if size >= BATCH_BYTES:
            break
    return found, looked


def every_id(db: sqlite3.Connection) -> tuple[set[str], bool]:
    """The ids of tables that are found anywhere in a damaged file, and whether they are surely all."""
    found: set[str] = set()
    # From the front, and from the back if the way is blocked.
    whole = [any(_until_blocked(db, f"SELECT id FROM {source} ORDER BY {o}", found) for o in orders)
             for source, orders in _SOURCES.items()]  # fmt: skip
    return found, whole[0] or whole[1]


_SOURCES = {
    "tables NOT INDEXED": ("id", "id DESC"),
    "tables INDEXED BY tables_by_status": (
        "status, listed, changed, id",
        "status DESC, listed DESC, changed DESC, id DESC",
    ),
    "lines": ("id, n", "id DESC, n DESC"),
    "receipts": ("id, sender, command", "id DESC, sender DESC, command DESC"),
    "talk": ("id, n", "id DESC, n DESC"),
}


def _until_blocked(db: sqlite3.Connection, query: str, found: set[str]) -> bool:
    whole = True
    try:
        for (id,) in db.execute(query):
            if isinstance(id, str):
                found.add(id)
            else:  # where a page was cut off there are zeros
                whole = False
    except FAULTS as why:
        if not is_damage(why):
            raise
        return False
    return whole


def readable(db: sqlite3.Connection, name: str, keys: Sequence[str], where: str, *values: object) -> Iterator[Any]:
    """The rows that can be read and are as they were written, perhaps twice; None where there were others."""
    for row in rows_until_blocked(db, name, *keys, where=where, values=values):
        yield row if row is not None and rows.whole(row) else None


def rows_until_blocked(
    db: sqlite3.Connection, name: str, *keys: str, where: str = "1", values: Sequence[object] = ()
) -> Iterator[Any]:
    """The rows that can be read, from the front, and from the back as well if the way is blocked; None where it is."""
    for direction in ("", " DESC"):
        order = ", ".join(key + direction for key in keys)
        try:
            yield from db.execute(f"SELECT * FROM {name} WHERE {where} ORDER BY {order}", values)
            return
        except FAULTS as why:
            if not is_damage(why):
                raise
            yield None

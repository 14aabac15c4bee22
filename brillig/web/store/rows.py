"""Rows: how what is kept becomes columns, and back. The same in every database, so that backups move between them.

Every row ends with a checksum of its other columns. A database does not notice a bit that flips inside a row; we do.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from brillig.web.store import Damaged, Document, Note, Receipt, SaidLine, Session, StoreError

Row = tuple[Any, ...]

# What is kept where, in an order in which nothing refers to what comes later.
COLUMNS = {
    "sessions": ("id", "nickname", "created", "crc"),
    "tables": ("id", "version", "status", "listed", "created", "changed", "body", "secret", "crc"),
    "lines": ("id", "n", "line", "crc"),
    "receipts": ("id", "sender", "command", "answer", "crc"),
    "talk": ("id", "n", "at", "name", "text", "crc"),
    "damage": ("id", "sentence", "crc"),
    "notes": ("kind", "owner", "id", "at", "body", "crc"),
}
SINCE = {"notes": 2}  # the schema that brought what the first did not have
OF_A_TABLE = ("tables", "lines", "receipts", "talk")  # where the id is that of a table
PASSING = (
    "nodes",
    "owners",
    "sqlite_sequence",
)  # what does not outlive the servers: it is in no backup, nor is it saved
LATEST = "latest"  # of an SQLite file: lines and receipts on their way to where they belong
APART = ("sessions", "receipts", "talk", "damage", "notes")  # what reading all tables with their logs does not touch

_encoder = msgspec.msgpack.Encoder()


def sealed(*values: Any) -> Row:
    """A row with its checksum."""
    for value in values:
        if type(value) is str and "\0" in value:
            raise StoreError("A text with a NUL in it cannot be kept.")
    try:
        return (*values, zlib.crc32(_encoder.encode(values)))
    except (UnicodeError, OverflowError) as why:
        raise StoreError(f"A text or number cannot be kept: {why}.") from why


def whole(row: Sequence[Any]) -> bool:
    """Is the row as it was written?"""
    return bool(zlib.crc32(_encoder.encode(tuple(row[:-1]))) == row[-1])


def shown(id: str) -> str:
    """An id for a sentence; a damaged one could be anything."""
    return "".join(c if c.isprintable() else "?" for c in id[:64])


def damaged(id: str, what: str) -> Damaged:
    return Damaged(f"Table {shown(id)} is damaged: {what}. The other tables are not touched by this.")


def fault(name: str, row: Sequence[Any]) -> str:
    """A sentence about a row that is not whole."""
    if name in OF_A_TABLE:
        return str(damaged(str(row[0]), f"the checksum of a row of its {name} does not fit"))
    return f"A row of the {name} is damaged: its checksum does not fit."


# ---- to rows -------------------------------------------------------------------------------------------------------


def of_session(session: Session) -> Row:
    return sealed(session.id, session.nickname, session.created)


def of_table(table: Document) -> Row:
    return sealed(
        table.id, table.version, table.status, int(table.listed), table.created, table.changed, table.body, table.secret
    )


def of_lines(id: str, first: int, lines: Sequence[bytes]) -> list[Row]:
    """A choice is a line, so this is done very often: a table's id was looked at when the table was laid."""
    bare = [(id, n, bytes(line)) for n, line in enumerate(lines, first)]
    return [(*row, zlib.crc32(_encoder.encode(row))) for row in bare]


def of_receipt(id: str, receipt: Receipt) -> Row:
    if "\0" in receipt.command or not receipt.command.isascii():  # whoever sends it may have put anything into it
        return sealed(id, receipt.sender, receipt.command, receipt.answer)
    bare = (id, receipt.sender, receipt.command, receipt.answer)
    return (*bare, zlib.crc32(_encoder.encode(bare)))


def of_talk(id: str, n: int, line: SaidLine) -> Row:
    return sealed(id, n, line.at, line.name, line.text)


def of_note(note: Note) -> Row:
    return sealed(note.kind, note.owner, note.id, note.at, note.body)


# ---- and back ------------------------------------------------------------------------------------------------------


def to_session(row: Sequence[Any]) -> Session:
    if not whole(row):
        raise Damaged("A session is damaged: its checksum does not fit.")
    return Session(*row[:3])


def to_table(row: Sequence[Any]) -> Document:
    if not whole(row):
        raise damaged(str(row[0]), "the checksum of its document does not fit")
    id, version, status, listed, created, changed, body, secret, _ = row
    return Document(id, version, status, bool(listed), created, changed, body, secret)


def to_lines(id: str, rows: Iterable[Sequence[Any]]) -> list[bytes]:
    """The lines of a log, whose rows come in order. Numbers in sentences are those of replays, from 1."""
    found: list[bytes] = []
    for row in rows:
        if not whole(row) or row[0] != id:
            raise damaged(id, f"the checksum of line {len(found) + 1} of its log does not fit")
        if row[1] != len(found):
            raise damaged(id, f"line {len(found) + 1} of its log is missing")
        found.append(row[2])
    return found


def to_answer(row: Sequence[Any]) -> bytes:
    if not whole(row):
        raise damaged(str(row[0]), "the checksum of a receipt does not fit")
    answer: bytes = row[3]
    return answer


def to_talk(row: Sequence[Any]) -> SaidLine:
    if not whole(row):
        raise damaged(str(row[0]), "the checksum of something said there does not fit")
    return SaidLine(*row[2:5])


def to_note(row: Sequence[Any]) -> Note:
    if not whole(row):
        raise Damaged("A note is damaged: its checksum does not fit.")
    return Note(*row[:5])


# ---- what every store checks ---------------------------------------------------------------------------------------


def check_new(table: Document) -> None:
    if table.version != 1:
        raise StoreError(f"A new table has version 1, not {table.version}.")


def check_append(id: str, first: int, table: Document | None) -> None:
    if first < 0:
        raise StoreError(f"The lines of a log are numbered from 0, not from {first}.")
    if table is not None and table.id != id:
        raise StoreError(f"Lines for table {shown(id)} came with a change of table {shown(table.id)}.")


def not_so_long(id: str, first: int) -> str:
    return f"The log of table {shown(id)} does not have exactly {first} lines, or the command was answered already."


def said_already(id: str) -> str:
    return f"That was said at table {shown(id)} already."


def changed(id: str, version: int) -> str:
    return f"Table {shown(id)} is not at version {version - 1}."


def taken_over(id: str) -> str:
    return f"Table {shown(id)} belongs to another server now."


def missing(id: str) -> str:
    return f"There is no table {shown(id)}."

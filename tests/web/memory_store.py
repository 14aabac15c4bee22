"""A store in memory, for tests: it keeps nothing, but it keeps the interface's promises. It can be told to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from brillig.web.store import Conflict, Document, Note, Receipt, SaidLine, Session, StoreError


class MemoryStore:
    url = "memory:"
    schema = 3
    leases = None
    at_once = True

    def __init__(self) -> None:
        self.sessions: dict[bytes, Session] = {}
        self.documents: dict[str, Document] = {}
        self.logs: dict[str, list[bytes]] = {}
        self.receipts: dict[tuple[str, bytes, str], bytes] = {}
        self.talk: dict[str, list[SaidLine]] = {}
        self.kept: dict[tuple[str, bytes, str], Note] = {}
        self.fail_next = 0  # so many appends fail
        self.fail_after = 0  # so many appends are kept, and then said to have failed
        self.delay = 0.0  # seconds an append takes
        self.appends = 0
        self.opened = False
        self.warnings: list[str] = []

    async def open(self) -> None:
        self.opened = True

    async def close(self) -> None:
        self.opened = False

    async def check_later(self) -> list[str]:
        return []

    async def ping(self) -> None:
        if not self.opened:
            raise StoreError("The database is closed.")

    async def put_session(self, session: Session) -> None:
        self.sessions[session.id] = session

    async def session(self, id: bytes) -> Session | None:
        return self.sessions.get(id)

    async def create(self, table: Document) -> None:
        if table.id in self.documents or table.version != 1:
            raise Conflict("The table is there already.")
        self.documents[table.id] = table
        self.logs[table.id] = []

    async def change(self, table: Document, *, fence: int = 0) -> None:
        self._check(table)
        self.documents[table.id] = table

    async def table(self, id: str) -> Document | None:
        return self.documents.get(id)

    async def tables(
        self, status: str, *, listed: bool | None = None, limit: int = 100, holding: bytes = b""
    ) -> list[Document]:
        found = [d for d in self.documents.values() if d.status == status and (listed is None or d.listed == listed)]
        found = [d for d in found if holding in d.body]
        return sorted(found, key=lambda d: -d.changed)[:limit]

    async def append(
        self, id: str, first: int, lines: Sequence[bytes], receipt: Receipt | None = None,
        table: Document | None = None, notes: Sequence[Note] = (), *, fence: int = 0,
    ) -> None:  # fmt: skip
        self.appends += 1
        await asyncio.sleep(self.delay)
        if self.fail_next:
            self.fail_next -= 1
            raise StoreError("The disk is full.")
        if len(self.logs[id]) != first:
            raise Conflict("The log is longer or shorter.")
        key = (id, receipt.sender, receipt.command) if receipt else None
        if key in self.receipts:
            raise Conflict("The command was carried out before.")
        if table:
            self._check(table)
        self.logs[id].extend(lines)
        if receipt and key:
            self.receipts[key] = receipt.answer
        if table:
            self.documents[id] = table
        for note in notes:
            await self.put_note(note)
        if self.fail_after:
            self.fail_after -= 1
            raise StoreError("The connection was lost.")

    async def lines(self, id: str) -> list[bytes]:
        return list(self.logs.get(id, []))

    async def receipt(self, id: str, sender: bytes, command: str) -> bytes | None:
        return self.receipts.get((id, sender, command))

    async def say(self, id: str, line: SaidLine, receipt: Receipt | None = None, *, fence: int = 0) -> None:
        if receipt:
            key = (id, receipt.sender, receipt.command)
            if key in self.receipts:
                raise Conflict("That was said before.")
            self.receipts[key] = receipt.answer
        self.talk.setdefault(id, []).append(line)

    async def said(self, id: str, limit: int = 100) -> list[SaidLine]:
        return self.talk.get(id, [])[-limit:]

    async def put_note(self, note: Note) -> None:
        self.kept[note.kind, note.owner, note.id] = note

    async def note(self, kind: str, owner: bytes, id: str) -> Note | None:
        return self.kept.get((kind, owner, id))

    async def notes(self, kind: str, owner: bytes, limit: int = 100) -> list[Note]:
        found = [note for note in self.kept.values() if (note.kind, note.owner) == (kind, owner)]
        return sorted(found, key=lambda note: (-note.at, note.id))[:limit]

    async def take_note(self, kind: str, owner: bytes, id: str) -> Note | None:
        return self.kept.pop((kind, owner, id), None)

    def _check(self, table: Document) -> None:
        known = self.documents.get(table.id)
        if known is None or known.version != table.version - 1:
            raise Conflict("Somebody else has changed the table.")

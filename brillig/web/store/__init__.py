"""The store: what must survive a crash. It keeps documents and lines and knows nothing of games.

Every method that writes returns only when what it wrote is durable: whoever awaited it may tell the world. When one
raises StoreError, nothing may be told: what it was to write is not there, or (if the database went away at that very
moment) not known to be there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from brillig.core.errors import BrilligError

if TYPE_CHECKING:
    from brillig.web.store.leases import Leases

SCHEMA = 4  # the highest migration this program knows
DATABASE = "sqlite:///brillig.db"  # where everything is kept unless somebody says otherwise


class StoreError(BrilligError):
    """The store cannot do what was asked; the message is a sentence for the operator."""


class Unwritable(StoreError):
    """The database answers, but cannot be written to: it is full, or can only be read."""


class Damaged(StoreError):
    """What was asked for is in the database but cannot be trusted; the message names the table."""


class Conflict(StoreError):
    """Somebody else wrote first, or the table is not there: read again and decide again."""


class Session(Struct, frozen=True):
    """A person's browser. Only a hash of the cookie is kept."""

    id: bytes  # SHA-256 of the cookie
    nickname: str
    created: int  # milliseconds since 1970


class Document(Struct, frozen=True):
    """A table: everything about it but the match's log. The body is JSON that only the rooms understand."""

    id: str
    version: int  # raised by one with every change; a change names the version it is based on
    status: str  # "open" (seats are free), "playing", "over"
    listed: bool  # shown in the lobby
    created: int
    changed: int
    body: bytes
    secret: bytes  # of the match, 32 bytes; never leaves the server before the end


class Receipt(Struct, frozen=True):
    """The answer that a command got, so that the same command sent again gets the same answer."""

    sender: bytes  # the session
    command: str  # the id the client gave it
    answer: bytes


class SaidLine(Struct, frozen=True):
    """Something said at a table."""

    at: int
    name: str
    text: str


class Note(Struct, frozen=True):
    """Something small that is kept for somebody. The body is JSON that only those understand who wrote it."""

    kind: str
    owner: bytes  # a session; empty for the server itself
    id: str
    at: int  # milliseconds since 1970
    body: bytes


class Kept(Struct, frozen=True):
    """A table and its whole log, read at one moment."""

    table: Document
    lines: list[bytes]


class Damage(Struct, frozen=True):
    """A table that cannot be read, and why, as a sentence that names it."""

    id: str
    sentence: str


Progress = Callable[[int, int], None]  # so many of so many


class Store(Protocol):
    """What the rooms need of a database."""

    url: str  # without password, for showing
    leases: Leases | None  # where several servers share the database
    schema: int  # the database's, once it is open
    at_once: bool  # can an append be begun outside of a task? (What has time limits cannot.)
    warnings: list[str]  # what opening found that the operator must hear about, a sentence each

    async def open(self) -> None:
        """Connect and migrate. StoreError if the database is newer than this program, ruined, or in use.

        A database in which only some tables are damaged is opened: `warnings` names them, reading one of them raises
        Damaged, and all others play on.
        """

    async def check_later(self) -> list[str]:
        """What is wrong and was left for later when it was opened, a sentence each; for when people play already."""

    async def close(self) -> None:
        """Everything written is safe and the database is released."""

    async def ping(self) -> None:
        """StoreError unless the database answers and can be written to."""

    # sessions
    async def put_session(self, session: Session) -> None:
        """Create it, or put it in place of the one with the same id."""

    async def session(self, id: bytes) -> Session | None: ...

    # tables
    async def create(self, table: Document) -> None:
        """A new table, version 1. Conflict if the id is taken."""

    async def change(self, table: Document, *, fence: int = 0) -> None:
        """Replace a table whose stored version is table.version - 1; Conflict otherwise. `fence`: where several servers
        share the database, the number under which the table is ours (see leases); Lost if it is not any more."""

    async def table(self, id: str) -> Document | None: ...

    async def tables(
        self, status: str, *, listed: bool | None = None, limit: int = 100, holding: bytes = b""
    ) -> list[Document]:
        """Tables of that status, the latest changed first. Damaged ones are left out. `holding`: what the body must hold."""

    # the log of a match
    async def append(
        self, id: str, first: int, lines: Sequence[bytes], receipt: Receipt | None = None,
        table: Document | None = None, notes: Sequence[Note] = (), *, fence: int = 0,
    ) -> None:  # fmt: skip
        """Add lines number first, first + 1, ... in one transaction with the receipt, and with the table's change and
        the notes that go with it if there is one. Conflict if the log does not have exactly `first` lines, the receipt exists, or
        the table has changed meanwhile. No lines at all are allowed: then only the receipt is kept."""

    async def lines(self, id: str) -> list[bytes]:
        """The whole log, header first (line 0). Without gap and byte for byte as written, or Damaged is raised."""

    async def receipt(self, id: str, sender: bytes, command: str) -> bytes | None: ...

    # talk
    async def say(self, id: str, line: SaidLine, receipt: Receipt | None = None, *, fence: int = 0) -> None:
        """Add a line, in one transaction with the receipt. Conflict if that exists. Anybody may without a receipt."""

    async def said(self, id: str, limit: int = 100) -> list[SaidLine]:
        """The latest lines, oldest first."""

    # notes
    async def put_note(self, note: Note) -> None:
        """Keep it, in place of the one of the same kind, owner and id."""

    async def note(self, kind: str, owner: bytes, id: str) -> Note | None: ...

    async def notes(self, kind: str, owner: bytes, limit: int = 100) -> list[Note]:
        """The latest first. Damaged ones are left out."""

    async def take_note(self, kind: str, owner: bytes, id: str) -> Note | None:
        """What was kept, which is gone from now on: of two who take it, one gets it."""

    # the whole database
    def everything(self, status: str | None = None) -> AsyncIterator[Kept | Damage]:
        """All tables (of one status) with their logs, one after the other and never many in memory. A damaged one does
        not hide the others."""

    async def check(self) -> list[str]:
        """What is wrong with the database as a whole, a sentence each; none when all is well."""

    async def backup(self, file: Path, progress: Progress | None = None) -> None:
        """Everything as of one moment into one new SQLite file, while others write."""


def connect(url: str, *, read_only: bool = False, shared: bool = False) -> Store:
    """A store by its URL: sqlite:///file, or postgresql://... Read only, it may be in use by a server. `shared`: other
    servers that say so too may use it at the same time, and tables are owned (see leases)."""
    from brillig.web.store import from_url

    return from_url.connect(url, read_only=read_only, shared=shared)

"""The store: what must survive a crash. It keeps documents and lines and knows nothing of games.

Every method that writes returns only when what it wrote is durable: whoever awaited it may tell the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

SCHEMA = 1  # the highest migration this program knows


class StoreError(Exception):
    """The store cannot do what was asked; the message is a sentence for the operator."""


class Conflict(StoreError):
    """Somebody else wrote first: read again and decide again."""


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


class Line(Struct, frozen=True):
    """Something said at a table."""

    at: int
    name: str
    text: str


class Store(Protocol):
    """What the rooms need of a database."""

    url: str  # without password, for showing

    async def open(self) -> None:
        """Connect and migrate. StoreError if the database is newer than this program, damaged, or in use."""

    async def close(self) -> None:
        """Everything written is safe and the database is released."""

    async def ping(self) -> None:
        """StoreError unless the database answers."""

    # sessions
    async def put_session(self, session: Session) -> None:
        """Create it, or rename it."""

    async def session(self, id: bytes) -> Session | None: ...

    # tables
    async def create(self, table: Document) -> None:
        """A new table, version 1. Conflict if the id is taken."""

    async def change(self, table: Document) -> None:
        """Replace a table whose stored version is table.version - 1; Conflict otherwise."""

    async def table(self, id: str) -> Document | None: ...

    async def tables(self, status: str, *, listed: bool | None = None, limit: int = 100) -> list[Document]:
        """Tables of that status, the latest changed first."""

    # the log of a match
    async def append(
        self, id: str, first: int, lines: Sequence[bytes], receipt: Receipt | None = None, end: Document | None = None
    ) -> None:
        """Add lines number first, first + 1, ... in one transaction with the receipt, and with the table's change if
        this ends the match. Conflict if the log does not have exactly `first` lines, or the receipt exists."""

    async def lines(self, id: str) -> list[bytes]:
        """The whole log, header first (line 0)."""

    async def receipt(self, id: str, sender: bytes, command: str) -> bytes | None: ...

    # talk
    async def say(self, id: str, line: Line) -> None: ...

    async def said(self, id: str, limit: int = 100) -> list[Line]:
        """The latest lines, oldest first."""


def connect(url: str) -> Store:
    """A store by its URL: sqlite:///file, or postgresql://..."""
    from brillig.web.store import choosing

    return choosing.connect(url)

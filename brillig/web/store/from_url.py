"""From a URL to a store. A password in it is used and never shown."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from brillig.core.errors import near
from brillig.web.store import Store, StoreError

KNOWN = ("sqlite", "postgresql", "postgres")
HOW = "Write sqlite:///file.db, sqlite:////a/folder/file.db, or postgresql://user:password@host/database."


def connect(url: str, *, read_only: bool = False, shared: bool = False) -> Store:
    """The store at this URL, not yet open."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        raise StoreError(f"A database is given as a URL. {HOW}")
    match scheme.lower():
        case "sqlite":
            from brillig.web.store.sqlite import SqliteStore

            return SqliteStore(sqlite_path(rest), read_only=read_only, shared=shared)
        case "postgresql" | "postgres":
            from brillig.web.store.postgres import PostgresStore

            return PostgresStore(url, read_only=read_only, shared=shared)
    unknown = scheme[:20] if re.fullmatch(r"[\w+.-]+", scheme) else ""  # it could be a part of a password
    raise StoreError(f"There is no store for {unknown or 'such'} databases.{near(unknown, KNOWN)} {HOW}")


def sqlite_path(rest: str) -> Path:
    """The file, given what follows sqlite:// in a URL."""
    if not rest.startswith("/") or len(rest) < 2 or rest.endswith("/"):
        raise StoreError("After sqlite:// come a slash and a file: sqlite:///file.db, or sqlite:////a/folder/file.db.")
    if "?" in rest or "#" in rest:
        raise StoreError("The URL of an SQLite database has nothing after the name of the file.")
    name = unquote(rest[1:])
    if name == ":memory:" or "\0" in name:
        raise StoreError("The database must be a file, so that it survives the server.")
    return Path(name)


def without_password(url: str) -> str:
    """A URL of PostgreSQL to show. What does not look quite like one is not shown at all."""
    try:
        parts = urlsplit(url)
        user, host, port, path = parts.username or "", parts.hostname or "", parts.port, parts.path
    except ValueError:
        return "postgresql://..."
    shown = f"{user}{'@' * bool(user)}{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}{path}"
    fine = re.fullmatch(r"([\w.%+-]+@)?[\w.:\[\]-]*(/[\w.%+-]*)?", shown) and url.count("@") <= 1
    return f"postgresql://{shown}" if fine else "postgresql://..."

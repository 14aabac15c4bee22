"""Migrations: numbered steps from an empty database to the one this program knows, an SQL file each.

They are applied in order, each in a transaction of its own together with its number. One that has been released is
never changed: the next change is the next number, in both dialects.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import NamedTuple

from brillig.web.store import StoreError


class Migration(NamedTuple):
    number: int
    name: str
    sql: str


def found(dialect: str) -> list[Migration]:
    """All of one dialect, in order: 1, 2, ..."""
    files = sorted(resources.files(__package__).joinpath(dialect).iterdir(), key=lambda file: file.name)
    named = [(re.fullmatch(r"(\d{4})_(\w+)\.sql", file.name), file) for file in files]
    return [Migration(int(m[1]), m[2], file.read_text(encoding="utf-8")) for m, file in named if m]


def due(migrations: list[Migration], schema: int, where: str) -> list[Migration]:
    """Those that a database at this schema still lacks. StoreError if it is newer than all of them."""
    newest = migrations[-1].number
    if schema > newest:
        raise StoreError(
            f"{where} has schema {schema}, and this program knows schemas up to {newest}: "
            f"use the newer Brillig that wrote it."
        )
    return [m for m in migrations if m.number > schema]

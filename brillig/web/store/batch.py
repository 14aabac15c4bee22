"""Many appends in few statements. Every statement makes the writer's thread wait for Python's lock once more, and
while many play that wait is what costs. So appends to different tables go into the file sixty-four at a time.

What does not fit, for whatever reason, is left to the writer, which takes one job after the other and says why.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from brillig.web.store.rows import COLUMNS, Row

PORTIONS = (64, 16, 4, 1)  # rows in a statement: few lengths, so that SQLite keeps them prepared


class Append(NamedTuple):
    """New lines of a log, and the answer that goes with them."""

    id: str
    first: int
    lines: list[Row]
    answer: Row | None


class OneByOne(Exception):
    """These appends cannot all be made. The transaction must be given up."""


def append_all(db: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """All of them, or OneByOne. They are for different tables."""
    try:
        fit = 0
        for portion in portions([(a.id, a.first) for a in appends]):
            (some,) = db.execute(_fits(len(portion)), flat(portion)).fetchone()
            fit += some
        if fit < len(appends):
            raise OneByOne
        for portion in portions([line for a in appends for line in a.lines]):
            db.execute(_insert("lines", len(portion)), flat(portion))
        for portion in portions([a.answer for a in appends if a.answer]):
            db.execute(_insert("receipts", len(portion)), flat(portion))
    except sqlite3.Error as why:
        raise OneByOne from why


def portions(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    at = 0
    for size in PORTIONS:
        while len(rows) - at >= size:
            yield rows[at : at + size]
            at += size


def flat(rows: Sequence[Row]) -> list[object]:
    return [value for row in rows for value in row]


@cache
def _fits(n: int) -> str:
    """How many of these logs have exactly so many lines."""
    return f"""
        WITH want (id, first) AS (VALUES {", ".join(["(?, ?)"] * n)})
        SELECT count(*) FROM want JOIN tables USING (id)
        WHERE coalesce((SELECT max(n) + 1 FROM lines WHERE lines.id = want.id), 0) = want.first"""


@cache
def _insert(name: str, n: int) -> str:
    row = f"({', '.join('?' * len(COLUMNS[name]))})"
    return f"INSERT INTO {name} VALUES {', '.join([row] * n)}"

"""Appends: new lines of many logs, with the answers that go with them, in one statement.

Every statement makes the thread that writes give Python's lock away and wait for it again, and while many play those waits
are most of what a commit costs. So appends go to a view, up to 128 rows at a time, and a trigger of the connection's own puts
each row where it belongs, unless its log is not as long as it thinks or its table is somebody else's by now: then nothing of
the whole statement has happened, and the writer takes one job after the other and says what is wrong with which.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, repeat
from typing import NamedTuple

from brillig.web.store.rows import Row

PORTIONS = (
    1,
    4,
    16,
    32,
    64,
    128,
)  # rows in a statement: few, so that SQLite keeps them prepared. Those not used are NULL.

_COLUMNS = ("id", "n", "line", "crc", "sender", "command", "answer", "sum", "fence")
_VIEW = f"CREATE TEMP VIEW appends AS SELECT {', '.join(f'NULL AS {name}' for name in _COLUMNS)}"
UNFIT = "new.n <> coalesce((SELECT max(n) + 1 FROM lines WHERE id = new.id), 0)"
UNKNOWN = "new.line IS NULL AND NOT EXISTS (SELECT 1 FROM tables WHERE id = new.id)"  # lines refer to their table
NOT_OURS = "NOT EXISTS (SELECT 1 FROM owners WHERE id = new.id AND fence = new.fence)"
_TRIGGER = """
    CREATE TEMP TRIGGER append INSTEAD OF INSERT ON appends BEGIN
        SELECT raise(ABORT, 'an append does not fit') WHERE {};
        INSERT INTO lines SELECT new.id, new.n, new.line, new.crc WHERE new.line NOT NULL;
        INSERT INTO receipts SELECT new.id, new.sender, new.command, new.answer, new.sum WHERE new.sender NOT NULL;
    END"""


class Append(NamedTuple):
    """New lines of a log, and the answer that goes with them."""

    id: str
    first: int
    lines: list[Row]
    answer: Row | None
    fence: int | None = None  # the number under which the table is ours, where several processes share the file

    def rows(self) -> list[Row]:
        """As they go to the view: the answer with the first line, or by itself."""
        answer = self.answer[1:] if self.answer else (None, None, None, None)
        if len(self.lines) == 1:
            return [(*self.lines[0], *answer, self.fence)]
        if not self.lines:
            return [(self.id, self.first, None, None, *answer, self.fence)]
        rest = [(*line, None, None, None, None, self.fence) for line in self.lines[1:]]
        return [(*self.lines[0], *answer, self.fence), *rest]


def prepare(db: sqlite3.Connection, fenced: bool) -> None:
    """Whoever appends through a connection does this once before. `fenced`: several processes share the file."""
    db.execute(_VIEW)
    db.execute(_TRIGGER.format(f"{UNFIT} OR {NOT_OURS if fenced else UNKNOWN}"))


def statements(appends: Sequence[Append]) -> list[tuple[str, list[object]]]:
    """What makes all of them, with its values. sqlite3.IntegrityError if they cannot all be made."""
    rows = [row for append in appends for row in append.rows()]
    return [(_insert(room), values) for room, values in _portions(rows)]


def _portions(rows: Sequence[Row]) -> Iterator[tuple[int, list[object]]]:
    """For how many rows a statement is to have room, and the values of so many."""
    for at in range(0, len(rows), PORTIONS[-1]):
        some = rows[at : at + PORTIONS[-1]]
        room = next(size for size in PORTIONS if size >= len(some))
        unused = len(_COLUMNS) * (room - len(some))
        yield room, [*chain.from_iterable(some), *repeat(None, unused)]


@cache
def _insert(n: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    rows = f"VALUES {', '.join([row] * n)}"
    return (
        f"INSERT INTO appends {rows}"
        if n == 1
        else f"INSERT INTO appends SELECT * FROM ({rows}) WHERE column1 NOT NULL"
    )

"""The latest: the newest lines and answers of all tables lie one behind the other in the file, as they come.

In the rows of its own match every new line is in another page, and its answer in one more: to commit sixty moves was to write a
hundred and twenty pages, and to read them first if another process had written meanwhile. One behind the other they are five.
Every so often, and when nothing more comes, all of them move to where they belong, a page for many lines of a match.

Whoever reads a log reads both. Nobody else knows of this: in a file that is closed, or opened again, all is where it belongs.

Every statement makes the thread that writes give Python's lock away and wait for it again, and while many play those waits
are most of what a commit costs. So appends go to a view, up to 128 rows at a time, and a trigger of the connection's own puts
each row behind the latest, unless its log is not as long as it thinks or its table is somebody else's by now: then nothing of
the whole statement has happened, and the writer takes one job after the other and says what is wrong with which.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, repeat
from typing import NamedTuple

from brillig.web.store.rows import Row
from brillig.web.store.sqlite_file import is_damage

ENOUGH = 2000  # lines, from which on they are moved: some milliseconds, in which nobody else can write
MOST_KNOWN = 4096  # tables whose commands are known

_MOVE_LINES = "INSERT OR IGNORE INTO lines SELECT id, n, line, crc FROM latest WHERE line NOT NULL {} ORDER BY id, n"
_MOVE_ANSWERS = """
    INSERT OR IGNORE INTO receipts SELECT id, sender, command, answer, sum FROM latest WHERE sender NOT NULL {}
    ORDER BY id, sender, command"""
_FORGET = "DELETE FROM latest {}"  # (all of it, SQLite does at once)
_COMMANDS = """
    SELECT sender, command FROM receipts WHERE id = ?1
    UNION ALL SELECT sender, command FROM latest WHERE id = ?1 AND sender NOT NULL"""
PORTIONS = (
    1,
    4,
    16,
    32,
    64,
    128,
)  # rows in a statement: few, so that SQLite keeps them prepared. Those not used are NULL

_COLUMNS = ("id", "n", "line", "crc", "sender", "command", "answer", "sum", "fence")
_VIEW = f"CREATE TEMP VIEW {{}} AS SELECT {', '.join(f'NULL AS {name}' for name in _COLUMNS)}"
# A log is among the latest from some line on, or all of it is where it belongs.
UNFIT = """new.n <> 1 + coalesce(
    (SELECT max(n) FROM latest WHERE id = new.id), (SELECT max(n) FROM lines WHERE id = new.id), -1)"""
REPEATED = " OR ".join(
    f"EXISTS (SELECT 1 FROM {name} WHERE id = new.id AND sender = new.sender AND command = new.command)"
    for name in ("latest", "receipts")
)
UNKNOWN = "NOT EXISTS (SELECT 1 FROM tables WHERE id = new.id)"
NOT_OURS = "NOT EXISTS (SELECT 1 FROM owners WHERE id = new.id AND fence = new.fence)"
_TRIGGER = """
    CREATE TEMP TRIGGER {0}_append INSTEAD OF INSERT ON {0} BEGIN
        SELECT raise(ABORT, 'an append does not fit') WHERE {1};
        INSERT INTO latest VALUES (
            NULL, new.id, iif(new.line NOT NULL, new.n, NULL), new.line, new.crc,
            new.sender, new.command, new.answer, new.sum);
    END"""
DOUBTED, TRUSTED = "doubted", "trusted"  # is it to be looked for in the file whether a command was answered already?


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
    unfit = f"{UNFIT} OR {NOT_OURS if fenced else UNKNOWN}"
    for view, check in ((DOUBTED, f"{unfit} OR {REPEATED}"), (TRUSTED, unfit)):
        db.execute(_VIEW.format(view))
        db.execute(_TRIGGER.format(view, check))


def statements(appends: Sequence[Append], view: str = DOUBTED) -> list[tuple[str, list[object]]]:
    """What makes all of them, with its values. sqlite3.IntegrityError if they cannot all be made."""
    rows = [row for append in appends for row in append.rows()]
    return [(_insert(room, view), values) for room, values in _portions(rows)]


def _portions(rows: Sequence[Row]) -> Iterator[tuple[int, list[object]]]:
    """For how many rows a statement is to have room, and the values of so many."""
    for at in range(0, len(rows), PORTIONS[-1]):
        some = rows[at : at + PORTIONS[-1]]
        room = next(size for size in PORTIONS if size >= len(some))
        unused = len(_COLUMNS) * (room - len(some))
        yield room, [*chain.from_iterable(some), *repeat(None, unused)]


@cache
def _insert(n: int, view: str) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    rows = f"VALUES {', '.join([row] * n)}"
    return (
        f"INSERT INTO {view} {rows}" if n == 1 else f"INSERT INTO {view} SELECT * FROM ({rows}) WHERE column1 NOT NULL"
    )


# ---- to where they belong -------------------------------------------------------------------------------------------


def move(db: sqlite3.Connection) -> None:
    """All of it to where it belongs. What cannot be put there, since its pages are damaged, stays and can be read as it is."""
    if not there(db):
        return
    try:
        _move(db)
    except sqlite3.Error as why:
        if not is_damage(why):
            raise
        for (id,) in db.execute("SELECT DISTINCT id FROM latest").fetchall():
            try:
                _move(db, id)
            except sqlite3.Error as torn:
                if not is_damage(torn):
                    raise


def there(db: sqlite3.Connection) -> bool:
    """An older file has no such table."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'latest'").fetchone() is not None


def _move(db: sqlite3.Connection, id: str | None = None) -> None:
    only, values = ("", ()) if id is None else ("id = ?", (id,))
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in (_MOVE_LINES, _MOVE_ANSWERS):
            db.execute(statement.format(f"AND {only}" if only else ""), values)
        db.execute(_FORGET.format(f"WHERE {only}" if only else ""), values)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


class Latest:
    """What the writer knows of it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.lines = 0  # put there by this process since it last moved them
        # By table, the fence under which it is ours, and the commands that were answered there, as numbers.
        self._answered: OrderedDict[str, tuple[int | None, set[int]]] = OrderedDict()

    def new(self, appends: Sequence[Append]) -> bool:
        """Was none of these commands answered before? (If so, perhaps it is only the number that is the same.)"""
        return not any(append.answer and _number(append.answer) in self._commands(append) for append in appends)

    def kept(self, appends: Sequence[Append]) -> None:
        """These are on the disk."""
        self.lines += len(appends)
        for append in appends:
            known = self._answered.get(append.id)
            if known and append.answer and known[0] == append.fence:
                known[1].add(_number(append.answer))

    def touched(self, id: str) -> None:
        """Something else was done at a table, perhaps an append among it."""
        self.lines += bool(id)
        self._answered.pop(id, None)

    def move(self) -> None:
        self.lines = 0
        move(self._db)

    def _commands(self, append: Append) -> set[int]:
        known = self._answered.get(append.id)
        if known is None or known[0] != append.fence:
            numbers = set(map(hash, self._db.execute(_COMMANDS, (append.id,))))
            known = self._answered[append.id] = append.fence, numbers
            if len(self._answered) > MOST_KNOWN:
                self._answered.popitem(last=False)
        return known[1]


def _number(answer: Row) -> int:
    return hash(answer[1:3])

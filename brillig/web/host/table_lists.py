"""The lists of tables in a lobby: somebody's own, and those that anybody may join or watch.

One's own are always found, however many others there are. Of the others everybody has a fair share: first one of each
address, then a second one, and so on, and at one address the same by session; the latest first. So a flood of tables
from one place hides no other.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress

from msgspec import DecodeError

from brillig.web.store import Damaged, Document, Session, Store
from brillig.web.table.seating import decoder

MOST_LOOKED_AT = 500  # the latest listed tables, of which fair shares are made
MOST_OWN = 60  # that are shown
MOST_KNOWN = 5_000  # sessions whose tables are remembered
FRESH = 1000  # milliseconds for which a list is good, unless a table changes
UNDER_WAY = ("playing", "open")


class TableLists:
    def __init__(self, store: Store, clock: Callable[[], int], alone: bool = True) -> None:
        """`alone`: does nobody else write to the store? Else what was found before is looked for again."""
        self.store, self.clock, self.alone = store, clock, alone
        self._own: OrderedDict[bytes, dict[str, None]] = OrderedDict()  # the tables of a session that are not over
        self._listed: dict[str, tuple[int, list[Document]]] = {}  # by status, with the moment it was made

    # ---- one's own -------------------------------------------------------------------------------------------------

    async def own(self, session: Session) -> list[Document]:
        """The tables of a session that are not over, the latest first."""
        if session.id not in self._own or not self.alone:
            found: list[Document] = []
            for status in UNDER_WAY:
                found += await self.store.tables(status, limit=MOST_OWN, holding=session.id.hex().encode())
            self._keep(session.id, dict.fromkeys(table.id for table in sorted(found, key=lambda t: t.changed)))
        mine = self._own[session.id]
        self._own.move_to_end(session.id)
        there = []
        for id in list(mine)[-MOST_OWN:]:
            with suppress(Damaged):  # it does not hide the others
                table = await self.store.table(id)
                if table and table.status in UNDER_WAY:
                    there.append(table)
                else:
                    mine.pop(id, None)
        return sorted(there, key=lambda table: -table.changed)

    def new(self, session: bytes) -> None:
        """Somebody who was never here before has no tables."""
        self._keep(session, {})

    def sat_down(self, session: str, table: str) -> None:
        """`session`: in hex, as a seating has it."""
        known = self._own.get(bytes.fromhex(session)) if session else None
        if known is not None:
            known[table] = None

    def _keep(self, session: bytes, tables: dict[str, None]) -> None:
        self._own[session] = tables
        while len(self._own) > MOST_KNOWN:
            self._own.popitem(last=False)

    # ---- everybody's -----------------------------------------------------------------------------------------------

    async def listed(self, status: str, limit: int) -> list[Document]:
        """Tables of that status that anybody may see, in fair shares."""
        at, found = self._listed.get(status, (0, []))
        if status not in self._listed or self.clock() - at > FRESH:
            found = shared(await self.store.tables(status, listed=True, limit=MOST_LOOKED_AT))
            self._listed[status] = self.clock(), found
        return found[:limit]

    def changed(self) -> None:
        """Some table is not as it was."""
        self._listed.clear()


def shared(tables: list[Document]) -> list[Document]:
    """The same tables, those first that are the first of their address, and there of their session."""
    marks = {table.id: _laid(table) for table in tables}
    for which in (0, 1):
        seen: Counter[str] = Counter()
        rank: dict[str, int] = {}
        for table in tables:
            whose = marks[table.id][which]
            rank[table.id] = seen[whose]
            seen[whose] += 1
        tables = sorted(tables, key=lambda table: rank[table.id])
    return tables


def _laid(table: Document) -> tuple[str, str]:
    """The session and the address that laid a table, as far as is known."""
    try:
        laid = decoder.decode(table.body)
    except DecodeError:
        return "", ""
    return laid.laid_by, laid.laid_from

"""Whose turn it is in running matches, as each of those who play may know it, also while their table is put away."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

MOST_KNOWN = 5_000  # tables


class WhoseTurn:
    def __init__(self) -> None:
        self.known: OrderedDict[str, dict[int, list[int]]] = OrderedDict()  # by table and seat: who is to decide

    def note(self, table: str, waits: Mapping[int, list[int]]) -> None:
        """Something has happened at a table, or it was loaded. `waits`: by seat, who is to decide as far as it knows."""
        self.known[table] = dict(waits)
        self.known.move_to_end(table)
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)

    def at(self, table: str, seat: int) -> list[int]:
        """The seats that are to decide; none if nobody can say."""
        return self.known.get(table, {}).get(seat, [])

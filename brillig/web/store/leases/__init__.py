"""Leases: which of several servers over one database owns which table.

A server (a node) holds a lease that it renews again and again; whatever it owns is its own while that is good. A claim of
a table brings a fencing number that grows with every claim, and every write to the table must name the latest: so a node
that was asleep or cut off while another took over can never write again, whatever it believes. The lease only decides when
others may take over. All times are by the database's clock, so the clocks of machines do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from brillig.web.store import Conflict

LEASE = 3_000  # milliseconds for which a node's sign of life is good
BEAT = 750  # milliseconds between two of them


class Lost(Conflict):
    """Another server owns the table: nothing was written, and nothing of what memory holds counts any more."""


class NodeCard(NamedTuple):
    """What a node says about itself."""

    name: str
    address: str  # how other nodes reach it, HOST:PORT
    rules: Sequence[str] = ()  # the games it knows, each with the version of its rules: "othellino 3"


class Owned(NamedTuple):
    """Whose a table is. A fence of 0: not ours."""

    fence: int
    node: str = ""  # the owner's name; empty if nobody can have it
    address: str = ""
    rules: str = ""  # if nobody can have it: the rules that no node knows


class Sign(NamedTuple):
    """What a node hears of another when it gives its own sign of life."""

    name: str
    address: str
    spent: bytes


class Leases(Protocol):
    """All of these raise StoreError if the database does not answer."""

    async def join(self, card: NodeCard) -> int:
        """The number of this run of the node; 0 while another node of that name lives."""

    async def renew(self, run: int, spent: bytes = b"") -> list[Sign] | None:
        """We are alive; and so are these others. None: our lease ran out before, and we own nothing any more."""

    async def leave(self, run: int) -> None:
        """A good end: what we own may be taken over at once."""

    async def claim(self, run: int, id: str, rules: Sequence[str] = ()) -> Owned:
        """The table is ours from now on, under a new number, unless a node that lives owns it. `rules`: those we know."""

    async def adopt(self, run: int, rules: Sequence[str], most: int) -> list[str]:
        """Tables of nodes that are gone, which are ours now; a share of them if others are there to take the rest."""

    async def release(self, run: int, ids: Sequence[str]) -> None:
        """Nobody needs these now: whoever is asked for one next may have it."""

    async def pass_over(self, run: int, id: str, rules: str) -> bool:
        """We do not know the rules of this match: only a node that does may have it. No: there cannot be one."""

    async def show(self, run: int, shown: Mapping[str, tuple[str, bytes]]) -> None:
        """What others may know of tables of ours: the rules of each, and who is there (which only nodes understand)."""

    async def shown(self, run: int) -> dict[str, bytes]:
        """The same of all tables that other nodes own."""

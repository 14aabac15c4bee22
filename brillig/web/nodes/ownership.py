"""Ownership: a node's lease, and the tables it claims under it.

A node believes in its lease for a little less than the database does, counted from the moment at which it asked for it. So
when others may take over, it has stopped by itself; and if it could not even do that, because it was not running, the
fencing numbers stop it (see store/leases).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from brillig.web.store import StoreError
from brillig.web.store.leases import BEAT, LEASE, Leases, NodeCard, Owned, Sign

MARGIN = LEASE // 10  # milliseconds, for clocks that do not run equally fast
NAMESAKE = LEASE + 2 * BEAT  # how long to wait for a node of our name that was killed
MOST_ADOPTED = 500  # tables at a time


class Ownership:
    def __init__(self, leases: Leases, card: NodeCard, clock: Callable[[], int]) -> None:
        """`clock`: steady, in milliseconds."""
        self.leases, self.card, self.clock = leases, card, clock
        self.run = 0  # the number of our lease; 0: we have none
        self.good_until = clock()
        self.others: dict[str, Sign] = {}  # the nodes that live, by name

    @property
    def lapsed(self) -> bool:
        """May others have taken over what we own?"""
        return self.clock() >= self.good_until

    async def join(self) -> None:
        """Become one of the nodes. StoreError if there is one of our name."""
        began = self.clock()
        while not await self.try_join():
            if self.clock() - began > NAMESAKE:
                raise StoreError(
                    f"A node named {self.card.name} is there already: give this one another name with --node."
                )
            await asyncio.sleep(BEAT / 3000)

    async def try_join(self) -> bool:
        asked = self.clock()
        self.run = await self.leases.join(self.card)
        if self.run:
            self.good_until = asked + LEASE - MARGIN
        return bool(self.run)

    async def beat(self, spent: bytes = b"") -> bool:
        """A sign of life. No: our lease had run out, and nothing is ours any more; we have a new one if we could get it."""
        asked = self.clock()
        signs = await self.leases.renew(self.run, spent) if self.run else None
        if signs is None:
            self.run, self.good_until = 0, asked
            await self.try_join()
            return False
        self.good_until = asked + LEASE - MARGIN
        self.others = {sign.name: sign for sign in signs}
        return True

    async def claim(self, id: str) -> Owned:
        """Make the table ours if it can be."""
        owned = Owned(0)
        for _ in range(2):
            if self.run and not self.lapsed:
                owned = await self.leases.claim(self.run, id, self.card.rules)
            if owned.node != self.card.name:
                break  # else its owner's lease ran out just when we asked, so that we may have it after all
        return owned

    async def adopt(self) -> list[str]:
        """Tables of nodes that are gone, which are ours now."""
        return await self.leases.adopt(self.run, self.card.rules, MOST_ADOPTED) if self.run else []

    async def leave(self) -> None:
        """Hand over everything. Nothing of ours may write any more."""
        run, self.run, self.good_until = self.run, 0, self.clock()
        if run:
            await self.leases.leave(run)

"""Company: this server as one of several. It gives signs of life, takes over what others leave behind, tells the others
what is to be seen at its tables, and knows where each table is.

A server that is alone has none of this.
"""

from __future__ import annotations

import asyncio
import hmac
import zlib
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import DecodeError, Struct

from brillig.web.limits import Limits
from brillig.web.logs import log
from brillig.web.nodes.ownership import NAMESAKE, Ownership
from brillig.web.nodes.pipes import MOST_HOPS, Headers, Passed, Peer, Ties, passed
from brillig.web.outage import Outage
from brillig.web.refusals import Refused
from brillig.web.store import StoreError
from brillig.web.store.leases import BEAT, LEASE, Sign
from brillig.web.table.live_match import rules_of
from brillig.web.table.room import MOVED, Room

BEAT_SECONDS = 1.5  # in which the database must have heard a sign of life; then it is tried again
PATIENCE = 2 * LEASE  # milliseconds for which somebody is kept waiting for a table that is nobody's just now
LOOK_AGAIN = 0.15  # seconds between two looks whose it is
FRESH = 1000  # milliseconds for which what others show is good
SIGNS = 5  # of which each tells what was taken before
UNWRITABLE = (
    "Nothing can be saved here at present, so this table stands still: nothing is lost, and it goes on by itself."
)
News = tuple[int, list[tuple[int, list[tuple[str, bool, str, int]]]]]
MANY = 200  # requests that were passed on, from which on it is said that the proxy should know better


class Shown(Struct, omit_defaults=True):
    """What other nodes may know of a table."""

    here: list[int] = []  # seats that are there
    waits: dict[int, list[int]] = {}  # by seat, who is to decide as far as it knows


class Company:
    """`rooms`: all tables of this server. `lose_all`: what to do when none of them is ours any more. `wake`: what to do with
    a table that was another's."""

    def __init__(
        self, ownership: Ownership, clock: Callable[[], int], rooms: dict[str, Room], lose_all: Callable[[], None],
        wake: Callable[[str], None], limits: Limits, outage: Outage, siblings: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self.ownership, self.clock, self.rooms, self.lose_all, self.wake = ownership, clock, rooms, lose_all, wake
        self.name = ownership.card.name
        self.siblings = frozenset(siblings)  # other processes of this server, which a connection can be handed to
        self.token = ownership.card.address.partition("#")[2]
        self.ties = Ties()  # what is under way to the others
        self._strays: set[str] = set()  # tokens of nodes for which something came here, which has been said
        self._unplayable: set[str] = set()  # tables whose rules nobody knows, which has been said
        self._namesake = False  # has another node our name?
        self._nameless = 0  # since when we could not have it
        self.limits, self.outage = limits, outage
        self._news: deque[tuple[int, list[Any]]] = deque(maxlen=SIGNS)  # what visitors took here, by number
        self._heard: dict[str, tuple[int, int]] = {}  # the latest that was heard of each node
        self._beats = 0
        limits.taken = Counter()
        self.passed_on = Counter[bool]()  # requests for tables: here, and passed on
        self.adopted = 0
        self._said: dict[str, tuple[str, Shown]] = {}  # what was last shown of each table
        self._seen: tuple[int, dict[str, Shown]] = (-FRESH, {})
        self._beating: asyncio.Task[None] | None = None
        self.leaving = False
        self.trouble = False  # did the last sign of life not reach the database?

    async def open(self) -> None:
        await self.ownership.join()
        await self.ownership.beat()
        self._beating = asyncio.create_task(self._beat())

    @property
    def lapsed(self) -> bool:
        return self.ownership.lapsed

    @property
    def moved(self) -> str:
        """What to say to those who look at a table that may be ours no more."""
        return UNWRITABLE if self.trouble and self.lapsed else MOVED

    @property
    def peers(self) -> dict[str, Peer]:
        return {sign.name: Peer.of(sign.name, sign.address) for sign in self.ownership.others.values()}

    def figures(self) -> dict[str, int]:
        """For the metrics."""
        passed, alive = self.passed_on[False], 1 + len(self.ownership.others)
        return {"nodes": alive, "passed_on_total": passed, "adopted_total": self.adopted}

    # ---- signs of life ---------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        while not self.leaving:  # to be cancelled may be overheard by whoever waits for an answer that has just come
            await asyncio.sleep(BEAT / 1000)
            try:
                await asyncio.wait_for(self.beat(), BEAT_SECONDS)
                await self._show()
                self.trouble = False
            except (StoreError, TimeoutError) as why:
                silent = StoreError("It does not answer.")
                self.outage.failed("no sign of life", why if isinstance(why, StoreError) else silent)
                self.trouble = True
            except Exception:
                log.exception("mishap in a sign of life", extra={"node": self.name})
            if self.lapsed:
                self._lose_all()

    async def beat(self) -> None:
        before = self.peers
        if not await self.ownership.beat(self._spent()):
            if self.ownership.run:
                why = "nobody else has this one's name any more" if self._namesake else "the lease ran out"
                log.warning(f"{why}: this node starts over with its tables", extra={"node": self.name})
                self._namesake, self._nameless = False, 0
            else:
                self._stand_by()
            self._lose_all()
        there = {peer.token for peer in self.peers.values()}
        for name, peer in before.items():
            if peer.token not in there:  # even if another has its name already
                log.warning("a node is gone", extra={"node": self.name, "gone": name})
                self.ties.lose(peer)
        self.ties.gone -= there  # it only slept
        for sign in self.ownership.others.values():
            self._hear(sign)
        for id in await self.ownership.adopt():
            self.adopted += 1
            self.wake(id)

    def _stand_by(self) -> None:
        """Our name is taken; perhaps by ourselves, if we asked for a lease and never heard that we got it. That runs out."""
        now = self.ownership.clock()
        self._nameless = self._nameless or now
        if now - self._nameless > NAMESAKE and not self._namesake:
            self._namesake = True
            log.error(
                "another node has this one's name now: this one stands by until that is gone (or give it another "
                "name with --node)",
                extra={"node": self.name},
            )

    def _spent(self) -> bytes:
        """What visitors took here lately, for the others to count too. A sign that is missed is in the next ones again."""
        self._beats += 1
        if told := self.limits.tell():
            self._news.append((self._beats, told))
        return msgspec.json.encode([self.ownership.run, list(self._news)])

    def _hear(self, sign: Sign) -> None:
        with suppress(DecodeError, ValueError):
            run, news = msgspec.json.decode(sign.spent or b"[0,[]]", type=News)
            for number, told in news:
                if (run, number) > self._heard.get(sign.name, (0, 0)):
                    self._heard[sign.name] = run, number
                    self.limits.hear(told)

    def _lose_all(self) -> None:
        """Others may own what was ours: nothing in memory counts any more."""
        self._said.clear()
        self.lose_all()

    async def leave(self) -> None:
        """Hand all tables over. Nothing may be under way at them."""
        self.leaving = True
        if self._beating:  # a sign of life after the last would make us a node again
            self._beating.cancel()
            await asyncio.wait([self._beating], timeout=BEAT_SECONDS)
        with suppress(StoreError, TimeoutError):  # then they wait until our lease has run out
            await asyncio.wait_for(self.ownership.leave(), LEASE / 1000)

    async def release(self, ids: list[str]) -> None:
        for id in ids:
            self._said.pop(id, None)
        with suppress(StoreError):  # then it is ours until somebody asks for it here
            await self.ownership.leases.release(self.ownership.run, ids)

    # ---- whose a table is ------------------------------------------------------------------------------------------

    async def own(self, id: str) -> int:
        """The number under which a table is ours from now on; Refused if it is another's, 0 if there is no such table."""
        if self.lapsed:  # the database cannot be reached, or we were asleep
            raise Refused("closing", self.moved)
        owned = await self.ownership.claim(id)
        if owned.fence:
            return owned.fence
        if owned.node or owned.rules in self.ownership.card.rules:  # if only because our own lease has just run out
            raise Refused("closing", MOVED)
        if owned.rules:
            raise self._unknown(id, owned.rules)
        return 0

    def _unknown(self, id: str, rules: str) -> Refused:
        if id not in self._unplayable:
            self._unplayable.add(id)
            log.error("a match needs rules that no node knows", extra={"table": id, "rules": rules})
        told = f"This match was begun with other rules ({rules}), and no server here knows them any more."
        return Refused("other_rules", told)

    async def pass_over(self, id: str, rules: str) -> None:
        """We cannot load this match: another version of its rules is needed. Refused if nobody can have that."""
        if not await self.ownership.leases.pass_over(self.ownership.run, id, rules):
            raise self._unknown(id, rules)
        log.warning("a match needs other rules than this node has", extra={"table": id, "rules": rules})

    async def where(self, id: str, hops: int = 0) -> Peer | None:
        """The node to which somebody who wants this table should go; None: it is here."""
        room = self.rooms.get(id)
        if room and not self.lapsed and (room.loaded or room.lock.locked()):  # to claim it again would undo its loading
            return None
        if not hops and (sibling := self._preferred(id)):
            return sibling
        owned = await self.ownership.claim(id)
        if owned.fence or owned.node in ("", self.name) or hops >= MOST_HOPS:
            return None
        return self.peers.get(owned.node) or Peer.of(owned.node, owned.address)

    def came(self, headers: Headers) -> Passed:
        """Whether something was passed on to us."""
        came = passed(headers, self.token)
        if came.stray and came.stray not in self._strays:
            for name, peer in self.peers.items():
                if hmac.compare_digest(came.stray.encode(), peer.token.encode()):
                    self._strays.add(came.stray)
                    log.error(
                        "what is meant for another node comes here: give that one the right --at (docs/hosting.md)",
                        extra={"node": self.name, "meant": name, "at": f"{peer.host}:{peer.port}"},
                    )
        return came

    def _preferred(self, id: str) -> Peer | None:
        """Of the processes of this server, the one that should have a table, so that all have equally many."""
        there = {name: peer for name, peer in self.peers.items() if name in self.siblings}
        best = max((self.name, *there), key=lambda name: zlib.crc32(f"{id} {name}".encode()))
        return there.get(best)

    def count(self, here: bool) -> None:
        """Something for a table came here, or was passed on."""
        self.passed_on[here] += 1
        if (
            not here
            and not self.siblings
            and self.passed_on[False] == MANY
            and self.passed_on[False] > self.passed_on[True]
        ):
            log.warning(
                "most of what comes here is for tables of other nodes: does the proxy hash by the table's id? "
                "(docs/hosting.md)",
                extra={"node": self.name},
            )

    # ---- what is to be seen ----------------------------------------------------------------------------------------

    async def _show(self) -> None:
        """Tell the others what has changed at our tables."""
        news: dict[str, tuple[str, Shown]] = {}
        for id, room in self.rooms.items():
            if room.loaded and room.fence:
                rules, turns = (rules_of(room.game), room.live.turns(room.sitting)) if room.live else ("", {})
                now = (rules, Shown(room.audience.seats(room.seating), turns))
                if self._said.get(id) != now:
                    news[id] = now
        if news:
            encoded = {id: (rules, msgspec.json.encode(shown)) for id, (rules, shown) in news.items()}
            await self.ownership.leases.show(self.ownership.run, encoded)
            self._said.update(news)

    async def look_round(self) -> dict[str, Shown]:
        """What is to be seen at the tables of others."""
        at, found = self._seen
        if self.clock() - at >= FRESH:
            found = {}
            with suppress(StoreError):
                for id, shown in (await self.ownership.leases.shown(self.ownership.run)).items():
                    with suppress(DecodeError):
                        found[id] = msgspec.json.decode(shown, type=Shown)
            self._seen = self.clock(), found
        return found

    def seen(self, id: str) -> Shown | None:
        """The same of one table, as of the last look."""
        return self._seen[1].get(id)

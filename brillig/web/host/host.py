"""Host: all the rooms of a server, and what they share."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar, cast

from brillig import bots, catalogue
from brillig.core import BrilligError, Game, UnknownGame
from brillig.match import Clock, fairness
from brillig.web import identity
from brillig.web.calls.caller import Caller, TurnCall
from brillig.web.calls.wishes import CallWishes
from brillig.web.config import Config
from brillig.web.host.company import Company, Shown
from brillig.web.host.connection_limits import Doorkeeper, tidy
from brillig.web.host.request_turns import RequestTurns
from brillig.web.host.table_lists import TableLists
from brillig.web.host.warming import Warming
from brillig.web.identity import Identities, Random
from brillig.web.limits import Limits
from brillig.web.logs import log
from brillig.web.metrics import Metrics
from brillig.web.mine.devices import Devices
from brillig.web.nodes.ownership import Ownership
from brillig.web.outage import Outage
from brillig.web.protocol import RESTART
from brillig.web.refusals import Refused
from brillig.web.store import Document, SaidLine, Session, Store, StoreError
from brillig.web.store.leases import NodeCard
from brillig.web.table import joining, seating
from brillig.web.table.audience import Ahead, Late
from brillig.web.table.live_match import rules_of
from brillig.web.table.room import AGAIN, MOVED, Room
from brillig.web.table.seat_view import WhoseTurn
from brillig.web.table.surroundings import Viewer
from brillig.web.table.thinking import Thinking
from brillig.web.table.timing import Nap, Timing, calendar, steady

T = TypeVar("T")
HELPERS = 2  # threads for what takes a moment
LONGEST_ID = 64
MOST_GONE = 5_000  # connections and tables, of which something may have stayed
SELDOM = 600_000  # milliseconds between two looks for it, which hold up everybody; unless ten times as many have gone
SLOW = 100  # milliseconds, from which on it is worth a line in the log
LAST_CHOICES = 3.0  # seconds for what is under way at the tables when the server ends
LAST_WORDS = 2.0  # seconds to say good-bye in


class Connected(Viewer, Protocol):
    """A connection, as the host knows it: somebody who looks at a table, and whom it may have to send away."""

    writer: asyncio.Task[None] | None

    def stuck(self, at: int, most: int) -> bool: ...
    def close(self, code: int, why: Refused) -> None: ...
    def abort(self) -> None: ...


class Host:
    """A server without its doors. Clocks and chance can be given, for tests."""

    def __init__(
        self,
        config: Config,
        store: Store,
        *,
        clock: Callable[[], int] = steady,
        wall: Callable[[], int] = calendar,
        random: Random = os.urandom,
    ) -> None:
        self.config, self.store, self.clock, self.wall, self.random = config, store, clock, wall, random
        alone = store.leases is None  # else what others write must be seen, so nothing of it is remembered
        self.identities = Identities(store, random, wall, self._new_session, alone)
        self.limits = Limits(clock, config.limits)
        self.turns = RequestTurns(config.limits)
        self.metrics = Metrics()
        self.outage = Outage(store, self.metrics, clock, lambda watch: self.spawn(watch))
        self.lists = TableLists(store, clock, alone)
        self.whose_turn, self.ahead, self.late = WhoseTurn(), Ahead(), Late()
        self._tidied = self.clock()
        wishes = CallWishes(store, random, wall)
        self.calls = Caller(config, wishes, wall, self._missing, lambda call: self.spawn(call), self.outage)
        self.devices = Devices(store, self.identities, random, wall)
        self._mark = random(16)  # makes a mark of an address that says nothing about it
        self.doors = Doorkeeper(config, self.limits, self.metrics, clock)
        self.company: Company | None = None  # of other servers over the same database
        self.rooms: dict[str, Room] = {}
        self.sockets: set[Connected] = set()
        self.games: dict[str, Game] = {}
        self.asleep: dict[str, Nap] = {}  # tables that were put away while a clock runs
        self.broken: set[str] = set()  # tables whose damage has been reported
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = True  # until it is opened
        self.later: list[Callable[[], Coroutine[Any, Any, None]]] = []  # what can wait until people are served
        self.commands = 0  # that are under way at all tables
        self.warming: Warming
        # Bots may think for seconds; what a table waits for must not queue up behind them.
        self.thinking: Thinking
        self.helping: ThreadPoolExecutor
        self._keepers: list[asyncio.Task[None]] = []

    async def open(self, address: str = "") -> None:
        """`address`: how other nodes reach this one, if there may be others."""
        await self.store.open()
        for warning in self.store.warnings:
            log.error("the database is damaged in part", extra={"why": warning})
        await self.calls.open()
        self.warming = Warming(self.config.compile, self._warmed)
        self.thinking = Thinking(self.config.bot_threads, self.clock)
        self.helping = ThreadPoolExecutor(HELPERS, "brillig-helper")
        if self.store.leases:
            await self._join_others(address)
        self.closing = False
        self._keepers = [asyncio.create_task(self._sweep()), asyncio.create_task(self._measure())]
        self.spawn(self._later())
        self.spawn(self.calls.go_on())
        self.spawn(self.aside(bots.has_gpu))  # it is known by the time that somebody lays a table

    async def _join_others(self, address: str) -> None:
        assert self.store.leases
        known = [rules_of(self.game(slug)) for slug in catalogue.slugs()]
        where = address if self.config.siblings else self.config.at or address
        card = NodeCard(self.config.node, f"{where}#{self.random(16).hex()}", known)
        siblings = filter(None, self.config.siblings.split(","))
        self.company = Company(
            Ownership(self.store.leases, card, self.clock), self.clock, self.rooms, self.lose_all, self._wake,
            self.limits, self.outage, siblings,
        )  # fmt: skip
        self.metrics.node, self.metrics.nodes = card.name, self.company.figures
        try:
            await self.company.open()
        except BaseException:
            await self.store.close()
            raise
        self.doors.friends = lambda: {peer.host for peer in self.company.peers.values()} if self.company else set()

    async def _later(self) -> None:
        """What nobody waits for at a start, when those who are here already have been served."""
        await asyncio.sleep(self.config.later_seconds)
        for work in (*self.later, self._check_later):
            await work()

    async def _check_later(self) -> None:
        began = self.clock()
        for warning in await self.store.check_later():
            log.error(
                "the database is damaged in part: restart the server to save what can be read", extra={"why": warning}
            )
        if self.clock() - began > SLOW:
            log.info("database looked through", extra={"seconds": (self.clock() - began) / 1000})

    async def farewell(self) -> None:
        """Let what is under way come to its end, and say good-bye to everybody."""
        if self.closing:
            return
        self.closing = True
        for keeper in self._keepers:
            keeper.cancel()
        try:
            await asyncio.wait_for(self._come_to_rest(), LAST_CHOICES)
        except TimeoutError:  # the database does not answer: nobody has been told that it was done
            log.warning("what was under way at some tables is given up, and was not acknowledged")
        if self.company:  # before anybody comes back somewhere else
            await self.company.leave()
        for socket in list(self.sockets):
            socket.close(RESTART, Refused("closing"))
        writers = [socket.writer for socket in self.sockets if socket.writer]
        if writers:
            await asyncio.wait(writers, timeout=LAST_WORDS)
        for socket in list(self.sockets):
            if socket.writer and not socket.writer.done():
                socket.abort()

    async def _come_to_rest(self) -> None:
        rooms = list(self.rooms.values())
        for room in rooms:
            room.bot_players.stop()
        for room in rooms:
            async with room.lock:
                pass

    async def close(self) -> None:
        await self.farewell()
        self.warming.stop()
        for nap in self.asleep.values():
            nap.alarm.cancel()
        for task in list(self.tasks):
            task.cancel()
        for task in [*self.tasks, *self.warming.tasks, *self._keepers]:
            with suppress(asyncio.CancelledError, Exception):
                await task
        self.thinking.stop()
        self.calls.close()
        self.helping.shutdown(wait=False, cancel_futures=True)
        self.rooms.clear()
        await self.store.close()

    # ---- rooms -----------------------------------------------------------------------------------------------------

    def room(self, id: str) -> Room:
        """The room of a table. It is loaded when somebody does something there."""
        if self.closing:
            raise Refused("closing")
        if not id.isalnum() or len(id) > LONGEST_ID:
            raise Refused("no_table")
        if id not in self.rooms:
            self.rooms[id] = Room(self, id)
        return self.rooms[id]

    async def own(self, id: str) -> int:
        """The number under which a table is ours, where there are others who could own it; 0: nobody asks for one."""
        return await self.company.own(id) if self.company else 0

    @property
    def lapsed(self) -> bool:
        """May others own our tables by now?"""
        return self.company is not None and self.company.lapsed

    @property
    def moved(self) -> str:
        """What to say then."""
        return self.company.moved if self.company else MOVED

    async def pass_over(self, id: str, rules: str) -> None:
        """Another node is to have a table whose rules we do not know."""
        if self.company:
            await self.company.pass_over(id, rules)

    async def look_round(self) -> dict[str, Shown]:
        """What is to be seen at the tables of other nodes."""
        return await self.company.look_round() if self.company else {}

    def seats_here(self, id: str) -> list[int]:
        """The seats whose people are at a table, here or (as of the last look round) at another node."""
        if (room := self.rooms.get(id)) and room.loaded:
            return room.audience.seats(room.seating)
        seen = self.company.seen(id) if self.company else None
        return seen.here if seen else []

    def let_go(self, room: Room) -> None:
        """The table is another's: those who look at it come again and find it there."""
        room.gone, room.loaded = True, False
        room.bot_players.stop()
        self.awake(room.id)
        self.whose_turn.known.pop(room.id, None)
        self.forget(room)
        for socket in list(room.audience):
            cast(Connected, socket).close(RESTART, Refused("closing", self.moved))
        if not self.lapsed and not self.closing:  # should it be ours after all, its clock must run even if nobody comes
            asyncio.get_running_loop().call_later(AGAIN, self._wake, room.id)

    def lose_all(self) -> None:
        for room in list(self.rooms.values()):
            self.let_go(room)
        for id in list(self.asleep):
            self.awake(id)

    def forget(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        if room.timer:
            room.timer.cancel()

    def damaged(self, id: str, why: str) -> None:
        """Say it loudly, once."""
        if id not in self.broken:
            self.broken.add(id)
            self.metrics.damaged += 1
            log.error("the record of a match is damaged", extra={"table": id, "why": why})

    async def _sweep(self) -> None:
        """Put away tables that nobody looks at, and cut off clients that do not read."""
        while True:
            await asyncio.sleep(self.config.sweep_seconds)
            self.sweep()

    def sweep(self) -> None:
        now, slow = self.clock(), round(1000 * self.config.slow_seconds)
        self.doors.sweep()
        for socket in list(self.sockets):
            if socket.stuck(now, slow):
                self.metrics.cut += 1
                log.info("socket cut: nobody reads", extra={"table": socket.room.id if socket.room else ""})
                socket.abort()
        for room in list(self.rooms.values()):
            busy = room.audience or room.lock.locked() or room.bot_players.thoughts or room.rings_soon
            if not busy and now - room.used > 1000 * self.config.idle_seconds:
                if room.timer and room.timing:
                    self._lay_to_sleep(room.id, room.timing, room.timer.when())
                elif self.company:
                    self.spawn(self.company.release([room.id]))
                self.forget(room)
                self.doors.gone += 1
        if self.doors.gone >= MOST_GONE * (1 if now - self._tidied >= SELDOM else 10):
            self.doors.gone, self._tidied = 0, now
            tidy()

    def _lay_to_sleep(self, id: str, timing: Timing, when: float) -> None:
        """A table that only waits for a far deadline: its time goes on, and it is woken when that comes."""
        alarm = asyncio.get_running_loop().call_at(when, self._wake, id)
        self.asleep[id] = Nap(timing.watch, timing.quota, timing.since, alarm)

    def _wake(self, id: str) -> None:
        self.spawn(self._wake_up(id))

    async def _wake_up(self, id: str) -> None:
        if self.closing:
            return
        await self.room(id).happen()
        if (nap := self.asleep.get(id)) and not self.closing:  # it could not be loaded
            self.asleep[id] = nap._replace(alarm=asyncio.get_running_loop().call_later(AGAIN, self._wake, id))

    def awake(self, id: str) -> Nap | None:
        """The table is here again: what its clocks showed when it was put away, if it was."""
        nap = self.asleep.pop(id, None)
        if nap:
            nap.alarm.cancel()
        return nap

    async def _measure(self) -> None:
        """Ping those who play against a clock."""
        while True:
            await asyncio.sleep(self.config.ping_seconds)
            for room in list(self.rooms.values()):
                if room.live and not room.live.match.finished and room.seating.clock.kind != "off":
                    for socket in room.audience:
                        socket.ping(self.clock())

    # ---- tables ----------------------------------------------------------------------------------------------------

    def game(self, slug: str) -> Game:
        """A game of the catalogue. (A path is no name of a game: nothing on disk may be opened by asking for it.)"""
        if slug not in self.games:
            if slug not in catalogue.slugs():
                raise UnknownGame(f"There is no game {slug[:40]!r} here.")
            self.games[slug] = catalogue.load(slug)
        return self.games[slug]

    async def lay(
        self, session: Session, slug: str, options: Mapping[str, object], seats: list[str], clock: Clock,
        listed: bool, nonce: str, address: str = "", id: str = "",
    ) -> tuple[Document, dict[int, str]]:  # fmt: skip
        """A new table, and an invitation to each of its open seats. Conflict if it is to have an `id` that is taken."""
        kinds = ["table in a day"]
        kinds += ["bots' table"] if any(seat.startswith(seating.BOT) for seat in seats) else []
        kinds += ["listed table"] if listed else []
        self._allow(session, kinds, address)
        try:
            game = self.game(slug)
        except UnknownGame as why:
            raise Refused("unknown_game", str(why)) from why
        secret = self.random(fairness.SECRET_BYTES)
        try:
            laid, invites = seating.lay(game, options, seats, clock, session, nonce, self.random, secret)
        except BrilligError as why:
            raise Refused("bad_table", str(why)) from why
        laid.laid_from = hashlib.blake2b(address.encode(), key=self._mark, digest_size=8).hexdigest()
        now = self.wall()
        document = Document(
            id or identity.table_id(self.random, now), 1, "open", listed, now, now, laid.encode(), secret
        )  # fmt: skip
        await self.store.create(document)
        self.lists.changed()
        if seating.ME in seats:
            self.lists.sat_down(session.id.hex(), document.id)
        log.info("table laid", extra={"table": document.id, "game": slug, "seats": len(seats)})
        if laid.full and not self.company:  # whoever owns it begins, when somebody comes
            room = self.room(document.id)
            async with room.lock:
                await room.fresh()
        return document, invites

    async def waits_at(self, id: str, seat: int) -> list[int]:
        """The seats that are to decide at a table, as one of them may know it."""
        if self.company and id not in self.rooms and id not in self.asleep:
            if seen := (await self.look_round()).get(id):
                return seen.waits.get(seat, [])
            self.whose_turn.known.pop(id, None)
        if id not in self.whose_turn.known:
            room = self.room(id)
            with suppress(Refused):  # damaged, or the store fails: the table itself says so
                async with room.lock:
                    await room.fresh()
        return self.whose_turn.at(id, seat)

    async def call_bot(self, id: str, session: Session, seat: int, kind: str, address: str) -> None:
        """A bot for a free seat. Bots cost thinking, whoever calls them when."""
        self.limits.check("join of a session", session.id)
        self.limits.check("join of an address", address)
        self._allow(session, ["bots' table"], address)
        await joining.call_bot(self.room(id), session, seat, kind, self.random)

    async def _missing(self, call: TurnCall) -> bool:
        """Is it still somebody's turn at a table, and do they not look at it?"""
        waits = await self.waits_at(call.table, call.seat)
        return call.seat in waits and call.seat not in self.seats_here(call.table)

    def _new_session(self, session: Session) -> None:
        self.lists.new(session.id)

    def _allow(self, session: Session, kinds: list[str], address: str) -> None:
        """Has whoever lays a table not laid too many of these kinds?"""
        for kind in kinds:
            mine = self.limits.allow(f"{kind} of a session", session.id)
            if not mine or (address and not self.limits.allow(f"{kind} of an address", address)):
                raise Refused("too_many_tables")

    async def said(self, id: str, limit: int) -> list[SaidLine]:
        try:
            return await self.store.said(id, limit)
        except StoreError as why:
            self.outage.failed("what was said could not be read", why, id)
            return []

    # ---- work ------------------------------------------------------------------------------------------------------

    async def aside(self, work: Callable[..., T], *args: Any) -> T:
        """Do something that takes a while in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.helping, work, *args)

    def _warmed(self, game: Game) -> None:
        """The bots of a game are ready: those who wait for them see it."""
        for room in self.rooms.values():
            if room.loaded and room.game is game:
                for socket in room.audience:
                    socket.meet()
                room.go_on()  # a race may have waited for them

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (why := task.exception()):
            log.error("a task failed", exc_info=why)

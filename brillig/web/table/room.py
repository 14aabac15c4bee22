"""A room: the one authority for a table. Whatever happens at a table happens here, one thing after another.

A choice is carried out on the match in memory, then written to the store, and only when it is safe there is it
acknowledged and shown. If it cannot be written, the match in memory is thrown away and made again from the store: the
log is the truth.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from time import perf_counter

import msgspec
from msgspec import Raw

from brillig import bots
from brillig.core import SPECTATOR, BrilligError, Game, RuleFault, Screen
from brillig.match import fairness
from brillig.web import trouble
from brillig.web.logs import log
from brillig.web.outage import loudness
from brillig.web.protocol import MOST_SAID, PROTOCOL, Chat, ChatLine, Hello, text
from brillig.web.refusals import Refused
from brillig.web.store import Damaged, Document, Receipt, StoreError
from brillig.web.store.leases import Lost
from brillig.web.table import commands, hints, joining
from brillig.web.table.audience import CALM, Audience, Mood
from brillig.web.table.bot_players import NO_THOUGHT, BotPlayers
from brillig.web.table.live_match import LiveMatch, begun_with, rules_of
from brillig.web.table.seat_view import NULL, SeatView
from brillig.web.table.seating import Seating, SeatingFacts, decoder
from brillig.web.table.surroundings import Surroundings, Viewer
from brillig.web.table.timing import Timing

MOST_RECEIPTS = 64  # kept in memory; the store has them all
BUSY = 16  # commands under way at once, from which on those who are to decide see first
MOVED = "This table moves to another server: one moment."
AGAIN = 1.0  # seconds until a table tries again by itself after the store failed


class Room:
    """A table. `document` is as it is stored; `live` is the match once it has begun."""

    def __init__(self, host: Surroundings, id: str) -> None:
        self.host, self.id = host, id
        self.lock = asyncio.Lock()  # held by whoever makes something happen
        self.loaded = False  # does memory agree with the store?
        self.gone = False  # does another node own the table?
        self.fence = 0  # the number under which it is ours, where there are other nodes
        self.document: Document
        self.seating: Seating
        self.sitting: SeatingFacts  # what follows from the seating, which is replaced as a whole and never changed
        self.game: Game
        self.live: LiveMatch | None = None
        self.timing: Timing | None = None
        self.audience, self.bot_players = Audience(), BotPlayers(self)
        self.receipts: OrderedDict[tuple[bytes, str], bytes] = OrderedDict()  # answers to the latest commands
        self.timer: asyncio.TimerHandle | None = None
        self.used = host.clock()

    # ---- from the store and back -----------------------------------------------------------------------------------

    async def fresh(self) -> None:
        """Load the table, if memory does not agree with the store. Only with the lock."""
        self.used = self.host.clock()
        if self.loaded and self.host.lapsed:
            self.host.let_go(self)
        if self.gone:
            raise Refused("closing", self.host.moved)
        if self.loaded:
            return
        try:
            await self._load()
        except Refused as why:
            if not self.audience:
                self.host.forget(self)
            elif why.code == "closing":  # it is another's: those who are here come again, and find it there
                self.host.let_go(self)
            raise

    async def _load(self, complete: bool = True) -> None:
        try:
            await self._read()
        except Refused:
            raise
        except (BrilligError, msgspec.DecodeError) as why:
            if isinstance(why, StoreError) and not isinstance(why, Damaged):
                self.host.outage.failed("a table could not be read", why, self.id)
                raise Refused("try_again") from why
            self.host.damaged(self.id, str(why))
            raise Refused("damaged", f"The record of this match is damaged, and it cannot go on: {why}") from why
        if self.gone:  # it was lost meanwhile
            raise Refused("closing", self.host.moved)
        self.loaded = True
        if self.live is None and self.seating.full:
            await joining.begin(self, self.seating)
        elif complete and self.live and self.live.unkept():  # the end follows from the lines before it
            await self.commit(None)
        if self.live:
            for seat in self.audience.viewers:
                await self._publish(self.live.views[seat])
            for socket in self.audience:
                socket.show()
        self.go_on()

    async def _read(self) -> None:
        store = self.host.store
        self.fence = await self.host.own(self.id)  # first: from here on nobody else writes
        document = await store.table(self.id)
        if document is None:
            raise Refused("no_table")
        self.take(document, decoder.decode(document.body))
        self.game = self.host.game(self.seating.game)
        self.host.warming.want(self.game)
        if document.status != "open":
            lines = await store.lines(self.id)
            mute = self.seating.bot_seats
            if self.fence and (needed := begun_with(lines)) != rules_of(self.game):
                await self.host.pass_over(self.id, needed)
                raise Refused("closing", MOVED)
            self.install(await self.host.aside(LiveMatch.load, lines, document.secret, self.game, mute))

    def install(self, live: LiveMatch, begins: bool = False) -> None:
        self.bot_players.stop()
        self.live, self.timing = live, Timing(live.match, self.host.clock, self.host.config)
        if nap := self.host.awake(self.id):
            self.timing.wake(nap)
        self._note_turn(live, call=begins)

    async def commit(self, receipt: Receipt | None, seating: Seating | None = None) -> bytes | None:
        """Make everything that has happened in memory durable. The answer that the same command got before, if it did."""
        live = self.live
        assert live is not None
        lines, change = live.unkept(), None
        end = live.match.finished and self.document.status != "over"
        if end or seating:
            change = self.changed(seating or self.seating, "over" if end else self.document.status)
        began, ahead = perf_counter(), self.host.ahead
        ahead.add(partial(live.draw_ahead, self.audience.viewers))
        try:
            notes = joining.history(self) if end else []
            await self.host.store.append(self.id, live.kept, lines, receipt, change, notes, fence=self.fence)
        except Exception as why:  # in a task: to load a table is more than an errand may do
            return await asyncio.create_task(self._start_over(why, receipt))
        except BaseException:  # broken off: nobody knows
            self.loaded = False
            raise
        self.host.metrics.commits.observe(perf_counter() - began)
        ahead.draw()
        if self.fence and self.timing and self.timing.timed:
            self.timing.note(self.id, live.match.log.entries[max(0, live.kept - 1) :])
        live.kept += len(lines)
        self._note_turn(live, call=True)
        if change:
            self.take(change, seating or self.seating)
        self.host.metrics.finished += end
        return None

    def _note_turn(self, live: LiveMatch, call: bool = False) -> None:
        """Remember whose turn it is, and call those whose turn it has become where that may take days."""
        sitting, now = self.sitting, live.turns(self.sitting)
        before = self.host.whose_turn.note(self.id, now)
        if call and sitting.by_post:
            for seat, waits in now.items():
                if seat in waits and seat not in before.get(seat, ()) and not self.seating.chairs[seat].bot:
                    self.host.calls.your_turn(live.turn_call(self.id, sitting, seat))

    async def _start_over(self, why: Exception, receipt: Receipt | None) -> bytes:
        """The store failed, and perhaps it kept the step all the same. Whatever it has is what happened: its answer."""
        self.host.outage.failed("a step could not be saved", why, self.id, saving=True)
        self.unless_lost(why)
        self.loaded = False
        asyncio.get_running_loop().call_later(AGAIN, self.wake)
        try:
            await self._load(complete=False)
            kept = receipt and await self.host.store.receipt(self.id, receipt.sender, receipt.command)
        except (StoreError, Refused):
            kept = None
        if not kept:
            raise Refused("try_again") from why
        return kept

    def unless_lost(self, why: Exception) -> None:
        """Something could not be saved. Refused if that is because another node owns the table."""
        if isinstance(why, Lost):
            self.host.let_go(self)
            raise Refused("closing", MOVED) from why

    def remember(self, sender: bytes, command: str, answer: bytes) -> None:
        self.receipts[sender, command] = answer
        if len(self.receipts) > MOST_RECEIPTS:
            self.receipts.popitem(last=False)

    async def rewrite(self, seating: Seating, receipt: Receipt | None = None) -> None:
        """Store the table with another seating and the answer to whoever asked for it, in one transaction."""
        changed = self.changed(seating, self.document.status)
        store, kept = self.host.store, self.live.kept if self.live else 0
        try:
            write = partial(store.append, self.id, kept, [], receipt) if receipt else store.change
            await write(changed, fence=self.fence)
        except Exception as why:
            self.loaded = False
            self.host.outage.failed("a table could not be changed", why, self.id, saving=True)
            self.unless_lost(why)
            raise Refused("try_again") from why
        self.host.outage.changed()
        self.take(changed, seating)

    def take(self, document: Document, seating: Seating) -> None:
        """This is what the store has."""
        self.document, self.seating = document, seating
        self.sitting = SeatingFacts(seating, 3600 * self.host.config.call_hours)

    def changed(self, seating: Seating, status: str) -> Document:
        old = self.document
        self.host.lists.changed()
        for chair in seating.chairs:
            self.host.lists.sat_down(chair.session, self.id)
        return msgspec.structs.replace(
            old, version=old.version + 1, status=status, changed=self.host.wall(), body=seating.encode()
        )

    async def past(self, session: bytes | None, plies: range) -> dict[int, Screen]:
        """The table as whoever asks saw it before, with their own eyes."""
        async with self.lock:
            await self.fresh()
            if self.live is None:
                raise Refused("not_started")
            seat = self.seating.seat_of(session, self.waiting)
            lines = await self.host.store.lines(self.id)
        eyes = SPECTATOR if seat is None else seat
        return await self.host.aside(LiveMatch.past, lines, self.document.secret, self.game, eyes, plies)

    @property
    def open_now(self) -> bool:
        """Can something be done here at once, without loading the table or waiting for anybody?"""
        return self.loaded and not self.lock.locked() and not self.host.lapsed

    # ---- coming and going ------------------------------------------------------------------------------------------

    async def enter(self, socket: Viewer) -> None:
        async with self.lock:
            await self.fresh()
            if len(self.audience) >= self.host.config.room_sockets:
                raise Refused("crowded")
            said = await self.host.said(self.id, MOST_SAID)
            if self.gone:  # it was lost meanwhile, and whoever was here has been sent away
                raise Refused("closing", self.host.moved)
            socket.room = self
            self.audience.add(socket, self.seating.seat_of(socket.session, self.waiting))
            socket.letter(self.hello(socket))
            if said:
                socket.letter(text(Chat([ChatLine(line.at, line.name, line.text) for line in said])))
            if self.live:
                await self._publish(self.live.views[socket.seat])
                socket.show()
            for other in self.audience:
                if other is not socket or not self.live:
                    other.meet()
            self.go_on()

    def exit(self, socket: Viewer) -> None:
        self.used = self.host.clock()
        self.audience.remove(socket)
        for other in self.audience:
            other.meet()
        if self.loaded and self.left:
            self.go_on()

    def reseated(self) -> None:
        """Somebody sits elsewhere now, or a bot does: tell them, and tell everybody."""
        for socket in self.audience.reseat(self.seating, self.waiting):
            socket.letter(self.hello(socket))
        for socket in self.audience:
            socket.meet()

    @property
    def waiting(self) -> list[int]:
        """The seats that are to decide."""
        return self.live.match.table.waiting() if self.live else []

    def hello(self, socket: Viewer) -> bytes:
        seating, seat = self.seating, None if socket.seat == SPECTATOR else socket.seat
        return text(
            Hello(
                PROTOCOL, self.id, self.document.status, seat, self.game.slug, self.game.title, self.game.version,
                seating.options, seating.names, seating.clock, fairness.commitment(self.document.secret),
                self.game.seeing, seat is not None and self.document.status == "playing" and hints.allowed(self),
            )
        )  # fmt: skip

    def presence(self) -> bytes:
        return b'{"type":"presence","people":%b}' % bytes(self.people())

    def people(self) -> Raw:
        """Who is here, encoded."""
        mood = CALM
        if self.sitting.bots or self.holds:
            stuck = bool(self.live and self.live.stuck)
            mood = Mood(self.warm, self.bot_players.hurried, self.holds, stuck)
        return self.audience.people(self.seating, mood)

    @property
    def holds(self) -> str:
        """What a race waits for: "people" until all have said that they are ready, "bots" that cannot think yet."""
        live, chairs = self.live, self.seating.chairs
        if live is None or not self.game.real_time or live.match.finished:
            return ""
        racing = [chair for chair in chairs if chair.session and not chair.bot]
        if not live.match.log.entries and not all(chair.ready for chair in racing):
            return "people"
        slow = any(chair.bot not in ("", NO_THOUGHT) for chair in chairs) and not self.warm
        return "bots" if slow else ""

    @property
    def warm(self) -> bool:
        """Do the bots think already? Until then they wait, and the table says so."""
        host = self.host
        return not host.config.compile or self.game.slug in host.warming.given_up or bots.is_warm(self.game)

    def view_for(self, socket: Viewer) -> bytes | None:
        """The newest view for a socket: the one that is made already, unless it missed the one before."""
        view = self.live.views[socket.seat] if self.live else None
        message = view.newest(socket.ply) if view else None
        if view and message:
            socket.ply = view.shown
        return message

    # ---- showing ---------------------------------------------------------------------------------------------------

    async def push(self) -> None:
        """Everything that has happened is safe: show it to all who can see that something has.

        When very much is going on, those who are not to decide see it a moment later, often together with what
        happens next: one view instead of two.
        """
        if (live := self.live) is None:
            return
        if self.sitting.shared:
            await self._pass_on(live)
        always = live.match.finished or self.seating.clock.kind != "off" or live.trouble
        for seat in list(self.audience.viewers):
            view = live.views[seat]
            if view.ply == view.shown and view.frame and not always:
                continue
            if self.host.commands > BUSY and view.frame and not always and seat not in view.waits:
                self.host.late.put_off(self.show_late, seat)
            else:
                await self._publish(view)
                self.audience.show(view)

    def show_late(self, seat: int) -> None:
        """Somebody who is not to decide has waited long enough."""
        self.host.spawn(self._show_late(seat))

    async def _show_late(self, seat: int) -> None:
        async with self.lock:
            if self.host.closing or not self.host.late.caught_up(self.show_late, seat):
                return
            try:
                await self.fresh()  # what the store has lost meanwhile has not happened
            except Refused as why:
                log.log(loudness(why), "a table cannot be shown", extra={"table": self.id, "why": why})
                return
            if self.live and seat in self.audience.viewers:
                await self._publish(view := self.live.views[seat])
                self.audience.show(view)

    async def _pass_on(self, live: LiveMatch) -> None:
        """At a shared screen, whoever is to decide looks next."""
        for socket in self.audience.reseat(self.seating, self.waiting):
            view = live.views[socket.seat]
            view.opened = view.ply  # what was sent before the screen was passed on is not this seat's choice
            socket.ply = 0
            socket.letter(self.hello(socket))
            await self._publish(view)
            socket.show()

    async def _publish(self, view: SeatView) -> None:
        """Make this seat's view. A game that cannot draw its table says so, and must not stop the others' view of it."""
        live, timing = self.live, self.timing
        assert live is not None and timing is not None  # noqa: PT018
        self.host.late.caught_up(self.show_late, view.seat)
        can_undo, others, actor = False, self.sitting.besides[view.seat], live.last_actor
        try:
            if actor == view.seat or actor in others:
                ask = partial(live.can_undo, view.seat, others)
                # Where things are hidden, this tries other worlds, which takes a while.
                can_undo = await self.host.aside(ask) if self.game.hidden else ask()
            clocks = live.clocks(timing.now(), view.seat) if timing.timed else None
            view.publish(self.people(), clocks, can_undo, live.result() if live.match.finished else NULL)
        except Exception as why:
            log.exception("a table cannot be shown", extra={"table": self.id, "seat": view.seat, "lines": live.kept})
            view.upset(trouble.not_shown(self.game, why))
            view.publish(self.people(), None, can_undo, live.result() if live.match.finished else NULL)

    # ---- by itself -------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Set the alarm for what happens next by itself, and let the bots think."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if self.timing is None:
            return
        if self.left or self.holds or (self.live and self.live.trouble):
            self.timing.pause()
            self.bot_players.stop()
            return
        self.timing.go_on()
        delay = self.timing.delay(self.audience.lag_of)
        if delay is not None and not self.host.closing:
            self.timer = asyncio.get_running_loop().call_later(delay, self.wake)
        self.bot_players.consider()

    @property
    def left(self) -> bool:
        """Does nobody look, and would nobody miss anything? Then the table stands still, bots, clocks and all.

        Where two people or more play, the clocks of all run on while all are away: they may be playing by post.
        """
        return not self.audience and self.host.config.stand_still and self.sitting.few

    @property
    def rings_soon(self) -> bool:
        soon = 2 * self.host.config.sweep_seconds
        return self.timer is not None and self.timer.when() - asyncio.get_running_loop().time() < soon

    def wake(self) -> None:
        """The alarm rings."""
        if not self.host.closing:
            self.host.spawn(self.happen())

    async def happen(self) -> None:
        """Whatever was to happen by itself until now."""
        async with self.lock:
            try:
                await self.fresh()
                if self.live and self.timing and self.live.advance(self.timing.now()):
                    await self.commit(None)
                    await self.push()
            except Refused as why:
                log.log(loudness(why), "a table cannot go on", extra={"table": self.id, "why": why})
                return
            except RuleFault as why:  # it would do so again at once
                await commands.stand_still(self, why)
            self.go_on()

"""The caller: tells somebody that it is their turn, if after a while they have not seen it by themselves.

Calls that wait are kept in the store, so that a server that stops meanwhile makes them when it is here again.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from brillig.web.calls import webpush
from brillig.web.calls.mail import MailFailed, MailServer
from brillig.web.calls.webpush import PushAddress, PushFailed, PushKeys
from brillig.web.calls.wishes import CallWishes, MailWish
from brillig.web.config import Config
from brillig.web.logs import log
from brillig.web.outage import Outage, loudness
from brillig.web.refusals import Refused
from brillig.web.store import Note, StoreError

THREADS = 2
SOON = 1.0  # seconds in which most people have moved, and nothing is kept for them
KEYS = "vapid"  # the kind of note in which the server's own key is kept
CALL = "call"  # the kind of note in which a call waits for its time
MOST_CALLS = 10_000  # that wait at a start
NOWHERE = "mailto:nobody@localhost"  # who sends it, where the operator has named neither address nor mail


class TurnCall(NamedTuple):
    """It is somebody's turn."""

    session: bytes
    table: str
    seat: int
    title: str
    others: list[str]

    @property
    def id(self) -> str:
        return f"{self.table} {self.seat}"

    @property
    def words(self) -> str:
        return f"{self.title} with {', '.join(self.others)}" if self.others else self.title


class Caller:
    """`still`: is it still their turn, and are they still not there?"""

    def __init__(
        self, config: Config, wishes: CallWishes, wall: Callable[[], int],
        still: Callable[[TurnCall], Awaitable[bool]],
        spawn: Callable[[Coroutine[Any, Any, None]], object], outage: Outage,
    ) -> None:  # fmt: skip
        self.config, self.wishes, self.wall, self.still, self.spawn = config, wishes, wall, still, spawn
        self.outage = outage
        self.mail = MailServer(config.smtp, config.mail_from) if config.smtp else None
        self.keys: PushKeys | None = None
        self.grieved: set[str] = set()  # what has failed and was said; said again only after it has worked
        self._pool: ThreadPoolExecutor | None = None
        # By table and seat, whose turn it has just become; the first is the next to be seen to. One waits for all of them:
        # where people sit and play, a turn is over before anything has to be kept.
        self.waiting: dict[tuple[str, int], tuple[float, TurnCall]] = {}
        self._waits = False

    async def open(self) -> None:
        """The key is drawn at the first start: browsers that know us know us by it."""
        if not webpush.AVAILABLE:
            return
        store = self.wishes.store
        note = await store.note(KEYS, b"", "")
        if note is None:
            note = Note(KEYS, b"", "", self.wall(), os.urandom(32))
            await store.put_note(note)
        self.keys = PushKeys(note.body)

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def why_no_push(self) -> str:
        """Why browsers cannot be called; empty if they can."""
        return "" if self.keys else webpush.OFF

    async def go_on(self) -> None:
        """The calls that waited when the server stopped. Another server may have made them meanwhile."""
        if not (self.keys or self.mail):
            return
        for note in await self.wishes.store.notes(CALL, b"", MOST_CALLS):
            with suppress(msgspec.DecodeError):  # it does not hide the others
                call = msgspec.json.decode(note.body, type=TurnCall)
                waited = (self.wall() - note.at) / 1000
                self.spawn(self._after_a_while(call, self.config.call_seconds - waited))

    def your_turn(self, call: TurnCall) -> None:
        if not (self.keys or self.mail):
            return
        self.waiting.pop((call.table, call.seat), None)
        due = asyncio.get_running_loop().time() + min(SOON, self.config.call_seconds)
        self.waiting[call.table, call.seat] = due, call
        if not self._waits:
            self._waits = True
            self.spawn(self._wait())

    async def _wait(self) -> None:
        """Until there is nobody who has not moved at once."""
        loop = asyncio.get_running_loop()
        try:
            while self.waiting:
                key, (due, call) = next(iter(self.waiting.items()))
                if due > loop.time():
                    await asyncio.sleep(due - loop.time())
                elif self.waiting.pop(key):
                    self.spawn(self._put_off(call))
        except asyncio.CancelledError:  # the server stops
            for _, call in self.waiting.values():
                await self._keep_at_last(call)
            raise
        finally:
            self._waits = False

    async def _put_off(self, call: TurnCall) -> None:
        try:
            if not await self._wanted(call.session):
                return
            await self._keep(call)
        except StoreError as why:
            self.outage.failed("a call could not be kept", why, call.table)
        else:
            await self._after_a_while(call, self.config.call_seconds - SOON)

    async def _after_a_while(self, call: TurnCall, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))
        try:
            missing = await self.still(call)
            mine = await self.wishes.store.take_note(CALL, b"", call.id)  # of several servers, one makes the call
            if mine and missing:
                await self.call(call)
        except StoreError as why:
            self.outage.failed("a call is put off", why, call.table)
        except Refused as why:
            log.log(loudness(why), "a call is put off", extra={"table": call.table, "why": why})
        except asyncio.CancelledError:  # the server stops while others are slow to answer
            await self._keep_at_last(call)
            raise

    async def _keep(self, call: TurnCall) -> None:
        await self.wishes.store.put_note(Note(CALL, b"", call.id, self.wall(), msgspec.json.encode(call)))

    async def _keep_at_last(self, call: TurnCall) -> None:
        try:
            await self._keep(call)
        except StoreError as why:
            self.outage.failed("a call could not be kept", why, call.table)

    async def _wanted(self, session: bytes) -> bool:
        """Does somebody wish to be called at all?"""
        wish = await self.wishes.mail(session) if self.mail else None
        return bool((wish and wish.wanted) or (self.keys and await self.wishes.browsers(session)))

    async def call(self, call: TurnCall) -> None:
        """By every way that somebody wishes."""
        if self.keys:
            for address in await self.wishes.browsers(call.session):
                await self._push(call, address)
        wish = await self.wishes.mail(call.session) if self.mail else None
        if wish and wish.wanted:
            await self.write(
                wish, f"Your turn: {call.title}", f"It is your turn: {call.words}.", f"/tables/{call.table}"
            )

    async def _push(self, call: TurnCall, address: PushAddress) -> None:
        assert self.keys is not None
        text = json.dumps({"title": "Your turn", "body": call.words, "url": f"/tables/{call.table}"}).encode()
        try:
            await self._aside(webpush.deliver, text, address, self.keys, self._sender, self.wall() // 1000)
            self.grieved.discard("push")
        except PushFailed as why:
            if why.gone:  # whoever used that browser has withdrawn it, or thrown it away
                await self.wishes.forget(call.session, address.endpoint)
            else:
                self._grieve("push", "a call was not delivered", why)

    async def write(self, wish: MailWish, subject: str, text: str, path: str) -> bool:
        """A letter; was it taken?"""
        assert self.mail is not None
        origin = self.config.public_url or f"http://{self.config.host}:{self.config.port}"
        body = f"{text}\n\n{origin}{path}\n\n--\nTo get such letters no more: {origin}/me/mail/{wish.link}\n"
        try:
            await self._aside(self.mail.send, wish.address, subject, body)
        except MailFailed as why:
            self._grieve("mail", "the mail server refuses a letter", why)
            return False
        self.grieved.discard("mail")
        return True

    @property
    def _sender(self) -> str:
        return self.config.public_url or (f"mailto:{self.config.mail_from}" if self.config.mail_from else NOWHERE)

    def _grieve(self, what: str, event: str, why: Exception) -> None:
        if what not in self.grieved:
            self.grieved.add(what)
            log.warning(event, extra={"why": str(why)[:300]})

    async def _aside(self, work: Callable[..., None], *args: Any) -> None:
        """Others may be slow to answer: nothing else waits for these threads."""
        self._pool = self._pool or ThreadPoolExecutor(THREADS, "brillig-call")
        await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

"""The caller: tells somebody that it is their turn, if after a while they have not seen it by themselves."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from brillig.web.calls import webpush
from brillig.web.calls.mail import MailFailed, MailServer
from brillig.web.calls.webpush import PushAddress, PushFailed, PushKeys
from brillig.web.calls.wishes import CallWishes, MailWish
from brillig.web.config import Config
from brillig.web.logs import log
from brillig.web.store import Note, StoreError

THREADS = 2
KEYS = "vapid"  # the kind of note in which the server's own key is kept
NOWHERE = "mailto:nobody@localhost"  # who sends it, where the operator has named neither address nor mail


class TurnCall(NamedTuple):
    """It is somebody's turn."""

    session: bytes
    table: str
    seat: int
    title: str
    others: list[str]

    @property
    def words(self) -> str:
        return f"{self.title} with {', '.join(self.others)}" if self.others else self.title


class Caller:
    """`still`: is it still their turn, and are they still not there?"""

    def __init__(
        self, config: Config, wishes: CallWishes, wall: Callable[[], int], still: Callable[[TurnCall], bool],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:  # fmt: skip
        self.config, self.wishes, self.wall, self.still, self.spawn = config, wishes, wall, still, spawn
        self.mail = MailServer(config.smtp, config.mail_from) if config.smtp else None
        self.keys: PushKeys | None = None
        self.grieved: set[str] = set()  # what has failed and was said; said again only after it has worked
        self._pool: ThreadPoolExecutor | None = None
        # By table and seat, when somebody is to be called; the first is the next. One waits for all of them: at a table
        # where people sit and play, a turn comes every few seconds and is over long before anybody would be called.
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

    def your_turn(self, call: TurnCall) -> None:
        if not (self.keys or self.mail):
            return
        self.waiting.pop((call.table, call.seat), None)
        due = asyncio.get_running_loop().time() + self.config.call_seconds
        self.waiting[call.table, call.seat] = due, call
        if not self._waits:
            self._waits = True
            self.spawn(self._wait())

    async def _wait(self) -> None:
        """Until nobody is to be called any more."""
        loop = asyncio.get_running_loop()
        try:
            while self.waiting:
                key, (due, call) = next(iter(self.waiting.items()))
                if due > loop.time():
                    await asyncio.sleep(due - loop.time())
                elif self.waiting.pop(key) and self.still(call):
                    self.spawn(self._ring(call))
        finally:
            self._waits = False

    async def _ring(self, call: TurnCall) -> None:
        try:
            await self.call(call)
        except StoreError as why:
            log.warning("the store fails", extra={"table": call.table, "why": why})

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

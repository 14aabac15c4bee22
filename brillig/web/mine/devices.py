"""Devices: the same person in several browsers, without an account.

Somebody makes a link in one browser and opens it in another, which is then given a cookie of its own that stands for the
same session. The link is good once and for a quarter of an hour, and can be withdrawn; a device can be signed out. Only
hashes are kept of either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from msgspec import Struct

from brillig.web.identity import DEVICE, Identities, Random, token
from brillig.web.refusals import Refused
from brillig.web.store import Note, Session, Store

MINUTES = 15
# Kinds of notes. Each thing is found from both ends: by its hash, and by its owner.
LINK, MY_LINK, MY_DEVICE = "link", "my link", "my device"
USED = b"used"
MOST_DEVICES = 20
SHORT = 16  # letters of a device's hash, by which its owner names it


FIRST = "first"  # what the browser is called in which somebody came first


class KnownBrowser(Struct, frozen=True):
    """One of somebody's browsers."""

    id: str
    since: int
    here: bool  # is it the one that asks?


class Devices:
    def __init__(self, store: Store, identities: Identities, random: Random, wall: Callable[[], int]) -> None:
        self.store, self.identities, self.random, self.wall = store, identities, random, wall

    # ---- the link --------------------------------------------------------------------------------------------------

    async def make_link(self, session: Session) -> str:
        """The secret of a new link; an older one is withdrawn."""
        await self.withdraw(session)
        secret = token(self.random)
        ends, key = self.wall() + MINUTES * 60_000, _hash(secret)
        await self.store.put_note(Note(LINK, key, "", ends, session.id))
        await self.store.put_note(Note(MY_LINK, session.id, "", ends, key))
        return secret

    async def link_until(self, session: Session) -> int | None:
        """Until when a link of somebody's is good; None if there is none."""
        mine = await self.store.note(MY_LINK, session.id, "")
        there = await self.store.note(LINK, mine.body, "") if mine else None
        return there.at if there and there.body != USED and there.at > self.wall() else None

    async def withdraw(self, session: Session) -> None:
        mine = await self.store.take_note(MY_LINK, session.id, "")
        if mine:
            await self.store.take_note(LINK, mine.body, "")

    async def enter(self, secret: str) -> tuple[Session, str]:
        """Whoever has the link becomes its owner in this browser: the session, and the cookie to give."""
        key = _hash(secret)
        link = await self.store.take_note(LINK, key, "")
        if link is None:
            raise Refused("bad_link")
        if link.body == USED:
            await self.store.put_note(link)
            raise Refused("used_link")
        session = await self.store.session(link.body)
        if link.at <= self.wall() or session is None:
            raise Refused("old_link")
        if len(await self.store.notes(MY_DEVICE, session.id, MOST_DEVICES)) >= MOST_DEVICES:
            raise Refused("many_devices")
        await self.store.put_note(Note(LINK, key, "", link.at, USED))
        value = token(self.random)
        device = _hash(value)
        await self.store.put_note(Note(MY_DEVICE, session.id, device.hex()[:SHORT], self.wall(), device))
        await self.store.put_note(Note(DEVICE, device, "", self.wall(), session.id))
        return session, value

    # ---- what came in by links -------------------------------------------------------------------------------------

    async def devices(self, session: Session, asks: bytes = b"") -> list[KnownBrowser]:
        """All browsers that may act for somebody, the first of them first. `asks`: the mark of the one that asks."""
        first = [KnownBrowser(FIRST, session.created, asks == session.id)]
        found = await self.store.notes(MY_DEVICE, session.id, MOST_DEVICES)
        others = [KnownBrowser(note.id, note.at, note.body == asks) for note in found]
        return (first if await self.identities.first_in(session) else []) + others

    async def sign_out(self, session: Session, id: str) -> None:
        """That browser is a stranger's from now on."""
        if len(await self.devices(session)) < 2:
            raise Refused("last_device")
        if id == FIRST:
            await self.identities.first_out(session)
            return
        device = await self.store.take_note(MY_DEVICE, session.id, id)
        if device:
            await self.store.take_note(DEVICE, device.body, "")
            self.identities.forget(device.body)


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()

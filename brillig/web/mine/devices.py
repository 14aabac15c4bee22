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


class OtherBrowser(Struct, frozen=True):
    """Another browser of somebody's."""

    id: str
    since: int


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
        others = await self.devices(session)
        if len(others) >= MOST_DEVICES:
            raise Refused("many_devices")
        await self.store.put_note(Note(LINK, key, "", link.at, USED))
        value = token(self.random)
        device = _hash(value)
        await self.store.put_note(Note(MY_DEVICE, session.id, device.hex()[:SHORT], self.wall(), device))
        await self.store.put_note(Note(DEVICE, device, "", self.wall(), session.id))
        return session, value

    # ---- what came in by links -------------------------------------------------------------------------------------

    async def devices(self, session: Session) -> list[OtherBrowser]:
        return [OtherBrowser(note.id, note.at) for note in await self.store.notes(MY_DEVICE, session.id, MOST_DEVICES)]

    async def sign_out(self, session: Session, id: str) -> None:
        """That browser is a stranger's from now on."""
        device = await self.store.take_note(MY_DEVICE, session.id, id)
        if device:
            await self.store.take_note(DEVICE, device.body, "")
            self.identities.forget(device.body)


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()

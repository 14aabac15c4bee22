"""Wishes: how somebody wants to be called, kept until they want it no more.

A browser is forgotten when its push service says that it is gone. An e-mail address gets letters only after whoever reads
them has said so: until then it gets one, with a link.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec
from msgspec import DecodeError, Struct

from brillig.web.calls.webpush import PushAddress
from brillig.web.identity import Random, token
from brillig.web.store import Note, Session, Store

# Kinds of notes.
BROWSER, MAIL, MAIL_LINK = "push", "mail", "mail link"
MOST_BROWSERS = 10
LONGEST_ENDPOINT = 1024


class MailWish(Struct, frozen=True):
    """An address, and whether its reader wants letters."""

    address: str
    link: str  # what the letters' link ends with
    wanted: bool = False


class CallWishes:
    def __init__(self, store: Store, random: Random, wall: Callable[[], int]) -> None:
        self.store, self.random, self.wall = store, random, wall

    # ---- browsers --------------------------------------------------------------------------------------------------

    async def add(self, session: Session, address: PushAddress) -> None:
        """One more; of too many the oldest is forgotten."""
        known = await self.store.notes(BROWSER, session.id, 2 * MOST_BROWSERS)
        id = short(address.endpoint)
        for old in [note for note in known if note.id != id][MOST_BROWSERS - 1 :]:
            await self.store.take_note(BROWSER, session.id, old.id)
        await self.store.put_note(Note(BROWSER, session.id, id, self.wall(), msgspec.json.encode(address)))

    async def forget(self, session: bytes, endpoint: str) -> None:
        await self.store.take_note(BROWSER, session, short(endpoint))

    async def browsers(self, session: bytes) -> list[PushAddress]:
        found = []
        for note in await self.store.notes(BROWSER, session, MOST_BROWSERS):
            with suppress(DecodeError):  # it does not hide the others
                found.append(msgspec.json.decode(note.body, type=PushAddress))
        return found

    # ---- letters ---------------------------------------------------------------------------------------------------

    async def ask_mail(self, session: Session, address: str) -> MailWish:
        """An address in place of the one before. It is not used until its reader says so."""
        await self.stop_mail(session.id)
        wish = MailWish(address, token(self.random))
        await self.store.put_note(Note(MAIL_LINK, _hash(wish.link), "", self.wall(), session.id))
        await self.store.put_note(Note(MAIL, session.id, "", self.wall(), msgspec.json.encode(wish)))
        return wish

    async def mail(self, session: bytes) -> MailWish | None:
        note = await self.store.note(MAIL, session, "")
        return msgspec.json.decode(note.body, type=MailWish) if note else None

    async def mail_of(self, link: str) -> tuple[bytes, MailWish] | None:
        """Whose letters those are, and where they go; None if the link is good for nothing any more."""
        note = await self.store.note(MAIL_LINK, _hash(link), "")
        wish = await self.mail(note.body) if note else None
        return (note.body, wish) if note and wish and wish.link == link else None

    async def want_mail(self, session: bytes, wish: MailWish) -> None:
        wanted = msgspec.structs.replace(wish, wanted=True)
        await self.store.put_note(Note(MAIL, session, "", self.wall(), msgspec.json.encode(wanted)))

    async def stop_mail(self, session: bytes) -> None:
        note = await self.store.take_note(MAIL, session, "")
        if note:
            link = msgspec.json.decode(note.body, type=MailWish).link
            await self.store.take_note(MAIL_LINK, _hash(link), "")


def trusted(endpoint: str, services: str) -> bool:
    """Is that a push service that browsers use? The server sends to no other place that somebody may name.

    `services`: hosts, of which subdomains count too, reached by https; or whole origins.
    """
    url, named = urlsplit(endpoint), [service.strip() for service in services.split(",") if service.strip()]
    host = (url.hostname or "").lower()
    if len(endpoint) > LONGEST_ENDPOINT or not host or url.username or not endpoint.isprintable():
        return False
    if f"{url.scheme}://{url.netloc}" in named:
        return True
    return url.scheme == "https" and any(host == name or host.endswith(f".{name}") for name in named)


def short(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def _hash(link: str) -> bytes:
    return hashlib.sha256(link.encode()).digest()

"""Identity: who is asking. A cookie is all there is to a person, and only its hash is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping

from brillig.web.store import Note, Session, Store

COOKIE = "brillig"
BEFORE = "brillig_before"  # who a browser was before it became somebody else's device
DEVICE = "device"  # the kind of note that says whose a browser is
FIRST_OUT = "first out"  # and the kind that says that somebody's first browser is theirs no more
COOKIE_DAYS = 400  # browsers keep none longer
GUEST = "Guest"
ID_BYTES = 10  # of a table's id
MOST_KNOWN = 20_000
_COOKIES = {name: re.compile(rf"(?:^|;)\s*{name}=([A-Za-z0-9_-]{{43}})\s*(?:;|$)") for name in (COOKIE, BEFORE)}

Random = Callable[[int], bytes]


def token(random: Random, size: int = 32) -> str:
    """Random bytes in letters that fit into a URL or a cookie."""
    return base64.urlsafe_b64encode(random(size)).rstrip(b"=").decode()


def mark(value: str) -> bytes:
    """What is kept of a cookie."""
    return hashlib.sha256(value.encode()).digest()


def table_id(random: Random, at: int) -> str:
    """Nobody can guess it, but it begins with the second in which the table is laid (`at`, in milliseconds; once a year they
    begin anew): what is written to at the same time then lies together on the disk, in few pages."""
    second = base64.b32hexencode((at // 1000 % (1 << 25) << 7).to_bytes(4, "big"))[:5]
    return (second + base64.b32encode(random(ID_BYTES))).decode().lower()


def digest(secret: str) -> str:
    """What is kept of an invitation."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(secret: str, kept: str) -> bool:
    return hmac.compare_digest(digest(secret), kept)


def cookie(headers: Mapping[str, str], name: str = COOKIE) -> str:
    """The cookie in these headers; empty without one."""
    found = _COOKIES[name].search(headers.get("cookie", ""))
    return found[1] if found else ""


def set_cookie(value: str, secure: bool, name: str = COOKIE) -> str:
    """The header that gives a browser its cookie."""
    more = "; Secure" if secure else ""
    return f"{name}={value}; Path=/; Max-Age={COOKIE_DAYS * 86400}; HttpOnly; SameSite=Lax{more}"


class Identities:
    """Sessions, the latest ones in memory."""

    def __init__(
        self, store: Store, random: Random, wall: Callable[[], int],
        met: Callable[[Session], None] = lambda session: None, alone: bool = True,
    ) -> None:  # fmt: skip
        """`met` is told of everybody who comes for the first time. `alone`: does nobody else write to the store?"""
        self.store, self.random, self.wall, self.met, self.alone = store, random, wall, met, alone
        self.known: OrderedDict[bytes, Session] = OrderedDict()
        self.devices: OrderedDict[bytes, bytes] = OrderedDict()  # whose a browser is that came by somebody's link
        self.firsts: OrderedDict[bytes, bool] = OrderedDict()  # is the first browser of a session still signed in?

    async def find(self, headers: Mapping[str, str]) -> Session | None:
        """The session of a request. A cookie that we never gave is none."""
        value = cookie(headers)
        return await self.of_cookie(value) if value else None

    async def of_cookie(self, value: str) -> Session | None:
        id = mark(value)
        session = await self._find(id)
        if session:
            return session if await self.first_in(session) else None
        return await self._find(await self._owner(id))

    async def first_in(self, session: Session) -> bool:
        """May the browser in which somebody came first still act for them?"""
        if session.id not in self.firsts:
            self._note_first(session.id, await self.store.note(FIRST_OUT, session.id, "") is None)
        return self.firsts[session.id]

    async def first_out(self, session: Session) -> None:
        """That browser is a stranger's from now on; those that came by a link stay."""
        await self.store.put_note(Note(FIRST_OUT, session.id, "", self.wall(), b""))
        self._note_first(session.id, False)

    def _note_first(self, id: bytes, signed_in: bool) -> None:
        self.firsts[id] = signed_in
        if len(self.firsts) > MOST_KNOWN:
            self.firsts.popitem(last=False)

    async def _find(self, id: bytes | None) -> Session | None:
        if id is None:
            return None
        if id in self.known and self.alone:
            self.known.move_to_end(id)
            return self.known[id]
        session = await self.store.session(id)
        return self._keep(session) if session else None

    async def _owner(self, id: bytes) -> bytes | None:
        """The session for which a device stands."""
        if id not in self.devices or not self.alone:
            note = await self.store.note(DEVICE, id, "")
            if note is None:
                return None
            self.devices[id] = note.body
            if len(self.devices) > MOST_KNOWN:
                self.devices.popitem(last=False)
        return self.devices[id]

    def forget(self, device: bytes) -> None:
        """A device was signed out."""
        self.devices.pop(device, None)

    async def create(self, nickname: str) -> tuple[Session, str]:
        """A new session, and the cookie to give."""
        value = token(self.random)
        session = Session(mark(value), nickname, self.wall())
        await self.store.put_session(session)
        self._note_first(session.id, True)
        self.met(session)
        return self._keep(session), value

    async def rename(self, session: Session, nickname: str) -> Session:
        renamed = Session(session.id, nickname, session.created)
        await self.store.put_session(renamed)
        return self._keep(renamed)

    def _keep(self, session: Session) -> Session:
        self.known[session.id] = session
        self.known.move_to_end(session.id)
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return session

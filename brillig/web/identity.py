"""Identity: who is asking. A cookie is all there is to a person, and only its hash is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping

from brillig.web.store import Session, Store

COOKIE = "brillig"
COOKIE_DAYS = 400  # browsers keep none longer
GUEST = "Guest"
MOST_KNOWN = 20_000
_COOKIE = re.compile(rf"(?:^|;)\s*{COOKIE}=([A-Za-z0-9_-]{{43}})\s*(?:;|$)")

Random = Callable[[int], bytes]


def token(random: Random, size: int = 32) -> str:
    """Random bytes in letters that fit into a URL or a cookie."""
    return base64.urlsafe_b64encode(random(size)).rstrip(b"=").decode()


def table_id(random: Random) -> str:
    return base64.b32encode(random(10)).decode().lower()


def digest(secret: str) -> str:
    """What is kept of an invitation."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(secret: str, kept: str) -> bool:
    return hmac.compare_digest(digest(secret), kept)


def session_id(headers: Mapping[str, str]) -> bytes | None:
    """The hash of the cookie in these headers; None without one."""
    found = _COOKIE.search(headers.get("cookie", ""))
    return hashlib.sha256(found[1].encode()).digest() if found else None


def set_cookie(value: str, secure: bool) -> str:
    """The header that gives a browser its cookie."""
    more = "; Secure" if secure else ""
    return f"{COOKIE}={value}; Path=/; Max-Age={COOKIE_DAYS * 86400}; HttpOnly; SameSite=Lax{more}"


class Identities:
    """Sessions, the latest ones in memory."""

    def __init__(
        self, store: Store, random: Random, wall: Callable[[], int],
        met: Callable[[Session], None] = lambda session: None,
    ) -> None:  # fmt: skip
        """`met` is told of everybody who comes for the first time."""
        self.store, self.random, self.wall, self.met = store, random, wall, met
        self.known: OrderedDict[bytes, Session] = OrderedDict()

    async def find(self, headers: Mapping[str, str]) -> Session | None:
        """The session of a request. A cookie that we never gave is none."""
        id = session_id(headers)
        if id is None:
            return None
        if id in self.known:
            self.known.move_to_end(id)
            return self.known[id]
        session = await self.store.session(id)
        return self._keep(session) if session else None

    async def create(self, nickname: str) -> tuple[Session, str]:
        """A new session, and the cookie to give."""
        value = token(self.random)
        session = Session(hashlib.sha256(value.encode()).digest(), nickname, self.wall())
        await self.store.put_session(session)
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

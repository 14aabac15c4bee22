"""What somebody has achieved: which puzzles are solved, and how well; and what of it is shared with others.

What is shared is kept under a name of its own, which leads to no table: a replay would show the answer.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import DecodeError, Struct

from brillig.web.mine import history
from brillig.web.store import Document, Note, Session, Store

GAME = "patterns-puzzles"
SHARED = "shared puzzle"  # the kind of these notes
NOBODY = b""  # they belong to the server
TOKEN = 20  # letters


class Feat(Struct, frozen=True):
    """A puzzle that was solved. The better comes first when they are sorted."""

    hints: int
    time: int  # milliseconds
    actions: int
    puzzle: int = 0
    names: list[str] = []

    @property
    def rank(self) -> tuple[int, int, int]:
        return self.hints, self.time, self.actions

    @property
    def words(self) -> str:
        """'in 2:31, with 12 actions and 1 hint'"""
        hints = f"{self.hints or 'no'} hint{'s' * (self.hints != 1)}"
        time = f"in {self.time // 60_000}:{self.time // 1000 % 60:02}, " if self.time else ""
        return f"{time}with {self.actions} action{'s' * (self.actions != 1)} and {hints}"


def feat_of(kept: dict[str, int], names: list[str]) -> Feat | None:
    """What a match is remembered by, if it was solved."""
    if not kept.get("solved"):
        return None
    return Feat(kept["hints"], kept["time"], kept["actions"], kept["puzzle"], names)


async def best_of(store: Store, session: Session) -> dict[int, Feat]:
    """By its number, somebody's best solution of every puzzle that they have solved."""
    found: dict[int, Feat] = {}
    for match in await history.matches(store, session):
        feat = feat_of(match.played.feat, match.played.names)
        if match.played.game == GAME and feat and (feat.puzzle not in found or feat.rank < found[feat.puzzle].rank):
            found[feat.puzzle] = feat
    return found


async def share(store: Store, table: Document, feat: Feat, at: int) -> str:
    """Keep it for everybody who has the link, and return the name that it has there."""
    token = sha256(b"brillig shared puzzle\0" + table.secret).hexdigest()[:TOKEN]
    await store.put_note(Note(SHARED, NOBODY, token, at, msgspec.json.encode(feat)))
    return token


async def shared(store: Store, token: str) -> Feat | None:
    if not (token.isascii() and token.isalnum() and len(token) == TOKEN):
        return None
    note = await store.note(SHARED, NOBODY, token)
    try:
        return msgspec.json.decode(note.body, type=Feat) if note else None
    except DecodeError:
        return None

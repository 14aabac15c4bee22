"""History: what is kept of a match for each of those who played it, and what their matches come to.

It is written in the transaction that ends the match. A result that somebody has not seen yet, because they were away when
the match ended, is not told before they want to know it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from datetime import UTC, datetime

import msgspec
from msgspec import DecodeError, Struct

from brillig.match import EndEntry
from brillig.web.store import Note, Session, Store

PLAYED = "played"  # the kind of these notes
MOST_SHOWN = 100
MOST_COUNTED = 2_000


class Played(Struct, frozen=True, omit_defaults=True):
    """A match that is over, for one of those who played it."""

    game: str
    names: list[str]
    seats: list[int]  # theirs; several at a shared screen
    scores: list[int]
    ranks: list[int]
    how: str = ""  # if it ended before the rules do: resign, draw, abandon
    seen: bool = False  # do they know how it ended?
    feat: dict[str, int] = {}  # what was achieved, where the game says so

    @property
    def place(self) -> int:
        return min(self.ranks[seat] for seat in self.seats)


class PlayedMatch(Struct, frozen=True):
    """The same with its table."""

    table: str
    at: int
    played: Played


class Standing(Struct):
    """Somebody's matches of one game."""

    game: str
    played: int = 0
    won: int = 0
    last: int = 0


_decoder = msgspec.json.Decoder(Played)


def notes_of(
    table: str, at: int, game: str, names: list[str], people: Mapping[bytes, list[int]], end: EndEntry,
    here: Container[bytes | None], how: str = "", feat: Mapping[str, int] | None = None,
) -> list[Note]:  # fmt: skip
    """What is kept of a match that has just ended. `people`: the seats of each session; `here`: those who saw the end."""
    return [
        Note(PLAYED, whose, table, at, msgspec.json.encode(
            Played(game, names, seats, end.scores, end.ranks, how, whose in here, dict(feat or {}))
        ))
        for whose, seats in people.items()
    ]  # fmt: skip


async def matches(store: Store, session: Session, limit: int = MOST_COUNTED) -> list[PlayedMatch]:
    """Somebody's matches, the latest first."""
    found = []
    for note in await store.notes(PLAYED, session.id, limit):
        try:
            found.append(PlayedMatch(note.id, note.at, _decoder.decode(note.body)))
        except DecodeError:  # it does not hide the others
            continue
    return found


async def now_seen(store: Store, session: Session, table: str) -> None:
    """They know how it ended."""
    note = await store.note(PLAYED, session.id, table)
    if note is None:
        return
    played = _decoder.decode(note.body)
    if not played.seen:
        body = msgspec.json.encode(msgspec.structs.replace(played, seen=True))
        await store.put_note(msgspec.structs.replace(note, body=body))


def standings(matches: Iterable[PlayedMatch]) -> list[Standing]:
    """What the matches come to, game by game, the most played first. What they have not seen does not
    count yet, and what was abandoned never."""
    found: dict[str, Standing] = {}
    for match in matches:
        if match.played.seen and match.played.how != "abandon":
            standing = found.setdefault(match.played.game, Standing(match.played.game))
            standing.played += 1
            standing.won += match.played.place == 1
            standing.last = max(standing.last, match.at)
    return sorted(found.values(), key=lambda standing: (-standing.played, standing.game))


def day(at: int) -> str:
    """A moment as people write a day, in UTC: the server does not know where they are."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%-d %b %Y")

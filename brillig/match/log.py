"""The log: all that happened in a match, in order, each entry bound by a hash to everything before it.

The first link is the header. A link's hash is SHA-256 of the previous hash and the canonical JSON of the entry
(its fields in the order below, nothing between them, without its own hash). A log only grows.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from brillig.core.contract import MOST_CODES, MOST_SEATS
from brillig.match.clock import Clock
from brillig.match.fairness import NONCE_BYTES

FORMAT = 1
MOST_ENTRIES = 50_000
LATEST = 1 << 48  # milliseconds; some thousands of years
NAME_LENGTH = 40

Hex64 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Nonce = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*\Z", max_length=2 * NONCE_BYTES)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Word = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=-(1 << 62), le=1 << 62)]
Moment = Annotated[int, Meta(ge=0, le=LATEST)]  # milliseconds of match time since the start
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Code = Annotated[int, Meta(ge=0, lt=MOST_CODES)]
Seed = Annotated[int, Meta(ge=0)]  # (a decoder takes nothing beyond 64 bits)
Deal = Annotated[int, Meta(ge=0, le=1 << 48)]
Place = Annotated[int, Meta(ge=1, le=MOST_SEATS)]


class Link(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What header and entries have in common. Defaults are left out: the JSON without `hash` is the canonical one."""

    hash: Hex64 = ""


class Header(Link, frozen=True):
    """What was settled before the first choice."""

    brillig: int  # the version of this format
    game: Annotated[str, Meta(pattern=r"^\w[\w-]*\Z", max_length=64)]  # its slug
    rules: Annotated[int, Meta(ge=0, le=1 << 31)]  # the version of its rules
    options: Annotated[dict[Word, Word | Number], Meta(max_length=64)]  # all of them, as people write them
    seats: Annotated[list[Name], Meta(min_length=1, max_length=MOST_SEATS)]  # who sits there
    commitment: Hex64
    nonces: Annotated[list[Nonce], Meta(min_length=1, max_length=MOST_SEATS)]  # one a seat, in hex
    clock: Clock
    # A game of a simulation, with the seed and the number that its chance comes from: nothing about it was secret.
    simulated: tuple[Seed, Deal] | None = None


# (Python need not look at steps when it looks for garbage: they hold nothing but numbers and words.)


class ChoiceEntry(Link, frozen=True, gc=False, tag_field="kind", tag="choice"):
    """A seat has chosen."""

    at: Moment
    seat: Seat
    code: Code


class UndoEntry(Link, frozen=True, gc=False, tag_field="kind", tag="undo"):
    """A seat has taken its last choice back."""

    at: Moment
    seat: Seat


class TickEntry(Link, frozen=True, gc=False, tag_field="kind", tag="tick"):
    """The table has acted at a deadline of its own."""

    at: Moment


class TimeoutEntry(Link, frozen=True, gc=False, tag_field="kind", tag="timeout"):
    """A seat's time was up, and the clock has chosen for it."""

    at: Moment
    seat: Seat
    code: Code


class ResignEntry(Link, frozen=True, gc=False, tag_field="kind", tag="resign"):
    """A seat has resigned: it comes behind all who have not, whatever is still chosen for it."""

    at: Moment
    seat: Seat


class StopEntry(Link, frozen=True, gc=False, tag_field="kind", tag="stop"):
    """All agreed to play no further: a draw, or the match is abandoned."""

    at: Moment
    how: Literal["draw", "abandon"]


class EndEntry(Link, frozen=True, tag_field="kind", tag="end"):
    """The match is over, and the secret is shown."""

    scores: Annotated[list[Number], Meta(min_length=1, max_length=MOST_SEATS)]
    ranks: Annotated[list[Place], Meta(min_length=1, max_length=MOST_SEATS)]
    digest: Hex64  # SHA-256 of the last position
    secret: Hex64


Step = ChoiceEntry | UndoEntry | TickEntry | TimeoutEntry | ResignEntry | StopEntry
Entry = Step | EndEntry
AnyLink = TypeVar("AnyLink", bound=Link)

_encode = msgspec.json.Encoder(order="deterministic").encode
_replace, _sha256 = msgspec.structs.replace, hashlib.sha256


def line(link: Link) -> bytes:
    """A header or entry as its line of JSON, without the line's end."""
    return _encode(link)


def seal(link: AnyLink, previous: str = "") -> AnyLink:
    """The same link with its hash, given the hash of the one before."""
    bare = _replace(link, hash="") if link.hash else link
    return _replace(link, hash=_sha256(bytes.fromhex(previous) + _encode(bare)).hexdigest())


class Log:
    """A header and the entries since."""

    def __init__(self, header: Header) -> None:
        self.header = seal(header)
        self.entries: list[Entry] = []

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def hash(self) -> str:
        """The hash of the last link: it stands for the whole log."""
        return self.entries[-1].hash if self.entries else self.header.hash

    @property
    def full(self) -> bool:
        """Is there room for no more than an end?"""
        return len(self.entries) >= MOST_ENTRIES

    def append(self, entry: Entry) -> Entry:
        """Link an entry to the log; the answer has its hash."""
        self.entries.append(seal(entry, self.hash))
        return self.entries[-1]

    @property
    def top(self) -> bytes:
        """The line of the header."""
        return line(self.header)

    def since(self, n: int) -> list[bytes]:
        """The lines of all entries but the first n: what a store has yet to keep when it has n."""
        return [line(entry) for entry in self.entries[n:]]


def words(entry: Entry) -> str:
    """An entry in words, with seats numbered as people do."""
    match entry:
        case ChoiceEntry(at=at, seat=seat, code=code):
            return f"seat {seat + 1} chooses {code} at {at} ms"
        case UndoEntry(at=at, seat=seat):
            return f"seat {seat + 1} takes a choice back at {at} ms"
        case TickEntry(at=at):
            return f"the table acts at {at} ms"
        case TimeoutEntry(at=at, seat=seat, code=code):
            return f"the clock chooses {code} for seat {seat + 1} at {at} ms"
        case ResignEntry(at=at, seat=seat):
            return f"seat {seat + 1} resigns at {at} ms"
        case StopEntry(at=at, how=how):
            return f"all agree to {'a draw' if how == 'draw' else 'abandon the match'} at {at} ms"
        case EndEntry(scores=scores):
            return f"the match ends {', '.join(map(str, scores))}"


def name_fault(name: object) -> str:
    """What is wrong with the name of a seat; empty when nothing is. (Control characters could rewrite somebody's screen.)"""
    if not isinstance(name, str) or not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
        return f"A seat's name is 1 to {NAME_LENGTH} printable letters."
    return ""

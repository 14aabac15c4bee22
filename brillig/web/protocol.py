"""The protocol: every message on the socket, with its limits. docs/protocol.md lists them, and a test compares it.

Messages are JSON objects with a `type`. What a client sends is refused if a field is unknown, missing or out of bounds.
What the server sends about the table is made from what that seat may know, and from nothing else.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from brillig.core import Aim, Screen
from brillig.core.contract import MOST_CODES, MOST_SEATS
from brillig.match import Clock
from brillig.match.log import Hex64, Number, Place

PROTOCOL = 1
MESSAGE_BYTES = 16 << 10  # longer ones are refused
CHAT_LENGTH = 500
COMMAND_LENGTH = 64
MOST_TOLD = 100  # sentences in one view
MOST_SAID = 50  # lines of talk in one message
MOST_THEN = 3  # choices that complete one
# Codes that close a socket: the standard's own, and 4000 + the HTTP status that says the same.
RESTART, OWN = 1012, 4000
MOST_WATCHING = 20  # names of those who watch; the others are only counted

CommandId = Annotated[
    str,
    Meta(
        min_length=1, max_length=COMMAND_LENGTH, pattern=r"^[!-~]+$(?!\n)",
        description="chosen by the client, never used again: the same id again gets the same answer",
    ),
]  # fmt: skip
Ply = Annotated[
    int, Meta(ge=0, le=1 << 31, description="which view it answers: how many steps this seat has seen; never goes back")
]
Code = Annotated[int, Meta(ge=0, lt=MOST_CODES, description="one of the codes among the choices of the view")]
Said = Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH, description="cleaned before others see it")]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Beat = Annotated[int, Meta(ge=0, le=1 << 31, description="given back unchanged")]
Moment = Annotated[int, Meta(ge=0, description="milliseconds since 1970")]


class Incoming(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """What a client may send."""


class Outgoing(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What the server sends."""


# ---- from the client -----------------------------------------------------------------------------------------------


class Choose(Incoming, frozen=True, tag="choose"):
    """Make a choice. Answered by an `ack` once it is safe."""

    id: CommandId
    ply: Ply
    code: Code
    then: Annotated[
        tuple[Code, ...],
        Meta(max_length=MOST_THEN, description="if it only begins something: what completes it; all or none"),
    ] = ()


class Undo(Incoming, frozen=True, tag="undo"):
    """Take the last choice back."""

    id: CommandId
    ply: Ply


class Say(Incoming, frozen=True, tag="say"):
    """Talk to the table."""

    id: CommandId
    text: Said


class Leave(Incoming, frozen=True, tag="leave"):
    """Get up. At a table that still waits for players the seat is free again; in a match a bot plays on."""

    id: CommandId


class Return(Incoming, frozen=True, tag="return"):
    """Take the seat back from the bot."""

    id: CommandId


class Resign(Incoming, frozen=True, tag="resign"):
    """Resign. The match ends if at most one seat is left; else a bot plays on, and this seat comes behind those who stay."""

    id: CommandId


class Propose(Incoming, frozen=True, tag="propose"):
    """Offer to end the match, as a draw or without a result; or ask to take one's last choice back. It is done when all
    people at the table have proposed the same; a choice by somebody who has not declines."""

    id: CommandId
    what: Literal["draw", "abandon", "takeback"]


class Decline(Incoming, frozen=True, tag="decline"):
    """Say no to what somebody proposes, or withdraw what one has proposed."""

    id: CommandId


class Ready(Incoming, frozen=True, tag="ready"):
    """In a race: it may begin. It does when all people at the table have said so and the bots can think."""

    id: CommandId


class Hint(Incoming, frozen=True, tag="hint"):
    """Ask what a good player would do. Answered by an `ack` with advice, if `hello` says that there are hints."""

    id: CommandId
    ply: Ply


class Sync(Incoming, frozen=True, tag="sync"):
    """Ask for the newest view."""

    since: Annotated[Ply, Meta(description="the last ply whose sentences the client has; 0 for all there are")] = 0


class Ping(Incoming, frozen=True, tag="ping"):
    """Is anybody there? Answered by `pong`."""

    n: Beat = 0


class Pong(Incoming, frozen=True, tag="pong"):
    """The answer to the server's `ping`, at once."""

    n: Beat


Command = Choose | Undo | Say | Leave | Return | Resign | Propose | Decline | Ready | Hint | Sync | Ping | Pong


# ---- parts of what the server sends --------------------------------------------------------------------------------


class Told(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A sentence about what happened."""

    ply: Ply
    text: str


class OfferedChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Something this seat may choose now."""

    code: Code
    label: str
    touch: Annotated[
        tuple[str, ...], Meta(description="what is touched on the screen to choose it, in order; none: a button")
    ]
    also: Annotated[tuple[str, ...], Meta(description="what can be touched instead, if there is a second way")] = ()
    then: Annotated[tuple[Code, ...], Meta(description="what completes it: to be sent with the code")] = ()
    aim: Annotated[Aim | None, Meta(description="a point completes it: its two codes are to be sent with the code")] = (
        None
    )


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """A family of choices that this seat may try: one id of each set is touched, in order."""

    code: Annotated[int, Meta(description="added up with the numbers of the ids that are touched, it is the code")]
    label: Annotated[str, Meta(description="what is on the button, if nothing is touched; else empty")]
    touch: list[dict[str, int]]


class Scene(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table as this seat sees it."""

    waiting: Annotated[list[Seat], Meta(description="the seats that are to decide")]
    choices: Annotated[
        list[OfferedChoice] | None,
        Meta(
            description="what this seat may choose, some of it perhaps out of turn; null in games of seeing, where "
            "finding it is the game"
        ),
    ]
    screen: Screen
    offers: Annotated[
        list[Offer], Meta(description="in games of seeing, what this seat may try, whether or not it is allowed")
    ] = []
    aim: Annotated[Aim | None, Meta(description="what this seat is asked for is a point: the codes of x and y")] = None


class Sitter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who has a seat."""

    kind: Annotated[str, Meta(description="person, bot, or open")]
    name: str
    here: Annotated[bool, Meta(description="a person with this table open, or a bot that is not still warming up")]
    away: Annotated[bool, Meta(description="a person for whom a bot plays")]
    hurried: Annotated[bool, Meta(description="a bot with less time to think than usual: the server is busy")] = False
    resigned: bool = False
    proposes: Annotated[str, Meta(description="what this seat proposes: draw, abandon, takeback, or empty")] = ""
    ready: Annotated[bool, Meta(description="has said that a race may begin, where that is waited for")] = False
    agrees: Annotated[bool, Meta(description="a bot that would agree to a draw: nothing moves any more")] = False


class People(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is at the table."""

    seats: list[Sitter]
    watching: Annotated[list[str], Meta(max_length=MOST_WATCHING, description="names of those who watch")]
    watchers: Annotated[int, Meta(description="how many watch")]
    holds: Annotated[
        str, Meta(description="what a race waits for before it runs: people who say ready, bots that warm up, or empty")
    ] = ""


class Clocks(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Time to think, and until the table acts by itself."""

    left: Annotated[list[int], Meta(description="milliseconds of each seat when this was sent; none without a clock")]
    running: list[Seat]
    table: Annotated[int, Meta(description="milliseconds until the table acts by itself; 0: it does not")] = 0
    passed: Annotated[int, Meta(description="milliseconds since a match without turns began")] = 0


class Result(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the match ended."""

    scores: list[Number]
    ranks: list[Place]
    digest: Annotated[Hex64, Meta(description="SHA-256 of the last position")]
    secret: Annotated[Hex64, Meta(description="hashes to the commitment")]
    how: Annotated[str, Meta(description="if not by the rules: resign, draw or abandon")] = ""


class Error(Struct, frozen=True, forbid_unknown_fields=True):
    """Why not."""

    code: Annotated[str, Meta(description="for programs; see the list of refusals")]
    sentence: Annotated[str, Meta(description="for people")]


class Advice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A choice that looks good."""

    code: Code
    worth: Annotated[str, Meta(description="what it promises, in words")]
    then: Annotated[tuple[Code, ...], Meta(description="what completes it best, if it only begins something")] = ()


class ChatLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Something somebody said."""

    at: Moment
    name: str
    text: str


# ---- from the server -----------------------------------------------------------------------------------------------


class Hello(Outgoing, frozen=True, tag="hello"):
    """The first message, and again when the match begins or this session sits down."""

    protocol: int
    table: str
    status: Annotated[str, Meta(description="open, playing, or over")]
    seat: Annotated[Seat | None, Meta(description="this session's seat, 0 for Seat 1; null: it watches")]
    game: Annotated[str, Meta(description="the slug")]
    title: str
    rules: Annotated[int, Meta(description="the version of the rules")]
    options: dict[str, str | int]
    names: Annotated[list[str], Meta(description="who sits in each seat; empty for a free one")]
    clock: Clock
    commitment: Annotated[Hex64, Meta(description="SHA-256 of the match's secret")]
    seek: Annotated[bool, Meta(description="a game of seeing: no choices are listed")]
    hints: Annotated[bool, Meta(description="may this seat ask for hints? Only where no two people play each other")]


class View(Outgoing, frozen=True, tag="view"):
    """The whole table at its newest. It needs nothing that was sent before."""

    ply: Ply
    told: Annotated[list[Told], Meta(max_length=MOST_TOLD, description="the sentences since the last view or `since`")]
    scene: Scene
    people: People
    clocks: Annotated[Clocks | None, Meta(description="null without a clock")]
    can_undo: bool
    result: Annotated[Result | None, Meta(description="null until the match is over")]


class Ack(Outgoing, frozen=True, tag="ack", omit_defaults=True):
    """The answer to a command. A choice that is acknowledged is safe."""

    id: Annotated[str | None, Meta(description="of the command; null if the message had none that could be read")]
    ok: bool
    ply: Annotated[
        int | None, Meta(description="of the first view that shows what was done; only for choose, undo")
    ] = None
    error: Annotated[Error | None, Meta(description="only if not ok")] = None
    advice: Annotated[list[Advice], Meta(description="only for hint: the choices that look best, the best first")] = []


class Chat(Outgoing, frozen=True, tag="chat"):
    """What was said: the latest lines when a socket opens, then each new line."""

    lines: Annotated[list[ChatLine], Meta(max_length=MOST_SAID)]


class Presence(Outgoing, frozen=True, tag="presence"):
    """Somebody came, went, sat down or got up."""

    people: People


class ServerPing(Outgoing, frozen=True, tag="ping"):
    """Sent at tables with a clock, to measure the line. Answer with `pong` at once."""

    n: Beat


class ServerPong(Outgoing, frozen=True, tag="pong"):
    """The answer to a client's `ping`."""

    n: Beat


class Bye(Outgoing, frozen=True, tag="bye"):
    """The last message before the server closes the socket."""

    error: Error


Message = Hello | View | Ack | Chat | Presence | ServerPing | ServerPong | Bye

encoder = msgspec.json.Encoder()
decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def text(message: Outgoing) -> bytes:
    """A message as it goes over the socket."""
    return encoder.encode(message)


def ack(id: str | None, code: str = "", sentence: str = "", ply: int | None = None) -> bytes:
    return text(Ack(id, not code, ply, Error(code, sentence) if code else None))

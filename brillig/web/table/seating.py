"""Seating: who sits where at a table, before and during a match. What is kept of a table besides the match's log."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Collection, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from brillig import bots
from brillig.core import SPECTATOR, Game, NotCompiled
from brillig.match import Clock
from brillig.match.ending import How
from brillig.match.fairness import NONCE_BYTES
from brillig.web.calls.caller import TurnCall
from brillig.web.identity import ID_BYTES, Random, digest, same
from brillig.web.refusals import Refused
from brillig.web.sanitise import distinct
from brillig.web.store import Session

ME, OPEN, BOT = "me", "open", "bot:"
STAND_IN = "random"  # the bot that plays for somebody who left
RESIGNED = "easy"  # the bot that plays for somebody who resigned, so that the others have a game worth playing
INVITE_BYTES = 16


Wish = How | Literal["takeback"]


class Chair(Struct, omit_defaults=True):
    """One seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    session: str = ""  # whose it is, as the hex of the session's id
    bot: str = ""  # which bot chooses here: at a bot's chair always, at a person's while away
    nonce: str = ""  # what this seat adds to the match's chance, in hex
    invite: str = ""  # SHA-256 of the invitation to this chair; it opens the chair only while that is open

    ready: bool = False  # may a race begin, as far as whoever sits here is concerned?
    resigned: bool = False
    proposes: Wish | Literal[""] = ""  # what whoever sits here would have all agree to

    @property
    def away(self) -> bool:
        return self.kind == "person" and bool(self.bot)


class Seating(Struct, omit_defaults=True):
    """The body of a table's document."""

    game: str
    options: dict[str, str | int]
    clock: Clock
    chairs: list[Chair]
    laid_by: str = ""  # the beginning of the id of the session that laid the table, in hex
    laid_from: str = ""  # a mark of the address that did, good for telling it from others and for nothing else
    asker: int = -1  # the seat that asks to take its last choice back, if one does

    def encode(self) -> bytes:
        return msgspec.json.encode(self)

    def copy(self) -> Seating:
        return decoder.decode(self.encode())

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    @property
    def full(self) -> bool:
        return all(chair.kind != "open" for chair in self.chairs)

    @property
    def people(self) -> set[str]:
        """The sessions that sit here."""
        return {chair.session for chair in self.chairs if chair.session}

    @property
    def shared(self) -> bool:
        """Do several people sit at one screen, in the name of one session?"""
        people = [chair.session for chair in self.chairs if chair.session]
        return len(set(people)) < len(people)

    def by_post(self, seconds: float) -> bool:
        """Do people play each other so slowly that they need not sit and wait?"""
        return len(self.people) > 1 and (self.clock.kind == "off" or self.clock.seconds >= seconds)

    @property
    def bot_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "bot"]

    def bots_besides(self, seat: int) -> list[int]:
        """The seats of bots, if nobody else sits here."""
        others = [other for other in range(len(self.chairs)) if other != seat]
        return others if all(self.chairs[other].kind == "bot" for other in others) else []

    def seats_of(self, session: bytes | None) -> list[int]:
        whose = session.hex() if session else None
        return [seat for seat, chair in enumerate(self.chairs) if chair.session == whose]

    def seat_of(self, session: bytes | None, waiting: Collection[int] = (), now: int | None = None) -> int | None:
        """The seat of a session; None if it has none here.

        At a shared screen it is the seat that is to decide: the one that looks `now`, while it is.
        """
        mine = self.seats_of(session)
        asked = [seat for seat in mine if seat in waiting]
        if now in mine and (now in asked or not asked):
            return now
        return next(iter(asked or mine), None)

    def sit(self, seat: int, session: Session, nonce: str) -> None:
        """A person takes an open chair. The invitation stays: a spent one is told from one that never was."""
        chair = self.chairs[seat]
        whose = session.id.hex()
        others = [other.name for other in self.chairs if other.session != whose]
        chair.kind, chair.name, chair.session, chair.nonce = "person", distinct(session.nickname, others), whose, nonce

    @property
    def agreed(self) -> Wish | None:
        """What all people here who have not resigned want, if they do; bots alone share what is left. Whoever is away is
        not asked whether something may be taken back."""
        people = [chair for chair in self.chairs if chair.kind == "person" and not chair.resigned]
        if {chair.proposes for chair in people if not chair.away} == {"takeback"}:
            return "takeback"
        wishes = {chair.proposes for chair in people} or {"draw"}
        return wishes.pop() or None if len(wishes) == 1 else None

    def propose(self, seats: Collection[int], what: Wish, asker: int) -> None:
        """Somebody who has these seats proposes something; in place of what they proposed before."""
        if what == "takeback" and self.asker < 0:
            self.asker = asker
        for seat in seats:
            self.chairs[seat].proposes = what
        if what != "takeback" and self.asker in seats:
            self.declined()
            self.propose(seats, what, asker)

    def declined(self) -> None:
        """Nobody proposes anything any more."""
        self.asker = -1
        for chair in self.chairs:
            chair.proposes = ""

    def played_on(self, seat: int) -> Seating | None:
        """Somebody has chosen instead of agreeing: the same without proposals, if others had made any. What somebody asks
        to take back is not the last choice any more once they have made another."""
        others = any(chair.proposes for k, chair in enumerate(self.chairs) if k != seat)
        if not others and self.asker != seat:
            return None
        seating = self.copy()
        seating.declined()
        return seating

    def call_bot(self, seat: int, kind: str, game: Game, random: Random) -> None:
        """A bot takes a chair."""
        if kind not in bots.offered():
            if kind == bots.GPU:
                raise NotCompiled("The bot gpu needs an NVIDIA GPU, and this server has none.")
            bots.make(kind, game)  # says which there are
        word = kind.upper() if kind == bots.GPU else kind.capitalize()
        chair = self.chairs[seat]
        chair.kind, chair.bot, chair.name, chair.nonce = "bot", kind, f"{word} bot", random(NONCE_BYTES).hex()

    def rise(self, seat: int) -> None:
        """The chair is open again, and its invitation good again."""
        self.chairs[seat] = Chair(invite=self.chairs[seat].invite)

    @property
    def free(self) -> list[int]:
        """The seats that nobody has taken."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]

    def may_invite(self, session: bytes | None) -> bool:
        """Who may hand out the table's link and call bots to free seats: whoever laid the table, and who sits at it."""
        return session is not None and (self.laid_by == session.hex()[:16] or bool(self.seats_of(session)))

    def chair_for(self, invite: str | None, listed: bool, door: str) -> int:
        """The open chair that somebody may take. `door`: the table's own invitation, good for any of them."""
        free = self.free
        if invite and not hmac.compare_digest(invite.encode(), door.encode()):
            meant = [seat for seat, chair in enumerate(self.chairs) if chair.invite and same(invite, chair.invite)]
            if not meant:
                raise Refused("bad_invitation")
            if meant[0] not in free:
                raise Refused("used_invitation")
            return meant[0]
        if not free:
            raise Refused("full")
        if not invite and not listed:
            raise Refused("by_invitation")
        return free[0]


class SeatingFacts:
    """What follows from a seating. Every choice asks for it, and it changes only when somebody sits down or gets up."""

    __slots__ = ("besides", "bots", "by_post", "calls", "few", "of", "people", "proposals", "shared", "stand_ins")

    def __init__(self, seating: Seating, slow: float) -> None:
        """`slow`: seconds for a choice, from which on nobody sits and waits."""
        chairs = seating.chairs
        self.of = seating
        self.by_post = seating.by_post(slow)
        self.people = [seat for seat, chair in enumerate(chairs) if chair.kind == "person"]  # their seats
        self.few = len(seating.people) <= 1  # does one person play here at most?
        self.shared = seating.shared
        self.bots = any(chair.kind == "bot" for chair in chairs)
        self.stand_ins = any(chair.bot for chair in chairs)  # bots, or whoever plays for somebody who is away
        self.besides = {SPECTATOR: list[int](), **{seat: seating.bots_besides(seat) for seat in range(len(chairs))}}
        self.proposals = seating.asker >= 0 or any(chair.proposes for chair in chairs)
        self.calls: dict[int, TurnCall] = {}  # by seat, what is said to those whose turn it is; made when it first is


decoder = msgspec.json.Decoder(Seating)


def door(secret: bytes) -> str:
    """The invitation to any free seat of a table. It follows from the match's secret, so whoever sits there can be shown
    it again; the secret does not follow from it, and is only shown when nobody can sit down any more."""
    made = hmac.digest(secret, b"brillig invitation", "sha256")[:INVITE_BYTES]
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def invitation(secret: bytes, seat: int) -> str:
    """The invitation to one seat of a table, which follows from its secret in the same way."""
    made = hmac.digest(secret, b"brillig invitation to seat %d" % seat, "sha256")[:INVITE_BYTES]
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def rematch_id(secret: bytes, seating: Seating) -> str:
    """The table at which those who sit here meet again: one and the same, whoever asks for it first, and at whatever server.
    Only who knows their sessions can tell it, although the secret is known after the match."""
    people = "".join(chair.session for chair in seating.chairs).encode()
    return base64.b32encode(hmac.digest(secret, b"brillig rematch" + people, "sha256")[:ID_BYTES]).decode().lower()


def lay(
    game: Game, options: Mapping[str, object], seats: list[str], clock: Clock, session: Session, nonce: str,
    random: Random, secret: bytes,
) -> tuple[Seating, dict[int, str]]:  # fmt: skip
    """A new table, and an invitation for every open seat. `secret`: of its match."""
    game.check_seats(len(seats))
    chosen = game.decode(game.state(game.blank(len(seats), options)))
    seating = Seating(game.slug, chosen, clock.checked(), [Chair() for _ in seats], session.id.hex()[:16])
    invites: dict[int, str] = {}
    for seat, (wish, chair) in enumerate(zip(seats, seating.chairs, strict=True)):
        if wish == ME:
            seating.sit(seat, session, nonce)
        elif wish == OPEN:
            invites[seat] = invitation(secret, seat)
            chair.invite = digest(invites[seat])
        else:
            seating.call_bot(seat, wish.removeprefix(BOT), game, random)
    return seating, invites

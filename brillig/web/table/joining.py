"""Joining: how a table fills and its match begins.

With the last open seat taken, who sits where and the first lines of the match are stored in one transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.core import BrilligError, RuleFault
from brillig.match import Match
from brillig.match.ending import ended
from brillig.web import trouble
from brillig.web.identity import Random
from brillig.web.logs import log
from brillig.web.mine.history import notes_of
from brillig.web.refusals import Refused
from brillig.web.store import Document, Note, Session
from brillig.web.table.live_match import LiveMatch
from brillig.web.table.seating import Seating, door

if TYPE_CHECKING:
    from brillig.web.table.room import Room
    from brillig.web.table.surroundings import Surroundings

DAY = 86_400_000  # milliseconds


async def join(room: Room, session: Session, nonce: str, invite: str | None) -> int:
    """A session takes a seat; one that has a seat keeps it."""
    async with room.lock:
        await room.fresh()
        seat = room.seating.seat_of(session.id)
        if seat is not None:
            return seat
        if room.document.status == "over":
            raise Refused("over")
        if expired(room.document, room.host):
            raise Refused("expired")
        seating = room.seating.copy()
        seat = seating.chair_for(invite, room.document.listed, door(room.document.secret))
        seating.sit(seat, session, nonce)
        await _seats_taken(room, seating)
        return seat


async def call_bot(room: Room, session: Session, seat: int, kind: str, random: Random) -> None:
    """Somebody who waits for others puts a bot into a free seat instead."""
    async with room.lock:
        await room.fresh()
        if not room.seating.may_invite(session.id):
            raise Refused("not_seated")
        if seat not in room.seating.free:
            raise Refused("seat_taken")
        if expired(room.document, room.host):
            raise Refused("expired")
        seating = room.seating.copy()
        try:
            seating.call_bot(seat, kind, room.game, random)
        except BrilligError as why:
            raise Refused("bad_table", str(why)) from why
        await _seats_taken(room, seating)


async def _seats_taken(room: Room, seating: Seating) -> None:
    """Somebody else has a seat now; if nobody is missing any more, the match begins."""
    if seating.full:
        await begin(room, seating)
    else:
        await room.rewrite(seating)
    room.reseated()
    room.go_on()


def expired(table: Document, host: Surroundings) -> bool:
    """Has the table waited in vain for so long that nobody may sit down any more?"""
    return table.status == "open" and (host.wall() - table.created) / DAY > host.config.table_days


async def begin(room: Room, seating: Seating) -> None:
    """All seats are taken: the match starts. With the room's lock."""
    nonces = [bytes.fromhex(chair.nonce) for chair in seating.chairs]
    try:
        match = Match.start(
            room.game, names=seating.names, options=seating.options, clock=seating.clock,
            secret=room.document.secret, nonces=nonces,
        )  # fmt: skip
        live = LiveMatch(match, seating.bot_seats)
    except RuleFault as why:
        log.error("a rule broke down", extra={"table": room.id, "why": why.sentence})
        raise Refused("bad_table", trouble.not_begun(room.game, why)) from why
    lines = live.unkept()
    begun = room.changed(seating, "over" if match.finished else "playing")
    try:
        await room.host.store.append(room.id, 0, lines, None, begun, fence=room.fence)
    except Exception as why:
        room.loaded = False
        room.host.outage.failed("a match could not begin", why, room.id, saving=True)
        room.unless_lost(why)
        raise Refused("try_again") from why
    room.host.outage.changed()
    live.kept = len(lines)
    room.take(begun, seating)
    room.install(live, begins=True)
    room.host.metrics.started += 1
    room.audience.reseat(seating)
    for socket in room.audience:
        socket.letter(room.hello(socket))
    await room.push()


def history(room: Room) -> list[Note]:
    """What is kept of a match that has just ended for those who played it."""
    assert room.live is not None
    laid, match = room.seating, room.live.match
    people = {bytes.fromhex(whose): laid.seats_of(bytes.fromhex(whose)) for whose in laid.people}
    here = {socket.session for socket in room.audience}
    feat = room.game.feat(match.table.plain) if room.game.feat else {}
    return notes_of(
        room.id, room.host.wall(), laid.game, laid.names, people, match.result(), here, ended(match.log.entries), feat
    )  # fmt: skip

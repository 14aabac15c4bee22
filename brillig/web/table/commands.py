"""Deeds: what people and bots do at a table that has begun or is about to.

The seat comes from the session of the socket, never from the message. A deed is done at most once: its answer is kept
under the session and the id that the client gave it, in the same transaction as what it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brillig.core import SPECTATOR, BrilligError, IllegalChoice
from brillig.web.host.logs import log
from brillig.web.refusals import Refused
from brillig.web.sanitise import clean
from brillig.web.socket.protocol import CHAT_LENGTH, Chat, Choose, Leave, Line, Return, Say, Undo, ack, text
from brillig.web.store import Line as Kept
from brillig.web.store import Receipt, StoreError
from brillig.web.table.seating import STAND_IN

if TYPE_CHECKING:
    from brillig.web.socket.connection import Socket
    from brillig.web.table.live_match import Playing
    from brillig.web.table.room import Room

Deed = Choose | Undo | Say | Leave | Return


async def carry_out(room: Room, socket: Socket, deed: Deed) -> None:
    """Do it, or answer why not."""
    try:
        if socket.session is None:
            raise Refused("not_seated")
        if room.house.closing:
            raise Refused("closing")
        if isinstance(deed, Say):
            await say(room, socket, deed)
            return
        async with room.lock:
            await room.fresh()
            if isinstance(deed, Choose | Undo):
                room.house.deeds += 1
                try:
                    await decide(room, socket, deed)
                finally:
                    room.house.deeds -= 1
            else:
                await leave_or_return(room, socket, deed)
    except Refused as why:
        room.house.metrics.refused[why.code] += 1
        socket.letter(ack(deed.id, why.code, why.sentence))
    except Exception:  # a slip in a game's rules, or in ours: this table starts over from its log, the others play on
        log.exception("mishap at a table", extra={"table": room.id})
        room.loaded = False
        socket.letter(ack(deed.id, "mishap", Refused("mishap").sentence))


async def decide(room: Room, socket: Socket, deed: Choose | Undo) -> None:
    """A choice, or a choice taken back. With the room's lock."""
    seat, session = socket.seat, socket.session
    assert session is not None
    if known := room.receipts.get((session, deed.id)):
        socket.letter(known)
        return
    playing, timing = room.playing, room.timing
    if seat == SPECTATOR:
        raise Refused("not_seated")
    if playing is None or timing is None:
        raise Refused("not_started")
    at = timing.moment(seat, socket.lag.best)
    happened = timing.timed and playing.advance(at)
    try:
        check(room, playing, seat, deed)
        if isinstance(deed, Choose):
            playing.choose(seat, deed.code, at)
        else:
            playing.undo(seat, at)
    except BrilligError as why:
        if isinstance(why, IllegalChoice) and isinstance(deed, Choose) and playing.miss(seat, deed.code, at):
            await done(room, socket, deed, ack(deed.id, "illegal", str(why)))
            return
        if happened:  # what the table did by itself stands
            await room.commit(None)
            await room.push()
            room.go_on()
        if not isinstance(why, Refused):
            raise Refused("illegal", str(why)) from why
        # What is too late now may have been done in time, and its answer lost.
        if kept := await known_answer(room, session, deed.id):
            socket.letter(kept)
            return
        raise
    await done(room, socket, deed, ack(deed.id, ply=playing.eyes[seat].ply))


async def done(room: Room, socket: Socket, deed: Choose | Undo, answer: bytes) -> None:
    """Make what has happened safe together with its answer; then give the answer, and show what has happened."""
    session = socket.session
    assert session is not None
    answer = await room.commit(Receipt(session, deed.id, answer)) or answer  # a command known before keeps its answer
    room.house.metrics.moves += 1
    room.remember(session, deed.id, answer)
    socket.letter(answer, soon=not room.game.hidden)  # together with the view, unless that takes a while
    await room.push()
    socket.post()
    room.go_on()


def check(room: Room, playing: Playing, seat: int, deed: Choose | Undo) -> None:
    """Does it answer what this seat is asked now?

    What others did since the view that it answers does not matter as long as this seat's own decision is the same:
    all may choose at once, and nobody need see who was first. (The rules still judge the choice as things are now.)
    """
    eyes = playing.eyes[seat]
    if playing.match.finished:
        raise Refused("over")
    earliest = eyes.opened if isinstance(deed, Choose) else eyes.ply
    if not earliest <= deed.ply <= eyes.ply:
        raise Refused("stale")
    if room.seating.chairs[seat].bot:
        raise Refused("away")


async def known_answer(room: Room, sender: bytes, command: str) -> bytes | None:
    """The answer that the same command got before, if it did."""
    if known := room.receipts.get((sender, command)):
        return known
    try:
        return await room.house.store.receipt(room.id, sender, command)
    except StoreError as why:
        raise Refused("try_again") from why


async def bot_chooses(room: Room, seat: int, opened: int, code: int) -> None:
    """A bot has made up its mind. If the table has moved on meanwhile, it thinks again."""
    async with room.lock:
        try:
            await room.fresh()
            playing, timing = room.playing, room.timing
            if playing is None or timing is None or room.house.closing:
                return
            at = timing.now()
            playing.advance(at)
            eyes = playing.eyes[seat]
            if room.seating.chairs[seat].bot and eyes.opened == opened and seat in eyes.waits:
                try:
                    playing.choose(seat, code, at)
                    room.house.metrics.bot_moves += 1
                except IllegalChoice as why:  # where time runs, somebody else was quicker: it looks again
                    log.info("a bot was too late", extra={"table": room.id, "why": why})
            if playing.unkept():
                await room.commit(None)
                await room.push()
        except Refused as why:  # the store failed; the room tries again by itself
            log.warning("a bot cannot choose", extra={"table": room.id, "why": why})
            return
        except Exception:
            log.exception("mishap at a table", extra={"table": room.id})
            room.loaded = False
            return
        room.go_on()


async def leave_or_return(room: Room, socket: Socket, deed: Leave | Return) -> None:
    """Get up or come back. With the room's lock."""
    session, seating = socket.session, room.copy_of_seating()
    assert session is not None
    if known := await known_answer(room, session, deed.id):
        socket.letter(known)
        return
    if socket.seat == SPECTATOR:
        raise Refused("not_seated")
    if room.playing is not None and room.playing.match.finished:
        raise Refused("over")
    for mine in seating.seats_of(session):
        if room.playing is not None:
            seating.chairs[mine].bot = STAND_IN if isinstance(deed, Leave) else ""
        elif isinstance(deed, Leave):
            seating.rise(mine)
    answer = ack(deed.id)
    await room.rewrite(seating, Receipt(session, deed.id, answer))
    room.remember(session, deed.id, answer)
    socket.letter(answer)
    room.reseated()
    room.go_on()


async def say(room: Room, socket: Socket, deed: Say) -> None:
    """Talk. Lines are kept before they are shown, like everything else."""
    session = socket.session
    assert session is not None
    if known := await known_answer(room, session, deed.id):
        socket.letter(known)
        return
    if socket.seat == SPECTATOR:
        raise Refused("not_seated")
    words = clean(deed.text, CHAT_LENGTH)
    if not words:
        raise Refused("not_said")
    room.house.limits.check("talk of a session", session)
    line = Line(room.house.wall(), room.seating.chairs[socket.seat].name, words)
    answer = ack(deed.id)
    try:
        await room.house.store.say(room.id, Kept(line.at, line.name, line.text), Receipt(session, deed.id, answer))
    except StoreError as why:
        if known := await known_answer(room, session, deed.id):  # the same command, from another tab
            socket.letter(known)
            return
        raise Refused("try_again") from why
    room.remember(session, deed.id, answer)
    socket.letter(answer)
    message = text(Chat([line]))
    for other in room.audience:
        other.letter(message)

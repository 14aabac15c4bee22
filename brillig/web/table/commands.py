"""Commands: what people and bots do at a table that has begun or is about to.

The seat comes from the session of the socket, never from the message. A command is done at most once: its answer is kept
under the session and the id that the client gave it, in the same transaction as what it did.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from brillig.core import SPECTATOR, BrilligError, IllegalChoice, RuleFault
from brillig.web import trouble
from brillig.web.logs import log
from brillig.web.outage import loudness
from brillig.web.protocol import (
    CHAT_LENGTH,
    Chat,
    ChatLine,
    Choose,
    Decline,
    Leave,
    Propose,
    Ready,
    Resign,
    Return,
    Say,
    Undo,
    ack,
    text,
)
from brillig.web.refusals import Refused
from brillig.web.sanitise import clean
from brillig.web.store import Receipt, StoreError
from brillig.web.store import SaidLine as Kept
from brillig.web.table.seating import RESIGNED, STAND_IN
from brillig.web.table.surroundings import Viewer

if TYPE_CHECKING:
    from brillig.web.table.live_match import LiveMatch
    from brillig.web.table.room import Room
    from brillig.web.table.seating import Seating

TableCommand = Choose | Undo | Say | Leave | Return | Resign | Propose | Decline | Ready


async def carry_out(room: Room, socket: Viewer, command: TableCommand) -> None:
    """Do it, or answer why not."""
    try:
        if socket.session is None:
            raise Refused("not_seated")
        if room.host.closing:
            raise Refused("closing")
        if isinstance(command, Say):
            await say(room, socket, command)
            return
        await room.lock.acquire()  # (`async with` would be two coroutines more for every choice)
        try:
            await room.fresh()
            if isinstance(command, (Choose, Undo)):
                room.host.commands += 1
                try:
                    await decide(room, socket, command)
                finally:
                    room.host.commands -= 1
            elif isinstance(command, (Resign, Propose, Decline)):
                await agree(room, socket, command)
            elif isinstance(command, Ready):
                await be_ready(room, socket, command)
            else:
                await leave_or_return(room, socket, command)
        finally:
            room.lock.release()
    except Refused as why:
        room.host.metrics.refused[why.code] += 1
        socket.letter(ack(command.id, why.code, why.sentence))
    except Exception:  # a slip in a game's rules, or in ours: this table starts over from its log, the others play on
        log.exception("mishap at a table", extra={"table": room.id})
        room.loaded = False
        socket.letter(ack(command.id, "mishap", Refused("mishap").sentence))


async def decide(room: Room, socket: Viewer, command: Choose | Undo) -> None:
    """A choice, or a choice taken back. With the room's lock."""
    seat, session = socket.seat, socket.session
    assert session is not None
    if known := room.receipts.get((session, command.id)):
        socket.letter(known)
        return
    live, timing = room.live, room.timing
    if seat == SPECTATOR:
        raise Refused("not_seated")
    if live is None or timing is None:
        raise Refused("not_started")
    if room.holds:
        raise Refused("not_ready")
    at = timing.moment(seat, socket.lag.best)
    happened = False
    try:
        happened = timing.timed and live.advance(at)
        check(room, live, seat, command)
        if isinstance(command, Choose):
            live.choose_all(seat, (command.code, *command.then), at)
        else:
            live.undo(seat, at, room.sitting.besides[seat])
    except RuleFault as why:  # whatever else that has spoilt, the table starts over from its log
        there = {"table": room.id, "lines": live.kept, "seat": seat, "code": getattr(command, "code", "undo")}
        log.error("a rule broke down", extra={**there, "why": why.sentence})
        room.loaded = False
        raise Refused("illegal", trouble.refused(room.game, why)) from why
    except BrilligError as why:
        if isinstance(why, IllegalChoice) and isinstance(command, Choose) and live.miss(seat, command.code, at):
            await done(room, socket, command, ack(command.id, "illegal", str(why)))
            return
        if happened:  # what the table did by itself stands
            await room.commit(None)
            await room.push()
            room.go_on()
        if not isinstance(why, Refused):
            raise Refused("illegal", str(why)) from why
        # What is too late now may have been done in time, and its answer lost.
        if kept := await known_answer(room, session, command.id):
            socket.letter(kept)
            return
        raise
    await done(room, socket, command, ack(command.id, ply=live.views[seat].ply))


async def done(room: Room, socket: Viewer, command: Choose | Undo, answer: bytes) -> None:
    """Make what has happened safe together with its answer; then give the answer, and show what has happened."""
    session = socket.session
    assert session is not None
    seating = room.seating.played_on(socket.seat) if room.sitting.proposals else None
    # A command known before keeps its answer.
    answer = await room.commit(Receipt(session, command.id, answer), seating) or answer
    room.host.metrics.moves += 1
    room.remember(session, command.id, answer)
    socket.letter(answer, soon=not room.game.hidden)  # together with the view, unless that takes a while
    await room.push()
    socket.post()
    room.go_on()


def check(room: Room, live: LiveMatch, seat: int, command: Choose | Undo) -> None:
    """Does it answer what this seat is asked now?

    What others did since the view that it answers does not matter as long as this seat's own decision is the same:
    all may choose at once, and nobody need see who was first. (The rules still judge the choice as things are now.)
    """
    view = live.views[seat]
    if live.match.finished:
        raise Refused("over")
    earliest = view.opened if isinstance(command, Choose) else view.ply
    if not earliest <= command.ply <= view.ply:
        raise Refused("stale")
    if room.seating.chairs[seat].bot:
        raise Refused("away")


async def known_answer(room: Room, sender: bytes, command: str) -> bytes | None:
    """The answer that the same command got before, if it did."""
    if known := room.receipts.get((sender, command)):
        return known
    try:
        return await room.host.store.receipt(room.id, sender, command)
    except StoreError as why:
        room.host.outage.failed("an answer could not be looked up", why, room.id)
        raise Refused("try_again") from why


async def bot_chooses(room: Room, seat: int, opened: int, code: int) -> None:
    """A bot has made up its mind. If the table has moved on meanwhile, it thinks again."""
    async with room.lock:
        try:
            await room.fresh()
            live, timing = room.live, room.timing
            if live is None or timing is None or room.host.closing:
                return
            at = timing.now()
            live.advance(at)
            view = live.views[seat]
            if room.seating.chairs[seat].bot and view.opened == opened and seat in view.waits:
                try:
                    live.choose(seat, code, at)
                    room.host.metrics.bot_moves += 1
                except IllegalChoice as why:  # where time runs, somebody else was quicker: it looks again
                    log.info("a bot was too late", extra={"table": room.id, "why": why})
            if live.unkept():
                await room.commit(None)
                await room.push()
        except Refused as why:  # the store failed; the room tries again by itself
            log.log(loudness(why), "a bot cannot choose", extra={"table": room.id, "why": why})
            return
        except Exception as why:
            await stand_still(room, why)
            return
        room.go_on()


async def stand_still(room: Room, why: Exception) -> None:
    """Something broke down that no person chose. Whoever looks is told, and it is not tried again until something else is
    done. With the room's lock."""
    live = room.live
    if live is None:
        room.loaded = False
        return
    at = {"table": room.id, "lines": live.kept, "why": getattr(why, "sentence", str(why))}
    log.error("a table cannot go on", extra=at, exc_info=None if isinstance(why, RuleFault) else why)
    if live.unkept():  # half done: the log knows how it was
        room.loaded = False
        try:
            await room.fresh()
        except Refused as refused:
            log.warning("a table cannot go on", extra={"table": room.id, "why": refused})
            return
        live = room.live or live
    live.upset(trouble.stands(room.game, why))
    room.go_on()  # which is: stop, before anybody has begun to think again
    await room.push()


async def leave_or_return(room: Room, socket: Viewer, command: Leave | Return) -> None:
    """Get up or come back. With the room's lock."""
    session, seating = socket.session, room.seating.copy()
    assert session is not None
    if known := await known_answer(room, session, command.id):
        socket.letter(known)
        return
    if socket.seat == SPECTATOR:
        raise Refused("not_seated")
    if room.live is not None and room.live.match.finished:
        raise Refused("over")
    for mine in seating.seats_of(session):
        if seating.chairs[mine].resigned:
            raise Refused("resigned")
        if room.live is not None:
            seating.chairs[mine].bot = STAND_IN if isinstance(command, Leave) else ""
        elif isinstance(command, Leave):
            seating.rise(mine)
    answer = ack(command.id)
    await room.rewrite(seating, Receipt(session, command.id, answer))
    room.remember(session, command.id, answer)
    socket.letter(answer)
    room.reseated()
    room.go_on()


async def agree(room: Room, socket: Viewer, command: Resign | Propose | Decline) -> None:
    """Resign, propose something or say no to it. What is decided is a line of the log. With the room's lock."""
    session, seating, live, timing = socket.session, room.seating.copy(), room.live, room.timing
    assert session is not None
    if known := await known_answer(room, session, command.id):
        socket.letter(known)
        return
    if socket.seat == SPECTATOR:
        raise Refused("not_seated")
    if live is None or timing is None:
        raise Refused("not_started")
    if live.match.finished:
        raise Refused("over")
    chair, at = seating.chairs[socket.seat], timing.now()
    if chair.resigned:
        raise Refused("resigned")
    if isinstance(command, Resign):
        if seating.asker == socket.seat:
            seating.declined()
        live.resign(socket.seat, at)
        chair.resigned, chair.bot = True, chair.bot if live.match.finished else RESIGNED
    elif isinstance(command, Decline):
        seating.declined()
    else:
        if command.what == "draw":
            check_draw(room)
        seating.propose(seating.seats_of(session), command.what, socket.seat)
        if command.what == "takeback":
            await check_takeback(room, live, seating.asker, at)
    if (agreed := seating.agreed) and not live.match.finished:
        if agreed == "takeback":
            live.undo(seating.asker, at, others(seating, seating.asker))
            seating.declined()
        else:
            live.stop(agreed, at)
    answer = ack(command.id)
    answer = await room.commit(Receipt(session, command.id, answer), seating) or answer
    room.remember(session, command.id, answer)
    socket.letter(answer)
    room.reseated()
    await room.push()
    room.go_on()


def check_draw(room: Room) -> None:
    """Is there something to draw, and somebody to agree?"""
    if len(room.seating.chairs) == 1 or room.game.together:
        raise Refused("no_draw", "Nobody plays against anybody here, so there is no draw.")
    if any(chair.bot for chair in room.seating.chairs if not chair.resigned) and not (room.live and room.live.stuck):
        raise Refused("no_draw")


async def check_takeback(room: Room, live: LiveMatch, asker: int, at: int) -> None:
    """Can the last choice of that seat be taken back, with all that came after it? Not once anybody has learned from it."""
    ask = partial(live.match.can_undo, asker, at, others(room.seating, asker))
    reason = await room.host.aside(ask) if room.game.hidden else ask()
    if reason:
        raise Refused("no_takeback", reason)


def others(seating: Seating, seat: int) -> list[int]:
    return [other for other in range(len(seating.chairs)) if other != seat]


async def be_ready(room: Room, socket: Viewer, command: Ready) -> None:
    """Somebody has their fingers on the table, and has so still when the server was away. With the room's lock."""
    if socket.seat == SPECTATOR or socket.session is None:
        raise Refused("not_seated")
    seating = room.seating.copy()
    for seat in seating.seats_of(socket.session):
        seating.chairs[seat].ready = True
    if seating != room.seating:
        await room.rewrite(seating)
    socket.letter(ack(command.id))
    room.reseated()
    room.go_on()


async def say(room: Room, socket: Viewer, command: Say) -> None:
    """Talk. Lines are kept before they are shown, like everything else."""
    session = socket.session
    assert session is not None
    if known := await known_answer(room, session, command.id):
        socket.letter(known)
        return
    if socket.seat == SPECTATOR:
        raise Refused("not_seated")
    words = clean(command.text, CHAT_LENGTH)
    if not words:
        raise Refused("not_said")
    room.host.limits.check("talk of a session", session)
    line = ChatLine(room.host.wall(), room.seating.chairs[socket.seat].name, words)
    answer = ack(command.id)
    try:
        kept, receipt = Kept(line.at, line.name, line.text), Receipt(session, command.id, answer)
        await room.host.store.say(room.id, kept, receipt, fence=room.fence)
    except StoreError as why:
        room.unless_lost(why)
        if known := await known_answer(room, session, command.id):  # the same command, from another tab
            socket.letter(known)
            return
        room.host.outage.failed("a line of talk could not be saved", why, room.id)
        raise Refused("try_again") from why
    room.remember(session, command.id, answer)
    socket.letter(answer)
    message = text(Chat([line]))
    for other in room.audience:
        other.letter(message)

"""A table's page, which the client fills; its waiting room, with one link for all who shall come; and the door that it opens."""

from __future__ import annotations

import msgspec
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from brillig import bots
from brillig.core import Game
from brillig.web.host import addresses
from brillig.web.http.guard import address
from brillig.web.nodes import pipes
from brillig.web.pages.lobby import nonce
from brillig.web.pages.page import PageFrame, form, see
from brillig.web.protocol import Chat, ChatLine, text
from brillig.web.refusals import Refused
from brillig.web.store import Conflict, Document, Session
from brillig.web.store import SaidLine as Kept
from brillig.web.table.joining import expired, join
from brillig.web.table.seating import BOT, ME, OPEN, Chair, Seating, decoder, door, rematch_id
from brillig.web.table.seating import invitation as seat_invitation


class FreeSeats(Struct, frozen=True):
    """What a table that waits for players has to show to those who may invite."""

    table: str
    link: str
    qr: Markup
    names: list[str]  # "" is a free seat
    free: list[int]
    listed: bool


class Tables:
    def __init__(self, frame: PageFrame) -> None:
        self.frame, self.host = frame, frame.host

    def routes(self) -> list[Route]:
        page = self.frame.page
        return [
            Route("/tables/{id}", page(self.show)),
            Route("/tables/{id}/waiting", page(self.waiting)),
            Route("/tables/{id}/bots", page(self.call_bot), methods=["POST"]),
            Route("/tables/{id}/rematch", page(self.rematch), methods=["POST"]),
            Route("/join/{id}", page(self.door), methods=["GET"]),
            Route("/join/{id}", page(self.sit), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        table, laid, game = await self.frame.table(request.path_params["id"])
        session = await self.frame.session(request)
        seat = laid.seat_of(session.id if session else None)
        can_sit = seat is None and table.status == "open" and table.listed and not laid.full
        return await self.frame.show(
            request, "table.html", table=table.id, over=table.status == "over", game=game, seat=seat, can_sit=can_sit,
            shared=seat is not None and laid.shared, levels=bots.LEVELS,
            waiting=invitation(self.frame, request, table, laid, session),
        )  # fmt: skip

    async def waiting(self, request: Request) -> Response:
        """The same once more, for a page that is open while somebody sits down. Empty when there is nothing to wait for."""
        table, laid, _ = await self.frame.table(request.path_params["id"])
        shown = invitation(self.frame, request, table, laid, await self.frame.session(request))
        return HTMLResponse(self.frame.templates.get_template("waiting.html").render(waiting=shown, levels=bots.LEVELS))

    async def call_bot(self, request: Request) -> Response:
        given, id = await form(request), request.path_params["id"]
        session, seat = await self.frame.session(request), given.get("seat", "")
        if session is None:
            raise Refused("not_seated")
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
            raise Refused("bad_message", "Say which seat the bot shall have.")
        await self.host.call_bot(id, session, int(seat), given.get("bot", "")[:32], address(request.scope))
        return see(f"/tables/{id}")

    async def door(self, request: Request) -> Response:
        """Where an invitation leads. Its secret stands in the fragment, which only the browser knows."""
        table, laid, game = await self.frame.table(request.path_params["id"])
        session = await self.frame.session(request)
        if laid.seat_of(session.id if session else None) is not None:
            return see(f"/tables/{table.id}")
        if table.status != "open":
            raise Refused("over" if table.status == "over" else "full")
        return await self._door(request, table, laid, game)

    async def sit(self, request: Request) -> Response:
        given = await form(request)
        id, invite = request.path_params["id"], given.get("invite", "")[:64]
        try:
            session, headers = await self.frame.known(request, given.get("nickname", ""))
            self.frame.limit("join", request, session)
            await join(self.host.room(id), session, nonce(self.host.random), invite or None)
        except Refused as why:
            if why.code == "bad_name":
                return await self._door(request, *await self.frame.table(request.path_params["id"]), why)
            raise
        return see(f"/tables/{id}", headers)

    async def rematch(self, request: Request) -> Response:
        """The same once more. Whoever asks first lays the table; the others find their seats kept at it."""
        table, laid, _ = await self.frame.table(request.path_params["id"])
        session = await self.frame.session(request)
        seat = laid.seat_of(session.id if session else None)
        if session is None or seat is None:
            raise Refused("not_seated")
        if table.status != "over":
            raise Refused("not_over")
        self.frame.limit("table", request, session)
        again = await self._again(request, table, laid, session, seat)
        if seat in (met := decoder.decode(again.body)).free:
            await self._sit_again(request, again.id, session, seat_invitation(again.secret, seat))
        elif met.seat_of(session.id) is None:
            raise Refused("seat_taken")
        return see(f"/tables/{again.id}")

    async def _again(self, request: Request, table: Document, laid: Seating, session: Session, seat: int) -> Document:
        """The table of the rematch: laid by whoever comes first, at whatever server; its id follows from the old one's."""
        store, id = self.host.store, rematch_id(table.secret, laid)
        while found := await store.table(id):
            if not expired(found, self.host):
                return found
            id = rematch_id(found.secret, decoder.decode(found.body))  # nobody came to that one
        seats = [ME if k == seat else wish(chair) for k, chair in enumerate(laid.chairs)]
        try:
            again, invites = await self.host.lay(
                session, laid.game, laid.options, seats, laid.clock, False, nonce(self.host.random),
                address(request.scope), id,
            )  # fmt: skip
        except Conflict:  # somebody else was quicker
            return await self._again(request, table, laid, session, seat)
        if invites:
            await self._call(table.id, session)
        return again

    async def _sit_again(self, request: Request, id: str, session: Session, invite: str) -> None:
        """Take the seat that is kept, which may be at a table of another node."""
        company = self.host.company
        peer = await company.where(id) if company else None
        if not company or not peer:
            await join(self.host.room(id), session, nonce(self.host.random), invite)
            return
        kept = [pair for pair in request.headers.raw if pair[0] != b"content-type"]
        headers, body = [*kept, (b"content-type", b"application/json")], msgspec.json.encode({"invite": invite})
        try:
            target, mark = f"/api/tables/{id}/join".encode(), peer.pass_to(1, address(request.scope))
            reply = await pipes.ask(peer, company.ties, "POST", target, headers, body, mark)
        except (OSError, TimeoutError) as why:
            raise Refused("try_again") from why
        if reply.status >= 300:
            raise Refused("try_again")

    async def _call(self, id: str, session: Session) -> None:
        """Tell those who still sit at the old table."""
        line = ChatLine(
            self.host.wall(), session.nickname, "A rematch? My table is laid: press Rematch, and you sit at it."
        )
        await self.host.store.say(id, Kept(line.at, line.name, line.text))
        room = self.host.rooms.get(id)
        for socket in room.audience if room else ():
            socket.letter(text(Chat([line])))

    async def _door(
        self, request: Request, table: Document, laid: Seating, game: Game, why: Refused | None = None
    ) -> Response:
        names = [chair.name if chair.kind != "open" else "" for chair in laid.chairs]
        return await self.frame.show(
            request, "join.html", why.status if why else 200, table=table.id, listed=table.listed, game=game,
            names=names, laid=laid, why=str(why) if why else "",
        )  # fmt: skip


def wish(chair: Chair) -> str:
    """Who shall sit in the same seat again: a bot, or the bot that played on for somebody; else the same person."""
    return BOT + chair.bot if chair.bot else OPEN


def invitation(
    frame: PageFrame, request: Request, table: Document, laid: Seating, session: Session | None
) -> FreeSeats | None:
    """What there is to invite with, for those who may."""
    if table.status != "open" or laid.full or not laid.may_invite(session.id if session else None):
        return None
    config = frame.host.config
    asked = f"{request.url.scheme}://{request.url.netloc}"
    origin = addresses.invitable(asked, config.host, config.public_url)
    link = f"{origin}/join/{table.id}#{door(table.secret)}"
    return FreeSeats(table.id, link, Markup(addresses.qr_svg(link)), laid.names, laid.free, table.listed)

"""The waiting room: what those at a table see while seats are free. One link for all who shall come, and bots instead."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from brillig import bots
from brillig.web.host import addresses
from brillig.web.http.guard import address
from brillig.web.pages.page import PageFrame, form, see
from brillig.web.refusals import Refused
from brillig.web.store import Document, Session
from brillig.web.table.seating import Seating, door


class FreeSeats(Struct, frozen=True):
    """What a table that waits for players has to show to those who may invite."""

    table: str
    link: str
    qr: Markup
    names: list[str]  # "" is a free seat
    free: list[int]
    listed: bool


class WaitingRoom:
    def __init__(self, frame: PageFrame) -> None:
        self.frame, self.host = frame, frame.host

    def routes(self) -> list[Route]:
        page = self.frame.page
        return [
            Route("/tables/{id}/waiting", page(self.again)),
            Route("/tables/{id}/bots", page(self.call_bot), methods=["POST"]),
        ]

    async def again(self, request: Request) -> Response:
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

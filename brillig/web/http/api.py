"""The API over HTTP: laying tables, sitting down, looking round. What happens at a table goes over its socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import msgspec
from msgspec import DecodeError, Struct, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from brillig import catalogue
from brillig.core import BrilligError
from brillig.match import fairness
from brillig.web import identity
from brillig.web.host.host import Host
from brillig.web.http import openapi
from brillig.web.http.forms import (
    BotForm,
    GameSheet,
    Invitation,
    JoinForm,
    LobbySheet,
    NewTable,
    NicknameForm,
    PastFrame,
    PastFrames,
    Seated,
    SeatSheet,
    TableForm,
    TableSheet,
    Who,
    game_sheet,
)
from brillig.web.http.guard import address
from brillig.web.http.replies import JSON, refusal, reply
from brillig.web.logs import log
from brillig.web.protocol import MESSAGE_BYTES
from brillig.web.refusals import Refused
from brillig.web.sanitise import nickname
from brillig.web.store import Damaged, Document, Session, StoreError
from brillig.web.table import seating
from brillig.web.table.joining import join

MOST_LISTED = 50
MOST_PAST = 20  # views in one answer
UNHEARD = "The database has not heard from this server lately: it serves again by itself as soon as it has."
UNUSABLE = "The database cannot be used at present: the log says why."

F = TypeVar("F", bound=Struct)
Endpoint = Callable[[Request], Awaitable[Response]]


class Api:
    """The endpoints. Each is described by a line in openapi.OPERATIONS."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._games: asyncio.Future[bytes] | None = None
        self.description = openapi.describe()

    # ---- who ---------------------------------------------------------------------------------------------------

    async def get_session(self, request: Request) -> Response:
        session = await self.host.identities.find(request.headers)
        if session is None:
            raise Refused("no_session")
        return reply(Who(session.nickname))

    async def post_session(self, request: Request) -> Response:
        form = await read(request, NicknameForm)
        name = nickname(form.nickname)
        session = await self.host.identities.find(request.headers)
        if session:
            self.host.limits.check("join of a session", session.id)
            await self.host.identities.rename(session, name)
            return reply(Who(name))
        _, cookie = await self._introduce(request, name)
        return reply(Who(name), headers=cookie)

    async def _introduce(self, request: Request, name: str) -> tuple[Session, dict[str, str]]:
        """A new session, and the header that gives the browser its cookie."""
        self.host.limits.check("session of an address", address(request.scope))
        session, value = await self.host.identities.create(name)
        return session, {"set-cookie": identity.set_cookie(value, self.host.config.secure)}

    async def _somebody(self, request: Request) -> tuple[Session, dict[str, str]]:
        """The session of a request; somebody without a name is a guest."""
        session = await self.host.identities.find(request.headers)
        return (session, {}) if session else await self._introduce(request, identity.GUEST)

    # ---- tables ------------------------------------------------------------------------------------------------

    async def post_table(self, request: Request) -> Response:
        form = await read(request, TableForm)
        host = self.host
        host.limits.check("table of an address", address(request.scope))
        session, cookie = await self._somebody(request)
        host.limits.check("table of a session", session.id)
        options = {name: int(v) if isinstance(v, float) and v.is_integer() else v for name, v in form.options.items()}
        document, invites = await host.lay(
            session, form.game, options, form.seats, form.clock, form.listed, self._nonce(form.nonce),
            address(request.scope),
        )  # fmt: skip
        mine = form.seats.index(seating.ME) if seating.ME in form.seats else None
        listed = [Invitation(seat, secret) for seat, secret in invites.items()]
        link = seating.door(document.secret) if listed else None
        sheet = NewTable(document.id, link, listed, mine, fairness.commitment(document.secret))
        return reply(sheet, 201, {**cookie, "location": f"/api/tables/{document.id}"})

    async def post_join(self, request: Request) -> Response:
        form = await read(request, JoinForm)
        id, limits = request.path_params["id"], self.host.limits
        limits.check("join of an address", address(request.scope))
        session, cookie = await self._somebody(request)
        limits.check("join of a session", session.id)
        seat = await join(self.host.room(id), session, self._nonce(form.nonce), form.invite)
        return reply(Seated(id, seat), headers=cookie)

    async def post_bot(self, request: Request) -> Response:
        form = await read(request, BotForm)
        session = await self.host.identities.find(request.headers)
        if session is None:
            raise Refused("no_session")
        await self.host.call_bot(request.path_params["id"], session, int(form.seat), form.bot, address(request.scope))
        return reply(self._sheet(await self._document(request), session))

    def _nonce(self, given: str | None) -> str:
        return self.host.random(fairness.NONCE_BYTES).hex() if given is None else given

    async def get_table(self, request: Request) -> Response:
        await self.host.look_round()
        session = await self.host.identities.find(request.headers)
        return reply(self._sheet(await self._document(request), session))

    async def get_tables(self, request: Request) -> Response:
        session = await self.host.identities.find(request.headers)
        lists = self.host.lists
        await self.host.look_round()
        free, busy = await lists.listed("open", MOST_LISTED), await lists.listed("playing", MOST_LISTED)
        own = await lists.own(session) if session else []
        return reply(LobbySheet(*(self._sheets(tables, session) for tables in (free, busy, own))))

    async def get_past(self, request: Request) -> Response:
        """Playing a match again is work, so few of these are done for one visitor."""
        session = await self.host.identities.find(request.headers)
        self.host.limits.check("past of an address", address(request.scope))
        given = request.query_params.get("first", "0")
        if not (given.isascii() and given.isdigit() and len(given) < 9):
            raise Refused("bad_message", "first is a whole number from 0.")
        plies = range(int(given), int(given) + MOST_PAST)
        found = await self.host.room(request.path_params["id"]).past(session.id if session else None, plies)
        return reply(PastFrames([PastFrame(ply, screen) for ply, screen in sorted(found.items())]))

    async def get_replay(self, request: Request) -> Response:
        document = await self._document(request)
        if document.status != "over":
            raise Refused("not_over")
        lines = await self.host.store.lines(document.id)
        return Response(b"".join(line + b"\n" for line in lines), media_type="application/jsonl")

    async def _document(self, request: Request) -> Document:
        document = await self.host.store.table(request.path_params["id"])
        if document is None:
            raise Refused("no_table")
        return document

    def _sheets(self, documents: Iterable[Document], session: Session | None) -> list[TableSheet]:
        """What can be said about these tables. One that cannot be read does not hide the others."""
        sheets = []
        for document in documents:
            try:
                sheets.append(self._sheet(document, session))
            except (BrilligError, DecodeError) as why:
                self.host.damaged(document.id, str(why))
        return sheets

    def _sheet(self, document: Document, session: Session | None) -> TableSheet:
        body = seating.decoder.decode(document.body)
        game, here = self.host.game(body.game), self.host.seats_here(document.id)
        places = [
            SeatSheet(chair.kind, chair.name, chair.kind == "bot" or seat in here, chair.away)
            for seat, chair in enumerate(body.chairs)
        ]
        return TableSheet(
            document.id, game.slug, game.title, body.options, body.clock, document.status, document.listed,
            document.created, document.changed, fairness.commitment(document.secret), places,
            body.seat_of(session.id if session else None),
        )  # fmt: skip

    # ---- the rest ----------------------------------------------------------------------------------------------

    async def get_games(self, request: Request) -> Response:
        if self._games is None:  # made once, also when many ask at the same time
            self._games = asyncio.ensure_future(self.host.aside(lambda: msgspec.json.encode(all_games())))
        return Response(await asyncio.shield(self._games), media_type=JSON)

    async def get_openapi(self, request: Request) -> Response:
        return Response(self.description, media_type="application/json")

    async def healthz(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(self, request: Request) -> Response:
        """A node knows by its lease, which the database writes anew all the time: so it answers at once, whatever that does."""
        if self.host.closing:
            raise Refused("closing")
        if self.host.lapsed:
            raise Refused("try_again", UNHEARD)
        if not self.host.company:
            try:
                await self.host.store.ping()
            except StoreError as why:
                self.host.outage.failed("not ready", why)
                raise Refused("try_again", UNUSABLE) from why
        return PlainTextResponse("ready\n")

    async def metrics(self, request: Request) -> Response:
        host = self.host
        matches = sum(room.live is not None and not room.live.match.finished for room in host.rooms.values())
        doors = host.doors
        shown = host.metrics.render(
            connections=len(doors.owner), connections_most=doors.most,
            connections_of_one=max(doors.held.values(), default=0), sockets=len(host.sockets), rooms=len(host.rooms),
            asleep=len(host.asleep), thoughts=len(host.thinking.waiting), matches=matches,
        )  # fmt: skip
        return PlainTextResponse(shown, media_type="text/plain; version=0.0.4; charset=utf-8")


def all_games() -> list[GameSheet]:
    """The catalogue. A game that cannot be loaded does not hide the others."""
    found = []
    for slug in catalogue.slugs():
        try:
            found.append(game_sheet(catalogue.load(slug)))
        except Exception:  # it is somebody else's code that runs here
            log.exception("a game cannot be loaded", extra={"game": slug})
    return sorted(found, key=lambda game: game.title)


async def read(request: Request, form: type[F]) -> F:
    """The body of a request."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("not_json")
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MESSAGE_BYTES:
                raise Refused("too_long")
    except ClientDisconnect:
        raise Refused("bad_json") from None
    try:
        return msgspec.json.decode(body, type=form)
    except ValidationError as why:
        raise Refused("bad_message", f"That does not fit: {str(why)[:200]}.") from why
    except (DecodeError, UnicodeError, RecursionError) as why:
        raise Refused("bad_json") from why


def endpoint(host: Host, work: Endpoint) -> Endpoint:
    """The same endpoint, whose refusals are answers."""

    async def answer(request: Request) -> Response:
        try:
            if request.method == "GET" and request.url.path.startswith("/api/"):
                host.limits.check("read of an address", address(request.scope))
            return await work(request)
        except Refused as why:
            host.metrics.refused[why.code] += 1
            return refusal(why)
        except Damaged as why:
            return refusal(Refused("damaged", str(why)))
        except StoreError as why:
            host.outage.failed("a request could not be answered", why)
            return refusal(Refused("try_again"))
        except Exception:
            log.exception("mishap in a request", extra={"path": request.url.path})
            return refusal(Refused("mishap"))

    return answer

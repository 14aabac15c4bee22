"""Page: what every page has around it, who is looking at it, and how forms are read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

import brillig
from brillig.core import BrilligError, Game
from brillig.paper.contents import box_id
from brillig.parts.puzzles import book
from brillig.positions.lessons import has_lessons
from brillig.web import sanitise
from brillig.web.http.guard import Headers, address
from brillig.web.identity import GUEST, set_cookie
from brillig.web.logs import log
from brillig.web.pages import game_list
from brillig.web.protocol import MESSAGE_BYTES
from brillig.web.refusals import Refused
from brillig.web.store import Document, Session, StoreError
from brillig.web.table import seating
from brillig.web.table.seating import Seating

if TYPE_CHECKING:
    from brillig.web.host.host import Host

TEMPLATES = Path(__file__).parent.parent / "templates"
Page = Callable[[Request], Awaitable[Response]]
Form = dict[str, str]
# For large pages with nothing in them that others must not know: how well a secret is compressed tells of it.
COMPRESSED = [Middleware(GZipMiddleware, compresslevel=6)]
MOST_OFFERS = 1024  # games to choose that are remembered, as they look with each level of bots

# What somebody can do about it, where a refusal's own sentence does not say so.
ADVICE = {
    "no_table": "The link is wrong, or it is of another server. Ask for a new link, or choose a game.",
    "no_page": "The address is wrong. Everything there is can be reached from the games.",
    "full": "You can watch, or make a table of your own.",
    "used_invitation": "This link was for one person. Ask for another link, or watch.",
    "bad_invitation": "Ask for a new link, and open it whole: the part after # belongs to it.",
    "expired": "Make a new table: it takes a moment.",
    "over": "Its replay is there to watch.",
    "not_over": "Watch it at the table; the replay is there when it is over.",
    "damaged": "The other tables are not touched by this.",
    "cross_site": "Open the page of this server and try again there.",
    "unknown_game": "Choose one of the games.",
}


@cache
def templates() -> Environment:
    """What pages are made from, once for the process: to compile them all takes a while."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # else every page asks the disk after every template it is made from
    )

    @lru_cache(maxsize=MOST_OFFERS)
    def offer(game: Game, hidden: bool = False, level: str = "") -> Markup:
        """A game to choose. It looks the same for everybody, and thirty of them are nearly all that the lobby costs."""
        card = made.get_template("parts.html").module.offer  # type: ignore[attr-defined]
        return Markup(card(game, game_list.marks(game), hidden, level))

    made.globals |= {
        "version": brillig.__version__, "box_id": box_id, "count": count, "players": game_list.players,
        "has_lessons": has_lessons, "offer": offer,
    }  # fmt: skip
    return made


class PageFrame:
    """Templates, and the host behind them."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._preparing: asyncio.Future[None] | None = None
        self.templates = templates()

    @cached_property
    def games(self) -> list[Game]:
        return game_list.games()

    async def prepare(self) -> None:
        """Load the games and puzzles and compile the templates, which takes a while, aside: whoever plays does not feel it."""
        if self._preparing is None:
            self._preparing = asyncio.ensure_future(self.host.aside(self._prepare))
        await asyncio.shield(self._preparing)

    def _prepare(self) -> None:
        _ = self.games
        for name in self.templates.list_templates():
            self.templates.get_template(name)
        offer: Any = self.templates.globals["offer"]
        for game in self.games:
            offer(game, False, game_list.Filters().level)
        book.ours()
        book.book()
        import_module("anyio._backends._asyncio")  # which the first file that is asked for would wait for

    def game(self, slug: str) -> Game:
        """A game to show. (Asking the host for it would have it compiled.)"""
        for game in self.games:
            if game.slug == slug:
                return game
        raise Refused("unknown_game")

    async def table(self, id: str) -> tuple[Document, Seating, Game]:
        """A table, who sits there, and what is played."""
        found = await self.host.store.table(id)
        if found is None:
            raise Refused("no_table")
        laid = seating.decoder.decode(found.body)
        return found, laid, self.game(laid.game)

    async def show(self, request: Request, template: str, status: int = 200, **parts: Any) -> HTMLResponse:
        session = await self.session(request)
        body = self.templates.get_template(template).render(
            path=request.url.path, here=_here(request), nickname=session.nickname if session else "", **parts
        )
        return HTMLResponse(body, status, {"referrer-policy": "same-origin"})

    def page(self, make: Page) -> Page:
        """A page that says in a sentence what cannot be done."""

        async def made(request: Request) -> Response:
            try:
                self.host.limits.check("read of an address", address(request.scope))
                await self.prepare()
                return await make(request)
            except Refused as why:
                return await self.refusal(request, why)
            except StoreError as why:
                self.host.outage.failed("a page could not be made", why)
                return await self.refusal(request, Refused("try_again"))
            except BrilligError as why:
                return await self.refusal(request, Refused("bad_table", str(why)))
            except Exception:  # a slip of ours; whoever is here shall not see an empty page for it
                log.exception("a page failed", extra={"path": request.url.path})
                return await self.refusal(request, Refused("mishap"))

        return made

    async def refusal(self, request: Request, why: Refused, **parts: Any) -> Response:
        table = request.path_params.get("id", "")
        more = {"why": why, "advice": ADVICE.get(why.code, ""), "table": table, **parts}
        return await self.show(request, "refusal.html", why.status, **more)

    # ---- who is there ----------------------------------------------------------------------------------------------

    async def session(self, request: Request) -> Session | None:
        if not hasattr(request.state, "session"):
            try:
                request.state.session = await self.host.identities.find(Headers(request.scope))
            except StoreError:  # then nobody is known, and the page says so much as it can
                request.state.session = None
        found: Session | None = request.state.session
        return found

    async def known(self, request: Request, name: str = "") -> tuple[Session, dict[str, str]]:
        """The session that asks, under the name it gives itself, and the headers that make it known next time."""
        host, session = self.host, await self.session(request)
        given = sanitise.nickname(name) if name.strip() else ""
        if session is not None:
            if given and given != session.nickname:
                session = request.state.session = await host.identities.rename(session, given)
            return session, {}
        host.limits.check("session of an address", address(request.scope))
        session, cookie = await host.identities.create(given or GUEST)
        request.state.session = session
        return session, {"set-cookie": set_cookie(cookie, host.config.secure)}

    def limit(self, what: str, request: Request, session: Session) -> None:
        self.host.limits.check(f"{what} of a session", session.id)
        self.host.limits.check(f"{what} of an address", address(request.scope))


async def form(request: Request) -> Form:
    """The fields of a form, each once."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MESSAGE_BYTES:
            raise Refused("too_long")
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=200))
    except ValueError:
        raise Refused("bad_message") from None


def see(where: str, headers: dict[str, str] | None = None) -> RedirectResponse:
    """Go there next."""
    return RedirectResponse(where, 303, headers)


def count(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' * (n != 1)}"


def _here(request: Request) -> str:
    """The page somebody is on, to come back to it."""
    query = urlencode(request.query_params.multi_items())
    return request.url.path + (f"?{query}" if query else "")

"""My games: what somebody plays and has played, what that comes to, and how to take all of it to another browser."""

from __future__ import annotations

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.core import Game
from brillig.web.host import addresses
from brillig.web.host.host import LONGEST_ID
from brillig.web.http.api import endpoint
from brillig.web.http.forms import Noted
from brillig.web.http.guard import Headers, address
from brillig.web.http.replies import reply
from brillig.web.identity import BEFORE, COOKIE, cookie, mark, set_cookie
from brillig.web.mine import history
from brillig.web.mine.devices import MINUTES
from brillig.web.mine.history import PlayedMatch, Standing, day
from brillig.web.pages.lobby import LobbyPages
from brillig.web.pages.page import PageFrame, form, see
from brillig.web.protocol import RESTART
from brillig.web.refusals import Refused
from brillig.web.store import Session

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}


class HistoryEntry(Struct, frozen=True):
    """A match that is over, in the list."""

    id: str
    title: str
    when: str
    others: list[str]
    seen: bool
    result: str
    weighed: bool  # is there something to analyse?


class BrowserEntry(Struct, frozen=True):
    """One of somebody's browsers, in the list."""

    id: str
    since: str
    here: bool


class CallEntry(Struct, frozen=True):
    """How somebody is told that it is their turn."""

    why_not: str  # why browsers cannot be called here
    letters: bool  # does this server send them?
    address: str  # that somebody has given
    wanted: bool  # and has said yes to


class StatisticsRow(Struct, frozen=True):
    """A game somebody has played."""

    title: str
    played: int
    won: str  # empty where nobody wins against anybody
    last: str


class MyGames:
    def __init__(self, frame: PageFrame, lobby: LobbyPages) -> None:
        self.frame, self.host, self.lobby = frame, frame.host, lobby

    def routes(self) -> list[Route]:
        page = self.frame.page
        return [
            Route("/me", page(self.show)),
            Route("/me/link", page(self.make_link), methods=["POST"]),
            Route("/me/link/withdraw", page(self.withdraw), methods=["POST"]),
            Route("/me/devices", page(self.sign_out), methods=["POST"]),
            Route("/me/enter", page(self.door), methods=["GET"]),
            Route("/me/enter", page(self.enter), methods=["POST"]),
            Route("/me/back", page(self.back), methods=["POST"]),
            Route("/api/replays/{id}/seen", endpoint(self.host, self.seen), methods=["POST"]),
        ]

    # ---- what somebody plays and has played ------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        return await self._page(request)

    async def _page(self, request: Request, link: str = "") -> Response:
        session, host = await self.frame.session(request), self.host
        played = await history.matches(host.store, session) if session else []
        return await self.frame.show(
            request, "me.html", mine=await self.lobby.own(session) if session else [],
            entries=[self._entry(match) for match in played[: history.MOST_SHOWN]], more=len(played) > history.MOST_SHOWN,
            rows=[self._row(standing) for standing in history.standings(played)], known=session is not None,
            devices=await self._browsers(request, session) if session else [],
            waiting=bool(session and await host.devices.link_until(session)), minutes=MINUTES,
            calls=await self._calls(session) if session else None,
            link=link, qr=Markup(addresses.qr_svg(link)) if link else "", before=await self._before(request),
        )  # fmt: skip

    async def _browsers(self, request: Request, session: Session) -> list[BrowserEntry]:
        """What somebody sees of their browsers, once there is more than one."""
        here = mark(cookie(Headers(request.scope), COOKIE))
        found = await self.host.devices.devices(session, here)
        return [BrowserEntry(b.id, day(b.since), b.here) for b in found] if len(found) > 1 else []

    async def _calls(self, session: Session) -> CallEntry:
        wish = await self.host.calls.wishes.mail(session.id)
        letters = self.host.calls.mail is not None
        return CallEntry(self.host.calls.why_no_push, letters, wish.address if wish else "", bool(wish and wish.wanted))

    def _entry(self, match: PlayedMatch) -> HistoryEntry:
        played, game = match.played, self._game(match.played.game)
        others = [name for seat, name in enumerate(played.names) if seat not in played.seats]
        return HistoryEntry(
            match.table, game.title if game else played.game, day(match.at), others, played.seen, result(match, game),
            game is not None and not game.seeing,
        )  # fmt: skip

    def _row(self, standing: Standing) -> StatisticsRow:
        game = self._game(standing.game)
        contest = game is None or (game.seats[1] > 1 and not game.together)
        won = f"{standing.won} ({round(100 * standing.won / standing.played)} %)" if contest else ""
        return StatisticsRow(game.title if game else standing.game, standing.played, won, day(standing.last))

    def _game(self, slug: str) -> Game | None:
        return next((game for game in self.frame.games if game.slug == slug), None)

    async def seen(self, request: Request) -> Response:
        """Somebody has watched a match of theirs to its end, or asked how it ended."""
        session, id = await self.frame.session(request), request.path_params["id"]
        if not (id.isascii() and id.isalnum() and len(id) <= LONGEST_ID):
            raise Refused("no_table")
        if session:
            self.host.limits.check("join of a session", session.id)
            await history.now_seen(self.host.store, session, id)
        return reply(Noted(id))

    # ---- another browser -------------------------------------------------------------------------------------------

    async def make_link(self, request: Request) -> Response:
        session = await self._myself(request)
        self.frame.limit("link", request, session)
        config = self.host.config
        asked = f"{request.url.scheme}://{request.url.netloc}"
        origin = addresses.invitable(asked, config.host, config.public_url)
        return await self._page(request, f"{origin}/me/enter#{await self.host.devices.make_link(session)}")

    async def withdraw(self, request: Request) -> Response:
        await self.host.devices.withdraw(await self._myself(request))
        return see("/me")

    async def sign_out(self, request: Request) -> Response:
        session = await self._myself(request)
        await self.host.devices.sign_out(session, (await form(request)).get("device", "")[:64])
        for socket in self.host.sockets:  # whoever may still sit there comes back by itself
            if socket.session == session.id:
                socket.close(RESTART, Refused("signed_out"))
        return see("/me")

    async def door(self, request: Request) -> Response:
        """Where the link leads. Its secret stands in the fragment, which only the browser knows."""
        return await self.frame.show(request, "enter.html")

    async def enter(self, request: Request) -> Response:
        self.host.limits.check("link of an address", address(request.scope))
        _, value = await self.host.devices.enter((await form(request)).get("link", "")[:64])
        return self._become(request, value, "/me")

    async def back(self, request: Request) -> Response:
        """This browser is again whoever it was before; and can change its mind."""
        before = cookie(Headers(request.scope), BEFORE)
        if not before or await self._before(request) is None:
            raise Refused("no_session")
        return self._become(request, before, "/me")

    def _become(self, request: Request, value: str, where: str) -> Response:
        """Give a browser another cookie, and keep the one it has: what it played under that is not lost."""
        answer, secure = see(where), self.host.config.secure
        answer.headers.append("set-cookie", set_cookie(value, secure))
        if now := cookie(Headers(request.scope), COOKIE):
            answer.headers.append("set-cookie", set_cookie(now, secure, BEFORE))
        return answer

    async def _before(self, request: Request) -> Session | None:
        """Who this browser was before, if that is somebody else."""
        value = cookie(Headers(request.scope), BEFORE)
        session = await self.host.identities.of_cookie(value) if value else None
        return session if session and session != await self.frame.session(request) else None

    async def _myself(self, request: Request) -> Session:
        session = await self.frame.session(request)
        if session is None:
            raise Refused("no_session")
        return session


def result(match: PlayedMatch, game: Game | None) -> str:
    """How it ended for them, in words."""
    played = match.played
    points = " : ".join(map(str, played.scores))
    if played.how == "abandon":
        return "Abandoned"
    if number := played.feat.get("puzzle"):
        return f"Puzzle {number} {'solved' if played.feat.get('solved') else 'not solved'}"
    if len(played.names) == 1 or (game and game.together):
        return f"{points} points"
    shared = played.ranks.count(played.place) > 1
    if len(played.seats) == len(played.names):
        return points
    if len(played.names) == 2:
        word = "Won" if played.place == 1 else "Lost"
        return f"{'Drawn' if shared else word}, {points}"
    place = PLACES.get(played.place, f"{played.place}th")
    return f"{place}{' (shared)' if shared else ''} of {len(played.names)}, {points}"

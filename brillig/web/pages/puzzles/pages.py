"""The pages of the book."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.core import SPECTATOR, BrilligError, Screen
from brillig.match import Clock
from brillig.parts.puzzles.book import Puzzle, book, numbered, of_the_day, starred
from brillig.parts.puzzles.solver import Square
from brillig.parts.trickster.patterns import SIDES
from brillig.web.host import addresses
from brillig.web.http.guard import address
from brillig.web.pages.lobby import nonce
from brillig.web.pages.page import PageFrame, form, see
from brillig.web.pages.puzzles import feats
from brillig.web.pages.puzzles.feats import GAME
from brillig.web.pages.puzzles.today import day_of
from brillig.web.pages.replays import Replays
from brillig.web.refusals import Refused
from brillig.web.table.seating import ME, OPEN

SOLO = {"hints": 3, "clock": "count up"}  # as the book lays its tables: a hint that nobody asks for costs nothing


class PuzzlePages:
    def __init__(self, frame: PageFrame, replays: Replays) -> None:
        self.frame, self.host, self.replays = frame, frame.host, replays

    def routes(self) -> list[Route]:
        page = self.frame.page
        return [
            Route("/puzzles", page(self.book)),
            Route("/puzzles/today", page(self.today)),
            Route("/puzzles/share/{id}", page(self.share), methods=["POST"]),
            Route("/puzzles/solved/{token}", page(self.solved)),
            Route("/puzzles/{number}", page(self.one), methods=["GET"]),
            Route("/puzzles/{number}", page(self.play), methods=["POST"]),
        ]

    async def book(self, request: Request) -> Response:
        """Sixty numbered tiles with stars, and a tick on those that are solved."""
        session = await self.frame.session(request)
        best = await feats.best_of(self.host.store, session) if session else {}
        return await self.frame.show(
            request, "puzzles.html", puzzles=book(), best=best, today=self._today, starred=starred, drawn=drawn
        )

    async def today(self, request: Request) -> Response:
        return see(f"/puzzles/{self._today.number}")

    @property
    def _today(self) -> Puzzle:
        return of_the_day(day_of(self.host.wall()))

    async def one(self, request: Request) -> Response:
        return await self._show(request, self._puzzle(request))

    async def solved(self, request: Request) -> Response:
        """What somebody shared: how well they did, and the puzzle to try oneself. The answer is not here."""
        feat = await feats.shared(self.host.store, request.path_params["token"])
        if feat is None:
            raise Refused("no_page", "Nothing is shared under this link.")
        return await self._show(request, numbered(feat.puzzle), feat)

    async def _show(self, request: Request, puzzle: Puzzle, feat: feats.Feat | None = None) -> Response:
        session, game = await self.frame.session(request), self.frame.game(GAME)
        best = await feats.best_of(self.host.store, session) if session else {}
        laid = game.new(1, options={"puzzle": puzzle.number}, gear="plain")
        screen = msgspec.json.encode(Screen(zones=laid.screen(SPECTATOR).zones)).decode().replace("<", "\\u003c")
        config, here = self.host.config, f"{request.url.scheme}://{request.url.netloc}"
        link = f"{addresses.invitable(here, config.host, config.public_url)}{request.url.path}"
        return await self.frame.show(
            request, "puzzle.html", puzzle=puzzle, game=game, screen=Markup(screen), mine=best.get(puzzle.number), feat=feat,
            today=self._today.number == puzzle.number, starred=starred, sides=SIDES, last=len(book()), link=link,
        )  # fmt: skip

    async def play(self, request: Request) -> Response:
        """A table for one, or one to which somebody else is invited."""
        puzzle, given = self._puzzle(request), await form(request)
        session, headers = await self.frame.known(request)
        self.frame.limit("table", request, session)
        seats = [ME, OPEN] if given.get("with") == "friend" else [ME]
        table, _ = await self.host.lay(
            session, GAME, {"puzzle": puzzle.number, **SOLO}, seats, Clock.off(), False, nonce(self.host.random),
            address(request.scope),
        )  # fmt: skip
        return see(f"/tables/{table.id}", headers)

    async def share(self, request: Request) -> Response:
        """Make a link of a solved puzzle, for those who solved it."""
        table, laid, game = await self.frame.table(request.path_params["id"])
        session = await self.frame.session(request)
        if laid.seat_of(session.id if session else None) is None:
            raise Refused("not_seated")
        tape = await self.replays.tape(table.id)
        feat = feats.feat_of(game.feat(tape.table(len(tape)).plain), laid.names) if game.feat else None
        if feat is None:
            raise Refused("bad_table", "Only a solved puzzle can be shared: solve it first.")
        return see(f"/puzzles/solved/{await feats.share(self.host.store, table, feat, self.host.wall())}")

    def _puzzle(self, request: Request) -> Puzzle:
        try:
            return numbered(request.path_params["number"])
        except BrilligError as why:
            raise Refused("no_page", str(why)) from why


def drawn(puzzle: Puzzle) -> Markup:
    """The outline of a puzzle, small."""
    return _outline(puzzle.size, tuple(puzzle.squares))


@lru_cache(maxsize=512)  # sixty of them are nearly all that the page of the book costs
def _outline(size: tuple[int, int], black: tuple[Square, ...]) -> Markup:
    (wide, high), steps = size, (-1, 0, 1)
    pale = {(x + right, y + down) for x, y in black for right in steps for down in steps}
    squares = [
        f'<path class="{look}" d="{"".join(f"M{x} {y}h1v1h-1z" for x, y in sorted(places))}"/>'
        for look, places in (("pale", pale), ("dark", black))
    ]
    return Markup(
        f'<svg viewBox="0 0 {wide} {high}" aria-hidden="true">{"".join(squares)}</svg>'
    )  # only numbers of ours

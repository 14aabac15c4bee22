"""A new table: who sits where, by which options, against which clock."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig import bots
from brillig.core import Game
from brillig.match import Clock
from brillig.web.http.guard import address
from brillig.web.pages.lobby import nonce, rival, usual_seats
from brillig.web.pages.page import Form, PageFrame, form, see
from brillig.web.refusals import Refused
from brillig.web.table.seating import BOT, ME, OPEN

# What one can choose from a list; the words are what people read.
CLOCKS = {
    "off": (Clock(), "No clock"),
    "30s": (Clock("move", 30), "30 seconds for each choice"),
    "2m": (Clock("move", 120), "2 minutes for each choice"),
    "1d": (Clock("move", 86_400), "A day for each choice"),
    "5+3": (Clock("match", 300, 3), "5 minutes for the game, 3 seconds more after each choice"),
    "15+10": (Clock("match", 900, 10), "15 minutes for the game, 10 seconds more after each choice"),
}

BOTS = {"random": "playing at random", "greedy": "looking one step ahead", "gpu": "on the GPU"}


class Making:
    def __init__(self, frame: PageFrame) -> None:
        self.frame, self.host = frame, frame.host

    def routes(self) -> list[Route]:
        page = self.frame.page
        return [
            Route("/new/{slug}", page(self.ask), methods=["GET"]),
            Route("/new/{slug}", page(self.make), methods=["POST"]),
        ]

    async def ask(self, request: Request) -> Response:
        game = self.frame.game(request.path_params["slug"])
        return await self._form(request, game, self._usual(game, request.query_params))

    async def make(self, request: Request) -> Response:
        game = self.frame.game(request.path_params["slug"])
        given = await form(request)
        try:
            session, headers = await self.frame.known(request, given.get("nickname", ""))
            self.frame.limit("table", request, session)
            seats = seats_of(game, given)
            options: dict[str, str | int] = {
                name: given[f"option:{name}"]
                for name, o in game.options.items()
                if f"option:{name}" in given and (o.seat is None or o.seat < len(seats))  # others are not shown
            }
            clock = CLOCKS.get(given.get("clock", "off"), CLOCKS["off"])[0]
            listed = given.get("listed") == "yes"
            table, _ = await self.host.lay(
                session, game.slug, options, seats, clock, listed, nonce(self.host.random), address(request.scope)
            )
        except Refused as why:
            if why.status == 429:
                raise
            return await self._form(request, game, given, why)
        return see(f"/tables/{table.id}", headers)

    def _usual(self, game: Game, query: Mapping[str, str]) -> Form:
        """A form as it is first shown: you and bots, or you and a friend; the options as they are, or of a preset."""
        other = OPEN if query.get("with") == "friends" else BOT + rival(game)
        seats = usual_seats(game)
        ready = {f"option:{name}": str(value) for name, value in game.presets.get(query.get("preset", ""), {}).items()}
        return {"seats": str(seats), "seat:1": ME} | {f"seat:{k}": other for k in range(2, game.seats[1] + 1)} | ready

    async def _form(self, request: Request, game: Game, given: Form, why: Refused | None = None) -> Response:
        return await self.frame.show(
            request, "new.html", why.status if why else 200, game=game, given=given, why=str(why) if why else "",
            clocks=CLOCKS, sitters=sitters(game),
        )  # fmt: skip


def sitters(game: Game) -> dict[str, str]:
    """Who can be put into a seat, in words. Bots by strength; those that do not think come last."""
    there = bots.offered()
    kinds = [kind for kind in dict.fromkeys((*bots.LEVELS, bots.GPU, *there)) if kind in there]
    found = {ME: "You, or somebody at this screen", OPEN: "A friend (there is one link for all)"}
    return found | {BOT + kind: f"Bot, {BOTS.get(kind, kind)}" for kind in kinds}


def seats_of(game: Game, given: Form) -> list[str]:
    """The seats that a form asks for."""
    wanted = given.get("seats", "")
    if not (wanted.isascii() and wanted.isdigit() and game.seats[0] <= int(wanted) <= game.seats[1]):
        fewest, most = game.seats
        allowed = fewest if fewest == most else f"{fewest} to {most}"
        raise Refused("bad_table", f"{game.title} is for {allowed} players.")
    seats = [given.get(f"seat:{k}", OPEN) for k in range(1, int(wanted) + 1)]
    known = sitters(game)
    if any(seat not in known for seat in seats):
        raise Refused("bad_table", "Choose somebody for every seat.")
    return seats

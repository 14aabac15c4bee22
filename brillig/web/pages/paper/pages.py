"""The pages that are read from paper, or about what is in a box."""

from __future__ import annotations

import asyncio

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.core import Face, UnknownGame
from brillig.paper import contents
from brillig.paper.contents import Contents
from brillig.parts.components import Component
from brillig.web.pages.page import PageFrame
from brillig.web.pages.paper.document import PrintWishes, document
from brillig.web.pages.rules import in_brief
from brillig.web.refusals import Refused


class PaperPages:
    def __init__(self, frame: PageFrame) -> None:
        self.frame = frame

    def routes(self) -> list[Route]:
        page = self.frame.page
        return [
            Route("/quick/{slug}", page(self.quick)),
            Route("/quick/{slug}/panel", page(self.quick_panel)),
            Route("/print/box/{box}", page(self.print_box)),
            Route("/print/{slug}", page(self.print_game)),
            Route("/box/{box}", page(self.box)),
        ]

    # ---- in brief --------------------------------------------------------------------------------------------------

    async def quick(self, request: Request) -> Response:
        game = self.frame.game(request.path_params["slug"])
        return await self.frame.show(request, "quick.html", game=game, brief=in_brief(game))

    async def quick_panel(self, request: Request) -> Response:
        """The quick reference alone, for the side of a table."""
        game = self.frame.game(request.path_params["slug"])
        return await self.frame.show(request, "quick_panel.html", game=game, brief=in_brief(game))

    # ---- to cut out ------------------------------------------------------------------------------------------------

    async def print_game(self, request: Request) -> Response:
        game = self.frame.game(request.path_params["slug"])
        return await self._print(request, await asyncio.to_thread(contents.of_game, game))

    async def print_box(self, request: Request) -> Response:
        return await self._print(request, await self._box(request))

    async def _print(self, request: Request, what: Contents) -> Response:
        wishes = PrintWishes.read(request.query_params)
        return await self.frame.show(request, "print.html", **await asyncio.to_thread(document, what, wishes))

    # ---- what is in a box ------------------------------------------------------------------------------------------

    async def box(self, request: Request) -> Response:
        what = await self._box(request)
        parts = [(thing, faces(thing)) for thing in what.things if isinstance(thing, Component)]
        drawn = Markup(
            msgspec.json.encode([[face for _, face in each] for _, each in parts]).decode().replace("<", "\\u003c")
        )
        return await self.frame.show(request, "box.html", box=what, parts_of_it=parts, drawn=drawn)

    async def _box(self, request: Request) -> Contents:
        try:
            return await asyncio.to_thread(contents.of_box, request.path_params["box"], self.frame.games)
        except UnknownGame as why:
            raise Refused("no_page", str(why)) from why


def faces(thing: Component) -> list[tuple[int, Face]]:
    """Every face of a component once, with how many there are; if all have one back, that too, with none of its own."""
    found: dict[str, tuple[int, Face]] = {}
    for face in thing.faces:
        found[face.say] = (found.get(face.say, (0, face))[0] + 1, face)
    return [*found.values(), *((0, back) for back in thing.backs[:1])]

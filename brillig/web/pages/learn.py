"""Learn: the lessons of a game, a page on which one touches the table as at a real one. What is right is asked of us."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, Raw, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig import bots
from brillig.core import BadGame
from brillig.match import Clock
from brillig.positions.lessons import LessonStep, has_lessons, lessons
from brillig.web.http.api import endpoint, read
from brillig.web.http.guard import address
from brillig.web.http.replies import reply
from brillig.web.pages.lobby import nonce, usual_seats
from brillig.web.pages.page import PageFrame, see
from brillig.web.protocol import MOST_THEN, Code
from brillig.web.refusals import Refused
from brillig.web.table.seat_view import scene
from brillig.web.table.seating import BOT, ME


class LessonSheet(Struct, frozen=True):
    """A step, without a word on what is right."""

    title: str
    text: str
    seat: int  # who learns
    asks: bool  # is there something to choose?
    point: list[str]
    scene: Raw


class LessonTry(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody has chosen."""

    code: Code
    then: Annotated[tuple[Code, ...], Meta(max_length=MOST_THEN)] = ()  # what completes it


class LessonAnswer(Struct, frozen=True, omit_defaults=True):
    """What is said about it; when it was right, with the table after it."""

    right: bool
    said: str
    scene: Raw | None = None


class LearnPages:
    def __init__(self, frame: PageFrame) -> None:
        self.frame, self.host = frame, frame.host

    def routes(self) -> list[Route]:
        page, host = self.frame.page, self.host
        return [
            Route("/learn/{slug}", page(self.show), methods=["GET"]),
            Route("/learn/{slug}", page(self.play), methods=["POST"]),
            Route("/learn/{slug}/steps/{step:int}", endpoint(host, self.step), methods=["GET"]),
            Route("/learn/{slug}/steps/{step:int}", endpoint(host, self.answer), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        game = self.frame.game(request.path_params["slug"])
        steps = await self._steps(request)
        return await self.frame.show(request, "learn.html", game=game, steps=steps)

    async def play(self, request: Request) -> Response:
        """The first game: an easy bot in every other seat."""
        game = self.frame.game(request.path_params["slug"])
        session, headers = await self.frame.known(request)
        self.frame.limit("table", request, session)
        seats = [ME] + [BOT + bots.LEVELS[0]] * (usual_seats(game) - 1)
        table, _ = await self.host.lay(session, game.slug, {}, seats, Clock.off(), False, nonce(self.host.random))
        return see(f"/tables/{table.id}", headers)

    # ---- for the page's script -------------------------------------------------------------------------------------

    async def step(self, request: Request) -> Response:
        step = await self._step(request)
        return reply(await asyncio.to_thread(sheet, step))

    async def answer(self, request: Request) -> Response:
        self.host.limits.check("read of an address", address(request.scope))
        tried = await read(request, LessonTry)
        step = await self._step(request)
        return reply(await asyncio.to_thread(answer, step, tried.code, *tried.then))

    async def _steps(self, request: Request) -> list[LessonStep]:
        game = self.frame.game(request.path_params["slug"])
        if not has_lessons(game):
            raise Refused("no_page", f"There are no lessons for {game.title}: read its rules, or just play.")
        try:
            return await asyncio.to_thread(lessons, game)
        except BadGame as why:
            raise Refused("mishap", f"The lessons of {game.title} cannot be shown: read its rules.") from why

    async def _step(self, request: Request) -> LessonStep:
        steps, wanted = await self._steps(request), int(request.path_params["step"])
        if not 1 <= wanted <= len(steps):
            raise Refused("no_page", f"There are steps 1 to {len(steps)}.")
        return steps[wanted - 1]


def sheet(step: LessonStep) -> LessonSheet:
    waits = step.table.waiting() if step.wanted else []
    seen = step.table.hidden(step.seat)
    return LessonSheet(step.title, step.text, step.seat, bool(step.wanted), step.point, scene(seen, step.seat, waits))


def answer(step: LessonStep, code: int, *more: int) -> LessonAnswer:
    if not step.wanted:
        raise Refused("illegal", "There is nothing to choose in this step.")
    right, said = step.answer(code, *more)
    if not right:
        return LessonAnswer(False, said)
    return LessonAnswer(True, said, scene(step.after(code, *more).hidden(step.seat), step.seat, []))

"""The page of an analysis, and what its script asks for."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.web.http.api import endpoint
from brillig.web.http.guard import address
from brillig.web.http.replies import reply
from brillig.web.pages.analysis.analyst import Analyst
from brillig.web.pages.page import PageFrame
from brillig.web.pages.replays import FILE, Replays, result


class AnalysisPages:
    def __init__(self, frame: PageFrame, replays: Replays) -> None:
        self.frame, self.host, self.replays = frame, frame.host, replays
        self.analyst = Analyst(frame.host)

    def routes(self) -> list[Route]:
        page, host = self.frame.page, self.host
        return [
            Route("/replays/{id}/analysis", page(self.show)),
            Route("/api/replays/{id}/analysis", endpoint(host, self.look_or_start), methods=["GET", "POST"]),
        ]

    async def show(self, request: Request) -> Response:
        id = request.path_params["id"]
        tape = await self.replays.tape(id)
        return await self.frame.show(
            request, "analysis.html", id=id, table="" if id.startswith(FILE) else id, game=tape.game, tape=tape,
            result=result(tape),
        )  # fmt: skip

    async def look_or_start(self, request: Request) -> Response:
        id = request.path_params["id"]
        if request.method == "POST":
            await self.analyst.start(id, await self.replays.tape(id), address(request.scope))
        sheet = await self.analyst.sheet(id)
        if sheet.state == "none":
            await self.replays.tape(id)  # says so, if there is no such match
        return reply(sheet)

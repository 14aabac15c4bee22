"""Pages: everything that is read rather than played. They are made on the server and work as far as they can alone."""

from __future__ import annotations

from os import stat_result
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from brillig.web.pages.analysis.pages import AnalysisPages
from brillig.web.pages.calls.pages import CallPages
from brillig.web.pages.kit import KitPage
from brillig.web.pages.learn import LearnPages
from brillig.web.pages.lobby import LobbyPages
from brillig.web.pages.my_games import MyGames
from brillig.web.pages.new_table import Making
from brillig.web.pages.page import PageFrame
from brillig.web.pages.paper.pages import PaperPages
from brillig.web.pages.pictures import Pictures
from brillig.web.pages.puzzles.pages import PuzzlePages
from brillig.web.pages.replays import Replays
from brillig.web.pages.rules import RulesPages
from brillig.web.pages.strip_comments import REST, lean
from brillig.web.pages.tables import Tables
from brillig.web.refusals import Refused

if TYPE_CHECKING:
    from brillig.web.host.host import Host

STATIC = Path(__file__).parent.parent / "static"


def routes(host: Host) -> list[BaseRoute]:
    """All pages of a host, what they are made of, and a sentence for whoever asks for another."""
    frame = PageFrame(host)
    host.later.append(frame.prepare)
    lobby, replays = LobbyPages(frame), Replays(frame)
    rooms = (
        lobby, MyGames(frame, lobby), Making(frame), Tables(frame), RulesPages(frame), LearnPages(frame), PaperPages(frame),
        replays, AnalysisPages(frame, replays), Pictures(frame), KitPage(frame), CallPages(frame), PuzzlePages(frame, replays),
    )  # fmt: skip

    async def lost(request: Request) -> Response:
        raise Refused("no_page")

    return [
        *(route for room in rooms for route in room.routes()),
        Mount("/static", GZipMiddleware(Static(directory=STATIC), minimum_size=200)),
        Route("/{path:nowhere}", frame.page(lost)),
    ]


class Static(StaticFiles):
    """Files that a browser keeps, and asks about each time: an old tab never meets half of a new version."""

    def file_response(
        self, full_path: object, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)  # type: ignore[arg-type]
        answer.headers["cache-control"] = "no-cache"
        path = Path(str(full_path))
        if path.suffix not in REST or answer.status_code != 200:
            return answer
        kept = ("etag", "last-modified", "cache-control", "content-type")
        headers = {name: answer.headers[name] for name in kept}
        return Response(lean(path, stat_result.st_mtime), headers=headers)


class Nowhere(Convertor[str]):
    """Any page but those that are for programs: they get an answer of their own."""

    regex = "(?!api/|ws/|static/).*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("nowhere", Nowhere())

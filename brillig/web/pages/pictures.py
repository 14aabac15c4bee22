"""Pictures: a real position in the middle of each game, for the renderer of the table to draw."""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache
from statistics import median_low

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.core import SPECTATOR, Game, Screen, Zone
from brillig.paper.contents import box_id
from brillig.positions.walk import Variant, walk
from brillig.web.http.api import endpoint
from brillig.web.http.forms import Picture
from brillig.web.http.replies import JSON
from brillig.web.pages.lobby import usual_seats
from brillig.web.pages.page import COMPRESSED, PageFrame

SEEDS = 2  # games that are tried
LOOKS = 8  # moments of each that are looked at
MOST_ROWS = 2
BESIDE = ("left", "right")  # areas of zones that only explain
EARLY, LATE = 0.4, 0.65  # where the middle of a game begins and ends
FRAME = (6, 9)  # of an open field: how far to either side is looked, as a part of its sides
AN_HOUR = "public, max-age=3600"


class Pictures:
    def __init__(self, frame: PageFrame) -> None:
        self.frame = frame

    def routes(self) -> list[Route]:
        drawn = endpoint(self.frame.host, self.picture)
        return [Route("/api/games/{slug}/picture", drawn, middleware=COMPRESSED)]

    async def picture(self, request: Request) -> Response:
        body = await asyncio.to_thread(encoded, self.frame.game(request.path_params["slug"]))
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {"etag": tag, "cache-control": AN_HOUR}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=JSON)


@cache
def encoded(game: Game) -> bytes:
    """The picture of a game; it is always the same one."""
    return msgspec.json.encode(Picture(game.slug, box_id(game.box), middle(game)))


def middle(game: Game) -> Screen:
    """A random game about halfway through: of a few, the moment with the most to see."""
    seats, best, most = usual_seats(game), Screen(), -1
    for seed in range(SEEDS):
        tables = [line.table.copy() for line in walk(game, Variant(seats, {}), seed, 0, "plain")]
        there = tables[int(EARLY * len(tables)) : int(LATE * len(tables)) + 1]
        for table in there[:: 1 + len(there) // LOOKS]:
            zones = _telling(table.screen((table.waiting() or [SPECTATOR])[0]).zones)
            if _pieces(zones[0]) > most:
                best, most = Screen(zones=zones), _pieces(zones[0])
    return best


def _telling(zones: list[Zone]) -> list[Zone]:
    """What one would put on the lid of the box: the largest board with a hand or a row beside it, or a few rows."""
    boards = [zone for zone in zones if zone.spots or zone.kind == "field"]
    boards.sort(key=lambda zone: (zone.area in BESIDE, -len(zone.spots)))
    hands = [zone for zone in zones if zone.kind == "hand" and zone.pieces]
    rows = [zone for zone in zones if zone.kind in ("row", "free") and zone.pieces]
    if boards:
        return [_near(boards[0]), *(hands or rows)[:1]]
    return (rows + hands)[:MOST_ROWS] or zones


def _near(zone: Zone) -> Zone:
    """Of an open field, what stands about the middle of all: from afar nobody could tell what it is."""
    places = [piece.at for piece in zone.pieces if piece.at]
    if not places:
        return zone
    (x, y), (wide, high) = map(median_low, zip(*places, strict=True)), zone.size
    return replace(zone, part=(x - wide // FRAME[0], y - high // FRAME[1], x + wide // FRAME[0], y + high // FRAME[1]))


def _pieces(zone: Zone) -> int:
    return len(zone.pieces) + sum(len(spot.pieces) for spot in zone.spots)

"""Replays: a finished match step by step, as any seat saw it; was it fair; and files from somebody's disk."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.core import SPECTATOR, BadReplay, Game, Table
from brillig.match import EndEntry, Entry, Match, Verdict, replay, verify
from brillig.match.narrator import headline, told
from brillig.web.http.api import endpoint
from brillig.web.http.forms import Fairness, Frames, Move, Moves, Opened, ToldStep
from brillig.web.http.guard import address
from brillig.web.http.replies import reply
from brillig.web.mine import history
from brillig.web.mine.history import day
from brillig.web.pages.page import PageFrame
from brillig.web.refusals import Refused

MOST_KEPT = 16  # replays in memory
FILE_BYTES = 2 << 20  # of a file from somebody's disk
FILE_ENTRIES = 5_000
FILE = "file-"  # how the name of such a replay begins
MOST_FRAMES = 40  # in one answer
MOST_MOVES = 200


class Tape:
    """A match that has been played again: every position, and what led to it."""

    def __init__(self, lines: list[bytes]) -> None:
        record = replay.parse_lines(lines)
        match = Match.opening(record)
        self.lines, self.game, self.header = lines, match.game, match.header
        self.gear = match.table.gear.name
        self.positions = [bytes(match.table)]
        self.entries: list[Entry] = []
        self.end: EndEntry | None = None
        for entry in match.steps(record):
            if isinstance(entry, EndEntry):
                self.end = entry
            else:
                self.entries.append(entry)
                self.positions.append(bytes(match.table))

    def __len__(self) -> int:
        return len(self.entries)

    def table(self, step: int) -> Table:
        return self.game.restore(self.positions[step])

    def frame(self, step: int, viewer: int) -> ToldStep:
        after = self.table(step)
        screen = after.screen(viewer)
        screen.prompt = ""
        if step == 0:
            return ToldStep(0, "The table is set up", [], screen)
        before, entry = self.table(step - 1), self.entries[step - 1]
        words = told(before.hidden(viewer), entry, after.hidden(viewer), viewer)
        return ToldStep(step, self.head(step, viewer), words, screen)

    def head(self, step: int, viewer: int) -> str:
        """Who did what in a step."""
        return headline(self.table(step - 1), self.entries[step - 1], viewer, finished=True)


class Replays:
    def __init__(self, frame: PageFrame) -> None:
        self.frame, self.host = frame, frame.host
        self.kept: OrderedDict[str, Tape] = OrderedDict()
        self.one_at_a_time = asyncio.Lock()  # playing a long match again is work

    def routes(self) -> list[Route]:
        page, host = self.frame.page, self.host
        return [
            Route("/replays", page(self.ask)),
            Route("/replays/{id}", page(self.show)),
            Route("/api/replays", endpoint(host, self.receive), methods=["POST"]),
            Route("/api/replays/{id}/frames", endpoint(host, self.frames)),
            Route("/api/replays/{id}/moves", endpoint(host, self.moves)),
            Route("/api/replays/{id}/fairness", endpoint(host, self.fairness)),
            Route("/api/replays/{id}/file", endpoint(host, self.file)),
        ]

    # ---- pages -----------------------------------------------------------------------------------------------------

    async def ask(self, request: Request) -> Response:
        session = await self.frame.session(request)
        played = await history.matches(self.host.store, session, history.MOST_SHOWN) if session else []
        titles = {game.slug: game.title for game in self.frame.games}
        mine = [
            OwnReplay(
                match.table, titles.get(match.played.game, match.played.game), day(match.at),
                [name for seat, name in enumerate(match.played.names) if seat not in match.played.seats],
                match.played.seen,
            )
            for match in played
        ]  # fmt: skip
        return await self.frame.show(request, "replays.html", mine=mine)

    async def show(self, request: Request) -> Response:
        id = request.path_params["id"]
        tape = await self.tape(id)
        return await self.frame.show(
            request, "replay.html", id=id, table="" if id.startswith(FILE) else id, game=tape.game, tape=tape,
            result=result(tape), options=unusual(tape.game, tape.header.options),
        )  # fmt: skip

    # ---- for the page's script -------------------------------------------------------------------------------------

    async def frames(self, request: Request) -> Response:
        tape = await self.tape(request.path_params["id"])
        seat = _whole(request, "seat", SPECTATOR, SPECTATOR, len(tape.header.seats) - 1)
        first = _whole(request, "first", 0, 0, len(tape))
        count = _whole(request, "count", MOST_FRAMES, 1, MOST_FRAMES)
        steps = range(first, min(first + count, len(tape) + 1))
        shown = await asyncio.to_thread(lambda: [tape.frame(step, seat) for step in steps])
        return reply(Frames(shown))

    async def moves(self, request: Request) -> Response:
        tape = await self.tape(request.path_params["id"])
        seat = _whole(request, "seat", SPECTATOR, SPECTATOR, len(tape.header.seats) - 1)
        first = _whole(request, "first", 1, 0, len(tape))
        steps = range(max(1, first), min(first + MOST_MOVES, len(tape) + 1))
        found = await asyncio.to_thread(lambda: [Move(step, tape.head(step, seat)) for step in steps])
        return reply(Moves(found))

    async def fairness(self, request: Request) -> Response:
        """Deal everything again and compare."""
        tape = await self.tape(request.path_params["id"])
        async with self.one_at_a_time:
            verdict: Verdict = await asyncio.to_thread(
                verify, tape.lines, commitment=request.query_params.get("commitment")
            )
        return reply(Fairness(verdict.honest, verdict.sentences))

    async def file(self, request: Request) -> Response:
        tape = await self.tape(request.path_params["id"])
        name = f"{tape.game.slug}-{request.path_params['id'][:12]}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(b"".join(line + b"\n" for line in tape.lines), headers=headers, media_type="application/jsonl")

    async def receive(self, request: Request) -> Response:
        """A replay from somebody's disk. It is looked at and kept for a while, in memory only."""
        self.host.limits.check("table of an address", address(request.scope))
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > FILE_BYTES:
                raise Refused("too_long", f"A replay file has at most {FILE_BYTES >> 20} MiB here.")
        lines = bytes(body).splitlines()
        if len(lines) > FILE_ENTRIES:
            raise Refused("too_long", f"A replay has at most {FILE_ENTRIES} steps here.")
        id = FILE + hashlib.sha256(body).hexdigest()[:24]
        if id not in self.kept:
            self._keep(id, await self._play(lines))
        return reply(Opened(id), 201)

    # ---- tapes -----------------------------------------------------------------------------------------------------

    async def tape(self, id: str) -> Tape:
        if id in self.kept:
            self.kept.move_to_end(id)
            return self.kept[id]
        if id.startswith(FILE):
            raise Refused("no_table", "This replay file is not open any more: open it again.")
        table = await self.host.store.table(id)
        if table is None:
            raise Refused("no_table", "There is no such match.")
        if table.status != "over":
            raise Refused("not_over")
        return self._keep(id, await self._play(await self.host.store.lines(id)))

    async def _play(self, lines: list[bytes]) -> Tape:
        async with self.one_at_a_time:
            try:
                return await asyncio.to_thread(Tape, lines)
            except BadReplay as why:
                raise Refused("bad_message", str(why)) from why

    def _keep(self, id: str, tape: Tape) -> Tape:
        self.kept[id] = tape
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return tape


class OwnReplay(Struct, frozen=True):
    """A match of whoever looks, in the list. How it ended is not told there."""

    id: str
    title: str
    when: str
    others: list[str]
    seen: bool


class ResultRow(Struct, frozen=True):
    """A seat in the result."""

    place: int
    seat: int
    name: str
    score: int


def result(tape: Tape) -> list[ResultRow]:
    if tape.end is None:
        return []
    ranked = zip(tape.end.ranks, range(len(tape.end.ranks)), tape.header.seats, tape.end.scores, strict=True)
    return [ResultRow(*row) for row in sorted(ranked)]


def unusual(game: Game, options: dict[str, str | int]) -> list[str]:
    return [f"{name}: {value}" for name, value in options.items() if value != game.options[name].default]


def _whole(request: Request, name: str, default: int, low: int, high: int) -> int:
    """A whole number that was asked for."""
    given = request.query_params.get(name, str(default))
    if not given.removeprefix("-").isdigit() or not given.isascii() or len(given) > 9 or not low <= int(given) <= high:
        raise Refused("bad_message", f"{name} is a whole number from {low} to {high}.")
    return int(given)

"""The analyst: weighs every choice of a finished match again, in the threads in which bots think and after all of them.

One match at a time, and one choice after the other, so that nobody who plays waits for it. What was found is kept, and
nobody need ask for it twice.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from msgspec import DecodeError

from brillig import bots
from brillig.bots.analysis import Question, questions, settings_for
from brillig.core import Game
from brillig.match import replay
from brillig.web.http.forms import AnalysisSheet, DecisionSheet, MatchAnalysis
from brillig.web.logs import log
from brillig.web.pages.analysis.findings import gather, weigh
from brillig.web.pages.replays import FILE, Tape
from brillig.web.refusals import Refused
from brillig.web.store import Note, StoreError
from brillig.web.table.thinking import LEFT, Claim

if TYPE_CHECKING:
    from brillig.bots.search import Settings
    from brillig.web.host.host import Host

KIND = "analysis"  # of notes; the server's own, by the table
FORMAT = 1
ITERATIONS, LONGEST = 10_000, 1.0  # for a choice, in seconds
MOST_KEPT = 32  # in memory
MOST_WAITING = 20
UNTIL_READY = 0.2  # seconds between two looks whether the search is compiled


class AnalysisWork:
    """A match that is being analysed, or waits for it."""

    def __init__(self) -> None:
        self.done = self.of = 0
        self.trouble = ""


class Analyst:
    def __init__(self, host: Host) -> None:
        self.host = host
        self.found: OrderedDict[str, MatchAnalysis] = OrderedDict()
        self.works: dict[str, AnalysisWork] = {}  # in the order of asking
        self.one_at_a_time = asyncio.Lock()

    async def sheet(self, id: str) -> AnalysisSheet:
        """How far it is."""
        if found := await self._known(id):
            return AnalysisSheet("done", len(found.decisions), len(found.decisions), 0, found)
        work = self.works.get(id)
        if work is None:
            return AnalysisSheet("none", 0, 0, 0, None)
        if work.trouble:
            del self.works[id]
            raise Refused("no_analysis", work.trouble)
        before = list(self.works).index(id)
        return AnalysisSheet("working" if work.of else "waiting", work.done, work.of, before, None)

    async def start(self, id: str, tape: Tape, address: str) -> None:
        """Begin, unless it is known or under way already."""
        if tape.game.seeing:
            raise Refused(
                "no_analysis", f"{tape.game.title} is won by eye and hand: there is nothing to weigh afterwards."
            )
        if id in self.works or await self._known(id):
            return
        self.host.limits.check("analysis of an address", address)
        if len(self.works) >= MOST_WAITING:
            raise Refused("crowded", "Many matches wait to be analysed: try again in a few minutes.")
        self.works[id] = AnalysisWork()
        self.host.spawn(self._work(id, tape, address))

    async def _known(self, id: str) -> MatchAnalysis | None:
        if id not in self.found and not id.startswith(FILE):
            note = await self.host.store.note(KIND, b"", id)
            if note and note.at == FORMAT:
                with suppress(DecodeError):  # then it is made again
                    self._keep(id, msgspec.json.decode(note.body, type=MatchAnalysis))
        return self.found.get(id)

    def _keep(self, id: str, found: MatchAnalysis) -> None:
        self.found[id] = found
        while len(self.found) > MOST_KEPT:
            self.found.popitem(last=False)

    async def _work(self, id: str, tape: Tape, address: str) -> None:
        work = self.works[id]
        try:
            async with self.one_at_a_time:
                found = await self._analyse(id, tape, address, work)
            self._keep(id, found)
            del self.works[id]
            if not id.startswith(FILE):
                await self.host.store.put_note(Note(KIND, b"", id, FORMAT, msgspec.json.encode(found)))
        except StoreError as why:
            log.warning("an analysis could not be kept", extra={"table": id, "why": why})
        except Exception:  # a slip in a game's rules, or in ours
            log.exception("no analysis", extra={"table": id})
            work.trouble = "This match could not be analysed."

    async def _analyse(self, id: str, tape: Tape, address: str, work: AnalysisWork) -> MatchAnalysis:
        host, game = self.host, tape.game
        with suppress(Exception):  # one that is not in the catalogue is compiled where it is used
            game = host.game(game.slug)
            host.warming.want(game)
        while not self._ready(game):
            await asyncio.sleep(UNTIL_READY)
        asked = await host.aside(lambda: questions(replay.parse_lines(tape.lines), game))
        work.of = len(asked)
        seconds = min(LONGEST, host.config.analysis_seconds / max(1, len(asked)))
        settings = await host.aside(settings_for, game, ITERATIONS, seconds)
        made: list[DecisionSheet] = []
        for question in asked:
            made.append(await host.thinking.think(Claim(LEFT, address, id), _weighing(question, settings)))
            work.done += 1
        return gather(game, len(tape.header.seats), made, tape.end, len(tape))

    def _ready(self, game: Game) -> bool:
        host = self.host
        return not host.config.compile or game.slug in host.warming.given_up or bots.is_warm(game)


def _weighing(question: Question, settings: Settings) -> Callable[[float], DecisionSheet]:
    return lambda share: weigh(question, question.weighed(settings))

"""Playing: a match together with what every seat has seen of it. Nothing here waits, writes or sends."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Raw

from brillig.core import SPECTATOR, Game, Table
from brillig.match import Entry, Match, replay
from brillig.match.log import End, Tick
from brillig.web.eyes import NULL, Eyes
from brillig.web.protocol import MOST_TOLD, Clocks, Result, encoder


class Playing:
    """A match under way or over."""

    def __init__(self, match: Match, mute: Collection[int] = ()) -> None:
        """`mute`: seats at which no person sits, who need not be told anything."""
        self.match, self.game = match, match.game
        self.kept = 0  # lines that the store has, the header among them
        self._spare: dict[int, Table] = {}  # by seat, what it saw before the last step: to be written over
        looks = self._look()
        self.eyes = {
            seat: Eyes(match.game, seat, *looks[seat], listens=seat not in mute)
            for seat in (SPECTATOR, *range(len(match.names)))
        }

    @classmethod
    def load(cls, lines: Iterable[bytes], secret: bytes, game: Game, mute: Collection[int] = ()) -> Playing:
        """The match in these lines, seen again step by step; BadReplay if they are not a match."""
        record = replay.parse_lines(lines)
        playing = cls(Match.opening(record, secret=secret, game=game), mute)
        latest = len(record.entries) - MOST_TOLD  # older sentences would be forgotten at once
        for k, entry in enumerate(playing.match.steps(record)):
            playing._witness(entry, tell=k >= latest)
        playing.kept = 1 + len(record.entries)
        return playing

    # ---- what is done ----------------------------------------------------------------------------------------------

    def choose(self, seat: int, code: int, at: int) -> None:
        self._witness(self.match.choose(seat, code, at))

    def miss(self, seat: int, code: int, at: int) -> bool:
        """In games of seeing a try that is refused may cost something: then the referee makes the choice that says so."""
        missed = self.game.missed
        if missed is None:
            return False
        now = self.match.table.copy()
        now.plain.now = at
        cost = missed(now.plain, seat, code)
        if cost >= 0:
            self.choose(seat, cost, at)
        return bool(cost >= 0)

    def undo(self, seat: int, at: int) -> None:
        self._witness(self.match.undo(seat, at))

    def advance(self, at: int) -> bool:
        """Everything that happens by itself until then, one step after the other."""
        happened = False
        while self.match.advance_once(at):
            entries = self.match.log.entries
            self._witness(entries[-2] if self.match.finished else entries[-1])
            happened = True
        return happened

    def _witness(self, entry: Entry, tell: bool = True) -> None:
        if isinstance(entry, End):
            return
        looks = self._look()
        for seat, eyes in self.eyes.items():
            self._spare[seat] = eyes.seen
            eyes.witness(entry, *looks[seat], tell)

    def _look(self) -> dict[int, tuple[Table, list[int]]]:
        """What every seat may know now. Where nothing is hidden, all see the same, and it is looked at once."""
        table, seats = self.match.table, (SPECTATOR, *range(len(self.match.names)))
        if not self.game.hidden:
            seen = table.hidden(SPECTATOR, self._spare.get(SPECTATOR))
            return dict.fromkeys(seats, (seen, seen.waiting()))
        views = {seat: table.hidden(seat, self._spare.get(seat)) for seat in seats}
        return {seat: (seen, seen.waiting()) for seat, seen in views.items()}

    # ---- what can be said about it ---------------------------------------------------------------------------------

    def unkept(self) -> list[bytes]:
        """The lines that the store does not have yet."""
        log = self.match.log
        return [log.top, *log.since(0)] if not self.kept else log.since(self.kept - 1)

    @property
    def last_actor(self) -> int | None:
        """The seat that acted last: the only one that may have something to take back."""
        entries = self.match.log.entries
        if not entries or self.match.finished or isinstance(entries[-1], Tick):
            return None
        seat: int = entries[-1].seat  # type: ignore[union-attr]
        return seat

    def clocks(self, at: int) -> Clocks | None:
        clocks = self.match.clocks
        if clocks.clock.kind == "off":
            return None
        left = [clocks.remaining(seat, at) or 0 for seat in range(len(self.match.names))]
        return Clocks(left, [seat for seat, since in enumerate(clocks.since) if since >= 0])

    def result(self) -> Raw:
        if not self.match.finished:
            return NULL
        end = self.match.result()
        return Raw(encoder.encode(Result(end.scores, end.ranks, end.digest, end.secret)))

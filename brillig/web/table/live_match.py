"""Live match: a match together with what every seat has seen of it. Nothing here waits, writes or sends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

import msgspec
from msgspec import Raw, Struct

from brillig.core import SPECTATOR, Game, IllegalChoice, RuleFault, Screen, Table
from brillig.match import Entry, Match, replay
from brillig.match.ending import How, ended
from brillig.match.log import ChoiceEntry, EndEntry, TickEntry
from brillig.match.narrator import remark, told
from brillig.match.undo import OTHERS
from brillig.web.calls.caller import TurnCall
from brillig.web.logs import log
from brillig.web.protocol import MOST_TOLD, Clocks, Result, encoder
from brillig.web.table.seat_view import NULL, SeatView, Sight, visible
from brillig.web.table.seating import SeatingFacts


class _Begun(Struct):
    """As much of a log's first line as says which rules it needs."""

    game: str
    rules: int | str


def begun_with(lines: Sequence[bytes]) -> str:
    """The game of a log and the version of its rules."""
    top = msgspec.json.decode(lines[0] if lines else b"", type=_Begun)
    return f"{top.game} {top.rules}"


def rules_of(game: Game) -> str:
    """The same of a game that this program has."""
    return f"{game.slug} {game.version}"


class LiveMatch:
    """A match under way or over."""

    def __init__(self, match: Match, mute: Collection[int] = ()) -> None:
        """`mute`: seats at which no person sits, who need not be told anything."""
        self.match, self.game = match, match.game
        self.kept = 0  # lines that the store has, the header among them
        self.trouble = ""  # why it does not go on by itself
        self._spare: dict[int, Table] = {}  # by seat, what it saw before the last step: to be written over
        self.views: dict[int, SeatView] = {}
        for seat in (SPECTATOR, *range(len(match.names))):
            seen = self._look(seat)
            self.views[seat] = SeatView(match.game, seat, seen, self._waits(seen), listens=seat not in mute)

    @classmethod
    def load(cls, lines: Iterable[bytes], secret: bytes, game: Game, mute: Collection[int] = ()) -> LiveMatch:
        """The match in these lines, seen again step by step; BadReplay if they are not a match."""
        record = replay.parse_lines(lines)
        live = cls(Match.opening(record, secret=secret, game=game), mute)
        latest = len(record.entries) - MOST_TOLD  # older sentences would be forgotten at once
        for k, entry in enumerate(live.match.steps(record)):
            live._witness(entry, tell=k >= latest)
        live.kept = 1 + len(record.entries)
        return live

    @classmethod
    def past(cls, lines: Iterable[bytes], secret: bytes, game: Game, seat: int, plies: range) -> dict[int, Screen]:
        """The table as a seat saw it after these of the steps that it saw."""
        record = replay.parse_lines(lines)
        live = cls(Match.opening(record, secret=secret, game=game))
        live.views = {eyes: view for eyes, view in live.views.items() if eyes in (SPECTATOR, seat)}
        view, found = live.views[seat], {}
        for entry in chain([None], live.match.steps(record)):
            if entry:
                live._witness(entry, tell=False)
            if view.ply in plies:
                found[view.ply] = game.screen(view.seen.plain, seat)
            elif view.ply >= plies.stop:
                break
        return found

    # ---- what is done ----------------------------------------------------------------------------------------------

    def choose(self, seat: int, code: int, at: int) -> None:
        self._witness(self.match.choose(seat, code, at))

    def choose_all(self, seat: int, codes: Sequence[int], at: int) -> None:
        """A choice and what completes it, or none of them.

        Whether they are allowed is tried on what the seat knows, so that a refusal tells nothing that it does not.
        """
        if len(codes) > 1:
            tried, begins = self.views[seat].seen.copy(), self.game.begins
            for k, code in enumerate(codes, 1):
                if reason := tried.refusal(seat, code):
                    raise IllegalChoice(reason)
                if k < len(codes):
                    if begins is None or not begins(tried.plain, seat, code):
                        raise IllegalChoice("That choice is whole: choose one thing at a time.")
                    tried.play(seat, code)
        for code in codes:
            self.choose(seat, code, at)

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

    def undo(self, seat: int, at: int, bots: Collection[int] = ()) -> None:
        """A seat takes its last choice back; where only bots have chosen since, they take theirs back before it."""
        reason = self.match.can_undo(seat, at, bots)
        if not reason and not bots and self.last_actor != seat:  # somebody took a choice back, but has shown it
            reason = OTHERS
        if reason:
            raise IllegalChoice(reason)
        while (last := self.match.last_choice) and last.seat != seat:
            self._witness(self.match.undo(last.seat, at))
        self._witness(self.match.undo(seat, at))
        while self._begun(seat) and not self.match.can_undo(seat, at):  # what was made at once is taken back at once
            self._witness(self.match.undo(seat, at))

    def _begun(self, seat: int) -> bool:
        """Has this seat begun something that is not complete?"""
        last = self.match.last_choice
        if last is None or last.seat != seat or self.game.begins is None:
            return False
        return self.game.begins(self.game.restore(last.before).hidden(seat).plain, seat, last.code)

    def resign(self, seat: int, at: int) -> None:
        self.advance(at)
        self._witness(self.match.resign(seat, at))

    def stop(self, how: How, at: int) -> None:
        """All agree to play no further."""
        self.advance(at)
        self._witness(self.match.stop(how, at))

    def advance(self, at: int) -> bool:
        """Everything that happens by itself until then, one step after the other."""
        happened = False
        while self.match.advance_once(at):
            entries = self.match.log.entries
            self._witness(entries[-2] if self.match.finished else entries[-1])
            happened = True
        return happened

    def can_undo(self, seat: int, others: Collection[int]) -> bool:
        """May this seat take its last choice back? Not if a rule breaks down where that is found out."""
        try:
            return not self.match.can_undo(seat, None, others)
        except RuleFault as why:
            log.error("a rule broke down", extra={"game": self.game.slug, "lines": self.kept, "why": why.sentence})
            return False

    def upset(self, trouble: str) -> None:
        """Something is wrong with the table, and everybody is to know, until something happens."""
        self.trouble = trouble
        for view in self.views.values():
            view.upset(trouble)

    def _witness(self, entry: Entry, tell: bool = True) -> None:
        if isinstance(entry, EndEntry):
            return
        self.trouble = ""
        if self.game.hidden:
            for seat, view in self.views.items():
                view.witness(entry, self._see(entry, seat, tell and view.listens))
        else:  # all see the same, and it is looked at once
            sight = self._see(entry, SPECTATOR, tell)
            for view in self.views.values():
                view.witness(entry, sight)

    def _see(self, entry: Entry, seat: int, tell: bool) -> Sight:
        before, after = self.views[seat].seen, self._look(seat)
        self._spare[seat] = before
        changed = visible(before) != visible(after)
        words = self._words(entry, before, after, seat, changed) if tell else []
        return Sight(after, self._waits(after), changed, words)

    def _look(self, seat: int) -> Table:
        """What a seat may know now."""
        return self.match.table.hidden(seat, self._spare.get(seat))

    def _waits(self, seen: Table) -> list[int]:
        if self.match.finished:  # perhaps before the rules say so
            return []
        return seen.waiting() if self.game.hidden else self.match.waits

    def _words(self, entry: Entry, before: Table, after: Table, seat: int, changed: bool) -> list[str]:
        remarked = "" if isinstance(entry, ChoiceEntry) else remark(entry)
        words = [remarked] if remarked else []
        if changed:
            try:
                words += told(before, entry, after, seat)
            except Exception:  # a game's slip of the tongue must not stop the match
                log.exception("a game cannot tell what happened", extra={"game": self.game.slug})
        return words

    # ---- what can be said about it ---------------------------------------------------------------------------------

    def unkept(self) -> list[bytes]:
        """The lines that the store does not have yet."""
        log = self.match.log
        return [log.top, *log.since(0)] if not self.kept else log.since(self.kept - 1)

    def turns(self, sitting: SeatingFacts) -> dict[int, list[int]]:
        """By the seat of a person, who is to decide as far as that seat may know."""
        views = self.views
        return {seat: views[seat].waits for seat in sitting.people}

    def turn_call(self, table: str, sitting: SeatingFacts, seat: int) -> TurnCall:
        """What is said to whoever sits there when it is their turn."""
        call = sitting.calls.get(seat)
        if call is None:
            seating = sitting.of
            others = [name for other, name in enumerate(seating.names) if other != seat]
            session = bytes.fromhex(seating.chairs[seat].session)
            call = sitting.calls[seat] = TurnCall(session, table, seat, self.match.game.title, others)
        return call

    def draw_ahead(self, seats: Iterable[int]) -> None:
        """Draw what those of these seats will be shown who are to decide next, when all that has happened is safe."""
        for seat in seats:
            if seat in (view := self.views[seat]).waits:
                view.draw()

    @property
    def stuck(self) -> bool:
        """Does nothing move any more, so that a bot agrees to a draw?"""
        return bool(self.game.stuck and self.game.stuck(self.match.table.plain))

    @property
    def last_actor(self) -> int | None:
        """The seat that acted last: the only one that may have something to take back."""
        entries = self.match.log.entries
        if not entries or self.match.finished or isinstance(entries[-1], TickEntry):
            return None
        seat: int = entries[-1].seat  # type: ignore[union-attr]
        return seat

    def clocks(self, at: int, seat: int) -> Clocks | None:
        """The seats' time to think; and when the table acts, as far as this seat may know."""
        clocks, due = self.match.clocks, -1 if self.match.finished else self.views[seat].seen.due()
        table = max(1, due - at) if due >= 0 else 0
        passed = at if self.game.real_time and not self.match.finished else 0
        if clocks.clock.kind == "off":
            return Clocks([], [], table, passed) if table or passed else None
        left = [clocks.remaining(seat, at) or 0 for seat in range(len(self.match.names))]
        return Clocks(left, [seat for seat, since in enumerate(clocks.since) if since >= 0], table, passed)

    def result(self) -> Raw:
        if not self.match.finished:
            return NULL
        end = self.match.result()
        how = ended(self.match.log.entries)
        return Raw(encoder.encode(Result(end.scores, end.ranks, end.digest, end.secret, how)))

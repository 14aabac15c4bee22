"""A match told step by step, to somebody in a seat or to somebody who only watches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brillig.cli.console import clean, seat_name
from brillig.core import SPECTATOR, Game, Table
from brillig.match import ChoiceEntry, EndEntry, Entry, Match, Replay, TickEntry, TimeoutEntry, UndoEntry


@dataclass
class Moment:
    """One step of a match."""

    ply: int  # steps that stand after this one
    head: str  # "Seat 1: c4"
    sentences: list[str]  # what the viewer is told about it
    table: Table  # after the step


def story(record: Replay, viewer: int = SPECTATOR, *, game: Game | None = None) -> Iterator[Moment]:
    """Every step of a record. Somebody's secret choice stays unnamed unless all is known: the match is over, and
    nobody's eyes are borrowed."""
    match = Match.opening(record, game=game)
    all_known = not match.game.hidden or (record.finished and viewer == SPECTATOR)
    before = match.table.copy()
    for entry in match.steps(record):
        if isinstance(entry, EndEntry):
            break
        after = match.table.copy()
        head = _head(before, entry, all_known or getattr(entry, "seat", SPECTATOR) == viewer)
        yield Moment(match.ply, head, [] if isinstance(entry, UndoEntry) else told(before, after, viewer), after)
        before = after


def told(before: Table, after: Table, viewer: int) -> list[str]:
    """What the game says to this viewer about a step."""
    tell = before.game.tell
    return [clean(s) for s in tell(before.view(viewer), after.view(viewer), viewer)] if tell else []


def _head(before: Table, entry: Entry, named: bool) -> str:
    match entry:
        case ChoiceEntry(seat=seat, code=code):
            return f"{seat_name(seat)}: {_label(before, seat, code) if named else 'chooses in secret'}"
        case TimeoutEntry(seat=seat, code=code):
            label = f" {_label(before, seat, code)}" if named else ""
            return f"{seat_name(seat)}: out of time, the clock chooses{label}"
        case UndoEntry(seat=seat):
            return f"{seat_name(seat)} takes the last choice back"
        case TickEntry():
            return "The table acts"
        case EndEntry():
            return "The end"


def _label(table: Table, seat: int, code: int) -> str:
    return clean(table.game.label(table.view(seat), seat, code))

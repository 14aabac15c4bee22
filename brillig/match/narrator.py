"""The narrator: what happened at each step of a match, to somebody in a seat or to somebody who only watches.

The terminal, the table in the browser and the pages of replays all tell their story in these words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brillig.core import SPECTATOR, Game, Table
from brillig.match.log import ChoiceEntry, EndEntry, Entry, ResignEntry, StopEntry, TickEntry, TimeoutEntry, UndoEntry
from brillig.match.referee import Match
from brillig.match.replay import Replay


@dataclass
class Moment:
    """One step of a match."""

    ply: int  # steps that stand after this one
    head: str  # "Seat 1: c4"
    sentences: list[str]  # what the viewer is told about it
    table: Table  # after the step


def story(record: Replay, viewer: int = SPECTATOR, *, game: Game | None = None) -> Iterator[Moment]:
    """Every step of a record."""
    match = Match.opening(record, game=game)
    before = match.table.copy()
    for entry in match.steps(record):
        if isinstance(entry, EndEntry):
            break
        after = match.table.copy()
        head = headline(before, entry, viewer, record.finished)
        yield Moment(match.ply, head, told(before.hidden(viewer), entry, after.hidden(viewer), viewer), after)
        before = after


def told(before: Table, entry: Entry, after: Table, viewer: int) -> list[str]:
    """What the game says to a viewer about a step, given the tables that this viewer knows."""
    tell = before.game.tell
    return tell(before.plain, after.plain, viewer) if tell and not isinstance(entry, UndoEntry) else []


def remark(entry: Entry) -> str:
    """What there is to say about a step that is not the game's business; mostly nothing."""
    match entry:
        case UndoEntry(seat=seat):
            return f"Seat {seat + 1} takes the last choice back."
        case TimeoutEntry(seat=seat):
            return f"The time of Seat {seat + 1} is up, and the clock chooses."
        case ResignEntry(seat=seat):
            return f"Seat {seat + 1} resigns."
        case StopEntry(how=how):
            return "All agree to a draw." if how == "draw" else "The match is abandoned."
    return ""


def headline(before: Table, entry: Entry, viewer: int, finished: bool) -> str:
    """Who did what. Somebody's secret choice stays unnamed unless it is the viewer's own, or all is known: the match
    is over, and nobody's eyes are borrowed."""
    match entry:
        case ChoiceEntry(seat=seat, code=code) | TimeoutEntry(seat=seat, code=code):
            known = not before.game.hidden or viewer == seat or (finished and viewer == SPECTATOR)
            what = before.game.label(before.view(seat), seat, code) if known else ""
            if isinstance(entry, TimeoutEntry):
                return f"Seat {seat + 1}: out of time, the clock chooses{f' {what}' if what else ''}"
            return f"Seat {seat + 1}: {what or 'chooses in secret'}"
        case UndoEntry(seat=seat):
            return f"Seat {seat + 1} takes the last choice back"
        case TickEntry():
            return "The table acts"
        case ResignEntry() | StopEntry():
            return remark(entry).rstrip(".")
    return "The end"

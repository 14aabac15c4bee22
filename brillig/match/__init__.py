"""A match: the referee, the log, clocks, replay files, and chance that can be checked."""

from brillig.match.clock import Clock, Stopwatch
from brillig.match.log import (
    ChoiceEntry,
    EndEntry,
    Entry,
    Header,
    ResignEntry,
    StopEntry,
    TickEntry,
    TimeoutEntry,
    UndoEntry,
)
from brillig.match.referee import Match
from brillig.match.replay import Replay
from brillig.match.verdict import Verdict, verify

__all__ = [
    "ChoiceEntry", "Clock", "EndEntry", "Entry", "Header", "Match", "Replay", "ResignEntry", "StopEntry",
    "Stopwatch", "TickEntry", "TimeoutEntry", "UndoEntry", "Verdict", "verify",
]  # fmt: skip

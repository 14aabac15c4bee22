"""A match: the referee, the log, clocks, replay files, and chance that can be checked."""

from brillig.match.clock import Clock, Stopwatch
from brillig.match.log import Choice, End, Entry, Header, Tick, Timeout, Undo
from brillig.match.referee import Match
from brillig.match.replay import Replay
from brillig.match.verdict import Verdict, verify

__all__ = [
    "Choice", "Clock", "End", "Entry", "Header", "Match", "Replay", "Stopwatch", "Tick", "Timeout", "Undo", "Verdict",
    "verify",
]  # fmt: skip

"""Clocks that ran out while servers were killed, put to sleep and cut off: who is to blame?

A node says in its log for how long it had had a match when a clock ran out there. If that is less than the clock was set to,
the clock ran while nobody owned the table, whatever the machine was like: a fault. Otherwise somebody did not choose in
time although the table was served; players of these runs think for a fraction of a second, so that is a fault too, unless
the machine was so busy that the run itself could not get on.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

EVERY = 0.25  # seconds
BUSY = 1.0  # seconds by which something that is to happen now comes late: then no time counts that was measured here


class RanOut(NamedTuple):
    """What a node said about a clock."""

    at: float  # seconds since 1970
    here: int  # milliseconds for which it had had the match


def ran_out(lines: Iterable[str]) -> dict[tuple[str, int], RanOut]:
    """By table and match time, what is in the logs of all nodes."""
    found = {}
    for line in lines:
        if '"event":"a clock ran out' in line:
            said = json.loads(line)
            at = datetime.fromisoformat(said["at"]).timestamp()
            found[said["table"], int(said["time"])] = RanOut(at, int(said["here"]))
    return found


class Lateness:
    """How late this process is at what it wants to do."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, float]] = []  # when, and by how many seconds

    async def watch(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(EVERY)
            self.seen.append((time.time(), time.monotonic() - began - EVERY))

    def worst(self, begin: float, end: float) -> float:
        return max((late for at, late in self.seen if begin <= at <= end + 2 * EVERY + late), default=0.0)


def blame(said: RanOut | None, clock: int, lateness: Lateness) -> str:
    """What was wrong when a clock of so many seconds ran out; empty if nothing was but a machine that was too busy."""
    if said is None:
        return "a clock ran out, and no node has said where"
    if said.here < 1000 * clock:
        return f"a clock of {clock} s ran out at a node that had had the table for {said.here / 1000:.1f} s"
    late = lateness.worst(said.at - clock, said.at)
    if late < BUSY:
        return (
            f"nobody chose for {clock} s at a node that served the table, and this run was late by {late:.1f} s at most"
        )
    return ""

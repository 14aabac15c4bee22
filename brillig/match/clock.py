"""Clocks: how long a seat may think. Whole milliseconds of match time come in; no clock on the wall is ever read.

Match time stands still while the server is down or the table pauses (see Stopwatch), and so do all clocks and all
deadlines of the table with it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from brillig.core import BadOption

MOST_SECONDS = 30 * 24 * 60 * 60  # a month, for matches by post


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed: no clock, so long for every choice, or so long for the match and a bit more per choice."""

    kind: Literal["off", "move", "match"] = "off"
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0
    increment: Annotated[int, Meta(ge=0, le=MOST_SECONDS)] = 0

    @classmethod
    def off(cls) -> Clock:
        return cls()

    @classmethod
    def per_move(cls, seconds: int) -> Clock:
        return cls("move", seconds).checked()

    @classmethod
    def per_match(cls, seconds: int, increment: int = 0) -> Clock:
        return cls("match", seconds, increment).checked()

    def checked(self) -> Clock:
        for number in (self.seconds, self.increment):
            if not isinstance(number, int) or isinstance(number, bool):
                raise BadOption(f"A clock takes whole seconds, not {str(number)[:20]}.")
        least, most_more = (0, 0) if self.kind == "off" else (1, MOST_SECONDS if self.kind == "match" else 0)
        if not least <= self.seconds <= (MOST_SECONDS if least else 0) or not 0 <= self.increment <= most_more:
            raise BadOption(
                f"A clock is off, or 1 to {MOST_SECONDS} seconds a move, or that for the match with up to as many more "
                f"after each choice; not {self.kind} with {self.seconds} and {self.increment}."
            )
        return self

    def __str__(self) -> str:
        if self.kind == "off":
            return "no clock"
        more = f" and {self.increment} s more after each choice" if self.increment else ""
        return f"{self.seconds} s for {'each choice' if self.kind == 'move' else 'the match'}{more}"


class Deadline(NamedTuple):
    at: int
    seat: int


STOPPED = -1


class Running:
    """The clocks of all seats. Several may run at once."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [1000 * clock.seconds] * seats  # milliseconds to think when `since` was noted
        self.since = [STOPPED] * seats  # when the seat's clock was started

    def copy(self) -> Running:
        if self.clock.kind == "off":  # nothing here ever changes
            return self
        other = Running.__new__(Running)
        other.clock, other.left, other.since = self.clock, self.left[:], self.since[:]
        return other

    def turn(self, waiting: Collection[int], at: int, chose: int = -1) -> None:
        """After every step: who is waited for now, and which seat has just made a choice (-1: the table acted).

        A seat's decision ends when it chooses or is no longer waited for. What others do meanwhile neither shortens
        nor renews its time.
        """
        if self.clock.kind == "off":
            return
        for seat, since in enumerate(self.since):
            if since != STOPPED and (seat == chose or seat not in waiting):
                self._stop(seat, at, earned=seat == chose)
            if seat in waiting and self.since[seat] == STOPPED:
                self.since[seat] = at

    def _stop(self, seat: int, at: int, earned: bool) -> None:
        if self.clock.kind == "match":
            self.left[seat] = max(0, self.left[seat] - (at - self.since[seat]))
            self.left[seat] += 1000 * self.clock.increment * earned
        self.since[seat] = STOPPED

    def remaining(self, seat: int, at: int) -> int | None:
        """Milliseconds that this seat has left, for showing; None without a clock."""
        if self.clock.kind == "off":
            return None
        used = at - self.since[seat] if self.since[seat] != STOPPED else 0
        return max(0, self.left[seat] - used)

    def deadline(self) -> Deadline | None:
        """When the next seat's time runs out, and whose; None when no clock runs. Of two at once, the lower seat."""
        running = [Deadline(since + self.left[seat], seat) for seat, since in enumerate(self.since) if since != STOPPED]
        return min(running, default=None)


class Stopwatch:
    """Match time from readings of any steady clock. Paused, it stands, and every clock and deadline with it."""

    def __init__(self, elapsed: int = 0) -> None:
        """`elapsed`: match time already behind us, such as that of the last entry of a log."""
        self._elapsed = elapsed
        self._since: int | None = None  # the reading when it was last set going

    @property
    def paused(self) -> bool:
        return self._since is None

    def resume(self, reading: int) -> None:
        if self._since is None:
            self._since = reading

    def pause(self, reading: int) -> None:
        self._elapsed = self.at(reading)
        self._since = None

    def at(self, reading: int) -> int:
        """The match time at this reading. It never goes back, whatever the readings do."""
        if self._since is not None and reading > self._since:
            self._elapsed += reading - self._since
            self._since = reading
        return self._elapsed

    def reading(self, at: int) -> int | None:
        """The reading at which the match time will be `at`, for setting an alarm; None while paused."""
        return None if self._since is None else self._since + at - self._elapsed

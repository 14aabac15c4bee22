"""What an environment of many games is told, checked once for the CPU and for the GPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from brillig.core import BadSeats, Game
from brillig.learn.episode import check_rewards
from brillig.learn.vector_kernels import EVERY, Course

BOTS = ("random", "none")
OBSERVATIONS = ("record", "tensor")


class VectorSettings:
    """Who plays, for what, and the records that say so to the kernels."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | None,
        bots: str | Callable[..., Any],
        seat: int,
        options: Mapping[str, object] | None,
        rewards: str | None,
        final_obs: bool,
    ) -> None:
        self.blank = bytes(game.blank(seats, options))
        self.seats = game.check_seats(seats)
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadSeats(f"There is no seat {seat} for the agent; seats are 0 to {self.seats - 1}.")
        if not callable(bots) and bots not in BOTS:
            raise ValueError(f"bots cannot be {str(bots)[:40]!r}; it can be 'random' or 'none', or a policy.")
        self.policy = bots if callable(bots) else None
        self.seat, self.one_seat = seat, bots != "none"
        self.course = bytearray(Course.nbytes)
        course = Course(self.course)
        course.step = count
        course.cap = game.bound(self.seats, options) + 1
        course.stops = seat if bots == "random" else EVERY
        course.paid = seat if self.one_seat else EVERY
        course.keeps = int(final_obs)
        course.by_ranks = int(check_rewards(rewards, self.seats) == "ranks")

"""Fuse, a toy whose table breaks down when it acts by itself: the third tick divides by zero. For two; who passes last wins."""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, rule

TURNS, SECOND, THIRD = 8, 1000, 3


class State(Record):
    turns = i8()
    ticks = i8()
    spark = i8()


@rule
def setup(s: State) -> None:
    s.turns = 0


@rule
def waiting(s: State, seat: int) -> bool:
    return s.turns < TURNS and seat == s.turns % s.seats


@rule
def refuse(s: State, seat: int, code: int) -> int:
    return 0 if waiting(s, seat) else NOT_YOUR_TURN


@rule
def play(s: State, seat: int, code: int) -> None:
    s.turns += 1


@rule
def due(s: State) -> int:
    return (s.ticks + 1) * SECOND if s.turns < TURNS else -1


@rule
def burn(s: State) -> int:
    return 6 // (THIRD - s.ticks)


@rule
def tick(s: State) -> None:
    s.ticks += 1
    s.spark = burn(s)


@rule
def score(s: State, seat: int) -> int:
    return s.turns % 2 if seat == 0 else 1 - s.turns % 2


def label(s: State, seat: int, code: int) -> str:
    return "Pass"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    return Screen(prompt="Choose.")


GAME = Game(
    __name__, title="Fuse", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=1, bound=40, summary="Burn.",
    real_time=True,
)  # fmt: skip

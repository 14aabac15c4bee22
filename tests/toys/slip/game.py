"""Slip, a toy whose rules break down: on the third turn it divides by zero, on the sixth it looks past a row."""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, rule

PASS, DIVIDE, LOOK = range(3)
KINDS = {"pass": range(1), "slip": range(1, 3)}
TURNS = 6


class State(Record):
    turns = i8()
    row = i8(4)


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
def share(s: State) -> int:
    return 12 // (3 - s.turns)


@rule
def beyond(s: State) -> int:
    return s.row[s.turns - 2]


@rule
def play(s: State, seat: int, code: int) -> None:
    s.turns += 1
    if code == DIVIDE:
        s.row[0] = share(s)
    elif code == LOOK:
        s.row[0] = beyond(s)


@rule
def score(s: State, seat: int) -> int:
    return s.row[seat]


def label(s: State, seat: int, code: int) -> str:
    return ("Pass", "Divide", "Look")[code]


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    return Screen(prompt="Choose.")


GAME = Game(
    __name__, title="Slip", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=3, bound=TURNS, summary="Slip."
)

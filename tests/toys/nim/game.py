"""Nim, a toy without chance or secrets: take one to three from a heap; who takes the last one wins."""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, option, rule

NOT_SO_MANY = 1
REFUSALS = {NOT_SO_MANY: "There are not so many left."}


class State(Record):
    heap = option(range(1, 31), default=10)
    taken = i8()
    mover = i8()
    winner = i8()


@rule
def setup(s: State) -> None:
    s.winner = -1


@rule
def waiting(s: State, seat: int) -> bool:
    return s.winner < 0 and s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.winner >= 0 or s.mover != seat:
        return NOT_YOUR_TURN
    return NOT_SO_MANY if code + 1 > s.heap - s.taken else 0


@rule
def play(s: State, seat: int, code: int) -> None:
    s.taken += code + 1
    s.mover = 1 - seat
    if s.taken == s.heap:
        s.winner = seat


@rule
def score(s: State, seat: int) -> int:
    return 1 if s.winner == seat else 0


def label(s: State, seat: int, code: int) -> str:
    return f"take {code + 1}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    t.panel(-1, "Heap", left=s.heap - s.taken, mover=s.mover, winner=s.winner)
    return t


GAME = Game(
    __name__, title="Nim", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=3, bound=30,
    summary="Take the last one.",
)  # fmt: skip

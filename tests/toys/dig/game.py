"""Dig, a toy for one: ten times, take 3 points for sure or two dice less 2 (5 on average), which may be much less.

`value` is what a sensible player expects, and so a search can be told to stop anywhere.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, i16, random, rule

SURE, DICE = 0, 1
TURNS = 10
REFUSALS: dict[int, str] = {}


class State(Record):
    turns = i8()
    points = i16()


@rule
def setup(s: State) -> None:
    s.turns = 0


@rule
def waiting(s: State, seat: int) -> bool:
    return s.turns < TURNS


@rule
def refuse(s: State, seat: int, code: int) -> int:
    return 0 if s.turns < TURNS else NOT_YOUR_TURN


@rule
def play(s: State, seat: int, code: int) -> None:
    s.points += 3 if code == SURE else random(s, 6) + random(s, 6)
    s.turns += 1


@rule
def score(s: State, seat: int) -> int:
    return s.points


@rule
def value(s: State, seat: int) -> int:
    return 1000 * (s.points + 5 * (TURNS - s.turns))


@rule
def prefer(s: State, seat: int, code: int) -> int:
    return 1 + 8 * code


def label(s: State, seat: int, code: int) -> str:
    return ("sure", "dice")[code]


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    t.panel(0, "You", points=s.points, turns=s.turns)
    return t


GAME = Game(
    __name__, title="Dig", box="Toys", seats=(1, 1), minutes=1, complexity=1, codes=2, bound=TURNS,
    summary="Ten times, sure or not.",
)  # fmt: skip

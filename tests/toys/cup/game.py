"""Cup, a toy about what nobody may know: a pea lies under one of six cups: lift one.

With a clue, the first seat knows in which half the pea is. If it misses, the other wins.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, option, random, rule

CUPS = 6
UNKNOWN = -1
REFUSALS: dict[int, str] = {}


class State(Record):
    clue = option("no", "yes")
    pea = i8()  # hidden until a cup is lifted
    half = i8()  # 0 or 1 with a clue, -1 without
    lifted = i8()  # -1 before


@rule
def setup(s: State) -> None:
    s.pea = random(s, CUPS)
    s.half = s.pea // 3 if s.clue == 1 else UNKNOWN
    s.lifted = UNKNOWN


@rule
def waiting(s: State, seat: int) -> bool:
    return seat == 0 and s.lifted == UNKNOWN


@rule
def refuse(s: State, seat: int, code: int) -> int:
    return 0 if seat == 0 and s.lifted == UNKNOWN else NOT_YOUR_TURN


@rule
def play(s: State, seat: int, code: int) -> None:
    s.lifted = code


@rule
def score(s: State, seat: int) -> int:
    found = 1 if s.lifted == s.pea else 0
    return found if seat == 0 else 1 - found


@rule
def hide(s: State, seat: int) -> None:
    if s.lifted == UNKNOWN:
        s.pea = UNKNOWN


@rule
def guess(s: State, seat: int) -> None:
    if s.pea == UNKNOWN:
        s.pea = random(s, CUPS) if s.half == UNKNOWN else 3 * s.half + random(s, 3)


def label(s: State, seat: int, code: int) -> str:
    return f"lift cup {code + 1}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    t.panel(-1, "Cups", pea=s.pea, half=s.half, lifted=s.lifted)
    return t


GAME = Game(
    __name__, title="Cup", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=CUPS, bound=1,
    summary="Find the pea.",
)  # fmt: skip

"""Fists, a toy in which both choose at once: stone, paper, scissors, or an open hand that loses to all three."""

from __future__ import annotations

from brillig.core import Game, Record, Screen, i8, random, rule

STONE, PAPER, SCISSORS, OPEN_HAND = range(4)
CHOSEN = 1
REFUSALS = {CHOSEN: "You have chosen."}
NOTHING, SOMETHING = 0, 9  # what `fist` holds before a choice, and of another's choice that is not shown yet


class State(Record):
    fist = i8(2)  # the choice + 1
    over = i8()


@rule
def setup(s: State) -> None:
    s.over = 0


@rule
def waiting(s: State, seat: int) -> bool:
    return s.fist[seat] == NOTHING


@rule
def refuse(s: State, seat: int, code: int) -> int:
    return 0 if s.fist[seat] == NOTHING else CHOSEN


@rule
def play(s: State, seat: int, code: int) -> None:
    s.fist[seat] = code + 1
    s.over = 1 if s.fist[1 - seat] != NOTHING else 0


@rule
def score(s: State, seat: int) -> int:
    mine, theirs = s.fist[seat] - 1, s.fist[1 - seat] - 1
    if s.over == 0 or mine == theirs:
        return 0
    if mine == OPEN_HAND:
        return 0
    return 1 if theirs == OPEN_HAND or (mine - theirs) % 3 == 1 else 0


@rule
def hide(s: State, seat: int) -> None:
    for other in range(2):
        if other != seat and s.fist[other] != NOTHING and s.over == 0:
            s.fist[other] = SOMETHING


@rule
def guess(s: State, seat: int) -> None:
    for other in range(2):
        if s.fist[other] == SOMETHING:
            s.fist[other] = 1 + random(s, 4)


def label(s: State, seat: int, code: int) -> str:
    return ("stone", "paper", "scissors", "open hand")[code]


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    for player in range(2):
        t.panel(player, f"Seat {player + 1}", fist=s.fist[player])
    return t


GAME = Game(
    __name__, title="Fists", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=4, bound=2,
    summary="Stone, paper, scissors.",
)  # fmt: skip

"""Crack, a toy that breaks down in the rule that an option names, at its sixth turn (or when it is laid out, or over)."""

from __future__ import annotations

from collections.abc import Sequence

from brillig.core import NOT_YOUR_TURN, Game, Part, Record, Row, Screen, i8, many, option, rule
from brillig.core.chance import random

NAMES = (
    "nothing", "setup", "waiting", "refuse", "choices", "play", "row", "table", "part", "grid", "score", "rank", "hide", "guess",
    "census", "value", "prefer", "label", "touch", "screen", "tell", "anyway",
)  # fmt: skip
(
    NOTHING, SETUP, WAITING, REFUSE, CHOICES, PLAY, ROW, TABLE, PART, GRID, SCORE, RANK, HIDE, GUESS, CENSUS, VALUE, PREFER, LABEL,
    TOUCH, SCREEN, TELL, ANYWAY,
) = range(len(NAMES))  # fmt: skip
PRICES = (1, 2, 3)
BAD = 2  # the code that breaks `play`; with `anyway` all of them do
TURNS, THEN = 10, 5


class Heap(Part):
    n = i8()


class State(Record):
    where = option(*NAMES)
    turns = i8()
    row = i8(4)
    board = i8(2, 3)
    heaps = many(Heap, 2)
    secret = i8(2)


@rule
def setup(s: State) -> None:
    s.secret[0] = random(s, 3)
    s.secret[1] = random(s, 3)
    if s.where == SETUP:
        s.row[0] = 5 // s.turns


@rule
def waiting(s: State, seat: int) -> bool:
    if s.where == WAITING and s.turns == THEN:
        return 5 // (s.turns - THEN) == 1
    return s.turns < TURNS and seat == s.turns % s.seats


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.turns >= TURNS or seat != s.turns % s.seats:
        return NOT_YOUR_TURN
    if s.where == REFUSE and s.turns == THEN:
        return s.row[s.turns + code]
    return 0


@rule
def choices(s: State, seat: int, out: Row) -> int:
    if s.where == CHOICES and s.turns == THEN:
        out[s.turns] = 1
    n = 0
    if s.turns < TURNS and seat == s.turns % s.seats:
        for code in range(3):
            out[n] = code
            n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    if s.turns == THEN and (code == BAD or s.where == ANYWAY):
        if s.where == PLAY or s.where == ANYWAY:
            s.row[0] = 5 // (s.turns - THEN)
        elif s.where == ROW:
            s.row[s.turns] = 1
        elif s.where == TABLE:
            s.row[0] = PRICES[s.turns]
        elif s.where == PART:
            s.heaps[s.turns].n = 3
        elif s.where == GRID:
            s.board[1, s.turns] = 3
    s.turns += 1


@rule
def score(s: State, seat: int) -> int:
    if s.where == SCORE and s.turns == TURNS:
        return 5 // (s.turns - TURNS)
    return s.row[seat]


@rule
def rank(s: State, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = 1
    if s.where == RANK:
        out[s.turns] = 1


@rule
def hide(s: State, seat: int) -> None:
    if s.where == HIDE and s.turns == THEN:
        s.row[0] = 5 // (s.turns - THEN)
    for other in range(s.seats):
        if other != seat:
            s.secret[other] = -1


@rule
def guess(s: State, seat: int) -> None:
    if s.where == GUESS and s.turns == THEN:
        s.row[0] = 5 // (s.turns - THEN)
    for other in range(s.seats):
        if s.secret[other] == -1:
            s.secret[other] = random(s, 3)


@rule
def census(s: State, out: Row) -> None:
    out[0] = 1
    if s.where == CENSUS and s.turns == THEN:
        out[s.turns] = 1


@rule
def value(s: State, seat: int) -> int:
    if s.where == VALUE and s.turns == THEN:
        return 5 // (s.turns - THEN)
    return 500


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if s.where == PREFER and s.turns == THEN:
        return s.row[s.turns]
    return 1


def label(s: State, seat: int, code: int) -> str:
    return f"Choice {(0, 1)[code] if s.where == LABEL and s.turns == THEN else code}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ("",) * (5 // (s.turns - THEN)) if s.where == TOUCH and s.turns == THEN else ()


def screen(s: State, seat: int) -> Screen:
    if s.where == SCREEN and s.turns == THEN:
        return Screen(str([n // (s.turns - THEN) for n in range(3)]))
    shown = Screen("Choose" if seat >= 0 and seat == s.turns % s.seats else "")
    for player in range(s.seats):
        shown.panel(player, f"Seat {player + 1}", turns=s.turns)
    return shown


def tell(before: State, after: State, viewer: int) -> Sequence[str]:
    return [f"Turn {after.turns}{5 // (after.turns - THEN) if after.where == TELL else ''}."]


GAME = Game(
    __name__, title="Crack", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=3, bound=TURNS, pieces=1,
    summary="Cracks.", unseen=("row", "board", "heaps", "secret"),
)  # fmt: skip

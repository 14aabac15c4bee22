"""Coin: seat 1 decides first and wins seven games of ten, whatever anybody does. For testing what is said about it."""

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, option, random, rule

SPIN, FLIP, WAIT = 0, 1, 2
KINDS = {"turn it <over>": range(SPIN, FLIP + 1), "wait": range(WAIT, WAIT + 1)}
REFUSALS = {1: "You can only wait."}


class State(Record):
    luck = option(7, 5, 0, help="How many games of ten the first wins.")
    turn = i8()  # 0 to 3; then it is over
    winner = i8()  # 1 or 2 when it is over


@rule
def setup(s):
    s.turn = 0


@rule
def waiting(s, seat):
    return s.turn < 4 and s.turn % 2 == seat


@rule
def refuse(s, seat, code):
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    return 1 if s.turn == 3 and code != WAIT else 0


@rule
def play(s, seat, code):
    s.turn += 1
    if s.turn == 4:
        s.winner = 1 if random(s, 10) < s.luck else 2


@rule
def score(s, seat):
    return 1 if s.winner == seat + 1 else 0


def label(s, seat, code):
    return ("spin", "flip", "wait")[code]


def touch(s, seat, code):
    return ()


def screen(s, seat):
    return Screen()


GAME = Game(__name__, title="Coin & Co", box="Tests", seats=(2, 2), minutes=1, complexity=1, codes=3, bound=4,
            summary="The first wins.")  # fmt: skip

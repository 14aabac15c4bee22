"""Count: three turns, and points from a constant in another file, which Numba alone would not look at."""

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, rule

from .worth import WORTH


class State(Record):
    turns = i8()


@rule
def setup(s):
    s.turns = 0


@rule
def waiting(s, seat):
    return s.turns < 3 and seat == s.turns % s.seats


@rule
def refuse(s, seat, code):
    return 0 if s.turns % s.seats == seat else NOT_YOUR_TURN


@rule
def play(s, seat, code):
    s.turns += 1


@rule
def score(s, seat):
    return s.turns * WORTH[0]


def label(s, seat, code):
    return "go"


def touch(s, seat, code):
    return ()


def screen(s, seat):
    return Screen(prompt="Go.")


GAME = Game(__name__, title="Count", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=1, bound=3, summary="Go.")

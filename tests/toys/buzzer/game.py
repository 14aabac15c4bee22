"""Buzzer: all may press at any time; who presses gets a point; the table ends each of three rounds by itself."""

from brillig.core import Game, Record, Screen, i8, i64, rule

ROUNDS, SECONDS = 3, 2


class State(Record):
    at = i8()  # rounds that are over
    end = i64()  # when this round ends
    pressed = i8(3)  # this round
    points = i8(3)


@rule
def setup(s):
    s.end = 1000 * SECONDS


@rule
def waiting(s, seat):
    return s.at < ROUNDS and s.pressed[seat] == 0


@rule
def refuse(s, seat, code):
    return 0 if waiting(s, seat) else -1


@rule
def play(s, seat, code):
    s.pressed[seat] = 1
    s.points[seat] += 1 + code


@rule
def score(s, seat):
    return s.points[seat]


@rule
def due(s):
    return s.end if s.at < ROUNDS else -1


@rule
def tick(s):
    s.at += 1
    s.end = s.now + 1000 * SECONDS
    for seat in range(s.seats):
        s.pressed[seat] = 0


def label(s, seat, code):
    return ("press", "press hard")[code]


def touch(s, seat, code):
    return ()


def screen(s, seat):
    return Screen()


GAME = Game(__name__, title="Buzzer", box="Tests", seats=(2, 3), minutes=1, complexity=1, codes=2, bound=30,
            summary="Press.", real_time=True)  # fmt: skip

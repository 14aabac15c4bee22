"""Bomb, a toy in real time: whoever holds the bomb when it goes off loses a life. Holding on scores.

Everybody may act at any time: the holder throws the bomb to the next seat, anyone else may only duck (once). The fuse
is drawn at random and burns by the table's own clock. After three bangs the game is over.
"""

from __future__ import annotations

from brillig.core import Game, Record, Screen, i8, i32, i64, random, rule

THROW, DUCK = 0, 1
NOT_HELD, DUCKED = 1, 2
REFUSALS = {NOT_HELD: "You do not hold the bomb.", DUCKED: "You have ducked already."}
BANGS = 3


class State(Record):
    holder = i8()
    bangs = i8()
    fuse = i64()  # when the bomb goes off; hidden from all
    caught = i64()  # when the holder got it
    ducked = i8(4)
    points = i32(4)  # milliseconds held, less 10,000 a bang


@rule
def light(s: State) -> None:
    s.fuse = s.now + 2000 + random(s, 3000)
    s.caught = s.now
    for seat in range(s.seats):
        s.ducked[seat] = 0


@rule
def setup(s: State) -> None:
    light(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.bangs < BANGS and (s.holder == seat or s.ducked[seat] == 0)


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if code == THROW:
        return 0 if s.holder == seat else NOT_HELD
    return DUCKED if s.ducked[seat] or s.holder == seat else 0


@rule
def play(s: State, seat: int, code: int) -> None:
    if code == THROW:
        s.points[seat] += s.now - s.caught
        s.caught = s.now
        s.holder = (seat + 1) % s.seats
    else:
        s.ducked[seat] = 1


@rule
def score(s: State, seat: int) -> int:
    return s.points[seat]


@rule
def hide(s: State, seat: int) -> None:
    s.fuse = 0


@rule
def guess(s: State, seat: int) -> None:
    s.fuse = s.now + 1 + random(s, 5000)


@rule
def due(s: State) -> int:
    return s.fuse if s.bangs < BANGS else -1


@rule
def tick(s: State) -> None:
    s.points[s.holder] -= 10000
    s.bangs += 1
    light(s)


def label(s: State, seat: int, code: int) -> str:
    return ("throw", "duck")[code]


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    for player in range(s.seats):
        t.panel(player, f"Seat {player + 1}", points=s.points[player], bomb=int(player == s.holder))
    return t


GAME = Game(
    __name__, title="Bomb", box="Toys", seats=(2, 4), minutes=1, complexity=1, codes=2, bound=1000,
    summary="Throw the bomb before it goes off.",
)  # fmt: skip

"""Heap: take 1 or 2 stones; who takes the last wins. Small, so that the whole suite is quick on it."""

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, rule

REFUSALS = {1: "There are not so many stones."}


class State(Record):
    heap = i8()
    mover = i8()
    taken = i8(2)


@rule
def setup(s):
    s.heap = 7


@rule
def waiting(s, seat):
    return s.heap > 0 and s.mover == seat


@rule
def refuse(s, seat, code):
    if s.mover != seat or s.heap == 0:
        return NOT_YOUR_TURN
    return 1 if code + 1 > s.heap else 0


@rule
def play(s, seat, code):
    s.heap -= code + 1
    s.taken[seat] += code + 1
    s.mover = 1 - seat


@rule
def score(s, seat):
    return 1 if s.heap == 0 and s.mover != seat else 0


@rule
def census(s, out):
    out[0] = s.heap + s.taken[0] + s.taken[1]


def label(s, seat, code):
    return f"take {code + 1}"


def touch(s, seat, code):
    return ()


def screen(s, seat):
    t = Screen("Take one or two." if waiting(s, seat) else "")
    t.line("heap", "pile", "Heap", count=s.heap)
    for player in (0, 1):
        t.panel(player, f"Seat {player + 1}", turn=s.heap > 0 and s.mover == player, stones=s.taken[player])
    t.panel(-1, "Table", next=s.mover + 1)
    return t


GAME = Game(
    __name__,
    title="Heap",
    box="Tests",
    seats=(2, 2),
    minutes=1,
    complexity=1,
    codes=2,
    bound=7,
    pieces=1,
    summary="Take the last stone.",
)

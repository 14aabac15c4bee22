"""Squares: a board of nine, and no word of what it is made of, so that what is printed is what its screens show."""

from brillig.core import NOT_YOUR_TURN, Face, Game, Record, Screen, i8, rule


class State(Record):
    square = i8(9)
    moves = i8()


@rule
def setup(s):
    pass


@rule
def waiting(s, seat):
    return s.moves < 9 and s.moves % 2 == seat


@rule
def refuse(s, seat, code):
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    return 1 if s.square[code] else 0


REFUSALS = {1: "Taken."}


@rule
def play(s, seat, code):
    s.square[code] = 1 + seat
    s.moves += 1


@rule
def score(s, seat):
    return 0


def label(s, seat, code):
    return f"square {code + 1}"


def touch(s, seat, code):
    return (f"s{code}",)


def screen(s, seat):
    t = Screen("Where?")
    board = t.grid("board", 3, 3, "Board")
    for k in range(9):
        spot = board.spot(f"s{k}", k // 3, k % 3, f"square {k + 1}")
        if s.square[k]:
            spot.put(f"p{k}", Face("disc", "XO"[s.square[k] - 1], "disc", {"colour": ("red", "blue")[s.square[k] - 1]}))
    return t


GAME = Game(
    __name__,
    title="Squares",
    box="Toys",
    seats=(2, 2),
    minutes=1,
    complexity=1,
    codes=9,
    bound=9,
    summary="Nine squares.",
)

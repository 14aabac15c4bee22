"""Bowls, a toy of turns and dice: a seat lays two pebbles, one by one, into three bowls; a die says which the next one empties.

Two of its four sides show the last bowl. Who empties a bowl keeps the pebbles; eight turns are played.
"""

from __future__ import annotations

from brillig.core import Game, Record, Screen, i8, random, rule

BOWLS, TURNS = 3, 8
FULL = 1
REFUSALS = {FULL: "That bowl has four already."}


class State(Record):
    bowl = i8(BOWLS)  # pebbles
    kept = i8(4)  # by each seat
    mover = i8()
    laid = i8()  # in this turn
    turn = i8()


@rule
def setup(s: State) -> None:
    s.turn = 1


@rule
def waiting(s: State, seat: int) -> bool:
    return s.turn <= TURNS and s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    return FULL if s.bowl[code] >= 4 and s.bowl[code] > min(s.bowl[0], s.bowl[1], s.bowl[2]) else 0


@rule
def play(s: State, seat: int, code: int) -> None:
    s.bowl[code] += 1
    s.laid += 1
    if s.laid < 2:
        return
    s.laid = 0
    s.turn += 1
    s.mover = (seat + 1) % s.seats
    emptied = min(BOWLS - 1, random(s, 4))
    s.kept[s.mover] += s.bowl[emptied]
    s.bowl[emptied] = 0


@rule
def score(s: State, seat: int) -> int:
    return s.kept[seat]


@rule
def value(s: State, seat: int) -> int:
    """Who has more stands better; and it is good to have few pebbles before the seat that comes next."""
    ahead = 0
    for other in range(s.seats):
        ahead += s.kept[seat] - s.kept[other]
    full = s.bowl[BOWLS - 1] if s.mover == (seat + 1) % s.seats else 0
    return max(0, min(1000, 500 + 20 * ahead - 9 * full))


def label(s: State, seat: int, code: int) -> str:
    return f"Bowl {code + 1}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt="Lay a pebble.")
    t.panel(-1, "Table", bowls=" ".join(str(s.bowl[k]) for k in range(BOWLS)), turn=s.turn)
    for player in range(s.seats):
        t.panel(player, f"Seat {player + 1}", kept=s.kept[player])
    return t


GAME = Game(
    __name__, title="Bowls", box="Toys", seats=(2, 4), minutes=2, complexity=1, codes=BOWLS, bound=2 * TURNS,
    summary="Lay pebbles where the next one will not find them.", rolls=(1, 1, 2, 0),
)  # fmt: skip

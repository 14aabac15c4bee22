"""Laying out and reading positions, for the tests beside this."""

from brillig.core import Table
from brillig.games.halma.board import SPACES, WEAVES, cubes_each, look, place_in, weave_of
from brillig.games.halma.game import GAME
from brillig.games.halma.screen import NAMES

SPACE = {name: space for space, name in enumerate(NAMES)}
NW, SE = "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4", "j10 i10 h10 g10 j9 i9 h9 j8 i8 j7"
NE, SW = "j1 i1 h1 g1 j2 i2 h2 j3 i3 j4", "a10 b10 c10 d10 a9 b9 c9 a8 b8 a7"


def lay_out(*seats: str, gear="plain", mover=0, rounds=1, **options) -> Table:
    """A table where each seat's cubes stand on these spaces, and a seat is to move; seat 1 began."""
    table = GAME.new(len(seats), options=options, gear=gear)
    s = table.plain
    for weave in range(WEAVES):
        s.taken[weave] = 0
    for seat, spaces in enumerate(seats):
        assert len(spaces.split()) == cubes_each(s)
        for weave in range(WEAVES):
            s.stand[seat, weave] = 0
        for cube, name in enumerate(spaces.split()):
            weave, bit = weave_of(SPACE[name]), 1 << place_in(SPACE[name])
            assert not s.taken[weave] & bit, name
            s.place[seat, cube] = SPACE[name]
            s.stand[seat, weave] |= bit
            s.taken[weave] |= bit
    s.starter, s.mover, s.rounds = 0, mover, rounds
    look(s)
    return table


def code(table: Table, move: str, seat: int | None = None) -> int:
    """The code of a move like 'c3-e5'."""
    start, end = (SPACE[name] for name in move.split("-"))
    s = table.plain
    places = list(s.place[s.mover if seat is None else seat])[: cubes_each(s)]
    return SPACES * places.index(start) + end


def go(table: Table, *moves: str) -> Table:
    for move in moves:
        table.play(table.plain.mover, code(table, move))
    return table


def moves(table: Table) -> list[str]:
    return [choice.label for choice in table.choices(table.plain.mover)]


def goes(table: Table, start: str) -> set[str]:
    """Where the cube on a space can go."""
    return {move.split("-")[1] for move in moves(table) if move.startswith(f"{start}-")}


def why(table: Table, move: str) -> str:
    return table.refusal(table.plain.mover, code(table, move))

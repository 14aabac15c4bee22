"""Laying out and reading positions, for the tests beside this."""

from brillig.core import Table
from brillig.games.son_of_kark.game import GAME, claim_crossroad, lay
from brillig.games.son_of_kark.land import (
    CELLS,
    CENTRE,
    CITY,
    CORNER,
    FACE_DOWN,
    FACE_UP,
    MERCHANT,
    NONE,
    PLACE,
    SYMBOLS,
    cell_at,
)
from brillig.parts.boxes.greenbox import SYMBOL_LETTERS

RED, YELLOW, BLUE, GREEN = range(4)
# The land of the rulebook's example.
RULEBOOK = """
    A D H * .
    A * H A D
    C C . . .
"""


def lay_out(gear="plain", land=RULEBOOK, drawn="W", mover=RED, seats=3, left=9, at=(0, 0)) -> Table:
    """A table where this land lies (its upper left at `at`) and a seat has drawn a tile; all merchants are in hand."""
    table = GAME.new(seats, gear=gear)
    s = table.plain
    for cell in range(CELLS):
        s.cell[cell] = 0
    for k in range(s.edges):
        s.edge[k] = 0
    for tile in range(SYMBOLS + 1):
        s.shown[tile] = 0
    s.edges = 0
    s.west, s.north = at
    for y, line in enumerate(land.split("\n")[1:-1], at[1]):
        for x, letter in enumerate(line.split(), at[0]):
            if letter != ".":
                lay(s, cell_at(x, y), CITY if letter == "*" else SYMBOL_LETTERS.index(letter))
    s.mover, s.step, s.left, s.drawn = mover, PLACE, left, SYMBOL_LETTERS.index(drawn)
    for symbol in range(SYMBOLS):
        s.bag[symbol] = 6 - s.shown[symbol] - (symbol == s.drawn)
        assert s.bag[symbol] >= 0
    return table


def laid_out(gear="plain", at=(2, 2), **more) -> Table:
    """The same when the tile has just been laid and a merchant may follow; `at` is where it lies in the land."""
    table = lay_out(gear, **more)
    s = table.plain
    s.bag[s.drawn] += 1
    s.drawn, s.step, s.fresh = NONE, MERCHANT, cell_at(*at)
    assert s.cell[s.fresh] > 0
    return table


def market(table: Table, seat: int, x: int, y: int) -> None:
    s, cell = table.plain, cell_at(x, y)
    s.owner[s.cell[cell] - 1], s.market[s.cell[cell] - 1] = seat, cell
    s.merchants[seat] -= 1


def city(table: Table, seat: int, x: int, y: int) -> None:
    s = table.plain
    assert s.cell[cell_at(x, y)] == CITY + 1
    s.city[s.cities], s.mayor[s.cities] = cell_at(x, y), seat
    s.cities += 1
    s.merchants[seat] -= 1


def crossroad(table: Table, seat: int, x: int, y: int) -> None:
    claim_crossroad(table.plain, seat, cell_at(x, y))


def rulebook(table: Table) -> Table:
    """The merchants of the rulebook's example."""
    city(table, RED, 1, 1)
    market(table, RED, 3, 1)
    city(table, YELLOW, 3, 0)
    crossroad(table, YELLOW, 2, 1)
    market(table, BLUE, 0, 2)
    crossroad(table, BLUE, 1, 1)
    return table


def up(x: int, y: int) -> int:
    return FACE_UP + cell_at(x, y)


def down(x: int, y: int) -> int:
    return FACE_DOWN + cell_at(x, y)


def centre(x: int, y: int) -> int:
    return CENTRE + cell_at(x, y)


def corner(x: int, y: int) -> int:
    return CORNER + cell_at(x, y)


def play(table: Table, *codes: int) -> Table:
    """Choices of whoever is to decide."""
    for code in codes:
        table.play(table.waiting()[0], code)
    return table


def offered(table: Table) -> set[int]:
    return set(table.codes(table.waiting()[0]))


def in_hand(table: Table, seat: int) -> int:
    return int(table.plain.merchants[seat])

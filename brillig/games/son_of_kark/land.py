"""The land: what lies on the table, how choices are numbered, and what can be read off a position.

The table has no edge, so the cells are numbered round a ring: cell (x, y) is 40 y + x, and after 1,599 comes 0 again.
Tiles that hang together by their sides reach over 36 cells at most in either direction, and so no two cells of one land,
or just beside it, ever have the same number. x goes to the right and y downwards from the first city. A corner is named
by the cell to the lower right of it.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, rule
from brillig.parts.boxes.greenbox import TILES

ROW = 40  # cells from one to the one below it
CELLS = ROW * ROW
SEATS = 4
SYMBOLS = 6
CITY = 6  # the seventh kind of tile: one that lies face down
KINDS_OF_TILE = 7
MOST_EDGES = 2 * TILES + 2  # empty cells beside tiles: a straight line of tiles has the most
MERCHANTS = (0, 0, 9, 7, 5)  # of a seat, by the number of seats
MOST_MERCHANTS = 21  # of all seats together
NONE = -1

# What is in a cell besides a tile (a kind + 1): nothing, or nothing yet but a tile beside it. No city may come beside a city.
BARE, OPEN, MARKET_ONLY = 0, -1, -2

# The steps of a turn at which the seat decides.
PLACE, MERCHANT, OVER = 0, 1, 2

# Codes: a cell to lay the tile in, face up or face down; a cell or a corner to put a merchant on; or no merchant.
FACE_UP, FACE_DOWN, CENTRE, CORNER, NO_MERCHANT = 0, CELLS, 2 * CELLS, 3 * CELLS, 4 * CELLS

UNKNOWN = 6  # a symbol that one may not know: of the drawn tile, or of tiles laid face down

SIDES = (-ROW, 1, ROW, -1)
AROUND = (-ROW - 1, -ROW, -ROW + 1, -1, 1, ROW - 1, ROW, ROW + 1)
CORNERS = (0, 1, ROW, ROW + 1)  # from a cell to the corners of its tile
MEETING = (-ROW - 1, -ROW, -1, 0)  # from a corner to the cells that meet there

# Where points come from.
FROM_MARKETS, FROM_CITIES, FROM_CROSSROADS = 0, 1, 2
SHARE = (0, 5, 3, 2, 1)  # of the points for a kind at the crossroads, by how many are tied


class State(Record):
    cell = i8(CELLS, shows="kind 40x40")  # 1 to 6: that symbol face up; 7: face down; else BARE, OPEN or MARKET_ONLY
    edge = i16(MOST_EDGES)  # the empty cells beside the land, in no order
    edges = i8()  # how many there are
    west = i8()  # the least x of a tile
    north = i8()  # and the least y
    shown = i8(KINDS_OF_TILE)  # how many tiles of each kind lie on the table
    bag = i8(SYMBOLS)  # tiles that nobody has seen: the stack, those removed, and the first city
    left = i8()  # tiles in the stack
    drawn = i8()  # the symbol of the tile in the mover's hand, NONE once it is laid
    buried = i8(SEATS, SYMBOLS + 1, shows="count")  # tiles each seat laid face down, by symbol; the last: not known
    owner = i8(SYMBOLS, shows="seat")  # the seat whose merchant is on a market of each symbol, NONE without
    market = i16(SYMBOLS)  # and in which cell it stands
    city = i16(MOST_MERCHANTS)  # the cells of the merchants in cities
    mayor = i8(MOST_MERCHANTS, shows="seat")  # and their seats
    cities = i8()  # how many there are
    road = i16(MOST_MERCHANTS)  # the corners of the merchants on crossroads
    warden = i8(MOST_MERCHANTS, shows="seat")  # and their seats
    roads = i8()  # how many there are
    influence = i8(SEATS, KINDS_OF_TILE, shows="count")  # of each seat at the crossroads, by kind of tile
    merchants = i8(SEATS, shows="count")  # in hand
    earned = i16(SEATS, 3)  # points by where they come from
    mover = i8(shows="seat")  # the seat whose turn it is
    step = i8()  # PLACE, MERCHANT or OVER
    fresh = i16(shows="place 40x40")  # the cell of the tile laid last, NONE before the first
    last = i16()  # the choice made last, NONE before the first


# ---- cells ---------------------------------------------------------------------------------------------------------


@rule
def beside(cell: int, step: int) -> int:
    return (cell + step + CELLS) % CELLS


@rule
def cell_at(x: int, y: int) -> int:
    return (ROW * y + x) % CELLS


@rule
def x_of(s: State, cell: int) -> int:
    """Where a cell of the land, or one just beside it, lies."""
    return (cell - cell_at(s.west - 1, s.north - 1) + CELLS) % CELLS % ROW + s.west - 1


@rule
def y_of(s: State, cell: int) -> int:
    return (cell - cell_at(s.west - 1, s.north - 1) + CELLS) % CELLS // ROW + s.north - 1


@rule
def kind(s: State, cell: int) -> int:
    """What kind of tile lies there; NONE or less if there is none."""
    return s.cell[cell] - 1


# ---- markets, cities and crossroads --------------------------------------------------------------------------------


@rule
def symbols_around(s: State, cell: int) -> int:
    """How many different symbols lie face up in the eight cells round this one."""
    seen, n = 0, 0
    for k in range(8):
        tile = kind(s, beside(cell, AROUND[k]))
        if 0 <= tile < CITY and (seen >> tile) & 1 == 0:
            seen |= 1 << tile
            n += 1
    return n


@rule
def tiles_around(s: State, cell: int) -> int:
    n = 0
    for k in range(8):
        if s.cell[beside(cell, AROUND[k])] > 0:
            n += 1
    return n


@rule
def is_complete(s: State, cell: int) -> bool:
    """Has a city all it can have: every symbol round it, or a tile on every side and corner?"""
    return symbols_around(s, cell) == SYMBOLS or tiles_around(s, cell) == 8


@rule
def is_crossroad(s: State, corner: int) -> bool:
    n = 0
    for k in range(4):
        if s.cell[beside(corner, MEETING[k])] > 0:
            n += 1
    return n == 4


@rule
def touches(corner: int, cell: int) -> bool:
    """Is this a corner of that cell?"""
    near = False
    for k in range(4):
        if beside(cell, CORNERS[k]) == corner:
            near = True
    return near


@rule
def award(s: State, seat: int, tile: int) -> int:
    """What the crossroads bring a seat for one kind of tile, if it stays as it is."""
    mine, tied = s.influence[seat, tile], 0
    if mine == 0:
        return 0
    for other in range(s.seats):
        if s.influence[other, tile] > mine:
            return 0
        if s.influence[other, tile] == mine:
            tied += 1
    return SHARE[tied]


@rule
def outlook(s: State, seat: int, source: int) -> int:
    """What the merchants of a seat would still bring if the game ended now, by where it comes from."""
    points = 0
    if source == FROM_MARKETS:
        for symbol in range(SYMBOLS):
            if s.owner[symbol] == seat:
                points += s.shown[symbol]
    elif source == FROM_CITIES:
        for k in range(s.cities):
            if s.mayor[k] == seat:
                points += symbols_around(s, s.city[k])
    else:
        for tile in range(KINDS_OF_TILE):
            points += award(s, seat, tile)
    return points


@rule
def score(s: State, seat: int) -> int:
    return s.earned[seat, FROM_MARKETS] + s.earned[seat, FROM_CITIES] + s.earned[seat, FROM_CROSSROADS]

"""A lattice of unit triangles inside a hexagonal window, for maps of hexagons, rhombi and triangles.

Corners are pairs (q, r); a step east adds to q, a step south-east to r. A cell is a triangle that points up or down, with
three sides: left, right, bottom of one that points up (0, 1, 2), top, left, right of one that points down. An **edge** is
a side of a cell seen from inside it, numbered 3 * cell + side; ACROSS is the same line seen from the other side.

Hexagons go by the number of their centre, rhombi by 3 * (place of their upper cell among those that point up) + the side
that both halves share, triangles by their cell. Neighbours are tables made once; a GPU has little room for tables, so that
each is looked up in one place only, by a rule.
"""

from __future__ import annotations

from brillig.core import rule

REACH = 12  # corners of cells lie so far from the middle at most
OUTSIDE = -1
Corner = tuple[int, int]


def distance(q: int, r: int) -> int:
    """Steps from the middle."""
    return max(abs(q), abs(r), abs(q + r))


def corners(q: int, r: int, up: bool) -> tuple[Corner, Corner, Corner]:
    return ((q, r), (q - 1, r + 1), (q, r + 1)) if up else ((q, r), (q + 1, r), (q, r + 1))


def _cells() -> list[tuple[int, int, bool]]:
    span = range(-REACH - 1, REACH + 1)
    every = [(q, r, up) for r in span for q in span for up in (True, False)]
    return [cell for cell in every if all(distance(*corner) <= REACH for corner in corners(*cell))]


# Row by row from the top, each from the left.
CELL = _cells()
NUMBER = {cell: k for k, cell in enumerate(CELL)}
CELLS = len(CELL)
UPS = [k for k, (_, _, up) in enumerate(CELL) if up]
CENTRE = [
    (q, r) for r in range(-REACH, REACH + 1) for q in range(-REACH, REACH + 1) if distance(q, r) < REACH
]  # of hexagons
CENTRES = len(CENTRE)
RHOMBI = 3 * len(UPS)

# The neighbour across each side: its place from here.
_BEYOND = {
    True: ((-1, 0, False), (0, 0, False), (-1, 1, False)),
    False: ((1, -1, True), (0, 0, True), (1, 0, True)),
}
# A hexagon's cells clockwise from the north, from its centre, and the side of each that is an edge of the hexagon.
_AROUND = ((0, -1, False), (1, -1, True), (0, 0, False), (0, 0, True), (-1, 0, False), (0, -1, True))
_OUTER = (0, 1, 2, 2, 1, 0)


def edge(q: int, r: int, up: bool, side: int) -> int:
    return 3 * NUMBER[q, r, up] + side


def _across() -> list[int]:
    """The two sides of a line have numbers that add up to 2."""
    found = []
    for q, r, up in CELL:
        for side, (dq, dr, other) in enumerate(_BEYOND[up]):
            found.append(3 * NUMBER.get((q + dq, r + dr, other), OUTSIDE) + 2 - side)
    return [at if at >= 0 else OUTSIDE for at in found]


ACROSS = tuple(_across())
HEXAGON_EDGE = tuple(
    edge(q + dq, r + dr, up, _OUTER[k]) for q, r in CENTRE for k, (dq, dr, up) in enumerate(_AROUND)
)  # 6 * centre + edge


UP_CELL = tuple(UPS)
UP_NUMBER = tuple(UPS.index(k) if CELL[k][2] else OUTSIDE for k in range(CELLS))  # of a cell among those that point up
_OF_UP = (5, 1, 3)  # the edge of a hexagon that a side of an outer cell is, of cells that point up and down
_OF_DOWN = (0, 4, 2)
CENTRE_Q = tuple(q for q, _ in CENTRE)
CENTRE_R = tuple(r for _, r in CENTRE)
MIDDLE = CENTRE.index((0, 0))


@rule
def across(edge: int) -> int:
    """The same line seen from the other side; OUTSIDE at the rim."""
    return ACROSS[edge]


@rule
def hexagon_edge(centre: int, k: int) -> int:
    """Edge k of the hexagon with this centre, clockwise from the north."""
    return HEXAGON_EDGE[6 * centre + k]


@rule
def up_number(cell: int) -> int:
    """The place of a cell among those that point up, OUTSIDE if it points down."""
    return UP_NUMBER[cell]


@rule
def hexagon_side(edge: int) -> int:
    """Which edge of a hexagon this would be, if a hexagon had it as an edge."""
    return _OF_UP[edge % 3] if up_number(edge // 3) >= 0 else _OF_DOWN[edge % 3]


@rule
def hexagon_at(edge: int) -> int:
    """The centre of the hexagon that would have this edge, or OUTSIDE. Edges are numbered in the order of centres."""
    k, low, high = hexagon_side(edge), 0, CENTRES - 1
    while low < high:
        middle = (low + high) // 2
        if hexagon_edge(middle, k) < edge:
            low = middle + 1
        else:
            high = middle
    return low if hexagon_edge(low, k) == edge else OUTSIDE


@rule
def rhombus_edge(rhombus: int, k: int) -> int:
    """Its free sides: two of the upper half, two of the lower; OUTSIDE if a half is outside."""
    upper, shared = UP_CELL[rhombus // 3], rhombus % 3
    lower = across(3 * upper + shared)
    if lower == OUTSIDE:
        return OUTSIDE
    if k < 2:
        return 3 * upper + (k if k < shared else k + 1)
    k -= 2
    return 3 * (lower // 3) + (k if k < lower % 3 else k + 1)


@rule
def rhombus_at(edge: int, j: int) -> int:
    """One of the two rhombi that would have this edge: its cell and the one across another side. Or OUTSIDE."""
    cell, side = edge // 3, j if j < edge % 3 else j + 1
    beyond = across(3 * cell + side)
    if beyond == OUTSIDE:
        return OUTSIDE
    return 3 * up_number(cell) + side if up_number(cell) >= 0 else 3 * up_number(beyond // 3) + beyond % 3


@rule
def apart(a: int, b: int) -> int:
    """Steps between two centres."""
    q, r = CENTRE_Q[a] - CENTRE_Q[b], CENTRE_R[a] - CENTRE_R[b]
    return max(abs(q), max(abs(r), abs(q + r)))


# ---- for drawing ---------------------------------------------------------------------------------------------------


def point(q: float, r: float) -> tuple[float, float]:
    """Where a corner is drawn, a side being 1."""
    return q + r / 2, 0.8660254 * r


def middle_of(edge: int) -> tuple[float, float]:
    """The middle of an edge, drawn."""
    q, r, up = CELL[edge // 3]
    a, b, c = corners(q, r, up)
    ends = ((a, b), (a, c), (b, c))[edge % 3]
    (x, y), (u, v) = point(*ends[0]), point(*ends[1])
    return (x + u) / 2, (y + v) / 2


def middle_of_cell(cell: int) -> tuple[float, float]:
    """The middle of a triangle, drawn."""
    points = [point(*corner) for corner in corners(*CELL[cell])]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3

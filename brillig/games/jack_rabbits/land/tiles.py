"""The tiles of the land, by number: the Citadel, twelve royal houses, twelve rhombi, twelve triangles; and the sample board.

A road end is a tile and one of its edges. Hexagons have ends 0 to 77, rhombi 78 to 125, triangles 126 to 161.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.parts.maps import lattice

CITADEL = 0
HEXAGONS = 13
RHOMBUS, TRIANGLE, TILES = 13, 25, 37  # the first of each shape, and how many there are
ENDS, RHOMBUS_ENDS, TRIANGLE_ENDS = 162, 78, 126
HEXAGON_SHAPE, RHOMBUS_SHAPE, TRIANGLE_SHAPE = range(3)
HEXAGON_KIND, WOODS, RIVER, MOUNTAIN, FORK, TAVERN, CAVE = range(7)

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
KING, QUEEN, JACK = range(3)

# The roads of hexagons that are not turned, as bits: the Citadel, then K Q J of clubs, diamonds, hearts and spades.
ROADS = tuple(
    sum(1 << edge for edge in edges)
    for edges in (
        (0, 1, 2, 3, 4, 5),
        (0,), (0, 1, 2), (0, 1, 2, 3),
        (0, 3), (0, 2, 4), (0, 1, 2, 3, 4),
        (0, 2), (0, 2, 3), (0, 1, 3, 4),
        (0, 1), (0, 1, 3), (0, 1, 2, 4),
    )
)  # fmt: skip


def _turnings(roads: int) -> int:
    """How many of the six ways to lie look different."""
    return len({(roads << turn | roads >> (6 - turn)) & 63 for turn in range(6)})


# The kind of each tile, and how many ways it can lie in its place.
KIND = (HEXAGON_KIND,) * 13 + tuple(kind for kind in (WOODS, RIVER, MOUNTAIN, FORK, TAVERN, CAVE) for _ in range(4))
TURNINGS = (1, *(_turnings(ROADS[k]) for k in range(1, 13)), *((1,) * 12), *((1,) * 4), *((3,) * 8))
FIRST_END = tuple(
    6 * tile if tile < RHOMBUS else RHOMBUS_ENDS + 4 * (tile - RHOMBUS) if tile < TRIANGLE
    else TRIANGLE_ENDS + 3 * (tile - TRIANGLE)
    for tile in range(TILES)
)  # fmt: skip
EDGES = tuple(6 if tile < RHOMBUS else 4 if tile < TRIANGLE else 3 for tile in range(TILES))
TILE_OF = tuple(tile for tile in range(TILES) for _ in range(EDGES[tile]))
# Which end of a rhombus a track leads to, as a difference in bits: round the sharp corner, the blunt one, straight across.
TRACK = (0, 1, 2, 3, 0, 0, 0)

NAMES = (
    "Citadel",
    *(title + suit for suit in "♣♦♥♠" for title in "KQJ"),
    *(kind + str(k) for kind in "WRMFTC" for k in range(1, 5)),
)


@rule
def shape(tile: int) -> int:
    return HEXAGON_SHAPE if tile < RHOMBUS else RHOMBUS_SHAPE if tile < TRIANGLE else TRIANGLE_SHAPE


@rule
def edge_at(tile: int, at: int, k: int) -> int:
    """The edge of the lattice that is a tile's edge k when it lies there."""
    if tile < RHOMBUS:
        return lattice.hexagon_edge(at, k)
    return lattice.rhombus_edge(at, k) if tile < TRIANGLE else 3 * at + k


@rule
def has_road(tile: int, turn: int, k: int) -> bool:
    """Is there a road at edge k of a tile that lies so?"""
    if tile < RHOMBUS:
        return ROADS[tile] >> ((k + 6 - turn) % 6) & 1 == 1
    if KIND[tile] == TAVERN:
        return k != turn
    return KIND[tile] != CAVE or k == turn


@rule
def other_end(end: int) -> int:
    """Where the track of a rhombus leads to from this end."""
    tile = TILE_OF[end]
    return FIRST_END[tile] + ((end - FIRST_END[tile]) ^ TRACK[KIND[tile]])


# ---- the sample board ----------------------------------------------------------------------------------------------

_HEXAGONS = (
    (0, 0, 0),
    (-3, 8, 0), (-3, 6, 2), (-5, 8, 5),
    (2, -4, 0), (0, -3, 0), (3, -3, 0),
    (3, -1, 4), (2, 1, 2), (0, 3, 2),
    (-3, 1, 1), (-3, 3, 0), (-2, -1, 0),
)  # fmt: skip
_LEFT, _RIGHT, _BOTTOM = range(3)
_RHOMBI = (
    (2, -3, _LEFT), (0, -2, _BOTTOM), (2, -2, _BOTTOM), (-1, 2, _LEFT),
    (1, -2, _RIGHT), (-1, 0, _BOTTOM), (1, 0, _BOTTOM), (-1, 1, _RIGHT),
    (1, -3, _BOTTOM), (-1, -1, _BOTTOM), (2, -1, _BOTTOM), (0, 1, _BOTTOM),
)  # fmt: skip
_TRIANGLES = (
    (4, -3, True, 0), (-2, 1, True, 0), (1, 1, True, 0), (-2, 6, True, 0),
    (-1, -3, True, 0), (-1, -2, False, 0), (2, -2, False, 2), (-4, 6, True, 0),
    (3, -6, True, 2), (-4, 4, False, 0), (-1, 4, False, 0), (-4, 8, True, 0),
)  # fmt: skip
SAMPLE_AT = (
    *(lattice.CENTRE.index((q, r)) for q, r, _ in _HEXAGONS),
    *(3 * lattice.UPS.index(lattice.NUMBER[q, r, True]) + side for q, r, side in _RHOMBI),
    *(lattice.NUMBER[q, r, up] for q, r, up, _ in _TRIANGLES),
)
SAMPLE_TURN = (*(turn for _, _, turn in _HEXAGONS), *((0,) * 12), *(turn for _, _, _, turn in _TRIANGLES))

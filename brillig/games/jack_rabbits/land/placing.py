"""Laying tiles: what fits where, and why not."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import NO_ROAD, NONE, OPEN, State
from brillig.parts.maps import lattice

# Why a tile does not fit, as negative numbers. Otherwise: 1 + roads joined + 8 * roadless edges touched + 64 * open ends.
TAKEN, DEAD_END, TWO_HEXAGONS, TWO_TRIANGLES, NOT_JOINED = range(-1, -6, -1)
ISLAND_REACH = 4


@rule
def clear(s: State) -> None:
    """Nothing but the Citadel lies there."""
    for cell in range(lattice.CELLS):
        s.cell[cell] = 0
    for tile in range(tiles.TILES):
        s.at[tile] = NONE
        s.turn[tile] = 0
    for end in range(tiles.ENDS):
        s.partner[end] = NO_ROAD
        s.water[end] = NONE
    lay(s, tiles.CITADEL, lattice.MIDDLE, 0)


@rule
def tile_at(s: State, edge: int) -> int:
    """The tile on the cell of this edge, NONE; outside the window too."""
    return s.cell[edge // 3] - 1 if edge >= 0 and s.cell[edge // 3] > 0 else NONE


@rule
def end_at(s: State, edge: int, tile: int) -> int:
    """The edge of a tile that is this edge of the lattice, as the number of a road end, road or none."""
    if tile < tiles.RHOMBUS:
        return 6 * tile + lattice.hexagon_side(edge)
    k = edge % 3
    if tile < tiles.TRIANGLE:
        k = 0
        while lattice.rhombus_edge(s.at[tile], k) != edge:
            k += 1
    return tiles.FIRST_END[tile] + k


@rule
def lay(s: State, tile: int, at: int, turn: int) -> None:
    s.at[tile] = at
    s.turn[tile] = turn
    for k in range(tiles.EDGES[tile]):
        s.cell[tiles.edge_at(tile, at, k) // 3] = tile + 1
    for k in range(tiles.EDGES[tile]):
        if tiles.has_road(tile, turn, k):
            join(s, tiles.FIRST_END[tile] + k, lattice.across(tiles.edge_at(tile, at, k)))


@rule
def join(s: State, end: int, beyond: int) -> None:
    """A road end looks at this edge from the other side: it meets a road there, or is open."""
    s.partner[end] = OPEN
    other = tile_at(s, beyond)
    if other != NONE:
        meets = end_at(s, beyond, other)
        s.partner[end] = meets
        s.partner[meets] = end


@rule
def is_free(s: State, tile: int, at: int) -> bool:
    for k in range(tiles.EDGES[tile]):
        edge = tiles.edge_at(tile, at, k)
        if edge < 0 or s.cell[edge // 3] > 0:
            return False
    return True


@rule
def is_beside(s: State, tile: int, at: int) -> bool:
    """Would it touch any tile?"""
    for k in range(tiles.EDGES[tile]):
        if tile_at(s, lattice.across(tiles.edge_at(tile, at, k))) != NONE:
            return True
    return False


@rule
def fit(s: State, tile: int, at: int, turn: int, soft: int) -> int:
    """How a tile would lie there (see above). `soft`: triangles may be joined. A hexagon may begin an island."""
    if not is_free(s, tile, at):
        return TAKEN
    joined, roadless, opened, near, pair = 0, 0, 0, 0, 0
    for k in range(tiles.EDGES[tile]):
        beyond = lattice.across(tiles.edge_at(tile, at, k))
        other, road = tile_at(s, beyond), tiles.has_road(tile, turn, k)
        if other == NONE:
            opened += 1 if road else 0
            continue
        near += 1
        if tiles.has_road(other, s.turn[other], end_at(s, beyond, other) - tiles.FIRST_END[other]) != road:
            return DEAD_END
        if not road:
            roadless += 1
            continue
        if tile < tiles.RHOMBUS and other < tiles.RHOMBUS:
            return TWO_HEXAGONS
        if tile >= tiles.TRIANGLE and other >= tiles.TRIANGLE:
            pair = 1
        joined += 1
    if pair == 1 and soft == 0:
        return TWO_TRIANGLES
    if joined == 0 and not (tile < tiles.RHOMBUS and near == 0 and may_be_island(s, at)):
        return NOT_JOINED
    return 1 + joined + 8 * roadless + 64 * opened


@rule
def is_near(s: State, at: int) -> bool:
    """Is this centre near enough to a hexagon for an island?"""
    for house in range(tiles.HEXAGONS):
        if s.at[house] != NONE and lattice.apart(at, s.at[house]) <= ISLAND_REACH:
            return True
    return False


@rule
def is_alone(s: State, at: int) -> bool:
    """Would a hexagon there touch nothing?"""
    for k in range(6):
        edge = lattice.hexagon_edge(at, k)
        if s.cell[edge // 3] > 0 or tile_at(s, lattice.across(edge)) != NONE:
            return False
    return True


@rule
def may_be_island(s: State, at: int) -> bool:
    """Near a hexagon; or anywhere, if no such place is left."""
    if is_near(s, at):
        return True
    first = max(0, s.at[tiles.CITADEL])  # about there they are soon found
    for k in range(lattice.CENTRES):
        other = (first + k) % lattice.CENTRES
        if is_near(s, other) and is_alone(s, other):
            return False
    return True


@rule
def spots(tile: int) -> int:
    """How many places there are for a tile of this shape, good or bad."""
    if tile < tiles.RHOMBUS:
        return lattice.CENTRES
    return lattice.RHOMBI if tile < tiles.TRIANGLE else lattice.CELLS


@rule
def fits_at(s: State, tile: int, at: int, soft: int) -> bool:
    """Does it fit there, in any turning? Small tiles only beside others."""
    if not is_free(s, tile, at) or (tile >= tiles.RHOMBUS and not is_beside(s, tile, at)):
        return False
    for turn in range(tiles.TURNINGS[tile]):
        if fit(s, tile, at, turn, soft) > 0:
            return True
    return False


@rule
def fits(s: State, tile: int, soft: int) -> bool:
    """Is there any place for it?"""
    for at in range(spots(tile)):
        if fits_at(s, tile, at, soft):
            return True
    return False


@rule
def lay_sample(s: State, suits: int, copies: int) -> None:
    """The sample board, or what is left of it with these suits and so many copies of each road tile."""
    clear(s)
    for tile in range(1, tiles.TILES):
        if in_play(tile, suits, copies):
            lay(s, tile, tiles.SAMPLE_AT[tile], tiles.SAMPLE_TURN[tile])


@rule
def in_play(tile: int, suits: int, copies: int) -> bool:
    if tile < tiles.RHOMBUS:
        return tile == tiles.CITADEL or suits >> ((tile - 1) // 3) & 1 == 1
    return (tile - tiles.RHOMBUS) % 4 < copies

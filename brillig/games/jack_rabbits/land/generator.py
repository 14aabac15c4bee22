"""A land that nobody built: attempts by lot, tile by tile, until one is fair enough.

While a land is made, `owner` says what became of each tile, and `spot` and `tile` hold the best place found for one.
"""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.jack_rabbits.land import placing, roads, tiles
from brillig.games.jack_rabbits.record import NOBODY, NONE, OPEN, State
from brillig.parts.maps import lattice

ATTEMPTS, FURTHER = 400, 4000
TODO, LATER, LAID = 0, 1, 2
ONLY_HOUSES = (1 << tiles.HEXAGONS) - 1
LONGEST, NEAR_HOUSES, SPREAD, SEA_PORTS = 6, 2, 2, 4  # what is fair


@rule
def make_land(s: State, suits: int, copies: int) -> None:
    """A fair land; else the first that was whole; else the sample board. With fewer suits, any whole land."""
    islands = s.islands
    spare, a, b, c, d = False, s.rng[0], s.rng[1], s.rng[2], s.rng[3]
    good = False
    for _ in range(ATTEMPTS):
        if not good:
            w, x, y, z = s.rng[0], s.rng[1], s.rng[2], s.rng[3]
            whole = attempt(s, suits, copies, islands)
            good = whole and is_fair(s, copies)
            if whole and not spare:
                spare, a, b, c, d = True, w, x, y, z
    if not good and spare:
        s.rng[0], s.rng[1], s.rng[2], s.rng[3] = a, b, c, d
        good = attempt(s, suits, copies, islands)
    if copies < 4:
        for _ in range(FURTHER):
            good = good or attempt(s, suits, copies, 0)
    if not good:
        roads.lay_sample(s, suits, copies)
    for tile in range(tiles.TILES):
        s.owner[tile] = NOBODY
    s.tile, s.spot = NONE, NONE


@rule
def attempt(s: State, suits: int, copies: int, islands: int) -> bool:
    """Lay all tiles; did they all find a place, and is every house within reach?"""
    placing.clear(s)
    for tile in range(tiles.TILES):
        s.owner[tile] = TODO if tile > 0 and placing.in_play(tile, suits, copies) else LAID
    island = islands == 1 and random(s, 3) == 0
    each = 3 * copies
    for k in range(3 * each):
        shape = shape_of_step(k, each)
        tile = next_tile(s, shape)
        if tile == NONE:
            continue
        if island and shape == tiles.HEXAGON_SHAPE and begins_island(s, tile, each):
            island = False
            begin_island(s, tile)
        else:
            try_tile(s, tile)
    for _ in range(3):
        for tile in range(tiles.TILES):
            if s.owner[tile] == LATER:
                try_tile(s, tile)
    for tile in range(tiles.TILES):
        if s.owner[tile] != LAID:
            return False
    roads.chart(s)
    return roads.is_whole(s)


@rule
def shape_of_step(k: int, each: int) -> int:
    """Three rhombi; then house, triangle, rhombus in turn; at the end only house and triangle."""
    if k < 3:
        return tiles.RHOMBUS_SHAPE
    k -= 3
    which = k % 3 if k < 3 * (each - 3) else (k - 3 * (each - 3)) % 2
    return tiles.HEXAGON_SHAPE if which == 0 else tiles.TRIANGLE_SHAPE if which == 1 else tiles.RHOMBUS_SHAPE


@rule
def next_tile(s: State, shape: int) -> int:
    """One of the tiles of this shape that have not had their turn, by lot."""
    n = 0
    for tile in range(tiles.TILES):
        if s.owner[tile] == TODO and tiles.shape(tile) == shape:
            n += 1
    if n == 0:
        return NONE
    n = random(s, n)
    for tile in range(tiles.TILES):
        if s.owner[tile] == TODO and tiles.shape(tile) == shape:
            if n == 0:
                return tile
            n -= 1
    return NONE


@rule
def try_tile(s: State, tile: int) -> None:
    if tile < tiles.RHOMBUS:
        roads.find_goals(s)
    s.owner[tile] = LATER
    if find_best(s, tile, NONE):
        placing.lay(s, tile, s.spot, s.tile)
        s.owner[tile] = LAID


@rule
def find_best(s: State, tile: int, only: int) -> bool:
    """The best joined place for a tile; `only`: joined to this tile."""
    best = -1 << 20
    for other in range(tiles.TILES):
        if s.at[other] == NONE or (only != NONE and other != only):
            continue
        for k in range(tiles.EDGES[other]):
            if s.partner[tiles.FIRST_END[other] + k] == OPEN:
                beyond = lattice.across(tiles.edge_at(other, s.at[other], k))
                if beyond >= 0:
                    best = best_at(s, tile, beyond, best)
    return best > -1 << 20


@rule
def best_at(s: State, tile: int, beyond: int, best: int) -> int:
    """Try all ways in which a tile can have this edge."""
    for j in range(2 if tiles.shape(tile) == tiles.RHOMBUS_SHAPE else 1):
        at = beyond // 3
        if tile < tiles.RHOMBUS:
            at = lattice.hexagon_at(beyond)
        elif tile < tiles.TRIANGLE:
            at = lattice.rhombus_at(beyond, j)
        if at == lattice.OUTSIDE:
            continue
        for turn in range(tiles.TURNINGS[tile]):
            worth = candidate(s, tile, at, turn, beyond)
            if worth > best:
                best, s.spot, s.tile = worth, at, turn
    return best


@rule
def candidate(s: State, tile: int, at: int, turn: int, beyond: int) -> int:
    """How good a place is; very bad if the tile does not fit, or this is not the first of the roads that it joins."""
    found = placing.fit(s, tile, at, turn, 0) - 1
    if found < 0:
        return -1 << 20
    first, live = NONE, False
    for k in range(tiles.EDGES[tile]):
        edge = tiles.edge_at(tile, at, k)
        other = placing.tile_at(s, lattice.across(edge))
        if other != NONE and tiles.has_road(tile, turn, k):
            if first == NONE:
                first = edge
            live = live or is_live(s, placing.end_at(s, lattice.across(edge), other))
    if first != beyond or (tile < tiles.RHOMBUS and not live):
        return -1 << 20
    return 6000 * (found % 8) + 1500 * (found // 8 % 8) - 2000 * (found // 64) + random(s, 2000)


@rule
def is_live(s: State, end: int) -> bool:
    """Does the open end of a road tile lead inland to a hexagon, or into a cave?"""
    tile = tiles.TILE_OF[end]
    if tile < tiles.RHOMBUS:
        return False
    return tiles.KIND[tile] == tiles.CAVE or roads.leads_to(s, end) & ONLY_HOUSES != 0


@rule
def begins_island(s: State, tile: int, each: int) -> bool:
    """Two thirds of the houses lie, this one has three roads or more, and a cave is left for it."""
    lying, ways, caves = 0, 0, 0
    for house in range(1, tiles.HEXAGONS):
        if s.at[house] != NONE:
            lying += 1
    for k in range(6):
        ways += tiles.ROADS[tile] >> k & 1
    for cave in range(tiles.TILES - 4, tiles.TILES):
        if s.owner[cave] == TODO or s.owner[cave] == LATER:
            caves += 1
    return 3 * lying >= 2 * each and ways >= 3 and caves > 0


@rule
def begin_island(s: State, tile: int) -> None:
    """A house by itself, not much further out than need be, and a cave on one of its roads."""
    nearest, n = 99, 0
    for at in range(lattice.CENTRES):
        if placing.is_alone(s, at) and placing.may_be_island(s, at):
            nearest = min(nearest, lattice.apart(at, lattice.MIDDLE))
    for at in range(lattice.CENTRES):
        if (
            lattice.apart(at, lattice.MIDDLE) <= nearest + 1
            and placing.is_alone(s, at)
            and placing.may_be_island(s, at)
        ):
            n += 1
    if n == 0:
        s.owner[tile] = LATER
        return
    n = random(s, n)
    for at in range(lattice.CENTRES):
        if (
            lattice.apart(at, lattice.MIDDLE) <= nearest + 1
            and placing.is_alone(s, at)
            and placing.may_be_island(s, at)
        ):
            if n == 0:
                placing.lay(s, tile, at, random(s, tiles.TURNINGS[tile]))
                break
            n -= 1
    s.owner[tile] = LAID
    for cave in range(tiles.TILES - 4, tiles.TILES):
        if s.owner[cave] != LAID and find_best(s, cave, tile):
            placing.lay(s, cave, s.spot, s.tile)
            s.owner[cave] = LAID
            break


@rule
def is_fair(s: State, suits: int) -> bool:
    """Not too far, not too uneven, and by the sea. All that is whole already."""
    near = 0
    for house in range(1, tiles.HEXAGONS):
        if s.at[house] != NONE:
            if s.far[tiles.CITADEL, house] > LONGEST:
                return False
            if s.far[tiles.CITADEL, house] == 1:
                near += 1
    if near < NEAR_HOUSES or spread(s, 3, 1) > 3 * SPREAD or spread(s, 1, 3) > suits * SPREAD:
        return False
    forks = tiles.TRIANGLE_ENDS
    return roads.ports(s, 0, tiles.ENDS, roads.SEA) >= SEA_PORTS and roads.ports(s, forks, forks + 12, roads.SEA) >= 1


@rule
def spread(s: State, of_suit: int, of_title: int) -> int:
    """How uneven the round trips are, added up by suit (3, 1) or by title (1, 3): the largest less the smallest."""
    least, most = 999, 0
    for group in range(4 if of_suit == 3 else 3):
        total = 0
        for k in range(3 if of_suit == 3 else 4):
            house = 1 + group * of_suit + k * of_title
            if s.at[house] != NONE:
                total += roads.round_trip(s, house)
        if total > 0:
            least, most = min(least, total), max(most, total)
    return most - least

"""Where roads lead, and what the waters are: computed once, when the land is finished."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits.land import placing, tiles
from brillig.games.jack_rabbits.record import FAR, NO_ROAD, NONE, OFF, OPEN, PLACES, UNDERGROUND, State
from brillig.parts.maps import lattice

SEA = 0


@rule
def chart(s: State) -> None:
    """Everything that follows from how the tiles lie."""
    find_goals(s)
    find_waters(s)
    find_distances(s)


@rule
def find_goals(s: State) -> None:
    """What free roads lead to from every end, going outwards, until nothing is added."""
    for end in range(tiles.ENDS):
        s.goal[end] = 0
    more = True
    while more:
        more = False
        for end in range(tiles.ENDS):
            if s.partner[end] != NO_ROAD:
                found = 1 << OFF if s.partner[end] == OPEN else leads_to(s, s.partner[end])
                if found != s.goal[end]:
                    s.goal[end] = found
                    more = True


@rule
def leads_to(s: State, end: int) -> int:
    """What a rabbit comes to that enters a tile by this end, as far as it is known."""
    tile = tiles.TILE_OF[end]
    kind = tiles.KIND[tile]
    if kind == tiles.HEXAGON_KIND:
        return 1 << tile
    if kind == tiles.CAVE:
        return 1 << UNDERGROUND
    if kind < tiles.FORK:
        return s.goal[tiles.other_end(end)]
    found = 0
    for other in range(tiles.FIRST_END[tile], tiles.FIRST_END[tile] + 3):
        if other != end:
            found |= s.goal[other]
    return found


@rule
def find_waters(s: State) -> None:
    """Number the empty regions: the sea first, which reaches the rim, then pools as they are met."""
    for edge in range(3 * lattice.CELLS):
        if lattice.across(edge) == lattice.OUTSIDE and s.cell[edge // 3] <= 0:
            s.cell[edge // 3] = -1 - SEA
    flood(s)
    water = SEA
    for cell in range(lattice.CELLS):
        if s.cell[cell] == 0:
            water += 1
            s.cell[cell] = -1 - water
            flood(s)
    for end in range(tiles.ENDS):
        s.water[end] = NONE
        if s.partner[end] == OPEN:
            tile = tiles.TILE_OF[end]
            beyond = lattice.across(tiles.edge_at(tile, s.at[tile], end - tiles.FIRST_END[tile]))
            s.water[end] = -1 - s.cell[beyond // 3] if beyond >= 0 else SEA


@rule
def flood(s: State) -> None:
    """Water flows into every empty cell beside it, until none is left."""
    more = True
    while more:
        more = False
        for k in range(2 * lattice.CELLS):  # down the window and up again
            cell = k if k < lattice.CELLS else 2 * lattice.CELLS - 1 - k
            if s.cell[cell] == 0:
                for edge in range(3 * cell, 3 * cell + 3):
                    beyond = lattice.across(edge)
                    if beyond >= 0 and s.cell[beyond // 3] < 0:
                        s.cell[cell] = s.cell[beyond // 3]
                        more = True


@rule
def one_turn(s: State, place: int) -> int:
    """Where free roads lead in one turn, as bits."""
    if place == OFF:
        return 1 << UNDERGROUND
    found = 0
    if place == UNDERGROUND:
        for cave in range(tiles.TILES - 4, tiles.TILES):
            if s.at[cave] != NONE:
                found |= s.goal[tiles.FIRST_END[cave] + s.turn[cave]]
        return found if found != 0 else 1 << tiles.CITADEL
    for end in range(6 * place, 6 * place + 6):
        found |= s.goal[end]
    return found


@rule
def find_distances(s: State) -> None:
    """Free turns from every place to every other."""
    for a in range(PLACES):
        seen, edge, turns = 1 << a, 1 << a, 0
        for b in range(PLACES):
            s.far[a, b] = FAR
        while edge != 0:
            reached = 0
            for b in range(PLACES):
                if edge >> b & 1 == 1:
                    s.far[a, b] = turns
                    reached |= one_turn(s, b)
            edge = reached & ~seen
            seen |= reached
            turns += 1


@rule
def ports(s: State, first: int, last: int, water: int) -> int:
    """How many open ends from this one to before that one lie on a water."""
    n = 0
    for end in range(first, last):
        if s.partner[end] == OPEN and s.water[end] == water:
            n += 1
    return n


@rule
def is_whole(s: State) -> bool:
    """Can every house on the board be reached from the Citadel and back, free?"""
    for house in range(1, tiles.HEXAGONS):
        if s.at[house] != NONE and round_trip(s, house) >= FAR:
            return False
    return True


@rule
def round_trip(s: State, house: int) -> int:
    return s.far[tiles.CITADEL, house] + s.far[house, tiles.CITADEL]


@rule
def lay_sample(s: State, suits: int, copies: int) -> None:
    placing.lay_sample(s, suits, copies)
    chart(s)

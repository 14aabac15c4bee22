"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.son_of_kark import land
from brillig.games.son_of_kark.land import State
from brillig.parts.bag import total
from brillig.parts.boxes.greenbox import TILES
from brillig.parts.judging import chance

IN_HAND = 80  # a merchant who can still be sent out: about what a good place for one brings
GROWTH = 4  # a tile of an owned symbol that is still to come, if all went well
NEW_SYMBOL = 6  # a symbol that a city lacks and has room for
A_KIND = 50  # the points for a kind at the crossroads
HALF = 60  # so much ahead of another seat is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = standing(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - standing(s, other), HALF)
    return won // (s.seats - 1)


@rule
def standing(s: State, seat: int) -> int:
    turns = (s.left + s.seats - 1) // s.seats  # that the seat still has, more or less
    worth = 10 * land.score(s, seat) + IN_HAND * min(s.merchants[seat], turns)
    unseen = max(1, total(s.bag))
    for symbol in range(land.SYMBOLS):
        if s.owner[symbol] == seat:
            worth += 10 * s.shown[symbol] + GROWTH * s.left * s.bag[symbol] // unseen
    for k in range(s.cities):
        if s.mayor[k] == seat:
            symbols = land.symbols_around(s, s.city[k])
            room = min(land.SYMBOLS - symbols, 8 - land.tiles_around(s, s.city[k]))
            worth += 10 * symbols + NEW_SYMBOL * min(room, s.left // 3)
    return worth + crossroads(s, seat)


@rule
def crossroads(s: State, seat: int) -> int:
    """Early on, influence is a share of the points to come; at the end, only the lead counts."""
    sure, hoped = 0, 0
    for tile in range(land.KINDS_OF_TILE):
        mine, everyone = s.influence[seat, tile], 1
        if mine > 0:
            for other in range(s.seats):
                everyone += s.influence[other, tile]
            sure += 10 * land.award(s, seat, tile)
            hoped += A_KIND * mine // everyone
    return (hoped * s.left + sure * (TILES - s.left)) // TILES


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if code == land.NO_MERCHANT:
        return 4
    cell = code % land.CELLS
    if code < land.CENTRE:
        return prefer_tile(s, seat, cell, code >= land.FACE_DOWN)
    if code >= land.CORNER:
        return prefer_crossroad(s, seat, cell)
    tile = land.kind(s, cell)
    if tile == land.CITY:
        symbols = land.symbols_around(s, cell)
        return 1 + symbols * symbols
    return max(1, 1 + 4 * s.shown[tile] - (0 if s.owner[tile] == land.NONE else 2 * s.shown[tile]))


@rule
def prefer_tile(s: State, seat: int, cell: int, down: bool) -> int:
    """Make crossroads, and cities among many symbols; help the own cities and not the others'."""
    weight = 2
    for k in range(4):
        met = 0
        for m in range(4):
            if s.cell[land.beside(land.beside(cell, land.CORNERS[k]), land.MEETING[m])] > 0:
                met += 1
        if met == 3 and s.merchants[seat] > 0:
            weight += 6
    if down:
        if s.merchants[seat] > 0:
            weight += 3 * max(0, land.symbols_around(s, cell) - 1)
        return weight
    for k in range(s.cities):
        for m in range(8):
            if land.beside(cell, land.AROUND[m]) == s.city[k]:
                weight += 6 if s.mayor[k] == seat else -1
    if s.owner[s.drawn] == seat:
        weight += 2
    return max(1, weight)


@rule
def prefer_crossroad(s: State, seat: int, corner: int) -> int:
    """Where a lead is won, or at least shared."""
    weight = 2
    for k in range(4):
        tile = land.kind(s, land.beside(corner, land.MEETING[k]))
        most = 0
        for other in range(s.seats):
            if other != seat:
                most = max(most, s.influence[other, tile])
        if -1 <= most - s.influence[seat, tile] <= 1:
            weight += 5
    return weight

"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.son_of_kark.land import (
    AROUND,
    CELLS,
    CENTRE,
    CITY,
    CORNER,
    CORNERS,
    FACE_DOWN,
    KINDS_OF_TILE,
    MEETING,
    NO_MERCHANT,
    NONE,
    SYMBOLS,
    State,
    award,
    beside,
    kind,
    score,
    symbols_around,
    tiles_around,
)
from brillig.parts.bag import total
from brillig.parts.boxes.greenbox import TILES
from brillig.parts.judging import chance

IN_HAND = 20  # a merchant who can still be sent out
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
            ahead = mine - standing(s, other)
            won += chance(ahead, HALF)
    return won // (s.seats - 1)


@rule
def standing(s: State, seat: int) -> int:
    turns = (s.left + s.seats - 1) // s.seats  # that the seat still has, more or less
    worth = 10 * score(s, seat) + IN_HAND * min(s.merchants[seat], turns)
    unseen = max(1, total(s.bag))
    for symbol in range(SYMBOLS):
        if s.owner[symbol] == seat:
            worth += 10 * s.shown[symbol] + GROWTH * s.left * s.bag[symbol] // unseen
    for k in range(s.cities):
        if s.mayor[k] == seat:
            symbols = symbols_around(s, s.city[k])
            room = min(SYMBOLS - symbols, 8 - tiles_around(s, s.city[k]))
            worth += 10 * symbols + NEW_SYMBOL * min(room, s.left // 3)
    return worth + crossroads(s, seat)


@rule
def crossroads(s: State, seat: int) -> int:
    """Early on, influence is a share of the points to come; at the end, only the lead counts."""
    sure, hoped = 0, 0
    for tile in range(KINDS_OF_TILE):
        mine, everyone = s.influence[seat, tile], 1
        if mine > 0:
            for other in range(s.seats):
                everyone += s.influence[other, tile]
            sure += 10 * award(s, seat, tile)
            hoped += A_KIND * mine // everyone
    return (hoped * s.left + sure * (TILES - s.left)) // TILES


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if code == NO_MERCHANT:
        return 4
    cell = code % CELLS
    if code < CENTRE:
        return prefer_tile(s, seat, cell, code >= FACE_DOWN)
    if code >= CORNER:
        return prefer_crossroad(s, seat, cell)
    tile = kind(s, cell)
    if tile == CITY:
        symbols = symbols_around(s, cell)
        return 1 + symbols * symbols
    return max(1, 1 + 4 * s.shown[tile] - (0 if s.owner[tile] == NONE else 2 * s.shown[tile]))


@rule
def prefer_tile(s: State, seat: int, cell: int, down: bool) -> int:
    """Make crossroads, and cities among many symbols; help the own cities and not the others'."""
    weight = 2
    for k in range(4):
        met = 0
        for m in range(4):
            if s.cell[beside(beside(cell, CORNERS[k]), MEETING[m])] > 0:
                met += 1
        if met == 3 and s.merchants[seat] > 0:
            weight += 6
    if down:
        if s.merchants[seat] > 0:
            weight += 3 * max(0, symbols_around(s, cell) - 1)
        return weight
    for k in range(s.cities):
        for m in range(8):
            if beside(cell, AROUND[m]) == s.city[k]:
                weight += 6 if s.mayor[k] == seat else -1
    if s.owner[s.drawn] == seat:
        weight += 2
    return max(1, weight)


@rule
def prefer_crossroad(s: State, seat: int, corner: int) -> int:
    """Where a lead is won, or at least shared."""
    weight = 2
    for k in range(4):
        tile = kind(s, beside(corner, MEETING[k]))
        most = 0
        for other in range(s.seats):
            if other != seat:
                most = max(most, s.influence[other, tile])
        if -1 <= most - s.influence[seat, tile] <= 1:
            weight += 5
    return weight

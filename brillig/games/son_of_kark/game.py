"""Son of Kark: lay tiles to a land of markets and cities, and send merchants to both, and to the crossroads.

Hidden are the tile that another seat has drawn and the symbols of tiles laid face down. The stack has no order that
anybody could know: it is a bag, together with the tiles removed and the first city, which nobody has seen either.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.son_of_kark import land
from brillig.games.son_of_kark.judgement import prefer, value
from brillig.games.son_of_kark.land import State, score
from brillig.games.son_of_kark.screen import label, screen, tell, touch
from brillig.parts.bag import draw, fill
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import TILES

__all__ = ["GAME", "KINDS", "REFUSALS", "State", "label", "prefer", "score", "screen", "tell", "touch", "value"]

NOT_BESIDE, TAKEN, TWO_CITIES, ALL_OUT, NOT_WHOLE, ELSEWHERE, OWN_SYMBOL, TILE_FIRST, TILE_LIES = range(1, 10)
REFUSALS = {
    NOT_BESIDE: "Tiles must share a side with the land.",
    TAKEN: "There is a tile already.",
    TWO_CITIES: "Two cities may not share a side.",
    ALL_OUT: "All your merchants are out.",
    NOT_WHOLE: "A crossroad needs four tiles.",
    ELSEWHERE: "Only on the tile you have just placed.",
    OWN_SYMBOL: "You own this symbol already.",
    TILE_FIRST: "Lay your tile first.",
    TILE_LIES: "You have laid your tile; now a merchant, or none.",
}
KINDS = {
    "face up": range(land.FACE_UP, land.FACE_DOWN),
    "face down": range(land.FACE_DOWN, land.CENTRE),
    "market or city": range(land.CENTRE, land.CORNER),
    "crossroad": range(land.CORNER, land.NO_MERCHANT),
    "no merchant": range(land.NO_MERCHANT, land.NO_MERCHANT + 1),
}


@rule
def setup(s: State) -> None:
    fill(s.bag, TILES // land.SYMBOLS)
    fill(s.owner, land.NONE)
    lay(s, 0, land.CITY)
    lay(s, 1, draw(s.bag, s))
    s.left = TILES - s.seats  # less the two that lie, and one more for the third seat and the fourth
    for seat in range(s.seats):
        s.merchants[seat] = land.MERCHANTS[s.seats]
    s.fresh = land.NONE
    s.last = land.NONE
    s.mover = random(s, s.seats)
    draw_tile(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.step != land.OVER and s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    if s.step == land.PLACE:
        return TILE_FIRST if code >= land.CENTRE else refuse_tile(s, code % land.CELLS, code >= land.FACE_DOWN)
    if code < land.CENTRE:
        return TILE_LIES
    return 0 if code == land.NO_MERCHANT else refuse_merchant(s, seat, code)


@rule
def refuse_tile(s: State, cell: int, down: bool) -> int:
    if s.cell[cell] > 0:
        return TAKEN
    if s.cell[cell] != land.OPEN and s.cell[cell] != land.MARKET_ONLY:
        return NOT_BESIDE
    return TWO_CITIES if down and s.cell[cell] == land.MARKET_ONLY else 0


@rule
def refuse_merchant(s: State, seat: int, code: int) -> int:
    cell = code % land.CELLS
    if (code < land.CORNER and cell != s.fresh) or (code >= land.CORNER and not land.touches(cell, s.fresh)):
        return ELSEWHERE
    if s.merchants[seat] == 0:
        return ALL_OUT
    if code >= land.CORNER:
        return 0 if land.is_crossroad(s, cell) else NOT_WHOLE
    tile = land.kind(s, cell)
    return OWN_SYMBOL if tile != land.CITY and s.owner[tile] == seat else 0


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == land.PLACE:
        for k in range(s.edges):
            out[n] = land.FACE_UP + s.edge[k]
            n += 1
        for k in range(s.edges):
            if s.cell[s.edge[k]] == land.OPEN:
                out[n] = land.FACE_DOWN + s.edge[k]
                n += 1
        return n
    if refuse_merchant(s, seat, land.CENTRE + s.fresh) == 0:
        out[0] = land.CENTRE + s.fresh
        n = 1
    for k in range(4):
        code = land.CORNER + land.beside(s.fresh, land.CORNERS[k])
        if refuse_merchant(s, seat, code) == 0:
            out[n] = code
            n += 1
    out[n] = land.NO_MERCHANT
    return n + 1


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    cell = code % land.CELLS
    if code < land.CENTRE:
        place(s, seat, cell, code >= land.FACE_DOWN)
        if can_send(s, seat):
            s.step = land.MERCHANT
            return
    elif code < land.CORNER and land.kind(s, cell) == land.CITY:
        found_city(s, seat, cell)
    elif code < land.CORNER:
        take_market(s, seat, cell)
    elif code < land.NO_MERCHANT:
        claim_crossroad(s, seat, cell)
    next_turn(s)


@rule
def hide(s: State, seat: int) -> None:
    """What the others have drawn or laid face down goes back among the tiles that nobody has seen."""
    for other in range(s.seats):
        if other != seat:
            for symbol in range(land.SYMBOLS):
                s.bag[symbol] += s.buried[other, symbol]
                s.buried[other, land.UNKNOWN] += s.buried[other, symbol]
                s.buried[other, symbol] = 0
    if s.mover != seat and s.drawn != land.NONE and s.drawn != land.UNKNOWN:
        s.bag[s.drawn] += 1
        s.drawn = land.UNKNOWN


@rule
def guess(s: State, seat: int) -> None:
    if s.drawn == land.UNKNOWN:
        s.drawn = draw(s.bag, s)
    for other in range(s.seats):
        while s.buried[other, land.UNKNOWN] > 0:
            s.buried[other, draw(s.bag, s)] += 1
            s.buried[other, land.UNKNOWN] -= 1


@rule
def census(s: State, out: Row) -> None:
    """Tiles by symbol (the first city is in the bag), tiles by place, and each seat's merchants."""
    for symbol in range(land.SYMBOLS):
        out[symbol] = s.bag[symbol] + s.shown[symbol]
        for seat in range(s.seats):
            out[symbol] += s.buried[seat, symbol]
        if s.owner[symbol] != land.NONE:
            out[land.SYMBOLS + 1 + s.owner[symbol]] += 1
    if s.drawn != land.NONE and s.drawn != land.UNKNOWN:
        out[s.drawn] += 1
    out[land.SYMBOLS] = s.left + (0 if s.drawn == land.NONE else 1)
    for tile in range(land.KINDS_OF_TILE):
        out[land.SYMBOLS] += s.shown[tile]
    for seat in range(s.seats):
        out[land.SYMBOLS + 1 + seat] += s.merchants[seat]
    for k in range(s.cities):
        out[land.SYMBOLS + 1 + s.mayor[k]] += 1
    for k in range(s.roads):
        out[land.SYMBOLS + 1 + s.warden[k]] += 1


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def draw_tile(s: State) -> None:
    s.left -= 1
    s.drawn = draw(s.bag, s)
    s.step = land.PLACE


@rule
def place(s: State, seat: int, cell: int, down: bool) -> None:
    """Lay the drawn tile, and score the cities that it completes."""
    if down:
        s.buried[seat, s.drawn] += 1
    lay(s, cell, land.CITY if down else s.drawn)
    s.drawn = land.NONE
    s.fresh = cell
    for k in range(s.cities - 1, -1, -1):
        if land.is_complete(s, s.city[k]):
            close_city(s, k)


@rule
def lay(s: State, cell: int, tile: int) -> None:
    """A tile comes to lie there, and the land has other edges."""
    s.west, s.north = min(s.west, land.x_of(s, cell)), min(s.north, land.y_of(s, cell))
    s.cell[cell] = tile + 1
    s.shown[tile] += 1
    for k in range(s.edges):
        if s.edge[k] == cell:
            s.edges -= 1
            s.edge[k] = s.edge[s.edges]
            s.edge[s.edges] = 0
            break
    for k in range(4):
        near = land.beside(cell, land.SIDES[k])
        if s.cell[near] == land.BARE:
            s.edge[s.edges] = near
            s.edges += 1
        if s.cell[near] <= 0:
            s.cell[near] = land.MARKET_ONLY if tile == land.CITY or s.cell[near] == land.MARKET_ONLY else land.OPEN


@rule
def can_send(s: State, seat: int) -> bool:
    """Is there anything to decide about a merchant?"""
    if refuse_merchant(s, seat, land.CENTRE + s.fresh) == 0:
        return True
    for k in range(4):
        if refuse_merchant(s, seat, land.CORNER + land.beside(s.fresh, land.CORNERS[k])) == 0:
            return True
    return False


@rule
def take_market(s: State, seat: int, cell: int) -> None:
    """Own a symbol from now on; whoever owned it is paid and goes home."""
    symbol = land.kind(s, cell)
    sell_market(s, symbol)
    s.owner[symbol] = seat
    s.market[symbol] = cell
    s.merchants[seat] -= 1


@rule
def sell_market(s: State, symbol: int) -> None:
    owner = s.owner[symbol]
    if owner != land.NONE:
        s.earned[owner, land.FROM_MARKETS] += s.shown[symbol]
        s.merchants[owner] += 1
        s.owner[symbol] = land.NONE
        s.market[symbol] = 0


@rule
def found_city(s: State, seat: int, cell: int) -> None:
    s.city[s.cities] = cell
    s.mayor[s.cities] = seat
    s.cities += 1
    s.merchants[seat] -= 1
    if land.is_complete(s, cell):
        close_city(s, s.cities - 1)


@rule
def close_city(s: State, k: int) -> None:
    """A city pays, and its merchant goes home."""
    owner = s.mayor[k]
    s.earned[owner, land.FROM_CITIES] += land.symbols_around(s, s.city[k])
    s.merchants[owner] += 1
    s.cities -= 1
    for at in range(k, s.cities):
        s.city[at] = s.city[at + 1]
        s.mayor[at] = s.mayor[at + 1]
    s.city[s.cities] = 0
    s.mayor[s.cities] = 0


@rule
def claim_crossroad(s: State, seat: int, corner: int) -> None:
    s.road[s.roads] = corner
    s.warden[s.roads] = seat
    s.roads += 1
    s.merchants[seat] -= 1
    for k in range(4):
        s.influence[seat, land.kind(s, land.beside(corner, land.MEETING[k]))] += 1


@rule
def next_turn(s: State) -> None:
    if s.left == 0:
        final_scoring(s)
        s.step = land.OVER
        return
    s.mover = (s.mover + 1) % s.seats
    draw_tile(s)


@rule
def final_scoring(s: State) -> None:
    """Markets and cities pay and are left; then the crossroads, kind by kind."""
    for symbol in range(land.SYMBOLS):
        sell_market(s, symbol)
    while s.cities > 0:
        close_city(s, s.cities - 1)
    for seat in range(s.seats):
        s.earned[seat, land.FROM_CROSSROADS] += land.outlook(s, seat, land.FROM_CROSSROADS)


# What it uses of the box.
USES = {"tiles": 36, "cubes": greenbox.cubes_of(9)}

GAME = Game(
    __name__,
    title="Son of Kark",
    box="Green Box of Games",
    seats=(2, land.SEATS),
    minutes=30,
    complexity=3,
    codes=land.NO_MERCHANT + 1,
    bound=lambda seats, options: 2 * (TILES - seats),
    summary="Lay tiles to a land of markets and cities, and send merchants to them, and to the crossroads between.",
    pieces=land.SYMBOLS + 1 + land.SEATS,
    tags=("hidden tiles", "tiles"),
    unseen=("bag", "buried", "edge", "edges", "last"),
)

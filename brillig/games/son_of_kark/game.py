"""Son of Kark: lay tiles to a land of markets and cities, and send merchants to both, and to the crossroads.

Hidden are the tile that another seat has drawn and the symbols of tiles laid face down. The stack has no order that
anybody could know: it is a bag, together with the tiles removed and the first city, which nobody has seen either.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.son_of_kark.judgement import prefer, value
from brillig.games.son_of_kark.land import (
    BARE,
    CELLS,
    CENTRE,
    CITY,
    CORNER,
    CORNERS,
    FACE_DOWN,
    FACE_UP,
    FROM_CITIES,
    FROM_CROSSROADS,
    FROM_MARKETS,
    KINDS_OF_TILE,
    MARKET_ONLY,
    MEETING,
    MERCHANT,
    MERCHANTS,
    NO_MERCHANT,
    NONE,
    OPEN,
    OVER,
    PLACE,
    SEATS,
    SIDES,
    SYMBOLS,
    UNKNOWN,
    State,
    beside,
    is_complete,
    is_crossroad,
    kind,
    outlook,
    score,
    symbols_around,
    touches,
    x_of,
    y_of,
)
from brillig.games.son_of_kark.screen import label, screen, tell, touch
from brillig.parts.bag import draw, fill
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
    "face up": range(FACE_UP, FACE_DOWN),
    "face down": range(FACE_DOWN, CENTRE),
    "market or city": range(CENTRE, CORNER),
    "crossroad": range(CORNER, NO_MERCHANT),
    "no merchant": range(NO_MERCHANT, NO_MERCHANT + 1),
}


@rule
def setup(s: State) -> None:
    fill(s.bag, TILES // SYMBOLS)
    fill(s.owner, NONE)
    lay(s, 0, CITY)
    lay(s, 1, draw(s.bag, s))
    s.left = TILES - s.seats  # less the two that lie, and one more for the third seat and the fourth
    for seat in range(s.seats):
        s.merchants[seat] = MERCHANTS[s.seats]
    s.fresh = NONE
    s.last = NONE
    s.mover = random(s, s.seats)
    draw_tile(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.step != OVER and s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    if s.step == PLACE:
        return TILE_FIRST if code >= CENTRE else refuse_tile(s, code % CELLS, code >= FACE_DOWN)
    if code < CENTRE:
        return TILE_LIES
    return 0 if code == NO_MERCHANT else refuse_merchant(s, seat, code)


@rule
def refuse_tile(s: State, cell: int, down: bool) -> int:
    if s.cell[cell] > 0:
        return TAKEN
    if s.cell[cell] != OPEN and s.cell[cell] != MARKET_ONLY:
        return NOT_BESIDE
    return TWO_CITIES if down and s.cell[cell] == MARKET_ONLY else 0


@rule
def refuse_merchant(s: State, seat: int, code: int) -> int:
    cell = code % CELLS
    if (code < CORNER and cell != s.fresh) or (code >= CORNER and not touches(cell, s.fresh)):
        return ELSEWHERE
    if s.merchants[seat] == 0:
        return ALL_OUT
    if code >= CORNER:
        return 0 if is_crossroad(s, cell) else NOT_WHOLE
    tile = kind(s, cell)
    return OWN_SYMBOL if tile != CITY and s.owner[tile] == seat else 0


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == PLACE:
        for k in range(s.edges):
            out[n] = FACE_UP + s.edge[k]
            n += 1
        for k in range(s.edges):
            if s.cell[s.edge[k]] == OPEN:
                out[n] = FACE_DOWN + s.edge[k]
                n += 1
        return n
    if refuse_merchant(s, seat, CENTRE + s.fresh) == 0:
        out[0] = CENTRE + s.fresh
        n = 1
    for k in range(4):
        code = CORNER + beside(s.fresh, CORNERS[k])
        if refuse_merchant(s, seat, code) == 0:
            out[n] = code
            n += 1
    out[n] = NO_MERCHANT
    return n + 1


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    cell = code % CELLS
    if code < CENTRE:
        place(s, seat, cell, code >= FACE_DOWN)
        if can_send(s, seat):
            s.step = MERCHANT
            return
    elif code < CORNER and kind(s, cell) == CITY:
        found_city(s, seat, cell)
    elif code < CORNER:
        take_market(s, seat, cell)
    elif code < NO_MERCHANT:
        claim_crossroad(s, seat, cell)
    next_turn(s)


@rule
def hide(s: State, seat: int) -> None:
    """What the others have drawn or laid face down goes back among the tiles that nobody has seen."""
    for other in range(s.seats):
        if other != seat:
            for symbol in range(SYMBOLS):
                s.bag[symbol] += s.buried[other, symbol]
                s.buried[other, UNKNOWN] += s.buried[other, symbol]
                s.buried[other, symbol] = 0
    if s.mover != seat and s.drawn != NONE and s.drawn != UNKNOWN:
        s.bag[s.drawn] += 1
        s.drawn = UNKNOWN


@rule
def guess(s: State, seat: int) -> None:
    if s.drawn == UNKNOWN:
        s.drawn = draw(s.bag, s)
    for other in range(s.seats):
        while s.buried[other, UNKNOWN] > 0:
            s.buried[other, draw(s.bag, s)] += 1
            s.buried[other, UNKNOWN] -= 1


@rule
def census(s: State, out: Row) -> None:
    """Tiles by symbol (the first city is in the bag), tiles by place, and each seat's merchants."""
    for symbol in range(SYMBOLS):
        out[symbol] = s.bag[symbol] + s.shown[symbol]
        for seat in range(s.seats):
            out[symbol] += s.buried[seat, symbol]
        if s.owner[symbol] != NONE:
            out[SYMBOLS + 1 + s.owner[symbol]] += 1
    if s.drawn != NONE and s.drawn != UNKNOWN:
        out[s.drawn] += 1
    out[SYMBOLS] = s.left + (0 if s.drawn == NONE else 1)
    for tile in range(KINDS_OF_TILE):
        out[SYMBOLS] += s.shown[tile]
    for seat in range(s.seats):
        out[SYMBOLS + 1 + seat] += s.merchants[seat]
    for k in range(s.cities):
        out[SYMBOLS + 1 + s.mayor[k]] += 1
    for k in range(s.roads):
        out[SYMBOLS + 1 + s.warden[k]] += 1


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def draw_tile(s: State) -> None:
    s.left -= 1
    s.drawn = draw(s.bag, s)
    s.step = PLACE


@rule
def place(s: State, seat: int, cell: int, down: bool) -> None:
    """Lay the drawn tile, and score the cities that it completes."""
    if down:
        s.buried[seat, s.drawn] += 1
    lay(s, cell, CITY if down else s.drawn)
    s.drawn = NONE
    s.fresh = cell
    for k in range(s.cities - 1, -1, -1):
        if is_complete(s, s.city[k]):
            close_city(s, k)


@rule
def lay(s: State, cell: int, tile: int) -> None:
    """A tile comes to lie there, and the land has other edges."""
    s.west, s.north = min(s.west, x_of(s, cell)), min(s.north, y_of(s, cell))
    s.cell[cell] = tile + 1
    s.shown[tile] += 1
    for k in range(s.edges):
        if s.edge[k] == cell:
            s.edges -= 1
            s.edge[k] = s.edge[s.edges]
            s.edge[s.edges] = 0
            break
    for k in range(4):
        near = beside(cell, SIDES[k])
        if s.cell[near] == BARE:
            s.edge[s.edges] = near
            s.edges += 1
        if s.cell[near] <= 0:
            s.cell[near] = MARKET_ONLY if tile == CITY or s.cell[near] == MARKET_ONLY else OPEN


@rule
def can_send(s: State, seat: int) -> bool:
    """Is there anything to decide about a merchant?"""
    if refuse_merchant(s, seat, CENTRE + s.fresh) == 0:
        return True
    for k in range(4):
        if refuse_merchant(s, seat, CORNER + beside(s.fresh, CORNERS[k])) == 0:
            return True
    return False


@rule
def take_market(s: State, seat: int, cell: int) -> None:
    """Own a symbol from now on; whoever owned it is paid and goes home."""
    symbol = kind(s, cell)
    sell_market(s, symbol)
    s.owner[symbol] = seat
    s.market[symbol] = cell
    s.merchants[seat] -= 1


@rule
def sell_market(s: State, symbol: int) -> None:
    owner = s.owner[symbol]
    if owner != NONE:
        s.earned[owner, FROM_MARKETS] += s.shown[symbol]
        s.merchants[owner] += 1
        s.owner[symbol] = NONE
        s.market[symbol] = 0


@rule
def found_city(s: State, seat: int, cell: int) -> None:
    s.city[s.cities] = cell
    s.mayor[s.cities] = seat
    s.cities += 1
    s.merchants[seat] -= 1
    if is_complete(s, cell):
        close_city(s, s.cities - 1)


@rule
def close_city(s: State, k: int) -> None:
    """A city pays, and its merchant goes home."""
    owner = s.mayor[k]
    s.earned[owner, FROM_CITIES] += symbols_around(s, s.city[k])
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
        s.influence[seat, kind(s, beside(corner, MEETING[k]))] += 1


@rule
def next_turn(s: State) -> None:
    if s.left == 0:
        final_scoring(s)
        s.step = OVER
        return
    s.mover = (s.mover + 1) % s.seats
    draw_tile(s)


@rule
def final_scoring(s: State) -> None:
    """Markets and cities pay and are left; then the crossroads, kind by kind."""
    for symbol in range(SYMBOLS):
        sell_market(s, symbol)
    while s.cities > 0:
        close_city(s, s.cities - 1)
    for seat in range(s.seats):
        s.earned[seat, FROM_CROSSROADS] += outlook(s, seat, FROM_CROSSROADS)


GAME = Game(
    __name__,
    title="Son of Kark",
    box="Green Box of Games",
    seats=(2, SEATS),
    minutes=30,
    complexity=3,
    codes=NO_MERCHANT + 1,
    bound=lambda seats, options: 2 * (TILES - seats),
    summary="Lay tiles to a land of markets and cities, and send merchants to them, and to the crossroads between.",
    pieces=SYMBOLS + 1 + SEATS,
    tags=("hidden tiles", "tiles"),
    unseen=("bag", "buried", "edge", "edges", "last"),
)

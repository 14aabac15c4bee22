"""How Son of Kark looks, is touched and is told."""

from __future__ import annotations

from msgspec.structs import replace

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE
from brillig.games.son_of_kark import land
from brillig.games.son_of_kark.land import State, score
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import LETTERS, cube, tile_back, tile_face
from brillig.parts.panels import seat_panel
from brillig.parts.words import a, counted, names, seat_name

# A tile is three lines high and three wide, so that a place on a corner can lie half on each of its neighbours.
FINE = 3
LINES = (0.3, 0.4, 0.3)
RULER = 0.4  # the line of numbers above the land and left of it
WHERE = ("upper left", "upper right", "lower left", "lower right")  # the corners of a tile
SOURCES = ("markets", "cities", "crossroads")
LEADS = "★"


# ---- names ---------------------------------------------------------------------------------------------------------


def kind_name(tile: int) -> str:
    return "city" if tile == land.CITY else greenbox.SYMBOLS[tile]


def where(s: State, cell: int) -> str:
    """'(2,-1)', of a cell or a corner."""
    return f"({land.x_of(s, cell)},{land.y_of(s, cell)})"


def cell_id(s: State, cell: int) -> str:
    return f"at_{land.x_of(s, cell)}_{land.y_of(s, cell)}"


def corner_id(s: State, corner: int) -> str:
    return f"corner_{land.x_of(s, corner)}_{land.y_of(s, corner)}"


def meeting(s: State, corner: int) -> str:
    """The tiles at a crossroad: 'Arrow ×2, Drop, city'."""
    tiles = [land.kind(s, land.beside(corner, step)) for step in land.MEETING]
    times = {tile: tiles.count(tile) for tile in sorted(tiles)}
    return ", ".join(kind_name(tile) + (f" ×{n}" if n > 1 else "") for tile, n in times.items())


def face(tile: int) -> Face:
    return tile_back() if tile == land.CITY else tile_face(tile)


def merchant(seat: int) -> Face:
    """A cube, in small letters, for B is already Bricks."""
    return replace(cube(seat), text=LETTERS[seat].lower(), say=f"merchant of {seat_name(seat)}")


# ---- choices -------------------------------------------------------------------------------------------------------


def label(s: State, seat: int, code: int) -> str:
    cell = code % land.CELLS
    if code == land.NO_MERCHANT:
        return "No merchant"
    if code < land.CENTRE:
        return f"{'city' if code >= land.FACE_DOWN else kind_name(s.drawn)} at {where(s, cell)}"
    if code >= land.CORNER:
        corner = [land.beside(s.fresh, step) for step in land.CORNERS].index(cell)
        return f"{WHERE[corner]} crossroad ({meeting(s, cell)})"
    tile = land.kind(s, cell)
    if tile == land.CITY:
        return f"this city ({counted(land.symbols_around(s, cell), 'symbol')} around it)"
    paid = f", paid to {seat_name(s.owner[tile])}" if s.owner[tile] != land.NONE else ""
    return f"the {kind_name(tile)} market ({counted(s.shown[tile], 'tile')}{paid})"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    cell = code % land.CELLS
    if code == land.NO_MERCHANT:
        return ()
    if code < land.CENTRE:
        return ("drawn-down" if code >= land.FACE_DOWN else "drawn-up", cell_id(s, cell))
    return (corner_id(s, cell),) if code >= land.CORNER else (cell_id(s, cell),)


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), verdict=verdict(s))
    if seat == s.mover and s.step != land.OVER:
        t.help = explained(s, seat)
    draw_land(t, s, seat)
    draw_hand(t, s, seat)
    draw_kinds(t, s)
    t.panel(TABLE, "Table", tiles_to_lay=s.left + (s.step == land.PLACE))
    for player in range(s.seats):
        turn = s.step != land.OVER and player == s.mover
        panel = seat_panel(t, player, turn, points=score(s, player))
        if s.step == land.OVER:
            panel.counters |= {source: s.earned[player, k] for k, source in enumerate(SOURCES)}
        else:
            soon = sum(land.outlook(s, player, source) for source in range(3))
            panel.counters |= {"if it ended now": score(s, player) + soon, "merchants": s.merchants[player]}
    return t


def prompt(s: State, seat: int) -> str:
    if s.step == land.OVER:
        return "The game is over."
    if seat != s.mover:
        doing = "has drawn a tile and lays it" if s.step == land.PLACE else "may send a merchant"
        return f"{seat_name(s.mover)} {doing}."
    if s.step == land.PLACE:
        return f"Your tile: {kind_name(s.drawn)}. Choose which side is up, then where it goes."
    ways = [f" Middle: {gain(s, s.fresh)}."] if free_centre(s, seat) else []
    ways += [" Corner: claim a crossroad."] if free_corners(s, seat) else []
    return f"Send a merchant?{''.join(ways)}"


def gain(s: State, cell: int) -> str:
    """What a merchant in the middle of this tile is for."""
    tile = land.kind(s, cell)
    if tile == land.CITY:
        worth = counted(land.symbols_around(s, cell), "point")
        return f"take the city, {worth} now" if land.is_complete(s, cell) else f"take the city, worth {worth} so far"
    old = f" ({seat_name(s.owner[tile])} is paid)" if s.owner[tile] != land.NONE else ""
    return f"own {kind_name(tile)}, worth {counted(s.shown[tile], 'point')} so far{old}"


def explained(s: State, seat: int) -> str:
    """The same words whenever the same is asked."""
    if s.step == land.PLACE:
        return (
            "Symbol up is a market: who owns a symbol gets a point for each of its tiles. Brown side up is a city: "
            "a point for each different symbol in the eight cells round it. Two cities may not share a side."
        )
    told = []
    if free_centre(s, seat) and land.kind(s, s.fresh) == land.CITY:
        told.append("A city pays when it has all six symbols or eight tiles round it, or at the end.")
    elif free_centre(s, seat):
        told.append("A market pays when another takes its symbol, or at the end.")
    if free_corners(s, seat):
        told.append("A crossroad keeps its merchant; at the end the most influence on a kind of tile brings 5 points.")
    return " ".join(told)


def free_centre(s: State, seat: int) -> bool:
    """May this seat put a merchant in the middle of the tile it has laid?"""
    tile = land.kind(s, s.fresh)
    return s.merchants[seat] > 0 and (tile == land.CITY or s.owner[tile] != seat)


def free_corners(s: State, seat: int) -> list[int]:
    """The crossroads that it may claim."""
    corners = [land.beside(s.fresh, step) for step in land.CORNERS] if s.merchants[seat] else []
    return [corner for corner in corners if land.is_crossroad(s, corner)]


def verdict(s: State) -> str:
    if s.step != land.OVER:
        return ""
    parts = [" + ".join(f"{s.earned[seat, k]}" for k in range(3)) for seat in range(s.seats)]
    made = "; ".join(f"{seat_name(seat)} {parts[seat]}" for seat in range(s.seats))
    return f"Points from markets, cities and crossroads: {made}. The most win; equal points share the place."


def draw_land(t: Screen, s: State, seat: int) -> None:
    """All tiles with an empty line of cells round them, numbers in the margins, and merchants in cells and on corners."""
    tiles = [cell for cell in range(land.CELLS) if s.cell[cell] > 0]
    wide = max(land.x_of(s, cell) for cell in tiles) - s.west + 3
    high = max(land.y_of(s, cell) for cell in tiles) - s.north + 3
    board = t.grid("land", 1 + FINE * high, 1 + FINE * wide)
    board.map = True
    board.heights, board.widths = (RULER, *LINES * high), (RULER, *LINES * wide)
    number(board, "column", wide, s.west - 1)
    number(board, "row", high, s.north - 1)
    stands = {s.market[symbol]: s.owner[symbol] for symbol in range(land.SYMBOLS) if s.owner[symbol] != land.NONE}
    stands |= {s.city[k]: s.mayor[k] for k in range(s.cities)}
    for cell in tiles:
        row, col = line(s, cell)
        said = f"{where(s, cell)} {kind_name(land.kind(s, cell))}"
        spot = board.spot(cell_id(s, cell), row, col, said, mark="last" if cell == s.fresh else "")
        spot.high = spot.wide = FINE
        spot.put(f"tile-{cell_id(s, cell)}", face(land.kind(s, cell)))
        if cell in stands:
            spot.put(f"cube-{cell_id(s, cell)}", merchant(stands[cell]))
    if seat == s.mover and s.step == land.PLACE:
        for cell in sorted(s.edge[k] for k in range(s.edges)):
            spot = board.spot(cell_id(s, cell), *line(s, cell), where(s, cell), look="ghost")
            spot.high = spot.wide = FINE
    draw_corners(board, s, seat)


def line(s: State, cell: int) -> tuple[int, int]:
    """The first row and column that a cell takes on the board."""
    return 1 + FINE * (land.y_of(s, cell) - s.north + 1), 1 + FINE * (land.x_of(s, cell) - s.west + 1)


def number(board: Zone, way: str, n: int, first: int) -> None:
    for k in range(n):
        at = (0, 1 + FINE * k) if way == "column" else (1 + FINE * k, 0)
        spot = board.label(f"{way}_{first + k}", *at, str(first + k), f"{way} {first + k}")
        spot.wide, spot.high = (FINE, 1) if way == "column" else (1, FINE)


def draw_corners(board: Zone, s: State, seat: int) -> None:
    """The crossroads with merchants, and those that could get one now."""
    taken = {s.road[k]: s.warden[k] for k in range(s.roads)}
    free = free_corners(s, seat) if seat == s.mover and s.step == land.MERCHANT else []
    for corner in [*taken, *free]:
        row, col = line(s, corner)
        said = f"crossroad {where(s, corner)} of {meeting(s, corner)}"
        spot = board.spot(corner_id(s, corner), row - 1, col - 1, said, look="" if corner in taken else "ghost")
        spot.high = spot.wide = 2
        if corner in taken:
            spot.put(f"cube-{corner_id(s, corner)}", merchant(taken[corner]))
        else:
            spot.lights = [cell_id(s, land.beside(corner, step)) for step in land.MEETING]


def draw_hand(t: Screen, s: State, seat: int) -> None:
    """Both sides of the tile that the viewer has drawn."""
    if seat == s.mover and s.step == land.PLACE and s.drawn != land.UNKNOWN:
        hand, back = t.line("hand", "hand", "Your tile", seat=seat), tile_back()
        hand.put("drawn-up", tile_face(s.drawn)).badge = "market"
        hand.put("drawn-down", Face(back.kind, back.text, "city", back.look)).badge = "city"


def draw_kinds(t: Screen, s: State) -> None:
    """What every market pays and to whom, and the influence of each seat at the crossroads."""
    zone = t.grid("kinds", 1 + land.KINDS_OF_TILE, 3 + s.seats, "Markets, and influence at crossroads")
    zone.area, zone.widths = "right", (1, 1.3, 1.3, *[1.0] * s.seats)
    zone.note = f"Most influence on a kind ({LEADS}) brings 5 points at the end; tied seats get 3, 2 or 1."

    def write(row: int, col: int, text: str, say: str) -> None:
        spot = zone.spot(f"kinds-{row}-{col}", row, col, say, look="margin")
        spot.put(f"kinds-word-{row}-{col}", Face("label", text, ""))

    write(0, 1, "pays", "what a market pays now")
    write(0, 2, "to", "who owns it")
    for seat in range(s.seats):
        head = zone.spot(f"kinds-{seat_name(seat)}", 0, 3 + seat, seat_name(seat), look="margin")
        head.put(f"kinds-cube-{seat + 1}", merchant(seat))
    for tile in range(land.KINDS_OF_TILE):
        row, called = 1 + tile, kind_name(tile)
        zone.spot(f"kinds-{called}", row, 0, "", look="margin").put(f"kinds-tile-{called}", face(tile))
        if tile != land.CITY:
            write(row, 1, str(s.shown[tile]), f"{called} market: {s.shown[tile]}")
            if s.owner[tile] == land.NONE:
                write(row, 2, "-", f"nobody owns {called}")
            else:
                spot = zone.spot(f"kinds-{row}-2", row, 2, f"owned by {seat_name(s.owner[tile])}", look="margin")
                spot.put(f"kinds-owner-{called}", merchant(s.owner[tile]))
        for seat in range(s.seats):
            n, leads = s.influence[seat, tile], land.award(s, seat, tile) > 0
            said = f"influence of {seat_name(seat)} on {called}: {n}{', the most' * leads}"
            write(row, 3 + seat, f"{n}{LEADS * leads}" if n else "·", said)


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    told = [deed(before, after, after.last)]
    for cell, seat in city_merchants(before, after):
        if land.is_complete(after, cell):
            told.append(f"The city of {seat_name(seat)} at {where(after, cell)} is complete: {earned(after, cell)}.")
    return told + (tell_end(before, after) if after.step == land.OVER else [])


def deed(before: State, after: State, code: int) -> str:
    who, cell = seat_name(before.mover), code % land.CELLS
    if code == land.NO_MERCHANT:
        return f"{who} sends no merchant."
    at, tile = where(after, cell), land.kind(after, cell)
    if code < land.CENTRE:
        return f"{who} lays {a(kind_name(tile))}{' market' * (code < land.FACE_DOWN)} at {at}."
    if code >= land.CORNER:
        return f"{who} claims the crossroad {at} of {meeting(after, cell)}."
    if tile == land.CITY:
        return f"{who} takes the city at {at}."
    old = before.owner[tile]
    if old == land.NONE:
        return f"{who} takes the {kind_name(tile)} market."
    return f"{who} takes the {kind_name(tile)} market from {seat_name(old)}, who is paid {counted(after.shown[tile], 'point')}."


def city_merchants(before: State, after: State) -> list[tuple[int, int]]:
    """The merchants that have left their cities by what happened: cell and seat."""
    stay = [after.city[k] for k in range(after.cities)]
    stood = [(before.city[k], before.mayor[k]) for k in range(before.cities)]
    if land.CENTRE <= after.last < land.CORNER and land.kind(after, after.fresh) == land.CITY:
        stood.append((after.fresh, before.mover))
    return [(cell, seat) for cell, seat in stood if cell not in stay]


def earned(s: State, cell: int) -> str:
    return counted(land.symbols_around(s, cell), "point")


def tell_end(before: State, after: State) -> list[str]:
    """The last scoring: markets, cities, then the seven kinds at the crossroads one by one."""
    owners = {symbol: before.owner[symbol] for symbol in range(land.SYMBOLS)}
    if land.CENTRE <= after.last < land.CORNER and land.kind(after, after.fresh) != land.CITY:
        owners[land.kind(after, after.fresh)] = before.mover
    told = ["The last tile lies."]
    for symbol, owner in owners.items():
        if owner != land.NONE:
            points = counted(after.shown[symbol], "point")
            told.append(f"The {kind_name(symbol)} market pays {seat_name(owner)} {points}.")
    for cell, seat in city_merchants(before, after):
        if not land.is_complete(after, cell):
            told.append(f"The city at {where(after, cell)} pays {seat_name(seat)} {earned(after, cell)}.")
    for tile in range(land.KINDS_OF_TILE):
        most = max(after.influence[seat, tile] for seat in range(after.seats))
        best = [seat for seat in range(after.seats) if land.award(after, seat, tile)]
        if best:
            prize = counted(land.award(after, best[0], tile), "point") + " each" * (len(best) > 1)
            told.append(f"At the crossroads, {kind_name(tile)}: {names(best)} with {most}, {prize}.")
        else:
            told.append(f"At the crossroads, {kind_name(tile)}: nobody.")
    high = max(score(after, seat) for seat in range(after.seats))
    winners = [seat for seat in range(after.seats) if score(after, seat) == high]
    verb = "wins" if len(winners) == 1 else "share the win"
    return [*told, f"{names(winners)} {verb} with {counted(high, 'point')}."]

"""How All Your Base looks."""

from __future__ import annotations

from brillig.core import Face, Screen, Spot, Zone
from brillig.core.screen import TABLE
from brillig.games.all_your_base import base
from brillig.games.all_your_base.base import State
from brillig.games.all_your_base.words import (
    asked,
    has_chosen,
    heaps,
    is_busy,
    label,
    station_name,
    tell,
    touch,
    where_we_are,
)
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS, COLOURS, SEAT_COLOURS, card_face
from brillig.parts.hand import NONE, size
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name

__all__ = ["label", "screen", "tell", "touch"]


# The board is made of half columns and fifths: the stacks of stations and the heaps of cubes above, the viewer's base below.
ABREAST = 7  # stations side by side
WIDE, PITCH = 2, 3  # anything is two half columns wide, and a gap follows
WIDTHS = (0.46, 0.46, 0.08)
STEP = 0.2  # height of a line of the grid, in columns
TILE_HIGH, CARD_HIGH, HEAP_HIGH = 5, 7, 4  # so many of them are a tile, a card, a heap of cubes
FEW, OTHERS = 4, 7  # stations in a line of another base: as many as the largest has, but no fewer and no more
HEAD = 0.75  # width of the column with the owners
SINGLE = 4  # cubes on a station that have room side by side


def screen(s: State, seat: int) -> Screen:
    t = Screen(*asked(s, seat))
    if s.step == base.OVER:
        t.verdict = "The points of all three phases are added up; the most points win."
    draw_board(t, s, seat)
    if seat >= 0:
        draw_hand(t, s, seat)
    draw_shown(t, s, seat)
    draw_bases(t, s, seat)
    draw_discards(t, s)
    draw_panels(t, s)
    return t


def stations_of(s: State, seat: int) -> list[int]:
    return [station for station in range(s.stations) if s.owner[station] == seat]


def lay_out(board: Zone, id: str, top: int, col: int, high: int, say: str, look: str = "") -> Spot:
    spot = board.spot(id, top, PITCH * col, say, look=look)
    spot.high, spot.wide = high, WIDE
    return spot


def draw_board(t: Screen, s: State, seat: int) -> None:
    """What can be built with, and the viewer's own stations: hardware on the tile, software below it."""
    mine = stations_of(s, seat)
    lines = max(1, -(-len(mine) // ABREAST)) if seat >= 0 else 0  # also before anything is built: nothing moves then
    top = TILE_HIGH + HEAP_HIGH
    rows = top + lines * (1 + TILE_HIGH + CARD_HIGH)
    board = t.grid("board", rows, PITCH * ABREAST)
    board.look = "night"
    board.heights, board.widths = (STEP,) * rows, WIDTHS * ABREAST
    for symbol in range(base.SYMBOLS):
        n, word = s.stock[symbol], greenbox.SYMBOLS[symbol]
        stack = lay_out(board, f"stack-{word}", 0, symbol, TILE_HIGH, f"{n} {word} stations", "" if n else "gap")
        if n:
            face = greenbox.tile_face(symbol)
            stack.put(f"tile-{word}", Face(face.kind, f"{face.text}{n}", face.say, face.look)).badge = str(n)
    lay_out(board, "discard", 0, ABREAST - 1, TILE_HIGH, "discard pile", "gap").badge = "discard"
    for colour in range(base.CUBE_KINDS):
        n = s.supply[colour]
        heap = lay_out(
            board, f"heap-{COLOURS[colour]}", TILE_HIGH, colour, HEAP_HIGH, f"{COLOURS[colour]} cubes", "margin"
        )
        if n:
            heap.put(f"cubes-{COLOURS[colour]}", cubes(colour, n)).badge = str(n)
    if seat >= 0 and not mine:
        plot = lay_out(board, "plot", top + 1, 0, TILE_HIGH + CARD_HIGH, "your base, still empty", "gap")
        plot.wide, plot.badge = PITCH * ABREAST - 1, "your base"
    if mine:
        below = lay_out(board, "below", TILE_HIGH, base.CUBE_KINDS, HEAP_HIGH, "your base lies below", "words")
        below.wide, below.badge = PITCH * (ABREAST - base.CUBE_KINDS), "↓ your base"
    for k, station in enumerate(mine):
        draw_station(board, s, station, top + 1 + k // ABREAST * (1 + TILE_HIGH + CARD_HIGH), k % ABREAST)


def cubes(colour: int, n: int) -> Face:
    face = greenbox.cube(colour)
    return Face(face.kind, f"{face.text}{n}", counted(n, f"{COLOURS[colour]} cube"), {**face.look, "count": n})


def draw_station(board: Zone, s: State, station: int, top: int, col: int) -> None:
    words = station_name(s, station)
    tile = lay_out(board, f"hardware-{station + 1}", top, col, TILE_HIGH, f"{words}, hardware")
    tile.put(f"station-{station + 1}", greenbox.tile_face(s.symbol[station]))
    put_cubes(tile, s, station)
    slot = lay_out(board, f"software-{station + 1}", top + TILE_HIGH, col, CARD_HIGH, f"{words}, software", "ghost")
    if s.software[station] != NONE:
        slot.look = ""
        slot.put(f"card-{s.software[station]}", card_face(s.software[station])).badge = str(base.worth(s, station))


def put_cubes(spot: Spot, s: State, station: int) -> None:
    """A few cubes stand side by side; more are heaped by colour."""
    single = sum(n for _, n in heaps(s, station)) <= SINGLE
    for colour, n in heaps(s, station):
        id = f"on-{station + 1}-{COLOURS[colour]}"
        if single:
            for k in range(n):
                spot.put(f"{id}-{k + 1}", greenbox.cube(colour))
        else:
            spot.put(id, cubes(colour, n)).badge = str(n) if n > 1 else ""


def draw_hand(t: Screen, s: State, seat: int) -> None:
    """The viewer's cards, symbol by symbol; those that are played in this turn come first."""
    hand = t.line("hand", "hand", "Your cards", seat=seat)
    chosen = [s.chosen[seat, k] for k in range(size(s.chosen[seat]))]
    if s.step == base.USING:
        for card in chosen:
            hand.put(f"card-{card}", card_face(card), "last")
    for card in sorted((s.hand[seat, k] for k in range(size(s.hand[seat]))), key=by_symbol):
        piece = hand.put(f"card-{card}", card_face(card))
        if s.step == base.USING:
            piece.mark = "dim"
        elif card in chosen:
            piece.mark, piece.badge = "last", "✓"


def by_symbol(card: int) -> tuple[int, int, int]:
    return CARD_SYMBOL[card], -CARD_NUMBER[card], card


def draw_shown(t: Screen, s: State, seat: int) -> None:
    """What the other seats have shown and not used yet."""
    if s.step != base.USING:
        return
    order = [(s.lead + k) % s.seats for k in range(s.seats)]
    cards = [(other, s.chosen[other, k]) for other in order if other != seat for k in range(size(s.chosen[other]))]
    if cards:
        shown = t.line("shown", "row", "Shown by the others, with their letters", area="left")
        for other, card in cards:
            shown.put(f"card-{card}", card_face(card)).badge = greenbox.SEAT_LETTERS[other]


def draw_bases(t: Screen, s: State, seat: int) -> None:
    """The stations of the others, from the left: software if there is any, else the tile; with the hardware on it."""
    others = [(max(0, seat) + k) % s.seats for k in range(s.seats)]
    others = [other for other in others if other != seat]
    built = [len(stations_of(s, other)) for other in others]
    abreast = min(OTHERS, max(FEW, *built))
    lines = [max(1, -(-n // abreast)) for n in built]
    board = t.grid("bases", sum(lines), abreast + 1, "Bases of the others" if seat >= 0 else "Bases")
    board.area, board.heights, board.widths = "right", (1.4,) * sum(lines), (HEAD,) + (1,) * abreast
    top = 0
    for other, high in zip(others, lines, strict=True):
        head = board.spot(f"base-{other + 1}", top, 0, f"base of {seat_name(other)}", look="margin")
        head.put(
            f"owner-{other + 1}",
            Face("token", greenbox.SEAT_LETTERS[other], seat_name(other), {"colour": SEAT_COLOURS[other]}),
        )
        for k, station in enumerate(stations_of(s, other)):
            row, col = top + k // abreast, 1 + k % abreast
            spot = board.spot(
                f"built-{station + 1}", row, col, f"{station_name(s, station)} of {seat_name(other)}", look="margin"
            )
            card = s.software[station]
            if card == NONE:
                spot.put(f"station-{station + 1}", greenbox.tile_face(s.symbol[station]))
            else:
                spot.put(f"card-{card}", card_face(card)).badge = str(base.worth(s, station))
            put_cubes(spot, s, station)
        top += high


def draw_discards(t: Screen, s: State) -> None:
    away = [card for card in range(CARDS) if s.discard[card]]
    pile = t.line("discards", "row", f"Discarded in this phase ({len(away)})", area="right")
    for card in sorted(away, key=by_symbol):
        pile.put(f"card-{card}", card_face(card))


def draw_panels(t: Screen, s: State) -> None:
    table = t.panel(TABLE, "Table", phase=where_we_are(s))
    if base.draws(s):
        table.counters["draw pile"] = s.left
    held = [size(s.hand[player]) for player in range(s.seats)]
    if s.step != base.OVER and min(held) == max(held):
        table.counters["cards in each hand"] = held[0]
    for player in range(s.seats):
        panel = seat_panel(t, player, is_busy(s, player), score=base.score(s, player))
        if s.step == base.OVER:
            panel.counters["phases"] = " + ".join(str(s.points[player, phase]) for phase in range(base.PHASES))
            continue
        panel.counters["base worth"] = base.base_worth(s, player)
        if min(held) < max(held):
            panel.counters["cards"] = held[player]
        panel.lamps["leads"] = "on" if player == s.lead else "off"
        panel.lamps["ready"] = "amber" if has_chosen(s, player) else "off"

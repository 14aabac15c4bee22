"""The ground of the land: regions, roads and letters, from the lattice to columns of the screen."""

from __future__ import annotations

from math import atan2, hypot

from brillig.core.screen import Shape
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.show import names
from brillig.parts.maps import lattice

SIDE = 1.25  # columns to a side of a tile
GROUND = ("", "wood", "water", "rock", "sand", "sand", "sand")
HOUSE_GROUND = ("teal", "gold", "red", "violet")
Point = tuple[float, float]


class Frame:
    """From lattice to columns: the land as it lies, with what may be added, moved to the corner."""

    def __init__(self, s: State, offered: list[int]) -> None:
        self.turned = names.is_turned(s)
        self.lying = [tile for tile in range(tiles.TILES) if s.at[tile] != r.NONE]
        points = [p for tile in self.lying for p in outline(tile, s.at[tile])]
        for code in offered:
            if r.SPOT <= code < r.TURN:
                points += outline(s.tile, code - r.SPOT)
        if s.tile != r.NONE and s.spot != r.NONE:
            points += outline(s.tile, s.spot)
        points = [self.lie(p) for p in points]
        self.left = min(x for x, _ in points) - 0.2
        self.top = min(y for _, y in points) - 0.2
        self.wide = SIDE * (max(x for x, _ in points) - self.left + 0.2)
        self.high = SIDE * (max(y for _, y in points) - self.top + 0.2)

    def lie(self, p: Point) -> Point:
        return (p[1], -p[0]) if self.turned else p

    def at(self, p: Point) -> Point:
        x, y = self.lie(p)
        return round(SIDE * (x - self.left), 2), round(SIDE * (y - self.top), 2)

    def flat(self, *points: Point) -> tuple[float, ...]:
        return tuple(x for p in points for x in self.at(p))


def outline(tile: int, at: int) -> list[Point]:
    """The corners of a tile, clockwise."""
    if tile < tiles.RHOMBUS:
        q, k = lattice.CENTRE[at]
        steps = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
        return [lattice.point(q + a, k + b) for a, b in steps]
    cells = [at]
    if tile < tiles.TRIANGLE:
        up = lattice.UPS[at // 3]
        cells = [up, lattice.ACROSS[3 * up + at % 3] // 3]
    corners = {c for cell in cells for c in lattice.corners(*lattice.CELL[cell])}
    x, y = names.middle_at(tile, at)
    around = [lattice.point(*c) for c in corners]
    return sorted(around, key=lambda p: atan2(p[1] - y, p[0] - x))


def ground(s: State, frame: Frame) -> list[Shape]:
    """Regions first, then roads, then letters."""
    regions, ways, signs = [], [], []
    for tile in frame.lying:
        look = GROUND[tiles.KIND[tile]] or ("green" if tile == tiles.CITADEL else HOUSE_GROUND[(tile - 1) // 3])
        regions.append(Shape(look, frame.flat(*outline(tile, s.at[tile]))))
        ways += tile_roads(s, tile, frame)
        signs += tile_signs(s, tile, frame)
    if s.tile != r.NONE and s.spot != r.NONE:
        regions.append(Shape("sand", frame.flat(*outline(s.tile, s.spot))))
    return regions + ways + signs


def tile_roads(s: State, tile: int, frame: Frame) -> list[Shape]:
    first, found = tiles.FIRST_END[tile], []
    middle = names.middle(s, tile)
    ends = [e for e in range(first, first + tiles.EDGES[tile]) if s.partner[e] != r.NO_ROAD]
    if tiles.KIND[tile] in (tiles.WOODS, tiles.RIVER, tiles.MOUNTAIN):
        for e in ends:
            other = tiles.other_end(e)
            if e < other:
                a, b = names.edge_middle(s, e), names.edge_middle(s, other)
                bend = ((a[0] + b[0] + 2 * middle[0]) / 4, (a[1] + b[1] + 2 * middle[1]) / 4)
                under = tiles.KIND[tile] == tiles.MOUNTAIN and e > first
                found.append(Shape("tunnel" if under else "road", frame.flat(a, bend, b)))
    else:
        found = [Shape("road", frame.flat(middle, names.edge_middle(s, e))) for e in ends]
    return found


def tile_signs(s: State, tile: int, frame: Frame) -> list[Shape]:
    """The name of a house, the suits that a post takes, and water where a road ends."""
    x, y = names.middle(s, tile)
    kind = tiles.KIND[tile]
    if kind == tiles.HEXAGON_KIND:
        name = "Citadel" if tile == tiles.CITADEL else tiles.NAMES[tile]
        if s.level == r.FULL and tile:
            name += (" ♜", " ♕", " ⚖")[(tile - 1) % 3]
        across, down = frame.at((x, y))
        found = [Shape("name", text=name, at=(across, round(down - 0.66, 2)))]
    else:
        sign = {tiles.FORK: "♦♠", tiles.TAVERN: "♦♥", tiles.CAVE: "♦♣"}.get(kind, "♣♠♥")
        found = [Shape("sign", text=sign, at=frame.at((x, y)))]
    for e in range(tiles.FIRST_END[tile], tiles.FIRST_END[tile] + tiles.EDGES[tile]):
        if s.partner[e] == r.OPEN and s.step > r.BUILD_TURN:
            u, v = names.edge_middle(s, e)
            far = hypot(u - x, v - y)
            found.append(Shape("wave", text="≈", at=frame.at((u + 0.16 * (u - x) / far, v + 0.16 * (v - y) / far))))
    return found

"""The tile in hand while a land is built, drawn below the land: as it is, or in every way that it may be laid."""

from __future__ import annotations

from math import ceil

from brillig.core import Spot, Zone
from brillig.core.screen import Shape
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.show import names
from brillig.games.jack_rabbits.show.ground import Frame, ground
from brillig.parts.maps import lattice

UP = lattice.NUMBER[0, 0, True]
# A place in the middle of the window for a hexagon, a rhombus, a triangle.
PLACES = (lattice.MIDDLE, 3 * lattice.UP_NUMBER[UP] + 2, UP)
GAP = 0.4  # between two pictures


def draw(land: Zone, s: State, offered: list[int], frame: Frame) -> list[Spot]:
    """Below the land; the ways round among which the seat may choose can be touched."""
    x, y, spots = 0.0, frame.high + GAP, []
    for turn in turns_shown(offered):
        lone = alone(s.tile, turn, s.level)
        small = Frame(lone, [])
        land.shapes += [moved(shape, x, y) for shape in ground(lone, small)]
        spot = Spot("in-hand", int(y), int(x), f"{tiles.NAMES[s.tile]}, in hand")
        if r.TURN + turn in offered:
            spot.id, spot.say = f"turn-{turn}", names.build_label(s, r.TURN + turn)
        spot.wide, spot.high = round(small.wide), round(small.high)
        spot.at = (round(x + (small.wide - spot.wide) / 2, 2), round(y + (small.high - spot.high) / 2, 2))
        spots.append(spot)
        x += small.wide + GAP
    land.rows, land.cols = max(land.rows, ceil(y + small.high)), max(land.cols, ceil(x))
    return spots


def alone(tile: int, turn: int, level: int) -> State:
    """A land of this tile only."""
    s = State(bytearray(State.nbytes))
    s.step, s.tile, s.spot, s.level = r.BUILD_SPOT, r.NONE, r.NONE, level
    for k in range(tiles.TILES):
        s.at[k] = PLACES[tiles.shape(tile)] if k == tile else r.NONE
    s.turn[tile] = turn
    for k in range(tiles.EDGES[tile]):
        s.partner[tiles.FIRST_END[tile] + k] = r.OPEN if tiles.has_road(tile, turn, k) else r.NO_ROAD
    return s


def turns_shown(offered: list[int]) -> list[int]:
    """Ways round to draw: all that may be chosen; else as the tile came."""
    ways = [code - r.TURN for code in offered if code >= r.TURN]
    return ways or [0]


def moved(shape: Shape, x: float, y: float) -> Shape:
    points = tuple(round(p + (y if k % 2 else x), 2) for k, p in enumerate(shape.points))
    return Shape(shape.look, points, shape.text, (round(shape.at[0] + x, 2), round(shape.at[1] + y, 2)))

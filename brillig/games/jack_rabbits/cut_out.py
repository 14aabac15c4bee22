"""The tiles of the land to be cut out: each drawn alone as the table draws it, and every side of every tile equally long."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from brillig.core import Face
from brillig.core.screen import Shape
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import placing, tiles
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.show.ground import SIDE, Frame, Point, ground, outline
from brillig.games.jack_rabbits.show.screen import tile_said
from brillig.parts.components import Component
from brillig.parts.maps import lattice

MILLIMETRES = 30.0  # of a side
HIGH = MILLIMETRES * 3**0.5  # of a hexagon
# Where a tile of each shape lies when it is drawn: a hexagon flat on its side, the others standing on an edge or a corner.
LIES = (lattice.CENTRE.index((0, 0)), 3 * lattice.UPS.index(lattice.NUMBER[0, 0, True]) + 2, lattice.NUMBER[0, 0, True])
BOTTOM = 2  # the side of a triangle where a cave has its road, and a tavern has none
BACK = "deep"  # unlike any front
FEATURES = "♜ ♕ ⚖"  # of the Citadel's other side: a tower, a palace and a plaza
QUESTS = {"D": "diverse", "M": "monarchical", "D+M": "diverse and monarchical", "T": "tribal"}


class ExactFrame(Frame):
    """On paper a hundredth of a column is seen."""

    def at(self, p: Point) -> Point:
        x, y = self.lie(p)
        return SIDE * (x - self.left), SIDE * (y - self.top)


def alone(tile: int) -> State:
    """A land of one tile."""
    s = State(bytearray(State.nbytes))
    s.step, s.tile, s.spot, s.level = r.BUILD_SHAPE, r.NONE, r.NONE, r.FULL
    placing.clear(s)
    s.at[tiles.CITADEL] = r.NONE
    placing.lay(s, tile, LIES[tiles.shape(tile)], BOTTOM if tiles.KIND[tile] in (tiles.TAVERN, tiles.CAVE) else 0)
    return s


def face(say: str, text: str, shapes: list[Shape], letters: float = 1.0) -> Face:
    """A drawing of these shapes, which ends where the first of them does. `letters`: how large, beside those of a map."""
    xs, ys = shapes[0].points[::2], shapes[0].points[1::2]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)

    def moved(x: float, y: float) -> tuple[float, float]:
        return round((x - min(xs)) / wide, 4), round((y - min(ys)) / wide, 4)

    drawn = [
        Shape(
            each.look,
            tuple(c for x, y in zip(each.points[::2], each.points[1::2], strict=True) for c in moved(x, y)),
            each.text,
            moved(*each.at) if each.text else (0, 0),
        )
        for each in shapes
    ]
    look: dict[str, int | str] = {
        "shapes": msgspec.json.encode(drawn).decode(), "unit": f"{letters / wide:.4f}", "high": f"{100 * high / wide:.3f}"
    }  # fmt: skip
    return Face("land", text, say, look)


def drawn_alone(tile: int) -> list[Shape]:
    s = alone(tile)
    shapes = ground(s, ExactFrame(s, []))
    if tile == tiles.CITADEL:
        shapes[-1].look = "sign"  # its name is longer than the edge that it stands at
    return shapes


def front(tile: int) -> Face:
    return face(tile_said(alone(tile), tile), tiles.NAMES[tile][:4], drawn_alone(tile))


def back(tile: int) -> Face:
    """What all tiles of a shape have on their back; the Citadel has its other side there."""
    shapes = drawn_alone(tile)
    if tile != tiles.CITADEL:
        return face(f"back of a {('house', 'trail', 'post')[tiles.shape(tile)]}", "##", [Shape(BACK, shapes[0].points)])
    (x, y), down = shapes[-1].at, shapes[0].points[1::2]
    shapes.append(Shape("sign", text=FEATURES, at=(x, min(down) + max(down) - y)))  # as far from the other edge
    return face("Citadel, advanced: a tower, a palace and a plaza", "Cit+", shapes)


def underground() -> Face:
    """Four sixths of a hexagon, with the mouths of four caves and no road."""
    corners = outline(tiles.CITADEL, LIES[0])
    middle = lattice.point(0, 0)
    # From the upper right corner round the left to the lower right one: the sixths at the right are missing.
    order = sorted(corners)
    upper, lower = sorted(order[3:5], key=lambda p: p[1])
    left_upper, left_lower = sorted(order[1:3], key=lambda p: p[1])
    rim = [upper, left_upper, order[0], left_lower, lower]

    def between(a: Point, b: Point, part: float) -> Point:
        return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part

    def flat(*points: Point) -> tuple[float, ...]:
        return tuple(SIDE * c for p in points for c in p)

    mouths = []
    for a, b in pairwise(rim):
        feet = between(a, b, 0.3), between(a, b, 0.7)
        mouths.append(Shape("dark", flat(*feet, *(between(foot, middle, 0.3) for foot in reversed(feet)))))
    x = SIDE * -0.4
    names = [Shape("sign", text=word, at=(x, y)) for word, y in (("Under", -0.2), ("ground", 0.2))]
    return face("Underground tile", "Undr", [Shape("rock", flat(*rim, middle)), *mouths, *names], letters=0.75)


def _tiles(name: str, first: int, last: int, wide: float, high: float) -> Component:
    numbers = range(first, last)
    return Component(name, tuple(map(front, numbers)), wide, high, tuple(map(back, numbers)))


# Widths and heights in whole tenths of a millimetre.
LAND = (
    _tiles("the Citadel", tiles.CITADEL, 1, 2 * MILLIMETRES, round(HIGH, 1)),
    _tiles("royal houses", 1, tiles.RHOMBUS, 2 * MILLIMETRES, round(HIGH, 1)),
    _tiles("trails", tiles.RHOMBUS, tiles.TRIANGLE, MILLIMETRES, round(HIGH, 1)),
    _tiles("posts", tiles.TRIANGLE, tiles.TILES, MILLIMETRES, round(HIGH / 2, 1)),
    Component("the Underground", (underground(),), 1.5 * MILLIMETRES, round(HIGH, 1)),
)
CIRCLES = Component(
    "quest circles",
    tuple(Face("token", short, f"{quest} quest", {"colour": "white"}) for short, quest in QUESTS.items()),
    MILLIMETRES, MILLIMETRES,
)  # fmt: skip

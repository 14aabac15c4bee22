"""Screens: how a table looks, declared in plain Python and drawn by anyone (letters here, SVG in a browser).

A screen is made from what one seat may know. It has zones (a grid, a row, a hand, a pile, a track), pieces in them
with faces, and a panel for each seat and for the table with counters and lamps. Everything that can be touched has
an id; a game's `touch` names the ids that make a choice, in order. Ids never tell: a face-down piece is named by its
place, not by what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, cast

import msgspec
from msgspec import Raw, Struct, field
from msgspec.structs import astuple

from brillig.core.screen import looks

Kind = Literal["grid", "hex", "track", "row", "hand", "pile", "free", "field"]
# Where a zone lies: in the middle, beside it, or before the viewer. "": a hand before the viewer, the rest in the middle.
Area = Literal["", "main", "left", "right", "hand"]
Stack = Literal["", "up", "down"]
# How the zones in the middle lie. "": whichever way lets them be larger.
Layout = Literal["", "beside", "below"]
CARD_HIGH = 1.4  # how high a card is, its width being 1
TABLE = -1  # the panel that belongs to no seat


class Face(Struct, frozen=True, omit_defaults=True):
    """What a piece shows: its kind and looks for drawing, a few letters, and words for those who listen."""

    kind: str  # card, tile, cube, die, gem ...
    text: str  # at most five letters
    say: str  # "red cube"
    look: dict[str, int | str] = field(default_factory=dict)  # colour, symbol, number, ... as the kind needs

    def __post_init__(self) -> None:
        looks.check_face(self)


class Piece(Struct, omit_defaults=True):
    """A thing on the table."""

    id: str
    face: Face
    mark: str = ""  # "last": just played; "dim": used up
    badge: str = ""  # a few letters on its corner: "4 of 5"
    turned: int = 0  # degrees, clockwise
    lights: list[str] = field(default_factory=list)  # ids that light up while somebody points at this
    path: list[str] = field(default_factory=list)  # ids of the places that it has just come along, from the first on
    at: tuple[int, int] | None = None  # its middle, on an open field
    side: int = 0  # and how large it is there


class Spot(Struct, omit_defaults=True):
    """A place in a grid, hex map or track, and what stands on it."""

    id: str
    row: int
    col: int
    say: str
    pieces: list[Piece] = field(default_factory=list)
    mark: str = ""  # "last"; "warn": what is here will go; "maybe": it may
    # The ground it shows: "tile" and "tile-back", or a quarter of a tile's back ("tile-nw"), each with a colour if it is
    # somebody's ("tile-nw-red"); "space" of a track, "finish", "tray", "rail", "gap" where something has gone, "ghost" where
    # something may come, "words" that it shows (its badge), "mat" for somebody's place, "margin" for what only explains
    # the board and "wall" for what parts it, which are never touched; "outline" to be filled, "black" for a centre.
    # "": plain.
    look: str = ""
    badge: str = ""
    stack: Stack = ""  # its pieces in a line, up from the lower edge or down from the upper; "": in the middle
    high: int = 1  # rows and columns that it covers
    wide: int = 1
    # Where a browser draws it, in columns from the upper left corner, if not at its row and column: for boards that are
    # no grid (a ring, places round a table). If one spot of a zone says so, all do.
    at: tuple[float, float] | None = None
    lights: list[str] = field(default_factory=list)

    def put(self, id: str, face: Face, mark: str = "") -> Piece:
        piece = Piece(id, face, mark)
        self.pieces.append(piece)
        return piece


class Shape(Struct, omit_defaults=True):
    """A part of the ground that spots lie on, drawn and never touched: a region, a road, a few letters."""

    look: str  # of looks.SHAPES
    points: tuple[float, ...] = ()  # x, y, x, y ... in columns, as `at` of spots; of a road two, or three with a bend
    text: str = ""
    at: tuple[float, float] = (0, 0)  # where the letters stand


_encode = msgspec.json.Encoder().encode


class Lasting(Spot, omit_defaults=True, dict=True):
    """A spot that is never changed. `json` is no part of what it says, so it is no field."""

    json: ClassVar[Raw]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and astuple(self) == astuple(other)

    __hash__ = None  # type: ignore[assignment]


def lasting(spot: Spot) -> Spot:
    """A spot that a game draws again and again and never changes. Its JSON is made only once."""
    looks.check_spot(spot)
    kept: Any = Lasting(**{name: getattr(spot, name) for name in spot.__struct_fields__})
    kept.json = Raw(_encode(spot))
    return cast(Spot, kept)


class Zone(Struct, omit_defaults=True):
    """A part of the table. Grids, hex maps and tracks have spots; rows, hands and piles have pieces in order; an open field
    has pieces anywhere.
    """

    id: str
    kind: Kind
    title: str
    rows: int = 0
    cols: int = 0
    row_names: tuple[str, ...] = ()  # one for each row, for the margin
    col_names: tuple[str, ...] = ()
    seat: int = TABLE  # whose it is
    count: int = 0  # a pile's size when its cards are not shown
    note: str = ""  # a few words under it
    area: Area = ""
    # "tunnel": dark. "night": a sky. "garden": a lawn. "walls": of stone. "heaps": the heaps on a card in one line.
    # "": what its kind looks like.
    look: str = ""
    back: Face | None = None  # what one of the unseen things in a pile looks like
    # How high the rows and how wide the columns are, a plain column being 1; none given: all are 1.
    heights: tuple[float, ...] = ()
    widths: tuple[float, ...] = ()
    first: bool = (
        False  # it comes before all else in its area; otherwise boards do, then the order of the screen counts
    )
    keep: bool = False  # it must never be scrolled away, wherever it lies
    turns: bool = False  # on a tall screen it may lie on its side: first row left, first column on top
    map: bool = False  # it grows with the game: people may zoom and move it (a wheel, two fingers, the keys + and -)
    about: str = ""  # of a map: the place or the piece that the question is about; a phone shows it near
    shapes: list[Shape] = field(default_factory=list)  # a map of regions and roads under spots that say `at`
    stretch: float = 0  # its columns may be so many times as wide where there is room; 0: they keep their width
    # An open field: the lengths of its sides, and the part of it that is looked at unless somebody points elsewhere
    # (left, top, right, bottom), all in the units in which its pieces say where they are.
    size: tuple[int, int] = (0, 0)
    part: tuple[int, int, int, int] | None = None
    measure: int = 0  # a length that is worth having before one's eyes, drawn beside it
    flash: tuple[int, int, int] | None = (
        None  # where something has burst, and how far; seen for a moment when it is new
    )
    spots: list[Spot] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def spot(self, id: str, row: int, col: int, say: str, mark: str = "", look: str = "") -> Spot:
        spot = Spot(id, row, col, say, [], mark, look)
        self.spots.append(spot)
        return spot

    def passing(self) -> list[Spot]:
        """The spots that do not last: what lasts was looked at when it was made."""
        return [spot for spot in self.spots if type(spot) is not Lasting]

    def label(self, id: str, row: int, col: int, text: str, say: str) -> Spot:
        """A few letters that explain the board and are never touched."""
        spot = self.spot(id, row, col, "", look="margin")
        spot.put(f"{id}-text", Face("label", text, say))
        return spot

    def put(self, id: str, face: Face, mark: str = "") -> Piece:
        piece = Piece(id, face, mark)
        self.pieces.append(piece)
        return piece

    def stand(self, id: str, face: Face, x: int, y: int, side: int, mark: str = "") -> Piece:
        """A piece on an open field."""
        piece = self.put(id, face, mark)
        piece.at, piece.side = (x, y), side
        return piece


class Aim(Struct, omit_defaults=True):
    """A point of an open field that is to be chosen: two choices, its x and then its y, which one touch makes.

    `columns`: from the x `left` on, what may be pointed at in each column, as runs: the first and the last y, and so on.
    """

    zone: str  # the field
    across: int  # the code of x = 0; that of x is x more. -1: x has been chosen already
    down: int  # and of y = 0
    left: int
    columns: list[list[int]]
    words: str = "Here"  # what the button says that makes the choice
    piece: str = ""  # the piece that goes there
    face: Face | None = None  # what comes there, if it is not on the field yet
    side: int = 0  # and how large it is
    start: tuple[int, int] | None = None  # where pointing begins, if not in the middle
    reach: tuple[int, int, int] | None = None  # a circle to be shown: x, y and radius
    blast: int = 0  # what stands so near to the point, across and down, is marked while somebody points there

    @classmethod
    def at(cls, zone: str, across: int, down: int, runs: dict[int, list[int]], **more: Any) -> Aim:
        """The aim at these runs, by their x (see parts.field.pointing)."""
        left, right = min(runs), max(runs)
        return cls(zone, across, down, left, [runs.get(x, []) for x in range(left, right + 1)], **more)

    def allows(self, x: int, y: int) -> bool:
        """May this be pointed at?"""
        runs = self.columns[x - self.left] if 0 <= x - self.left < len(self.columns) else []
        return any(low <= y <= high for low, high in zip(runs[::2], runs[1::2], strict=True))


class Panel(Struct, omit_defaults=True):
    """What is counted for a seat, or for the table."""

    id: str
    seat: int
    title: str
    colour: str = ""
    turn: bool = False  # this seat is to decide
    counters: dict[str, int | str] = field(default_factory=dict)
    lamps: dict[str, str] = field(default_factory=dict)  # "off", "amber", "red", "on"

    def lamp(self, name: str, lit: object, colour: Literal["on", "amber", "red"] = "on") -> None:
        """A lamp that shines if `lit`, and is there when it does not."""
        self.lamps[name] = colour if lit else "off"


class Swing(Struct, omit_defaults=True):
    """A moment of skill: something swings to and fro until it is stopped, and where it hangs then is the choice.

    The codes from `first` to `last` are the places where it can be stopped, from one end to the other. It swings like a
    pendulum, middle + half the way x sin(2 pi t / period). What a browser measures is the code it sends, so that a
    replay is exact; nobody can tell a quick hand from a program, and a game says what that is worth.
    """

    first: int  # the code at one end
    last: int  # and at the other
    period: int  # milliseconds to and fro
    ends: tuple[str, str] = ("left", "right")  # what they are called
    mark: float = 0  # half the width of what swings, as a part of the way from the middle to an end; 0: as is usual
    time: int = 0  # milliseconds after which the table acts by itself (`due`), for the person to see; 0: never
    over: str = ""  # id of what it swings over
    face: Face | None = None  # what swings
    under: Face | None = None  # and what lies below its middle


class Screen(Struct, omit_defaults=True):
    """A whole table, as one seat sees it."""

    prompt: str = ""  # what this seat is asked to do, in words
    help: str = ""  # what that means, for somebody who is asked for the first time
    verdict: str = ""  # when the game is over: how the ranking came about
    headline: str = ""  # when a game for one, or for all together, is over: won or lost, in its own words
    then: str = ""  # what is asked once the first thing has been touched, after its name: "how many?"
    zones: list[Zone] = field(default_factory=list)
    panels: list[Panel] = field(default_factory=list)
    pause: int = 0  # milliseconds that it is seen at least, before what comes next: when bids or tricks are revealed
    timer: bool = False  # time runs out for everybody: people see how much is left until the table acts by itself
    stopwatch: bool = False  # time is counted up, and people see it
    layout: Layout = ""
    keys: dict[str, str] = field(default_factory=dict)  # for hasty games: a key, and the id that it touches
    # What lights up while somebody who has touched the first ids points at the last: {"c1 g5": ["e3"]}, the way there.
    ways: dict[str, list[str]] = field(default_factory=dict)
    swing: Swing | None = None  # what this seat is to stop now

    def grid(
        self,
        id: str,
        rows: int,
        cols: int,
        title: str = "",
        row_names: Sequence[str] = (),
        col_names: Sequence[str] = (),
    ) -> Zone:
        """`row_names`: such as "12345678", or a list if they are longer than a letter."""
        self.zones.append(Zone(id, "grid", title, rows, cols, tuple(row_names), tuple(col_names)))
        return self.zones[-1]

    def cards(self, id: str, rows: int, cols: int, title: str = "", row_names: Sequence[str] = ()) -> Zone:
        """Cards in rows: a grid whose places are as high as cards."""
        zone = self.grid(id, rows, cols, title, row_names)
        zone.heights = (CARD_HIGH,) * rows
        return zone

    def field(self, id: str, size: tuple[int, int], title: str = "", measure: int = 0) -> Zone:
        """An open field without squares; `stand` puts a piece on it."""
        self.zones.append(Zone(id, "field", title, size=size, map=True, measure=measure))
        return self.zones[-1]

    def line(
        self, id: str, kind: Kind, title: str, seat: int = TABLE, count: int = 0, note: str = "", area: Area = "",
        back: Face | None = None,
    ) -> Zone:  # fmt: skip
        """A row, hand or pile. `count` and `back` are for a pile whose cards are not shown."""
        self.zones.append(Zone(id, kind, title, seat=seat, count=count, note=note, area=area, back=back))
        return self.zones[-1]

    def panel(self, seat: int, title: str, colour: str = "", turn: bool = False, **counters: int | str) -> Panel:
        shown = {key.replace("_", " ") if "_" in key else key: value for key, value in counters.items()}
        panel = Panel(f"seat-{seat + 1}-panel" if seat >= 0 else "table-panel", seat, title, colour, turn, shown)
        self.panels.append(panel)
        return panel

    def ids(self) -> list[str]:
        """Every id on the screen."""
        found = [p.id for p in self.panels]
        for zone in self.zones:
            found.append(zone.id)
            found.extend(s.id for s in zone.spots)
            found.extend(p.id for s in zone.spots for p in s.pieces)
            found.extend(p.id for p in zone.pieces)
        return found

    def to_json(self) -> bytes:
        """The screen for a browser. Not to be drawn upon afterwards: what lasts has been replaced by its JSON."""
        for zone in self.zones:
            if spots := zone.spots:
                zone.spots = [spot.json if type(spot) is Lasting else spot for spot in spots]  # type: ignore[misc]
        return _encode(self)

    def to_dict(self) -> dict[str, Any]:
        """The screen as plain data, for JSON."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

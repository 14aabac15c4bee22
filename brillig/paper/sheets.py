"""Sheets: components laid out on paper at their true size, with marks to cut by, and backs that meet their fronts.

All pieces of a sheet are of one size and lie edge to edge in the middle of the paper, so that one cut parts two pieces. Paper
that is turned over its long edge mirrors left and right; over its short edge, top and bottom, and the backs stand on
their heads. Numbers are millimetres from the upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from brillig.core import BrilligError, Face, Screen
from brillig.parts.components import Component, PrintedBoard

Turning = Literal["long", "short", "none"]
TURNINGS: tuple[Turning, ...] = ("long", "short", "none")
BESIDE, ABOVE = 8.0, 7.0  # margins that the marks need, and that printers leave blank
MARK_GAP, MARK = 1.5, 3.0  # how far from the pieces a mark begins, and how long it is


class Paper(Struct, frozen=True):
    name: str
    title: str
    wide: float
    high: float


# Chromium prints pages of whole points, of which 72 are an inch. Measured so, A4 is a tenth of a millimetre narrower, and what
# is mirrored about its middle meets. static/css/paper-NAME.css has the same sizes.
POINT = 25.4 / 72
PAPERS = {
    paper.name: paper
    for paper in (Paper("a4", "A4", 595 * POINT, 842 * POINT), Paper("letter", "Letter", 612 * POINT, 792 * POINT))
}


class Placed(Struct, frozen=True):
    """A piece on a sheet."""

    face: Face
    x: float
    y: float
    turned: bool = False  # by half a turn


class PaperSheet(Struct, frozen=True, omit_defaults=True):
    """One side of a sheet."""

    title: str
    wide: float  # of a piece
    high: float
    pieces: list[Placed] = []
    cuts_x: list[float] = []  # where to cut, from top to bottom
    cuts_y: list[float] = []  # and from left to right
    board: Screen | None = None


def paper_named(name: str) -> Paper:
    if name.lower() not in PAPERS:
        raise BrilligError(f"There is no paper {name[:20]!r}; there are {' and '.join(PAPERS)}.")
    return PAPERS[name.lower()]


def turning_named(name: str) -> Turning:
    for turning in TURNINGS:
        if turning == name.lower():
            return turning
    raise BrilligError(f"Paper is turned over its long or its short edge, or none is (no backs), not {name[:20]!r}.")


def sheets(
    things: Sequence[Component | PrintedBoard], paper: Paper, turning: Turning = "long", counters: bool = True
) -> list[PaperSheet]:
    """All sheets in order. Unless there are no backs, every front is followed by its back, also by an empty one."""
    found: list[PaperSheet] = []
    for run in _runs([thing for thing in things if _is_printed(thing, counters)]):
        for front, back in _board(run[0], paper) if isinstance(run[0], PrintedBoard) else _grid(run, paper, turning):
            found += [front] if turning == "none" else [front, back]
    return found


def _is_printed(thing: Component | PrintedBoard, counters: bool) -> bool:
    return thing.wide > 0 and (counters or not (isinstance(thing, Component) and thing.solid))


Run = list[Component] | list[PrintedBoard]


def _runs(things: Sequence[Component | PrintedBoard]) -> Iterator[Run]:
    """Components that may share sheets: of one size, and with backs or without."""
    runs: dict[tuple[float, float, bool], list[Component]] = {}
    for thing in things:
        if isinstance(thing, PrintedBoard):
            yield [thing]
        else:
            runs.setdefault((thing.wide, thing.high, bool(thing.backs)), []).append(thing)
    yield from runs.values()


def _too_large(name: str, wide: float, high: float, paper: Paper) -> BrilligError:
    room = f"{paper.wide - 2 * BESIDE:.0f} by {paper.high - 2 * ABOVE:.0f} mm"
    return BrilligError(
        f"{name[:1].upper()}{name[1:]} of {wide:g} by {high:g} mm do not fit on {paper.title}, which has room for {room}: "
        "make them smaller, or use larger paper."
    )


def _grid(
    run: list[Component] | list[PrintedBoard], paper: Paper, turning: Turning
) -> Iterator[tuple[PaperSheet, PaperSheet]]:
    parts = [part for part in run if isinstance(part, Component)]
    wide, high = parts[0].wide, parts[0].high
    cols, rows = int((paper.wide - 2 * BESIDE + 1e-6) // wide), int((paper.high - 2 * ABOVE + 1e-6) // high)
    if cols < 1 or rows < 1:
        raise _too_large(parts[0].name, wide, high, paper)
    left, top = (paper.wide - cols * wide) / 2, (paper.high - rows * high) / 2
    both = [(face, part.back(k)) for part in parts for k, face in enumerate(part.faces)]
    names, whole = " and ".join(part.name for part in parts), len(both)
    for first in range(0, whole, cols * rows):
        these = both[first : first + cols * rows]
        places = [(left + wide * (k % cols), top + high * (k // cols)) for k in range(len(these))]
        title = f"{names} {first + 1} to {first + len(these)} of {whole}"
        used_x, used_y = min(cols, len(these)), -(-len(these) // cols)
        xs, ys = [left + wide * k for k in range(used_x + 1)], [top + high * k for k in range(used_y + 1)]
        front = [Placed(face, x, y) for (face, _), (x, y) in zip(these, places, strict=True)]
        back = [
            _behind(face, x, y, wide, high, paper, turning)
            for (_, face), (x, y) in zip(these, places, strict=True)
            if face is not None
        ]
        # Backs are cut together with their fronts: they need no marks of their own.
        yield (
            PaperSheet(title, wide, high, front, xs, ys),
            PaperSheet(f"{title}: backs" if back else f"{title}: the back stays empty", wide, high, back),
        )


def _behind(face: Face, x: float, y: float, wide: float, high: float, paper: Paper, turning: Turning) -> Placed:
    if turning == "short":
        return Placed(face, x, paper.high - y - high, True)
    return Placed(face, paper.wide - x - wide, y)


def _board(board: PrintedBoard, paper: Paper) -> Iterator[tuple[PaperSheet, PaperSheet]]:
    left, top = (paper.wide - board.wide) / 2, (paper.high - board.high) / 2
    if left < BESIDE - 1e-6 or top < ABOVE - 1e-6:
        raise _too_large(f"a board ({board.name})", board.wide, board.high, paper)
    xs, ys = [left, left + board.wide], [top, top + board.high]
    yield (
        PaperSheet(board.name, board.wide, board.high, [], xs, ys, board.screen),
        PaperSheet(f"{board.name}: the back stays empty", board.wide, board.high),
    )

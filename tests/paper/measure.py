"""What is in a PDF, in millimetres from the upper left corner of its pages."""

from __future__ import annotations

import ctypes
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as raw

MM = 25.4 / 72
NEARLY = 0.06


class Rect(NamedTuple):
    x: float
    y: float
    wide: float
    high: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.wide / 2, self.y + self.high / 2

    def holds(self, point: tuple[float, float]) -> bool:
        return self.x < point[0] < self.x + self.wide and self.y < point[1] < self.y + self.high


def around(points: list[tuple[float, float]]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


class PdfPage:
    def __init__(self, page: Any) -> None:
        self.page = page
        self.wide, self.high = (size * MM for size in page.get_size())
        self.objects = list(page.get_objects(max_depth=1))

    def lines(self, thing: Any) -> list[list[tuple[float, float]]]:
        """The parts of a path, each as its corners."""
        a, b, c, d, e, f = thing.get_matrix().get()
        parts: list[list[tuple[float, float]]] = []
        for k in range(raw.FPDFPath_CountSegments(thing.raw)):
            segment = raw.FPDFPath_GetPathSegment(thing.raw, k)
            x, y = ctypes.c_float(), ctypes.c_float()
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            at = ((a * x.value + c * y.value + e) * MM, self.high - (b * x.value + d * y.value + f) * MM)
            if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO:
                parts.append([])
            parts[-1].append(at)
        return parts

    def hairlines(self, colour: int) -> list[list[tuple[float, float]]]:
        """The parts of paths that are drawn with a line of this grey, and not filled."""
        found = []
        for thing in self.objects:
            if thing.type != raw.FPDF_PAGEOBJ_PATH:
                continue
            mode, stroke = ctypes.c_int(), ctypes.c_int()
            raw.FPDFPath_GetDrawMode(thing.raw, mode, stroke)
            r, g, b, alpha = (ctypes.c_uint() for _ in range(4))
            raw.FPDFPageObj_GetStrokeColor(thing.raw, r, g, b, alpha)
            if stroke.value and not mode.value and r.value == g.value == b.value == colour:
                found += self.lines(thing)
        return found

    @property
    def frames(self) -> list[Rect]:
        """Where pieces are cut out."""
        return [around(part) for part in self.hairlines(0xAA)]

    @property
    def marks(self) -> list[Rect]:
        return [around(part) for part in self.hairlines(0) if len(part) == 2]

    @cached_property
    def bounds(self) -> list[Rect]:
        """Around every thing on the page, but the page itself and its frames."""
        found = []
        for thing in self.objects:
            left, bottom, right, top = (edge * MM for edge in thing.get_bounds())
            if 0 < right - left < 150:
                found.append(Rect(left, self.high - top, right - left, top - bottom))
        return found

    def drawn_in(self, frame: Rect) -> list[Rect]:
        """All that is drawn in a place."""
        return [each for each in self.bounds if frame.holds(each.middle)]

    def outline_in(self, frame: Rect) -> Rect | None:
        """What is drawn there as large as the place itself: the edge of a card."""
        off = {
            each: max(abs(each.wide / frame.wide - 1), abs(each.high / frame.high - 1)) for each in self.drawn_in(frame)
        }
        nearest = min(off, key=off.__getitem__, default=None)
        return nearest if nearest and off[nearest] < NEARLY else None

    @property
    def fonts(self) -> list[bool]:
        """Whether the font of each text is in the file."""
        return [
            bool(raw.FPDFFont_GetIsEmbedded(raw.FPDFTextObj_GetFont(thing.raw)))
            for thing in self.objects
            if thing.type == raw.FPDF_PAGEOBJ_TEXT
        ]

    @property
    def text(self) -> str:
        return str(self.page.get_textpage().get_text_range())


def pages(file: Path) -> list[PdfPage]:
    document = pypdfium2.PdfDocument(file)
    return [PdfPage(document[k]) for k in range(len(document))]

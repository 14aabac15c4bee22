"""Draws a screen in letters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import isqrt

from msgspec.structs import replace

from brillig.core.screen import Panel, Piece, Screen, Spot, Zone


def draw(screen: Screen) -> str:
    blocks = [_zone(zone) for zone in screen.zones] + [_panels(screen.panels)]
    return "\n\n".join(block for block in blocks if block)


def pieces(them: list[Piece]) -> str:
    """The letters of some pieces in order, equal neighbours counted: R5, or G4 GGP."""
    shown = []
    for (text, mark), run in groupby(them, key=lambda p: (p.face.text, p.mark)):
        count = len(list(run))
        word = f"{text}{f'x{count}' if count > 1 else ''}"
        shown.append({"last": f"[{word}]", "dim": f"({word})"}.get(mark, word))
    return " ".join(shown)


def _spot(spot: Spot | None) -> str:
    if spot is None:
        return ""
    shown = pieces(spot.pieces) or {"gap": "-", "margin": "", "wall": "", "black": "#"}.get(spot.look, ".")
    return shown + {"warn": "!", "maybe": "?"}.get(spot.mark, "")


def _squares(piece: Piece) -> list[str]:
    """The rows of letters of a piece that shows squares of its own, as it is turned; of others none."""
    letters = str(piece.face.look.get("squares", ""))
    side = isqrt(len(letters))
    rows = [letters[k : k + side] for k in range(0, len(letters), side or 1)]
    for _ in range(piece.turned // 90):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return rows


def _blocks(title: str, zone: Zone) -> str:
    """Pieces that show squares, side by side under their names."""
    columns = [[pieces([p]), *(" ".join(row) for row in _squares(p))] for p in zone.pieces]
    lines = ["   ".join(cell.ljust(max(map(len, column))) for cell, column in zip(row, columns, strict=True))
             for row in zip(*columns, strict=True)]  # fmt: skip
    lines += [f"({zone.note})"] if zone.note else []
    return "\n".join((" " * len(title) if k else title) + line.rstrip() for k, line in enumerate(lines))


def _squeezed(zone: Zone) -> Zone:
    """Where every place is several lines high and wide, the lines in which none begins have nothing to say."""
    places = [s for s in zone.spots if s.look not in ("margin", "wall")]
    if not places or any(s.high == 1 or s.wide == 1 or any(map(_squares, s.pieces)) for s in places):
        return zone
    rows, cols = sorted({s.row for s in zone.spots}), sorted({s.col for s in zone.spots})
    spots = [replace(s, row=rows.index(s.row), col=cols.index(s.col)) for s in zone.spots]
    return replace(zone, rows=len(rows), cols=len(cols), spots=spots)


def _zone(zone: Zone) -> str:
    title = f"{zone.title}: " if zone.title else ""
    if zone.kind in ("row", "hand", "pile", "free"):
        if any(_squares(p) for p in zone.pieces):
            return _blocks(title, zone)
        shown = "  ".join(pieces([p]) for p in zone.pieces)
        if not zone.pieces:
            shown = str(zone.count) if zone.kind == "pile" else "-"
        return title + shown + (f"  ({zone.note})" if zone.note else "")
    if zone.kind == "field":
        return _field(title, zone)
    zone = _squeezed(zone)
    at = {(s.row, s.col): s for s in zone.spots}
    cells = [[_spot(at.get((r, c))) for c in range(zone.cols)] for r in range(zone.rows)]
    for spot in zone.spots:
        for piece in spot.pieces:
            for r, letters in enumerate(_squares(piece), spot.row):
                cells[r][spot.col : spot.col + len(letters)] = letters
        if spot.look == "black":  # it shows through whatever lies on it
            cells[spot.row][spot.col] = _spot(spot)
    widths = [max(len(row[c]) for row in cells) for c in range(zone.cols)]
    widths = [max(1, *widths)] * zone.cols if max(widths) <= 4 else [width + 2 for width in widths]
    left = max(map(len, zone.row_names), default=0)
    lines = [title.rstrip()] if title else []
    lines += [f"{' ' * left} {line}".rstrip() for line in _heads(zone.col_names, widths)]
    for r, row in enumerate(cells):
        marked = [bool(at.get((r, c)) and at[r, c].mark == "last") for c in range(zone.cols)]
        body = ""
        for c, cell in enumerate(row):
            if max(widths) > 4:
                body += " " + (f"[{cell}]" if marked[c] else cell).center(widths[c])
            else:  # the mark stands in the space between two cells
                body += ("[" if marked[c] else "]" if c and marked[c - 1] else " ") + cell.center(widths[c])
        tail = "]" if marked[-1] and max(widths) <= 4 else ""
        lines.append(f"{zone.row_names[r].rjust(left) if left else ''}{body}{tail}".rstrip())
    if zone.note:
        lines.append(zone.note)
    return "\n".join(lines)


def _field(title: str, zone: Zone) -> str:
    """An open field has no squares to draw: what stands where, in numbers, those of a kind in a line."""
    lines = [f"{title or 'Field: '}{zone.size[0]} x {zone.size[1]}"]
    for _, alike in groupby(zone.pieces, key=lambda p: p.face.look.get("colour", p.face.kind)):
        lines.append("  ".join(f"{pieces([p])} {p.at[0]},{p.at[1]}" for p in alike if p.at))
    return "\n".join([*lines, *([zone.note] if zone.note else [])])


def _heads(names: Sequence[str], widths: Sequence[int]) -> list[str]:
    """The names of columns in a line; or, where one is wider than its column, from top to bottom."""
    if all(len(name) <= width for name, width in zip(names, widths, strict=False)):
        lines = [names] if names else []
    else:
        high = max(map(len, names))
        lines = list(zip(*(name.rjust(high) for name in names), strict=True))
    return [" ".join(name.center(width) for name, width in zip(line, widths, strict=False)) for line in lines]


def _panels(panels: list[Panel]) -> str:
    if not panels:
        return ""
    width = max(len(p.title) for p in panels)
    lines = []
    for p in panels:
        facts = [f"{name} {value}" for name, value in p.counters.items()]
        facts += [name if state == "on" else f"{name} {state}" for name, state in p.lamps.items() if state != "off"]
        lines.append(f"{'>' if p.turn else ' '} {p.title.ljust(width)}  {', '.join(facts)}".rstrip())
    return "\n".join(lines)

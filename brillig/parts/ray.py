"""Rays: straight lines over a grid, seen from a cell."""

from __future__ import annotations

from brillig.core import Row, rule
from brillig.parts.grid import OFF, step


@rule
def run(cells: Row, start: int, direction: int, rows: int, cols: int, value: int) -> int:
    """How many cells in a row from the next one on hold the value."""
    n = 0
    cell = step(start, direction, rows, cols)
    while cell != OFF and cells[cell] == value:
        n += 1
        cell = step(cell, direction, rows, cols)
    return n


@rule
def end(cells: Row, start: int, direction: int, rows: int, cols: int, empty: int) -> int:
    """The first cell along the line that is not empty, or OFF: what a rook would bump into."""
    cell = step(start, direction, rows, cols)
    while cell != OFF and cells[cell] == empty:
        cell = step(cell, direction, rows, cols)
    return cell

"""Grids: cells numbered by rows, cell = row x cols + col. Directions go round clockwise from north."""

from __future__ import annotations

from brillig.core import rule

OFF = -1  # beyond the edge

NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)
DOWN = (-1, -1, 0, 1, 1, 1, 0, -1)  # rows to go for each direction
RIGHT = (0, 1, 1, 1, 0, -1, -1, -1)  # columns to go
ORTHOGONAL = (NORTH, EAST, SOUTH, WEST)

# Rows shifted by half a cell, every odd row to the right: six neighbours, clockwise from the upper right.
HEX_DOWN = (-1, 0, 1, 1, 0, -1)
HEX_RIGHT_EVEN = (0, 1, 0, -1, -1, -1)
HEX_RIGHT_ODD = (1, 1, 1, 0, -1, 0)


@rule
def step(cell: int, direction: int, rows: int, cols: int) -> int:
    """The next cell in one of eight directions, or OFF."""
    row = cell // cols + DOWN[direction]
    col = cell % cols + RIGHT[direction]
    return row * cols + col if 0 <= row < rows and 0 <= col < cols else OFF


@rule
def hex_step(cell: int, direction: int, rows: int, cols: int) -> int:
    """The next cell in one of six directions when every odd row is shifted half a cell to the right, or OFF."""
    row = cell // cols
    right = HEX_RIGHT_ODD[direction] if row % 2 == 1 else HEX_RIGHT_EVEN[direction]
    row += HEX_DOWN[direction]
    col = cell % cols + right
    return row * cols + col if 0 <= row < rows and 0 <= col < cols else OFF


@rule
def beside(a: int, b: int, cols: int) -> bool:
    """Do the cells share a side?"""
    return abs(a // cols - b // cols) + abs(a % cols - b % cols) == 1

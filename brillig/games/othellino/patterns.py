"""Pieces of the board by which a position is judged, each read as one number: rows, columns, diagonals and corners.

A piece of n squares has 3 to the n ways to be filled: empty, a cube of the seat that is to place, one of the other's. A
piece and its images in the eight symmetries of the board share a table, for they are worth the same. To read one, its
squares are brought side by side by a multiplication, whatever they lie apart; a small table turns the bits into digits.
"""

from __future__ import annotations

from typing import NamedTuple

from brillig.core import rule
from brillig.parts.bits import low64

SIZES = (6, 8)
COLUMN = sum(1 << 7 * k for k in range(8))  # brings a column of single bits, 8 apart, to the uppermost bits
DIAGONAL = sum(1 << 8 * k for k in range(8))  # and squares in different columns

Square = tuple[int, int]


class Reading(NamedTuple):
    """How to read some squares: shift them down, leave the rest out, multiply, shift down again."""

    down: int
    mask: int
    times: int
    down_again: int

    def of(self, squares: int) -> int:
        return ((squares >> self.down & self.mask) * self.times & (1 << 64) - 1) >> self.down_again


def shapes(size: int) -> list[list[Square]]:
    """A piece of each kind, in the upper left: square by square."""
    lines = [[(row, col) for col in range(size)] for row in range(size // 2)]
    slopes = [[(k + first, k) for k in range(size - first)] for first in range(size - (3 if size == 8 else 2))]
    blocks = [[(row, col) for row in range(high) for col in range(wide)] for high, wide in ((3, 3), (2, 4))]
    return lines + slopes + blocks


def images(size: int, shape: list[Square]) -> list[list[Square]]:
    """A piece and what the symmetries of the board make of it, each set of squares once."""
    found: dict[frozenset[Square], list[Square]] = {}
    last = size - 1
    for turned in (shape, [(col, row) for row, col in shape]):
        for flipped in (turned, [(last - row, col) for row, col in turned]):
            for image in (flipped, [(row, last - col) for row, col in flipped]):
                found.setdefault(frozenset(image), image)
    return list(found.values())


def reading(image: list[Square]) -> Reading:
    """How its squares are brought side by side."""
    top, left = min(row for row, _ in image), min(col for _, col in image)
    rows, cols = {row for row, _ in image}, {col for _, col in image}
    down = 8 * top + left
    mask = sum(1 << 8 * row + col - down for row, col in image)
    if len(rows) == 1:
        return Reading(down, mask, 1, 0)
    if len(cols) == 1:
        return Reading(down, mask, COLUMN, 49)
    if len(rows) == len(image):  # a diagonal; shifting it down has left its first column the lowest, or none of them
        return Reading(8 * top, mask << left, DIAGONAL, 56 + left)
    high, wide = len(rows), len(cols)
    return Reading(down, mask, sum(1 << (wide + 8) * k for k in range(high)), 8 * (high - 1))


class Pieces:
    """All pieces of both boards, field by field, as rules look them up."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.images: list[list[Square]] = []
        self.powers: list[int] = []  # of three: for every way to have bits, the number with these digits
        self.digits: list[int] = []  # where that begins for a piece
        self.base: list[int] = []  # and where its ways to be filled begin, in the table of its board
        self.first: list[int] = []  # where the pieces of a board begin
        self.ways: list[int] = []  # all ways to fill pieces of a board
        known: dict[tuple[int, ...], int] = {}
        for size in SIZES:
            self.first.append(len(self.base))
            base = 0
            for shape in shapes(size):
                for image in images(size, shape):
                    self.images.append(image)
                    self.readings.append(read := reading(image))
                    places = tuple(read.of(1 << 8 * row + col) for row, col in image)
                    if places not in known:
                        known[places] = len(self.powers)
                        self.powers += powers(places)
                    self.digits.append(known[places])
                    self.base.append(base)
                base += 3 ** len(shape)
            self.ways.append(base)
        self.first.append(len(self.base))


def powers(places: tuple[int, ...]) -> list[int]:
    """For every number whose bits are these: 3 to the k added up for each place k whose bit is set."""
    found = [0] * (1 << len(places))
    for k, place in enumerate(places):
        for bits in range(len(found)):
            found[bits] += 3**k if bits & place else 0
    return found


PIECES = Pieces()
DOWN = tuple(read.down for read in PIECES.readings)
MASK = tuple(low64(read.mask) for read in PIECES.readings)
TIMES = tuple(low64(read.times) for read in PIECES.readings)
DOWN_AGAIN = tuple(read.down_again for read in PIECES.readings)
BITS = tuple((1 << len(image)) - 1 for image in PIECES.images)
DIGITS, BASE, FIRST, WAYS, POWERS = (
    tuple(each) for each in (PIECES.digits, PIECES.base, PIECES.first, PIECES.ways, PIECES.powers)
)


@rule
def filled(mine: int, theirs: int, k: int) -> int:
    """In which way piece k is filled, as a place in the table of its board."""
    a = ((((mine >> DOWN[k]) & MASK[k]) * TIMES[k]) >> DOWN_AGAIN[k]) & BITS[k]
    b = ((((theirs >> DOWN[k]) & MASK[k]) * TIMES[k]) >> DOWN_AGAIN[k]) & BITS[k]
    return BASE[k] + POWERS[DIGITS[k] + a] + 2 * POWERS[DIGITS[k] + b]


def mirrored(size: int) -> list[int]:
    """For each way to fill a piece, the least of those that it becomes when the board is turned or seen in a mirror."""
    found: list[int] = []
    last, base = size - 1, 0
    for shape in shapes(size):
        n = len(shape)
        place = {square: k for k, square in enumerate(shape)}
        orders = set()
        for turned in (shape, [(col, row) for row, col in shape]):
            for down in (turned, [(last - row, col) for row, col in turned]):
                for image in (down, [(row, last - col) for row, col in down]):
                    if set(image) == set(shape):
                        orders.add(tuple(place[square] for square in image))
        for way in range(3**n):
            digits = [way // 3**k % 3 for k in range(n)]
            found.append(base + min(sum(digits[k] * 3**to for k, to in enumerate(order)) for order in orders))
        base += 3**n
    return found

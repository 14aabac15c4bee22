"""A hidden record as a tensor that a network can use: a row of small numbers, the same on the CPU and on a GPU.

    encoding = encode("othellino", options={"size": 8})
    encoding.of(table, seat)            # one row of numbers
    for block in encoding.blocks:       # what they are, field by field
        print(block)

Every game has one without work by its author. What a field becomes is read off the type of the field and off the
values that it takes in some random games, which are the same games every time: a set of bits is spread out, a small
range is one column for each value, other numbers are scaled. Rows that belong to seats are turned so that the seat
that looks comes first. Where that is poor, the author says it better in a word or two beside the field:

    cubes = i64(2, shows="bits 8x8")    # sets of squares: a plane for each seat
    roll = i8(2, shows="kind shared")   # the dice, of which there happen to be as many as seats

Fields that lie on a grid come first in the row, so that they can be taken as planes without copying.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from math import prod
from typing import Any, NamedTuple

import numpy as np

from brillig import catalogue
from brillig.core import BadGame, Game, Part, Table
from brillig.core.gears import shared_kernels
from brillig.core.record import Nested, Option
from brillig.learn.encoding import kernels
from brillig.learn.encoding.kernels import BIT, FIELDS, KIND, LOOKER, NOTHING, NUMBER, SEAT
from brillig.learn.encoding.survey import survey
from brillig.learn.observation import COMMON, LEFT_OUT, comments

FORMS = ("count", "kind", "bits", "seat", "place", "code", "nothing")
SHARED, SEATS = "shared", "seats"  # whose the rows of a field are, where its size does not tell
FEW = 16  # values of a small range
MOST = 2048  # columns that small ranges of one field may take before they are left as numbers
GRID = 2  # the sides of a grid
EVEN = 8  # a row is a multiple of so many columns: matrices of half-precision numbers want it so


class Leaf(NamedTuple):
    """A field, or a field of a part, as it lies in the record."""

    name: str  # with the part it stands in before a dot
    at: int  # its first byte
    width: int
    shape: tuple[int, ...]  # of the parts and of the field together
    strides: tuple[int, ...]  # in bytes
    shows: str  # the author's words
    meaning: str


class Block(NamedTuple):
    """The columns of one field."""

    name: str
    first: int  # column
    shape: tuple[int, ...]  # seats first, where a row belongs to each seat; then numbers; then values or bits
    how: str  # in words
    meaning: str

    @property
    def columns(self) -> int:
        return prod(self.shape)

    def __str__(self) -> str:
        last = self.first + self.columns - 1
        return f"{self.first:5} to {last:5}  {self.name} {self.shape}: {self.how}. {self.meaning}"


class Encoding:
    """How the hidden records of a game, for so many seats and these options, become rows of numbers."""

    def __init__(self, game: Game, seats: int | None = None, options: Mapping[str, object] | None = None) -> None:
        self.game, self.seats = game, game.check_seats(seats)
        self.options = game.encode(options)
        seen = survey(game, self.seats, self.options_as_given(options))
        found = [self.columns_of(leaf, seen) for leaf in leaves(game)]
        if self.seats > 1:
            found.append((self.me(), ()))
        found = [each for each in found if each[0].columns]
        grids = [grid for _, grid in found if grid]
        # The grid of the most columns gives the planes; fields with another grid stay rows of numbers.
        self.grid: tuple[int, ...] = max(
            sorted(set(grids)), key=lambda g: sum(b.columns for b, its in found if its == g), default=()
        )
        self.blocks: list[Block] = []
        rows: list[Any] = []
        at = 0
        for on_grid in (True, False):
            for block, grid in found:
                if (bool(grid) and grid == self.grid) == on_grid:
                    self.blocks.append(block._replace(first=at))
                    rows.append(self.plans.pop(block.name))
                    at += block.columns
            if on_grid:
                self.planes = at // prod(self.grid) if self.grid else 0
        if left := -at % EVEN:
            self.blocks.append(Block("padding", at, (left,), "0", "fills the row up"))
            rows.append(np.array([(0, 1, 0, 0, NOTHING, 0, 0, 0, 0)] * left))
        self.columns = at + left
        # One row for each word of a plan and one column for each of the tensor: neighbours read neighbours.
        self.plan = np.ascontiguousarray(np.concatenate(rows).T.astype(np.int32))
        assert self.plan.shape == (FIELDS, self.columns)

    def options_as_given(self, options: Mapping[str, object] | None) -> tuple[tuple[str, str], ...]:
        return tuple(sorted((name, str(value)) for name, value in (options or {}).items()))

    @property
    def key(self) -> str:
        """A word that changes when any column does: keep it beside a trained network."""
        return blake2b(self.plan.tobytes(), digest_size=8).hexdigest()

    # ---- fields as columns -----------------------------------------------------------------------------------------

    plans: dict[str, Any]

    def columns_of(self, leaf: Leaf, seen: Any) -> tuple[Block, tuple[int, ...]]:
        """What a field becomes, and its grid if it has one."""
        if not hasattr(self, "plans"):
            self.plans = {}
        form, grid, whose = read_words(self.game, leaf)
        values = numbers_of(leaf, seen)
        low, high = int(values.min()), int(values.max())
        most = self.game.seats[1]
        by_seat = bool(whose == SEATS or (most in leaf.shape and most > 1 and whose != SHARED))
        axis = len(leaf.shape) if not by_seat else 0 if whose == SEATS else leaf.shape.index(most)
        inner, strides = without(leaf.shape, axis), without(leaf.strides, axis)
        form = form or default_form(leaf, low, high, (self.seats if by_seat else 1) * prod(inner))
        if form in ("code", "place"):  # what is none of them is a value of its own, without a column
            low, high = -1, prod(grid) if grid and form == "place" else self.game.codes if form == "code" else high + 1
        cells = [  # the place in the record of every number, and whose it is
            (k, sum(i * step for i, step in zip(index, strides, strict=True)))
            for k in range(self.seats if by_seat else 1)
            for index in np.ndindex(*inner)
        ]
        step = leaf.strides[axis] if by_seat else 0
        each, how = self.parts_of(form, values, low, high)
        lines = [
            (leaf.at + at, leaf.width, step, k, kind, arg, low, high, shift)
            for k, at in cells
            for kind, arg, shift in each
        ]
        shape = (*((self.seats,) if by_seat else ()), *inner, *((len(each),) if len(each) > 1 else ()))
        shape = shape or (1,)
        table = np.array(lines, np.int64).reshape(-1, FIELDS)
        if grid:
            table, shape = as_planes(self.game, leaf, table, prod(inner), len(each), grid, form)
        self.plans[leaf.name] = table
        how += ", the seat that looks first and then round the table" if by_seat else ""
        how += f", on a grid of {grid[0]}x{grid[1]}" if grid else ""
        return Block(leaf.name, 0, shape if lines else (0,), how, leaf.meaning), grid

    def parts_of(self, form: str, values: Any, low: int, high: int) -> tuple[list[tuple[int, int, int]], str]:
        """The columns of one number: (form, argument, shift) each; and how to say that."""
        if form == "nothing":
            return [], "nothing"
        if form == "bits":
            top = top_bit(values)
            return [(BIT, k, 0) for k in range(top)], f"1 for each of {top} bits that is set"
        if form == "seat":
            return [(SEAT, k, 0) for k in range(self.seats)], "1 for the seat that it names, the one that looks first"
        if form in ("place", "code"):
            return [(KIND, k, 0) for k in range(high)], f"1 for the {form} that it names, of {high}; none is all zeros"
        if form == "kind":
            count = high - low + 1
            return [(KIND, k, 0) for k in range(low, high + 1)], f"1 for the value that it has, of {count} from {low}"
        shift = max(0, (max(abs(low), abs(high)) - 1).bit_length()) if max(abs(low), abs(high)) > 1 else 0
        return [(NUMBER, 0, shift)], "the number" + (f" over {1 << shift}" if shift else "")

    def me(self) -> Block:
        """Which seat looks: for games whose choices name seats."""
        self.plans["me"] = np.array([(0, 1, 0, 0, LOOKER, k, 0, 0, 0) for k in range(self.seats)], np.int64)
        return Block("me", 0, (self.seats,), "1 for the seat that looks", "its number, not turned")

    # ---- rows ------------------------------------------------------------------------------------------------------

    @cached_property
    def spell(self) -> Any:
        """Writes a row: compiled, if that can be had."""
        return shared_kernels(self.game, kernels)["spell"] if find_spec("numba") else kernels.spell

    def of(self, table: Table, seat: int) -> Any:
        """What this seat sees of a table, as a row of 32-bit floating-point numbers."""
        return self.row(bytes(table.hidden(seat)), seat)

    def row(self, hidden: bytes, seat: int) -> Any:
        """The same for the bytes of a hidden record."""
        raw, row = np.frombuffer(hidden, np.uint8), np.zeros(self.columns, np.float32)
        words = (raw.view(kind) for kind in (np.int8, np.int16, np.int32, np.int64))
        self.spell(self.plan, *words, seat, self.seats, row)
        return row

    def split(self, rows: Any) -> tuple[Any, Any]:
        """Rows of numbers (NumPy's, PyTorch's, JAX's) as planes on the grid, and the rest: views, no copies."""
        cut = self.planes * prod(self.grid) if self.grid else 0
        shape = (*rows.shape[:-1], self.planes, *(self.grid or (1, 1)))
        return rows[..., :cut].reshape(shape), rows[..., cut:]

    def __str__(self) -> str:
        grid = f", {self.planes} planes of {self.grid[0]}x{self.grid[1]} first" if self.grid else ""
        head = f"{self.game.title}, {self.seats} seats: {self.columns} numbers{grid}"
        return "\n".join([head, *map(str, self.blocks)])


def encode(slug: str | Game, seats: int | None = None, options: Mapping[str, object] | None = None) -> Encoding:
    """How hidden records of this game become rows of numbers; the same object for the same question."""
    game = slug if isinstance(slug, Game) else catalogue.load(slug)
    return _encode(
        game, game.check_seats(seats), tuple(sorted(game.encode(options).items())), tuple((options or {}).items())
    )


@lru_cache(maxsize=64)
def _encode(game: Game, seats: int, numbers: Any, options: tuple[tuple[str, object], ...]) -> Encoding:
    return Encoding(game, seats, dict(options))


# ---- what lies in a record -----------------------------------------------------------------------------------------


def leaves(game: Game) -> list[Leaf]:
    """Every field that a network may be shown. What never changes within a game is none of them."""
    return list(_leaves(game, game.state, "", 0, (), ()))


def _leaves(
    game: Game, part: type[Part], prefix: str, at: int, shape: tuple[int, ...], strides: tuple[int, ...]
) -> Iterator[Leaf]:
    said = {**COMMON, **comments(part)}  # type: ignore[arg-type]
    for name, field in part.fields.items():
        if name in (*LEFT_OUT, "seats") or isinstance(field, Option) or (name == "now" and game.due is None):
            continue
        steps = tuple(field.width * prod(field.shape[k + 1 :]) for k in range(len(field.shape)))
        place, whole, walk = at + field.offset, shape + field.shape, strides + steps
        if isinstance(field, Nested):
            yield from _leaves(game, field.part, f"{prefix}{name}.", place, whole, walk)
        else:
            yield Leaf(prefix + name, place, field.width, whole, walk, field.shows, said.get(name, ""))


def without(sizes: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return sizes[:axis] + sizes[axis + 1 :]


def numbers_of(leaf: Leaf, seen: Any) -> Any:
    """All values of a field in the records that the survey has seen."""
    for name in leaf.name.split("."):
        seen = seen[name]
    return seen


def read_words(game: Game, leaf: Leaf) -> tuple[str, tuple[int, ...], str]:
    """The author's words about a field: what it is, its grid, and whose its rows are."""
    form, whose = "", ""
    grid: tuple[int, ...] = ()
    for word in leaf.shows.split():
        sides = word.split("x")
        if word in FORMS and not form:
            form = word
        elif word in (SHARED, SEATS) and leaf.shape and not whose:
            whose = word
        elif len(sides) == GRID and all(side.isdecimal() and int(side) for side in sides) and not grid:
            grid = (int(sides[0]), int(sides[1]))
        else:
            raise BadGame(
                f"{game.slug}: {leaf.name} shows {leaf.shows!r}; write one of {', '.join(FORMS)}, "
                f"and beside it {SHARED} or {SEATS}, or a grid such as 8x8."
            )
    if not form and leaf.name in game.unseen:
        form = "nothing"  # it follows from the others
    return form, grid, whose


def default_form(leaf: Leaf, low: int, high: int, count: int) -> str:
    """What a field is most likely to be."""
    if leaf.width > 2 and low >= 0 and leaf.name != "now":
        return "bits"  # a set more often than not
    size = high - low + 1
    return "kind" if 2 < size <= FEW and count * size <= MOST else "count"


def top_bit(values: Any) -> int:
    """One more than the highest bit that is ever set."""
    if (values < 0).any():
        return 8 * int(values.dtype.itemsize)
    return max(1, int(np.bitwise_or.reduce(values, axis=None)).bit_length())


def as_planes(
    game: Game, leaf: Leaf, table: Any, cells: int, each: int, grid: tuple[int, ...], form: str
) -> tuple[Any, tuple[int, ...]]:
    """The columns of a field in the order of planes: a set or a place is one, of anything else a value is."""
    area = prod(grid)
    if form == "place":
        return table, (len(table) // area, *grid)
    if form == "bits":
        if each > area:
            raise BadGame(
                f"{game.slug}: {leaf.name} has {each} bits, more than a grid of {grid[0]}x{grid[1]} has cells."
            )
        table = table.reshape(-1, each, FIELDS)
        blank = np.repeat(table[:, :1], area - each, axis=1)
        blank[:, :, 5] = np.arange(each, area)  # bits that were never set
        return np.concatenate([table, blank], axis=1).reshape(-1, FIELDS), (len(table), *grid)
    if cells != area:
        raise BadGame(f"{game.slug}: {leaf.name} has {cells} numbers; a grid of {grid[0]}x{grid[1]} has {area} cells.")
    table = table.reshape(-1, area, each, FIELDS).swapaxes(1, 2)
    return table.reshape(-1, FIELDS), (table.shape[0] * each, *grid)

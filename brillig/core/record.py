"""Records: a class body becomes a fixed-size block of bytes.

    class State(Record):
        size = option(6, 8)     # squares on a side
        mover = i8()            # the seat to move
        cell = i8(64)           # 0 empty, 1 first mover's, 2 second mover's

The block is all there is to a position: copying it copies the game, comparing bytes compares positions.
Compiled rules see it as a NumPy record; plain Python sees it through the class itself, whose fields are ints
and memoryviews, so that no NumPy number ever reaches a rule.

Fields are signed. Compiled arithmetic on two unsigned fields would be unsigned, and 2 - 3 a huge number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast, overload

from brillig.core.errors import BadGame, BadOption, near

if TYPE_CHECKING:
    import numpy as np

MOST_BYTES = 1 << 20  # of one record; a typing slip, not a game, would need more

# Attributes of a NumPy record would hide a field of the same name. `size` was measured to be safe.
TAKEN = frozenset(
    "T all any argmax argmin argsort astype base byteswap choose clip compress conj conjugate copy cumprod cumsum "
    "data device diagonal dtype dump dumps fill flags flat flatten getfield imag item itemset itemsize max mean min "
    "nbytes ndim newbyteorder nonzero prod ptp put ravel real repeat reshape resize round searchsorted setfield "
    "setflags shape sort squeeze std strides sum swapaxes take to_device tobytes tofile tolist tostring trace "
    "transpose var view".split()
)


class Row(Protocol):
    """A line of whole numbers inside a record."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """A table of whole numbers inside a record: grid[i, j] is a number, grid[i] a row."""

    @overload
    def __getitem__(self, i: int, /) -> Row: ...
    @overload
    def __getitem__(self, ij: tuple[int, int], /) -> int: ...
    def __setitem__(self, ij: tuple[int, int], value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Field:
    """Where a name lies in the block: `count` items of `width` bytes each, `shape` them."""

    __slots__ = ("bytes", "form", "key", "name", "offset", "shape", "shows", "width")

    def __init__(self, form: str, width: int, shape: tuple[int, ...], shows: str = "") -> None:
        for n in shape:
            if not isinstance(n, int) or isinstance(n, bool) or n < 1:
                raise BadGame(f"A field's size must be a whole number of at least 1, not {n!r}.")
        self.form, self.width, self.shape = form, width, shape
        self.name, self.key, self.offset = "", "", 0  # `key`: where an instance keeps its view
        self.bytes = width * math.prod(shape)
        self.shows = shows  # how a network is shown it (see learn/encoding); empty: as its values suggest

    @property
    def align(self) -> int:
        return self.width

    @property
    def dtype(self) -> Any:
        return f"<i{self.width}"

    def __get__(self, owner: Part | None, kind: type) -> Any:
        """Only the first time: from then on what was bound lies in the instance, in front of this."""
        return self if owner is None else self.bound(owner)

    def bound(self, owner: Part) -> Any:
        """Its view into the block, which is made when it is first asked for."""
        cells = owner._block[self.offset : self.offset + self.bytes].cast(self.form)  # type: ignore[call-overload]
        found = owner.__dict__[self.key] = _shaped(cells, self.shape)
        return found


class Number(Field):
    """One number. A data descriptor, so that reading and writing go to the block."""

    __slots__ = ()

    def __get__(self, owner: Part | None, kind: type) -> Any:
        if owner is None:
            return self
        try:
            return owner.__dict__[self.key][0]
        except KeyError:
            return self.bound(owner)[0]

    def __set__(self, owner: Part, value: int) -> None:
        try:
            (owner.__dict__.get(self.key) or self.bound(owner))[0] = value
        except ValueError:
            most = 1 << (8 * self.width - 1)
            raise OverflowError(f"{self.name} = {value} does not fit: it holds {-most} to {most - 1}") from None
        except TypeError:
            raise TypeError(f"{self.name} = {value!r}: a field holds whole numbers") from None


class Option(Number):
    """A number that is chosen before the game and never changes: a word's place among the words, or the number."""

    __slots__ = ("default", "help", "seat", "values")

    def __init__(self, values: tuple[int | str, ...], default: int | str, help: str, seat: int | None = None) -> None:
        super().__init__("h", 2, ())
        self.values, self.default, self.help = values, default, help
        self.seat = seat  # whose it is; None: everybody's
        if not values or len(set(map(str, values))) < len(values) or default not in values:
            raise BadGame(f"An option needs different values, its default among them: {values!r}, {default!r}.")

    @property
    def words(self) -> bool:
        return any(isinstance(v, str) for v in self.values)

    def encode(self, value: object) -> int:
        """The number in the record for a value as people write it (8, "8", "Seat 1", "seat-1")."""
        wanted = plain_word(value)
        for place, known in enumerate(self.values):
            if plain_word(known) == wanted:
                return place if self.words else cast(int, known)
        few = self.values if len(self.values) <= 12 else (*self.values[:2], "...", self.values[-1])
        listed = ", ".join(map(str, few))
        hint = near(str(value), map(str, self.values)) if self.words else ""
        raise BadOption(f"{self.name} cannot be {str(value)[:40]!r}; it can be {listed}.{hint}")

    def decode(self, number: int) -> int | str:
        return self.values[number] if self.words else number


class Nested(Field):
    """A part inside the record, or a row of them."""

    __slots__ = ("part",)

    def __init__(self, part: type[Part], shape: tuple[int, ...]) -> None:
        super().__init__("B", part.nbytes, shape)
        self.part = part

    @property
    def align(self) -> int:
        return self.part.align

    @property
    def dtype(self) -> Any:
        return self.part.dtype()

    def bound(self, owner: Part) -> Any:
        count = self.bytes // self.width
        starts = [self.offset + k * self.width for k in range(count)]
        parts = [self.part(owner._block[at : at + self.width]) for at in starts]
        found = owner.__dict__[self.name] = parts if self.shape else parts[0]
        return found


class Part:
    """A block of fields that can stand inside a record: a pile, a player's things."""

    fields: ClassVar[dict[str, Field]] = {}
    nbytes: ClassVar[int] = 0
    align: ClassVar[int] = 1

    def __init__(self, raw: bytearray | memoryview) -> None:
        """The fields as views into `raw`: what is written to them is written there."""
        self._block = memoryview(raw)

    def __init_subclass__(cls) -> None:
        own = {n: f for n, f in vars(cls).items() if isinstance(f, Field)}
        for name, value in vars(cls).items():
            known = name.startswith("_") or callable(value) or isinstance(value, Field | property | classmethod)
            if not known:
                raise BadGame(
                    f"{cls.__name__}.{name} = {value!r} is not a field; write i8(), i16(), i32(), i64(), option(...), "
                    "one(Part) or many(Part, n)."
                )
        for name in getattr(cls, "__annotations__", {}):
            if name not in own and not name.startswith("_") and name not in Part.__annotations__:
                raise BadGame(f"{cls.__name__}.{name} has a type but no field; write {name} = i8().")
        inherited = {*dir(cls.__base__), *cls.fields}
        for name in own:
            if name in TAKEN or name.startswith("_") or name in inherited:
                raise BadGame(f"{cls.__name__}.{name}: that name is taken; choose another.")
        cls.fields = {**cls.fields, **own}
        at, align = cls.nbytes, cls.align
        for name, field in own.items():
            at += -at % field.align
            field.name, field.key, field.offset = name, name if field.shape else "_" + name, at
            at, align = at + field.bytes, max(align, field.align)
        cls.align = align
        cls.nbytes = at + -at % align
        if cls.nbytes > MOST_BYTES:
            raise BadGame(f"{cls.__name__} takes {cls.nbytes} bytes; a record may take {MOST_BYTES}.")

    @classmethod
    @cache
    def dtype(cls) -> np.dtype[Any]:
        """The same block for NumPy and compiled code."""
        import numpy as np

        parts = list(cls.fields.values())
        return np.dtype(
            {
                "names": [f.name for f in parts],
                "formats": [(f.dtype, f.shape) if f.shape else f.dtype for f in parts],
                "offsets": [f.offset for f in parts],
                "itemsize": cls.nbytes,
            },
            align=True,
        )


class Record(Part):
    """What every game's state has. A game's State adds its own fields."""

    if TYPE_CHECKING:
        rng: Row
        seats: int
        now: int
    else:
        rng = Field("q", 8, (4,))  # the one source of chance; see chance.py
        now = Number("q", 8, ())  # milliseconds since the start, set by the referee; 0 in games without a clock
        seats = Number("b", 1, ())  # how many play

    @classmethod
    def options(cls) -> dict[str, Option]:
        return {n: f for n, f in cls.fields.items() if isinstance(f, Option)}


P = TypeVar("P", bound=Part)


def _number(form: str, width: int, shape: tuple[int, ...], shows: str) -> Any:
    return Field(form, width, shape, shows) if shape else Number(form, width, shape, shows)


@overload
def i8(*, shows: str = "") -> int: ...
@overload
def i8(n: int, /, *, shows: str = "") -> Row: ...
@overload
def i8(n: int, m: int, /, *, shows: str = "") -> Grid: ...
def i8(*shape: int, shows: str = "") -> Any:
    """Whole numbers from -128 to 127."""
    return _number("b", 1, shape, shows)


@overload
def i16(*, shows: str = "") -> int: ...
@overload
def i16(n: int, /, *, shows: str = "") -> Row: ...
@overload
def i16(n: int, m: int, /, *, shows: str = "") -> Grid: ...
def i16(*shape: int, shows: str = "") -> Any:
    """Whole numbers from -32,768 to 32,767."""
    return _number("h", 2, shape, shows)


@overload
def i32(*, shows: str = "") -> int: ...
@overload
def i32(n: int, /, *, shows: str = "") -> Row: ...
@overload
def i32(n: int, m: int, /, *, shows: str = "") -> Grid: ...
def i32(*shape: int, shows: str = "") -> Any:
    """Whole numbers of 32 bits."""
    return _number("i", 4, shape, shows)


@overload
def i64(*, shows: str = "") -> int: ...
@overload
def i64(n: int, /, *, shows: str = "") -> Row: ...
@overload
def i64(n: int, m: int, /, *, shows: str = "") -> Grid: ...
def i64(*shape: int, shows: str = "") -> Any:
    """Whole numbers of 64 bits."""
    return _number("q", 8, shape, shows)


def option(
    *values: int | str | range, default: int | str | None = None, help: str = "", seat: int | None = None
) -> Any:
    """A choice made before the game; the first value is the default unless said otherwise.

    Numbers are kept as they are. If any value is a word, the record holds its place among the values. `seat`: it is for
    that seat alone (a handicap), and stays at its default where that seat does not play.
    """
    flat: list[int | str] = []
    for v in values:
        flat.extend(v if isinstance(v, range) else (v,))
    return Option(tuple(flat), flat[0] if default is None and flat else cast("int | str", default), help, seat)


def one(part: type[P]) -> P:
    """A part inside a record."""
    return cast(P, Nested(part, ()))


def many(part: type[P], n: int) -> Sequence[P]:
    """A row of n parts inside a record."""
    return cast("Sequence[P]", Nested(part, (n,)))


def plain_word(value: object) -> str:
    """How people's spellings of names and values are compared: Seat-1, seat_1 and seat 1 are one word."""
    return str(value).strip().lower().replace("_", " ").replace("-", " ")


class _Rows:
    """grid[i, j] and grid[i] in the plain gear (a memoryview alone cannot give a row)."""

    __slots__ = ("rows",)

    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows

    def __getitem__(self, i: Any) -> Any:
        return self.rows[i[0]][i[1] if len(i) == 2 else i[1:]] if isinstance(i, tuple) else self.rows[i]

    def __setitem__(self, i: Any, value: int) -> None:
        self.rows[i[0]][i[1] if len(i) == 2 else i[1:]] = value

    def __len__(self) -> int:
        return len(self.rows)


def _shaped(cells: memoryview, shape: tuple[int, ...]) -> Any:
    if len(shape) < 2:
        return cells
    step = len(cells) // shape[0]
    return _Rows([_shaped(cells[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])])

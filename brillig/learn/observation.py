"""What a learner sees: the hidden record of its seat, field by field, and which choices are open.

An observation is `{"observation": {field: array, ...}, "action_mask": array}`. The fields are those of the game's
record (all but `rng`), in their order and with their types; a single number is an array of one, a part of the record
a dictionary of its own. `describe(game)` says what each field means, in the words of the game's author.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from brillig.core import Game, Part, Record, Table
from brillig.core.record import Field, Nested, Option

LEFT_OUT = ("rng",)  # chance to come is for nobody to see
COMMON = {
    "now": "milliseconds since the start; 0 in games without a clock",
    "seats": "how many play",
}


class SeenField(NamedTuple):
    """One field of an observation."""

    name: str  # with the part it stands in before a dot
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str


# ---- what there is to see ------------------------------------------------------------------------------------------


def describe(game: Game) -> list[SeenField]:
    """Every field of an observation: its name, type, shape, bounds and meaning."""
    return list(_describe(game, game.state, "", ()))


def _describe(game: Game, part: type[Part], prefix: str, stack: tuple[int, ...]) -> Iterator[SeenField]:
    meanings = {**COMMON, **comments(part)}  # type: ignore[arg-type]
    for name, field in part.fields.items():
        if name in LEFT_OUT:
            continue
        if isinstance(field, Nested):
            yield from _describe(game, field.part, f"{prefix}{name}.", stack + field.shape)
            continue
        low, high = bounds(game, field) if not prefix else whole_range(field)
        meaning = field.help if isinstance(field, Option) else meanings.get(name, "")
        meaning = meaning or name.replace("_", " ")  # which says enough, or its author would have said more
        shape = (stack + field.shape) or (1,)
        yield SeenField(prefix + name, np.dtype(field.dtype), shape, low, high, meaning)


def whole_range(field: Field) -> tuple[int, int]:
    most = 1 << (8 * field.width - 1)
    return -most, most - 1


def bounds(game: Game, field: Field) -> tuple[int, int]:
    """The least and the greatest number that a field can hold."""
    if isinstance(field, Option):
        numbers = [field.encode(value) for value in field.values]
        return min(numbers), max(numbers)
    if field is Record.fields["seats"]:
        return 0, game.seats[1]
    return (0, whole_range(field)[1]) if field is Record.fields["now"] else whole_range(field)


@cache
def comments(part: type[Part]) -> dict[str, str]:
    """What the author wrote beside each field."""
    found: dict[str, str] = {}
    for kind in reversed(part.__mro__):
        if not issubclass(kind, Part) or kind in (Part, Record):
            continue
        try:
            lines = inspect.getsource(kind).splitlines()
        except (OSError, TypeError):
            continue  # made without a file: nothing was written beside it
        for line in lines:
            name, equals, rest = line.partition(" = ")
            if equals and name.strip() in kind.fields:
                found[name.strip()] = rest.partition("  # ")[2]
    return found


# ---- as spaces and arrays ------------------------------------------------------------------------------------------


def space(game: Game) -> Any:
    """The observation space, in Gymnasium's terms."""
    from gymnasium import spaces

    inside: dict[str, Any] = {}
    for seen in describe(game):
        *parts, name = seen.name.split(".")
        at = inside
        for part in parts:
            at = at.setdefault(part, {})
        at[name] = spaces.Box(seen.low, seen.high, seen.shape, seen.dtype.type)
    return spaces.Dict({"observation": _dict_space(inside), "action_mask": spaces.MultiBinary(game.codes)})


def observation_space(game: Game, columns: int) -> Any:
    """The same for so many numbers that a network is shown, if there are any."""
    from gymnasium import spaces

    if not columns:
        return space(game)
    box = spaces.Box(-np.inf, np.inf, (columns,), np.float32)
    return spaces.Dict({"observation": box, "action_mask": spaces.MultiBinary(game.codes)})


def _dict_space(inside: dict[str, Any]) -> Any:
    from gymnasium import spaces

    return spaces.Dict({name: _dict_space(at) if isinstance(at, dict) else at for name, at in inside.items()})


def fields(records: Any) -> dict[str, Any]:
    """The fields of an array of records as arrays: views of it, a row a record."""
    shown: dict[str, Any] = {}
    for name in records.dtype.names:
        if name in LEFT_OUT:
            continue
        column = records[name]
        if column.dtype.names:
            shown[name] = fields(column)
        else:
            shown[name] = column if column.ndim > 1 else column[:, None]
    return shown


def observe(table: Table, seat: int, codes: list[int]) -> dict[str, Any]:
    """What this seat sees of a table, and its mask for these codes."""
    mask = np.zeros(table.game.codes, np.int8)
    mask[codes] = 1
    return {"observation": record(table.hidden(seat)), "action_mask": mask}


def record(view: Table) -> dict[str, Any]:
    """The fields of one table as arrays of their own."""
    return first(fields(np.frombuffer(bytes(view.raw), view.game.state.dtype()).copy()))


def first(shown: dict[str, Any], row: int = 0) -> dict[str, Any]:
    """One row of an observation of many: views of it."""
    return {name: first(a, row) if isinstance(a, dict) else a[row] for name, a in shown.items()}

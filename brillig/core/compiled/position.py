"""Positions of any game, as Numba sees them in kernels that are compiled once for all games.

A kernel takes `x[i]` for a record, reads and writes the fields that every record has, and hands it to rules. Shared
between games, it gets `Positions` for `x`: then `x[i]` is a record's address together with that of its game's rules.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import (
    NativeValue,
    lower_builtin,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    unbox,
)

from brillig.core.record import Record

INT, NOTHING, RECORD = types.int64, types.none, numba.from_dtype(Record.dtype())


class PositionType(types.Type):
    """A record of some game, of which only what all have is known, and the table of its rules."""

    def __init__(self) -> None:
        super().__init__("Position")


class PositionsType(types.Type):
    """Records of one game in a row."""

    def __init__(self) -> None:
        super().__init__("Positions")


POSITION, POSITIONS = PositionType(), PositionsType()
FIELDS = ("first", "step", "rules")


@register_model(PositionType)
class PositionModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("record", RECORD), ("rules", INT)])


@register_model(PositionsType)
class PositionsModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [(name, INT) for name in FIELDS])


class Positions:
    """An array of a game's records, to be handed to a shared kernel."""

    __slots__ = (*FIELDS, "records")
    _numba_type_ = POSITIONS

    def __init__(self, rules: int, records: Any) -> None:
        """`rules`: where the table of the game's rules lies (see linking.py)."""
        self.records = records  # kept alive
        self.first, self.step, self.rules = int(records.ctypes.data), int(records.strides[0]), rules


@unbox(PositionsType)
def unbox_positions(kind: Any, given: Any, c: Any) -> Any:
    made = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for name in FIELDS:
        number = c.pyapi.object_getattr_string(given, name)
        setattr(made, name, c.pyapi.long_as_longlong(number))
        c.pyapi.decref(number)
    return NativeValue(made._getvalue())


@infer_global(operator.getitem)
class OneOfPositions(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(POSITION, POSITIONS, INT) if args[0] == POSITIONS else None


@lower_builtin(operator.getitem, PositionsType, types.Integer)
def one_of_positions(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    row = cgutils.create_struct_proxy(POSITIONS)(context, builder, value=args[0])
    one = cgutils.create_struct_proxy(POSITION)(context, builder)
    at = builder.add(row.first, builder.mul(row.step, args[1]))
    one.record = builder.inttoptr(at, context.get_value_type(RECORD))
    one.rules = row.rules
    return one._getvalue()


@infer_getattr
class FieldOfPosition(AttributeTemplate):
    key = PositionType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return RECORD.typeof(name) if name in RECORD.fields else None


@lower_getattr_generic(PositionType)
def read_field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    record = cgutils.create_struct_proxy(kind)(context, builder, value=value).record
    return context.get_getattr(RECORD, name)(context, builder, RECORD, record, name)


@lower_setattr_generic(PositionType)
def write_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    record = cgutils.create_struct_proxy(POSITION)(context, builder, value=args[0]).record
    return context.get_setattr(name, signature(NOTHING, RECORD, sig.args[1]))(builder, (record, args[1]))

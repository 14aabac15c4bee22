"""A game's rules compiled once, behind a table of addresses; and kernels that serve every game through such a table.

A kernel is written over records and stand-ins for rules (see kernels.py). Compiled to be shared, it gets a `Position`
where it expects a record: the record's first fields, which all games have, and the table of its game. A rule called
with it is looked up there. An exception goes up through all of it, as if the rule were compiled into the kernel.

Addresses belong to a process. What is kept on disk is the function that writes them down.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.callconv import RETCODE_USEREXC, Status, errcode_t, excinfo_ptr_t
from numba.extending import intrinsic

from brillig.core import garbage, kernels
from brillig.core.compiled import jit, lowering, passes, position, shelf
from brillig.core.compiled.jit import jit_rule
from brillig.core.compiled.kept import Kernel, cache_folder
from brillig.core.compiled.position import INT, NOTHING, POSITION, RECORD
from brillig.core.compiled.shelf import jit_kept
from brillig.core.gears import stand_ins
from brillig.core.rule import Translator, fingerprint, module_code

if TYPE_CHECKING:
    from brillig.core.game import Game

WORD = ir.IntType(64)
BOOL, LIST, COUNTS, WORDS = types.boolean, *(types.Array(kind, 1, "C") for kind in (types.int16, types.int32, INT))

# The table: what a kernel may ask of a game, what is handed over beside the position, and what comes back.
ENTRIES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "setup": (NOTHING, ()),
    "waiting": (BOOL, (INT,)),
    "refuse": (INT, (INT, INT)),
    "choices": (INT, (INT, LIST)),
    "shortlist": (INT, (INT, LIST)),
    "play": (NOTHING, (INT, INT)),
    "score": (INT, (INT,)),
    "rank": (NOTHING, (LIST,)),
    "hide": (NOTHING, (INT,)),
    "guess": (NOTHING, (INT,)),
    "census": (NOTHING, (COUNTS,)),
    "due": (INT, ()),
    "tick": (NOTHING, ()),
    "value": (INT, (INT,)),
    "prefer": (INT, (INT, INT)),
    "alike": (NOTHING, (INT,)),
    # Not rules, but asked so often that they are compiled with them.
    "deciders": (INT, (LIST,)),
    "any_seat": (INT, (WORDS,)),
}
PLACES = {name: place for place, name in enumerate(ENTRIES)}
# What is answered where a game has no such rule and the table has 0: as the stand-ins do.
ABSENT = {"due": -1, "value": 500, "prefer": 1, "alike": 0, "hide": 0, "guess": 0, "census": 0, "tick": 0}

BROKEN, NONE = ir.Constant(WORD, -(1 << 63)), ir.Constant(WORD, 0)  # what an entry returns beside results
USER_EXCEPTION = ir.Constant(errcode_t, RETCODE_USEREXC.constant)

compiling = threading.RLock()  # two threads may want the same game at once


@cache
def versions() -> tuple[object, ...]:
    """What compiled code depends on beside the rules and kernels themselves."""
    return (
        sys.version_info[:3],
        numba.__version__,
        np.__version__,
        *map(module_code, (__name__, *(module.__name__ for module in (jit, lowering, passes, position, shelf)))),
    )


def as_table(values: tuple[Any, ...]) -> Any:
    """A tuple of numbers as an array: compiled code indexes one in a nanosecond and the other through a switch."""
    return np.array(values, np.int64)


# ---- a game's table ------------------------------------------------------------------------------------------------


class RuleTable:
    """The rules of a game for this process, compiled or loaded when their address is first asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = np.zeros(len(ENTRIES), np.int64)  # the addresses, in the order of ENTRIES
        self.write: Kernel | None = None  # has written them

    @property
    def address(self) -> int:
        """Where the table lies."""
        if self.write is None:
            with compiling, garbage.left_alone():  # or it would take a tenth longer
                if self.write is None:
                    write = self._compiled()
                    write(self.table)
                    self.write = write
        return self._address

    @cached_property
    def _address(self) -> int:
        return int(self.table.ctypes.data)

    def _compiled(self) -> Kernel:
        """The function that writes the table. All rules are linked into it."""
        replaced = stand_ins(self.game)
        asked = [name for name in ENTRIES if name not in ABSENT or getattr(self.game, name, None) is not None]
        found = {name: getattr(self.game, name, None) or vars(kernels)[name] for name in asked}
        layout = self.game.state.dtype()
        key = fingerprint(found.values(), replaced, *versions(), layout, BOUNDS)

        def names() -> dict[str, Any]:
            make = Translator(jit_rule(BOUNDS), replaced, as_table)
            return {"addresses": addresses_of({name: make(f) for name, f in found.items()}, numba.from_dtype(layout))}

        return Kernel(jit_kept(), write, names, cache_folder(self.game.slug, key))


BOUNDS = True  # is an index checked in rules that are called through a table?


def write(table: Any) -> None:
    """Write down where the rules lie."""
    addresses(table)


def addresses(table: Any) -> None:
    """Stands for what `addresses_of` makes for a game."""


def addresses_of(made: Mapping[str, Any], record: Any) -> Any:
    """An intrinsic that puts the addresses of these rules into a table, each behind the signature of its entry."""

    @intrinsic
    def addresses(typing: Any, table: Any) -> Any:
        found = {}
        for name, f in made.items():
            args = (record, *ENTRIES[name][1])
            f.compile(args)
            found[name] = f.overloads[args]

        def store(context: Any, builder: Any, sig: Any, given: Any) -> Any:
            table = context.make_array(sig.args[0])(context, builder, given[0])
            for name, compiled in found.items():
                context.active_code_library.add_linking_library(compiled.library)
                place = builder.gep(table.data, [ir.Constant(WORD, PLACES[name])])
                builder.store(builder.ptrtoint(entry_for(context, builder.module, compiled, name), WORD), place)
            return context.get_dummy_value()

        return NOTHING(table), store

    return addresses


def entry_for(context: Any, module: Any, compiled: Any, name: str) -> Any:
    """A function that takes and returns plain words and calls a rule. An exception is BROKEN, and told in the last."""
    result, rest = ENTRIES[name]
    entry = ir.Function(module, entry_type(name), f"brillig_{name}")
    entry.linkage = "internal"
    builder = ir.IRBuilder(entry.append_basic_block("entry"))
    record, *words, told = entry.args
    given = [builder.inttoptr(record, context.get_value_type(compiled.signature.args[0]))]
    for kind in rest:
        given.append(row(context, builder, kind, words.pop(0), words.pop(0)) if is_row(kind) else words.pop(0))
    f = context.declare_function(module, compiled.fndesc)
    status, value = context.call_conv.call_function(
        builder, f, compiled.signature.return_type, compiled.signature.args, given
    )
    with cgutils.if_unlikely(builder, status.is_error):
        builder.store(status.excinfoptr, told)
        builder.ret(BROKEN)
    builder.ret(NONE if result is NOTHING else context.cast(builder, value, compiled.signature.return_type, INT))
    return entry


def entry_type(name: str) -> Any:
    """The record, a word for each number, two for each row, and where to tell of an exception."""
    _, rest = ENTRIES[name]
    words = 1 + sum(2 if is_row(kind) else 1 for kind in rest)
    return ir.FunctionType(WORD, [*[WORD] * words, excinfo_ptr_t.as_pointer()])


def row(context: Any, builder: Any, kind: Any, first: Any, length: Any) -> Any:
    """The row that begins there and is so long."""
    from numba.np.arrayobj import populate_array  # much of Numba, which only compiling needs

    made = context.make_array(kind)(context, builder)
    width = ir.Constant(WORD, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    populate_array(
        made, builder.inttoptr(first, made.data.type), shape=[length], strides=[width], itemsize=width, meminfo=None
    )
    return made._getvalue()


def is_row(kind: Any) -> bool:
    return isinstance(kind, types.Array) and kind.ndim == 1 and kind.layout == "C"


@cache
def rule_table(game: Game) -> RuleTable:
    """The rules of a game, once for this process."""
    return RuleTable(game)


# ---- rules looked up in a table ------------------------------------------------------------------------------------


def looked_up(name: str) -> Any:
    """What stands in a shared kernel for a rule: a call through the table."""
    result, rest = ENTRIES[name]

    def call(context: Any, builder: Any, sig: Any, given: Any) -> Any:
        position = cgutils.create_struct_proxy(POSITION)(context, builder, value=given[0])
        place = builder.add(position.rules, ir.Constant(WORD, 8 * PLACES[name]))
        address = builder.load(builder.inttoptr(place, WORD.as_pointer()))
        words = [builder.ptrtoint(position.record, WORD)]
        for kind, value in zip(sig.args[1:], given[1:], strict=True):
            if is_row(kind):
                array = context.make_array(kind)(context, builder, value)
                words += [builder.ptrtoint(array.data, WORD), array.nitems]
            else:
                words.append(value)
        if name not in ABSENT:
            return cast(context, builder, called(context, builder, address, words))
        answer = cgutils.alloca_once_value(builder, ir.Constant(WORD, ABSENT[name]))
        with builder.if_then(cgutils.is_not_null(builder, address)):
            builder.store(called(context, builder, address, words), answer)
        return cast(context, builder, builder.load(answer))

    def called(context: Any, builder: Any, address: Any, words: Any) -> Any:
        told = cgutils.alloca_once(builder, excinfo_ptr_t)
        value = builder.call(builder.inttoptr(address, entry_type(name).as_pointer()), [*words, told])
        with cgutils.if_unlikely(builder, builder.icmp_signed("==", value, BROKEN)):
            status = Status(*[USER_EXCEPTION] * (len(Status._fields) - 1), builder.load(told))
            context.call_conv.return_status_propagate(builder, status)
        return value

    def cast(context: Any, builder: Any, value: Any) -> Any:
        return context.get_dummy_value() if result is NOTHING else context.cast(builder, value, INT, result)

    def typed(*given: Any) -> Any:
        # A row inside a record has a type of its own and looks the same.
        pairs = list(zip(given[1:], rest, strict=True))
        if given[0] != POSITION or any(is_row(k) and not (is_row(g) and g.dtype == k.dtype) for g, k in pairs):
            return None
        return result(POSITION, *(g if is_row(k) else k for g, k in pairs)), call

    if len(rest) == 0:
        return intrinsic(lambda typing, s: typed(s))
    if len(rest) == 1:
        return intrinsic(lambda typing, s, a: typed(s, a))
    return intrinsic(lambda typing, s, a, b: typed(s, a, b))


@intrinsic
def opened(typing: Any, at: Any) -> Any:
    """The position that two words mean: where its bytes are, and its table."""

    def call(context: Any, builder: Any, sig: Any, given: Any) -> Any:
        words = context.make_array(sig.args[0])(context, builder, given[0]).data
        one = cgutils.create_struct_proxy(POSITION)(context, builder)
        one.record = builder.inttoptr(builder.load(words), context.get_value_type(RECORD))
        one.rules = builder.load(builder.gep(words, [ir.Constant(WORD, 1)]))
        return one._getvalue()

    return POSITION(WORDS), call

"""From a rule that Numba has typed to LLVM's words, without what a rule has no use for.

Numba's own way writes for whatever a Python function may do: references counted, exceptions caught, rows of any make.
For one number out of a row it writes some sixty lines, for a call of another rule thirty; LLVM then reads them all and
throws most of them away. Rules only look at rows of a known make that others hold, and catch nothing. So the commonest
things are written here, as few lines as they need. Everything else is left to Numba.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from llvmlite import ir as ll
from numba import types
from numba.core import cgutils, ir, lowering
from numba.core.callconv import RETCODE_OK, RETCODE_USEREXC, CPUCallConv, Status
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

WORD = ll.IntType(64)
SELDOM = [1, 99]  # how likely it is that a rule breaks down, as Numba says it
OUT_OF_ROW = "index is out of bounds"
MOST = 4 * 10**6  # bytes of a table that are written into the code; what uses a larger one cannot be kept compiled
OPERATORS: dict[Any, Any] = {}  # what each does to numbers of which kinds


class KnownRow(NamedTuple):
    """A row of numbers of which it is known where it begins and how long it is."""

    kind: Any
    first: Any
    shape: tuple[int, ...]


class Calls(CPUCallConv):
    """How a rule calls another: as Numba does, but what was raised goes up as it is, since no rule catches it."""

    def call_function(self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None) -> Any:
        if attrs or isinstance(resty, types.Optional):
            return super().call_function(builder, callee, resty, argtys, args, attrs)
        slot = self._slot(builder, self.get_return_type(resty).pointee)
        told = self._get_excinfo_argument(builder.function)
        code = builder.call(callee, [slot, told, *self._get_arg_packer(argtys).as_arguments(builder, args)])
        failed = builder.icmp_signed("!=", code, RETCODE_OK)
        value = builder.load(slot)
        if isinstance(resty, types.Boolean):
            value = builder.icmp_unsigned("!=", value, value.type(0))
        else:
            value = self.context.get_returned_value(builder, resty, value)
        return Status(**{**dict.fromkeys(Status._fields), "code": code, "is_error": failed}), value

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        if status.excinfoptr is not None:  # whoever calls in Numba's own way has a place of its own for it
            builder.store(status.excinfoptr, self._get_excinfo_argument(builder.function))
        self._return_errcode_raw(builder, status.code)

    def return_user_exc(
        self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None
    ) -> None:
        self.set_static_user_exc(builder, exc, exc_args=exc_args, loc=loc, func_name=func_name)
        self._return_errcode_raw(builder, RETCODE_USEREXC)

    def _slot(self, builder: Any, kind: Any) -> Any:
        """Where what is returned is put: one place for each kind, since it is fetched at once."""
        slots = builder.__dict__.setdefault("brillig_slots", {})
        if kind not in slots:
            slots[kind] = cgutils.alloca_once(builder, kind, zfill=False)
        return slots[kind]


class Target(CPUContext):
    """What Numba knows of this machine, for rules: they have their own way to call, and it is learnt but once."""

    def __init__(self) -> None:
        self.__dict__ = cpu_target.target_context.__dict__

    def refresh(self) -> None:
        """Whoever compiles the way in has just done so."""

    @property
    def call_conv(self) -> Any:
        return Calls(self)

    def declare_function(self, module: Any, fndesc: Any) -> Any:
        return module.globals.get(fndesc.mangled_name) or super().declare_function(module, fndesc)


class Lowering(lowering.Lower):
    """A rule's statements, one by one."""

    def init(self) -> None:
        self.rows: dict[str, KnownRow] = {}
        self.out_of_row: Any = None  # where a rule goes that asks for what is not in a row
        self.broken: Any = None  # and where one goes whose callee broke down: what that returned
        self._blk_local_varmap: dict[str, Any] = {}
        self._singly_assigned_vars = self._settled()

    def _settled(self) -> set[str]:
        """The names that mean one value wherever they are used, and need no place in memory.

        Those that are given it once, in the first block, which comes before all, or are used in their own block only.
        """
        given: dict[str, int] = {}
        several, abroad = set(), set()
        for offset, block in self.blocks.items():
            for statement in block.body:
                if isinstance(statement, ir.Assign):
                    value, name = statement.value, statement.target.name
                    used = (
                        value.list_vars()
                        if isinstance(value, ir.Expr)
                        else [value]
                        if isinstance(value, ir.Var)
                        else ()
                    )
                else:
                    used, name = statement.list_vars(), ""
                for each in used:
                    if given.get(each.name) not in (offset, self.firstblk):
                        abroad.add(each.name)
                if name:
                    if name in given:
                        several.add(name)
                    given[name] = offset
        return given.keys() - several - abroad

    def emit_environment_object(self) -> None:
        """Only Python's objects would be looked up in it."""

    def lower_block(self, block: Any) -> None:
        inst = None
        try:
            for inst in block.body:
                self.loc = inst.loc
                self.lower_inst(inst)
        except Exception:
            told = {"inst": inst, "loc": self.loc, "errcls_": partial(lowering.LoweringError, loc=self.loc)}
            with lowering.new_error_context('lowering "{inst}" at {loc}', **told):
                raise

    def lower_inst(self, inst: Any) -> Any:
        if isinstance(inst, ir.Assign):
            name = inst.target.name
            self.storevar(self.lower_assign(self.typeof(name), inst), name)
        elif isinstance(inst, ir.Jump):
            self.builder.branch(self.blkmap[inst.target])
        elif isinstance(inst, ir.Branch):
            name = inst.cond.name
            which = self.context.cast(self.builder, self.loadvar(name), self.typeof(name), types.boolean)
            self.builder.cbranch(which, self.blkmap[inst.truebr], self.blkmap[inst.falsebr])
        else:
            return super().lower_inst(inst)

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        if name not in self._singly_assigned_vars:
            self._alloca_var(name, self.typeof(name))
            self.builder.store(self.held(value) if isinstance(value, KnownRow) else value, self.varmap[name])
        elif isinstance(value, KnownRow):
            self.rows[name] = value
        else:
            self._blk_local_varmap[name] = value

    def loadvar(self, name: str) -> Any:
        if name in self._blk_local_varmap:
            return self._blk_local_varmap[name]
        if name in self.rows:
            return self.held(self.rows[name])
        return self.builder.load(self.getvar(name))

    # ---- values ----------------------------------------------------------------------------------------------------

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        value = inst.value
        if isinstance(value, ir.Const | ir.Global | ir.FreeVar):
            return self.constant(ty, value.value)
        if isinstance(value, ir.Var) and value.name in self.rows and self.rows[value.name].kind == ty:
            return self.rows[value.name]
        return super().lower_assign(ty, inst)

    def constant(self, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.Dummy | types.Function):  # what is only ever called, or asked for what is in it
            return self.context.get_dummy_value()
        if is_row(kind) and value.nbytes <= MOST:
            return KnownRow(kind, self.table(kind, value), value.shape)
        return self.context.get_constant_generic(self.builder, kind, value)

    def table(self, kind: Any, value: Any) -> Any:
        """Where a table of numbers lies. It is written down once for all rules."""
        known, number = self.library.tables, self.context.get_data_type(kind.dtype)
        key = kind.dtype, value.tobytes()
        if key not in known:
            data = ll.Constant(ll.ArrayType(ll.IntType(8), value.nbytes), bytearray(key[1]))
            known[key] = cgutils.global_constant(self.module, ".const.table", data)
            known[key].align = self.context.get_abi_alignment(number)
        return known[key].bitcast(number.as_pointer())

    def held(self, row: KnownRow) -> Any:
        """A row as Numba holds one."""
        model, width = self.context.data_model_manager[row.kind], self.context.get_abi_sizeof(row.first.type.pointee)
        strides: list[int] = []
        items = 1
        for length in reversed(row.shape):
            strides.insert(0, items * width)
            items *= length
        known = {"nitems": items, "itemsize": width, "shape": list(row.shape), "strides": strides}
        kinds = model.get_value_type().elements
        whole = [ll.Constant(be, known.get(name)) for be, name in zip(kinds, model._fields, strict=True)]
        return self.builder.insert_value(
            ll.Constant(model.get_value_type(), whole), row.first, model.get_field_position("data")
        )

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        if expr.op == "getattr":
            kind = self.typeof(expr.value.name)
            if isinstance(kind, types.Record):
                return self.field(resty, kind, expr)
            if isinstance(kind, types.Module):
                return self.constant(resty, getattr(kind.pymod, expr.attr))
        return super().lower_expr(resty, expr)

    def field(self, resty: Any, kind: Any, expr: Any) -> Any:
        """A number of a record, or a row of them."""
        context, builder, found = self.context, self.builder, kind.typeof(expr.attr)
        context.sentry_record_alignment(kind, expr.attr)
        data = context.get_data_type(found.dtype if isinstance(found, types.NestedArray) else found)
        place = cgutils.get_record_member(builder, self.loadvar(expr.value.name), kind.offset(expr.attr), data)
        if isinstance(found, types.NestedArray):
            return KnownRow(found, place, found.shape)
        value = context.unpack_value(builder, found, place, None if kind.aligned else 1)
        return context.cast(builder, value, found, resty)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        signature = self.fndesc.calltypes[expr]
        if not all(isinstance(kind, types.Number | types.Boolean) for kind in signature.args):
            return super().lower_binop(resty, expr, op)
        builder, known = self.builder, (op, signature.args)
        if known not in OPERATORS:
            meant = self.context.typing_context.resolve_value_type(op)
            exact = meant.get_call_type(self.context.typing_context, signature.args, {})
            OPERATORS[known] = self.context.get_function(meant, exact), exact
        how, exact = OPERATORS[known]
        names = expr.lhs.name, expr.rhs.name
        given = [
            self.context.cast(builder, self.loadvar(name), self.typeof(name), kind)
            for name, kind in zip(names, signature.args, strict=True)
        ]
        value = how._imp(self.context, builder, exact, given, loc=None)
        self.context.add_linking_libs(getattr(how, "libs", ()))
        return self.context.cast(builder, value, signature.return_type, resty)

    def _lower_call_normal(self, fnty: Any, expr: Any, signature: Any) -> Any:
        made = fnty.dispatcher.overloads.get(signature.args) if isinstance(fnty, types.Dispatcher) else None
        if (
            made is None
            or made.library is not self.library
            or expr.kws
            or expr.vararg
            or len(expr.args) != len(signature.args)
            or isinstance(made.fndesc.restype, types.Optional)
        ):
            return super()._lower_call_normal(fnty, expr, signature)
        builder, told = self.builder, made.fndesc
        given = [self._cast_var(var, kind) for var, kind in zip(expr.args, signature.args, strict=True)]
        callee = self.context.declare_function(self.module, told)
        status, value = self.call_conv.call_function(builder, callee, told.restype, told.argtypes, given)
        if self.broken is None:
            with builder.goto_block(self.function.append_basic_block("broken")):
                self.broken = builder.phi(status.code.type)
                builder.ret(self.broken)
        self.broken.add_incoming(status.code, builder.block)
        self.unless(status.is_error, self.broken.parent)
        return value

    def unless(self, fails: Any, leaves: Any) -> None:
        """Go on, unless it fails, which is seldom."""
        goes_on = self.function.append_basic_block("goes_on")
        self.builder.cbranch(fails, leaves, goes_on).set_weights(SELDOM)
        self.builder.position_at_end(goes_on)

    # ---- one number of a row ---------------------------------------------------------------------------------------

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        place = self.place(value.name, index.name)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        kind = self.typeof(value.name)
        found = self.context.unpack_value(self.builder, kind.dtype, place, None if kind.aligned else 1)
        return self.context.cast(self.builder, found, kind.dtype, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        place = self.place(target_var.name, index_var.name)
        if place is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        kind, given = self.typeof(target_var.name), self.typeof(value_var.name)
        value = self.context.cast(self.builder, self.loadvar(value_var.name), given, kind.dtype)
        self.context.pack_value(self.builder, kind.dtype, value, place, align=None if kind.aligned else 1)

    def place(self, row: str, index: str) -> Any:
        """Where that number of that row lies; None if it is no row of numbers, or not one number that is meant."""
        kind, meant = self.typeof(row), self.typeof(index)
        kinds = list(meant) if isinstance(meant, types.BaseTuple) else [meant]
        if not is_row(kind) or len(kinds) != kind.ndim or not all(map(is_whole, kinds)):
            return None
        builder, given = self.builder, self.loadvar(index)
        places = cgutils.unpack_tuple(builder, given) if isinstance(meant, types.BaseTuple) else [given]
        if row in self.rows:
            first, shape = self.rows[row].first, self.rows[row].shape
        else:
            model, held = self.context.data_model_manager[kind], self.loadvar(row)
            first = builder.extract_value(held, model.get_field_position("data"))
            at = model.get_field_position("shape")
            shape = tuple(builder.extract_value(held, (at, axis)) for axis in range(kind.ndim))
        whole = None
        for place, its, length in zip(places, kinds, shape, strict=True):
            place = self.within(self.context.cast(builder, place, its, types.int64), length)
            whole = place if whole is None else builder.add(builder.mul(whole, as_word(length)), place)
        return builder.gep(first, [whole])

    def within(self, place: Any, length: Any) -> Any:
        """The place in a row of that length, counted from its end if it is negative; if there is none, the rule breaks down."""
        builder = self.builder
        if isinstance(place, ll.Constant) and isinstance(length, int) and -length <= place.constant < length:
            return place if place.constant >= 0 else as_word(place.constant + length)
        length = as_word(length)
        from_end = builder.icmp_signed("<", place, as_word(0))
        place = builder.select(from_end, builder.add(place, length), place)
        if self.context.enable_boundscheck:
            if self.out_of_row is None:
                self.out_of_row = self.function.append_basic_block("out_of_row")
                with builder.goto_block(self.out_of_row):
                    self.call_conv.return_user_exc(builder, IndexError, (OUT_OF_ROW,))
            # Two questions, as Numba asks them. Only one, without signs, is less to read and runs slower in some games.
            self.unless(builder.icmp_signed(">=", place, length), self.out_of_row)
            self.unless(builder.icmp_signed("<", place, as_word(0)), self.out_of_row)
        return place


def is_row(kind: Any) -> bool:
    return isinstance(kind, types.Array) and kind.layout == "C" and isinstance(kind.dtype, types.Number | types.Boolean)


def is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer) and kind.signed


def as_word(number: Any) -> Any:
    return ll.Constant(WORD, number) if isinstance(number, int) else number

"""How Numba is asked to compile a rule: once, whoever calls it, and optimised only where it ends up.

By itself Numba compiles a function anew for every width of number that it is called with, and optimises and emits
each one before its callers take it in and do so again. A rule is never run on its own: it is typed and lowered once,
beside those it is compiled with, and what becomes of them is done in the way in that they are linked into (see
docs/adr/0009). What is left of compiling is Numba's own work in Python, so a rule goes only through the steps that it
needs, and no question is asked twice.

Numba is extended here by subclasses of four of its classes, and of more in passes.py, lowering.py and shelf.py; nothing of
it is changed. There is no public way to link rules without compiling them twice, so this leans on how Numba is made
inside: pyproject.toml says up to which version that was tried, and every test of the compiled gear would notice.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite.binding.newpassmanagers import create_new_function_pass_manager
from numba import types
from numba.core import codegen, compiler, event, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typing.context import Context

from brillig.core.compiled.lowering import Target
from brillig.core.compiled.passes import Steps


class Linkable(codegen.JITCodeLibrary):
    """Rules to be linked into other code: neither optimised as a whole nor made into machine code by themselves.

    They are written into one module, which LLVM reads when it is linked for the first time.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.written: Any = None  # the module of rules that LLVM has not read yet
        self.tables: dict[Any, Any] = {}  # those that lie in it

    def finalize(self) -> None:
        """Another rule may come at any time."""

    def create_ir_module(self, name: str) -> Any:
        if self.written is None:
            self.written = super().create_ir_module(self.name)
        return self.written

    def add_ir_module(self, ir_module: Any) -> None:
        """It is the one that all are written into."""

    def add_linking_library(self, library: Any) -> None:
        if library is not self and library not in self._linking_libraries:
            super().add_linking_library(library)
            self._reload_init.update(library._reload_init)

    def _get_module_for_linking(self) -> Any:
        if self.written is not None:
            super().add_ir_module(self.written)
            self.written = None
            self.tables.clear()
        for library in self._linking_libraries:  # what Numba brings itself
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._shared_module = None  # may have been asked for before there were as many rules
        return super()._get_module_for_linking()

    def _optimize_functions(self, ll_module: Any) -> None:
        """Variables out of memory, no more: the rest is done where rules are linked into."""
        ll_module.data_layout = self._codegen._data_layout
        builder, passes = self._codegen._pass_builder(), create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        for f in ll_module.functions:
            if not f.is_declaration:
                passes.run(f, builder)

    @property
    def codegen(self) -> Linkable:
        return self

    def set_env(self, name: str, env: Any) -> None:
        """There is no machine code yet that could look for its environment."""


class Typing(Context):
    """Numba's knowledge of types, with a memory: what an operator makes of numbers is asked over and over.

    Every time Numba would try out all that the operator might mean, for texts, sets and dates too.
    """

    def __init__(self) -> None:
        self.__dict__ = cpu_target.typing_context.__dict__

    def refresh(self) -> None:
        """Whoever compiles the way in has just done so."""

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        if isinstance(func, types.Dispatcher) and isinstance(func.dispatcher, RuleDispatcher) and not kws:
            return func.dispatcher.called_with(args)
        if kws or not isinstance(func, types.Function) or not all(isinstance(kind, PLAIN) for kind in args):
            return super().resolve_function_type(func, args, kws)
        if (func, args) not in ANSWERS:
            ANSWERS[func, args] = super().resolve_function_type(func, args, kws)
        return ANSWERS[func, args]


@cache
def typing() -> Typing:
    return Typing()


@cache
def target_of_rules() -> Target:
    return Target()


PLAIN = types.Number, types.Boolean, types.Array
ANSWERS: dict[tuple[Any, Any], Any] = {}


class LinkableCompiler(compiler.CompilerBase):
    """Numba's compiler, with only the steps that a rule needs: it has no closures, no `with`, no array expressions."""

    def define_pipelines(self) -> Any:
        return [Steps]


class RuleDispatcher(CPUDispatcher):
    """A rule as compiled code calls it: numbers of any width are handed over as 64 bits, which they are computed in."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.known: dict[Any, Any] = {}  # its signature for what it is called with

    def called_with(self, args: Any) -> Any:
        """As Numba does, without a template made for each call to choose the one signature that there is."""
        if args not in self.known:
            pysig, kinds = self._compiler.fold_argument_types(tuple(map(widened, args)), {})
            self.compile(tuple(kinds))
            self.known[args] = self.overloads[tuple(kinds)].signature.replace(pysig=pysig)
        return self.known[args]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

    def compile(self, sig: Any) -> Any:
        """As Numba does, without a look at the disk and at the clock whenever LLVM is called."""
        args, result = sigutils.normalize_signature(sig)
        with global_compiler_lock:
            if args not in self.overloads:
                told = {"dispatcher": self, "args": args, "return_type": result}
                with self._compiling_counter, event.trigger_event("numba:compile", data=told):
                    self.add_overload(self._compiler.compile(args, result))
            return self.overloads[args].entry_point


def widened(kind: Any) -> Any:
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


OPTIONS = {"nopython": True, "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def jit_rule(bounds: bool) -> Any:
    """What makes rules that other compiled code can call. `bounds`: an index outside its row raises IndexError.

    Rules only look at rows that others hold, so nothing counts who does (`_nrt`).
    """
    options = {**OPTIONS, "boundscheck": bounds, "_nrt": False}
    library = Linkable(cpu_target.target_context.codegen(), "rules")

    def linkable(_: Any, __: Any, ___: Any, *rest: Any) -> LinkableCompiler:
        return LinkableCompiler(typing(), target_of_rules(), library, *rest)

    return lambda f: RuleDispatcher(f, targetoptions=dict(options), pipeline_class=linkable)


def jit_thoroughly(bounds: bool) -> Any:
    """As Numba does it by itself: twice the time to compile, for code that is sometimes a little faster."""
    options = {**OPTIONS, "boundscheck": bounds}
    return lambda f: CPUDispatcher(f, targetoptions=dict(options))

"""How Numba is asked to compile a rule: once, whoever calls it, and optimised only where it ends up.

By itself Numba compiles a function anew for every width of number that it is called with, and optimises and emits
each one before its callers take it in and do so again. A rule is never run on its own: it is typed and lowered once,
and what becomes of it is done in the way in that it is linked into (see docs/adr/0009).

Numba is extended here by subclasses of some of its classes; nothing of it is changed. There is no public way to link
rules without compiling them twice, so this leans on how Numba is made inside: pyproject.toml says up to which version
that was tried, and every test of the compiled gear would notice.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import parse_assembly
from numba import types
from numba.core import codegen, compiler
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys


class Linkable(codegen.JITCodeLibrary):
    """Code to be linked into other code: neither optimised as a whole nor made into machine code by itself."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self) -> Linkable:
        return self

    def set_env(self, name: str, env: Any) -> None:
        """There is no machine code yet that could look for its environment."""


class LinkableCompiler(compiler.Compiler):
    """Numba's compiler, with its results in a Linkable."""

    def define_pipelines(self) -> Any:
        state = self.state
        state.library = Linkable(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class RuleDispatcher(CPUDispatcher):
    """A rule as compiled code calls it: numbers of any width are handed over as 64 bits, which they are computed in."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})


def widened(kind: Any) -> Any:
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


OPTIONS = {"nopython": True, "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def jit_rule(bounds: bool) -> Any:
    """What makes rules that other compiled code can call. `bounds`: an index outside its row raises IndexError."""
    options = {**OPTIONS, "boundscheck": bounds}
    return lambda f: RuleDispatcher(f, targetoptions=dict(options), pipeline_class=LinkableCompiler)


def jit_thoroughly(f: Any) -> Any:
    """As Numba does it by itself: twice the time to compile, for code that is sometimes a little faster."""
    return CPUDispatcher(f, targetoptions=dict(OPTIONS))


class MachineCode(CompileResultCacheImpl):
    """Nothing is linked to a way in, so what that would take is not kept: every process would read it.

    Numba looks there for the names of what it may call, so there is still one.
    """

    def reduce(self, cres: Any) -> Any:
        (name, kind, (machine_code, _)), *rest = super().reduce(cres)
        named = parse_assembly(f'define void @"{cres.fndesc.llvm_cpython_wrapper_name}"() {{ ret void }}')
        return (name, kind, (machine_code, named.as_bitcode())), *rest


class Shelf(FunctionCache):
    """What was compiled before, loaded without all that Numba compiles with.

    Numba first gathers everything that it could compile, and all of SciPy where that is installed: half of the time of a
    process that finds its rules compiled. Machine code needs none of it but what counts references. Whatever is
    compiled gathers it then.
    """

    _impl_class = MachineCode

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class WayIn(CPUDispatcher):
    """Compiled code that Python calls, kept on disk."""

    def enable_caching(self) -> None:
        self._cache = Shelf(self.py_func)


def jit_kept(**options: Any) -> Any:
    """What makes ways in, which are kept beside their source."""

    def keep(f: Any) -> WayIn:
        made = WayIn(f, targetoptions={"nopython": True, **options})
        made.enable_caching()
        return made

    return keep

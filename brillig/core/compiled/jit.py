"""How Numba is asked to compile a rule: once, whoever calls it, and optimised only where it ends up.

By itself Numba compiles a function anew for every width of number that it is called with, and optimises and emits
each one before its callers take it in and do so again. A rule is never run on its own: it is typed and lowered once,
and what becomes of it is done in the way in that it is linked into (see docs/adr/0009).

Numba is extended here by subclasses of three of its classes, and of two more in shelf.py; nothing of it is changed.
There is no public way to link rules without compiling them twice, so this leans on how Numba is made inside:
pyproject.toml says up to which version that was tried, and every test of the compiled gear would notice.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import codegen, compiler
from numba.core.registry import CPUDispatcher


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


def jit_thoroughly(bounds: bool) -> Any:
    """As Numba does it by itself: twice the time to compile, for code that is sometimes a little faster."""
    options = {**OPTIONS, "boundscheck": bounds}
    return lambda f: CPUDispatcher(f, targetoptions=dict(options))

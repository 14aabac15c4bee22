"""Ways into compiled code as they are kept: loaded without what Numba compiles with.

Before Numba loads anything it gathers all that it could compile, and SciPy where that is installed: a third of the time of
a process that finds its rules compiled. Machine code needs none of it. What is compiled after all gathers it then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite.binding import parse_assembly
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys


class MachineCode(CompileResultCacheImpl):
    """Compiled code without what linking to it would take: nothing is linked to a way in, and every process would read it.

    There Numba also finds the names of what it may call, so the one that it does call is left.
    """

    def reduce(self, cres: Any) -> Any:
        (name, kind, (machine_code, _)), *rest = super().reduce(cres)
        named = parse_assembly(f'define void @"{cres.fndesc.llvm_cpython_wrapper_name}"() {{ ret void }}')
        return (name, kind, (machine_code, named.as_bitcode())), *rest


class Shelf(FunctionCache):
    """Where the compiled code of one way in is kept. If it is not there, the function is given what it needs to be compiled."""

    _impl_class = MachineCode

    def __init__(self, f: Any, names: Callable[[], dict[str, Any]]) -> None:
        super().__init__(f)
        self.f, self.names = f, names

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)  # what counts references, which is all that code needs to be there
        with self._guard_against_spurious_io_errors():
            if found := self._load_overload(sig, target_context):
                return found
        self.f.__globals__.update(self.names())
        return None


def jit_kept(*, nogil: bool = False) -> Any:
    """What makes ways in, which are kept beside their source."""

    def keep(f: Any, names: Callable[[], dict[str, Any]]) -> Any:
        way_in = CPUDispatcher(f, targetoptions={"nopython": True, "nogil": nogil})
        way_in._cache = Shelf(f, names)
        return way_in

    return keep

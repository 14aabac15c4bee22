"""The steps of Numba that a rule goes through, each without what a rule has no use for.

Between its steps Numba works out again and again how long each variable lives, to count references and to resume
generators. Rules do neither, and catch no exceptions. So what is left is: from Python's instructions to statements, each
variable given once, types, and LLVM's words.
"""

from __future__ import annotations

from typing import Any

from numba.core import errors, interpreter, ir, ssa, transforms
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.ir_utils import build_definitions

from brillig.core.compiled.lowering import Lowering

# What Numba puts right afterwards, by the instructions it comes from: calls with `*` and long displays. (No set: its order
# is another in every process, and what is kept on disk goes by what is written here.)
UNUSUAL = ("BUILD_LIST", "LIST_EXTEND", "LIST_TO_TUPLE", "CALL_FUNCTION_EX", "BUILD_MAP", "DICT_MERGE", "DICT_UPDATE")


class Interpreter(interpreter.Interpreter):
    def post_process(self, peepholes: Any, func_ir: Any) -> Any:
        if all(each.opname not in UNUSUAL for each in self.bytecode.table.values()):
            return func_ir
        return super().post_process(peepholes, func_ir)

    def _end_try_blocks(self) -> None:
        """There are none."""


class Translated(untyped.TranslateByteCode):
    def run_pass(self, state: Any) -> bool:
        if state.func_id.code.co_exceptiontable:
            loc = ir.Loc.from_function_id(state.func_id)
            raise errors.UnsupportedBytecodeError("`try` and `with` are not for rules.", loc=loc)
        state.func_ir = Interpreter(state.func_id).interpret(state.bc)
        state.func_ir.generator_info = None
        return True


class GivenOnce(untyped.ReconstructSSA):
    def run_pass(self, state: Any) -> bool:
        state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)  # one way back in each loop
        state.func_ir = ssa.reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


class Joined(typed.PreLowerStripPhis):
    def run_pass(self, state: Any) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        return True


class Lowered(typed.NativeLowering):
    lowering_class = Lowering


class Steps:
    """As Numba's PassManager, which before every step would write down what it is given, and that is a whole record."""

    pipeline_name, exec_times = "rule", ()
    each = (
        Translated(),
        untyped.FixupArgs(),
        GivenOnce(),
        typed.NopythonTypeInference(),
        Joined(),
        Lowered(),
        typed.NoPythonBackend(),
    )

    @classmethod
    def run(cls, state: Any) -> None:
        for step in cls.each:
            step.run_pass(state)

"""A GPU that is not there: numba-cuda's code for the card, run on the CPU.

numba-cuda writes a kernel down as LLVM's assembly, of which NVIDIA's compilers make a card's code. Here LLVM makes code for the
CPU of that very text, and threads run one after the other, the last first. Only what a CPU lacks is replaced: kinds of memory,
a thread's number, and two functions of NVIDIA's.

Where a card and a CPU may differ is watched. A thread's own memory holds rubbish when it begins: numba-cuda wipes it, but does
not promise to. A shift by more bits than a number has, and a fraction made whole that does not fit, are faults.
"""

from __future__ import annotations

import ctypes
import importlib
import re
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, types

from brillig.bots.gpu import cuda as bot
from brillig.core.cuda import Cuda, find_driver
from brillig.core.game import Game
from brillig.learn.gpu import games as environments

HOPPER = (9, 0)
CHIPS = 2  # that it pretends to have
PLENTY = 1 << 34  # bytes of memory
RUBBISH = 0xAA  # in every byte of it

# ---- the text ------------------------------------------------------------------------------------------------------

MISSING = """
@faults = global i64 0
@at.tid = global i32 0
@at.ntid = global i32 0
@at.ctaid = global i32 0
@at.nctaid = global i32 0
declare double @llvm.sqrt.f64(double)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @fault(i1 %is) {
  %one = zext i1 %is to i64
  %was = load i64, ptr @faults
  %now = add i64 %was, %one
  store i64 %now, ptr @faults
  ret void
}
define void @rubbish(ptr %room, i64 %bytes) {
  call void @llvm.memset.p0.i64(ptr %room, i8 {rubbish}, i64 %bytes, i1 0)
  ret void
}
define double @__nv_sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
define double @__nv_fmin(double %x, double %y) {
  %less = fcmp olt double %x, %y
  %least = select i1 %less, double %x, double %y
  ret double %least
}
define i64 @whole(double %x) {
  %above = fcmp uge double %x, 0x43E0000000000000
  %below = fcmp ult double %x, 0xC3E0000000000000
  %wrong = or i1 %above, %below
  call void @fault(i1 %wrong)
  %some = select i1 %wrong, double 0.0, double %x
  %found = fptosi double %some to i64
  ret i64 %found
}
"""
REGISTER = """
define i32 @{name}() {{
  %found = load i32, ptr @at.{name}
  ret i32 %found
}}
"""
SHIFT = """
define i{bits} @{name}.i{bits}(i{bits} %x, i{bits} %by) {{
  %wrong = icmp uge i{bits} %by, {bits}
  call void @fault(i1 %wrong)
  %some = select i1 %wrong, i{bits} 0, i{bits} %by
  %found = {name} i{bits} %x, %some
  ret i{bits} %found
}}
"""
ALL_THREADS = """
define void @all_threads(i32 %blocks, i32 %threads, {takes}) {{
before:
  store i32 %threads, ptr @at.ntid
  store i32 %blocks, ptr @at.nctaid
  %all = mul i32 %blocks, %threads
  br label %next
next:
  %left = phi i32 [ %all, %before ], [ %at, %thread ]
  %done = icmp eq i32 %left, 0
  br i1 %done, label %after, label %thread
thread:
  %at = sub i32 %left, 1
  %block = udiv i32 %at, %threads
  %number = urem i32 %at, %threads
  store i32 %block, ptr @at.ctaid
  store i32 %number, ptr @at.tid
  call void @"{name}"({takes})
  br label %next
after:
  ret void
}}
declare void @"{name}"({kinds})
"""
SUPPORT = MISSING.replace("{rubbish}", str(RUBBISH))
SUPPORT += "".join(REGISTER.format(name=name) for name in ("tid", "ntid", "ctaid", "nctaid"))
SUPPORT += "".join(SHIFT.format(name=name, bits=bits) for name in ("shl", "lshr", "ashr") for bits in (8, 16, 32, 64))
DECLARED = {
    name: f"declare {gives} @{name}({re.sub(r' %[a-z]+', '', takes)})"
    for gives, name, takes in re.findall(r"^define (\S+) @([\w.]+)\((.*)\)", SUPPORT, re.M)
}


def for_cpu(text: str) -> str:
    """One of numba-cuda's modules as a CPU can have it."""
    text = re.sub(r'^(target |!nvvm|@"llvm.used"|declare .*@"(llvm\.nvvm|__nv_)).*', "", text, flags=re.M)
    text = re.sub(r" addrspace\(\d+\)", "", text).replace("addrspacecast", "bitcast")
    text = re.sub(r'@"llvm\.nvvm\.read\.ptx\.sreg\.(\w+)\.x"', r"@\1", text)
    text = re.sub(r"= (shl|lshr|ashr) (i\d+) (\S+), (%.*)", r"= call \2 @\1.\2(\2 \3, \2 \4)", text)
    text = re.sub(r"= fptosi double (\S+) to i64", r"= call i64 @whole(double \1)", text)
    text = re.sub(
        r'store (.*) zeroinitializer, .* (%"_cudapy_lmem[^"]*")',
        r"call void @rubbish(\1* \2, i64 ptrtoint (\1* getelementptr (\1, \1* null, i32 1) to i64))",
        text,
    )
    used = sorted(set(re.findall(r'@"?([\w.]+)"?\(', text)) & DECLARED.keys())
    return "\n".join([text, *(DECLARED[name] for name in used)])


# ---- a kernel ------------------------------------------------------------------------------------------------------


def machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(opt=1, jit=True)


class Compiled:
    """A kernel for arguments of some kinds, as code of this CPU."""

    def __init__(self, texts: list[str], name: str) -> None:
        head = re.search(rf'^define void @"{re.escape(name)}"\((.*)\)$', "\n".join(texts), re.M)
        assert head, name
        kinds = ["ptr" if "*" in each else each.strip(", ") for each in re.split(r'%"[^"]*"', head[1])[:-1]]
        assert set(kinds) <= {"ptr", "i64"}, kinds
        takes = ", ".join(f"{kind} %a{k}" for k, kind in enumerate(kinds))
        all_threads = ALL_THREADS.format(name=name, takes=takes, kinds=", ".join(kinds))
        self.module = llvm.parse_assembly(SUPPORT + all_threads)
        for text in texts:
            self.module.link_in(llvm.parse_assembly(for_cpu(text)))
        cpu = machine()
        self.module.triple, self.module.data_layout = llvm.get_default_triple(), str(cpu.target_data)
        self.module.verify()
        for f in self.module.functions:
            if not f.is_declaration and f.name != "all_threads":
                f.linkage = "internal"
        builder = llvm.create_pass_builder(cpu, llvm.create_pipeline_tuning_options(speed_level=1))
        builder.getModulePassManager().run(self.module, builder)
        self.engine = llvm.create_mcjit_compiler(self.module, cpu)
        self.engine.finalize_object()
        kind = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_int32, *[ctypes.c_int64] * len(kinds))
        self.run = kind(self.engine.get_function_address("all_threads"))
        self.faults = ctypes.c_int64.from_address(self.engine.get_global_value_address("faults"))

    def __call__(self, blocks: int, threads: int, *words: int) -> None:
        self.run(blocks, threads, *words)
        assert self.faults.value == 0, f"{self.faults.value} shifts or fractions that a card takes otherwise than a CPU"


class Kernel:
    """What `cuda.jit` makes of a kernel."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.compiled: dict[tuple[Any, ...], Compiled] = {}

    def __getitem__(self, grid: tuple[int, ...]) -> Any:
        """A launch: so many blocks of so many threads, on whatever stream."""
        return lambda *given: self.launch(grid[0], grid[1], given)

    def launch(self, blocks: int, threads: int, given: tuple[Any, ...]) -> None:
        kinds = tuple(types.int64 if isinstance(each, int) else each._numba_type_ for each in given)
        if kinds not in self.compiled:
            self.compiled[kinds] = Compiled(*assembly(self.function, kinds))
        words = (word for each in given for word in ([each] if isinstance(each, int) else each.words()))
        self.compiled[kinds](blocks, threads, *words)


def assembly(function: Any, kinds: tuple[Any, ...]) -> tuple[list[str], str]:
    """What numba-cuda hands to NVIDIA's compiler, and the kernel's name in it."""
    compiler = importlib.import_module("numba.cuda.compiler")
    made, _ = compiler._compile_pyfunc_with_fixup(function, kinds, device=False, abi="numba", cc=HOPPER)
    return made.llvm_strs, made._entry_name


# ---- its memory, and numba's cuda over it --------------------------------------------------------------------------


class Array:
    """An array in the memory of the GPU."""

    def __init__(self, array: Any) -> None:
        self.array, self.shape, self.dtype = array, array.shape, array.dtype
        self._numba_type_ = types.Array(from_dtype(array.dtype), array.ndim, "C")
        self.__cuda_array_interface__ = {**array.__array_interface__, "version": 3, "strides": None, "stream": None}

    def words(self) -> list[int]:
        """What a kernel is told of it."""
        a = self.array
        return [0, 0, a.size, a.itemsize, a.ctypes.data, *a.shape, *a.strides]

    def reshape(self, *shape: int) -> Array:
        return Array(self.array.reshape(*shape))

    def view(self, dtype: Any) -> Array:
        return Array(self.array.view(dtype))

    def copy_to_host(self, there: Any = None) -> Any:
        if there is None:
            return self.array.copy()
        there[...] = self.array
        return there

    def copy_to_device(self, here: Any) -> None:
        self.array[...] = here


class Memory(NamedTuple):
    free: int
    total: int


def device_array(shape: Any, dtype: Any) -> Array:
    """Rubbish, as on a GPU."""
    made = np.full(int(np.prod(shape)) * np.dtype(dtype).itemsize, RUBBISH, np.uint8).view(dtype).reshape(shape)
    return Array(made)


def install(monkeypatch: Any) -> Any:
    """numba's cuda as if there were a GPU, for a test."""
    driver = find_driver()
    jit, chip = driver.jit, SimpleNamespace(compute_capability=HOPPER, MULTIPROCESSOR_COUNT=CHIPS)
    memory = Memory(PLENTY, PLENTY)

    def made(function: Any = None, device: bool = False, **how: Any) -> Any:
        return jit(device=True) if device else Kernel(function)

    for name, stand_in in {
        "jit": made, "is_available": lambda: True, "synchronize": lambda: None, "get_current_device": lambda: chip,
        "current_context": lambda: SimpleNamespace(get_memory_info=lambda: memory), "device_array": device_array,
        "to_device": lambda array: Array(np.array(array, order="C")),
    }.items():  # fmt: skip
        monkeypatch.setattr(driver, name, stand_in)
    monkeypatch.setattr(importlib.import_module("numba.cuda.dispatcher"), "get_current_device", lambda: chip)
    # What is made for this GPU is not kept beyond the test.
    for module, names in ((bot, ("_rooms", "_gpus")), (environments, ("compiled", "common"))):
        for name in names:
            kept = getattr(module, name)
            monkeypatch.setattr(module, name, {} if isinstance(kept, dict) else cache(kept.__wrapped__))
    monkeypatch.setattr(Game, "cuda", property(cache(Cuda)))
    return driver

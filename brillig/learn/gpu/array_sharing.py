"""Arrays in a GPU's memory for other libraries, without copying: `__cuda_array_interface__` and DLPack.

    torch.from_dlpack(games.observation)      jax.dlpack.from_dlpack(...)      cupy.from_dlpack(...)

All see the same memory, which the next step writes over: who wants to keep something copies it.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

LIBRARIES = ("torch", "jax", "cupy", "bare")
CUDA_DEVICE = 2  # DLPack's number for NVIDIA's GPUs
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # and for kinds of number
CAPSULE = b"dltensor"
LEGACY_STREAM = 1


class Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class DataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device", Device), ("ndim", ctypes.c_int32), ("dtype", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


class Managed(ctypes.Structure):
    """DLPack's DLManagedTensor."""


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(Managed))
Managed._fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]

_handed_over: dict[int, tuple[Any, ...]] = {}  # what other libraries still look at


def _let_go(managed: Any) -> None:
    _handed_over.pop(ctypes.addressof(managed.contents), None)


LET_GO = DELETER(_let_go)


class OnGpu:
    """An array on the GPU that other libraries can take as it is."""

    def __init__(self, array: Any) -> None:
        self.array = array  # numba's
        self.shape, self.dtype = array.shape, array.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        said: dict[str, Any] = self.array.__cuda_array_interface__
        return said

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA_DEVICE, 0

    def __dlpack__(self, stream: int | None = None, **wishes: Any) -> Any:
        if stream not in (None, -1, 0, LEGACY_STREAM):  # a stream of its own does not wait for ours by itself
            importlib.import_module("numba.cuda").synchronize()
        said = self.__cuda_array_interface__
        count = len(self.shape)
        strides = said.get("strides") or self.array.strides
        steps = (ctypes.c_int64 * count)(*(step // self.dtype.itemsize for step in strides))
        sizes = (ctypes.c_int64 * count)(*self.shape)
        managed = Managed()
        managed.tensor = Tensor(
            said["data"][0], Device(CUDA_DEVICE, 0), count,
            DataType(CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1), sizes, steps, 0,
        )  # fmt: skip
        managed.deleter = LET_GO
        _handed_over[ctypes.addressof(managed)] = (managed, sizes, steps, self.array)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(managed), CAPSULE, None)

    def numpy(self) -> Any:
        """A copy in the computer's own memory."""
        return self.array.copy_to_host()

    def __repr__(self) -> str:
        return f"<OnGpu {self.dtype} {self.shape}>"


def choose(library: str | None) -> str:
    """The library that arrays are handed over to; without a wish PyTorch if it is there."""
    if library is None:
        return "torch" if importlib.util.find_spec("torch") else "bare"
    if library not in LIBRARIES:
        raise ValueError(f"arrays cannot be {str(library)[:40]!r}; it can be {', '.join(map(repr, LIBRARIES))}.")
    if library != "bare" and not importlib.util.find_spec(library):
        raise ImportError(f"{library} is not installed, and arrays={library!r} needs it; arrays='bare' needs nothing.")
    return library


def taker(library: str) -> Callable[[OnGpu], Any]:
    """What makes an array of that library of one of ours."""
    if library == "bare":
        return lambda array: array
    if library == "torch":
        torch: Any = importlib.import_module("torch")
        return lambda array: torch.as_tensor(array, device="cuda")
    if library == "cupy":
        cupy: Any = importlib.import_module("cupy")
        return lambda array: cupy.asarray(array)
    dlpack: Any = importlib.import_module("jax.dlpack")
    return lambda array: dlpack.from_dlpack(array)


def stream_of(library: str) -> int:
    """The stream on which that library works now, as a number."""
    if library == "torch":
        torch: Any = importlib.import_module("torch")
        return int(torch.cuda.current_stream().cuda_stream)
    if library == "cupy":
        cupy: Any = importlib.import_module("cupy")
        return int(cupy.cuda.get_current_stream().ptr)
    return 0

"""The machine below a server: its clocks and its memory."""

from __future__ import annotations

import ctypes
import gc
import time
from contextlib import suppress


def tidy() -> None:
    """Collect what refers to itself in circles, and give memory back to the system where that takes it."""
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def steady() -> int:
    """Milliseconds of a clock that is never set."""
    return time.monotonic_ns() // 1_000_000


def calendar() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000

"""What is compiled is kept on disk: a folder for each fingerprint, and ways into the code that lies there."""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

MARK = "kept.py"
WHY = "# Numba keeps what it compiles beside a source file. This is that file; the source itself is in Brillig.\n"


DAMAGED = (EOFError, pickle.UnpicklingError, AttributeError, ImportError)  # what Numba raises when it cannot read it


_told: set[Path] = set()  # folders that cannot be written: it is said once


class CacheWarning(UserWarning):
    """Compiled rules cannot be kept on disk."""


class Kernel:
    """A way into compiled code, kept on disk. A damaged file there is thrown away and made again."""

    __slots__ = ("folder", "keep", "names", "plain", "run")

    def __init__(self, keep: Any, plain: Any, names: Callable[[], dict[str, Any]], folder: Path) -> None:
        """`names`: what the names in its code mean to compiled code. It is asked only if there is something to compile."""
        self.keep, self.plain, self.names, self.folder = keep, settled(plain, folder), names, folder
        self.run = keep(self.plain, names)

    def __call__(self, *args: Any) -> Any:
        try:
            return self.run(*args)
        except DAMAGED:
            shutil.rmtree(self.folder / "__pycache__", ignore_errors=True)
            self.run = self.keep(self.plain, self.names)
            return self.run(*args)


def settled(f: Any, folder: Path) -> Any:
    """The same function as if it stood at the top of a file in that folder, wherever it really stands, in a bare module.

    Numba names its files by the place of the source and asks when that was changed. Here the folder's name answers
    for the code, so a line that was shifted or a comment that was changed compiles nothing again.
    """
    code = f.__code__.replace(co_filename=str(folder / MARK), co_firstlineno=1)
    again = types.FunctionType(code, {}, f.__name__, f.__defaults__, f.__closure__)
    again.__module__, again.__qualname__ = f.__module__, f.__qualname__
    return again


def cache_folder(name: str, key: str) -> Path:
    """Where the compiled code of this fingerprint lies; a folder for this run only if that cannot be written."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    base = Path(os.environ.get("BRILLIG_CACHE") or home / "brillig")
    folder = base / f"{name}-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _mark(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as why:
        if base not in _told:
            _told.add(base)
            warnings.warn(
                f"Compiled rules cannot be kept in {base} ({why.strerror or why}), so every run compiles them again; "
                "set BRILLIG_CACHE to a folder that can be written.",
                CacheWarning,
                stacklevel=2,
            )
        folder = Path(tempfile.mkdtemp(prefix="brillig-"))
        _mark(folder)
        return folder


def _mark(folder: Path) -> None:
    """Put the file there that the compiled code is kept beside. It must never change: Numba looks at its date."""
    if not (folder / MARK).exists():
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as new:
            new.write(WHY)
        os.replace(new.name, folder / MARK)

"""Brillig: a home for tabletop games. Rules written once in Python, run interpreted, compiled, or on a GPU."""

from brillig.catalogue import load
from brillig.core import *  # noqa: F403
from brillig.core import __all__ as _core

__version__ = "0.1.0"
__all__ = [*_core, "__version__", "load"]

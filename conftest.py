"""Shared by all tests: both gears, and rules compiled on the fly."""

import numba
import numpy as np
import pytest

from brillig.core.rule import Translator


@pytest.fixture(params=["plain", "compiled"])
def gear(request):
    return request.param


@pytest.fixture(scope="session")
def compiled():
    """A rule as the compiled gear would have it."""
    return Translator(numba.njit, {}, lambda values: np.array(values, np.int64))

"""Shared by all tests: both gears, rules compiled on the fly, and at the end where the time went."""

from collections import Counter
from pathlib import Path

import numba
import numpy as np
import pytest

from brillig.core.compiled import shared
from brillig.core.rule import Translator

shared.LONG = float("inf")  # nothing here runs long enough to be worth half a minute of compiling beside it


@pytest.fixture(params=["plain", "compiled"])
def gear(request):
    return request.param


@pytest.fixture(scope="session")
def compiled():
    """A rule as the compiled gear would have it."""
    return Translator(numba.njit, {}, lambda values: np.array(values, np.int64))


def pytest_terminal_summary(terminalreporter):
    """Where the time goes, by room: seconds of all workers together."""
    seconds, tests = Counter(), Counter()
    for report in (r for reports in terminalreporter.stats.values() for r in reports if hasattr(r, "duration")):
        path = Path(report.nodeid.split("::")[0])
        room = f"games/{path.parts[2]}" if path.parts[:2] == ("brillig", "games") else str(path.parent)
        seconds[room] += report.duration
        tests[room] += report.when == "call"
    if len(seconds) < 2:
        return
    terminalreporter.section("where the time goes")
    total = sum(seconds.values())
    for room, spent in [*seconds.most_common(), ("all", total)]:
        count = tests[room] if room != "all" else tests.total()
        terminalreporter.line(f"{room:<28}{spent:>8.1f} s {spent / total:>5.0%} {count:>6} tests")

"""Kill the server while people play: nothing that was acknowledged is lost, doubled or moved."""

from __future__ import annotations

import random

import pytest

from tests.faults.crash import run


def test_a_few_matches_and_kills():
    found = run(12, 4, random.randrange(1 << 32))
    assert not found["faults"], found
    assert found["matches"] >= 12
    assert found["moves"] > 100
    assert found["reconnects"] >= 12  # the kills were felt


@pytest.mark.soak
def test_200_matches_and_50_kills():
    found = run(200, 50, random.randrange(1 << 32))
    print(found)
    assert not found["faults"], found
    assert found["matches"] >= 200
    assert found["slowest_start"] < 3.0

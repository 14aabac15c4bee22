"""Three nodes behind HAProxy, while they are killed, put to sleep, cut off and restarted, and the database with them."""

from __future__ import annotations

import random

import pytest

from tests.faults import nodes


@pytest.mark.xdist_group("postgres")
def test_nothing_acknowledged_is_lost_when_nodes_fail():
    found = nodes.run(
        6, ["kill", "sleep", "cut", "database", "restart"], random.randrange(1 << 32), asleep=8.0, clock=7
    )
    print(found)
    assert not found["faults"], found
    assert found["matches"] >= 6
    assert found["outages"] >= 5  # it was felt
    assert found["worst"] < 30  # (on a machine that is not busy, a few seconds: docs/hosting.md)


@pytest.mark.soak
def test_300_matches_and_60_events():
    seed = random.randrange(1 << 32)
    found = nodes.run(300, nodes.at_random(60, seed), seed, asleep=20.0, clock=15)
    print(found)
    assert not found["faults"], found

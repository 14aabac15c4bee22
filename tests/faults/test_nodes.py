"""Three nodes behind HAProxy, while they are killed, put to sleep, cut off and restarted, and the database with them."""

from __future__ import annotations

import random

import pytest

from tests.faults import nodes


@pytest.mark.xdist_group("postgres")
def test_nothing_acknowledged_is_lost_when_nodes_fail():
    found = nodes.run(
        6, ["kill", "sleep", "cut", "database", "restart"], random.randrange(1 << 32), asleep=16.0, clock=14
    )
    print(found)
    assert not found["faults"], found
    assert found["matches"] >= 6
    assert len(found["outages"]) >= 5  # it was felt
    assert (
        max(took for _, took in found["outages"]) < 30
    )  # (on a machine that is not busy, a few seconds: docs/hosting.md)
    assert "| `kill -9` of a node | 1 |" in nodes.table([found])


@pytest.mark.soak
def test_300_matches_and_60_events():
    seed = random.randrange(1 << 32)
    rounds = nodes.soak(300, 60, seed)
    print(nodes.table(rounds))
    assert not any(each["faults"] for each in rounds)


def test_a_run_that_was_broken_off_goes_on(tmp_path, monkeypatch):
    played = []

    def one(matches, events, seed, asleep, clock):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(seed)
        counted = {"matches": 1, "moves": 30, "reconnects": 2, "faults": []}
        return {**counted, "events": events, "outages": [(events[0], 1.5)]}

    monkeypatch.setattr(nodes, "run", one)
    with pytest.raises(KeyboardInterrupt):
        nodes.soak(1, 25, 7, tmp_path / "soak")
    played.clear()
    rounds = nodes.soak(1, 25, 7, tmp_path / "soak")
    assert played == [27]  # only the last
    assert "3 matches, 90 choices, 6 reconnects, 0 faults." in nodes.table(rounds)
    with pytest.raises(SystemExit, match="is of another run"):
        nodes.soak(1, 25, 8, tmp_path / "soak")

"""Three nodes behind HAProxy, while they are killed, put to sleep, cut off and restarted, and the database with them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from brillig.web.host.company import UNWRITABLE
from brillig.web.http.api import UNHEARD
from tests.faults import nodes
from tests.faults.time_up import Lateness, RanOut, blame, ran_out


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


@pytest.mark.xdist_group("postgres")
def test_a_database_that_is_gone_for_a_while_shuts_nobody_out():
    found = nodes.run(3, ["away"], random.randrange(1 << 32), asleep=0.0, clock=20)
    print(found["faults"], found["outages"][-6:], Counter(found["told"]), found["logged"])
    assert not found["faults"]
    assert UNWRITABLE in found["told"]  # to sockets; those who were there have heard the same
    assert UNHEARD in found["told"]
    assert not [page for page in found["told"] if "<html>" in page]  # the proxy's own begin so, and ours do not
    assert found["outages"]  # they came back
    assert found["logged"] == [["the database fails", "the database is well again"]] * 3


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


def test_who_is_to_blame_for_a_clock_that_ran_out():
    line = '{"at":"2026-01-02T03:04:05.500+00:00","level":"info","event":"a clock ran out","table":"t","seat":"1","time":"20000","here":"%d"}'
    calm, busy = Lateness(), Lateness()
    calm.seen, busy.seen = [(1767323040.0, 0.3)], [(1767323040.0, 4.0), (1767320000.0, 9.0)]
    for here, lateness, wrong in [
        (14_900, busy, "a clock of 15 s ran out at a node that had had the table for 14.9 s"),
        (15_000, calm, "nobody chose for 15 s at a node that served the table, and this run was late by 0.3 s at most"),
        (15_000, busy, ""),
    ]:
        said = ran_out(["", line % here])
        assert said == {("t", 20_000): RanOut(1767323045.5, here)}
        assert blame(said["t", 20_000], 15, lateness) == wrong
    assert blame(None, 15, busy) == "a clock ran out, and no node has said where"

"""A real cluster of three processes, of which one is killed."""

import os
import signal

import pytest

from brillig.lab.simulation.cluster import Dask, NoCluster
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.simulate import Threads, WorkersLost, resume, start

distributed = pytest.importorskip("distributed")


def test_a_killed_worker_loses_nothing(tmp_path, gold_mine, monkeypatch):
    plan = make_plan(gold_mine, seats=4, games=30_000, seed=2)
    alone = start(plan, tmp_path / "threads")
    alone.go(Threads(alone.lab, 2, True))
    alone.folder.close()

    together = start(plan, tmp_path / "cluster")
    monkeypatch.setattr(Dask, "seconds", 0.05)  # many small portions, so that some are under way when it happens
    cluster = Dask(plan, "local", True, workers=3)
    workers = cluster.client.run(os.getpid)
    assert len(set(workers.values())) == 3
    victim = next(iter(workers.values()))
    killed = []

    def tell(done):
        if done > 5_000 and not killed:
            os.kill(victim, signal.SIGKILL)
            killed.append(done)

    assert together.go(cluster, tell)
    together.folder.close()
    assert killed
    assert killed[0] < 30_000
    for name in ("games.csv", "checkpoint.json"):
        assert (tmp_path / "cluster" / name).read_bytes() == (tmp_path / "threads" / name).read_bytes()


def test_when_all_workers_are_lost_it_stops_and_can_go_on(tmp_path, gold_mine, monkeypatch):
    plan = make_plan(gold_mine, seats=4, games=60_000, seed=2)
    monkeypatch.setattr(Dask, "seconds", 0.05)
    monkeypatch.setattr("brillig.lab.simulation.cluster.WITHOUT", 2.0)
    run = start(plan, tmp_path / "cluster")
    cluster = Dask(plan, "local", True, workers=1)
    gone = []

    def tell(done):
        if done > 5_000 and not gone:
            gone.append(done)
            cluster._cluster.scale(0)

    with pytest.raises(WorkersLost, match="All workers of the cluster are lost"):
        run.go(cluster, tell)
    run.folder.close()
    on = resume(tmp_path / "cluster", gold_mine, {})
    assert 5_000 < on.done == run.done < 60_000
    assert on.go(Threads(on.lab, 2, True))
    on.folder.close()
    alone = start(plan, tmp_path / "threads")
    alone.go(Threads(alone.lab, 2, True))
    alone.folder.close()
    for name in ("games.csv", "checkpoint.json"):
        assert (tmp_path / "cluster" / name).read_bytes() == (tmp_path / "threads" / name).read_bytes()


def test_an_unreachable_cluster(run, tmp_path, monkeypatch):
    monkeypatch.setattr("brillig.lab.simulation.cluster.PATIENCE", 0.5)
    ran = run("simulate", "gold-mine", "--cluster", "tcp://127.0.0.1:9", "--out", tmp_path / "out", "--games", 10)
    assert ran.code == 2
    assert ran.err == "The cluster at tcp://127.0.0.1:9 cannot be reached; is its scheduler running?\n"
    assert not (tmp_path / "out").exists()
    assert "cannot be reached" in run("simulate", "gold-mine", "--cluster", "no address").err


def test_without_dask(gold_mine, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster, match="pip install 'brillig\\[cluster\\]'"):
        Dask(make_plan(gold_mine), "local", False)

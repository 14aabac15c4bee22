"""brillig simulate: the same numbers however it is run, stopped and gone on with; nothing overwritten."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import brillig
from brillig.cli import main
from brillig.core.game import Game
from brillig.lab.report.findings import summarise
from brillig.lab.simulation.folder import read
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.simulate import PortionSize, Threads, start

from .conftest import contents

FILES = ["checkpoint.json", "games.csv", "games.parquet", "report.html", "summary.json"]


def rows(path):
    with (path / "games.csv").open() as lines:
        head = lines.readline()
        return head, list(csv.DictReader(lines))


# ---- what is written -----------------------------------------------------------------------------------------------


def test_everything_is_written_and_signed(run, tmp_path, gold_mine):
    out = tmp_path / "new" / "out"
    ran = run("simulate", "gold-mine", "--seats", 3, "--games", 500, "--seed", 9, "--out", out)
    assert ran.code == 0
    assert sorted(os.listdir(out)) == FILES
    head, games = rows(out)
    rules = read(out).plan.rules
    assert head == f"# brillig {brillig.__version__}, gold-mine, rules {rules}, seed 9\n"
    played = gold_mine.playouts(500, 9, 3)
    assert [[int(g[f"score_{s}"]) for s in (1, 2, 3)] for g in games] == played.scores.tolist()
    assert [[int(g[f"rank_{s}"]) for s in (1, 2, 3)] for g in games] == played.ranks.tolist()
    assert [int(g["length"]) for g in games] == played.lengths.tolist()
    assert [int(g["game"]) for g in games] == list(range(500))
    assert all(int(g["made_stay"]) + int(g["made_run"]) == int(g["length"]) for g in games)
    assert all(g["first_to_decide"] == "" for g in games)
    summary = json.loads((out / "summary.json").read_text())
    assert (summary["seed"], summary["brillig"], summary["rules"]) == (9, brillig.__version__, rules)
    for words in (f"brillig {brillig.__version__}", rules, "seed 9"):
        assert words in (out / "report.html").read_text()
        assert words in ran.out
    assert "The report is" in ran.out


def test_parquet_holds_the_same(run, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "out"
    run(
        "simulate",
        "gold-mine",
        "--games",
        300,
        "--sweep",
        "reshuffle=no,yes",
        "--sweep",
        "seats=2,3",
        "--out",
        out,
        "--quiet",
    )
    table = parquet.read_table(out / "games.parquet")
    _, games = rows(out)
    assert table.num_rows == len(games) == 1200
    again = [{k: "" if v is None else str(v) for k, v in row.items()} for row in table.to_pylist()]
    assert again == games
    about = {k.decode(): v.decode() for k, v in table.schema.metadata.items()}
    assert about["seed"] == "0"
    assert about["rules"] == read(out).plan.rules
    assert about["brillig"] == brillig.__version__
    assert {row["score_3"] for row in games if row["seats"] == "2"} == {""}


def test_without_pyarrow_the_rest_is_written(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = run("simulate", "gold-mine", "--games", 50, "--out", tmp_path / "out")
    assert ran.code == 0
    assert "games.parquet was left out: it needs `pip install pyarrow`." in ran.out
    assert sorted(os.listdir(tmp_path / "out")) == [name for name in FILES if name != "games.parquet"]


def test_json_for_programs(run):
    ran = run("simulate", "othellino", "--games", 200, "--json", "--quiet")
    summary = json.loads(ran.out)
    assert ran.err == ""
    assert summary["game"] == "othellino"
    assert summary["variants"][0]["games"] == 200
    assert summary["command"].startswith("brillig simulate othellino --games 200 --seed 0 --seats 2 --bots random")
    assert "games/s" in run("simulate", "othellino", "--games", 50).err


def test_the_printed_command_gives_the_same_numbers(run):
    first = json.loads(run("simulate", "othellino", "--games", 100, "--seed", 5, "--sweep", "size=6,8", "--json").out)
    again = json.loads(run(*first["command"].split()[1:], "--json").out)
    assert again == first


# ---- the same numbers however it is run ----------------------------------------------------------------------------


def simulated(game, threads=1, out=None, **plan):
    going = start(make_plan(game, **plan), out)
    assert going.go(Threads(going.lab, threads, out is not None))
    return going


@pytest.mark.parametrize("bots", [["random"], ["greedy", "random"]])
def test_threads_do_not_matter(tmp_path, othellino, bots):
    n = 2000 if bots == ["random"] else 12
    for threads in (1, 3):
        simulated(othellino, threads, tmp_path / str(threads), games=n, bots=bots).folder.close()
    assert (tmp_path / "1" / "games.csv").read_bytes() == (tmp_path / "3" / "games.csv").read_bytes()
    assert (tmp_path / "1" / "checkpoint.json").read_bytes() == (tmp_path / "3" / "checkpoint.json").read_bytes()


def command(*args):
    return [sys.executable, "-m", "brillig", "simulate", *map(str, args)]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "out"
    with pytest.raises(SystemExit):
        main(command("gold-mine", "--seats", 4, "--games", 150_000, "--out", out, "--quiet", "--json")[3:])
    return contents(out)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_stopped_and_gone_on_with_equals_uninterrupted(run, tmp_path, uninterrupted, stop):
    out = tmp_path / "out"
    going = subprocess.Popen(
        command("gold-mine", "--seats", 4, "--games", 150_000, "--out", out, "--threads", 1),
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 60
    while not (out / "games.csv").exists() or (out / "games.csv").stat().st_size < 500_000:
        assert time.monotonic() < until
        assert going.poll() is None
        time.sleep(0.01)
    going.send_signal(stop)
    said = going.communicate(timeout=60)[1]
    done = read(out).done
    assert done < 150_000, "it was too quick to be stopped"
    if stop == signal.SIGINT:
        assert going.returncode == 130
        assert done > 0
        assert f"Stopped after {done:,} of 150,000 games." in said
        assert f"brillig simulate gold-mine --out {out} --resume" in said
    ran = run("simulate", "gold-mine", "--out", out, "--resume", "--threads", 2)
    assert ran.code == 0
    assert contents(out) == uninterrupted


def test_ctrl_c_without_a_folder(othellino):
    going = start(make_plan(othellino, games=10**9))
    calls = iter([False] * 20)
    assert not going.go(Threads(going.lab, 1, False), stopped=lambda: next(calls, True))
    assert 0 < going.done < 10**9


def test_half_written_lines_are_cut_off(run, tmp_path):
    whole, out = tmp_path / "whole", tmp_path / "out"
    run("simulate", "gold-mine", "--games", 900, "--out", whole)
    run("simulate", "gold-mine", "--games", 400, "--out", out)
    with (out / "games.csv").open("ab") as lines:
        lines.write(b"400,31,62")
    ran = run("simulate", "gold-mine", "--games", 900, "--out", out, "--resume")  # and more games than at first
    assert ran.code == 0
    assert contents(out) == contents(whole)


def test_going_on_when_nothing_is_left(run, tmp_path):
    run("simulate", "gold-mine", "--games", 100, "--out", tmp_path / "out")
    before = contents(tmp_path / "out")
    assert run("simulate", "gold-mine", "--out", tmp_path / "out", "--resume").code == 0
    assert contents(tmp_path / "out") == before


def test_a_sweep_has_every_combination(othellino):
    going = simulated(othellino, games=150, sweep={"size": [6, "8"], "first mover": ["seat 1", "seat 2"]})
    summary = summarise(going.plan, othellino, going.tallies)
    assert [f["label"] for f in summary["variants"]] == [
        "size 6, first mover seat 1", "size 6, first mover seat 2",
        "size 8, first mover seat 1", "size 8, first mover seat 2",
    ]  # fmt: skip
    for f in summary["variants"]:
        played = othellino.playouts(150, 0, 2, f["options"])
        assert f["scores"][0]["mean"] == pytest.approx(played.scores[:, 0].mean(), rel=1e-5)
        assert f["opener"] == "same"
    assert [e["option"] for e in summary["effects"]] == ["size", "first_mover"]


def test_bots_play(run):
    summary = json.loads(run("simulate", "othellino", "--bots", "random,greedy", "--games", 20, "--json").out)
    wins = [w["share"] for w in summary["variants"][0]["wins"]]
    assert wins[1] > 0.7
    assert "compare the bots" in summary["verdicts"][0]


def test_memory_stays_flat_because_portions_do(othellino):
    class Took:
        def __init__(self, count, seconds):
            self.task, self.seconds = type("T", (), {"count": count})(), seconds

    pace = PortionSize(0.25)
    for _ in range(20):
        pace.learn(Took(pace.games, pace.games * 1e-9))
    assert pace.games == 1 << 20
    pace.learn(Took(1000, 10.0))
    assert pace.games == 25


# ---- on a GPU ------------------------------------------------------------------------------------------------------


def test_a_gpu_gives_the_same_outcomes_and_the_rest_comes_from_a_sample(run, tmp_path, monkeypatch):
    plain = Game.playouts

    def on_a_gpu(self, *args, device="cpu", **named):
        return plain(self, *args, **named)

    monkeypatch.setattr(Game, "playouts", on_a_gpu)
    monkeypatch.setattr(Game, "cuda", None)
    monkeypatch.setattr("brillig.lab.simulation.portion.WATCHED", 300)
    monkeypatch.setattr("brillig.lab.simulation.portion.ON_A_GPU", 128)
    out = tmp_path / "out"
    card = json.loads(run("simulate", "gold-mine", "--seats", 3, "--games", 1000, "--gpu", "--json", "--out", out).out)
    cpu = json.loads(run("simulate", "gold-mine", "--seats", 3, "--games", 1000, "--json").out)
    (a,), (b,) = card["variants"], cpu["variants"]
    assert a["watched"] == 300
    assert (a["wins"], a["scores"], a["length"], a["tied"]) == (b["wins"], b["scores"], b["length"], b["tied"])
    sample = json.loads(run("simulate", "gold-mine", "--seats", 3, "--games", 300, "--json").out)["variants"][0]
    assert (a["drama"], a["kinds"], a["branching"]) == (sample["drama"], sample["kinds"], sample["branching"])
    assert "come from the first 300 of them" in (out / "report.html").read_text()
    assert rows(out)[1][999].keys() == {"game", "length", *(f"{w}_{s}" for w in ("score", "rank") for s in (1, 2, 3))}

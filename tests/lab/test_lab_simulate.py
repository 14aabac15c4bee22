"""brillig simulate: the same numbers however it is run, stopped and gone on with; nothing overwritten."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

import brillig
from brillig.cli import main
from brillig.core import BrilligError
from brillig.core.game import Game
from brillig.lab import folder as lab_folder
from brillig.lab.folder import BadFolder, read
from brillig.lab.plan import make_plan
from brillig.lab.simulate import Pace, Threads, resume, start
from brillig.lab.summary import summarise

from .conftest import HERE, load

FILES = ["checkpoint.json", "games.csv", "games.parquet", "report.html", "summary.json"]


def rows(path):
    with (path / "games.csv").open() as lines:
        head = lines.readline()
        return head, list(csv.DictReader(lines))


def contents(path):
    return {file.name: file.read_bytes() for file in path.iterdir()}


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
    assert "games.parquet was left out: it needs `pip install 'brillig[lab]'`." in ran.out
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
        main(command("gold-mine", "--seats", 4, "--games", 300_000, "--out", out, "--quiet", "--json")[3:])
    return contents(out)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_stopped_and_gone_on_with_equals_uninterrupted(run, tmp_path, uninterrupted, stop):
    out = tmp_path / "out"
    going = subprocess.Popen(
        command("gold-mine", "--seats", 4, "--games", 300_000, "--out", out, "--threads", 1),
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 60
    while not (out / "games.csv").exists() or (out / "games.csv").stat().st_size < 1_000_000:
        assert time.monotonic() < until
        assert going.poll() is None
        time.sleep(0.01)
    going.send_signal(stop)
    said = going.communicate(timeout=60)[1]
    done = read(out).done
    assert done < 300_000, "it was too quick to be stopped"
    if stop == signal.SIGINT:
        assert going.returncode == 130
        assert done > 0
        assert f"Stopped after {done:,} of 300,000 games." in said
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

    pace = Pace(0.25)
    for _ in range(20):
        pace.learn(Took(pace.games, pace.games * 1e-9))
    assert pace.games == 1 << 20
    pace.learn(Took(1000, 10.0))
    assert pace.games == 25


# ---- on a GPU ------------------------------------------------------------------------------------------------------


def test_a_gpu_gives_the_same_outcomes_and_the_rest_comes_from_a_sample(run, tmp_path, monkeypatch):
    plain = Game.playouts

    def on_a_card(self, *args, device="cpu", **named):
        return plain(self, *args, **named)

    monkeypatch.setattr(Game, "playouts", on_a_card)
    monkeypatch.setattr(Game, "cuda", None)
    monkeypatch.setattr("brillig.lab.portion.WATCHED", 300)
    monkeypatch.setattr("brillig.lab.portion.ON_A_CARD", 128)
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


# ---- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["gold-mien"], "There is no game 'gold-mien'. Did you mean gold-mine?"),
        (["gold-mine", "--bots", "rando"], "There is no bot 'rando'"),
        (["gold-mine", "--bots", ""], "There is no bot ''"),
        (["gold-mine", "--seats", 4, "--bots", "random,random"], "There are 2 bots for 4 seats"),
        (["othellino", "--bots", "random,random,random"], "There are 3 bots for 2 seats"),
        (["gold-mine", "--seats", 9], "Gold Mine is for 2 to 8 players, not 9."),
        (["gold-mine", "--games", 0], "The number of games must be from 1"),
        (["gold-mine", "--games", 10**15], "The number of games must be from 1"),
        (["gold-mine", "--seed", -1], "A seed is a whole number"),
        (["gold-mine", "--option", "size=8"], "Gold Mine has no option 'size'"),
        (["gold-mine", "--option", "size"], "An option is written name=value"),
        (["gold-mine", "--sweep", "signal"], "A sweep is written name=value,value"),
        (["gold-mine", "--sweep", "signal="], "A sweep is written name=value,value"),
        (["gold-mine", "--sweep", "signl=thumbs"], "Gold Mine has no option 'signl'"),
        (["gold-mine", "--sweep", "signal=thumbs,toes"], "signal cannot be 'toes'"),
        (["gold-mine", "--sweep", "signal=thumbs,Thumbs"], "The sweep of signal has the same value twice."),
        (["gold-mine", "--sweep", "seats=2,many"], "A number of seats is a whole number, not 'many'."),
        (["gold-mine", "--sweep", "seats=2,9"], "Gold Mine is for 2 to 8 players, not 9."),
        (["gold-mine", "--sweep", "seats=2,3", "--seats", 4], "seats is given twice"),
        (["gold-mine", "--sweep", "signal=thumbs", "--option", "signal=tiles"], "signal is given twice"),
        (["gold-mine", "--sweep", "seats=2,3", "--bots", "random,random"], "There are 2 bots for 3 seats"),
        (["gold-mine", "--resume"], "Say which simulation to go on with"),
        (["gold-mine", "--gpu", "--bots", "greedy"], "Only random games are played on a GPU"),
        (["gold-mine", "--gpu"], "The CUDA gear needs"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(run, tmp_path, args, says):
    out = [] if "--resume" in args else ["--out", tmp_path / "out"]
    ran = run("simulate", *args, *out)
    assert ran.code == 2
    assert says in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert ran.out == ""
    assert not (tmp_path / "out").exists(), "nothing was written"


def test_too_many_variants(run, monkeypatch):
    monkeypatch.setattr("brillig.lab.plan.MOST_VARIANTS", 3)
    ran = run("simulate", "gold-mine", "--sweep", "seats=2,3", "--sweep", "signal=thumbs,tiles")
    assert ran.err == "This sweep has 4 combinations; 3 are the most.\n"


def test_a_folder_that_is_not_empty(run, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    ran = run("simulate", "gold-mine", "--out", tmp_path)
    assert (ran.code, ran.err) == (2, f"{tmp_path} is not an empty folder; nothing was written.\n")
    assert contents(tmp_path) == {"thesis.txt": b"mine"}
    ran = run("simulate", "gold-mine", "--out", tmp_path / "thesis.txt")
    assert "is not an empty folder" in ran.err
    ran = run("simulate", "gold-mine", "--out", tmp_path, "--resume")
    assert "There is no simulation in" in ran.err
    assert contents(tmp_path) == {"thesis.txt": b"mine"}


@pytest.fixture
def half(tmp_path, gold_mine):
    """A folder with a simulation that was stopped."""
    going = start(make_plan(gold_mine, seats=3, games=5000, seed=3), tmp_path / "half")
    calls = iter([False] * 6)
    going.go(Threads(going.lab, 1, True), stopped=lambda: next(calls, True))
    going.folder.close()
    assert 0 < read(tmp_path / "half").done < 5000
    return tmp_path / "half"


def test_a_simulation_is_not_started_over_another(run, half):
    before = contents(half)
    ran = run("simulate", "gold-mine", "--out", half)
    assert f"{half} already holds a simulation: go on with it by --resume" in ran.err
    assert contents(half) == before


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["gold-mine", "--seed", 4], "was begun with seed 3, not 4"),
        (["gold-mine", "--seed", 0], "was begun with seed 3, not 0"),
        (["gold-mine", "--seats", 4], "was begun with other seats, bots or options"),
        (["gold-mine", "--option", "signal=tiles"], "was begun with other seats, bots or options"),
        (["gold-mine", "--bots", "greedy"], "was begun with other seats, bots or options"),
        (["gold-mine", "--games", 4999], "was begun with 5,000 games"),
        (["othellino"], "holds a simulation of gold-mine, not of othellino"),
    ],
)
def test_going_on_with_something_else(run, half, args, says):
    before = contents(half)
    ran = run("simulate", *args, "--out", half, "--resume")
    assert (ran.code, len(ran.err.strip().splitlines())) == (2, 1)
    assert says in ran.err
    assert contents(half) == before


def changed(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_checkpoint_of_another_version(run, half):
    changed(half / "checkpoint.json", f'"version": "{brillig.__version__}"', '"version": "0.0.9"')
    before = contents(half)
    ran = run("simulate", "gold-mine", "--out", half, "--resume")
    assert f"is of brillig 0.0.9 and this is {brillig.__version__}" in ran.err
    assert contents(half) == before


def test_a_checkpoint_of_other_rules(run, half):
    rules = read(half).plan.rules
    changed(half / "checkpoint.json", rules, "0" * len(rules))
    told = run("simulate", "gold-mine", "--out", half, "--resume").err
    assert "The rules of Gold Mine, or the Python that runs them, have changed since" in told


@pytest.mark.parametrize("damage", ["", "{}", "[1, 2]", '{"plan": 3}', "{" * 50, "cut"])
def test_a_damaged_checkpoint(run, half, damage):
    file = half / "checkpoint.json"
    file.write_text(file.read_text()[:-40] if damage == "cut" else damage)
    ran = run("simulate", "gold-mine", "--out", half, "--resume")
    assert ran.code == 2
    assert ran.err.startswith(f"The checkpoint in {half}")
    assert len(ran.err.strip().splitlines()) == 1


def test_lines_that_were_lost(run, half):
    lines = half / "games.csv"
    lines.write_bytes(lines.read_bytes()[:100])
    assert "is shorter than its checkpoint says" in run("simulate", "gold-mine", "--out", half, "--resume").err


def test_two_at_once_in_one_folder(half, gold_mine):
    first = resume(half, gold_mine, {})
    first.folder.open()
    second = resume(half, gold_mine, {})
    with pytest.raises(BadFolder, match="Another simulation is writing"):
        second.go(Threads(second.lab, 1, True))
    first.folder.close()


def test_more_than_the_disk_holds(run, tmp_path, monkeypatch):
    ran = run("simulate", "gold-mine", "--games", 10**12, "--out", tmp_path / "out")
    assert "1,000,000,000,000 games need about" in ran.err
    assert not (tmp_path / "out").exists()


def test_a_disk_that_fills_up(half, gold_mine, monkeypatch):
    going = resume(half, gold_mine, {})

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lab_folder.os, "fsync", full)
    with pytest.raises(BadFolder, match="cannot be written: No space left on device"):
        going.go(Threads(going.lab, 1, True))
    monkeypatch.undo()
    going.folder.close()
    again = resume(half, gold_mine, {})
    assert again.go(Threads(again.lab, 1, True))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(run, tmp_path):
    tmp_path.chmod(0o500)
    assert "cannot be written" in run("simulate", "gold-mine", "--out", tmp_path / "out").err


def test_a_game_in_a_folder_of_its_own(run, tmp_path):
    ran = run("simulate", HERE / "coin", "--games", 100, "--out", tmp_path / "out")
    assert ran.code == 0
    assert run("simulate", HERE / "coin", "--out", tmp_path / "out", "--resume").code == 0
    assert str(HERE / "coin") in json.loads((tmp_path / "out" / "summary.json").read_text())["command"]


def test_a_game_of_ours_that_was_changed_in_a_folder_of_its_own(tmp_path, gold_mine):
    mine = tmp_path / "gold_mine"
    shutil.copytree(gold_mine.folder, mine, ignore=shutil.ignore_patterns("__pycache__"))
    text = (mine / "game.py").read_text()
    assert "ROUNDS = 4" in text
    (mine / "game.py").write_text(text.replace("ROUNDS = 4", "ROUNDS = 2"))
    plans = [make_plan(game, games=200) for game in (gold_mine, brillig.load(str(mine)))]
    assert [plan.where for plan in plans] == ["", str(mine)]
    assert plans[0].rules != plans[1].rules
    assert plans[1].game.bound(2) < plans[0].game.bound(2)


def test_a_bug_in_a_game_is_not_hidden(monkeypatch, gold_mine):
    going = start(make_plan(gold_mine, games=10))
    monkeypatch.setattr("brillig.lab.portion.random_games", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        going.go(Threads(going.lab, 1, False))


def test_errors_are_ours():
    with pytest.raises(BrilligError):
        make_plan(load("gold-mine"), seats=1)

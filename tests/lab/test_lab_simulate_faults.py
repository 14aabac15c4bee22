"""brillig simulate, when something is wrong: one sentence, and nothing is lost."""

import json
import os
import shutil

import pytest

import brillig
from brillig.core import BrilligError
from brillig.lab.simulation import folder as lab_folder
from brillig.lab.simulation.folder import BadFolder, adder, read
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.simulate import Threads, resume, start
from tests.toys import TOYS

from .conftest import contents, load


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
    monkeypatch.setattr("brillig.lab.simulation.plan.MOST_VARIANTS", 3)
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
    assert f"{half} already holds something: go on with it by --resume" in ran.err
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


@pytest.mark.parametrize("made_by", ['"another"', '""', "null"])
def test_a_checkpoint_that_was_added_up_otherwise(run, half, made_by):
    """By code of the same version, or so old that it does not say."""
    changed(half / "checkpoint.json", f'"made_by": "{adder()}"', f'"made_by": {made_by}')
    before = contents(half)
    ran = run("simulate", "gold-mine", "--out", half, "--resume")
    assert (ran.code, len(ran.err.strip().splitlines())) == (2, 1)
    assert "adds games up otherwise" in ran.err
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
    ran = run("simulate", TOYS / "coin", "--games", 100, "--out", tmp_path / "out")
    assert ran.code == 0
    assert run("simulate", TOYS / "coin", "--out", tmp_path / "out", "--resume").code == 0
    assert str(TOYS / "coin") in json.loads((tmp_path / "out" / "summary.json").read_text())["command"]


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
    monkeypatch.setattr("brillig.lab.simulation.portion.random_games", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        going.go(Threads(going.lab, 1, False))


def test_errors_are_ours():
    with pytest.raises(BrilligError):
        make_plan(load("gold-mine"), seats=1)

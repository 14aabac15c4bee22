"""brillig analyse and brillig calibrate."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import brillig as package
from brillig.bots import make
from brillig.match import Match


@pytest.fixture(scope="module")
def replay(tmp_path_factory):
    """A match of Othellino in which Seat 1 plays the worst it can near the end, and takes one choice back."""
    game = package.load("othellino")
    match = Match.start(game, secret=b"a" * 32, gear="compiled")
    bots = [make("random", game), make("normal", game)]
    at = 0
    while not match.finished:
        seat, at = match.table.waiting()[0], at + 100
        code = bots[seat].choose(match.table.hidden(seat), seat, at)
        match.choose(seat, code, at)
        if at == 1500 and not match.can_undo(seat):
            match.undo(seat, at)
            match.choose(seat, code, at)
    path = tmp_path_factory.mktemp("analyse") / "match.jsonl"
    match.save(path)
    return path


def test_the_dearest_choices_are_marked(brillig, replay):
    shown = brillig("analyse", replay, "--iterations", "200")
    assert shown.code == 0
    assert "cost" in shown.out
    assert "Seat 1: the best choice" in shown.out
    assert "Seat 2: the best choice" in shown.out
    rows = [line for line in shown.out.splitlines() if line.strip()[:1].isdigit()]
    assert 1 <= len(rows) <= 10


def test_one_seat_and_everything_as_json(brillig, replay):
    shown = brillig("analyse", replay, "--iterations", "200", "--seat", "2", "--json")
    found = json.loads(shown.out)
    assert found["game"] == "othellino"
    decisions = found["decisions"]
    assert decisions
    assert {d["seat"] for d in decisions} == {2}
    plies = [d["ply"] for d in decisions]
    assert plies == sorted(set(plies))
    for d in decisions:
        codes = {o["code"]: o for o in d["options"]}
        assert len(codes) > 1
        best = max(o["mean"] for o in d["options"])
        assert d["code"] in codes
        assert d["cost"] <= round(best - codes[d["code"]]["mean"], 4) + 1e-9
        assert d["label"] == codes[d["code"]]["label"]
    last = decisions[-1]
    assert last["exact"]
    assert all(o["visits"] == 0 and o["margin"] is not None for o in last["options"])
    assert not decisions[0]["exact"]
    assert sum(o["visits"] for o in decisions[0]["options"]) == 200


def test_all_and_bad_input(brillig, replay, tmp_path):
    everything = brillig("analyse", replay, "--iterations", "100", "--all").out
    few = brillig("analyse", replay, "--iterations", "100", "--top", "1").out
    assert len(everything.splitlines()) > len(few.splitlines())
    assert "There is no Seat 3 in this match; it has 2." in brillig("analyse", replay, "--seat", "3").err
    (tmp_path / "not.jsonl").write_text("no match\n")
    assert brillig("analyse", tmp_path / "not.jsonl").code == 2


@pytest.fixture
def folder(tmp_path):
    """A game of somebody's own, with levels that think little."""
    folder = tmp_path / "othellino"
    shutil.copytree(Path(package.__file__).parent / "games" / "othellino", folder)
    small = {name: {"iterations": n} for name, n in (("easy", 2), ("normal", 4), ("hard", 8), ("expert", 16))}
    (folder / "levels.json").write_text(json.dumps({"style": {"cap": 0}, "levels": small}))
    return folder


def test_calibrate_measures_and_writes(brillig, folder):
    before = json.loads((folder / "levels.json").read_text())
    shown = brillig("calibrate", folder, "--games", "2")
    assert shown.code == 0
    assert "16 iterations" in shown.out
    assert "against hard" in shown.out
    assert json.loads((folder / "levels.json").read_text()) == before
    shown = brillig("calibrate", folder, "--games", "2", "--fit", "--write", "--json")
    assert json.loads(shown.out)["othellino"]["expert"]["settings"] == {"cap": 0, "iterations": 16}
    kept = json.loads((folder / "levels.json").read_text())
    assert kept["levels"]["expert"] == {"iterations": 16}
    assert kept["measured"]["expert"]["games"] == 2


def test_calibrate_says_what_is_wrong(brillig, folder):
    (folder / "levels.json").write_text("[]")
    shown = brillig("calibrate", folder)
    assert shown.code == 2
    assert "cannot be read" in shown.err
    assert brillig("calibrate", "othelino").code == 2

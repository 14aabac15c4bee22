"""Replays of a simulation: the very games that were counted, and files like any other match."""

import json

import pytest

from brillig.lab.kept_games import game_as_match, standing_out
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.tally import tally
from brillig.lab.simulation.watch import bot_games, random_games
from brillig.match.verdict import verify

from .conftest import GAMES, load


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_the_one_that_was_counted_and_can_be_verified(name):
    game, seats = load(name), GAMES[name]
    plan = make_plan(game, seats=seats, games=6, seed=5)
    sheet = random_games(game, plan.variants[0], 5, 0, 6)
    for number in (0, 5):
        match = game_as_match(plan, game, plan.variants[0], number)
        assert match.result().scores == sheet.scores[number].tolist()
        verdict = verify(match.lines(), game=game)
        assert verdict.honest, verdict.sentences
        assert any(f"game {number} of a simulation with seed 5" in sentence for sentence in verdict.sentences)


def test_games_of_bots_are_kept_with_their_random_openings(othellino):
    plan = make_plan(othellino, bots=("greedy", "random"), games=3)
    sheet = bot_games(othellino, plan.variants[0], 0, 0, 3)
    match = game_as_match(plan, othellino, plan.variants[0], 2)
    assert match.result().scores == sheet.scores[2].tolist()
    assert match.names == ["greedy 1", "random 2"]


def test_the_games_that_stand_out(gold_mine):
    plan = make_plan(gold_mine, seats=3, games=50)
    sheet = random_games(gold_mine, plan.variants[0], 0, 0, 50)
    lengths = sheet.games["length"].tolist()
    margins = [sorted(row)[-1] - sorted(row)[-2] for row in sheet.scores.tolist()]
    by = {what: number for number, names in standing_out(tally(gold_mine, sheet), False).items() for what in names}
    assert by == {
        "shortest": lengths.index(min(lengths)), "longest": lengths.index(max(lengths)),
        "closest": margins.index(min(margins)), "most lopsided": margins.index(max(margins)),
    }  # fmt: skip


def test_simulate_keeps_replays_that_other_commands_open(run, tmp_path):
    out = tmp_path / "out"
    ran = run("simulate", "othellino", "--games", "20", "--out", out, "--keep", "--quiet")
    assert ran.code == 0, ran.err
    kept = json.loads((out / "summary.json").read_text())["kept"]
    assert {what for game in kept for what in game["what"]} == {"shortest", "longest", "closest", "most lopsided"}
    page = (out / "report.html").read_text()
    for game in kept:
        assert f'href="{game["file"]}"' in page
        assert f"<code>brillig replay {game['file']}</code>" in page
        told = run("replay", out / game["file"], "--every", "0")
        assert told.code == 0, told.err
    assert page.count("<a ") == len(kept)
    assert "brillig replay" in ran.out


def test_replays_need_a_folder(run):
    ran = run("simulate", "othellino", "--games", "2", "--keep")
    assert ran.code != 0
    assert "--keep --out DIR" in ran.err

"""brillig games, for people and for programs."""

import json

import pytest


def test_json_is_the_contract(brillig):
    shown = brillig("games", "--json")
    assert shown.code == 0
    found = {game["slug"]: game for game in json.loads(shown.out)}
    assert {"othellino", "backgammon", "gold-mine", "bandersnatch"} <= set(found)
    for game in found.values():
        assert {"slug", "title", "box", "summary", "seats", "minutes", "complexity", "tags", "options"} == set(game)
        fewest, most = game["seats"]
        assert 1 <= fewest <= most
        assert isinstance(game["minutes"], int)
        assert 1 <= game["complexity"] <= 5
        assert all(isinstance(tag, str) for tag in game["tags"])
        for option in game["options"]:
            assert {"name", "values", "default", "help"} == set(option)
            assert option["default"] in option["values"]
            assert option["help"]


def test_json_of_one_game(brillig):
    found = {game["slug"]: game for game in json.loads(brillig("games", "--json").out)}
    othellino = found["othellino"]
    assert othellino["title"] == "Othellino"
    assert othellino["box"] == "Green Box of Games"
    assert othellino["seats"] == [2, 2]
    assert {o["name"]: (o["values"], o["default"]) for o in othellino["options"]} == {
        "size": ([6, 8], 6),
        "first_mover": (["random", "seat 1", "seat 2"], "random"),
    }
    assert found["gold-mine"]["seats"] == [2, 8]


@pytest.mark.parametrize("columns", [80, 120])
def test_table_fits_the_screen(brillig, columns):
    shown = brillig("games", columns=columns)
    assert shown.code == 0
    assert all(len(line) <= columns for line in shown.out.splitlines())
    assert "…" not in shown.out
    for word in ("Othellino", "othellino", "Green Box of Games", "gold-mine", "2-8", "size: 6, 8"):
        assert word in shown.out


def test_one_broken_game_does_not_hide_the_others(brillig, toy, monkeypatch):
    good, bad = toy(), toy("GAME = Game", "GAME = Gaem")
    monkeypatch.setenv("BRILLIG_GAMES", str(good.parent))
    shown = brillig("games", columns=200)
    assert shown.code == 1
    assert good.name.replace("_", "-") in shown.out
    assert "Othellino" in shown.out
    assert bad.name.replace("_", "-") not in shown.out
    assert f"{bad.name.replace('_', '-')} cannot be loaded" in shown.err
    assert "Gaem" in shown.err

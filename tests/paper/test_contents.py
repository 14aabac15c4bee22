"""What is in the boxes, and what games use of it."""

import json
import math
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from brillig import catalogue
from brillig.cli.new import scaffold
from brillig.core import BadGame, UnknownGame
from brillig.paper import contents
from brillig.paper.quick import has_quick_reference, quick_faults
from brillig.paper.seen import seen_components
from brillig.parts.components import Component, PrintedBoard
from tests import toys

GAMES = catalogue.games()

# As the lists of the boxes have it. (The 25 reference cards of Jabberwocky are the quick references.)
LISTS = {
    "Green Box of Games": {"cards": 54, "tiles": 36, "cubes": 80, "dice": 2},
    "Jabberwocky": {"Number cards": 15, "Jabberwocky cards": 3, "gems": 24},
    "Trickster": {
        "cards": 48, "number tokens": 7, "sand timers": 1,
        "puzzles with 1 star": 1, **{f"puzzles with {stars} stars": 1 for stars in (2, 3, 4, 5)},
    },
    "Lenino's Jack Rabbits": {
        "cards": 54, "rabbits": 4, "carrots": 12, "dice": 2, "quest circles": 4, "the Citadel": 1, "royal houses": 12,
        "trails": 12, "posts": 12, "the Underground": 1, "the sample land": 1,
    },
    "Jacks": {"cards": 26, "jacks": 12, "dice": 1},
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_has_a_quick_reference(game):
    assert has_quick_reference(game)
    assert quick_faults(game) == []


@pytest.mark.parametrize("box", sorted({game.box for game in GAMES}))
def test_boxes_have_what_their_lists_have(box):
    what = contents.of_box(box, GAMES)
    assert {thing.name: len(thing) for thing in what.things} == LISTS[box]
    assert len(what.history.split()) > 30
    assert contents.of_box(contents.box_id(box), GAMES) == what


def test_colours_and_symbols_are_dealt_out_evenly():
    things = {thing.name: thing for thing in contents.of_box("Green Box of Games", GAMES).things}
    said = [face.say for face in things["cubes"].faces]
    assert {one: said.count(one) for one in said} == {f"{c} cube": 20 for c in ("red", "green", "blue", "yellow")}
    said = [face.say for face in things["tiles"].faces]
    assert sorted(said.count(one) for one in set(said)) == [6] * 6
    assert len({face.say for face in things["cards"].faces}) == 54


def test_every_tile_of_the_land_is_there_with_the_roads_that_its_list_has():
    """Houses by their roads unturned, four of each kind of road tile."""
    things = {thing.name: thing for thing in contents.of_box("Lenino's Jack Rabbits", GAMES).things}

    def roads(face):
        return sum(shape["look"] in ("road", "tunnel") for shape in json.loads(face.look["shapes"]))

    houses = {face.text: roads(face) for face in things["royal houses"].faces}
    assert houses == dict(
        zip("K♣ K♠ K♥ K♦ Q♣ Q♠ Q♥ Q♦ J♣ J♠ J♥ J♦".split(), (1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5), strict=True)
    )
    assert roads(things["the Citadel"].faces[0]) == 6
    assert "advanced" in things["the Citadel"].backs[0].say
    assert roads(things["the Underground"].faces[0]) == 0
    kinds = Counter((face.say.split()[0], roads(face)) for name in ("trails", "posts") for face in things[name].faces)
    assert kinds == {
        ("woods", 2): 4, ("river", 2): 4, ("mountain", 2): 4, ("fork", 3): 4, ("tavern", 2): 4, ("cave", 1): 4
    }  # fmt: skip


def test_all_sides_of_all_tiles_of_the_land_are_equally_long():
    """They lie edge to edge: each is drawn from edge to edge of its place, and its place has the size for that."""
    things = {thing.name: thing for thing in contents.of_box("Lenino's Jack Rabbits", GAMES).things}
    for name in ("the Citadel", "royal houses", "trails", "posts"):
        thing = things[name]
        for face in (*thing.faces, *thing.backs):
            points = json.loads(face.look["shapes"])[0]["points"]
            high = float(face.look["high"]) / 100
            corners = [(thing.wide * x, thing.high * y / high) for x, y in zip(points[::2], points[1::2], strict=True)]
            sides = [math.dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
            assert sides == pytest.approx([30.0] * len(sides), abs=0.05)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_games_use_no_more_than_their_box_has(game):
    box = {thing.name: thing for thing in contents.of_box(game.box, GAMES).things}
    for thing in contents.of_game(game).things:
        assert 0 < len(thing) <= len(box[thing.name])
        if isinstance(thing, PrintedBoard):
            continue
        assert all(box[thing.name].faces.count(face) >= thing.faces.count(face) for face in thing.faces)


@pytest.mark.parametrize(
    ("slug", "used"),
    [
        ("backgammon", {"cards": 12, "cubes": 30, "dice": 2}),
        ("jump-gate", {"cards": 36, "tiles": 36, "cubes": 80, "dice": 1}),
        ("mimsy", {"Number cards": 12, "Jabberwocky cards": 3, "gems": 18}),
        ("liars-cards", {"cards": 54, "tiles": 6, "cubes": 51}),
        ("slithy", {"Number cards": 9, "gems": 24}),
        ("bandersnatch", LISTS["Jabberwocky"]),
        ("gyre", LISTS["Jabberwocky"]),
        ("borogoves", LISTS["Jabberwocky"]),
    ],
)
def test_what_some_games_use(slug, used):
    assert {thing.name: len(thing) for thing in contents.of_game(catalogue.load(slug)).things} == used


def test_mimsy_has_no_fours():
    cards = contents.of_game(catalogue.load("mimsy")).things[0]
    assert isinstance(cards, Component)
    assert {face.look["number"] for face in cards.faces} == {1, 2, 3, 5}


@pytest.mark.parametrize(
    ("uses", "why"),
    [
        ({"stones": 3}, "USES names 'stones'; in the box there are cards, tiles, cubes, dice."),
        ({"dice": 3}, "USES wants 3 dice; in the box there are 2."),
        ({"cards": [54]}, "USES wants 55 cards; in the box there are 54."),
    ],
)
def test_using_what_is_not_there_is_told_in_a_sentence(monkeypatch, uses, why):
    game = catalogue.load("speed")
    monkeypatch.setattr(sys.modules[game.module], "USES", uses)
    contents._things.cache_clear()
    with pytest.raises(BadGame) as told:
        contents.of_game(game)
    assert str(told.value) == f"speed: {why}"
    monkeypatch.undo()
    contents._things.cache_clear()


def test_an_unknown_box_is_told_in_a_sentence():
    with pytest.raises(UnknownGame, match=r"There is no box 'jaberwocky'\. Did you mean jabberwocky\?"):
        contents.of_box("jaberwocky", GAMES)


# ---- games of others -----------------------------------------------------------------------------------------------


def test_a_new_game_says_what_it_is_made_of(tmp_path):
    game = catalogue.load(str(scaffold("stone_thieves", tmp_path)))
    what = contents.of_game(game)
    assert [thing.called for thing in what.things] == ["30 stones", "1 die"]
    assert contents.of_box("home-made", [game]).things == what.things
    assert quick_faults(game) == []


def test_what_a_silent_game_is_made_of_is_seen_at_its_table():
    """Games that do say, asked as if they did not."""
    board, cubes = seen_components(catalogue.load("othellino"))
    assert isinstance(board, PrintedBoard)
    assert cubes.name == "cubes"
    assert {face.look["colour"] for face in cubes.faces} == {"red", "green"}
    named = {thing.name: thing for thing in seen_components(catalogue.load("speed-round"))}
    assert {face.kind for face in named["patterns"].faces} == {"pattern"}
    jab = {thing.name: thing for thing in seen_components(catalogue.load("bandersnatch"))}
    assert len({face.say for face in jab["cards"].faces}) >= 15
    assert jab["cards"].backs
    assert 1 <= len(jab["gems"]) <= 24


def test_a_board_is_printed_without_its_pieces():
    board = seen_components(toys.load("squares"))[0]
    assert board.name == "Board"
    assert (board.wide, board.high) == (80, 80)
    assert not any(spot.pieces for zone in board.screen.zones for spot in zone.spots)


def test_printing_needs_no_numba():
    """Whoever only wants a list does not wait for a compiler."""
    code = "import sys; from brillig.paper import contents; print('numba' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.cwd())
    assert ran.stdout == "False\n"

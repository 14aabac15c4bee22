"""Other programs at our tables, and the speed of our search beside theirs."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

import brillig
from brillig.bench.outsiders.blunders import blunders
from brillig.bench.outsiders.gnubg import OFF, Gnubg, NoGnubg, way_to
from brillig.bench.outsiders.openspiel import Othello
from brillig.bench.outsiders.rhino import NoRhino, Rhino, RhinoMatch, code_of, lead, square
from brillig.bench.search_speed import search_speed
from brillig.bots import make
from brillig.bots.levels.duels import play_game

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
needs_gnubg = pytest.mark.skipif(not GNUBG, reason="GNU Backgammon is not installed")
needs_rhino = pytest.mark.skipif(
    not (shutil.which("gtp-rhino") or shutil.which("gtp-rhino", path="/usr/games")), reason="Rhino is not installed"
)
needs_openspiel = pytest.mark.skipif(
    subprocess.run([sys.executable, "-c", "import pyspiel"], capture_output=True).returncode != 0,
    reason="OpenSpiel is not installed",
)


@needs_openspiel
@pytest.mark.parametrize(("slug", "options"), [("othellino", {"size": 8}), ("backgammon", {})])
def test_our_search_is_at_least_five_times_as_fast(slug, options):
    speed = search_speed(brillig.load(slug), options, seconds=1.0)
    assert speed.theirs_per_second > 0
    assert speed.ratio >= 5


@pytest.mark.parametrize("slug", ["gold-mine", "speed"])
def test_speed_without_a_peer(slug):
    """Speed begins with a count-down, while nobody is to decide."""
    speed = search_speed(brillig.load(slug), seconds=0.2)
    assert speed.ours_per_second > 1000
    assert speed.ratio == 0


@needs_openspiel
def test_a_game_against_openspiel():
    """Both sides agree on every move and on the result, else it raises."""
    match = Othello(seconds=0.02)
    *_, tally = match.games(2, seed=1)
    assert tally.games == 2
    assert tally.mean >= 0.5
    assert len(match.our_times) + len(match.their_times) >= 100


@needs_gnubg
def test_gnubg_plays_by_our_rules_and_well():
    game = brillig.load("backgammon")
    with Gnubg(0) as gnubg:
        won = sum(play_game(game, [gnubg, make("random", game)], seed).scores()[0] for seed in range(3))
        assert won == 3
        # A turn of two steps is asked for once.
        table = game.new(seed=1)
        seat = table.waiting()[0]
        steps = gnubg.steps(table.hidden(seat), seat)
        assert len(steps) == 2
        assert gnubg.choose(table, seat, 0) == steps[0]
        table.play(seat, steps[0])
        process, gnubg.process = gnubg.process, None
        assert gnubg.choose(table, seat, 0) == steps[1]
        gnubg.process = process


@needs_gnubg
def test_a_random_player_blunders_and_gnubg_does_not():
    game = brillig.load("backgammon")
    assert max(blunders(make("random", game), 8, seed=1, plies=0)) > 0.1
    with Gnubg(0) as gnubg:
        assert max(blunders(gnubg, 8, seed=1, plies=0)) < 0.001


@needs_rhino
def test_a_game_against_rhino():
    """Both agree on every move and on the result, else it raises."""
    with Rhino(1) as rhino:
        match = RhinoMatch(make("random", brillig.load("othellino")), rhino)
        *_, tally = match.games(2, seed=1)
    assert (tally.games, tally.mean) == (2, 0)
    assert len(match.their_times) > 40


@needs_rhino
def test_rhino_gives_empty_squares_to_the_winner():
    """The shortest game there is: thirteen to nothing."""
    with Rhino(1) as rhino:
        rhino.begin()
        for ply, name in enumerate("e6 f4 e3 f6 g5 d6 e7 f5 c5".split()):
            rhino.told(ply % 2, code_of(name))
        assert rhino.ask("final_score") == lead(13, 0) == "B+64"


def test_squares_have_rhinos_names():
    assert (square(19), code_of("D3"), square(0), code_of("h8")) == ("d3", 19, "a1", 63)


@needs_gnubg
def test_known_opening_moves():
    """31: make the five point. 65: run from 24 to 13."""
    game = brillig.load("backgammon")
    with Gnubg(0) as gnubg:
        for roll, moves in (((3, 1), {(17, 20), (19, 20)}), ((6, 5), {(1, 7), (7, 12)})):
            table = rolled(game, roll)
            steps = gnubg.steps(table, 0)
            assert {(code // 6, code // 6 + code % 6 + 1) for code in steps} == moves


def rolled(game, roll):
    """The start, with that roll for the first seat. (The opening rolls are drawn; one of these seeds has it.)"""
    for seed in range(500):
        table = game.new(seed=seed)
        if tuple(table.plain.roll) == roll and table.waiting() == [0]:
            return table
    raise AssertionError(roll)


def test_a_way_in_our_steps_or_none():
    table = rolled(brillig.load("backgammon"), (6, 5))
    cubes = [table.plain.cubes[0, place] for place in range(OFF + 1)]
    assert way_to(table, 0, cubes, 2) is None
    cubes[1], cubes[12] = cubes[1] - 1, cubes[12] + 1
    assert len(way_to(table, 0, cubes, 2)) == 2


def test_without_gnubg_it_says_so(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(NoGnubg, match="not installed"):
        Gnubg(0)


def test_without_rhino_it_says_so(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(NoRhino, match="not installed"):
        Rhino(1)

"""A rule that breaks down: its author learns which and how, in every gear, and the table stays as it was."""

import re

import numpy as np
import pytest

import brillig
from brillig import RuleFault
from brillig.bots.endgame.solver import Solver
from brillig.bots.search import Search, Settings
from brillig.core import kernels as engine
from brillig.core.compiled import shared
from brillig.lab.simulation.watch import random_games
from brillig.match import Match
from brillig.positions.walk import variants
from brillig.testing import examine
from tests import toys

PASS, DIVIDE, LOOK = range(3)


@pytest.fixture(scope="module")
def slip():
    return toys.load("slip")


BAD = [
    ([PASS, PASS, DIVIDE], "share", "ZeroDivisionError"),
    ([PASS, PASS, PASS, PASS, PASS, LOOK], "beyond", "IndexError"),
]


@pytest.mark.parametrize(("codes", "rule", "error"), BAD)
def test_a_table_names_the_rule_and_stays_as_it_was(slip, gear, codes, rule, error):
    table = slip.new(gear=gear)
    for code in codes[:-1]:
        table.play(table.waiting()[0], code)
    before, seat = bytes(table), table.waiting()[0]
    with pytest.raises(
        RuleFault, match=rf"Slip: the rule {rule} breaks down when seat {seat} .*{error}.*game.py, line"
    ):
        table.play(seat, codes[-1])
    assert bytes(table) == before
    table.play(seat, PASS)


def broken(slip, why):
    """Do the steps of a fault, played at a plain table, lead to it?"""
    table = slip.new(seed=5, deal=int(str(why).split(" in game ")[1].split()[0]), gear="plain")
    for seat, code in why.steps[:-1]:
        table.play(seat, code)
    with pytest.raises(RuleFault, match=f"the rule {why.rule} "):
        table.play(*why.steps[-1])


def test_random_games_tell_the_seed_and_the_choices(slip, gear):
    with pytest.raises(RuleFault, match=r"in game \d+ of seed 5: .* game.new\(seats=2, seed=5, .* then play") as found:
        slip.playouts(200, seed=5, gear=gear)
    broken(slip, found.value)
    assert found.value.rule in ("share", "beyond")


def test_watched_games_tell_them_too(slip):
    with pytest.raises(RuleFault) as found:
        random_games(slip, variants(slip)[0], 5, 0, 200)
    broken(slip, found.value)


def test_kernels_with_the_rules_in_them_tell_of_it_too(slip, monkeypatch):
    run = shared.LongRun(shared.kernels_of(engine)["playouts"], slip, engine, "playouts")
    run.prepare()
    monkeypatch.setattr(slip.compiled, "_playouts", run)
    with pytest.raises(RuleFault) as found:
        slip.playouts(200, seed=5)
    broken(slip, found.value)


def test_only_our_own_games_go_without_a_look_at_their_indices(slip):
    assert not shared.is_proven(slip)
    assert shared.is_proven(brillig.load("othellino"))


def test_a_search_tells_the_choices_it_tried(slip, gear):
    table = slip.new(gear=gear)
    with pytest.raises(RuleFault, match=r"in iteration \d+ of a search for seat 0, seed 1, after 0:") as found:
        Search(slip, Settings(iterations=300, seconds=60), gear=gear).think(table, 0, 1)
    for seat, code in found.value.steps[:-1]:
        table.play(seat, code)
    with pytest.raises(RuleFault, match=f"the rule {found.value.rule} "):
        table.play(*found.value.steps[-1])


@pytest.fixture(scope="module")
def fuse():
    return toys.load("fuse")


def test_a_table_that_acts_by_itself_names_the_rule(fuse, gear):
    table = fuse.new(gear=gear, timed=True)
    table.tick()
    table.tick()
    before = bytes(table)
    with pytest.raises(RuleFault, match=r"Fuse: the rule burn breaks down when the table acts by itself.*ZeroDivision"):
        table.tick()
    assert bytes(table) == before


def test_random_games_tell_when_the_table_acted(fuse, gear):
    with pytest.raises(RuleFault, match=r"the rule burn .* in game \d+ of seed 5: .* then play.*\(-1, 0\)") as found:
        fuse.playouts(200, seed=5, gear=gear)
    assert found.value.steps.count((-1, 0)) == 3


def replayed(slip, steps, table):
    """Do these steps lead to a rule that breaks down?"""
    for seat, code in steps[:-1]:
        table.play(seat, code)
    with pytest.raises(RuleFault, match=r"the rule (share|beyond) "):
        table.play(*steps[-1])


@pytest.mark.parametrize("passed", [0, 1, 3, 4])
def test_an_exact_search_tells_the_choices_it_tried(slip, passed):
    """After three turns there is no more division by zero: then it is the row that is too short."""
    table = slip.new(gear="plain")
    for _ in range(passed):
        table.play(table.waiting()[0], PASS)
    with pytest.raises(
        RuleFault, match=r"the rule (share|beyond) .* in the search for an exact ending, after"
    ) as found:
        Solver(slip, 50_000).solve(table)
    replayed(slip, found.value.steps, table.copy())
    with pytest.raises(
        RuleFault, match=r"the rule (share|beyond) .* in the search for an exact ending, after"
    ) as found:
        Solver(slip, 50_000).size(table)
    replayed(slip, found.value.steps, table.copy())
    with pytest.raises(RuleFault, match=r"the rule (share|beyond) .* in a search that looks ahead, after") as found:
        Solver(slip, 50_000).deepen(table)
    replayed(slip, found.value.steps, table.copy())


@pytest.mark.parametrize(("bots", "threads"), [("none", 1), ("random", 2), ("policy", 1)])
def test_many_environments_tell_which_and_the_choices_of_its_game(slip, gear, bots, threads):
    pytest.importorskip("gymnasium")
    from brillig.learn.gymnasium import vector_env

    def policy(seen, seats):
        return np.argmax(seen["action_mask"], axis=1)  # PASS

    envs = vector_env(slip, 8, bots=policy if bots == "policy" else bots, threads=threads, gear=gear)
    obs, _ = envs.reset(seed=5)
    dice = np.random.default_rng(1)
    with pytest.raises(
        RuleFault, match=r"the rule (share|beyond) .* in environment \d, game \d+ of seed 5: .* then play"
    ) as found:
        for _ in range(100):
            free = obs["action_mask"] * dice.random(obs["action_mask"].shape)
            obs, *_ = envs.step(np.argmax(free, axis=1))
    deal = int(re.search(r"game (\d+) of", str(found.value))[1])
    replayed(slip, found.value.steps, slip.new(seed=5, deal=deal, gear="plain"))


def test_a_clock_that_breaks_down_in_many_environments(fuse, gear):
    pytest.importorskip("gymnasium")
    from brillig.learn.gymnasium import vector_env

    envs = vector_env(fuse, 4, gear=gear)
    with pytest.raises(RuleFault, match=r"the rule burn .* in environment \d, game \d+ of seed 5: .* then play"):
        envs.reset(seed=5)
        for _ in range(100):
            envs.step(np.zeros(4, int))


def test_a_match_goes_on(slip, gear):
    match = Match.start(slip, gear=gear)
    match.choose(0, PASS, 0)
    match.choose(1, PASS, 0)
    before, lines = bytes(match.table), len(match.log)
    with pytest.raises(RuleFault, match="share"):
        match.choose(0, DIVIDE, 0)
    assert (bytes(match.table), len(match.log), match.waits) == (before, lines, [0])
    match.choose(0, PASS, 0)


def test_the_suite_names_the_rule(slip):
    told = [point.detail for point in examine(slip) if not point.ok]
    assert any("the rule share breaks down" in each or "the rule beyond breaks down" in each for each in told)

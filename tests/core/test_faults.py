"""A rule that breaks down: its author learns which and how, in every gear, and the table stays as it was."""

import pytest

from brillig import RuleFault
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
    with pytest.raises(RuleFault, match=r"in game \d+ of seed 5 with 2 seats, after .*\(seat:code\)") as found:
        slip.playouts(200, seed=5, gear=gear)
    broken(slip, found.value)
    assert found.value.rule in ("share", "beyond")


def test_watched_games_tell_them_too(slip):
    with pytest.raises(RuleFault) as found:
        random_games(slip, variants(slip)[0], 5, 0, 200)
    broken(slip, found.value)


def test_kernels_with_the_rules_in_them_tell_of_a_division(slip):
    run = shared.LongRun(shared.kernels_of(engine)["playouts"], slip, engine, "playouts")
    run.own = shared.own_kernels(slip, engine)["playouts"]
    slip.compiled._playouts, before = run, slip.compiled._playouts
    try:
        with pytest.raises(RuleFault, match=r"the rule share .*ZeroDivisionError") as found:
            slip.playouts(200, seed=5)
    finally:
        slip.compiled._playouts = before
    broken(slip, found.value)


def test_a_search_tells_the_choices_it_tried(slip, gear):
    table = slip.new(gear=gear)
    with pytest.raises(RuleFault, match=r"in iteration \d+ of a search for seat 0, seed 1, after 0:") as found:
        Search(slip, Settings(iterations=300, seconds=60), gear=gear).think(table, 0, 1)
    for seat, code in found.value.steps[:-1]:
        table.play(seat, code)
    with pytest.raises(RuleFault, match=f"the rule {found.value.rule} "):
        table.play(*found.value.steps[-1])


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

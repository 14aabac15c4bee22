"""Whatever breaks down, wherever it is met: the rule is named, and what leads there can be typed in again."""

import ast
import pickle
import re

import numpy as np
import pytest

from brillig import RuleFault, bots
from brillig.bots.gpu.search import GpuSearch
from brillig.bots.mixing.mixer import Mixer
from brillig.bots.search import Search, Settings
from brillig.bots.sense.dominated import Judge, dominated
from brillig.bots.sense.second_look import SecondLook
from brillig.bots.turns.whole import WholeTurns
from brillig.core import kernels as engine
from brillig.core.compiled import shared
from brillig.core.gears import long_kernels
from brillig.lab.simulation import kernels as survey
from brillig.lab.simulation import watch
from brillig.lab.tournament import Tournament
from brillig.match import Match
from brillig.positions.walk import Variant
from brillig.testing import CheckPlan, examine
from tests import toys

BAD, THEN = 2, 5
AT_THE_TABLE = ["waiting", "refuse", "choices", "play", "row", "table", "part", "grid", "score", "rank", "hide"]
IN_PLAY = ("play", "row", "table", "part", "grid", "anyway")


@pytest.fixture(scope="module")
def crack():
    return toys.load("crack")


def named(word):
    """The rule that breaks down where the option says so."""
    return "play" if word in IN_PLAY else word


def retraced(crack, told, gear="plain"):
    """The table that a sentence leads to."""
    laid = re.search(r"game\.new\(seats=(\d), seed=(\d+), deal=(\d+), options=({.*?})(, timed=True)?\)", told)
    seats, seed, deal, options = (ast.literal_eval(each) for each in laid.groups()[:4])
    table = crack.new(seats, seed, options, deal=deal, gear=gear, timed=bool(laid[5]))
    steps = re.search(r"then play\(seat, code\) for (\[.*\])", told)
    for step in ast.literal_eval(steps[1]) if steps else ():
        table.play(*step)
    return table


def everything(table):
    """All that a program asks of a table until it is over."""
    while not table.over:
        table.view(0)
        table.census()
        seat = table.waiting()[0]
        assert BAD in table.codes(seat)
        table.play(seat, BAD)
    return table.scores(), table.ranks()


@pytest.mark.parametrize("word", [*AT_THE_TABLE, "census"])
def test_a_table_tells_the_seed_and_the_choices(crack, gear, word):
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} breaks down.*\(game.py, line \d+\)") as found:
        everything(crack.new(seed=3, deal=2, options={"where": word}, gear=gear))
    with pytest.raises(RuleFault) as again:
        everything(retraced(crack, str(found.value)))
    assert again.value.sentence == found.value.sentence


def test_a_table_that_cannot_be_laid_out_tells_the_seed(crack, gear):
    with pytest.raises(RuleFault, match=r"the rule setup .*game.new\(seats=2, seed=3, deal=2, options=.*'setup'"):
        crack.new(seed=3, deal=2, options={"where": "setup"}, gear=gear)


@pytest.mark.parametrize("word", ["label", "screen"])
def test_what_is_written_and_drawn_is_told_too(crack, word):
    table = crack.new(seed=3, options={"where": word})
    with pytest.raises(RuleFault, match=rf"the rule {word} breaks down.*then play\(seat, code\) for \[\(0, 2\), "):
        while True:
            table.text(0)
            table.play(table.waiting()[0], table.choices(table.waiting()[0])[BAD].code)


def test_what_a_seat_may_know_does_not_tell_where_it_comes_from(crack):
    table = crack.new(seed=3)
    table.play(0, BAD)
    for seen in (table.hidden(0), table.guess(0), table.hidden(0).copy()):
        assert (seen.again(), seen.began, seen.way.steps()) == ("", None, [])
    assert "seed=3" in table.copy().again()


def test_tables_that_part_ways_each_know_their_own(crack):
    table = crack.new(seed=3)
    table.play(0, 0)
    other = table.copy()
    table.play(1, 1)
    other.play(1, 2)
    assert table.again().endswith("[(0, 0), (1, 1)]")
    assert other.again().endswith("[(0, 0), (1, 2)]")


def test_a_fault_goes_to_another_process_and_back(crack):
    with pytest.raises(RuleFault) as found:
        everything(crack.new(options={"where": "play"}))
    back = pickle.loads(pickle.dumps(found.value))
    assert (str(back), back.rule, back.frames) == (str(found.value), "play", found.value.frames)


# ---- many games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["setup", "waiting", "choices", "row", "score", "rank"])
@pytest.mark.parametrize("long", [False, True])
def test_random_games_name_the_rule(crack, monkeypatch, word, long):
    if long:
        run = shared.LongRun(shared.kernels_of(engine)["playouts"], crack, engine, "playouts")
        run.prepare()
        monkeypatch.setattr(crack.compiled, "_playouts", run)
    which = r"\d+" if word == "row" else 7  # the others break down in every game, the first among them
    told = rf"the rule {named(word)} breaks down in game {which} of seed 5: .*game.py, line"
    with pytest.raises(RuleFault, match=told) as found:
        crack.playouts(50, seed=5, first=7, options={"where": word})
    with pytest.raises(RuleFault, match=f"the rule {named(word)} "):
        everything(retraced(crack, str(found.value)))


@pytest.mark.parametrize("word", ["row", "score", "rank"])
@pytest.mark.parametrize("long", [False, True])
def test_watched_games_name_the_rule(crack, monkeypatch, word, long):
    if long:
        run = long_kernels(crack, survey)["survey"]
        run.prepare()
        monkeypatch.setattr(watch, "compiled", lambda game: {"survey": run})
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} breaks down in game \d+ of seed 5: .*then play"):
        watch.random_games(crack, Variant(2, {"where": word}), 5, 0, 50)


@pytest.mark.parametrize("word", ["waiting", "refuse", "anyway", "hide", "guess", "value"])
def test_games_of_bots_tell_the_seed_and_the_choices(crack, word):
    bot = bots.make("greedy", crack)
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} .*game.new\(seats=2, seed=5, deal=3, ") as found:
        watch.play(crack.new(seed=5, deal=3, options={"where": word}, gear="compiled", timed=True), [bot, bot], 5, 3)
    assert retraced(crack, str(found.value).replace(word, "nothing")).plain.turns in (THEN - 1, THEN)


def test_a_tournament_tells_them_too(crack):
    with pytest.raises(RuleFault, match=r"the rule play .*game.new\(seats=2, seed=0, deal=0, .*then play"):
        Tournament(crack, ["random", "greedy"], games=4, options={"where": "anyway"}).go()


@pytest.mark.parametrize("word", ["anyway", "guess", "value"])
def test_the_share_of_dominated_choices_tells_them_too(crack, monkeypatch, word):
    before = crack.new
    monkeypatch.setattr(crack, "new", lambda *a, **more: before(*a, **more, options={"where": word}))
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} .*game.new\(seats=2, seed=4, "):
        dominated(crack, bots.Random(crack), Judge(crack, Settings(iterations=50)), 40, 4)


# ---- bots ----------------------------------------------------------------------------------------------------------


def before_it(crack, word, turns=4):
    table = crack.new(seed=3, options={"where": word})
    for k in range(turns):
        table.play(k % 2, 0)
    return table


@pytest.mark.parametrize("word", ["anyway", "choices", "prefer"])
def test_a_search_tells_the_way_to_where_it_began(crack, gear, word):
    table = before_it(crack, word)
    with pytest.raises(
        RuleFault, match=rf"the rule {named(word)} .*of a search .*game.new\(seats=2, seed=3, .*\(1, 0\)\]"
    ):
        Search(crack, Settings(iterations=100, seconds=60, value=False), gear=gear).think(table, 0, 1)


@pytest.mark.parametrize("word", ["anyway", "choices", "prefer", "value"])
def test_a_second_look_names_the_rule(crack, gear, word):
    table = before_it(crack, word, 3 if word == "value" else 4)
    seat, look = table.waiting()[0], SecondLook(crack, Settings(value=word == "value"), gear)
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} breaks down in a second look of seat {seat}.*after"):
        look.better(table, seat, 0, [0, 1, 2], 4)


@pytest.mark.parametrize("word", ["value"])
def test_a_look_at_whole_turns_names_the_rule(crack, gear, word):
    with pytest.raises(RuleFault, match=rf"the rule {word} breaks down in a look at whole turns"):
        WholeTurns(crack, Settings(turns=True), gear).think(before_it(crack, word), 0)


@pytest.mark.parametrize("word", ["anyway", "choices", "guess"])
def test_the_reckoning_of_an_ending_names_the_rule(crack, gear, word):
    table = before_it(crack, word, 5 if word == "guess" else 4)
    seat = table.waiting()[0]
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} breaks down in the reckoning of an ending"):
        Mixer(crack, Settings(bluff=300), gear).chances(table.hidden(seat), seat)


@pytest.mark.parametrize("word", ["anyway", "row", "choices", "prefer"])
def test_the_search_for_a_gpu_names_the_rule(crack, gear, word):
    settings, sizes = Settings(iterations=200, seconds=60, value=False), {"slots": 1 << 12, "lanes": 64}
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} breaks down in iteration"):
        GpuSearch(crack, settings, gear=gear, **sizes).think(before_it(crack, word), 0, 4)


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert", "greedy"])
@pytest.mark.parametrize("word", ["anyway", "guess"])
def test_every_bot_raises_a_rule_fault_or_chooses(crack, level, word):
    told = []
    for turns in (3, 4, 5):
        table = before_it(crack, word, turns)
        seat = table.waiting()[0]
        try:
            assert bots.make(level, crack).choose(table.hidden(seat), seat, 1) in range(3)
        except RuleFault as why:
            told.append(why.rule)
    assert set(told) == {named(word)}


# ---- learners ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["waiting", "hide", "anyway"])
def test_environments_tell_the_seed_and_the_choices(crack, word):
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    from brillig.learn import gymnasium, pettingzoo

    one, many = gymnasium.env(crack, options={"where": word}), pettingzoo.env(crack, options={"where": word})
    for env in (one, many):
        with pytest.raises(RuleFault, match=rf"the rule {named(word)} .*game.new\(seats=2, seed=5, .*then play"):
            env.reset(seed=5)
            for _ in range(10):
                env.step(np.int64(1))
                env.last() if env is many else None


# ---- the suite -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    [
        "setup",
        "waiting",
        "refuse",
        "choices",
        "play",
        "score",
        "rank",
        "hide",
        "guess",
        "census",
        "label",
        "touch",
        "screen",
    ],
)
def test_the_suite_tells_the_seed_the_choices_and_the_authors_own_lines(crack, monkeypatch, word):
    monkeypatch.setattr(crack, "variants", [(2, {"where": word})])
    points = [p for p in examine(crack, CheckPlan(games=20, closely=1, positions=200)) if "breaks down" in p.detail]
    assert points
    for point in points:
        assert f"the rule {word} breaks down" in point.detail
        assert point.again.startswith("game.new(seats=2, seed=1, deal=")
        assert 'game.py", line' in point.again
        assert f"in {word}" in point.again
        assert "core/table.py" not in point.again


# ---- matches -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["waiting", "refuse", "play", "score", "rank"])
def test_a_match_tells_its_choices_and_not_its_secret(crack, gear, word):
    match = Match.start(crack, options={"where": word}, gear=gear)
    with pytest.raises(RuleFault, match=rf"the rule {named(word)} .*Match.start\(.*secret=match.secret") as found:
        while match.waits:
            match.choose(match.waits[0], BAD, 0)
    chosen = [(entry.seat, entry.code, entry.at) for entry in match.log.entries]
    assert f"choose(seat, code, at) for {chosen}" in str(found.value)
    assert match.secret.hex() not in str(found.value)

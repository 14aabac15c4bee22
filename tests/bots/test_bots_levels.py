"""The bots by name: what they are made of, how they choose, and that they are as strong as they should be."""

from __future__ import annotations

from time import perf_counter

import msgspec
import pytest

import brillig
from brillig import bots
from brillig.bots.levels import calibration, ladders
from brillig.bots.levels.duels import NOTHING, DuelTally, duel, play_game, shares
from brillig.bots.levels.ladders import LEVELS, Ladder, Measured
from brillig.bots.levels.people import PEOPLE
from brillig.bots.search import Estimate, Settings, Thought
from brillig.bots.thinker import decide
from brillig.core import BadOption


def test_there_are_seven_kinds():
    assert list(bots.KINDS) == ["random", "greedy", *LEVELS, "gpu"]
    with pytest.raises(BadOption, match=r"no bot 'export'.*Did you mean expert"):
        bots.make("export", brillig.load("othellino"))


def test_a_level_is_stronger_than_what_knows_nothing():
    game = brillig.load("othellino")
    *_, tally = duel(game, bots.make("hard", game), bots.make("random", game), 6, seed=1)
    assert tally.mean >= 0.95
    *_, tally = duel(game, bots.make("greedy", game), bots.make("random", game), 30, seed=1)
    assert tally.mean >= 0.75
    *_, tally = duel(game, bots.make("easy", game), bots.make("random", game), 10, seed=1)
    assert tally.mean >= 0.6


def test_levels_order_in_a_game_of_luck():
    game = brillig.load("gold-mine")
    *_, tally = duel(game, bots.make("normal", game), bots.make("random", game), 60, seed=2)
    assert tally.mean >= 0.8


@pytest.mark.parametrize("slug", ["othellino", "speed"])  # the other begins with a count-down: nobody is asked
def test_warm_up(slug):
    game = brillig.load(slug)
    bots.warm(game)
    assert bots.is_warm(game)


# ---- choosing ------------------------------------------------------------------------------------------------------

THOUGHT = Thought([Estimate(3, 70, 0.6), Estimate(1, 25, 0.58), Estimate(2, 5, 0.3)], 100, 0.0, True, False)


def chosen(settings, thought=THOUGHT):
    return {decide(thought, settings, seed) for seed in range(200)}


def test_the_most_visited_is_chosen_unless_the_settings_are_slack_or_mix():
    assert chosen(Settings()) == {3}
    assert chosen(Settings(slack=30)) == {3, 1}
    assert chosen(Settings(slack=400)) == {3, 1, 2}
    points = THOUGHT._replace(
        estimates=[Estimate(3, 70, 14.0), Estimate(1, 25, 13.0), Estimate(2, 5, 4.0)], points=True
    )
    assert chosen(Settings(slack=90), points) == {3}
    assert chosen(Settings(slack=110), points) == {3, 1}
    assert chosen(Settings(mix=True)) == {3, 1}
    assert chosen(Settings(mix=True), THOUGHT._replace(blind=False)) == {3}
    often = [decide(THOUGHT, Settings(mix=True), seed) for seed in range(2000)].count(3)
    assert often / 2000 == pytest.approx(70 / 95, abs=0.04)


# ---- the table of levels -------------------------------------------------------------------------------------------


def test_a_game_that_was_never_calibrated_has_levels_too(nim, dig):
    assert ladders.ladder(nim).settings("expert").solve > 0
    assert ladders.ladder(nim).settings("hard").cap == -1
    assert ladders.ladder(dig).settings("hard").cap >= 0


def test_the_table_is_written_as_it_is_read(tmp_path):
    ladder = Ladder({"cap": 2}, {"easy": {"iterations": 7}}, {"easy": Measured(10, 0.5, 0.1)})
    ladders.write(ladder, tmp_path / "levels.json")
    assert ladders.read(tmp_path / "levels.json") == ladder
    assert ladder.settings("easy") == Settings(iterations=7, cap=2)
    (tmp_path / "levels.json").write_text('{"levels": 3}')
    with pytest.raises(BadOption, match="cannot be read"):
        ladders.read(tmp_path / "levels.json")
    with pytest.raises(msgspec.ValidationError):
        Ladder({"speed": 1}, {"easy": {}}).settings("easy")


# ---- matches and calibration ---------------------------------------------------------------------------------------


class Takes:
    """Takes so many at nim, or what is left."""

    name = "takes"

    def __init__(self, code):
        self.code = code

    def choose(self, view, seat, seed):
        return min(self.code, view.codes(seat)[-1])


def test_a_duel_changes_seats(nim):
    """Both take one: whatever the opening, the same seat wins, so each wins once in two games."""
    tallies = list(duel(nim, Takes(0), Takes(0), 10, options={"heap": 9}, gear="plain"))
    assert [t.total for t in tallies][1::2] == [1, 2, 3, 4, 5]
    assert tallies[-1].give_or_take == pytest.approx(1.96 * 0.5 / 10**0.5)
    assert DuelTally(4, 4.0, 4.0).give_or_take == 0
    assert list(duel(nim, Takes(0), Takes(0), 10, options={"heap": 9}, gear="plain", workers=3)) == tallies
    assert NOTHING.plus(0.5).plus(1).mean == 0.75


def test_shares_of_a_finished_game():
    table = play_game(brillig.load("gold-mine"), [bots.Random(brillig.load("gold-mine"))] * 3, seed=1)
    ranks = table.ranks()
    for mine, share in zip(ranks, shares(table), strict=True):
        beaten = [(mine < other) + (mine == other) / 2 for other in ranks]
        assert share == pytest.approx((sum(beaten) - 0.5) / 2)


def test_a_clock_runs_in_a_game_between_bots(bomb):
    table = play_game(bomb, [bots.Random(bomb)] * 2, seed=1, gear="plain")
    assert table.over
    assert table.plain.now > 0


def test_fitting_finds_a_rung_that_is_beaten_as_it_should(nim, monkeypatch):
    """With a stand-in for the duels: the share that is won depends on how many times fewer iterations there are."""

    def share(game, games, seed, workers, patience):
        return lambda top, trial, wanted: 0.5 + 0.125 * (top.settings.iterations / trial.settings.iterations) ** 0.5

    monkeypatch.setattr(calibration, "places_share", share)
    ladder = Ladder({"cap": 3}, {"expert": {"iterations": 4096, "seconds": 2.0}})
    said = []
    found = calibration.fit(nim, ladder, 10, 0, said.append)
    assert [found.levels[name]["iterations"] for name in LEVELS] == [64, 256, 1024, 4096]
    assert found.style == {"cap": 3}
    assert "solve" in found.levels["hard"]
    assert "solve" not in found.levels["normal"]
    assert said


def test_where_there_is_little_to_win_every_level_has_its_part_of_it(nim, monkeypatch):
    """The weakest loses two games of three: then steps of three in four cannot be, and easy was as good as normal."""

    def strength(settings):
        return 2 ** -((settings.slack / 1000) ** 0.5)

    def share(game, games, seed, workers, patience):
        return lambda top, trial, wanted: strength(top.settings) / (strength(top.settings) + strength(trial.settings))

    monkeypatch.setattr(calibration, "places_share", share)
    found = calibration.fit(nim, Ladder({}, {"expert": {"iterations": 64, "seconds": 2.0}}), 10, 0, lambda what: None)
    slacks = [found.levels[name].get("slack", 0) for name in LEVELS]
    assert slacks == sorted({*slacks}, reverse=True)
    assert len(slacks) == 4
    assert "There is little to win: expert won 67%" in found.why
    assert calibration.a_step(27 / 28) == pytest.approx(0.75)


def test_rungs_go_down_to_carelessness():
    rungs = calibration.weaker({"iterations": 64})
    assert [r["iterations"] for r in rungs][:4] == [32, 16, 8, 8]
    assert [r.get("slack", 0) for r in rungs][2:5] == [0, 20, 40]
    assert [r["slack"] for r in calibration.weaker({"iterations": 8, "slack": 200})] == [300, 500, 700, 1000]
    assert calibration.weaker({"iterations": 8, "slack": 1000}) == []


def test_measuring_a_game_for_points_and_one_for_places():
    ladder = Ladder({"cap": 0}, {name: {"iterations": n} for name, n in zip(LEVELS, (2, 4, 40, 80), strict=True)})
    alone, against = brillig.load("bandersnatch"), brillig.load("othellino")
    found = calibration.measure(alone, ladder, 2, 1, lambda _: None)
    assert list(found) == list(LEVELS)
    assert all(m.games == 2 and -30 < m.mean < 33 for m in found.values())
    said = []
    found = calibration.measure(against, ladder, 2, 1, said.append)
    assert list(found) == list(LEVELS)
    assert said[0].endswith("easy against random")


def test_a_calibration_keeps_to_its_time_and_says_what_is_dominated():
    game = brillig.load("gold-mine")
    ladder = Ladder(
        {}, {name: {"iterations": n} for name, n in zip(LEVELS, (2, 4, 8, 16), strict=True)}, why="it is luck"
    )
    began = perf_counter()
    found = calibration.calibrated(game, ladder, 100_000, 1, lambda _: None, workers=2, seconds=2)
    assert perf_counter() - began < 60  # all of them would take an hour
    assert all(2 <= m.games < 100_000 and m.games % 2 == 0 for m in found.measured.values())
    assert found.dominated.keys() == {*LEVELS}
    assert (found.why, found.people) == ("it is luck", {})


def test_patience_is_shared_by_the_comparisons_that_are_left():
    now = [100.0]
    patience = calibration.Patience(until=140, comparisons=2, clock=lambda: now[0])
    assert patience.for_one() == 120
    now[0] = 110  # it was quick, so there is more for the next
    assert patience.for_one() == 140
    assert patience.for_one() == 140


def test_where_time_runs_levels_are_measured_beside_people():
    game = brillig.load("speed")
    ladder = Ladder(
        {}, {name: {"iterations": 2, "reaction": n} for name, n in zip(LEVELS, (99, 98, 97, 2), strict=True)}
    )
    found = calibration.calibrated(game, ladder, 2, 1, lambda _: None)
    assert {person: list(won) for person, won in found.people.items()} == {p: list(LEVELS) for p in PEOPLE}
    assert found.people["first game"]["expert"] == 0
    assert found.dominated == {}  # whoever is in a hurry takes what is found first


def test_where_time_runs_a_level_below_is_slower():
    expert = {"iterations": 50, "seconds": 0.2, "threads": 2, "reaction": 1000, "glance": 100}
    rungs = calibration.slower(expert)
    assert [r["reaction"] for r in rungs[:3]] == [1100, 1210, 1330]
    assert [r["glance"] for r in rungs[:3]] == [110, 121, 133]
    assert all(r["iterations"] == 50 and r["threads"] == 1 for r in rungs)
    assert calibration.words(rungs[0]) == "reacts in about 1.1 s, 110 ms for each thing to look at"


def test_a_clear_duel_is_broken_off():
    tallies = [DuelTally(n, float(n), float(n)) for n in range(1, 100)]
    assert calibration.last(calibration.decided(tallies)).games == calibration.ENOUGH
    close = [DuelTally(n, n * 0.75, n * 0.75) for n in range(1, 100)]
    assert calibration.last(calibration.decided(close)).games == 99
    assert calibration.last(calibration.decided(close, wanted=0.55)).games < 99

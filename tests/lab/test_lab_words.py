"""Verdicts and warnings say what the numbers say, on made-up numbers."""

import re

import pytest

from brillig.lab.report.findings import (
    first_player,
    gathered,
    number,
    on_different,
    on_seats,
    percent,
    summarise,
    warnings,
)
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.simulate import Threads, start
from brillig.lab.statistics.figures import chance_of_being_fair, share

from .conftest import load


def shares(games, *wins):
    return [share(w, games) for w in wins]


@pytest.mark.parametrize(
    ("games", "wins", "says"),
    [
        (100_000, (50_100, 49_900), "Going first is neither good nor bad"),
        (100_000, (51_000, 49_000), "a tiny first-player advantage"),
        (100_000, (53_500, 46_500), "a slight first-player advantage"),
        (100_000, (57_000, 43_000), "a clear first-player advantage"),
        (100_000, (70_000, 30_000), "a strong first-player advantage"),
        (100_000, (40_500, 59_500), "a clear first-player disadvantage"),
        (100, (52, 48), "too few games to tell"),
        (1_500, (760, 740), "no advantage can be seen, and it could be 3 points at most"),
    ],
)
def test_verdict_on_going_first(games, wins, says):
    assert says in first_player(shares(games, *wins), games)


def test_verdict_names_the_best_and_the_worst_place():
    verdict = first_player(shares(100_000, 25_100, 33_000, 25_000, 16_900), 100_000)
    assert "It is best to go second: 33.0%." in verdict
    assert "It is worst to go fourth: 16.9%." in verdict


def test_fairness_is_a_proper_test():
    assert chance_of_being_fair(shares(1000, 250, 250, 250, 250), 1000) == 1
    assert chance_of_being_fair(shares(100, 60, 40), 100) == pytest.approx(0.0455, abs=1e-3)  # chi-square 4
    assert chance_of_being_fair(shares(100_000, 30_000, 23_000, 24_000, 23_000), 100_000) < 1e-6


def figures_like(**changes):
    s = {"mean": 10, "low": 9.9, "high": 10.1, "deviation": 2, "quantiles": [6, 8, 10, 12, 14], "least": 3, "most": 20}
    s["bins"] = [(k, k + 1, 0.05) for k in range(3, 23)]
    decided = {**s, "quantiles": [0.3, 0.6, 0.8, 0.9, 1.0]}
    safe = [{"share": 0.6, "low": 0.55, "high": 0.65}] * 9
    made = {
        "seats": 6, "options": {}, "bots": ["random"] * 6, "label": "", "games": 10_000, "unfinished": 0,
        "opening": None, "different": None, "worth": 1.0,
        "for_points": False, "length": s, "dragging": 0.01, "score": s, "wins": shares(10_000, *[1666] * 6), "opener": "nobody",
        "wins_by_order": [], "tied": share(0, 10_000), "forced": share(100, 10_000), "kinds": [], "branching": s,
        "drama": {"changes": s, "decided": decided, "leader_wins": safe, "leads": safe,
                  "decided_by_half": 0.2},
    }  # fmt: skip
    return made | changes


def test_no_warning_without_a_reason():
    assert warnings(figures_like()) == {}


def test_warnings_in_words():
    def only(**changes):
        (sentence,) = warnings(figures_like(**changes)).values()
        return sentence

    assert only(tied=share(3100, 10_000)) == "Games with 6 players end in a tie 31% of the time."
    assert only(label="size 8", tied=share(3100, 10_000)) == "Games with size 8 end in a tie 31% of the time."
    assert "12 of the games with 6 players did not end" in only(unfinished=12)
    assert only(games=1) == "Only 1 game was played: take all figures as rough."
    assert "38% of the decisions are dead" in only(forced=share(3800, 10_000))
    long = {**figures_like()["length"], "quantiles": [6, 8, 10, 15, 31]}
    assert only(length=long, dragging=0.06).endswith("one in twenty takes 31 choices or more, the middle one 10.")
    drama = figures_like()["drama"]
    early = {**drama, "decided_by_half": 0.6, "decided": {**drama["decided"], "quantiles": [0.1, 0.2, 0.4, 0.5, 0.9]}}
    assert "decided early" in only(drama=early)
    safe = {**drama, "leader_wins": [{"share": 0.9, "low": 0.88, "high": 0.92}] * 9}
    assert only(drama=safe).endswith("who leads at half-time wins 90%.")
    kind = {"name": "pass", "on_offer": 0, "made": 0, "taken": 0, "correlation": None}
    assert only(kinds=[kind]) == "The choice “pass” never came up in games with 6 players."
    for unused in ("anything else", "choice 7"):
        assert warnings(figures_like(kinds=[kind | {"name": unused}])) == {}
    telling = kind | {
        "on_offer": 500,
        "made": 250,
        "taken": 0.5,
        "correlation": {"r": -0.4, "low": -0.5, "high": -0.31},
    }
    assert "those win who choose “pass” more rarely than the others" in only(kinds=[telling])
    shunned = kind | {"on_offer": 1000, "made": 1, "taken": 0.001}
    assert warnings(figures_like(kinds=[shunned])) == {}, "random players shun nothing"
    assert "hardly ever chosen" in only(kinds=[shunned], bots=["hard"] * 6)
    first = shares(10_000, 3000, 1400, 1400, 1400, 1400, 1400)
    assert only(opener="same", wins_by_order=first).endswith("who goes first wins 30%; 17% would be fair.")


def test_no_warning_where_the_interval_does_not_clear_the_threshold():
    drama = figures_like()["drama"]
    early = {**drama, "decided_by_half": 0.55, "decided": {**drama["decided"], "quantiles": [0.1, 0.2, 0.4, 0.5, 0.9]}}
    kind = {
        "name": "pass",
        "on_offer": 50,
        "made": 25,
        "taken": 0.5,
        "correlation": {"r": 0.4, "low": 0.1, "high": 0.7},
    }
    unsure = {
        "ties": {"tied": share(8, 40)},
        "dead": {"forced": {"share": 0.35, "low": 0.25, "high": 0.45}},
        "first": {"opener": "same", "wins_by_order": shares(40, 12, *[5] * 5)},
        "early": {"drama": early},
        "long": {"length": {**figures_like()["length"], "quantiles": [6, 8, 10, 15, 31]}, "dragging": 0.06},
        "kind pass": {"kinds": [kind]},
    }
    for sort, changes in unsure.items():
        assert set(warnings(figures_like(games=40, **changes))) == {"few"}, sort
    assert set(warnings(figures_like(drama=early))) == {"early"}


def test_how_many_games_were_different_is_said():
    assert on_different(figures_like()) == "", "chance makes the games differ"
    drawn = {"opening": 6, "different": 17, "games": 60, "worth": 0.1}
    assert on_different(figures_like(**drawn)) == (
        "Hardly anything is left to chance in this game, so each began with 6 random choices; "
        "17 of 60 games were different, and all intervals count them as 6."
    )
    assert on_different(figures_like(**drawn | {"different": 60, "worth": 1.0})).endswith("no two games were the same.")
    few = warnings(figures_like(opening=1, different=9, worth=0.0004))
    assert few == {"few": "Only 9 of the games with 6 players were different: take all figures as rough."}


def test_the_same_warning_is_said_once():
    many = [figures_like(label=f"size {k}", tied=share(3100, 10_000)) for k in range(5)]
    assert gathered(many) == [
        "Games with size 0 end in a tie 31% of the time. So or similar in 4 other variants.",
    ]
    assert len(gathered(many[:2])) == 2
    few = [figures_like(label=name, games=8) for name in ("today's rules", "reshuffle yes")]
    assert gathered(few) == ["Only 8 games were played: take all figures as rough."]


def test_different_bots_give_no_verdict_on_seats():
    assert "compare the bots" in on_seats(figures_like(bots=["hard", *["easy"] * 5]))


def test_seats_that_should_be_alike_and_are_not():
    odd = figures_like(wins=shares(10_000, 3000, 1400, 1400, 1400, 1400, 1400))
    assert "seat 1 wins 30.0%" in on_seats(odd)
    assert "The seats are alike" in on_seats(figures_like())


def test_numbers():
    assert [percent(x) for x in (0.314, 0.0456, 0.0004, 0, 1, 0.998)] == [
        "31%",
        "4.6%",
        "less than 0.1%",
        "0.0%",
        "100%",
        "99.8%",
    ]
    assert [number(x) for x in (3, 3.14159, 31.41, 3141.5, 0.5)] == ["3", "3.14", "31.4", "3,142", "0.5"]


# ---- from the game to the words ------------------------------------------------------------------------------------


def simulated(game, **plan):
    run = start(make_plan(game, **plan))
    run.go(Threads(run.lab, 2, False))
    return summarise(run.plan, game, run.tallies)


def test_a_coin_that_favours_the_first_is_found_out(coin):
    s = simulated(coin, games=20_000)
    assert any("a strong first-player advantage" in sentence for sentence in s["verdicts"])
    assert "In games with 2 players, who goes first wins 70%; 50% would be fair." in s["warnings"]
    assert any("Points say nothing before the end" in sentence for sentence in s["verdicts"])
    (f,) = s["variants"]
    assert f["forced"]["share"] == pytest.approx(1 / 4)
    assert [k["name"] for k in f["kinds"]] == ["turn it <over>", "wait"]
    assert abs(f["kinds"][0]["correlation"]["r"]) < 0.05


def test_a_fair_coin_is_not_accused(coin):
    s = simulated(coin, games=20_000, options={"luck": 5})
    assert not any("advantage." in sentence for sentence in s["verdicts"])
    assert not any("goes first" in sentence for sentence in s["warnings"])


def test_a_sweep_says_what_an_option_changes(coin):
    s = simulated(coin, games=5000, sweep={"luck": [7, 5, 0]})
    (effect,) = s["effects"]
    assert effect["words"].startswith("Luck makes a difference: who goes first wins ")
    assert "(7) to 0.0% (0), -7" in effect["words"]
    assert [len(row["values"]) for row in effect["rows"]] == [3] * len(effect["rows"])


def test_a_sweep_says_when_an_option_changes_nothing():
    s = simulated(load("gold-mine"), games=3000, sweep={"signal": ["thumbs", "tiles"]})
    assert s["effects"][0]["words"] == ("Signal changes nothing that was measured: all figures are exactly the same.")


def test_a_sweep_with_few_games_says_so_and_with_many_how_little_it_could_be(coin):
    few = simulated(coin, games=8, sweep={"luck": [7, 5]})["effects"][0]["words"]
    assert few.startswith("These are too few games to tell what luck changes: from 7 to 5, who goes first wins ")
    assert re.search(r"wins [-+][\d.]+ points \(\S+ to \S+; the least that could be seen: [\d.]+ points\)", few)
    for name in ("few", "many"):
        games = {"few": 8, "many": 4000}[name]
        words = simulated(load("gold-mine"), games=games, sweep={"signal": ["thumbs", "tiles"]})["effects"][0]["words"]
        assert ("too few games" in words) == (name == "few")


def test_effects_mix_the_other_options_evenly(gold_mine):
    s = simulated(gold_mine, games=200, sweep={"seats": [2, 3], "reshuffle": ["no", "yes"]})
    means = [f["length"]["mean"] for f in s["variants"]]
    rows = {e["option"]: next(r for r in e["rows"] if r["measure"] == "choices in a game") for e in s["effects"]}
    seats, reshuffle = ([v["mean"] for v in rows[name]["values"]] for name in ("seats", "reshuffle"))
    assert seats == pytest.approx([(means[0] + means[1]) / 2, (means[2] + means[3]) / 2], rel=1e-4)
    assert reshuffle == pytest.approx([(means[0] + means[2]) / 2, (means[1] + means[3]) / 2], rel=1e-4)

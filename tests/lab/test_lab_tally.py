"""Adding up: right, whatever the portions, and of a size that does not grow."""

import json
import random
import statistics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.tally import MOST_BINS, WHOLE, Spread, Tally, tally, together
from brillig.lab.simulation.watch import random_games
from brillig.lab.statistics.figures import correlation, figures, share

from .conftest import GAMES, load

NUMBERS = st.lists(st.integers(-1000, 1000), min_size=1, max_size=200)


def spread_of(numbers):
    return Spread.of(np.array(numbers, np.int64))


# ---- spreads -------------------------------------------------------------------------------------------------------


@settings(deadline=None)  # the first call loads what was compiled
@given(NUMBERS)
def test_a_spread_knows_its_numbers(numbers):
    s = spread_of(numbers)
    assert s.count == len(numbers)
    assert s.mean == pytest.approx(statistics.fmean(numbers))
    assert s.deviation == pytest.approx(statistics.stdev(numbers) if len(numbers) > 1 else 0)
    assert s.quantile(0) == min(numbers)
    assert s.quantile(1) == max(numbers)
    assert s.quantile(0.5) == sorted(numbers)[(len(numbers) - 1) // 2]
    assert s.at_least(3) == sum(n >= 3 for n in numbers) / len(numbers)


@given(NUMBERS, NUMBERS)
def test_spreads_add_up(a, b):
    assert spread_of(a) + spread_of(b) == spread_of(a + b)


@pytest.mark.parametrize("seed", range(5))
def test_wide_spreads_stay_small_and_do_not_depend_on_the_order(seed):
    dice = random.Random(seed)
    reach = dice.choice([1 << 13, 1 << 20, 1 << 31])
    numbers = [dice.randrange(-reach, reach) for _ in range(3 * MOST_BINS)]
    whole = spread_of(numbers)
    assert whole.shift > 0
    dice.shuffle(numbers)
    parts = Spread()
    for k in range(0, len(numbers), 500):
        parts = parts + spread_of(numbers[k : k + 500])
    assert parts == whole
    assert len(whole.bins) <= MOST_BINS
    assert whole.mean == pytest.approx(statistics.fmean(numbers), abs=1 << whole.shift)


# ---- tallies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_portions_do_not_matter(name):
    game, seats = load(name), GAMES[name]
    variant = make_plan(game, seats=seats).variants[0]
    whole = tally(game, random_games(game, variant, 3, 0, 60))
    parts = together(tally(game, random_games(game, variant, 3, k, n)) for k, n in ((0, 1), (1, 40), (41, 19)))
    assert parts.to_json() == whole.to_json()
    again = Tally.from_json(json.loads(json.dumps(whole.to_json())))
    assert again.to_json() == whole.to_json()


def pearson(x, y):
    return statistics.correlation(x, y) if len(set(x)) > 1 and len(set(y)) > 1 else None


@pytest.mark.parametrize("name", ["gold-mine", "coin", "othellino"])
def test_figures_of_winning_against_a_slow_reckoning(name):
    game, seats, n = load(name), GAMES[name], 300
    plan = make_plan(game, seats=seats, games=n)
    sheet = random_games(game, plan.variants[0], 1, 0, n)
    f = figures(plan, game, plan.variants[0], tally(game, sheet))
    ranks, scores = sheet.ranks.tolist(), sheet.scores.tolist()
    winners = [[s for s in range(seats) if r[s] == 1] for r in ranks]
    for seat in range(seats):
        assert f["wins"][seat]["share"] == pytest.approx(sum((seat in w) / len(w) for w in winners) / n)
        assert f["scores"][seat]["mean"] == pytest.approx(statistics.fmean(row[seat] for row in scores))
    assert f["tied"]["share"] == pytest.approx(sum(len(w) > 1 for w in winners) / n)
    margins = [sorted(row)[-1] - sorted(row)[-2] for row in scores]
    assert f["margin"]["mean"] == pytest.approx(statistics.fmean(margins))
    openers = sheet.games["opener"].tolist()
    if openers[0] >= 0:
        first = [(o in w) / len(w) for o, w in zip(openers, winners, strict=True)]
        assert f["wins_by_order"][0]["share"] == pytest.approx(statistics.fmean(first))
        assert sum(w["share"] for w in f["wins_by_order"]) == pytest.approx(1)
    else:
        assert f["opener"] == "nobody"
    lengths = sheet.games["length"].tolist()
    assert f["length"]["mean"] == pytest.approx(statistics.fmean(lengths))
    assert f["branching"]["mean"] == pytest.approx(sheet.games["offered"].sum() / sum(lengths))
    assert f["forced"]["share"] == pytest.approx(sheet.games["forced"].sum() / sum(lengths))
    if f["drama"]:
        at_half = [(row[4], w) for row, w in zip(sheet.games["leader"].tolist(), winners, strict=True) if row[4] >= 0]
        assert f["drama"]["leader_wins"][4]["share"] == pytest.approx(sum(a in w for a, w in at_half) / len(at_half))
        assert f["drama"]["changes"]["mean"] == pytest.approx(statistics.fmean(sheet.games["changes"].tolist()))
    for kind in f["kinds"]:
        k = [kind["name"] for kind in f["kinds"]].index(kind["name"])
        x, y, tenths = [], [], {}
        rows = [[] for _ in range(seats)]  # by the place in the order of play: what that gives is left out of account
        for g in range(n):
            able = [s for s in range(seats) if sheet.offered[g, s, k]]
            rate = {s: int(sheet.made[g, s, k]) / int(sheet.offered[g, s, k]) for s in able}
            won = {s: (s in winners[g]) / len(winners[g]) for s in able}
            for s in able:
                tenths.setdefault(int(10 * rate[s] + 0.5), []).append(won[s])
                if len(able) > 1:
                    beside = (rate[s] - statistics.fmean(rate.values()), won[s] - statistics.fmean(won.values()))
                    rows[(s - max(0, openers[g])) % seats].append(beside)
        for row in filter(None, rows):
            x += [a - statistics.fmean(r[0] for r in row) for a, _ in row]
            y += [b - statistics.fmean(r[1] for r in row) for _, b in row]
        assert kind["made"] == sheet.made[:, :, k].sum()
        assert kind["on_offer"] == sheet.offered[:, :, k].sum()
        assert kind["correlation"]["r"] == pytest.approx(statistics.correlation(x, y), abs=1e-5)
        for row in kind["by_rate"]:
            those = tenths[round(10 * row["rate"])]
            assert row["seats"] == len(those)
            assert row["mean"] == pytest.approx(statistics.fmean(those))


def test_the_right_choice_is_found_though_others_had_more_chances(coin):
    """Who could choose it often made it often; who took it whenever they could won."""
    plan = make_plan(coin, games=200)
    sheet = random_games(coin, plan.variants[0], 1, 0, 200)
    winner = np.arange(200) % 2
    for g, w in enumerate(winner):
        sheet.offered[g, w, 0], sheet.made[g, w, 0] = 2, 2
        sheet.offered[g, 1 - w, 0], sheet.made[g, 1 - w, 0] = 9, 3 + g % 3
        sheet.ranks[g] = [1, 2] if w == 0 else [2, 1]
    (kind, *_) = figures(plan, coin, plan.variants[0], tally(coin, sheet))["kinds"]
    assert kind["correlation"]["low"] > 0.8


def test_figures_of_a_solo_game_go_by_points(monkeypatch):
    game = load("bandersnatch")
    monkeypatch.setattr("brillig.lab.simulation.choice_kinds.MOST_KINDS", 1000)
    from brillig.lab.simulation.choice_kinds import kinds_of

    kinds_of.cache_clear()
    try:
        plan = make_plan(game, games=200)
        sheet = random_games(game, plan.variants[0], 1, 0, 200)
        f = figures(plan, game, plan.variants[0], tally(game, sheet))
    finally:
        kinds_of.cache_clear()
    assert "wins" not in f
    assert f["for_points"]
    known = [(k, kind) for k, kind in enumerate(f["kinds"]) if kind["correlation"]]
    assert known
    for k, kind in known:
        able = sheet.offered[:, 0, k] > 0
        x = (sheet.made[able, 0, k] / sheet.offered[able, 0, k]).tolist()
        assert kind["correlation"]["r"] == pytest.approx(pearson(x, sheet.scores[able, 0].tolist()), abs=1e-5)


def test_games_that_do_not_end_are_left_out(gold_mine):
    plan = make_plan(gold_mine, seats=2, games=50)
    sheet = random_games(gold_mine, plan.variants[0], 1, 0, 50)
    sheet.games["length"][:7] = -1
    f = figures(plan, gold_mine, plan.variants[0], tally(gold_mine, sheet))
    assert f["unfinished"] == 7
    assert f["scores"][0]["mean"] == pytest.approx(sheet.scores[7:, 0].mean())
    assert sum(w["share"] for w in f["wins"]) == pytest.approx(1)


def test_intervals():
    assert share(50, 100)["low"] == pytest.approx(0.4038, abs=1e-3)  # Wilson's, from a textbook
    assert share(50, 100)["high"] == pytest.approx(0.5962, abs=1e-3)
    assert share(0, 20)["low"] == 0
    assert 0.1 < share(0, 20)["high"] < 0.2
    one_to_four = (4, 10, 30, 10, 30, 30)  # n, y, y y, x, x x, x y of x = y = 1, 2, 3, 4
    assert correlation([one_to_four])["r"] == pytest.approx(1)
    assert correlation([one_to_four, one_to_four])["r"] == pytest.approx(1)
    assert correlation([(4, 10, 30, 4, 4, 10)]) is None  # x is always 1


def test_a_win_can_be_shared_by_any_number():
    assert all(WHOLE % n == 0 for n in range(1, 17))

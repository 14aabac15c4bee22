"""What is noted of a game is what happened in it."""

import json
from itertools import pairwise

import numpy as np
import pytest

from brillig.lab.simulation import watch
from brillig.lab.simulation.choice_kinds import kinds_of
from brillig.lab.simulation.different import DifferentGames
from brillig.lab.simulation.plan import make_plan
from brillig.lab.simulation.tally import Tally, tally
from brillig.lab.simulation.watch import bot_games, random_games, seed_of
from brillig.lab.statistics.figures import figures

from .conftest import GAMES, Told, load, play_at_random


def expected(told: Told, seats: int) -> dict:
    """The slow way: from the whole story of a game to what should be noted."""
    length = len(told.steps)
    leaders = [p.index(max(p)) if p.count(max(p)) == 1 and seats > 1 else None for p in told.points]
    names = [x for x in leaders if x is not None]
    winners = [s for s in range(seats) if told.ranks[s] == 1]
    winner = winners[0] if len(winners) == 1 else -1
    decided = 0
    if winner >= 0:
        decided = next((t + 1 for t in range(length) if set(leaders[t:]) == {winner}), length)
    tenths = [told_at(leaders, k * length // 10) for k in range(1, 10)]
    return {
        "length": length,
        "offered": sum(len(codes) for _, _, codes in told.steps),
        "forced": sum(len(codes) == 1 for _, _, codes in told.steps),
        "changes": sum(a != b for a, b in pairwise(names)),
        "led": sum(x is not None for x in leaders[:-1]),
        "decided": decided,
        "behind": max((max(p) - p[winner] for p in told.points), default=0) if winner >= 0 else 0,
        "opener": told.at_first[0] if len(told.at_first) == 1 else -1,
        "winner": winner,
        "leader": tenths,
    }


def told_at(leaders, at):
    return -1 if at == 0 or leaders[at - 1] is None else leaders[at - 1]


def compare(sheet, stories, game, seats):
    kinds = kinds_of(game)
    made = np.zeros_like(sheet.made)
    offered, widths = np.zeros_like(sheet.offered), np.zeros_like(sheet.widths)
    by_tenth = np.zeros_like(sheet.by_tenth)
    for k, told in enumerate(stories):
        seen = {name: sheet.games[k][name] for name in sheet.games.dtype.names}
        seen = {name: value.tolist() for name, value in seen.items()}
        assert seen == expected(told, seats), f"game {k}"
        assert sheet.scores[k].tolist() == told.scores
        assert sheet.ranks[k].tolist() == told.ranks
        for t, (seat, code, codes) in enumerate(told.steps):
            made[k, seat, kinds.of[code]] += 1
            for kind in {kinds.of[c] for c in codes}:
                offered[k, seat, kind] += 1
            widths[len(codes)] += 1
            by_tenth[10 * t // len(told.steps)] += (1, len(codes))
    assert (sheet.made == made).all()
    assert (sheet.offered == offered).all()
    assert (sheet.widths == widths).all()
    assert (sheet.by_tenth == by_tenth).all()


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_watched_rightly(name):
    game, seats = load(name), GAMES[name]
    variant = make_plan(game, seats=seats).variants[0]
    sheet = random_games(game, variant, 7, 3, 6)
    stories = [play_at_random(game, seats, variant.options, 7, deal) for deal in range(3, 9)]
    compare(sheet, stories, game, seats)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "buzzer"])
def test_random_games_are_those_of_playouts(name):
    game, seats = load(name), GAMES[name]
    variant = make_plan(game, seats=seats).variants[0]
    sheet, played = random_games(game, variant, 11, 100, 50), game.playouts(50, 11, seats, first=100)
    assert (sheet.scores == played.scores).all()
    assert (sheet.ranks == played.ranks).all()
    assert (sheet.games["length"] == played.lengths).all()


class Recorder:
    """A bot that remembers what it chose."""

    name = "recorder"

    def __init__(self, bot):
        self.bot, self.chosen = bot, []

    def choose(self, view, seat, seed):
        assert not any(view.plain.rng), "a bot may not see the table's chance"
        code = self.bot.choose(view, seat, seed)
        self.chosen.append((seat, code))
        return code


@pytest.mark.parametrize("name", ["gold-mine", "othellino", "buzzer"])
def test_games_of_bots_are_watched_rightly(name, monkeypatch):
    game, seats = load(name), GAMES[name]
    variant = make_plan(game, seats=seats, bots=["random"]).variants[0]
    recorder = Recorder(watch.player("random", game))
    monkeypatch.setattr(watch, "player", lambda name, game: recorder)
    stories, sheets = [], []
    for deal in range(4):
        recorder.chosen = []
        sheets.append(bot_games(game, variant, 7, deal, 1))
        if name == "buzzer":  # when things happen there depends on the clock, so only sums are compared
            assert sheets[-1].games["length"][0] == len(recorder.chosen)
            assert sheets[-1].made.sum() == len(recorder.chosen)
            continue
        table = game.new(seats, 7, variant.options, deal=deal, timed=True)
        told = Told([], [], [], [], table.waiting())
        for seat, code in recorder.chosen:
            codes = table.codes(seat)
            table.play(seat, code)
            told.steps.append((seat, code, codes))
            told.points.append(table.scores())
        assert table.over
        told.scores, told.ranks = table.scores(), table.ranks()
        stories.append(told)
        compare(sheets[-1], [told], game, seats)


@pytest.mark.parametrize("play", [random_games, bot_games])
def test_a_game_depends_on_its_number_alone(play, gold_mine):
    variant = make_plan(gold_mine, seats=3, bots=["random"]).variants[0]
    whole, part = play(gold_mine, variant, 5, 0, 8), play(gold_mine, variant, 5, 6, 2)
    assert (whole.games[6:] == part.games).all()
    assert (whole.scores[6:] == part.scores).all()
    assert (whole.made[6:] == part.made).all()
    other = play(gold_mine, variant, 6, 6, 2)
    assert (other.made != part.made).any()


def test_seeds_differ():
    assert len({seed_of(s, d, p, q) for s in range(3) for d in range(3) for p in range(3) for q in range(3)}) == 81


def test_games_without_chance_begin_at_random(othellino, gold_mine):
    """Greedy always chooses alike; after random openings its games differ, and what repeats is counted."""
    variant = make_plan(othellino, bots=["greedy"]).variants[0]
    assert variant.opening == 6
    sheet = bot_games(othellino, variant, 3, 0, 30)
    assert len(set(sheet.prints)) > 25
    again = bot_games(othellino, variant, 3, 10, 5)
    assert again.prints == sheet.prints[10:15], "a game depends on the seed and its number alone"
    assert make_plan(othellino, bots=["random"]).variants[0].opening is None
    assert make_plan(gold_mine, bots=["greedy"]).variants[0].opening is None
    assert make_plan(load("buzzer"), bots=["greedy"], seats=3).variants[0].opening is None


def test_different_games_are_counted_in_any_order():
    prints = [seed_of(k % 9000, 1) for k in range(12_000)]
    whole = DifferentGames.of(prints)
    parts = DifferentGames.of(prints[7000:]) + (DifferentGames.of(prints[:2000]) + DifferentGames.of(prints[2000:7000]))
    assert whole.times == parts.times
    assert len(whole.times) == 4096
    assert abs(whole.number - 9000) < 450
    # 3,000 games came twice and 6,000 once: 12,000^2 / (3,000 * 4 + 6,000)
    assert abs(whole.count_as - 8000) < 500
    few = DifferentGames.of([1, 1, 1, 2])
    assert (few.number, few.count_as) == (2, pytest.approx(1.6))


def test_games_that_repeat_widen_every_interval(othellino):
    plan = make_plan(othellino, bots=["greedy"], games=60)
    known = tally(othellino, bot_games(othellino, plan.variants[0], 0, 0, 12))
    five = known + known + known + known + known
    once, often = (figures(plan, othellino, plan.variants[0], t) for t in (known, five))
    assert (often["games"], often["different"]) == (60, once["different"])
    assert often["worth"] == pytest.approx(once["worth"] / 5)
    assert often["tied"] == pytest.approx(once["tied"])
    width = [f["length"]["high"] - f["length"]["low"] for f in (once, often)]
    assert width[1] == pytest.approx(width[0], rel=0.1)
    assert Tally.from_json(json.loads(json.dumps(five.to_json()))).different.times == five.different.times


def test_bots_have_no_clock(othellino):
    assert watch.player("hard", othellino).settings.seconds > 1e6


def test_kinds():
    assert kinds_of(load("coin")).names == ("turn it <over>", "wait")
    assert kinds_of(load("coin")).of.tolist() == [0, 0, 1]
    assert kinds_of(load("gold-mine")).names == ("Stay", "Run")
    assert kinds_of(load("buzzer")).names == ("press", "press hard")
    assert not kinds_of(load("othellino")).several

"""What holds for the bots of every game. All in one file, so that one process compiles a game's search, and only once."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from brillig import bots
from brillig.bots.levels import ladders
from brillig.bots.levels.duels import alone, duel
from brillig.bots.levels.ladders import LEVELS
from brillig.bots.search import Search, Settings
from brillig.core import IllegalChoice
from tests import few

# ---- the search ----------------------------------------------------------------------------------------------------


def test_interpreted_and_compiled_are_the_same(game):
    table = game.new(seed=5).settle()
    seat = table.waiting()[0]
    thorough = [Settings(iterations=12, seconds=600, cap=3, margin=100)] if game.slug in few.FEW else []
    for settings in (Settings(iterations=4, seconds=600), *thorough):
        thoughts = [Search(game, settings, gear=gear).think(table, seat, 9) for gear in ("plain", "compiled")]
        assert thoughts[0].estimates == thoughts[1].estimates
        assert thoughts[0].iterations == settings.iterations


def test_the_same_view_and_seed_give_the_same_thought(game):
    table = game.new(seed=6).settle()
    seat = table.waiting()[0]
    for threads in (1, 3):
        settings = Settings(iterations=120, seconds=600, threads=threads)
        first = Search(game, settings).think(table, seat, 11).estimates
        assert first == Search(game, settings).think(table, seat, 11).estimates
        assert sum(e.visits for e in first) == 120
        assert len(first) == 1 or first != Search(game, settings).think(table, seat, 12).estimates


def test_it_thinks_in_portions_without_a_difference(game, monkeypatch):
    table = game.new(seed=7).settle()
    seat = table.waiting()[0]
    whole = Search(game, Settings(iterations=200, seconds=600)).think(table, seat, 1).estimates
    monkeypatch.setattr("brillig.bots.search.CHUNK", 1e-5)
    assert Search(game, Settings(iterations=200, seconds=600)).think(table, seat, 1).estimates == whole


def test_time_is_kept(game):
    table = game.new(seed=8).settle()
    search = Search(game, Settings(iterations=10**9, seconds=0.1, threads=2))
    search.think(table, table.waiting()[0], 1, iterations=10)
    began = time.perf_counter()
    thought = search.think(table, table.waiting()[0], 1)
    assert 0.1 <= time.perf_counter() - began < 60  # all of them would take hours
    assert 0 < thought.iterations < 10**9


def test_it_does_not_see_what_its_seat_may_not(game):
    """The truth may be what it likes: what the seat can know and the seed decide."""
    table = game.new(seed=9).settle()
    for _ in range(3):
        seat = table.waiting()[-1]
        settings = Settings(iterations=100, seconds=600)
        truths = [table.guess(seat, seed=k) for k in range(4)]
        assert {bytes(t.hidden(seat)) for t in truths} == {bytes(table.hidden(seat))}
        thoughts = [Search(game, settings).think(t, seat, 3).estimates for t in [table, *truths]]
        assert all(a == b for a, b in pairwise(thoughts))
        table.play(table.waiting()[0], table.codes(table.waiting()[0])[0])


def test_nobody_thinks_out_of_turn(game):
    table = game.new(seed=1).settle()
    while not table.over:
        table.play(table.waiting()[0], table.codes(table.waiting()[0])[0])
    with pytest.raises(IllegalChoice, match="It is not your turn"):
        Search(game, Settings(iterations=5)).think(table, 0, 1)


# ---- the bots by name ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["random", "greedy", "easy", "normal", "hard"])
def test_every_kind_plays_every_game_and_says_the_same_again(game, kind):
    bot = bots.make(kind, game)
    assert bot.name == kind
    table = game.new(seed=3, gear="compiled")
    for ply in range(6):
        if table.settle().over:  # a small puzzle is soon solved
            break
        seat = table.waiting()[0]
        view = table.hidden(seat)
        before = bytes(view)
        code = bot.choose(view, seat, ply)
        assert code in table.codes(seat)
        assert bytes(view) == before
        assert bots.make(kind, game).choose(table.hidden(seat), seat, ply) == code
        table.play(seat, code)


@pytest.mark.parametrize("kind", ["random", "greedy", "normal"])
def test_no_bot_sees_what_its_seat_may_not(game, kind):
    table = game.new(seed=5, gear="compiled").settle()
    table.play(table.waiting()[0], table.codes(table.waiting()[0])[0])
    seat = table.waiting()[-1]
    truths = [table.guess(seat, seed=k) for k in range(5)]
    for seed in range(3):
        assert len({bots.make(kind, game).choose(truth, seat, seed) for truth in truths}) == 1


def test_every_game_has_levels_and_the_table_says_how_they_did(game):
    ladder = ladders.ladder(game)
    for name in LEVELS:
        settings = ladder.settings(name)
        assert settings.seconds <= 2
        assert settings.threads <= 2
    measured = {*LEVELS[0 if game.for_points(game.seats[0]) else 1 :]} <= {*ladder.measured}
    assert measured, f"{game.title} has default levels: run brillig calibrate {game.slug}"
    for weak, strong in pairwise(LEVELS):
        assert ladder.settings(weak).iterations <= ladder.settings(strong).iterations
        if game.for_points(game.seats[0]):
            below, above = ladder.measured[weak], ladder.measured[strong]
            clearly = (above.give_or_take**2 + below.give_or_take**2) ** 0.5
            assert above.mean >= below.mean if ladder.why else above.mean - below.mean > clearly
        else:
            # With a reason a step may be small; it never goes down.
            assert (0.5 if ladder.why else 0.65) <= ladder.measured[strong].mean <= (1 if ladder.why else 0.85)
            assert ladder.measured[strong].games >= 60
    assert {*ladder.dominated} == (set() if game.real_time else {*LEVELS})  # in a hurry, what is found first is taken
    for name, share in ladder.dominated.items():
        assert share <= (0.02 if name == "easy" else 0), f"{name} chooses what is worse in every sample"
    if not game.for_points(game.seats[0]):
        assert ladder.measured["easy"].mean > 0.5  # against random
    assert bool(ladder.people) == (game.real_time and not game.for_points(game.seats[0]))


def test_the_ladder_rises_from_random(game):
    """A cheap look at what `brillig calibrate` measures: no level loses to a player that takes anything."""
    easy, anything = bots.make("easy", game), bots.make("random", game)
    if game.for_points(game.seats[0]):
        *_, better = alone(game, easy, 6, seed=4)
        *_, worse = alone(game, anything, 12, seed=4)
        assert better.mean > worse.mean
    else:
        for tally in duel(game, easy, anything, 160, seed=4):
            if tally.games >= 6 and tally.games % 2 == 0 and tally.mean - tally.give_or_take > 0.5:
                break  # it is clear already
        assert tally.mean > 0.5

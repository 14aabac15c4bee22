"""The search: that it finds what is there to be found, guesses what it may not see, and thinks on where it can."""

from __future__ import annotations

from itertools import pairwise

import pytest

import brillig
from brillig.bots.search import Search, Settings, way_down


def visited_most(estimates):
    return max(estimates.values(), key=lambda e: e.visits).code


def test_between_equals_the_seed_decides_and_not_the_lower_number(nim):
    """Tried once each, with the same result: then any of them may come first."""
    first = set()
    for seed in range(20):
        estimates = Search(nim, Settings(iterations=3, floor=1)).think(nim.new(options={"heap": 8}), 0, seed).estimates
        best = estimates[0]
        if all((e.visits, e.mean) == (best.visits, best.mean) for e in estimates):
            first.add(best.code)
    assert len(first) > 1


# ---- toys: what is right is known ----------------------------------------------------------------------------------


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10])
def test_it_finds_a_forced_win(nim, think, heap):
    """Leave a multiple of four, and whatever the other takes, the last one is yours."""
    found = think(nim.new(options={"heap": heap}), 0, iterations=1500)
    assert visited_most(found) == heap % 4 - 1
    assert found[heap % 4 - 1].mean > 0.9


def test_it_knows_when_it_is_lost(nim, think):
    found = think(nim.new(options={"heap": 8}), 0, iterations=3000)
    assert max(e.mean for e in found.values()) < 0.2


def test_seats_that_choose_at_once_mix_and_leave_out_what_is_bad(fists, think):
    table = fists.new()
    for seat in (0, 1):
        found = think(table, seat, iterations=2000)
        shares = [found[code].visits / 2000 for code in range(4)]
        assert all(0.2 < share < 0.5 for share in shares[:3]), shares
        assert shares[3] < 0.05
        assert all(abs(found[code].mean - 0.5) < 0.1 for code in range(3))


def test_a_choice_made_before_is_guessed_not_seen(fists, think):
    """Seat 1 has shown paper behind its back; seat 2 must not always answer with scissors."""
    estimates = []
    for code in range(3):
        table = fists.new()
        table.play(0, code)
        estimates.append(think(table, 1, iterations=300))
    assert all(a == b for a, b in pairwise(estimates))


def test_what_is_hidden_is_guessed_and_a_clue_is_used(cup, think):
    plain = think(cup.new(seed=1), 0, iterations=1200, explore=3000)
    assert all(0.08 < e.mean < 0.28 for e in plain.values()), plain
    table = cup.new(seed=1, options={"clue": "yes"})
    clued = think(table, 0, iterations=1200)
    half = table.plain.half
    for code, e in clued.items():
        assert (0.2 < e.mean < 0.48) if code // 3 == half else e.mean == 0, clued


def test_points_are_what_counts_alone_and_chance_is_averaged(dig, think):
    for settings in ({}, {"cap": 0}, {"prefer": False}):
        found = think(dig.new(), 0, iterations=600, **settings)
        assert visited_most(found) == 1
        assert found[1].mean > found[0].mean
    assert found[1].mean == pytest.approx(43, abs=3)  # random play makes 40; the dice alone would make 50


def test_a_clock_runs_while_it_thinks(bomb, think):
    """Holding the bomb scores until it goes off. The search lets time pass, and the table act."""
    table = bomb.new(2, seed=3)
    table.plain.now = 100
    found = think(table, table.plain.holder, iterations=300)
    assert set(found) == {0}
    other = 1 - table.plain.holder
    assert set(think(table, other, iterations=300)) == {1}


def test_more_than_two_seats_each_for_itself(think):
    """Gold Mine with three: whoever has the most in hand, and nobody sees another's choice."""
    table = brillig.load("gold-mine").new(3, seed=4)
    found = think(table, 2, iterations=60)
    assert set(found) == {0, 1}
    assert sum(e.visits for e in found.values()) == 60


# ---- thinking on ---------------------------------------------------------------------------------------------------


def test_it_thinks_on_below_the_last_root(nim):
    search = Search(nim, Settings(iterations=400, seconds=600), reuse=True, gear="plain")
    table = nim.new(options={"heap": 14})
    first = search.think(table, 0, 1)
    table.play(0, 1)
    table.play(1, 2)
    root, _, trees = search._last
    way = way_down(nim.restore(root), table, trees[0])
    assert [seat for seat, _ in way] == [0, 1]
    assert sum(code + 1 for _, code in way) == 5
    known = int(trees[0].nodes[trees[0].at(way)]["visits"])
    assert known > 0
    again = search.think(table, 0, 2)
    assert sum(e.visits for e in first.estimates) == 400
    # The old visits are there, but for the one that made the node itself.
    assert sum(e.visits for e in again.estimates) == 400 + known - 1
    fresh = Search(nim, Settings(iterations=400, seconds=600), gear="plain").think(table, 0, 2)
    assert fresh.estimates[0].code == again.estimates[0].code


@pytest.mark.parametrize("slug", ["gold-mine", "bandersnatch", "backgammon"])
def test_it_does_not_think_on_across_chance(slug):
    """After the dice or a card, what was thought is about other dice and cards."""
    game = brillig.load(slug)
    search = Search(game, Settings(iterations=200, seconds=600), reuse=True)
    table = game.new(seed=4).settle()
    seat = table.waiting()[0]
    search.think(table, seat, 1)
    root, _, trees = search._last
    before, steps = bytes(table.plain.rng), 0
    while bytes(table.plain.rng) == before:
        mover = table.waiting()[0]
        table.play(mover, table.codes(mover)[0])
        steps += 1
        reached = way_down(game.restore(root).hidden(seat), table.hidden(seat), trees[0])
        assert (reached is None) == (bytes(table.plain.rng) != before)
    assert steps <= 4

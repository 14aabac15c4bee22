"""Looking ahead depth first: beside a search of a few lines that leaves nothing out, and within its budget."""

from __future__ import annotations

import random
from time import perf_counter

import pytest

import brillig
from brillig.bots.endgame import solver as solving
from brillig.bots.endgame.kernels import SURE, WON
from brillig.bots.endgame.solver import Solver
from brillig.bots.levels.duels import duel
from brillig.bots.search import Settings
from brillig.bots.thinker import Thinker

PLENTY = 1 << 40


@pytest.fixture(scope="module")
def othellino():
    return brillig.load("othellino")


def position(game, seed, choices, size=6):
    """So many choices at random from the start; None if the game was over before."""
    table, dice = game.new(seed=seed, options={"size": size}, gear="compiled"), random.Random(seed)
    for _ in range(choices):
        if table.waiting():
            seat = table.waiting()[0]
            table.play(seat, dice.choice(table.codes(seat)))
    return table if table.waiting() else None


def worth(table, left):
    """What a position is worth to the first seat, so many choices ahead, every one of them tried."""
    if table.over:
        scores = table.scores()
        ahead = scores[0] - scores[1]
        return WON * ((ahead > 0) - (ahead < 0)) + ahead
    if left == 0:
        return SURE * (table.game.value(table.plain, 0) - 500)
    return (max if table.waiting()[0] == 0 else min)(worths(table, left).values())


def worths(table, left):
    found, seat = {}, table.waiting()[0]
    for code in table.codes(seat):
        after = table.copy()
        after.play(seat, code)
        found[code] = worth(after, left - 1)
    return found


@pytest.mark.parametrize("size", [6, 8])
def test_it_finds_what_a_search_finds_that_leaves_nothing_out(othellino, size, monkeypatch):
    for left in (2, 3):
        monkeypatch.setattr(solving, "FAR", left + 1)
        for seed in range(8):
            table = position(othellino, seed, 5 * seed if size == 8 else 3 * seed, size)
            if table:
                right = worths(table, left)
                room = Solver(othellino, PLENTY)
                found = room.deepen(table, seed=seed)
                best = (max if table.waiting()[0] == 0 else min)(right.values())
                assert found.depth <= left
                assert right[found.code] == best == room.reports[0]["worth"]


def test_it_sees_the_end_when_that_is_near(othellino):
    for seed in range(12):
        table = position(othellino, seed, 23)
        if table:
            seat, ending = table.waiting()[0], Solver(othellino, PLENTY).solve(table)
            found = Solver(othellino, PLENTY).deepen(table)
            table.play(seat, found.code)
            if table.over:
                assert table.scores()[0] - table.scores()[1] == ending.margin
            else:
                assert Solver(othellino, PLENTY).solve(table).margin == ending.margin


def test_nim_is_seen_through(nim):
    for heap in (2, 3, 5, 6, 7, 9, 10, 11):
        assert Solver(nim, PLENTY).deepen(nim.new(options={"heap": heap})).code == heap % 4 - 1


def test_budget_and_time_are_kept(othellino):
    table = position(othellino, 1, 8, 8)
    few, many = (Solver(othellino, budget).deepen(table) for budget in (3_000, 30_000))
    assert few.looked <= 3_001 < many.looked <= 30_001
    assert few.depth < many.depth
    assert Solver(othellino, PLENTY).deepen(table, until=0) is None
    began = perf_counter()
    assert Solver(othellino, PLENTY).deepen(table, until=began + 0.2).depth > 3
    assert perf_counter() - began < 1.0


def test_the_seed_decides_between_equals(othellino):
    start = othellino.new(options={"first_mover": "seat 1"})
    assert len({Solver(othellino, 2_000).deepen(start, seed=seed).code for seed in range(4)}) == 4


@pytest.mark.soak
def test_it_beats_the_tree_on_the_large_board(othellino):
    """With about the same time: 4000 positions, 4000 iterations."""
    deep = Thinker(othellino, Settings(iterations=1, deepen=4_000, seconds=60))
    tree = Thinker(othellino, Settings(iterations=4_000, cap=0, explore=300, seconds=60))
    *_, tally = duel(othellino, deep, tree, 10, 3, {"size": 8})
    assert tally.mean >= 0.6


@pytest.mark.parametrize("slug", ["backgammon", "gold-mine"])
def test_other_games_are_left_to_the_tree(slug):
    game = brillig.load(slug)
    table = game.new(seed=2).settle()
    seat = table.waiting()[0]
    bot = Thinker(game, Settings(iterations=20, deepen=PLENTY))
    assert bot.ahead(table, perf_counter() + 1, 0) is None
    assert bot.choose(table, seat, 1) in table.codes(seat)

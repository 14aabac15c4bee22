"""Exact endings, beside a solver that shares nothing with ours: cells in an array, no table, no order of moves."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

import brillig
from brillig.bots.analysis import analyse, settings_for
from brillig.bots.endgame.solver import Solver, solvable
from brillig.bots.levels.ladders import level
from brillig.bots.search import Settings
from brillig.bots.thinker import Thinker

BUDGET = 1_000_000
STEPS = np.array([-9, -8, -7, -1, 1, 7, 8, 9])  # over a 6x6 board with a rim, eight cells a row


@numba.njit
def best_margin(board, me, alpha, beta, other_passed):
    """The cubes that seat `me` (1 or 2) will be ahead by when it moves now and both play their best."""
    best, moved = -100, False
    flipped = np.zeros(24, np.int64)
    for cell in range(64):
        if board[cell] != 0:
            continue
        n = 0
        for step in STEPS:
            at = cell + step
            while board[at] == 3 - me:
                at += step
            if board[at] == me:
                at -= step
                while at != cell:
                    flipped[n] = at
                    n += 1
                    at -= step
        if n == 0:
            continue
        moved = True
        board[cell] = me
        for k in range(n):
            board[flipped[k]] = me
        worth = -best_margin(board, 3 - me, -beta, -max(alpha, best), False)
        board[cell] = 0
        for k in range(n):
            board[flipped[k]] = 3 - me
        best = max(best, worth)
        if best >= beta:
            return best
    if moved:
        return best
    if other_passed:
        return (board == me).sum() - (board == 3 - me).sum()
    return -best_margin(board, 3 - me, -beta, -alpha, True)


def margin_by_the_other(table):
    """Of the seat to move."""
    board, s = np.full(64, -1, np.int8), table.plain
    for row in range(6):
        for col in range(6):
            mine, theirs = (s.cubes[seat] >> (8 * row + col) & 1 for seat in (s.mover, 1 - s.mover))
            board[8 * row + col + 9] = 1 if mine else 2 if theirs else 0
    return best_margin(board, 1, -100, 100, False)


def position(seed, empty, size=6):
    """A position from random play with so many empty squares; None if the game was over before."""
    table = brillig.load("othellino").new(seed=seed, options={"size": size}, gear="compiled")
    dice = random.Random(seed)
    while table.waiting() and size * size - sum(table.scores()) > empty:
        seat = table.waiting()[0]
        table.play(seat, dice.choice(table.codes(seat)))
    return table if table.waiting() else None


@pytest.mark.parametrize(("empty", "seeds"), [(14, range(2)), (12, range(10, 14)), (9, range(20, 32)), (3, range(12))])
def test_the_last_squares_are_played_perfectly(empty, seeds):
    solver = Solver(brillig.load("othellino"), BUDGET)
    for table in filter(None, (position(seed, empty) for seed in seeds)):
        seat = table.waiting()[0]
        ending = solver.solve(table)
        right = margin_by_the_other(table)
        assert (ending.margin if seat == 0 else -ending.margin) == right
        assert ending.winner == (-1 if right == 0 else seat if right > 0 else 1 - seat)
        # And the choice leads there: what follows it is worth the same.
        table.play(seat, ending.code)
        if table.waiting():
            after = margin_by_the_other(table)
            assert (after if table.waiting()[0] == seat else -after) == right
        else:
            assert table.scores()[seat] - table.scores()[1 - seat] == right


def test_expert_goes_for_it_with_fourteen_left():
    game = brillig.load("othellino")
    expert = level(game, "expert")
    for seed in range(60):
        table = position(seed, 14)
        if table:
            assert Solver(game, expert.settings.solve).near(table)
    table = position(4, 14)
    while table.waiting():  # to the end, never giving away a cube
        seat = table.waiting()[0]
        right = margin_by_the_other(table)
        table.play(seat, expert.choose(table.hidden(seat), seat, 1))
        if table.waiting():
            after = margin_by_the_other(table)
            assert (after if table.waiting()[0] == seat else -after) == right


def test_a_budget_is_kept_and_nothing_is_claimed():
    table = position(1, 16)
    assert Solver(brillig.load("othellino"), 2000).solve(table) is None
    assert Solver(brillig.load("othellino"), BUDGET).solve(table, until=0) is None
    assert not Solver(brillig.load("othellino"), BUDGET).near(brillig.load("othellino").new())


@pytest.mark.parametrize("slug", ["gold-mine", "bandersnatch", "backgammon"])
def test_other_games_are_not_for_the_solver(slug):
    game = brillig.load(slug)
    table = game.new(seed=2)
    assert not solvable(game)
    assert not Solver(game, BUDGET).near(table)
    seat = table.waiting()[0]
    assert Thinker(game, Settings(iterations=20, solve=BUDGET)).choose(table, seat, 1) in table.codes(seat)


def test_nim_is_solved(nim):
    assert solvable(nim)
    for heap in range(1, 13):
        ending = Solver(nim, BUDGET).solve(nim.new(options={"heap": heap}))
        assert ending.winner == (0 if heap % 4 else 1)
        if heap % 4:
            assert ending.code == heap % 4 - 1


def test_analysis_is_exact_where_the_end_is_near():
    table = position(2, 10)
    seat = table.waiting()[0]
    found = analyse(table, seat, settings=settings_for(table.game, 500))
    assert found.exact
    assert sorted(o.code for o in found.options) == sorted(table.codes(seat))
    assert found.options[0].margin == margin_by_the_other(table)
    for option in found.options:
        after = table.copy()
        after.play(seat, option.code)
        worth = margin_by_the_other(after) if after.waiting() else None
        if worth is not None:
            assert option.margin == (worth if after.waiting()[0] == seat else -worth)

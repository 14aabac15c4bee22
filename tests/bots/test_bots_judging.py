"""What games tell the bots: how seats stand, and which choices are likely."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import brillig
from brillig.bots import make, warm
from brillig.bots.levels.duels import play_game
from brillig.bots.levels.ladders import level
from brillig.games.backgammon.board import take_stock
from brillig.games.backgammon.insight import RACE, kind
from brillig.games.backgammon.judgement import FINE, NETWORKS, chance
from brillig.games.backgammon.teach.kernels import INPUTS, look
from brillig.games.backgammon.teach.pupil import MOST_INPUTS, Pupil
from brillig.games.othellino.judgement import LEVEL
from brillig.games.othellino.patterns import SIZES, WAYS
from brillig.games.othellino.teach.pupil import OthelloPupil

KINDS = ("random", "greedy")


def positions(game, seats=None, games=6):
    """Tables of random games, and what each seat came to have of them in the end."""
    for seed in range(games):
        dice, seen = random.Random(seed), []
        table = game.new(seats, seed, gear="compiled")
        while table.waiting():
            seen.append(table.copy())
            seat = dice.choice(table.waiting())
            table.play(seat, dice.choice(table.codes(seat)))
        yield from ((t, table) for t in seen)


def test_values_and_preferences_are_in_bounds(game):
    for table, _ in itertools.islice(positions(game), 0, None, 3):  # some of them: they are judged uncompiled
        s = table.plain
        if game.value and not game.for_points(game.seats[0]):
            values = [game.value(s, seat) for seat in range(table.seats)]
            assert all(0 <= v <= 1000 for v in values), values
            assert abs(sum(values) - 500 * table.seats) <= 200 * table.seats  # about as much as there is to win
        if game.prefer:
            seat = table.waiting()[0]
            assert all(game.prefer(s, seat, code) >= 1 for code in table.codes(seat))


@pytest.mark.parametrize(("slug", "least"), [("othellino", 0.6), ("gold-mine", 0.6), ("backgammon", 0.65)])
def test_who_is_said_to_stand_better_wins_more_often(slug, least):
    game = brillig.load(slug)
    right = said = 0
    for table, end in positions(game, 2, 40 if slug != "backgammon" else 8):
        ranks = end.ranks()
        value = game.value(table.plain, 0)
        if ranks[0] != ranks[1] and abs(value - 500) > 30:
            said += 1
            right += (value > 500) == (ranks[0] < ranks[1])
    assert said > 100
    assert right / said >= least


def test_a_solo_value_is_the_score_at_the_end_and_who_follows_it_scores():
    game = brillig.load("bandersnatch")
    ends = {id(end): end for _, end in positions(game, games=20)}.values()
    assert all(game.value(end.plain, 0) == 1000 * end.scores()[0] for end in ends)
    points = {kind: [play_game(game, [make(kind, game)], k).scores()[0] for k in range(12)] for kind in KINDS}
    assert sum(points["greedy"]) / 12 > sum(points["random"]) / 12 + 5


# ---- the network of Backgammon -------------------------------------------------------------------------------------


def stood(mine, theirs):
    """A table where the first seat, to roll, has its cubes there, and the second there (each by its own numbers)."""
    table = brillig.load("backgammon").new(seed=1)
    s = table.plain
    for seat, cubes in enumerate((mine, theirs)):
        for place in range(26):
            s.cubes[seat, place] = cubes.get(place, 0)
        assert sum(cubes.values()) == 15
    take_stock(s)
    s.mover = 0
    return table


def test_the_network_knows_who_is_winning():
    value = brillig.load("backgammon").value
    ahead = stood({25: 14, 24: 1}, {1: 2, 12: 5, 17: 3, 19: 5}).plain
    assert value(ahead, 0) > 950
    assert value(ahead, 1) < 50
    start = stood({1: 2, 12: 5, 17: 3, 19: 5}, {1: 2, 12: 5, 17: 3, 19: 5}).plain
    assert 490 <= value(start, 0) <= 590  # it is an advantage to roll first
    shut_out = stood({0: 2, 19: 5, 20: 4, 21: 4}, {18: 1, 19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2, 17: 2}).plain
    assert value(shut_out, 0) < 250


def test_points_of_the_match_count():
    value = brillig.load("backgammon").value
    table = brillig.load("backgammon").new(seed=1, options={"match": 5})
    even = value(table.plain, 0)
    table.plain.points[0] = 4
    assert value(table.plain, 0) > even + 300
    assert abs(value(table.plain, 0) + value(table.plain, 1) - 1000) <= 2


def test_networks_learn_from_nothing():
    pupil = Pupil(units=(16, 32, 16), seed=3)
    first = pupil.first.copy()
    turns = pupil.teach(300, 0.02, 0.7)
    assert 20 < turns < 200
    assert [(now != then).any() for now, then in zip(pupil.first, first, strict=True)] == [True] * 3
    rows = pupil.lines().splitlines()
    assert [len(row.split()) for row in rows] == [
        columns for units in (16, 32, 16) for columns in [units] * (INPUTS + 1) + [units + 1]
    ]
    # The same seed learns the same.
    again = Pupil(units=(16, 32, 16), seed=3)
    again.teach(300, 0.02, 0.7)
    assert again.lines() == pupil.lines()
    # And what is written down can be gone on with.
    other = Pupil(units=(16, 32, 16), seed=4)
    other.recall(pupil.lines().splitlines())
    assert other.lines() == pupil.lines()


def test_the_rule_says_what_the_network_says():
    """Whole numbers, packed four to a word, against the network in floating point."""
    game, far = brillig.load("backgammon"), 0.0
    for seed in range(3):
        table, seen = game.new(seed=seed), set()
        while not table.over:
            seat = table.waiting()[0]
            table.play(seat, table.codes(seat)[-1])
            s = table.plain
            if not table.over and s.turn % 5 == 0:
                seen.add(kind(s))
                far = max(far, abs(chance(s, s.mover) - 1000 * in_floats(s, s.mover)))
        assert RACE in seen
    assert far < 3


def in_floats(s, mover):
    inputs, strength = [0] * MOST_INPUTS, [0.0] * MOST_INPUTS
    n = look(s, mover, inputs, strength)
    *rows, last = (np.array(row, float) / FINE for row in NETWORKS[kind(s)])
    sums = np.clip(rows[-1] + sum(by * rows[k] for k, by in zip(inputs[:n], strength[:n], strict=True)), -4, 4)
    units = 0.5 + sums / 4 - sums * abs(sums) / 32
    return 1 / (1 + np.exp(-(units @ last[:-1] + last[-1])))


@pytest.mark.parametrize("size", [6, 8])
def test_othellino_is_learnt_from_nothing(size):
    pupil, again = OthelloPupil(size, seed=3), OthelloPupil(size, seed=3)
    blank = pupil.learnt()
    assert set(blank) == {LEVEL}
    for one in (pupil, again):  # the same seed learns the same
        assert 0 < one.teach(2000, 0.02) < 0.1
    assert again.learnt() == pupil.learnt() != blank
    # A corner is worth having: the upper row with a cube in its first square, and otherwise empty.
    worth, ways = pupil.worth.reshape(4, -1), WAYS[SIZES.index(size)]
    assert worth.shape[1] == ways
    assert worth[2, pupil.alike[1]] > worth[2, 0] > worth[2, pupil.alike[2]]


# ---- long ----------------------------------------------------------------------------------------------------------


@pytest.mark.soak
def test_expert_does_not_lose_othellino_as_second_player():
    """The second player wins 20 to 16 if both are perfect. Against its own like, expert never has less than 18."""
    game = brillig.load("othellino")
    expert = level(game, "expert")
    for seed in range(6):
        table = play_game(game, [expert, expert], seed)
        assert table.scores()[1 - table.plain.x_seat] >= 18


@pytest.mark.soak
def test_expert_thinks_two_seconds_at_most(game):
    from time import perf_counter

    expert = make("expert", game)
    table = game.new(seed=2, gear="compiled")
    warm(game)
    while not table.over:
        if not table.waiting():
            table.tick()
            continue
        seat = table.waiting()[0]
        began = perf_counter()
        code = expert.choose(table.hidden(seat), seat, 1)
        assert perf_counter() - began < 2.0
        table.play(seat, code)

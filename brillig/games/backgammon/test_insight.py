"""What is seen on the board: shots, walls and ways out, beside what the rules themselves make of every roll."""

from __future__ import annotations

import random

import pytest

import brillig
from brillig.games.backgammon.board import OFF, OUTSIDE, pips, take_stock
from brillig.games.backgammon.game import take_roll
from brillig.games.backgammon.insight import (
    BEHIND,
    BITS,
    CONTACT,
    ESCAPES,
    HOME,
    MASK,
    MOST,
    PIPS,
    RACE,
    SHOTS,
    SHUT,
    STUCK,
    WALL,
    insight,
    kind,
    shots,
)

START = {1: 2, 12: 5, 17: 3, 19: 5}


def laid(mine, theirs):
    table = brillig.load("backgammon").new(seed=1, gear="plain")
    for seat, cubes in enumerate((mine, theirs)):
        for place in range(OFF + 1):
            table.plain.cubes[seat, place] = cubes.get(place, 0)
    take_stock(table.plain)
    return table


def seen(mine, theirs, what):
    return insight(laid(mine, theirs).plain, 0) >> (BITS * what) & MASK


def hits(table, roll):
    """Can the first seat hit with this roll, as the rules play it?"""
    table = table.copy()
    table.plain.mover, table.plain.turn = 0, 1
    take_roll(table.plain, *roll)
    outside, ways = table.plain.cubes[1, OUTSIDE], [table]
    while ways:
        now = ways.pop()
        if now.plain.cubes[1, OUTSIDE] > outside:
            return True
        if now.waiting() == [0] and now.plain.turn == 1:
            for code in now.codes(0):
                after = now.copy()
                after.play(0, code)
                ways.append(after)
    return False


def test_shots_are_the_rolls_that_hit():
    """In positions of random games. A roll that must be used otherwise (both numbers, or the larger) is counted all the same."""
    dice, positions, odd = random.Random(4), [], 0
    for seed in range(12):
        table = brillig.load("backgammon").new(seed=seed, gear="plain")
        for _ in range(dice.randrange(20, 160)):
            if not table.over:
                table.play(table.waiting()[0], dice.choice(table.codes(table.waiting()[0])))
        if not table.over:
            positions.append(table)
    assert len(positions) >= 8
    for table in positions:
        rolls = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
        by_rules = sum((1 if a == b else 2) * hits(table, (a, b)) for a, b in rolls)
        found = shots(table.plain, 0)
        assert found >= by_rules
        odd += found - by_rules
    assert odd <= 2 * len(positions)


@pytest.mark.parametrize(
    ("mine", "theirs", "rolls"),
    [
        ({1: 1}, {18: 1}, 17),  # six spaces away, nothing between: 11 and 5-1, 4-2 (twice each), 3-3, 2-2
        ({1: 1}, {17: 1}, 6),  # seven: 6-1, 5-2, 4-3
        ({1: 1}, {17: 1, 18: 2, 19: 2, 20: 2, 21: 2, 22: 2, 23: 2}, 0),  # behind a wall
        ({1: 1}, {18: 2}, 0),
        ({0: 1}, {24: 1}, 11),  # from outside: a one
        ({0: 2, 6: 1}, {18: 1}, 1),  # the other cannot go before both are in: 1-1
    ],
)
def test_shots(mine, theirs, rolls):
    table = laid(mine, theirs)
    by_rules = sum(hits(table, (a, b)) for a in range(1, 7) for b in range(1, 7))
    assert shots(table.plain, 0) == by_rules
    assert by_rules == rolls


def test_the_start():
    s = laid(START, START).plain
    found = [insight(s, 0) >> (BITS * k) & MASK for k in range(len(MOST))]
    assert found[PIPS] == pips(s, 0) // 2 == 83
    assert (found[SHOTS], found[STUCK], found[BEHIND]) == (0, 0, 15)
    assert (found[SHUT], found[WALL]) == (1, 1)  # the space that is six from the end


def test_a_wall_of_six_lets_nobody_out():
    wall = {16: 2, 17: 2, 18: 2, 19: 2, 20: 2, 21: 2, 24: 3}
    assert (seen({1: 2, 19: 13}, wall, WALL), seen({1: 2, 19: 13}, wall, ESCAPES)) == (6, 0)
    assert seen({1: 2, 19: 13}, {24: 15}, ESCAPES) > 17
    assert seen({1: 2, 19: 13}, {17: 2, 18: 2, 19: 2, 20: 2, 21: 7}, ESCAPES) == 2  # 6-2 alone


def test_who_is_outside_may_be_stuck():
    home = {19: 2, 20: 2, 21: 2, 22: 3, 23: 3, 24: 3}
    assert (seen({0: 1, 19: 14}, home, STUCK), seen({1: 1, 19: 14}, home, STUCK)) == (36, 0)
    assert seen({0: 1, 19: 14}, {19: 15}, SHUT) == 1


def test_no_number_outgrows_its_place():
    """Everything as large as it can be: the table of the network has no row beyond that."""
    dice = random.Random(7)
    for _ in range(300):
        sides = ({}, {})
        for seat in (0, 1):
            for _ in range(15):
                place = dice.randrange(26)
                while 0 < place < 25 and seat and sides[0].get(25 - place):
                    place = dice.randrange(26)
                sides[seat][place] = sides[seat].get(place, 0) + 1
        if all(side.get(OFF) != 15 for side in sides):
            s = laid(*sides).plain
            for seat in (0, 1):
                assert all(insight(s, seat) >> (BITS * k) & MASK <= most for k, most in enumerate(MOST))
                assert insight(s, seat) >> (BITS * len(MOST)) == 0
    assert seen({0: 15}, {0: 15}, PIPS) == MOST[PIPS]


@pytest.mark.parametrize(
    ("mine", "theirs", "what"),
    [
        (START, START, CONTACT),
        ({20: 15}, {20: 15}, RACE),
        ({13: 15}, {13: 15}, RACE),  # they have just passed
        ({12: 15}, {12: 15}, CONTACT),
        ({20: 15}, {0: 1, 20: 14}, HOME),
        ({20: 5, 25: 9, 0: 1}, {20: 15}, HOME),
        ({20: 14, 3: 1}, {20: 2, 12: 13}, CONTACT),
    ],
)
def test_kinds(mine, theirs, what):
    s = laid(mine, theirs).plain
    assert kind(s) == what

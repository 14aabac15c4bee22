"""Open fields: room, reach, sight, and the runs that people may point at."""

from __future__ import annotations

import itertools
import random

import pytest

from brillig.core import Aim
from brillig.parts.field.measure import NONE, blocks, clear, half_chord, next_clear, squared
from brillig.parts.field.pointing import circle, runs

SIDE, SIZE = 4, 40


def scatter(seed, n=12):
    dice = random.Random(seed)
    return [(dice.randrange(2, SIZE - 1), dice.randrange(2, SIZE - 1)) for _ in range(n)]


@pytest.mark.parametrize("seed", range(8))
def test_the_next_place_with_room_is_the_first_that_is_clear(seed):
    places = scatter(seed)
    xs, ys = [x for x, _ in places] + [NONE], [y for _, y in places] + [NONE]
    for x in range(2, SIZE - 1):
        for start in (2, 11, 30):
            free = [y for y in range(start, SIZE - 1) if clear(xs, ys, x, y, SIDE, NONE)]
            found = next_clear(xs, ys, x, start, SIZE - 2, SIDE, NONE)
            assert found == free[0] if free else found > SIZE - 2


@pytest.mark.parametrize("seed", range(8))
def test_runs_are_what_is_clear_and_in_reach(seed):
    places = scatter(seed)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    found = runs(circle(20, 17, 12), 2, SIZE - 2, places, SIDE, [(20, 17)])
    aim = Aim.at("field", 0, 0, found)
    for x, y in itertools.product(range(SIZE + 1), repeat=2):
        inside = 2 <= x <= SIZE - 2 and 2 <= y <= SIZE - 2 and squared(x - 20, y - 17) <= 144 and (x, y) != (20, 17)
        assert aim.allows(x, y) == (inside and clear(xs, ys, x, y, SIDE, NONE)), (x, y)


def test_a_chord_of_a_circle():
    for reach in (1, 5, 24):
        for dx in range(-reach - 2, reach + 3):
            inside = [h for h in range(reach + 1) if squared(dx, h) <= reach * reach]
            assert half_chord(dx, reach) == (max(inside) if inside else NONE)


def test_touching_an_edge_or_a_corner_does_not_block():
    assert blocks(-10, 0, 10, 0, 2)
    assert blocks(-10, 1, 10, 1, 2)
    assert not blocks(-10, 2, 10, 2, 2)
    assert not blocks(-10, -6, 6, 10, 2)  # it passes the corner (-2, 2)
    assert blocks(-10, -7, 6, 9, 2)
    assert not blocks(3, 0, 10, 0, 2)  # beside the square altogether

"""Paired differences: as sure as they say they are, and surer than without the pairs."""

import random

import numpy as np
import pytest

from brillig.lab.simulation.tally import BLOCKS, block_of, in_blocks
from brillig.lab.statistics.figures import SURE
from brillig.lab.statistics.pairs import difference, stretched


def blocks(points, seats=1):
    return in_blocks(block_of(0, len(points)), np.array(points), np.full(len(points), seats))


def test_few_games_are_compared_one_by_one():
    one, two = [3, 5, 9, 4], [4, 7, 10, 7]
    d = difference([blocks(one)], [blocks(two)])
    assert d.gap == pytest.approx(1.75)
    assert d.error == pytest.approx(np.std([1, 2, 1, 3], ddof=1) / 2)
    assert d.freedom == 3


def test_what_the_deal_gives_to_both_drops_out():
    dice = random.Random(1)
    deals = [dice.gauss(100, 30) for _ in range(1000)]
    one, two = ([round(x + dice.gauss(better, 2)) for x in deals] for better in (0, 1))
    d = difference([blocks(one)], [blocks(two)])
    alone = np.hypot(np.std(one), np.std(two)) / 1000**0.5
    assert d.error < alone / 8
    assert d.sure
    assert d.low < 1 < d.high


def test_the_interval_holds_the_truth_as_often_as_it_says():
    dice = random.Random(2)
    held = sure = 0
    for _ in range(400):
        n = dice.choice([12, 60, 300])
        deals = [dice.randrange(10) for _ in range(n)]
        one, two = ([x + dice.randrange(7) for x in deals] for _ in range(2))
        d = difference([blocks(one)], [blocks(two)])
        held += d.low <= 0 <= d.high
        sure += d.sure
    assert 0.91 <= held / 400 <= 0.985
    assert sure <= 3


def test_the_smallest_difference_that_would_be_seen_is_seen_four_times_in_five():
    dice = random.Random(3)

    def played(better):
        return blocks([round(dice.gauss(1000 + better, 50)) for _ in range(200)])

    least = difference([played(0)], [played(0)]).least
    seen = sum(difference([played(0)], [played(least)]).sure for _ in range(200))
    assert 0.65 <= seen / 200 <= 0.92


def test_ratios_of_sums_and_groups_of_variants():
    forced = in_blocks(block_of(0, 3), np.array([1, 2, 3]), np.array([10, 10, 20]))
    free = in_blocks(block_of(0, 3), np.array([0, 0, 0]), np.array([10, 10, 20]))
    assert difference([free], [forced]).gap == pytest.approx(6 / 40)
    assert difference([free, forced], [forced, forced]).gap == pytest.approx(3 / 40)
    assert difference([free], [free * 0]) is None
    repeats = difference([free], [forced], worth=0.25)
    assert repeats.error == pytest.approx(2 * difference([free], [forced]).error)


def test_portions_do_not_matter():
    points = list(range(3 * BLOCKS))
    rest = len(points) - 50
    parts = blocks(points[:50]) + in_blocks(block_of(50, rest), np.array(points[50:]), np.ones(rest))
    assert (parts == blocks(points)).all()


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_student_s_quantiles(freedom, quantile):
    assert stretched(SURE, freedom) == pytest.approx(quantile, rel=0.01)

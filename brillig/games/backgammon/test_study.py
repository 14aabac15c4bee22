"""How the networks are taught what they foresee: labels without luck, and networks that come near to them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import brillig
from brillig.games.backgammon import judgement
from brillig.games.backgammon.board import take_stock
from brillig.games.backgammon.game import take_roll
from brillig.games.backgammon.insight import BITS, CONTACT, HOME, INSIGHTS, MASK, RACE, SCALE, insight, kind
from brillig.games.backgammon.judgement import FINE, HALF_LANE, INPUTS_OF_A_PLACE, PLACES, chance
from brillig.games.backgammon.teach import starts
from brillig.games.backgammon.teach.foresight import Fit, Foresight, gathered
from brillig.games.backgammon.teach.networks import Networks, units_of
from brillig.games.backgammon.teach.study import known

LINES = Path(judgement.__file__).with_name("network.txt").read_text().splitlines()


@pytest.fixture(scope="module")
def positions():
    return gathered(known(LINES), 3000, seed=5)


def laid(cubes):
    """A table where the first seat is to roll."""
    table = brillig.load("backgammon").new(seed=1)
    for side in range(2):
        for place in range(PLACES):
            table.plain.cubes[side, place] = int(cubes[side, place])
    take_stock(table.plain)
    table.plain.mover, table.plain.turn = 0, 1
    return table


def left_to_the_other(table, roll):
    """What the best turn with a roll leaves, by the rules and the network in whole numbers."""
    table = table.copy()
    take_roll(table.plain, *roll)
    if not table.codes(0):
        return chance(table.plain, 1)
    ways, ends = [table], {}
    while ways:
        now = ways.pop()
        for code in now.codes(0):
            after = now.copy()
            after.play(0, code)
            if after.over:
                return 0
            if after.waiting() == [0] and after.plain.turn == 1:
                ways.append(after)
            else:
                ends[tuple(after.plain.cubes[side, place] for side in (0, 1) for place in range(PLACES))] = after
    return min(chance(end.plain, 1) for end in ends.values())


def test_other_starts_are_positions_of_the_game():
    game, begun = brillig.load("backgammon"), []
    for deal in range(4 * starts.EVERY):
        table = game.new(seed=deal, gear="plain")
        usual, s = bytes(table), table.plain
        starts.begin(s, deal)
        begun.append(bytes(table) != usual)
        assert all(sum(s.cubes[seat]) == 15 for seat in range(2))
        assert all(min(s.cubes[0, place], s.cubes[1, 25 - place]) == 0 for place in range(1, 25))
        assert not table.over
        known, found = [*s.stand, *s.held, *s.steps], table.copy().plain
        take_stock(found)
        take_roll(found, *s.roll)
        assert [*found.stand, *found.held, *found.steps] == known
    assert sum(begun) == 4 * 5


@pytest.mark.parametrize(
    ("start", "kinds"), [(starts.late, {HOME, CONTACT}), (starts.held, {CONTACT}), (starts.caught, {HOME})]
)
def test_every_other_start_is_what_it_is_called(start, kinds):
    met = set()
    for seed in range(40):
        s = brillig.load("backgammon").new(seed=seed, gear="plain").plain
        start(s)
        met.add(kind(s))
        if start is starts.held:  # two spaces in the other's home, or one twice
            assert any(sum(s.cubes[seat, place] for place in range(1, 7)) >= 4 for seat in range(2))
        if start is starts.caught:
            assert max(s.cubes[0, 25], s.cubes[1, 25]) >= 4
    assert met <= {*kinds, RACE}
    assert kinds <= met


def test_what_is_foreseen_is_the_mean_over_all_rolls(positions):
    for k in (40, 1200):
        table = laid(positions.cubes[k])
        s = table.plain
        assert [insight(s, 0), insight(s, 1), kind(s)] == [*positions.found[k], positions.kinds[k]]
        assert abs(positions.said[k] - chance(s, 0) / 1000) < 0.003
        rolls = [((a, b), 1 if a == b else 2) for a in range(1, 7) for b in range(1, a + 1)]
        mean = sum(count * (1 - left_to_the_other(table, roll) / 1000) for roll, count in rolls) / 36
        assert abs(positions.foreseen[k] - mean) < 0.003


def test_a_game_goes_on_where_it_says_so(positions):
    """The next row is the same game, seen by the other side: nobody's cubes there have moved, but to be hit."""
    again = gathered(known(LINES), 3000, seed=5)
    assert all((one == other).all() for one, other in zip(positions, again, strict=True))
    rows = np.flatnonzero(positions.goes_on)
    assert 0.3 < len(rows) / 3000 < 0.7
    still, then = positions.cubes[rows, 1], positions.cubes[rows + 1, 0]
    assert (then[:, 1:25] <= still[:, 1:25]).all()
    assert (then[:, 0] - still[:, 0] == (still - then)[:, 1:25].sum(1)).all()


def test_what_is_wrong_further_on_counts_here():
    given = Foresight.room(3)
    given.said[:], given.foreseen[:], given.goes_on[:] = (0.5, 0.5, 0.25), (0.5, 0.5, 0.75), (1, 1, 0)
    # The last is better for who rolls than was said, so the one before is worse, and the one before that better.
    assert given.wanted(0.5).tolist() == [0.625, 0.25, 0.75]
    assert given.wanted(0).tolist() == [0.5, 0.5, 0.75]


def test_networks_come_near_to_what_is_wanted(positions):
    networks = Networks(tuple(units + 16 for units in units_of(LINES)), seed=1)
    networks.recall(LINES)
    wanted = positions.wanted()
    own = np.flatnonzero(positions.kinds == CONTACT)
    fit = Fit(networks, CONTACT, positions, wanted)
    # Units that are new have no say at first.
    old = np.sqrt(np.mean((positions.said - wanted)[own] ** 2))
    wrong = [fit.wrong(own)]
    assert wrong[0] == pytest.approx(old, abs=1e-5)
    for _ in range(3):
        fit.learn(own, 0.001, 0.0003)
        wrong.append(fit.wrong(own))
    assert all(now < then for then, now in pairwise(wrong))


def test_no_sum_of_the_network_outgrows_its_lane(positions):
    """A hidden unit's sum has 16 bits; here it keeps well inside, also where games have been wild."""
    for k, network in enumerate(judgement.NETWORKS):
        rows = np.array(network[:-1], float)
        own = positions.kinds == k
        counts = positions.cubes[own].reshape(-1, 2 * PLACES)
        seen = [np.minimum(1, np.maximum(0, counts - unit)) for unit in range(INPUTS_OF_A_PLACE - 1)]
        seen.append(np.maximum(0, counts - INPUTS_OF_A_PLACE + 1) / 2)
        insights = [
            (positions.found[own, side] >> (BITS * what) & MASK) / SCALE[what]
            for side in (0, 1)
            for what in range(INSIGHTS)
        ]
        inputs = np.hstack([np.stack(seen, 2).reshape(len(counts), -1), np.stack(insights, 1)])
        sums = inputs @ rows[:-1] + rows[-1]
        assert abs(sums).max() < 0.75 * HALF_LANE
    assert HALF_LANE == 128 * FINE

"""What the search on a GPU is made of: a table of keys, lanes that share choices, looking ahead."""

from __future__ import annotations

from math import log
from random import Random

import pytest

import brillig
from brillig.bots.gpu.cpu import Records
from brillig.bots.gpu.cpu import plain as interpreted
from brillig.bots.gpu.hash_table import KNOWN, NOWHERE, ROOT, USED, WORDS, found, mixed, settled
from brillig.bots.gpu.kernels import Lane, dealt, logarithm, quotient
from brillig.bots.gpu.lookahead import DEEPEST, NOTHING, Step, conclude
from brillig.bots.gpu.search import GpuSearch, Way
from brillig.bots.gpu.trail import Trail
from brillig.bots.kernels import SearchPlan
from brillig.bots.search import Settings

# ---- the table of keys ---------------------------------------------------------------------------------------------


def test_keys_of_small_trees_are_all_different():
    keys = {ROOT}
    stages = [ROOT]
    for _ in range(3):
        stages = [mixed(stage, seat, code) for stage in stages for seat in (0, 1, 15) for code in (0, 1, 2, 7, 31_999)]
        assert not keys.intersection(stages)
        keys.update(stages)
    assert len(keys) == 1 + 15 + 15**2 + 15**3
    assert 0 not in keys
    # And they are spread: of 4096 places a third stays empty when as many keys are strewn about.
    assert 0.55 < len({key & 4095 for key in list(keys)[:3600]}) / 3600 < 0.75


def test_places_are_found_again_until_the_table_is_half_full():
    table, known = [0] * (WORDS * 64), [0] * (2 * KNOWN)
    keys = [mixed(ROOT, 0, code) for code in range(40)]
    places = []
    for key in keys:
        assert found(table, key) == NOWHERE
        places.append(settled(table, known, key))
        known[USED] = known[KNOWN + USED]  # a round
    assert len(set(places[:32])) == 32
    assert NOWHERE not in places[:32]
    assert places[32:] == [NOWHERE] * 8
    assert [found(table, key) for key in keys] == places
    assert [settled(table, known, key) for key in keys[:32]] == places[:32]


def test_a_full_table_does_no_harm():
    game = brillig.load("othellino")
    table = game.new(seed=2).settle()
    search = GpuSearch(game, Settings(iterations=4000, seconds=600, cap=0), gear="compiled", way=Way(16), slots=128)
    thought = search.think(table, 0 if table.waiting() == [0] else 1, 1)
    assert sum(e.visits for e in thought.estimates) == 4000
    assert {e.code for e in thought.estimates} == set(table.codes(table.waiting()[0]))
    assert 64 <= search.desk.known[USED] <= 104  # it stops at half, but for what one round adds


def test_the_logarithm_is_nearly_one():
    assert [logarithm(n) for n in (0, 1)] == [0, 0]
    for n in (2, 3, 10, 4095, 4096, 123_456_789, 1 << 40):
        assert logarithm(n) / 4096 == pytest.approx(log(n), abs=0.07)


# ---- how lanes share choices ---------------------------------------------------------------------------------------


def one_after_the_other(visits, means, reach, many):
    """How many of so many lanes take each choice, if each takes the highest bound and then counts."""
    taken = [0] * len(visits)
    for _ in range(many):
        bounds = [m + reach / (v + t) ** 0.5 for v, m, t in zip(visits, means, taken, strict=True)]
        taken[bounds.index(max(bounds))] += 1
    return taken


@pytest.mark.parametrize("many", [2, 7, 100, 5000])
@pytest.mark.parametrize("means", [(500, 480, 300, 495), (-20, -35, -36, -900), (400, 400, 400, 400)])
def test_lanes_are_dealt_out_as_if_they_came_one_after_the_other(means, many):
    visits, reach = (9000, 700, 40, 260), 600 << 16
    means = [mean << 16 for mean in means]
    bounds = [m + int(reach / v**0.5) for v, m in zip(visits, means, strict=True)]
    best = bounds.index(max(bounds))
    taken, places = [0] * 4, [set() for _ in means]
    for rank in range(many):
        lane = Lane(bytearray(Lane.nbytes))
        lane.rank, lane.many = rank, many
        for k in range(4):
            lane.visits[k], lane.means[k] = visits[k], means[k]
        way = dealt(lane, 4, best, max(bounds), reach)
        taken[way] += 1
        places[way].add((lane.rank, lane.many))
    for k in range(4):  # behind each choice they have numbers again, and know how many they are
        assert places[k] == {(rank, taken[k]) for rank in range(taken[k])}
    expected = one_after_the_other(visits, means, reach, many)
    assert all(abs(a - b) <= 2 + many // 10 for a, b in zip(taken, expected, strict=True)), (taken, expected)


def test_many_visits_do_not_overflow():
    assert quotient(-7, 2) == -7 << 15
    assert quotient((1 << 57) + 1, 1 << 40) == 1 << 33


# ---- looking ahead -------------------------------------------------------------------------------------------------


def minimax(table, plies):
    """What a position is worth to the first seat after so many choices more."""
    if table.over:
        ranks = table.ranks()
        return 1000 if ranks[0] < ranks[1] else 0 if ranks[1] < ranks[0] else 500
    if plies == 0:
        return table.game.value(table.plain, 0)
    seat = table.waiting()[0]
    found = []
    for code in table.codes(seat):
        after = table.copy()
        after.play(seat, code)
        found.append(minimax(after, plies - 1))
    return max(found) if seat == 0 else min(found)


def positions():
    """From all stages of some games, most from the last, where seats pass and games end."""
    dice, found = Random(4), []
    for seed in range(4):
        table, ply = brillig.load("othellino").new(seed=seed, gear="plain"), 0
        while not table.over:
            if ply % 7 == seed or ply > 24:
                found.append(table.copy())
            table.play(table.waiting()[0], dice.choice(table.codes(table.waiting()[0])))
            ply += 1
    return found


@pytest.mark.parametrize(("plies", "sharers"), [(1, 1), (1, 64), (2, 3), (3, 1), (3, 50)])
def test_looking_ahead_finds_what_the_best_play_leads_to(plies, sharers):
    game, tables = brillig.load("othellino"), positions()
    leaves, x, steps = Records(game.state, len(tables)), Records(game.state, DEEPEST + 1), Records(Step, DEEPEST + 1)
    trails, findings = Records(Trail, len(tables)), [NOTHING] * (len(tables) * game.codes)
    outs = [[0] * game.codes for _ in range(DEEPEST + 1)]
    plan = SearchPlan(bytearray(SearchPlan.nbytes))
    plan.ahead = plies
    for k, table in enumerate(tables):
        Records.bytes_of[leaves[k]][:] = bytes(table)
        trails[k].mover = table.waiting()[0]
    interpreted(game)["look_on"](trails, leaves, findings, [plan], x, steps, outs, sharers, len(tables))
    for k, table in enumerate(tables):
        conclude(trails[k], findings, k, game.codes)
        best = minimax(table, plies)
        assert list(trails[k].prizes)[:2] == [best, 1000 - best]
    assert set(findings) == {NOTHING}  # ready for the next round

"""Whole turns: a choice is worth what the best turn comes to that begins with it."""

from __future__ import annotations

import pytest

import brillig
from brillig.bots import Settings, make
from brillig.bots.search import KNOWN
from brillig.bots.turns.whole import WholeTurns

OFF = 25


@pytest.fixture(scope="module")
def backgammon():
    return brillig.load("backgammon")


def bearing_off(game, roll, gear="compiled"):
    """The first seat has three cubes left, on its last space, its fifth and its sixth from the end; the other is far."""
    for seed in range(500):
        table = game.new(seed=seed, gear=gear)
        s = table.plain
        if tuple(s.roll) == roll and table.waiting() == [0]:
            for seat, cubes in enumerate(({20: 1, 24: 1, 19: 1, OFF: 12}, {24: 5, 23: 5, OFF: 5})):
                for place in range(OFF + 1):
                    s.cubes[seat, place] = cubes.get(place, 0)
                s.stand[seat] = sum(1 << place for place in cubes if place < OFF)
            s.steps[0], s.steps[1] = 1 << 20, 1 << 24 | 1 << 19 | 1 << 20
            return table
    raise AssertionError(roll)


def test_two_cubes_are_borne_off_with_a_five_and_a_one(backgammon):
    table = bearing_off(backgammon, (5, 1))
    hard = make("hard", backgammon)
    for seed in range(5):
        after = table.copy()
        while after.plain.turn == table.plain.turn:
            after.play(0, hard.choose(after.hidden(0), 0, seed))
        assert after.plain.cubes[0, OFF] == 14


def test_every_way_to_end_a_turn_is_seen_once(backgammon):
    table = backgammon.new(seed=3, gear="compiled")
    seat = table.waiting()[0]
    ends = WholeTurns(backgammon, Settings(), "compiled").ends(table.hidden(seat), seat)
    assert len({bytes(end.table)[KNOWN:] for end in ends}) == len(ends) > 10
    assert {code for end in ends for code in end.first} == set(table.codes(seat))
    assert all(end.table.waiting() == [1 - seat] for end in ends)


def test_the_same_interpreted(backgammon):
    found = []
    for gear in ("plain", "compiled"):
        table = backgammon.new(seed=3, gear=gear)
        seat = table.waiting()[0]
        found.append(WholeTurns(backgammon, Settings(), gear).think(table.hidden(seat), seat).estimates)
    assert found[0] == found[1]


def test_where_too_much_could_be_done_it_is_left_to_the_search(backgammon, monkeypatch):
    monkeypatch.setattr("brillig.bots.turns.whole.MOST", 2)
    table = backgammon.new(seed=3, gear="compiled")
    seat = table.waiting()[0]
    assert WholeTurns(backgammon, Settings(), "compiled").think(table.hidden(seat), seat) is None
    assert make("hard", backgammon).choose(table.hidden(seat), seat, 1) in table.codes(seat)

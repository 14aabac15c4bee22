"""Openings for bots that always choose alike: different, the same for the same seed, and nobody has won by them."""

from __future__ import annotations

import pytest

import brillig
from brillig.bots import Random
from brillig.bots.levels import duels
from brillig.core.record import Record
from brillig.positions.openings import EVEN, begun, even, opening

CHOICES = 6


@pytest.fixture(scope="module")
def othellino():
    return brillig.load("othellino")


def lying(table):
    """What lies on the board."""
    return bytes(table)[Record.nbytes :]


def test_openings_differ_and_the_same_seed_gives_the_same(othellino):
    table = othellino.new(seed=1, gear="compiled")
    found = [lying(begun(table, CHOICES, seed)) for seed in range(30)]
    assert len({*found}) > 25
    assert found == [lying(begun(table, CHOICES, seed)) for seed in range(30)]
    assert lying(table) == lying(othellino.new(seed=1)), "the table itself is left as it was"


def test_nobody_is_ahead_after_one_if_the_game_can_tell(othellino):
    table = othellino.new(seed=1, gear="compiled")
    for seed in range(20):
        after = begun(table, CHOICES, seed)
        assert even(after)
        assert all(abs(othellino.value(after.plain, seat) - 500) <= EVEN for seat in range(2))
    wild = table.copy()
    for _ in range(CHOICES):
        seat = wild.waiting()[0]
        wild.play(seat, wild.codes(seat)[0])
    assert not even(wild), "else this would show nothing"


def test_no_choices_leave_a_table_as_it_is(othellino):
    table = othellino.new(seed=1, gear="compiled")
    assert bytes(begun(table, 0, 5)) == bytes(table)


@pytest.mark.parametrize(("slug", "wanted"), [("othellino", CHOICES), ("gold-mine", 0), ("liars-cards", 0)])
def test_a_duel_begins_with_them_where_nothing_else_makes_games_differ(slug, wanted, monkeypatch):
    game, asked = brillig.load(slug), []

    def noted(table, choices, seed):
        asked.append((choices, seed))
        return begun(table, choices, seed)

    monkeypatch.setattr(duels, "begun", noted)
    *_, _ = duels.duel(game, Random(game), Random(game), 4, seed=8)
    assert {choices for choices, _ in asked} == {wanted}
    seats = max(2, game.seats[0])
    assert [seed for _, seed in asked] == [8 + k // seats for k in range(4)], "the same from every side"


def test_cards_and_dice_need_none():
    game = brillig.load("backgammon")
    assert opening(game, 2, game.decode(game.state(game.blank(2)))) is None

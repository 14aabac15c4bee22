"""The one loop that plays a game from Python makes the games that compiled playouts make."""

import pytest

from brillig import catalogue
from brillig.core.faults import THE_TABLE
from brillig.positions.drive import ByChance, carry_out, drive, players_chance
from brillig.positions.walk import Variant, finish


@pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)
def test_a_walk_is_the_game_of_the_playouts(game):
    seats = game.seats[0]
    played = game.playouts(2, seed=11, seats=seats)
    for deal in range(2):
        line = finish(game, Variant(seats, {}), 11, deal, "compiled")
        assert line.table.over
        assert len(line.chosen) == played.lengths[deal]
        assert line.table.scores() == played.scores[deal].tolist()


def test_steps_can_be_carried_out_again():
    game = catalogue.load("speed")
    table, again = (game.new(seed=4, gear="compiled", timed=True) for _ in range(2))
    steps = list(drive(table, ByChance(players_chance(4)), lambda seat: table.codes(seat)[0], most=60))
    for step in steps:
        carry_out(again, step)
    assert bytes(again) == bytes(table)
    assert steps[0] == (THE_TABLE, 0)  # a count-down comes first


def test_it_stops_after_so_many_steps_and_where_there_is_no_choice():
    game = next(game for game in catalogue.games() if game.due is None)
    table = game.new(seed=1, gear="compiled")
    assert len(list(drive(table, ByChance(players_chance(1)), lambda seat: table.codes(seat)[0], most=3))) == 3
    assert list(drive(table, ByChance(players_chance(1)), lambda seat: None)) == []

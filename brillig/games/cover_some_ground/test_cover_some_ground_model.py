"""The rules once more, as literally as they are told, and whole games played beside them."""

import pytest

from brillig.games.cover_some_ground.game import GAME
from brillig.parts.trickster.model.test_beside import play_beside
from brillig.parts.trickster.model.test_for_points import ForPoints


class Model(ForPoints):
    def worth(self, laid):
        return laid.squares


@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_games_go_as_in_the_model(seats):
    for seed in range(2):
        play_beside(GAME, Model, seats, seed)


def test_rare_things_are_compared():
    games = [
        play_beside(GAME, Model, seats, seed) for seats, seed in [(2, 0), (2, 6), (2, 7), (2, 13), (2, 28), (2, 40)]
    ]
    assert {
        "beaten",
        "blocked in closing",
        "given up",
        "late in a beat",
        "out in closing",
        "rested in closing",
        "rested in the race",
        "six cards taken back",
        "stalled in the race",
        "time in closing",
    } <= {thing for model in games for thing in model.happened}


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_hundreds_of_games_go_as_in_the_model(seats):
    for seed in range(300):
        play_beside(GAME, Model, seats, seed)

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


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_hundreds_of_games_go_as_in_the_model(seats):
    for seed in range(300):
        play_beside(GAME, Model, seats, seed)

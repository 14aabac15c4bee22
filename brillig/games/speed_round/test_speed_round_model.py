"""The rules once more, as literally as they are told, and whole games played beside them."""

import pytest

from brillig.games.speed_round.game import GAME
from brillig.parts.trickster.model.test_beside import play_beside
from brillig.parts.trickster.model.test_race import Race


class Model(Race):
    def reasons(self, seat, placement):
        """When somebody is out the game has a reason of its own."""
        return super().reasons(seat, placement) | (
            {"Somebody is out: the round is over."} if any(self.tokens) else set()
        )

    def out(self, seat):
        self.end("out")

    def left(self, seat):
        return len(self.hands[seat] | self.piles[seat])

    def score(self, seat):
        """Cards laid; whoever gave up has fewer than nothing, and where all did that is all the same."""
        if self.all_gave_up or not self.decks[seat]:
            return 0
        return 6 - self.left(seat) - (6 if seat in self.gave_up else 0)

    def order(self, seat):
        return (0 if self.all_gave_up else self.left(seat),)


@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_games_go_as_in_the_model(seats):
    for seed in range(2):
        play_beside(GAME, Model, seats, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_hundreds_of_games_go_as_in_the_model(seats):
    for seed in range(300):
        play_beside(GAME, Model, seats, seed)

"""The rules once more, as literally as they are told, and whole games played beside them."""

import pytest

from brillig.games.not_my_stack.game import GAME
from brillig.parts.trickster.model.test_beside import play_beside
from brillig.parts.trickster.model.test_race import Race


class Model(Race):
    """Every seat has a table of its own, which is numbered like the seat."""

    common = False

    def prepare_board(self):
        if self.options["first_card"] == "random":
            self.lay_first_cards({lies[4]: lies[0] for lies in self.told.board()})

    def lay_first_cards(self, cards):
        for seat in self.seats:
            self.piles[seat].remove(cards[seat])
            self.tables.lay(cards[seat], 0, 0, 0, seat)
        self.count_down()

    def allowed(self, seat):
        if self.phase == "building":
            return set() if seat in self.chosen else {("place", card, 0, 0, 0, 0) for card in self.piles[seat]}
        return super().allowed(seat)

    def add_to_board(self, seat, choice):
        self.chosen[seat] = choice
        if len(self.chosen) == len(self.seats):
            cards = {seat: choice[1] for seat, choice in self.chosen.items()}
            self.chosen = {}
            self.lay_first_cards(cards)

    def open_to(self, seat):
        return {other for other in self.seats if other != seat and not self.tokens[other]}

    def reasons_against(self, seat, table):
        if table == seat:
            return {"Never on your own location."}
        return {"That location is frozen."} if self.tokens[table] else set()

    def count(self, seat):
        """Cards that others have laid on its location."""
        return sum(laid.table == seat for laid in self.tables.laid) - 1 if self.tables.laid else 0

    def score(self, seat):
        return -self.count(seat) - (31 if seat in self.gave_up else 0)

    def order(self, seat):
        places = {laid.table for laid in self.cards_laid(seat)}
        return self.count(seat), self.tokens[seat] or 99, -len(places)


@pytest.mark.parametrize("seats", range(3, 8))
def test_whole_games_go_as_in_the_model(seats):
    for seed in range(2):
        play_beside(GAME, Model, seats, seed)


def test_rare_things_are_compared():
    games = [play_beside(GAME, Model, seats, seed) for seats, seed in [(3, 0), (3, 9), (3, 20)]]
    assert {"beaten", "blocked", "given up", "late in a beat", "rested", "stalled"} <= {
        thing for model in games for thing in model.happened
    }


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(3, 8))
def test_hundreds_of_games_go_as_in_the_model(seats):
    for seed in range(300):
        play_beside(GAME, Model, seats, seed)

"""The game once more, in lists and words, and whole games played beside it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.games.gold_mine.game import GAME, RUN, STAY
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL


class Model:
    """The game again in lists and words, told which cards are turned up."""

    def __init__(self, seats: int) -> None:
        self.bank = [0] * seats
        self.enter()

    def enter(self) -> None:
        self.loot, self.inside = [0] * len(self.bank), set(range(len(self.bank)))
        self.left, self.row, self.over = 0, [], False

    def card(self, card: int) -> None:
        self.row.append(CARD_SYMBOL[card])
        if self.row.count(CARD_SYMBOL[card]) == 3:
            self.over = True
            return
        for seat in self.inside:
            self.loot[seat] += CARD_NUMBER[card] // len(self.inside)
        self.left += CARD_NUMBER[card] % len(self.inside)

    def leave(self, runners: set[int]) -> None:
        for seat in runners:
            self.bank[seat] += self.loot[seat] + self.left // len(runners)
            self.loot[seat] = 0
        self.left = self.left % len(runners) if runners else self.left
        self.inside -= runners
        self.over = not self.inside


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.sampled_from(["no", "yes"]), st.integers(0, 1 << 32), st.sampled_from([0.05, 0.2, 0.5]))
def test_the_table_plays_as_the_model(seats, reshuffle, seed, nerve):
    people, model = random.Random(seed), Model(seats)
    table = GAME.new(seats, seed, {"reshuffle": reshuffle}, gear="compiled")
    s = table.plain
    model.card(s.row[0, 0])
    while not table.over:
        past, runners = s.at, {seat for seat in table.waiting() if people.random() < nerve}
        for seat in people.sample(table.waiting(), len(table.waiting())):
            table.play(seat, RUN if seat in runners else STAY)
        model.leave(runners)
        if not model.over:
            model.card(s.row[past, s.shown[past] - 1])
        assert bool(s.ended[past]) == model.over
        assert table.scores() == model.bank
        if model.over and not table.over:
            model.enter()
            model.card(s.row[s.at, 0])
        if not table.over:
            assert (s.left, list(s.loot[:seats])) == (model.left, model.loot)
            assert set(table.waiting()) == model.inside
    seen = [card for past in range(4) for card in s.row[past][: s.shown[past]]]
    assert reshuffle == "yes" or len(set(seen)) == len(seen)

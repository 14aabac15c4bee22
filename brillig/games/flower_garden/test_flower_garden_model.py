"""The game once more, in lists and words, and whole games played beside it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.games.flower_garden.game import GAME
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, WHITE

NEW, ADD, PLANT, DISCARD, COLOUR, STOP = 0, 54, 2970, 3186, 3240, 3244  # where each kind of choice begins
KINDS = (STOP, COLOUR, DISCARD, PLANT, ADD, NEW)
# How people like each kind of choice. Merchants and spreaders bring about the rare ends: empty piles of flowers, empty
# hands. A hurrier spreads after one discard, and becomes a merchant when the draw pile is nearly empty.
STYLES = {
    "anything": dict.fromkeys(KINDS, 10),
    "gardener": {STOP: 10, COLOUR: 1, DISCARD: 2, PLANT: 40, ADD: 20, NEW: 5},
    "discarder": {STOP: 1, COLOUR: 1, DISCARD: 30, PLANT: 20, ADD: 2, NEW: 1},
    "merchant": {STOP: 1, COLOUR: 1, DISCARD: 0, PLANT: 0, ADD: 50, NEW: 1},
    "spreader": {STOP: 90, COLOUR: 1, DISCARD: 0, PLANT: 3, ADD: 0, NEW: 20},
    "hurrier": {STOP: 99, COLOUR: 1, DISCARD: 1, PLANT: 0, ADD: 0, NEW: 0},
}


def wild(card):
    return CARD_COLOUR[card] >= WHITE


class Model:
    """The game again in lists and words, told which cards were dealt and drawn."""

    def __init__(self, hands, mover):
        self.hands, self.mover = hands, mover
        self.pile = set(range(54)).difference(*hands)
        assert [len(hand) for hand in hands] == [6] * len(hands)
        assert len(self.pile) == 54 - 6 * len(hands)
        self.discard, self.rows, self.beds = set(), {}, {}  # row: its cards, named by the first; bed: seat and colour
        self.flowers, self.baskets = [20] * 4, [[0] * 4 for _ in hands]
        self.emptied, self.limit = 0, 3 if len(hands) == 5 else 2
        self.doing, self.row, self.played, self.end = "action", -1, 0, ""

    def further(self, row):
        last = self.rows[row][-1]
        hand = self.hands[self.mover]
        return {c for c in hand if CARD_SYMBOL[c] == CARD_SYMBOL[last] and CARD_NUMBER[c] <= CARD_NUMBER[last]}

    def choices(self):
        hand, basket = self.hands[self.mover], self.baskets[self.mover]
        if self.doing == "more":
            return {ADD + 54 * self.row + card for card in self.further(self.row)} | {STOP}
        if self.doing == "discard":
            return {DISCARD + card for card in hand} | {STOP}
        if self.doing == "colour":
            return {COLOUR + colour for colour in range(4) if self.flowers[colour] > 0}
        beds = {
            PLANT + 4 * card + colour
            for card in hand
            for colour in range(4)
            if (wild(card) or CARD_COLOUR[card] == colour) and basket[colour] >= CARD_NUMBER[card]
        }
        rows = {ADD + 54 * row + card for row in self.rows for card in self.further(row)}
        return {NEW + card for card in hand} | rows | beds | {DISCARD + card for card in hand}

    def play(self, code, drawn):
        """What a choice does; `drawn` tells which cards the seat holds afterwards."""
        hand = self.hands[self.mover]
        if code == STOP:
            if self.doing == "more":
                self.pay(drawn)
            else:
                self.draw(self.played, drawn)
        elif code >= COLOUR:
            self.take(code - COLOUR, drawn)
        elif code >= DISCARD:
            hand.remove(code - DISCARD)
            self.discard.add(code - DISCARD)
            self.played, self.doing = self.played + 1, "discard"
            if self.played == 4 or not hand:
                self.draw(self.played, drawn)
        elif code >= PLANT:
            card, colour = divmod(code - PLANT, 4)
            hand.remove(card)
            self.beds[card] = (self.mover, colour)
            self.baskets[self.mover][colour] -= CARD_NUMBER[card]
            self.draw(1, drawn)
        else:
            self.row, card = divmod(code - ADD, 54) if code >= ADD else (code, code)
            hand.remove(card)
            self.rows.setdefault(self.row, []).append(card)
            self.played, self.doing = self.played + 1, "more"
            if not self.further(self.row):
                self.pay(drawn)

    def pay(self, drawn):
        last = self.rows[self.row][-1]
        if wild(last):
            self.doing = "colour"
        else:
            self.take(CARD_COLOUR[last], drawn)

    def take(self, colour, drawn):
        row = self.rows[self.row]
        taken = min(len(row), self.flowers[colour])
        self.flowers[colour] -= taken
        self.baskets[self.mover][colour] += taken
        if self.flowers.count(0) >= 2:
            self.end = "flowers"
            return
        if len({CARD_NUMBER[card] for card in row}) < len(row):
            self.discard |= set(self.rows.pop(self.row))
        self.draw(self.played, drawn)

    def draw(self, cards, drawn):
        hand = self.hands[self.mover]
        for _ in range(cards):
            if not self.pile:
                self.pile, self.discard = self.discard, set()
            if not self.pile:
                break
            possible = (drawn - hand) & self.pile
            assert possible, "a card was due and none came from the pile"
            card = min(possible)
            self.pile.remove(card)
            hand.add(card)
            if not self.pile:
                self.emptied += 1
                if self.emptied == self.limit:
                    self.end = "pile"
                    return
        self.doing, self.row, self.played = "action", -1, 0
        for step in range(1, len(self.hands) + 1):
            seat = (self.mover + step) % len(self.hands)
            if self.hands[seat]:
                self.mover = seat
                return
        self.end = "hands"

    def scores(self):
        planted = [sum(CARD_NUMBER[c] for c in self.beds if self.beds[c][0] == seat) for seat in range(len(self.hands))]
        return [good - sum(bad) for good, bad in zip(planted, self.baskets, strict=True)]


def held(s, seat):
    return {card for card in s.hand[seat] if card >= 0}


def lying(field):
    return {card for card in range(54) if field[card]}


def compare(s, model):
    seats = len(model.hands)
    assert [held(s, seat) for seat in range(seats)] == model.hands
    assert (lying(s.deck), s.left, s.emptied) == (model.pile, len(model.pile), model.emptied)
    assert lying(s.discard) == model.discard
    assert {c: (s.row[c], s.place[c]) for c in range(54) if s.row[c] >= 0} == {
        card: (row, place) for row, cards in model.rows.items() for place, card in enumerate(cards)
    }
    assert {c: (s.tail[c], s.length[c]) for c in range(54) if s.length[c]} == {
        row: (cards[-1], len(cards)) for row, cards in model.rows.items()
    }
    assert list(s.flowers) == model.flowers
    assert [list(s.basket[seat]) for seat in range(seats)] == model.baskets
    assert {c: (s.bed[c], s.bloom[c]) for c in range(54) if s.bed[c] >= 0} == model.beds


def manner(style, model):
    if style == "hurrier" and len(model.pile) <= 2:
        return STYLES["merchant"]
    return STYLES["spreader" if style == "hurrier" and model.discard and model.doing != "discard" else style]


def play_beside(seats, seed, style):
    """A whole game, compared at every step; why it ended, and whether one refill emptied the pile twice."""
    people, table = random.Random(seed), GAME.new(seats, seed, {}, gear="compiled")
    s = table.plain
    model = Model([held(s, seat) for seat in range(seats)], s.mover)
    twice = False
    while not model.end:
        compare(s, model)
        assert table.waiting() == [model.mover]
        codes, mover = table.codes(model.mover), model.mover
        assert sorted(codes) == sorted(model.choices())
        likes = [manner(style, model)[max(kind for kind in KINDS if kind <= code)] for code in codes]
        code = people.choices(codes, likes if any(likes) else None)[0]
        emptied = model.emptied
        table.play(mover, code)
        model.play(code, held(s, mover))
        assert table.scores() == model.scores()
        twice |= model.emptied == emptied + 2
    assert table.over
    compare(s, model)
    assert table.ranks() == [1 + sum(other > score for other in model.scores()) for score in model.scores()]
    return "pile, twice in one refill" if twice else model.end


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(0, 1 << 32), st.sampled_from(sorted(STYLES)))
def test_the_table_plays_as_the_model(seats, seed, style):
    play_beside(seats, seed, style)


def test_every_end_is_compared():
    ends = {play_beside(2, seed, style) for style in STYLES for seed in range(12)}
    assert ends == {"pile", "flowers", "hands", "pile, twice in one refill"}


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_hundreds_of_games_go_as_in_the_model(seats):
    for seed in range(300):
        play_beside(seats, 1000 + seed, sorted(STYLES)[seed % len(STYLES)])

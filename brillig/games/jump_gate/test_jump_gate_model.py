"""The game once more, in sets and counters, and whole games played beside it."""

import random
from collections import Counter

import pytest

from brillig.games.jump_gate.game import GAME
from brillig.games.jump_gate.track import BACKWARDS, FORWARDS, NO_CARD, ROLL, TO_CORRECT, TO_ROLL

CORNERS = {2: [0, 18], 3: [0, 9, 18], 4: [0, 9, 18, 27]}
HAND = [1, 1, 1, 2, 2, 3, 4, 5, 6]


class Model:
    """The rules again, as literally as they are told; the track and the rolls are told to it."""

    def __init__(self, seats, gates, starter):
        self.gates = gates  # space: its symbol
        self.planets = set(range(36)) - set(gates)
        self.ships = list(CORNERS[seats])
        self.crates = [self.planets - {corner} for corner in self.ships]
        self.cards = [Counter(HAND) for _ in self.ships]
        self.mover, self.turns, self.over = starter, 0, False

    def choices(self):
        """After the roll: no card, or a number that is held, forwards or backwards."""
        held = self.cards[self.mover]
        return {0} | {number * way for number in held if held[number] for way in (1, -1)}

    def land(self, space):
        """Whether the ship goes through a gate, and whether it picks a crate up."""
        space %= 36
        gate = space in self.gates
        if gate:
            symbol = self.gates[space]
            space = (space + 1) % 36
            while self.gates.get(space) != symbol:
                space = (space + 1) % 36
        self.ships[self.mover] = space
        picked = not gate and space in self.crates[self.mover]
        if picked:
            self.crates[self.mover].remove(space)
        return gate, picked

    def roll(self, die):
        """Whether a card may be played."""
        _, picked = self.land(self.ships[self.mover] + die)
        if picked or not +self.cards[self.mover]:
            self.turn_ends()
            return False
        return True

    def card(self, choice):
        if choice:
            self.cards[self.mover][abs(choice)] -= 1
            self.land(self.ships[self.mover] + choice)
        self.turn_ends()

    def turn_ends(self):
        self.turns += 1
        self.over = not self.crates[self.mover] or self.turns == 300 * len(self.ships)
        if not self.over:
            self.mover = (self.mover + 1) % len(self.ships)

    def ranks(self):
        left = [len(crates) for crates in self.crates]
        return [1 + sum(other < mine for other in left) for mine in left]


def check_track(gates, even):
    """Four gates a side on inner spaces; two symbols on every side, the others on two sides each."""
    sides = [[gates.get(9 * side + inner) for inner in range(1, 9)] for side in range(4)]
    assert not set(gates) & {0, 9, 18, 27}
    symbols = [set(side) - {None} for side in sides]
    assert [len(side) - side.count(None) for side in sides] == [len(side) for side in symbols] == [4] * 4
    assert sorted(Counter(gates.values()).values()) == [2, 2, 2, 2, 4, 4]
    if even:
        assert set(gates) == {9 * side + inner for side in range(4) for inner in (2, 4, 6, 8)}


def named(code):
    """A card is its number, negative if played backwards."""
    if code >= BACKWARDS:
        return -(code - BACKWARDS + 1)
    return code - FORWARDS + 1 if code >= FORWARDS else {NO_CARD: 0, ROLL: "roll"}[code]


def compare(table, model):
    s, seats = table.plain, range(len(model.ships))
    assert list(s.ship[: s.seats]) == model.ships
    assert [{space for space in range(36) if s.crates[seat] >> space & 1} for seat in seats] == model.crates
    assert [[model.cards[seat][number] for number in range(1, 7)] for seat in seats] == [
        list(cards) for cards in s.cards[: s.seats]
    ]
    assert table.scores() == [19 - len(crates) for crates in model.crates]
    assert (s.turns, table.over) == (model.turns, model.over)


def choices(table, model):
    """What the mover may do, by name."""
    compare(table, model)
    assert table.waiting() == [model.mover]
    codes = table.codes(model.mover)
    by_name = {named(code): code for code in codes}
    assert len(by_name) == len(codes)
    return by_name


def play_beside(seats, track, seed, late=False):
    """A whole game, compared at every step. Some spend cards at every chance, some only for a crate, some never.

    A late game begins a few rounds before it is cut short.
    """
    people, table = random.Random(seed), GAME.new(seats, seed, {"track": track}, gear="compiled")
    s = table.plain
    gates = {space: symbol for space, symbol in enumerate(s.gate) if symbol >= 0}
    check_track(gates, track == "even")
    model = Model(seats, gates, s.mover)
    if late:
        s.turns = model.turns = 300 * seats - people.randint(1, 9 * seats)
    nerve = [people.choice([0.0, 0.1, 0.5, 1.0]) for _ in range(seats)]
    keen = people.random() < 0.5
    while not model.over:
        roll = choices(table, model)
        assert set(roll) == {"roll"}
        assert s.step == TO_ROLL
        mover = model.mover
        table.play(mover, roll["roll"])
        assert s.die in range(1, 7)
        if not model.roll(s.die):
            continue
        cards = choices(table, model)
        assert set(cards) == model.choices()
        assert s.step == TO_CORRECT
        crates = [card for card in cards if card and (model.ships[mover] + card) % 36 in model.crates[mover]]
        card = 0
        if people.random() < nerve[mover]:
            card = people.choice(list(cards))
        if keen and crates:
            card = people.choice(crates)
        table.play(mover, cards[card])
        model.card(card)
    compare(table, model)
    assert table.waiting() == []
    assert table.ranks() == model.ranks()
    return model


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("track", ["random", "even"])
def test_whole_games_go_as_in_the_model(seats, track):
    for seed in range(4):
        play_beside(seats, track, seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_that_are_cut_short_go_as_in_the_model(seats):
    models = [play_beside(seats, "random", seed, late=True) for seed in range(10)]
    assert all(all(model.crates) for model in models)
    assert any(len(set(model.ranks())) < seats for model in models)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("track", ["random", "even"])
def test_hundreds_of_games_go_as_in_the_model(seats, track):
    for seed in range(300):
        play_beside(seats, track, 1000 + seed, late=seed % 10 == 0)

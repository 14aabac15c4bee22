"""The game once more, in sets and counters, and whole games played beside it."""

import random
from collections import Counter

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

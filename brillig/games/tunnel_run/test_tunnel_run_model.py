"""The game once more, in lists and counters, and whole games played beside it."""

import random
from collections import Counter

import pytest

from brillig.games.tunnel_run.game import GAME
from brillig.games.tunnel_run.tunnel import BACK, END, PLACES

ENTRANCE, EXIT = 0, 37


class Model:
    """The rules again, as literally as they are told; which cards are drawn it learns from the hands afterwards."""

    def __init__(self, advanced, pirates, tunnel, hands, starter):
        self.advanced, self.tunnel, self.hands = advanced, tunnel, hands  # tile 1..36: its symbol
        self.pirates = [[ENTRANCE] * pirates for _ in hands]
        self.pile = Counter(dict.fromkeys(range(6), 9)) - sum(hands, Counter())
        self.discard = Counter()
        self.mover, self.actions, self.turns, self.over = starter, 0, 0, False
        self.stuck = self.refills = 0  # how often, for the tests

    def on(self, tile):
        """How many pirates of any seat stand there."""
        return sum(seat.count(tile) for seat in self.pirates)

    def forward(self, place, symbol):
        for tile in range(place + 1, 37):
            if self.tunnel[tile] == symbol and self.on(tile) == 0:
                return tile
        return EXIT

    def back(self, place):
        for tile in range(place - 1, 0, -1):
            if self.on(tile) in (1, 2):
                return tile
        return None

    def moves(self):
        inside = {place for place in self.pirates[self.mover] if place != EXIT}
        moves = {("forward", symbol, place) for symbol in self.hands[self.mover] for place in inside}
        if self.advanced:
            moves |= {("back", place) for place in inside if place > 0 and self.back(place)}
        return moves

    def choices(self):
        return self.moves() | ({("end",)} if self.actions else set())

    def play(self, choice, told):
        mine, hand = self.pirates[self.mover], self.hands[self.mover]
        if choice[0] == "forward":
            _, symbol, place = choice
            mine[mine.index(place)] = self.forward(place, symbol)
            hand -= Counter([symbol])
            self.discard[symbol] += 1
        elif choice[0] == "back":
            _, place = choice
            tile = self.back(place)
            due = self.on(tile)
            mine[mine.index(place)] = tile
            self.draw(due, told)
        self.actions += 1
        if all(place == EXIT for place in mine):
            self.over = True
        elif not self.advanced:
            self.draw(1, told)
            self.turn_ends(told)
        elif choice == ("end",) or self.actions == 3 or not self.moves():
            self.turn_ends(told)

    def draw(self, due, told):
        hand = self.hands[self.mover]
        for _ in range(due):
            if not self.pile:
                self.refills += 1
                self.pile, self.discard = self.discard, Counter()
            if self.pile:
                card = min((told[self.mover] - hand) & self.pile)
                self.pile -= Counter([card])
                hand[card] += 1

    def turn_ends(self, told):
        self.actions = 0
        self.turns += 1
        self.mover = (self.mover + 1) % len(self.hands)
        if self.advanced and self.turns == 200 * len(self.hands):
            self.over = True
        elif not self.moves():
            self.stuck += 1
            self.draw(1, told)
            self.turn_ends(told)

    def out(self, seat):
        return self.pirates[seat].count(EXIT)

    def ranks(self):
        order = [(self.out(seat), sum(self.pirates[seat])) for seat in range(len(self.hands))]
        return [1 + sum(other > mine for other in order) for mine in order]


# How people like to move forward, to go back and to end a turn early, and how often they do what is best for a race.
STYLES = {
    "anything": (10, 10, 10, 0.0),
    "runner": (10, 1, 1, 0.5),
    "walker": (10, 1, 30, 0.0),
    "hoarder": (1, 30, 1, 0.0),
    "spender": (30, 0, 0, 0.0),
}


def named(code):
    if code == END:
        return ("end",)
    return ("back", code - BACK) if code >= BACK else ("forward", *divmod(code, PLACES))


def hands(s):
    return [Counter({symbol: n for symbol, n in enumerate(cards) if n}) for cards in s.cards[: s.seats]]


def compare(s, model):
    assert [sorted(at[: len(mine)]) for at, mine in zip(s.at, model.pirates, strict=False)] == [
        sorted(mine) for mine in model.pirates
    ]
    assert list(s.crowd) == [model.on(place) for place in range(38)]
    assert hands(s) == model.hands
    assert list(s.held[: s.seats]) == [hand.total() for hand in model.hands]
    assert list(s.deck) == [model.pile[symbol] for symbol in range(6)]
    assert list(s.discard) == [model.discard[symbol] for symbol in range(6)]


def play_beside(seats, rules, pirates, hand, style, seed):
    """A whole game, compared at every step."""
    people = random.Random(seed)
    table = GAME.new(seats, seed, {"rules": rules, "pirates": pirates, "hand": hand}, gear="compiled")
    s = table.plain
    advanced = rules == "advanced"
    tunnel = {tile: s.symbol[tile] for tile in range(1, 37)}
    assert all({tunnel[6 * stack + n] for n in range(1, 7)} == set(range(6)) for stack in range(6))
    assert [held.total() for held in hands(s)] == [hand] * seats
    usual = 6 if advanced else 3
    model = Model(advanced, usual if pirates == "usual" else int(pirates), tunnel, hands(s), s.mover)
    forward, back, end, best = STYLES[style]
    while not model.over:
        compare(s, model)
        assert (table.waiting(), s.action, s.turn) == ([model.mover], model.actions, model.turns)
        codes = {named(code): code for code in table.codes(model.mover)}
        assert len(codes) == len(table.codes(model.mover))
        assert set(codes) == model.choices()
        likes = {"forward": forward, "back": back, "end": end}
        wish = [likes[choice[0]] for choice in codes]
        choice = people.choices(list(codes), wish if any(wish) else None)[0]
        if choice[0] == "forward" and people.random() < best:
            ways = [choice for choice in codes if choice[0] == "forward"]
            choice = max(ways, key=lambda way: model.forward(way[2], way[1]) - way[2])
        mover = model.mover
        table.play(mover, codes[choice])
        model.play(choice, hands(s))
        assert table.scores() == [model.out(seat) for seat in range(seats)]
    assert table.over
    assert table.waiting() == []
    compare(s, model)
    assert table.ranks() == model.ranks()
    return model


def any_game(seats, rules, seed):
    people = random.Random(seed)
    pirates = people.choice(["usual", "1", "2", "3", "4", "5", "6"])
    return play_beside(seats, rules, pirates, people.randint(1, 6), people.choice(sorted(STYLES)), seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_whole_games_go_as_in_the_model(seats, rules):
    for seed in range(5):
        any_game(seats, rules, seed)


def test_rare_things_are_compared():
    """Somebody is stuck, the discard pile is shuffled, nothing is left to draw, and round 200 ends a game."""
    hoarders = play_beside(2, "advanced", "6", 6, "hoarder", 1)
    assert hoarders.turns == 400
    assert hoarders.refills
    spenders = [play_beside(3, "advanced", "usual", 1, "spender", seed) for seed in range(3)]
    assert any(model.stuck for model in spenders)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_hundreds_of_games_go_as_in_the_model(seats, rules):
    for seed in range(300):
        any_game(seats, rules, 1000 + seed)

"""The game once more, on a map of (row, column) that knows no frame, and whole games played beside it."""

import random
from collections import Counter

import pytest

from brillig.games.borogoves import country
from brillig.games.borogoves.game import GAME

COLOURS = "GYP"
CARDS = {(colour, number) for colour in COLOURS for number in range(1, 6)}
NEST = "nest"


def beside(cell):
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


class Model:
    """The rules again, as literally as they are told. `told` answers for chance: which cards are drawn, who draws first."""

    def __init__(self, seats, told):
        self.solo, self.told = seats == 1, told
        self.scored = {}  # seat: what it has scored, when its half is over
        self.cartographer, self.half = told.first(), 0
        self.over, self.last, self.walked = False, None, Counter()
        self.happened = set()  # rare things, for the tests

    @property
    def birds(self):
        """The seat that moves the borogoves."""
        return 0 if self.solo else 1 - self.cartographer

    def total(self, cell):
        return sum(self.gems[cell].values())

    def points(self):
        """What the map gives: to the cartographer, or to somebody alone."""
        missing = sum(number for cell, (colour, number) in self.map.items() if not self.gems[cell][colour])
        wrong = sum(self.total(cell) != number for cell, (_, number) in self.map.items())
        if not self.solo:
            return missing + wrong
        return sum(number for _, number in self.map.values()) - missing + len(self.map) - wrong

    # ---- the game ---------------------------------------------------------------------------------------------------

    def game(self):
        """Yields (seat, choices) of the one who decides, and is sent the choice."""
        halves = (0,) if self.solo else (0, 1)
        for self.half in halves:
            if self.half:
                self.cartographer = 1 - self.cartographer
            self.set_up()
            for self.rounds in range(13):
                yield from self.map_step()
                yield from self.borogove_step()
            assert len(self.map) == 15
            self.scored[self.cartographer] = self.points()
        self.over, self.step = True, "over"

    def ask(self, seat, step, choices):
        self.step = step
        choice = yield seat, choices
        self.last, self.walked, self.explored = (seat, choice), Counter(), None
        return choice

    def set_up(self):
        self.deck, self.hand, self.placing = set(CARDS), set(), None
        self.map, self.gems = {}, {}
        self.nest, self.box = dict.fromkeys(COLOURS, 8), dict.fromkeys(COLOURS, 0)
        self.acted, self.tribe = set(), None
        self.laid, self.way, self.explored = None, None, None  # cells of the map that was gathered are forgotten
        for cell, card in zip([(3, 2), (3, 3)], self.told.starts(), strict=True):
            self.deck.remove(card)
            self.map[cell], self.gems[cell] = card, dict.fromkeys(COLOURS, 0)
        if not self.solo:
            self.hand = self.told.hand()
            assert len(self.hand) == 2
            self.deck -= self.hand
            assert len(self.deck) == 11

    # ---- the map ----------------------------------------------------------------------------------------------------

    def places(self):
        """Where a card may be laid: beside another, and four rows and columns are enough for the whole map."""

        def spans(cells, axis):
            along = [cell[axis] for cell in cells]
            return max(along) - min(along) + 1

        near = {cell for laid in self.map for cell in beside(laid)} - set(self.map)
        return {cell for cell in near if all(spans([*self.map, cell], axis) <= 4 for axis in (0, 1))}

    def map_step(self):
        if self.solo:
            self.placing = self.told.turned_up()
            self.deck.remove(self.placing)
        elif len(self.hand) > 1:
            _, self.placing = yield from self.ask(self.cartographer, "card", {("card", card) for card in self.hand})
            self.hand.remove(self.placing)
        else:
            self.placing = self.hand.pop()
        _, cell = yield from self.ask(self.cartographer, "cell", {("lay", cell) for cell in self.places()})
        self.map[cell], self.gems[cell] = self.placing, dict.fromkeys(COLOURS, 0)
        self.placing, self.laid = None, cell
        if self.deck and not self.solo:
            (drawn,) = self.told.hand() - self.hand
            self.deck.remove(drawn)
            self.hand.add(drawn)

    # ---- the borogoves ----------------------------------------------------------------------------------------------

    def borogove_step(self):
        self.acted = {tribe for tribe in COLOURS if self.box[tribe] == 8}
        if len(self.acted) == 3:
            self.happened.add("all tribes are gone")
        elif self.acted:
            self.happened.add("a tribe is gone")
        while left := set(COLOURS) - self.acted:
            if len(left) > 1:
                _, self.tribe = yield from self.ask(self.birds, "tribe", {("tribe", tribe) for tribe in left})
            else:
                (self.tribe,) = left
            yield from self.act(self.tribe)
            self.acted.add(self.tribe)
            self.tribe = None
        self.acted = set()

    def actions(self, tribe):
        migrate = {("migrate", cell) for cell, (_, number) in self.map.items() if number <= self.nest[tribe]}
        explore = {
            ("explore", start, goal)
            for start in self.map
            for goal in beside(start) & set(self.map)
            if self.gems[start][tribe] and self.total(start) >= self.map[goal][1]
        }
        settle = {("settle", cell) for cell in self.map if self.gems[cell][tribe]}
        if self.nest[tribe]:
            settle.add(("settle", NEST))
        if not migrate and not explore:
            self.happened.add("can only settle")
        return migrate | explore | settle

    def mixes(self, tribe, start, number):
        there = self.gems[start]
        return {
            (g, y, p)
            for g in range(there["G"] + 1)
            for y in range(there["Y"] + 1)
            for p in range(there["P"] + 1)
            if g + y + p == number and {"G": g, "Y": y, "P": p}[tribe]
        }

    def act(self, tribe):
        kind, *where = yield from self.ask(self.birds, "action", self.actions(tribe))
        if kind == "migrate":
            self.walked[tribe] = self.map[where[0]][1]
            self.nest[tribe] -= self.walked[tribe]
            self.gems[where[0]][tribe] += self.walked[tribe]
        elif kind == "settle":
            self.walked[tribe] = 1
            purse = self.nest if where[0] == NEST else self.gems[where[0]]
            purse[tribe] -= 1
            self.box[tribe] += 1
        else:
            start, goal = where
            mixes = self.mixes(tribe, start, self.map[goal][1])
            if len(mixes) > 1:
                self.way = start, goal
                _, mix = yield from self.ask(self.birds, "mix", {("mix", mix) for mix in mixes})
            else:
                (mix,) = mixes
            self.way, self.explored = None, (start, goal)
            for colour, n in zip(COLOURS, mix, strict=True):
                self.walked[colour] = n
                self.gems[start][colour] -= n
                self.gems[goal][colour] += n

    def ranks(self):
        return [1 + sum(other > mine for other in self.scored.values()) for _, mine in sorted(self.scored.items())]


# ---- beside the game ------------------------------------------------------------------------------------------------


def card_of(card):
    return (COLOURS[card // 5], card % 5 + 1)


def cell_of(cell):
    return divmod(cell, 6)


def counted(gems):
    return {colour: gems[k] for k, colour in enumerate(COLOURS)}


class Told:
    """What the record says about chance."""

    def __init__(self, table, first):
        self.s, self.seats, self.option = table.plain, table.seats, first

    def first(self):
        if self.seats == 1:
            assert self.s.cartographer == 0
        elif self.option != "random":
            assert self.s.cartographer == int(self.option[-1]) - 1
        return self.s.cartographer

    def starts(self):
        return [card_of(self.s.card[cell]) for cell in (20, 21)]

    def hand(self):
        return {card_of(card) for card in self.s.hand if card >= 0}

    def turned_up(self):
        return card_of(self.s.placing)


def named(s, code):
    """A choice in the words of the model."""
    if code < country.LOOK:
        return ("card", card_of(s.hand[code]))
    if code < country.CALL:
        return ("lay", cell_of(code - country.LAY))
    if code < country.MIGRATE:
        return ("tribe", COLOURS[code - country.CALL])
    if code < country.EXPLORE:
        return ("migrate", cell_of(code - country.MIGRATE))
    if code < country.SETTLE:
        cell, way = divmod(code - country.EXPLORE, country.WAYS)
        row, column = cell_of(cell)
        down, right = country.STEPS[way]
        return ("explore", (row, column), (row + down, column + right))
    if code < country.PASS:
        return ("settle", NEST if code == country.SETTLE_NEST else cell_of(code - country.SETTLE))
    green, yellow = divmod(code - country.WALKERS, country.MOST)
    number = card_of(s.card[s.goal])[1]
    return ("mix", (green, yellow, number - green - yellow))


STEPS = {
    "card": country.CARD, "cell": country.CELL, "tribe": country.TRIBE, "action": country.ACTION, "mix": country.MIX,
    "over": country.OVER,
}  # fmt: skip


def compare(table, model):
    s = table.plain
    assert s.step == STEPS[model.step]
    assert table.over == model.over
    assert {card_of(card) for card in range(15) if s.deck[card]} == model.deck
    assert {card_of(card) for card in s.hand if card >= 0} == model.hand
    assert (card_of(s.placing) if s.placing >= 0 else None) == model.placing
    cells = [cell for cell in range(country.CELLS) if s.card[cell] >= 0]
    assert {cell_of(cell): card_of(s.card[cell]) for cell in cells} == model.map
    assert {cell_of(cell): counted(s.gems[cell]) for cell in cells} == model.gems
    assert not any(s.gems[cell, k] for cell in set(range(country.CELLS)) - set(cells) for k in range(3))
    assert counted(s.nest) == model.nest
    assert counted(s.box) == model.box
    assert (s.half, s.cartographer) == (model.half, model.cartographer)
    assert {seat: s.scored[seat] for seat in (0, 1) if s.scored[seat] >= 0} == model.scored
    assert table.scores() == ([model.points()] if model.solo else [model.scored.get(seat, 0) for seat in (0, 1)])
    if not model.over:
        assert s.rounds == model.rounds
        assert (COLOURS[s.tribe] if s.tribe >= 0 else None) == model.tribe
    if model.step in ("tribe", "action", "mix"):
        assert {COLOURS[k] for k in range(3) if s.acted[k]} == model.acted
    assert ((cell_of(s.start), cell_of(s.goal)) if s.start >= 0 else None) == model.way
    if model.last:
        assert ((cell_of(s.came), cell_of(s.went)) if s.came >= 0 else None) == model.explored
        assert (cell_of(s.laid) if s.laid >= 0 else None) == model.laid
        assert s.last_seat == model.last[0]
        assert counted(s.walked) == {colour: model.walked[colour] for colour in COLOURS}


# How people like each kind of choice.
STYLES = {
    "anything": {},
    "migrant": {"migrate": 20, "settle": 0.01},
    "explorer": {"explore": 20, "settle": 0.01},
    "crowd": {"migrate": 200, "explore": 9, "settle": 0.1},
    "settler": {"settle": 200},
    "loner": {"settle": 3, "explore": 3},
}


def play_beside(seats, first, seed, style="", gear="plain"):
    """A whole game, compared at every step."""
    people = random.Random(seed)
    table = GAME.new(seats, seed, {"first": first}, gear=gear)
    s = table.plain
    model = Model(seats, Told(table, first))
    styles = [STYLES[style or people.choice(sorted(STYLES))] for _ in range(seats)]
    story = model.game()
    asked = next(story)
    while asked:
        seat, expected = asked
        compare(table, model)
        assert table.waiting() == [seat]
        allowed = table.codes(seat)
        codes = {named(s, code): code for code in allowed}
        assert len(codes) == len(allowed)
        assert set(codes) == expected
        choices = sorted(codes, key=repr)
        choice = people.choices(choices, [styles[seat].get(choice[0], 1) for choice in choices])[0]
        table.play(seat, codes[choice])
        try:
            asked = story.send(choice)
        except StopIteration:
            asked = None
    compare(table, model)
    assert table.waiting() == []
    assert table.ranks() == model.ranks()
    return model


FIRST = ("random", "seat 1", "seat 2")


@pytest.mark.parametrize("seats", [1, 2])
def test_whole_games_go_as_in_the_model(seats):
    for seed in range(6):
        play_beside(seats, FIRST[seed % 3], seed)


def test_rare_things_are_compared():
    happened = {
        thing
        for seed, style in enumerate(STYLES)
        for seats in (1, 2)
        for thing in play_beside(seats, FIRST[seed % 3], seed, style).happened
    }
    assert happened == {"can only settle", "a tribe is gone", "all tribes are gone"}


@pytest.mark.soak
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("first", FIRST)
def test_hundreds_of_games_go_as_in_the_model(seats, first):
    for seed in range(1000, 1100):
        play_beside(seats, first, seed, gear="compiled")

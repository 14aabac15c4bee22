"""The game once more, as one long sentence that stops wherever somebody decides."""

import pytest

from brillig.parts.boxes.greenbox import BLUE, CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, GREEN, RED, WHITE, YELLOW
from brillig.parts.boxes.greenbox import SYMBOL_LETTERS as LETTERS

COLOURS = {2: [BLUE, YELLOW], 3: [BLUE, YELLOW, WHITE], 4: [RED, GREEN, BLUE, YELLOW]}
HEARTLAND = """
bx  D   b   H   B   A
  W   b   B   W   b   by
B   D   b   b   by  C
  b   b   bx  C   b   D
by  H   b   b   b   H
  A   W   b   C   bx  A
"""
TWO_CONTINENTS = """
bx  by  by  ..  ..  ..  D   b   W
  A   H   D   b   C   b   A   b   bx
B   b   C   ..  ..  ..  H   by  b
  b   W   b   B   b   b   b   C   B
bx  A   H   ..  ..  ..  D   b   W
"""
INNER_SEA = """
H   b   D   by  A   by  ..
  C   b   b   B   D   H   ..
b   W   ..  ..  ..  b   bx
  B   bx  ..  ..  ..  B   A
b   by  ..  ..  ..  b   W
  b   C   b   W   C   b   ..
A   b   D   H   bx  b   ..
"""
MAPS = {"Heartland": HEARTLAND, "Two Continents": TWO_CONTINENTS, "Inner Sea": INNER_SEA}
TAKEN_AWAY = {4: {".."}, 3: {"..", "A", "bx"}, 2: {"..", "A", "bx", "H", "by"}}


def lay(text, seats):
    """{(column, row): letter of its symbol, or b}"""
    rows = [line.split() for line in text.strip("\n").split("\n")]
    return {
        (c, r): word[0]
        for r, row in enumerate(rows, 1)
        for c, word in enumerate(row, 1)
        if word not in TAKEN_AWAY[seats]
    }


def near(place):
    """Even rows are shifted half a tile to the right."""
    c, r = place
    first = c - 1 if r % 2 else c
    return {(c - 1, r), (c + 1, r)} | {(column, row) for row in (r - 1, r + 1) for column in (first, first + 1)}


class Model:
    """The rules again, as literally as they are told. Only the map and who begins are told to it."""

    def __init__(self, seats, land, starter):
        self.seats, self.land, self.starter = range(seats), land, starter
        self.owner, self.units = {}, dict.fromkeys(land, 0)  # only tiles with units have an owner
        mine = [[card for card in range(54) if CARD_COLOUR[card] == colour] for colour in COLOURS[seats]]
        self.hand = [{card for card in cards if CARD_NUMBER[card] <= 3} for cards in mine]
        self.aside = [
            sorted((card for card in cards if CARD_NUMBER[card] > 3), key=CARD_NUMBER.__getitem__) for cards in mine
        ]
        self.played = [set() for _ in self.seats]
        self.supply = [20] * seats
        self.gone = []  # seats that are out, the first one first
        self.mover, self.actions, self.triggered, self.over = -1, 0, False, False
        self.happened = set()  # rare things, for the tests

    def neighbours(self, tile):
        return near(tile) & set(self.land)

    def own(self, seat):
        return {tile for tile in self.owner if self.owner[tile] == seat}

    def empty(self):
        return set(self.land) - set(self.owner)

    def put(self, seat, tile, units=1):
        self.owner[tile] = seat
        self.units[tile] += units

    def take_off(self, tile, units=1):
        self.units[tile] -= units
        if not self.units[tile]:
            del self.owner[tile]

    def game(self):
        """Yields {seat: choices} of all who decide now, and is sent (seat, choice)."""
        yield from self.placing()
        self.mover = self.starter
        while not self.triggered:
            if self.mover not in self.gone:
                yield from self.turn(self.mover)
            if self.over:
                return
            last, self.mover = self.mover, (self.mover + 1) % len(self.seats)
        for n in range(1, len(self.seats) + 1):
            self.mover = (last + n) % len(self.seats)
            if self.mover not in self.gone:
                yield from self.turn(self.mover)
            if self.over:
                return
        self.over = True

    def placing(self):
        order = [(self.starter - n) % len(self.seats) for n in range(1, len(self.seats) + 1)]
        for _ in range(4):
            for self.mover in order:
                brown = {tile for tile in self.empty() if self.land[tile] == "b"}
                apart = {tile for tile in brown if not self.neighbours(tile) & self.own(self.mover)}
                if not apart:
                    self.happened.add("no brown tile apart" if brown else "no brown tile")
                _, (_, tile) = yield {self.mover: {("tile", tile) for tile in apart or brown or self.empty()}}
                self.put(self.mover, tile)
                self.supply[self.mover] -= 1
        for _ in range(2):
            for self.mover in order:
                _, (_, tile) = yield {self.mover: {("tile", tile) for tile in self.own(self.mover)}}
                self.put(self.mover, tile)
                self.supply[self.mover] -= 1

    def needs_a_card(self, seat):
        if not self.hand[seat]:
            self.hand[seat], self.played[seat] = self.played[seat], set()
            if self.aside[seat]:
                self.hand[seat].add(self.aside[seat].pop(0))
                self.check_trigger("in its own turn" if seat == self.mover else "in another's turn")

    def check_trigger(self, how):
        if not self.triggered and all(seat in self.gone or not self.aside[seat] for seat in self.seats):
            self.triggered = True
            self.happened.add(f"the last 6 {how}")

    def spend(self, seat, card):
        self.hand[seat].remove(card)
        self.played[seat].add(card)

    def play_card(self, seat):
        self.needs_a_card(seat)
        _, (_, card) = yield {seat: {("card", card) for card in self.hand[seat]}}
        self.spend(seat, card)
        return CARD_NUMBER[card]

    def turn(self, seat):
        self.actions = yield from self.play_card(seat)
        reinforced = False
        while self.actions:
            choices = {("end turn",)}
            if self.supply[seat] and not reinforced:
                choices.add(("reinforce",))
            if self.sources(seat, set()):
                choices.add(("move",))
            choices |= self.attacks(seat)
            if choices == {("end turn",)}:
                self.happened.add("nothing to do")
                break
            _, action = yield {seat: choices}
            if action == ("end turn",):
                break
            self.actions -= 1
            if action == ("reinforce",):
                reinforced = True
                yield from self.reinforce(seat)
            elif action == ("move",):
                yield from self.move(seat)
            else:
                yield from self.attack(seat, *action[1:])
            if self.over or seat in self.gone:
                break
        self.actions = 0

    def reinforce(self, seat):
        number = yield from self.play_card(seat)
        done = set()
        for _ in range(number):
            tiles = self.own(seat) - done
            if not tiles or not self.supply[seat]:
                return
            _, choice = yield {seat: {("tile", tile) for tile in tiles} | {("stop",)}}
            if choice == ("stop",):
                return
            self.put(seat, choice[1])
            self.supply[seat] -= 1
            done.add(choice[1])

    def open_to(self, seat, tile):
        return self.neighbours(tile) & (self.own(seat) | self.empty())

    def sources(self, seat, used):
        return {tile for tile in self.own(seat) - used if self.units[tile] >= 2 and self.open_to(seat, tile)}

    def move(self, seat):
        """Unit by unit: on from the tile that units move from now, or from another one while the card allows it."""
        number = yield from self.play_card(seat)
        used, now = set(), None
        while True:
            sources = self.sources(seat, used) if len(used) < number else set()
            if now and self.units[now] >= 2:
                sources.add(now)
            ways = {("go", source, to) for source in sources for to in self.open_to(seat, source)}
            if not ways:
                return
            _, choice = yield {seat: ways | {("stop",)}}
            if choice == ("stop",):
                return
            _, now, to = choice
            used.add(now)
            self.take_off(now)
            self.put(seat, to)

    def attacks(self, seat):
        return {
            ("go", tile, target)
            for tile in self.own(seat)
            for target in self.neighbours(tile)
            if self.owner.get(target, seat) != seat
        }

    def attack(self, seat, tile, target):
        enemy = self.owner[target]
        for side in (seat, enemy):
            self.needs_a_card(side)
        cards = {}
        while len(cards) < 2:
            side, (_, card) = yield {
                side: {("card", card) for card in self.hand[side]} for side in (seat, enemy) if side not in cards
            }
            cards[side] = card
        for side in cards:
            self.spend(side, cards[side])
        if self.strength(tile, target, cards[seat]) <= self.strength(target, target, cards[enemy]):
            self.take_off(tile)
            self.supply[seat] += 1
            self.is_out(seat)
            return
        self.take_off(target)
        self.supply[enemy] += 1
        self.is_out(enemy)
        if self.over:
            return
        if target in self.owner:
            yield from self.flee(enemy, target)
        if target not in self.owner and self.units[tile] > 1:
            _, (_, units) = yield {seat: {("advance", units) for units in range(self.units[tile])}}
            if units:
                self.take_off(tile, units)
                self.put(seat, target, units)

    def strength(self, tile, target, card):
        return self.units[tile] + CARD_NUMBER[card] + (LETTERS[CARD_SYMBOL[card]] == self.land[target])

    def flee(self, seat, tile):
        to = self.neighbours(tile) & self.own(seat) or self.neighbours(tile) & self.empty()
        if not to:
            self.happened.add("nowhere to flee")
            return
        refuge = min(to)
        if len(to) > 1:
            _, (_, refuge) = yield {seat: {("tile", tile) for tile in to}}
        units = self.units[tile]
        self.take_off(tile, units)
        self.put(seat, refuge, units)

    def is_out(self, seat):
        if not self.own(seat):
            self.happened.add("out in its own turn" if seat == self.mover else "out in another's turn")
            self.gone.append(seat)
            self.check_trigger("went out")
            if len(self.gone) == len(self.seats) - 1:
                self.happened.add("one is left")
                self.over = True

    def score(self, seat):
        symbols = [self.land[tile] for tile in self.own(seat) if self.land[tile] != "b"]
        different = len(set(symbols))
        sets = [symbol for symbol in set(symbols) if symbols.count(symbol) == 3]
        return len(self.own(seat)) + sum(range(different + 1)) + 5 * len(sets)

    def ranks(self):
        order = [(-1, self.gone.index(seat)) if seat in self.gone else (0, self.score(seat)) for seat in self.seats]
        return [1 + sum(other > mine for other in order) for mine in order]


@pytest.mark.parametrize(
    ("name", "pairs"), [("Heartland", (45, 66, 85)), ("Two Continents", (35, 52, 72)), ("Inner Sea", (37, 53, 72))]
)
def test_the_maps_have_as_many_neighbours_as_the_specification_says(name, pairs):
    for seats, count in zip((2, 3, 4), pairs, strict=True):
        model = Model(seats, lay(MAPS[name], seats), 0)
        assert sum(len(model.neighbours(tile)) for tile in model.land) == 2 * count

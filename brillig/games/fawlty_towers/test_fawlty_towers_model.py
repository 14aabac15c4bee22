"""The game once more, as one long sentence that stops wherever somebody decides, and whole games played beside it."""

import random

import pytest

from brillig.games.fawlty_towers import towers as record
from brillig.games.fawlty_towers import words
from brillig.games.fawlty_towers.game import GAME
from brillig.parts.boxes.greenbox import BLACK, CARD_COLOUR, CARD_NUMBER, CARD_SYMBOL, WHITE

CUBES = range(4)  # red, green, blue, yellow
BONUS = {0: 0, 1: 0, 2: 0, 3: 5, 4: 5, 5: 10, 6: 10, 7: 10, 8: 15, 9: 15}
SHAKE = {"steady": 4, "normal": 8, "shaky": 12}


def gives_way(tower):
    """The lowest cube outside which lies the centre of all above it, or None. A tower is a list of (colour, x, y)."""
    for k in range(len(tower) - 1):
        above = tower[k + 1 :]
        for axis in (1, 2):
            if abs(sum(cube[axis] - tower[k][axis] for cube in above)) > 50 * len(above):
                return k
    return None


def reaches(tower, below):
    """Is a tower rich enough for a card that lies on these?"""
    colours = [cube[0] for cube in tower]
    need = {colour: sum(CARD_COLOUR[card] == colour for card in below) for colour in CUBES}
    white = sum(CARD_COLOUR[card] == WHITE for card in below)
    black = sum(CARD_COLOUR[card] == BLACK for card in below)
    enough = all(colours.count(colour) >= need[colour] for colour in CUBES)
    return enough and len(tower) >= sum(need.values()) + white + 3 * black


def fits(card, colour):
    return CARD_COLOUR[card] in (colour, WHITE, BLACK)


class Model:
    """The rules again, as literally as they are told. `told` answers for chance: where a cube lands, what is dealt."""

    def __init__(self, columns, deck, starter, drops, hands, told):
        self.columns, self.deck, self.told = columns, deck, told  # a column from the bottom up; the deck as a set
        self.drops, self.hands = drops, hands  # of each seat: simulated or crane; how shaky
        self.towers = [[(colour, 0, 0)] for colour in CUBES]
        self.cards = [set() for _ in drops]
        self.mover, self.idle, self.over, self.joint = starter, 0, False, None
        self.happened = set()  # rare things, for the tests

    def stock(self, colour):
        return 20 - sum(cube[0] == colour for tower in self.towers for cube in tower)

    def in_stock(self):
        return {colour for colour in CUBES if self.stock(colour)}

    def game(self):
        """Yields {seat: choices} of the one who decides, and is sent (seat, choice)."""
        while not self.over and self.in_stock():
            taken = yield from self.turn(self.mover)
            self.idle = 0 if taken else self.idle + 1
            if self.columns.count([]) >= 2:
                self.happened.add("two columns are empty")
                break
            if self.idle == 24:
                self.happened.add("24 turns without a card")
                break
            self.mover = (self.mover + 1) % len(self.cards)
        self.over = True

    def turn(self, seat):
        _, (_, colour, place) = yield {
            seat: {("drop", colour, place) for colour in self.in_stock() for place in range(4)}
        }
        tower = self.towers[place]
        before = list(tower)
        dx, dy = yield from self.drop(seat, place)
        tower.append((colour, before[-1][1] + dx, before[-1][2] + dy))
        self.joint = gives_way(tower)
        if self.joint is None:
            reachable = {
                ("take", column, level)
                for column, cards in enumerate(self.columns)
                for level, card in enumerate(cards)
                if fits(card, colour) and reaches(before, cards[:level])
            }
        else:
            self.happened.add("a tower falls")
            tower.clear()
            _, (_, base) = yield {seat: {("base", colour) for colour in self.in_stock()}}
            tower.append((base, 0, 0))
            reachable = {
                ("take", column, 0) for column, cards in enumerate(self.columns) if cards and fits(cards[0], base)
            }
        if not reachable:
            return False
        _, choice = yield {seat: reachable | {("decline",)}}
        if choice == ("decline",):
            return False
        _, column, level = choice
        self.cards[seat].add(self.columns[column].pop(level))
        if self.deck:
            card = self.told.top(column)
            self.deck.remove(card)
            self.columns[column].append(card)
        return True

    def drop(self, seat, place):
        """Two presses of a crane, each of which may be left to the hand; or the hand alone."""
        pressed = [None, None]
        if self.drops[seat] == "crane":
            for axis in (0, 1):
                _, choice = yield {seat: {("press", at) for at in range(-60, 61)} | {("hand",)}}
                if choice != ("hand",):
                    pressed[axis] = choice[1]
        landed = self.told.landing(place, self.towers[place])
        most = 3 * (SHAKE[self.hands[seat]] + 3 * len(self.towers[place]))
        for axis in (0, 1):
            if pressed[axis] is None:
                assert abs(landed[axis]) <= most
            else:
                assert landed[axis] == pressed[axis]
        return landed

    def score(self, seat):
        symbols = [CARD_SYMBOL[card] for card in self.cards[seat]]
        return sum(CARD_NUMBER[card] for card in self.cards[seat]) + sum(BONUS[symbols.count(k)] for k in range(6))

    def ranks(self):
        scores = [self.score(seat) for seat in range(len(self.cards))]
        return [1 + sum(other > mine for other in scores) for mine in scores]


class Told:
    """What the record says about chance."""

    def __init__(self, s):
        self.s = s

    def top(self, column):
        return max(enumerate(self.s.column[column]), key=lambda place: (place[1] >= 0, place[0]))[1]

    def landing(self, place, tower):
        """How far from the middle of the top cube the new one has landed."""
        _, x, y = tower[-1]
        return self.s.at[place][len(tower)] - x, self.s.at[4 + place][len(tower)] - y


def named(code):
    """A choice in the words of the model."""
    if code < words.TAKE_CARD:
        return ("drop", *divmod(code, 4))
    if code < words.DECLINE:
        return ("take", *divmod(code - words.TAKE_CARD, 6))
    if code < words.NEW_BASE:
        return ("decline",)
    if code < words.DROP:
        return ("base", code - words.NEW_BASE)
    return ("press", code - words.DROP - 60) if code < words.HAND else ("hand",)


def columns_of(s):
    return [[card for card in column if card >= 0] for column in s.column]


def compare(table, model):
    s = table.plain
    assert columns_of(s) == model.columns
    assert {card for card in range(54) if s.pile[card]} == model.deck
    assert [{card for card in range(54) if s.owner[card] == seat} for seat in range(table.seats)] == model.cards
    assert table.scores() == [model.score(seat) for seat in range(table.seats)]
    for place, tower in enumerate(model.towers):
        if s.fallen == place and s.asked == record.BASE:
            assert s.joint == model.joint
            continue  # its cubes lie about
        assert s.height[place] == len(tower)
        cubes = zip(s.colour[place], s.at[place], s.at[4 + place], strict=True)
        assert [tuple(cube) for cube in cubes][: len(tower)] == tower
    if s.asked != record.BASE:
        assert list(s.stock) == [model.stock(colour) for colour in CUBES]
    assert table.over == model.over


def check_layout(columns, deck, simple, balanced):
    black = {card for card in range(54) if CARD_COLOUR[card] == BLACK}
    laid = {card for column in columns for card in column}
    assert [len(column) for column in columns] == [6] * 4
    assert not laid & deck
    assert laid | deck == set(range(54)) - (black if simple else set())
    if balanced:
        assert all(CARD_NUMBER[card] <= 3 for column in columns for card in column[:3])


# How people like each kind of choice, and whether they build on one tower.
STYLES = {
    "anything": ({}, False),
    "taker": ({"decline": 0.05}, False),
    "builder": ({"decline": 0.1}, True),
    "idler": ({"decline": 500}, False),
}


def play_beside(seats, deck, layout, seed, style=""):
    """A whole game, compared at every step."""
    people = random.Random(seed)
    hands = [people.choice(sorted(SHAKE)) for _ in range(seats)]
    drops = [people.choice(["hand", "hand", "crane"]) for _ in range(seats)]
    options = {"deck": deck, "layout": layout}
    for seat in range(seats):
        words_of = {"hand": hands[seat], "crane": f"{hands[seat]} crane".removeprefix("normal ")}
        options[f"hand_{seat + 1}"] = words_of[drops[seat]]
    table = GAME.new(seats, seed, options, gear="compiled")
    s = table.plain
    pile = {card for card in range(54) if s.pile[card]}
    check_layout(columns_of(s), pile, deck == "simple", layout == "balanced")
    model = Model(columns_of(s), pile, s.mover, drops, hands, Told(s))
    likes, one_tower = STYLES[style or people.choice(["anything", "taker", "taker", "builder", "builder", "idler"])]
    straight = people.random() < 0.5  # how well a crane is stopped
    story = model.game()
    asked = next(story)
    while asked:
        compare(table, model)
        assert table.waiting() == list(asked)
        seat = model.mover
        codes = {named(code): code for code in table.codes(seat)}
        assert len(codes) == len(table.codes(seat))
        assert set(codes) == asked[seat]
        assert s.idle == model.idle
        choices = sorted(codes)
        if one_tower and choices[0][0] == "drop":
            tallest = max(range(4), key=lambda place: len(model.towers[place]))
            choices = [choice for choice in choices if choice[2] == tallest]
        if straight and ("press", 0) in codes:
            choices = [("hand",), ("press", 0), ("press", -3), ("press", 2)]
        choice = people.choices(choices, [likes.get(choice[0], 1) for choice in choices])[0]
        table.play(seat, codes[choice])
        try:
            asked = story.send((seat, choice))
        except StopIteration:
            asked = {}
    compare(table, model)
    assert table.waiting() == []
    assert table.ranks() == model.ranks()
    return model


@pytest.mark.parametrize("seats", range(2, 9))
def test_whole_games_go_as_in_the_model(seats):
    for seed, deck in enumerate(("full", "simple")):
        for layout in ("plain", "balanced"):
            play_beside(seats, deck, layout, seed)


def test_rare_things_are_compared():
    happened = {thing for style in STYLES for thing in play_beside(3, "full", "plain", 1, style).happened}
    assert happened == {"a tower falls", "two columns are empty", "24 turns without a card"}


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("deck", ["full", "simple"])
@pytest.mark.parametrize("layout", ["plain", "balanced"])
def test_hundreds_of_games_go_as_in_the_model(seats, deck, layout):
    for seed in range(75):
        play_beside(seats, deck, layout, 1000 + seed)

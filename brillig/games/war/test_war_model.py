"""Whole games, played beside the rules as they are retold."""

import random

import pytest

from brillig.games.war import world
from brillig.games.war.game import GAME
from brillig.games.war.test_war_retold import COLOURS, MAPS, Model, lay, near
from brillig.parts.boxes.greenbox import CARD_COLOUR
from brillig.parts.boxes.greenbox import SYMBOL_LETTERS as LETTERS


def cell_of(cell):
    row, column = divmod(cell, world.COLUMNS)
    return (column + 1, row + 1)


def named(table, seat, code):
    """A choice in the words of the model."""
    if code < world.PLAY:
        return ("tile", cell_of(code))
    if code < world.REINFORCE:
        return ("card", pack(table, seat)[code - world.PLAY])
    if code >= world.ADVANCE:
        return ("advance", code - world.ADVANCE)
    if code >= world.GO:
        cell, k = divmod(code - world.GO, 6)
        return ("go", cell_of(cell), beside(cell_of(cell))[k])
    names = {world.REINFORCE: "reinforce", world.MOVE: "move", world.END_TURN: "end turn", world.STOP: "stop"}
    return (names[code],)


def beside(place):
    """Left, right, upper left, upper right, lower left, lower right."""
    return sorted(near(place), key=lambda other: (other[1] != place[1], other[1], other[0]))


def pack(table, seat):
    """The nine cards of a seat, in the order of their ids."""
    return [card for card in range(54) if CARD_COLOUR[card] == COLOURS[table.seats][seat]]


def cards(table, seat, bits):
    return {card for k, card in enumerate(pack(table, seat)) if bits >> k & 1}


def compare(table, model):
    s = table.plain
    units = {cell_of(cell): s.units[cell] for cell in range(world.CELLS) if s.tile[cell] != world.OCEAN}
    assert units == model.units
    assert {cell_of(cell): s.owner[cell] for cell in range(world.CELLS) if s.owner[cell] >= 0} == model.owner
    assert list(s.supply[: table.seats]) == model.supply
    assert [20 - sum(model.units[tile] for tile in model.own(seat)) for seat in model.seats] == model.supply
    assert [cards(table, seat, s.hand[seat]) for seat in model.seats] == model.hand
    assert [cards(table, seat, s.played[seat]) for seat in model.seats] == model.played
    assert [3 - len(aside) for aside in model.aside] == list(s.added[: table.seats])
    assert sorted((seat for seat in model.seats if s.out[seat]), key=lambda seat: s.out[seat]) == model.gone
    assert table.scores() == [model.score(seat) for seat in model.seats]
    assert table.over == model.over
    if not model.over:
        assert (s.mover, s.actions, bool(s.closing)) == (model.mover, model.actions, model.triggered)


def land_of(table, options):
    """The map that is laid; a named one as it is drawn above."""
    s = table.plain
    letters = LETTERS + "b"
    cells = [cell for cell in range(world.CELLS) if s.tile[cell] != world.OCEAN]
    land = {cell_of(cell): letters[s.tile[cell]] for cell in cells}
    if options["map"] != "random":
        assert land == lay(MAPS[options["map"]], table.seats)
    return land


def thin_out(table, model, people):
    """Before the first turn: a few units close to each other, and most of the high cards are in hands already."""
    s, late = table.plain, people.choice(model.seats)  # who still has to add a card, so that the end is to come
    for tile in list(model.owner):
        model.take_off(tile, model.units[tile])
    middle = people.choice(sorted(model.land))
    close = sorted(model.land, key=lambda tile: (tile != middle, tile not in near(middle), people.random()))
    for seat in model.seats:
        for tile in close[seat :: len(model.seats)][: people.randint(1, 2)]:
            model.put(seat, tile, people.randint(1, 2))
        model.supply[seat] = s.supply[seat] = 20 - sum(model.units[tile] for tile in model.own(seat))
        for _ in range(people.randint(0, 2) if seat == late else 3):
            model.hand[seat].add(model.aside[seat].pop(0))
        s.added[seat] = 3 - len(model.aside[seat])
        s.hand[seat] = sum(1 << k for k, card in enumerate(pack(table, seat)) if card in model.hand[seat])
    for cell in range(world.CELLS):
        s.owner[cell], s.units[cell] = model.owner.get(cell_of(cell), -1), model.units.get(cell_of(cell), 0)


# How people like each kind of choice.
STYLES = {
    "anything": {},
    "warrior": {"go": 20, "end turn": 0.1},
    "settler": {"reinforce": 30, "move": 10, "end turn": 1, "stop": 0.1},
    "idler": {"end turn": 50},
    "loner": {"end turn": 20, "reinforce": 0, "move": 0.1, "go": 0.5},
}


def play_beside(seats, options, seed, style="", thin=False):
    """A whole game, compared at every step."""
    people, table = random.Random(seed), GAME.new(seats, seed, options, gear="compiled")
    model = Model(seats, land_of(table, options), table.plain.starter)
    styles = [STYLES[style or people.choice(sorted(STYLES))] for _ in model.seats]
    story = model.game()
    asked = next(story)
    while asked:
        if thin and table.plain.step == world.START_CARD:
            thin, _ = False, thin_out(table, model, people)
            asked = {model.mover: {("card", card) for card in model.hand[model.mover]}}
        compare(table, model)
        assert set(table.waiting()) == set(asked)
        codes = {seat: {named(table, seat, code): code for code in table.codes(seat)} for seat in asked}
        assert {seat: len(codes[seat]) for seat in asked} == {seat: len(table.codes(seat)) for seat in asked}
        assert {seat: set(codes[seat]) for seat in asked} == asked
        seat = people.choice(sorted(asked))
        choices = sorted(asked[seat], key=repr)
        likes = [styles[seat].get(choice[0], 1) for choice in choices]
        choice = people.choices(choices, likes if any(likes) else None)[0]
        table.play(seat, codes[seat][choice])
        try:
            asked = story.send((seat, choice))
        except StopIteration:
            asked = {}
    compare(table, model)
    assert table.waiting() == []
    assert table.ranks() == model.ranks()
    return model


OPTIONS = [{"map": name} for name in MAPS] + [
    {"map": "random", "style": style, "grouping": grouping}
    for style in ("tight", "spacious")
    for grouping in ("spread", "clustered")
]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_go_as_in_the_model(seats):
    for seed, options in enumerate(OPTIONS):
        play_beside(seats, options, seed)


def test_rare_things_are_compared():
    happened = set()
    for seed in range(60):
        happened |= play_beside(2 + seed % 3, OPTIONS[seed % 3], seed, "warrior", thin=True).happened
    assert happened == {
        "no brown tile apart", "nothing to do", "nowhere to flee", "out in its own turn", "out in another's turn",
        "the last 6 in its own turn", "the last 6 in another's turn", "the last 6 went out", "one is left",
    }  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS)
def test_hundreds_of_games_go_as_in_the_model(seats, options):
    for seed in range(100):
        play_beside(seats, options, 1000 + seed, thin=seed % 2 == 0)

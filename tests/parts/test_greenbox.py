"""The Green Box of Games: its pieces, and what holds for its deck."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import (
    CARD_COLOUR,
    CARD_GROUND,
    CARD_NUMBER,
    CARD_SYMBOL,
    CARDS,
    COLOURS,
    GROUNDS,
    SYMBOLS,
)

# Every card by hand, in the order of the ids: colour, symbol, number, ground.
TABLE = """
blue Drop 3 pink
blue Hammers 2 pink
blue Arrow 1 pink
blue Wheel 6 brown
blue Bricks 5 brown
blue Three Circles 4 brown
blue Wheel 1 green
blue Bricks 1 green
blue Three Circles 2 green
yellow Hammers 3 pink
yellow Arrow 2 pink
yellow Wheel 1 pink
yellow Bricks 6 brown
yellow Three Circles 5 brown
yellow Drop 4 brown
yellow Bricks 1 green
yellow Three Circles 1 green
yellow Drop 2 green
white Arrow 3 pink
white Wheel 2 pink
white Bricks 1 pink
white Three Circles 6 brown
white Drop 5 brown
white Hammers 4 brown
white Three Circles 1 green
white Drop 1 green
white Hammers 2 green
red Wheel 3 pink
red Bricks 2 pink
red Three Circles 1 pink
red Drop 6 brown
red Hammers 5 brown
red Arrow 4 brown
red Drop 1 green
red Hammers 1 green
red Arrow 2 green
green Bricks 3 pink
green Three Circles 2 pink
green Drop 1 pink
green Hammers 6 brown
green Arrow 5 brown
green Wheel 4 brown
green Hammers 1 green
green Arrow 1 green
green Wheel 2 green
black Three Circles 3 pink
black Drop 2 pink
black Hammers 1 pink
black Arrow 6 brown
black Wheel 5 brown
black Bricks 4 brown
black Arrow 1 green
black Wheel 1 green
black Bricks 2 green
"""
# The same deck as a grid: a row a colour, a column a symbol in the order of values; p pink, n brown, g green.
GRID = """
red    | 6n 1g | 5n 1g | 1p    | 2p    | 3p    | 4n 2g
green  | 1p    | 6n 1g | 2p    | 3p    | 4n 2g | 5n 1g
blue   | 3p    | 2p    | 4n 2g | 5n 1g | 6n 1g | 1p
yellow | 4n 2g | 3p    | 5n 1g | 6n 1g | 1p    | 2p
white  | 5n 1g | 4n 2g | 6n 1g | 1p    | 2p    | 3p
black  | 2p    | 1p    | 3p    | 4n 2g | 5n 1g | 6n 1g
"""

DECK = range(CARDS)
SIX = range(6)
SIDES = [CARD_COLOUR, CARD_SYMBOL]  # what is said of a colour is mostly said of a symbol too


def colour(card: int) -> str:
    return COLOURS[CARD_COLOUR[card]]


def symbol(card: int) -> str:
    return SYMBOLS[CARD_SYMBOL[card]]


def ground(card: int) -> str:
    return GROUNDS[CARD_GROUND[card]]


def numbers(cards: list[int]) -> list[int]:
    return sorted(CARD_NUMBER[card] for card in cards)


# ---- the cards -----------------------------------------------------------------------------------------------------


def test_every_card_is_the_one_in_the_table() -> None:
    built = [f"{colour(card)} {symbol(card)} {CARD_NUMBER[card]} {ground(card)}" for card in DECK]
    assert built == TABLE.split("\n")[1:-1]


def test_the_grid_shows_the_same_deck() -> None:
    for line in GRID.strip().split("\n"):
        name, *cells = (part.strip() for part in line.split("|"))
        for column, cell in enumerate(cells):
            cards = [c for c in DECK if colour(c) == name and CARD_SYMBOL[c] == column]
            assert sorted(f"{CARD_NUMBER[c]}{'png'[CARD_GROUND[c]]}" for c in cards) == sorted(cell.split())


def test_1_all_54_cards_differ_and_the_numbers_sum_to_150() -> None:
    assert CARDS == 54
    assert len(CARD_COLOUR) == len(CARD_SYMBOL) == len(CARD_NUMBER) == len(CARD_GROUND) == 54
    assert len(set(zip(CARD_COLOUR, CARD_SYMBOL, CARD_NUMBER, strict=True))) == 54
    assert sum(CARD_NUMBER) == 150


@pytest.mark.parametrize("side", SIDES, ids=["colour", "symbol"])
def test_2_a_colour_or_a_symbol_has_nine_cards(side: tuple[int, ...]) -> None:
    for kind in SIX:
        assert numbers([c for c in DECK if side[c] == kind]) == [1, 1, 1, 2, 2, 3, 4, 5, 6]


def test_3_the_grounds_are_alike() -> None:
    counts = {"pink": {1: 6, 2: 6, 3: 6}, "brown": {4: 6, 5: 6, 6: 6}, "green": {1: 12, 2: 6}}
    assert set(counts) == set(GROUNDS)
    for name, expected in counts.items():
        cards = [c for c in DECK if ground(c) == name]
        assert len(cards) == 18
        assert Counter(CARD_NUMBER[c] for c in cards) == expected
        for side in SIDES:
            assert Counter(side[c] for c in cards) == dict.fromkeys(SIX, 3)


@pytest.mark.parametrize("side", SIDES, ids=["colour", "symbol"])
def test_4_numbers_of_a_ground_within_a_colour_or_symbol(side: tuple[int, ...]) -> None:
    for kind in SIX:
        of = {name: numbers([c for c in DECK if side[c] == kind and ground(c) == name]) for name in GROUNDS}
        assert of == {"pink": [1, 2, 3], "brown": [4, 5, 6], "green": [1, 1, 2]}


@pytest.mark.parametrize("without", ["brown", "green"])
def test_5_without_brown_or_green_each_colour_shows_each_symbol_once(without: str) -> None:
    cards = [c for c in DECK if ground(c) != without]
    assert len(cards) == 36
    assert sorted((CARD_COLOUR[c], CARD_SYMBOL[c]) for c in cards) == sorted(product(SIX, SIX))


@pytest.mark.parametrize(("one", "other"), [SIDES, SIDES[::-1]], ids=["colour", "symbol"])
def test_6_three_once_on_pink_and_three_twice_on_brown_and_green(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    for kind in SIX:
        grounds = [sorted(ground(c) for c in DECK if one[c] == kind and other[c] == k) for k in SIX]
        assert grounds.count(["pink"]) == 3
        assert grounds.count(["brown", "green"]) == 3


def test_7_arrow_and_hammers_are_rare_in_blue_yellow_and_white() -> None:
    held = Counter((colour(c), symbol(c)) for c in DECK)

    def once_in(*colours: str) -> set[str]:
        return {s for s in SYMBOLS if all(held[c, s] == 1 for c in colours)}

    assert once_in("blue", "yellow", "white") == {"Arrow"}
    assert once_in("blue", "yellow") == {"Arrow", "Hammers"}


def test_8_black_brown_and_white_pink_can_change_packs() -> None:
    moved = {"pink": ("black", "brown"), "brown": ("white", "pink")}
    for pack, newcomers in moved.items():
        leavers = (moved[newcomers[1]][0], pack)
        cards = [c for c in DECK if ground(c) == pack and (colour(c), ground(c)) != leavers]
        cards += [c for c in DECK if (colour(c), ground(c)) == newcomers]
        assert len(cards) == 18
        assert Counter(symbol(c) for c in cards) == dict.fromkeys(SYMBOLS, 3)


# fmt: off
SHOWN = [
    (49, "black Wheel 5"), (24, "white Three Circles 1"), (52, "black Wheel 1"), (11, "yellow Wheel 1"),
    (27, "red Wheel 3"), (0, "blue Drop 3"), (31, "red Hammers 5"), (30, "red Drop 6"), (28, "red Bricks 2"),
    (5, "blue Three Circles 4"), (13, "yellow Three Circles 5"), (10, "yellow Arrow 2"), (17, "yellow Drop 2"),
]
# fmt: on


@pytest.mark.parametrize(("card", "name"), SHOWN)
def test_9_the_cards_of_the_examples_exist(card: int, name: str) -> None:
    assert greenbox.card_name(card) == name


@pytest.mark.parametrize(
    ("name", "number", "cards"), [("blue", 4, [5]), ("red", 6, [30]), ("yellow", 5, [13]), ("yellow", 2, [10, 17])]
)
def test_9_cards_named_by_colour_and_number(name: str, number: int, cards: list[int]) -> None:
    assert [c for c in DECK if colour(c) == name and CARD_NUMBER[c] == number] == cards


# ---- names, tiles, cubes, dice -------------------------------------------------------------------------------------


def test_symbols_in_the_order_of_their_values() -> None:
    assert SYMBOLS == ("Drop", "Hammers", "Three Circles", "Bricks", "Wheel", "Arrow")
    order = (greenbox.DROP, greenbox.HAMMERS, greenbox.CIRCLES, greenbox.BRICKS, greenbox.WHEEL, greenbox.ARROW)
    assert order == tuple(SIX)
    assert greenbox.SYMBOL_LETTERS == "DHCBWA"
    assert [greenbox.tile_face(s).look["value"] for s in SIX] == [1, 2, 3, 4, 5, 6]


def test_colours_and_their_letters() -> None:
    assert COLOURS == ("red", "green", "blue", "yellow", "white", "black")
    order = (greenbox.RED, greenbox.GREEN, greenbox.BLUE, greenbox.YELLOW, greenbox.WHITE, greenbox.BLACK)
    assert order == tuple(SIX)
    assert greenbox.LETTERS == "RGBYWK"


def test_thirty_six_tiles_six_of_each_symbol_in_order() -> None:
    assert greenbox.TILES == 36
    assert greenbox.TILE_SYMBOL == (0,) * 6 + (1,) * 6 + (2,) * 6 + (3,) * 6 + (4,) * 6 + (5,) * 6


def test_eighty_cubes_of_four_colours() -> None:
    assert greenbox.CUBE_COLOURS == ("red", "green", "blue", "yellow")
    assert len(greenbox.CUBE_COLOURS) * greenbox.CUBES_OF_A_COLOUR == 80
    assert [greenbox.cube(c).text for c in range(4)] == ["R", "G", "B", "Y"]


def test_seats_have_different_colours_and_the_first_four_have_cubes() -> None:
    assert greenbox.SEAT_COLOURS[:4] == greenbox.CUBE_COLOURS
    assert len(set(greenbox.SEAT_COLOURS)) == len(greenbox.SEAT_COLOURS) == 10  # the most seats of any game in the box


def test_a_white_die_and_a_black_die() -> None:
    assert greenbox.DICE == ("white", "black")
    assert greenbox.die(3, "black").say == "black die showing 3"


def test_a_card_says_all_that_is_printed_on_it() -> None:
    face = greenbox.card_face(30)
    assert (face.kind, face.text, face.say) == ("card", "RD6", "red Drop 6")
    assert face.look == {"colour": "red", "symbol": "Drop", "number": 6, "ground": "brown"}
    assert len({greenbox.card_face(card).say + str(greenbox.card_face(card).look) for card in DECK}) == 54


def test_cards_of_a_symbol_where_nothing_else_matters() -> None:
    one, three = greenbox.symbol_card(1), greenbox.symbol_card(1, 3)
    assert (one.text, one.say, three.text, three.say) == ("H", "Hammers card", "Hx3", "3 Hammers cards")
    assert one.look == three.look == {"symbol": "Hammers", "number": "H"}


def test_backs_tell_nothing() -> None:
    assert greenbox.card_back().look == greenbox.tile_back().look == {"back": 1}

"""The examples of the specification, every illegal attempt, and the rules that no example shows."""

import pytest

from brillig.core import BadOption, IllegalChoice
from brillig.core.chance import THE_TABLE, sow
from brillig.games.fawlty_towers.game import GAME
from brillig.games.fawlty_towers.test_layouts import (
    BLUE,
    CRANE,
    GREEN,
    RED,
    YELLOW,
    base,
    cards_on_offer,
    crane,
    drop,
    lay_out,
    on,
    play,
    put,
    take,
)
from brillig.games.fawlty_towers.towers import (
    ACROSS,
    BASE,
    IDLE,
    NONE,
    PLACE,
    PRESS,
    TAKE,
    TOWERS,
    gives_way,
    room,
    spread,
    stands,
    upto,
)
from brillig.games.fawlty_towers.words import CODES, DECLINE, HAND
from brillig.parts.boxes.greenbox import BLACK, CARD_COLOUR, CARD_NUMBER, CARDS

# ---- the examples --------------------------------------------------------------------------------------------------

EXAMPLE_1 = ("RB", "GYB", "BGYR", "Y")
COLUMNS_1 = ((5,), (36, 10, 30), (0, 47, 13), (39,))


@pytest.mark.parametrize(
    ("card", "cube", "towers"), [(5, BLUE, {1, 2, 3, 4}), (30, RED, {2, 3}), (13, YELLOW, {3})], ids=["A", "B", "C"]
)
def test_example_1_three_cards_and_the_towers_that_reach_them(gear, card, cube, towers):
    reaching = set()
    for tower in range(1, TOWERS + 1):
        table = drop(lay_out(gear, EXAMPLE_1, COLUMNS_1), cube, tower)
        if table.waiting() == [0] and card in cards_on_offer(table):
            reaching.add(tower)
    assert reaching == towers


@pytest.mark.parametrize(("tower", "reached"), [("YBBG", True), ("YBGG", False), ("RBYBG", True)])
def test_example_2_the_fifth_card(gear, tower, reached):
    table = drop(lay_out(gear, (tower, "G", "B", "Y"), ((12, 0, 3, 36, 30), (29,))), RED, 1)
    assert (30 in cards_on_offer(table)) == reached


@pytest.mark.parametrize(("tower", "reached"), [("GY", False), ("GYB", True), ("RRR", True)])
def test_example_3_past_a_black_card(gear, tower, reached):
    table = drop(lay_out(gear, (tower, "G", "B", "Y"), ((47, 33), (29,))), RED, 1)
    assert (33 in cards_on_offer(table)) == reached


@pytest.mark.parametrize(
    ("tower", "cube", "card", "reached"),
    [
        ("BRRR", GREEN, 41, False), ("BRRRR", GREEN, 41, True), ("GRRRR", GREEN, 41, False),
        ("BB", RED, 52, True), ("BB", YELLOW, 52, True), ("B", RED, 52, False), ("B", RED, 24, True), ("R", BLUE, 24, True),
    ],
)  # fmt: skip
def test_example_4_white_and_black_below(gear, tower, cube, card, reached):
    table = drop(lay_out(gear, (tower, "G", "B", "Y"), ((24, 0, 52, 41), (29,))), cube, 1)
    assert (card in cards_on_offer(table)) == reached


@pytest.mark.parametrize(
    ("xs", "joint"),
    [
        ((0, 30, 60), NONE), ((0, 30, 60, 90), 0), ((0, 30, 60, 30), NONE),  # example 5
        ((0, 50), NONE), ((0, 51), 0), ((0, 50, 50), NONE), ((0, 50, 51), 0),  # example 6
        ((0, 10, 20, 70), NONE), ((0, 10, 20, 70, 75), 2),  # example 7
    ],
)  # fmt: skip
@pytest.mark.parametrize("axis", ["across", "deep"])
@pytest.mark.parametrize("side", [1, -1])
def test_examples_5_to_7_what_holds_a_tower_up(gear, xs, joint, axis, side):
    table = lay_out(gear, ("R" * len(xs), "G", "B", "Y"))
    xs = [side * x for x in xs]
    flat = [0] * len(xs)
    put(table, 0, *((xs, flat) if axis == "across" else (flat, xs)))
    assert gives_way(table.plain, 0) == joint


def test_example_7_the_cube_that_gave_way_is_told(gear):
    table = put(lay_out(gear, ("RGBY", "G", "B", "Y")), 0, (0, 10, 20, 70))
    drop(table, RED, 1, across=5)
    assert (table.plain.asked, table.plain.joint, table.plain.rubble) == (BASE, 2, 5)


def test_example_8_a_fall_gives_the_cubes_back_and_a_bottom_card(gear):
    table = lay_out(gear, ("R", "RGRBRYG", "B", "Y"), ((36, 39), (24,), (47, 40), (29, 30)))
    before = list(table.plain.stock)
    drop(table, YELLOW, 2, across=60)
    s = table.plain
    assert list(s.stock) == [before[0] + 3, before[1] + 2, before[2] + 1, before[3] + 1]
    assert s.height[1] == 0
    play(table, base(GREEN))
    assert (s.height[1], s.colour[1, 0], s.stock[GREEN]) == (1, GREEN, before[1] + 1)
    assert cards_on_offer(table) == [24, 36, 47]


def test_example_9_points():
    taken = {0: (30, 33, 25, 49, 41, 52, 6, 3, 10)}
    table = lay_out(columns=((36, 39), (24,), (47, 40), (29,)), taken=taken)
    assert table.scores()[0] == 42


def test_example_10_the_second_empty_column_ends_the_game(gear):
    columns = ((), (5,), (36, 10, 30), (0, 47, 13, 39))
    table = drop(lay_out(gear, columns=columns, pile=()), BLUE, 1)
    play(table, take("B", 1))
    assert table.over
    assert table.screen(0).verdict.startswith("Two columns are empty.")


def test_example_11_the_crane_at_its_edge(gear):
    table = drop(lay_out(gear, columns=((0,), (36,), (12,), (30,))), RED, 1, 50, -50)
    assert (table.plain.asked, table.plain.height[0]) == (TAKE, 2)
    table = drop(lay_out(gear, columns=((0,), (36,), (12,), (30,))), RED, 1, 51, 0)
    assert table.plain.asked == BASE
    play(table, base(BLUE), take("A", 1))
    assert table.plain.owner[0] == 0


# ---- what is not allowed -------------------------------------------------------------------------------------------


def refused(table, code: int, seat: int = 0) -> str:
    """Why a choice is refused; nothing has changed."""
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(seat, code)
    assert bytes(table) == before
    return str(why.value)


def test_a_colour_without_stock(gear):
    table = lay_out(gear, ("R" * 20, "G", "B", "Y"))
    assert refused(table, on(RED, 2)) == "No cubes of that colour are left."
    drop(table, GREEN, 2, 60)
    assert refused(table, base(RED)) == "No cubes of that colour are left."


def test_a_card_of_another_colour(gear):
    table = drop(lay_out(gear, columns=((0,), (30,), (36,))), RED, 1)
    assert refused(table, take("A", 1)) == "Place a cube of that card's colour to take it."


@pytest.mark.parametrize(
    ("tower", "column", "words"),
    [
        ("R", (0, 30), "1 blue"),
        ("B", (0, 1, 30), "1 blue"),
        ("R", (0, 47, 30), "1 blue, 2 of any colour"),
        ("RR", (36, 10, 4, 30), "1 green, 1 blue, 1 yellow"),
        ("R", (45, 46, 47, 48, 49, 30), "14 of any colour"),
    ],
)
def test_a_card_too_high_up_says_what_is_missing(gear, tower, column, words):
    table = drop(lay_out(gear, (tower, "G", "B", "Y"), (column, (29,))), RED, 1)
    assert refused(table, take("A", len(column))) == f"This tower lacks: {words}."


def test_a_card_above_the_bottom_after_a_fall(gear):
    table = drop(lay_out(gear, ("RR", "G", "B", "Y"), ((28, 30), (29,))), RED, 1, 60)
    assert refused(table, take("A", 1)) == "The tower has fallen: set a new base first."
    assert refused(table, DECLINE) == "The tower has fallen: set a new base first."
    assert refused(table, on(RED, 1)) == "The tower has fallen: set a new base first."
    play(table, base(RED))
    assert refused(table, take("A", 2)) == "After a fall you may only take a bottom card."


def test_a_card_before_the_drop_and_a_second_one(gear):
    table = lay_out(gear, columns=((28, 30), (29,), (0,), (36,)))
    assert refused(table, take("A", 1)) == "One card, after your cube stands."
    assert refused(table, DECLINE) == "One card, after your cube stands."
    play(table, on(RED, 1))
    assert refused(table, take("A", 1)) == "One card, after your cube stands."
    play(table, crane(0), crane(0), take("A", 1))
    assert refused(table, take("A", 1)) == "It is not your turn."
    assert refused(table, take("A", 1), seat=1) == "One card, after your cube stands."


def test_a_place_without_a_card(gear):
    table = drop(lay_out(gear, columns=((28,), (29,))), RED, 1)
    assert refused(table, take("A", 2)) == "There is no card at that place."


def test_a_second_cube_and_a_base_without_a_fall(gear):
    table = drop(lay_out(gear, columns=((28,), (29,))), RED, 1)
    assert refused(table, on(RED, 1)) == "Your cube has landed: take a card, or none."
    assert refused(table, base(RED)) == "A new base is set only after a tower has fallen."


def test_the_crane_out_of_range_out_of_turn_and_where_there_is_none(gear):
    table = lay_out(gear)
    assert refused(table, crane(0)) == "No crane is swinging: choose a cube and a tower first."
    assert refused(table, HAND) == "No crane is swinging: choose a cube and a tower first."
    play(table, on(RED, 1))
    assert refused(table, on(RED, 1)) == "Your cube hangs from the crane: stop it first."
    assert refused(table, crane(0), seat=1) == "It is not your turn."
    for code in (CODES, -1, crane(9_999)):
        assert refused(table, code).count(".") == 1
    assert crane(61) == HAND  # what lies beyond the last place of the crane is another choice, and no place at all


@pytest.mark.parametrize("seats", [2, 5])
def test_a_hand_for_a_seat_that_is_not_there(seats):
    with pytest.raises(BadOption, match=f"Nobody sits in seat 6 of {seats}: leave hand 6 at normal, or add seats."):
        GAME.new(seats, options={"hand_6": "crane"})
    assert GAME.new(6, options={"hand_6": "crane"}).plain.grip[5] == 3


def test_a_hand_that_nobody_has():
    with pytest.raises(BadOption, match="hand_1 cannot be 'drunk'"):
        GAME.new(2, options={"hand_1": "drunk"})


# ---- setting up ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "left"), [("full", 30), ("simple", 21)])
def test_the_deal(gear, deck, left):
    table = GAME.new(4, seed=3, options={"deck": deck}, gear=gear)
    s = table.plain
    lying = [s.column[c, k] for c in range(4) for k in range(6)]
    assert len(set(lying)) == 24
    assert sum(s.pile) == left
    assert all(
        s.pile[card] + (card in lying) == (deck == "full" or CARD_COLOUR[card] != BLACK) for card in range(CARDS)
    )
    assert [s.colour[tower, 0] for tower in range(4)] == [RED, GREEN, BLUE, YELLOW]
    assert list(s.stock) == [19] * 4


@pytest.mark.parametrize("deck", ["full", "simple"])
def test_the_balanced_layout_has_no_high_cards_below(gear, deck):
    above = set()
    for seed in range(40):
        s = GAME.new(2, seed=seed, options={"layout": "balanced", "deck": deck}, gear=gear).plain
        assert all(CARD_NUMBER[s.column[column, level]] < 4 for column in range(4) for level in range(3))
        above |= {CARD_NUMBER[s.column[column, level]] for column in range(4) for level in range(3, 6)}
        assert all(s.owner[card] == NONE for card in range(CARDS))
        assert sum(s.pile) == (30 if deck == "full" else 21)
    assert above == {1, 2, 3, 4, 5, 6}


def test_the_starting_seat_is_drawn():
    assert {GAME.new(5, seed=seed).waiting()[0] for seed in range(60)} == set(range(5))


# ---- dropping ------------------------------------------------------------------------------------------------------


def test_the_hand_trembles_as_the_specification_says():
    """Towers that one hand builds, one cube after the other: how many still stand at each height."""
    wanted = {"steady": (1.0, 0.97, 0.67, 0.26), "normal": (1.0, 0.81, 0.39, 0.11), "shaky": (0.93, 0.55, 0.19, 0.04)}
    for hand, shares in wanted.items():
        standing = dict.fromkeys((4, 6, 8, 10), 0)
        towers = 400
        for seed in range(towers):
            table = GAME.new(2, seed=seed, options={"hand_1": hand})
            s = table.plain
            while s.height[0] < 10:
                s.mover, s.asked, s.fallen = 0, PLACE, NONE
                table.play(0, on(RED, 1))
                if s.asked == BASE:
                    break
                standing[s.height[0]] = standing.get(s.height[0], 0) + 1
        for height, share in zip((4, 6, 8, 10), shares, strict=True):
            assert abs(standing[height] / towers - share) < 0.085, (hand, height, standing[height] / towers)


def test_the_risk_is_exact():
    """The chance that is shown, beside what happens when the cube is dropped again and again."""
    table = put(lay_out(towers=("RGBYR", "G", "B", "Y"), hand_1="normal"), 0, (0, 20, -5, 30, 25), (0, -8, 10, 0, 12))
    far, fell, tries = spread(table.plain, 0, 0), 0, 4000
    for seed in range(tries):
        trial = table.copy()
        sow(trial.plain.rng, seed, 0, 0, THE_TABLE)
        trial.play(0, on(RED, 1))
        fell += trial.plain.asked == BASE
    assert abs(1 - stands(table.plain, 0, far) / 1000 - fell / tries) < 0.025


def test_the_room_is_what_the_tower_bears():
    table = put(lay_out(towers=("RGBY", "G", "B", "Y")), 0, (0, 20, 40, 60))
    right, left = room(table.plain, 0, ACROSS, 1), room(table.plain, 0, ACROSS, -1)
    assert (right, left) == (20, 50)
    for off, falls in ((right, False), (right + 1, True), (-left, False), (-left - 1, True)):
        assert (drop(table.copy(), RED, 1, off).plain.asked == BASE) == falls


@pytest.mark.parametrize("far", [1, 4, 11])
def test_ways_to_tremble_are_counted(far):
    sums = [a + b + c for a in range(-far, far + 1) for b in range(-far, far + 1) for c in range(-far, far + 1)]
    for off in range(-3 * far - 1, 3 * far + 1):
        assert upto(far, off) == sum(each <= off for each in sums)


def test_cubes_lie_where_they_landed(gear):
    table = drop(lay_out(gear, columns=((0,), (36,), (12,), (30,))), RED, 1, 20, -30)
    play(table, DECLINE)
    drop(table, RED, 1, -5, 10)
    s = table.plain
    assert [s.at[0, k] for k in range(3)] == [0, 20, 15]
    assert [s.at[TOWERS, k] for k in range(3)] == [0, -30, -20]


def test_a_press_that_does_not_come_is_the_hands(gear):
    table = lay_out(gear)
    table.plain.now = 500
    play(table, on(RED, 1))
    assert table.due() == 500 + PRESS
    table.tick()
    assert table.due() == 500 + 2 * PRESS
    play(table, crane(0))
    assert table.due() == -1
    assert abs(table.plain.at[0, 1]) <= 3 * 11


def test_one_that_was_pressed_before_stays(gear):
    table = play(lay_out(gear), on(RED, 1), crane(37))
    table.tick()
    assert table.plain.at[0, 1] == 37


def test_a_hand_may_drop_what_hangs_from_the_crane(gear):
    table = play(lay_out(gear, hand_1="steady crane"), on(RED, 1), HAND, crane(7))
    assert abs(table.plain.at[0, 1]) <= 3 * 7
    assert table.plain.at[TOWERS, 1] == 7


# ---- cards and the end ---------------------------------------------------------------------------------------------


def test_cards_move_down_and_one_comes_on_top(gear):
    table = lay_out(gear, columns=((28, 30, 0, 36, 12, 18), (29,), (1,), (2,)), pile=(5,))
    drop(table, RED, 1)
    play(table, take("A", 1))
    assert [table.plain.column[0, k] for k in range(6)] == [30, 0, 36, 12, 18, 5]
    drop(table, RED, 2)
    play(table, take("A", 1))
    assert [table.plain.column[0, k] for k in range(6)] == [0, 36, 12, 18, 5, NONE]


def test_nothing_is_asked_where_no_card_is_in_reach(gear):
    table = drop(lay_out(gear, columns=((0,), (1,), (2,), (3,))), RED, 1)
    assert table.waiting() == [1]
    assert (table.plain.asked, table.plain.idle) == (PLACE, 1)


def test_the_reach_is_that_of_the_tower_before_the_cube(gear):
    table = drop(lay_out(gear, ("G", "G", "B", "Y"), ((33, 30), (29,))), RED, 1)
    assert cards_on_offer(table) == [29, 33]


def test_24_turns_without_a_card_end_the_game(gear):
    table = lay_out(gear, columns=((0,), (1,), (2,), (30,)))
    table.plain.idle = IDLE - 2
    drop(table, RED, 1)
    play(table, DECLINE)
    assert not table.over
    drop(table, RED, 2, 60)
    play(table, base(RED), DECLINE)  # a turn with a fall and no card is one of them
    assert table.over


def test_a_card_begins_the_count_again(gear):
    table = lay_out(gear, columns=((28,), (1,), (2,), (30,)))
    table.plain.idle = IDLE - 1
    drop(table, RED, 1)
    play(table, take("A", 1))
    assert (table.over, table.plain.idle) == (False, 0)


def test_the_last_cube_ends_the_game(gear):
    towers = ("R" * 20, "G" * 20, "B" * 20, "Y" * 19)
    table = drop(lay_out(gear, towers, ((12,), (1,), (2,), (30,))), YELLOW, 4)
    assert not table.over
    play(table, DECLINE)
    assert table.over


@pytest.mark.parametrize(("cards", "bonus"), [(2, 0), (3, 5), (4, 5), (5, 10), (7, 10), (8, 15), (9, 15)])
def test_sets(cards, bonus):
    drops = [card for card in range(CARDS) if card in (0, 14, 17, 22, 25, 30, 33, 38, 46)][:cards]
    table = lay_out(columns=((36, 39), (24,), (47, 40), (29,)), taken={0: drops})
    assert table.scores()[0] == sum(CARD_NUMBER[card] for card in drops) + bonus


def test_equal_points_share_the_place():
    table = lay_out(columns=((), (5,), (36, 10, 30), (0, 47, 13, 39)), taken={0: (1,), 1: (8,)})
    assert table.ranks() == [1, 1]


def test_crane_options_are_a_seats_own():
    table = GAME.new(2, options={"hand_1": "shaky crane", "hand_2": "steady"})
    s = table.plain
    assert [spread(s, seat, 0) for seat in range(2)] == [15, 7]
    assert list(s.grip)[:2] == [5, 1]
    assert CRANE["hand_1"] == "crane"

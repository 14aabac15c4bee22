"""The examples, rulings and refusals of the specification, and what must hold in every game.

A position is written as in the specification: nine cells by rows, a card with its gems in braces, -- for a gap.
The deck is a bag, so only the card that is to be drawn is put into it; cards not named lie in the box.
"""

import pytest

from brillig.games.bandersnatch.field import (
    BESIDE,
    CELLS,
    GAP,
)
from brillig.games.bandersnatch.game import GAME
from brillig.games.bandersnatch.screen import band
from brillig.games.bandersnatch.test_layouts import (
    capture_code,
    cards,
    e10,
    e11,
    e13,
    field_gems,
    from_box_to_deck,
    gems,
    hand,
    lay,
    offered,
    on_cell,
    play,
    remove_code,
)
from brillig.parts.boxes.jabberwocky import LETTERS, card_name

S1 = "G2 Y4 P3 / Y1 G5 P1 / P5 G1 Y3"


# ---- setup ---------------------------------------------------------------------------------------------------------


def test_setup(gear):
    table = GAME.new(seed=3, gear=gear)
    s = table.plain
    assert all(s.card[cell] != GAP for cell in range(CELLS))
    assert len(hand(table)) == 2
    assert len(cards(s.deck)) == 4
    assert gems(s.supply) == (8, 8, 8)
    assert field_gems(table) == gems(s.broiled) == gems(s.boxed_gems) == (0, 0, 0)
    assert len(offered(table)) == 18
    assert table.scores() == [0]


def test_neighbours():
    beside = [[near + 1 for near in range(CELLS) if BESIDE[cell] >> near & 1] for cell in range(CELLS)]
    assert beside == [[2, 4], [1, 3, 5], [2, 6], [1, 5, 7], [2, 4, 6, 8], [3, 5, 9], [4, 8], [5, 7, 9], [6, 8]]


# ---- the worked examples -------------------------------------------------------------------------------------------


def test_e1_scoring(gear):
    table = lay(gear, "G2{G1} Y4{Y1} P3{P3} / Y1 G5 P1 / P5 G1 Y3", supply=(4, 3, 4), broiled=(3, 4, 1))
    assert table.scores() == [9]
    assert band(9) == "nearly"


def test_e2_corner_capture(gear):
    table = lay(gear, "Y4{Y2} P3{P1} G3 / Y1 G5 P1 / P5 G1 Y3", supply=(8, 6, 7))
    play(table, "P4", 4)
    assert on_cell(table, 4) == "P4{P1}"
    assert gems(table.plain.supply) == (8, 6, 6)
    assert on_cell(table, 1) == "--"
    assert gems(table.plain.broiled) == (0, 2, 0)
    assert cards(table.plain.discard) == {"Y1", "Y4"}
    assert on_cell(table, 2) == "P3{P1}"
    assert hand(table) == {"G4", "Y2"}
    assert table.scores() == [4]


def test_e3_same_colour_higher(gear):
    table = play(lay(gear, S1), "G4", 1)
    assert on_cell(table, 1) == "G4{G2}"
    assert gems(table.plain.supply) == (6, 8, 8)
    assert hand(table) == {"P4", "Y2"}
    assert cards(table.plain.discard) == {"G2"}


def test_e4_other_colour_higher(gear):
    table = play(lay(gear, S1), "P4", 9)
    assert on_cell(table, 9) == "P4{P1}"
    assert gems(table.plain.supply) == (8, 8, 7)


def test_e5_other_colour_equal(gear):
    table = play(lay(gear, S1), "G4", 2)
    assert on_cell(table, 2) == "G4{G1 Y1}"
    assert gems(table.plain.supply) == (7, 7, 8)


def test_e6_same_colour_lower(gear):
    table = play(lay(gear, S1), "P4", 7)
    assert on_cell(table, 7) == "P4"
    assert gems(table.plain.supply) == (8, 8, 7)
    assert gems(table.plain.boxed_gems) == (0, 0, 1)


def test_e7_other_colour_lower(gear):
    table = play(lay(gear, S1), "G4", 7)
    assert on_cell(table, 7) == "G4"
    assert gems(table.plain.supply) == (7, 8, 8)
    assert gems(table.plain.boxed_gems) == (1, 0, 0)


def test_e8_removal_from_neighbours_then_supply(gear):
    table = lay(gear, "G2 Y4 P3 / Y1{P1} G5 P1{G1} / P5 G1 Y3", "Y2 P4", "G4", supply=(7, 8, 7))
    play(table, "Y2", 5)
    assert offered(table) == [(4, "P"), (6, "G")]
    table.play(0, remove_code(4, "P"))
    assert offered(table) == [(6, "G")]  # still a decision, though there is nothing to choose
    table.play(0, remove_code(6, "G"))
    assert [on_cell(table, cell) for cell in (4, 5, 6)] == ["Y1", "Y2", "P1"]
    assert gems(table.plain.supply) == (7, 7, 7)
    assert gems(table.plain.boxed_gems) == (1, 1, 1)
    assert hand(table) == {"P4", "G4"}


def test_e9_free_choice_of_the_gem(gear):
    table = lay(gear, "G2 Y4 P3 / Y1{G1 P1} G5 P1{Y1} / P5 G1 Y3", supply=(7, 7, 7))
    play(table, "G4", 5)
    assert offered(table) == [(4, "G"), (4, "P"), (6, "Y")]
    table.play(0, remove_code(4, "P"))
    assert on_cell(table, 4) == "Y1{G1}"
    assert gems(table.plain.boxed_gems) == (0, 0, 1)
    assert gems(table.plain.supply) == (7, 7, 7)


def test_e10_fresh_card_is_safe_and_an_empty_card_is_captured(gear):
    table = e10(gear)
    assert on_cell(table, 1) == "G4{G2}"
    assert gems(table.plain.supply) == (5, 7, 7)
    assert on_cell(table, 4) == "--"
    assert "Y1" in cards(table.plain.boxed)
    assert [on_cell(table, cell) for cell in range(2, 10) if cell != 4] == [
        "Y4{Y1}", "P3", "G5{G1}", "P1", "P5{P1}", "G1", "Y3",
    ]  # fmt: skip
    assert hand(table) == {"P4", "Y2"}
    assert table.scores() == [-6]


def test_e11_order_matters_cell_1_first(gear):
    table = e11(gear)
    table.play(0, capture_code(1))
    assert [on_cell(table, cell) for cell in (1, 2)] == ["--", "--"]
    assert gems(table.plain.broiled) == (2, 1, 0)
    assert cards(table.plain.discard) == {"G2", "P3", "G4", "Y4"}
    assert [on_cell(table, cell) for cell in (3, 5, 7)] == ["P4{P1}", "G5{G1}", "P5{P1}"]
    assert field_gems(table) == (1, 0, 2)
    assert table.scores() == [5]


def test_e11_order_matters_cell_2_first(gear):
    table = e11(gear)
    table.play(0, capture_code(2))
    assert gems(table.plain.broiled) == (0, 1, 0)
    assert on_cell(table, 1) == "G4{G2}"
    assert table.scores() == [-3]
    assert ("Y2", 1) not in offered(table)


def test_e12_green_shortage(gear):
    table = lay(gear, "G2 Y4 P3 / Y1 G5{G4} P1 / P5 G1 Y3", supply=(1, 8, 8), broiled=(3, 0, 0))
    play(table, "G4", 8)
    assert on_cell(table, 8) == "G4{G1 P2}"
    assert gems(table.plain.supply) == (0, 8, 6)
    assert not table.over


def test_e13_purple_shortage(gear):
    table = play(e13(gear), "G4", 8)
    assert on_cell(table, 8) == "G4{P1}"
    assert table.plain.last_turn == 1
    assert table.over
    assert hand(table) == {"P4"}
    assert field_gems(table) == (4, 0, 4)
    assert table.scores() == [7]


def test_e14_the_last_purple_gem_is_not_the_end(gear):
    table = play(e13(gear), "P4", 9)
    assert gems(table.plain.supply) == (0, 5, 0)
    assert table.plain.last_turn == 0
    assert on_cell(table, 6) == "--"
    assert "P1" in cards(table.plain.boxed)
    assert hand(table) == {"G4", "Y2"}
    assert not table.over


def test_e15_removal_shortage(gear):
    table = lay(gear, S1, "Y2 P4", "G4", supply=(8, 1, 1), broiled=(0, 7, 0), boxed=(0, 0, 7))
    play(table, "Y2", 5)
    assert gems(table.plain.supply) == (8, 0, 0)
    assert gems(table.plain.boxed_gems) == (0, 1, 8)
    assert table.over
    assert table.scores() == [7]


def test_e16_no_move(gear):
    table = lay(gear, "G2{G1} -- -- / -- -- -- / -- -- Y1", supply=(7, 8, 8))
    play(table, "P4", 9)
    assert [on_cell(table, cell) for cell in (1, 9)] == ["G2{G1}", "P4{P1}"]
    assert table.over
    assert len(hand(table)) == 2


# ---- rulings beyond the examples -----------------------------------------------------------------------------------


def test_r6_captures_are_still_made_on_the_last_turn_with_all_choices(gear):
    """Playing 4 surrounds the cards on 1 and 7; the second gem it brings is wanting."""
    table = lay(
        gear, "G2{G1} Y4{Y1} P3 / P2 G5 P1 / P5{P1} G1{G6} Y3", "Y2 P4", "G3",
        supply=(0, 1, 0), broiled=(1, 6, 0), boxed=(0, 0, 7),
    )  # fmt: skip
    play(table, "Y2", 4)
    assert on_cell(table, 4) == "Y2{Y1}"
    assert table.plain.last_turn == 1
    assert offered(table) == [1, 7]
    table.play(0, capture_code(7))
    assert gems(table.plain.broiled) == (2, 6, 1)  # the card on 1 followed by itself
    assert table.over
    assert hand(table) == {"P4"}


def test_r7_and_r9_a_card_is_safe_only_in_its_own_turn_and_captures_follow_removals_too(gear):
    table = e10(gear)  # the card on 1 is fresh, and has only busy neighbours
    from_box_to_deck(table, "G3")
    play(table, "Y2", 9)  # Y3: the same colour, lower; cells 6 and 8 are empty, so a gem goes from the supply
    assert gems(table.plain.boxed_gems) == (0, 1, 0)
    assert on_cell(table, 1) == "--"
    assert gems(table.plain.broiled) == (2, 0, 0)


def test_r10_a_card_without_neighbours_is_never_captured_but_may_be_replaced(gear):
    table = lay(gear, "G2 -- P3{P1} / -- G5 P1 / P5 G1 Y3", "Y1 P4", supply=(8, 8, 7))
    play(table, "Y1", 1)  # lower by 1, and nobody is beside it
    assert on_cell(table, 1) == "Y1"
    assert gems(table.plain.boxed_gems) == (0, 1, 0)
    assert ("P4", 1) in offered(table)
    play(table, "P4", 1)
    assert on_cell(table, 1) == "P4{P1}"


def test_r15_and_r16_the_card_replaced_this_turn_is_shuffled_in(gear):
    table = lay(gear, S1, deck="")
    play(table, "G4", 1)
    assert hand(table) == {"P4", "G2"}
    assert cards(table.plain.discard) == cards(table.plain.deck) == set()


def test_r15_the_whole_discard_pile_is_the_new_deck(gear):
    table = lay(gear, S1, deck="", discard="Y2 G3")
    play(table, "G4", 1)
    drawn = hand(table) - {"P4"}
    assert drawn < {"Y2", "G3", "G2"}
    assert cards(table.plain.deck) == {"Y2", "G3", "G2"} - drawn
    assert cards(table.plain.discard) == set()


def test_r15_no_shuffle_while_the_deck_lasts(gear):
    table = lay(gear, S1, deck="Y5", discard="Y2 G3")
    play(table, "G4", 1)
    assert hand(table) == {"P4", "Y5"}
    assert cards(table.plain.deck) == set()
    assert cards(table.plain.discard) == {"Y2", "G3", "G2"}


def test_a_drawn_card_takes_the_place_of_the_card_played(gear):
    table = lay(gear, S1)
    play(table, "P4", 9)
    assert [card_name(card) for card in table.plain.hand] == ["G4", "Y2"]


def test_equal_numbers_with_one_gem_wanting(gear):
    """The new card's colour comes first (R19), so the last yellow gem goes to a yellow card's want."""
    table = lay(gear, S1, "Y5 P4", supply=(8, 1, 0), broiled=(0, 7, 0), boxed=(0, 0, 8))
    play(table, "Y5", 7)
    assert on_cell(table, 7) == "Y5{Y1}"
    assert table.over


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (-32, "not good"), (4, "not good"), (5, "nearly"), (9, "nearly"), (10, "victory"), (14, "victory"),
        (15, "frumious victory"), (19, "frumious victory"), (20, "manxome victory"), (31, "manxome victory"),
        (32, "perfect"),
    ],
)  # fmt: skip
def test_bands(points, name):
    assert band(points) == name


@pytest.mark.parametrize(("on_field", "broiled", "points"), [((0, 0, 8), (8, 8, 0), 32), ((8, 8, 0), (0, 0, 8), -32)])
def test_the_best_and_the_worst_score(gear, on_field, broiled, points):
    heap = " ".join(f"{LETTERS[c]}{on_field[c]}" for c in range(3))
    table = lay(gear, f"G2{{{heap}}} Y4 P3 / Y1 G5 P1 / P5 G1 Y3", supply=(0, 0, 0), broiled=broiled)
    assert table.scores() == [points]

"""Refusals, whole games, and the table in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import IllegalChoice
from brillig.games.bandersnatch.field import (
    CAPTURE,
    CELLS,
    GAP,
    OVER,
    PASS,
    PLAY,
    REMOVE,
    SKIP,
    TAKE_SUPPLY,
    surrounded,
)
from brillig.games.bandersnatch.game import GAME
from brillig.games.bandersnatch.test_layouts import (
    capture_code,
    e11,
    e13,
    gems,
    hand,
    lay,
    play,
    play_code,
    remove_code,
)
from brillig.parts.boxes.jabberwocky import gem_words

S1 = "G2 Y4 P3 / Y1 G5 P1 / P5 G1 Y3"


# ---- refusals ------------------------------------------------------------------------------------------------------


def refused(table, code, reason):
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(0, code)
    assert why.value.reason == reason
    assert bytes(table) == before


def at_a_play(gear):
    return lay(gear, "G2{G1} -- P3 / Y1 G5 P1 / P5 G1 Y3", supply=(7, 8, 8))


def at_a_removal(gear):
    """A card on 5 wants a gem; 4 and 6 hold some, and so does the corner 1."""
    return play(lay(gear, "G2{G1} Y4 P3 / Y1{P1} G5 P1{Y1} / P5 -- Y3", supply=(7, 7, 7)), "G4", 5)


def test_refused_replace_a_busy_card(gear):
    reason = "That card has gems on it. Only empty cards can be replaced."
    table = at_a_play(gear)
    refused(table, play_code(table, "G4", 1), reason)
    refused(table, play_code(table, "P4", 1), reason)


def test_refused_replace_a_gap(gear):
    table = at_a_play(gear)
    refused(table, play_code(table, "G4", 2), "There is no card there any more.")


@pytest.mark.parametrize("cell", [1, 5, 8])  # diagonal, the new card itself, a gap beside it
def test_refused_remove_a_gem_that_is_not_on_a_neighbour(gear, cell):
    table = at_a_removal(gear)
    refused(table, remove_code(cell, "G"), "Gems come off cards directly beside the new card.")


@pytest.mark.parametrize("cell", [2, 4])  # an empty neighbour, a neighbour with another gem
def test_refused_remove_a_gem_that_is_not_there(gear, cell):
    refused(at_a_removal(gear), remove_code(cell, "G"), "There is no such gem on that card.")


def test_refused_take_from_the_supply_while_a_neighbour_holds_gems(gear):
    table = at_a_removal(gear)
    for code in (TAKE_SUPPLY, PASS, SKIP, PLAY, capture_code(4)):
        refused(table, code, "Take gems from neighbouring cards first.")


def test_refused_capture_the_card_just_played(gear):
    refused(e11(gear), capture_code(3), "A card is safe on the turn it is played.")


def test_refused_capture_a_card_that_is_not_surrounded(gear):
    reason = "All its neighbours must have gems, and it needs at least one."
    table = e11(gear)
    refused(table, capture_code(5), reason)  # its neighbours 6 and 8 are empty
    table.plain.card[5] = table.plain.card[7] = GAP  # the card on 9 alone
    refused(table, capture_code(9), reason)


def test_refused_capture_a_gap(gear):
    refused(e11(gear), capture_code(4), "There is no card there any more.")


def test_refused_skip_a_capture(gear):
    table = e11(gear)
    for code in (SKIP, PASS, TAKE_SUPPLY, PLAY, REMOVE):
        refused(table, code, "Every card that can be captured must be.")


def test_refused_pass(gear):
    table = at_a_play(gear)
    for code in (PASS, SKIP, TAKE_SUPPLY, REMOVE, CAPTURE):
        refused(table, code, "You must play a card.")


# ---- every game ----------------------------------------------------------------------------------------------------


def potential(s):
    """Twice the gems in the supply and once those on the field: it falls in every turn but the last."""
    return 2 * sum(s.supply) + sum(s.gems[cell, c] for cell in range(CELLS) for c in range(3))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_any_game(seed, dice):
    table = GAME.new(seed=seed, gear="compiled")
    s = table.plain
    turns, before = 0, 49
    while not table.over:
        codes = table.codes(0)
        if codes[0] < REMOVE:
            turns += 1
            assert potential(s) < before
            before = potential(s)
            # At the start of a turn nothing can be captured but the card of the turn before (R20).
            fresh, s.fresh = s.fresh, -1
            assert surrounded(s) & ~(1 << fresh if fresh >= 0 else 0) == 0
            s.fresh = fresh
            assert len(hand(table)) == 2
        choice = dice.choice(table.choices(0))
        table.play(0, choice.code)
        if choice.code < REMOVE:
            said, added = choice.label.split(": ")[1], gems(s.gems[s.fresh])
            if "remove" not in said and "supply" not in said:
                said = said.removesuffix(", last turn")
                assert said == (f"+{gem_words(added)}" if any(added) else "no gem left")
            warned = choice.label.endswith("last turn")
        assert table.census() == [1] * 15 + [8] * 3
        assert -32 <= table.scores()[0] <= 32
    assert turns <= 49
    assert warned == bool(s.last_turn)


def test_random_play():
    """The specification says: about 0 points and 2 wins in 100, about 20 decisions."""
    played = GAME.playouts(20_000, seed=1)
    assert -1 < played.scores.mean() < 1
    assert 0.01 < (played.scores >= 10).mean() < 0.04
    assert 15 < played.lengths.mean() < 22
    assert 0 < played.lengths.min() <= played.lengths.max() <= GAME.bound(1)


# ---- the table -----------------------------------------------------------------------------------------------------


def told(table, code):
    before = table.copy().view(0)
    table.play(0, code)
    return GAME.tell(before, table.view(0), 0)


def labels(table):
    return [choice.label for choice in table.choices(0)]


def test_labels_say_what_will_come_of_it():
    shown = labels(lay("plain", S1))
    assert "G4 on G2: +2 green" in shown
    assert "G4 on Y4: +1 green, 1 yellow" in shown
    assert "G4 on P5: supply -1 green" in shown
    assert "G4 on G1: +1 purple, last turn" in labels(e13("plain"))
    assert labels(at_a_removal("plain")) == ["purple from Y1", "yellow from P1"]
    assert labels(e11("plain")) == ["capture G4: broil 2 green", "capture Y4: broil 1 yellow"]


def test_tell_calls_out_captures_and_the_running_score():
    table = e11("plain")
    assert told(table, capture_code(1)) == [
        "G4 (top left) is captured: 2 green broiled.",
        "Y4 (top) is captured: 1 yellow broiled.",
        "Seat 1 draws G3.",
        "The score is 5.",
    ]
    table = e13("plain")
    assert "P1 (right) is captured: it was empty and goes to the box." in told(table, play_code(table, "P4", 9))


def test_tell_calls_out_the_end_and_the_band():
    table = e13("plain")
    assert told(table, play_code(table, "G4", 8)) == [
        "Seat 1 plays G4 on G1: +1 purple, last turn.",
        "Purple has run out: last turn.",
        "The score is 7.",
        "The game is over: nearly.",
    ]
    table = lay("plain", "G2{G1} -- -- / -- -- -- / -- -- Y1", supply=(7, 8, 8))
    assert told(table, play_code(table, "P4", 9))[-1] == "No card can be replaced. The game is over: not good."


def test_tell_calls_out_removals_and_shuffles():
    table = lay("plain", "G2 Y4 P3 / Y1{P1} G5 P1 / P5 G1 Y3", "Y2 P4", "", supply=(8, 8, 7))
    assert told(table, play_code(table, "Y2", 5)) == ["Seat 1 plays Y2 on G5: remove 1, supply -2 yellow."]
    assert told(table, remove_code(4, "P")) == [
        "Seat 1 removes purple from Y1.",
        "From the supply to the box: 2 yellow.",
        "The discard pile is shuffled into a new deck.",
        "Seat 1 draws G5.",
        "The score is 0.",
    ]


def test_the_table_in_letters():
    text = e11("plain").text(0)
    for shown in (
        "G4 2g",
        "P4 1p",
        "Hand: Y2",
        "Deck: 1  (in some order: G3)",
        "Discard: G2  P3",
        "Supply: 5g  7y  6p",
    ):
        assert shown in text
    assert "result nearly" in play(e13("plain"), "G4", 8).text(0)


def test_lamps_warn_of_the_end():
    table = e13("plain")
    assert table.screen(0).panels[0].lamps == {"few purple gems": "amber", "last turn": "off"}
    play(table, "G4", 8)
    assert table.plain.step == OVER
    assert table.screen(0).panels[0].lamps == {"few purple gems": "red", "last turn": "red"}
    assert table.screen(0).prompt == "The game is over with 7 points: nearly."


@pytest.mark.parametrize(
    ("heap", "supply", "said"),
    [
        ("", (8, 8, 8), "supply -3 green"),
        ("{G1}", (7, 8, 8), "remove 1, supply -2 green"),
        ("{G2 Y1}", (6, 7, 8), "remove 3"),
    ],
)
def test_a_lower_card_says_where_its_gems_come_from(heap, supply, said):
    table = lay("plain", f"G2 Y4 P3{heap} / Y1 G5 P1 / P5 G3 Y3", hand="G1 P4", supply=supply)
    assert f"G1 on Y4: {said}" in [choice.label for choice in table.choices(0)]

"""Temple of Doom: the examples of the specification, and what holds for every deal."""

import pytest

from brillig.games.temple_of_doom.game import GAME
from brillig.games.temple_of_doom.temple import (
    BESIDE,
    CARD,
    DECK,
    DOOMS,
    FLIP,
    FLIP_TILE,
    GIVE_UP,
    IN_DECK,
    MOVES,
    OUT,
    OVER,
    PLAYED,
    RELICS,
)  # fmt: skip
from brillig.games.temple_of_doom.test_layouts import (
    AFTER_MOVING,
    collected_ids,
    doom_ids,
    end_round,
    flip,
    last_card,
    lay,
    move,
    named,
    place,
    play_card,
    stands,
    ways,
)  # fmt: skip
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_SYMBOL, TILES

# ---- the decks and the temple --------------------------------------------------------------------------------------


def test_the_three_decks():
    assert (*range(3, 6), *range(12, 15), *range(18, 24), *range(30, 33), *range(39, 42)) == RELICS
    assert (*range(3), *range(9, 12), *range(27, 30), *range(36, 39), *range(45, 51)) == DOOMS
    assert len(MOVES) == DECK
    for deck in (RELICS, DOOMS, MOVES):
        assert sorted(CARD_SYMBOL[c] for c in deck) == sorted([*range(6)] * 3)


def test_cards_are_all_accounted_for():
    assert sorted(RELICS + DOOMS + MOVES) == [*range(54)]
    assert sum(CARD_COLOUR[c] == 5 for c in DOOMS) == 6


@pytest.mark.parametrize(("layout", "pairs"), [(0, 83), (1, 84)])
def test_neighbouring_pairs(layout, pairs):
    inside = [BESIDE[layout][p] & ~(1 << OUT) for p in range(TILES)]
    assert sum(b.bit_count() for b in inside) == 2 * pairs


def test_neighbours_of_the_sample_temple():
    table = lay()
    beside = {p: named(table, BESIDE[0][place(p)] & ~(1 << OUT)) for p in ("1.1", "2.2", "3.1", "4.3", "9.1")}
    assert beside == {
        "1.1": {"1.2", "2.1"},
        "2.2": {"1.2", "1.3", "2.1", "2.3", "3.1", "3.2"},
        "3.1": {"2.1", "2.2", "3.2", "4.1", "4.2"},
        "4.3": {"3.2", "3.3", "4.2", "4.4", "5.2", "5.3"},
        "9.1": {"8.1", "8.2", "9.2"},
    }


def test_set_up(gear):
    for deal in range(20):
        s = GAME.new(1, deal=deal, gear=gear).plain
        assert sorted(s.symbol[p] for p in range(6)) == [*range(6)]
        assert [[s.symbol[p] for p in range(TILES)].count(k) for k in range(6)] == [6] * 6
        assert s.lying == 6
        assert min(s.relics[k] for k in range(3)) >= 0
        assert s.held[0] == 9


@pytest.mark.parametrize(("seats", "each"), [(1, 9), (2, 6), (3, 4), (4, 3), (6, 2)])
def test_cards_each(seats, each):
    s = GAME.new(seats, seed=5).plain
    assert [s.held[k] for k in range(6)] == [each] * seats + [0] * (6 - seats)


def test_five_seats_rotate_the_third_card(gear):
    table = GAME.new(5, seed=3, gear=gear)
    s, first = table.plain, table.plain.leader
    for n in range(1, 4):
        while s.turn < n:
            seat = table.waiting()[0]
            codes = table.codes(seat)
            table.play(seat, GIVE_UP if GIVE_UP in codes else codes[0])
        more = {(first + 2 * (n - 1)) % 5, (first + 2 * (n - 1) + 1) % 5}
        assert (s.turn, s.leader) == (n, (first + n - 1) % 5)
        assert {k for k in range(5) if s.held[k] == 3} == more
        assert sum(s.held[k] for k in range(5)) == 12


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_movement(gear):
    table = lay(gear, hands=((33, 43, 35, 25, 53),))
    play_card(table, 33)
    move(table, "red", "front", "1.1")
    play_card(table, 43)
    assert ways(table, "red", "1.1") == {"1.2", "2.1"}
    move(table, "red", "1.1", "1.2")
    play_card(table, 35)
    move(table, "yellow", "front", "1.2")
    assert table.plain.points == 1
    move(table, "green", "front", "1.2")
    play_card(table, 25)
    move(table, "green", "1.2", "2.2")
    assert (stands(table, "red"), stands(table, "yellow")) == (["1.2", "front"], ["1.2", "front"])
    assert (stands(table, "green"), stands(table, "blue")) == (["2.2", "front"], ["front", "front"])


def test_example_2_round_end(gear):
    table = last_card(gear, cubes=AFTER_MOVING, relics=(18, 20, 39), dooms=(10, 38, 2, 28, 46, 11))
    end_round(table)
    s = table.plain
    assert collected_ids(table) == [18, 20]
    assert [DOOMS[k] for k in range(DECK) if s.matched >> k & 1] == [2, 10, 28, 38]
    assert named(table, s.flipped) == {"1.1", "1.6"}
    assert (s.turn, doom_ids(table)[:2], s.lying) == (2, [46, 11], 8)
    assert RELICS.index(39) == s.relics[2]
    assert all(s.relics[k] >= 0 for k in range(3))


def test_example_2_when_temple_cards_are_discarded(gear):
    more = {"temple_cards": "discarded"}
    table = last_card(gear, cubes=AFTER_MOVING, relics=(18, 20, 39), dooms=(10, 38, 2, 28, 46, 11), **more)
    end_round(table)
    assert table.plain.lying == 6
    assert not {46, 11} & set(doom_ids(table))


@pytest.mark.parametrize(("out", "left", "points"), [(5, 2, 3), (1, 0, 1), (7, 7, 0)])
def test_example_3_score(gear, out, left, points):
    table = lay(
        gear,
        cubes=[
            (c, "out" if 2 * k + j < out else "dead")
            for k, c in enumerate(("red", "green", "blue", "yellow"))
            for j in (0, 1)
        ],
    )
    for card in range(DECK - left):
        table.plain.collected[card] = 1
    table.plain.step = OVER
    assert table.scores() == [points]
    assert ("a win" if points > 0 else "a loss") in table.screen(0).prompt


def test_example_4_removal(gear):
    cubes = (*AFTER_MOVING, ("blue", "1.1"))
    table = last_card(gear, cubes=cubes, relics=(39,), dooms=(46, 11, 0), flipped="1.1 1.6", turn=2)
    end_round(table)
    s = table.plain
    assert stands(table, "blue") == ["1.2", "dead"]
    assert not named(table, s.up | s.flipped) & {"1.1", "1.6"}
    # On the flipped Drop the blue cube did not match 0 (blue Drop): that card has struck, and lies there still.
    assert doom_ids(table)[:3] == [46, 11, 0]


def test_example_5_colour_or_symbol(gear):
    table = lay(gear, hands=((17, 44),), cubes=[("green", "1.2")])
    play_card(table, 17)
    assert ways(table, "green", "1.2") == {"1.1", "2.2"}
    table = lay(gear, hands=((17, 44),), cubes=[("green", "1.2")])
    play_card(table, 44)
    assert ways(table, "green", "1.2") == {"1.1", "1.3", "2.1", "2.2"}


@pytest.mark.parametrize(("card", "leaves"), [(34, True), (24, True), (53, False)])
def test_example_6_out(gear, card, leaves):
    table = lay(gear, hands=((card, 6),), cubes=[("red", "9.1")])
    play_card(table, card)
    assert ("out" in ways(table, "red", "9.1")) is leaves
    if card == 53:
        assert not ways(table, "red", "9.1")


def test_example_7_both_points_on_one_cube(gear):
    table = lay(gear, hands=((8, 6),), cubes=[("blue", "8.2")])
    play_card(table, 8)
    move(table, "blue", "8.2", "9.1")
    move(table, "blue", "9.1", "out")
    assert stands(table, "blue") == ["front", "out"]
    assert table.plain.step == CARD


def test_example_8_fallback(gear):
    table = last_card(gear, cubes=[("red", "9.2")], dooms=(47,), up="4.1 4.5 5.2 9.2")
    end_round(table)
    assert table.plain.step == FLIP
    assert [FLIP_TILE + place(p) for p in ("4.1", "4.5")] == table.codes(0)
    flip(table, "4.5")
    assert named(table, table.plain.flipped) == {"4.5"}
    assert table.plain.turn == 2


def test_example_9_no_face_up_tile(gear):
    # The first three cards flip 8.1 (Drop), 9.1 (Bricks) and 9.2 (Wheel); seven are left.
    dooms = (46, 50, 49, 45, 47, 48, 0, 1, 2, 9)
    table = last_card(gear, cubes=[("red", "9.1"), ("green", "8.1")], dooms=dooms, up="8.1 9.1 9.2")
    end_round(table)
    assert stands(table, "green") == ["dead", "front"]
    assert named(table, table.plain.flipped) == {"9.1", "9.2"}
    assert [choice.label for choice in table.choices(0)] == ["9.1 (Bricks)", "9.2 (Wheel)"]
    flip(table, "9.2")
    assert table.over
    assert stands(table, "red") == ["dead", "front"]


def test_example_10_two_cards_one_symbol(gear):
    table = last_card(gear, cubes=[("red", "9.2")], dooms=(46, 0))
    end_round(table)
    assert named(table, table.plain.flipped) == {"1.1", "2.2"}


def test_example_11_dealing(gear):
    table = GAME.new(3, seed=2, gear=gear)
    s = table.plain
    left = {k for k in range(DECK) if s.where[k] == IN_DECK}
    assert len(left) == 6
    while s.turn == 1:
        seat = table.waiting()[0]
        codes = table.codes(seat)
        table.play(seat, GIVE_UP if GIVE_UP in codes else codes[0])
    held = {k for k in range(DECK) if s.where[k] not in (IN_DECK, PLAYED)}
    assert left <= held
    assert len(held) == 12
    assert [s.held[k] for k in range(3)] == [4, 4, 4]
    assert {k for k in range(DECK) if s.where[k] == IN_DECK}.isdisjoint(left)


def test_solo_deals_the_other_nine_in_even_rounds(gear):
    table = GAME.new(1, seed=2, gear=gear)
    s, hands = table.plain, []
    while s.turn <= 3 and not table.over:
        if len(hands) < s.turn:
            hands.append({k for k in range(DECK) if s.where[k] == 1})
        codes = table.codes(0)
        table.play(0, GIVE_UP if GIVE_UP in codes else codes[0])
    assert [len(hand) for hand in hands] == [9, 9, 9]
    assert hands[0] | hands[1] == {*range(DECK)}


def test_the_game_stops_when_all_the_living_are_out(gear):
    cubes = [(c, w) for c in ("green", "blue", "yellow") for w in ("out", "dead")]
    table = lay(gear, hands=((34, 24),), cubes=[*cubes, ("red", "9.1"), ("red", "dead")])
    play_card(table, 34)
    move(table, "red", "9.1", "out")
    assert table.over
    assert table.scores() == [4 - 18]


def test_the_game_ends_when_nobody_can_enter(gear):
    table = last_card(gear, cubes=[("red", "2.1")], dooms=(46,), up="3.1 4.1", flipped="2.1")
    end_round(table)  # the cube falls with 2.1; the others wait in front of a Starting Row that is gone
    assert table.over


def test_the_shuffled_discard_pile_goes_on(gear):
    table = last_card(gear, cubes=AFTER_MOVING, dooms=(10, 38, 2, 28, 46, 11))
    s = table.plain
    for k in range(DECK):  # all but two cards of the deck have been matched before
        if s.doom_deck[k] and DOOMS[k] not in (0, 1):
            s.doom_deck[k], s.doom_discard[k] = 0, 1
    end_round(table)
    assert s.lying == 8
    assert {0, 1} <= set(doom_ids(table))
    assert sum(s.doom_discard[k] for k in range(DECK)) == 0


def test_a_card_that_moves_nothing_is_simply_played(gear):
    table = lay(gear, hands=((53, 6),), cubes=[(c, "9.1") for c in ("red", "green", "blue", "yellow") for _ in (0, 1)])
    play_card(table, 53)
    assert table.plain.step == CARD
    assert table.plain.held[0] == 1

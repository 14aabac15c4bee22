"""The examples of the specification, every illegal attempt, and the rules that no example shows."""

import pytest

from brillig.core import IllegalChoice
from brillig.games.tunnel_run.game import GAME
from brillig.games.tunnel_run.test_layouts import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    back,
    empty_piles,
    forward,
    lay_out,
    offered,
    pirates,
    play,
)
from brillig.games.tunnel_run.tunnel import BACK, END, NONE, OUT, ROUNDS, draw_pile

# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_an_occupied_tile_is_passed(gear):
    table = lay_out(gear, at={BLUE: (2,)}, hands={YELLOW: "H"}, mover=YELLOW)
    play(table, forward("H", 0))
    assert pirates(table, YELLOW) == [0, 0, 8]


def test_example_2_an_own_pirate_is_passed_too(gear):
    table = lay_out(gear, at={BLUE: (2,), YELLOW: (8,)}, hands={YELLOW: "H"}, mover=YELLOW)
    play(table, forward("H", 0))
    assert pirates(table, YELLOW) == [0, 8, 14]


def test_example_3_no_such_tile_ahead(gear):
    table = play(lay_out(gear, at={RED: (34,)}, hands={RED: "H"}), forward("H", 34))
    assert pirates(table, RED) == [0, 0, OUT]
    assert table.scores() == [1, 0, 0, 0]


@pytest.mark.parametrize(("other", "end"), [(35, 36), (36, OUT)])
def test_example_4_the_last_tile(gear, other, end):
    table = play(lay_out(gear, at={RED: (30,), BLUE: (other,)}, hands={RED: "A"}), forward("A", 30))
    assert pirates(table, RED) == [0, 0, end]


def test_example_5_the_own_tile_does_not_count(gear):
    table = play(lay_out(gear, at={RED: (8,)}, hands={RED: "H"}), forward("H", 8))
    assert pirates(table, RED) == [0, 0, 14]


def test_example_6_back_twice(gear):
    at = {RED: (12, 10), GREEN: (10, 3), BLUE: (10, 8), YELLOW: (3,)}
    table = play(lay_out(gear, "advanced", at=at), back(12))
    assert pirates(table, RED) == [0, 0, 0, 0, 8, 10]
    assert (table.plain.held[RED], table.plain.crowd[8]) == (1, 2)
    play(table, back(8))
    assert pirates(table, RED) == [0, 0, 0, 0, 3, 10]
    assert (table.plain.held[RED], table.plain.crowd[3]) == (3, 3)
    assert table.plain.action == 2


def test_example_7_no_way_back_and_a_way_back(gear):
    table = lay_out(gear, "advanced", at={RED: (4, 20), GREEN: (15,)})
    assert reason(table, back(4)) == "No tile with one or two pirates behind this one."
    assert offered(table) == {back(20)}
    play(table, back(20))
    assert pirates(table, RED)[-2:] == [4, 15]
    assert table.plain.held[RED] == 1


def test_example_8_back_from_a_shared_tile(gear):
    table = lay_out(gear, "advanced", at={RED: (15, 15), GREEN: (9,)})
    play(table, back(15))
    assert pirates(table, RED)[-2:] == [9, 15]
    assert table.plain.held[RED] == 1


def test_example_9_the_first_turn_has_no_way_back(gear):
    for seed in range(5):
        table = GAME.new(4, seed, {"rules": "advanced"}, gear=gear)
        assert all(code < BACK for code in offered(table))
        assert reason(table, END) == "Make at least one move."
        assert reason(table, back(0)) == "No tile with one or two pirates behind this one."


def test_example_10_the_last_pirate_leaves(gear):
    table = lay_out(gear, at={RED: (OUT, OUT, 34)}, hands={RED: "HD"})
    before = draw_pile(table.plain)
    play(table, forward("H", 34))
    assert table.over
    assert (table.plain.held[RED], draw_pile(table.plain)) == (1, before)
    assert table.ranks()[RED] == 1


def test_example_11_stuck_at_the_start_of_a_turn(gear):
    table = lay_out(gear, "advanced", at={RED: (4,), GREEN: (20,)}, hands={GREEN: "DD"}, mover=GREEN, seats=2)
    play(table, forward("D", 20), END)
    assert (table.waiting(), table.plain.held[RED], table.plain.turn) == ([GREEN], 1, 2)
    play(table, forward("D", 25))
    play(table, *([END] if table.waiting() == [GREEN] else []))
    assert table.waiting() == [RED]
    assert all(code < BACK for code in offered(table))


def test_example_11_stuck_after_an_action(gear):
    table = lay_out(gear, "advanced", at={RED: (4,)}, hands={RED: "C", GREEN: "D"}, seats=2)
    play(table, forward("C", 4))
    assert (table.waiting(), table.plain.held[RED]) == ([GREEN], 0)


def test_example_12_three_actions(gear):
    table = lay_out(gear, "advanced", hands={RED: "CHD", GREEN: "D"}, seats=2)
    play(table, forward("C", 0), forward("H", 0), back(3))
    assert pirates(table, RED) == [0, 0, 0, 0, 2, 2]
    assert (table.plain.held[RED], table.plain.crowd[2], table.waiting()) == (2, 2, [GREEN])


# ---- what is refused -----------------------------------------------------------------------------------------------


def reason(table, code, seat=None):
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(table.waiting()[0] if seat is None else seat, code)
    assert bytes(table) == before
    return refused.value.reason


def test_refused_a_symbol_not_in_hand(gear):
    table = lay_out(gear, hands={RED: "DHC"})
    assert reason(table, forward("W", 0)) == "You have no Wheel card."
    assert reason(table, forward("A", 0)) == "You have no Arrow card."


def test_refused_a_pirate_that_is_out(gear):
    table = lay_out(gear, at={RED: (OUT,)}, hands={RED: "H"})
    assert reason(table, forward("H", OUT)) == "That pirate has escaped already."
    table = lay_out(gear, "advanced", at={RED: (OUT,)}, hands={RED: "H"})
    assert reason(table, back(OUT)) == "That pirate has escaped already."


def test_refused_the_pirate_of_another(gear):
    table = lay_out(gear, at={BLUE: (2, OUT)}, hands={RED: "H"})
    assert reason(table, forward("H", 2)) == "Not your pirate."
    assert reason(table, forward("H", OUT)) == "Not your pirate."
    assert reason(table, forward("H", 3)) == "There is no pirate."


def test_refused_back_in_the_basic_game(gear):
    table = lay_out(gear, at={RED: (12,), BLUE: (3,)}, hands={RED: "H"})
    assert reason(table, back(12)) == "Only the advanced rules allow moving back."
    assert reason(table, END) == "Play a card: your turn then ends by itself."


def test_refused_back_with_nothing_behind(gear):
    table = lay_out(gear, "advanced", at={RED: (9, 4, 4), GREEN: (4,)}, hands={RED: "H"})
    for place in (9, 4, 0):
        assert reason(table, back(place)) == "No tile with one or two pirates behind this one."


def test_refused_a_fourth_action(gear):
    table = lay_out(gear, "advanced", hands={RED: "DHCB", GREEN: "D"}, seats=2)
    play(table, forward("D", 0), forward("H", 0), forward("C", 0))
    assert table.waiting() == [GREEN]
    assert reason(table, forward("B", 0), seat=RED) == "Three actions per turn."
    play(table, forward("D", 0))
    assert reason(table, forward("D", 0), seat=GREEN if table.waiting() == [RED] else RED) == "It is not your turn."


def test_refused_to_end_the_turn_before_any_action(gear):
    table = lay_out(gear, "advanced", hands={RED: "DH"})
    assert reason(table, END) == "Make at least one move."
    play(table, forward("D", 0))
    assert END in offered(table)


# ---- set-up and turns ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up(gear, rules, seats):
    starts, tracks = set(), set()
    usual = {"basic": 3, "advanced": 6}[rules]
    for seed in range(20):
        table = GAME.new(seats, seed, {"rules": rules}, gear=gear)
        s = table.plain
        for stack in range(6):
            assert sorted(s.symbol[1 + 6 * stack + k] for k in range(6)) == [0, 1, 2, 3, 4, 5]
        assert all(pirates(table, seat) == [0] * usual for seat in range(seats))
        assert [s.held[seat] for seat in range(seats)] == [3] * seats
        assert draw_pile(s) == 54 - 3 * seats
        assert table.census() == [9] * 6 + [6] * 6 + [usual] * seats + [0] * (4 - seats)
        starts.add(s.mover)
        tracks.add(tuple(s.symbol))
    assert starts == set(range(seats))
    assert len(tracks) == 20


@pytest.mark.parametrize("rules", ["basic", "advanced"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_numbers_of_pirates_and_of_cards(gear, rules, n):
    table = GAME.new(4, options={"rules": rules, "pirates": n, "hand": n}, gear=gear)
    assert [len(pirates(table, seat)) for seat in range(4)] == [n] * 4
    assert [table.plain.held[seat] for seat in range(4)] == [n] * 4
    assert table.scores() == [0] * 4


def test_a_card_is_drawn_in_the_basic_game_only(gear):
    for rules, left in (("basic", 2), ("advanced", 1)):
        table = play(lay_out(gear, rules, hands={RED: "DH"}), forward("D", 0))
        assert table.plain.held[RED] == left
        assert table.plain.discard[0] == 1


def test_pirates_on_one_place_are_one_choice(gear):
    table = lay_out(gear, at={RED: (5,)}, hands={RED: "DDH"})
    assert offered(table) == {forward(card, place) for card in "DH" for place in (0, 5)}


def test_an_empty_draw_pile_is_made_of_the_discard_pile(gear):
    table = lay_out(gear, hands={RED: "D", BLUE: "H"}, seats=3)
    empty_piles(table, BLUE)
    play(table, forward("D", 0))  # the card just played is all there is
    assert (table.plain.held[RED], table.plain.cards[RED, 0], sum(table.plain.discard)) == (1, 1, 0)


@pytest.mark.parametrize(("pile", "drawn"), [("", 0), ("W", 1), ("WA", 2)])
def test_fewer_cards_than_due(gear, pile, drawn):
    """R3: with one card left and two due, draw one; a backward move is legal even if nothing can be drawn."""
    table = lay_out(gear, "advanced", at={RED: (9,), GREEN: (4, 4)}, hands={GREEN: "D"}, seats=2)
    empty_piles(table, GREEN, but=pile)
    assert back(9) in offered(table)
    play(table, back(9))
    assert table.plain.held[RED] == drawn
    assert table.census()[:6] == [9] * 6


def test_the_turn_passes_even_if_nothing_can_be_drawn(gear):
    table = lay_out(gear, "advanced", at={RED: (4,)}, mover=GREEN, seats=2)
    empty_piles(table, GREEN, but="D")
    s = table.plain
    s.cards[GREEN, 0] += 1
    s.held[GREEN] += 1
    s.deck[0] = 0
    s.at[GREEN, 0] = 9
    s.crowd[0] -= 1
    s.crowd[9] += 1
    play(table, back(9), END)
    assert (table.waiting(), s.held[RED], s.turn) == ([GREEN], 0, 2)


def test_a_third_pirate_fills_a_tile(gear):
    table = lay_out(gear, "advanced", at={RED: (12, 9), GREEN: (7, 7), BLUE: (3,)})
    play(table, back(9))
    assert table.plain.crowd[7] == 3
    play(table, back(12))  # passes 7
    assert pirates(table, RED)[-2:] == [3, 7]
    assert table.plain.held[RED] == 3


def test_forward_passes_by_tiles_with_one_two_and_three(gear):
    table = lay_out(gear, "advanced", at={RED: (2, 8), GREEN: (8, 14), BLUE: (14, 14)}, hands={RED: "H"})
    play(table, forward("H", 0))
    assert pirates(table, RED)[-1] == 20


def test_the_advanced_game_is_won_with_any_action(gear):
    table = lay_out(gear, "advanced", at={RED: (OUT,) * 5 + (33,)}, hands={RED: "DD", GREEN: "D"})
    play(table, forward("D", 33))
    assert table.over
    assert (table.plain.mover, table.ranks()) == (NONE, [1, 2, 2, 2])


def test_places_by_pirates_out_then_by_the_way(gear):
    at = {RED: (OUT, OUT, 36), GREEN: (OUT, 1, 0), BLUE: (36, 35, 34), YELLOW: (OUT, 0, 1)}
    table = play(lay_out(gear, at=at, hands={RED: "D"}), forward("D", 36))
    assert table.scores() == [3, 1, 0, 1]
    assert table.ranks() == [1, 2, 4, 2]
    table = lay_out(gear, at={**at, YELLOW: (OUT, 2, 1)}, hands={RED: "D"})
    assert play(table, forward("D", 36)).ranks() == [1, 3, 4, 2]


def test_round_200_ends_the_advanced_game(gear):
    table = lay_out(gear, "advanced", at={RED: (3,), GREEN: (OUT,)}, hands={RED: "D", GREEN: "D"}, mover=GREEN, seats=2)
    table.plain.turn = ROUNDS * 2 - 1
    play(table, forward("D", 0))  # its last card, and no way back
    assert table.over
    assert table.ranks() == [2, 1]
    assert table.scores() == [0, 1]


def test_the_basic_game_has_no_last_round(gear):
    table = lay_out(gear, hands={RED: "D", GREEN: "D"}, seats=2)
    table.plain.turn = ROUNDS * 2 - 1
    assert not play(table, forward("D", 0)).over

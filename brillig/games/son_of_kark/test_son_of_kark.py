"""The examples of the specification, every illegal attempt, and the rules that no example shows."""

import pytest

from brillig.core import IllegalChoice
from brillig.games.son_of_kark.game import GAME
from brillig.games.son_of_kark.land import (
    FROM_CROSSROADS,
    MERCHANT,
    NO_MERCHANT,
    NONE,
    PLACE,
    cell_at,
    is_crossroad,
    outlook,
    score,
)
from brillig.games.son_of_kark.test_layouts import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    centre,
    city,
    corner,
    crossroad,
    down,
    in_hand,
    laid_out,
    lay_out,
    market,
    offered,
    play,
    rulebook,
    up,
)
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CIRCLES, DROP, HAMMERS, WHEEL

# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_if_the_game_ended_here(gear):
    table = rulebook(laid_out(gear, at=(4, 1), left=0))
    now = [sum(outlook(table.plain, seat, source) for source in range(3)) for seat in range(3)]
    assert now == [7, 14, 13]
    play(table, NO_MERCHANT)
    assert table.over
    assert table.scores() == [7, 14, 13]
    assert table.ranks() == [3, 1, 2]
    assert [list(table.plain.earned[seat]) for seat in (RED, YELLOW, BLUE)] == [[3, 4, 0], [0, 3, 11], [2, 0, 11]]
    # Those of markets and cities go home; those on the crossroads have stayed.
    assert [in_hand(table, seat) for seat in (RED, YELLOW, BLUE)] == [7, 6, 6]


def test_example_2_a_city_is_completed_and_a_market_taken_over(gear):
    table = rulebook(lay_out(gear, drawn="A", mover=BLUE))
    play(table, up(2, 2))
    assert table.scores() == [4, 0, 0]
    assert in_hand(table, RED) == 6
    assert table.plain.step == MERCHANT
    assert offered(table) == {centre(2, 2), corner(2, 2), NO_MERCHANT}
    instead = play(table.copy(), corner(2, 2))
    play(table, centre(2, 2))
    assert table.scores() == [8, 0, 0]
    assert in_hand(table, RED) == 7
    assert table.plain.owner[ARROW] == BLUE
    # Two of the four tiles there are at Blue's first crossroad as well: Arrow 2 + 1, city 1 + 1.
    assert list(instead.plain.influence[BLUE]) == [1, 1, 1, 0, 0, 3, 2]
    assert instead.plain.owner[ARROW] == RED


def test_example_3_a_city_may_lie_diagonally_to_another(gear):
    table = rulebook(lay_out(gear, drawn="W"))
    assert down(2, 2) in offered(table)
    assert reason(table, down(4, 0)) == "Two cities may not share a side."
    assert up(4, 0) in offered(table)


def test_example_4_nobody_owned_the_market(gear):
    table = rulebook(lay_out(gear, drawn="B"))
    play(table, up(0, -1))
    assert offered(table) == {centre(0, -1), NO_MERCHANT}
    play(table, centre(0, -1))
    assert table.scores() == [0, 0, 0]
    assert table.plain.owner[BRICKS] == RED


def test_example_5_another_tile_of_the_own_symbol(gear):
    table = rulebook(lay_out(gear, drawn="A", mover=RED))
    play(table, up(2, 2))
    assert offered(table) == {corner(2, 2), NO_MERCHANT}
    assert reason(table, centre(2, 2)) == "You own this symbol already."


HOLE = """
    D D W
    A . A
    B H *
"""


def test_example_6_a_city_in_a_hole_scores_at_once(gear):
    table = lay_out(gear, HOLE, drawn="C")
    play(table, down(1, 1), centre(1, 1))
    assert table.scores() == [5, 0, 0]
    assert in_hand(table, RED) == 7
    assert table.plain.cities == 0


def test_example_7_all_six_symbols(gear):
    table = lay_out(gear, "\n . H C\n B * .\n W D .\n", drawn="A", mover=BLUE)
    city(table, RED, 1, 1)
    play(table, up(2, 2))
    assert table.scores() == [6, 0, 0]
    assert in_hand(table, RED) == 7


@pytest.mark.parametrize(
    ("influence", "points"),
    [((3, 3, 3, 1), (2, 2, 2, 0)), ((2, 2, 2, 2), (1, 1, 1, 1)), ((0, 0, 0, 0), (0, 0, 0, 0)),
     ((1, 0, 0, 0), (5, 0, 0, 0)), ((1, 2, 2, 0), (0, 3, 3, 0))],
)  # fmt: skip
def test_example_8_crossroads_at_the_end(gear, influence, points):
    table = laid_out(gear, at=(4, 1), seats=4, left=0)
    for seat in (RED, YELLOW, BLUE, GREEN):
        table.plain.influence[seat, WHEEL] = influence[seat]
    play(table, NO_MERCHANT)
    assert tuple(table.plain.earned[seat, FROM_CROSSROADS] for seat in range(4)) == points
    assert tuple(table.scores()) == points


def test_example_9_a_tile_completes_two_corners(gear):
    table = lay_out(gear, "\n A D H\n B . W\n", drawn="C")
    play(table, up(1, 1))
    assert offered(table) == {centre(1, 1), corner(1, 1), corner(2, 1), NO_MERCHANT}
    play(table, corner(1, 1), up(1, 2))
    assert is_crossroad(table.plain, cell_at(2, 1))
    assert reason(table, corner(2, 1)) == "Only on the tile you have just placed."
    assert reason(table, corner(1, 1)) == "Only on the tile you have just placed."
    play(table, centre(1, 2))
    assert in_hand(table, RED) == 6
    assert list(table.plain.influence[RED]) == [1, 0, 1, 1, 0, 1, 0]


# ---- what is refused -----------------------------------------------------------------------------------------------


def reason(table, code, seat=None):
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(table.waiting()[0] if seat is None else seat, code)
    assert bytes(table) == before
    return refused.value.reason


@pytest.mark.parametrize("cell", [(5, 0), (-1, -1), (2, 3), (20, 20)])
def test_refused_a_cell_that_is_not_next_to_a_tile(gear, cell):
    table = lay_out(gear)
    for code in (up(*cell), down(*cell)):
        assert reason(table, code) == "Tiles must share a side with the land."


def test_refused_an_occupied_cell(gear):
    table = lay_out(gear)
    for code in (up(0, 0), down(0, 0), up(3, 0)):
        assert reason(table, code) == "There is a tile already."


def test_refused_face_down_beside_face_down(gear):
    for cell in ((3, -1), (4, 0)):
        assert reason(lay_out(gear), down(*cell)) == "Two cities may not share a side."
    # A market laid beside such a cell does not make it free for a city.
    table = play(lay_out(gear), up(5, 1), NO_MERCHANT, up(5, 0), NO_MERCHANT)
    assert reason(table, down(4, 0)) == "Two cities may not share a side."


def test_refused_a_merchant_with_none_in_hand(gear):
    table = laid_out(gear, at=(2, 1))
    table.plain.merchants[RED] = 0
    for code in (centre(2, 1), corner(2, 1)):
        assert reason(table, code) == "All your merchants are out."


def test_refused_a_crossroad_that_is_not_complete(gear):
    table = laid_out(gear, at=(2, 1))
    for x, y in ((2, 2), (3, 2)):
        assert reason(table, corner(x, y)) == "A crossroad needs four tiles."
    assert offered(table) == {centre(2, 1), corner(2, 1), corner(3, 1), NO_MERCHANT}


def test_refused_a_merchant_elsewhere_than_on_the_tile_just_placed(gear):
    table = laid_out(gear, at=(4, 1))
    for code in (centre(3, 1), centre(1, 1), corner(1, 1), corner(2, 1), centre(20, 20)):
        assert reason(table, code) == "Only on the tile you have just placed."


def test_refused_a_market_of_an_own_symbol(gear):
    table = laid_out(gear, at=(0, 0))
    market(table, RED, 3, 1)
    assert reason(table, centre(0, 0)) == "You own this symbol already."


def test_refused_out_of_turn_and_out_of_order(gear):
    table = lay_out(gear)
    assert reason(table, up(0, -1), seat=YELLOW) == "It is not your turn."
    for code in (NO_MERCHANT, centre(0, 0), corner(1, 1)):
        assert reason(table, code) == "Lay your tile first."
    play(table, up(0, -1))
    assert reason(table, up(1, -1)) == "You have laid your tile; now a merchant, or none."


# ---- set-up and turns ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "turns", "merchants"), [(2, 17, 9), (3, 11, 7), (4, 8, 5)])
def test_the_set_up(gear, seats, turns, merchants):
    starts = set()
    for seed in range(20):
        table = GAME.new(seats, seed, gear=gear)
        s = table.plain
        assert (s.cell[0], 1 <= s.cell[1] <= 6) == (7, True)
        assert s.left + 1 == seats * turns  # one is drawn already
        assert [in_hand(table, seat) for seat in range(seats)] == [merchants] * seats
        assert table.census() == [6] * 6 + [38 - seats] + [merchants] * seats + [0] * (4 - seats)
        assert offered(table) == {up(x, y) for x, y in ((-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (2, 0))} | {
            down(x, y) for x, y in ((1, -1), (1, 1), (2, 0))
        }
        starts.add(s.mover)
    assert starts == set(range(seats))


def test_a_merchant_who_comes_home_may_go_out_at_once(gear):
    """R4: the last merchant of the mover is in the city that this tile completes."""
    table = lay_out(gear, drawn="A")
    city(table, RED, 1, 1)
    table.plain.merchants[RED] = 0
    play(table, up(2, 2))
    assert table.scores() == [4, 0, 0]
    play(table, centre(2, 2))
    assert table.plain.owner[ARROW] == RED
    assert in_hand(table, RED) == 0


def test_two_cities_completed_by_one_tile(gear):
    land = "\n A D H C B\n A * . * B\n C C W W D\n"
    table = lay_out(gear, land, drawn="A", mover=BLUE)
    city(table, RED, 1, 1)
    city(table, YELLOW, 3, 1)
    play(table, up(2, 1))
    assert table.scores() == [5, 6, 0]  # A D H C W; H C B W D and the new A
    assert (in_hand(table, RED), in_hand(table, YELLOW), table.plain.cities) == (7, 7, 0)


def test_face_down_neighbours_surround_a_city_but_give_no_points(gear):
    """R5 and R6."""
    table = lay_out(gear, "\n * D *\n H * .\n * D *\n", drawn="D", mover=BLUE)
    city(table, RED, 1, 1)
    play(table, up(2, 1))
    assert table.scores() == [2, 0, 0]


def test_nothing_is_asked_when_no_merchant_can_go(gear):
    table = lay_out(gear, drawn="A")
    market(table, RED, 3, 1)
    play(table, up(0, -1))  # an own symbol, and no crossroad
    assert (table.waiting(), table.plain.step) == ([YELLOW], PLACE)
    table = lay_out(gear)
    table.plain.merchants[RED] = 0
    play(table, down(2, 2))
    assert table.waiting() == [YELLOW]


def test_the_last_turn_may_bring_a_market_and_its_points(gear):
    table = rulebook(lay_out(gear, drawn="A", mover=BLUE, left=0))
    play(table, up(2, 2), centre(2, 2))
    assert table.over
    # Red 4 for the city and 4 for the market; Yellow as in the example; Blue owns four Arrows and two Circles.
    assert table.scores() == [8, 14, 17]


def test_a_kind_counts_twice_at_one_crossroad(gear):
    """R7."""
    table = laid_out(gear, at=(0, 0))
    crossroad(table, RED, 1, 1)
    s = table.plain
    assert [s.influence[RED, tile] for tile in (DROP, HAMMERS, CIRCLES, ARROW)] == [1, 0, 0, 2]


def test_equal_points_share_the_place(gear):
    table = laid_out(gear, at=(4, 1), left=0)
    for seat, points in ((RED, 3), (YELLOW, 5), (BLUE, 5)):
        table.plain.earned[seat, 0] = points
    play(table, NO_MERCHANT)
    assert table.ranks() == [3, 1, 1]
    assert [score(table.plain, seat) for seat in range(3)] == [3, 5, 5]


def test_a_market_that_nobody_owned_pays_nobody(gear):
    table = laid_out(gear, at=(1, 0))
    play(table, centre(1, 0))
    assert table.scores() == [0, 0, 0]
    assert [table.plain.owner[symbol] for symbol in range(6)] == [RED, *[NONE] * 5]

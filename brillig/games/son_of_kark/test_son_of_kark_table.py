"""Whole games, what is hidden, and the table in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import SPECTATOR
from brillig.games.son_of_kark.game import GAME
from brillig.games.son_of_kark.land import (
    AROUND,
    CELLS,
    CENTRE,
    CITY,
    FACE_DOWN,
    FACE_UP,
    KINDS_OF_TILE,
    MARKET_ONLY,
    MEETING,
    NO_MERCHANT,
    OPEN,
    PLACE,
    ROW,
    SIDES,
    UNKNOWN,
    beside,
    cell_at,
    x_of,
    y_of,
)
from brillig.games.son_of_kark.test_layouts import (
    BLUE,
    RED,
    YELLOW,
    centre,
    corner,
    down,
    laid_out,
    lay_out,
    play,
    rulebook,
    up,
)
from brillig.parts.boxes.greenbox import ARROW, TILES, WHEEL

# ---- every game ----------------------------------------------------------------------------------------------------


def agrees_with_itself(s):
    """Everything that is kept for speed is what can be read off the tiles."""
    tiles = [cell for cell in range(CELLS) if s.cell[cell] > 0]
    places = {cell: (x_of(s, cell), y_of(s, cell)) for cell in tiles}
    assert all(cell_at(*at) == cell for cell, at in places.items())
    assert (places[0], places[1]) == ((0, 0), (1, 0))
    assert (s.west, s.north) == (min(x for x, _ in places.values()), min(y for _, y in places.values()))
    edges = {beside(cell, step) for cell in tiles for step in SIDES} - set(tiles)
    assert sorted(s.edge[k] for k in range(s.edges)) == sorted(edges)
    for cell in edges:
        city = any(s.cell[beside(cell, step)] == CITY + 1 for step in SIDES)
        assert s.cell[cell] == (MARKET_ONLY if city else OPEN)
    assert all(s.cell[cell] == 0 for cell in set(range(CELLS)) - edges - set(tiles))
    for tile in range(KINDS_OF_TILE):
        assert s.shown[tile] == sum(s.cell[cell] == tile + 1 for cell in tiles)
        for seat in range(s.seats):
            corners = [s.road[k] for k in range(s.roads) if s.warden[k] == seat]
            met = [s.cell[beside(at, step)] for at in corners for step in MEETING]
            assert s.influence[seat, tile] == met.count(tile + 1)
    for k in range(s.cities):
        assert s.cell[s.city[k]] == CITY + 1
        round_it = [s.cell[beside(s.city[k], step)] for step in AROUND]
        assert min(round_it) <= 0  # a complete city has paid and is empty
        assert len(set(round_it) & {1, 2, 3, 4, 5, 6}) < 6
    for cell in tiles:
        assert s.cell[cell] != CITY + 1 or all(s.cell[beside(cell, step)] != CITY + 1 for step in SIDES)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_any_game(seats, seed, dice):
    table = GAME.new(seats, seed, gear="compiled")
    first, turns = table.census(), 0
    while not table.over:
        (seat,) = table.waiting()
        turns += table.plain.step == PLACE
        code = dice.choice(table.codes(seat))
        before = table.scores()
        table.play(seat, code)
        agrees_with_itself(table.plain)
        assert table.census() == first
        assert all(new >= old for old, new in zip(before, table.scores(), strict=True))
        assert len({table.plain.road[k] for k in range(table.plain.roads)}) == table.plain.roads
    assert turns == TILES - seats


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_table_has_no_edge(gear, step):
    """R12: all tiles in a straight line, whichever way; the places of the land never meet round the ring."""
    table = GAME.new(2, gear=gear)
    x, y = (1, 0) if step == (1, 0) else (0, 0)
    while not table.over:
        x, y = x + step[0], y + step[1]
        play(table, up(x, y))
        if table.plain.step != PLACE and not table.over:
            play(table, NO_MERCHANT)
        agrees_with_itself(table.plain)
    assert abs(x) + abs(y) >= 34
    assert f"at_{x}_{y}" in table.screen(SPECTATOR).ids()
    assert table.plain.edges <= 2 * TILES + 2 < CELLS // ROW * 2


def test_random_play():
    for seats in (2, 3, 4):
        played = GAME.playouts(4000, seed=1, seats=seats)
        assert 0 < played.lengths.min() <= played.lengths.max() <= GAME.bound(seats) == 2 * (TILES - seats)
        wins = (played.ranks == 1).mean(0)
        assert abs(wins - wins.mean()).max() < 0.04  # nobody gains by where they sit


# ---- what is hidden ------------------------------------------------------------------------------------------------


def test_only_the_drawing_seat_sees_the_tile(gear):
    table = lay_out(gear, drawn="W", mover=RED)
    assert table.view(RED).drawn == WHEEL
    for seat in (YELLOW, BLUE, SPECTATOR):
        assert table.view(seat).drawn == UNKNOWN
        assert "drawn-up" not in table.screen(seat).ids()
        assert {table.guess(seat, seed=k).plain.drawn for k in range(60)} == {0, 1, 2, 3, 4, 5}


def test_a_tile_laid_face_down_keeps_its_secret(gear):
    table = play(lay_out(gear, drawn="W", mover=RED), down(2, 2), NO_MERCHANT)
    assert table.view(RED).buried[RED, WHEEL] == 1
    assert all(table.guess(RED, seed=k).plain.buried[RED, WHEEL] == 1 for k in range(20))
    for seat in (YELLOW, BLUE, SPECTATOR):
        assert list(table.view(seat).buried[RED]) == [0, 0, 0, 0, 0, 0, 1]
        laid = {list(table.guess(seat, seed=k).plain.buried[RED]).index(1) for k in range(60)}
        assert laid == {0, 1, 2, 3, 4, 5}


def test_nobody_has_seen_the_first_city_or_the_tiles_removed():
    """They stay in the bag with the stack, so there is nothing to look at."""
    table = GAME.new(4, seed=5)
    s = table.plain
    assert sum(s.bag) == s.left + 1 + 2
    while not table.over:
        play(table, table.codes(table.waiting()[0])[0])
    assert sum(s.bag) == 1 + 2


# ---- the table -----------------------------------------------------------------------------------------------------


def told(table, code, viewer=SPECTATOR):
    before = table.copy().view(viewer)
    play(table, code)
    return GAME.tell(before, table.view(viewer), viewer)


def labels(table):
    return [choice.label for choice in table.choices(table.waiting()[0])]


def test_labels():
    assert {"Wheel at (0,-1)", "city at (0,-1)"} <= set(labels(lay_out(drawn="W")))
    table = rulebook(lay_out(drawn="A", mover=BLUE))
    play(table, up(2, 2))
    assert labels(table) == [
        "the Arrow market (4 tiles, paid to Seat 1)",
        "upper left crossroad (Hammers, Three Circles, Arrow, city)",
        "No merchant",
    ]
    assert labels(laid_out(at=(3, 0)))[0] == "this city (3 symbols around it)"


def test_touches():
    assert GAME.touch(lay_out().plain, RED, up(0, -1)) == ("drawn-up", "at_0_-1")
    assert GAME.touch(lay_out().plain, RED, down(2, 2)) == ("drawn-down", "at_2_2")
    s = laid_out(at=(2, 1)).plain
    assert GAME.touch(s, RED, centre(2, 1)) == ("at_2_1",)
    assert GAME.touch(s, RED, corner(2, 1)) == ("corner_2_1",)
    assert GAME.touch(s, RED, NO_MERCHANT) == ()


def test_prompts():
    table = rulebook(lay_out(drawn="A", mover=BLUE))
    assert table.screen(BLUE).prompt == "Your tile: Arrow. Choose which side is up, then where it goes."
    assert table.screen(RED).prompt == "Seat 3 has drawn a tile and lays it."
    play(table, up(2, 2))
    asked = "Send a merchant? Middle: own Arrow, worth 4 points so far (Seat 1 is paid). Corner: claim a crossroad."
    assert table.screen(BLUE).prompt == asked
    asked = "Send a merchant? Middle: take the city, worth 3 points so far. Corner: claim a crossroad."
    assert laid_out(at=(3, 0)).screen(RED).prompt == asked
    assert table.screen(RED).prompt == "Seat 3 may send a merchant."


def test_tell_calls_out_completed_cities_and_takeovers():
    table = rulebook(lay_out(drawn="A", mover=BLUE))
    assert told(table, up(2, 2)) == [
        "Seat 3 lays an Arrow market at (2,2).",
        "The city of Seat 1 at (1,1) is complete: 4 points.",
    ]
    other = table.copy()
    assert told(table, centre(2, 2)) == ["Seat 3 takes the Arrow market from Seat 1, who is paid 4 points."]
    assert told(other, corner(2, 2)) == ["Seat 3 claims the crossroad (2,2) of Hammers, Three Circles, Arrow, city."]


def test_tell_calls_out_a_city_that_is_complete_at_once():
    table = lay_out(land="\n D D W\n A . A\n B H *\n", drawn="C")
    assert told(table, down(1, 1)) == ["Seat 1 lays a city at (1,1)."]
    assert told(table, centre(1, 1)) == [
        "Seat 1 takes the city at (1,1).",
        "The city of Seat 1 at (1,1) is complete: 5 points.",
    ]


def test_tell_calls_out_the_kinds_one_by_one_at_the_end():
    table = rulebook(laid_out(at=(4, 1), left=0))
    assert told(table, NO_MERCHANT) == [
        "Seat 1 sends no merchant.",
        "The last tile lies.",
        "The Three Circles market pays Seat 3 2 points.",
        "The Arrow market pays Seat 1 3 points.",
        "The city at (1,1) pays Seat 1 4 points.",
        "The city at (3,0) pays Seat 2 3 points.",
        "At the crossroads, Drop: Seat 2 and Seat 3 with 1, 3 points each.",
        "At the crossroads, Hammers: Seat 2 with 2, 5 points.",
        "At the crossroads, Three Circles: nobody.",
        "At the crossroads, Bricks: nobody.",
        "At the crossroads, Wheel: nobody.",
        "At the crossroads, Arrow: Seat 3 with 2, 5 points.",
        "At the crossroads, city: Seat 2 and Seat 3 with 1, 3 points each.",
        "Seat 2 wins with 14 points.",
    ]
    assert table.screen(RED).verdict.startswith(
        "Points from markets, cities and crossroads: Seat 1 3 + 4 + 0; Seat 2 0 + 3 + 11; Seat 3 2 + 0 + 11."
    )


def test_nobody_is_told_what_lies_face_down():
    for viewer in (YELLOW, SPECTATOR):
        assert told(lay_out(drawn="W"), down(2, 2), viewer) == ["Seat 1 lays a city at (2,2)."]


def test_the_table_in_letters():
    text = rulebook(lay_out(drawn="W")).text(RED)
    assert text.splitlines()[:9] == [
        "      -1  0       1       2   3   4   5",
        "  -1      .       .       .   .",
        "  0   .   A       D       H  * g  .",
        "              b       g",
        "  1   .   A      * r      H  A r  D   .",
        "  2   .  C b      C       .   .   .",
        "  3       .       .",
        "",
        "Your tile: W  *",
    ]
    assert "  A    3    r    ·    ·    2★" in text
    assert "  *              ·    1★   1★" in text
    assert "> Seat 1  points 0, if it ended now 7, merchants 5" in text


def test_codes_are_numbered_by_cells():
    assert (FACE_UP, FACE_DOWN, CENTRE, NO_MERCHANT, GAME.codes) == (0, CELLS, 2 * CELLS, 4 * CELLS, 4 * CELLS + 1)
    assert rulebook(lay_out()).plain.owner[ARROW] == RED

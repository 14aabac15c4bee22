"""Temple of Doom: the illegal attempts of the specification, and what a seat knows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig import bots
from brillig.core import IllegalChoice
from brillig.games.temple_of_doom.game import GAME, REFUSALS
from brillig.games.temple_of_doom.temple import (
    ANNOUNCE,
    CARD,
    DECK,
    FLIP_TILE,
    GIVE_UP,
    IN_DECK,
    KEEP_QUIET,
    MOVE,
    MOVES,
    POINT,
    TALK,
    TARGETS,
    known,
)  # fmt: skip
from brillig.games.temple_of_doom.test_layouts import (
    end_round,
    last_card,
    lay,
    move_code,
    place,
    play_card,
    ways,
)  # fmt: skip

# ---- the illegal attempts ------------------------------------------------------------------------------------------


def refused(table, code, seat=0):
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(seat, code)
    assert bytes(table) == before
    return str(why.value)


@pytest.mark.parametrize(("start", "end"), [("1.1", "2.3"), ("2.1", "3.1"), ("1.1", "1.1")])
def test_illegal_more_than_one_tile_or_a_gap(gear, start, end):
    table = lay(gear, hands=((33, 6),), cubes=[("red", start)], up="1.1 2.1 2.3 4.1")
    play_card(table, 33)
    assert refused(table, move_code(table, "red", start, end)) == "One point moves a cube to a neighbouring tile."


def test_illegal_another_colour_onto_another_symbol(gear):
    table = lay(gear, hands=((17, 6),), cubes=[("green", "1.2")])
    play_card(table, 17)
    why = refused(table, move_code(table, "green", "1.2", "2.1"))
    assert why == "Use the card's colour, or move onto its symbol."


def test_illegal_black_by_colour(gear):
    table = lay(gear, hands=((53, 6),), cubes=[("green", "1.2")])
    play_card(table, 53)
    assert refused(table, move_code(table, "green", "1.2", "2.1")) == "Black moves no cube by colour."


def test_illegal_symbol_of_a_flipped_tile(gear):
    table = lay(gear, hands=((17, 6),), cubes=[("green", "1.2")], flipped="1.1")
    play_card(table, 17)
    assert refused(table, move_code(table, "green", "1.2", "1.1")) == "A flipped tile has no symbol."
    table = lay(gear, hands=((44, 6),), cubes=[("green", "1.2")], flipped="1.1")
    play_card(table, 44)
    assert "1.1" in ways(table, "green", "1.2")  # by colour it may go there


@pytest.mark.parametrize(("card", "start"), [(17, "9.1"), (33, "8.1")])
def test_illegal_leaving(gear, card, start):
    table = lay(gear, hands=((card, 6),), cubes=[("red", start)])
    play_card(table, card)
    why = refused(table, move_code(table, "red", start, "out"))
    assert why == "Leave from the last row with a card of the cube's colour."


def test_illegal_to_save_a_point(gear):
    table = lay(gear, hands=((35, 6),))
    play_card(table, 35)
    for code in (MOVES.index(6), FLIP_TILE):
        assert refused(table, code) == "Points must be used at once or given up."
    table.play(0, GIVE_UP)
    table.play(0, GIVE_UP)
    assert table.plain.step == CARD


def test_a_point_that_a_cube_can_use_must_be_used(gear):
    table = lay(gear, hands=((35, 6),), spare_points="used")
    play_card(table, 35)
    for _ in range(2):
        assert GIVE_UP not in table.codes(0)
        assert refused(table, GIVE_UP) == "A cube can still move, so the point must be used."
        table.play(0, table.codes(0)[0])
    assert table.plain.step == CARD


def test_illegal_flip_further_in(gear):
    table = last_card(gear, cubes=[("red", "9.2")], dooms=(47,), up="4.1 4.5 5.2 9.2")
    end_round(table)
    assert refused(table, FLIP_TILE + place("5.2")) == "The tile closest to the Starting Row goes first."
    assert refused(table, FLIP_TILE + place("1.1")) == REFUSALS[10] == "The Temple card does not strike that tile."
    assert refused(table, MOVES.index(6)) == "Choose the tile that the Temple card strikes."


def test_illegal_out_of_turn_or_another_card(gear):
    table = lay(gear, seats=2, hands=((33,), (6, 7)))
    assert refused(table, MOVES.index(6), seat=1) == "It is another player's turn."
    assert refused(table, MOVES.index(6)) == "That is not your card."
    assert refused(table, GIVE_UP) == "Play a card first."


def test_illegal_cubes(gear):
    table = lay(gear, hands=((24, 6),), cubes=[("red", "out"), ("red", "1.1"), ("blue", "1.1"), ("blue", "1.1")])
    play_card(table, 24)
    assert refused(table, MOVE + place("1.2")) == "That cube is no longer in the temple."
    second = MOVE + 5 * TARGETS + place("1.2")
    assert refused(table, second) == "Two cubes of one colour stand there; move the first of them."


# ---- what a seat knows ---------------------------------------------------------------------------------------------


def test_announcing_shows_a_hand_for_the_rest_of_the_game(gear):
    table = GAME.new(3, seed=4, gear=gear)
    for seat in range(3):
        table.play(seat, KEEP_QUIET)
    seat = table.waiting()[0]
    mine = {k for k in range(DECK) if table.plain.where[k] == seat + 1}
    view = table.view((seat + 1) % 3)
    assert not any(view.where[k] == seat + 1 for k in range(DECK))
    table.play(seat, ANNOUNCE)
    assert table.waiting() == [seat]
    view = table.view((seat + 1) % 3)
    assert {k for k in range(DECK) if view.where[k] == seat + 1} == mine
    assert refused(table, ANNOUNCE, seat) == "Your cards are known already."


def test_everybody_may_announce_before_the_first_card(gear):
    table = GAME.new(3, seed=4, gear=gear)
    leader = table.plain.leader
    assert table.waiting() == [0, 1, 2]
    assert table.codes(leader) == [ANNOUNCE, KEEP_QUIET]
    assert refused(table, 0, leader) == "Before the first card everybody says whether to announce their cards."
    table.play((leader + 1) % 3, ANNOUNCE)
    assert refused(table, ANNOUNCE, (leader + 1) % 3) == "Your cards are known already."
    table.play(leader, KEEP_QUIET)
    table.play((leader + 2) % 3, ANNOUNCE)
    assert (table.plain.step, table.waiting()) == (CARD, [leader])
    assert [known(table.plain, -1, seat) for seat in range(3)] == [seat != leader for seat in range(3)]
    assert refused(table, KEEP_QUIET, leader) == "You have answered already."
    table.play(leader, ANNOUNCE)  # later, in its turn
    assert table.waiting() == [leader]


def test_everybody_may_announce_at_any_time(gear):
    table = lay(gear, seats=3, hands=((35, 6), (7,), (8,)), spare_points="used")
    assert [table.asides(seat) for seat in range(3)] == [
        [],
        [ANNOUNCE],
        [ANNOUNCE],
    ]  # a leader has it among its choices
    table.play(1, ANNOUNCE)  # while another chooses a card
    assert (table.waiting(), known(table.plain, -1, 1), known(table.plain, -1, 2)) == ([0], True, False)
    assert refused(table, ANNOUNCE, 1) == "Your cards are known already."
    play_card(table, 35)
    assert (table.plain.step, ANNOUNCE in table.codes(0)) == (POINT, False)
    points = table.plain.points
    for seat in (0, 2):  # while points are used, by whoever uses them too
        assert table.asides(seat) == [ANNOUNCE]
        table.play(seat, ANNOUNCE)
    assert (table.plain.step, table.plain.points, table.waiting()) == (POINT, points, [0])
    assert [known(table.plain, -1, seat) for seat in range(3)] == [True] * 3
    assert refused(table, MOVES.index(7), 1) == "It is another player's turn."  # and nothing else


def test_a_quiet_seat_may_change_its_mind_while_others_are_asked(gear):
    table = GAME.new(3, seed=4, gear=gear)
    table.play(0, KEEP_QUIET)
    assert refused(table, KEEP_QUIET, 0) == "You have answered already."
    table.play(0, ANNOUNCE)
    assert (table.plain.step, table.waiting(), known(table.plain, -1, 0)) == (TALK, [1, 2], True)


def test_bots_announce_before_the_first_card():
    table = GAME.new(3, seed=4)
    while table.plain.step == TALK:
        seat = table.waiting()[0]
        table.play(seat, bots.make("easy", GAME).choose(table.hidden(seat), seat, 1))
    assert [table.plain.announced[seat] for seat in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(("seats", "hands"), [(1, "private"), (3, "open")])
def test_nothing_to_announce(seats, hands):
    table = GAME.new(seats, options={"hands": hands})
    seat = table.waiting()[0]
    assert refused(table, ANNOUNCE, seat) == "Your cards are known already."
    assert known(table.view(-1), -1, seat)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 6), st.integers(0, 90))
def test_a_guess_deals_what_everybody_knows_was_dealt(seed, seats, plies):
    table = GAME.new(seats, seed=seed, gear="compiled")
    for k in range(plies):
        if table.over:
            return
        codes = table.codes(table.waiting()[0])
        table.play(table.waiting()[0], codes[(seed + k) % len(codes)])
    guess = table.guess(0, seed=seed).plain
    for card in range(DECK):
        if table.plain.sure >> card & 1:
            assert guess.where[card] != IN_DECK
    for seat in range(seats):
        assert sum(guess.where[k] == seat + 1 for k in range(DECK)) == table.plain.held[seat]

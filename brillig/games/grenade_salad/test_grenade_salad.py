"""Grenade Salad: the worked examples of its rules, turns, mines and secrets."""

from __future__ import annotations

import pytest

import brillig
from brillig.core import IllegalChoice
from brillig.games.grenade_salad import turns
from brillig.games.grenade_salad.ground import (
    ACROSS,
    AT,
    DECLINE,
    DISCARDING,
    EACH,
    END,
    KEEP,
    MINES,
    MOVE,
    NONE,
    OVER,
    PLACE,
    SCATTER,
    SHOOT,
    SOLDIERS,
    STRIKE,
    TARGET,
    THROW,
    TOSS,
    TURN,
)
from brillig.games.grenade_salad.points import list_points
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CIRCLES, DROP, HAMMERS, WHEEL

GAME = brillig.load("grenade-salad")
RED, GREEN, BLUE, YELLOW = range(4)


def laid(seats=2, *, hands=None, deck=31, **soldiers):
    """A table with these soldiers and hands, red to move; all other cards are in the deck or, past its size, spent."""
    table = GAME.new(seats, seed=1, gear="plain", timed=True)
    s = table.plain
    for n in range(SOLDIERS):
        s.x[n] = s.y[n] = NONE
    for seat in range(seats):
        s.arrived[seat] = s.taken[seat] = 0
    for colour, places in soldiers.items():
        seat = ("red", "green", "blue", "yellow").index(colour)
        for k, (x, y) in enumerate(places):
            s.x[EACH * seat + k], s.y[EACH * seat + k] = x, y
        s.arrived[seat] = len(places)
    cards = [9] * 6
    for seat in range(seats):
        mine = (hands or {}).get(seat, ())
        for symbol in range(6):
            s.hand[seat, symbol] = list(mine).count(symbol)
            cards[symbol] -= list(mine).count(symbol)
        s.held[seat] = len(mine)
    s.left = 0
    for symbol in range(6):
        s.deck[symbol] = min(cards[symbol], deck - s.left)
        s.spent[symbol] = cards[symbol] - s.deck[symbol]
        s.left += s.deck[symbol]
    turns.begin_turn(s, RED)
    return table


def point(table, seat, code, x, y):
    for each in (code, AT + x, AT + y):
        table.play(seat, each)


def at(table, n):
    return table.plain.x[n], table.plain.y[n]


def why(table, seat, *codes):
    """Why the last of these choices is refused, after the others; a refused choice changes nothing."""
    for code in codes[:-1]:
        table.play(seat, code)
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(seat, codes[-1])
    assert bytes(table) == before
    return str(refused.value)


# ---- setup ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_soldiers_of_each_are_dropped_on_the_middle_and_nobody_overlaps(seats):
    for seed in range(20):
        s = GAME.new(seats, seed=seed).plain
        there = [(s.x[n], s.y[n]) for n in range(SOLDIERS) if s.x[n] != NONE]
        assert len(there) == 5 * seats
        assert list(s.arrived)[:seats] == [5] * seats
        assert all(60 <= x <= 180 and 60 <= y <= 180 for x, y in there)
        assert all(abs(a - c) >= 4 or abs(b - d) >= 4 for k, (a, b) in enumerate(there) for c, d in there[:k])
        assert [sum(s.hand[seat]) for seat in range(seats)] == [5] * seats
        assert s.left == 54 - 5 * seats


def test_any_seat_may_start():
    assert {GAME.new(3, seed=seed).plain.mover for seed in range(40)} == {0, 1, 2}


def test_example_7_a_drop_with_a_clash_is_drawn_again(monkeypatch):
    table = laid(red=[(123, 115)])
    draws = iter([125, 117, 129, 115])
    monkeypatch.setattr(turns, "scattered", lambda s: next(draws))
    n = turns.drop(table.plain, GREEN)
    assert at(table, n) == (129, 115)


def test_a_drop_that_always_clashes_goes_to_the_nearest_free_place(monkeypatch):
    table = laid(red=[(120, 120)])
    monkeypatch.setattr(turns, "scattered", lambda s: 120)
    # Four units up, down, left and right are equally near: the highest on the table wins.
    assert at(table, turns.drop(table.plain, GREEN)) == (120, 116)
    assert at(table, turns.drop(table.plain, GREEN)) == (116, 120)


# ---- examples ------------------------------------------------------------------------------------------------------


def battlefield(**hands):
    held = {RED: (HAMMERS, WHEEL, WHEEL, DROP, DROP), BLUE: hands.get("blue", (DROP,)), GREEN: (), YELLOW: ()}
    return laid(
        4, hands=held, red=[(100, 100), (130, 100)], green=[(106, 103), (170, 120)], blue=[(178, 130)],
        yellow=[(158, 112)],
    )  # fmt: skip


def test_example_1_strike_move_and_throw():
    table = battlefield()
    table.play(RED, STRIKE + 0)
    table.play(RED, TARGET + EACH * GREEN)
    point(table, RED, MOVE + 1, 150, 110)
    table.tick()
    point(table, RED, THROW + 1, 168, 122)
    s = table.plain
    assert s.taken[RED] == 4
    assert at(table, 1) == (150, 110)
    assert [n for n in range(SOLDIERS) if s.x[n] != NONE] == [0, 1]


def test_example_2_a_mine_answers_the_move():
    table = battlefield(blue=(BRICKS, DROP))
    table.play(RED, STRIKE + 0)
    table.play(RED, TARGET + EACH * GREEN)
    point(table, RED, MOVE + 1, 150, 110)
    assert table.waiting() == [BLUE]
    table.play(BLUE, TARGET + 1)
    s = table.plain
    assert s.taken[BLUE] == 2
    assert not any(s.x[n] != NONE for n in (1, EACH * YELLOW))
    assert table.waiting() == [RED]  # nobody is left who could step on another
    assert why(table, RED, THROW + 1) == "That soldier is not on the table."
    assert s.played == 1


@pytest.mark.parametrize(
    ("place", "close"),
    [((104, 100), True), ((107, 100), True), ((108, 100), False), ((106, 107), True), ((107, 107), False)],
)
def test_example_3_close_combat(place, close):
    table = laid(hands={RED: (HAMMERS,)}, red=[(100, 100)], green=[place])
    assert (table.refusal(RED, STRIKE + 0) == "") == close


@pytest.mark.parametrize(
    ("third", "seen"), [((120, 110), False), ((120, 112), False), ((120, 113), True), ((150, 125), True)]
)
@pytest.mark.parametrize("colour", ["red", "green", "blue"])
def test_example_4_sight(third, seen, colour):
    soldiers = {"red": [(100, 100)], "green": [(140, 120)]}
    soldiers[colour] = [*soldiers.get(colour, []), third]
    table = laid(3, hands={RED: (ARROW,)}, **soldiers)
    table.plain.step, table.plain.begun, table.plain.who = 1, SHOOT, 0
    assert (table.refusal(RED, TARGET + EACH * GREEN) == "") == seen


def points_of(table, seat, code):
    table.play(seat, code)
    found = set()
    for x in table.codes(seat):
        after = table.copy()
        after.play(seat, x)
        found |= {(x - AT, y - AT) for y in after.codes(seat)}
    return found


def test_example_5_where_a_soldier_may_move():
    found = points_of(laid(red=[(100, 100)], green=[(200, 200)]), RED, MOVE)
    assert (124, 100) in found
    assert (116, 117) in found
    assert (117, 117) not in found
    assert (100, 100) not in found
    assert len(found) == 1792
    assert len({x for x, _ in found}) == 49
    assert len(points_of(laid(red=[(2, 2)], green=[(200, 200)]), RED, MOVE)) == 472


def test_example_6_the_edge_of_a_blast_kills():
    table = laid(hands={RED: (WHEEL,)}, red=[(150, 90)], green=[(162, 122), (163, 110)])
    point(table, RED, THROW, 150, 110)
    assert table.plain.taken[RED] == 1
    assert at(table, EACH + 1) == (163, 110)


def test_example_8_two_mines_and_a_second_round(monkeypatch):
    hands = {RED: (CIRCLES,), GREEN: (BRICKS, BRICKS), YELLOW: (BRICKS,), BLUE: (DROP,)}
    table = laid(4, hands=hands, red=[(20, 20)], green=[(200, 20)])
    draws = iter([60, 60, 120, 120, 180, 180])
    monkeypatch.setattr(turns, "scattered", lambda s: next(draws))
    table.play(RED, SCATTER)
    p, q, r = 1, 2, 3
    assert table.waiting() == [GREEN]
    table.play(GREEN, TARGET + p)
    assert table.waiting() == [YELLOW]  # blue has none
    table.play(YELLOW, TARGET + q)
    assert table.waiting() == []
    table.tick()
    assert table.waiting() == [GREEN]
    table.play(GREEN, TARGET + r)
    assert table.waiting() == [RED]
    assert [table.plain.taken[k] for k in range(4)] == [0, 2, 0, 1]


def test_example_9_in_the_end_phase_cubes_are_placed_but_not_dropped():
    table = laid(hands={RED: (CIRCLES, DROP)}, deck=0, red=[(20, 20)], green=[(200, 20)])
    assert table.refusal(RED, SCATTER) == "No more drops once the deck is empty."
    assert table.refusal(RED, PLACE) == ""


def test_example_10_a_tie_goes_to_the_larger_reserve():
    table = laid(red=[(20, 20), (40, 20), (60, 20), (80, 20)], green=[(20 * k, 200) for k in range(1, 6)])
    s = table.plain
    s.arrived[RED], s.arrived[GREEN], s.taken[RED], s.taken[GREEN] = 17, 14, 7, 4
    assert table.scores() == [19, 19]
    assert table.ranks() == [2, 1]
    s.arrived[RED] = 14
    assert table.ranks() == [1, 1]


def test_example_11_own_soldiers_count_one_for_who_killed_them():
    table = laid(hands={RED: (WHEEL,)}, red=[(100, 100), (112, 100)], green=[(114, 100), (118, 100)])
    before = table.scores()[RED]
    point(table, RED, THROW, 118, 100)
    assert table.scores()[RED] == before + 3 - 3
    assert table.plain.taken[RED] == 3


def test_example_12_the_end_when_nobody_can_play():
    hands = {RED: (BRICKS,), GREEN: (ARROW, HAMMERS), BLUE: ()}
    table = laid(3, hands=hands, deck=0, red=[(20, 20)], green=[(100, 100)], blue=[(200, 200), (200, 100)])
    point(table, RED, MOVE, 30, 20)
    table.settle()
    table.play(RED, END)
    table.play(GREEN, SHOOT)
    table.play(GREEN, TARGET + EACH * BLUE + 1)
    table.play(GREEN, END)
    for seat in (BLUE, RED, GREEN):
        assert not table.over
        table.play(seat, END)
    assert table.over
    assert table.plain.step == OVER


def test_example_13_passing_by_choice_does_not_end_the_game():
    hands = {RED: (ARROW,), GREEN: (HAMMERS,)}
    table = laid(hands=hands, deck=0, red=[(100, 100)], green=[(160, 100)])
    quiet = table.copy()
    table.play(RED, END)
    point(table, GREEN, MOVE, 136, 100)
    table.settle()
    table.play(GREEN, END)
    table.play(RED, END)
    assert not table.over
    point(table, GREEN, MOVE, 112, 100)
    table.settle()
    table.play(GREEN, END)
    table.play(RED, END)
    point(table, GREEN, MOVE, 107, 100)
    table.settle()
    table.play(GREEN, STRIKE)
    table.play(GREEN, TARGET)
    assert table.plain.taken[GREEN] == 1
    for turn in range(6):
        assert not quiet.over
        quiet.play(turn % 2, END)
    assert quiet.over


def listed(table, deed, who):
    s = table.plain
    s.begun, s.who, s.step = deed, who, ACROSS
    list_points(s, RED)
    return [(s.points[k] & 255, s.points[k] >> 8) for k in range(s.listed)]


def test_example_14_the_lists_for_bots():
    table = laid(red=[(100, 100)], green=[(124, 100), (140, 110)])
    assert listed(table.copy(), THROW, 0) == [(113, 88), (100, 76), (112, 88), (88, 88)]
    moves = listed(table.copy(), MOVE, 0)
    assert moves[:4] == [(117, 100), (112, 100), (117, 104), (120, 100)]
    assert len(moves) == 50
    assert len(points_of(table.copy(), RED, MOVE)) == 1770
    places = listed(table.copy(), PLACE, NONE)
    assert places[:2] == [(128, 100), (144, 110)]
    assert len(places) == 110


# ---- turns ---------------------------------------------------------------------------------------------------------


def test_one_move_and_two_cards_in_any_order():
    table = laid(hands={RED: (WHEEL, WHEEL, DROP)}, red=[(100, 100)], green=[(200, 200)])
    point(table, RED, THROW, 100, 80)
    point(table, RED, MOVE, 110, 100)
    table.settle()
    point(table, RED, PLACE, 50, 50)
    table.settle()
    assert table.codes(RED) == [END]


def test_first_wants_the_move_before_the_cards():
    table = laid(hands={RED: (WHEEL, WHEEL)}, red=[(100, 100)], green=[(200, 200)])
    table.plain.move_timing = 1
    point(table, RED, THROW, 100, 80)
    assert why(table, RED, MOVE) == "At this table you move before you play a card."


def test_who_plays_no_card_may_throw_one_away_and_draws():
    table = laid(hands={RED: (BRICKS, BRICKS, BRICKS)}, red=[(100, 100)], green=[(200, 200)])
    table.play(RED, END)
    assert table.plain.step == DISCARDING
    assert table.codes(RED) == [KEEP, TOSS + BRICKS]
    table.play(RED, TOSS + BRICKS)
    s = table.plain
    assert s.spent[BRICKS] >= 1
    assert s.held[RED] == 5
    assert s.mover == GREEN


@pytest.mark.parametrize("strict", [False, True])
def test_nothing_is_thrown_away_after_a_card_nor_where_it_is_strict(strict):
    table = laid(hands={RED: (WHEEL, BRICKS)}, red=[(100, 100)], green=[(200, 200)])
    table.plain.stuck_hand = int(strict)
    if not strict:
        point(table, RED, THROW, 100, 80)
    table.play(RED, END)
    assert table.plain.mover == GREEN
    assert table.plain.step == TURN


def test_fewer_than_three_in_reserve_all_drop():
    table = laid(hands={RED: (CIRCLES,)}, red=[(100, 100)], green=[(200, 200)])
    table.plain.arrived[RED] = 18
    table.play(RED, SCATTER)
    assert table.plain.arrived[RED] == 20


def test_the_game_ends_when_no_card_is_left():
    table = laid(hands={RED: (WHEEL,)}, deck=0, red=[(100, 100)], green=[(200, 200)])
    point(table, RED, THROW, 100, 80)
    table.play(RED, END)
    assert table.over


def test_a_seat_without_soldiers_stays_in_the_game():
    table = laid(hands={GREEN: (DROP,)}, red=[(100, 100)], green=[(200, 200)])
    table.plain.x[EACH] = table.plain.y[EACH] = NONE
    table.play(RED, END)
    assert table.waiting() == [GREEN]
    point(table, GREEN, PLACE, 30, 30)
    assert at(table, EACH + 1) == (30, 30)


# ---- mines and secrets ---------------------------------------------------------------------------------------------


def moved(hands, **more):
    table = laid(3, hands=hands, red=[(100, 100)], green=[(200, 200)], blue=[(200, 20)], **more)
    point(table, RED, MOVE, 110, 100)
    return table


def test_the_wait_for_mines_is_the_same_whether_or_not_somebody_has_one():
    for hands in ({GREEN: (BRICKS,), BLUE: (DROP,)}, {GREEN: (DROP,), BLUE: (DROP,)}):
        table = moved(hands)
        assert table.plain.step == MINES
        assert table.due() == 5000
        if table.waiting():
            table.play(GREEN, DECLINE)
        assert table.due() == 5000
        table.tick()
        assert table.waiting() == [RED]


def test_nobody_else_learns_who_is_asked():
    one, other = moved({GREEN: (BRICKS,), BLUE: (DROP,)}), moved({GREEN: (DROP,), BLUE: (BRICKS,)})
    for seat in (-1, RED):
        assert bytes(one.hidden(seat)) == bytes(other.hidden(seat))
    assert one.hidden(GREEN).waiting() == [GREEN]
    assert other.hidden(GREEN).waiting() == []


def test_nobody_waits_when_everybody_can_tell_that_there_is_no_mine():
    table = moved({}, deck=0)
    assert table.plain.step == TURN


def test_who_does_not_answer_in_time_has_no_mine():
    table = moved({GREEN: (BRICKS,), BLUE: (DROP,)})
    table.tick()
    assert table.waiting() == [RED]
    assert table.plain.hand[GREEN, BRICKS] == 1


def test_mines_are_not_among_the_two_cards_and_are_not_replaced():
    table = moved({GREEN: (BRICKS, DROP), RED: (WHEEL, WHEEL)})
    table.play(GREEN, TARGET)
    assert table.plain.played == 0
    assert table.plain.held[GREEN] == 1

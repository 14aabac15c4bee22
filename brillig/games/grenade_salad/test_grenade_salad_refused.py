"""Grenade Salad: everything that is refused, and why."""

from __future__ import annotations

import pytest

import brillig
from brillig.core import BadOption
from brillig.games.grenade_salad.ground import (
    AT,
    BURY,
    CODES,
    EACH,
    END,
    MOVE,
    PLACE,
    SCATTER,
    SHOOT,
    SIZE,
    STRIKE,
    TARGET,
    THROW,
)
from brillig.games.grenade_salad.test_grenade_salad import GAME, GREEN, RED, laid, point, why
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CIRCLES, DROP, HAMMERS, WHEEL


def field(**hands):
    held = {RED: hands.get("red", (HAMMERS, ARROW, WHEEL, DROP, BRICKS)), GREEN: hands.get("green", ())}
    return laid(hands=held, red=[(100, 100), (20, 20)], green=[(110, 110), (130, 130)])


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        ((MOVE, AT + 125), "You can move at most one tile's width."),
        ((MOVE, AT + 117, AT + 117), "You can move at most one tile's width."),
        ((MOVE, AT + 110, AT + 108), "There is no room there."),
        ((MOVE, AT + 100, AT + 100), "There is no room there."),
        ((MOVE + 1, AT + 1), "There is no room there."),
        ((MOVE + 1, AT + 20, AT - 1), "There is no room there."),
        ((PLACE, AT + 239), "There is no room there."),
        ((PLACE, AT + 241), "There is no room there."),
        ((PLACE, AT + 110, AT + 113), "There is no room there."),
        ((STRIKE + 1,), "They must stand less than a cube's width apart."),
        ((STRIKE,), "They must stand less than a cube's width apart."),
        ((SHOOT + 0, TARGET + EACH + 1), "Another soldier is in the way."),
        ((SHOOT, TARGET + 1), "Choose an enemy soldier."),
        ((SHOOT, TARGET + EACH + 7), "That soldier is not on the table."),
        ((THROW, AT + 125), "A grenade flies at most one tile's width."),
        ((THROW, AT + 117, AT + 117), "A grenade flies at most one tile's width."),
        ((THROW + 1, AT - 1), "The grenade must land on the table."),
        ((THROW + 1, AT + 20, AT + 241), "The grenade must land on the table."),
        ((BURY,), "Mines are played on your opponents' turns."),
        ((SCATTER,), "You have no such card."),
        ((MOVE + 5,), "That soldier is not on the table."),
        ((MOVE, END), "First finish what you have begun."),
        ((AT + 100,), "That is for another moment: it is your turn to move, to play a card or to end the turn."),
        ((CODES,), f"There is no choice {CODES} in Grenade Salad."),
    ],
)
def test_what_is_not_allowed_is_refused_in_a_sentence(codes, reason):
    assert why(field(), RED, *codes) == reason


def test_a_second_move_and_a_third_card_are_refused():
    table = field(red=(WHEEL, WHEEL, WHEEL))
    point(table, RED, MOVE, 100, 90)
    table.settle()
    assert why(table, RED, MOVE + 1) == "You have already moved a soldier."
    point(table, RED, THROW, 80, 90)
    point(table, RED, THROW, 80, 90)
    assert why(table, RED, THROW) == "You can play two cards a turn."


def test_an_empty_reserve_is_refused():
    table = field(red=(CIRCLES, DROP))
    table.plain.arrived[RED] = 20
    assert why(table, RED, PLACE) == "You have no soldiers in reserve."
    assert why(table, RED, SCATTER) == "You have no soldiers in reserve."


def test_only_a_soldier_that_has_just_moved_steps_on_a_mine():
    table = field(green=(BRICKS,))
    point(table, RED, MOVE, 100, 90)
    words = "Only a soldier that has just moved, been placed or dropped can step on a mine."
    assert why(table, GREEN, TARGET + 1) == words
    assert why(table, GREEN, END) == "Say whether one of those soldiers has stepped on a mine."


def test_out_of_turn():
    table = field()
    assert why(table, GREEN, MOVE) == "It is not your turn."
    table.play(RED, MOVE)
    assert why(table, GREEN, AT + 100) == "It is not your turn."


def test_seats_and_options_that_there_are_not():
    with pytest.raises(brillig.BadSeats, match="Grenade Salad is for 2 to 4 players, not 5"):
        GAME.new(5)
    with pytest.raises(BadOption, match=r"move_timing cannot be .last.; it can be any, first\."):
        GAME.new(2, options={"move timing": "last"})


def test_every_coordinate_has_a_code():
    assert CODES == AT + SIZE + 2
    assert why(field(), RED, THROW, AT + SIZE + 1) == "The grenade must land on the table."


def test_a_hand_says_what_its_cards_do_and_how_many_there_are():
    table = laid(red=[(100, 100)], green=[(200, 200)], hands={0: (WHEEL, WHEEL, BRICKS), 1: (DROP,)})
    hand = next(zone for zone in table.screen(0).zones if zone.id == "hand")
    assert {piece.face.look["symbol"]: piece.badge for piece in hand.pieces} == {
        "Bricks": "mine",
        "Wheel": "grenade ×2",
    }

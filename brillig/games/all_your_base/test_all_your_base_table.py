"""The screen of All Your Base, what is called out, and how bots judge."""

import pytest

from brillig.core import SPECTATOR
from brillig.games.all_your_base.base import KEEPING, USING
from brillig.games.all_your_base.game import GAME
from brillig.games.all_your_base.judgement import best_use, prefer, standing, use_of, value
from brillig.games.all_your_base.test_layouts import (
    A,
    B,
    C,
    build,
    drop,
    drop_all,
    everyone,
    first,
    hand,
    install,
    keep,
    laid,
    load,
    pick,
    play,
)
from brillig.parts.boxes.greenbox import DROP, HAMMERS, WHEEL
from brillig.parts.hand import NONE

BARE = (0, 0, 0, 0)


def told(table, seat: int, code: int) -> list[str]:
    """What is called out when a seat chooses this."""
    before = table.view(SPECTATOR)
    table.play(seat, code)
    return GAME.tell(before, table.view(SPECTATOR), SPECTATOR)


def zone(table, seat: int, id: str):
    return next(zone for zone in table.screen(seat).zones if zone.id == id)


def spots(table, seat: int, id: str) -> dict:
    return {spot.id: spot for spot in zone(table, seat, id).spots}


# ---- choices -------------------------------------------------------------------------------------------------------


def test_a_card_is_touched_and_then_where_it_goes():
    table = laid((5, 6), (7, 8), shown=((30,), (0,)), stations=((A, DROP, BARE, NONE),))
    s = table.view(A)
    assert GAME.touch(s, A, build(30)) == ("card-30", "stack-Drop")
    assert GAME.touch(s, A, install(30, 0)) == ("card-30", "hardware-1")
    assert GAME.touch(s, A, load(30, 0)) == ("card-30", "software-1")
    assert GAME.touch(s, A, drop(30)) == ("card-30", "discard")
    assert GAME.touch(s, A, pick(5)) == GAME.touch(s, A, keep(5)) == ("card-5",)


def test_labels_say_what_a_choice_brings():
    stations = ((A, DROP, (2, 0, 0, 0), 14), (B, DROP, BARE, NONE), (A, WHEEL, (1, 0, 0, 0), 27))
    table = laid((), (), shown=((30,), (0,)), stations=stations)
    s = table.view(A)
    assert [GAME.label(s, A, code) for code in table.codes(A)] == [
        "red Drop 6 builds a Drop station",
        "red Drop 6 as a red cube on station 1 (Drop): +0",
        "red Drop 6 as software of station 1 (Drop): +8",
        "red Drop 6 as a red cube on station 2 (Wheel): +3",
        "Throw away red Drop 6",
    ]
    worse = laid((), (), shown=((30,), (0,)), stations=((A, DROP, (0, 0, 0, 3), 14),))
    assert GAME.label(worse.view(A), A, load(30, 0)).endswith(": −7")
    assert GAME.label(s, A, pick(5)) == "Play blue Three Circles 4"
    assert GAME.label(s, A, keep(5)) == "Keep blue Three Circles 4"


# ---- the screen ----------------------------------------------------------------------------------------------------


def test_own_stations_have_hardware_above_software():
    stations = ((A, DROP, (2, 0, 1, 0), 30), (A, WHEEL, BARE, NONE), (B, HAMMERS, BARE, 1))
    table = laid((), (), shown=((5,), (0,)), stations=stations)
    shown = spots(table, A, "board")
    assert shown["hardware-1"].row < shown["software-1"].row
    assert [p.face.text for p in shown["hardware-1"].pieces] == ["D", "R", "R", "B"]
    assert shown["software-1"].pieces[0].badge == "12"
    assert shown["software-2"].look == "ghost"
    assert "hardware-3" not in shown
    others = spots(table, A, "bases")
    assert [p.face.text for p in others["built-3"].pieces] == ["BH2"]
    assert "built-1" not in others
    assert "built-1" in spots(table, SPECTATOR, "bases")


def test_a_large_base_goes_on_below():
    table = laid((), (), shown=((5,), (0,)), stations=[(A, k % 6, BARE, NONE) for k in range(16)])
    board = zone(table, A, "board")
    assert all(spot.row + spot.high <= board.rows and spot.col + spot.wide <= board.cols for spot in board.spots)
    places = {(spot.row, spot.col) for spot in board.spots if spot.id.startswith("hardware")}
    assert len(places) == 16
    assert zone(table, B, "bases").rows == 3


def test_many_cubes_are_heaped_by_colour():
    table = laid((), (), shown=((5,), (0,)), stations=((A, DROP, (4, 0, 1, 0), NONE),))
    pieces = spots(table, A, "board")["hardware-1"].pieces
    assert [(p.face.text, p.badge) for p in pieces] == [("D", ""), ("R4", "4"), ("B1", "")]


def test_empty_stacks_are_gaps():
    shown = spots(laid((), (), shown=((5,), (0,)), stock=(0, 3, 3, 3, 3, 3), supply=(0, 4, 20, 20)), A, "board")
    assert shown["stack-Drop"].look == "gap"
    assert shown["stack-Hammers"].pieces[0].badge == "3"
    assert not shown["heap-red"].pieces
    assert shown["heap-green"].pieces[0].badge == "4"


def test_the_hand_marks_what_was_chosen():
    table = laid((0, 5, 30), (7, 8, 9), (10, 11, 12))
    table.play(A, pick(5))
    cards = {p.face.text: (p.mark, p.badge) for p in zone(table, A, "hand").pieces}
    assert cards == {"RD6": ("", ""), "BD3": ("", ""), "BC4": ("last", "✓")}
    table.play(A, pick(30))
    lamps = {panel.title: panel.lamps.get("ready") for panel in table.screen(B).panels[1:]}
    assert lamps == {"Seat 1": "amber", "Seat 2": "off", "Seat 3": "off"}
    for seat, card in ((B, 7), (B, 8), (C, 10), (C, 11)):
        table.play(seat, pick(card))
    assert [p.mark for p in zone(table, A, "hand").pieces] == ["last", "last", "dim"]
    assert [p.badge for p in zone(table, A, "shown").pieces] == ["G", "G", "B", "B"]
    alone = laid((), (), shown=((5,), ()))
    assert not any(z.id == "shown" for z in alone.screen(A).zones)


def test_prompts():
    table = laid((0, 5, 30, 31), (7, 8, 9, 6), (10, 11, 12, 13))
    assert table.screen(A).prompt == "Touch the two cards that you play in this turn."
    table.play(A, pick(0))
    assert table.screen(A).prompt == "Touch the second card that you play in this turn."
    table.play(A, pick(5))
    assert table.screen(A).prompt == "You have chosen. The others are still choosing."
    for seat, card in ((B, 7), (B, 8), (C, 10), (C, 11)):
        table.play(seat, pick(card))
    assert table.screen(A).prompt == "Touch one of your two cards, then where it goes."
    assert table.screen(B).prompt == ""
    play(table, drop(0))
    assert table.screen(A).prompt == "Touch your card, then where it goes."
    longer = GAME.new(3, seed=1)
    everyone(longer, first)
    drop_all(longer)
    assert longer.plain.step == KEEPING
    assert longer.screen(C).prompt == "Touch two cards to keep; the others go to Seat 1."


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_seat_finds_its_base_and_those_of_the_others(seats):
    table = GAME.new(seats, seed=3)
    everyone(table, first)
    while table.plain.step == USING:
        play(table, first(table, table.waiting()[0]))
    for seat in range(seats):
        mine = sum(table.plain.owner[k] == seat for k in range(table.plain.stations))
        assert sum(id.startswith("hardware") for id in spots(table, seat, "board")) == mine
        assert sum(id.startswith("built") for id in spots(table, seat, "bases")) == table.plain.stations - mine


# ---- what is called out --------------------------------------------------------------------------------------------


def test_a_turn_is_told():
    table = laid((0, 5, 30), (7, 8, 9), (10, 11, 12), turn=3)
    assert told(table, A, pick(0)) == []
    assert told(table, A, pick(30)) == ["Seat 1 has picked."]
    table.play(B, pick(7))
    table.play(B, pick(8))
    table.play(C, pick(10))
    assert told(table, C, pick(11)) == [
        "Seat 3 has picked.",
        "Seat 1 shows blue Drop 3 and red Drop 6.",
        "Seat 2 shows blue Bricks 1 and blue Three Circles 2.",
        "Seat 3 shows yellow Arrow 2 and yellow Wheel 1.",
    ]
    assert told(table, A, build(0)) == ["Seat 1 builds a Drop station."]
    assert told(table, A, load(30, 0)) == ["Seat 1 installs red Drop 6 on station 1 (Drop): 6 points."]
    assert told(table, B, drop(7)) == ["Seat 2 throws away blue Bricks 1."]


def test_upgrades_and_empty_stacks_are_told():
    stations = ((A, HAMMERS, (0, 1, 0, 0), 1),)
    table = laid((), (), shown=((39, 30), (0, 2)), stations=stations, stock=(1, 3, 3, 3, 3, 3))
    assert told(table, A, load(39, 0)) == [
        "Seat 1 replaces blue Hammers 2 by green Hammers 6 on station 1 (Hammers): 9 points."
    ]
    assert told(table, A, build(30)) == ["Seat 1 builds a Drop station. No Drop stations are left."]
    table.play(B, drop(0))
    assert told(table, B, drop(2))[0] == "Seat 2 throws away blue Arrow 1."


def test_keeping_is_told():
    table = GAME.new(3, seed=1)
    everyone(table, first)
    drop_all(table)
    for seat in (A, B):
        for card in hand(table, seat)[:2]:
            table.play(seat, keep(card))
    table.play(C, keep(hand(table, C)[0]))
    assert told(table, C, keep(hand(table, C)[1])) == [
        "Seat 3 has chosen what to keep.",
        "The other cards are passed to the left.",
    ]


def test_scores_are_told():
    stations = ((A, DROP, (1, 0, 0, 0), 30),)
    table = laid((), (), shown=((), (0,)), lead=1, stations=stations, turn=4)
    table.plain.chosen[A, 0] = 5
    table.play(B, drop(0))
    assert told(table, A, drop(5)) == [
        "Seat 1 throws away blue Three Circles 4.",
        "Seat 1 scores 9 in phase 1.",
        "Seat 2 scores 0 in phase 1.",
        "Phase 2 begins: all cards are dealt anew, stations and hardware stay.",
    ]
    last = laid((), (), shown=((5,), (0,)), stations=stations, turn=4, phase=2)
    play(last, drop(5))
    assert told(last, B, drop(0))[-1] == "Seat 1 wins with 9."


# ---- bots ----------------------------------------------------------------------------------------------------------


def test_uses_are_weighed_by_what_they_bring():
    stations = ((A, DROP, (2, 0, 0, 0), NONE), (A, HAMMERS, BARE, 1))
    s = laid((), (), shown=((30,), (0,)), stations=stations, phase=2, turn=2).plain
    assert use_of(s, A, load(30, 0)) == 120
    assert best_use(s, A, 30) == 120
    assert prefer(s, A, load(30, 0)) > prefer(s, A, install(30, 0)) > prefer(s, A, drop(30)) == 1


def test_early_on_stations_and_hardware_are_worth_something():
    none = laid((), (), shown=((5,), (0,))).plain
    one = laid((), (), shown=((5,), (0,)), stations=((A, DROP, BARE, NONE),)).plain
    two = laid((), (), shown=((5,), (0,)), stations=((A, DROP, (1, 0, 0, 0), NONE),)).plain
    assert standing(none, A) < standing(one, A) < standing(two, A)
    assert value(two, A) > 500 > value(two, B)
    late = laid((), (), shown=((5,), (0,)), stations=((A, DROP, (1, 0, 0, 0), NONE),), phase=2, turn=4).plain
    assert standing(late, A) < standing(one, A)

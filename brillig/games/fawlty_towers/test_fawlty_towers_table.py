"""The screen of Fawlty Towers, the crane, what is called out, and how bots judge and press."""

import pytest

from brillig.bots import Settings, Thinker
from brillig.bots.timing import aim, stopped
from brillig.core import SPECTATOR
from brillig.games.fawlty_towers.game import GAME
from brillig.games.fawlty_towers.judgement import coming, prefer, standing, value
from brillig.games.fawlty_towers.screen import swing
from brillig.games.fawlty_towers.test_layouts import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    base,
    crane,
    drop,
    lay_out,
    on,
    play,
    put,
    take,
)
from brillig.games.fawlty_towers.towers import FARTHEST
from brillig.games.fawlty_towers.words import DECLINE, DROP, HAND

ANN = 0


def told(table, *codes: int) -> list[str]:
    """What is called out when the last of these is chosen."""
    play(table, *codes[:-1])
    before = table.view(SPECTATOR)
    play(table, codes[-1])
    return GAME.tell(before, table.view(SPECTATOR), SPECTATOR)


def spots(table, seat: int) -> dict:
    return {spot.id: spot for zone in table.screen(seat).zones for spot in zone.spots}


def face(table, tower: int):
    return spots(table, SPECTATOR)[f"tower-{tower}"].pieces[0].face


# ---- choices -------------------------------------------------------------------------------------------------------


def test_a_cube_is_touched_and_then_a_tower_or_the_other_way_round():
    s = lay_out().view(ANN)
    assert GAME.touch(s, ANN, on(BLUE, 3)) == ("stock-blue", "tower-3")
    assert GAME.also(s, ANN, on(BLUE, 3)) == ("tower-3", "stock-blue")
    assert GAME.touch(s, ANN, take("B", 2)) == ("place-B2",)
    assert GAME.touch(s, ANN, base(RED)) == ("stock-red",)
    assert GAME.touch(s, ANN, DECLINE) == GAME.touch(s, ANN, HAND) == GAME.touch(s, ANN, crane(4)) == ()


def test_labels_say_what_a_choice_brings_and_risks():
    table = lay_out(towers=("RG", "G", "B", "Y"), columns=((28, 30), (0,), (36,), (12,)), taken={0: (33, 25)})
    labels = [GAME.label(table.view(ANN), ANN, code) for code in (on(RED, 1), on(RED, 2), on(BLUE, 4))]
    assert labels == [
        "Red cube on tower 1: best 6, risk 0%",
        "Red cube on tower 2: best 2, risk 0%",
        "Blue cube on tower 4: best 3, risk 0%",
    ]
    drop(table, RED, 1)
    assert GAME.label(table.view(ANN), ANN, take("A", 2)) == "Take red Drop 6: +11"
    assert GAME.label(table.view(ANN), ANN, take("A", 1)) == "Take red Bricks 2: +2"


def test_a_cube_without_a_card_says_so():
    table = lay_out(columns=((0,), (1,), (2,), (3,)))
    assert GAME.label(table.view(ANN), ANN, on(RED, 1)).startswith("Red cube on tower 1: no card")


# ---- the screen ----------------------------------------------------------------------------------------------------


def test_a_tower_is_drawn_as_it_stands():
    table = put(lay_out(towers=("RGB", "G", "B", "Y")), 0, (0, 20, 35), (0, -5, 0))
    shown = face(table, 1)
    assert (shown.kind, shown.look["cubes"]) == ("tower", "R0,0 G20,-5 B35,0")
    assert shown.look["lean"] == "55,10"
    assert shown.say == "3 cubes, from below red, green, blue; leans 55 of 100"


def test_a_fallen_tower_shows_the_joint_that_gave_way():
    table = put(lay_out(towers=("RGBY", "G", "B", "Y")), 0, (0, 10, 20, 70))
    drop(table, RED, 1, 5)
    shown = face(table, 1)
    assert (shown.look["joint"], shown.look["cubes"]) == (2, "R0,0 G10,0 B20,0 Y70,0 R75,0")
    assert shown.say.startswith("fallen, from cube 3")
    assert table.screen(ANN).pause > 0
    play(table, base(GREEN))
    assert "joint" not in face(table, 1).look


def test_pointing_at_a_tower_lights_what_the_cube_would_reach():
    table = lay_out(towers=("RG", "G", "B", "Y"), columns=((28, 37, 30), (0,), (36,), (24,)))
    ways = table.screen(ANN).ways
    assert ways["stock-red tower-1"] == ways["tower-1 stock-red"] == ["place-A1", "place-A3", "place-D1"]
    assert ways["stock-red tower-3"] == ["place-A1", "place-D1"]
    assert ways["stock-green tower-1"] == ["place-A2", "place-C1", "place-D1"]
    assert not table.screen(1).ways


def test_where_many_play_only_ones_own_symbols_are_counted_on_the_panels():
    table = GAME.new(8, seed=1)
    table.plain.symbols[2, 0] = table.plain.symbols[3, 0] = 2
    panels = {panel.seat: panel for panel in table.screen(2).panels}
    assert panels[2].counters["Drop"] == 2
    assert "Drop" not in panels[3].counters


@pytest.mark.parametrize(("hand", "height", "period"), [("crane", 1, 1148), ("crane", 4, 644), ("crane", 8, 406)])
def test_the_crane_swings_faster_over_a_tall_tower(hand, height, period):
    table = play(lay_out(towers=("R" * height, "G", "B", "Y"), hand_1=hand), on(RED, 1))
    found = table.screen(ANN).swing
    assert (found.period, found.first, found.last) == (period, crane(-FARTHEST), crane(FARTHEST))
    assert found.ends == ("left", "right")
    assert table.screen(1).swing is None
    assert table.screen(SPECTATOR).swing is None
    play(table, crane(0))
    assert table.screen(ANN).swing.ends == ("near", "far")
    play(table, crane(0))
    assert table.screen(ANN).swing is None


def test_everybody_sees_whose_hand_works_a_crane():
    panels = {panel.seat: panel for panel in GAME.new(2, options={"hand_2": "shaky crane"}).screen(0).panels}
    assert panels[1].counters["hand"] == "shaky crane"
    assert "hand" not in panels[0].counters


# ---- what is called out --------------------------------------------------------------------------------------------


def test_drops_and_falls_are_called_out():
    columns = ((28, 30), (0,), (36,), (12,))
    crooked = lay_out(towers=("RG", "G", "B", "Y"), columns=columns)
    assert told(crooked, on(RED, 1)) == ["Seat 1 lifts a red cube over tower 1."]
    assert told(crooked, crane(40)) == ["Seat 1 stops the crane 40 right."]
    assert told(crooked, crane(0)) == ["Seat 1 drops a red cube on tower 1: 3 cubes, about to fall."]
    assert told(crooked, take("A", 2)) == ["Seat 1 takes red Drop 6."]
    assert told(crooked, on(BLUE, 1), crane(60), crane(0)) == [
        "Seat 2 drops a blue cube on tower 1: it breaks above cube 2, and all 4 cubes come down!"
    ]
    assert told(crooked, base(BLUE)) == ["Seat 2 sets a blue base for tower 1."]
    assert told(crooked, DECLINE) == ["Seat 2 takes no card."]


def test_a_drop_that_reaches_nothing_is_called_out():
    table = lay_out(columns=((0,), (1,), (2,), (3,)))
    assert told(table, on(RED, 1), crane(0), crane(0))[1] == "No card of that colour is in reach."


def test_a_set_and_the_end_are_called_out():
    table = lay_out(columns=((), (5,), (36, 10), (0, 47)), taken={0: (8, 13, 21)}, pile=())
    table.plain.symbols[0, 2] = 2
    lines = told(table, on(BLUE, 1), crane(0), crane(0), take("B", 1))
    assert lines[0] == "Seat 1 takes blue Three Circles 4. 3 Three Circles: 5 points more."
    assert lines[1].startswith("Two columns are empty. Seat 2 wins with")


# ---- how bots judge and press --------------------------------------------------------------------------------------


def test_a_good_card_in_reach_is_preferred_and_a_danger_is_not():
    table = lay_out(towers=("RG", "G", "B", "Y"), columns=((28, 30), (0,), (36,), (10,)))
    s = table.plain
    assert prefer(s, 0, on(RED, 1)) > prefer(s, 0, on(RED, 2)) > prefer(s, 0, on(RED, 3)) - 1
    leaning = put(lay_out(towers=("RGGG", "R", "B", "Y"), columns=((28, 30), (0,), (36,), (10,))), 0, (0, 30, 60, 85))
    assert prefer(leaning.plain, 0, on(RED, 2)) > prefer(leaning.plain, 0, on(RED, 1))


def test_the_turn_to_come_counts_for_the_mover():
    table = lay_out(columns=((30,), (0,), (36,), (10,)))
    s = table.plain
    assert coming(s, 0) >= 60
    assert standing(s, 0) > standing(s, 1)
    assert value(s, 0) + value(s, 1) in (999, 1000)
    drop(table, YELLOW, 1)
    assert coming(s, 0) < 60


def test_the_crane_goes_for_where_the_tower_stands_best():
    table = play(put(lay_out(towers=("RGBY", "G", "B", "Y")), 0, (0, 20, 40, 60)), on(RED, 1))
    assert aim(table, 0, swing(table.plain, 0)) == crane(-15)


@pytest.mark.parametrize(("timing", "most"), [(0, 0), (35, 16)])
def test_a_bot_presses_too_early_or_too_late(timing, most):
    table = play(lay_out(), on(RED, 1))
    pendulum = swing(table.plain, 0)
    offs = [stopped(pendulum, crane(0), timing, seed) - crane(0) for seed in range(300)]
    assert all(-FARTHEST <= off <= FARTHEST for off in offs)
    spread = (sum(off * off for off in offs) / len(offs)) ** 0.5
    assert most * 0.5 <= spread <= most  # the hand's own is 11.5 here


def test_levels_press_by_their_timing_and_never_search_for_it():
    table = play(lay_out(), on(RED, 1))
    perfect = Thinker(GAME, Settings(iterations=8, timing=0), gear="plain")
    clumsy = Thinker(GAME, Settings(iterations=8, timing=90), gear="plain")
    assert {perfect.choose(table, 0, seed) for seed in range(10)} == {crane(0)}
    pressed = {clumsy.choose(table, 0, seed) for seed in range(30)}
    assert len(pressed) > 10
    assert all(DROP <= code < HAND for code in pressed)

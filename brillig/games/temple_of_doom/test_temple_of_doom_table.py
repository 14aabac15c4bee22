"""What the screen shows, and what is told."""

from brillig.games.temple_of_doom.game import GAME
from brillig.games.temple_of_doom.temple import POINT
from brillig.games.temple_of_doom.test_layouts import AFTER_MOVING, end_round, last_card, lay, move, play_card


def test_the_screen_says_what_the_round_end_would_do():
    table = last_card(cubes=AFTER_MOVING, relics=(18, 20, 39), dooms=(10, 38, 2, 28, 46, 11))
    t = table.screen(0)
    zones = {zone.id: zone for zone in t.zones}
    assert [p.badge for p in zones["relics"].pieces] == ["✓", "✓", ""]
    assert [piece.badge for piece in zones["dooms"].pieces] == ["✓"] * 4 + ["", ""]
    assert {spot.id for spot in zones["temple"].spots if spot.mark == "warn"} == {"place-1.1", "place-1.6"}


def test_the_screen_marks_what_the_leader_would_choose_from():
    table = last_card(cubes=[("red", "9.2")], dooms=(47,), up="4.1 4.5 5.2 9.2")
    board = table.screen(0).zones[0]
    assert {spot.id for spot in board.spots if spot.mark} == {"place-4.1", "place-4.5"}
    assert {spot.mark for spot in board.spots} == {"", "maybe"}


def test_the_round_end_is_told():
    cubes = (*AFTER_MOVING, ("blue", "1.1"))
    table = last_card(cubes=cubes, relics=(18, 39), dooms=(10, 46), flipped="1.1")
    before = table.view(0)
    end_round(table)
    told = GAME.tell(before, table.view(0), 0)
    assert told[1:5] == [
        "Collected: white Arrow.", "1.1 falls.", "Lost: blue on 1.1!", "Matched: yellow Arrow.",
    ]  # fmt: skip
    assert told[5] == "2.2 flips."
    assert told[6].startswith("Round 2. The temple may last about ")


def test_escapes_and_the_end_are_told():
    cubes = [(c, w) for c in ("green", "blue", "yellow") for w in ("out", "dead")]
    table = lay(hands=((34, 24),), cubes=[*cubes, ("red", "9.1"), ("red", "dead")])
    play_card(table, 34)
    assert table.plain.step == POINT
    before = table.view(0)
    move(table, "red", "9.1", "out")
    assert GAME.tell(before, table.view(0), 0) == [
        "Seat 1 leads red out of the temple from 9.1.",
        "The game is over: 4 out, 18 relics left: -14, a loss.",
    ]
    assert "4 got out" in table.screen(0).verdict


def test_tiles_flip_before_they_fall_for_want_of_others():
    table = last_card(cubes=[("red", "9.1"), ("blue", "8.1")], dooms=(46, 47, 45), up="8.1 9.1", flipped="4.1")
    before = table.view(0)
    end_round(table)
    assert GAME.tell(before, table.view(0), 0)[1:5] == [
        "4.1 falls.", "8.1 and 9.1 flip.", "8.1 falls.", "Lost: blue on 8.1!",
    ]  # fmt: skip


def test_what_was_played_last_round_is_told_apart():
    table = GAME.new(1, seed=5)
    while table.plain.turn == 1:
        table.play(0, table.codes(0)[0])
    zones = {zone.title: zone for zone in table.screen(0).zones}
    assert (len(zones["Played this round"].pieces), len(zones["Played last round"].pieces)) == (0, 9)

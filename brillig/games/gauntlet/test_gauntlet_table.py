"""Whole games, random tracks, what is hidden, and the table in words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import SPECTATOR
from brillig.games.gauntlet.game import GAME
from brillig.games.gauntlet.laying import faults
from brillig.games.gauntlet.record import EFFECT_FIRST, HAND, MOVE, PLAN, UNKNOWN
from brillig.games.gauntlet.test_layouts import BLUE, GREEN, RED, lay_out, offered, play, to, walk
from brillig.games.gauntlet.words import card_name
from brillig.parts.bits import has


def agrees_with_itself(s):
    for seat in range(s.seats):
        mine = [card for card in range(54) if s.where[card] == HAND + seat]
        assert s.held[seat] == len(mine)
        assert s.kept[seat] == sum(has(s.sure, card) for card in mine)
        assert 0 <= s.life[seat] <= 3
        assert (s.life[seat] == 0) == (s.stun[seat] > 0)
        for k in range(s.planned[seat]):
            assert s.plan[seat, k] >= 0
    assert not s.sure & s.seen


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_any_game(seats, seed, dice):
    table = GAME.new(seats, seed, {"turn_cap": 20}, gear="compiled")
    first = table.census()
    while not table.over:
        seat = dice.choice(table.waiting())
        table.play(seat, dice.choice(table.codes(seat)))
        agrees_with_itself(table.plain)
        assert table.census() == first
        agrees_with_itself(table.guess(seat, seed=1).plain)


def test_random_tracks_have_no_faults():
    outlines = set()
    for seed in range(30):
        s = GAME.new(2, seed, gear="compiled").plain
        assert faults(s) == 0
        kinds = [s.tile[place] for place in range(56) if s.tile[place] >= 0]
        assert (kinds.count(0), kinds.count(1), kinds.count(2), len(kinds)) == (18, 6, 6, 36)
        outlines.add(s.outline)
    assert outlines == {0, 1, 2}


@pytest.mark.parametrize("track", ["Corridor", "Horseshoe", "Serpent"])
def test_named_tracks_have_no_faults(track):
    assert faults(GAME.new(2, options={"track": track}).plain) == 0


# ---- what is hidden ------------------------------------------------------------------------------------------------


def test_plans_are_secret_until_their_step(gear):
    plans = {RED: (11, 27, 6), GREEN: (3, 49, 41)}
    table = lay_out(gear, at={RED: "a1", GREEN: "c1"}, plans={RED: plans[RED]}, moves=3, seats=2)
    assert list(table.view(GREEN).plan[RED]) == [UNKNOWN] * 4
    assert list(table.view(RED).plan[RED])[:3] == [11, 27, 6]
    assert table.plain.phase == PLAN
    table = lay_out(gear, at={RED: "a1", GREEN: "c1"}, plans=plans, moves=3, seats=2)
    seen = list(table.view(GREEN).plan[RED])
    assert (seen[0], seen[1], seen[2]) == (11, UNKNOWN, UNKNOWN)
    assert seen[3] >= 0
    for seed in range(20):
        guessed = table.guess(GREEN, seed=seed).plain
        assert guessed.plan[RED, 0] == 11
        assert guessed.plan[RED, 1] != guessed.plan[RED, 2]


def test_cards_of_the_pool_are_known_and_those_of_the_pile_are_not(gear):
    table = GAME.new(2, 3, {"track": "Serpent"}, gear=gear)
    (seat,) = table.waiting()
    one, two = min(offered(table)), max(offered(table))
    play(table, one, two)
    for viewer in (1 - seat, SPECTATOR):
        view = table.view(viewer)
        assert view.where[one] == view.where[two] == HAND + seat
        assert sum(view.where[card] == HAND + seat for card in range(54)) == 5  # and the three starting cards
        assert view.held[seat] == 7
    assert sum(table.view(seat).where[card] == HAND + seat for card in range(54)) == 7


# ---- the table -----------------------------------------------------------------------------------------------------


def told(table, code, viewer=SPECTATOR):
    before = table.copy().view(viewer)
    table.play(table.waiting()[0], code)
    return GAME.tell(before, table.view(viewer), viewer)


def test_what_is_told():
    plans = {RED: (48, 28, 15), GREEN: (31, 7, 20), BLUE: (41, 36, 53)}
    table = lay_out(at={RED: "d5", GREEN: "a2", BLUE: "d4"}, plans=plans, life={RED: 2}, moves=3, seats=3)
    assert told(table, EFFECT_FIRST) == [
        "Seat 1 uses Arrow first.",
        "Seat 1 is hit by arrows: 2 life lost, 0 left.",
        "Seat 1 is stunned until the end of the next turn.",
    ]
    assert table.waiting() == [GREEN]
    assert told(table, EFFECT_FIRST) == ["Seat 2 uses Swords first."]
    assert told(table, to("a1")) == ["Seat 2 moves to a1."]


def test_the_table_in_letters():
    text = walk(lay_out(at={RED: "a1"}, plans={RED: (3, 49, 41), GREEN: (11, 28, 15)}, seats=2), "b1").text(RED)
    assert "Plans: steps 1 to 3, discard:" in text
    assert "life ♥♥♥" in text


def test_only_the_corridor_lies_on_its_side_and_its_arrows_say_that_they_point():
    for track, turns in (("Corridor", True), ("Horseshoe", False), ("Serpent", False)):
        board = next(zone for zone in GAME.new(2, options={"track": track}).screen(0).zones if zone.id == "track")
        assert (board.turns, board.map) == (turns, True)
        tiles = [spot.pieces[0] for spot in board.spots if spot.pieces and spot.pieces[0].face.kind == "tile"]
        assert all((tile.turned > 0) == (tile.face.text in "^>v<") for tile in tiles)
        assert {tile.turned for tile in tiles if tile.face.text == "^"} <= {360}


def test_whoever_plans_sees_what_is_planned_and_whoever_moves_what_comes():
    table = lay_out(at={RED: "a1", GREEN: "c1"}, plans={GREEN: (11, 27, 6)}, moves=3, seats=2)
    assert table.plain.phase == PLAN
    first = min(table.codes(RED))
    table.play(RED, first)
    hand = next(zone for zone in table.screen(RED).zones if zone.id == "hand")
    assert [piece.badge for piece in hand.pieces[:2]] == ["1", ""]
    table = lay_out(at={RED: "a1", GREEN: "c1"}, plans={RED: (3, 49, 41), GREEN: (11, 28, 15)}, seats=2)
    mover = table.waiting()[0]
    while table.plain.phase != MOVE:
        table.play(mover, table.codes(mover)[0])
        mover = table.waiting()[0]
    later = [card_name(table.plain.plan[mover, k]) for k in (1, 2)]
    assert f", then {later[0]} and {later[1]}: move" in table.screen(mover).prompt

"""The examples of the specification, every illegal attempt, first cards, freezing, beats, and what is shown."""

from functools import partial

import pytest

from brillig.core import SPECTATOR, IllegalChoice
from brillig.games.not_my_stack.game import ACROSS, GAME, candidates, prefer, tell, touch
from brillig.games.not_my_stack.locations import count_of, played_on
from brillig.games.not_my_stack.screen import screen
from brillig.parts.trickster import test_layouts as layouts
from brillig.parts.trickster.course import cards_left
from brillig.parts.trickster.overlap import FIRST, PLACEMENTS, TURNS
from brillig.parts.trickster.patterns import card_named
from brillig.parts.trickster.record import (
    BLOCKED,
    BUILDING,
    MISS,
    OVER,
    PICK,
    READY,
    REST,
    RESTED,
    STALLED,
    TAKE_BACK,
)
from brillig.parts.trickster.test_layouts import attempt, code, fits, hand, held, play, reason

FIRSTS = ("C1 0 0 0 0", "F5 0 0 0 1", "R3 0 0 0 2")  # as in the examples: seats 0, 1 and 2
lay_out = partial(layouts.lay_out, GAME, table=FIRSTS)
CHAMELEON, FOX, RAVEN = "C2 C3 C4", "F1 F2 F3", "R1 R2 R4"


def strew(t, *laid: tuple[int, int]) -> None:
    """Cards on the table as if laid: (seat, location), far from everything."""
    b, numbers = t.plain.board, {}
    for seat, location in laid:
        numbers[seat] = numbers.get(seat, -1) + 1
        b.card[b.count], b.location[b.count] = 6 * t.plain.deck[seat] + numbers[seat], location
        b.x[b.count] = b.y[b.count] = 100
        b.count += 1


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_choices(gear):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN])
    assert fits(t, 1, "F3", 0) == ["0 -2 r3", "2 0 r3"]
    assert fits(t, 1, "F1", 0) == []
    assert fits(t, 2, "R1", 0) == ["0 2 r1"]
    assert all(fits(t, seat, "", seat) == [] for seat in range(3))


def test_example_2_laying(gear):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN], piles=["", "F4 F6"])
    play(t, 1, "F3 3 2 0 0")
    assert (count_of(t.plain, 0), played_on(t.plain, 1)) == (1, 1)
    assert hand(t, 1) == (3, 1)
    assert t.plain.board.covered[3] == 3
    assert t.scores() == [-1, 0, 0]


def test_example_3_frozen(gear):
    t = lay_out(gear, [CHAMELEON, "F3 F6", "R1"])
    assert fits(t, 1, "F6", 2) == ["0 2 r0", "2 0 r0"]
    play(t, 2, "R1 1 0 2 0", at=40_000)
    assert t.plain.token[2] == 1
    assert all(fits(t, seat, "", 2) == [] for seat in (0, 1))
    assert attempt(t, 1, "F6 0 2 0 2", 40_001) == "That location is frozen."
    assert (t.plain.hand[1], t.plain.locked[1]) == (held("F3 F6"), 0)  # it costs nothing


def test_example_4_the_last_one(gear):
    t = lay_out(gear, ["C3", "F1 F2", ""])
    t.plain.token[2] = 1
    play(t, 0, next(c for c in t.codes(0) if c < PLACEMENTS))
    assert (t.plain.token[0], t.over, t.plain.ended) == (2, True, BLOCKED)
    assert cards_left(t.plain, 1) == 2
    assert t.plain.token[1] == 0


def test_example_5_winner(gear):
    t = lay_out(gear, ["", "F4 F6", ""])
    strew(t, *[(0, 1)] * 3, *[(0, 2)] * 2, *[(1, 0)] * 2, (1, 2), *[(2, 0)] * 2, *[(2, 1)] * 3)
    t.plain.token[2], t.plain.token[0] = 1, 2
    assert t.scores() == [-4, -6, -3]
    assert t.ranks() == [2, 3, 1]


def test_example_6_tie_1(gear):
    t = lay_out(gear, ["", "", "R1"])
    strew(t, *[(1, 0)] * 3, *[(0, 1)] * 3, *[(0, 2)] * 4)
    t.plain.token[0], t.plain.token[1] = 2, 1
    assert t.ranks() == [2, 1, 3]


def test_example_7_tie_2(gear):
    t = lay_out(gear, ["C2", "F1", "R1", "L2"], table=(*FIRSTS, "L1 0 0 0 3"))
    who = ((0, 1, 1, 2), (1, 0, 3, 0), (1, 1, 0, 2), (2, 2, 0, 0))
    strew(t, *[(seat, table) for seat, row in enumerate(who) for table, n in enumerate(row) for _ in range(n)])
    assert t.scores() == [-4] * 4
    assert [played_on(t.plain, seat) for seat in range(4)] == [3, 2, 3, 2]
    assert t.ranks() == [1, 3, 1, 3]


def test_example_8_sum_check(gear):
    t = GAME.new(5, seed=4, gear=gear)
    for k in range(14):
        seat = t.waiting()[k % len(t.waiting())]
        places = [choice for choice in t.codes(seat) if choice < PLACEMENTS]
        if places:
            t.play(seat, places[k % len(places)])
    assert sum(count_of(t.plain, seat) for seat in range(5)) == t.plain.board.count - 5 > 5


def test_example_9_stall(gear):
    t = lay_out(gear, [CHAMELEON, "", "R6"])
    assert fits(t, 2, "", 0) == fits(t, 2, "", 1) == []  # seat 2 is stuck
    assert fits(t, 0, "", 2)  # seat 0 is not
    strew(t, *[(1, 0)] * 2, *[(0, 1)] * 2, *[(2, 1)] * 3, *[(1, 2)] * 3, (0, 2))
    t.plain.token[1] = 1
    t.tick()
    assert t.plain.ended == STALLED
    assert t.scores() == [-2 - 31, -5, -4]
    assert t.ranks() == [3, 2, 1]
    assert t.screen(0).verdict.endswith("Seat 1 could still lay a card, and so comes last.")
    t.plain.ended = BLOCKED  # as if seat 0 were stuck too
    assert t.ranks() == [1, 3, 2]


def test_example_10_fewer_locations_with_every_token(gear):
    t = GAME.new(7, seed=1, gear=gear)
    tables = {t.plain.board.location[choice // 24 // 25] for choice in t.codes(0) if choice < PLACEMENTS}
    assert 0 not in tables
    assert len(tables) <= 6
    t.plain.token[3] = 1
    t.plain.hand[3] = t.plain.pile[3] = 0
    assert all(t.plain.board.location[choice // 24 // 25] != 3 for choice in t.codes(0) if choice < PLACEMENTS)


# ---- illegal attempts ----------------------------------------------------------------------------------------------

ILLEGAL = [
    ("F3 3 2 0 1", "Never on your own location."),
    ("F4 0 2 0 0", "That card is not in your hand."),
    ("F3 0 2 0 0", "Not every covered square matches."),
    ("F3 3 1 0 0", "Centres may not be covered."),
    ("F3 3 2 2 0", "It must cover at least three matching squares."),
]


@pytest.mark.parametrize(("attempt_", "words"), ILLEGAL, ids=[a for a, _ in ILLEGAL])
def test_illegal_placements(gear, attempt_, words):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN])
    assert t.refusal(1, code(t, attempt_)) == words
    before = bytes(t)
    with pytest.raises(IllegalChoice):
        play(t, 1, attempt_)
    assert bytes(t) == before


def test_locations_are_separate(gear):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN])
    assert t.refusal(1, ACROSS) == "Locations are separate tables."
    assert ACROSS not in t.codes(1)


def test_laying_when_out(gear):
    t = lay_out(gear, [CHAMELEON, FOX, "R1"])
    play(t, 2, "R1 1 0 2 0")
    assert reason(t, 2, "R1 1 0 2 0") == "You have no cards left."
    assert t.refusal(2, REST) == "You are already out."


def test_on_ones_own_location_is_no_miss(gear):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN])
    assert attempt(t, 1, "F3 3 2 0 1", 1000) == "Never on your own location."
    assert t.plain.locked[1] == 0
    assert attempt(t, 1, "F3 0 2 0 0", 1000) == "Not every covered square matches."
    assert t.plain.locked[1] == 3000


def test_two_seats_grab_the_same_spot(gear):
    """The first has it; the other gets one sentence, keeps the card and is not locked."""
    t = lay_out(gear, [CHAMELEON, FOX, "R2 R4"])
    assert reason(t, 2, "R2 3 2 0 0") == ""
    assert attempt(t, 1, "F3 3 2 0 0", 500) == ""
    assert attempt(t, 2, "R2 3 2 0 0", 500) == "Beaten to it: the table has changed."
    assert (t.plain.hand[2], t.plain.locked[2], t.plain.board.count) == (held("R2 R4"), 0, 4)


def test_all_resting_ends_it(gear):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN])
    for seat in range(3):
        assert not t.over
        play(t, seat, REST)
    assert t.plain.ended == RESTED
    assert t.plain.phase == OVER


def test_a_resting_seats_location_stays_open(gear):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN])
    before = fits(t, 1, "", 0)
    play(t, 0, REST)
    assert fits(t, 1, "", 0) == before


# ---- first cards ---------------------------------------------------------------------------------------------------


def test_a_random_first_card_each(gear):
    t = GAME.new(7, seed=3, gear=gear, timed=True)
    b = t.plain.board
    assert (t.plain.phase, b.count, t.waiting()) == (READY, 7, [])
    for seat in range(7):
        assert (b.location[seat], b.x[seat], b.y[seat], b.turn[seat]) == (seat, 0, 0, 0)
        assert b.card[seat] // 6 == t.plain.deck[seat]
        assert hand(t, seat) == (0, 5)
    t.tick()
    assert {hand(t, seat) for seat in range(7)} == {(3, 2)}


def test_chosen_first_cards_are_secret_until_all_have_chosen(gear):
    worlds = [GAME.new(3, seed=3, options={"first_card": "chosen"}, gear=gear, timed=True) for _ in range(2)]
    for t, number in zip(worlds, (1, 4), strict=True):
        assert t.plain.phase == BUILDING
        assert t.codes(0) == [FIRST + TURNS * n for n in range(6)]
        assert t.refusal(0, REST) == "The race is not on."
        play(t, 0, FIRST + TURNS * number)
        assert t.waiting() == [1, 2]
        assert t.refusal(0, FIRST) == "You have chosen: wait for the others."
        assert t.plain.board.count == 0
    assert bytes(worlds[0].hidden(1)) == bytes(worlds[1].hidden(1))
    guessed = worlds[0].guess(1, seed=2)
    assert guessed.plain.chosen[0] - 1 in worlds[1].codes(1)
    for seat in (1, 2):
        play(worlds[0], seat, FIRST + TURNS * 5)
    b = worlds[0].plain.board
    assert [b.card[k] % 6 for k in range(3)] == [1, 5, 5]
    assert worlds[0].plain.phase == READY


def test_picked_decks(gear):
    t = GAME.new(3, options={"decks": "picked"}, gear=gear, timed=True)
    for seat, deck in enumerate((4, 7, 0)):
        play(t, seat, PICK + deck)
    assert list(t.plain.deck[:3]) == [4, 7, 0]
    assert t.plain.phase == READY


def test_there_is_no_board_to_build():
    assert list(GAME.options) == ["first_card", "side", "centers_wild", "decks", "tempo", "stall", "miss_lock"]


# ---- beats ---------------------------------------------------------------------------------------------------------


def test_a_location_freezes_in_the_middle_of_a_beat(gear):
    """Seat 2 goes out in the beat in which seat 1 aims at it: by the order of chance that card is laid or comes back."""
    ends = set()
    for seed in range(10):
        t = lay_out(gear, [CHAMELEON, "F3 F6", "R1"], tempo="beats")
        layouts.sow(t, seed)
        play(t, 0, REST)
        play(t, 1, "F6 0 2 0 2")
        play(t, 2, "R1 1 0 2 0")
        laid = count_of(t.plain, 2)
        assert (t.plain.beaten == 0b010) == (laid == 0)
        ends.add(laid)
    assert ends == {0, 1}


# ---- the table -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"centers_wild": "on"}, {"first_card": "chosen"}, {"decks": "picked"}])
def test_everything_a_person_might_try_can_be_touched(options):
    t = GAME.new(4, seed=5, options=options, timed=True)
    if t.due() >= 0:
        t.tick()
    for _ in range(7):
        for seat in t.waiting():
            view = t.view(seat)
            tries, ids = candidates(view, seat), {*screen(view, seat).ids()}
            ways = [touch(view, seat, choice) for choice in tries]
            assert all({*way} <= ids for way in ways)
            assert len({*ways}) == len(ways)
            assert {*t.codes(seat)} - {MISS} <= {*tries}
            assert TAKE_BACK not in tries
        seat = t.waiting()[0]
        t.play(seat, t.codes(seat)[0])
        if t.due() >= 0 and not t.waiting():
            t.tick()


def test_ones_own_location_lies_apart_and_says_not_here():
    t = lay_out("plain", [CHAMELEON, FOX, RAVEN])
    heads = [[spot.badge for spot in zone.spots if spot.look == "words"] for zone in t.screen(1).zones[:2]]
    assert heads == [["0 · Seat 3", "0 · Seat 1"], ["0 · not here"]]
    touchable = {spot.id.split("_")[1] for spot in t.screen(1).zones[0].spots if spot.id.startswith("at_")}
    assert touchable == {"1", "3"}


def test_a_frozen_location_is_shown_and_told():
    t = lay_out("plain", [CHAMELEON, FOX, "R1"])
    before = t.view(SPECTATOR)
    play(t, 2, "R1 1 0 2 0")
    assert tell(before, t.view(SPECTATOR), SPECTATOR) == [
        "Seat 3 lays R1 on Seat 1's location, which has 1 card.",
        "Seat 3 is out, and takes token 1!",
        "Seat 3's location is frozen. 2 locations left open.",
    ]
    board = t.screen(0).zones[0]
    assert [spot.badge for spot in board.spots if spot.id == "location-3"] == ["0 ❄ Seat 3"]
    assert [p.id for spot in board.spots if spot.id == "ice-3" for p in spot.pieces] == ["token-1"]
    assert not any(spot.id.startswith("at_3_") for spot in board.spots)
    assert [p.mark for spot in board.spots if spot.id == "lies-R3" for p in spot.pieces] == ["dim"]
    assert t.screen(2).prompt == "You are out, and your location is frozen. The others go on."


def test_labels_say_whose_location():
    t = lay_out("plain", [CHAMELEON, FOX, RAVEN])
    words = [choice.label for choice in t.choices(1)]
    assert "F3 r3 at (2,0) on Seat 1's location" in words
    chosen = GAME.new(3, options={"first_card": "chosen"}, timed=True)
    first = 6 * chosen.plain.deck[0]
    assert card_named(chosen.choices(0)[0].label.removeprefix("Begin with ")) == first


def test_bots_aim_at_whoever_is_closest_to_winning(gear):
    t = lay_out(gear, [CHAMELEON, FOX, RAVEN])
    strew(t, (0, 2), (0, 2))
    on = {table: prefer(t.plain, 1, code(t, f"F3 3 2 0 {table}")) for table in (0, 2)}
    assert on[0] > on[2] > prefer(t.plain, 1, REST)

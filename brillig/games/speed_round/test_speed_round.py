"""The examples of the specification and of its box, every illegal attempt, and the options."""

from functools import partial

import pytest

from brillig import bots
from brillig.core import SPECTATOR, IllegalChoice
from brillig.core.chance import sow
from brillig.games.speed_round.game import GAME
from brillig.match import Match
from brillig.parts.trickster import test_layouts as layouts
from brillig.parts.trickster.course import cards_left
from brillig.parts.trickster.overlap import FIRST, PLACEMENTS, STEPS, TURNS, WAYS
from brillig.parts.trickster.record import (
    BLOCKED,
    BUILDING,
    COUNT_DOWN,
    MISS,
    OUT,
    OVER,
    PICK,
    RACING,
    READY,
    REST,
    RESTED,
    STALLED,
    TAKE_BACK,
)
from brillig.parts.trickster.test_layouts import attempt, code, fits, hand, held, play, reason

lay_out = partial(layouts.lay_out, GAME)
FOX, RAVEN = "F3 F5 F6", "R1 R2 R3"
STUCK, STUCK_TOO = "F1 F2 F4", "R5 R6"  # nowhere on table T, nor after F3 at (2,2)


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_choices(gear):
    t = lay_out(gear, [FOX, RAVEN])
    assert [len(fits(t, 0, name)) for name in FOX.split()] == [3, 4, 1]
    assert len(fits(t, 0)) == 8
    assert fits(t, 1, "R1") == ["0 2 r1"]
    assert fits(t, 1, "R2") == ["2 2 r0"]
    assert fits(t, 1, "R3") == ["-2 0 r1", "0 2 r1", "4 0 r1"]


def test_example_2_a_play_opens_and_closes_spots(gear):
    t = lay_out(gear, [FOX, RAVEN], piles=["F4"])
    play(t, 0, "F3 0 -1 -2")
    assert t.plain.hand[0] == held("F4 F5 F6")
    assert fits(t, 0, "F5") == ["1 -4 r0", "4 0 r0", "4 0 r2"]
    assert fits(t, 0, "F6") == ["1 -4 r2"]
    assert fits(t, 0, "F4") == ["0 -4 r1"]
    assert fits(t, 1, "R3") == ["0 2 r1", "4 0 r1"]
    assert fits(t, 1, "R2") == ["-3 -2 r1", "2 2 r0"]


def test_example_3_race_for_a_spot(gear):
    t = lay_out(gear, [FOX, RAVEN])
    assert attempt(t, 0, "F3 0 2 2", 6200) == ""
    assert attempt(t, 1, "R2 0 2 2", 6201) == "Beaten to it: the table has changed."
    assert t.plain.hand[1] == held(RAVEN)
    assert t.plain.locked[1] == 0


def test_example_4_hand_size(gear):
    t = lay_out(gear, [FOX, RAVEN], piles=["F1 F2"])
    play(t, 0, "F3 0 2 2")
    assert hand(t, 0) == (3, 1)
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 0, "F3 0 2 2")
    assert hand(t, 0) == (2, 0)
    t = lay_out(gear, ["F3", RAVEN])
    play(t, 0, "F3 0 2 2")
    assert hand(t, 0) == (0, 0)
    assert t.plain.token[0] == 1
    assert t.over


def test_example_5_end(gear):
    t = lay_out(gear, ["S1", "F3", "R1 R2", "L1 L2 L3"], piles=["", "", "", "L4"])
    play(t, 1, "F3 0 2 2")
    assert t.over
    assert t.plain.ended == OUT
    assert [cards_left(t.plain, seat) for seat in range(4)] == [1, 0, 2, 4]
    assert t.ranks() == [2, 1, 3, 4]


@pytest.mark.parametrize(("left", "ranks"), [(STUCK, [2, 1]), ("F1 F2", [1, 1])])
def test_example_6_blocked(gear, left, ranks):
    t = lay_out(gear, [f"F3 {left}", STUCK_TOO])
    play(t, 0, "F3 0 2 2")
    assert t.over
    assert t.plain.ended == BLOCKED
    assert t.ranks() == ranks


def test_example_7_stall(gear):
    t = lay_out(gear, [FOX, RAVEN], now=50_000)
    assert t.due() == 170_000
    late = t.copy()
    play(t, 0, "F3 0 2 2", at=169_999)
    assert t.due() == 289_999
    late.tick()
    assert late.over
    assert late.plain.ended == STALLED
    assert late.ranks() == [1, 1]


def test_example_8_resting(gear):
    t = lay_out(gear, [FOX, RAVEN, "L1 L2 L3"], piles=["F1", "R4", "L4"])
    play(t, 0, REST)
    play(t, 1, REST)
    play(t, 2, t.codes(2)[0])
    assert list(t.plain.rest[:3]) == [0, 0, 0]
    for seat in range(3):
        assert not t.over
        play(t, seat, REST)
    assert t.over
    assert t.plain.ended == RESTED


def test_box_example_11_beaten_to_it(gear):
    t = lay_out(gear, [FOX, RAVEN])
    assert reason(t, 1, "R2 0 2 2") == ""
    play(t, 0, "F3 0 2 2")
    assert attempt(t, 1, "R2 0 2 2", 10) == "Beaten to it: the table has changed."
    assert t.plain.locked[1] == 0
    assert fits(t, 1, "R2") == ["2 4 r3"]


def test_box_example_12_time(gear):
    """The only limit here is that of a stall."""
    t = lay_out(gear, [FOX, RAVEN], now=83_200, stall=60)
    assert t.due() == 143_200
    play(t, 0, "F3 0 2 2", at=143_199)
    match = Match.start(GAME, seats=2, secret=bytes(32), options={"stall": 60}, gear=gear)
    match.advance(COUNT_DOWN)
    limit = COUNT_DOWN + 60_000
    assert match.alarm() == limit
    choice = match.table.codes(0)[0]
    match.choose(0, choice, limit - 1)
    with pytest.raises(IllegalChoice):
        match.choose(1, match.table.codes(1)[0], 2 * limit)
    assert match.table.plain.ended == STALLED


# ---- illegal attempts ----------------------------------------------------------------------------------------------


def test_placing_before_go_or_after_the_end(gear):
    t = GAME.new(2, gear=gear, timed=True)
    assert t.plain.phase == READY
    assert not t.over
    assert t.refusal(0, 0) == "The race is not on."
    t = lay_out(gear, [FOX, RAVEN])
    t.tick()
    assert reason(t, 0, "F3 0 2 2") == "The race is not on."
    assert t.refusal(0, 0) == "The game is over."


def test_placing_after_somebody_is_out(gear):
    t = lay_out(gear, [FOX, "R2"])
    play(t, 1, "R2 0 2 2")
    assert reason(t, 0, "F3 2 4 0") == "Somebody is out: the round is over."
    with pytest.raises(IllegalChoice):
        play(t, 0, "F3 2 4 0")


ILLEGAL = [
    ("F4 1 0 -4", "That card is not in your hand."),
    ("F6 0 -2 -2", "It must cover at least three matching squares."),
    ("F3 1 2 2", "Not every covered square matches."),
    ("F5 0 3 0", "Centres may not be covered."),
    ("F5 0 1 0", "Centres may not be covered."),
]


@pytest.mark.parametrize(("attempt_", "words"), ILLEGAL, ids=[a for a, _ in ILLEGAL])
def test_illegal_placements(gear, attempt_, words):
    t = lay_out(gear, [FOX, RAVEN], piles=["F4"])
    assert t.refusal(0, code(t, attempt_)) == words
    before = bytes(t)
    with pytest.raises(IllegalChoice):
        play(t, 0, attempt_)
    assert bytes(t) == before


def test_beyond_the_edge(gear):
    t = lay_out(gear, [FOX, RAVEN], table=("C1 0 30 0",))
    assert t.refusal(0, code(t, "F3 3 32 0")) == "That is off the table."
    assert t.refusal(0, code(t, "F3 3 30 -2")) == ""


def test_not_on_the_grid(gear):
    """Codes that name no place: by a card that does not lie, or by a later card than the place has."""
    t = lay_out(gear, [FOX, RAVEN])
    third = 2 * STEPS * WAYS + code(t, "F3 0 0 0") % (STEPS * WAYS)  # C6's own place, which C1 names too
    for number in (3 * STEPS * WAYS, PLACEMENTS - 1, third):
        way = number // WAYS * WAYS + TURNS * 2
        assert t.refusal(0, way) == "Cards lie square, this side up."


def test_placing_while_locked(gear):
    t = lay_out(gear, [FOX, RAVEN])
    assert attempt(t, 0, "F3 1 2 2", 1000) == "Not every covered square matches."
    assert attempt(t, 0, "F3 0 2 2", 2999) == "Wait a moment: your last try did not fit."
    assert t.plain.locked[0] == 3000
    assert t.codes(0) == [REST]
    assert attempt(t, 1, "R2 0 2 2", 2999) == ""
    assert attempt(t, 0, "F3 0 -1 -2", 3000) == ""


def test_a_miss_costs_nothing_without_the_lock(gear):
    t = lay_out(gear, [FOX, RAVEN], miss_lock=0)
    for at in (1000, 1001):
        assert attempt(t, 0, "F3 1 2 2", at) == "Not every covered square matches."
    assert t.refusal(0, MISS) == "A try that does not fit costs nothing here."
    assert attempt(t, 0, "F3 0 2 2", 1001) == ""


def test_what_is_no_miss(gear):
    """A card that is not held is a slip of the client, and a spot that was free was seen: neither is locked."""
    t = lay_out(gear, [FOX, RAVEN], piles=["F4"])
    attempt(t, 0, "F4 1 0 -4", 10)
    play(t, 1, "R2 0 2 2", at=20)
    attempt(t, 0, "F3 0 2 2", 30)
    assert t.plain.locked[0] == 0


def test_resting_with_no_cards(gear):
    t = lay_out(gear, [FOX, RAVEN, ""])
    assert t.refusal(2, REST) == "You are already out."
    assert t.refusal(2, 0) == "The race is not on."


def test_resting_and_looking_again(gear):
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 0, REST)
    assert 0 in t.waiting()
    assert len(fits(t, 0)) == 8  # a resting seat may place
    play(t, 0, REST)
    play(t, 1, REST)
    assert not t.over  # seat 0 looks again
    play(t, 1, REST)
    play(t, 0, REST)
    assert t.waiting() == [1]
    assert t.refusal(0, code(t, "F3 0 2 2")) == "You rest until the next card is laid."
    play(t, 1, "R2 0 2 2")
    assert t.waiting() == [0, 1]


def test_being_asked_tells_nothing(gear):
    """A seat that can lay nothing is waited for exactly as one that can, rest or no rest."""
    stuck, free = lay_out(gear, [STUCK, RAVEN]), lay_out(gear, [FOX, RAVEN])
    for _ in range(3):
        assert stuck.waiting() == free.waiting()
        play(stuck, 0, REST)
        play(free, 0, REST)
    assert stuck.waiting() == free.waiting() == [1]


def test_codes_of_other_phases(gear):
    t = lay_out(gear, [FOX, RAVEN])
    assert {t.refusal(0, other) for other in (TAKE_BACK, PICK)} == {"That is for another part of the game."}


# ---- before the race -----------------------------------------------------------------------------------------------


def test_count_down(gear):
    """Nobody has looked at a hand before go, and then everybody holds three."""
    t = GAME.new(4, gear=gear, timed=True)
    assert (t.plain.phase, t.due(), t.waiting()) == (READY, COUNT_DOWN, [])
    assert {hand(t, seat) for seat in range(4)} == {(0, 6)}
    assert bytes(t.hidden(SPECTATOR)) == bytes(t.hidden(2))
    t.tick()
    assert t.plain.phase == RACING
    assert {hand(t, seat) for seat in range(4)} == {(3, 3)}
    assert t.waiting() == [0, 1, 2, 3]


def test_picked_decks(gear):
    t = GAME.new(3, options={"decks": "picked"}, gear=gear, timed=True)
    assert t.refusal(0, 0) == "The race is not on."
    play(t, 1, PICK + 4)
    assert t.waiting() == [0, 2]
    assert t.refusal(0, PICK + 4) == "That deck is taken."
    assert t.refusal(1, PICK + 5) == "It is not your turn."
    play(t, 2, PICK)
    play(t, 0, PICK + 7)
    assert list(t.plain.deck[:3]) == [7, 4, 0]
    assert t.plain.start not in (7, 4, 0)
    assert t.plain.phase == READY


def test_building_together(gear):
    t = GAME.new(2, options={"start_board": "together", "centers_wild": "on"}, gear=gear, timed=True)
    s = t.plain
    assert s.phase == BUILDING
    assert t.refusal(0, TAKE_BACK) == "There is no card to take back."
    assert t.codes(0) == t.codes(1) == [FIRST + TURNS * number for number in range(6)]
    assert t.refusal(0, FIRST + 1) == "Cards lie square, this side up."
    play(t, 1, FIRST + TURNS * 2)
    assert t.refusal(0, FIRST + TURNS * 2) == "That card is not in your hand."
    on_it = next(way for way in range(FIRST, FIRST + WAYS) if way // TURNS % 6 != 2)
    assert t.refusal(0, on_it) == "Centres may not be covered."  # whatever the option says
    play(t, 0, t.codes(0)[0])
    play(t, 1, TAKE_BACK)
    assert (s.board.count, s.aside.bit_count(), s.taken_back) == (1, 5, 1)
    play(t, 0, t.codes(0)[0])
    assert all(t.refusal(seat, REST) == "The race is not on." for seat in (0, 1))
    play(t, 0, t.codes(0)[0])
    assert (s.phase, s.board.count, s.aside.bit_count(), s.board.wild) == (READY, 3, 3, 0)
    t.tick()
    assert s.board.wild == 1


def test_six_take_backs_and_the_table_builds(gear):
    t = GAME.new(2, options={"start_board": "together"}, gear=gear, timed=True)
    for n in range(6):
        assert t.plain.phase == BUILDING
        play(t, n % 2, t.codes(0)[0])
        play(t, n % 2, TAKE_BACK)
    assert t.plain.phase == READY
    assert t.plain.board.count == 3


# ---- beats ---------------------------------------------------------------------------------------------------------


def test_a_beat(gear):
    """Both want the same spot: chance says who was first, and the other keeps the card."""
    winners = set()
    for seed in range(12):
        t = lay_out(gear, [FOX, RAVEN], tempo="beats")
        sow(t.plain.rng, seed, 0, 0, 0)
        assert t.due() == -1
        play(t, 0, "F3 0 2 2")
        assert t.waiting() == [1]
        assert t.refusal(0, REST) == "You have chosen for this beat."
        assert t.plain.board.count == 3
        assert t.refusal(1, MISS) == "A try that does not fit costs nothing here."
        play(t, 1, "R2 0 2 2")
        assert t.plain.board.count == 4
        assert t.waiting() == [0, 1]
        winner = 0 if t.plain.hand[1] == held(RAVEN) else 1
        assert t.plain.beaten == 1 << (1 - winner)
        winners.add(winner)
    assert winners == {0, 1}


def test_three_idle_beats_are_a_stall(gear):
    t = lay_out(gear, [FOX, RAVEN], tempo="beats")
    for choice in ("F3 0 2 2", REST, REST, REST):
        assert not t.over
        play(t, 0, choice)
        play(t, 1, REST)
    assert t.plain.ended == STALLED
    assert t.ranks() == [1, 1]  # both could still lay a card: nobody has won


def test_the_first_out_ends_a_beat(gear):
    """Whoever is handled first is out, and the rest of the beat is not carried out."""
    t = lay_out(gear, ["F3", "R1"], tempo="beats")
    play(t, 0, "F3 0 2 2")
    play(t, 1, "R1 1 0 2")
    assert t.plain.phase == OVER
    assert sorted(t.plain.token[:2]) == [0, 1]
    assert sorted(t.ranks()) == [1, 2]


# ---- nobody wins by stopping ---------------------------------------------------------------------------------------


def test_whoever_rests_with_a_card_that_fits_comes_last(gear):
    t = lay_out(gear, ["R1 R2", STUCK])  # the first has fewer cards left, and one that fits
    assert t.ranks() == [1, 2]
    for seat in (0, 1):
        play(t, seat, REST)
    assert t.plain.ended == RESTED
    assert t.ranks() == [2, 1]
    assert "Seat 1 could still lay a card" in t.screen(0).verdict


def test_where_all_gave_up_nobody_has_won(gear):
    t = lay_out(gear, [FOX, RAVEN], piles=["F1"])
    late = t.copy()
    late.tick()
    for seat in (0, 1):
        play(t, seat, REST)
    for ended, how in ((t, RESTED), (late, STALLED)):
        assert ended.plain.ended == how
        assert ended.scores() == [0, 0]
        assert ended.ranks() == [1, 1]
        assert "nobody has won" in ended.screen(0).verdict


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_never_rest_or_miss_while_they_can_lay(level):
    t = lay_out("compiled", [FOX, RAVEN], piles=["F1", "R4"])
    chosen = {bots.make(level, GAME).choose(t.hidden(0), 0, seed) for seed in range(12)}
    assert max(chosen) < PLACEMENTS
    stuck = lay_out("compiled", [STUCK, RAVEN])
    assert bots.make(level, GAME).choose(stuck.hidden(0), 0, 1) == REST


def test_the_prompt_tells_of_wild_centres():
    said = {wild: lay_out("plain", [FOX, RAVEN], centers_wild=wild).screen(0).prompt for wild in ("off", "on")}
    assert said["on"] == f"{said['off']} Centres match anything, and may be covered."

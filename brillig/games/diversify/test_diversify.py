"""The examples of the specification, its own refusals, closing by the clock and in beats, and what is shown of points."""

from functools import partial

import pytest

from brillig import bots
from brillig.core import SPECTATOR, IllegalChoice
from brillig.games.diversify.game import GAME, tell
from brillig.match import Match
from brillig.parts.trickster import test_layouts as layouts
from brillig.parts.trickster.closing import points
from brillig.parts.trickster.overlap import PLACEMENTS
from brillig.parts.trickster.record import (
    BLOCKED,
    COUNT_DOWN,
    OUT,
    OVER,
    RACING,
    REST,
    RESTED,
    STALLED,
    TIME,
)
from brillig.parts.trickster.test_layouts import attempt, held, play, reason

lay_out = partial(layouts.lay_out, GAME)
FOX, RAVEN = "F3 F5 F6", "R1 R2 R3"
STUCK, STUCK_TOO = "F1 F2 F4", "R5 R6"  # nowhere on table T, nor after F3 at (2,2)


def award(t, seat: int, *earned: int) -> None:
    """Give a seat cards on the table that have earned so much, far from everything."""
    b, deck = t.plain.board, t.plain.deck[seat]
    for number, value in enumerate(earned):
        b.card[b.count], b.touched[b.count], b.covered[b.count] = 6 * deck + number, value, 3
        b.x[b.count] = b.y[b.count] = 100
        b.count += 1


def laid_last(t) -> int:
    return t.plain.board.touched[t.plain.board.count - 1]


# ---- the examples: points ------------------------------------------------------------------------------------------


def test_example_1_the_rulebooks_four_cards(gear):
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 0, "F3 0 2 2")
    assert list(t.plain.board.touched[:4]) == [0, 1, 2, 1]  # C1, C2, C6, F3
    assert t.scores() == [1, 0]  # the starting cards score for nobody


def test_example_2_two_cards(gear):
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 0, "F3 0 -1 -2")
    assert t.scores() == [2, 0]


def test_example_3_two_cards_with_three_squares(gear):
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 1, "R1 1 0 2")
    assert t.scores() == [0, 2]
    assert t.plain.board.covered[3] == 3


def test_example_4_centers_wild(gear):
    t = lay_out(gear, ["F4 F5", RAVEN], centers_wild="on")
    play(t, 0, "F4 1 3 0")
    assert laid_last(t) == 2
    assert t.plain.board.covered[3] == 6


def test_example_9_sum(gear):
    t = lay_out(gear, ["F6", RAVEN])
    award(t, 0, 1, 2, 1, 3, 2)
    assert t.scores() == [9, 0]


def test_own_cards_below_count(gear):
    """Of both colours: R2 at (-3,-2), which only F3 at (-1,-2) has opened, lies on F3."""
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 0, "F3 0 -1 -2")
    play(t, 1, "R2 1 -3 -2")
    assert laid_last(t) == 1
    assert t.scores() == [2, 1]


# ---- the examples: closing -----------------------------------------------------------------------------------------


def test_example_5_timer(gear):
    t = lay_out(gear, ["F5 F6", "L1 L2", "R2"], now=50_000)
    play(t, 2, "R2 0 2 2", at=83_200)
    assert (t.plain.token[2], t.plain.limit, t.due()) == (1, 143_200, 143_200)
    late = t.copy()
    play(t, 0, "F5 2 -1 -2", at=143_199)
    assert t.scores()[0] == 2
    assert t.due() == 143_200  # a card does not put it off
    late.plain.now = 143_200
    late.tick()
    assert (late.over, late.plain.ended) == (True, TIME)
    assert reason(late, 0, "F5 2 -1 -2") == "Time is up."
    assert late.scores()[0] == 0


def test_a_referee_refuses_what_comes_at_the_limit():
    match = Match.start(GAME, seats=2, secret=bytes(32), options={"stall": 60}, gear="plain")
    match.advance(COUNT_DOWN)
    s = match.table.plain
    s.hand[0], s.pile[0] = s.hand[0] & -s.hand[0], 0  # one card, which may fit
    while not [code for code in match.table.codes(0) if code < PLACEMENTS]:
        s.hand[0] <<= 1
    match.choose(0, match.table.codes(0)[0], 10_000)
    assert match.alarm() == 70_000
    spare = next(code for code in match.table.codes(1) if code < PLACEMENTS)
    with pytest.raises(IllegalChoice):
        match.choose(1, spare, 70_000)
    assert match.table.plain.ended == TIME


def test_example_6_expert(gear):
    t = lay_out(gear, ["F5 F6", "L1 L2", "R2"], level="expert")
    play(t, 2, "R2 0 2 2", at=83_200)
    assert (t.over, t.plain.ended) == (True, OUT)
    t.plain.now = 83_201
    assert reason(t, 0, "F5 2 -1 -2") == "Time is up."


def test_advanced_has_half_a_minute(gear):
    t = lay_out(gear, [FOX, "R2"], level="advanced")
    play(t, 1, "R2 0 2 2", at=1000)
    assert t.due() == 31_000


def test_all_out_ends_it_at_once(gear):
    t = lay_out(gear, ["F5", "R2"])
    play(t, 1, "R2 0 2 2", at=1000)
    assert not t.over
    play(t, 0, "F5 2 -1 -2", at=2000)
    assert (t.over, t.plain.ended, list(t.plain.token[:2])) == (True, OUT, [2, 1])


def test_closing_ends_when_nobody_can_lay(gear):
    t = lay_out(gear, ["F3", STUCK_TOO])
    play(t, 0, "F3 0 2 2", at=1000)
    assert (t.over, t.plain.ended) == (True, BLOCKED)


def test_example_12_no_stall_in_closing(gear):
    t = lay_out(gear, ["F5 F6", "L1 L2", "R2"], now=50_000, stall=60)
    play(t, 2, "R2 0 2 2", at=83_200)
    assert t.due() == 143_200
    t.plain.now = 143_200
    t.tick()
    assert t.plain.ended == TIME


def test_placing_when_out(gear):
    t = lay_out(gear, [FOX, "R2"])
    play(t, 1, "R2 0 2 2")
    assert t.waiting() == [0]
    assert reason(t, 1, "R2 3 2 4") == "You have no cards left."
    assert t.refusal(1, REST) == "You are already out."


# ---- the examples: ranking -----------------------------------------------------------------------------------------


def test_example_7_tie_on_points(gear):
    t = lay_out(gear, ["", "", "L6"])
    for seat, token, earned in ((0, 2, (1, 1, 1, 2, 2, 2)), (1, 1, (1, 1, 1, 2, 2, 2)), (2, 0, (1, 2, 2, 2, 2))):
        award(t, seat, *earned)
        t.plain.token[seat] = token
    assert t.scores() == [9, 9, 9]
    assert t.ranks() == [2, 1, 3]


def test_example_8_tie_without_tokens(gear):
    t = lay_out(gear, ["F6", "R6", "L5 L6"])
    award(t, 0, 2, 2, 2, 1, 1)
    award(t, 1, 3, 2, 1, 1, 1)
    award(t, 2, 4, 2, 1, 1)
    assert t.scores() == [8, 8, 8]
    assert t.ranks() == [2, 1, 3]


def test_still_equal_is_shared(gear):
    t = lay_out(gear, ["F6", "R6"])
    award(t, 0, 2, 2, 2, 1, 1)
    award(t, 1, 1, 2, 2, 1, 2)
    assert t.ranks() == [1, 1]


@pytest.mark.parametrize(("second", "ranks"), [(STUCK_TOO, [2, 1, 3]), ("R1 R2", [1, 3, 2])])
def test_example_10_stall_in_the_race(gear, second, ranks):
    t = lay_out(gear, [FOX, second, "L1 L2 L3"])
    for seat, earned in enumerate((9, 6, 7)):
        award(t, seat, earned)
    t.tick()
    assert t.plain.ended == STALLED
    assert t.ranks() == ranks


def test_example_10_blocked(gear):
    """Nobody can lay: points decide."""
    t = lay_out(gear, [f"F3 {STUCK}", STUCK_TOO])
    award(t, 0, 5)
    award(t, 1, 7)
    play(t, 0, "F3 0 2 2")
    assert t.plain.ended == BLOCKED
    assert t.ranks() == [2, 1]


@pytest.mark.parametrize("how", [REST, "stall"])
def test_who_gives_up_has_fewer_points_than_none(gear, how):
    t = lay_out(gear, [FOX, STUCK_TOO])
    award(t, 0, 9)
    if how == REST:
        for seat in (0, 1):
            play(t, seat, REST)
    else:
        t.tick()
    assert t.plain.ended == (RESTED if how == REST else STALLED)
    assert t.scores() == [9 - 54, 0]
    assert t.ranks() == [2, 1]
    assert "Seat 1 could still lay a card, and so comes last" in t.screen(0).verdict


def test_example_11_resting_in_closing(gear):
    t = lay_out(gear, ["F5 F6", STUCK_TOO, "L1"])
    for seat, earned in enumerate((10, 7, 7)):
        award(t, seat, earned)
    play(t, 2, next(code for code in t.codes(2) if code < PLACEMENTS))
    award(t, 2, 8 - points(t.plain, 2))
    for seat in (0, 1):
        assert not t.over
        play(t, seat, REST)
    assert t.plain.ended == RESTED
    assert t.scores() == [10, 7, 8]
    assert t.ranks() == [1, 3, 2]


# ---- beats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "beats"), [("beginner", 6), ("advanced", 3)])
def test_closing_in_beats(gear, level, beats):
    t = lay_out(gear, [FOX, "R2", "L1 L2 L3"], tempo="beats", level=level)
    play(t, 0, REST)
    play(t, 1, "R2 0 2 2")
    play(t, 2, REST)
    assert (t.plain.phase, t.plain.beats_left, t.due()) == (RACING, beats, -1)
    for left in range(beats - 1, -1, -1):
        assert not t.over
        for seat in (0, 2):
            play(t, seat, REST)
        assert t.plain.beats_left == left
    assert (t.plain.phase, t.plain.ended) == (OVER, TIME)


def test_expert_in_beats_ends_with_the_first_out(gear):
    t = lay_out(gear, ["F5", "R2"], tempo="beats", level="expert")
    play(t, 0, "F5 2 -1 -2")
    play(t, 1, "R2 0 2 2")
    assert sorted(t.plain.token[:2]) == [0, 1]
    assert t.over


def test_in_a_beat_all_that_fits_is_laid(gear):
    t = lay_out(gear, ["F5", "R2"], tempo="beats")
    play(t, 0, "F5 2 -1 -2")
    play(t, 1, "R2 0 2 2")
    assert sorted(t.plain.token[:2]) == [1, 2]


# ---- two seats at once ---------------------------------------------------------------------------------------------


def test_two_seats_grab_the_same_spot(gear):
    """The first has it; the other gets one sentence, keeps the card and is not locked."""
    t = lay_out(gear, [FOX, RAVEN])
    assert attempt(t, 0, "F3 0 2 2", 6200) == ""
    assert attempt(t, 1, "R2 0 2 2", 6200) == "Beaten to it: the table has changed."
    assert (t.plain.hand[1], t.plain.locked[1], t.plain.board.count) == (held(RAVEN), 0, 4)
    assert t.scores() == [1, 0]


# ---- the table -----------------------------------------------------------------------------------------------------


def test_the_card_laid_last_shows_what_it_earned_and_lies_on():
    t = lay_out("plain", [FOX, RAVEN])
    before = t.view(SPECTATOR)
    play(t, 0, "F3 0 -1 -2")
    (piece,) = next(spot for spot in t.screen(1).zones[0].spots if spot.id == "lies-F3").pieces
    assert (piece.badge, piece.lights) == ("+2", ["card-C6", "card-C1"])
    assert tell(before, t.view(SPECTATOR), SPECTATOR) == [
        "Seat 1 lays F3 at (-1,-2), on 4 squares of 2 cards: 2 points."
    ]
    assert [panel.counters["points"] for panel in t.screen(1).panels[1:]] == [2, 0]


def test_closing_is_called_out():
    t = lay_out("plain", ["F5 F6", "L1 L2", "R2"])
    assert not t.screen(0).timer
    before = t.view(SPECTATOR)
    play(t, 2, "R2 0 2 2", at=10)
    assert tell(before, t.view(SPECTATOR), SPECTATOR)[1:] == [
        "Seat 3 is out, and takes token 1!",
        "The others have 60 seconds.",
    ]
    assert t.screen(0).timer
    assert t.screen(0).prompt.startswith("Time runs out! Lay a card")
    assert t.screen(2).prompt == "You are out. The others have until the time is up."
    before = t.view(SPECTATOR)
    t.tick()
    told = tell(before, t.view(SPECTATOR), SPECTATOR)
    assert told == ["Time is up!", "Seat 3 wins with 1 point."]
    assert t.screen(0).verdict == told[1]
    assert not t.screen(0).timer


def test_a_tie_is_explained():
    t = lay_out("plain", ["F5", "R2"])
    award(t, 1, 1)
    play(t, 1, "R2 0 2 2", at=10)
    play(t, 0, "F5 2 -1 -2", at=20)
    assert t.scores() == [2, 2]
    assert t.screen(0).verdict == (
        "Seat 2 wins with 2 points. "
        "Equal points: the lower token is ahead, then more cards laid, then the better single card."
    )


def test_bots_lay_on_two_cards_rather_than_on_one():
    t = lay_out("compiled", [FOX, RAVEN], piles=["F1", "R4"])
    chosen = [bots.make("normal", GAME).choose(t.hidden(0), 0, seed) for seed in range(12)]
    assert max(chosen) < PLACEMENTS
    on_two = 0
    for code in chosen:
        after = t.copy()
        after.play(0, code)
        on_two += laid_last(after) >= 2
    assert on_two >= 8

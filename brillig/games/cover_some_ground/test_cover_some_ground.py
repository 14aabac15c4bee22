"""The examples of the specification, what a card earns, closing, and the refusals that the specification names."""

from functools import partial

import pytest

from brillig.core import SPECTATOR, IllegalChoice
from brillig.games.cover_some_ground.game import GAME, prefer, tell
from brillig.parts.trickster import overlap
from brillig.parts.trickster import test_layouts as layouts
from brillig.parts.trickster.closing import points
from brillig.parts.trickster.overlap import PLACEMENTS
from brillig.parts.trickster.patterns import card_named
from brillig.parts.trickster.record import OUT, REST, RESTED, STALLED, TIME
from brillig.parts.trickster.test_layouts import attempt, code, held, play, reason

lay_out = partial(layouts.lay_out, GAME)
FOX, RAVEN = "F3 F5 F6", "R1 R2 R3"
STUCK_TOO = "R5 R6"  # nowhere on table T, nor after F3 at (2,2)


def award(t, seat: int, *earned: int) -> None:
    """Give a seat cards on the table that have earned so much, far from everything."""
    b, deck = t.plain.board, t.plain.deck[seat]
    for number, value in enumerate(earned):
        b.card[b.count], b.covered[b.count], b.touched[b.count] = 6 * deck + number, value, 1
        b.x[b.count] = b.y[b.count] = 100
        b.count += 1


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_the_rulebooks_picture():
    """Only the counting: such a table cannot come about, because every card must cover three squares."""
    b = lay_out("plain", [FOX, RAVEN]).plain.board
    overlap.put(b, card_named("F1"), 0, 0, -1, 2)
    overlap.put(b, card_named("F3"), 0, 0, -1, -2)
    assert list(b.covered[:5]) == [0, 3, 3, 2, 4]  # C1, C2, C6, F1, F3


def test_example_2_a_legal_version(gear):
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 1, "R1 1 0 2")
    play(t, 0, "F3 0 -1 -2")
    assert t.scores() == [4, 3]


def test_example_3_piled_squares_count_once(gear):
    t = lay_out(gear, [FOX, RAVEN])
    play(t, 0, "F3 0 2 2")
    assert t.scores() == [3, 0]


@pytest.mark.parametrize(("card", "earned"), [("F4 1 3 0", 6), ("F5 1 3 -1", 5)])
def test_example_4_centers_wild(gear, card, earned):
    t = lay_out(gear, ["F4 F5", RAVEN], centers_wild="on")
    play(t, 0, card)
    assert t.scores() == [earned, 0]


def test_example_5_sum(gear):
    t = lay_out(gear, ["", RAVEN])
    award(t, 0, 3, 3, 4, 3, 5, 3)
    assert t.scores() == [21, 0]


def test_example_6_tie_with_a_token(gear):
    t = lay_out(gear, ["", "R6"])
    award(t, 0, 3, 3, 3, 3, 3, 4)
    award(t, 1, 4, 4, 4, 4, 3)
    t.plain.token[0] = 3
    assert t.scores() == [19, 19]
    assert t.ranks() == [1, 2]


def test_example_7_tie_without_tokens(gear):
    t = lay_out(gear, ["F6", "R6"])
    award(t, 0, 4, 3, 3, 3, 3)
    award(t, 1, 3, 3, 4, 3, 3)
    assert t.ranks() == [1, 1]


def test_example_8_timer(gear):
    t = lay_out(gear, ["F5", "L5", "R2"], level="advanced")
    play(t, 2, "R2 0 2 2", at=70_000)
    assert t.due() == 100_000
    play(t, 0, "F5 2 -1 -2", at=88_000)
    assert (t.plain.token[0], t.over) == (2, False)
    play(t, 1, next(code for code in t.codes(1) if code < PLACEMENTS), at=95_500)
    assert (t.plain.token[1], t.over, t.plain.ended, t.plain.now) == (3, True, OUT, 95_500)


def test_example_9_stall_in_the_race(gear):
    t = lay_out(gear, [FOX, STUCK_TOO])
    award(t, 0, 8, 9)
    award(t, 1, 8, 6)
    t.tick()
    assert t.plain.ended == STALLED
    assert t.scores() == [17 - 54, 14]
    assert t.ranks() == [2, 1]


def test_example_9_resting_in_closing(gear):
    t = lay_out(gear, ["F5 F6", STUCK_TOO, "L1"])
    award(t, 0, 8, 9)
    award(t, 1, 8, 6)
    play(t, 2, next(code for code in t.codes(2) if code < PLACEMENTS))
    award(t, 2, 12 - points(t.plain, 2))
    play(t, 0, REST)
    play(t, 1, REST)
    assert t.plain.ended == RESTED
    assert t.scores() == [17, 14, 12]
    assert t.ranks() == [1, 2, 3]


# ---- illegal attempts ----------------------------------------------------------------------------------------------


def test_a_spot_covering_only_two_squares(gear):
    t = lay_out(gear, ["F1 F3", RAVEN])
    before = bytes(t)
    assert t.refusal(0, code(t, "F1 0 -1 2")) == "It must cover at least three matching squares."
    with pytest.raises(IllegalChoice):
        play(t, 0, "F1 0 -1 2")
    assert bytes(t) == before


def test_after_the_limit_and_when_out(gear):
    t = lay_out(gear, [FOX, "R2"])
    play(t, 1, "R2 0 2 2", at=10)
    assert reason(t, 1, "R2 3 2 4") == "You have no cards left."
    t.tick()
    assert t.plain.ended == TIME
    assert reason(t, 0, "F5 2 -1 -2") == "Time is up."


def test_two_seats_grab_the_same_spot(gear):
    t = lay_out(gear, [FOX, RAVEN])
    assert attempt(t, 0, "F3 0 2 2", 6200) == ""
    assert attempt(t, 1, "R2 0 2 2", 6200) == "Beaten to it: the table has changed."
    assert (t.plain.hand[1], t.plain.locked[1], t.plain.board.count) == (held(RAVEN), 0, 4)


# ---- the table and the bots ----------------------------------------------------------------------------------------


def test_the_squares_are_counted_where_the_card_lies():
    t = lay_out("plain", [FOX, RAVEN])
    before = t.view(SPECTATOR)
    play(t, 0, "F3 0 -1 -2")
    (piece,) = next(spot for spot in t.screen(1).zones[0].spots if spot.id == "lies-F3").pieces
    assert (piece.badge, piece.lights) == ("+4", ["card-C6", "card-C1"])
    assert tell(before, t.view(SPECTATOR), SPECTATOR) == [
        "Seat 1 lays F3 at (-1,-2), on 4 squares of 2 cards: 4 points."
    ]
    assert "A point for each of its squares on another card." in t.screen(1).prompt


def test_at_the_end_every_card_shows_what_it_earned():
    t = lay_out("plain", ["F3", RAVEN], level="expert")
    play(t, 1, "R1 1 0 2")
    play(t, 0, "F3 0 -1 -2")
    assert t.over
    badges = {p.id: p.badge for spot in t.screen(SPECTATOR).zones[0].spots for p in spot.pieces}
    assert badges == {"card-C1": "", "card-C2": "", "card-C6": "", "card-R1": "+3", "card-F3": "+4"}


def test_what_covers_more_is_likelier(gear):
    t = lay_out(gear, [FOX, RAVEN])
    four, three = (prefer(t.plain, 0, code(t, card)) for card in ("F3 0 -1 -2", "F3 0 2 2"))
    assert four == 4 * three
    assert prefer(t.plain, 0, REST) == 1

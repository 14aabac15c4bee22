"""What is shown, touched, told and known."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import SPECTATOR
from brillig.games.speed_round.game import GAME, candidates, screen, tell, touch
from brillig.parts.trickster import test_layouts as layouts
from brillig.parts.trickster.course import cards_left
from brillig.parts.trickster.overlap import PLACEMENTS
from brillig.parts.trickster.patterns import card_named
from brillig.parts.trickster.record import MISS, PICK, REST, TAKE_BACK
from brillig.parts.trickster.test_layouts import TABLE_T, attempt, code, held, play

lay_out = partial(layouts.lay_out, GAME)
FOX, RAVEN = "F3 F5 F6", "R1 R2 R3"


def told(t, act, viewer=SPECTATOR) -> list[str]:
    before = t.view(viewer)
    act()
    return tell(before, t.view(viewer), viewer)


# ---- the screen ----------------------------------------------------------------------------------------------------


def test_the_table_in_letters():
    t = lay_out("plain", [FOX, RAVEN], piles=["F1"])
    assert t.text(0).splitlines() == [
        "   - -",
        "   2 1 0 1 2 3 4",
        "-4   . . . . .",
        "-3   . s g l .",
        "-2 . . g C s . .",
        "-1 . z l s g l .",
        " 0 . g C l C g .",
        " 1 . l g z l s .",
        " 2 . . . . . . .",
        "",
        "Your hand: F3      F5      F6",
        "           z l s   l z s   l g s",
        "           l F g   g F g   z F z",
        "           s z l   s g l   s z g",
        "",
        "Turn: r1  r2  r3",
        "",
        "Set aside: (C3)    (C4)    (C5)",
        "           z g l   l z s   l z s",
        "           s C g   g C z   z C z",
        "           g z s   s z l   s z g",
        "",
        "  Table           starting deck Chameleon, cards laid 3",
        "> Seat 1 (Fox)    cards 4 ●●●●○○, pile 1",
        "> Seat 2 (Raven)  cards 3 ●●●○○○, pile 0",
    ]


def test_a_laid_card_is_one_piece_over_nine_squares():
    t = lay_out("plain", [FOX, RAVEN])
    play(t, 0, "F5 2 -1 -2")
    board = t.screen(1).zones[0]
    spot = next(s for s in board.spots if s.id == "lies-F5")
    centre = next(s for s in board.spots if s.id == "at_-1_-2")
    assert (spot.high, spot.wide) == (3, 3)
    assert (spot.row + 1, spot.col + 1) == (centre.row, centre.col)
    (piece,) = spot.pieces
    assert (piece.id, piece.face.look["squares"], piece.turned, piece.mark) == ("card-F5", "lzsgFgsgl", 180, "last")


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_no_screen_gives_a_spot_away(seat):
    """What fits changes nothing: two hands that differ in what they can do see the same table."""
    can, cannot = (lay_out("plain", [hand, RAVEN]) for hand in (FOX, "F1 F2 F4"))
    one, other = can.screen(seat), cannot.screen(seat)
    assert one.zones[0] == other.zones[0]
    assert one.prompt == other.prompt


@pytest.mark.parametrize("options", [{}, {"centers_wild": "on"}, {"start_board": "together"}, {"decks": "picked"}])
def test_everything_a_person_might_try_can_be_touched(options):
    t = GAME.new(3, seed=5, options=options, timed=True)
    if t.due() >= 0:
        t.tick()
    for _ in range(6):
        for seat in t.waiting():
            view = t.view(seat)
            tries, ids = candidates(view, seat), {*screen(view, seat).ids()}
            ways = [touch(view, seat, c) for c in tries]
            assert all({*way} <= ids for way in ways)
            assert len({*ways}) == len(ways)
            assert {*t.codes(seat)} - {MISS} <= {*tries}
            assert all(t.refusal(seat, c) != "Cards lie square, this side up." for c in tries)
        seat = t.waiting()[0]
        t.play(seat, t.codes(seat)[0])
        if t.due() >= 0 and not t.waiting():
            t.tick()


def test_candidates_of_a_seat_that_is_not_asked():
    t = lay_out("plain", [FOX, RAVEN, ""])
    assert candidates(t.view(2), 2) == []
    assert len(candidates(t.view(0), 0)) == 540 + 1  # 45 places, 4 turns, 3 cards; and to rest


def test_labels():
    t = lay_out("plain", [FOX, RAVEN])
    words = [c.label for c in t.choices(0)]
    assert "F3 r0 at (-1,-2)" in words
    assert words[-1] == "I find nothing more"
    play(t, 0, REST)
    assert [c.label for c in t.choices(0)][-1] == "Look again"
    play(t, 0, REST)
    assert [c.label for c in t.choices(0)][-1] == "Rest until a card is laid"
    beats = lay_out("plain", [FOX, RAVEN], tempo="beats")
    assert [c.label for c in beats.choices(0)][-1] == "Wait"
    assert [c.label for c in GAME.new(2, options={"decks": "picked"}, timed=True).choices(0)][1] == "Fox deck"


def test_at_the_end_all_hands_are_shown():
    t = lay_out("plain", [FOX, "R2"], piles=["F1"])
    play(t, 1, "R2 0 2 2")
    shown = t.screen(SPECTATOR)
    left = next(zone for zone in shown.zones if zone.id == "left-1")
    assert [p.face.text for p in left.pieces] == ["F1", "F3", "F5", "F6"]
    assert shown.verdict.startswith("Seat 2 is out first and wins.")
    assert shown.panels[2].counters["token"] == 1


# ---- what is told --------------------------------------------------------------------------------------------------


def test_told_in_a_race():
    t = lay_out("plain", [FOX, RAVEN, "L1 L2"], piles=["F1"])
    assert told(t, lambda: play(t, 0, "F3 0 -1 -2")) == ["Seat 1 lays F3 at (-1,-2), on 4 squares of 2 cards."]
    assert told(t, lambda: play(t, 1, REST)) == ["Seat 2 finds nothing more."]
    assert told(t, lambda: play(t, 1, REST)) == ["Seat 2 looks again."]
    assert told(t, lambda: play(t, 1, "R2 0 2 2")) == [
        "Seat 2 lays R2 at (2,2), on 3 squares of 1 card.",
        "Seat 2 has two cards left.",
    ]


def test_told_at_the_end():
    t = lay_out("plain", ["F3", "R2 R3"])
    assert told(t, lambda: play(t, 1, "R2 0 2 2"))[1:] == ["Seat 2 has one card left."]
    words = told(t, lambda: play(t, 0, "F3 0 -1 -2"))
    assert words[1:] == [
        "Seat 1 is out, and takes token 1!",
        "Seat 1 is out first and wins. The others are ranked by the cards they have left, the fewest first.",
    ]
    t = lay_out("plain", [FOX, RAVEN])
    assert told(t, t.tick) == [
        "Nobody has laid a card for too long: the race is over.",
        "Nobody is out, and everybody could still lay a card: nobody has won, and all share the place.",
    ]


def test_told_before_the_race():
    t = GAME.new(2, seed=3, options={"decks": "picked", "start_board": "together"}, timed=True)
    assert told(t, lambda: t.play(0, PICK + 1)) == ["Seat 1 takes the Fox deck."]
    words = told(t, lambda: t.play(1, PICK + 2))
    assert words[0] == "Seat 2 takes the Gecko deck."
    assert words[1].startswith("The starting board is of the ")
    assert told(t, lambda: t.play(0, t.codes(0)[0]))[0].endswith("1 at (0,0).")
    assert told(t, lambda: t.play(0, TAKE_BACK))[0].endswith("1 is taken back from the starting board.")
    for _ in range(2):
        t.play(1, t.codes(1)[0])
    assert told(t, lambda: t.play(1, t.codes(1)[0]))[-1] == "Get ready!"
    assert told(t, t.tick) == ["Go!"]


def test_told_in_beats():
    t = lay_out("plain", [FOX, RAVEN], tempo="beats")
    assert told(t, lambda: play(t, 0, "F3 0 2 2")) == ["Seat 1 has chosen."]
    words = told(t, lambda: play(t, 1, "R2 0 2 2"))
    assert len(words) == 3
    assert words[1] in ("Seat 1 was beaten to it.", "Seat 2 was beaten to it.")
    play(t, 0, REST)
    assert told(t, lambda: play(t, 1, REST)) == ["Nobody lays a card."]


def test_a_miss_is_told_to_nobody_else():
    t = lay_out("plain", [FOX, RAVEN])
    before = bytes(t.hidden(1))
    assert told(t, lambda: attempt(t, 0, "F3 1 2 2", 0), viewer=0) == ["That did not fit: wait a moment."]
    assert bytes(t.hidden(1)) == before
    assert t.screen(0).prompt == "That did not fit. You can try again in a moment."


# ---- what is known -------------------------------------------------------------------------------------------------


def test_hands_are_known_to_their_owners_until_the_pile_is_empty(gear):
    t = lay_out(gear, [FOX, RAVEN, "L1 L2"], piles=["F1", "R4"])
    s = t.view(1)
    assert (s.hand[0], s.pile[0]) == (0, held("F1 F3 F5 F6"))
    assert (s.hand[1], s.pile[1]) == (held(RAVEN), held("R4"))
    assert s.hand[2] == held("L1 L2")
    assert [cards_left(s, seat) for seat in range(3)] == [4, 4, 2]


def test_a_choice_for_a_beat_is_secret(gear):
    worlds = [lay_out(gear, [FOX, RAVEN], tempo="beats") for _ in range(2)]
    for t, choice in zip(worlds, ("F3 0 2 2", REST), strict=True):
        play(t, 0, choice)
    assert bytes(worlds[0].hidden(1)) == bytes(worlds[1].hidden(1))
    guess = worlds[0].guess(1, seed=4)
    chosen = guess.plain.chosen[0] - 1
    guess.plain.chosen[0] = 0
    assert chosen in guess.codes(0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 6), st.sampled_from(["animals", "gems"]), st.sampled_from(["off", "on"]))
def test_no_card_is_laid_that_does_not_fit(seed, seats, side, wild):
    """Along random games: covered squares within the rule's bounds, and centres apart unless they are wild."""
    t = GAME.new(seats, seed, {"side": side, "centers_wild": wild}, gear="plain", timed=True)
    t.tick()
    for _ in range(12):
        if t.over:
            break
        seat = t.waiting()[seed % len(t.waiting())]
        fitting = [c for c in t.codes(seat) if c < PLACEMENTS]
        t.play(seat, fitting[seed % len(fitting)] if fitting else REST)
    b = t.plain.board
    for k in range(1, b.count):
        assert 3 <= b.covered[k] <= (9 if wild == "on" else 8)
        assert 1 <= b.touched[k] <= b.covered[k]
        if wild == "off":
            assert all(max(abs(b.x[k] - b.x[j]), abs(b.y[k] - b.y[j])) >= 2 for j in range(k))


def test_table_t_is_what_the_layouts_lay():
    t = lay_out("plain", [FOX, RAVEN])
    assert [t.plain.board.card[k] for k in range(3)] == [card_named(card[:2]) for card in TABLE_T]
    assert code(t, "F3 0 2 2") < PLACEMENTS

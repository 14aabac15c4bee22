"""Gyre: every example and every refusal of the rules, and games of all kinds."""

import re

import pytest

from brillig.core import IllegalChoice
from brillig.games.gyre import grid
from brillig.games.gyre.game import GAME, value
from brillig.games.gyre.grid import EXHALE, FLY, INHALE, NEUTRALS, NONE, OTHERS, OWN, RESOLVE, TAKE, WALK
from brillig.parts.boxes.jabberwocky import LETTERS, card_named

G, Y, P = range(3)
L1 = """
G1{Y1 P1}  Y3{G1 P1}  P2{G1 Y1}  G4{Y1 P1}  #Y5
P4{G1 Y1}  #G5        Y1{G1 P1}  P1{G1 Y1}  G2{Y1 P1}
Y2{G1 P1}  P3{G1 Y1}  G3{Y1 P1}  Y4{G1 P1}  #P5
"""
START = "N1 S1 N3"
# For E15 to E20: green and yellow lack one card each, and both flip when conflicts are resolved.
E15 = """
#G1  #Y3  P2  #G4  #Y5
P4  #G5  Y1{G1 Y2}  P1  G2{G2 Y1}
#Y2  P3{P2}  #G3  #Y4  #P5
"""


# ---- laying out and reading positions ------------------------------------------------------------------------------


def space(name):
    return grid.SPACE_NAMES.index(name)


def lay(gear, cards=L1, spaces=START, trays=(0, 0, 0), mover=0, seats=3, owners=(G, Y, P), neutral_before=0, **options):
    """A table at the start of a turn. `owners`: the colours of the seats; with two, the third is neutral."""
    table = GAME.new(seats, gear=gear, options=options)
    s = table.plain
    for cell, (down, name, heap) in enumerate(re.findall(r"(#?)([GYP]\d)(?:\{(.*?)\})?", cards)):
        s.card[cell], s.down[cell] = card_named(name), int(down == "#")
        held = {gem[0]: int(gem[1:]) for gem in heap.split()}
        for colour, letter in enumerate(LETTERS):
            s.gems[cell, colour] = held.get(letter, 0)
    for colour, name in enumerate(spaces.split()):
        s.space[colour], s.tray[colour], s.colour[colour] = space(name), trays[colour], owners[colour]
    s.mover, s.last_neutral = mover, neutral_before
    s.step = grid.WHO if seats == 2 else grid.WHIFFLE
    s.moving = NONE if seats == 2 else owners[mover]
    s.began = NONE if seats == 2 else s.space[s.moving]
    return table


def without(cards, colour, *names):
    """The same layout, with the gems of a colour gone from some cards."""
    for name in names:
        heap = re.search(name + r"\{(.*?)\}", cards)[1]
        left = " ".join(gem for gem in heap.split() if gem[0] != colour)
        cards = cards.replace(f"{name}{{{heap}}}", f"{name}{{{left}}}")
    return cards


def on(table, *names):
    """The gems on some cards, 'G3{Y3 P2}', or '#' before one that lies face down."""
    s, found = table.plain, []
    for name in names:
        cell = list(s.card).index(card_named(name))
        heap = " ".join(f"{LETTERS[c]}{s.gems[cell, c]}" for c in range(3) if s.gems[cell, c])
        found.append("#" * s.down[cell] + f"{name}{{{heap}}}")
    return " ".join(found)


def turn(table, to, code, who=OWN):
    (seat,) = table.waiting()
    if table.seats == 2:
        table.play(seat, who)
    table.play(seat, WALK + space(to))
    table.play(seat, code)


def walks(table, colour):
    """Where a Jabberwocky could walk to if it were its turn."""
    s = table.plain
    s.step, s.mover, s.moving = grid.WHIFFLE, list(s.colour).index(colour), colour
    return {grid.SPACE_NAMES[code - WALK] for code in table.codes(s.mover)}


def trays(table):
    return tuple(table.plain.tray)


# ---- the worked examples -------------------------------------------------------------------------------------------


def dealt(gear, number):
    """L1 as the rules deal it when some number starts face down: the cards alone decide the rest."""
    table = lay(gear, re.sub(r"#|\{.*?\}", "", L1), face_down=number)
    s = table.plain
    for cell in range(grid.CELLS):
        s.down[cell] = int(s.card[cell] % 5 + 1 == number)
    grid.lay_gems(s)
    return table, " ".join(grid.SPACE_NAMES[grid.start_space(s, colour)] for colour in range(3))


def test_e1_start(gear):
    table, spaces = dealt(gear, 5)
    assert spaces == "N1 S1 N3"
    assert on(table, "G1", "P2", "Y4", "Y5") == "G1{Y1 P1} P2{G1 Y1} Y4{G1 P1} #Y5{}"
    assert table.census()[15:] == [8, 8, 8]
    assert trays(table) == (0, 0, 0)


def test_e2_whiffle(gear):
    table = lay(gear)
    assert walks(table, G) == set("N2 W1 W2 W3".split())
    assert walks(table, Y) == set("W3 W2 W1 S2 S3 S4 S5 E3 E2 E1 N5 N4".split())
    assert walks(table, P) == set("N2 N4 N5 E1 E2 E3 S5 S4 S3 S2".split())


@pytest.mark.parametrize(("number", "spaces"), [(2, "N1 N2 S2"), (1, "E2 S1 N3")])
def test_e3_extended_variant(gear, number, spaces):
    assert dealt(gear, number)[1] == spaces


def test_e4_blocked(gear):
    table = lay(gear, spaces="N5 E1 N4")
    assert walks(table, G) == set("N1 N2 N3 E2 E3 S5 S4 S3 S2 S1 W3 W2 W1".split())
    assert walks(table, P) == set("N3 N2 N1 W1 W2 W3 S1 S2 S3 S4 S5 E3 E2".split())


def test_e5_inhale_over_a_face_down_card(gear):
    table = lay(gear)
    turn(table, "W2", INHALE)
    assert on(table, "P4", "Y1", "P1", "G2") == "P4{G1 Y1} Y1{G1 P1} P1{Y1} G2{Y1 P1}"
    assert trays(table) == (1, 0, 0)
    assert table.plain.flipped == 0
    assert table.waiting() == [1]


def test_e6_exhale_over_a_face_down_card(gear):
    table = lay(gear, without(L1, "G", "Y3", "P2", "P3"), trays=(3, 0, 0))
    turn(table, "W2", EXHALE)
    assert on(table, "P4", "Y1", "P1") == "P4{G2 Y1} Y1{G3 P1} P1{G1 Y1}"
    assert trays(table) == (0, 0, 0)


def test_e7_pushed_off_the_grid(gear):
    table = lay(gear, without(L1, "G", "Y3", "P2", "P3"), "N4 S1 N3", (3, 0, 0))
    turn(table, "N5", EXHALE)
    assert on(table, "G2") == "G2{G2 Y1 P1}"
    assert trays(table) == (1, 0, 0)


def test_e8_row_from_the_right(gear):
    table = lay(gear, without(L1, "G", "Y3", "P2", "P3", "P4"), "N4 S1 N3", (4, 0, 0))
    turn(table, "E1", EXHALE)
    assert on(table, "G4", "P2", "Y3", "G1") == "G4{G2 Y1 P1} P2{G1 Y1} Y3{G1 P1} G1{Y1 P1}"
    assert trays(table) == (0, 0, 0)


def test_e9_more_gems_than_cards(gear):
    table = lay(gear, without(L1, "G", "Y3", "P2", "P3", "P4", "Y1"), "N5 S1 N3", (5, 0, 0))
    turn(table, "N4", EXHALE)
    assert on(table, "G4", "P1", "Y4") == "G4{G1 Y1 P1} P1{G2 Y1} Y4{G2 P1}"
    assert trays(table) == (2, 0, 0)


def test_e10_exhale_refused_where_all_lie_face_down(gear):
    table = lay(gear, "G1 Y3 P2 G4 Y5  #P4 #G5 #Y1 #P1 #G2  Y2 P3 G3 Y4 P5", trays=(4, 0, 0))
    table.play(0, WALK + space("W2"))
    refused(table, EXHALE, "No gem would land on a card.")
    refused(table, INHALE, "There is no gem of this colour in this row or column.")


def test_e11_resolve(gear):
    cards = "G1 Y3 P2 G4 #Y5  P4{G3 Y1 P1} #G5 Y1{G2 Y1 P1} P1 G2  Y2 P3 G3{Y3 P2} Y4 #P5"
    table = lay(gear, cards, trays=(3, 3, 4))
    turn(table, "W2", RESOLVE)
    assert on(table, "P4", "G3", "Y1") == "P4{G3} G3{Y3} Y1{G2 Y1 P1}"
    assert trays(table) == (3, 4, 7)
    assert table.plain.flipped == 0


def test_e12_resolve_refused_at_the_start(gear):
    table = lay(gear)
    table.play(0, WALK + space("W2"))
    refused(table, RESOLVE, "No card is controlled by one colour with others on it.")


def test_e13_flip_in_another_players_turn(gear):
    cards = L1.replace("Y3{G1 P1}", "Y3{P1}").replace("P2{G1 Y1}", "P2{Y1}").replace("P1{G1 Y1}", "P1{G1}")
    table = lay(gear, cards.replace("G2{Y1 P1}", "G2{G2 Y1}"), trays=(0, 1, 1), mover=1)
    turn(table, "E2", INHALE)
    assert on(table, "Y1", "P4", "G2") == "Y1{G1 Y1 P1} P4{G1} #G2{}"
    assert trays(table) == (2, 2, 1)
    assert table.scores() == [2, 1, 1]


def test_e14_more_than_enough(gear):
    table = lay(gear, re.sub(r"\{.*?\}", "", L1).replace("G1", "G1{G3 Y1}"), trays=(5, 7, 8))
    turn(table, "W2", RESOLVE)
    assert on(table, "G1") == "#G1{}"
    assert trays(table) == (8, 8, 8)


def test_e15_two_finish_on_a_third_players_turn(gear):
    table = lay(gear, E15, trays=(5, 5, 6), mover=2)
    turn(table, "N2", RESOLVE)
    assert trays(table) == (8, 8, 6)
    assert table.over
    assert table.ranks() == [1, 2, 2]
    assert table.scores() == [5, 5, 1]


def test_e16_two_finish_on_the_turn_of_one_of_them(gear):
    table = lay(gear, E15, trays=(5, 5, 6), mover=1)
    turn(table, "S2", RESOLVE)
    assert table.ranks() == [2, 1, 2]


def test_e17_two_finish_on_a_neutral_turn(gear):
    table = lay(gear, E15, trays=(5, 5, 6), mover=1, seats=2)
    turn(table, "N2", RESOLVE, NEUTRALS)
    assert table.ranks() == [2, 1]
    refused(
        lay(gear, E15, mover=1, seats=2, neutral_before=1),
        NEUTRALS,
        "The neutral was just moved. Play your own colour.",
    )


def test_e18_a_done_neutral_colour_ends_nothing(gear):
    cards = re.sub(r"\{.*?\}", "", L1)
    cards = re.sub(r"(?<!#)P(\d)", r"#P\1", cards).replace("#P1", "P1{P1 Y1 G1}").replace("P1{P1 Y1 G1}", "P1{P2 Y1}")
    table = lay(gear, cards, trays=(8, 7, 6), seats=2)
    turn(table, "W2", RESOLVE)
    assert on(table, "P1") == "#P1{}"
    assert not table.over
    assert table.waiting() == [1]
    assert table.codes(1) == [OWN, NEUTRALS]  # it may still be moved


@pytest.mark.parametrize(("at_limit", "ranks"), [("none", [1, 1, 1]), ("ranked", [2, 1, 3])])
def test_e19_the_guard(gear, at_limit, ranks):
    cards = "#G1 #Y3 P2 G4 #Y5  #P4 #G5 Y1 P1 #G2  #Y2 #P3 #G3 #Y4 #P5"
    table = lay(gear, cards, trays=(8, 8, 8), at_limit=at_limit)
    table.plain.turns = 299
    turn(table, "W2", FLY + space("N1"))
    assert table.over
    assert table.ranks() == ranks
    assert table.plain.winner == NONE


def test_e20_win_on_the_last_turn(gear):
    table = lay(gear, E15, trays=(5, 5, 6), mover=2)
    table.plain.turns = 299
    turn(table, "N2", RESOLVE)
    assert table.ranks() == [1, 2, 2]


# ---- what is refused -----------------------------------------------------------------------------------------------


def refused(table, code, why, seat=None):
    seat = table.waiting()[0] if seat is None else seat
    before = bytes(table)
    assert table.refusal(seat, code) == why
    with pytest.raises(IllegalChoice, match=re.escape(why)):
        table.play(seat, code)
    assert bytes(table) == before


def test_refused_to_stay_or_to_act_before_the_walk(gear):
    table = lay(gear)
    for code in (WALK + space("N1"), INHALE, EXHALE, RESOLVE, FLY + space("W2")):
        refused(table, code, "Your Jabberwocky must move first.")


def test_refused_to_walk_past_another_or_onto_it(gear):
    for name in ("N3", "N4", "S1", "S2"):
        refused(lay(gear), WALK + space(name), "The way is blocked there.")


def test_refused_to_inhale_where_there_is_no_gem_and_to_exhale_from_an_empty_tray(gear):
    table = lay(gear, without(L1, "G", "P4", "Y1", "P1"))
    table.play(0, WALK + space("W2"))
    refused(table, INHALE, "There is no gem of this colour in this row or column.")
    refused(table, EXHALE, "No gem would land on a card.")


def test_refused_to_fly_nowhere(gear):
    table = lay(gear)
    table.play(0, WALK + space("W2"))
    for name in ("W2", "S1", "N3"):
        refused(table, FLY + space(name), "Fly to another empty space.")
    assert FLY + space("N1") in table.codes(0)  # back to where the turn began
    assert len([code for code in table.codes(0) if code >= FLY]) == 13
    refused(table, WALK + space("W1"), "Your Jabberwocky has moved; now it does something.")


def test_refused_to_move_what_is_not_yours(gear):
    for table in (lay(gear), lay(gear, seats=2)):
        refused(table, OTHERS, "That is not your colour.")
    refused(lay(gear), NEUTRALS, "That is not your colour.")
    refused(lay(gear, seats=2), WALK, "Choose first which Jabberwocky you move.")
    refused(lay(gear), OWN, "It is not your turn.", seat=1)


def test_the_neutral_rests_for_one_turn(gear):
    table = lay(gear, seats=2)
    turn(table, "N2", FLY + space("N3"), NEUTRALS)
    assert table.codes(1) == [OWN]
    turn(table, "S2", FLY + space("S1"))
    assert table.codes(0) == [OWN, NEUTRALS]


# ---- colours -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_colours_may_be_chosen_in_order_of_the_seats(gear, seats):
    table = GAME.new(seats, seed=4, gear=gear, options={"colours": "chosen", "first": "seat 2"})
    refused(table, INHALE, "Choose your colour first.")
    table.play(0, TAKE + P)
    refused(table, TAKE + P, "Somebody else has that colour.")
    assert table.census() == [1] * 15 + [8] * 3
    table.play(1, TAKE + G)
    assert list(table.plain.colour) == [P, G, Y]  # the last one falls to the third seat, or is neutral
    assert table.waiting() == [1]
    refused(table, TAKE + Y, "You have your colour.")
    assert table.census() == [1] * 15 + [8] * 3


def test_all_colours_and_all_seats_have_the_same_chance():
    deals = [GAME.new(3, seed=seed).plain for seed in range(300)]
    for seat in range(3):
        assert all(70 < sum(s.colour[seat] == colour for s in deals) < 130 for colour in range(3))
        assert 70 < sum(s.mover == seat for s in deals) < 130


# ---- the table -----------------------------------------------------------------------------------------------------


def labels(table):
    return [choice.label for choice in table.choices(table.waiting()[0])]


def told(table, code):
    before = table.copy().view(-1)
    table.play(table.waiting()[0], code)
    return GAME.tell(before, table.view(-1), -1)


def spot(table, name):
    (found,) = (spot for spot in table.screen(0).zones[0].spots if spot.id == name)
    return found


def test_labels_say_what_comes_of_an_action():
    table = lay("plain", without(L1, "G", "Y3", "P2", "P3"), trays=(3, 0, 0))
    assert labels(table) == ["Go to N2", "Go to W3: 2g", "Go to W2: 3g", "Go to W1"]
    table.play(0, WALK + space("W2"))
    assert labels(table)[:3] == ["Inhale 3 green, 1 to the tray", "Exhale 3 green on P4, Y1, Y1", "Fly to N1"]
    table = lay("plain", E15, trays=(5, 5, 6), mover=2)
    table.play(2, WALK + space("N2"))
    assert "Resolve, 1 green, 1 yellow home, flips Y1 and G2" in labels(table)


def test_tell_calls_out_flips_and_the_winner():
    table = lay("plain", E15, trays=(5, 5, 6), mover=2)
    assert told(table, WALK + space("N2")) == ["Seat 3 whiffles with purple to N2."]
    assert told(table, RESOLVE) == [
        "Seat 3 resolves all cards: 1 green, 1 yellow home.",
        "Yellow 1 flipped: 0 of yellow left.",
        "Green 2 flipped: 0 of green left.",
        "All green cards are face down. It would have played next.",
        "Seat 1 wins.",
    ]


def test_tell_calls_out_the_last_turns_before_the_guard():
    table = lay("plain", turn_limit=100)
    table.plain.turns = 69
    table.play(0, WALK + space("W2"))
    assert told(table, INHALE) == ["Seat 1 inhales 3 green, 1 to the tray.", "30 turns are left before the game stops."]
    table.plain.turns = 99
    table.play(1, WALK + space("S2"))
    assert told(table, FLY + space("S1"))[1:] == [
        "Turn 100 was the last: the game stops.",
        "Nobody was done after 100 turns, so nobody has won.",
    ]


def test_a_walk_is_shown_along_the_ring_and_a_hop_is_not():
    table = lay("plain")
    table.play(0, WALK + space("W2"))
    piece = spot(table, "space-W2").pieces[0]
    assert piece.path == ["space-N1", "space-W1", "space-W2"]
    table = lay("plain", spaces="N5 E1 N4")
    assert table.screen(0).prompt == "Your green Jabberwocky is shut in: put it on any empty space."
    assert told(table, WALK + space("N1")) == ["Seat 1 hops with green to N1."]
    assert spot(table, "space-N1").pieces[0].path == []


def test_what_lies_face_down_can_still_be_read():
    card = spot(lay("plain"), "cell-A5").pieces[0]
    assert (card.badge, card.face.say) == ("Y5", "yellow 5, face down")


def test_the_screen_says_why_an_action_is_not_offered():
    table = lay("plain")
    table.play(0, WALK + space("W2"))
    screen = table.screen(0)
    assert screen.prompt == "Inhale? Or touch your green Jabberwocky and fly."
    assert "exhale: no gem would land on a card; resolve: no card is controlled" in screen.help
    assert screen.ways["space-W2 space-N2"] == ["cell-A2", "cell-B2", "cell-C2"]


# ---- for the bots --------------------------------------------------------------------------------------------------


def test_a_card_of_ones_own_is_worth_more_than_one_of_another():
    own, theirs = lay("plain").plain, lay("plain").plain
    own.down[0], theirs.down[1] = 1, 1
    start = value(lay("plain").plain, 0)
    assert value(own, 0) - start > start - value(theirs, 0) > 0


def test_a_bot_agrees_to_a_draw_after_a_hundred_turns_without_a_flip():
    s = lay("plain").plain
    s.turns, s.last_flip = 149, 50
    assert not GAME.stuck(s)
    s.turns = 150
    assert GAME.stuck(s)

"""Mimsy: every example and every refusal of the rules, and games of all kinds."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import IllegalChoice
from brillig.games.mimsy.game import GAME, value
from brillig.games.mimsy.ring import CELLS, DROP, FULL, LOOK, NONE, SIDE, STOP, UNKNOWN
from brillig.parts.boxes.jabberwocky import LETTERS, card_name, card_named

CARDS = "G5 Y2 P1 G3 Y5 P3 G1 Y1 P5 G2 Y3 P2".split()
K = "1 {Y2}, 2 {P1}, 3 {G3}, 5 {P3}, 6 {G1}, 7 {Y1}, 9 {G2}, 10 {Y3}, 11 {P2}"
E7 = "0 {G1 Y3}, 1 {Y1}, 2 {G2}, 3 {G1 P1}, 5 {P2}, 6 {G1 Y1}, 7 {Y1}, 9 {P2}, 10 {G1}, 11 {P1}"


# ---- laying out and reading positions ------------------------------------------------------------------------------


def lay(gear, ring=K, secrets="GYP", mover=0, seats=3, **options):
    """A table at the start of a turn. `secrets`: the goals of seats 1, 2 and 3 (or of nobody)."""
    table = GAME.new(seats, gear=gear, options=options)
    s = table.plain
    for cell in range(CELLS):
        s.card[cell] = card_named(CARDS[cell])
        for colour in range(3):
            s.gems[cell, colour] = 0
    for cell, heap in re.findall(r"(\d+) \{(.*?)\}", ring):
        for gem in heap.split():
            s.gems[int(cell), LETTERS.index(gem[0])] = int(gem[1:])
    for seat, letter in enumerate(secrets):
        s.goal[seat] = LETTERS.index(letter)
    s.mover = mover
    return table


def on(table, *cells):
    """The heaps of some cells: '{G3 Y1}'."""
    gems = table.plain.gems
    heaps = (" ".join(f"{LETTERS[c]}{gems[cell, c]}" for c in range(3) if gems[cell, c]) for cell in cells)
    return ", ".join(f"{cell} {{{heap}}}" for cell, heap in zip(cells, heaps, strict=True))


def same(table, heaps):
    cells = [int(cell) for cell in re.findall(r"(\d+) \{", heaps)]
    return on(table, *cells) == heaps


def goals(table):
    return [sum(table.plain.gems[cell, c] for c in range(3)) for cell in range(0, CELLS, SIDE)]


def sow(table, cell, colours=""):
    """A whole turn, or the beginning of one; which seat's it was."""
    (seat,) = table.waiting()
    table.play(seat, cell)
    for letter in colours:
        table.play(seat, DROP + LETTERS.index(letter))
    return seat


def e2(gear):
    table = lay(gear)
    sow(table, 3)
    return table


# ---- the worked examples -------------------------------------------------------------------------------------------


def test_e1_no_relay(gear):
    table = lay(gear)
    sow(table, 1)
    assert same(table, "1 {}, 2 {Y1 P1}, 3 {G3 Y1}")
    assert table.waiting() == [1]


def test_e2_relay(gear):
    table = e2(gear)
    assert same(table, "3 {}, 4 {G1}, 5 {G1 P3}, 6 {}, 7 {G1 Y1}, 8 {G1}")
    assert goals(table) == [0, 1, 1]
    assert table.waiting() == [1]


def test_e3_relay_round_the_corner(gear):
    table = lay(gear)
    sow(table, 10)
    assert same(table, "0 {Y1}, 1 {}, 2 {Y1 P1}, 3 {G3 Y1}, 4 {Y1}, 10 {}, 11 {Y1 P2}")
    assert goals(table) == [1, 1, 0]


def test_e4_order_of_colours_yellow_first(gear):
    table = e2(gear)
    sow(table, 7, "Y")  # the green gem is the only one left and falls by itself
    assert same(table, "0 {G1}, 7 {}, 8 {G1 Y1}, 9 {}, 10 {G1 Y3}, 11 {G1 P2}")
    assert goals(table) == [1, 1, 2]
    assert table.waiting() == [2]


def test_e4_order_of_colours_green_first(gear):
    table = e2(gear)
    assert sow(table, 7) == 1
    assert table.waiting() == [1]
    assert table.codes(1) == [DROP, DROP + 1]
    table.play(1, DROP)
    assert same(table, "8 {G2}, 9 {G2 Y1}")
    assert goals(table) == [0, 1, 2]
    assert table.waiting() == [2]


def test_e5_a_goal_loses_its_fifth_gem(gear):
    table = lay(gear, "0 {Y1 P1}, 3 {Y2 P2}, 5 {P1}, 7 {G1}, 8 {G2 Y1 P1}, 9 {G1 Y1}, 10 {Y1 P1}, 11 {G2}")
    sow(table, 7)
    assert same(table, "0 {G1 Y1 P1}, 1 {G1}, 2 {G1}, 8 {Y1 P1}, 9 {G2 Y1}, 10 {G1 Y1 P1}, 11 {}")
    assert goals(table) == [3, 0, 2]
    assert table.plain.reached[2] == 1
    assert table.waiting() == [1]


@pytest.mark.parametrize("secrets", ["GYP", "PYG", "YGP"])
def test_e6_two_goals_in_one_turn(gear, secrets):
    table = lay(gear, "0 {G1}, 1 {Y1}, 3 {G2 Y1 P2}, 4 {G1 Y2 P1}, 8 {Y2 P2}, 10 {G2}, 11 {P1}", secrets)
    sow(table, 3, "PYP")
    assert goals(table) == [1, 5, 5]
    assert list(table.plain.reached) == [0, 1, 5]
    assert table.over
    assert table.plain.deciding == 4
    assert table.plain.winner == secrets.index("Y")
    assert table.ranks() == [1 if letter == "Y" else 2 for letter in secrets]


def test_e7_two_players_unowned_goal(gear):
    table = lay(gear, E7, "YPG", mover=1, seats=2)
    sow(table, 11)
    assert same(table, "0 {G1 Y3 P1}, 11 {}")
    assert table.over
    assert table.plain.winner == 1
    assert table.ranks() == [2, 1]
    assert table.scores() == [0, 1]


def test_e8_someone_elses_goal(gear):
    table = lay(gear, E7, "PGY", mover=0)
    sow(table, 11)
    assert table.over
    assert table.plain.winner == 1
    assert table.ranks() == [2, 1, 2]


def test_e9_full_round(gear):
    table = lay(gear, "1 {G5 Y5 P3}, 4 {G1}, 8 {Y1 P1}, 10 {P1}, 11 {P1}")
    sow(table, 1, "GGGGGYYYYY")
    assert same(
        table,
        "0 {P1}, 1 {P1}, 2 {G1 P1}, 3 {G1}, 4 {G2}, 5 {G1}, 6 {G1}, 7 {Y1}, 8 {Y2 P1}, 9 {Y1}, 10 {Y1 P1}, 11 {Y1 P1}",
    )
    assert goals(table) == [1, 2, 3]
    assert table.plain.drops == 13
    assert table.waiting() == [1]


@pytest.mark.parametrize("seats", [2, 3])
def test_e10_setup_check(gear, seats):
    for deal in range(20):
        table = GAME.new(seats, seed=3, deal=deal, gear=gear)
        s = table.plain
        assert goals(table) == [0, 0, 0]
        assert [sum(s.gems[cell, c] for cell in range(CELLS)) for c in range(3)] == [6, 6, 6]
        assert sorted(s.card[cell] for cell in (0, 4, 8)) == [4, 9, 14]
        for cell in range(CELLS):
            colour, number = s.card[cell] // 5, s.card[cell] % 5 + 1
            assert s.gems[cell, colour] == (0 if cell % SIDE == 0 else number)
        assert sorted(s.goal) == [0, 1, 2]


# ---- the rulings, and the rest of the end --------------------------------------------------------------------------


def test_r3_a_goal_that_lost_its_fifth_gem_has_to_earn_it_again(gear):
    """Goal 8 is full at drop 1 and loses its greens by relay; goal 0 is full at drop 5; goal 8 has less at the end."""
    table = lay(gear, "0 {G1 Y3}, 7 {G1}, 8 {G3 Y1}, 10 {P6}, 2 {Y2}, 5 {G1}")
    sow(table, 7)  # green on 8, relay of 4: 9, 10, 11, 0: a green lies on 0: relay of 2: 1, 2
    assert list(table.plain.reached) == [5, 0, 1]
    assert goals(table) == [3, 0, 1]
    assert table.waiting() == [1]


def test_r4_the_unowned_goal_may_decide_before_an_owned_one(gear):
    table = lay(gear, "0 {G1}, 3 {G2 Y1 P2}, 4 {G1 Y2 P1}, 8 {Y2 P2}, 10 {G2}", "GPY", mover=0, seats=2)
    sow(table, 3, "PYP")
    assert table.plain.deciding == 4
    assert table.plain.winner == 0  # who just played, though the other seat owns the purple goal, full as well


@pytest.mark.parametrize(("seats", "ranks"), [(2, [2, 1]), (3, [3, 1, 2])])
def test_r8_turn_limit(gear, seats, ranks):
    ring = "0 {G1}, 4 {Y1 P2}, 8 {P1}, 1 {Y2}, 6 {G5 Y3 P3}"
    table = lay(gear, ring, seats=seats, turn_limit=40)
    table.plain.turns = 39
    sow(table, 1)
    assert table.over
    assert table.plain.winner == NONE
    assert table.scores() == [1, 3, 1][:seats]
    assert table.ranks() == [2, 1, 2][:seats]
    table = lay(gear, ring.replace("8 {P1}", "8 {P2}"), seats=seats, turn_limit=40)
    table.plain.turns = 39
    sow(table, 1)
    assert table.ranks() == ranks


def test_the_limit_counts_turns_of_all_seats(gear):
    table = lay(gear, turn_limit=40)
    table.plain.turns = 38
    sow(table, 1)
    assert table.plain.turns == 39
    assert not table.over


def test_first_player(gear):
    for seat in range(3):
        assert GAME.new(3, options={"first": f"seat {seat + 1}"}, gear=gear).waiting() == [seat]
    assert GAME.new(2, options={"first": "seat 3"}, gear=gear).waiting() == [0]
    firsts = {GAME.new(3, deal=deal, gear=gear).waiting()[0] for deal in range(30)}
    assert firsts == {0, 1, 2}


def test_turns_pass_to_the_left(gear):
    table = lay(gear, mover=2)
    sow(table, 1)
    assert table.waiting() == [0]


# ---- the illegal attempts ------------------------------------------------------------------------------------------


def refused(table, seat, code, reason):
    before = bytes(table)
    with pytest.raises(IllegalChoice, match=re.escape(reason)):
        table.play(seat, code)
    assert bytes(table) == before


@pytest.mark.parametrize("cell", [0, 4, 8])
def test_refused_choose_a_goal_card(gear, cell):
    refused(e2(gear), 1, cell, "You may pick up only from a 1, 2 or 3.")


@pytest.mark.parametrize("cell", [3, 6])
def test_refused_choose_a_card_without_gems(gear, cell):
    refused(e2(gear), 1, cell, "There are no gems on that card.")


def test_refused_drop_a_colour_not_in_the_hand(gear):
    table = e2(gear)
    refused(table, 1, DROP, "You have no such gem in hand.")  # nothing has been picked up
    sow(table, 7)
    refused(table, 1, DROP + 2, "You have no such gem in hand.")


def test_refused_skip_a_card_or_go_anticlockwise(gear):
    table = e2(gear)
    sow(table, 7)
    for cell in range(CELLS):
        refused(table, 1, cell, "Gems fall one by one, clockwise.")


def test_refused_stop_a_relay(gear):
    refused(e2(gear), 1, STOP, "The last gem matched: you must go on.")


def test_refused_look_at_another_goal_card(gear):
    refused(e2(gear), 1, LOOK, "Goals stay secret until the end.")


def test_refused_play_out_of_turn(gear):
    table = e2(gear)
    for seat in (0, 2):
        for code in range(GAME.codes):
            refused(table, seat, code, "It is not your turn.")


# ---- secrets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_knows_its_own_goal_only_and_at_the_end_all(gear, seats):
    table = lay(gear, E7, "YPG", mover=1, seats=seats)
    for seat in range(-1, seats):
        known = [colour for colour in table.view(seat).goal if colour != UNKNOWN]
        assert known == ([] if seat < 0 else [table.plain.goal[seat]])
        guesses = {tuple(table.guess(seat, deal=deal).plain.goal) for deal in range(60)}
        assert len(guesses) == (6 if seat < 0 else 2)
        assert all(sorted(guess) == [0, 1, 2] for guess in guesses)
    sow(table, 11)
    assert table.over
    assert list(table.view(-1).goal) == [1, 2, 0]


# ---- every game ----------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([2, 3]), st.randoms(use_true_random=False))
def test_any_game(seed, seats, dice):
    table = GAME.new(seats, seed=seed, gear="compiled")
    s = table.plain
    decisions = 0
    while not table.over:
        (seat,) = table.waiting()
        if sum(s.hand) == 0:
            decisions = 0
            assert max(goals(table)) < FULL
            assert 1 <= len(table.codes(seat)) <= 9
        else:
            assert 2 <= len(table.codes(seat)) <= 3
            decisions += 1
        assert decisions < 18
        labels = {choice.code: choice.label for choice in table.choices(seat)}
        code = dice.choice(table.codes(seat))
        table.play(seat, code)
        assert table.census() == [1, 1, 1, 0, 1] * 3 + [6] * 3 + [1] * 3
        assert s.drops <= 28
        ends = f"ends on {card_name(s.card[s.at])}" in labels[code]
        assert ends == (sum(s.hand) == 0)  # what was foretold came true
    assert table.ranks().count(1) == 1 or s.winner == NONE
    if s.winner != NONE:
        assert goals(table)[s.deciding // SIDE] >= FULL
        lost = (0, 250)[seats - 2]
        assert [value(s, seat) for seat in range(seats)] == [
            1000 if seat == s.winner else lost for seat in range(seats)
        ]


def test_random_play():
    """The specification says: 17 to 20 turns, about 30 decisions, and no game near 120 turns."""
    for seats in (2, 3):
        played = GAME.playouts(20_000, seed=1, seats=seats)
        assert 28 < played.lengths.mean() < 40
        wins = (played.ranks == 1).mean(axis=0)
        assert abs(wins - 1 / seats).max() < 0.015
        assert (played.scores.sum(axis=1) == 1).all()  # none was cut short


# ---- the table -----------------------------------------------------------------------------------------------------


def told(table, code):
    before = table.copy().view(-1)
    table.play(table.waiting()[0], code)
    return GAME.tell(before, table.view(-1), -1)


def labels(table):
    return [choice.label for choice in table.choices(table.waiting()[0])]


def spot(table, seat, name):
    (ring,) = (zone for zone in table.screen(seat).zones if zone.id == "ring")
    (found,) = (spot for spot in ring.spots if spot.id == name)
    return found


@pytest.mark.parametrize(
    ("secrets", "seats", "fed", "shunned"),
    [
        ("YPG", 2, "", False),  # as likely nobody's as theirs
        ("YPG", 2, "G", True),
        ("YPG", 2, "Y", False),
        ("YGP", 2, "G", False),  # the own one
        ("YPG", 3, "", True),  # somebody's for certain
    ],
)
def test_no_bot_fills_what_looks_like_anothers_goal(secrets, seats, fed, shunned):
    """Seat 2 could drop a gem from cell 11 on the green goal, the fifth there."""
    view = lay("plain", E7, secrets, mover=1, seats=seats).hidden(1)
    for letter in fed:
        view.plain.fed[0, LETTERS.index(letter)] = 2
    assert GAME.shuns(view.plain, 1, 11) is shunned
    assert not GAME.shuns(view.plain, 1, 10)


def test_labels_say_where_it_ends():
    shown = labels(lay("plain"))
    assert "Y2 (2 yellow), ends on G3" in shown
    assert "G3 (3 green), relay, ends on P5" in shown
    table = e2("plain")
    assert "Y1 (1 green, 1 yellow), sown as far as G2" in labels(table)
    sow(table, 7)
    assert labels(table) == ["green on P5, ends on G2", "yellow on P5, relay, ends on G5"]


def test_pointing_at_a_card_lights_where_its_gems_fall():
    table = e2("plain")
    assert spot(table, 1, "cell-Y1").lights == ["cell-P5", "cell-G2"]
    assert spot(table, 1, "cell-G1").lights == []  # nothing lies there
    sow(table, 7)
    assert spot(table, 1, "hand-Y").lights == ["cell-P5"]
    assert spot(table, 1, "cell-P5").badge == "1/5 next"
    assert spot(table, 1, "cell-Y5").badge == "★ 1/5"


def test_tell_calls_out_relays_and_the_end_of_a_turn():
    assert told(lay("plain"), 3) == [
        "Seat 1 picks up 3 green from G3.",
        "Seat 1 drops green on Y5, P3, G1.",
        "Relay: the green gems of G1 are taken up again.",
        "Seat 1 drops green on Y1, P5.",
        "No match on P5: the turn is over.",
    ]
    table = e2("plain")
    assert told(table, 7) == ["Seat 2 picks up 1 green, 1 yellow from Y1."]
    assert told(table, DROP) == [
        "Seat 2 drops green on P5.",
        "Seat 2 drops yellow on G2.",
        "No match on G2: the turn is over.",
    ]


def test_tell_calls_out_a_goal_with_four_gems():
    assert "G5 has 4 of 5." in told(lay("plain", E7), 10)


def test_tell_calls_out_the_secret_goals_and_the_one_that_decides():
    assert told(lay("plain", E7, "PGY"), 11)[-3:] == [
        "The secret goals are shown: Seat 1 purple, Seat 2 green, Seat 3 yellow.",
        "G5 got its fifth gem: the secret goal of Seat 2.",
        "Seat 2 wins.",
    ]
    table = lay("plain", E7, "YPG", mover=1, seats=2)
    assert told(table, 11)[-2:] == ["G5 got its fifth gem: nobody's goal, so whoever played wins.", "Seat 2 wins."]
    assert spot(table, -1, "cell-G5").badge == "decides"
    table = lay("plain", turn_limit=40)
    table.plain.turns = 39
    assert told(table, 1)[-2].startswith("Turn 40 was the last")


def test_two_full_goals_are_named_in_their_order():
    table = lay("plain", "0 {G1}, 1 {Y1}, 3 {G2 Y1 P2}, 4 {G1 Y2 P1}, 8 {Y2 P2}, 10 {G2}, 11 {P1}")
    sow(table, 3, "PYP")
    assert table.screen(-1).panels[0].counters["fifth gem"] == "Y5 by drop 1, P5 by drop 5"
    assert table.screen(-1).verdict == "Y5 got its fifth gem first: the secret goal of Seat 2."


def test_the_table_in_letters():
    text = e2("plain").text(1)
    for shown in ("P3 1g 3p", "[P5 1g]", "Your secret goal: J-Y", "Other secret goals: ##  ##", "Seat 3  goal secret"):
        assert shown in text

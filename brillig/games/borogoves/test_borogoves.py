"""Borogoves: every example and every refusal of the rules, and games of all kinds."""

import re

import pytest

from brillig.core import IllegalChoice
from brillig.games.borogoves import country
from brillig.games.borogoves.country import (
    CALL,
    EXPLORE,
    LAY,
    LOOK,
    MIGRATE,
    NONE,
    PASS,
    PLAY,
    SETTLE,
    SETTLE_NEST,
    WALKERS,
)
from brillig.games.borogoves.game import GAME
from brillig.games.borogoves.words import band
from brillig.parts.boxes.jabberwocky import card_name, card_named

G, Y, P = range(3)
M = {(3, 2): "G4 211", (3, 3): "Y2 020", (2, 3): "P3 000", (4, 3): "P5 000"}


# ---- laying out and reading positions ------------------------------------------------------------------------------


def at(row, col):
    return country.cell_at(row, col)


def lay(gear, cards=M, nests=(3, 5, 7), box=(3, 0, 0), tribe=G, step=country.ACTION, seats=2, rounds=4):
    """A table at which seat 1 draws the map and seat 2 moves the borogoves; alone, seat 1 does both."""
    table = GAME.new(seats, gear=gear, options={"first": "seat 1"})
    s = table.plain
    for cell in range(country.CELLS):
        s.card[cell] = NONE
    for card in range(15):
        s.deck[card] = 1
    for (row, col), words in cards.items():
        name, _, heap = words.partition(" ")
        s.card[at(row, col)] = card_named(name)
        s.deck[card_named(name)] = 0
        for colour, n in enumerate(map(int, heap or "000")):
            s.gems[at(row, col), colour] = n
    for place in range(2 if seats == 2 else 0):
        s.hand[place] = next((card for card in range(15) if s.deck[card]), NONE)
        if s.hand[place] != NONE:
            s.deck[s.hand[place]] = 0
    for colour in range(3):
        s.nest[colour], s.box[colour], s.acted[colour] = nests[colour], box[colour], 0
    s.step, s.tribe, s.placing, s.rounds = step, tribe, NONE, rounds
    s.mover = 0 if step in (country.CARD, country.CELL) or seats == 1 else 1
    return table


def laying(gear, cells, card="P5", **more):
    """A table at which a card is to be laid on a map of these cells."""
    names = [name for name in map(card_name, range(15)) if name != card]
    table = lay(gear, dict(zip(cells, names, strict=False)), step=country.CELL, tribe=NONE, **more)
    s = table.plain
    s.placing = card_named(card)
    s.deck[s.placing] = 0
    for place in range(country.HAND):
        s.hand[place] = NONE if s.hand[place] == s.placing else s.hand[place]
    return table


def cells(table):
    """Where the card may be laid."""
    return {divmod(code - LAY, country.COLUMNS) for code in table.codes(0)}


def on(table, row, col):
    return tuple(table.plain.gems[at(row, col), colour] for colour in range(3))


def exploring(start, goal):
    way = country.STEPS.index((goal[0] - start[0], goal[1] - start[1]))
    return EXPLORE + country.WAYS * at(*start) + way


def mix(green, yellow):
    return WALKERS + country.MOST * green + yellow


def labels(table):
    (seat,) = table.waiting()
    return [choice.label for choice in table.choices(seat)]


def e7(gear):
    table = lay(gear)
    table.play(1, exploring((3, 2), (3, 3)))
    table.play(1, mix(1, 0))
    return table


# ---- scoring -------------------------------------------------------------------------------------------------------


def scored(gear, heaps):
    """The cartographer's points and those of somebody alone, on a map of these cards."""
    places = [(row, col) for row in range(1, 5) for col in range(1, 5)]
    table = lay(gear, dict(zip(places, heaps, strict=False)))
    return country.failed(table.plain), country.fulfilled(table.plain)


RULEBOOK = [
    "G1 100", "G2 200", "G3 000", "G4 000", "G5 110", "Y1 001", "Y2 020", "Y3 201", "Y4 130", "Y5 000", "P1 001", "P2 020",
    "P3 000", "P4 000", "P5 002",
]  # fmt: skip


def test_e1_scoring(gear):
    assert scored(gear, RULEBOOK) == (32, 28)


@pytest.mark.parametrize(
    ("heap", "points"), [("Y3 111", (0, 4)), ("Y3 300", (3, 1)), ("Y3 010", (1, 3)), ("Y3 000", (4, 0))]
)
def test_e12_and_e13_one_card(gear, heap, points):
    assert scored(gear, [heap]) == points


def test_e14_perfect(gear):
    own = {G: "{}00", Y: "0{}0", P: "00{}"}
    heaps = [f"{'GYP'[c]}{n} {own[c].format(n if n < 4 else 1)}" for c in range(3) for n in range(1, 6)]
    assert scored(gear, heaps) == (6, 54)


def test_e15_empty_map(gear):
    assert scored(gear, [card_name(card) for card in range(15)]) == (60, 0)


# ---- laying cards --------------------------------------------------------------------------------------------------


def test_e2_the_first_card(gear):
    table = laying(gear, [(3, 2), (3, 3)])
    assert cells(table) == {(2, 2), (2, 3), (3, 1), (3, 4), (4, 2), (4, 3)}


def test_e3_four_in_a_row(gear):
    table = laying(gear, [(3, 2), (3, 3), (3, 4), (3, 5)])
    assert cells(table) == {(row, col) for row in (2, 4) for col in range(2, 6)}
    refused(table, LAY + at(3, 1), "The map may be at most 4 by 4.")


def test_e4_the_map_and_not_the_row_is_limited(gear):
    table = laying(gear, [(3, 2), (3, 3), (2, 3), (2, 4), (1, 4), (1, 5)])
    assert cells(table) == {(0, 4), (0, 5), (1, 3), (2, 2), (2, 5), (3, 4), (4, 2), (4, 3)}
    refused(table, LAY + at(3, 1), "The map may be at most 4 by 4.")


def test_e5_the_last_card(gear):
    full = [(row, col) for row in range(1, 5) for col in range(1, 5) if (row, col) not in ((1, 1), (4, 4))]
    assert cells(laying(gear, full)) == {(1, 1), (4, 4)}


# ---- borogoves -----------------------------------------------------------------------------------------------------


def test_e6_what_green_may_do(gear):
    table = lay(gear)
    assert sorted(labels(table)) == [
        "Explore from G4 to Y2 with 2",
        "Migrate to P3 with 3 green",
        "Migrate to Y2 with 2 green",
        "Settle one from G4",
        "Settle one from the nest",
    ]
    table.play(1, exploring((3, 2), (3, 3)))
    assert labels(table) == ["1 green, 1 purple", "1 green, 1 yellow", "2 green"]


def test_e7_explore(gear):
    table = e7(gear)
    assert on(table, 3, 2) == (1, 1, 0)
    assert on(table, 3, 3) == (1, 2, 1)
    assert list(table.plain.nest) == [3, 5, 7]


def test_e8_explore_on(gear):
    table = e7(gear)
    table.play(1, CALL + Y)
    refused(table, exploring((3, 3), (4, 3)), "There are fewer borogoves than the number on the target card.")
    other = table.copy()
    other.play(1, exploring((3, 3), (2, 3)))
    assert labels(other) == ["2 yellow, 1 purple", "1 green, 1 yellow, 1 purple", "1 green, 2 yellow"]
    table.play(1, exploring((3, 3), (3, 2)))  # with all four, so nothing is asked
    assert on(table, 3, 3) == (0, 0, 0)
    assert on(table, 3, 2) == (2, 3, 1)


def test_e9_migrate(gear):
    table = lay(gear, tribe=P)
    table.play(1, MIGRATE + at(4, 3))
    assert table.plain.nest[P] == 2
    assert on(table, 4, 3) == (0, 0, 5)
    assert country.for_colour(table.plain, at(4, 3)) + country.for_number(table.plain, at(4, 3)) == 0
    table.plain.tribe, table.plain.step = P, country.ACTION
    assert [word for word in labels(table) if word.startswith("Migrate")] == ["Migrate to Y2 with 2 purple"]


def test_e10_settle(gear):
    table = lay(gear, tribe=Y)
    table.play(1, SETTLE + at(3, 2))
    assert on(table, 3, 2) == (2, 0, 1)
    assert list(table.plain.box) == [3, 1, 0]


def test_e11_an_extinct_tribe_has_acted(gear):
    table = laying(gear, [(3, 2), (3, 3)], nests=(0, 8, 8), box=(8, 0, 0))
    table.play(0, LAY + at(2, 2))
    assert table.codes(1) == [CALL + Y, CALL + P]
    table = laying(gear, [(3, 2), (3, 3)], nests=(0, 0, 8), box=(8, 8, 0))
    table.play(0, LAY + at(2, 2))
    assert table.plain.tribe == P  # with one tribe left there is nothing to call
    table = laying(gear, [(3, 2), (3, 3)], nests=(0, 0, 0), box=(8, 8, 8))
    table.play(0, LAY + at(2, 2))
    assert table.plain.rounds == 5  # and with none, the step is empty
    assert table.waiting() == [0]


# ---- the course of a game ------------------------------------------------------------------------------------------


def play_round(table):
    """A card on the first cell, and every tribe settles or does what comes first."""
    now = table.plain.rounds, table.plain.half
    while not table.over and (table.plain.rounds, table.plain.half) == now:
        (seat,) = table.waiting()
        table.play(seat, table.codes(seat)[0])


def test_e16_the_clock_of_the_deck(gear):
    table = GAME.new(2, seed=1, gear=gear)
    left = []
    for _ in range(13):
        left.append(sum(table.plain.deck))
        play_round(table)
    assert left == [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]


def test_e17_the_higher_cartographer_wins(gear):
    table = GAME.new(2, seed=1, gear=gear, options={"first": "seat 1"})
    for _ in range(13):
        play_round(table)
    assert table.plain.half == 1
    assert table.plain.cartographer == 1
    assert list(table.plain.nest) == [8, 8, 8]
    assert table.census() == [1] * 15 + [8] * 3
    table.plain.scored[0] = 31
    while not table.over:
        play_round(table)
    table.plain.scored[1] = 28
    assert table.scores() == [31, 28]
    assert table.ranks() == [1, 2]
    table.plain.scored[1] = 31
    assert table.ranks() == [1, 1]


def test_the_last_card_of_the_hand_is_no_choice(gear):
    table = GAME.new(2, seed=3, gear=gear)
    for _ in range(12):
        play_round(table)
    assert table.plain.step == country.CELL
    assert table.plain.placing >= 0


def test_alone_a_card_is_turned_up_and_there_is_no_hand(gear):
    table = GAME.new(1, seed=3, gear=gear)
    assert sum(table.plain.deck) == 12
    assert list(table.plain.hand) == [NONE, NONE]
    for _ in range(13):
        assert table.plain.step == country.CELL
        play_round(table)
    assert table.over
    assert table.scores() == [60 - country.failed(table.plain)]


@pytest.mark.parametrize(
    ("points", "called"),
    [
        (37, "practise more"),
        (38, "nearly"),
        (42, "a bare win"),
        (46, "a good win"),
        (50, "a great win"),
        (54, "perfect"),
    ],
)
def test_bands_of_points(points, called):
    assert band(points) == called


# ---- what is refused -----------------------------------------------------------------------------------------------


def refused(table, code, why, seat=None):
    seat = table.waiting()[0] if seat is None else seat
    before = bytes(table)
    assert table.refusal(seat, code) == why
    with pytest.raises(IllegalChoice, match=re.escape(why)):
        table.play(seat, code)
    assert bytes(table) == before


def test_refused_to_lay_a_card_diagonally_or_apart(gear):
    table = laying(gear, [(3, 2), (3, 3)])
    for cell in (at(2, 1), at(0, 0)):
        refused(table, LAY + cell, "A card must touch another card side to side.")
    refused(table, LAY + at(3, 2), "There is a card already.")


def test_refused_to_migrate_with_too_few(gear):
    for cell in (at(3, 2), at(4, 3)):
        refused(lay(gear), MIGRATE + cell, "You need exactly as many borogoves as the card's number.")


def test_refused_to_explore_diagonally_or_off_the_map(gear):
    for goal in ((2, 3), (4, 3), (2, 2)):
        why = "Borogoves walk only to a neighbouring card, not diagonally."
        refused(lay(gear), exploring((3, 2), goal), why)


def test_refused_to_explore_without_the_tribe(gear):
    refused(lay(gear), exploring((3, 3), (2, 3)), "At least one borogove of the acting tribe must move.")


def test_refused_mixes(gear):
    table = lay(gear)
    table.play(1, exploring((3, 2), (3, 3)))
    for code in (mix(0, 1), mix(2, 1), mix(0, 0), mix(3, 0), mix(0, 2)):
        refused(table, code, "Move exactly the number on the target card, with at least one of the tribe.")


def test_refused_to_act_twice_and_to_pass(gear):
    table = e7(gear)
    refused(table, CALL + G, "That tribe has acted already.")
    table.play(1, CALL + Y)
    refused(table, CALL + G, "That tribe has acted already.")
    refused(table, PASS, "This tribe must migrate, explore or settle.")


def test_refused_to_look_at_the_hand(gear):
    table = GAME.new(2, gear=gear, options={"first": "seat 1"})
    refused(table, LOOK, "Only the cartographer sees these cards.", seat=1)
    refused(table, PLAY, "It is not your turn.", seat=1)


def test_refused_to_settle_where_nobody_is(gear):
    table = lay(gear, nests=(0, 5, 7), box=(6, 0, 0))
    for code in (SETTLE_NEST, SETTLE + at(3, 3)):
        refused(table, code, "There is no borogove of this tribe.")
    refused(table, MIGRATE + at(0, 0), "There is no card of the map.")
    refused(table, PLAY, "Something else is to be decided first.")


# ---- secrets -------------------------------------------------------------------------------------------------------


def test_only_the_cartographer_sees_the_hand(gear):
    table = GAME.new(2, seed=5, gear=gear, options={"first": "seat 1"})
    hand = list(table.plain.hand)
    assert list(table.view(0).hand) == hand
    for seat in (1, -1):
        assert list(table.view(seat).hand) == [country.UNKNOWN] * 2
        assert sum(table.view(seat).deck) == 13
    guesses = {tuple(table.guess(1, deal=deal).plain.hand) for deal in range(60)}
    assert len(guesses) > 30
    table.play(0, PLAY)
    assert table.view(1).placing == country.UNKNOWN
    assert table.view(0).placing == hand[0]
    assert sum(table.view(1).deck) == 13


# ---- the table -----------------------------------------------------------------------------------------------------


def told(table, code):
    before = table.copy().view(-1)
    table.play(table.waiting()[0], code)
    return GAME.tell(before, table.view(-1), -1)


def test_tell_says_who_walked_and_nothing_before_that_is_known():
    table = lay("plain")
    assert told(table, exploring((3, 2), (3, 3))) == []
    assert told(table, mix(1, 0)) == ["Seat 2 explores with 1 green, 1 purple from G4 to Y2."]
    assert told(table, CALL + P) == []
    assert told(table, SETTLE_NEST) == ["Seat 2 settles 1 purple from the nest."]
    assert told(table, MIGRATE + at(3, 2)) == ["Seat 2 migrates 4 yellow to G4."]


def test_tell_says_nothing_of_a_card_before_it_lies_on_the_map():
    table = GAME.new(2, seed=5, gear="plain", options={"first": "seat 1"})
    assert told(table, PLAY) == []
    assert len(told(table, table.codes(0)[0])) == 1


def test_tell_calls_out_half_time_and_the_end():
    table = lay("plain", rounds=12)
    table.plain.acted[Y], table.plain.acted[P] = 1, 1
    points = country.failed(table.plain) + 1  # a green one leaves the 4 with its four borogoves
    assert told(table, SETTLE + at(3, 2))[1:] == [
        f"Seat 1 scores {points} as cartographer. Half-time: the roles are swapped.",
        "Now Seat 2 draws the map, and Seat 1 moves the borogoves.",
    ]


def test_borogoves_are_moved_by_touching_from_where_and_to_where():
    table = lay("plain")
    s = table.plain
    assert GAME.touch(s, 1, MIGRATE + at(2, 3)) == ("nest-G", "cell-2-3")
    assert GAME.also(s, 1, MIGRATE + at(2, 3)) == ("cell-2-3",)
    s.nest[G] = 4
    assert GAME.also(s, 1, MIGRATE + at(3, 2)) == ()  # a touch of this card may mean those who are there
    assert GAME.touch(s, 1, exploring((3, 2), (3, 3))) == ("cell-3-2", "cell-3-3")
    assert GAME.touch(s, 1, SETTLE + at(3, 2)) == ("cell-3-2", "box")
    assert GAME.also(s, 1, SETTLE_NEST) == ("box", "nest-G")


def test_the_prompt_says_what_a_tribe_can_do():
    table = lay("plain")
    assert (
        table.screen(1).prompt
        == "Green: touch the card they migrate to, or a card with green ones, then where they walk."
    )
    table.plain.nest[G] = 1
    assert table.screen(1).prompt == "Green: touch a card with green ones, then where they walk."
    table.plain.gems[at(3, 2), G] = table.plain.gems[at(3, 2), Y] = 0
    assert table.screen(1).prompt == "Green: touch a green one, then the box: they can only settle."


def test_the_map_shows_no_more_of_the_frame_than_may_be_used():
    board = laying("plain", [(3, 2), (3, 3)]).screen(0).zones[0]
    assert (board.rows, board.cols) == (3, 4)
    lays, looks_on = ({spot.id: spot for spot in lay("plain").screen(seat).zones[0].spots} for seat in (0, 1))
    assert lays["cell-3-2"].badge == "4/4 ✓"
    assert lays["cell-2-3"].badge == "0/3"
    assert lays["cell-2-2"].look == "ghost"
    assert "cell-2-2" not in looks_on

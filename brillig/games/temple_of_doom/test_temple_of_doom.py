"""The examples of the specification, its illegal attempts, and what holds for every deal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig import bots
from brillig.core import IllegalChoice
from brillig.games.temple_of_doom.game import GAME, REFUSALS
from brillig.games.temple_of_doom.temple import (
    ANNOUNCE,
    BESIDE,
    CARD,
    DECK,
    DOOMS,
    FLIP,
    FLIP_TILE,
    GIVE_UP,
    IN_DECK,
    KEEP_QUIET,
    MOVE,
    MOVES,
    OUT,
    OVER,
    PLAYED,
    RELICS,
    TALK,
    TARGETS,
    known,
)  # fmt: skip
from brillig.games.temple_of_doom.test_layouts import (
    AFTER_MOVING,
    collected_ids,
    doom_ids,
    end_round,
    flip,
    last_card,
    lay,
    move,
    move_code,
    named,
    place,
    play_card,
    stands,
    ways,
)  # fmt: skip
from brillig.parts.boxes.greenbox import CARD_COLOUR, CARD_SYMBOL, TILES

# ---- the decks and the temple --------------------------------------------------------------------------------------


def test_the_three_decks():
    assert (*range(3, 6), *range(12, 15), *range(18, 24), *range(30, 33), *range(39, 42)) == RELICS
    assert (*range(3), *range(9, 12), *range(27, 30), *range(36, 39), *range(45, 51)) == DOOMS
    assert len(MOVES) == DECK
    for deck in (RELICS, DOOMS, MOVES):
        assert sorted(CARD_SYMBOL[c] for c in deck) == sorted([*range(6)] * 3)


def test_cards_are_all_accounted_for():
    assert sorted(RELICS + DOOMS + MOVES) == [*range(54)]
    assert sum(CARD_COLOUR[c] == 5 for c in DOOMS) == 6


@pytest.mark.parametrize(("layout", "pairs"), [(0, 83), (1, 84)])
def test_neighbouring_pairs(layout, pairs):
    inside = [BESIDE[layout][p] & ~(1 << OUT) for p in range(TILES)]
    assert sum(b.bit_count() for b in inside) == 2 * pairs


def test_neighbours_of_the_sample_temple():
    table = lay()
    beside = {p: named(table, BESIDE[0][place(p)] & ~(1 << OUT)) for p in ("1.1", "2.2", "3.1", "4.3", "9.1")}
    assert beside == {
        "1.1": {"1.2", "2.1"},
        "2.2": {"1.2", "1.3", "2.1", "2.3", "3.1", "3.2"},
        "3.1": {"2.1", "2.2", "3.2", "4.1", "4.2"},
        "4.3": {"3.2", "3.3", "4.2", "4.4", "5.2", "5.3"},
        "9.1": {"8.1", "8.2", "9.2"},
    }


def test_set_up(gear):
    for deal in range(20):
        s = GAME.new(1, deal=deal, gear=gear).plain
        assert sorted(s.symbol[p] for p in range(6)) == [*range(6)]
        assert [[s.symbol[p] for p in range(TILES)].count(k) for k in range(6)] == [6] * 6
        assert s.lying == 6
        assert min(s.relics[k] for k in range(3)) >= 0
        assert s.held[0] == 9


@pytest.mark.parametrize(("seats", "each"), [(1, 9), (2, 6), (3, 4), (4, 3), (6, 2)])
def test_cards_each(seats, each):
    s = GAME.new(seats, seed=5).plain
    assert [s.held[k] for k in range(6)] == [each] * seats + [0] * (6 - seats)


def test_five_seats_rotate_the_third_card(gear):
    table = GAME.new(5, seed=3, gear=gear)
    s, first = table.plain, table.plain.leader
    for n in range(1, 4):
        while s.turn < n:
            seat = table.waiting()[0]
            codes = table.codes(seat)
            table.play(seat, GIVE_UP if GIVE_UP in codes else codes[0])
        more = {(first + 2 * (n - 1)) % 5, (first + 2 * (n - 1) + 1) % 5}
        assert (s.turn, s.leader) == (n, (first + n - 1) % 5)
        assert {k for k in range(5) if s.held[k] == 3} == more
        assert sum(s.held[k] for k in range(5)) == 12


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_movement(gear):
    table = lay(gear, hands=((33, 43, 35, 25, 53),))
    play_card(table, 33)
    move(table, "red", "front", "1.1")
    play_card(table, 43)
    assert ways(table, "red", "1.1") == {"1.2", "2.1"}
    move(table, "red", "1.1", "1.2")
    play_card(table, 35)
    move(table, "yellow", "front", "1.2")
    assert table.plain.points == 1
    move(table, "green", "front", "1.2")
    play_card(table, 25)
    move(table, "green", "1.2", "2.2")
    assert (stands(table, "red"), stands(table, "yellow")) == (["1.2", "front"], ["1.2", "front"])
    assert (stands(table, "green"), stands(table, "blue")) == (["2.2", "front"], ["front", "front"])


def test_example_2_round_end(gear):
    table = last_card(gear, cubes=AFTER_MOVING, relics=(18, 20, 39), dooms=(10, 38, 2, 28, 46, 11))
    end_round(table)
    s = table.plain
    assert collected_ids(table) == [18, 20]
    assert [DOOMS[k] for k in range(DECK) if s.matched >> k & 1] == [2, 10, 28, 38]
    assert named(table, s.flipped) == {"1.1", "1.6"}
    assert (s.turn, doom_ids(table)[:2], s.lying) == (2, [46, 11], 8)
    assert RELICS.index(39) == s.relics[2]
    assert all(s.relics[k] >= 0 for k in range(3))


def test_example_2_when_temple_cards_are_discarded(gear):
    more = {"temple_cards": "discarded"}
    table = last_card(gear, cubes=AFTER_MOVING, relics=(18, 20, 39), dooms=(10, 38, 2, 28, 46, 11), **more)
    end_round(table)
    assert table.plain.lying == 6
    assert not {46, 11} & set(doom_ids(table))


@pytest.mark.parametrize(("out", "left", "points"), [(5, 2, 3), (1, 0, 1), (7, 7, 0)])
def test_example_3_score(gear, out, left, points):
    table = lay(
        gear,
        cubes=[
            (c, "out" if 2 * k + j < out else "dead")
            for k, c in enumerate(("red", "green", "blue", "yellow"))
            for j in (0, 1)
        ],
    )
    for card in range(DECK - left):
        table.plain.collected[card] = 1
    table.plain.step = OVER
    assert table.scores() == [points]
    assert ("a win" if points > 0 else "a loss") in table.screen(0).prompt


def test_example_4_removal(gear):
    cubes = (*AFTER_MOVING, ("blue", "1.1"))
    table = last_card(gear, cubes=cubes, relics=(39,), dooms=(46, 11, 0), flipped="1.1 1.6", turn=2)
    end_round(table)
    s = table.plain
    assert stands(table, "blue") == ["1.2", "dead"]
    assert not named(table, s.up | s.flipped) & {"1.1", "1.6"}
    # On the flipped Drop the blue cube did not match 0 (blue Drop): that card has struck, and lies there still.
    assert doom_ids(table)[:3] == [46, 11, 0]


def test_example_5_colour_or_symbol(gear):
    table = lay(gear, hands=((17, 44),), cubes=[("green", "1.2")])
    play_card(table, 17)
    assert ways(table, "green", "1.2") == {"1.1", "2.2"}
    table = lay(gear, hands=((17, 44),), cubes=[("green", "1.2")])
    play_card(table, 44)
    assert ways(table, "green", "1.2") == {"1.1", "1.3", "2.1", "2.2"}


@pytest.mark.parametrize(("card", "leaves"), [(34, True), (24, True), (53, False)])
def test_example_6_out(gear, card, leaves):
    table = lay(gear, hands=((card, 6),), cubes=[("red", "9.1")])
    play_card(table, card)
    assert ("out" in ways(table, "red", "9.1")) is leaves
    if card == 53:
        assert not ways(table, "red", "9.1")


def test_example_7_both_points_on_one_cube(gear):
    table = lay(gear, hands=((8, 6),), cubes=[("blue", "8.2")])
    play_card(table, 8)
    move(table, "blue", "8.2", "9.1")
    move(table, "blue", "9.1", "out")
    assert stands(table, "blue") == ["front", "out"]
    assert table.plain.step == CARD


def test_example_8_fallback(gear):
    table = last_card(gear, cubes=[("red", "9.2")], dooms=(47,), up="4.1 4.5 5.2 9.2")
    end_round(table)
    assert table.plain.step == FLIP
    assert [FLIP_TILE + place(p) for p in ("4.1", "4.5")] == table.codes(0)
    flip(table, "4.5")
    assert named(table, table.plain.flipped) == {"4.5"}
    assert table.plain.turn == 2


def test_example_9_no_face_up_tile(gear):
    # The first three cards flip 8.1 (Drop), 9.1 (Bricks) and 9.2 (Wheel); seven are left.
    dooms = (46, 50, 49, 45, 47, 48, 0, 1, 2, 9)
    table = last_card(gear, cubes=[("red", "9.1"), ("green", "8.1")], dooms=dooms, up="8.1 9.1 9.2")
    end_round(table)
    assert stands(table, "green") == ["dead", "front"]
    assert named(table, table.plain.flipped) == {"9.1", "9.2"}
    assert [choice.label for choice in table.choices(0)] == ["9.1 (Bricks)", "9.2 (Wheel)"]
    flip(table, "9.2")
    assert table.over
    assert stands(table, "red") == ["dead", "front"]


def test_example_10_two_cards_one_symbol(gear):
    table = last_card(gear, cubes=[("red", "9.2")], dooms=(46, 0))
    end_round(table)
    assert named(table, table.plain.flipped) == {"1.1", "2.2"}


def test_example_11_dealing(gear):
    table = GAME.new(3, seed=2, gear=gear)
    s = table.plain
    left = {k for k in range(DECK) if s.where[k] == IN_DECK}
    assert len(left) == 6
    while s.turn == 1:
        seat = table.waiting()[0]
        codes = table.codes(seat)
        table.play(seat, GIVE_UP if GIVE_UP in codes else codes[0])
    held = {k for k in range(DECK) if s.where[k] not in (IN_DECK, PLAYED)}
    assert left <= held
    assert len(held) == 12
    assert [s.held[k] for k in range(3)] == [4, 4, 4]
    assert {k for k in range(DECK) if s.where[k] == IN_DECK}.isdisjoint(left)


def test_solo_deals_the_other_nine_in_even_rounds(gear):
    table = GAME.new(1, seed=2, gear=gear)
    s, hands = table.plain, []
    while s.turn <= 3 and not table.over:
        if len(hands) < s.turn:
            hands.append({k for k in range(DECK) if s.where[k] == 1})
        codes = table.codes(0)
        table.play(0, GIVE_UP if GIVE_UP in codes else codes[0])
    assert [len(hand) for hand in hands] == [9, 9, 9]
    assert hands[0] | hands[1] == {*range(DECK)}


def test_the_game_stops_when_all_the_living_are_out(gear):
    cubes = [(c, w) for c in ("green", "blue", "yellow") for w in ("out", "dead")]
    table = lay(gear, hands=((34, 24),), cubes=[*cubes, ("red", "9.1"), ("red", "dead")])
    play_card(table, 34)
    move(table, "red", "9.1", "out")
    assert table.over
    assert table.scores() == [4 - 18]


def test_the_game_ends_when_nobody_can_enter(gear):
    table = last_card(gear, cubes=[("red", "2.1")], dooms=(46,), up="3.1 4.1", flipped="2.1")
    end_round(table)  # the cube falls with 2.1; the others wait in front of a Starting Row that is gone
    assert table.over


def test_the_shuffled_discard_pile_goes_on(gear):
    table = last_card(gear, cubes=AFTER_MOVING, dooms=(10, 38, 2, 28, 46, 11))
    s = table.plain
    for k in range(DECK):  # all but two cards of the deck have been matched before
        if s.doom_deck[k] and DOOMS[k] not in (0, 1):
            s.doom_deck[k], s.doom_discard[k] = 0, 1
    end_round(table)
    assert s.lying == 8
    assert {0, 1} <= set(doom_ids(table))
    assert sum(s.doom_discard[k] for k in range(DECK)) == 0


def test_a_card_that_moves_nothing_is_simply_played(gear):
    table = lay(gear, hands=((53, 6),), cubes=[(c, "9.1") for c in ("red", "green", "blue", "yellow") for _ in (0, 1)])
    play_card(table, 53)
    assert table.plain.step == CARD
    assert table.plain.held[0] == 1


# ---- the illegal attempts ------------------------------------------------------------------------------------------


def refused(table, code, seat=0):
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(seat, code)
    assert bytes(table) == before
    return str(why.value)


@pytest.mark.parametrize(("start", "end"), [("1.1", "2.3"), ("2.1", "3.1"), ("1.1", "1.1")])
def test_illegal_more_than_one_tile_or_a_gap(gear, start, end):
    table = lay(gear, hands=((33, 6),), cubes=[("red", start)], up="1.1 2.1 2.3 4.1")
    play_card(table, 33)
    assert refused(table, move_code(table, "red", start, end)) == "One point moves a cube to a neighbouring tile."


def test_illegal_another_colour_onto_another_symbol(gear):
    table = lay(gear, hands=((17, 6),), cubes=[("green", "1.2")])
    play_card(table, 17)
    why = refused(table, move_code(table, "green", "1.2", "2.1"))
    assert why == "Use the card's colour, or move onto its symbol."


def test_illegal_black_by_colour(gear):
    table = lay(gear, hands=((53, 6),), cubes=[("green", "1.2")])
    play_card(table, 53)
    assert refused(table, move_code(table, "green", "1.2", "2.1")) == "Black moves no cube by colour."


def test_illegal_symbol_of_a_flipped_tile(gear):
    table = lay(gear, hands=((17, 6),), cubes=[("green", "1.2")], flipped="1.1")
    play_card(table, 17)
    assert refused(table, move_code(table, "green", "1.2", "1.1")) == "A flipped tile has no symbol."
    table = lay(gear, hands=((44, 6),), cubes=[("green", "1.2")], flipped="1.1")
    play_card(table, 44)
    assert "1.1" in ways(table, "green", "1.2")  # by colour it may go there


@pytest.mark.parametrize(("card", "start"), [(17, "9.1"), (33, "8.1")])
def test_illegal_leaving(gear, card, start):
    table = lay(gear, hands=((card, 6),), cubes=[("red", start)])
    play_card(table, card)
    why = refused(table, move_code(table, "red", start, "out"))
    assert why == "Leave from the last row with a card of the cube's colour."


def test_illegal_to_save_a_point(gear):
    table = lay(gear, hands=((35, 6),))
    play_card(table, 35)
    for code in (MOVES.index(6), ANNOUNCE, FLIP_TILE):
        assert refused(table, code) == "Points must be used at once or given up."
    table.play(0, GIVE_UP)
    table.play(0, GIVE_UP)
    assert table.plain.step == CARD


def test_a_point_that_a_cube_can_use_must_be_used(gear):
    table = lay(gear, hands=((35, 6),), spare_points="used")
    play_card(table, 35)
    for _ in range(2):
        assert GIVE_UP not in table.codes(0)
        assert refused(table, GIVE_UP) == "A cube can still move, so the point must be used."
        table.play(0, table.codes(0)[0])
    assert table.plain.step == CARD


def test_illegal_flip_further_in(gear):
    table = last_card(gear, cubes=[("red", "9.2")], dooms=(47,), up="4.1 4.5 5.2 9.2")
    end_round(table)
    assert refused(table, FLIP_TILE + place("5.2")) == "The tile closest to the Starting Row goes first."
    assert refused(table, FLIP_TILE + place("1.1")) == REFUSALS[10] == "The Temple card does not strike that tile."
    assert refused(table, MOVES.index(6)) == "Choose the tile that the Temple card strikes."


def test_illegal_out_of_turn_or_another_card(gear):
    table = lay(gear, seats=2, hands=((33,), (6, 7)))
    assert refused(table, MOVES.index(6), seat=1) == "It is another player's turn."
    assert refused(table, MOVES.index(6)) == "That is not your card."
    assert refused(table, GIVE_UP) == "Play a card first."


def test_illegal_cubes(gear):
    table = lay(gear, hands=((24, 6),), cubes=[("red", "out"), ("red", "1.1"), ("blue", "1.1"), ("blue", "1.1")])
    play_card(table, 24)
    assert refused(table, MOVE + place("1.2")) == "That cube is no longer in the temple."
    second = MOVE + 5 * TARGETS + place("1.2")
    assert refused(table, second) == "Two cubes of one colour stand there; move the first of them."


# ---- what a seat knows ---------------------------------------------------------------------------------------------


def test_announcing_shows_a_hand_for_the_rest_of_the_game(gear):
    table = GAME.new(3, seed=4, gear=gear)
    for seat in range(3):
        table.play(seat, KEEP_QUIET)
    seat = table.waiting()[0]
    mine = {k for k in range(DECK) if table.plain.where[k] == seat + 1}
    view = table.view((seat + 1) % 3)
    assert not any(view.where[k] == seat + 1 for k in range(DECK))
    table.play(seat, ANNOUNCE)
    assert table.waiting() == [seat]
    view = table.view((seat + 1) % 3)
    assert {k for k in range(DECK) if view.where[k] == seat + 1} == mine
    assert refused(table, ANNOUNCE, seat) == "Your cards are known already."


def test_everybody_may_announce_before_the_first_card(gear):
    table = GAME.new(3, seed=4, gear=gear)
    leader = table.plain.leader
    assert table.waiting() == [0, 1, 2]
    assert table.codes(leader) == [ANNOUNCE, KEEP_QUIET]
    assert refused(table, 0, leader) == "Before the first card everybody says whether to announce their cards."
    table.play((leader + 1) % 3, ANNOUNCE)
    assert refused(table, ANNOUNCE, (leader + 1) % 3) == "You have answered already."
    table.play(leader, KEEP_QUIET)
    table.play((leader + 2) % 3, ANNOUNCE)
    assert (table.plain.step, table.waiting()) == (CARD, [leader])
    assert [known(table.plain, -1, seat) for seat in range(3)] == [seat != leader for seat in range(3)]
    assert refused(table, KEEP_QUIET, leader) == "You have answered already."
    table.play(leader, ANNOUNCE)  # later, in its turn
    assert table.waiting() == [leader]


def test_bots_announce_before_the_first_card():
    table = GAME.new(3, seed=4)
    while table.plain.step == TALK:
        seat = table.waiting()[0]
        table.play(seat, bots.make("easy", GAME).choose(table.hidden(seat), seat, 1))
    assert [table.plain.announced[seat] for seat in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(("seats", "hands"), [(1, "private"), (3, "open")])
def test_nothing_to_announce(seats, hands):
    table = GAME.new(seats, options={"hands": hands})
    seat = table.waiting()[0]
    assert refused(table, ANNOUNCE, seat) == "Your cards are known already."
    assert known(table.view(-1), -1, seat)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 6), st.integers(0, 90))
def test_a_guess_deals_what_everybody_knows_was_dealt(seed, seats, plies):
    table = GAME.new(seats, seed=seed, gear="compiled")
    for k in range(plies):
        if table.over:
            return
        codes = table.codes(table.waiting()[0])
        table.play(table.waiting()[0], codes[(seed + k) % len(codes)])
    guess = table.guess(0, seed=seed).plain
    for card in range(DECK):
        if table.plain.sure >> card & 1:
            assert guess.where[card] != IN_DECK
    for seat in range(seats):
        assert sum(guess.where[k] == seat + 1 for k in range(DECK)) == table.plain.held[seat]

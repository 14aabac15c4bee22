"""The examples of the specification, its illegal attempts, and what each seat may know."""

import pytest

from brillig.core import SPECTATOR, BadOption, IllegalChoice
from brillig.games.all_your_base.base import (
    KEEPING,
    OVER,
    PICKING,
    TAKEN_OUT,
    UNSEEN,
    USING,
    base_worth,
    dealt,
    highest,
    worth,
)
from brillig.games.all_your_base.game import GAME, bound
from brillig.games.all_your_base.phase import end_phase, pass_on
from brillig.games.all_your_base.test_layouts import (
    A,
    B,
    C,
    build,
    drop,
    drop_all,
    everyone,
    first,
    hand,
    install,
    keep,
    laid,
    load,
    pick,
    play,
)
from brillig.parts.boxes.greenbox import BRICKS, CARD_NUMBER, CARDS, CIRCLES, DROP, HAMMERS, WHEEL
from brillig.parts.hand import NONE

BARE = (0, 0, 0, 0)
# Example 1: Hammers, two Drops, Three Circles, Wheel and Bricks.
EXAMPLE = (
    (A, HAMMERS, (1, 0, 0, 0), 31),
    (A, DROP, (0, 0, 1, 0), 30),
    (A, DROP, (0, 1, 0, 0), NONE),
    (A, CIRCLES, (0, 0, 1, 1), 24),
    (A, WHEEL, (1, 0, 0, 0), 49),
    (A, BRICKS, (1, 1, 0, 0), 28),
)


def whole_turn(table) -> None:
    """A turn in which everybody picks and keeps the lowest cards and drops what it has picked."""
    everyone(table, first)
    drop_all(table)
    if table.plain.step == KEEPING:
        everyone(table, first)


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_scoring():
    s = laid((), (), stations=EXAMPLE).plain
    assert [worth(s, k) for k in range(6)] == [8, 6, 0, 7, 5, 5]
    assert base_worth(s, A) == 31
    assert base_worth(s, B) == 0


def test_example_2_upgrade(gear):
    table = laid((), (), shown=((39,), (0,)), stations=((A, HAMMERS, (0, 1, 0, 0), 1),), gear=gear)
    assert worth(table.plain, 0) == 2
    play(table, load(39, 0))
    assert worth(table.plain, 0) == 9
    assert table.plain.discard[1] == 1
    assert table.plain.software[0] == 39


def test_example_3_a_higher_number_may_be_worse(gear):
    table = laid((), (), shown=((30,), (0,)), stations=((A, DROP, (0, 0, 0, 3), 14),), gear=gear)
    assert worth(table.plain, 0) == 13
    play(table, load(30, 0))
    assert worth(table.plain, 0) == 6


def test_example_4_two_cards_in_one_turn(gear):
    table = laid((), (), shown=((41, 44), (0, 1)), gear=gear)
    other = table.copy()
    play(table, build(44))
    assert table.waiting() == [A]
    play(table, load(41, 0))
    assert worth(table.plain, 0) == 4
    assert table.waiting() == [B]
    play(other, build(41), install(44, 0))
    assert worth(other.plain, 0) == 0
    assert list(other.plain.cubes[0]) == [0, 1, 0, 0]
    assert other.plain.supply[1] == 19


def test_example_5_a_white_card():
    table = laid((), (), shown=((22,), (0,)), stations=((A, DROP, BARE, NONE), (A, WHEEL, BARE, NONE)))
    assert set(table.codes(A)) == {build(22), load(22, 0), drop(22)}


def test_example_6_scarcity(gear):
    table = laid((), (), shown=((2,), (10,)), stock=(3, 3, 3, 3, 3, 1), gear=gear)
    play(table, build(2))
    assert table.codes(B) == [drop(10)]
    assert table.refusal(B, build(10)) == "No Arrow stations left."


def test_example_7_the_next_phase(gear):
    table = laid((), (), shown=((0,), (1,)), stations=EXAMPLE, turn=4, gear=gear)
    play(table, drop(0), drop(1))
    s = table.plain
    assert s.phase == 1
    assert list(s.points[A]) == [31, 0, 0]
    assert sum(sum(s.cubes[k]) for k in range(6)) == 8
    assert all(s.software[k] == NONE for k in range(6))
    assert base_worth(s, A) == 0
    assert sum(s.deck) + 12 == CARDS  # all cards are back


def test_example_8_passing(gear):
    table = GAME.new(4, seed=2, gear=gear)
    assert [len(hand(table, seat)) for seat in range(4)] == [10] * 4
    everyone(table, first)
    drop_all(table)
    assert table.plain.step == KEEPING
    before = [hand(table, seat) for seat in range(4)]
    everyone(table, first)
    for seat in range(4):
        kept, passed = before[seat][:2], before[seat - 1][2:]
        assert len(passed) == 6
        assert hand(table, seat) == sorted(kept + passed)


def test_example_9_advanced_with_four_seats(gear):
    table = GAME.new(4, seed=5, options={"preparation": "advanced"}, gear=gear)
    s = table.plain
    assert in_play(s) == 42
    assert s.left == 2
    for phase, size, high in ((1, 44, 5), (2, 44, 6)):
        while s.phase < phase:
            whole_turn(table)
        assert in_play(s) == size
        assert highest(s, phase) == high
        assert all(s.out[card] == 0 for card in range(CARDS) if CARD_NUMBER[card] > 4)


def in_play(s) -> int:
    """Cards in the deck of the phase."""
    return sum(s.out[card] == 0 and CARD_NUMBER[card] <= highest(s, s.phase) for card in range(CARDS))


@pytest.mark.parametrize(("seats", "sizes"), [(2, (30, 30, 30)), (3, (36, 36, 36)), (4, (42, 44, 44))])
def test_advanced_decks(seats, sizes):
    table = GAME.new(seats, seed=5, options={"preparation": "advanced"})
    found = [in_play(table.plain)]
    for phase in (1, 2):
        while table.plain.phase < phase:
            whole_turn(table)
        found.append(in_play(table.plain))
    assert tuple(found) == sizes
    assert sum(table.plain.out) == sum(TAKEN_OUT[seats])


def test_example_10_totals():
    table = laid((), ())
    table.plain.points[A, 0], table.plain.points[A, 1], table.plain.points[A, 2] = 31, 24, 40
    assert table.scores() == [95, 0]


def test_example_11_the_pile_runs_out(gear):
    """Four discards for three seats: the lead and its left neighbour draw two each, the third none."""
    hands = ((0, 1), (2, 3), (4, 5))
    table = laid(*hands, deck=(), away=(6, 7, 8, 9), lead=1, turn=3, gear=gear, flow="draw", preparation="advanced")
    s = table.plain
    table.plain.step = KEEPING
    pass_on(s)
    assert [len(hand(table, seat)) for seat in range(3)] == [2, 4, 4]
    assert set(hand(table, B)) | set(hand(table, C)) == {2, 3, 4, 5, 6, 7, 8, 9}
    assert list(s.drew)[:3] == [0, 2, 2]
    assert s.turn == 4
    assert s.left == 0


def test_example_12_the_lead_goes_round(gear):
    for seed in range(20):
        table = GAME.new(3, seed=seed, gear=gear)
        if table.plain.lead == 1:
            break
    leads = []
    while table.plain.phase == 0:
        leads.append(table.plain.lead)
        whole_turn(table)
    assert leads == [1, 2, 0, 1, 2]
    assert table.plain.lead == 0


# ---- hands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "flow", "sizes"),
    [
        (2, "pass", [6] * 5),
        (3, "pass", [10, 8, 6, 4, 2]),
        (3, "draw", [6] * 5),
        (4, "pass", [10, 8, 6, 4, 2]),
        (5, "pass", [10, 8, 6, 4, 2]),
        (6, "pass", [9, 7, 5, 3, 1]),
    ],
)
def test_hands_shrink_or_are_refilled(seats, flow, sizes):
    table = GAME.new(seats, seed=1, options={"flow": flow})
    assert dealt(table.plain) == sizes[0]
    assert [table.plain.stock[k] for k in range(6)] == [min(6, seats + 1)] * 6
    found = []
    while table.plain.phase == 0:
        shown = len([card for card in table.plain.chosen[A] if card != NONE]) if table.plain.step == USING else 0
        found.append(len(hand(table, A)) + shown)
        whole_turn(table)
    assert found == sizes


def test_two_cards_or_fewer_are_played_without_asking(gear):
    table = laid((0, 1), (2, 3), (4, 5), turn=3, gear=gear)
    table.plain.step = KEEPING
    pass_on(table.plain)
    assert table.plain.step == USING
    assert [list(table.plain.chosen[seat]) for seat in range(3)] == [[0, 1], [2, 3], [4, 5]]


def test_a_seat_finishes_both_cards_before_the_next(gear):
    table = laid((), (), (), shown=((0, 1), (2, 3), (4, 5)), lead=1, gear=gear)
    order = []
    for _ in range(6):
        seat = table.waiting()[0]
        order.append(seat)
        table.play(seat, drop(table.plain.chosen[seat, 0]))
    assert order == [1, 1, 2, 2, 0, 0]


def test_the_game_ends_after_three_phases(gear):
    table = GAME.new(2, seed=1, gear=gear)
    played = 0
    while not table.over:
        whole_turn(table)
        played += 1
    assert played == 15
    assert table.plain.step == OVER


def test_phase_scores_are_written_down():
    table = laid((), (), stations=EXAMPLE, phase=2, turn=4)
    end_phase(table.plain)
    assert table.over
    assert table.scores() == [31, 0]
    assert table.ranks() == [1, 2]


# ---- illegal attempts ----------------------------------------------------------------------------------------------


def refused(table, seat: int, code: int) -> str:
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(seat, code)
    assert bytes(table) == before
    return str(why.value)


def test_software_on_another_symbol():
    table = laid((), (), shown=((30,), (0,)), stations=((A, WHEEL, BARE, NONE),))
    assert "The card must show the station's symbol." in refused(table, A, load(30, 0))


def test_white_or_black_hardware():
    table = laid((), (), shown=((22, 45), (0,)), stations=((A, WHEEL, BARE, NONE),))
    assert "There is no white or black hardware." in refused(table, A, install(22, 0))
    assert "There is no white or black hardware." in refused(table, A, install(45, 0))


def test_hardware_without_a_station():
    table = laid((), (), shown=((30,), (0,)), stations=((B, DROP, BARE, NONE),))
    assert "Build a station first." in refused(table, A, install(30, 0))


def test_empty_stacks_and_supplies():
    table = laid(
        (), (), shown=((30,), (0,)), stock=(0, 3, 3, 3, 3, 3), supply=(0, 20, 20, 20), stations=((A, DROP, BARE, NONE),)
    )
    assert "No Drop stations left." in refused(table, A, build(30))
    assert "No red cubes left." in refused(table, A, install(30, 0))


def test_another_seats_station():
    table = laid((), (), shown=((30,), (0,)), stations=((B, DROP, BARE, NONE), (A, WHEEL, BARE, NONE)))
    assert "Not your station." in refused(table, A, install(30, 0))
    assert "Not your station." in refused(table, A, load(30, 0))
    assert "Not your station." in refused(table, A, load(30, 17))


def test_picking_and_keeping_the_wrong_number():
    table = laid((0, 1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12, 13, 14))
    assert "Pick two cards." in refused(table, A, keep(0))
    assert "Pick two cards." in refused(table, A, build(0))
    table.play(A, pick(0))
    assert "chosen that card already" in refused(table, A, pick(0))
    assert "You do not hold that card." in refused(table, A, pick(5))
    table.play(A, pick(1))
    assert "wait for the others" in refused(table, A, pick(2))
    for seat, card in ((B, 5), (B, 6), (C, 10), (C, 11)):
        table.play(seat, pick(card))
    drop_all(table)
    assert "Keep two cards." in refused(table, A, pick(2))
    assert "Keep two cards." in refused(table, A, drop(2))


def test_only_cards_that_were_picked_are_used():
    table = laid((7, 8), (9, 10), shown=((30,), (0,)))
    assert "Use one of the cards that you have picked." in refused(table, A, build(7))
    assert "Use one of the cards that you have picked." in refused(table, A, pick(7))
    assert table.refusal(B, build(0))


def test_options_that_do_not_fit():
    for seats in (2, 3, 4):
        assert GAME.new(seats, options={"preparation": "advanced"}).waiting()
    with pytest.raises(BadOption, match="two to four seats"):
        GAME.new(5, options={"preparation": "advanced"})
    assert GAME.new(2).options["flow"] == "draw"
    assert GAME.new(3).options["flow"] == "pass"
    with pytest.raises(BadOption, match="choose the flow pass"):
        GAME.new(4, options={"flow": "draw"})


# ---- what is known -------------------------------------------------------------------------------------------------


def test_picks_are_secret_until_all_have_picked(gear):
    table = GAME.new(3, seed=1, gear=gear)
    table.play(A, first(table, A))
    view = table.hidden(B).plain
    assert list(view.chosen[A]) == [UNSEEN, NONE]
    assert list(view.hand[A]) == [UNSEEN] * 10
    assert hand(table, A)[0] == table.hidden(A).plain.chosen[A, 0]
    assert all(card in (UNSEEN, NONE) for seat in range(3) for card in table.hidden(SPECTATOR).plain.hand[seat])


def test_who_passes_a_card_knows_where_it_is(gear):
    table = GAME.new(4, seed=2, gear=gear)
    everyone(table, first)
    drop_all(table)
    passed = hand(table, A)[2:]
    everyone(table, first)
    assert table.plain.step == PICKING
    view = table.hidden(A).plain
    assert list(view.hand[B]) == [*passed, UNSEEN, UNSEEN, NONE, NONE]
    assert list(view.hand[C])[:8] == [UNSEEN] * 8
    assert list(table.hidden(C).plain.hand[B])[:8] == [UNSEEN] * 8
    table.play(B, pick(passed[0]))
    assert list(table.hidden(A).plain.hand[B]) == list(view.hand[B])  # what is picked stays secret


def test_a_card_passed_earlier_is_guessed_within_reach(gear):
    table = GAME.new(5, seed=2, gear=gear)
    whole_turn(table)
    theirs = {card for card in hand(table, B) if table.plain.gone[A, card]}
    whole_turn(table)
    unseen = {card for card in theirs if table.plain.gone[A, card]}
    assert unseen
    for deal in range(20):
        guess = table.guess(A, seed=3, deal=deal)
        assert unseen <= set(hand(guess, B)) | set(hand(guess, C))


def test_what_was_taken_out_is_low_and_secret(gear):
    table = GAME.new(2, seed=3, options={"preparation": "advanced"}, gear=gear)
    while table.plain.phase < 2:
        whole_turn(table)
    assert sum(table.hidden(A).plain.out) == 0
    for deal in range(10):
        guess = table.guess(A, seed=3, deal=deal).plain
        out = [card for card in range(CARDS) if guess.out[card]]
        assert len(out) == 24
        assert all(CARD_NUMBER[card] <= 2 for card in out)


def test_what_was_seen_in_the_second_phase_was_not_taken_out_before_it(gear):
    table = GAME.new(2, seed=3, options={"preparation": "advanced"}, gear=gear)
    while table.plain.phase < 1:
        whole_turn(table)
    early = {card for card in range(CARDS) if table.plain.out[card]}
    while table.plain.phase < 2:
        whole_turn(table)
    met = {card for card in range(CARDS) if table.plain.met[card]}
    assert len(met) == 12 + 16  # dealt and drawn
    assert not met & early
    assert {card for card in range(CARDS) if table.hidden(SPECTATOR).plain.met[card]} < met
    seen = {card for card in range(CARDS) if table.hidden(A).plain.met[card]}
    for deal in range(10):
        guess = table.guess(A, seed=3, deal=deal).plain
        assert sum(guess.out[card] == 1 and card not in seen for card in range(CARDS)) >= 12


def test_cards_shuffled_in_again_are_guessed_where_they_were_drawn(gear):
    hands = ((0, 1), (2, 3), (4, 5))
    table = laid(*hands, deck=(), away=(6, 7, 8, 9, 11, 15), turn=3, gear=gear, flow="draw")
    table.plain.step = KEEPING
    pass_on(table.plain)
    for deal in range(10):
        guess = table.guess(A, seed=3, deal=deal)
        for seat in (B, C):
            assert len(set(hand(guess, seat)) & {6, 7, 8, 9, 11, 15}) == 2


# ---- the whole -----------------------------------------------------------------------------------------------------


def test_bound():
    assert bound(2, {}) == 168
    assert bound(6, {}) == 504

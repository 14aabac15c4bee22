"""The examples of the specification, its illegal attempts, and what each seat may know."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import SPECTATOR, IllegalChoice
from brillig.games.liars_cards.bids import CUBES, LIAR, MOST, TOTAL, UNSEEN, WILD, height
from brillig.games.liars_cards.game import GAME, REFUSALS, bound
from brillig.games.liars_cards.test_layouts import FIFTEEN, A, B, C, bid, dealt, lives, play, total
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CARD_NUMBER, CARD_SYMBOL, CIRCLES, DROP, HAMMERS, WHEEL
from brillig.parts.hand import NONE


def cards(table, seat: int) -> int:
    """How many cards a seat holds."""
    return sum(table.plain.hand[seat, k] != NONE for k in range(CUBES))


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_text(gear):
    table = dealt((0, 17, 9), (25, 33, 12), (45, 50, 27), gear=gear)
    play(table, bid(3, ARROW), LIAR)
    assert lives(table) == [2, 3, 3]
    assert table.plain.last.held == 0
    assert table.plain.starter == A


def test_example_2_wild_counts(gear):
    table = dealt(*FIFTEEN, gear=gear)
    found = Counter(CARD_SYMBOL[card] for hand in FIFTEEN for card in hand)
    assert [found[symbol] for symbol in range(6)] == [3, 3, 2, 2, 2, 3]
    play(table, bid(4, BRICKS), bid(5, HAMMERS), bid(5, WHEEL), bid(6, ARROW), LIAR)
    assert lives(table) == [5, 4, 5]
    assert table.plain.last.held == 1
    assert table.waiting() == [B]
    assert [cards(table, seat) for seat in range(3)] == [5, 4, 5]
    assert table.plain.dealt == 14


def test_example_3_one_too_many(gear):
    table = dealt(*FIFTEEN, gear=gear)
    play(table, bid(4, BRICKS), bid(5, HAMMERS), bid(5, WHEEL), bid(6, ARROW), bid(7, ARROW), LIAR)
    assert table.plain.last.caller == C
    assert lives(table) == [5, 4, 5]


def test_example_4_wild_switched_off(gear):
    table = dealt(*FIFTEEN, gear=gear)
    play(table, bid(2, DROP))
    assert table.plain.askew == 0
    play(table, bid(2, ARROW), bid(4, ARROW), LIAR)
    assert lives(table) == [5, 5, 4]
    assert table.plain.askew == 1  # turned again for the next round


def test_example_5_later_bid_on_the_wild_symbol(gear):
    table = dealt(*FIFTEEN, gear=gear)
    play(table, bid(2, HAMMERS), bid(3, DROP))
    assert table.plain.askew == 1
    other = table.copy()
    play(table, LIAR)
    assert lives(table) == [5, 5, 4]
    play(other, bid(4, HAMMERS), LIAR)
    assert lives(other) == [4, 5, 5]


def test_example_6_order_of_bids(gear):
    table = dealt(*FIFTEEN, gear=gear)
    assert len(table.codes(A)) == 90
    assert table.codes(A).index(bid(4, BRICKS)) + 1 == 22
    play(table, bid(4, BRICKS))
    allowed = table.codes(B)
    assert len(allowed) == 68 + 1  # and the call
    assert allowed[:3] == [LIAR, bid(4, WHEEL), bid(4, ARROW)]
    assert {bid(n, symbol) for n in range(5, 16) for symbol in range(6)} <= set(allowed)
    for code in (bid(4, BRICKS), bid(4, DROP), bid(4, HAMMERS), bid(4, CIRCLES), bid(3, ARROW)):
        assert table.refusal(B, code) == "Go up the track, or raise the number."


def test_example_7_value_round(gear):
    table = dealt((3,), (24,), (17,), gear=gear)
    assert sum(CARD_NUMBER[card] for card in (3, 24, 17)) == 9
    play(table, total(6), total(8), total(9), LIAR)
    assert lives(table) == [0, 1, 1]
    assert table.plain.fell[A] == 1
    assert table.waiting() == [B]  # A would start, but is out
    assert table.plain.dealt == 2


def test_example_8_switch_of_mode(gear):
    table = dealt((0, 1, 2), (3,), (), gear=gear)
    assert table.codes(A)[0] == bid(1, DROP)
    play(table, bid(4, WHEEL), LIAR)  # one Drop and one Wheel
    assert lives(table) == [2, 1, 0]
    assert table.plain.dealt == 3
    assert table.plain.askew == 0
    assert table.codes(A) == [total(v) for v in range(1, 19)]


def test_example_9_ten_seats_five_cubes(gear):
    table = GAME.new(10, gear=gear)
    assert lives(table) == [5] * 10
    assert table.plain.dealt == 30
    seen = set()
    for _ in range(300):
        seat = table.waiting()[0]
        play(table, bid(table.plain.dealt, WHEEL) if table.plain.bid == NONE else LIAR)
        loser = table.plain.last.bidder
        if table.plain.bid == NONE and table.plain.lives[loser]:
            assert cards(table, loser) == min(table.plain.lives[loser], 3)
            seen.add((table.plain.lives[loser], cards(table, loser)))
        if seat == loser and {(4, 3), (2, 2)} <= seen:
            return
    raise AssertionError(seen)


def test_example_10_starters_wild(gear):
    row = (ARROW, BRICKS, DROP, WHEEL, HAMMERS, CIRCLES)
    table = dealt(*FIFTEEN, gear=gear, row=row, track="shuffled")
    assert table.codes(A) == [WILD + symbol for symbol in range(6)]
    play(table, WILD + WHEEL)
    assert list(table.plain.row) == [WHEEL, ARROW, BRICKS, DROP, HAMMERS, CIRCLES]
    assert table.plain.askew == 1
    assert table.waiting() == [A]
    play(table, bid(5, ARROW), LIAR)  # three Arrows and two Wheels
    assert table.plain.last.held == 1
    assert table.plain.naming == 1


# ---- illegal attempts ----------------------------------------------------------------------------------------------


def refused(table, seat: int, code: int) -> str:
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(seat, code)
    assert bytes(table) == before
    return str(why.value)


def test_illegal_call_before_any_bid(gear):
    assert refused(dealt(*FIFTEEN, gear=gear), A, LIAR) == "There is no bid to challenge yet."
    assert refused(dealt(*FIFTEEN, gear=gear, track="shuffled"), A, LIAR) == "There is no bid to challenge yet."


def test_illegal_bid_not_higher(gear):
    table = dealt(*FIFTEEN, gear=gear)
    play(table, bid(4, BRICKS))
    assert refused(table, B, bid(3, ARROW)) == "Go up the track, or raise the number."
    few = dealt((3,), (24,), (17,), gear=gear)
    play(few, total(6))
    assert refused(few, B, total(6)) == "Bid a higher total than the last."


def test_illegal_number_above_the_cards_in_play(gear):
    assert refused(dealt(*FIFTEEN, gear=gear), A, bid(16, DROP)) == "There are only 15 cards in play."
    few = dealt((3,), (24,), (), gear=gear)
    assert refused(few, A, total(13)) == "The 2 cards in play are worth 12 at most."


def test_illegal_bid_or_call_out_of_turn(gear):
    table = dealt(*FIFTEEN, gear=gear)
    play(table, bid(4, BRICKS))
    for seat in (A, C):
        assert refused(table, seat, bid(5, BRICKS)) == "Only the next player may answer."
        assert refused(table, seat, LIAR) == "Only the next player may answer."


def test_illegal_wild_by_another_or_too_late(gear):
    only = "Only the starting bidder chooses the wild symbol, before bidding."
    table = dealt(*FIFTEEN, gear=gear, track="shuffled")
    assert refused(table, B, WILD + WHEEL) == only
    assert refused(table, A, bid(1, DROP)) == "Choose the wild symbol before you bid."
    play(table, WILD + WHEEL)
    assert refused(table, A, WILD + ARROW) == only
    play(table, bid(1, ARROW))
    assert refused(table, A, WILD + ARROW) == only
    assert refused(dealt(*FIFTEEN, gear=gear), A, WILD + WHEEL) == only


def test_each_kind_of_round_has_its_own_bids(gear):
    assert refused(dealt(*FIFTEEN, gear=gear), A, total(9)) == "In this round bids are on a symbol."
    few = dealt((3,), (24,), (17,), gear=gear)
    assert refused(few, A, bid(1, DROP)) == "So few cards are left that bids are on their total value."


def test_every_number_of_cards_has_its_words():
    assert {f"There are only {n} cards in play." for n in range(2, MOST + 1)} <= set(REFUSALS.values())


# ---- the course of a game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "most"), [(3, 5), (7, 5), (8, 4), (9, 4), (10, 3)])
def test_cards_dealt_at_full_strength(gear, seats, most):
    for option, cubes in (("five", 5), ("as cards", most)):
        table = GAME.new(seats, options={"cubes": option}, gear=gear)
        assert lives(table) == [cubes] * seats
        assert [cards(table, seat) for seat in range(seats)] == [most] * seats
        assert table.plain.dealt == most * seats


def test_a_false_total_costs_the_bidder_the_game(gear):
    table = dealt((3,), (24,), (), lives=(1, 1, 0), gear=gear)
    table.plain.fell[C] = 7
    table.plain.at = 7
    play(table, total(8), LIAR)  # the cards come to 7
    assert table.over
    assert lives(table) == [0, 1, 0]
    assert table.ranks() == [2, 1, 3]
    assert table.plain.fell[A] == 8


def test_seats_that_are_out_are_passed_over(gear):
    table = dealt((0, 1), (), (2, 3), gear=gear)
    play(table, bid(1, DROP))
    assert table.waiting() == [C]
    play(table, LIAR)
    assert table.waiting() == [C]
    assert cards(table, B) == 0


def test_the_first_starter_is_any_seat():
    starters = Counter(GAME.new(5, deal=k).plain.starter for k in range(100))
    assert set(starters) == set(range(5))


def test_a_shuffled_track_keeps_its_order_between_rounds(gear):
    table = GAME.new(3, seed=4, options={"track": "shuffled"}, gear=gear)
    named = table.plain.row[3]
    rest = [symbol for symbol in table.plain.row if symbol != named]
    play(table, WILD + named, bid(1, rest[2]), LIAR)
    assert list(table.plain.row) == [named, *rest]
    assert table.plain.askew == 0


@given(st.permutations(range(6)), st.integers(0, 6 * MOST - 1), st.integers(0, 6 * MOST - 1))
@settings(deadline=None)
def test_bids_are_ordered_by_number_then_by_the_track(row, one, other):
    s = dealt(*FIFTEEN, row=row).plain

    def place(code: int) -> tuple[int, int]:
        return code // 6, list(row).index(code % 6)

    assert (height(s, one) > height(s, other)) == (place(one) > place(other))


@given(st.integers(0, 2**32), st.integers(3, 10), st.data())
@settings(max_examples=25, deadline=None)
def test_a_challenge_is_settled_as_a_count_by_hand_would(seed, seats, data):
    table = GAME.new(seats, seed=seed, options={"track": data.draw(st.sampled_from(["by value", "shuffled"]))})
    for _ in range(40):
        seat = table.waiting()[0]
        s, codes = table.plain, table.codes(seat)
        code = codes[min(len(codes) - 1, data.draw(st.integers(0, 12)))]
        shown = [CARD_SYMBOL[c] for p in range(seats) for c in list(s.hand[p]) if c != NONE]
        numbers = [CARD_NUMBER[c] for p in range(seats) for c in list(s.hand[p]) if c != NONE]
        wild, called, before = (s.row[0] if s.askew else NONE), s.bid, lives(table)
        table.play(seat, code)
        if code != LIAR:
            continue
        if called >= TOTAL:
            true = sum(numbers) >= called - TOTAL + 1
        else:
            symbol, n = called % 6, called // 6 + 1
            true = symbol in shown and sum(x in (symbol, wild) for x in shown) >= n
        loser = seat if true else s.last.bidder
        assert lives(table) == [n - (p == loser) for p, n in enumerate(before)]
        if table.over:
            return


def test_the_bound():
    assert bound(3, {"cubes": 0}) == sum(2 + 6 * cubes for cubes in range(2, 16))
    assert bound(10, {"cubes": 1}) < bound(10, {"cubes": 0})


# ---- what a seat may know ------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_cards_and_how_many_the_others_have(gear):
    table = dealt(*FIFTEEN, gear=gear)
    view = table.view(B)
    assert list(view.hand[B]) == sorted(FIFTEEN[B])
    assert list(view.hand[A]) == list(view.hand[C]) == [UNSEEN] * 5
    assert sum(view.deck) == 49
    nobody = table.view(SPECTATOR)
    assert all(list(nobody.hand[seat]) == [UNSEEN] * 5 for seat in range(3))


def test_a_challenge_shows_all_hands_to_all(gear):
    table = dealt(*FIFTEEN, gear=gear)
    play(table, bid(4, BRICKS), LIAR)
    for viewer in range(SPECTATOR, 3):
        assert [list(table.view(viewer).last.hand[seat]) for seat in range(3)] == [sorted(hand) for hand in FIFTEEN]


def test_a_guess_leans_towards_what_was_bid(gear):
    """Nine in 54 cards fit a symbol; a seat that has bid on it is guessed to hold more, one that has not, no more."""
    table = dealt(*FIFTEEN, gear=gear)
    play(table, bid(1, WHEEL), bid(2, HAMMERS))
    found = Counter()
    for deal in range(300):
        s = table.guess(C, deal=deal).plain
        for seat in (A, B):
            found[seat] += sum(CARD_SYMBOL[card] == WHEEL for card in s.hand[seat])
    assert found[A] > 300
    assert found[B] < 280

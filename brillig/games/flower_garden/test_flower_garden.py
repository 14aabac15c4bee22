"""The examples of the specification, its illegal attempts, and what each seat may know."""

import pytest

from brillig.core import SPECTATOR, IllegalChoice
from brillig.games.flower_garden.game import GAME, bound
from brillig.games.flower_garden.shop import AGES, MORE, OF_SYMBOL, STOP, THROW, UNSEEN, limit
from brillig.games.flower_garden.test_layouts import (
    KARI,
    OLA,
    add,
    away,
    basket,
    bed,
    discard,
    hand,
    laid,
    new_row,
    play,
    row,
    take,
)
from brillig.parts.boxes.greenbox import BLUE, CARD_SYMBOL, CARDS, GREEN, RED, YELLOW
from brillig.parts.hand import NONE

# ---- set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "pile"), [(2, 42), (3, 36), (4, 30), (5, 24)])
def test_the_deal(seats, pile, gear):
    table = GAME.new(seats, seed=3, gear=gear)
    s = table.plain
    assert s.left == sum(s.deck) == pile
    assert [len(hand(table, seat)) for seat in range(seats)] == [6] * seats
    assert list(s.flowers) == [20, 20, 20, 20]
    assert limit(s) == (3 if seats == 5 else 2)
    assert {GAME.new(seats, seed=seed).waiting()[0] for seed in range(40)} == set(range(seats))


def test_cards_of_a_symbol():
    assert all(len(cards) == 9 and {CARD_SYMBOL[card] for card in cards} == {k} for k, cards in enumerate(OF_SYMBOL))


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_rulebook(gear):
    table = laid((27, 11, 17, 30, 31, 32), (52, 12, 13, 14, 4, 5), gear=gear)
    play(table, new_row(27), add(11, 27))
    assert basket(table, KARI) == [0, 0, 0, 2]
    assert table.plain.flowers[YELLOW] == 18
    assert row(table, 27) == [27, 11]
    assert len(hand(table, KARI)) == 6
    play(table, add(52, 27))
    assert table.codes(OLA) == [take(colour) for colour in range(4)]
    play(table, take(RED))
    assert basket(table, OLA) == [3, 0, 0, 0]
    assert table.plain.flowers[RED] == 17
    assert away(table) == {27, 11, 52}
    assert row(table, 27) == []
    assert len(hand(table, OLA)) == 6
    play(table, bed(17, YELLOW))
    assert basket(table, KARI) == [0, 0, 0, 0]
    assert len(hand(table, KARI)) == 6
    assert table.scores() == [2, -3]


def test_example_2_four_cards_in_one_turn(gear):
    for last, colour in ((7, BLUE), (15, YELLOW)):
        table = laid((50, 36, 15, 7, 0, 2), (1, 3, 4, 5, 6, 8), gear=gear)
        play(table, new_row(50), add(36, 50), add(22 - last, 50), add(last, 50))
        assert basket(table, KARI)[colour] == 4 == sum(basket(table, KARI))
        assert away(table) == {50, 36, 15, 7}
        assert len(hand(table, KARI)) == 6


def test_example_3_a_pair_inside_the_row(gear):
    table = laid((26, 34, 0, 2, 3, 4), (5, 6, 7, 8, 9, 10), rows=((31, 1),), gear=gear)
    play(table, add(26, 31))
    assert table.plain.step == MORE
    play(table, add(34, 31))
    assert basket(table, KARI) == [4, 0, 0, 0]
    assert away(table) == {31, 1, 26, 34}


def test_example_4_a_higher_card_begins_a_second_row(gear):
    table = laid((30, 1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11), rows=((0,),), gear=gear)
    assert table.refusal(KARI, add(30, 0)) == "Numbers may only fall or stay equal."
    play(table, new_row(30))
    assert row(table, 0) == [0]
    assert row(table, 30) == [30]
    assert basket(table, KARI) == [1, 0, 0, 0]


def test_example_5_too_few_flowers(gear):
    long = (3, 49, 41, 27)  # Wheels 6, 5, 4, 3
    table = laid((6, 1, 2, 4, 5, 7), (8, 9, 10, 12, 13, 14), rows=(long,), flowers=(20, 20, 2, 20), gear=gear)
    play(table, add(6, 3))
    assert basket(table, KARI) == [0, 0, 2, 0]
    assert table.plain.flowers[BLUE] == 0
    assert table.waiting() == [OLA]
    table = laid((6, 19, 44, 4, 5, 7), (8, 9, 10, 12, 13, 14), rows=(long,), flowers=(0, 20, 2, 20), gear=gear)
    play(table, add(19, 3), add(44, 3), add(6, 3))  # the row has two 2s now
    assert basket(table, KARI) == [0, 0, 2, 0]
    assert table.over
    assert row(table, 3) == [*long, 19, 44, 6]  # neither cleared
    assert len(hand(table, KARI)) == 3  # nor any card drawn


def test_example_6_beds(gear):
    table = laid((27, 38, 45, 19, 20, 32), (0, 1, 2, 3, 4, 5), baskets=((3, 1, 0, 0),), gear=gear)
    beds = [code for code in table.codes(KARI) if bed(0, 0) <= code < discard(0)]
    assert set(beds) == {bed(27, RED), bed(38, GREEN), bed(45, RED), bed(19, RED), bed(20, RED), bed(20, GREEN)}
    assert table.refusal(KARI, bed(32, RED)) == "You need 4 red flowers; you have 3."


def test_example_7_the_second_pile_runs_out(gear):
    table = laid((27, 11, 0, 1, 2, 4), (5, 7, 8, 9, 10, 12), deck=(13,), away=(14, 15, 16), emptied=1, gear=gear)
    play(table, new_row(27), add(11, 27))
    assert basket(table, KARI) == [0, 0, 0, 2]
    assert table.over
    assert hand(table, KARI) == [0, 1, 2, 4, 13]
    assert away(table) == {14, 15, 16}


def test_example_8_five_seats_go_on(gear):
    others = ((5, 7), (8, 9), (10, 12), (17, 18))
    table = laid((27, 11, 0, 1, 2, 4), *others, deck=(13,), away=(14, 15, 16), emptied=1, gear=gear)
    play(table, new_row(27), add(11, 27))
    assert table.plain.emptied == 2
    assert table.waiting() == [1]
    drawn = set(hand(table, KARI)) - {0, 1, 2, 4}
    assert len(drawn) == 2
    assert 13 in drawn
    assert drawn <= {13, 14, 15, 16}
    assert table.plain.left == 2


def test_example_9_score():
    table = laid((), (0,), beds=((0, 27, RED), (0, 17, YELLOW), (0, 30, RED)), baskets=((1, 3, 0, 0),), mover=1)
    assert table.scores() == [7, 0]
    assert table.ranks() == [1, 2]


def test_example_10_nothing_to_draw(gear):
    table = laid((6, 1), (2, 3), deck=(), emptied=1, baskets=((0, 0, 1, 0),), gear=gear)
    other = table.copy()
    play(table, discard(6), STOP)
    assert table.over
    assert hand(table, KARI) == [1, 6]
    play(other, bed(6, BLUE))
    assert not other.over
    assert hand(other, KARI) == [1]


def test_example_11_emptied_twice_in_one_refill(gear):
    table = laid((3, 49, 41, 0), (1, 2), deck=(4,), away=(5, 7), gear=gear)
    play(table, new_row(3), add(49, 3), add(41, 3))
    assert table.plain.emptied == 2
    assert table.over
    assert hand(table, KARI) == [0, 4, 5, 7]
    cleared = laid((19, 44, 6, 0), (1, 2), deck=(4,), away=(5, 7), gear=gear)  # Wheels 2, 2, 1
    play(cleared, new_row(19), add(44, 19), add(6, 19))
    assert cleared.plain.emptied == 1
    assert cleared.plain.left == 3
    assert cleared.waiting() == [OLA]


# ---- rulings -------------------------------------------------------------------------------------------------------


def test_equal_cards_in_either_order(gear):
    table = laid((7, 15, 0, 1, 2, 4), (5, 8, 9, 10, 12, 13), gear=gear)
    play(table, new_row(15))
    assert {add(7, 15), STOP} == set(table.codes(KARI))
    play(table, add(7, 15))
    assert basket(table, KARI) == [0, 0, 2, 0]


def test_stopping_keeps_the_colour_of_the_last_card(gear):
    table = laid((27, 11, 0, 1, 2, 4), (5, 8, 9, 10, 12, 13), gear=gear)
    play(table, new_row(27), STOP)
    assert basket(table, KARI) == [1, 0, 0, 0]
    assert len(hand(table, KARI)) == 6


def test_a_card_of_an_empty_pile_pays_nothing_and_clears(gear):
    table = laid((44, 0), (1, 2), rows=((3, 19),), flowers=(20, 0, 20, 20), gear=gear)
    play(table, add(44, 3))
    assert basket(table, KARI) == [0, 0, 0, 0]
    assert away(table) == {3, 19, 44}


def test_a_wild_card_with_no_flowers_at_all_pays_nothing(gear):
    table = laid((19, 0), (1, 2), flowers=(0, 0, 0, 0), gear=gear)
    play(table, new_row(19))
    assert table.waiting() == [OLA]
    assert row(table, 19) == [19]


def test_discarding_four_ends_the_turn(gear):
    table = laid((0, 1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11), gear=gear)
    play(table, discard(0), discard(5), discard(2))
    assert table.plain.step == THROW
    assert table.codes(KARI) == [discard(1), discard(3), discard(4), STOP]
    play(table, discard(1))
    assert table.waiting() == [OLA]
    assert away(table) == {0, 1, 2, 5}
    assert len(hand(table, KARI)) == 6


def test_discards_may_come_back(gear):
    table = laid((0, 1), (2, 3), deck=(4,), gear=gear)
    play(table, discard(0), discard(1))
    assert table.plain.emptied == 1
    assert table.plain.left == 1
    assert set(hand(table, KARI)) in ({0, 4}, {1, 4})


def test_who_has_no_cards_is_skipped(gear):
    table = laid((6,), (7,), (0, 1), deck=(), baskets=((0, 0, 1, 0), (0, 0, 1, 0), (0, 0, 0, 0)), gear=gear)
    play(table, bed(6, BLUE), bed(7, BLUE), new_row(0))
    assert table.waiting() == [2]
    play(table, new_row(1))
    assert table.over  # nobody has a card
    assert table.plain.emptied == 0


def test_beds_stay_and_flowers_move(gear):
    table = laid((20, 0), (1, 2), baskets=((1, 1, 0, 0),), gear=gear)
    play(table, bed(20, GREEN))
    assert table.plain.bed[20] == KARI
    assert table.plain.bloom[20] == GREEN
    assert basket(table, KARI) == [1, 0, 0, 0]
    assert table.scores()[KARI] == 0


def test_ties_share():
    table = laid((), (), mover=NONE)
    assert table.ranks() == [1, 1]


# ---- illegal attempts ----------------------------------------------------------------------------------------------


def refused(table, code: int) -> str:
    before = bytes(table)
    with pytest.raises(IllegalChoice) as why:
        table.play(table.waiting()[0], code)
    assert bytes(table) == before
    return str(why.value)


def test_another_symbol():
    table = laid((1, 2), (3, 4), rows=((27,),))
    assert "Rows hold one symbol only." in refused(table, add(1, 27))


def test_a_higher_number():
    table = laid((3, 2), (1, 4), rows=((27,),))
    assert "Numbers may only fall or stay equal." in refused(table, add(3, 27))


def test_a_bed_without_flowers():
    table = laid((32, 2), (1, 4), baskets=((3, 0, 0, 0),))
    assert "You need 4 red flowers; you have 3." in refused(table, bed(32, RED))
    assert "You need 1 blue flower; you have none." in refused(table, bed(2, BLUE))


def test_one_colour_per_bed():
    table = laid((32, 2), (1, 4), baskets=((3, 4, 0, 0),))
    assert "One colour per bed" in refused(table, bed(32, GREEN))


def test_discarding_none_or_five():
    table = laid((0, 1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11))
    assert "Discard one to four cards." in refused(table, STOP)
    play(table, discard(0), discard(1), discard(2), discard(3))
    with pytest.raises(IllegalChoice):
        table.play(KARI, discard(4))


def test_two_actions():
    table = laid((27, 11, 0, 33, 4, 5), (6, 7, 8, 9, 10, 12), rows=((41,),), baskets=((1, 0, 0, 0),))
    other = table.copy()
    play(table, add(27, 41))
    for code in (bed(33, RED), discard(0), new_row(11), new_row(0), take(RED)):
        assert "One action per turn." in refused(table, code)
    play(other, discard(0))
    for code in (bed(33, RED), new_row(27), add(27, 41), take(RED)):
        assert "One action per turn." in refused(other, code)


def test_a_colour_that_has_run_out():
    table = laid((19, 0), (1, 2), flowers=(20, 0, 20, 20))
    play(table, new_row(19))
    assert "No flowers of that colour are left." in refused(table, take(GREEN))
    assert "Name the colour of your flowers first." in refused(table, new_row(0))
    assert "Name the colour of your flowers first." in refused(table, STOP)


def test_cards_and_rows_that_are_not_there():
    table = laid((27, 0), (1, 2), rows=((41,),))
    assert "You do not hold that card." in refused(table, new_row(5))
    assert "You do not hold that card." in refused(table, bed(5, BLUE))
    assert "You do not hold that card." in refused(table, discard(5))
    assert "There is no such row in the shop." in refused(table, add(27, 3))
    assert "Play a card first" in refused(table, take(RED))
    assert table.refusal(OLA, new_row(1)) == table.refusal(OLA, STOP)  # it is not her turn


# ---- what is known -------------------------------------------------------------------------------------------------


def test_hands_are_hidden_and_sizes_are_not(gear):
    table = GAME.new(3, seed=4, gear=gear)
    view = table.hidden(1).plain
    assert list(view.hand[1]) == list(table.plain.hand[1])
    assert list(view.hand[0]) == list(view.hand[2]) == [UNSEEN] * 6
    assert sum(view.deck) == 36 + 12
    assert view.left == 36
    assert all(card == UNSEEN for seat in range(3) for card in table.hidden(SPECTATOR).plain.hand[seat])


def test_a_guess_knows_what_was_not_in_the_last_shuffle(gear):
    """Cards held since before the shuffle are in the hands that held them; those drawn since were in the shuffle."""
    table = laid((27, 11, 0, 1), (2, 3, 4), (5, 7, 8), deck=(9,), away=(10, 12, 13, 14, 15, 16), gear=gear)
    play(table, discard(27), discard(11), STOP)  # draws 9, then one of the eight that are shuffled
    kept, shuffled = {0, 1, 9}, {10, 11, 12, 13, 14, 15, 16, 27}
    assert list(table.plain.aged[KARI])[:AGES] == [3, 1, 0]
    seen = set()
    for deal in range(60):
        guess = table.guess(OLA, seed=1, deal=deal)
        mine, third = set(hand(guess, KARI)), set(hand(guess, 2))
        assert len(mine & shuffled) == 1
        assert len(mine) == 4
        assert (mine - shuffled) | third == kept | {5, 7, 8}
        assert sum(guess.plain.deck) == 7
        seen |= mine
    assert seen == kept | shuffled | {5, 7, 8}


def test_ages_follow_the_cards(gear):
    for seed in range(5):
        table = GAME.new(5, seed=seed, gear=gear)
        while not table.over:
            seat = table.waiting()[0]
            codes = table.codes(seat)
            table.play(seat, codes[(seed + 7 * len(codes)) % len(codes)])
            s = table.plain
            for player in range(5):
                ages = [s.age[card] for card in hand(table, player)]
                assert [ages.count(age) for age in range(AGES)] == list(s.aged[player])


# ---- the whole -----------------------------------------------------------------------------------------------------


def test_bound():
    assert bound(4, {}) == 324
    assert bound(5, {}) == 486


def test_every_choice_is_within_the_codes():
    assert GAME.codes == STOP + 1
    assert GAME.codes == discard(CARDS) + 4 + 1

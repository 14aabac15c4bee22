"""Slithy: every example and every refusal of the rules, in both gears."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import IllegalChoice
from brillig.games.slithy.game import GAME
from brillig.games.slithy.round import (
    CARDS,
    COLLECT,
    COLLECT_TWICE,
    COLLECTING,
    DEALING,
    FACE_DOWN,
    MOST_YELLOWS,
    OPEN,
    OVER,
    PEEK,
    PURPLES,
    SAY,
    SAY_NOTHING,
    SEALED,
    STAKE,
    STAKING,
    TALKING,
    YELLOWS,
)

# ---- playing at a table --------------------------------------------------------------------------------------------


def cards(purple, yellow):
    return CARDS + MOST_YELLOWS * (purple - 1) + yellow - 1


def open_table(gear, seats, first=1, talk="off", **options):
    """A table at which seat 0 deals first, unless said otherwise."""
    return GAME.new(seats, gear=gear, options={"first": f"seat {first}", "talk": talk, **options})


def others(table):
    """The seats that do not deal, from the dealer's left."""
    s = table.plain
    return [(s.dealer + 1 + k) % s.seats for k in range(s.seats - 1)]


def turn(table, purple, yellow, *stakes):
    """A whole turn without talk."""
    seats = others(table)
    table.play(table.plain.dealer, cards(purple, yellow))
    for seat, stake in zip(seats, stakes, strict=True):
        if table.plain.hand[seat]:
            table.play(seat, STAKE + stake)


def hands(table):
    return [table.plain.hand[seat] for seat in others(table)]


def scored(table):
    return [table.plain.scored[seat] for seat in others(table)]


def reason(table, seat, code):
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(seat, code)
    assert bytes(table) == before
    return str(refused.value)


def anything(table, pick):
    """The rest of the game, by any choices."""
    while not table.over:
        seat = pick(table.waiting())
        table.play(seat, pick(table.codes(seat)))


# ---- the worked examples -------------------------------------------------------------------------------------------


def test_e1_rulebook(gear):
    table = open_table(gear, 3)
    turn(table, 3, 5, 3, 4)
    assert scored(table) == [3, 3]
    assert hands(table) == [9, 9]  # one of the four came back
    assert table.plain.busted == 0


@pytest.mark.parametrize("stakes", [(4, 4), (3, 5)])
def test_e1_one_more_would_bust(gear, stakes):
    table = open_table(gear, 3)
    turn(table, 3, 5, *stakes)
    assert scored(table) == [0, 0]
    assert table.plain.busted == 8


def test_e2_whole_round(gear):
    table = open_table(gear, 3)
    assert hands(table) == [12, 12]
    turn(table, 3, 5, 3, 4)
    assert (hands(table), scored(table)) == ([9, 9], [3, 3])
    turn(table, 1, 2, 1, 1)
    assert (hands(table), scored(table)) == ([8, 8], [4, 4])
    turn(table, 4, 1, 3, 2)
    assert (hands(table), table.plain.busted) == ([5, 6], 5)
    turn(table, 2, 4, 2, 3)
    assert (hands(table), scored(table)) == ([3, 4], [6, 6])
    assert table.waiting() == [0]
    table.play(0, COLLECT + 2)
    assert table.scores() == [9, 9, 9]
    assert list(table.plain.dealt)[:3] == [9, 0, 0]
    assert table.plain.dealer == 1


def test_e3_four_players(gear):
    table = open_table(gear, 4)
    assert hands(table) == [8, 8, 8]
    turn(table, 1, 5, 2, 1, 1)
    assert (hands(table), scored(table)) == ([7, 7, 7], [1, 1, 1])
    turn(table, 2, 3, 1, 2, 2)
    assert (hands(table), table.plain.busted) == ([6, 5, 5], 5)
    turn(table, 3, 4, 2, 2, 2)
    assert hands(table) == [4, 3, 3]
    turn(table, 4, 1, 3, 1, 1)
    assert (hands(table), table.plain.busted, scored(table)) == ([1, 2, 2], 10, [3, 3, 3])
    table.play(0, COLLECT + 2)
    assert table.scores() == [12, 5, 5, 5]


@pytest.mark.parametrize("victim", [1, 4])
def test_e4_five_players(gear, victim):
    table = open_table(gear, 5)
    assert hands(table) == [6, 6, 6, 6]
    turn(table, 2, 3, 2, 2, 3, 2)
    assert (hands(table), table.plain.busted) == ([4, 4, 3, 4], 5)
    turn(table, 3, 1, 1, 2, 2, 1)
    assert hands(table) == [3, 2, 1, 3]
    turn(table, 1, 4, 1, 2, 1, 3)
    assert (hands(table), scored(table)) == ([2, 1, 0, 2], [4, 5, 3, 2])
    table.play(0, COLLECT + victim)
    assert table.scores() == [7, 6, 7, 5, 4]


def test_e5_six_players(gear):
    table = open_table(gear, 6)
    assert hands(table) == [6, 6, 4, 4, 4]
    turn(table, 3, 4, 3, 3, 2, 2, 3)
    turn(table, 2, 1, 1, 1, 1, 1, 1)
    turn(table, 1, 3, 2, 1, 0, 1, 0)
    assert (hands(table), scored(table)) == ([1, 1, 1, 0, 0], [5, 5, 0, 1, 0])
    assert table.plain.busted == 10
    table.play(0, COLLECT + 1)
    assert table.scores() == [11, 7, 7, 2, 3, 2]


def test_e6_seven_players(gear):
    table = open_table(gear, 7)
    assert hands(table) == [4] * 6
    turn(table, 1, 2, 1, 1, 0, 1, 1, 1)
    turn(table, 3, 4, 2, 2, 2, 2, 2, 2)
    turn(table, 2, 3, 1, 1, 1, 0, 1, 1)
    assert (hands(table), scored(table)) == ([0, 0, 1, 1, 0, 0], [4, 4, 3, 2, 3, 3])
    table.play(0, COLLECT + 3)
    assert table.scores() == [4, 5, 5, 4, 3, 4, 4]


@pytest.mark.parametrize(("total", "bursts"), [(5, set()), (6, {2}), (7, {2}), (8, {2, 4})])
def test_e7_last_turn_knowledge(gear, total, bursts):
    """Before turn 4 the yellow cards 2 and 4 are left, and purple 4."""
    for yellow in (2, 4):
        table = open_table(gear, 3)
        turn(table, 1, 1, 0, 0)
        turn(table, 2, 3, 0, 0)
        turn(table, 3, 5, 0, 0)
        assert table.codes(0) == [cards(4, 2), cards(4, 4)]
        table.play(0, cards(4, yellow))
        assert "The limit is 6 or 8." in table.screen(1).prompt
        table.play(1, STAKE + total - 3)
        table.play(2, STAKE + 3)
        assert table.plain.busted == (total if yellow in bursts else 0)


@pytest.mark.parametrize(("dealt", "ranks"), [((12, 9, 7), [2, 1, 3]), ((9, 9, 30), [1, 1, 3])])
def test_e8_tie_break(gear, dealt, ranks):
    table = open_table(gear, 3)
    for seat, points in enumerate((31, 31, 28)):
        table.plain.total[seat], table.plain.dealt[seat] = points, dealt[seat]
    assert table.ranks() == ranks


def test_e8_the_same_comparison_orders_the_other_places(gear):
    table = open_table(gear, 4)
    for seat, (points, dealt) in enumerate(((20, 9), (31, 5), (20, 8), (20, 9))):
        table.plain.total[seat], table.plain.dealt[seat] = points, dealt
    assert table.ranks() == [3, 1, 2, 3]


def test_e9_extended_order(gear):
    table = open_table(gear, 4, first=3, length="extended")
    dealers = []
    while not table.over:
        dealers.append(table.plain.dealer)
        for k in range(4):
            turn(table, k + 1, k + 1, 0, 0, 0)
        table.play(table.plain.dealer, COLLECT + others(table)[0])
    assert dealers == [2, 3, 0, 1, 1, 0, 3, 2]
    assert table.scores() == [46, 46, 46, 46]  # twice 8 from an idle hand, six times the yellow 5


def test_e10_poor_collection(gear):
    table = open_table(gear, 3)
    turn(table, 4, 5, 12, 12)
    assert hands(table) == [0, 0]
    for purple in (1, 2, 3):  # nobody can stake: the dealer plays on alone
        table.play(0, cards(purple, purple))
    assert table.plain.step == COLLECTING
    assert table.codes(0) == [COLLECT + 1, COLLECT + 2]
    table.play(0, COLLECT + 1)
    assert table.scores() == [24, 4, 4]


# ---- talk ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("talk", "rounds"), [("off", 0), ("one", 1), ("two", 2)])
def test_words_go_round_from_the_dealers_left(gear, talk, rounds):
    table = open_table(gear, 5, first=4, talk=talk)
    table.play(3, cards(2, 2))
    for _ in range(rounds):
        for seat in (4, 0, 1, 2):
            assert table.waiting() == [seat]
            assert table.codes(seat) == list(range(SAY_NOTHING, SAY + 7))
            table.play(seat, SAY + seat)
    assert table.plain.step == STAKING
    assert table.waiting() == [0, 1, 2, 4]


def test_words_bind_nobody_and_are_remembered(gear):
    table = open_table(gear, 3, talk="two")
    table.play(0, cards(2, 5))
    for code in (SAY + 9, SAY_NOTHING, SAY + 1, SAY_NOTHING):
        table.play(table.waiting()[0], code)
    table.play(2, STAKE + 2)
    table.play(1, STAKE + 1)  # its first word was 9, its last 1
    s = table.plain
    assert [list(s.said[k])[1:3] for k in range(2)] == [[9, -2], [1, -2]]
    assert list(s.spoke)[:3] == list(s.kept)[:3] == [0, 1, 0]
    table.play(0, cards(1, 1))
    for code in (SAY + 3, SAY_NOTHING, SAY_NOTHING, SAY + 5):
        table.play(table.waiting()[0], code)
    table.play(1, STAKE + 0)
    table.play(2, STAKE + 5)
    assert list(s.spoke)[:3] == [0, 1, 1]  # silence is the last word of seat 1: nothing was promised
    assert list(s.kept)[:3] == [0, 1, 1]


def test_who_has_no_gems_is_asked_nothing(gear):
    table = open_table(gear, 3, talk="one")
    table.plain.hand[1] = 0
    table.play(0, cards(2, 2))
    assert table.waiting() == [2]
    table.play(2, SAY + 1)
    assert table.waiting() == [2]
    assert table.plain.stake[0, 1] == 0
    table.play(2, STAKE + 1)
    assert table.plain.step == DEALING


# ---- what is refused -----------------------------------------------------------------------------------------------


def test_illegal_a_used_card(gear):
    table = open_table(gear, 3)
    turn(table, 3, 5, 1, 1)
    for code in (cards(3, 1), cards(1, 5), cards(3, 5)):
        assert reason(table, 0, code) == "That card was used this round."


def test_illegal_a_card_that_is_not_in_play(gear):
    table = open_table(gear, 5)
    for code in (cards(4, 1), cards(1, 5)):
        assert reason(table, 0, code) == "That card is not in play with so many players."


def test_illegal_more_gems_than_in_hand(gear):
    table = open_table(gear, 4, talk="one")
    table.play(0, cards(1, 1))
    assert reason(table, 1, SAY + 9) == "You have only that many gems."
    for _ in range(3):
        table.play(table.waiting()[0], SAY_NOTHING)
    assert reason(table, 2, STAKE + 9) == "You have only that many gems."


def test_illegal_to_change_a_sealed_stake(gear):
    table = open_table(gear, 4)
    table.play(0, cards(1, 1))
    table.play(2, STAKE + 3)
    assert reason(table, 2, STAKE + 2) == "Stakes are sealed until the reveal."


def test_illegal_to_look_at_what_lies_face_down(gear):
    table = open_table(gear, 4, talk="one")
    table.play(0, cards(1, 1))
    assert all(reason(table, seat, PEEK) == "Still face down." for seat in range(4))
    for _ in range(3):
        table.play(table.waiting()[0], SAY_NOTHING)
    assert all(reason(table, seat, PEEK) == "Still face down." for seat in range(4))


@pytest.mark.parametrize("code", [SAY_NOTHING, SAY, SAY + 3, STAKE, STAKE + 3])
def test_illegal_to_stake_or_announce_as_dealer(gear, code):
    table = open_table(gear, 3, talk="one")
    assert reason(table, 0, code) == "The dealer stakes nothing."
    table.play(0, cards(1, 1))
    assert reason(table, 0, code) == "The dealer stakes nothing."


@pytest.mark.parametrize("code", [COLLECT, COLLECT_TWICE, COLLECT + 5])
def test_illegal_to_collect_from_yourself_or_from_two(gear, code):
    table = open_table(gear, 3)
    for k in range(4):
        turn(table, k + 1, k + 1, 0, 0)
    assert reason(table, 0, code) == "Choose one other player."


def test_illegal_out_of_turn_and_out_of_step(gear):
    table = open_table(gear, 3, talk="one")
    assert reason(table, 1, STAKE + 1) == "It is not your turn."
    assert reason(table, 0, COLLECT + 1) == "That is not what you are asked now."
    table.play(0, cards(1, 1))
    assert reason(table, 2, SAY + 1) == "It is not your turn."
    assert reason(table, 1, STAKE + 1) == "That is not what you are asked now."
    table.play(1, SAY + 1)
    table.play(2, SAY + 1)
    assert reason(table, 1, SAY + 1) == "That is not what you are asked now."


# ---- secrets -------------------------------------------------------------------------------------------------------


def test_secrets_of_the_dealer_and_of_those_who_stake(gear):
    table = open_table(gear, 4)
    table.play(0, cards(2, 4))
    table.play(1, STAKE + 3)
    seen = {seat: (table.view(seat).yellow[0], list(table.view(seat).stake[0])[:4]) for seat in (-1, 0, 1, 2)}
    assert seen == {
        -1: (FACE_DOWN, [OPEN, SEALED, OPEN, OPEN]),
        0: (4, [OPEN, SEALED, OPEN, OPEN]),
        1: (FACE_DOWN, [OPEN, 3, OPEN, OPEN]),
        2: (FACE_DOWN, [OPEN, SEALED, OPEN, OPEN]),
    }


def test_guesses_reach_every_card_that_is_left(gear):
    table = open_table(gear, 4)
    turn(table, 1, 3, 1, 1, 1)
    table.play(0, cards(2, 4))
    table.play(1, STAKE + 2)
    guessed = [table.guess(2, seed=seed).plain for seed in range(200)]
    assert {g.yellow[1] for g in guessed} == {1, 2, 4, 5}
    assert {g.stake[1, 1] for g in guessed} >= {0, 1, 2, 3}
    assert all(0 <= g.stake[1, 1] <= table.plain.hand[1] for g in guessed)


# ---- games of all kinds --------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 7), st.sampled_from(["off", "one", "two"]), st.sampled_from(["standard", "extended"]), st.data())
def test_every_round_adds_up(seats, talk, length, data):
    table = GAME.new(seats, data.draw(st.integers(0, 999)), {"talk": talk, "length": length}, gear="plain")
    s = table.plain
    anything(table, data.draw(st.randoms(use_true_random=False)).choice)
    rounds = seats * (2 if length == "extended" else 1)
    assert s.step == OVER
    assert s.at == rounds
    for seat in range(seats):
        assert s.total[seat] == sum(s.sheet[k, seat] for k in range(rounds))
        assert 0 <= s.kept[seat] <= s.spoke[seat] <= rounds * PURPLES[seats]
    # In each round at most 24 gems score, and all but the dealer get the same bonus on top.
    for k in range(rounds):
        assert sum(s.sheet[k, seat] for seat in range(seats)) <= 24 + YELLOWS[seats] * (seats - 1)
    assert sum(s.dealt[seat] for seat in range(seats)) <= 24 * rounds


def test_nothing_is_asked_between_the_words_and_the_stakes(gear):
    table = open_table(gear, 7, talk="one")
    table.play(0, cards(3, 3))
    assert table.plain.step == TALKING
    for seat in range(1, 7):
        table.play(seat, SAY + 1)
    assert table.waiting() == [1, 2, 3, 4, 5, 6]

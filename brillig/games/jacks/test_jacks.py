"""The examples of the specification, every illegal attempt, the options, and what is remembered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import SPECTATOR, IllegalChoice, Table
from brillig.games.jacks.circle import (
    CLOCKWISE,
    COLOUR,
    COUNTER,
    GATE,
    LOOK,
    NOBODY,
    PASS,
    PLACES,
    ROW,
    UNKNOWN,
    known,
    landing,
    lies,
    occupied,
    worth,
)
from brillig.games.jacks.game import GAME, forget
from brillig.parts.boxes.jacks import BLK, BLU, BRO, CC, CODES, CW, GRY, JG, JO, JP, JY, LT, PAIRS, PUR, RED

PINK, ORANGE = 0, 1
CIRCLE = (
    "RED JP LT BLU CW JO PUR BLK JG BRO CC GRY JY "
    "RED LT BLU JP CW JO PUR BLK JG BRO CC GRY JY"
).split()  # fmt: skip


def lay_out(gear="plain", die=1, pink=(), orange=(), taken=(), seats=2, **options) -> Table:
    """The circle of the examples, Pink to move; jacks that are not named wait in the row."""
    table = GAME.new(seats, options={"first": "seat 1", **options}, gear=gear)
    s = table.plain
    for place, code in enumerate(CIRCLE):
        s.card[place] = CODES.index(code)
    for seat, places in ((PINK, pink), (ORANGE, orange)):
        for k, place in enumerate(places):
            s.jack[seat, k] = place
    for pair in taken:
        s.taker[pair] = ORANGE
    s.die = die
    return table


def move(table: Table, start: int, end: int) -> Table:
    table.play(table.waiting()[0], PLACES * start + end)
    return table


def moves(table: Table) -> set[tuple[int, int]]:
    return {divmod(code, PLACES) for code in table.codes(table.waiting()[0])}


def reason(table: Table, seat: int, code: int) -> str:
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(seat, code)
    assert bytes(table) == before
    return refused.value.reason


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_first_roll_3(gear):
    table = lay_out(gear, 3)
    assert moves(table) == {(ROW, 2), (ROW, 24)}
    after = move(table.copy(), ROW, 2)
    assert after.plain.loses[PINK] == 1
    move(table, ROW, 24)
    assert table.plain.loses[PINK] == 0
    assert table.screen(ORANGE).zones[0].spots[24].pieces[0].face.text == "GRY"


def test_example_2_first_roll_1(gear):
    table = lay_out(gear, 1)
    assert moves(table) == {(ROW, GATE)}
    move(table, ROW, GATE)
    assert table.plain.card[GATE] == RED


def test_example_3_jack_pair(gear):
    table = lay_out(gear, 3, pink=(1, 13))
    assert moves(table) == {(1, 4), (1, 24), (13, 16), (13, 10), (ROW, 2), (ROW, 24)}
    move(table, 13, 16)
    s = table.plain
    assert table.scores() == [2, 0]
    assert not lies(s, 1)
    assert not lies(s, 16)
    assert list(s.jack[PINK]) == [1, 16, ROW]
    other = lay_out(gear, 3, orange=(1, 13))
    other.plain.mover = ORANGE
    assert move(other, 13, 16).scores() == [0, 1]


def test_example_4_skipping(gear):
    table = lay_out(gear, 2, pink=(0, 17, 16), taken=[JP])
    assert (0, 3) in moves(table)
    # The count leads from 17 to 14; but 17 is a CW card in this circle, so a jack on it may not go that way.
    assert landing(table.plain, 17, COUNTER) == 14
    assert reason(table, PINK, PLACES * 17 + 14) == "This card may only be left the other way."
    table.plain.die = 1
    assert {(16, 17), (16, 15)} <= moves(table)


def test_example_5_instruction_ignored(gear):
    table = move(lay_out(gear, 2, pink=(2, 12)), 12, 14)
    assert table.scores() == [1, 0]
    assert table.plain.taker[LT] == PINK
    assert table.plain.loses[PINK] == 0


def test_example_6_lose_a_turn(gear):
    table = move(lay_out(gear, 2, pink=(12,)), 12, 14)
    assert table.plain.loses[PINK] == 1
    assert table.waiting() == [ORANGE]
    table.plain.die = 1
    move(table, ROW, GATE)
    assert table.waiting() == [ORANGE]
    assert table.plain.loses[PINK] == 0
    assert table.plain.turn == 3
    table.plain.die = 2
    assert move(table, GATE, 24).waiting() == [PINK]


def test_example_7_direction(gear):
    table = lay_out(gear, 2, pink=(4,))
    assert moves(table) == {(4, 6), (ROW, 1), (ROW, 25)}
    assert reason(table, PINK, PLACES * 4 + 2) == "This card may only be left the other way."
    assert {(4, 6), (4, 2)} <= moves(lay_out(gear, 2, pink=(4,), taken=[CW]))


def test_example_8_gate_empty(gear):
    assert moves(lay_out(gear, 1, taken=[RED])) == {(ROW, 1), (ROW, 25)}
    assert moves(lay_out(gear, 2, taken=[RED])) == {(ROW, 2), (ROW, 24)}


def test_example_9_shared_card(gear):
    table = move(lay_out(gear, 3, pink=(3,), orange=(3,)), 3, 6)
    s = table.plain
    assert occupied(s, 3)
    assert s.down[3] == 0
    s.die = 4
    move(table, 3, 7)
    assert not occupied(s, 3)
    assert s.down[3] == 2  # turned down in the second turn: it was seen, and stays so
    assert known(s, 3)


def test_example_10_somebody_else_on_the_mate(gear):
    table = lay_out(gear, 1, pink=(15,), orange=(2,))
    table.plain.mover = ORANGE
    assert move(table, 2, 3).scores() == [0, 0]
    assert lies(table.plain, 3)


def test_example_11_two_cards_left(gear):
    taken = [pair for pair in range(PAIRS) if pair != JO]
    table = lay_out(gear, 1, pink=(5, 9, 20), taken=taken)
    before = table.scores()[PINK]
    table = move(table, 9, 18)
    assert table.scores()[PINK] == before + 1
    assert table.over
    table = lay_out(gear, 2, pink=(5, 9, 20), taken=taken)
    assert landing(table.plain, 9, COUNTER) == 18
    assert (5, 5) in moves(table)
    assert move(table.copy(), 9, 18).over
    assert move(table, 5, 5).scores()[PINK] == before


def test_example_12_points(gear):
    table = lay_out(gear)
    for pair in (RED, JP, LT, JO):
        table.plain.taker[pair] = PINK
    assert table.scores() == [5, 0]
    for pair in range(PAIRS):
        table.plain.taker[pair] = PINK
    assert table.scores() == [14, 0]


def example_13(gear, jack: int) -> Table:
    """Pink has five points and a jack pair, Orange three, and Pink is about to take another; three are left then."""
    table = lay_out(gear, 1, pink=(11, 23), taken=range(PAIRS), early_end="on")
    for pair in (BLU, PUR, JO, GRY):
        table.plain.taker[pair] = NOBODY
    for pair in (RED, BRO, LT, CW, CC, jack):
        table.plain.taker[pair] = PINK
    return move(table, 23, 24)


def test_example_13_early_end(gear):
    table = example_13(gear, JP)
    assert table.scores() == [8, 3]
    assert table.over
    assert table.ranks() == [1, 2]
    assert "Nobody can catch the leader any more." in table.screen(SPECTATOR).verdict


def test_example_13_play_on(gear):
    table = example_13(gear, JY)
    assert table.scores() == [7, 3]
    assert not table.over


# ---- what is not allowed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "code", "why"),
    [
        (ORANGE, PLACES * 7 + 9, "It is not your turn."),
        (PINK, PLACES * 7 + 9, "That jack is not yours."),
        (PINK, PLACES * 3 + 6, "Move exactly the number rolled."),
        (PINK, PLACES * 4 + 2, "This card may only be left the other way."),
        (PINK, PLACES * 3 + 1, "There is no card there any more."),
        (PINK, PASS, "You must move one of your jacks."),
        (PINK, LOOK + 20, "You have to remember it."),
        (PINK, LOOK + 3, "That card lies face up."),
        (PINK, PLACES * 20 + 22, "You have no jack there."),
        (PINK, 10_000, "There is no choice 10000 in Jacks."),
    ],
)
def test_illegal(gear, seat, code, why):
    assert reason(lay_out(gear, 2, pink=(3, 4), orange=(7,), taken=[JP]), seat, code) == why


def test_moving_on_a_lost_turn(gear):
    table = move(lay_out(gear, 3), ROW, 2)
    assert reason(table, PINK, PLACES * ROW + 1) == "You lose this turn."


def test_the_row_of_somebody_else(gear):
    table = lay_out(gear, 2, pink=(3, 4, 5))
    assert reason(table, PINK, PLACES * ROW + 1) == "That jack is not yours."


# ---- turns, end and options ----------------------------------------------------------------------------------------


def test_landing_again_on_lose_a_turn_counts_again(gear):
    table = lay_out(gear, 2, pink=(2,), taken=[pair for pair in range(PAIRS) if pair != LT])
    move(table, 2, 2)
    assert table.plain.loses[PINK] == 1


def test_two_lost_turns_in_a_row(gear):
    table = lay_out(gear, 2, pink=(12,))
    table.plain.loses[ORANGE] = 1
    move(table, 12, 14)
    assert table.waiting() == [ORANGE]
    assert table.plain.turn == 3


def test_the_turn_limit_counts_lost_turns(gear):
    table = lay_out(gear, 2, pink=(12,), turn_limit=200)
    table.plain.turn, table.plain.loses[ORANGE] = 198, 1
    move(table, 12, 14)
    assert table.over
    assert table.plain.turn == 200
    assert table.ranks() == [1, 1]


def test_what_pairs_are_worth(gear):
    table = lay_out(gear, foreign_jack=0, thirteenth="all_jacks")
    for pair, points in ((JP, 2), (JO, 0), (JY, 1), (JG, 1), (BLK, 2), (RED, 1)):
        before = table.scores()[PINK]
        table.plain.taker[pair] = PINK
        assert table.scores()[PINK] - before == points, CODES[pair]


def test_who_is_first():
    assert GAME.new(4, options={"first": "seat 3"}).waiting() == [2]
    assert {GAME.new(3, seed, {"first": "seat 4"}).waiting()[0] for seed in range(30)} == {0, 1, 2}
    assert {GAME.new(4, seed).waiting()[0] for seed in range(40)} == {0, 1, 2, 3}


# ---- what is known and what is shown -------------------------------------------------------------------------------


def walked(**options) -> Table:
    """Pink enters and walks on by ones to place 13, alone; the pairs LT and CC are gone."""
    table = lay_out(die=1, taken=[LT, CC], **options)
    start = ROW
    for end in [place for place in range(14) if lies(table.plain, place)]:
        table.plain.mover, table.plain.die = PINK, 1
        move(table, start, end)
        start = end
    return table


@pytest.mark.parametrize(
    ("memory", "remembered"),
    [("perfect", [0, 1, 3, 4, 5, 6, 7, 8, 9, 11, 12]), ("last 8", [4, 5, 6, 7, 8, 9, 11, 12]), ("none", [])],
)
def test_what_bots_remember(gear, memory, remembered):
    view = walked(gear=gear, bot_memory=memory).view(ORANGE)
    faces = [place for place in range(PLACES) if view.card[place] != UNKNOWN]
    assert faces == sorted([2, 14, 10, 23, 13, *remembered])  # the taken pairs, the card under the jack, and these


def shown(table: Table, seat: int) -> list[str]:
    return [spot.pieces[0].face.text for spot in table.screen(seat).zones[0].spots[:PLACES]]


def test_the_screen_does_not_remember():
    table = walked()
    texts = shown(table, PINK)
    assert texts[13] == "RED"
    bare = (2, 10, 14, 23)
    assert [texts[place] for place in bare] == ["-"] * 4
    down = [place for place in range(PLACES) if place not in (13, *bare)]
    assert [texts[place] for place in down] == [str(place) for place in down]


def test_a_weaker_bot_forgets_what_it_saw_first():
    table = GAME.new(2, seed=3, gear="plain")
    s = table.plain
    for place, turn in ((4, 7), (9, 2), (12, 5)):
        s.down[place] = turn
    for most, left in ((3, {4, 9, 12}), (2, {4, 12}), (1, {4}), (0, set())):
        seen = table.hidden(0)
        forget(seen.plain, 0, most)
        assert {p for p in range(PLACES) if seen.plain.card[p] != UNKNOWN} == left
        assert seen.codes(s.mover) == table.codes(s.mover)


@pytest.mark.parametrize(
    ("left", "ahead", "orange", "shunned"),
    [
        ((JP,), False, (), True),  # the last pair, however far behind
        ((JP, RED), False, (), False),  # who is next may have to open the way to the last one
        ((JP, RED), False, (0,), True),  # it is open already
        ((JP, RED), True, (), True),  # it decides the game
        ((JP, RED, BLU), False, (), True),
    ],
)
def test_who_can_take_a_pair_leaves_at_most_the_last_but_one(left, ahead, orange, shunned):
    """Pink has a jack on 1 and one that can walk to its mate on 16."""
    table = lay_out(die=1, pink=(1, 15), orange=orange, taken=[pair for pair in range(PAIRS) if pair not in left])
    for pair in range(PAIRS) if ahead else ():
        table.plain.taker[pair] = min(table.plain.taker[pair], PINK)
    takes, leaves = 15 * PLACES + 16, next(code for code in table.codes(PINK) if code // PLACES == 1)
    assert not GAME.shuns(table.plain, PINK, takes)
    assert GAME.shuns(table.plain, PINK, leaves) is shunned


def test_the_memory_aid_shows_what_was_seen_whatever_bots_remember():
    texts = shown(walked(memory_aid="on", bot_memory="none"), ORANGE)
    assert texts[:14] == ["red", "jp", "-", "blu", "cw", "jo", "pur", "blk", "jg", "bro", "-", "gry", "jy", "RED"]
    assert texts[15:23] == [str(place) for place in range(15, 23)]


def test_two_worlds_that_differ_in_unseen_cards_look_the_same():
    one, two = walked(), walked()
    two.plain.card[20], two.plain.card[24] = one.plain.card[24], one.plain.card[20]
    for seat in (SPECTATOR, PINK, ORANGE):
        assert bytes(one.hidden(seat)) == bytes(two.hidden(seat))


def test_every_arrangement_of_unseen_cards_is_guessed_equally_often():
    table = lay_out(pink=(5,), taken=[p for p in range(PAIRS) if p not in (JO, JY, JG)])
    counts = {JO: 0, JY: 0, JG: 0}
    for deal in range(2000):
        counts[table.guess(PINK, deal=deal).plain.card[18]] += 1
    assert abs(counts[JO] - 400) < 90
    assert abs(counts[JY] - 800) < 110


def test_told():
    table = lay_out(die=3, pink=(1, 13))
    before = table.hidden(ORANGE)
    move(table, 13, 16)
    told = GAME.tell(before.plain, table.view(ORANGE), ORANGE)
    assert told == ["Seat 1 goes 3 clockwise, to 16.", "Seat 1 takes the pink jack pair: +2."]
    table = lay_out(die=3)
    before = table.hidden(PINK)
    table.plain.loses[ORANGE] = 1
    move(table, ROW, 24)
    assert GAME.tell(before.plain, table.view(PINK), PINK) == [
        "Seat 1 enters 3 counter-clockwise, to 24.",
        "Seat 2 loses this turn.",
    ]


def test_the_story_does_not_say_where_a_turn_was_lost():
    table = lay_out(die=3)
    before = table.hidden(PINK)
    move(table, ROW, 2)
    assert GAME.tell(before.plain, table.view(PINK), PINK) == ["Seat 1 enters 3 clockwise and will lose a turn."]


def test_told_at_the_end():
    taken = [pair for pair in range(PAIRS) if pair != JP]
    table = lay_out(die=1, pink=(1, 15), taken=taken)
    before = table.hidden(PINK)
    move(table, 15, 16)
    assert GAME.tell(before.plain, table.view(PINK), PINK)[-1] == "All pairs are taken. Seat 2 wins with 13 points."


@settings(max_examples=60, deadline=None)
@given(
    st.sets(st.integers(0, PAIRS - 2)), st.integers(0, PLACES), st.integers(1, 6), st.sampled_from([CLOCKWISE, COUNTER])
)
def test_a_walk_counts_only_the_cards_that_are_there(taken, start, die, way):
    table = lay_out(die=die, taken=taken)
    left = [place for place in range(PLACES) if lies(table.plain, place)]
    before = start if start < PLACES else -way  # a jack in the row stands, as it were, just before the gate
    ring = sorted(left, key=lambda place: (way * (place - before) - 1) % PLACES)
    assert landing(table.plain, start, way) == ring[(die - 1) % len(ring)]


@pytest.mark.parametrize(
    ("pink", "ways"),
    [
        ((), "either way round"),
        ((4, 17, 4), "clockwise only"),  # on the clockwise cards
        ((10, 10, 23), "counter-clockwise only"),
        ((4, 10, 4), "each only the way its card says"),
        ((4, 10, 3), "either way round"),
    ],
)
def test_the_prompt_says_which_ways_there_are(pink, ways):
    assert lay_out(die=2, pink=pink).screen(PINK).prompt == f"You rolled a 2: move one of your jacks 2 cards, {ways}."


def test_whoever_waits_is_told_for_what():
    table = lay_out(die=2)
    assert table.screen(ORANGE).prompt == "Seat 1 rolled a 2 and moves a jack."
    table.plain.loses[ORANGE] = 1
    assert table.screen(ORANGE).prompt == "Seat 1 rolled a 2 and moves a jack. You lose your next turn."


def test_seats_may_choose_their_colours(gear):
    table = GAME.new(3, seed=4, options={"colours": "chosen", "first": "seat 2"}, gear=gear)
    assert [choice.label for choice in table.choices(1)] == ["pink", "orange", "yellow", "green"]
    assert table.screen(1).prompt == "Choose the colour of your jacks."
    assert table.screen(0).prompt == "Seat 2 chooses a colour."
    assert reason(table, 1, PLACES * ROW) == "Choose your colour first."
    table.play(1, COLOUR + 3)
    assert reason(table, 2, COLOUR + 3) == "Somebody else has that colour."
    table.play(2, COLOUR)
    table.play(0, COLOUR + 2)
    assert table.waiting() == [1]
    assert reason(table, 1, COLOUR + 1) == "You have your colour."
    assert [worth(table.plain, 1, pair) for pair in (JP, JO, JY, JG)] == [1, 1, 1, 2]
    assert [panel.colour for panel in table.screen(0).panels[:3]] == ["yellow", "green", "pink"]
    s = table.plain
    s.foreign_jack = 0
    assert [worth(s, 2, pair) for pair in (JP, JO, JY, JG)] == [2, 1, 0, 0]  # nobody plays orange


def test_colours_in_order_as_before():
    s = GAME.new(3, seed=4).plain
    assert [s.colour[seat] for seat in range(3)] == [0, 1, 2]

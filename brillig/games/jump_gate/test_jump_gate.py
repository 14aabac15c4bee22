"""Jump Gate: every example and every refusal of the rules, tracks of both kinds, and games of all sizes."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.bots import make
from brillig.core import IllegalChoice
from brillig.core.chance import THE_TABLE, sow
from brillig.games.jump_gate.game import GAME
from brillig.games.jump_gate.judgement import TURNS, forget, in_reach, needed, prefer, value
from brillig.games.jump_gate.screen import place
from brillig.games.jump_gate.track import (
    BACKWARDS,
    CRATES,
    DIE_BACKWARDS,
    FORWARDS,
    NO_CARD,
    NONE,
    OF_A_NUMBER,
    ROLL,
    ROUNDS,
    SKIP_GATE,
    SPACES,
    TO_CORRECT,
    TO_ROLL,
    cards_left,
    connect,
    place_crates,
)
from brillig.parts.bits import bit, has
from brillig.parts.boxes.greenbox import ARROW, BRICKS, CIRCLES, DROP, HAMMERS, WHEEL

# The track of the examples.
T = {
    WHEEL: (2, 11, 20, 29),
    ARROW: (6, 15, 24, 33),
    DROP: (4, 35),
    HAMMERS: (8, 13),
    CIRCLES: (17, 22),
    BRICKS: (26, 31),
}
CORNERS = (0, 9, 18, 27)
TRACKS = ("random", "even")


# ---- laying out and reading positions ------------------------------------------------------------------------------


def lay(gear="plain", at=0, seats=2, empty=(), seat=0):
    """A table with the track of the examples, where a seat is to roll from a space and some of its crates are gone."""
    table = GAME.new(seats, gear=gear)
    s = table.plain
    for space in range(SPACES):
        s.gate[space] = NONE
    for symbol, spaces in T.items():
        for space in spaces:
            s.gate[space] = symbol
    connect(s)
    place_crates(s)
    s.mover, s.step, s.ship[seat] = seat, TO_ROLL, at
    for space in empty:
        take(table, seat, space)
    return table


def take(table, seat, space):
    s = table.plain
    assert has(s.crates[seat], space)
    s.crates[seat] &= ~bit(space)
    s.picked[seat] += 1


def roll(table, wanted):
    """The mover rolls this number: chance is sown anew until it does."""
    before = bytes(table)
    for seed in range(1000):
        again = GAME.restore(before, gear=table.gear.name)
        sow(again.plain.rng, seed, 0, 0, THE_TABLE)
        (seat,) = again.waiting()
        again.play(seat, ROLL)
        if again.plain.die == wanted:
            return again
    raise AssertionError("the die never shows it")


def rolled(table, die):
    """A table where the mover has rolled, picked up nothing, and may play a card."""
    s = table.plain
    s.die, s.step, s.last, s.last_seat, s.took = die, TO_CORRECT, ROLL, s.mover, 0
    return table


def forwards(n):
    return FORWARDS + n - 1


def backwards(n):
    return BACKWARDS + n - 1


def hand(table, seat=0):
    """The numbers of the cards that are left: '111223456'."""
    return "".join(str(k + 1) * table.plain.cards[seat, k] for k in range(6))


def crates(table, seat=0):
    return [space for space in range(SPACES) if has(table.plain.crates[seat], space)]


# ---- the worked examples -------------------------------------------------------------------------------------------


def test_1_a_gate_then_a_card_back_to_a_crate(gear):
    table = roll(lay(gear), 2)
    s = table.plain
    assert (s.landed, s.ship[0], s.took) == (2, 11, 0)
    assert table.waiting() == [0]
    table.play(0, backwards(2))
    assert s.ship[0] == 9
    assert 9 not in crates(table)
    assert s.picked[0] == 1
    assert hand(table) == "11123456"
    assert table.waiting() == [1]


def test_2_a_gate_throws_past_corner_0(gear):
    table = roll(lay(gear, at=33), 2)
    assert (table.plain.landed, table.plain.ship[0]) == (35, 4)
    assert forwards(1) in table.codes(0)


def test_3_a_card_onto_a_gate_and_no_second_card(gear):
    table = rolled(lay(gear, at=12, empty=(12,)), 3)
    table.play(0, backwards(4))
    s = table.plain
    assert (s.landed, s.ship[0], s.took) == (8, 13, 0)
    assert table.waiting() == [1]
    assert table.refusal(0, forwards(1)) == "One card per turn."


def test_4_no_card_after_a_crate(gear):
    table = roll(lay(gear, at=1), 4)
    assert table.plain.ship[0] == 5
    assert 5 not in crates(table)
    assert table.waiting() == [1]
    assert table.refusal(0, forwards(1)) == "You picked up cargo; no card this turn."


def test_5_a_gate_can_throw_almost_a_whole_round(gear):
    table = roll(lay(gear, at=24, empty=(30,)), 6)
    assert table.plain.ship[0] == 30
    assert table.waiting() == [0]
    table.play(0, forwards(1))
    assert (table.plain.landed, table.plain.ship[0]) == (31, 26)


def test_6_a_gate_that_is_passed_does_nothing(gear):
    table = roll(lay(gear, at=34), 3)
    assert (table.plain.landed, table.plain.ship[0], table.plain.took) == (1, 1, 1)


def test_7_where_crates_lie(gear):
    table = lay(gear, seats=4)
    planets = [0, 1, 3, 5, 7, 9, 10, 12, 14, 16, 18, 19, 21, 23, 25, 27, 28, 30, 32, 34]
    assert crates(table, 0) == planets[1:]
    assert crates(table, 1) == [space for space in planets if space != 9]
    assert [len(crates(table, seat)) for seat in range(4)] == [CRATES] * 4


def test_8_without_cards_there_is_nothing_to_decide(gear):
    table = lay(gear, at=24, empty=(30,))
    s = table.plain
    for k in range(6):
        s.cards[0, k] = 0
    s.spent[0] = 9
    table = roll(table, 6)
    assert table.plain.ship[0] == 30
    assert table.waiting() == [1]


def test_9_a_card_past_a_gate_and_the_corner(gear):
    table = rolled(lay(gear, at=1, empty=(1,)), 1)
    table.play(0, backwards(3))
    assert (table.plain.landed, table.plain.ship[0], table.plain.took) == (34, 34, 1)
    assert 34 not in crates(table)


# ---- refusals ------------------------------------------------------------------------------------------------------


def test_every_refusal(gear):
    table = lay(gear)
    assert table.refusal(0, forwards(3)) == "Roll first."
    assert table.refusal(0, NO_CARD) == "Roll first."
    assert table.refusal(0, DIE_BACKWARDS) == "The die always moves clockwise."
    assert table.refusal(1, ROLL) == "It is not your turn."
    rolled(table, 1)
    assert table.refusal(0, ROLL) == "You have rolled; now a card, or none."
    assert table.refusal(0, SKIP_GATE) == "Landing on a gate always sends you on."
    assert table.refusal(0, DIE_BACKWARDS) == "The die always moves clockwise."
    table.plain.cards[0, 3] = 0
    for code in (forwards(4), backwards(4)):
        assert table.refusal(0, code) == "You have no 4 left."
    before = bytes(table)
    with pytest.raises(IllegalChoice, match=r"You have no 4 left\."):
        table.play(0, forwards(4))
    assert bytes(table) == before


def test_who_played_no_card_is_simply_not_to_move(gear):
    table = rolled(lay(gear), 1)
    table.play(0, NO_CARD)
    assert table.refusal(0, forwards(1)) == "It is not your turn."
    assert table.refusal(1, forwards(1)) == "Roll first."


# ---- tracks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", TRACKS)
def test_tracks(track):
    seen = set()
    for seed in range(200):
        s = GAME.new(2, seed=seed, options={"track": track}).plain
        gates = {space: s.gate[space] for space in range(SPACES) if s.gate[space] != NONE}
        counts = sorted(list(gates.values()).count(symbol) for symbol in range(6))
        assert counts == [2, 2, 2, 2, 4, 4]
        assert not gates.keys() & set(CORNERS)
        for side in range(4):
            mine = [gates[space] for space in range(9 * side + 1, 9 * side + 9) if space in gates]
            assert len(set(mine)) == len(mine) == 4
        if track == "even":
            assert all(space % 9 in (2, 4, 6, 8) for space in gates)
        seen.update(space for space in gates)
        # Every gate leads to another with its symbol, and nothing like it lies between.
        for space in range(SPACES):
            between = range(space + 1, space + 1 + (s.onward[space] - space - 1) % SPACES)
            assert (s.onward[space] == space) == (space not in gates)
            assert s.gate[s.onward[space]] == s.gate[space]
            if space in gates:
                assert all(gates.get(k % SPACES) != gates[space] for k in between)
    assert len(seen) == (32 if track == "random" else 16)


@pytest.mark.parametrize(("seats", "corners"), [(2, [0, 18]), (3, [0, 9, 18]), (4, [0, 9, 18, 27])])
def test_start(seats, corners):
    starters = set()
    for seed in range(40):
        table = GAME.new(seats, seed=seed)
        s = table.plain
        assert [s.ship[seat] for seat in range(seats)] == corners
        assert [len(crates(table, seat)) for seat in range(seats)] == [CRATES] * seats
        assert all(corners[seat] not in crates(table, seat) for seat in range(seats))
        assert {hand(table, seat) for seat in range(seats)} == {"111223456"}
        starters.update(table.waiting())
    assert starters == set(range(seats))


def test_the_ring_lies_clockwise_round_the_middle():
    places = [place(space) for space in range(SPACES)]
    assert [places[corner] for corner in CORNERS] == [(0, 0), (0, 9), (9, 9), (9, 0)]
    assert len(set(places)) == SPACES
    for a, b in zip(places, places[1:] + places[:1], strict=True):
        assert abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


# ---- the end -------------------------------------------------------------------------------------------------------


def test_the_last_crate_wins_at_once(gear):
    table = lay(gear, at=1, seats=3)
    for space in crates(table):
        if space != 5:
            take(table, 0, space)
    take(table, 2, 1)
    table = roll(table, 4)
    assert table.over
    assert table.scores() == [CRATES, 0, 1]
    assert table.ranks() == [1, 3, 2]
    assert "Seat 1 picked up its last crate first." in table.screen(1).verdict


def test_the_last_crate_may_be_won_by_a_card(gear):
    table = rolled(lay(gear, at=11), 2)
    for space in crates(table):
        if space != 9:
            take(table, 0, space)
    table.play(0, backwards(2))
    assert table.over
    assert table.ranks() == [1, 2]


def test_after_300_rounds_the_fewest_crates_left_are_best(gear):
    table = lay(gear, at=24, seats=4, seat=3, empty=(30,))
    s = table.plain
    s.turns, s.ship[3] = 4 * ROUNDS - 1, 24
    take(table, 1, 1)
    rolled(table, 6)
    table.play(3, NO_CARD)
    assert table.over
    assert table.scores() == [0, 1, 0, 1]
    assert table.ranks() == [3, 1, 3, 1]
    assert "300 rounds" in table.screen(0).verdict


# ---- choices and words ---------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from(TRACKS), st.data())
def test_choices_are_what_is_not_refused_and_each_leads_elsewhere(seed, seats, track, data):
    table = GAME.new(seats, seed=seed, options={"track": track})
    for _ in range(40):
        (seat,) = table.waiting()
        codes = table.codes(seat)
        assert sorted(codes) == [code for code in range(GAME.codes) if not table.refusal(seat, code)]
        touches = [GAME.touch(table.plain, seat, code) for code in codes]
        assert len(set(touches)) == len(touches)
        table.play(seat, data.draw(st.sampled_from(codes)))


def test_at_most_thirteen_choices():
    table = rolled(lay(), 2)
    assert len(table.codes(0)) == 13
    assert sum(OF_A_NUMBER) == 9


def test_what_is_told():
    table = roll(lay(), 2)
    told = GAME.tell(lay().plain, table.plain, -1)
    assert told == ["Seat 1 rolls 2 and lands on 2, a Wheel gate.", "The gate throws it on to 11."]
    before = GAME.restore(bytes(table))
    table.play(0, backwards(2))
    assert GAME.tell(before.plain, table.plain, -1) == [
        "Seat 1 plays a 2 backwards and lands on 9, a planet.",
        "Seat 1 picks up a crate. 18 left.",
    ]


def test_labels_say_where_a_card_leads():
    table = rolled(lay(at=12, empty=(12,)), 3)
    labels = {choice.code: choice.label for choice in table.choices(0)}
    assert labels[backwards(4)] == "4 backwards by the Hammers gate 8 to 13: −4"
    assert labels[backwards(3)] == "3 backwards to 9, a crate: −3 ■"
    assert labels[NO_CARD] == "No card"


def test_own_crates_stand_out():
    screen = lay().screen(0)
    marks = {
        piece.id: piece.mark for zone in screen.zones for spot in zone.spots for piece in spot.pieces
    }  # fmt: skip
    assert (marks["crate-1-5"], marks["crate-2-5"]) == ("", "dim")
    watched = lay().screen(-1)
    assert all(piece.mark != "dim" for zone in watched.zones for spot in zone.spots for piece in spot.pieces)


# ---- judgement -----------------------------------------------------------------------------------------------------


def test_fewer_crates_and_more_cards_need_fewer_turns():
    table = lay(at=0)
    s = table.plain
    turns = []
    for space in crates(table):
        turns.append(needed(s, 0))
        take(table, 0, space)
    assert all(a > b for a, b in pairwise(turns[::3]))
    assert needed(s, 0) == 0
    for crates_left in range(1, CRATES + 1):  # a card more that is of no new kind
        assert all(a > b for a, b in pairwise(TURNS[crates_left][:6]))


def test_it_is_better_to_be_the_next_to_roll():
    s = lay(at=0).plain
    assert needed(s, 1) - needed(s, 0) > 0
    s.mover = 1
    assert needed(s, 1) - needed(s, 0) < 0


def test_a_crate_within_reach_is_worth_something():
    table = lay(at=0)
    s = table.plain
    assert in_reach(s.crates[0], 0) == 3  # 1, 3 and 5
    assert in_reach(s.crates[0], 33) == 3  # 34, 1 and 3: red has no crate on 0
    near = needed(s, 0)
    take(table, 0, 3)
    s.crates[0] |= bit(0)  # as many crates, but none on 3
    assert needed(s, 0) > near


def test_who_is_ahead_is_judged_better():
    table = lay(seats=3)
    s = table.plain
    even = value(s, 0)
    for space in crates(table)[:6]:
        take(table, 0, space)
    assert value(s, 0) > even > value(s, 1)
    assert sum(value(s, seat) for seat in range(3)) == pytest.approx(1500, abs=6)


def test_cards_are_kept_until_there_is_one_for_every_crate():
    table = rolled(lay(at=11), 2)
    s = table.plain
    assert prefer(s, 0, NO_CARD) > 10 * prefer(s, 0, backwards(2))
    for space in crates(table):
        if space not in (9, 10, 12):
            take(table, 0, space)
    assert prefer(s, 0, backwards(2)) > prefer(s, 0, NO_CARD) > prefer(s, 0, forwards(4))


@pytest.mark.parametrize("memory", [0, 1, 5, 9, 20])
def test_weaker_levels_count_on_fewer_cards_and_keep_their_choices(memory):
    table = rolled(lay(at=11), 2)
    before = table.codes(0)
    for _ in range(2):  # what is forgotten twice is forgotten no further
        forget(table.plain, 0, memory)
        assert cards_left(table.plain, 0) == min(9, memory)
    assert table.codes(0) == before


def test_who_saves_its_cards_leaves_a_crate_that_others_take():
    """Eight crates and nine cards: whoever counts on all of them plays one."""
    played = {}
    for name in ("easy", "expert"):
        table = rolled(lay(at=11), 2)
        for space in crates(table)[8:]:
            take(table, 0, space)
        played[name] = make(name, GAME).choose(table.hidden(0), 0, 1)
    assert played["easy"] == NO_CARD < played["expert"]

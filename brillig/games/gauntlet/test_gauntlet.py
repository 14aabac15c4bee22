"""The examples of the specification, every illegal attempt, and the rules that no example shows."""

import pytest

from brillig.core import IllegalChoice
from brillig.games.gauntlet.game import GAME
from brillig.games.gauntlet.record import (
    DISCARD,
    EFFECT_FIRST,
    HAND,
    MOVES_FIRST,
    ORDER,
    PLAN,
    POOL,
    STOP,
    STRIKE,
    TAKE,
    TARGET,
    lines_on,
    to_spare,
)
from brillig.games.gauntlet.test_layouts import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    lay_out,
    lives,
    offered,
    place_at,
    play,
    to,
    walk,
)
from brillig.games.gauntlet.tracks import FINISH

# Cards: Brick 5 and 6, Lumber 4, 5 and 6, Swords 5, 3 and 2, Arrow 6, 3 and 5, Shield 4, 5 and 6, Blood 3, 2 and 5.
BRICK_5, BRICK_6, LUMBER_4, LUMBER_5, LUMBER_6 = 4, 12, 5, 13, 21
SWORDS_5, SWORDS_3, SWORDS_2, ARROW_6, ARROW_3, ARROW_5 = 31, 9, 1, 48, 18, 40
SHIELD_4, SHIELD_5, SHIELD_6, BLOOD_3, BLOOD_2, BLOOD_5 = 41, 49, 3, 0, 17, 22

# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_the_turn_of_the_rulebook(gear):
    at = {BLUE: "c1", GREEN: "a2", RED: "d5", YELLOW: "a1"}
    plans = {BLUE: (48, 4, 8), GREEN: (31, 5, 40), RED: (41, 0, 45), YELLOW: (18, 17, 21)}
    table = lay_out(gear, at=at, plans=plans, life={RED: 2})
    assert table.waiting() == [BLUE]
    play(table, EFFECT_FIRST)
    assert lives(table) == [2, 3, 3, 3]  # two lines on Red, and a shield
    walk(table, "b1", "a1", "b1")
    assert table.waiting() == [GREEN]
    play(table, EFFECT_FIRST)  # Yellow is the only one to be struck
    assert lives(table) == [2, 3, 3, 2]
    walk(table, "a1", "b1", "b2")
    assert table.waiting() == [RED]
    walk(table, "d4", "e4", "e5")
    assert table.waiting() == [YELLOW]
    play(table, EFFECT_FIRST)
    assert lives(table) == [2, 2, 2, 2]
    walk(table, "b1", "a1", "a2")
    assert [table.plain.left[seat] for seat in range(4)] == [2, 2, 2, 2]
    assert (table.plain.step, table.waiting()) == (1, [BLUE])
    walk(table, "b2", "c2", "e4", "a1")
    assert lives(table) == [3, 2, 2, 3]
    assert (table.plain.step, table.waiting()) == (2, [YELLOW])
    assert to("c2") not in offered(table)
    walk(table, "b1")
    play(table, EFFECT_FIRST)
    assert lives(table) == [2, 2, 1, 2]
    walk(table, "c1", "e3", "c2")
    ends = {BLUE: "c2", GREEN: "c1", RED: "e3", YELLOW: "b1"}
    assert {seat: table.plain.at[seat] for seat in ends} == {seat: place_at(name) for seat, name in ends.items()}
    assert lives(table) == [2, 2, 1, 2]
    assert (table.plain.turn, table.plain.phase, table.plain.holder) == (2, TAKE, GREEN)


def test_example_2_two_lines_at_once(gear):
    at = {RED: "d4", GREEN: "a1"}
    table = lay_out(gear, at=at, plans={RED: (BLOOD_2, 28, 15), GREEN: (ARROW_6, 7, 20)}, life={RED: 1}, seats=2)
    table.plain.life[RED] = 2
    play(table, EFFECT_FIRST)
    assert (table.plain.life[RED], table.plain.stun[RED]) == (0, 2)


@pytest.mark.parametrize(("die", "most"), [(6, 4), (5, 3), (4, 2), (3, 1)])
def test_example_3_distribution_of_moves(gear, die, most):
    plans = {RED: (SHIELD_6, SHIELD_5, SHIELD_4), GREEN: (11, 27, 6)}
    table = lay_out(gear, at={RED: "a1", GREEN: "a2"}, plans=plans, moves=die, seats=2)
    assert (table.waiting(), to_spare(table.plain, RED)) == ([RED], most)
    assert reason(table, STOP) == "You must move at least one space in every step."
    for k in range(most):
        assert table.waiting() == [RED]
        walk(table, ("b1", "a1")[k % 2])
    assert table.waiting() == [GREEN]


def test_example_3_what_is_left_for_the_third_step(gear):
    plans = {RED: (SHIELD_6, SHIELD_5, SHIELD_4), GREEN: (11, 27, 6)}
    table = lay_out(gear, at={RED: "a1", GREEN: "a2"}, plans=plans, moves=6, seats=2)
    walk(table, "b1", "a1")
    play(table, STOP)
    walk(table, "b2")
    play(table, STOP)
    assert (table.plain.step, table.waiting(), to_spare(table.plain, RED)) == (1, [RED], 3)
    walk(table, "b1")
    play(table, STOP)
    walk(table, "a2")
    play(table, STOP)
    assert (table.plain.step, table.waiting(), to_spare(table.plain, RED)) == (2, [RED], 3)
    walk(table, "a1")
    assert reason(table, STOP) == "Keep at least one move for each later step; use all by the third."
    walk(table, "b1", "a1")
    assert table.waiting() == [GREEN]


def test_example_4_climbing(gear):
    plans = {RED: (LUMBER_6, SHIELD_5, SHIELD_4), GREEN: (11, 27, 6)}
    table = lay_out(gear, at={RED: "c1", GREEN: "a2"}, plans=plans, moves=6, seats=2)
    assert reason(table, to("d1")) == "You need a Brick card in this step."
    walk(table, "c2", "d2")
    play(table, STOP)
    walk(table, "a1")
    play(table, STOP)
    assert table.waiting() == [RED]
    assert offered(table) == {to("e2")}
    assert reason(table, to("c2")) == "You need a Lumber card in this step."


def test_example_5_stun_timing(gear):
    plans = {RED: (SHIELD_4, 28, 15), GREEN: (SHIELD_5, ARROW_6, BRICK_5)}
    table = lay_out(gear, at={RED: "d4", GREEN: "a1"}, plans=plans, life={RED: 1}, moves=3, seats=2)
    table.plain.turn = 4
    walk(table, "a2", "e4")  # both move with their shields up
    assert (table.plain.step, table.waiting()) == (1, [GREEN])
    play(table, EFFECT_FIRST)
    assert (table.plain.life[RED], table.plain.stun[RED]) == (0, 2)
    walk(table, "a1", "a2")
    assert (table.plain.turn, table.plain.stun[RED], table.waiting()) == (5, 1, [GREEN])
    assert table.plain.held[RED] == 3
    s = table.plain
    while s.turn == 5:
        assert table.waiting() == [GREEN]
        play(table, min(offered(table)))
    assert (s.turn, s.life[RED], s.stun[RED]) == (6, 3, 0)
    assert s.left[RED] == s.moves


def test_example_6_finish(gear):
    plans = {RED: (SHIELD_6, SHIELD_5, SHIELD_4), GREEN: (11, 27, 6)}
    table = lay_out(gear, at={RED: "d8", GREEN: "a2"}, plans=plans, moves=6, seats=2)
    s = table.plain
    s.step, s.left[RED] = 2, 4
    walk(table, "finish")
    assert (s.home[RED] > 0, s.left[RED], s.at[RED]) == (True, 0, FINISH)


@pytest.mark.parametrize(("red", "blue", "ranks"), [(1, 2, [2, 3, 1]), (2, 2, [1, 3, 2]), (3, 2, [1, 3, 2])])
def test_example_7_a_tie_at_the_end(gear, red, blue, ranks):
    table = lay_out(gear, at={GREEN: "a1"}, seats=3)
    s = table.plain
    for seat, life, step in ((RED, red, 0), (BLUE, blue, 2)):
        s.at[seat], s.life[seat] = FINISH, life
        s.arrived += 1
        s.home[seat] = 8 * step + s.arrived
    assert table.ranks() == ranks
    assert table.scores() == [17 + red, 0, 17 + blue]


def test_example_8_order(gear):
    plans = {RED: (SWORDS_3, 28, 15), GREEN: (ARROW_3, 7, 20), BLUE: (BLOOD_5, 36, 53)}
    table = lay_out(gear, at={RED: "a1", GREEN: "a2", BLUE: "b1"}, plans=plans, holder=GREEN, moves=3, seats=3)
    order = []
    while table.plain.step == 0:
        (seat,) = table.waiting()
        order += [seat] if seat not in order else []
        play(table, MOVES_FIRST if table.plain.phase == ORDER else min(offered(table)))
    assert order == [BLUE, GREEN, RED]


def test_example_9_shield_against_swords(gear):
    plans = {RED: (SHIELD_4, 28, 15), GREEN: (SWORDS_5, 7, 20)}
    table = lay_out(gear, at={RED: "a1", GREEN: "a2"}, plans=plans, moves=3, seats=2)
    assert table.waiting() == [GREEN]
    play(table, EFFECT_FIRST)
    assert lives(table) == [3, 3]


def test_example_10_healing_at_three(gear):
    plans = {RED: (BLOOD_5, 28, 15), GREEN: (11, 7, 20)}
    table = lay_out(gear, at={RED: "a1", GREEN: "a2"}, plans=plans, moves=3, seats=2)
    assert lives(table) == [3, 3]


@pytest.mark.parametrize("first", [True, False])
def test_example_11_arrow_at_the_end(gear, first):
    plans = {RED: (28, 15, 4), BLUE: (7, 20, ARROW_6), GREEN: (11, 27, 6)}
    table = lay_out(gear, at={RED: "b7", BLUE: "d8", GREEN: "c7"}, plans=plans, moves=3, seats=3)
    s = table.plain
    # The third step, when Blue has one move left.
    s.step, s.shown[BLUE], s.mover, s.phase = 2, ARROW_6, BLUE, ORDER
    s.shown[RED], s.shown[GREEN], s.acted = 4, 1, 0
    s.left[BLUE] = 1
    play(table, EFFECT_FIRST if first else MOVES_FIRST)
    walk(table, "finish")
    assert lives(table) == ([2, 2, 3] if first else [3, 3, 3])
    assert s.home[BLUE] > 0


def test_example_11_no_way_onto_the_last_tiles(gear):
    plans = {RED: (ARROW_6, 28, 15), GREEN: (11, 27, 6)}
    table = lay_out(gear, at={RED: "c8", GREEN: "a1"}, plans=plans, moves=3, seats=2)
    s = table.plain
    s.step, s.left[RED] = 2, 2
    play(table, MOVES_FIRST)
    assert reason(table, to("d8")) == "You need a Brick card in this step."
    assert reason(table, to("finish")) == "Moves go up, down, left or right."
    walk(table, "c7")
    assert reason(table, to("d7")) == "Nobody can stand on an Arrow tile."


# ---- what is refused -----------------------------------------------------------------------------------------------


def reason(table, code, seat=None):
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(table.waiting()[0] if seat is None else seat, code)
    assert bytes(table) == before
    return refused.value.reason


def walking(gear, place="b2", card=SHIELD_6, **more):
    """Red is to move from there with this card."""
    plans = {RED: (card, SHIELD_5, SHIELD_4), GREEN: (11, 28, 15)}
    return lay_out(gear, at={RED: place, GREEN: "e1"}, plans=plans, seats=2, **more)


def test_refused_an_arrow_tile(gear):
    assert reason(walking(gear, "b5"), to("b4")) == "Nobody can stand on an Arrow tile."


def test_refused_walls_without_their_card(gear):
    assert reason(walking(gear, "b2"), to("c2")) == "You need a Lumber card in this step."
    assert reason(walking(gear, "a5"), to("a4")) == "You need a Brick card in this step."
    assert to("c2") in offered(walking(gear, "b2", LUMBER_6))
    assert to("a4") in offered(walking(gear, "a5", BRICK_6))


def test_refused_diagonally_and_far_away(gear):
    for name in ("a1", "c1", "e5", "finish"):
        assert reason(walking(gear, "b2"), to(name)) == "Moves go up, down, left or right."
    assert reason(walking(gear, "b2"), to("a3")) == "There is no tile."


def test_refused_to_stop_without_a_move_and_to_save_moves(gear):
    table = walking(gear)
    assert reason(table, STOP) == "You must move at least one space in every step."
    walk(table, "b1")
    assert STOP in offered(table)


def test_refused_to_go_back_to_the_start(gear):
    assert reason(walking(gear, "a1"), to("start")) == "The start can not be entered again."


def test_refused_while_stunned(gear):
    table = walking(gear)
    table.plain.stun[GREEN] = 1
    assert reason(table, to("b1"), seat=GREEN) == "You are stunned until the end of the next turn."


def test_refused_plans_that_are_not_complete(gear):
    table = lay_out(gear, seats=2)
    s = table.plain
    assert s.phase == PLAN
    for code in (STOP, EFFECT_FIRST, STRIKE, to("a1")):
        assert reason(table, code, seat=RED) == "Choose three cards in order and one to discard."
    mine = [card for card in range(54) if s.where[card] == HAND + RED]
    table.play(RED, mine[0])
    assert reason(table, mine[0], seat=RED) == "That card is in your plan already."
    theirs = next(card for card in range(54) if s.where[card] == HAND + GREEN)
    assert reason(table, theirs, seat=RED) == "That is not your card."
    for card in mine[1:4]:
        table.play(RED, card)
    assert reason(table, mine[5], seat=RED) == "Your plan is complete; wait for the others."
    assert table.waiting() == [GREEN]


def test_refused_to_strike_someone_who_is_not_near(gear):
    plans = {RED: (SWORDS_5, 28, 15), GREEN: (11, 27, 6), BLUE: (7, 20, 53), YELLOW: (36, 12, 50)}
    at = {RED: "a1", GREEN: "a2", BLUE: "b1", YELLOW: "b2"}
    table = lay_out(gear, at=at, plans=plans)
    while table.waiting() != [RED]:
        play(table, *([STOP] if STOP in offered(table) else [min(offered(table))]))
    table = lay_out(
        gear, at={**at}, plans={RED: (39, 28, 15), GREEN: (11, 27, 6), BLUE: (7, 20, 53), YELLOW: (36, 4, 50)}
    )
    assert table.waiting() == [RED]
    play(table, EFFECT_FIRST)
    assert table.plain.phase == TARGET
    assert offered(table) == {STRIKE + GREEN, STRIKE + BLUE}
    for seat in (YELLOW, RED):
        assert reason(table, STRIKE + seat) == "There must be an opponent on your tile or next to it."
    assert reason(table, to("b1")) == "Choose whom to strike."
    play(table, STRIKE + BLUE)
    assert lives(table) == [3, 3, 2, 3]


def test_refused_out_of_order(gear):
    table = GAME.new(2, options={"track": "Serpent"}, gear=gear)
    s = table.plain
    (seat,) = table.waiting()
    assert reason(table, STOP) == "Take two cards of the pool first."
    mine = next(card for card in range(54) if s.where[card] == HAND + seat)
    assert reason(table, mine) == "Take a card of the pool."
    assert reason(table, next(c for c in range(54) if s.where[c] == POOL), seat=1 - seat) == "It is not your turn."


# ---- set-up and turns ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up(gear, seats):
    starting = {2: [{11, 28, 45}, {19, 36, 29}]}.get(
        seats, [{19, 7, 16}, {6, 28, 24}, {11, 15, 8}, {44, 20, 29}][:seats]
    )
    holders = set()
    for seed in range(12):
        table = GAME.new(seats, seed, gear=gear)
        s = table.plain
        for k in range(seats):
            seat = (s.holder + k) % seats
            assert {card for card in range(54) if s.where[card] == HAND + seat} == starting[k]
        assert sum(s.where[card] == POOL for card in range(54)) == 3 * seats
        assert lives(table) == [3] * seats
        assert 3 <= s.moves <= 6
        assert table.waiting() == [s.holder]
        assert sum(s.where[card] == 4 for card in range(54)) == (18 if seats == 2 else 0)
        holders.add(s.holder)
    assert holders == set(range(seats))


def test_two_cards_of_the_pool_and_two_of_the_pile(gear):
    table = GAME.new(3, 4, {"track": "Corridor"}, gear=gear)
    s = table.plain
    order = []
    for _ in range(3):
        (seat,) = table.waiting()
        order.append(seat)
        play(table, min(offered(table)), max(offered(table)))
        assert s.held[seat] == 7
    assert order == [(s.holder + k) % 3 for k in range(3)]
    assert s.phase == PLAN
    assert table.waiting() == [0, 1, 2]


def test_lines_of_fire_of_the_named_tracks(gear):
    lit = {
        "Corridor": "b1 a1 b3 a3 g2 g1 j2 k2 l2 k2 k3 k3 j3 i3",
        "Horseshoe": "b1 a1 b2 e2 f2 b3 e3 b5 a5 e7 e8 e8 d8",
        "Serpent": "b2 b1 e4 d4 e5 d5 b7 c7 d5 d4 b8 c8",
    }
    moves = {"Corridor": 15, "Horseshoe": 18, "Serpent": 17}
    for outline, (name, places) in enumerate(lit.items()):
        s = GAME.new(2, options={"track": name}, gear=gear).plain
        names = places.split()
        for place in range(56):
            assert lines_on(s, place) == sum(place_at(other, outline) == place for other in names)
        assert s.away[56] == moves[name]


def test_a_volley_hits_the_one_who_fires(gear):
    plans = {RED: (ARROW_6, SHIELD_5, SHIELD_4), GREEN: (11, 28, 15)}
    table = lay_out(gear, at={RED: "d4", GREEN: "e1"}, plans=plans, life={RED: 2}, seats=2)
    play(table, EFFECT_FIRST)
    assert table.plain.stun[RED] == 2  # and so it does not move
    assert table.waiting() == [GREEN]


def test_the_start_is_safe(gear):
    plans = {RED: (39, SHIELD_5, SHIELD_4), GREEN: (11, 28, 15)}
    table = lay_out(gear, at={GREEN: "a1"}, plans=plans, seats=2)
    play(table, EFFECT_FIRST)
    assert lives(table) == [3, 3]
    assert offered(table) == {to("a1"), to("a2")}


def test_the_turn_cap_ends_the_game(gear):
    table = lay_out(gear, at={RED: "a1", GREEN: "c1"}, plans={RED: (11, 27, 6), GREEN: (3, 49, 41)}, moves=3, seats=2)
    s = table.plain
    s.turn = 40
    while not table.over:
        play(table, min(offered(table)))
    assert table.scores() == [17 - s.away[s.at[seat]] for seat in (0, 1)]
    closest = min((0, 1), key=lambda seat: s.away[s.at[seat]])
    assert table.ranks()[closest] == 1


def test_cards_of_a_turn_are_discarded(gear):
    plans = {RED: (11, 27, 6), GREEN: (3, 49, 41)}
    table = lay_out(gear, at={RED: "a1", GREEN: "c1"}, plans=plans, moves=3, seats=2)
    s = table.plain
    while s.turn == 1:
        play(table, min(offered(table)))
    assert all(s.where[card] != HAND + seat for seat, plan in plans.items() for card in plan)
    assert [s.held[seat] for seat in (RED, GREEN)] == [3, 3]
    assert sum(s.where[card] in (DISCARD, POOL, 0) for card in range(54)) >= 30

"""War 2.0: every example and every refusal of the rules."""

import pytest

from brillig.core import IllegalChoice
from brillig.games.war.campaign import begin_turn
from brillig.games.war.game import GAME
from brillig.games.war.world import (
    ACTION,
    ADVANCE,
    AROUND,
    CARDS,
    CELLS,
    COLUMNS,
    DECK_ROW,
    END_TURN,
    EXTRA_UNIT,
    FIRST_HAND,
    GO,
    LATER,
    MOVE,
    OVER,
    PLAY,
    REINFORCE,
    START_CARD,
    START_TILE,
    STOP,
    UNITS,
    near,
    number_of,
    score,
)
from brillig.parts.boxes.greenbox import CARD_NUMBER

RED, GREEN, BLUE, YELLOW = range(4)
KARI, OLA = GREEN, YELLOW


# ---- laying out and reading positions ------------------------------------------------------------------------------


NEAR = [[near(cell, k) for k in range(AROUND)] for cell in range(CELLS)]


def at(name):
    """A tile by its name: 'c3'."""
    return COLUMNS * (int(name[1:]) - 1) + "abcdefghi".index(name[0])


def lay(gear="plain", stand=None, mover=0, seats=4, **options):
    """A table at the beginning of a turn; `stand` says who has how many units where: {GREEN: 'c3 2, c1 2'}."""
    table = GAME.new(seats, gear=gear, options=options or {"map": "Heartland"})
    s = table.plain
    for seat, places in (stand or {}).items():
        for place in places.split(", "):
            cell, n = place.split()
            assert s.tile[at(cell)] >= 0
            s.owner[at(cell)], s.units[at(cell)] = seat, int(n)
            s.supply[seat] -= int(n)
    s.laid, s.mover, s.starter = 6 * seats, mover, mover
    begin_turn(s)
    return table


def begin(table, actions):
    """The mover has so many actions, without having played a card for them."""
    s = table.plain
    s.actions, s.step = actions, ACTION
    return table


def hold(table, seat, *cards, played=None, added=0):
    """A seat's hand by ids of the deck; the other cards that it has are played."""
    s = table.plain
    s.added[seat] = added
    have = FIRST_HAND
    for k in range(added):
        have |= 1 << LATER[k]
    s.hand[seat] = sum(1 << card % CARDS for card in cards)
    s.played[seat] = have & ~s.hand[seat]


def card(id):
    return PLAY + id % CARDS


def way(start, target):
    return GO + AROUND * at(start) + NEAR[at(start)].index(at(target))


def do(table, *codes):
    """Choices of whoever is to decide; in a battle (seat, code)."""
    for code in codes:
        seat, code = code if isinstance(code, tuple) else (table.waiting()[0], code)
        table.play(seat, code)
    return table


def stands(table, seat):
    s = table.plain
    names = [f"{'abcdefghi'[c % COLUMNS]}{c // COLUMNS + 1} {s.units[c]}" for c in range(CELLS) if s.owner[c] == seat]
    return ", ".join(sorted(names))


def hand(table, seat):
    """The numbers in a hand, in order."""
    bits = table.plain.hand[seat]
    return "".join(sorted(str(number_of(k)) for k in range(CARDS) if bits >> k & 1))


# ---- the worked examples -------------------------------------------------------------------------------------------


def test_1_a_whole_turn(gear):
    table = lay(
        gear,
        {KARI: "c3 2, c1 2, a4 1, e4 1", OLA: "d3 2, c5 2, e2 1, a1 1", RED: "f6 1", BLUE: "a6 1"},
        mover=KARI,
    )
    do(table, card(36), REINFORCE, card(37), at("c3"), at("c1"))
    do(table, MOVE, card(38), way("c1", "b2"), way("c1", "c2"))
    assert table.plain.step == ACTION
    do(table, way("c3", "d3"), (KARI, card(42)), (OLA, card(11)))
    assert (table.plain.strength[0], table.plain.strength[1]) == (4, 3)
    assert table.waiting() == [OLA]
    assert set(table.codes(OLA)) == {at(name) for name in ("c4", "d2", "d4", "e3")}
    do(table, at("d4"), ADVANCE + 2)
    assert stands(table, KARI) == "a4 1, b2 1, c1 1, c2 1, c3 1, d3 2, e4 1"
    assert stands(table, OLA) == "a1 1, c5 2, d4 1, e2 1"
    assert (table.plain.supply[KARI], table.plain.supply[OLA]) == (12, 15)
    assert hand(table, KARI) == "12"
    assert table.waiting() == [BLUE]


def test_2_taking_back(gear):
    table = lay(gear, {0: "c3 3", 1: "f4 1"}, seats=2)
    hold(table, 0, 1, 2)  # blue Hammers 2 and Arrow 1
    do(table, card(1), REINFORCE, card(2), at("c3"))
    assert table.plain.hand[0] == 0
    do(table, MOVE)
    assert hand(table, 0) == "1112234"
    assert table.plain.added[0] == 1
    do(table, card(5))
    assert hand(table, 0) == "111223"


def test_3_the_defender_wins_a_draw(gear):
    table = begin(lay(gear, {RED: "c3 2, a5 1", GREEN: "d3 1"}), 1)
    do(table, way("c3", "d3"), (RED, card(35)), (GREEN, card(36)))
    assert (table.plain.strength[0], table.plain.strength[1]) == (4, 4)
    assert stands(table, RED) == "a5 1, c3 1"
    assert stands(table, GREEN) == "d3 1"
    assert table.waiting() == [GREEN]


def test_4_a_symbol_helps_both_sides(gear):
    table = begin(lay(gear, {GREEN: "c2 2", YELLOW: "d2 3"}, mover=GREEN), 1)
    do(table, way("c2", "d2"), (GREEN, card(44)), (YELLOW, card(11)))
    assert (table.plain.strength[0], table.plain.strength[1]) == (5, 5)
    assert stands(table, GREEN) == "c2 1"


def test_5_a_defender_without_cards_takes_them_back(gear):
    table = begin(lay(gear, {GREEN: "c2 2", YELLOW: "d2 3"}, mover=GREEN), 1)
    hold(table, YELLOW)
    do(table, way("c2", "d2"))
    assert hand(table, YELLOW) == "1112234"
    assert card(14) in table.codes(YELLOW)


def test_6_no_way_out(gear):
    table = begin(lay(gear, {YELLOW: "f1 2", RED: "e1 1, e2 4, f2 1"}), 1)
    do(table, way("e2", "f1"), (RED, card(29)), (YELLOW, card(17)))
    assert (table.plain.strength[0], table.plain.strength[1]) == (5, 4)
    assert stands(table, YELLOW) == "f1 1"
    assert stands(table, RED) == "e1 1, e2 4, f2 1"
    assert table.plain.step == START_CARD


def test_7_moving_on(gear):
    for number, after in ((35, "c3 1, d3 1, e3 2"), (29, "c3 1, d3 3")):
        table = begin(lay(gear, {RED: "c3 4", GREEN: "a1 1"}), 1)
        do(table, MOVE, card(number), *[way("c3", "d3")] * 3)
        if number == 35:
            do(table, *[way("d3", "e3")] * 2)
        assert stands(table, RED) == after
        assert table.waiting() == [GREEN]


def test_8_reinforcing_is_limited_by_tiles_and_supply(gear):
    table = begin(lay(gear, {RED: "c3 1, a5 1", GREEN: "a1 1"}), 1)
    do(table, REINFORCE, card(27), at("c3"), at("a5"))
    assert stands(table, RED) == "a5 2, c3 2"
    assert table.waiting() == [GREEN]
    table = begin(lay(gear, {RED: "c3 10, a5 9", GREEN: "a1 1"}), 1)
    do(table, REINFORCE, card(27), at("c3"))
    assert stands(table, RED) == "a5 9, c3 11"
    assert table.waiting() == [GREEN]


def test_9_points():
    brown, drops, wheel = "c1 1, b2 1, e2 1, c3 1, d3 1", "b1 1, b3 1, f4 1", "a2 1"
    table = lay(stand={RED: f"{brown}, {drops}, {wheel}", GREEN: "a1 1"})
    assert score(table.plain, RED) == 17
    table = lay(stand={RED: "c1 1, b2 1, e2 1, c3 1, b1 1, d1 1, f3 1, e1 1, a2 1, f1 1", GREEN: "a1 1"})
    assert score(table.plain, RED) == 31


def test_10_final_turns(gear):
    table = begin(lay(gear, {0: "c3 1", 1: "d3 3", 2: "e3 1"}, seats=3, mover=1, map="Heartland"), 2)
    hold(table, 0, 3, added=3)
    hold(table, 1, 12, 13, 14, added=3)
    hold(table, 2, added=2)
    do(table, way("d3", "e3"))
    assert table.plain.added[2] == 3
    assert table.plain.closing == 1
    do(table, (1, card(12)), (2, card(18)))  # 6 against 3: seat 3 loses its only unit
    assert table.plain.out[2] == 1


def test_10_final_turns_in_order(gear):
    table = begin(lay(gear, {0: "c3 1, a4 1", 1: "d3 3", 2: "e3 1, f4 1"}, seats=3, mover=1, map="Heartland"), 1)
    hold(table, 0, 3, added=3)
    hold(table, 1, 12, added=3)
    hold(table, 2, added=2)
    do(table, way("d3", "e3"), (1, card(12)), (2, card(18)), ADVANCE)
    order = []
    while not table.over:
        order.append(table.plain.mover)
        do(table, table.codes(table.waiting()[0])[0])
        if table.plain.step == ACTION and not table.over:
            do(table, END_TURN)
    assert [seat for k, seat in enumerate(order) if k == 0 or order[k - 1] != seat] == [2, 0, 1]


def test_11_the_longest_possible(gear):
    table = lay(gear, {0: "c3 1", 1: "f4 1"}, seats=2)
    turns, added = 0, []
    while len(added) < 3:
        if table.plain.mover == 0:
            turns += 1
            if table.plain.added[0] > len(added):
                added.append(turns)
        (seat,) = table.waiting()
        do(table, table.codes(seat)[0])
        if table.plain.step == ACTION:
            do(table, END_TURN)
    assert added == [7, 14, 22]


def test_12_out_in_ones_own_turn(gear):
    table = begin(lay(gear, {0: "c3 1", 1: "d3 1", 2: "e3 2"}, seats=3, mover=1, map="Heartland"), 3)
    hold(table, 0, 3, added=3)
    hold(table, 1, 9, added=2)
    hold(table, 2, 19, added=3)
    do(table, way("d3", "e3"), (1, card(9)), (2, card(19)))
    s = table.plain
    assert (s.strength[0], s.strength[1]) == (4, 4)
    assert (s.out[1], s.closing, s.mover) == (1, 2, 2)
    do(table, table.codes(2)[0])
    if s.step == ACTION:
        do(table, END_TURN)
    assert s.mover == 0


# ---- refusals ------------------------------------------------------------------------------------------------------


def test_refused_at_the_start(gear):
    table = GAME.new(4, gear=gear, options={"map": "Heartland"})
    first = table.waiting()[0]
    assert first == (table.plain.starter - 1) % 4
    assert table.refusal(first, at("b1")) == "Choose a brown tile not next to one of yours."
    do(table, at("c3"), at("b2"), at("e2"), at("e5"))
    assert table.refusal(first, at("d3")) == "Choose a brown tile not next to one of yours."
    assert table.refusal(first, at("b2")) == "Somebody is there already."
    assert table.refusal(first, at("i8")) == "There is only ocean."
    assert table.refusal(first, STOP) == "That is not what you are asked now."


def test_refused_in_a_turn(gear):
    table = begin(lay(gear, {RED: "c3 2, a5 2", GREEN: "d3 1"}), 3)
    assert table.refusal(RED, way("c3", "b3")) == "There are no enemy units to attack."
    assert table.refusal(RED, way("a1", "b1")) == "You have no units there."
    assert table.refusal(RED, GO + AROUND * at("a5")) == "Those tiles do not touch."
    do(table, REINFORCE)
    assert table.refusal(RED, card(30)) == "You do not have this card yet."
    do(table, card(27))
    assert table.refusal(RED, at("d3")) == "You can only reinforce tiles you own."
    do(table, at("c3"))
    assert table.refusal(RED, at("c3")) == "Only one new unit per tile."
    do(table, STOP)
    assert table.refusal(RED, REINFORCE) == "You can reinforce only once a turn."
    do(table, MOVE)
    assert table.refusal(RED, card(27)) == "You have played this card; it comes back with the others."
    do(table, card(28))
    assert table.refusal(RED, way("c3", "d3")) == "Enemy units are there: attack instead."
    do(table, way("a5", "a4"))
    assert table.refusal(RED, way("a5", "b5")) == "One unit must stay behind."
    before = bytes(table)
    with pytest.raises(IllegalChoice, match="One unit must stay behind"):
        table.play(RED, way("a5", "b5"))
    assert bytes(table) == before


def test_no_tile_is_a_source_twice_and_no_more_sources_than_the_card_says(gear):
    table = begin(lay(gear, {RED: "c3 3, a5 3", GREEN: "f6 1"}), 1)
    do(table, MOVE, card(28), way("c3", "b3"), way("a5", "a4"))
    assert table.refusal(RED, way("c3", "b3")) == "You have already moved from this tile in this action."
    do(table, way("a5", "a4"))
    table = begin(lay(gear, {RED: "c3 3, a5 3", GREEN: "f6 1"}), 1)
    do(table, MOVE, card(29), way("c3", "b3"))
    assert table.refusal(RED, way("a5", "a4")) == "This card lets you move from no more tiles."


def test_refused_when_there_is_nothing_left(gear):
    table = begin(lay(gear, {RED: "c3 1", GREEN: "f6 1"}), 1)
    do(table, REINFORCE, card(29), at("c3"))
    assert table.refusal(RED, MOVE) == "You have no actions left."
    assert table.refusal(BLUE, MOVE) == "It is not your turn."
    table = begin(lay(gear, {RED: "c3 20", GREEN: "f6 1"}), 1)
    assert table.refusal(RED, REINFORCE) == "All your units are on the map."
    table = begin(lay(gear, {RED: "c3 1", GREEN: "d3 1"}), 1)
    assert table.refusal(RED, MOVE) == "No unit of yours can move."


def test_fleeing_home_comes_first(gear):
    table = begin(lay(gear, {RED: "c3 4", GREEN: "d3 2, d2 1, d4 1"}), 1)
    do(table, way("c3", "d3"), (RED, card(27)), (GREEN, card(38)))
    assert table.refusal(GREEN, at("e3")) == "You must flee to a tile of your own."
    assert table.refusal(GREEN, at("f6")) == "Those tiles do not touch."
    assert table.refusal(RED, ADVANCE) == "It is not your turn."
    do(table, at("d2"))
    assert table.refusal(RED, ADVANCE + 4) == "One unit must stay behind."
    do(table, ADVANCE + 3)
    assert stands(table, RED) == "c3 1, d3 3"
    assert stands(table, GREEN) == "d2 2, d4 1"


# ---- secrets, ends, options ----------------------------------------------------------------------------------------


def test_battle_cards_are_secret_until_both_lie_there(gear):
    table = begin(lay(gear, {RED: "c3 2", GREEN: "d3 2"}), 1)
    do(table, way("c3", "d3"))
    assert table.waiting() == [RED, GREEN]
    table.play(RED, card(27))
    assert table.waiting() == [GREEN]
    assert table.refusal(RED, card(28)) == "You have chosen your battle card."
    other = begin(lay(gear, {RED: "c3 2", GREEN: "d3 2"}), 1)
    do(other, way("c3", "d3"), (RED, card(28)))
    for seat in (GREEN, BLUE, -1):
        assert bytes(table.hidden(seat)) == bytes(other.hidden(seat))
    guessed = {table.guess(GREEN, seed=k).plain.chosen[0] for k in range(60)}
    assert guessed == {k for k in range(CARDS) if FIRST_HAND >> k & 1}


def test_whoever_fights_has_the_cards_of_the_other_before_them():
    table = begin(lay(stand={RED: "c3 2", GREEN: "d3 2"}), 1)
    do(table, way("c3", "d3"))
    areas = {zone.id: zone.area for zone in table.screen(RED).zones if zone.id.startswith("hand")}
    assert [areas[f"hand-{seat + 1}"] for seat in (GREEN, BLUE)] == ["left", "right"]


def test_the_last_seat_with_units_wins_at_once(gear):
    table = begin(lay(gear, {0: "c3 3", 1: "d3 1"}, seats=2), 2)
    do(table, way("c3", "d3"), (0, card(0)), (1, card(15)))
    assert table.over
    assert table.plain.step == OVER
    assert table.ranks() == [1, 2]
    assert "Only Seat 1" in table.screen(0).verdict


def test_later_out_is_better():
    table = lay(stand={RED: "c3 3, b3 1", GREEN: "d3 1"})
    s = table.plain
    s.out[BLUE], s.out[YELLOW], s.gone, s.step = 2, 1, 2, OVER
    assert table.ranks() == [1, 2, 3, 4]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_start(seats):
    table = GAME.new(seats, seed=3)
    s = table.plain
    order = []
    while s.step in (START_TILE, EXTRA_UNIT):
        order += table.waiting()
        do(table, table.codes(order[-1])[-1])
    assert order[:seats] == [(s.starter - 1 - k) % seats for k in range(seats)]
    assert order == order[:seats] * 6
    assert table.waiting() == [s.starter]
    assert [s.supply[seat] for seat in range(seats)] == [UNITS - 6] * seats
    numbers = [CARD_NUMBER[CARDS * DECK_ROW[seats][0] + k] for k in range(CARDS) if FIRST_HAND >> k & 1]
    assert sorted(numbers) == [1, 1, 1, 2, 2, 3]


def test_style_and_grouping_are_for_random_maps():
    GAME.new(2, options={"style": "spacious", "grouping": "clustered"})
    with pytest.raises(Exception, match="Style and grouping are for random maps"):
        GAME.new(2, options={"map": "Heartland", "style": "spacious"})

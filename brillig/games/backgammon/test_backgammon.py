"""The examples of the specification, its illegal attempts, the match and the screen."""

import pytest

from brillig.core import IllegalChoice, Table
from brillig.games.backgammon import game
from brillig.games.backgammon.board import CUBES, OFF, OUTSIDE, pips, take_stock
from brillig.games.backgammon.game import END, GAME

FAR = {20: 15}  # an enemy that has gone past
OPENING = {1: 2, 12: 5, 17: 3, 19: 5}
SHUT = {**dict.fromkeys(range(19, 25), 2), 1: 3}


def lay(gear="plain", own=OPENING, enemy=OPENING, roll=(1, 2), mover=0, **options) -> Table:
    """A position with the mover's cubes and its enemy's, each in their own numbering; what is not named is off."""
    table = GAME.new(options=options, gear=gear)
    s = table.plain
    for seat, cubes in ((mover, own), (1 - mover, enemy)):
        for place in range(OFF):
            s.cubes[seat, place] = cubes.get(place, 0)
        s.cubes[seat, OFF] = CUBES - sum(cubes.values())
        assert s.cubes[seat, OFF] >= 0
    s.mover, s.turn = mover, 2
    take_stock(s)
    game.take_roll(s, *roll)
    return table


def code(source: int, number: int) -> int:
    return 6 * source + number - 1


def go(table: Table, *steps: tuple[int, int]) -> Table:
    """Make these steps, given as (source, number)."""
    for source, number in steps:
        table.play(table.waiting()[0], code(source, number))
    return table


def cubes(table: Table, seat: int) -> dict[int, int]:
    return {place: n for place in range(OFF) if (n := table.plain.cubes[seat, place])}


def offered(table: Table) -> set[tuple[int, int]]:
    return {(c // 6, c % 6 + 1) for c in table.codes(table.waiting()[0])}


def turns(table: Table) -> dict[tuple[tuple[int, int], ...], Table]:
    """Every way to play the turn, by its steps."""
    mover, turn, ways = table.plain.mover, table.plain.turn, {}
    todo = [((), table)]
    while todo:
        steps, now = todo.pop()
        for c in now.codes(mover):
            after = now.copy()
            after.play(mover, c)
            way = (*steps, (c // 6, c % 6 + 1))
            if after.plain.turn == turn and not after.over:
                todo.append((way, after))
            else:
                ways[way] = after
    return ways


def results(table: Table) -> list[dict[int, int]]:
    """Where the mover's cubes can stand after its turn."""
    found = []
    for after in turns(table).values():
        if cubes(after, table.plain.mover) not in found:
            found.append(cubes(after, table.plain.mover))
    return found


# ---- the examples --------------------------------------------------------------------------------------------------


def test_set_up(gear):
    for seed in range(20):
        table = GAME.new(seed=seed, gear=gear)
        s = table.plain
        assert cubes(table, 0) == cubes(table, 1) == OPENING
        assert pips(s, 0) == pips(s, 1) == 167
        assert s.roll[0] != s.roll[1]
        assert table.waiting() == [0 if s.roll[0] > s.roll[1] else 1]
        assert table.census() == [15, 15]


def test_example_1_six_and_three(gear):
    table = lay(gear, {1: 1}, {18: 2, 23: 13}, (6, 3))
    assert list(turns(table)) == [((1, 3), (4, 6))]
    assert results(table) == [{10: 1}]


def test_example_2_double_five_from_the_start(gear):
    found = results(lay(gear, roll=(5, 5)))
    ends = [
        {12: 1, 17: 7, 19: 5},
        {12: 2, 17: 5, 19: 5, 22: 1},
        {12: 3, 17: 3, 19: 5, 22: 2},
        {12: 4, 17: 1, 19: 5, 22: 3},
    ]
    assert sorted(map(str, found)) == sorted(str({1: 2, **end}) for end in ends)


def test_example_3_taking_off(gear):
    table = lay(gear, {20: 1, 21: 1}, FAR, (6, 4))
    assert offered(table) == {(20, 6), (20, 4), (21, 4)}
    assert results(table) == [{24: 1}, {}] or results(table) == [{}, {24: 1}]
    won = go(table.copy(), (20, 6), (21, 4))
    assert won.over
    assert won.scores() == [1, 0]
    assert won.ranks() == [1, 2]
    assert cubes(go(table, (20, 4), (21, 6)), 0) == {24: 1}
    table = lay(gear, {20: 1, 21: 1}, FAR, (6, 1))
    assert sorted(map(str, results(table))) == ["{21: 1}", "{22: 1}"]


def test_example_4_opening_four_two(gear):
    assert cubes(go(lay(gear, roll=(4, 2)), (17, 4), (19, 2)), 0) == {1: 2, 12: 5, 17: 2, 19: 4, 21: 2}


def test_example_5_larger_number(gear):
    table = lay(gear, {10: 1}, {4: 2, 19: 13}, (6, 5))
    assert offered(table) == {(10, 6)}
    assert cubes(go(table, (10, 6)), 0) == {16: 1}
    assert table.plain.turn > 2


def test_example_6_both_numbers(gear):
    table = lay(gear, {10: 1, 12: 1}, {9: 2, 7: 2}, (6, 2))
    assert list(turns(table)) == [((12, 2), (14, 6))]
    assert table.refusal(0, code(10, 2)) == "You must use both numbers if you can."


def test_example_7_entering(gear):
    table = lay(gear, {OUTSIDE: 2, 12: 13}, {20: 2, 1: 13}, (5, 3))
    assert list(turns(table)) == [((OUTSIDE, 3),)]
    assert results(table) == [{OUTSIDE: 1, 3: 1, 12: 13}]


def test_example_8_shut_out(gear):
    for first in range(1, 7):
        for second in range(1, 7):
            assert offered(lay(gear, {OUTSIDE: 1, 19: 14}, SHUT, (first, second))) == set()
    table = go(lay(gear, SHUT, {OUTSIDE: 1, 19: 14}, (2, 1)), (1, 2), (1, 1))
    assert table.waiting() == [0]
    assert table.plain.turn == 4
    assert 11 <= table.plain.missed <= 66


def test_example_9_to_hit_or_not(gear):
    table = lay(gear, {1: 1, 24: 14}, {21: 1, 19: 2}, (3, 1))
    ways = {way: (cubes(after, 0), cubes(after, 1)) for way, after in turns(table).items()}
    assert ways == {
        ((1, 3), (4, 1)): ({5: 1, 24: 14}, {OUTSIDE: 1, 19: 2}),
        ((1, 1), (2, 3)): ({5: 1, 24: 14}, {19: 2, 21: 1}),
    }


@pytest.mark.parametrize(
    ("enemy", "scoring", "points"),
    [
        ({7: 15}, "gammons", 2),
        ({7: 14, OUTSIDE: 1}, "gammons", 3),
        ({7: 14, 6: 1}, "gammons", 3),
        ({7: 14}, "gammons", 1),
        ({1: 14}, "gammons", 1),
        ({7: 15}, "plain", 1),
        ({7: 14, OUTSIDE: 1}, "plain", 1),
    ],
)
@pytest.mark.parametrize("mover", [0, 1])
def test_example_11_gammons(gear, enemy, scoring, points, mover):
    table = go(lay(gear, {24: 1}, enemy, (3, 2), mover, scoring=scoring), (24, 3))
    assert table.over
    assert table.scores() == ([points, 0] if mover == 0 else [0, points])


# ---- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "enemy", "roll", "source", "number", "reason"),
    [
        ({OUTSIDE: 1, 12: 14}, FAR, (2, 1), 12, 2, "Your hit cube must enter first."),
        (OPENING, OPENING, (5, 1), 1, 5, "That space is held by your opponent."),
        ({OUTSIDE: 1, 12: 14}, {20: 15}, (5, 1), OUTSIDE, 5, "That space is held by your opponent."),
        ({18: 1, 24: 14}, FAR, (2, 1), 24, 1, "All your cubes must be in your last six spaces first."),
        ({20: 1, 21: 1}, FAR, (6, 2), 21, 6, "Use this number on the cube further back."),
        ({10: 1, 12: 1}, {9: 2, 7: 2}, (6, 2), 10, 2, "You must use both numbers if you can."),
        ({10: 1}, {4: 2, 19: 13}, (6, 5), 10, 5, "You must use the larger number."),
        ({24: 1}, FAR, (2, 4), 24, 2, "You must use the larger number."),
        ({23: 1}, FAR, (2, 1), 23, 2, "You must use both numbers if you can."),
        (OPENING, OPENING, (2, 1), 25, 1, "You still have a number to play."),
        (OPENING, OPENING, (2, 1), 12, 3, "You did not roll that."),
        (OPENING, OPENING, (2, 1), 13, 2, "You have no cube there."),
        (OPENING, OPENING, (2, 1), OUTSIDE, 2, "You have no cube there."),
    ],
)
@pytest.mark.parametrize("mover", [0, 1])
def test_illegal(gear, own, enemy, roll, source, number, reason, mover):
    table = lay(gear, own, enemy, roll, mover)
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(mover, code(source, number))
    assert refused.value.reason == reason
    assert table.refusal(1 - mover, code(source, number)) == "It is not your turn."
    assert bytes(table) == before


def test_a_used_number_has_left_the_pool(gear):
    table = go(lay(gear, roll=(2, 1)), (12, 2))
    assert table.refusal(0, code(12, 2)) == "You did not roll that."
    assert table.refusal(0, END) == "You still have a number to play."


def test_a_hit_stops_taking_off(gear):
    table = lay(gear, {OUTSIDE: 1, 24: 5}, {13: 2}, (6, 1))
    assert offered(table) == {(OUTSIDE, 6), (OUTSIDE, 1)}
    go(table, (OUTSIDE, 1))
    assert table.refusal(0, code(24, 6)) == "All your cubes must be in your last six spaces first."


# ---- the turn cap and the match ------------------------------------------------------------------------------------


def at_the_cap(gear, own, enemy, **options) -> Table:
    table = lay(gear, own, enemy, (2, 1), turn_cap=200, **options)
    table.plain.turn = 200
    return table


def test_the_lower_pip_count_wins_at_the_turn_cap(gear):
    """A cube outside counts 25, and the margin does not matter: one point, also where gammons count."""
    table = go(at_the_cap(gear, {1: 15}, {1: 14, OUTSIDE: 1}, scoring="gammons"), (1, 2), (1, 1))
    assert table.over
    assert table.scores() == [1, 0]
    table = go(at_the_cap(gear, {1: 15}, {2: 15}), (1, 2), (1, 1))
    assert table.scores() == [0, 1]
    assert table.ranks() == [2, 1]
    assert table.screen(0).verdict == "At the turn cap the fewer pips won."


def test_equal_pips_at_the_turn_cap_are_a_draw(gear):
    table = go(at_the_cap(gear, {1: 1}, {4: 1}), (1, 2), (3, 1))
    assert table.over
    assert table.scores() == [0, 0]
    assert table.ranks() == [1, 1]
    assert table.screen(0).verdict == "At the turn cap the pips were equal: nobody won the game."
    assert "equal pips" in told(at_the_cap(gear, {1: 1}, {4: 1}), (1, 2), (3, 1))[-1]


def test_the_turn_before_the_cap_goes_on(gear):
    table = at_the_cap(gear, {1: 1}, {4: 1})
    table.plain.turn = 199
    go(table, (1, 2), (3, 1))
    assert table.waiting() == [1]


def test_a_match_goes_on_until_a_seat_has_its_points(gear):
    table = lay(gear, {24: 1}, {7: 15}, (2, 1), match=3, scoring="gammons")
    go(table, (24, 2))
    assert table.scores() == [2, 0]
    assert not table.over
    assert cubes(table, 0) == cubes(table, 1) == OPENING
    s = table.plain
    assert (s.games, s.turn) == (1, 1)
    assert s.mover == (0 if s.roll[0] > s.roll[1] else 1)
    assert table.census() == [15, 15]
    finished = lay(gear, {24: 1}, {7: 14}, (2, 1), 1, match=3)
    finished.plain.points[1] = 2
    go(finished, (24, 2))
    assert finished.over
    assert finished.scores() == [0, 3]


def test_a_match_has_at_most_two_n_minus_one_games(gear):
    """Drawn games count: a match to 3 in its fifth game ends with it."""
    table = at_the_cap(gear, {1: 1}, {4: 1}, match=3)
    table.plain.games, table.plain.points[0], table.plain.points[1] = 3, 1, 1
    again = table.copy()
    go(table, (1, 2), (3, 1))
    assert not table.over
    assert table.plain.games == 4
    again.plain.games = 4
    go(again, (1, 2), (3, 1))
    assert again.over
    assert again.ranks() == [1, 1]


def test_bound():
    assert GAME.bound(2) == 4 * 1000
    assert GAME.bound(2, {"match": 7, "turn cap": 200}) == 4 * 200 * 13


# ---- what is seen and said -----------------------------------------------------------------------------------------


def told(table: Table, *steps: tuple[int, int], viewer: int = -1) -> list[str]:
    """What is said about the last of these steps."""
    go(table, *steps[:-1])
    before = table.view(viewer)
    go(table, steps[-1])
    return GAME.tell(before, table.view(viewer), viewer)


def test_labels_and_touches():
    table = lay("plain", {OUTSIDE: 1, 12: 14}, {20: 1, 24: 14}, (5, 3), 1)
    assert {c.label for c in table.choices(1)} == {"outside -> 5 hit", "outside -> 3"}
    assert GAME.touch(table.plain, 1, code(OUTSIDE, 3)) == ("outside-2", "space-22")
    table = lay("plain", {20: 2, 24: 2}, FAR, (6, 4))
    assert {c.label for c in table.choices(0)} == {"20 -> off (6)", "20 -> 24"}
    assert GAME.label(table.plain, 0, END) == "end the turn"


def test_the_die_is_touched_when_either_would_take_the_cube_off():
    table = lay("plain", {24: 2}, FAR, (6, 5))
    assert GAME.touch(table.plain, 0, code(24, 6)) == ("space-24", "off-1", "die-1")
    assert GAME.touch(table.plain, 0, code(24, 5)) == ("space-24", "off-1", "die-2")
    assert {c.label for c in table.choices(0)} == {"24 -> off (6)", "24 -> off (5)"}
    go(table, (24, 6))
    assert GAME.touch(table.plain, 0, code(24, 5)) == ("space-24",)


def test_a_cube_with_one_way_to_go_needs_one_touch():
    table = lay("plain", {12: 1, 24: 14}, {11: 2, 1: 13}, (2, 1))  # the seat's 14 is held
    assert GAME.touch(table.plain, 0, code(12, 1)) == ("space-12",)
    spots = {s.id: s for s in table.screen(0).zones[0].spots}
    assert spots["space-12"].lights == ["space-13"]
    assert not any(s.lights for s in table.screen(1).zones[0].spots)


def test_spaces_are_numbered_from_the_viewers_seat():
    table = lay("plain", roll=(6, 4))
    for viewer, number in ((-1, "1"), (0, "1"), (1, "24")):
        spots = {s.id: s for s in table.screen(viewer).zones[0].spots}
        assert spots["number-1"].pieces[0].face.text == number
        assert len(spots["space-1"].pieces) == 2
    assert told(table, (1, 6)) == ["Seat 1 steps from 1 to 7."]
    assert told(lay("plain", roll=(6, 4)), (1, 6), viewer=1) == ["Seat 1 steps from 24 to 18."]


def test_used_numbers_are_dim():
    def marks(table: Table) -> list[str]:
        rail = next(spot for spot in table.screen(-1).zones[0].spots if spot.id == "dice")
        return [p.face.text + p.mark for p in rail.pieces]

    assert marks(go(lay(roll=(2, 1)), (12, 2))) == ["2dim", "1"]
    assert marks(go(lay(roll=(2, 2)), (12, 2))) == ["2", "2", "2", "2dim"]


def test_tell_calls_out():
    assert told(lay("plain", {1: 1, 24: 14}, {21: 1, 19: 2}, (3, 1)), (1, 3)) == ["Seat 1 steps from 1 to 4: hit!"]
    entered = told(lay("plain", {OUTSIDE: 2, 12: 13}, {20: 2, 1: 13}, (5, 3)), (OUTSIDE, 3))
    assert entered[:2] == ["Seat 1 enters on 3.", "Seat 1 has no move for the rest of its roll."]
    assert entered[2] == "Pips: seat 1 216, seat 2 322."
    assert entered[3].startswith("Seat 2 rolls ")
    assert told(lay("plain", {18: 1, 24: 3}, FAR, (2, 1)), (18, 2))[1:] == ["Seat 1 is all home."]
    lost = told(lay("plain", SHUT, {OUTSIDE: 1, 19: 14}, (2, 1)), (1, 2), (1, 1))
    assert lost[1].startswith("Seat 2 rolls ")
    assert lost[1].endswith(": no move.")
    assert lost[-1].startswith("Seat 1 rolls ")


def test_tell_a_win():
    table = lay("plain", {24: 1}, {7: 15}, (2, 1), scoring="gammons")
    assert told(table, (24, 2)) == [
        "Seat 1 takes a cube off from 24 with a 2.",
        "Seat 1 has all its cubes off and wins 2 points, a gammon.",
    ]
    table = lay("plain", {24: 1}, {7: 15}, (2, 1), 1, match=3)
    said = told(table.copy(), (24, 2))
    assert said[1] == "Seat 2 has all its cubes off and wins 1 point."
    assert said[2].startswith("Game 2: seat 1 rolls ")
    table.plain.points[1] = 2
    assert told(table, (24, 2))[-1] == "Seat 2 wins the match, 3 to 0."

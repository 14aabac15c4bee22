"""The examples of the specification, what is refused, seats and options, and leaps against a plain search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import IllegalChoice
from brillig.core.errors import BadOption
from brillig.games.halma.board import BOARDS, DIRECTIONS, OFF, SPACES, TRIANGLE, apart, away, beside, is_on
from brillig.games.halma.game import GAME, PASS, allowed
from brillig.games.halma.judgement import value
from brillig.games.halma.screen import NAMES, way
from brillig.games.halma.test_layouts import NE, NW, SE, SPACE, SW, code, go, goes, lay_out, moves, why

FIRST = """
    a1-c3 a2-c4 a3-a5 a3-c3 b1-d3 b2-b4 b2-d2 c1-c3 c1-e1
    a3-b4 a4-a5 a4-b4 a4-b5 b2-c3 b3-b4 b3-c3 b3-c4 c1-d2 c2-c3 c2-d2 c2-d3 d1-d2 d1-e1 d1-e2
"""
NINE = "i10 h10 g10 j9 i9 h9 j8 i8 j7"  # the SE camp without its corner
ROW = "a5 b5 c5 d5 e5 f5 g5 h5 i5 j5"


# ---- examples ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_example_1_first_move(gear, seats):
    table = lay_out(*{2: (NW, SE), 3: (NW, NE, SE), 4: (NW, NE, SE, SW)}[seats], gear=gear)
    assert sorted(moves(table)) == sorted(FIRST.split())


def test_example_2_counts_by_depth():
    table, counts = lay_out(NW, SE, gear="compiled"), []
    layer = [table]
    for _ in range(3):
        counts.append(sum(len(t.codes(t.plain.mover)) for t in layer))
        if len(counts) < 3:
            layer = [after for t in layer for after in played(t)]
    assert counts == [24, 576, 20_040]


def played(table):
    for choice in table.codes(table.plain.mover):
        after = table.copy()
        after.play(after.plain.mover, choice)
        yield after


@pytest.mark.parametrize(
    ("seats", "options", "count"),
    [
        (2, {"board": "12x12", "pieces": 10}, 24),
        (4, {"board": "12x12"}, 32),
        (3, {"board": "8x8"}, 16),
        (2, {"board": "8x8", "pieces": 10}, 24),
        (3, {"board": "8x8", "pieces": 10}, 20),
        (4, {"board": "8x8", "pieces": 10}, 20),
        (2, {"board": "6x6"}, 9),
        (4, {"board": "6x6"}, 9),
        (2, {"board": "6x6", "pieces": 6}, 16),
        (3, {"board": "6x6", "pieces": 6}, 12),
        (2, {"pieces": 15}, 32),
        (4, {"pieces": 15}, 28),
        (3, {"board": "triangle"}, 10),
    ],
)
def test_example_3_first_moves_elsewhere(gear, seats, options, count):
    for seed in range(6):  # so that several seats begin
        table = GAME.new(seats, seed, options, gear=gear)
        assert len(table.codes(table.plain.mover)) == count


def test_example_4_chain(gear):
    table = lay_out("c3 j1 a10", "d4 f6 h6", gear=gear, pieces=3)
    assert goes(table, "c3") == set("e5 g7 i5 b2 c2 d2 b3 d3 b4 c4".split())
    go(table, "c3-i5")
    assert [NAMES[space] for space in way(table.plain)] == ["c3", "e5", "g7", "i5"]


def test_example_5_blocked_leap(gear):
    table = lay_out("e5 e6 j1", "e7 f6 f7", gear=gear, pieces=3)
    assert goes(table, "e5") == set("d4 e4 f4 d5 f5 d6 g7".split())


def test_example_6_foreign_camp(gear):
    mine = NW.replace("d1", "f2")
    table = lay_out(mine, NE, SE, SW, gear=gear)
    assert goes(table, "f2") == set("e1 f1 e2 g2 e3 f3 g3".split())
    table = lay_out(mine, NE.replace("g1", "f8"), SE, SW, gear=gear)
    assert "g1" not in goes(table, "f2")
    assert why(table, "f2-g1") == "You may pass through this corner but not stop in it."


def test_a_cube_may_leap_through_a_foreign_camp():
    mine = NW.replace("d1", "e1")
    table = lay_out(mine, NE.replace("h1", "f1").replace("g1", "h3").replace("i3", "e8"), SE, SW)
    # Over f1 into the corner, which is no place to stop; on over h2 and out again.
    assert {"i3", "g1"} & goes(table, "e1") == set()
    table = lay_out(mine, NE.replace("h1", "f1").replace("g1", "g2"), SE, SW)
    assert "g1" not in goes(table, "e1")
    assert "g3" in goes(table, "e1")


def test_example_7_win(gear):
    table = lay_out(SE.replace("i9", "h8"), ROW, gear=gear, rounds=27)
    go(table, "h8-i9")
    assert table.over
    assert table.ranks() == [1, 2]
    assert table.scores() == [10, 0]


@pytest.mark.parametrize(("rounds", "option", "over"), [(30, "on", False), (31, "on", True), (31, "off", False)])
def test_example_8_spoiling(gear, rounds, option, over):
    table = lay_out(f"{NINE} e5", "j10 a1 a2 a3 a4 b1 b2 b3 c1 c2", gear=gear, rounds=rounds, anti_spoiling=option)
    go(table, "e5-e6")
    assert table.over == over
    if over:
        assert table.ranks() == [1, 2]
        assert table.scores()[0] == 10  # though one of its cubes stands elsewhere


def test_example_9_an_empty_space_never_counts(gear):
    eight = NINE.replace("g10", "e5")
    table = lay_out(f"{eight} c5", "j10 a1 a2 a3 a4 b1 b2 b3 c1 c2", gear=gear, rounds=35)
    assert not go(table, "e5-e6").over


@pytest.mark.parametrize(("rounds", "over"), [(29, False), (33, True)])
def test_example_10_refusing(gear, rounds, over):
    table = lay_out("h8 a5 b5 c5 d5 e5 f5 a6 b6 c6", f"{NINE} c2", gear=gear, rounds=rounds)
    assert go(table, "h8-j10").over == over


def test_example_11_triangle_distance():
    s = GAME.new(3, options={"board": "triangle"}).plain
    at = {(row, i): 12 * row + i for row in range(8) for i in range(8)}
    assert apart(s, at[0, 0], at[7, 7]) == 7
    assert apart(s, at[7, 7], at[7, 0]) == 7
    assert apart(s, at[6, 2], at[4, 4]) == 4


# ---- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("e5-e6", "That space is taken."),
        ("e5-e8", "You can leap over exactly one neighbouring cube."),  # over two
        ("e5-b2", "You can leap over exactly one neighbouring cube."),  # over none
        ("e5-c5", "Move one space, or leap."),
        ("e5-c4", "Move one space, or leap."),
        ("e5-f8", "Either step or leap, not both."),  # to g7 by a leap, then a step
        ("e5-d8", "Either step or leap, not both."),  # to d6, then over e7 ... or f8 the other way
        ("e5-e5", "You must actually move."),
    ],
)
def test_illegal(gear, move, reason):
    table = lay_out("e5 e6 j1", "e7 f6 d7", gear=gear, pieces=3)
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        go(table, move)
    assert refused.value.reason == reason
    assert bytes(table) == before


def test_illegal_without_a_cube_or_a_space(gear):
    table = lay_out("e5 e6 j1", "e7 f6 d7", gear=gear, pieces=3)
    assert table.refusal(0, PASS) == "You have a move."
    assert table.refusal(0, 3 * SPACES) == "You have no such cube."
    assert table.refusal(0, SPACE["k1"]) == "There is no such space on this board."
    assert table.refusal(1, code(table, "e7-e8", 1)) == "It is not your turn."


def test_no_diagonal_up_right_on_the_triangle(gear):
    table = GAME.new(3, options={"board": "triangle"}, gear=gear)
    s = table.plain
    assert beside(s, SPACE["b3"], 1) == OFF
    assert beside(s, SPACE["b3"], 5) == OFF
    assert sum(beside(s, SPACE["b3"], d) != OFF for d in range(DIRECTIONS)) == 6


# ---- turns, rounds and the end -------------------------------------------------------------------------------------


def test_who_starts_is_drawn_by_lot():
    assert {GAME.new(4, seed).plain.starter for seed in range(40)} == {0, 1, 2, 3}


def test_a_round_is_a_turn_of_every_seat(gear):
    table = lay_out(NW, NE, SE, gear=gear)
    for turn, rounds in enumerate([1, 1, 2, 2, 2, 3]):
        seat = table.plain.mover
        assert seat == turn % 3
        table.play(seat, table.codes(seat)[0])
        assert table.plain.rounds == rounds


@pytest.mark.parametrize("finish", ["first", "all"])
def test_finish(gear, finish):
    """Seat 1 arrives; with `all` the others play on for the second place, and its cubes stay."""
    table = lay_out(SE.replace("i9", "h8"), SW.replace("b9", "c8"), ROW, gear=gear, rounds=20, finish=finish)
    go(table, "h8-i9")
    assert table.over == (finish == "first")
    if finish == "first":
        assert table.ranks() == [1, 2, 3]
        return
    assert table.plain.mover == 1
    go(table, "c8-c7", "a5-a4")
    assert table.plain.mover == 1  # the seat that has arrived is skipped, and yet a round is over
    assert table.plain.rounds == 21
    go(table, "c7-c8", "a4-a5", "c8-b9")
    assert table.over
    assert table.ranks() == [1, 2, 3]
    assert table.plain.arrived[1] == 2


def test_the_limit(gear):
    """Nobody has arrived after 20 rounds for each cube: more cubes in the corner, then the shorter way."""
    table = lay_out("a1 h9 i9", "c1 c2 j1", gear=gear, mover=1, rounds=60, pieces=3)
    go(table, "j1-j2")
    assert table.over
    assert table.plain.rounds == 60
    assert table.scores() == [0, 0]
    assert [away(table.plain, seat) for seat in (0, 1)] == [9 + 2 + 1, 2 + 2 + 9]
    assert table.ranks() == [1, 2]


def test_the_limit_with_nothing_to_choose_between(gear):
    table = lay_out("a1 h9 h8", "c1 c2 j1", gear=gear, mover=1, rounds=60, pieces=3)
    assert go(table, "j1-i1").ranks() == [2, 1]
    table = lay_out("a1 h9 h8", "c1 c2 j1", gear=gear, mover=1, rounds=60, pieces=3)
    assert go(table, "j1-j2").ranks() == [1, 1]


def test_the_limit_and_cubes_in_the_corner(gear):
    table = lay_out("a2 b4 j10", "b1 h1 j6", gear=gear, mover=1, rounds=60, pieces=3)
    go(table, "j6-j5")
    assert table.scores() == [1, 1]
    assert [away(table.plain, seat) for seat in (0, 1)] == [17, 16]
    assert table.ranks() == [2, 1]


def test_walled_in(gear):
    """A seat that cannot move passes; later on it may."""
    first = "a1 b1 c1 a2 b2 a3"
    others = ("d1 c2 b3 a4 d2 c3", "b4 e1 a5 e2 d3 c4", "f1 b5 a6 e3 d4 c5")
    table = lay_out(first, *others, gear=gear, mover=3, board="6x6", pieces=6)
    go(table, "b5-b6")
    assert table.plain.passed == 1
    assert table.plain.mover == 1
    assert table.plain.rounds == 2


def test_the_target_of_the_second_of_three_seats_is_nobodys_home():
    """So nothing there is ever filled by somebody who did not leave."""
    table = lay_out(NW, SW.replace("a10", "e5"), SE, mover=1, rounds=50)
    assert not go(table, "e5-e6").over


# ---- options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (2, {"board": "triangle"}, "The triangle is for three seats, not 2; choose a square board."),
        (4, {"board": "triangle"}, "The triangle is for three seats, not 4; choose a square board."),
        (3, {"board": "triangle", "pieces": 10}, "On the triangle each seat has 6 cubes; leave pieces at usual."),
        (3, {"board": "triangle", "pieces": 6}, ""),
        (3, {"board": "triangle"}, ""),
        (2, {"board": "6x6", "pieces": 10}, "A board of 6x6 has room for at most 6 cubes a seat."),
        (2, {"board": "8x8", "pieces": 15}, "A board of 8x8 has room for at most 10 cubes a seat."),
        (2, {"board": "10x10", "pieces": 15}, ""),
        (2, {}, ""),
    ],
)
def test_options_that_do_not_go_together(seats, options, reason):
    assert allowed(seats, {"board": "10x10", "pieces": "usual", **options}) == reason
    if reason:
        with pytest.raises(BadOption, match=reason):
            GAME.new(seats, options=options)
    else:
        GAME.new(seats, options=options)


@pytest.mark.parametrize(
    ("seats", "options", "bound"),
    [(2, {}, 400), (3, {"board": "triangle"}, 360), (4, {"board": "6x6"}, 240), (4, {"board": "12x12"}, 1200)],
)
def test_bound(seats, options, bound):
    assert GAME.bound(seats, options) == bound


# ---- leaps by the words of the rules -------------------------------------------------------------------------------


@st.composite
def crowds(draw):
    """A board, and three seats' cubes anywhere on it."""
    board = draw(st.integers(0, 4))
    spaces = [x for x in range(SPACES) if is_on(board, x // 12, x % 12)]
    many = {0: 3, 1: 6, 2: 10, 3: 15, 4: 6}[board]
    chosen = draw(st.permutations(spaces))[: 3 * many]
    return BOARDS[board], [" ".join(NAMES[x] for x in chosen[many * k : many * (k + 1)]) for k in range(3)]


@settings(max_examples=60)
@given(crowds())
def test_shifting_bits_is_the_same_as_leaping(crowd):
    board, seats = crowd
    table = lay_out(*seats, board=board)
    s = table.plain
    stood = {SPACE[name] for spaces in seats for name in spaces.split()}
    foreign = foreign_spaces(board)
    for name in seats[0].split():
        start, found, todo = SPACE[name], set(), [SPACE[name]]
        steps = {beside(s, start, d) for d in range(DIRECTIONS)} - {OFF} - stood
        while todo:
            here = todo.pop()
            for d in range(DIRECTIONS):
                over = beside(s, here, d)
                to = beside(s, over, d) if over in stood - {start} else OFF
                if to != OFF and to not in stood - {start} and to not in found:
                    found.add(to)
                    todo.append(to)
        assert goes(table, name) == {NAMES[x] for x in (found | steps) - {start} - foreign}


def foreign_spaces(board: str) -> set[int]:
    """What is no place to stop for the first of three seats."""
    size, side = (
        (8, 3)
        if board == "triangle"
        else (int(board.split("x")[0]), {6: 2, 8: 3, 10: 4, 12: 5}[int(board.split("x")[0])])
    )
    every = [(x // 12, x % 12) for x in range(SPACES) if is_on(BOARDS.index(board), x // 12, x % 12)]
    if BOARDS.index(board) == TRIANGLE:
        return {12 * r + c for r, c in every if size - 1 - r + c < side}
    end = size - 1
    return {12 * r + c for r, c in every if r + end - c < side or end - r + c < side}


@settings(max_examples=20)
@given(st.permutations([12 * row + col for row in range(10) for col in range(10)]))
def test_both_ends_of_the_board_are_alike(spaces):
    """The board turned half round with the seats exchanged: the same moves, judged the same."""
    red, green = spaces[:10], spaces[10:20]
    table = lay_out(*(" ".join(NAMES[x] for x in seat) for seat in (red, green)))
    other = lay_out(*(" ".join(NAMES[turned(x)] for x in seat) for seat in (green, red)), mover=1)
    assert {(NAMES[turned(SPACE[a])], NAMES[turned(SPACE[b])]) for a, b in pairs(table)} == set(pairs(other))
    assert value(table.plain, 0) == value(other.plain, 1)
    assert value(table.plain, 1) == value(other.plain, 0)


def turned(space: int) -> int:
    return 12 * (9 - space // 12) + 9 - space % 12


def pairs(table) -> list[tuple[str, ...]]:
    return [tuple(move.split("-")) for move in moves(table)]


def test_the_way_of_a_chain_is_shown_before_it_is_made():
    table = lay_out("a1 b2 f1", "d4 f6 f5", board="6x6")
    assert {"c3", "e5"} <= goes(table, "a1")
    assert table.screen(0).ways == {"a1 e5": ["c3"]}
    assert table.screen(1).ways == {}

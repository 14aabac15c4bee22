"""The examples of the specification, the perft table, and the published perfect line."""

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brillig.core import IllegalChoice, Table
from brillig.games.othellino import game
from brillig.games.othellino.game import GAME, PASS, square_name
from brillig.parts.bits import count, has

X, O = 0, 1  # noqa: E741
PERFECT = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1".split()
NAMES = {square_name(square): square for square in range(64)}


def start(gear="plain", **options) -> Table:
    return GAME.new(options={"first_mover": "seat 1", **options}, gear=gear)


def line(table: Table, *squares: str) -> Table:
    for square in squares:
        table.play(table.waiting()[0], NAMES[square])
    return table


def places(table: Table) -> list[str]:
    return [c.label for c in table.choices(table.waiting()[0])]


def board(table: Table) -> list[str]:
    s = table.plain
    shown = {
        square: "X" if has(s.cubes[X], square) else "O" if has(s.cubes[O], square) else "." for square in range(64)
    }
    return ["".join(shown[8 * row + col] for col in range(s.size)) for row in range(s.size)]


def places_of(table: Table, seat: int) -> int:
    return game.places(table.plain, seat)


def test_example_1_opening_moves(gear):
    table = start(gear)
    assert board(table) == ["......", "......", "..OX..", "..XO..", "......", "......"]
    assert places(table) == ["c2", "b3", "e4", "d5"]


def test_example_2_first_capture(gear):
    table = line(start(gear), "c2")
    assert table.scores() == [4, 1]
    assert places(table) == ["b2", "d2", "b4"]


def test_example_3_two_directions(gear):
    table = line(start(gear), "c2", "b4", "c5")
    before = table.plain.cubes[X]
    line(table, "d2")
    turned = before & table.plain.cubes[O]
    assert [square_name(q) for q in range(64) if has(turned, q)] == ["c3", "d3"]
    assert table.scores() == [3, 5]
    assert places(table) == ["e2", "a3", "e3", "a4", "e4"]


@pytest.fixture(scope="module")
def perft(compiled):
    """Games by depth, compiled: a pass counts as a ply, a finished game as one leaf."""
    choices, play = compiled(GAME.choices), compiled(GAME.play)

    @numba.njit
    def leaves(stack, raw, codes, depth):
        # An explicit stack: position d stands in stack[d], its choices in codes[d].
        total = 0
        size = raw.shape[1]
        left = [depth]
        todo = [choices(stack[0], stack[0].mover, codes[0])]
        while len(todo) > 0:
            d = len(todo) - 1
            if todo[d] == 0:
                todo.pop()
                left.pop()
                continue
            todo[d] -= 1
            for k in range(size):
                raw[d + 1, k] = raw[d, k]
            mover = stack[d].mover
            play(stack[d + 1], mover, codes[d][todo[d]])
            after = left[d] - 1
            if stack[d + 1].mover == mover:
                after -= 1  # the other seat passed, which is a ply
            if after <= 0 or stack[d + 1].mover < 0:
                total += 1
            else:
                left.append(after)
                todo.append(choices(stack[d + 1], stack[d + 1].mover, codes[d + 1]))
        return total

    def run(depth: int) -> int:
        raw = np.zeros((depth + 2, GAME.state.nbytes), np.uint8)
        raw[0] = np.frombuffer(bytes(start()), np.uint8)
        return leaves(raw.view(GAME.state.dtype()).reshape(-1), raw, np.zeros((depth + 2, 65), np.int16), depth)

    return run


@pytest.mark.parametrize(
    ("plies", "leaves"),
    [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1_364), (6, 7_604), (7, 47_740), (8, 308_716), (9, 2_114_912)],
)
def test_example_4_number_of_games_by_depth(perft, plies, leaves):
    assert perft(plies) == leaves


def test_example_5_shortest_game(gear):
    table = line(start(gear), *"c2 b2 a2 d2 e2 e3 e4 c5 c6".split())
    assert board(table) == ["......", "XXXXX.", "..XXX.", "..XXX.", "..X...", "..X..."]
    assert table.over
    assert table.scores() == [13, 0]
    assert table.ranks() == [1, 2]


def test_example_6_perfect_play(gear):
    table = line(start(gear), *PERFECT[:16])
    assert table.scores() == [11, 9]
    line(table, *PERFECT[16:30])
    assert table.scores() == [21, 13]
    assert table.waiting() == [O]
    line(table, *PERFECT[30:])
    assert table.over
    assert table.scores() == [16, 20]
    assert table.ranks() == [2, 1]
    assert board(table) == ["OOOOOX", "OOXOXO", "XXOXOO", "XXXOOO", "OOXXOO", "XXXXXO"]


def test_example_7_forced_pass(gear):
    table = line(start(gear), *PERFECT[:30])
    assert board(table) == ["OXXX..", "OOXXXO", "XXOXXO", "XXXOXO", "OOXXOO", "XXXXXO"]
    assert places_of(table, X) == 0
    assert table.plain.passed == 1
    assert places(table) == ["e1", "f1"]
    line(table, "e1")
    assert table.scores() == [14, 21]
    assert places(table) == ["f1"]
    line(table, "f1")
    assert table.scores() == [16, 20]


def test_example_8_biggest_capture(gear):
    table = line(start(gear), *PERFECT[:26])
    before = table.plain.cubes[O]
    line(table, "a3")
    turned = before & table.plain.cubes[X]
    assert {square_name(q) for q in range(64) if has(turned, q)} == {"b2", "b3", "b4", "c3", "c5"}
    assert table.scores() == [21, 10]


@pytest.mark.parametrize(
    ("seat", "code", "reason"),
    [
        (X, NAMES["c3"], "That square is taken."),
        (X, NAMES["a1"], "You must trap at least one enemy cube in a straight line."),
        (X, PASS, "You have a legal move, so you must place a cube."),
        (O, NAMES["c2"], "It is not your turn."),
        (X, NAMES["g1"], "There is no such square on this board."),
    ],
)
def test_illegal(gear, seat, code, reason):
    table = start(gear)
    before = bytes(table)
    with pytest.raises(IllegalChoice) as refused:
        table.play(seat, code)
    assert refused.value.reason == reason
    assert bytes(table) == before


def test_the_first_mover_is_drawn_by_lot():
    firsts = {GAME.new(seed=seed).waiting()[0] for seed in range(20)}
    assert firsts == {0, 1}
    assert GAME.new(options={"first mover": "seat 2"}).waiting() == [1]


def test_standard_othello_perft():
    """Published counts for 8x8: 4, 12, 56, 244, 1396, 8200."""

    def leaves(table: Table, depth: int) -> int:
        if depth == 0 or table.over:
            return 1
        seat = table.waiting()[0]
        total = 0
        for code in table.codes(seat):
            after = table.copy()
            after.play(seat, code)
            total += leaves(after, depth - 1)
        return total

    table = start("compiled", size=8)
    assert [leaves(table, depth) for depth in range(1, 6)] == [4, 12, 56, 244, 1396]


def scan(rows: list[str], row: int, col: int, mine: str) -> set[tuple[int, int]]:
    """What a cube traps, by the words of the rules and nothing clever."""
    size, trapped = len(rows), set()
    for dr, dc in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
        run, r, c = [], row + dr, col + dc
        while 0 <= r < size and 0 <= c < size and rows[r][c] not in (".", mine):
            run.append((r, c))
            r, c = r + dr, c + dc
        if run and 0 <= r < size and 0 <= c < size and rows[r][c] == mine:
            trapped.update(run)
    return trapped


@st.composite
def boards(draw):
    size = draw(st.sampled_from([6, 8]))
    return draw(st.lists(st.text(".XO", min_size=size, max_size=size), min_size=size, max_size=size))


@given(boards())
def test_shifting_bits_is_the_same_as_walking_lines(rows):
    size = len(rows)
    table = start(size=size)
    for side, letter in ((X, "X"), (O, "O")):
        squares = sum(1 << (8 * r + c) for r in range(size) for c in range(size) if rows[r][c] == letter)
        table.plain.cubes[side] = squares - (1 << 64) if squares >> 63 else squares
    for side, letter in ((X, "X"), (O, "O")):
        allowed = places_of(table, side)
        for r in range(size):
            for c in range(size):
                trapped = scan(rows, r, c, letter) if rows[r][c] == "." else set()
                assert has(allowed, 8 * r + c) == bool(trapped)
                if trapped:
                    turned = game.captured(table.plain, side, 8 * r + c)
                    assert {(q // 8, q % 8) for q in range(64) if has(turned, q)} == trapped
                    assert count(turned) == len(trapped)

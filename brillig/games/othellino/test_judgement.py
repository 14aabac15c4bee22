"""The learnt judgement: pieces are read as they stand, symmetry is kept, the gears agree, and it beats a rule of thumb."""

import random
from pathlib import Path

import numpy as np
import pytest

from brillig.bots.endgame.solver import Solver
from brillig.core import Table
from brillig.games.othellino import judgement, patterns
from brillig.games.othellino.board import places
from brillig.games.othellino.game import GAME
from brillig.parts.bits import count, has, low64


def position(seed: int, empty: int, size: int) -> Table | None:
    """A position from random play with so many empty squares; None if the game was over before."""
    table, dice = GAME.new(seed=seed, options={"size": size}, gear="compiled"), random.Random(seed)
    while table.waiting() and size * size - sum(table.scores()) > empty:
        seat = table.waiting()[0]
        table.play(seat, dice.choice(table.codes(seat)))
    return table if table.waiting() else None


def positions(size: int, many: int) -> list[Table]:
    found = (position(seed, random.Random(seed).randrange(1, size * size - 4), size) for seed in range(many))
    return [table for table in found if table]


def turned(squares: int, size: int, symmetry: int) -> int:
    """A set of squares in one of the eight symmetries of the board."""
    found = 0
    for square in range(64):
        if has(squares, square):
            row, col = divmod(square, 8)
            if symmetry & 1:
                row, col = col, row
            row, col = size - 1 - row if symmetry & 2 else row, size - 1 - col if symmetry & 4 else col
            found |= 1 << 8 * row + col
    return low64(found)


@pytest.mark.parametrize("board", [0, 1])
def test_every_piece_is_read_square_by_square(board):
    dice = random.Random(board)
    for k in range(patterns.FIRST[board], patterns.FIRST[board + 1]):
        squares = [8 * row + col for row, col in patterns.PIECES.images[k]]
        for _ in range(20):
            cells = [dice.randrange(3) for _ in range(64)]
            mine, theirs = (low64(sum(1 << q for q in range(64) if cells[q] == who)) for who in (1, 2))
            wanted = patterns.BASE[k] + sum(cells[square] * 3**n for n, square in enumerate(squares))
            assert patterns.filled(mine, theirs, k) == wanted


@pytest.mark.parametrize(("size", "lines"), [(6, 3 + 4), (8, 4 + 5)])
def test_pieces_cover_the_board_and_none_twice(size, lines):
    board = patterns.SIZES.index(size)
    pieces = patterns.PIECES.images[patterns.FIRST[board] : patterns.FIRST[board + 1]]
    assert {square for piece in pieces for square in piece} == {(r, c) for r in range(size) for c in range(size)}
    assert len({frozenset(piece) for piece in pieces}) == len(pieces)
    assert len(patterns.shapes(size)) == lines + 2  # and two blocks in the corners


@pytest.mark.parametrize("size", [6, 8])
def test_a_board_turned_or_in_a_mirror_is_worth_the_same(size):
    for table in positions(size, 12):
        s = table.plain
        cubes, right = list(s.cubes), judgement.value(s, 0)
        for symmetry in range(8):
            s.cubes[0], s.cubes[1] = (turned(squares, size, symmetry) for squares in cubes)
            assert judgement.value(s, 0) == right


@pytest.mark.parametrize("size", [6, 8])
def test_compiled_and_plain_judge_the_same_and_both_seats_share_a_game(size, compiled):
    value, seen = compiled(judgement.value), set()
    for table in positions(size, 60):
        x = np.frombuffer(bytes(table), np.uint8).copy().view(GAME.state.dtype())
        for seat in (0, 1):
            assert value(x[0], seat) == judgement.value(table.plain, seat)
        assert judgement.value(table.plain, 0) + judgement.value(table.plain, 1) == 1000
        seen.add(judgement.value(table.plain, 0))
    assert len(seen) > 20


def test_the_file_is_small_and_has_all():
    assert Path(judgement.__file__).with_name("worths.bin").stat().st_size < 300_000
    assert 8 * len(judgement.WORDS) - judgement.STAGES * sum(patterns.WAYS) in range(8)


def rule_of_thumb(table: Table, seat: int) -> int:
    """What judged before: corners won and not given away, squares to choose from, and near the end, cubes."""
    s, worth = table.plain, 0
    last = s.size - 1
    for sign, who in ((1, seat), (-1, 1 - seat)):
        mine, taken = s.cubes[who], s.cubes[0] | s.cubes[1]
        worth += sign * (4 * count(places(s, who)) + 6 * count(mine))
        for row, down in ((0, 8), (last, -8)):
            for col, right in ((0, 1), (last, -1)):
                corner = 8 * row + col
                if not has(taken, corner):
                    worth -= sign * (12 * has(mine, corner + down + right))
                    worth -= sign * 4 * (has(mine, corner + down) + has(mine, corner + right))
                elif has(mine, corner):
                    worth += sign * 30
    return worth


def given_away(table: Table, judge) -> int:
    """The cubes that are lost by the choice which looks best, if both play on perfectly."""
    seat, solver = table.waiting()[0], Solver(GAME, 1_000_000)
    margin: dict[int, int] = {}
    looks: dict[int, int] = {}
    for code in table.codes(seat):
        after = table.copy()
        after.play(seat, code)
        first = after.scores()[0] - after.scores()[1] if after.over else solver.solve(after).margin
        margin[code] = first if seat == 0 else -first
        looks[code] = judge(after, seat)
    return max(margin.values()) - margin[max(looks, key=lambda code: looks[code])]


def test_it_gives_away_less_than_a_rule_of_thumb():
    """One choice ahead, with ten empty squares."""
    found = [table for table in (position(seed, 10, 6) for seed in range(60)) if table]
    learnt = sum(given_away(table, lambda after, seat: judgement.value(after.plain, seat)) for table in found)
    thumb = sum(given_away(table, rule_of_thumb) for table in found)
    assert learnt < 0.75 * thumb

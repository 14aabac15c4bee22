"""Bags, piles, hands, grids, rays, tracks and dice, in plain Python and compiled."""

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import Record, i8, one
from brillig.core.chance import sow
from brillig.parts import bag, bits, dice, grid, hand, pile, ray, track


class Table(Record):
    bag = i8(6)
    other = i8(6)
    hand = i8(5)
    dice = i8(2)
    cells = i8(12)
    discard = one(pile.Pile54)


@pytest.fixture
def both(compiled):
    """Runs a rule on the same record in both gears, and insists that answers and bytes agree."""

    def start(seed=1):
        raw = bytearray(Table.nbytes)
        sow(Table(raw).rng, seed, 0, 0, 0)
        return raw

    class Both:
        def __init__(self):
            self.raw = start()
            self.s = Table(self.raw)

        def __call__(self, rule, *args):
            """args: a field's name for that part of the record, 's' for the record itself, or a number."""
            twin = np.frombuffer(bytearray(self.raw), Table.dtype())  # (a NumPy copy would leave padding unset)
            there = rule_on_array(rule, twin, args)
            here = rule(*[self.s if a == "s" else getattr(self.s, a) if isinstance(a, str) else a for a in args])
            assert here == there
            assert bytes(self.raw) == twin.tobytes()
            return here

    made = {}

    def rule_on_array(rule, x, args):
        key = (rule, args if any(isinstance(a, str) for a in args) else len(args))
        if key not in made:
            names = [("s" if a == "s" else f"s.{a}") if isinstance(a, str) else f"a{k}" for k, a in enumerate(args)]
            numbers = [f"a{k}" for k, a in enumerate(args) if not isinstance(a, str)]
            space = {"f": compiled(rule)}
            text = f"def call(x, {', '.join(numbers)}):\n    s = x[0]\n    return f({', '.join(names)})\n"
            exec(text, space)
            made[key] = numba.njit(space["call"])
        return made[key](x, *[a for a in args if not isinstance(a, str)])

    return Both()


def test_a_bag_gives_back_what_was_put_in(both):
    both(bag.fill, "bag", 2)
    assert both(bag.total, "bag") == 12
    drawn = [both(bag.draw, "bag", "s") for _ in range(12)]
    assert sorted(drawn) == [k for k in range(6) for _ in range(2)]
    assert both(bag.draw, "bag", "s") == bag.EMPTY


def test_pouring_moves_everything(both):
    both(bag.fill, "bag", 1)
    both.s.other[3] = 4
    both(bag.pour, "bag", "other")
    assert list(both.s.bag) == [0] * 6
    assert list(both.s.other) == [1, 1, 1, 5, 1, 1]


def test_a_bag_is_fair(both):
    counts = [0] * 6
    for _ in range(6000):
        bag.fill(both.s.bag, 1)
        both.s.bag[2] = 3
        counts[bag.draw(both.s.bag, both.s)] += 1
    assert all(600 < counts[k] < 900 for k in (0, 1, 3, 4, 5))  # 750 each
    assert 2100 < counts[2] < 2400  # 2250


def test_a_pile_is_last_in_first_out(both):
    assert both(pile.top, "discard") == pile.NONE
    assert both(pile.pop, "discard") == pile.NONE
    for card in (7, 0, 53):
        both(pile.push, "discard", card)
    assert both(pile.top, "discard") == 53
    assert [both(pile.pop, "discard") for _ in range(3)] == [53, 0, 7]
    assert not any(both.s.discard.card)


def test_shuffling_keeps_the_cards(both):
    for k in range(12):
        both.s.cells[k] = k
    both(pile.shuffle, "cells", 8, "s")
    assert sorted(both.s.cells[:8]) == list(range(8))
    assert list(both.s.cells[8:]) == [8, 9, 10, 11]
    assert list(both.s.cells) != list(range(12))


def test_a_hand_is_kept_in_order(both):
    both(hand.clear, "hand")
    for card in (5, 0, 9, 5):
        both(hand.add, "hand", card)
    assert list(both.s.hand) == [0, 5, 5, 9, hand.NONE]
    assert both(hand.size, "hand") == 4
    assert both(hand.find, "hand", 9) == 3
    assert both(hand.find, "hand", 8) == hand.NONE
    assert both(hand.take, "hand", 0) == 0
    assert list(both.s.hand) == [5, 5, 9, hand.NONE, hand.NONE]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20)), max_size=40))
def test_a_hand_behaves_like_a_sorted_list(moves):
    cards, model = [hand.NONE] * 5, []
    for put, n in moves:
        if put and len(model) < 5:
            hand.add(cards, n)
            model = sorted([*model, n])
        elif not put and model:
            assert hand.take(cards, n % len(model)) == model.pop(n % len(model))
        assert cards == model + [hand.NONE] * (5 - len(model))


def test_dice_show_one_to_six(both):
    seen = {dice.roll(both.s) for _ in range(200)}
    assert seen == {1, 2, 3, 4, 5, 6}
    assert both(dice.roll_all, "s", "dice") == sum(both.s.dice)


def test_steps_on_a_grid(both):
    # 0 1 2 3 / 4 5 6 7 / 8 9 10 11
    assert [both(grid.step, 5, d, 3, 4) for d in range(8)] == [1, 2, 6, 10, 9, 8, 4, 0]
    assert [both(grid.step, 0, d, 3, 4) for d in range(8)] == [-1, -1, 1, 5, 4, -1, -1, -1]
    assert [both(grid.step, 11, d, 3, 4) for d in range(8)] == [7, -1, -1, -1, -1, -1, 10, 6]


def test_steps_on_shifted_rows(both):
    assert [both(grid.hex_step, 5, d, 3, 4) for d in range(6)] == [2, 6, 10, 9, 4, 1]
    assert [both(grid.hex_step, 9, d, 3, 4) for d in range(6)] == [5, 10, -1, -1, 8, 4]


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_every_step_can_be_taken_back(rows, cols, data):
    cell = data.draw(st.integers(0, rows * cols - 1))
    for d in range(8):
        there = grid.step(cell, d, rows, cols)
        assert there == grid.OFF or grid.step(there, (d + 4) % 8, rows, cols) == cell
        if there != grid.OFF:
            assert grid.beside(cell, there, cols) == (d in grid.ORTHOGONAL)
    for d in range(6):
        there = grid.hex_step(cell, d, rows, cols)
        assert there == grid.OFF or grid.hex_step(there, (d + 3) % 6, rows, cols) == cell


def test_rays(both):
    both.s.cells[5] = both.s.cells[6] = 2
    assert both(ray.run, "cells", 4, grid.EAST, 3, 4, 2) == 2
    assert both(ray.run, "cells", 4, grid.SOUTH, 3, 4, 2) == 0
    assert both(ray.end, "cells", 1, grid.SOUTH, 3, 4, 0) == 5
    assert both(ray.end, "cells", 0, grid.SOUTH, 3, 4, 0) == grid.OFF


@given(st.integers(1, 30), st.data())
def test_tracks(length, data):
    a, b = data.draw(st.integers(0, length - 1)), data.draw(st.integers(0, length - 1))
    by = data.draw(st.integers(-100, 100))
    assert 0 <= track.along(a, by, length) < length
    assert track.around(a, track.ahead(a, b, length), length) == b
    assert track.around(a, by, length) + length * track.laps(a, by, length) == a + by
    assert track.between(a, b, length) == track.between(b, a, length) <= length // 2


def test_tracks_compiled(both):
    assert both(track.along, 3, 9, 8) == 7
    assert both(track.around, 3, -5, 8) == 6
    assert both(track.laps, 3, -5, 8) == -1
    assert both(track.between, 1, 7, 8) == 2


@settings(max_examples=200)
@given(st.sets(st.integers(0, 63)))
def test_sets_of_squares(squares):
    number = bits.low64(sum(1 << q for q in squares))
    assert -(2**63) <= number < 2**63
    assert bits.count(number) == len(squares)
    out = [0] * 64
    assert out[: bits.spread(number, out)] == sorted(squares)
    assert [q for q in range(64) if bits.has(number, q)] == sorted(squares)


def test_sets_of_squares_compiled(both):
    for number in (0, 1, -1, -(2**63), 2**63 - 1, 0x123456789ABCDEF):
        assert both(bits.count, number) == bin(number & (2**64 - 1)).count("1")
        assert both(bits.low64, number) == number
    assert both(bits.bit, 63) == -(2**63)


def test_a_member_of_a_set_by_lot(both):
    assert {both(bits.any_of, "s", 0b10110) for _ in range(40)} == {1, 2, 4}
    assert both(bits.lowest, 0b10100) == 2

"""What rules are made into is written by ourselves where it is commonest: it does what Python does."""

import operator

import numba
import numpy as np
import pytest
from numba.core.errors import UnsupportedBytecodeError

from brillig.core import Record, i8, i16, i64, rule
from brillig.core.compiled.jit import jit_rule
from brillig.core.compiled.linking import as_table
from brillig.core.rule import Translator

TABLE = (5, -7, 11, 13)


class State(Record):
    one = i8()
    row = i8(4)
    far = i16(3, 2)
    wide = i64(2)


@rule
def of_row(s, a, b):
    return s.row[a]


@rule
def of_table(s, a, b):
    return TABLE[a] + TABLE[-1] * TABLE[2]


@rule
def of_field(s, a, b):
    return s.far[a, b]


@rule
def first_and_last(s, a, b):
    return s.row[0] * 1000 + s.row[-1] + s.far[0, 1] + s.far[-1, -2] + s.wide[1]


@rule
def far_out(s, a, b):
    return s.row[4]


@rule
def written(s, a, b):
    s.row[a] = b
    s.far[1, a - a] += 3
    s.one = s.row[a] - 1
    return s.one + s.far[1, 0]


@rule
def a_row_by_a_name(s, a, b):
    row = s.row
    if b > 0:
        row[1] += 1
    for k in range(len(row)):
        if row[k] == 2:
            continue
        a += row[k] << k
    return a


@rule
def either_row(s, a, b):
    some = s.row
    total = 0
    for k in range(2):
        some = s.row
        total += some[k + a]
    return total


@rule
def is_high(s, a):
    return s.row[a] > 2


@rule
def both_ways(s, a, b):
    found = 0
    while found < 5 and not is_high(s, b):
        found += 1
        if found == a:
            continue
        if is_high(s, a):
            return -found
    return found if is_high(s, b) or found else max(found, a)


@rule
def divided(s, a, b):
    return of_row(s, a, b) // b + s.wide[0] % b


RULES = (of_row, of_table, of_field, first_and_last, far_out, written, a_row_by_a_name, either_row, both_ways, divided)


def position():
    """A record that is full of numbers, and its bytes."""
    raw = bytearray(State.nbytes)
    s = State(raw)
    for k in range(4):
        s.row[k] = k + 1
    for k in range(6):
        s.far[k // 2, k % 2] = 300 * k - 500
    s.one, s.wide[0], s.wide[1] = -9, -(1 << 60), 1 << 61
    return s, raw


def told(f, *given):
    """What comes of it: a number, or what was raised."""
    try:
        return int(f(*given))
    except (IndexError, ZeroDivisionError) as why:
        return type(why)


@pytest.mark.parametrize("f", RULES, ids=operator.attrgetter("__name__"))
def test_rules_do_what_python_does(f):
    made = Translator(jit_rule(bounds=True), {}, as_table)(f)
    way_in = numba.njit(lambda x, a, b: made(x[0], a, b))
    for a in range(-6, 6):
        for b in (-3, -2, -1, 0, 1, 2):
            (plain, bits), (_, raw) = position(), position()
            assert told(way_in, np.frombuffer(raw, State.dtype()), a, b) == told(f, plain, a, b), (a, b)
            assert raw == bits, (a, b)


@rule
def catches(s, a, b):
    try:
        return a // b
    except Exception:
        return 0


def test_a_rule_that_would_catch_something_is_not_compiled():
    made = Translator(jit_rule(bounds=True), {}, as_table)(catches)
    way_in = numba.njit(lambda x, a, b: made(x[0], a, b))
    with pytest.raises(UnsupportedBytecodeError, match="not for rules"):
        way_in(np.zeros(1, State.dtype()), 1, 0)

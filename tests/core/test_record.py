"""Records: layout, the plain view, and clear errors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brillig.core import BadGame, BadOption, Part, Record, i8, i16, i32, i64, many, one, option


class Card(Part):
    colour = i8()
    worth = i16()


class Big(Record):
    size = option(6, 8, help="how large")
    first = option("random", "seat 1", "seat 2")
    small = i8()
    grid = i16(3, 4)
    cube = i8(2, 3, 4)
    far = i64()
    near = i32(2)
    top = one(Card)
    hand = many(Card, 3)


def test_numpy_and_plain_see_the_same_bytes():
    raw = bytearray(Big.nbytes)
    s, x = Big(raw), np.frombuffer(raw, Big.dtype())
    s.small, s.far = -5, -(2**63)
    s.grid[2, 3] = 777
    s.grid[1][0] = -1
    s.cube[1, 2, 3] = 9
    s.near[1] = 2**31 - 1
    s.top.worth = 30000
    s.hand[2].colour = 3
    assert x["small"][0] == -5
    assert x["far"][0] == -(2**63)
    assert x["grid"][0].tolist() == [[0] * 4, [-1, 0, 0, 0], [0, 0, 0, 777]]
    assert x["cube"][0, 1, 2, 3] == 9
    assert x["near"][0].tolist() == [0, 2**31 - 1]
    assert x["top"]["worth"][0] == 30000
    assert x["hand"]["colour"][0].tolist() == [0, 0, 3]
    x["grid"][0, 0, 1] = 12
    assert s.grid[0, 1] == 12
    assert s.grid[0][1] == 12


def test_the_dtype_is_aligned_as_declared():
    dtype = Big.dtype()
    assert dtype.isalignedstruct
    assert dtype.itemsize == Big.nbytes
    assert {n: dtype.fields[n][1] for n in Big.fields} == {n: f.offset for n, f in Big.fields.items()}


def test_only_python_numbers_reach_a_rule():
    s = Big(bytearray(Big.nbytes))
    assert {type(v) for v in (s.small, s.far, s.grid[0, 0], s.near[0], s.top.worth, s.rng[0])} == {int}


@given(st.integers(-(2**70), 2**70))
def test_a_number_that_does_not_fit_is_an_error_not_a_wrap(n):
    s = Big(bytearray(Big.nbytes))
    if -128 <= n <= 127:
        s.small = n
        assert s.small == n
    else:
        with pytest.raises(OverflowError, match="-128 to 127"):
            s.small = n
        assert s.small == 0


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"round": i8()}, "that name is taken"),
        ({"rng": i8()}, "that name is taken"),
        ({"seats": i8()}, "that name is taken"),
        ({"_mine": i8()}, "that name is taken"),
        ({"cell": 5}, "is not a field"),
        ({"cell": (1, 2)}, "is not a field"),
        ({"__annotations__": {"cell": int}}, "has a type but no field"),
        ({"huge": i64(2**20)}, "a record may take"),
    ],
)
def test_a_bad_field_is_refused_with_a_sentence(body, words):
    with pytest.raises(BadGame, match=words):
        type("State", (Record,), body)


@pytest.mark.parametrize("size", [0, -3, 2.5, "4", True])
def test_a_bad_size_is_refused(size):
    with pytest.raises(BadGame, match="at least 1"):
        i8(size)


@pytest.mark.parametrize("values", [(), ("a", "a"), (1, "1")])
def test_a_bad_option_is_refused(values):
    with pytest.raises(BadGame, match="different values"):
        option(*values)


def test_a_default_must_be_a_value():
    with pytest.raises(BadGame, match="its default"):
        option(1, 2, default=3)


def test_values_as_people_write_them():
    size, first = Big.fields["size"], Big.fields["first"]
    assert [size.encode(v) for v in (8, "8", " 8 ")] == [8, 8, 8]
    assert [first.encode(v) for v in ("seat 1", "Seat-1", "SEAT_1", "random")] == [1, 1, 1, 0]
    assert first.decode(2) == "seat 2"
    assert size.decode(8) == 8
    with pytest.raises(BadOption, match=r"size cannot be '7'; it can be 6, 8\."):
        size.encode(7)
    with pytest.raises(BadOption, match=r"Did you mean seat 1 or seat 2\?|Did you mean seat 2 or seat 1\?"):
        first.encode("seat 3")


def test_a_long_range_is_named_by_its_ends():
    cap = option(range(200, 2001, 100), default=1000)
    cap.name = "cap"
    with pytest.raises(BadOption, match=r"it can be 200, 300, \.\.\., 2000\."):
        cap.encode(5)

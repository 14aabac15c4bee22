"""Chance: the same numbers everywhere, evenly spread."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from brillig.core.chance import below, draw32, halves, rekey, rig, sow

# sfc32 from the words 1, 2, 3, 4, worked out by its published definition with 32-bit unsigned arithmetic
# (checked against NumPy's uint32).
FIRST = [7, 34]


def reference(words, n):
    a, b, c, count = (np.uint32(w) for w in words)
    out = []
    with np.errstate(over="ignore"):
        for _ in range(n):
            drawn = a + b + count
            count = count + np.uint32(1)
            a = b ^ (b >> np.uint32(9))
            b = c + (c << np.uint32(3))
            c = ((c << np.uint32(21)) | (c >> np.uint32(11))) + drawn
            out.append(int(drawn))
    return out


@given(st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4))
def test_it_is_sfc32(words):
    rng = list(words)
    assert [draw32(rng) for _ in range(20)] == reference(words, 20)
    assert all(0 <= word < 2**32 for word in rng)


@given(st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4), st.sampled_from([1, 2, 6, 21, 36, 1000]))
def test_the_next_number_can_be_chosen(words, n):
    for k in range(n):
        rng = list(words)
        rig(rng, k, n)
        assert below(rng, n) == k
        assert all(0 <= word < 2**32 for word in rng)


def test_first_numbers_never_change():
    rng = [1, 2, 3, 4]
    assert [draw32(rng), draw32(rng)] == FIRST


def test_compiled_and_plain_draw_the_same(compiled):
    here, there = [0] * 4, np.zeros(4, np.int64)
    for seed in (0, 1, 2**63 + 5, 2**64 - 1):
        low, high = halves(seed)
        sow(here, low, high, 12345678901, 1)
        compiled(sow)(there, low, high, 12345678901, 1)
        assert here == there.tolist()
        assert [below(here, n) for n in range(1, 200)] == [compiled(below)(there, n) for n in range(1, 200)]


def test_other_seeds_deals_and_streams_give_other_numbers():
    seen = set()
    for seed in range(20):
        for deal in (0, 1, 2, 2**32, 2**33):
            for stream in (0, 1):
                rng = [0] * 4
                sow(rng, *halves(seed), deal, stream)
                seen.add(tuple(draw32(rng) for _ in range(3)))
    assert len(seen) == 20 * 5 * 2


def test_a_die_is_even():
    rng = [0] * 4
    sow(rng, 5, 0, 0, 0)
    counts = [0] * 6
    for _ in range(60_000):
        counts[below(rng, 6)] += 1
    assert sum((c - 10_000) ** 2 / 10_000 for c in counts) < 25  # chi square, 5 degrees of freedom: 1 in 7,000


def test_a_key_sets_all_words():
    rng = [0] * 4
    rekey(rng, bytes(range(16)))
    assert rng == [0x03020100, 0x07060504, 0x0B0A0908, 0x0F0E0D0C]

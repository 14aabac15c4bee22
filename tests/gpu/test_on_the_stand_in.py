"""The tests of a GPU where there is none: what numba-cuda writes for the card is run on the CPU (stand_in.py).

They show that the card is told to do what the CPU does. What NVIDIA's compilers make of it only a card can show.
"""

from __future__ import annotations

import numpy as np
import pytest

from brillig.core.cuda import has_gpu
from tests.core.test_cuda import driver, only  # noqa: F401 (a fixture)
from tests.gpu import stand_in
from tests.gpu import test_learners_on_a_gpu as learners
from tests.gpu import test_on_a_gpu as games

pytestmark = pytest.mark.skipif(has_gpu(), reason="there is an NVIDIA GPU here, and it is tested itself")


@pytest.fixture
def gpu(driver, monkeypatch):  # noqa: F811
    return stand_in.install(monkeypatch)


@only("backgammon", "gold-mine")  # a large table; seats that choose at once
def test_random_games_are_the_same(gpu, slug, monkeypatch):
    monkeypatch.setattr(games, "GAMES", 300)
    games.test_games_are_the_same_with_any_number_of_seats(slug)


@only("gold-mine")
def test_environments_are_the_same(gpu, slug, monkeypatch):
    monkeypatch.setattr(learners, "STEPS", 60)
    for bots in ("none", "random"):
        learners.test_games_are_those_of_the_cpu(slug, bots)


@only("othellino")  # where it looks ahead, too
def test_thoughts_are_the_same(gpu, slug, monkeypatch):
    monkeypatch.setattr(games, "ITERATIONS", 2_000)
    games.test_thoughts_are_the_same(slug)


# ---- the stand-in itself -------------------------------------------------------------------------------------------


def launched(gpu, kernel, *numbers, threads=1):
    there = gpu.to_device(np.array(numbers))
    gpu.jit(kernel)[1, threads](there)
    return there.copy_to_host().tolist()


def test_threads_run_the_last_first(gpu):
    def one(a):
        a[0] = 10 * a[0] + gpu.grid(1)

    assert launched(gpu, one, 0, threads=4) == [3210]


def test_their_own_memory_holds_rubbish(gpu):
    def one(a):
        own = gpu.local.array(1, np.uint8)
        a[0] = own[0]

    assert launched(gpu, one, 0) == [0xAA]


def test_what_a_card_takes_otherwise_is_a_fault(gpu):
    def shifted(a):
        a[0] <<= a[1]

    def made_whole(a):
        a[0] = int(1e18 * a[1])

    assert launched(gpu, shifted, 1, 63) == [-(1 << 63), 63]
    assert launched(gpu, made_whole, 0, 9) == [9 * 10**18, 9]
    for kernel, number in ((shifted, 64), (made_whole, 10)):
        with pytest.raises(AssertionError, match="1 shifts or fractions"):
            launched(gpu, kernel, 1, number)

"""The contracts that other programs rely on, with Othellino as the example."""

import json

import numpy as np
import pytest
from numba import cuda
from numba.core.runtime import _nrt_python as _nrt
from numba.core.runtime import rtsys

import brillig
from brillig import BadGame, BadOption, BadSeats, Choice, IllegalChoice, NotCompiled, UnknownGame, catalogue
from brillig.core.gears import SOME


@pytest.fixture
def game():
    return brillig.load("othellino")


def test_the_contract(game, gear):
    table = game.new(seats=2, seed=7, options={"size": 8}, gear=gear)
    while table.waiting():
        seat = table.waiting()[0]
        choices = table.choices(seat)
        assert all(isinstance(c, Choice) and c.label for c in choices)
        before, copy = bytes(table), table.copy()
        table.play(seat, choices[0].code)
        assert bytes(copy) == before
        assert bytes(table) != before
    assert table.over
    assert sum(table.scores()) <= 64
    assert sorted(table.ranks()) in ([1, 2], [1, 1])
    assert table.view(-1).size == 8
    assert "a b c d e f g h" in table.text(0)
    assert table.options == {"size": 8, "first_mover": "random"}


def test_a_seed_is_a_game(game):
    assert bytes(game.new(seed=7)) == bytes(game.new(seed=7, gear="compiled"))
    assert len({bytes(game.new(seed=seed)) for seed in range(9)}) == 9


def test_a_table_comes_back_from_its_bytes(game):
    table = game.new(seed=3)
    again = game.restore(bytes(table))
    assert bytes(again) == bytes(table)
    assert again.choices(again.waiting()[0]) == table.choices(table.waiting()[0])
    with pytest.raises(BadGame, match="bytes, not 3"):
        game.restore(b"abc")


def test_a_refused_choice_changes_nothing(game, gear):
    table = game.new(gear=gear)
    seat, before = table.waiting()[0], bytes(table)
    for code in (0, -1, 10**9, "c2", None, True):
        with pytest.raises(IllegalChoice) as refused:
            table.play(seat, code)
        assert str(refused.value) == refused.value.reason
        assert refused.value.reason.endswith(".")
    with pytest.raises(IllegalChoice, match="It is not your turn"):
        table.play(1 - seat, table.codes(seat)[0])
    with pytest.raises(BadSeats, match="There is no seat 2 at this table; seats are 0 to 1"):
        table.play(2, 0)
    assert bytes(table) == before


def test_unknown_games_options_values_and_seats(game):
    with pytest.raises(UnknownGame, match=r"There is no game 'otelino'. Did you mean othellino\?"):
        brillig.load("otelino")
    with pytest.raises(UnknownGame, match=r"game\.py"):
        brillig.load("./nowhere")
    with pytest.raises(BadOption, match="Othellino has no option 'sise'; it has size, first_mover"):
        game.new(options={"sise": 8})
    with pytest.raises(BadOption, match="size cannot be '7'; it can be 6, 8"):
        game.new(options={"size": 7})
    for seats in (0, 1, 3, -2, 10**9, "two", 2.0, True):
        with pytest.raises(BadSeats, match="Othellino is for 2 players, not"):
            game.new(seats=seats)
    for seed in (-1, 2**64, "x", 1.5, None):
        with pytest.raises(BadOption, match="A seed is a whole number"):
            game.new(seed=seed)
    with pytest.raises(BadOption, match="There is no gear"):
        game.new(gear="reverse")


def test_games_are_found_by_name_in_any_spelling():
    assert brillig.load("Othellino") is brillig.load("othellino")
    assert {g.slug for g in catalogue.games()} >= {"othellino"}


def test_playouts_are_the_same_in_every_gear_and_on_any_number_of_threads(game):
    one = game.playouts(60, seed=5, seats=2, options={"size": 6})
    three = game.playouts(60, seed=5, threads=3)
    plain = game.playouts(5, seed=5, gear="plain")
    for a, b in zip(one, three, strict=True):
        assert np.array_equal(a, b)
    for a, b in zip(one, plain, strict=True):
        assert np.array_equal(a[:5], b)
    later = game.playouts(20, seed=5, first=40)
    assert np.array_equal(one.scores[40:], later.scores)
    assert (one.lengths > 0).all()


def test_playouts_with_nonsense(game):
    with pytest.raises(BadOption, match="number of games"):
        game.playouts(-1)
    with pytest.raises(BadOption, match="threads"):
        game.playouts(1, threads=0)
    assert len(game.playouts(0).lengths) == 0


def test_the_cuda_gear_says_what_is_missing(game):
    """On a machine with a GPU it plays the same games; without one it says so in a sentence."""
    if cuda.is_available():
        for a, b in zip(game.playouts(200, seed=5, device="cuda"), game.playouts(200, seed=5), strict=True):
            assert np.array_equal(a, b)
    else:
        with pytest.raises(NotCompiled, match=r"pip install 'brillig\[gpu\]'|needs an NVIDIA GPU"):
            game.playouts(200, seed=5, device="cuda")
    with pytest.raises(BadOption, match="there are cpu and cuda"):
        game.playouts(1, device="abacus")


def test_a_playout_allocates_nothing(game):
    _nrt.memsys_enable_stats()

    def allocated(n):
        before = rtsys.get_allocation_stats().alloc
        game.playouts(n)
        return rtsys.get_allocation_stats().alloc - before

    assert allocated(1) == allocated(1) == allocated(SOME)  # only what the call itself brings along


def test_a_screen_is_plain_data(game):
    screen = game.new(seed=1).screen(0)
    assert json.loads(json.dumps(screen.to_dict()))["zones"][0]["id"] == "board"
    assert len(set(screen.ids())) == len(screen.ids())

"""Rules compiled once, and kernels that serve every game."""

import shutil
from collections import Counter

import numpy as np
import pytest
from numba.core import event

import brillig
from brillig.bots import kernels as search_kernels
from brillig.bots.search import Search, Settings
from brillig.core import kernels as engine
from brillig.core.compiled import shared
from tests.toys import TOYS

NIM = str(TOYS / "nim")


class Compilations(event.Listener):
    """Counts how often each function is compiled."""

    def __init__(self):
        self.of = Counter()

    def on_start(self, what):
        self.of[what.data["dispatcher"].py_func.__qualname__] += 1

    def on_end(self, what):
        pass


def use(game):
    """A table, random games and a search."""
    table = game.new(gear="compiled")
    table.scores(), table.ranks(), table.census(), table.guess(0)
    game.playouts(3)
    Search(game, Settings(iterations=20)).think(table, table.waiting()[0], 0)
    table.play(table.waiting()[0], table.codes(table.waiting()[0])[0])


def test_every_rule_is_compiled_once_for_all_that_uses_it(tmp_path, monkeypatch):
    use(brillig.load(NIM))  # so that what serves all games is there
    monkeypatch.setenv("BRILLIG_CACHE", str(tmp_path / "cache"))
    shutil.copytree(brillig.load("gold-mine").folder, tmp_path / "gold_mine")
    game = brillig.load(str(tmp_path / "gold_mine"))  # which nobody has used yet
    seen = Compilations()
    with event.install_listener("numba:compile", seen):
        use(game)
    assert {"play", "choices", "score", "setup"} <= set(seen.of)
    assert not {"think", "playouts", "step"} & set(seen.of)
    twice = {name: n for name, n in seen.of.items() if n > 1 and name not in ON_TWO_KINDS_OF_ROWS}
    assert not twice


# A bag inside a record and the rows of a grid are rows of another kind to Numba.
ON_TWO_KINDS_OF_ROWS = {"draw32", "below", "fill", "total"}


@pytest.mark.parametrize("name", ["gold-mine", str(TOYS / "bomb")])
def test_a_kernel_with_the_rules_in_it_gives_the_same(name):
    game = brillig.load(name)
    table = game.new(gear="compiled").settle()
    seat = table.waiting()[0]
    ours, own = Search(game, Settings(iterations=300)), Search(game, Settings(iterations=300))
    own.kernels = dict(shared.own_kernels(game, search_kernels))
    assert ours.think(table, seat, 3).estimates == own.think(table, seat, 3).estimates


def test_a_long_run_is_taken_over_by_a_kernel_of_its_own(monkeypatch):
    game = brillig.load(NIM)
    monkeypatch.setattr(shared, "LONG", 0.0)
    monkeypatch.setattr(shared, "A_WHILE", 0.0)
    run = shared.LongRun(shared.kernels_of(engine)["playouts"], game, engine, "playouts")
    monkeypatch.setattr(game.compiled, "_playouts", run)
    before = game.playouts(400, seed=7)
    game.playouts(400, seed=7)
    run.maker.join()
    assert run.own is not None
    after = game.playouts(400, seed=7)
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_short_runs_compile_nothing(monkeypatch):
    game = brillig.load(NIM)
    run = shared.LongRun(shared.kernels_of(engine)["playouts"], game, engine, "playouts")
    monkeypatch.setattr(game.compiled, "_playouts", run)
    game.playouts(50)
    assert run.maker is None

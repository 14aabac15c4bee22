"""On an NVIDIA GPU, where there is one: every game plays the same games there, and the bot thinks the same thoughts."""

from __future__ import annotations

import msgspec
import pytest

from brillig import catalogue
from brillig.bots.gpu.search import GpuSearch, Way, broken
from brillig.bots.levels.ladders import on_gpu
from brillig.core.cuda import has_gpu

pytestmark = pytest.mark.skipif(not has_gpu(), reason="there is no NVIDIA GPU here")

GAMES = 5_000  # for each number of seats
ITERATIONS = 12_000  # of a thought
SIZES = {
    "way": Way(64, sharp=5, ahead=3),
    "slots": 1 << 14,
    "lanes": 512,
}  # so small that rounds, collisions and a full table come up


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_games_are_the_same_with_any_number_of_seats(slug):
    game = catalogue.load(slug)
    least, most = game.seats
    for seats in range(least, most + 1):
        there, here = (game.playouts(GAMES, seed=11, seats=seats, device=device) for device in ("cuda", "cpu"))
        assert all((a == b).all() for a, b in zip(there, here, strict=True)), f"{seats} seats"


def settings_of(game, iterations):
    return msgspec.structs.replace(on_gpu(game).settings, iterations=iterations, seconds=600)


def same_thoughts(there, here, table, seed):
    seat = table.waiting()[0]
    thoughts = [search.think(table, seat, seed) for search in (there, here)]
    assert there.game not in broken
    assert thoughts[0].estimates == thoughts[1].estimates
    assert sum(e.visits for e in thoughts[0].estimates) == there.settings.iterations


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_thoughts_are_the_same(slug):
    game = catalogue.load(slug)
    there, here = (GpuSearch(game, settings_of(game, ITERATIONS), gear=gear, **SIZES) for gear in ("cuda", "compiled"))
    for seed in (3, 4):
        same_thoughts(there, here, game.new(seed=seed, gear="compiled").settle(), seed)


@pytest.mark.parametrize("slug", ["othellino", "gold-mine"])
def test_a_long_thought_in_large_rounds_is_the_same(slug):
    """With all of the GPU's room, and more lanes than it has cores."""
    game = catalogue.load(slug)
    settings = settings_of(game, 200_000 if slug == "othellino" else 1_000_000)
    way = Way(16, 20, sharp=5, ahead=3)
    there = GpuSearch(game, settings, way=way)
    here = GpuSearch(game, settings, way=way, gear="compiled", slots=1 << 22, lanes=there.desk.most)
    same_thoughts(there, here, game.new(seed=5, options={"size": 8} if slug == "othellino" else None).settle(), 5)

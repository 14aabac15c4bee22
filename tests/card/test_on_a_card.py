"""On an NVIDIA card, where there is one: every game plays the same games there, and the bot thinks the same thoughts."""

from __future__ import annotations

import msgspec
import pytest

from brillig import catalogue
from brillig.bots.card import CardSearch, broken
from brillig.bots.levels import on_card
from brillig.core.cuda import has_card

pytestmark = pytest.mark.skipif(not has_card(), reason="there is no NVIDIA card here")

GAMES = 5_000  # for each number of seats
SIZES = {"first": 64, "slots": 1 << 14, "lanes": 512}  # so small that rounds, collisions and a full table come up


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_games_are_the_same_with_any_number_of_seats(slug):
    game = catalogue.load(slug)
    least, most = game.seats
    for seats in range(least, most + 1):
        there, here = (game.playouts(GAMES, seed=11, seats=seats, device=device) for device in ("cuda", "cpu"))
        assert all((a == b).all() for a, b in zip(there, here, strict=True)), f"{seats} seats"


@pytest.mark.parametrize("slug", catalogue.slugs())
def test_thoughts_are_the_same(slug):
    game = catalogue.load(slug)
    settings = msgspec.structs.replace(on_card(game).settings, iterations=12_000, seconds=600)
    there, here = (CardSearch(game, settings, gear=gear, **SIZES) for gear in ("cuda", "compiled"))
    for seed in (3, 4):
        table = game.new(seed=seed, gear="compiled").settle()
        seat = table.waiting()[0]
        thoughts = [search.think(table, seat, seed) for search in (there, here)]
        assert game not in broken
        assert thoughts[0].estimates == thoughts[1].estimates
        assert sum(e.visits for e in thoughts[0].estimates) == settings.iterations

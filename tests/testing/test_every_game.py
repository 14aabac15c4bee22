"""Every game of the catalogue keeps the contract. (`brillig check` looks at more of each, and so does the long run.)"""

import pytest

from brillig import catalogue
from brillig.testing import CheckPlan, check

GAMES = pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)


@GAMES
def test_conformance(game):
    check(game, CheckPlan(games=24, closely=1, positions=24, most=6))


@pytest.mark.soak
@GAMES
def test_conformance_of_every_variant(game):
    check(game, CheckPlan(games=100, closely=1, positions=80))

"""Every game of the catalogue keeps the contract. (`brillig check` looks at more of each.)"""

import pytest

from brillig import catalogue
from brillig.testing import CheckPlan, check


@pytest.mark.parametrize("game", catalogue.games(), ids=lambda game: game.slug)
def test_conformance(game):
    check(game, CheckPlan(games=100, closely=1, positions=80))

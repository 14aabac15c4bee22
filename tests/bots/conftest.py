"""Games to think about: ours, and toys. The toys are thought about interpreted: nothing to compile."""

from __future__ import annotations

import pytest

import brillig
from brillig import catalogue
from brillig.bots.search import Search, Settings
from tests import toys


@pytest.fixture(scope="session")
def nim() -> brillig.Game:
    return toys.load("nim")


@pytest.fixture(scope="session")
def fists() -> brillig.Game:
    return toys.load("fists")


@pytest.fixture(scope="session")
def cup() -> brillig.Game:
    return toys.load("cup")


@pytest.fixture(scope="session")
def dig() -> brillig.Game:
    return toys.load("dig")


@pytest.fixture(scope="session")
def bomb() -> brillig.Game:
    return toys.load("bomb")


@pytest.fixture(scope="session")
def think():
    """Think in the plain gear; the estimates by code."""

    def think(table, seat, seed=0, **settings):
        search = Search(table.game, Settings(seconds=600, **settings), gear="plain")
        return {e.code: e for e in search.think(table, seat, seed).estimates}

    return think


@pytest.fixture(scope="session", params=catalogue.slugs())
def game(request) -> brillig.Game:
    return brillig.load(request.param)

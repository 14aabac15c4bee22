"""Games to think about: ours, and toys that live here. The toys are thought about interpreted: nothing to compile."""

from __future__ import annotations

from pathlib import Path

import pytest

import brillig
from brillig import catalogue
from brillig.bots.search import Search, Settings

HERE = Path(__file__).parent


def toy(name: str) -> brillig.Game:
    return brillig.load(str(HERE / name))


@pytest.fixture(scope="session")
def nim() -> brillig.Game:
    return toy("nim")


@pytest.fixture(scope="session")
def fists() -> brillig.Game:
    return toy("fists")


@pytest.fixture(scope="session")
def cup() -> brillig.Game:
    return toy("cup")


@pytest.fixture(scope="session")
def dig() -> brillig.Game:
    return toy("dig")


@pytest.fixture(scope="session")
def bomb() -> brillig.Game:
    return brillig.load(str(HERE.parent / "match" / "bomb"))


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

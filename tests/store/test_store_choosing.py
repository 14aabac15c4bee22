"""From a URL to a store, and no password is ever shown."""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from brillig.web.store import StoreError, connect
from brillig.web.store.from_url import without_password
from brillig.web.store.sqlite import SqliteStore


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///games.db", "games.db"),
        ("sqlite:///data/games.db", "data/games.db"),
        ("sqlite:////var/lib/games.db", "/var/lib/games.db"),
        ("SQLite:///games.db", "games.db"),
        ("sqlite:///my%20games.db", "my games.db"),
    ],
)
def test_sqlite(url, path):
    store = connect(url)
    assert isinstance(store, SqliteStore)
    assert store.path == Path(path).absolute()
    assert store.url == f"sqlite:///{path}"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "given as a URL"),
        ("games.db", "sqlite:///file.db"),
        ("sqlite://games.db", "a slash and a file"),
        ("sqlite:///", "a slash and a file"),
        ("sqlite:///folder/", "a slash and a file"),
        ("sqlite:///:memory:", "must be a file"),
        ("sqlite:///a.db?mode=ro", "nothing after the name"),
        ("mysql://root:hunter2@host/db", "no store for mysql databases"),
        ("postgresq://u:hunter2@host/db", "Did you mean postgres"),
        ("u:hunter2@host://", "no store for such databases"),
    ],
)
def test_others(url, said):
    with pytest.raises(StoreError, match=said) as why:
        connect(url)
    assert "hunter2" not in str(why.value)
    assert str(why.value).endswith(".")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:hunter2@db.example:5433/games", "postgresql://ann@db.example:5433/games"),
        ("postgres://ann@/games", "postgresql://ann@/games"),
        ("postgresql://[::1]:5432/games", "postgresql://[::1]:5432/games"),
        ("postgresql://ann:hunter2@h/games?password=hunter2&sslmode=require", "postgresql://ann@h/games"),
        ("postgresql:///games?host=/run&password=hunter2", "postgresql:///games"),
        ("postgresql://ann:hun/ter2@h/games", "postgresql://..."),
        ("postgresql://ann:12/hunter2@h/games", "postgresql://..."),
        ("postgresql://ann:h@hunter2@h/games", "postgresql://..."),
        ("postgresql://ann:hunter2#@h/games", "postgresql://..."),
        ("postgresql://ann:hunter2?@h/games", "postgresql://..."),
        ("postgresql://h/games?password=hun@ter2", "postgresql://h/games"),
        ("postgresql://ann:hunter2@a,b/games", "postgresql://..."),
        ("postgresql://ann:hunter2]@[/games", "postgresql://..."),
    ],
)
def test_no_password_is_shown(url, shown):
    assert without_password(url) == shown
    assert "hunter2" not in without_password(url)


@pytest.mark.parametrize("url", ["postgresql://ann:hun/ter2@h/games", "postgresql://ann:hunter2@h:port/games"])
async def test_a_url_that_cannot_be_read(url):
    pytest.importorskip("asyncpg")
    with pytest.raises(StoreError, match="cannot be read") as why:
        await connect(url).open()
    assert "ter2" not in str(why.value)


def test_postgresql_without_its_package(monkeypatch):
    there = builtins.__import__

    def missing(name, *more):
        if name == "asyncpg":
            raise ImportError(name)
        return there(name, *more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(StoreError, match=r"pip install 'brillig\[postgres\]'"):
        connect("postgresql://ann@h/games")

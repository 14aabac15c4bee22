"""Both stores for real: SQLite in a folder, and a PostgreSQL server of our own (tests/postgres.py)."""

from __future__ import annotations

import asyncio
import inspect
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from brillig.web.store import Document, Note, Receipt, SaidLine, Session, Store, connect
from tests.commands import Ran, ran
from tests.postgres import cluster  # noqa: F401
from tests.store.matches import MATCHES

SECONDS = 120  # the longest a test may take


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """A test that is a coroutine runs in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    seconds = None if pyfuncitem.get_closest_marker("soak") else SECONDS
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), seconds))
    return True


# ---- both ----------------------------------------------------------------------------------------------------------

POSTGRES = pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))  # one server for all that need one


def a_database(request, file: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{file}"
    else:
        cluster = request.getfixturevalue("cluster")
        name = cluster.lend()
        yield cluster.url(name)
        cluster.take_back(name)


@pytest.fixture(params=["sqlite", POSTGRES])
def url(request, tmp_path):
    """A database that does not exist yet, or is empty."""
    yield from a_database(request, tmp_path / "brillig.db")


@pytest.fixture(params=["sqlite", POSTGRES])
def other_url(request, tmp_path):
    """Another one, of either kind."""
    yield from a_database(request, tmp_path / "other.db")


class Opened:
    """`async with Opened(url) as store:`"""

    def __init__(self, store: Store | str) -> None:
        self.store = connect(store) if isinstance(store, str) else store

    async def __aenter__(self) -> Store:
        await self.store.open()
        return self.store

    async def __aexit__(self, *_: object) -> None:
        await self.store.close()


@pytest.fixture(scope="session")
def opened():
    return Opened


def a_table(id: str = "t1", version: int = 1, status: str = "playing", changed: int = 1000, **more) -> Document:
    given = {"listed": True, "created": 1000, "body": b'{"of":"%s"}' % id.encode(), "secret": bytes(32)} | more
    return Document(id=id, version=version, status=status, changed=changed, **given)


@pytest.fixture(scope="session")
def table():
    """Makes a document."""
    return a_table


@pytest.fixture
def spoil(url, request):
    """Change what is stored behind the store's back."""

    def go(statement: str) -> None:
        if url.startswith("sqlite"):
            with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as db:
                db.execute(statement)
        else:
            request.getfixturevalue("cluster").sql(statement, url.rpartition("/")[2])

    return go


# ---- damage --------------------------------------------------------------------------------------------------------

PAGE = 4096


@pytest.fixture(scope="session")
def leaves():
    """The numbers of the pages that hold the rows of a table (or index), in order."""

    def go(path: Path, name: str) -> list[int]:
        with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as db:
            ((root,),) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchall()
        data = path.read_bytes()

        def below(number: int) -> list[int]:
            page = data[(number - 1) * PAGE : number * PAGE]
            if page[0] in (10, 13):
                return [number]

            def number_at(at: int, size: int) -> int:
                return int.from_bytes(page[at : at + size], "big")

            cells = [number_at(12 + 2 * k, 2) for k in range(number_at(3, 2))]
            children = [number_at(at, 4) for at in cells] + [number_at(8, 4)]
            return [leaf for child in children for leaf in below(child)]

        return below(root)

    return go


@pytest.fixture(scope="session")
def overwrite():
    """Overwrite a page of a file with zeros."""

    def go(path: Path, number: int) -> None:
        with open(path, "r+b") as file:
            file.seek((number - 1) * PAGE)
            file.write(bytes(PAGE))

    return go


# ---- what an operator has, and types -------------------------------------------------------------------------------


@pytest.fixture
def command(capsys, monkeypatch):
    """command("backup", file, "--database", url)"""

    def run(*args: str | Path) -> Ran:
        return ran(capsys, monkeypatch, args)

    return run


@pytest.fixture
def full(url, table):
    """A database with matches in it: over, under way, just begun, not begun."""

    async def go() -> None:
        store = connect(url)
        await store.open()
        for id, match in MATCHES.items():
            await store.create(table(id, status="open", secret=match.secret))
            status = "over" if match.finished else "playing"
            await store.append(
                id, 0, match.lines(), Receipt(b"ann", "c1", b"yes"),
                table(id, version=2, status=status, secret=match.secret),
            )  # fmt: skip
            await store.say(id, SaidLine(5, "Ann", "hello \N{SNOWMAN}"))
        await store.create(table("open", status="open"))
        await store.create(table("closed", status="over"))
        for k in range(20):
            await store.put_session(Session(b"%d" % k, f"Guest {k}", k))
            await store.put_note(Note("played", b"%d" % k, "over", k, b"{}"))
        await store.close()

    asyncio.run(go())
    assert MATCHES["over"].finished
    assert not MATCHES["playing"].finished
    return url

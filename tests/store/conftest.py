"""Both stores for real: SQLite in a folder, and a PostgreSQL server of our own that is thrown away afterwards."""

from __future__ import annotations

import asyncio
import inspect
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from brillig.web.store import Document, Note, Receipt, SaidLine, Session, Store, connect
from tests.commands import Ran, ran
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


# ---- PostgreSQL ----------------------------------------------------------------------------------------------------


def programs() -> Path | None:
    """The folder of PostgreSQL's programs. Debian keeps them out of the way."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    return versions[-1].parent if versions else None


def elsewhere(coroutine):
    """Run it in a loop of its own, even from within another."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


class Cluster:
    """A PostgreSQL server on loopback, with everything it has in one folder."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="brillig-pg-", dir="/tmp"))
        # PostgreSQL refuses to run as root. Whoever it runs as ends with us, even if we are killed.
        self.become = ["setpriv", "--pdeathsig", "KILL"]
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.become += ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        self._run("initdb", "-D", "data", "-U", "brillig", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.free: list[str] = []
        self.made = 0
        self.process: subprocess.Popen[bytes] | None = None
        for _ in range(5):  # somebody else could take the port meanwhile
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
            if self.start():
                return
        pytest.fail(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-500:]}")

    def _run(self, program: str, *args: str) -> None:
        ran = subprocess.run(
            [*self.become, self.programs / program, *args], cwd=self.folder, capture_output=True, text=True
        )
        if ran.returncode:
            pytest.fail(f"{program} of PostgreSQL failed: {ran.stderr.strip()[-500:]}")

    def start(self) -> bool:
        """From the main thread: the server ends with the thread that started it."""
        listen = ["-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder)]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.become, self.programs / "postgres", "-D", "data", *listen],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        for _ in range(200):
            if self.process.poll() is not None:
                return False
            if elsewhere(self._answers()):
                return True
            time.sleep(0.05)
        return False

    async def _answers(self) -> bool:
        import asyncpg

        try:
            await (await asyncpg.connect(self.url("postgres"), timeout=5)).close()
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: in good order. SIGQUIT: as in a crash, with recovery at the next start."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait(30)

    def url(self, name: str) -> str:
        return f"postgresql://brillig@127.0.0.1:{self.port}/{name}"

    def sql(self, statement: str, database: str = "postgres") -> list:
        """Run a statement, and what it answers."""
        import asyncpg

        async def go() -> list:
            connection = await asyncpg.connect(
                self.url(database), timeout=10, server_settings={"search_path": "brillig"}
            )
            try:
                return await connection.fetch(statement)
            finally:
                await connection.close()

        return elsewhere(go())

    def lend(self) -> str:
        """The name of an empty database."""
        if not self.free:
            self.made += 1
            self.sql(f"CREATE DATABASE test_{self.made}")
            self.free.append(f"test_{self.made}")
        return self.free.pop()

    def take_back(self, name: str) -> None:
        """To lend it again is much quicker than to make another."""
        self.sql(f"ALTER DATABASE {name} RESET ALL")
        self.sql(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' "
            f"AND pid <> pg_backend_pid()"
        )
        self.sql("DROP SCHEMA IF EXISTS brillig CASCADE", name)
        self.free.append(name)


@pytest.fixture(scope="session")
def cluster():
    found, why = programs(), ""
    if not found:
        why = "PostgreSQL is not installed (Debian: apt-get install postgresql), so its store is not tested."
    elif not shutil.which("setpriv"):
        why = "The program setpriv is missing (Debian: apt-get install util-linux), so PostgreSQL is not tested."
    else:
        try:
            import asyncpg  # noqa: F401
        except ImportError:
            why = "asyncpg is not installed (pip install 'brillig[postgres]'), so PostgreSQL is not tested."
    if why:
        pytest.fail(why) if os.environ.get("CI") == "true" else pytest.skip(why)
    assert found
    cluster = Cluster(found)
    yield cluster
    if cluster.process and cluster.process.poll() is None:
        cluster.stop(signal.SIGQUIT)
    shutil.rmtree(cluster.folder, ignore_errors=True)


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

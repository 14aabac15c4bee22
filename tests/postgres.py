"""A PostgreSQL server of our own, thrown away afterwards: for tests, and for programs that break things."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest


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

    def __init__(self, programs: Path, owner: str = "brillig") -> None:
        """`owner`: who may do everything."""
        self.programs, self.owner = programs, owner
        self.folder = Path(tempfile.mkdtemp(prefix="brillig-pg-", dir="/tmp"))
        # PostgreSQL refuses to run as root. Whoever it runs as ends with us, even if we are killed.
        self.become = ["setpriv", "--pdeathsig", "KILL"]
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.become += ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        self._run("initdb", "-D", "data", "-U", owner, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.free: list[str] = []
        self.made = 0
        self.process: subprocess.Popen[bytes] | None = None
        for _ in range(5):  # somebody else could take the port meanwhile
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
            if self.start():
                return
        raise RuntimeError(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-500:]}")

    def _run(self, program: str, *args: str) -> None:
        ran = subprocess.run(
            [*self.become, self.programs / program, *args], cwd=self.folder, capture_output=True, text=True
        )
        if ran.returncode:
            raise RuntimeError(f"{program} of PostgreSQL failed: {ran.stderr.strip()[-500:]}")

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

    def close(self) -> None:
        if self.process and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str) -> str:
        return f"postgresql://{self.owner}@127.0.0.1:{self.port}/{name}"

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
    cluster.close()

"""A database that is full or can only be read: a sentence for the player and one in the log, and nothing is lost."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3

import pytest

from brillig.web.host import company
from brillig.web.http.api import UNUSABLE
from brillig.web.refusals import Refused
from brillig.web.store import Document, connect
from tests.nodes.test_company import lay, loaded, node
from tests.web.conftest import serving
from tests.web.test_commands import two

AGAIN = ("try_again", "That could not be saved: try again.")


class InSqlite:
    """A file whose size is bounded, or that may not be written to."""

    def __init__(self, tmp_path):
        self.store = connect(f"sqlite:///{tmp_path}/b.db")

    async def _pragma(self, words):
        self.store._writer._db.execute(f"PRAGMA {words}")

    async def fill(self):
        """What is left of the pages that it has is taken by lines of another table."""
        await self.store.create(Document("other", 1, "open", False, 0, 0, b"{}", bytes(32)))
        db = self.store._writer._db
        ((pages,),) = db.execute("PRAGMA page_count").fetchall()
        await self._pragma(f"max_page_count = {pages}")
        n = itertools.count()
        for size in (500, 50, 0):
            with pytest.raises(sqlite3.OperationalError, match="full"):
                while True:
                    db.execute("INSERT INTO latest (id, n, line) VALUES ('other', ?, ?)", (next(n), bytes(size)))

    async def empty(self):
        await self._pragma("max_page_count = 1073741823")
        self.store._writer._db.execute("DELETE FROM latest WHERE id = 'other'")

    async def lock(self):
        await self._pragma("query_only = ON")

    async def unlock(self):
        await self._pragma("query_only = OFF")


FULL = """
    CREATE FUNCTION brillig.disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"""
TRIGGER = "CREATE TRIGGER disk_full BEFORE INSERT ON brillig.lines EXECUTE FUNCTION brillig.disk_full()"


class InPostgres:
    """A database that says so, in PostgreSQL's own words."""

    def __init__(self, cluster, name):
        self.cluster, self.name, self.store = cluster, name, connect(cluster.url(name))

    async def fill(self):
        for statement in (FULL, TRIGGER):
            self.cluster.sql(statement, self.name)

    async def empty(self):
        self.cluster.sql("DROP TRIGGER disk_full ON brillig.lines", self.name)

    async def lock(self):
        await self._writable("SET default_transaction_read_only = on")

    async def unlock(self):
        await self._writable("RESET default_transaction_read_only")

    async def _writable(self, how):
        self.cluster.sql(f"ALTER DATABASE {self.name} {how}")
        here = f"datname = '{self.name}' AND pid <> pg_backend_pid()"
        self.cluster.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {here}")


def warnings(caplog):
    return [record for record in caplog.records if record.levelname == "WARNING"]


async def until(holds, caplog):
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.1)
    raise AssertionError(caplog.text)


async def stand_and_go_on(database, spoil, mend, said, caplog) -> None:
    async with serving(database.store) as place:
        table, _, mover, other = await two(place)
        code = mover.view.scene.choices[0].code
        await spoil()
        for _ in range(2):
            ack = await mover.choose(code, id="x")
            assert (ack.error.code, ack.error.sentence) == AGAIN
        *_, begun = said_once = warnings(caplog)  # however many were refused
        assert {record.message for record in said_once} == {"the database fails"}
        assert len({type(record.why) for record in said_once}) == len(said_once) <= 2  # it hung up, and only reads
        assert said in str(begun.why)
        assert (mover.view.ply, other.view.ply) == (0, 0)
        await mend()
        for _ in range(50):  # PostgreSQL may have hung up on us, which is noticed at the next attempt
            ack = await mover.choose(code, id="x")
            if ack.ok:
                break
        assert ack.ok
        assert (await other.until_ply(1)).told
        assert len(await place.store.lines(table["id"])) == 2
        await until(lambda: place.host.outage.since is None, caplog)
        over = warnings(caplog)[-1]
        assert over.message == "the database is well again"
        assert len(warnings(caplog)) <= 3
        assert over.refused >= 2


def test_an_sqlite_file_on_a_full_disk(tmp_path, caplog):
    database = InSqlite(tmp_path)
    asyncio.run(stand_and_go_on(database, database.fill, database.empty, "is full. Nothing was written", caplog))


def test_an_sqlite_file_that_can_only_be_read(tmp_path, caplog):
    database = InSqlite(tmp_path)
    asyncio.run(stand_and_go_on(database, database.lock, database.unlock, "Nothing was written", caplog))


@pytest.fixture
def in_postgres(cluster):
    name = cluster.lend()
    yield InPostgres(cluster, name)
    cluster.take_back(name)


@pytest.mark.xdist_group("postgres")
def test_postgresql_on_a_full_disk(in_postgres, caplog):
    said = "is full (could not extend file"
    asyncio.run(stand_and_go_on(in_postgres, in_postgres.fill, in_postgres.empty, said, caplog))


@pytest.mark.xdist_group("postgres")
def test_postgresql_that_can_only_be_read(in_postgres, caplog):
    said = "can only be read at present"
    asyncio.run(stand_and_go_on(in_postgres, in_postgres.lock, in_postgres.unlock, said, caplog))


@pytest.mark.xdist_group("postgres")
def test_a_server_whose_database_can_only_be_read_is_not_ready_and_says_why(in_postgres):
    async def go():
        async with serving(in_postgres.store) as place:
            await in_postgres.lock()
            told = await place.browser().get("/readyz")
            assert (told.status_code, told.json()["error"]["sentence"]) == (503, UNUSABLE)
            await in_postgres.unlock()
            browser = place.browser()  # its connections were broken off, which it may find out only by asking once more
            async with asyncio.timeout(10):
                while (await browser.get("/readyz")).status_code != 200:
                    await asyncio.sleep(0.1)

    asyncio.run(go())


@pytest.mark.xdist_group("postgres")
def test_nodes_stand_still_while_nothing_can_be_written_and_go_on_by_themselves(in_postgres, monkeypatch, caplog):
    url = in_postgres.cluster.url(in_postgres.name)
    monkeypatch.setattr("brillig.web.outage.LONG_QUIET", 2000)  # nobody plays: nothing else shows that it is over

    async def go():
        async with node(url, "red") as red:
            _, _, table = await lay(red)
            await loaded(red, table.id)
            await in_postgres.lock()
            await until(lambda: red.lapsed and red.company.trouble, caplog)
            with pytest.raises(Refused, match="Nothing can be saved here at present"):
                await loaded(red, table.id)
            await in_postgres.unlock()
            await until(lambda: not red.lapsed and not red.company.trouble, caplog)
            room = await loaded(red, table.id)
            assert room.live
            assert len(await red.store.lines(table.id)) >= 1
            await until(lambda: red.outage.since is None, caplog)

    asyncio.run(go())
    said = [record.message for record in warnings(caplog)]
    assert said[0] == "the database fails"
    assert sorted(said) == [
        "the database fails", "the database is well again", "the lease ran out: this node starts over with its tables",
    ]  # fmt: skip
    assert company.UNWRITABLE.count(".") == 1

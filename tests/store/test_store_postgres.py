"""PostgreSQL: one server a database, restarts, time limits."""

from __future__ import annotations

import asyncio
import signal

import pytest

from brillig.web.store import SCHEMA, StoreError, connect

pytestmark = [
    pytest.mark.xdist_group("postgres"),
    pytest.mark.parametrize("url", ["postgres"], indirect=True),
]


def name_of(url: str) -> str:
    return url.rpartition("/")[2]


async def sooner_or_later(do, seconds: float = 20):
    """Until it works: what it says."""
    for _ in range(int(seconds / 0.1)):
        try:
            return await do()
        except StoreError:
            await asyncio.sleep(0.1)
    return await do()


async def test_everything_lies_in_a_schema_of_its_own(url, opened, cluster):
    cluster.sql("CREATE TABLE public.tables (somebody_elses INTEGER)", name_of(url))
    try:
        async with opened(url) as store:
            assert store.schema == SCHEMA
            assert await store.tables("open") == []
    finally:
        cluster.sql("DROP TABLE public.tables", name_of(url))
    found = cluster.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = 'brillig'", name_of(url))
    assert {row[0] for row in found} == {
        "nodes",
        "owners",
        "sessions",
        "tables",
        "lines",
        "receipts",
        "talk",
        "damage",
        "notes",
        "migrations",
    }
    assert [tuple(row) for row in cluster.sql("SELECT number, name FROM migrations", name_of(url))] == [
        (1, "tables"),
        (2, "notes"),
        (3, "nodes"),
        (4, "latest"),
    ]


async def test_a_restart_of_postgresql(url, opened, table, cluster):
    """In good order and as in a crash: what was acknowledged is there, and the same store goes on."""
    async with opened(url) as store:
        await store.create(table("a"))
        count = 0
        for how in (signal.SIGINT, signal.SIGQUIT):
            await store.append("a", count, [b"%d" % count])
            count += 1
            cluster.stop(how)
            with pytest.raises(StoreError, match="does not answer as it should"):
                await store.append("a", count, [b"never"])
            with pytest.raises(StoreError):
                await store.ping()
            assert cluster.start()
            await sooner_or_later(store.ping)
            assert await store.lines("a") == [b"%d" % n for n in range(count)]
            await store.append("a", count, [b"%d" % count])
            count += 1
        with pytest.raises(StoreError, match="in use"):  # and it is the one server again
            await connect(url).open()
        assert await store.lines("a") == [b"%d" % n for n in range(count)]


async def test_a_crash_of_postgresql_under_load(url, opened, table, cluster):
    """Every append that was acknowledged is there; one that failed is there whole or not at all."""
    logs, acknowledged = 20, {}

    async def play(id: str) -> None:
        n = 0
        while True:
            await store.append(id, n, [f"{id} {n}".encode(), b"and"])
            n += 2
            acknowledged[id] = n

    async with opened(url) as store:
        for k in range(logs):
            await store.create(table(f"t{k}"))
        playing = [asyncio.create_task(play(f"t{k}")) for k in range(logs)]
        while len(acknowledged) < logs:
            await asyncio.sleep(0.01)
        cluster.stop(signal.SIGQUIT)
        outcomes = await asyncio.gather(*playing, return_exceptions=True)
        assert all(isinstance(o, StoreError) for o in outcomes)
        assert cluster.start()
        await sooner_or_later(store.ping)
        for k in range(logs):
            lines = await store.lines(f"t{k}")
            assert lines[::2] == [f"t{k} {n}".encode() for n in range(0, len(lines), 2)]
            assert acknowledged[f"t{k}"] <= len(lines) <= acknowledged[f"t{k}"] + 2


async def test_a_keeper_that_is_thrown_out_comes_back_first(url, opened, table, cluster):
    """The workers' locks keep a newcomer out until the keeper has its own again."""
    throw_out = (
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    async with opened(url) as store:
        await store.create(table("a"))
        assert len(cluster.sql(throw_out, name_of(url))) == 1
        with pytest.raises(StoreError, match="in use"):
            await connect(url).open()
        await store.append("a", 0, [b"0"])
        assert await store.lines("a") == [b"0"]


async def test_a_server_that_was_replaced_writes_no_more(url, opened, table, cluster):
    async with opened(url) as old:
        await old.create(table("a"))
        cluster.sql(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name_of(url)}' "
            f"AND pid <> pg_backend_pid()"
        )
        await asyncio.sleep(0.1)
        async with opened(url) as new:
            await new.append("a", 0, [b"new"])
            with pytest.raises(StoreError, match="Another server has taken"):
                await old.append("a", 1, [b"old"])
            with pytest.raises(StoreError, match="Another server has taken"):
                await old.ping()
            assert await new.lines("a") == [b"new"]


async def test_a_statement_that_takes_too_long_is_given_up(url, opened, table, cluster, monkeypatch):
    from brillig.web.store import postgres_authority

    monkeypatch.setitem(postgres_authority.SETTINGS, "lock_timeout", "200ms")
    async with opened(url) as store:
        await store.create(table("a"))
        import asyncpg

        other = await asyncpg.connect(url)
        try:
            async with other.transaction():
                await other.execute("LOCK TABLE brillig.lines IN ACCESS EXCLUSIVE MODE")
                with pytest.raises(StoreError, match="lock timeout"):
                    await store.append("a", 0, [b"0"])
        finally:
            await other.close()
        await store.append("a", 0, [b"0"])


async def test_a_transaction_whose_end_was_not_answered_takes_its_connection_along(url, opened, table):
    """As it goes with a server that slept for longer than it waits: nothing of it is written, nobody complains."""
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    async with opened(url) as store:
        await store.create(table("a"))
        with pytest.raises(StoreError, match="does not answer as it should"):
            async with store._authority.writing() as connection:
                await connection.execute("BEGIN")
                await connection.execute("DELETE FROM tables")
                raise TimeoutError
        assert (await store.table("a")).id == "a"
        await store.append("a", 0, [b"0"])
    assert not complaints


async def test_commits_are_durable_whatever_the_server_says(url, opened, cluster):
    cluster.sql(f"ALTER DATABASE {name_of(url)} SET synchronous_commit = off")
    async with opened(url) as store:
        assert [row[0] for row in await store._read("", "SHOW synchronous_commit")] == ["on"]
        assert [row[0] for row in await store._read("", "SHOW statement_timeout")] == ["10s"]


async def test_nobody_there(url):
    with pytest.raises(StoreError, match=r"127\.0\.0\.1:1/games does not answer") as why:
        await connect("postgresql://ann:hunter2@127.0.0.1:1/games").open()
    assert "hunter2" not in str(why.value)


async def test_a_wrong_name(url, cluster):
    with pytest.raises(StoreError, match='"nowhere" does not exist'):
        await connect(cluster.url("nowhere")).open()

"""SQLite: opening what may be anything, one server a file, one commit for all that waits."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from brillig.web.store import SCHEMA, Conflict, Receipt, StoreError, connect
from brillig.web.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "brillig.db"


async def refused(path) -> str:
    with pytest.raises(StoreError) as why:
        await SqliteStore(path).open()
    assert re.search(r"\.$", str(why.value)), "a sentence"
    return str(why.value)


# ---- opening -------------------------------------------------------------------------------------------------------


async def test_a_new_file(path, opened):
    async with opened(SqliteStore(path)) as store:
        assert store.schema == SCHEMA
        assert path.stat().st_mode & 0o077 == 0, "secrets are in it"
        await store.ping()
    assert [p.name for p in path.parent.iterdir() if "lock" not in p.name] == ["brillig.db"]


async def test_durable_settings(path, opened):
    async with opened(SqliteStore(path)) as store:
        seen = {}

        def look(db):
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
                seen[name] = db.execute(f"PRAGMA {name}").fetchone()[0]

        await store._write("", look)
    assert seen == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


async def test_no_folder(tmp_path):
    assert "There is no folder" in await refused(tmp_path / "nowhere" / "brillig.db")
    assert "is a folder" in await refused(tmp_path)


async def test_not_a_database(path):
    path.write_bytes(b"These are not the bytes you are looking for. " * 100)
    said = await refused(path)
    assert "is not an SQLite database" in said
    assert "brillig doctor" in said
    assert "brillig restore" in said


async def test_an_empty_file(path):
    path.touch()
    assert "is empty" in await refused(path)


async def test_a_database_of_somebody_else(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    assert "not one of Brillig's" in await refused(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


async def test_a_lost_database_with_its_latest_moves_left(path, opened, table):
    async with opened(SqliteStore(path)) as store:
        await store.create(table())
        kept = (path.parent / "brillig.db-wal").read_bytes()
    path.unlink()
    (path.parent / "brillig.db-wal").write_bytes(kept)
    assert "is missing, but" in await refused(path)


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="there is no folder in which even root may not write")
async def test_a_folder_that_may_not_be_written():
    assert "cannot be used" in await refused("/proc/brillig.db")


async def test_strange_names(tmp_path, opened, table):
    for name in ("with space.db", "100%.db", "a?b#c.db", "ü.db"):
        async with opened(SqliteStore(tmp_path / name)) as store:
            await store.create(table())
        async with opened(SqliteStore(tmp_path / name)) as store:
            assert await store.table("t1")
        assert (tmp_path / name).exists()


# ---- one server a file ---------------------------------------------------------------------------------------------


async def test_the_lock_names_its_holder_and_links_do_not_get_around_it(path, opened):
    async with opened(SqliteStore(path)):
        assert f"in use by another server (process {os.getpid()})" in await refused(path)
        link = path.parent / "link.db"
        link.symlink_to(path)
        assert "in use" in await refused(link)


HOLD = """
import asyncio, sys
from brillig.web.store import connect
async def main():
    store = connect(sys.argv[1])
    await store.open()
    if len(sys.argv) > 2:
        import os, time
        if os.fork() == 0:
            print("open", flush=True)
            time.sleep(30)  # a worker that outlives the server
    else:
        print("open", flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.mark.parametrize("more", [[], ["fork"]])
async def test_a_killed_server_leaves_no_lock(path, opened, more):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, f"sqlite:///{path}", *more], stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert process.stdout.readline() == b"open\n"
        assert f"(process {process.pid})" in await refused(path)
        process.kill()
        process.wait()
        async with opened(SqliteStore(path)) as store:
            await store.ping()
    finally:
        os.killpg(process.pid, signal.SIGKILL) if more else process.kill()
        process.stdout.close()
        process.wait()


# ---- commits -------------------------------------------------------------------------------------------------------


async def test_what_waits_goes_into_one_commit(path, opened, table):
    """While the writer is busy 50 jobs gather; then there is one commit, and the loop is called once."""
    async with opened(SqliteStore(path)) as store:
        for k in range(50):
            await store.create(table(f"t{k}"))
        statements: list[str] = []
        await store._write("", lambda db: db.set_trace_callback(statements.append))
        loop, begun, go = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def linger(db):
            loop.call_soon_threadsafe(begun.set)
            go.wait(10)

        busy = asyncio.ensure_future(store._write("", linger))
        await begun.wait()
        jobs = [asyncio.create_task(store.append(f"t{k}", k % 2, [b"line"])) for k in range(50)]
        await asyncio.sleep(0.1)
        statements.clear()
        calls = []
        threadsafe = loop.call_soon_threadsafe
        loop.call_soon_threadsafe = lambda *given: (calls.append(given), threadsafe(*given))[1]
        go.set()
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        await busy
        loop.call_soon_threadsafe = threadsafe
        assert statements.count("COMMIT") == 2  # of the busy job, and of all the others
        assert len(calls) == 2
        assert [type(o) for o in outcomes] == [type(None), Conflict] * 25
        assert [len(await store.lines(f"t{k}")) for k in range(50)] == [1, 0] * 25


async def test_nobody_is_told_before_the_commit(path, opened, table):
    """Another connection sees the line at the very moment somebody is told."""
    async with opened(SqliteStore(path)) as store:
        await store.create(table())
        with closing(sqlite3.connect(path)) as other:
            for n in range(50):
                await store.append("t1", n, [b"line"])
                assert other.execute("SELECT count(*) FROM latest").fetchone() == (n + 1,)


async def test_closing_writes_what_waits(path, opened, table):
    store = SqliteStore(path)
    await store.open()
    await store.create(table())
    jobs = [asyncio.create_task(store.append("t1", n, [b"%d" % n])) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*jobs) == [None] * 20
    async with opened(SqliteStore(path)) as store:
        assert len(await store.lines("t1")) == 20


async def test_a_bug_in_a_job_reaches_only_the_one_who_asked(path, opened, table):
    def bug(db):
        db.execute("INSERT INTO damage VALUES ('x', 'y', 1)")
        raise ZeroDivisionError

    async with opened(SqliteStore(path)) as store:
        outcomes = await asyncio.gather(
            store.create(table("a")), store._write("", bug), store.create(table("b")), return_exceptions=True
        )
        assert [type(o) for o in outcomes] == [type(None), ZeroDivisionError, type(None)]
        assert len(await store.tables("playing")) == 2
        assert await store._read("", lambda db: db.execute("SELECT * FROM damage").fetchall()) == []


async def test_a_locked_file_is_waited_for_and_then_reported(path, opened, table, monkeypatch):
    monkeypatch.setattr("brillig.web.store.sqlite_file.BUSY_SECONDS", 0.3)
    async with opened(SqliteStore(path)) as store:
        await store.create(table())
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked by another program"):
                await store.append("t1", 0, [b"line"])
            other.execute("ROLLBACK")
        await store.append("t1", 0, [b"line"])


# ---- a full disk ---------------------------------------------------------------------------------------------------


async def test_a_full_database(path, opened, table):
    """SQLite says FULL for some jobs; those are not acknowledged and not there, and the others are."""
    async with opened(SqliteStore(path)) as store:
        for k in range(10):
            await store.create(table(f"t{k}"))
        await store._write("", lambda db: db.execute("PRAGMA max_page_count = 40").fetchall() and None)
        fill = [store.append(f"t{k}", n, [bytes(3000)]) for n in range(4) for k in range(10)]
        outcomes = await asyncio.gather(*fill, return_exceptions=True)
        failed = [o for o in outcomes if o is not None]
        assert failed
        assert all(isinstance(o, StoreError) for o in failed)
        assert any("is full" in str(o) for o in failed)
        for k in range(10):
            assert len(await store.lines(f"t{k}")) == sum(outcomes[k + 10 * n] is None for n in range(4))
        await store._write("", lambda db: db.execute("PRAGMA max_page_count = 100000").fetchall() and None)
        await store.append("t0", len(await store.lines("t0")), [b"there is room again"])
    async with opened(SqliteStore(path)) as store:
        assert await store.check() == []


FULL = """
import asyncio, resource, sys
from brillig.web.store import StoreError, connect
async def main():
    store = connect(sys.argv[1])
    await store.open()
    size = int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    done = 0
    try:
        while True:
            await store.append("t1", done, [b"%d" % done * 500])
            done += 1
    except StoreError as why:
        print(done, why)
    try:
        await store.append("t1", done, [b"x" * 5000])
        print("written")
    except StoreError as why:
        print("refused", why)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.append("t1", done, [b"room again"])
    print(done + 1)
asyncio.run(main())
"""


async def test_a_disk_that_refuses(path, opened, table):
    """The system refuses to let the files grow: nothing more is acknowledged, and when there is room it goes on."""
    async with opened(SqliteStore(path)) as store:
        await store.create(table())
    ran = subprocess.run(
        [sys.executable, "-c", FULL, f"sqlite:///{path}", "300000"], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    first, second, last = ran.stdout.splitlines()
    assert re.search(r"full|reports an error", first)
    assert "Nothing was written." in first
    assert second.startswith("refused")
    async with opened(SqliteStore(path)) as store:
        lines = await store.lines("t1")
    assert lines == [b"%d" % n * 500 for n in range(int(last) - 1)] + [b"room again"]


async def test_the_loop_is_never_blocked(path, opened, table):
    """While the writer and a reader are stuck, the loop goes on."""
    go = threading.Event()
    async with opened(SqliteStore(path)) as store:
        stuck = [
            asyncio.ensure_future(store._write("", lambda db: go.wait(10) and None)),
            asyncio.create_task(store._read("", lambda db: go.wait(10))),
            asyncio.create_task(store.create(table())),
        ]
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in stuck)
        assert await store.table("t1") is None  # another reader
        go.set()
        await asyncio.gather(*stuck)
        assert await store.table("t1")


def test_the_default_database_is_a_file_here(monkeypatch, tmp_path):
    from brillig.web.store import DATABASE

    monkeypatch.chdir(tmp_path)
    assert connect(DATABASE).path == tmp_path / "brillig.db"


async def test_appends_of_many_tables_go_together_and_a_wrong_one_hurts_nobody(path, opened, table):
    names = [f"t{k}" for k in range(100)]
    async with opened(SqliteStore(path)) as store:
        for name in names:
            await store.create(table(name))

        async def at_once(first, odd=()):
            appends = (
                store.append(name, 9 if name in odd else first, [b"a", b"b"], Receipt(b"ann", str(first), b"yes"))
                for name in names
            )
            return await asyncio.gather(*appends, return_exceptions=True)

        assert await at_once(0) == [None] * 100
        found = await at_once(2, odd=("t7", "t50"))
        assert [name for name, outcome in zip(names, found, strict=True) if outcome] == ["t7", "t50"]
        assert all(isinstance(outcome, Conflict) for outcome in found if outcome)
        for name in names:
            assert len(await store.lines(name)) == (2 if name in ("t7", "t50") else 4)
            assert (await store.receipt(name, b"ann", "2") is None) == (name in ("t7", "t50"))
        known = [Receipt(b"ann", "2" if name == "t3" else "3", b"no") for name in names[:6]]  # t3's has been answered
        again = (store.append(name, 4, [b"c"], receipt) for name, receipt in zip(names[:6], known, strict=True))
        outcomes = await asyncio.gather(*again, return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [k == 3 for k in range(6)]


@pytest.mark.parametrize("suffix", ["", "-wal", "-lock"])
@pytest.mark.parametrize("how", ["removed", "replaced"])
async def test_a_file_that_is_not_the_one_that_was_opened_is_noticed_at_once(path, table, suffix, how):
    """SQLite itself would go on writing to a file that has no name any more."""
    store = SqliteStore(path)
    await store.open()
    await store.create(table("before"))
    victim = path.with_name(path.name + suffix)
    kept = path.with_name("kept")
    victim.rename(kept)
    if how == "replaced":
        victim.write_bytes(kept.read_bytes())
    for attempt in (store.ping(), store.create(table("after")), store.ping()):
        with pytest.raises(StoreError, match=how):
            await attempt
    kept.replace(victim)
    await store.ping()
    await store.close()


async def test_a_hard_link_does_not_get_past_the_lock(path, table):
    """The write-ahead log lies under one name only, so a file with two names is not opened at all."""
    store = SqliteStore(path)
    await store.open()
    await store.create(table("one"))
    other = path.with_name("other.db")
    os.link(path, other)
    with pytest.raises(StoreError, match="hard link"):
        await SqliteStore(other).open()
    other.unlink()
    await store.close()
    await store.open()
    await store.close()


async def test_a_large_file_is_looked_through_later(path, table, monkeypatch):
    """It is opened at once; damage that is found afterwards is said, and the next start saves what can be read."""
    monkeypatch.setattr("brillig.web.store.sqlite.AT_ONCE", 4096)
    store = SqliteStore(path)
    await store.open()
    for k in range(400):
        await store.create(table(f"t{k}"))
    await store.close()
    raw = bytearray(path.read_bytes())
    size = int.from_bytes(raw[16:18], "big")
    raw[-size:] = bytes(size)
    path.write_bytes(raw)
    store = SqliteStore(path)
    await store.open()
    assert store.unchecked
    assert await store.check_later()
    await store.close()
    store = SqliteStore(path)
    await store.open()
    assert not store.unchecked
    assert store.warnings
    assert await store.check_later() == []
    await store.close()

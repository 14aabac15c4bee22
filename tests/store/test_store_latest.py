"""The latest lines of all tables lie together for a while: whoever reads finds them, and soon they are where they belong."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing

import pytest

from brillig.web.store import Conflict, Damaged, Receipt, sqlite_writer
from brillig.web.store.sqlite import SqliteStore

TABLES = [f"t{k:02}" for k in range(12)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "brillig.db"


async def all_append(store, n: int, command: str = "") -> list[object]:
    """One line at every table, in one commit."""
    answers = [Receipt(b"ann", command or f"c{n}", b"yes %d" % n) for _ in TABLES]
    jobs = [store.append(id, n, [b"%d" % n], answer) for id, answer in zip(TABLES, answers, strict=True)]
    return await asyncio.gather(*jobs, return_exceptions=True)


async def played(store, table, lines: int) -> None:
    for id in TABLES:
        await store.create(table(id))
    for n in range(lines):
        assert await all_append(store, n) == [None] * len(TABLES)


def counted(path) -> tuple[int, int, int]:
    """Rows among the latest, lines and receipts where they belong."""
    with closing(sqlite3.connect(path)) as db:
        return tuple(
            db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("latest", "lines", "receipts")
        )


async def whole(store, lines: int) -> None:
    for id in TABLES:
        assert await store.lines(id) == [b"%d" % n for n in range(lines)]
        for n in range(lines):
            assert await store.receipt(id, b"ann", f"c{n}") == b"yes %d" % n


async def test_what_is_acknowledged_can_be_read_and_soon_lies_where_it_belongs(path, opened, table, monkeypatch):
    monkeypatch.setattr(sqlite_writer, "QUIET", 0.05)
    async with opened(SqliteStore(path)) as store:
        await played(store, table, 3)
        await whole(store, 3)
        for _ in range(100):
            if counted(path) == (0, 36, 36):
                break
            await asyncio.sleep(0.05)
        assert counted(path) == (0, 36, 36)
        await whole(store, 3)
        await store.append("t00", 3, [b"3"])  # and on from there
        assert await store.lines("t00") == [b"0", b"1", b"2", b"3"]


async def test_much_moves_without_waiting_for_quiet(path, opened, table, monkeypatch):
    monkeypatch.setattr(sqlite_writer, "ENOUGH", 24)
    async with opened(SqliteStore(path)) as store:
        await played(store, table, 5)
        await whole(store, 5)
        assert counted(path)[1] >= 24


async def test_a_closed_file_has_all_where_it_belongs(path, opened, table):
    async with opened(SqliteStore(path)) as store:
        await played(store, table, 2)
        assert counted(path) == (24, 0, 0)
    assert counted(path) == (0, 24, 24)


async def test_a_server_that_was_killed_has_left_them(path, opened, table, tmp_path):
    async with opened(SqliteStore(path)) as store:
        await played(store, table, 2)
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{path}{suffix}", tmp_path / f"killed.db{suffix}")
    killed = tmp_path / "killed.db"
    async with opened(SqliteStore(killed, read_only=True)) as store:  # looking changes nothing
        await whole(store, 2)
    assert counted(killed) == (24, 0, 0)
    async with opened(SqliteStore(killed)) as store:
        assert counted(killed) == (0, 24, 24)
        await whole(store, 2)


async def test_a_command_is_done_once_however_many_come_at_once(path, opened, table, monkeypatch):
    monkeypatch.setattr(sqlite_writer, "QUIET", 0.05)
    async with opened(SqliteStore(path)) as store:
        await played(store, table, 1)
        for moved in (False, True):
            if moved:
                await asyncio.sleep(0.5)
                assert counted(path)[0] == 0
            outcomes = await all_append(store, 1, command="c0")
            assert all(isinstance(outcome, Conflict) for outcome in outcomes)
            await whole(store, 1)
        again = [store.append(id, 1, [b"x"], Receipt(b"bob", "c0", b"his")) for id in TABLES]  # somebody else's
        assert await asyncio.gather(*again) == [None] * len(TABLES)
    async with opened(SqliteStore(path)) as store:  # also in another process
        assert all(isinstance(outcome, Conflict) for outcome in await all_append(store, 2, command="c0"))


async def test_one_that_does_not_fit_does_not_hurt_the_others(path, opened, table):
    async with opened(SqliteStore(path)) as store:
        await played(store, table, 1)
        jobs = [store.append(id, 7 if id == "t05" else 1, [b"1"]) for id in (*TABLES, "nobody")]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [type(None)] * 5 + [Conflict] + [type(None)] * 6 + [Conflict]


async def test_where_pages_are_damaged_the_others_move_and_those_can_be_read(
    path, opened, table, monkeypatch, tmp_path
):
    async with opened(SqliteStore(path)) as store:
        await played(store, table, 2)
        store._writer._latest.lines = 0  # it is not to be tidied when this closes
        store._writer._db.create_function("broken", 1, lambda id: 1 / 0)
        store._writer._db.execute(
            "CREATE TEMP TRIGGER torn BEFORE INSERT ON main.lines WHEN new.id = 't03' BEGIN SELECT broken(1); END"
        )
        monkeypatch.setattr("brillig.web.store.sqlite_latest.is_damage", lambda why: True)
        await asyncio.to_thread(store._writer._latest.move)
        assert counted(path) == (2, 22, 22)
        await whole(store, 2)


async def test_lost_on_their_way_they_are_named(path, opened, table, tmp_path, leaves, overwrite):
    """Nobody knows whose the lines in a torn page were, so all matches that run are named, and those that are over are not."""
    killed = tmp_path / "killed.db"
    async with opened(SqliteStore(path)) as store:
        await store.create(table("old", status="over"))
        await store.append("old", 0, [b"0"])
        await played(store, table, 40)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copyfile(path, killed)
    overwrite(killed, leaves(killed, "latest")[3])
    async with opened(SqliteStore(killed)) as store:
        assert store.warnings
        for id in TABLES:
            with pytest.raises(Damaged):
                await store.lines(id)
        assert await store.table("old") is not None

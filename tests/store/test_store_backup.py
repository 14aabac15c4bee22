"""brillig backup and restore, as an operator types them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from brillig.web.store import SCHEMA, Session, StoreError, connect
from brillig.web.store.migrations import Migration, found
from brillig.web.store.restore import restore
from brillig.web.store.sqlite import SqliteStore
from tests.store.matches import everything_in


def test_a_backup_goes_anywhere(full, other_url, tmp_path, command, monkeypatch):
    """From either database, through one file, into either; and the file is a database itself."""
    monkeypatch.setattr("brillig.web.store.postgres.BATCH", 7)  # several are moved
    file = tmp_path / "monday.db"
    made = command("backup", file, "--database", full)
    assert made.code == 0, made.err
    assert "The backup is in" in made.out
    assert [p.name for p in tmp_path.glob("monday*")] == ["monday.db"], "one file"
    assert file.stat().st_mode & 0o077 == 0, "secrets are in it"
    brought = command("restore", file, "--database", other_url)
    assert brought.code == 0, brought.err
    assert "monday.db is restored" in brought.out
    expected = everything_in(full)
    assert len(expected["tables"]) == 5
    assert everything_in(other_url) == expected
    assert everything_in(f"sqlite:///{file}") == expected
    assert command("doctor", "--database", other_url).code == 0


def test_restoring_overwrites_nothing(full, tmp_path, command):
    file = tmp_path / "monday.db"
    assert command("backup", file, "--database", full).code == 0
    before = everything_in(full)
    again = command("restore", file, "--database", full)
    assert again.code == 2
    assert "holds something already" in again.err
    assert everything_in(full) == before


def test_restoring_into_a_database_that_a_server_has_only_just_made(full, other_url, tmp_path, command, opened):
    async def start() -> None:
        async with opened(other_url):
            pass

    asyncio.run(start())
    assert command("backup", tmp_path / "monday.db", "--database", full).code == 0
    assert command("restore", tmp_path / "monday.db", "--database", other_url).code == 0
    assert everything_in(other_url) == everything_in(full)


async def test_restoring_into_a_database_in_use(url, other_url, tmp_path, opened, table):
    file = tmp_path / "monday.db"
    async with opened(url) as store:
        await store.create(table("a"))
        await store.backup(file)
    async with opened(other_url) as store:
        with pytest.raises(StoreError, match="in use"):
            await restore(file, other_url)
        assert await store.table("a") is None


def test_a_backup_overwrites_nothing(full, tmp_path, command):
    (tmp_path / "monday.db").write_text("mine")
    made = command("backup", tmp_path / "monday.db", "--database", full)
    assert made.code == 2
    assert "exists already" in made.err
    assert (tmp_path / "monday.db").read_text() == "mine"
    nowhere = command("backup", tmp_path / "nowhere" / "monday.db", "--database", full)
    assert nowhere.code == 2
    assert "There is no folder" in nowhere.err


@pytest.mark.parametrize("what", ["nothing", "text", "foreign"])
def test_what_is_no_backup(tmp_path, command, what):
    file = tmp_path / "monday.db"
    if what == "text":
        file.write_text("not a database " * 1000)
    elif what == "foreign":
        with closing(sqlite3.connect(file)) as db:
            db.execute("CREATE TABLE recipes (name TEXT)")
    ran = command("restore", file, "--database", f"sqlite:///{tmp_path}/new.db")
    assert ran.code == 2
    assert len(ran.err.strip().splitlines()) == 1
    assert not (tmp_path / "new.db").exists()


async def test_a_backup_is_of_one_moment_while_the_server_writes(url, tmp_path, opened, table):
    """Two logs grow together, one line each in turns. A backup never has more of the second than of the first."""
    async with opened(url) as store:
        await store.create(table("a", body=bytes(200_000)))
        await store.create(table("b"))
        for k in range(300):
            await store.put_session(Session(b"%d" % k, "x" * 4000, k))
        stop = asyncio.Event()

        async def write() -> int:
            n = 0
            while not stop.is_set():
                await store.append("a", n, [b"x" * 300])
                await store.append("b", n, [b"x" * 300])
                n += 1
            return n

        writing = asyncio.create_task(write())
        async with opened(connect(url, read_only=True)) as reader:
            for k in range(5):
                await reader.backup(tmp_path / f"{k}.db")
        stop.set()
        count = await writing
    assert count > 10
    lengths = []
    for k in range(5):
        async with opened(connect(f"sqlite:///{tmp_path}/{k}.db", read_only=True)) as store:
            assert await store.check() == []
            a, b = len(await store.lines("a")), len(await store.lines("b"))
            assert b <= a <= b + 1
            lengths.append(a)
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1] <= count


async def test_the_progress_of_a_backup(full, tmp_path, opened):
    reports = []
    async with opened(connect(full, read_only=True)) as store:
        await store.backup(tmp_path / "monday.db", lambda *given: reports.append(given))
    assert reports
    assert reports[-1][0] == reports[-1][1]
    assert reports == sorted(reports)


async def test_no_backup_of_a_damaged_file(tmp_path, opened, table, leaves, overwrite):
    path = tmp_path / "brillig.db"
    async with opened(SqliteStore(path)) as store:
        for k in range(40):
            await store.create(table(f"t{k}", body=bytes(500)))
    overwrite(path, leaves(path, "tables")[1])
    async with opened(SqliteStore(path, read_only=True)) as store:
        with pytest.raises(StoreError, match=r"is damaged .* no backup was made of it. Keep the older ones"):
            await store.backup(tmp_path / "monday.db")
    assert not list(tmp_path.glob("monday*"))


async def test_a_damaged_backup_gives_what_is_whole_in_it(other_url, tmp_path, opened, table, leaves, overwrite):
    path = tmp_path / "brillig.db"
    async with opened(SqliteStore(path)) as store:
        for k in range(40):
            await store.create(table(f"t{k:02}", body=bytes(500)))
            await store.append(f"t{k:02}", 0, [b"0", b"1"])
        await store.backup(tmp_path / "monday.db")
    with closing(sqlite3.connect(tmp_path / "monday.db", isolation_level=None)) as db:
        db.execute("UPDATE lines SET line = 'changed' WHERE id = 't39' AND n = 1")
    overwrite(tmp_path / "monday.db", leaves(tmp_path / "monday.db", "tables")[1])
    heard = await restore(tmp_path / "monday.db", other_url)
    assert "monday.db is damaged" in heard[0]
    assert any("Table t39 is damaged" in sentence for sentence in heard)
    async with opened(other_url) as store:
        whole = await store.tables("playing")
        assert 20 < len(whole) < 40
        for kept in whole:
            assert await store.lines(kept.id) == [b"0", b"1"]
        with pytest.raises(StoreError, match="Table t39 is damaged"):
            await store.lines("t39")
    assert not [p for p in tmp_path.iterdir() if "restor" in p.name or "rescu" in p.name]


async def test_an_older_backup_is_brought_up_to_date(tmp_path, opened, table, monkeypatch):
    async with opened(SqliteStore(tmp_path / "old.db")) as store:
        await store.create(table("a"))
        await store.backup(tmp_path / "monday.db")
    newer = [*found("sqlite"), Migration(SCHEMA + 1, "colours", "ALTER TABLE sessions ADD COLUMN colour TEXT;")]
    monkeypatch.setattr("brillig.web.store.restore.found", lambda dialect: newer)
    assert await restore(tmp_path / "monday.db", f"sqlite:///{tmp_path}/new.db") == []
    async with opened(SqliteStore(tmp_path / "new.db", migrations=newer)) as store:
        assert store.schema == SCHEMA + 1
        assert await store.table("a") == table("a")
    monkeypatch.undo()
    newer_file = tmp_path / "new.db"
    with pytest.raises(StoreError, match=f"has schema {SCHEMA + 1}, and this program knows schemas up to {SCHEMA}"):
        await restore(newer_file, f"sqlite:///{tmp_path}/other.db")

"""Migrations: in order, each whole or not at all, and no way back."""

from __future__ import annotations

import pytest

from brillig.web.store import SCHEMA, StoreError
from brillig.web.store.migrations import Migration, found
from brillig.web.store.postgres import PostgresStore
from brillig.web.store.rows import of_lines
from brillig.web.store.sqlite import SqliteStore

COLOURS = """ALTER TABLE sessions
    ADD COLUMN colour TEXT; -- one statement over two lines
CREATE INDEX by_name ON sessions (nickname);
"""
NEXT, AFTER = SCHEMA + 1, SCHEMA + 2
SECOND = Migration(NEXT, "colours", COLOURS)
BROKEN = Migration(AFTER, "broken", "CREATE TABLE half (id INTEGER);\nCREATE TABLE half (id INTEGER);")


def made(url: str, *more: Migration, only: list[Migration] | None = None):
    """A store that knows these migrations too, or only some."""
    if url.startswith("sqlite"):
        from brillig.web.store.from_url import sqlite_path

        return SqliteStore(sqlite_path(url.removeprefix("sqlite://")), migrations=only or [*found("sqlite"), *more])
    return PostgresStore(url, migrations=only or [*found("postgres"), *more])


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_they_are_numbered_without_gaps(dialect):
    assert [m.number for m in found(dialect)] == list(range(1, SCHEMA + 1))


def test_both_dialects_take_the_same_steps():
    assert [m.name for m in found("sqlite")] == [m.name for m in found("postgres")]


async def test_from_one_to_the_next_and_no_way_back(url, opened, table, spoil):
    async with opened(made(url)) as store:
        assert store.schema == SCHEMA
        await store.create(table("a"))
        await store.append("a", 0, [b"0", b"1"])
    async with opened(made(url, SECOND)) as store:
        assert store.schema == NEXT
        assert await store.table("a") == table("a")
        assert await store.lines("a") == [b"0", b"1"]
        await store.append("a", 2, [b"2"])
    spoil("UPDATE sessions SET colour = 'blue'")  # the column is there
    with pytest.raises(
        StoreError, match=rf"has schema {NEXT}, and this program knows schemas up to {SCHEMA}: use the newer"
    ):
        await made(url).open()
    async with opened(made(url, SECOND)) as store:
        assert len(await store.lines("a")) == 3


async def test_what_was_kept_by_the_first_schema_is_there_under_the_newest(url, opened, table):
    dialect = "sqlite" if url.startswith("sqlite") else "postgres"
    async with opened(made(url, only=found(dialect)[:1])) as store:
        assert store.schema == 1
        await store.create(table("a"))
        if dialect == "sqlite":  # this program appends to what the fourth has brought
            await store.do(lambda db: db.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", of_lines("a", 0, [b"0"])[0]))
        else:
            await store.append("a", 0, [b"0"])
    async with opened(made(url, only=found(dialect)[:1])) as store:
        assert await store.check() == []
    async with opened(made(url)) as store:
        assert (await store.table("a"), await store.lines("a")) == (table("a"), [b"0"])
        assert await store.notes("played", b"x") == []
        assert await store.check() == []


async def test_a_migration_that_fails_changes_nothing(url, opened, table):
    async with opened(made(url)) as store:
        await store.create(table("a"))
    with pytest.raises(StoreError, match=rf"Migration {AFTER} \(broken\) of .* failed and changed nothing"):
        await made(url, SECOND, BROKEN).open()
    async with opened(made(url, SECOND)) as store:  # the second was done before the third was tried
        assert store.schema == NEXT
        assert await store.table("a") == table("a")
    fixed = Migration(AFTER, "mended", "CREATE TABLE half (id INTEGER);")
    async with opened(made(url, SECOND, fixed)) as store:
        assert store.schema == AFTER


async def test_a_damaged_older_database_is_saved_and_then_migrated(tmp_path, opened, table, leaves, overwrite):
    url = f"sqlite:///{tmp_path}/brillig.db"
    async with opened(made(url)) as store:
        for k in range(40):
            await store.create(table(f"t{k:02}", body=bytes(500)))
    path = tmp_path / "brillig.db"
    overwrite(path, leaves(path, "tables")[1])
    async with opened(made(url, SECOND)) as store:
        assert store.schema == NEXT
        assert store.warnings
        assert 0 < len(await store.tables("playing")) < 40

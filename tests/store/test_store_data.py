"""brillig backup, restore and doctor, as an operator types them."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

import brillig
from brillig.cli import main
from brillig.match import Match
from brillig.web.store import Line, Receipt, Session, StoreError, connect
from brillig.web.store.migrations import Migration, found
from brillig.web.store.restoring import restore
from brillig.web.store.sqlite import SqliteStore


@dataclass
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def command(capsys, monkeypatch):
    """command("backup", file, "--database", url), in a thread of its own, for there may be a loop here."""

    def run(*args: str | Path) -> Ran:
        monkeypatch.setenv("COLUMNS", "200")
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Ran(stop.value.code or 0, out, err)

    return run


def a_match(seed: int, steps: int) -> Match:
    match = Match.start(brillig.load("othellino"), secret=random.Random(seed).randbytes(32), gear="plain")
    dice = random.Random(seed)
    for at in range(steps):
        if match.finished:
            break
        (seat,) = match.table.waiting()
        match.choose(seat, dice.choice(match.table.codes(seat)), at)
    return match


MATCHES = {"over": a_match(1, 1000), "playing": a_match(2, 11), "begun": a_match(3, 0)}


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
            await store.say(id, Line(5, "Ann", "hello \N{SNOWMAN}"))
        await store.create(table("open", status="open"))
        await store.create(table("closed", status="over"))
        for k in range(20):
            await store.put_session(Session(b"%d" % k, f"Guest {k}", k))
        await store.close()

    asyncio.run(go())
    assert MATCHES["over"].finished
    assert not MATCHES["playing"].finished
    return url


async def contents(store) -> dict:
    found = {kept.table.id: kept async for kept in store.everything()}
    return {
        "tables": found,
        "receipts": [await store.receipt(id, b"ann", "c1") for id in sorted(found)],
        "said": [await store.said(id) for id in sorted(found)],
        "sessions": [await store.session(b"%d" % k) for k in range(20)],
    }


def everything_in(url: str) -> dict:
    async def go() -> dict:
        store = connect(url, read_only=True)
        await store.open()
        try:
            return await contents(store)
        finally:
            await store.close()

    return asyncio.run(go())


# ---- backup and restore --------------------------------------------------------------------------------------------


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
    newer = [*found("sqlite"), Migration(2, "colours", "ALTER TABLE sessions ADD COLUMN colour TEXT;")]
    monkeypatch.setattr("brillig.web.store.restoring.found", lambda dialect: newer)
    assert await restore(tmp_path / "monday.db", f"sqlite:///{tmp_path}/new.db") == []
    async with opened(SqliteStore(tmp_path / "new.db", migrations=newer)) as store:
        assert store.schema == 2
        assert await store.table("a") == table("a")
    monkeypatch.undo()
    newer_file = tmp_path / "new.db"
    with pytest.raises(StoreError, match="has schema 2, and this program knows schemas up to 1"):
        await restore(newer_file, f"sqlite:///{tmp_path}/other.db")


# ---- doctor --------------------------------------------------------------------------------------------------------


def test_a_healthy_database(full, command):
    ran = command("doctor", "--database", full)
    assert ran.code == 0, ran.out
    assert "All is well." in ran.out
    assert ran.out.split("matches played again")[1].split()[0] == "3"
    lines = sum(len(match.lines()) for match in MATCHES.values())
    assert ran.out.split("lines of logs")[1].split()[0] == str(lines)


def test_the_database_by_environment(full, command, monkeypatch):
    monkeypatch.setenv("BRILLIG_DATABASE", full)
    assert command("doctor").code == 0


def test_a_password_is_not_printed(command):
    pytest.importorskip("asyncpg")
    ran = command("doctor", "--database", "postgresql://ann:hunter2@127.0.0.1:1/games")
    assert ran.code == 2
    assert "ann@127.0.0.1:1/games" in ran.err
    assert "hunter2" not in ran.out + ran.err


def sealed_again(lines: list[bytes], change) -> list[tuple[str, int, bytes, int]]:
    """Lines after a change, with checksums that fit: damage that only the chain or a replay can tell."""
    from brillig.web.store.rows import of_lines

    return of_lines("playing", 0, change(lines))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [*lines[:5], *lines[6:]], "Line 6: its hash does not fit"),
        (lambda lines: [*lines[:5], lines[5].replace(b'"code":', b'"code":1'), *lines[6:]], "Line 6: its hash"),
        (lambda lines: [*lines[:-1], lines[-1][:-10]], "Line 12:"),
        (lambda lines: MATCHES["over"].lines(), "The secret of the match is not the one that line 1 commits to"),
        (lambda lines: [], "Its status is playing, but its log is empty"),
    ],
)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_log_that_was_tampered_with(full, command, change, said):
    with closing(sqlite3.connect(full.removeprefix("sqlite:///"), isolation_level=None)) as db:
        db.execute("DELETE FROM lines WHERE id = 'playing'")
        rows = sealed_again(MATCHES["playing"].lines(), change)
        db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)
    ran = command("doctor", "--database", full)
    assert ran.code == 1
    (named,) = [line for line in ran.out.splitlines() if line.startswith("playing")]
    assert said in named
    assert "All is well" not in ran.out


def test_an_illegal_choice_in_an_unbroken_chain(full, command, opened):
    """Somebody who can compute hashes has still to obey the rules."""
    from brillig.match.log import Choice, Log

    match = MATCHES["playing"]
    log = Log(match.header)
    for entry in match.log.entries[:3]:
        log.append(entry)
    log.append(Choice(99, match.log.entries[2].seat, 0))

    async def go() -> None:
        async with opened(full) as store:
            kept = await store.table("playing")
            await store.create(type(kept)("cheat", 1, "playing", True, 1, 1, b"{}", kept.secret))
            await store.append("cheat", 0, [log.top, *log.since(0)])

    asyncio.run(go())
    ran = command("doctor", "--database", full)
    assert ran.code == 1
    (named,) = [line for line in ran.out.splitlines() if line.startswith("cheat")]
    assert "Line 5, seat" in named


@pytest.mark.parametrize(
    ("id", "status", "said"),
    [
        ("over", "playing", "Its status is playing, but the match is over."),
        ("playing", "over", "Its status is over, but the match is not finished."),
        ("begun", "open", "Its status is open, but the match has begun."),
        ("begun", "lost", "Its status is 'lost'."),
    ],
)
def test_a_status_that_does_not_fit(full, command, opened, id, status, said):
    import msgspec

    async def go() -> None:
        async with opened(full) as store:
            kept = await store.table(id)
            await store.change(msgspec.structs.replace(kept, version=3, status=status))

    asyncio.run(go())
    ran = command("doctor", "--database", full)
    assert ran.code == 1
    (named,) = [line for line in ran.out.splitlines() if line.startswith(id)]
    assert said in named


def test_matches_of_rules_that_are_not_here_are_no_damage(full, command, opened, table):
    import msgspec

    from brillig.match.log import Log

    async def go() -> None:
        async with opened(full) as store:
            for id, change in {"older": {"rules": 0}, "foreign": {"game": "chess"}}.items():
                log = Log(msgspec.structs.replace(MATCHES["begun"].header, **change))
                await store.create(table(id, secret=MATCHES["begun"].secret))
                await store.append(id, 0, [log.top])

    asyncio.run(go())
    ran = command("doctor", "--database", full)
    assert ran.code == 0, ran.out
    assert "the rules are not here (othellino, version 0)" in ran.out
    assert "the rules are not here (chess, version 1)" in ran.out


def test_every_damaged_table_is_named_and_nothing_is_changed(tmp_path, table, opened, command, leaves, overwrite):
    path = tmp_path / "brillig.db"

    async def go() -> None:
        async with opened(SqliteStore(path)) as store:
            for k in range(40):
                await store.create(table(f"t{k:02}", status="open", body=bytes(500)))

    asyncio.run(go())
    overwrite(path, leaves(path, "tables")[1])
    before = path.read_bytes()
    ran = command("doctor", "--database", f"sqlite:///{path}")
    assert ran.code == 1
    assert "brillig.db is damaged:" in ran.out
    named = [line for line in ran.out.splitlines() if line.startswith("t") and "is damaged" in line]
    assert named
    counted = int(ran.out.split("tables open")[1].split()[0])
    assert counted + len(named) == 40
    assert path.read_bytes() == before
    assert not path.with_name("brillig.db-damaged").exists()


async def test_looking_while_the_server_plays(url, opened, table):
    """A document and its log are read as of one moment: nothing looks wrong that is not."""
    from brillig.cli.data import examine

    match = a_match(4, 1000)
    lines = match.lines()

    async def play(k: int) -> None:
        id = f"t{k}"
        await store.create(table(id, status="open", secret=match.secret))
        await store.append(id, 0, lines[:1], table=table(id, version=2, secret=match.secret))
        last = len(lines) - 2  # a last choice and the end go together, as a server keeps them
        for n in range(1, last):
            await store.append(id, n, [lines[n]])
        over = table(id, version=3, status="over", secret=match.secret)
        await store.append(id, last, lines[last:], table=over)

    async with opened(url) as store:
        playing = [asyncio.create_task(play(k)) for k in range(8)]
        for _ in range(3):
            findings = await examine(connect(url, read_only=True))
            assert findings.well, findings
            await asyncio.sleep(0.05)
        await asyncio.gather(*playing)
        findings = await examine(connect(url, read_only=True))
        assert findings.well
        assert findings.tables == {"over": 8}


async def test_the_memory_of_the_doctor_is_flat(tmp_path, opened, table):
    """Three times as much in the database does not take three times the memory."""
    import tracemalloc

    async def peak(count: int) -> int:
        path = tmp_path / f"{count}.db"
        async with opened(SqliteStore(path)) as store:
            for k in range(count):
                await store.create(table(f"t{k:03}"))
                await store.append(f"t{k:03}", 0, [os.urandom(1000) for _ in range(150)])
        async with opened(SqliteStore(path, read_only=True)) as store:
            tracemalloc.start()
            looked = 0
            async for _ in store.everything():
                looked += 1
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
        assert looked == count
        return most

    assert await peak(120) < 1.5 * await peak(40)

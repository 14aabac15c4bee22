"""brillig doctor, as an operator types it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing

import pytest

from brillig.web.store import connect
from brillig.web.store.sqlite import SqliteStore
from tests.store.matches import MATCHES, a_match


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
    from brillig.match.log import ChoiceEntry, Log

    match = MATCHES["playing"]
    log = Log(match.header)
    for entry in match.log.entries[:3]:
        log.append(entry)
    log.append(ChoiceEntry(99, match.log.entries[2].seat, 0))

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
    from brillig.cli.server.data import examine

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

"""What survives: kill -9 at any moment, a file cut short, a bit flipped, a page gone."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from brillig.web.store import Damage, Damaged, Document, Receipt, SaidLine, Session, StoreError, connect
from brillig.web.store.sqlite import SqliteStore

HERE = Path(__file__).parent
ROUNDS = 10
TASKS = 12


# ---- kill -9 -------------------------------------------------------------------------------------------------------


def hammered(url: str, seconds: float) -> dict[str, int]:
    """Let a server write for so long after its first acknowledgement, kill it, and say what it had acknowledged."""
    process = subprocess.Popen([sys.executable, HERE / "hammer.py", url, str(TASKS)], stdout=subprocess.PIPE)
    assert process.stdout
    try:
        assert process.stdout.readline() == b"open\n"
        first = process.stdout.readline()
        time.sleep(seconds)
        assert process.poll() is None, "it wrote until it was killed"
    finally:
        process.kill()
        process.wait()
    acknowledged: dict[str, int] = {}
    for text in (first + process.stdout.read()).decode().splitlines(keepends=True):
        if text.endswith("\n"):  # the last one may have been cut off
            id, count = text.split()
            acknowledged[id] = max(int(count), acknowledged.get(id, 0))
    process.stdout.close()
    return acknowledged


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(100, marks=pytest.mark.soak)])
async def test_kill_9_loses_nothing_that_was_acknowledged(url, opened, table, rounds, monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    from hammer import line

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")]))
    dice, acknowledged = random.Random(rounds), 0
    async with opened(url) as store:
        for k in range(TASKS):
            await store.create(table(f"t{k}"))
    for _ in range(rounds):
        told = hammered(url, dice.choice((0, 0.02, 0.1)) + dice.random() / 20)
        async with opened(url) as store:  # at once, and nothing is in its way
            assert store.warnings == []
            for k in range(TASKS):
                lines = await store.lines(f"t{k}")
                assert lines == [line(f"t{k}", n) for n in range(len(lines))]
                assert told.get(f"t{k}", 0) <= len(lines)
                if f"t{k}" in told:
                    assert len(lines) <= told[f"t{k}"] + 3, "more than the one append that was under way"
                n = 0
                while await store.receipt(f"t{k}", b"hammer", f"c{n}"):
                    n += 1 + n % 3
                assert n == len(lines), "lines and their receipt go together"
            assert await store.check() == []
        acknowledged += len(told)
    assert acknowledged > rounds


# ---- a database to damage ------------------------------------------------------------------------------------------

TABLES = 24
STATUSES = ("open", "playing", "over")


def a_line(id: str, n: int) -> bytes:
    return f"{id} {n} ".encode() * 8


def document(k: int, version: int = 1) -> Document:
    body = random.Random(k).randbytes(300 + 20 * k)
    return Document(f"t{k:02}", version, STATUSES[k % 3], k % 2 == 0, 1000, 1000 + version, body, bytes([k]) * 32)


def session(k: int) -> Session:
    return Session(random.Random(f"session {k}").randbytes(32), f"Guest {k}", k)


async def written(path: Path) -> None:
    store = SqliteStore(path)
    await store.open()
    for k in range(TABLES):
        await store.create(document(k))
        for n in range(0, 2 * k, 2):
            lines = [a_line(f"t{k:02}", n), a_line(f"t{k:02}", n + 1)]
            await store.append(f"t{k:02}", n, lines, Receipt(b"ann", f"c{n}", b"yes %d" % n))
        await store.say(f"t{k:02}", SaidLine(k, "Ann", f"hello {k}"))
        await store.put_session(session(k))
        await store.change(document(k, 2))
    for suffix in ("", "-wal"):  # as after kill -9
        shutil.copyfile(f"{path}{suffix}", f"{path}{suffix}.copy")
    await store.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A database: closed in good order, and as kill -9 leaves it, with everything in the write-ahead log."""
    path = tmp_path_factory.mktemp("whole") / "brillig.db"
    asyncio.run(written(path))
    (path.parent / "killed").mkdir()
    for suffix in ("", "-wal"):
        os.rename(f"{path}{suffix}.copy", path.parent / "killed" / f"brillig.db{suffix}")
    assert (path.parent / "killed" / "brillig.db-wal").stat().st_size > 100_000
    return path


def said(why: StoreError, words: str) -> None:
    """It named what is damaged."""
    assert words in str(why)


async def survives(path: Path) -> str:
    """Whatever was done to the file: what is there is as it was written, and what is not is named. How it went."""
    store = SqliteStore(path)
    try:
        await store.open()
    except StoreError as why:
        said(why, str(path))
        return "refused"
    try:
        lost = [await looked_at(store, k) for k in range(TABLES)]
        seen = {}
        async for kept in store.everything():
            id = kept.id if isinstance(kept, Damage) else kept.table.id
            assert id not in seen
            seen[id] = kept
        for k in range(TABLES):
            if lost[k] == "whole":
                assert seen[f"t{k:02}"].table.version in (1, 2)
            elif lost[k] == "damaged":
                assert isinstance(seen.get(f"t{k:02}", seen.get("")), Damage)
            elif lost[k] == "torn":
                assert any(f"t{k:02}" in sentence for sentence in await store.check())
        for status in STATUSES:
            for table in await store.tables(status):
                assert table == document(int(table.id[1:]), table.version)
        for k in range(TABLES):
            found = None
            try:
                found = await store.session(session(k).id)
            except StoreError as why:
                said(why, "session is damaged")
                continue
            assert found == session(k) or (found is None and lost_a_suffix(store))
        for k in range(TABLES):
            if lost[k] == "whole":  # and the others play on
                first = len(await store.lines(f"t{k:02}"))
                await store.append(f"t{k:02}", first, [b"on"])
                assert (await store.lines(f"t{k:02}"))[first:] == [b"on"]
        return "named" if {"damaged", "torn"} & set(lost) or store.warnings else "whole"
    finally:
        await store.close()


def lost_a_suffix(store) -> bool:
    """A session may be gone without its name if the operator was told, or if the latest commits are."""
    return bool(store.warnings) or "killed" in str(store.path)


async def looked_at(store, k: int) -> str:
    id = f"t{k:02}"
    try:
        table = await store.table(id)
        if table is None:
            assert "killed" in str(store.path), "only the end of a write-ahead log may take a table with it"
            return "gone"
        assert table == document(k, table.version)
        lines = await store.lines(id)
        assert lines == [a_line(id, n) for n in range(len(lines))], "a prefix"
    except Damaged as why:
        said(why, f"able {id}")
        return "damaged"
    try:
        for n in range(0, 2 * k, 2):
            assert await store.receipt(id, b"ann", f"c{n}") in (b"yes %d" % n, None)
        assert await store.said(id) in ([SaidLine(k, "Ann", f"hello {k}")], [])
    except Damaged as why:
        said(why, f"able {id}")
        return "torn"
    return "whole"


def copied(whole: Path, to: Path) -> Path:
    """A fresh copy in a folder of its own."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    for file in whole.parent.glob("brillig.db*"):
        if not file.name.endswith("-lock"):
            shutil.copyfile(file, to / file.name)
    return to / "brillig.db"


async def test_nothing_is_wrong_with_what_we_damage_below(whole, tmp_path):
    assert await survives(copied(whole, tmp_path / "x")) == "whole"
    assert await survives(copied(whole.parent / "killed" / "x", tmp_path / "killed")) == "whole"


@pytest.mark.parametrize("times", [30, pytest.param(3000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("state", ["closed", "killed"])
async def test_a_flipped_bit(whole, tmp_path, state, times):
    dice, went = random.Random(times), []
    for _ in range(times):
        source = whole if state == "closed" else whole.parent / "killed" / "brillig.db"
        path = copied(source, tmp_path / state)
        target = path if state == "closed" else path.with_name("brillig.db-wal")
        data = bytearray(target.read_bytes())
        at, bit = dice.randrange(len(data)), dice.randrange(8)
        data[at] ^= 1 << bit
        target.write_bytes(data)
        try:
            went.append(await survives(path))
        except BaseException as why:
            raise AssertionError(f"bit {bit} of byte {at} of {target.name}") from why
    assert "whole" in went
    assert state == "killed" or "named" in went


@pytest.mark.parametrize("times", [16, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("state", ["closed", "killed"])
async def test_a_file_cut_short(whole, tmp_path, state, times):
    dice = random.Random(times)
    for k in range(times):
        source = whole if state == "closed" else whole.parent / "killed" / "brillig.db"
        path = copied(source, tmp_path / state)
        target = path if state == "closed" else path.with_name("brillig.db-wal")
        size = target.stat().st_size
        left = dice.randrange(size) if k % 2 else dice.randrange(size // 4096) * 4096
        os.truncate(target, left)
        try:
            await survives(path)
        except BaseException as why:
            raise AssertionError(f"{target.name} cut to {left} bytes") from why


@pytest.mark.parametrize("times", [20, pytest.param(1000, marks=pytest.mark.soak)])
async def test_a_page_of_noise(whole, tmp_path, times):
    dice = random.Random(times)
    for k in range(times):
        path = copied(whole, tmp_path / "noise")
        data = bytearray(path.read_bytes())
        at = dice.randrange(len(data) // 4096) * 4096
        data[at : at + 4096] = bytes(4096) if k % 2 else dice.randbytes(4096)
        path.write_bytes(data)
        try:
            await survives(path)
        except BaseException as why:
            raise AssertionError(f"page at byte {at}") from why


# ---- salvage -------------------------------------------------------------------------------------------------------


async def test_a_page_of_one_log_hurts_no_other(whole, tmp_path, leaves, overwrite, opened):
    path = copied(whole, tmp_path / "x")
    before = path.read_bytes()
    pages = leaves(path, "lines")
    assert len(pages) > 5
    overwrite(path, pages[len(pages) // 2])
    damaged_bytes = path.read_bytes()
    assert damaged_bytes != before
    async with opened(SqliteStore(path)) as store:
        names = {kept.id async for kept in store.everything() if isinstance(kept, Damage)}
        assert 1 <= len(names) <= 3
        assert path.with_name("brillig.db-damaged").read_bytes() == damaged_bytes
        assert "is in its place now, and the old file is" in store.warnings[0]
        for name in names:
            assert any(f"Table {name} is damaged" in sentence for sentence in store.warnings[1:])
            with pytest.raises(Damaged, match=f"Table {name} is damaged"):
                await store.lines(name)
            with pytest.raises(Damaged, match=f"Table {name} is damaged"):
                await store.table(name)
            with pytest.raises(Damaged, match=f"Table {name} is damaged"):
                await store.append(name, 0, [b"x"])
            assert name not in [t.id for s in STATUSES for t in await store.tables(s)]
        for k in range(TABLES):
            if f"t{k:02}" not in names:
                assert await store.table(f"t{k:02}") == document(k, 2)
                assert len(await store.lines(f"t{k:02}")) == 2 * k
                assert len(await store.said(f"t{k:02}")) == 1
            assert await store.session(session(k).id) == session(k)
        assert await store.check() == []
    async with opened(SqliteStore(path)) as store:  # it is still known the next time, and the file is sound
        assert {kept.id async for kept in store.everything() if isinstance(kept, Damage)} == names
        assert len(store.warnings) == len(names)
    assert not path.with_name("brillig.db-damaged-2").exists()


async def test_a_page_of_documents(whole, tmp_path, leaves, overwrite, opened):
    path = copied(whole, tmp_path / "x")
    overwrite(path, leaves(path, "tables")[1])
    async with opened(SqliteStore(path)) as store:
        names = {kept.id async for kept in store.everything() if isinstance(kept, Damage)}
        assert 1 <= len(names) < TABLES // 2
        assert "" not in names, "the index knows them all"
        for k in range(TABLES):
            if f"t{k:02}" in names:
                with pytest.raises(Damaged, match="its document is lost"):
                    await store.table(f"t{k:02}")
            else:
                assert await store.table(f"t{k:02}") == document(k, 2)
        assert await store.table("never") is None


async def test_a_definition_that_was_changed(whole, tmp_path, opened):
    """SQLite finds nothing wrong with it, but what is written would refer to nowhere."""
    path = copied(whole, tmp_path / "x")
    path.write_bytes(path.read_bytes().replace(b"REFERENCES tables (id)", b"REFERENCES tabdes (id)"))
    async with opened(SqliteStore(path)) as store:
        assert "the definition of its tables is not ours" in store.warnings[0]
        assert [await looked_at(store, k) for k in range(TABLES)] == ["whole"] * TABLES
        await store.append("t01", 2, [b"on"])


async def test_tables_that_nobody_can_name(whole, tmp_path, leaves, overwrite, opened):
    path = copied(whole, tmp_path / "x")
    for name in ("tables", "tables_by_status"):
        overwrite(path, leaves(path, name)[0])
    async with opened(SqliteStore(path)) as store:
        with pytest.raises(Damaged, match="There is no table who any more, or there never was"):
            await store.table("who")


async def test_sessions_between_two_bad_pages_are_saved(tmp_path, leaves, overwrite, opened):
    path = tmp_path / "brillig.db"
    async with opened(SqliteStore(path)) as store:
        for k in range(600):
            await store.put_session(session(k))
    pages = leaves(path, "sessions")
    assert len(pages) >= 7
    for number in (pages[1], pages[-2]):
        overwrite(path, number)
    async with opened(SqliteStore(path)) as store:
        assert "Some of the sessions are lost." in store.warnings
        found = sum([await store.session(session(k).id) == session(k) for k in range(600)])
    assert 600 * (len(pages) - 3) / len(pages) < found < 600


async def test_damage_while_the_server_runs(whole, tmp_path, leaves, overwrite, opened):
    """Nobody opens the file anew: what is read from the bad page is refused by name, the rest goes on."""
    path = copied(whole, tmp_path / "x")
    pages = leaves(path, "lines")
    async with opened(SqliteStore(path)) as store:
        overwrite(path, pages[-1])
        went = [await looked_at(store, k) for k in range(TABLES)]
        assert went.count("damaged") == 1
        outcomes = await asyncio.gather(
            *(store.append(f"t{k:02}", 2 * k, [b"on"]) for k in range(TABLES)), return_exceptions=True
        )  # in one commit, and one of them meets the damage
        for k in range(TABLES):
            if went[k] == "whole":
                assert outcomes[k] is None
                assert (await store.lines(f"t{k:02}"))[2 * k :] == [b"on"]
            else:
                assert isinstance(outcomes[k], Damaged)
                assert f"Table t{k:02} is damaged" in str(outcomes[k])


@pytest.mark.parametrize("crash", ["link", "replace", "place"])
async def test_a_crash_in_the_middle_of_a_salvage(whole, tmp_path, leaves, overwrite, opened, crash, monkeypatch):
    """Wherever it stops, the next start goes on, and what was in the write-ahead log is not lost."""
    source = whole.parent / "killed" / "brillig.db"
    path = copied(source, tmp_path / "x")
    async with opened(SqliteStore(path)):  # all of it in the file where it belongs, but not the latest line
        pass
    async with opened(SqliteStore(path)) as store:
        await store.append("t00", 0, [b"latest"])
        kept = {suffix: path.with_name(f"brillig.db{suffix}").read_bytes() for suffix in ("", "-wal")}
    for suffix, data in kept.items():
        path.with_name(f"brillig.db{suffix}").write_bytes(data)
    pages = leaves(path, "lines")
    overwrite(path, pages[-1])

    class Crash(BaseException):
        pass

    def fail(*_):
        raise Crash

    with monkeypatch.context() as broken:
        if crash == "link":
            broken.setattr("brillig.web.store.salvage.os.link", fail)
        elif crash == "replace":
            broken.setattr("brillig.web.store.salvage.os.replace", fail)
        else:
            import brillig.web.store.salvage as salvage

            there = salvage.place
            broken.setattr(salvage, "place", lambda made, to: fail() if to.name == "brillig.db" else there(made, to))
        with pytest.raises(Crash):
            SqliteStore(path)._open()
    async with opened(SqliteStore(path)) as store:
        assert await store.lines("t00") == [b"latest"]
        assert len(await store.lines("t05")) == 10
        assert store.warnings
    assert path.with_name("brillig.db-damaged").exists()
    assert not path.with_name("brillig.db-rescued").exists()


async def test_reading_only_a_damaged_file_changes_nothing(whole, tmp_path, leaves, overwrite, opened):
    path = copied(whole, tmp_path / "x")
    overwrite(path, leaves(path, "lines")[3])
    overwrite(path, leaves(path, "tables")[2])
    before = path.read_bytes()
    async with opened(connect(f"sqlite:///{path}", read_only=True)) as store:
        assert await store.check()
        found = {(k.id if isinstance(k, Damage) else k.table.id): type(k).__name__ async for k in store.everything()}
        assert len(found) == TABLES
        assert set(found.values()) == {"Kept", "Damage"}
        assert {t.id for s in STATUSES for t in await store.tables(s)} >= {i for i, k in found.items() if k == "Kept"}
    assert path.read_bytes() == before
    assert not path.with_name("brillig.db-damaged").exists()

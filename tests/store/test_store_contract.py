"""What every store promises, asked of SQLite and of PostgreSQL."""

from __future__ import annotations

import asyncio
import random

import pytest

from brillig.web.store import Conflict, Damage, Kept, Note, Receipt, SaidLine, Session, StoreError, connect


async def collected(store, status=None):
    return [kept async for kept in store.everything(status)]


# ---- opening -------------------------------------------------------------------------------------------------------


async def test_what_was_written_is_there_after_reopening(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        await store.append("a", 0, [b"head", b"one"])
        await store.put_session(Session(b"s" * 32, "Ann", 5))
        await store.say("a", SaidLine(7, "Ann", "hello"))
    async with opened(url) as store:
        assert await store.table("a") == table("a")
        assert await store.lines("a") == [b"head", b"one"]
        assert await store.session(b"s" * 32) == Session(b"s" * 32, "Ann", 5)
        assert await store.said("a") == [SaidLine(7, "Ann", "hello")]
        assert store.warnings == []
        assert await store.check() == []


async def test_two_servers_on_one_database_are_refused(url, opened, table):
    async with opened(url) as store:
        with pytest.raises(StoreError, match="in use by another server"):
            await connect(url).open()
        await store.create(table())  # and the first goes on
    async with opened(url) as store:
        assert await store.table("t1")


async def test_a_closed_store_says_so(url, opened, table):
    async with opened(url) as store:
        pass
    with pytest.raises(StoreError, match="closed"):
        await store.create(table())
    with pytest.raises(StoreError, match="closed"):
        await store.table("t1")
    await store.close()  # twice does no harm


async def test_reading_only_beside_a_server(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        async with opened(connect(url, read_only=True)) as reader:
            assert await reader.table("a") == table("a")
            await reader.ping()
            with pytest.raises(StoreError, match="reading only"):
                await reader.create(table("b"))
            await store.append("a", 0, [b"head"])
            assert await reader.lines("a") == [b"head"]
        await store.ping()


async def test_reading_only_needs_a_database(url):
    with pytest.raises(StoreError, match="There is no database"):
        await connect(url, read_only=True).open()


# ---- sessions ------------------------------------------------------------------------------------------------------


async def test_sessions(url, opened):
    async with opened(url) as store:
        assert await store.session(b"x") is None
        await store.put_session(Session(b"x", "Ann", 1))
        await store.put_session(Session(b"y", "Bob \N{GRINNING FACE}", 2))
        await store.put_session(Session(b"x", "Ann's cat", 1))
        assert await store.session(b"x") == Session(b"x", "Ann's cat", 1)
        assert await store.session(b"y") == Session(b"y", "Bob \N{GRINNING FACE}", 2)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
async def test_what_cannot_be_kept_is_refused(url, opened, name):
    async with opened(url) as store:
        with pytest.raises(StoreError, match="cannot be kept"):
            await store.put_session(Session(b"x", name, 1))
        with pytest.raises(StoreError, match="cannot be kept"):
            await store.put_session(Session(b"x", "Ann", 1 << 70))
        assert await store.session(b"x") is None


# ---- notes ---------------------------------------------------------------------------------------------------------


async def test_notes_are_kept_in_order_and_taken_once(url, opened, table):
    ann, bob = b"a" * 32, b"b" * 32
    async with opened(url) as store:
        for k in range(5):
            await store.put_note(Note("played", ann, f"t{k}", k, b"%d" % k))
        await store.put_note(Note("played", bob, "t1", 9, b"bob"))
        await store.put_note(Note("played", ann, "t1", 7, b"again"))
        assert [note.id for note in await store.notes("played", ann, 3)] == ["t1", "t4", "t3"]
        assert (await store.note("played", ann, "t1")).body == b"again"
        assert await store.note("link", ann, "t1") is None
        both = await asyncio.gather(*(store.take_note("played", ann, "t1") for _ in range(2)))
        assert sorted(note.body if note else b"" for note in both) == [b"", b"again"]
        assert (await store.note("played", bob, "t1")).body == b"bob"
        with pytest.raises(StoreError, match="cannot be kept"):
            await store.put_note(Note("played", ann, "a\0b", 1, b""))


async def test_notes_go_with_the_change_of_their_table_or_not_at_all(url, opened, table):
    note = Note("played", b"ann", "a", 3, b"{}")
    async with opened(url) as store:
        await store.create(table("a"))
        with pytest.raises(Conflict):
            await store.append("a", 5, [b"head"], None, table("a", version=2, status="over"), [note])
        assert await store.notes("played", b"ann") == []
        await store.append("a", 0, [b"head"], None, table("a", version=2, status="over"), [note])
        assert await store.notes("played", b"ann") == [note]


# ---- tables --------------------------------------------------------------------------------------------------------


async def test_an_id_is_taken_once(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a", body=b"first"))
        with pytest.raises(Conflict, match="a table a already"):
            await store.create(table("a", body=b"second"))
        assert (await store.table("a")).body == b"first"
        assert await store.table("b") is None
        with pytest.raises(StoreError, match="version 1"):
            await store.create(table("c", version=2))


async def test_a_change_names_the_version_it_is_based_on(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        await store.change(table("a", version=2, status="over", listed=False, body=b"", secret=b"x" * 32))
        for version in (1, 2, 4):
            with pytest.raises(Conflict, match=f"not at version {version - 1}"):
                await store.change(table("a", version=version))
        with pytest.raises(Conflict):
            await store.change(table("nobody", version=2))
        kept = await store.table("a")
        assert kept == table("a", version=2, status="over", listed=False, body=b"", secret=b"x" * 32)
        await store.change(table("a", version=3))


async def test_tables_of_a_status_the_latest_first(url, opened, table):
    async with opened(url) as store:
        for k in range(6):
            await store.create(table(f"t{k}", status="open", changed=100 + k // 2, listed=k % 2 == 0))
        await store.create(table("over", status="over"))
        assert [t.id for t in await store.tables("open")] == ["t4", "t5", "t2", "t3", "t0", "t1"]
        assert [t.id for t in await store.tables("open", listed=True)] == ["t4", "t2", "t0"]
        assert [t.id for t in await store.tables("open", listed=False, limit=2)] == ["t5", "t3"]
        assert await store.tables("playing") == []
        await store.create(table("mine", status="open", body=b'{"session": "\x00ab"}'))
        assert [t.id for t in await store.tables("open", holding=b"\x00ab")] == ["mine"]
        assert [t.id for t in await store.tables("open", holding=b"nobody")] == []


# ---- logs ----------------------------------------------------------------------------------------------------------


async def test_a_log_grows_without_gaps(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        assert await store.lines("a") == []
        await store.append("a", 0, [b"0", b"1"])
        for first in (0, 1, 3):
            with pytest.raises(Conflict, match=f"exactly {first} lines"):
                await store.append("a", first, [b"x"])
        await store.append("a", 2, [b"2"])
        assert await store.lines("a") == [b"0", b"1", b"2"]
        with pytest.raises(Conflict):
            await store.append("nobody", 0, [b"x"])
        with pytest.raises(StoreError, match="numbered from 0"):
            await store.append("a", -1, [b"x"])
        assert await store.lines("nobody") == []


async def test_bytes_come_back_as_they_were(url, opened, table):
    lines = [bytes(range(256)), b"", b"\n", "\N{SNOWMAN}".encode(), random.Random(1).randbytes(20_000)]
    async with opened(url) as store:
        await store.create(table("a"))
        await store.append("a", 0, lines)
        assert await store.lines("a") == lines


async def test_receipts(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        await store.create(table("b"))
        await store.append("a", 0, [b"0"], Receipt(b"ann", "c1", b"yes"))
        assert await store.receipt("a", b"ann", "c1") == b"yes"
        assert await store.receipt("a", b"bob", "c1") is None
        assert await store.receipt("b", b"ann", "c1") is None
        with pytest.raises(Conflict):  # the same command again: not one line of it
            await store.append("a", 1, [b"1"], Receipt(b"ann", "c1", b"no"))
        assert await store.lines("a") == [b"0"]
        assert await store.receipt("a", b"ann", "c1") == b"yes"
        await store.append("a", 1, [], Receipt(b"bob", "c1", b"refused"))  # an answer alone
        with pytest.raises(Conflict):
            await store.append("a", 5, [], Receipt(b"bob", "c2", b"refused"))
        assert await store.receipt("a", b"bob", "c1") == b"refused"
        assert await store.receipt("a", b"bob", "c2") is None
        await store.append("b", 0, [b"0"], Receipt(b"ann", "c1", b"elsewhere"))


async def test_the_table_changes_with_the_log_or_not_at_all(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a", status="open"))
        await store.append("a", 0, [b"0"], table=table("a", version=2))
        over = table("a", version=3, status="over")
        with pytest.raises(Conflict):  # the log is longer
            await store.append("a", 0, [b"x"], Receipt(b"ann", "c", b"x"), over)
        with pytest.raises(Conflict):  # the table has changed
            await store.append("a", 1, [b"x"], Receipt(b"ann", "c", b"x"), table("a", version=2, status="over"))
        await store.append("a", 1, [b"1"], Receipt(b"ann", "c", b"x"))
        with pytest.raises(Conflict):  # the command was answered
            await store.append("a", 2, [b"x"], Receipt(b"ann", "c", b"y"), over)
        with pytest.raises(StoreError, match="came with a change of table b"):
            await store.append("a", 2, [b"x"], table=table("b", version=2))
        assert (await store.table("a")).status == "playing"
        assert await store.lines("a") == [b"0", b"1"]
        await store.append("a", 2, [b"end"], Receipt(b"ann", "d", b"z"), over)
        assert (await store.table("a"), await store.lines("a")) == (over, [b"0", b"1", b"end"])


# ---- talk ----------------------------------------------------------------------------------------------------------


async def test_talk(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        for k in range(5):
            await store.say("a", SaidLine(k, "Ann", f"word {k}"))
        assert [line.text for line in await store.said("a", limit=3)] == ["word 2", "word 3", "word 4"]
        assert await store.said("b") == []
        with pytest.raises(Conflict, match="There is no table b"):
            await store.say("b", SaidLine(1, "Ann", "hello?"))


async def test_what_was_answered_is_not_said_again(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        for receipt in (Receipt(b"ann", "1", b"yes"), Receipt(b"bob", "1", b"yes")):
            await store.say("a", SaidLine(1, "Ann", "hello"), receipt)
        with pytest.raises(Conflict, match="was said at table a already"):
            await store.say("a", SaidLine(2, "Ann", "hello"), Receipt(b"ann", "1", b"no"))
        assert [line.at for line in await store.said("a")] == [1, 1]
        assert await store.receipt("a", b"ann", "1") == b"yes"


async def test_everybody_may_talk_at_once(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        await asyncio.gather(*(store.say("a", SaidLine(k, "Ann", str(k))) for k in range(30)))
        assert sorted(int(line.text) for line in await store.said("a")) == list(range(30))


# ---- many at once --------------------------------------------------------------------------------------------------


async def test_200_tasks_append_to_50_logs(url, opened, table):
    """Four tasks fight for each log. Every line that was acknowledged is there once, and in its place."""
    rounds, logs = 6, 50
    acknowledged: dict[tuple[str, int], bytes] = {}

    async def play(k: int) -> None:
        id, done = f"log{k % logs}", 0
        while done < rounds:
            first = len(await store.lines(id))
            line = f"{k}:{done}".encode()
            try:
                await store.append(id, first, [line], Receipt(b"%d" % k, f"c{done}", line))
            except Conflict:
                continue
            assert (id, first) not in acknowledged
            acknowledged[id, first] = line
            done += 1

    async with opened(url) as store:
        await asyncio.gather(*(store.create(table(f"log{k}")) for k in range(logs)))
        await asyncio.gather(*(play(k) for k in range(200)))
    async with opened(url) as store:
        found = {kept.table.id: kept.lines for kept in await collected(store)}
    assert {(id, n): line for id, lines in found.items() for n, line in enumerate(lines)} == acknowledged
    assert len(acknowledged) == 200 * rounds


async def test_one_conflict_does_not_hurt_the_others(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        await store.create(table("b"))
        jobs = [store.append("a", 0, [b"a"])]
        jobs += [store.append("b", n, [b"%d" % n]) if n == 0 else store.append("b", 7, [b"no"]) for n in range(20)]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert outcomes[:2] == [None, None]
        assert all(isinstance(o, Conflict) for o in outcomes[2:])
        assert (await store.lines("a"), await store.lines("b")) == ([b"a"], [b"0"])


async def test_somebody_who_stops_waiting_does_not_hurt_the_others(url, opened, table):
    async with opened(url) as store:
        await store.create(table("a"))
        await store.create(table("b"))
        tasks = [asyncio.create_task(store.append(id, 0, [id.encode()])) for id in "ab"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await tasks[1]
        assert await store.lines("b") == [b"b"]
        assert await store.lines("a") in ([], [b"a"])


# ---- everything ----------------------------------------------------------------------------------------------------


async def test_everything(url, opened, table, monkeypatch):
    monkeypatch.setattr("brillig.web.store.sqlite_reading.BATCH_IDS", 7)
    monkeypatch.setattr("brillig.web.store.sqlite_reading.BATCH_BYTES", 100)
    monkeypatch.setattr("brillig.web.store.postgres.BATCH", 7)
    async with opened(url) as store:
        assert await collected(store) == []
        for k in range(30):
            await store.create(table(f"t{k:02}", status=("open", "playing", "over")[k % 3]))
            await store.append(f"t{k:02}", 0, [b"line %d" % n for n in range(k)])
        kept = await collected(store)
        assert [k.table.id for k in kept] == [f"t{k:02}" for k in range(30)]
        assert all(len(k.lines) == int(k.table.id[1:]) for k in kept)
        playing = await collected(store, "playing")
        assert [k.table.id for k in playing] == [f"t{k:02}" for k in range(1, 30, 3)]


async def test_a_damaged_table_is_named_and_the_others_play_on(url, opened, table, spoil):
    async with opened(url) as store:
        for id in "abcdef":
            await store.create(table(id))
            await store.append(id, 0, [b"0", b"1", b"2"], Receipt(b"ann", "c", b"yes"))
            await store.say(id, SaidLine(1, "Ann", "hello"))
    spoil("UPDATE tables SET body = 'changed' WHERE id = 'a'")
    spoil("UPDATE lines SET line = 'changed' WHERE id = 'b' AND n = 1")
    spoil("DELETE FROM lines WHERE id = 'c' AND n = 1")
    spoil("UPDATE receipts SET answer = 'changed' WHERE id = 'd'")
    spoil("UPDATE talk SET text = 'changed' WHERE id = 'e'")
    async with opened(url) as store:
        with pytest.raises(StoreError, match="Table a is damaged: the checksum of its document"):
            await store.table("a")
        with pytest.raises(StoreError, match="Table b is damaged: the checksum of line 2"):
            await store.lines("b")
        with pytest.raises(StoreError, match="Table c is damaged: line 2 of its log is missing"):
            await store.lines("c")
        with pytest.raises(StoreError, match="Table d is damaged"):
            await store.receipt("d", b"ann", "c")
        with pytest.raises(StoreError, match="Table e is damaged"):
            await store.said("e")
        assert sorted(t.id for t in await store.tables("playing")) == ["b", "c", "d", "e", "f"]
        found = {k.id if isinstance(k, Damage) else k.table.id: type(k) for k in await collected(store)}
        assert found == {"a": Damage, "b": Damage, "c": Damage, "d": Kept, "e": Kept, "f": Kept}
        wrong = await store.check()
        assert len(wrong) == 2
        assert "Table d" in wrong[0]
        assert "Table e" in wrong[1]
        for id in "def":
            await store.append(id, 3, [b"3"])
            assert len(await store.lines(id)) == 4

"""What nodes know of each other: tables, people, limits, names, rules. Real stores, real hosts, no sockets."""

from __future__ import annotations

import asyncio
import copy
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from brillig.match import Clock
from brillig.web.config import Config
from brillig.web.host.company import MANY
from brillig.web.host.host import Host
from brillig.web.nodes.pipes import MOST_HOPS, Peer, passed
from brillig.web.pages.page import PageFrame
from brillig.web.pages.tables import Tables
from brillig.web.refusals import Refused
from brillig.web.server.passing import Exchange
from brillig.web.store import SCHEMA, StoreError, connect
from brillig.web.store.leases import NodeCard, Owned, Sign
from brillig.web.store.migrations import Migration, found
from brillig.web.store.postgres import PostgresStore
from brillig.web.table import seating
from brillig.web.table.live_match import rules_of
from brillig.web.table.seating import Chair

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def url(cluster):
    name = cluster.lend()
    yield cluster.url(name)
    cluster.take_back(name)


@asynccontextmanager
async def node(url: str, name: str, limits: float = 0):
    config = Config(node=name, database=url, compile=False, limits=limits).checked()
    host = Host(config, connect(url, shared=True))
    await host.open(f"127.0.0.1:{1000 + len(name)}")
    try:
        yield host
    finally:
        await host.close()


async def lay(host: Host, listed: bool = True):
    session, cookie = await host.identities.create("Ann")
    document, _ = await host.lay(session, "othellino", {}, ["me", "bot:random"], Clock.off(), listed, "00" * 16)
    return session, cookie, document


async def loaded(host: Host, id: str):
    room = host.room(id)
    async with room.lock:
        await room.fresh()
    return room


def test_every_node_knows_sessions_tables_and_whose_turn_it_is(url):
    async def go():
        async with node(url, "red") as red, node(url, "green") as green:
            session, cookie, table = await lay(red)
            assert (await green.identities.of_cookie(cookie)).nickname == "Ann"
            await red.identities.rename(session, "Anna")
            assert (await green.identities.of_cookie(cookie)).nickname == "Anna"
            await loaded(red, table.id)
            await red.company._show()
            assert [t.id for t in await green.lists.listed("playing", 10)] == [table.id]
            assert [t.id for t in await green.lists.own(session)] == [table.id]
            assert await green.waits_at(table.id, 0) == await red.waits_at(table.id, 0) != []
            assert table.id not in green.rooms
            with pytest.raises(Refused, match="moves to another server"):
                await loaded(green, table.id)

    asyncio.run(go())


def test_a_node_that_ends_hands_its_tables_over(url):
    async def go():
        async with node(url, "green") as green:
            async with node(url, "red") as red:
                _, _, table = await lay(red)
                await loaded(red, table.id)
                assert (await green.company.where(table.id)).name == "red"
            await green.company.beat()
            for _ in range(100):
                if table.id in green.rooms and green.rooms[table.id].live:
                    break
                await asyncio.sleep(0.02)
            assert green.rooms[table.id].live.match.log.entries is not None
            assert await green.company.where(table.id) is None

    asyncio.run(go())


def test_a_table_that_waits_for_the_database_does_not_keep_a_node_from_ending(url, monkeypatch, caplog):
    monkeypatch.setattr("brillig.web.host.host.LAST_CHOICES", 0.2)

    async def go():
        async with node(url, "green") as green:
            async with node(url, "red") as red:
                _, _, table = await lay(red)
                room = await loaded(red, table.id)
                await room.lock.acquire()  # as if something were being written and no answer came
                began = red.clock()
            assert red.clock() - began < 8_000
            assert table.id in await green.company.ownership.adopt()
            assert not red.company._beating or red.company._beating.done()

    asyncio.run(go())
    assert any("was not acknowledged" in record.message for record in caplog.records)


def test_a_table_that_was_lost_to_ourselves_goes_on(url, monkeypatch):
    """Two came for it at once, and it was claimed twice: the first number is good no more."""
    monkeypatch.setattr("brillig.web.host.host.AGAIN", 0.05)

    async def go():
        async with node(url, "red") as red:
            _, _, table = await lay(red)
            room = await loaded(red, table.id)
            await red.company.ownership.claim(table.id)
            seat = room.live.match.table.waiting()[0]
            room.live.choose(seat, room.live.match.table.codes(seat)[0], 0)
            with pytest.raises(Refused, match="moves to another server"):
                await room.commit(None)
            for _ in range(100):
                if table.id in red.rooms and red.rooms[table.id].loaded:
                    break
                await asyncio.sleep(0.05)
            assert red.rooms[table.id].fence > room.fence
            async with red.rooms[table.id].lock:  # while it is being loaded nobody claims it
                red.rooms[table.id].loaded, known = False, red.rooms[table.id].fence
                assert await red.company.where(table.id) is None
                await red.store.change(replace(red.rooms[table.id].document, version=3), fence=known)

    asyncio.run(go())


def test_a_room_whose_lease_was_lost_writes_nothing(url):
    async def go():
        async with node(url, "red") as red, node(url, "green") as green:
            _, _, table = await lay(red)
            room = await loaded(red, table.id)
            await red.store.leases.release(red.company.ownership.run, [table.id])  # as if it had run out
            await loaded(green, table.id)
            seat = room.live.match.table.waiting()[0]
            room.live.choose(seat, room.live.match.table.codes(seat)[0], 0)
            with pytest.raises(Refused, match="moves to another server"):
                await room.commit(None)
            assert room.gone
            assert table.id not in red.rooms

    asyncio.run(go())


def test_what_was_taken_at_one_node_is_gone_at_the_other(url):
    async def go():
        async with node(url, "red", limits=1) as red, node(url, "green", limits=1) as green:
            while red.limits.allow("session of an address", "1.2.3.4"):
                pass
            assert green.limits.allow("session of an address", "1.2.3.4")
            await red.company.beat()
            await green.company.beat()
            assert not green.limits.allow("session of an address", "1.2.3.4")
            assert green.limits.allow("session of an address", "5.6.7.8")

    asyncio.run(go())


def test_two_nodes_of_one_name(url, monkeypatch):
    monkeypatch.setattr("brillig.web.nodes.ownership.NAMESAKE", 300)

    async def go():
        async with node(url, "red"):
            with pytest.raises(StoreError, match="A node named red is there already: give this one another name"):
                async with node(url, "red"):
                    pass

    asyncio.run(go())


def test_a_node_whose_name_was_taken_while_it_slept_stands_by(url, cluster, caplog, monkeypatch):
    async def go():
        async with node(url, "red") as red:
            red.company._beating.cancel()  # it sleeps
            cluster.sql("UPDATE nodes SET until = 0", url.rpartition("/")[2])
            async with node(url, "red") as second:
                await red.company.beat()  # it may be a lease of its own that it never heard of: nothing is said yet
                assert not [record for record in caplog.records if "name now" in record.message]
                monkeypatch.setattr("brillig.web.host.company.NAMESAKE", -1)  # so long has passed
                for _ in range(3):
                    await red.company.beat()
                assert red.lapsed
                assert not second.lapsed
            await red.company.beat()
            assert not red.lapsed

    asyncio.run(go())
    said = [record.message.partition(":")[0] for record in caplog.records if record.name == "brillig.web"]
    assert said == ["another node has this one's name now", "nobody else has this one's name any more"]


def test_nodes_that_are_gone_leave_nothing_behind(url, cluster):
    async def go():
        async with node(url, "green") as green:
            leases = green.company.ownership.leases
            for name in ("gone", "killed"):
                assert await leases.join(NodeCard(name, "127.0.0.1:1#x", []))
            cluster.sql("UPDATE nodes SET until = 0 WHERE name <> 'green'", url.rpartition("/")[2])
            assert await leases.join(NodeCard("new", "127.0.0.1:1#x", []))
            left = cluster.sql("SELECT name FROM nodes ORDER BY name", url.rpartition("/")[2])
            assert [name for (name,) in left] == ["green", "new"]

    asyncio.run(go())


def test_a_match_stays_with_a_node_that_knows_its_rules(url, caplog):
    async def go():
        async with node(url, "old") as old:
            _, _, table = await lay(old)
            await loaded(old, table.id)
            await old.company.release([table.id])
            old.forget(old.rooms[table.id])
            new = Host(Config(node="new", database=url, compile=False, limits=0), connect(url, shared=True))
            newer = new.games["othellino"] = copy.copy(old.game("othellino"))
            newer.version += newer.version
            await new.open("127.0.0.1:1")
            try:
                with pytest.raises(Refused, match="moves to another server"):
                    await loaded(new, table.id)
                assert (await new.company.where(table.id)).name == "old"
                await loaded(old, table.id)
                await old.close()
                for _ in range(2):
                    with pytest.raises(Refused, match="begun with other rules"):
                        await loaded(new, table.id)
                said = [record for record in caplog.records if "rules that no node knows" in record.message]
                assert [record.table for record in said] == [table.id]
            finally:
                await new.close()

    asyncio.run(go())


def test_a_lease_that_runs_out_between_two_looks_is_not_taken_for_other_rules(url, monkeypatch):
    async def go():
        async with node(url, "red") as red:
            _, _, table = await lay(red)
            leases, rules = red.company.ownership.leases, rules_of(red.game("othellino"))
            known, claim = [], leases.claim

            async def look(*asked):
                return known.pop() if known else await claim(*asked)

            monkeypatch.setattr(leases, "claim", look)
            ours = Owned(
                0, "red", "127.0.0.1:1#x", rules
            )  # its owner is gone by now, and the first that could have it is red
            known += [ours]
            assert await red.company.own(table.id) > 0
            known += [ours, ours]
            assert await red.company.where(table.id) is None
            known += [Owned(0, "", "", rules)]  # nobody lives by the database's clock, not even red
            with pytest.raises(Refused, match="moves to another server"):
                await red.company.own(table.id)

    asyncio.run(go())


def test_workers_of_a_newer_program_say_that_nobody_knows_the_rules(tmp_path, caplog):
    url = f"sqlite:///{tmp_path}/b.db"

    async def go():
        alone = Host(Config(database=url, compile=False, limits=0), connect(url))
        await alone.open()
        _, _, table = await lay(alone)
        await loaded(alone, table.id)
        await alone.close()
        worker = Host(
            Config(node="w.1", siblings="w.2", database=url, compile=False, limits=0), connect(url, shared=True)
        )
        newer = worker.games["othellino"] = copy.copy(alone.game("othellino"))
        newer.version += newer.version
        await worker.open("127.0.0.1:1")
        try:
            for _ in range(2):
                with pytest.raises(Refused, match="begun with other rules"):
                    await loaded(worker, table.id)
        finally:
            await worker.close()

    asyncio.run(go())
    assert sum("rules" in record.message for record in caplog.records) == 1


def test_nodes_of_the_old_version_play_on_when_a_new_one_has_changed_the_database(url):
    async def go():
        async with node(url, "old") as old:
            _, _, table = await lay(old)
            room = await loaded(old, table.id)
            more = Migration(SCHEMA + 1, "more", "CREATE TABLE more (id TEXT)")
            newer = PostgresStore(url, shared=True, migrations=[*found("postgres"), more])
            await newer.open()
            await newer.close()
            await old.company.beat()
            seat, known = room.live.match.table.waiting()[0], len(await old.store.lines(table.id))
            room.live.choose(seat, room.live.match.table.codes(seat)[0], 0)
            await room.commit(None)
            assert len(await old.store.lines(table.id)) == known + 1
            with pytest.raises(
                StoreError, match="use the newer Brillig that wrote it"
            ):  # it would have to be stopped before
                async with node(url, "older"):
                    pass

    asyncio.run(go())


def test_a_rematch_asked_for_at_two_nodes_is_one_table(url):
    async def go():
        async with node(url, "red") as red, node(url, "green") as green:
            ann, _, table = await lay(red)
            bob, _ = await red.identities.create("Bob")
            laid = seating.decoder.decode(table.body)
            laid.chairs[1] = Chair("person", "Bob", bob.id.hex())
            asked = SimpleNamespace(scope={"client": ("1.2.3.4", 1), "headers": []})
            pages = {host: Tables(PageFrame(host)) for host in (red, green)}

            def again(host, session, seat):
                return pages[host]._again(asked, table, laid, session, seat)

            first, second = await asyncio.gather(again(red, ann, 0), again(green, bob, 1))
            assert first.id == second.id
            assert len(await red.store.tables("open")) == 2  # the old one (which is not over here) and one more
            other = seating.decoder.decode(first.body).free[0]
            for host in (red, green):  # either can open the seat that is kept
                invite = seating.invitation((await host.store.table(first.id)).secret, other)
                assert seating.decoder.decode(first.body).chair_for(invite, False, "") == other
            assert (await again(green, ann, 0)).id == first.id  # and again, when whoever laid it has long forgotten

    asyncio.run(go())


def test_a_server_alone_and_nodes_keep_out_of_each_others_way(url):
    async def go():
        async with node(url, "red"):
            with pytest.raises(StoreError, match=r"in use by another server \(several can share it"):
                await connect(url).open()

    asyncio.run(go())


def test_it_is_said_when_a_proxy_does_not_hash(url, caplog):
    async def go():
        async with node(url, "red") as red:
            for _ in range(MANY):
                red.company.count(False)

    asyncio.run(go())
    assert sum("does the proxy hash by the table's id?" in record.message for record in caplog.records) == 1


def test_nobody_is_left_on_the_way_to_a_node_that_has_just_gone(url):
    """A node that sleeps takes connections, or rather its system does; it only never answers."""

    class Visitor:
        cut = False

        def abort(self):
            self.cut = True

        def set_protocol(self, protocol): ...

        def resume_reading(self): ...

    async def go():
        asleep = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = asleep.sockets[0].getsockname()[1]
        async with node(url, "red") as red:
            ways = {name: Peer(name, "127.0.0.1", port, name) for name in ("gone", "there")}
            red.company.ownership.others = {"gone": Sign("gone", f"127.0.0.1:{port}#gone", b"")}
            await red.company.beat()  # it gives no sign of life any more
            for name, peer in ways.items():
                visitor = Visitor()
                await Exchange(red).carry(peer, visitor, b"GET /ws/x HTTP/1.1", lambda transport: None)
                assert visitor.cut == (name == "gone")
            slept = NodeCard("gone", f"127.0.0.1:{port}#gone", red.company.ownership.card.rules)
            assert await red.company.ownership.leases.join(slept)
            await red.company.beat()  # it has woken, and has a new lease
            visitor = Visitor()
            await Exchange(red).carry(ways["gone"], visitor, b"GET /ws/x HTTP/1.1", lambda transport: None)
            assert not visitor.cut
        asleep.close()

    asyncio.run(go())


def test_what_is_under_way_to_a_node_is_cut_also_when_another_has_its_name_at_once(url, cluster):
    async def go():
        async with node(url, "green") as green:
            leases, cut = green.company.ownership.leases, []
            assert await leases.join(NodeCard("red", "127.0.0.1:1#first", []))
            await green.company.beat()
            green.company.ties.tie(green.company.peers["red"], lambda: cut.append("red"))
            cluster.sql("UPDATE nodes SET until = 0 WHERE name = 'red'", url.rpartition("/")[2])
            assert await leases.join(NodeCard("red", "127.0.0.1:1#second", []))
            assert not cut
            await green.company.beat()
            assert cut == ["red"]
            assert green.company.ties.gone == {"first"}

    asyncio.run(go())


def test_only_who_has_the_token_is_believed():
    peer = Peer.of("red", "127.0.0.1:8001#secret")
    header = peer.pass_to(1, "1.2.3.4")
    assert passed([header], "secret") == (1, "1.2.3.4", "")
    for token in ("another", ""):  # it came astray, and goes no further
        assert passed([header], token) == (MOST_HOPS, "", "secret")
    assert passed([], "secret") == (0, "", "")

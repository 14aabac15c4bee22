"""Time: clocks, deadlines, the table's own acts, and what a slow line is forgiven."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from brillig.match.log import Entry
from brillig.web.protocol import ServerPing
from tests.web.conftest import Watch, serving
from tests.web.memory_store import MemoryStore
from tests.web.test_commands import two

pytestmark = pytest.mark.anyio
MOVE = {"kind": "move", "seconds": 10}
MATCH = {"kind": "match", "seconds": 60, "increment": 2}


def entries(place, table) -> list[Entry]:
    return [msgspec.json.decode(line, type=Entry) for line in place.store.logs[table["id"]][1:]]


async def test_choices_are_logged_with_the_time_of_their_arrival():
    watch = Watch()
    async with serving(clock=watch) as place:
        table, _, mover, other = await two(place)
        watch.now += 1234
        await mover.choose(mover.view.scene.choices[0].code)
        watch.now += 66
        view = await other.until_ply(1)
        await other.choose(view.scene.choices[0].code)
        assert [e.at for e in entries(place, table)] == [1234, 1300]


async def test_a_clock_chooses_when_time_is_up():
    watch = Watch()
    async with serving(clock=watch) as place:
        table, tabs, mover, other = await two(place, clock=MOVE)
        assert mover.view.clocks.left == [10_000, 10_000]
        assert mover.view.clocks.running == [mover.hello.seat]
        room = place.host.rooms[table["id"]]
        watch.now += 9_999
        await room.happen()
        await mover.quiet()
        assert mover.view.ply == 0
        watch.now += 1
        await room.happen()
        for tab in tabs:
            view = await tab.until_ply(1)
            assert view.told[0].text == f"The time of Seat {mover.hello.seat + 1} is up, and the clock chooses."
            assert view.clocks.running == [other.hello.seat]
        assert entries(place, table)[0].__class__.__name__ == "TimeoutEntry"
        code = mover.view.scene.screen and 0
        assert (await mover.choose(code, ply=0)).error.code == "stale"


async def test_the_timer_rings_by_itself():
    async with serving() as place:
        _, _, mover, _ = await two(place, clock={"kind": "move", "seconds": 1})
        view = await mover.until_ply(1)
        assert "time of Seat" in view.told[0].text


async def test_clocks_stand_while_the_server_is_down():
    watch, store = Watch(), MemoryStore()
    async with serving(store, clock=watch) as place:
        table, _, mover, other = await two(place, clock=MATCH)
        watch.now += 5_000
        await mover.choose(mover.view.scene.choices[0].code)
        view = await other.until_ply(1)
        first, second = mover.hello.seat, other.hello.seat
        assert (view.clocks.left[first], view.clocks.left[second]) == (57_000, 60_000)
    watch.now += 1_000_000
    async with serving(store, clock=watch) as place:
        tab = await place.browser().open(table["id"])
        view = await tab.ready()
        assert (view.clocks.left[first], view.clocks.left[second]) == (57_000, 60_000)
        watch.now += 4_000
        await tab.send(type="sync")
        late = await place.browser().open(table["id"])
        view = await late.ready()
        assert (view.clocks.left[first], view.clocks.left[second]) == (57_000, 56_000)


async def measure(place, table, tab, watch, ms):
    """Let the server find that this tab's line takes so long."""
    room = place.host.rooms[table["id"]]
    socket = room.audience.viewers[tab.hello.seat][0]
    socket.lag.recent.clear()
    socket.ping(watch.now)
    watch.now += ms
    await tab.wait(lambda m: isinstance(m, ServerPing))  # the tab answers
    await tab.send(type="ping")
    await tab.quiet()
    assert socket.lag.best == ms
    return socket


@pytest.mark.parametrize(
    ("line", "late", "forgiven"),
    [(0, 0, False), (200, 0, True), (200, 150, True), (200, 200, False), (200, 500, False), (9_000, 498, True),
     (9_000, 500, False)],
)  # fmt: skip
async def test_a_slow_line_is_forgiven_a_little(line, late, forgiven):
    watch = Watch()
    async with serving(clock=watch) as place:
        table, _, mover, _ = await two(place, clock={"kind": "move", "seconds": 30})
        start = watch.now
        await measure(place, table, mover, watch, line)
        watch.now = start + 30_000 + late
        ack = await mover.choose(mover.view.scene.choices[0].code)
        entry = entries(place, table)[0]
        if forgiven:
            assert (ack.ok, entry.__class__.__name__, entry.at) == (True, "ChoiceEntry", 29_999)
        else:
            assert (ack.error.code, entry.__class__.__name__, entry.at) == ("stale", "TimeoutEntry", 30_000)


async def test_what_is_forgiven_is_little_in_all():
    watch = Watch()
    async with serving(clock=watch, lag_quota=700) as place:
        table, tabs, mover, other = await two(place, clock=MOVE)
        room = place.host.rooms[table["id"]]
        for tab in tabs:
            for _ in range(5):
                await measure(place, table, tab, watch, 400)
        watch.now = 1_000_000
        room.timing.watch._since = watch.now  # as if measuring had taken no time
        outcomes = []
        for tab in (mover, other) * 3:
            view = await tab.ready(lambda v, tab=tab: tab.hello.seat in v.scene.waiting)
            deadline = room.live.match.alarm()
            watch.now += deadline - room.timing.now() + 299
            ack = await tab.choose(view.scene.choices[0].code)
            outcomes.append(ack.ok)
            await tab.until_ply(room.live.views[tab.hello.seat].ply)
        assert outcomes == [True, True, True, True, False, False]  # 300 each time, and then the 700 are used up


async def test_only_the_latest_ping_counts_once():
    from brillig.web.table.timing import Lag

    lag = Lag()
    first = lag.ping(0)
    second = lag.ping(100)
    lag.pong(first, 150)
    assert lag.best == 0
    lag.pong(second, 400)
    lag.pong(second, 9_000)
    lag.pong(7, 1)
    assert lag.best == 300
    for k in range(10):
        lag.pong(lag.ping(k), k + 50 + k)
    assert lag.best == 55


@pytest.mark.usefixtures("toys")
async def test_real_time_goes_by_the_order_of_arrival():
    watch = Watch()
    async with serving(clock=watch) as place:
        table, (ann, bob), *_ = await two(place, "bomb")
        room = place.host.rooms[table["id"]]
        fuse = room.live.match.alarm()
        watch.now += 700
        # Both answer the same view; the table takes them one after the other.
        acks = await asyncio.gather(ann.choose(0, ply=0), bob.choose(1, ply=0))
        assert [a.ok for a in acks].count(True) >= 1
        assert (await ann.choose(0, ply=ann.view.ply)).error
        watch.now += fuse
        await room.happen()
        kinds = [e.__class__.__name__ for e in entries(place, table)]
        assert "TickEntry" in kinds
        assert [e.at for e in entries(place, table)] == sorted(e.at for e in entries(place, table))
        watch.now += 100_000
        await room.happen()
        view = await ann.ready(lambda v: v.result)
        assert view.result.ranks
        assert str(fuse) not in "".join(ann.raw[:-1])


# ---- races ---------------------------------------------------------------------------------------------------------


async def race(place):
    """Ann and Bob at a race, in the count-down."""
    ann, bob = await place.people("Ann", "Bob")
    table = await ann.lay("diversify", "me", "open")
    await bob.join(table)
    tabs = [await ann.open(table["id"]), await bob.open(table["id"])]
    for tab in tabs:
        await tab.ready()
        assert (await tab.ask(type="ready")).ok
    return place.host.rooms[table["id"]], tabs


async def test_how_long_it_is_until_the_table_acts_is_told():
    watch = Watch()
    async with serving(clock=watch) as place:
        room, tabs = await race(place)
        assert (tabs[0].view.clocks.left, tabs[0].view.clocks.table) == ([], 3000)
        watch.now += 3000
        await room.happen()
        view = await tabs[0].until_ply(1)
        assert view.clocks.table == 120_000  # until the race stalls


async def test_two_grab_the_same_spot():
    """One sentence for the second, whose card stays in the hand; and what it costs is nothing."""
    watch = Watch()
    async with serving(clock=watch) as place:
        found = []
        while not found:  # nearly every deal has such a spot
            room, tabs = await race(place)
            watch.now += 3000
            await room.happen()
            for tab in tabs:
                await tab.until_ply(1)
            table = room.live.match.table
            found = [pair for pair in pairs(table) if beaten(table, *pair)]
        first, second = found[0]
        held = table.plain.hand[1]
        watch.now += 500
        assert (await tabs[0].choose(first)).ok
        answer = await tabs[1].choose(second, ply=1)
        assert answer.error.sentence == "Beaten to it: the table has changed."
        assert (table.plain.hand[1], table.plain.locked[1], table.plain.board.count) == (held, 0, 4)


def pairs(table):
    return [(a, b) for a in table.codes(0)[:-2] for b in table.codes(1)[:-2]]


def beaten(table, first, second) -> bool:
    after = table.copy()
    after.play(0, first)
    return after.refusal(1, second) == "Beaten to it: the table has changed."

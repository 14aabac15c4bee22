"""Match time stands still while nobody owns the table. Two whole nodes over one SQLite file, and a clock set by hand."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from brillig.match import ChoiceEntry, Clock, TimeoutEntry
from brillig.web.config import Config
from brillig.web.host.host import Host
from brillig.web.refusals import Refused
from brillig.web.store.leases import LEASE
from brillig.web.store.leases.sqlite import SqliteLeases
from brillig.web.store.sqlite import SqliteStore
from brillig.web.table import joining
from brillig.web.table.room import Room
from brillig.web.table.timing import Timing

SECONDS = 15  # for each choice


@pytest.fixture(autouse=True)
def no_real_time(monkeypatch):
    """Alarms are rung by the test."""
    monkeypatch.setattr(Timing, "delay", lambda self, lag: None)
    monkeypatch.setattr("brillig.web.host.host.AGAIN", 10_000)


class Time:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def two_nodes(folder, time: Time):
    """Their signs of life are given by the test."""
    first = SqliteStore(folder / "nodes.db")
    await first.open()
    await first.close()
    hosts = []
    for name in ("red", "green"):
        store = SqliteStore(folder / "nodes.db", shared=True)
        store.leases = SqliteLeases(store.do, time)
        host = Host(Config(node=name, compile=False, limits=0, sweep_seconds=10_000), store, clock=time)
        await host.open("127.0.0.1:1")
        host.company._beating.cancel()
        hosts.append(host)
    try:
        yield hosts
    finally:
        for host in hosts:
            await host.close()


async def at_table(host: Host) -> Room:
    """Ann and Bob at a table with a clock; whoever is first has chosen 5 s after the start."""
    people = [(await host.identities.create(name))[0] for name in ("Ann", "Bob")]
    document, invites = await host.lay(
        people[0], "othellino", {"first_mover": "seat 1"}, ["me", "open"], Clock.per_move(SECONDS), False, ""
    )
    await joining.join(host.room(document.id), people[1], "", next(iter(invites.values())))
    room = host.room(document.id)
    await pass_time(host.clock, 5, host)
    await choose(room)
    return room


async def choose(room: Room) -> None:
    async with room.lock:
        await room.fresh()
        live, at = room.live, room.timing.now()
        seat = live.match.waits[0]
        live.choose(seat, live.match.table.codes(seat)[0], at)
        await room.commit(None)
        room.go_on()


async def pass_time(time: Time, seconds: float, *alive: Host) -> None:
    """Half a second at a time. Those who live give signs of life, and wake what they adopt."""
    for _ in range(round(2 * seconds)):
        time.now += 500
        for host in alive:
            adopted: list[str] = []
            host.company.wake = adopted.append
            await host.company.beat()
            for id in adopted:
                await host.room(id).happen()


async def kept(host: Host, id: str) -> int:
    return len(await host.store.lines(id))


def test_match_time_goes_on_from_the_last_choice_when_a_node_has_died(tmp_path, caplog):
    caplog.set_level("INFO", "brillig.web")

    async def go():
        time = Time()
        async with two_nodes(tmp_path, time) as (red, green):
            room = await at_table(red)
            await pass_time(time, 4, red, green)
            died = time.now
            await pass_time(time, 10, green)
            there = green.rooms[room.id]
            assert LEASE <= there.timing.since - died <= LEASE + 1_000
            assert there.timing.now() == 5_000 + time.now - there.timing.since  # nothing else is counted
            time.now = there.timing.since + 1_000 * SECONDS - 1
            await green.company.ownership.beat()
            assert not await ring(green, there)
            time.now += 1
            assert await ring(green, there)
            assert [(type(entry), entry.at) for entry in there.live.match.log.entries] == [
                (ChoiceEntry, 5_000),
                (TimeoutEntry, 5_000 + 1_000 * SECONDS),
            ]
            (said,) = [record for record in caplog.records if record.message == "a clock ran out"]
            assert (said.table, said.seat, said.time, said.here) == (room.id, 1, 20_000, 15_000)

    asyncio.run(go())


async def ring(host: Host, room: Room) -> bool:
    """The alarm of a table rings; has something happened?"""
    host.company.ownership.good_until = host.clock.now + LEASE  # its signs of life are not what is tried here
    before = await kept(host, room.id)
    await room.happen()
    return await kept(host, room.id) > before


@pytest.mark.parametrize("believes", [False, True], ids=["wakes", "believes that no time has passed"])
def test_the_clock_of_a_node_that_slept_chooses_nothing(tmp_path, believes):
    """Its alarm rings as soon as it wakes, and by its own count the time is up."""

    async def go():
        time = Time()
        async with two_nodes(tmp_path, time) as (red, green):
            room = await at_table(red)
            await green.company.beat()
            await pass_time(time, 17, green)
            there, lines = green.rooms[room.id], await kept(green, room.id)
            assert room.loaded
            assert room.timing.now() >= 5_000 + 1_000 * SECONDS
            if believes:
                red.company.ownership.good_until = time.now + LEASE
            await room.happen()
            assert room.gone
            assert await kept(green, room.id) == lines
            assert there.timing.now() == 5_000 + time.now - there.timing.since
            await choose(there)
            assert await kept(green, room.id) == lines + 1

    asyncio.run(go())


def test_a_node_that_ends_takes_no_time_with_it(tmp_path):
    async def go():
        time = Time()
        async with two_nodes(tmp_path, time) as (red, green):
            room = await at_table(red)
            await pass_time(time, 4, red, green)
            await red.farewell()
            with pytest.raises(Refused):
                red.room(room.id)
            time.now += 1_000
            await pass_time(time, 0.5, green)
            assert green.rooms[room.id].timing.now() == 5_000
            assert green.rooms[room.id].timing.since == time.now

    asyncio.run(go())

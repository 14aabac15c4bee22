"""Before a race: everybody says that they are ready, the bots can think, and until then no time passes."""

from __future__ import annotations

import pytest

from brillig.web.protocol import Presence
from brillig.web.store import StoreError
from tests.web.conftest import Watch, serving
from tests.web.memory_store import MemoryStore
from tests.web.test_ending import two

pytestmark = pytest.mark.anyio


async def test_a_race_begins_when_all_are_ready():
    watch = Watch()
    async with serving(clock=watch) as place:
        id, ann, bob = await two(place, "speed")
        view = await ann.ready()
        assert view.people.holds == "people"
        room = place.host.rooms[id]
        watch.now += 60_000
        await room.happen()
        assert room.live.match.log.entries == []
        assert (await ann.choose(0)).error.code == "not_ready"
        assert (await ann.ask(type="ready")).ok
        told = await bob.wait(lambda m: isinstance(m, Presence) and m.people.seats[0].ready)
        assert told.people.holds == "people"
        assert not told.people.seats[1].ready
        assert (await bob.ask(type="ready")).ok
        told = await ann.wait(lambda m: isinstance(m, Presence) and not m.people.holds)
        assert not any(seat.ready for seat in told.people.seats)
        watch.now += 60_000
        await room.happen()
        assert room.live.match.log.entries


async def test_whoever_was_ready_is_so_after_a_restart():
    store = MemoryStore()
    async with serving(store) as place:
        id, ann, _ = await two(place, "speed")
        assert (await ann.ask(type="ready")).ok
        cookies = dict(place.browsers[1].http.cookies)
    async with serving(store) as place:
        bob = place.browser()
        bob.http.cookies.update(cookies)
        tab = await bob.open(id)
        view = await tab.ready()
        assert view.people.holds == "people"
        assert [seat.ready for seat in view.people.seats] == [True, False]
        assert (await tab.ask(type="ready")).ok
        await tab.wait(lambda m: isinstance(m, Presence) and not m.people.holds)


async def test_ready_is_not_said_before_it_is_safe(place):
    id, ann, _ = await two(place, "speed")

    async def broken(*_, **__):
        raise StoreError("The disk is full.")

    whole, place.store.change = place.store.change, broken
    assert (await ann.ask(type="ready")).error.code == "try_again"
    place.store.change = whole
    assert (await ann.ask(type="ready")).ok
    assert place.host.rooms[id].seating.chairs[0].ready


async def test_a_race_stands_still_while_its_bots_cannot_think(monkeypatch):
    watch = Watch()
    async with serving(clock=watch) as place:
        (ann,) = await place.people("Ann")
        table = await ann.lay("speed", "me", "bot:easy")
        tab = await ann.open(table["id"])
        await tab.ready()
        room = place.host.rooms[table["id"]]
        monkeypatch.setattr(type(room), "warm", property(lambda room: place.warm))
        place.warm = False
        assert (await tab.ask(type="ready")).ok
        told = await tab.wait(lambda m: isinstance(m, Presence) and m.people.holds == "bots")
        assert not told.people.seats[1].here
        assert room.timer is None
        watch.now += 60_000
        await room.happen()
        assert room.live.match.log.entries == []
        place.warm = True
        place.host._warmed(room.game)
        await tab.wait(lambda m: isinstance(m, Presence) and not m.people.holds)
        assert room.timer is not None


async def test_whoever_watches_is_not_asked_and_who_leaves_need_not_be_ready(place):
    id, ann, bob = await two(place, "speed")
    (eve,) = await place.people("Eve")
    watching = await eve.open(id)
    assert (await watching.ask(type="ready")).error.code == "not_seated"
    await ann.ready()
    assert (await bob.ask(type="leave")).ok
    assert (await ann.ask(type="ready")).ok
    await ann.wait(lambda m: isinstance(m, Presence) and not m.people.holds)


async def test_other_games_wait_for_nobody(place):
    _, ann, _ = await two(place)
    assert (await ann.ready()).people.holds == ""

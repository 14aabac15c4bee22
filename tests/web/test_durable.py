"""What is acknowledged is safe, what is not safe is not shown, and the log is the truth."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from brillig.web.protocol import Ack, View
from brillig.web.refusals import Refused
from brillig.web.socket import errands
from brillig.web.store import StoreError
from brillig.web.table import audience, room
from brillig.web.table.room import MOVED
from tests.web.conftest import serving
from tests.web.memory_store import MemoryStore
from tests.web.test_commands import two
from tests.web.test_play import play_on

pytestmark = pytest.mark.anyio


class Gated(MemoryStore):
    """Appends wait until the gate is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()

    async def append(self, *args, **more) -> None:
        await self.gate.wait()
        await super().append(*args, **more)


async def test_nothing_is_shown_before_it_is_safe():
    store = Gated()
    async with serving(store) as place:
        _, _, mover, other = await two(place)
        await asyncio.gather(mover.quiet(), other.quiet())
        before = len(mover.log), len(other.log)
        store.gate.clear()
        await mover.send(type="choose", id="x", ply=0, code=mover.view.scene.choices[0].code)
        await asyncio.gather(mover.quiet(), other.quiet())
        await other.send(type="sync")
        view = await other.wait(lambda m: isinstance(m, View))
        assert (view.ply, view.told) == (0, [])
        await mover.send(type="ping")  # one command after another: the answer to this waits too
        await mover.quiet()
        assert (len(mover.log), len(other.log) - 1) == before
        store.gate.set()
        assert (await mover.ack("x")).ok
        assert (await other.until_ply(1)).told


async def test_a_step_that_cannot_be_saved_has_not_happened(place):
    table, _, mover, other = await two(place)
    code = mover.view.scene.choices[0].code
    place.store.fail_next = 1
    ack = await mover.choose(code, id="x")
    assert (ack.error.code, ack.error.sentence) == ("try_again", "That could not be saved: try again.")
    await asyncio.gather(mover.quiet(), other.quiet())
    assert (mover.view.ply, other.view.ply) == (0, 0)
    assert len(place.store.logs[table["id"]]) == 1
    ack = await mover.choose(code, id="x")
    assert ack.ok
    assert (await other.until_ply(1)).scene.waiting == [other.hello.seat]


async def test_a_step_that_was_saved_after_all_has_happened(place):
    table, _, mover, other = await two(place)
    place.store.fail_after = 1
    ack = await mover.choose(mover.view.scene.choices[0].code, id="x")
    assert ack.ok
    assert len(place.store.logs[table["id"]]) == 2
    await other.until_ply(1)
    await mover.until_ply(1)


async def test_a_store_that_is_down_for_a_while(place):
    table, _, mover, _ = await two(place)
    place.store.fail_next = 3
    working = place.store.lines
    place.store.lines = working.__class__  # reading fails too
    code = mover.view.scene.choices[0].code
    for _ in range(3):
        assert (await mover.choose(code, ply=0)).error.code in ("try_again", "mishap")
    place.store.lines, place.store.fail_next = working, 0
    assert (await mover.choose(code, ply=0)).ok
    assert len(place.store.logs[table["id"]]) == 2


async def test_what_is_shown_late_is_safe_too(place, monkeypatch):
    """A view was put off; before it is made, the next step is lost with the store."""
    monkeypatch.setattr(room, "AGAIN", 60)
    _, _, mover, other = await two(place)
    place.host.commands = room.BUSY
    assert (await mover.choose(mover.view.scene.choices[0].code)).ok
    view = await other.until_ply(1)

    async def broken(id):
        raise StoreError("The disk is gone.")

    place.store.fail_next, place.store.lines = 99, broken
    assert (await other.choose(view.scene.choices[0].code)).error.code == "try_again"
    await asyncio.sleep(2 * audience.PATIENCE)
    await asyncio.gather(mover.quiet(), other.quiet())
    assert mover.view.ply < 2


async def test_bots_try_again(place, monkeypatch):
    monkeypatch.setattr(room, "AGAIN", 0.05)
    ann = place.browser()
    table = await ann.lay("othellino", "me", "bot:random", options={"first_mover": "seat 1"})
    tab = await ann.open(table["id"])
    view = await tab.ready()
    place.store.delay = 0.01
    await tab.choose(view.scene.choices[0].code)
    place.store.fail_next = 3
    assert (await tab.until_ply(2)).scene.waiting == [0]


async def test_a_match_cannot_begin(place):
    ann, bob = await place.people("Ann", "Bob")
    table = await ann.lay("othellino", "me", "open")
    place.store.fail_next = 1
    path = f"/api/tables/{table['id']}/join"
    answer = await bob.post(path, invite=table["invite"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "try_again")
    assert (await bob.get(f"/api/tables/{table['id']}")).json()["status"] == "open"
    assert (await bob.post(path, invite=table["invite"])).json()["seat"] == 1


def shown(tab) -> tuple:
    view = tab.view
    return view.ply, view.told, view.scene, view.can_undo, view.result, tab.hello


@pytest.mark.parametrize(("game", "steps"), [("othellino", 9), ("gold-mine", 14), ("backgammon", 12)])
async def test_a_restart_goes_on_where_it_was(game, steps):
    store, dice = MemoryStore(), random.Random(3)
    async with serving(store) as place:
        table, tabs, *_ = await two(place, game)
        watcher = await place.browser().open(table["id"])
        for _ in range(steps):
            tab = next(t for t in tabs if t.hello.seat in t.view.scene.waiting)
            ack = await tab.choose(dice.choice(tab.view.scene.choices).code)
            await tab.until_ply(ack.ply)
            await asyncio.gather(*(t.quiet(0.02) for t in tabs))
        for tab in (*tabs, watcher):
            await tab.quiet()
            await tab.send(type="sync", since=0)
            await tab.wait(lambda m: isinstance(m, View))
        before = [shown(tab) for tab in (*tabs, watcher)]
        cookies = [dict(browser.http.cookies) for browser in place.browsers]
    async with serving(store) as place:
        tabs = []
        for kept in cookies:
            browser = place.browser()
            for name, value in kept.items():
                browser.http.cookies.set(name, value)
            tabs.append(await browser.open(table["id"]))
            await tabs[-1].ready()
        assert [shown(tab) for tab in tabs] == before
        await play_on(tabs[:2], dice)


async def test_rooms_nobody_looks_at_are_put_away():
    async with serving(idle_seconds=0.05) as place:
        table, tabs, mover, _ = await two(place)
        await mover.choose(mover.view.scene.choices[0].code)
        await asyncio.sleep(0.3)
        assert table["id"] in place.host.rooms
        for tab in tabs:
            await tab.close()
        await asyncio.sleep(0.4)
        assert not place.host.rooms
        tab = await place.browsers[0].open(table["id"])
        assert (await tab.ready()).ply == 1


async def test_a_damaged_match_is_named_and_the_others_play_on(caplog):
    store = MemoryStore()
    async with serving(store) as place:
        hurt, _, mover, _ = await two(place)
        await mover.choose(mover.view.scene.choices[0].code)
        whole, *_ = await two(place)
    line = store.logs[hurt["id"]][1]
    store.logs[hurt["id"]][1] = line.replace(b'"code":', b'"code":1')
    async with serving(store) as place:
        tab = await place.browser().open(hurt["id"])
        assert tab.bye.error.code == "damaged"
        assert "Line 2" in tab.bye.error.sentence
        assert (await tab.closed())[0] == 4503
        said = [record for record in caplog.records if record.levelname == "ERROR"]
        assert [record.table for record in said] == [hurt["id"]]
        assert (await place.browser().open(whole["id"])).hello
        assert (await place.browser().get(f"/api/tables/{hurt['id']}")).status_code == 200


async def test_an_end_that_is_missing_is_added():
    store = MemoryStore()
    async with serving(store) as place:
        table = await place.browser().lay("othellino", "bot:random", "bot:random")
        tab = await place.browser().open(table["id"])
        await tab.ready(lambda view: view.result)
    whole = store.logs[table["id"]]
    store.logs[table["id"]] = whole[:-1]
    document = store.documents[table["id"]]
    store.documents[table["id"]] = msgspec.structs.replace(document, status="playing")
    async with serving(store) as place:
        tab = await place.browser().open(table["id"])
        assert (await tab.ready()).result
        assert store.logs[table["id"]] == whole
        assert store.documents[table["id"]].status == "over"


async def test_a_slip_in_the_rules_stops_one_table_only(place, monkeypatch):
    _, _, mover, _ = await two(place)
    game = place.host.games["othellino"]
    real = game.label
    monkeypatch.setattr(game, "label", lambda *_: 1 / 0)
    code = mover.view.scene.choices[0].code
    assert (await mover.choose(code)).ok  # it was safe before it could not be shown
    monkeypatch.setattr(game, "label", real)
    await mover.send(type="sync")
    await mover.quiet()
    table, *_ = await two(place)
    assert table


async def test_who_comes_while_a_table_is_lost_is_sent_away(place, monkeypatch):
    table, *_ = await two(place)
    host, said = place.host, place.host.said
    room = host.rooms[table["id"]]

    async def slowly(*given):
        host.let_go(room)
        return await said(*given)

    monkeypatch.setattr(host, "said", slowly)
    tab = await place.browser().open(table["id"])
    assert tab.bye.error.code == "closing"
    assert not room.audience


async def test_those_at_a_table_that_is_anothers_are_sent_away(place, monkeypatch):
    table, _, mover, other = await two(place)
    room = place.host.rooms[table["id"]]

    async def own(id):
        raise Refused("closing", MOVED)

    monkeypatch.setattr(place.host, "own", own)
    room.loaded = False  # something could not be saved, and before it is looked at again another node takes the table
    await mover.choose(mover.view.scene.choices[0].code)
    for tab in (mover, other):
        assert (await tab.closed())[0] == 1012
    assert table["id"] not in place.host.rooms


async def test_what_is_begun_at_once_keeps_its_place(monkeypatch):
    """A choice is begun when it is read. What the same person sends meanwhile waits for its end, in order."""
    begun = []
    begin = errands.begin
    monkeypatch.setattr(errands, "begin", lambda work, done: (begun.append(work), begin(work, done)))
    store = Gated()
    async with serving(store) as place:
        _, _, mover, _ = await two(place)
        code = mover.view.scene.choices[0].code
        await mover.quiet()
        store.gate.clear()
        await mover.send(type="choose", id="one", ply=0, code=code)
        await mover.send(type="say", id="two", text="hello")
        await mover.send(type="choose", id="one", ply=0, code=code)  # again: it gets the same answer
        await mover.send(type="choose", id="three", ply=0, code=code)
        await mover.quiet()
        assert len(begun) == 1
        assert not [m for m in mover.log if isinstance(m, Ack)]
        store.gate.set()
        await mover.ack("three")
        assert [(m.id, m.ok) for m in mover.log if isinstance(m, Ack)] == [
            ("one", True), ("two", True), ("one", True), ("three", False),
        ]  # fmt: skip
        assert len(store.logs[next(iter(store.logs))]) == 2  # the header, and one choice

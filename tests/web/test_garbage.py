"""Nothing that comes and goes leaves a circle behind: who looks for such garbage keeps everybody waiting, so it is seldom done."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter

import pytest

from brillig.web.server import process
from tests.web.conftest import Serving, serving

pytestmark = pytest.mark.anyio

OURS = ("brillig", "uvicorn")  # (of the libraries, the test has its own at the other end)


async def a_visit(place: Serving) -> None:
    """Two people and a bot come, play some moves, talk, and go."""
    ann, bob, eve = await place.people("Ann", "Bob", "Eve")
    table = await ann.lay("othellino", "me", "open")
    await bob.join(table)
    tabs = [await person.open(table["id"]) for person in (ann, bob, eve)]
    for tab in tabs:
        await tab.ready()
    for _ in range(6):
        mover = next(tab for tab in tabs[:2] if tab.hello.seat in tab.view.scene.waiting)
        ack = await mover.choose(mover.view.scene.choices[0].code)
        for tab in tabs:
            await tab.until_ply(ack.ply)
    assert (await tabs[0].ask(type="say", text="well played")).ok
    alone = await eve.lay("othellino", "me", "bot:random")
    tab = await eve.open(alone["id"])
    await tab.ready(lambda view: tab.hello.seat in view.scene.waiting)
    await tab.choose(tab.view.scene.choices[0].code)
    for browser in (ann, bob, eve):
        await browser.close()


async def test_people_and_tables_leave_no_garbage():
    async with serving(idle_seconds=0.01, sweep_seconds=0.02) as place:
        await a_visit(place)  # what is kept for good is there now
        gc.collect()
        gc.disable()
        try:
            await a_visit(place)
            while place.host.rooms or place.host.sockets:
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.1)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            found = Counter(type(each).__qualname__ for each in gc.garbage if type(each).__module__.startswith(OURS))
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
            gc.enable()
    assert not found


def test_what_was_looked_at_is_not_looked_at_again():
    """Or a look would take longer and longer, the more a server has."""
    before = gc.get_freeze_count()
    try:
        gc.callbacks.append(process.stays)
        gc.collect(0)
        assert gc.get_freeze_count() > before
    finally:
        gc.callbacks.remove(process.stays)
        gc.unfreeze()

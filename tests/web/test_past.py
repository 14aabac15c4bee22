"""Looking back at a match that goes on: what one's own seat saw then, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from brillig.core import Screen
from tests.web.conftest import Watch, serving

pytestmark = pytest.mark.anyio


def json(screen: Screen) -> object:
    return msgspec.json.decode(screen.to_json())


async def frames(browser, id, first=0):
    answer = await browser.get(f"/api/tables/{id}/past?first={first}")
    assert answer.status_code == 200, answer.text
    return {frame["ply"]: frame["screen"] for frame in answer.json()["frames"]}


async def test_the_past_is_what_the_seat_saw(place):
    """In a game with secrets, through three pairs of eyes."""
    ann, bob, eve = await place.people("Ann", "Bob", "Eve")
    table = await ann.lay("gold-mine", "me", "open")
    await bob.join(table)
    tabs = [await who.open(table["id"]) for who in (ann, bob, eve)]
    saw = [{}, {}, {}]
    for round in range(6):
        for seat, tab in enumerate(tabs[:2]):
            await tab.quiet()
            if seat in tab.view.scene.waiting:
                choices = tab.view.scene.choices
                assert (await tab.choose(choices[(round + seat) % len(choices)].code)).ok
            for eyes, seen in zip(tabs, saw, strict=True):
                await eyes.quiet()
                seen[eyes.view.ply] = json(eyes.view.scene.screen)
    for who, seen in zip((ann, bob, eve), saw, strict=True):
        past = await frames(who, table["id"])
        assert len(seen) > 3
        assert all(past[ply] == screen for ply, screen in seen.items() if ply in past)
        assert set(seen) <= set(past)
    assert await frames(ann, table["id"]) != await frames(bob, table["id"])
    later = await frames(ann, table["id"], first=3)
    assert min(later) == 3


async def test_what_there_is_no_past_of(place):
    ann, eve = await place.people("Ann", "Eve")
    table = await ann.lay("othellino", "me", "open")
    for path, status in (
        (f"{table['id']}/past", 409), ("nowhere/past", 404), (f"{table['id']}/past?first=-1", 422),
        (f"{table['id']}/past?first=x", 422), (f"{table['id']}/past?first=1e9", 422),
    ):  # fmt: skip
        assert (await eve.get(f"/api/tables/{path}")).status_code == status
    await eve.join(table)
    assert list(await frames(ann, table["id"])) == [0]
    assert await frames(ann, table["id"], first=99_999) == {}


async def test_nobody_keeps_the_server_busy_with_the_past():
    async with serving(limits=1, clock=Watch()) as place:  # no time passes, however busy the machine is
        (ann,) = await place.people("Ann")
        table = await ann.lay("othellino", "me", "me")
        answers = [(await ann.get(f"/api/tables/{table['id']}/past")).status_code for _ in range(40)]
        assert answers == [200] * 30 + [429] * 10

"""People play over real sockets."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from brillig import catalogue
from brillig.match import verify
from brillig.web.protocol import Presence
from tests import few
from tests.web.browser import Browser, Tab
from tests.web.conftest import Watch, serving

pytestmark = pytest.mark.anyio


def anything(scene: Any, dice: random.Random) -> list[int]:
    """Codes that make a choice: one, or with a point on an open field some more."""
    choice = dice.choice(scene.choices) if scene.choices else None
    codes = [choice.code] if choice else []
    if aim := choice.aim if choice else scene.aim:
        k = dice.choice([k for k, runs in enumerate(aim.columns) if runs])
        codes += [aim.across + aim.left + k, aim.down + aim.columns[k][0]]
    return codes


async def play_on(tabs: list[Tab], dice: random.Random, codes=None) -> None:
    """Each tab chooses at random whenever it is asked, until the match is over.

    `codes`: what a seat may choose, for games that do not tell; there somebody else may be quicker.
    """

    async def one(tab: Tab) -> None:
        seat = tab.hello.seat
        while not (view := await tab.ready()).result:
            if seat not in view.scene.waiting:
                await tab.until_ply(view.ply + 1)
                continue
            code, *then = [dice.choice(codes(seat))] if codes else anything(view.scene, dice)
            ack = await tab.choose(code, then=then)
            assert ack.ok or codes, ack
            if ack.ok:
                await tab.until_ply(ack.ply)
            else:
                await tab.quiet(0.01)

    await asyncio.gather(*(one(tab) for tab in tabs))


async def hurry(room, watch: Watch) -> None:
    """Let time fly."""
    while not room.live.match.finished:
        await asyncio.sleep(0.02)
        watch.now += 400
        await room.happen()


@pytest.mark.parametrize("slug", few.slugs())
async def test_whole_games(slug):
    game, watch = catalogue.load(slug), Watch()
    seats = max(game.seats[0], min(3, game.seats[1]))
    async with serving(clock=watch) as place:
        people = await place.people(*(f"P{k}" for k in range(seats)))
        table = await people[0].lay(slug, "me", *["open"] * (seats - 1))
        for k, person in enumerate(people[1:]):
            assert await person.join(table, k) == k + 1
        tabs = [await person.open(table["id"]) for person in people]
        watcher = await place.browser().open(table["id"])
        if game.real_time:
            assert all([(await tab.ask(type="ready")).ok for tab in tabs])
        room = place.host.rooms[table["id"]]
        by_sight = (lambda seat: room.live.views[seat].seen.codes(seat) or [0]) if game.seeing else None
        flying = asyncio.create_task(hurry(room, watch)) if game.due else None
        await play_on(tabs, random.Random(slug), by_sight)
        await watcher.ready(lambda view: view.result)
        if flying:
            await flying
        assert len({tab.view.result.secret for tab in [*tabs, watcher]}) == 1
        assert all(not tab.view.scene.waiting and not tab.view.scene.choices for tab in tabs)
        replay = await people[0].get(f"/api/tables/{table['id']}/replay")
        assert replay.headers["content-type"].startswith("application/jsonl")
        verdict = verify(replay.content.splitlines(), commitment=table["commitment"])
        assert verdict.honest, verdict.sentences


async def test_bots_fill_the_table(place):
    (ann,) = await place.people("Ann")
    table = await ann.lay("gold-mine", "me", "bot:random", "bot:random")
    tab = await ann.open(table["id"])
    await play_on([tab], random.Random(1))
    assert [s.kind for s in tab.view.people.seats] == ["person", "bot", "bot"]


async def test_bots_alone(place):
    ann: Browser = place.browser()
    table = await ann.lay("othellino", "bot:random", "bot:random")
    tab = await ann.open(table["id"])
    view = await tab.ready(lambda view: view.result)
    assert sum(view.result.scores) <= 36


async def test_a_bot_that_is_not_ready_says_so_and_the_table_waits(monkeypatch):
    """Its game is being compiled: nobody plays at random under its name, and everybody sees why nothing happens."""
    ready = set()
    monkeypatch.setattr("brillig.bots.is_warm", lambda game: game.slug in ready)
    monkeypatch.setattr("brillig.web.host.warming.Warming.want", lambda self, game: None)
    async with serving(compile=True) as place:
        (ann,) = await place.people("Ann")
        table = await ann.lay("othellino", "me", "bot:expert", options={"first mover": "seat 1"})
        tab = await ann.open(table["id"])
        view = await tab.ready(lambda view: 0 in view.scene.waiting)
        assert not view.people.seats[1].here
        assert (await tab.ask(type="hint", ply=tab.view.ply)).error.code == "warming_up"
        ack = await tab.choose(view.scene.choices[0].code)
        await tab.ready(lambda view: view.ply == ack.ply)
        await asyncio.sleep(0.5)
        assert not [message for message in tab.log if (getattr(message, "ply", 0) or 0) > ack.ply]  # it has not moved
        ready.add("othellino")
        place.host._warmed(place.host.rooms[table["id"]].game)
        met = await tab.wait(lambda m: isinstance(m, Presence) and m.people.seats[1].here)
        assert met.people.seats[1].name == view.people.seats[1].name
        await tab.ready(lambda view: view.ply > ack.ply)  # now it has


async def test_a_choice_may_be_touched_in_a_second_way(place):
    """The pirate and where it goes, or the card and the pirate; a game that has one way says nothing of another."""
    (ann,) = await place.people("Ann")
    for slug, ways in (("tunnel-run", 2), ("othellino", 0)):
        table = await ann.lay(slug, "me", "bot:random")
        tab = await ann.open(table["id"])
        view = await tab.ready(lambda view: 0 in view.scene.waiting)
        assert {len(choice.also) for choice in view.scene.choices} == {ways}
        for choice in view.scene.choices if ways else ():
            assert choice.also[0].startswith("hand-")
            assert choice.also[1] == choice.touch[0]


async def test_an_aside_is_offered_and_done_out_of_turn(place):
    """Cards of Temple of Doom may be announced at any time, also by whoever is not to decide."""
    people = await place.people("Ann", "Ben")
    table = await people[0].lay("temple-of-doom", "me", "open")
    await people[1].join(table, 0)
    tabs = [await person.open(table["id"]) for person in people]
    for tab in tabs:
        view = await tab.ready(lambda view: view.scene.choices)
        ack = await tab.choose(next(choice.code for choice in view.scene.choices if choice.label == "Not now"))
        await tab.until_ply(ack.ply)
    views = [await tab.until_ply(2) for tab in tabs]  # both have answered
    leader, other = views[0].scene.waiting[0], 1 - views[0].scene.waiting[0]
    (aside,) = views[other].scene.choices
    assert (aside.label, aside.touch) == ("Announce my cards", ())
    ack = await tabs[other].choose(aside.code)
    assert ack.ok, ack
    view = await tabs[other].until_ply(ack.ply)
    assert (view.scene.waiting, view.scene.choices, view.can_undo) == ([leader], [], False)
    await tabs[leader].ready(lambda view: view.told and "tells its cards from now on" in view.told[-1].text)
    assert (await tabs[other].choose(aside.code)).error.sentence == "Your cards are known already."
    card = views[leader].scene.choices[0].code  # the leader decides what it decided before
    assert (await tabs[leader].choose(card)).ok

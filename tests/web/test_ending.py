"""Resigning, drawing and abandoning at a table: who may, what the others see, and what is kept."""

from __future__ import annotations

import msgspec
import pytest

import brillig
from brillig.match import verify
from brillig.web.protocol import Ack, People, Presence

pytestmark = pytest.mark.anyio


async def two(place, game="othellino", *more):
    ann, bob = await place.people("Ann", "Bob")
    table = await ann.lay(game, "me", "open", *more)
    await bob.join(table)
    return table["id"], await ann.open(table["id"]), await bob.open(table["id"])


async def over(tab):
    return (await tab.ready(lambda view: view.result)).result


async def test_whoever_resigns_loses(place):
    id, ann, bob = await two(place)
    await ann.ready()
    assert (await bob.ask(type="resign", id="r")).ok
    result = await over(ann)
    assert (result.ranks, result.how) == ([1, 2], "resign")
    assert ann.view.scene.waiting == []
    assert "Seat 2 resigns." in [text for words in ann.told.values() for text in words]
    assert (await bob.ask(type="resign", id="r")).ok  # the same command again
    assert (await ann.ask(type="resign")).error.code == "over"
    assert (await ann.ask(type="propose", what="draw")).error.code == "over"
    assert place.store.documents[id].status == "over"
    assert verify(place.store.logs[id]).honest
    assert len([note for note in place.store.kept.values() if note.kind == "played"]) == 2


async def test_of_three_a_bot_plays_on_for_whoever_resigned(place):
    id, ann, bob = await two(place, "gold-mine", "bot:random")
    await ann.ready()
    assert (await bob.ask(type="resign")).ok
    seen = await ann.wait(lambda m: isinstance(m, Presence) and m.people.seats[1].resigned)
    assert seen.people.seats[1].away
    assert (await bob.ask(type="return")).error.code == "resigned"
    assert (await bob.ask(type="resign")).error.code == "resigned"
    number = 0
    while not (ann.view and ann.view.result):
        view = await ann.ready(lambda view: view.result or 0 in view.scene.waiting)
        if view.result:
            break
        number += 1
        ack = await ann.choose(view.scene.choices[number % len(view.scene.choices)].code)
        assert ack.ok
        await ann.until_ply(ack.ply)
    assert ann.view.result.ranks[1] == 3
    assert verify(place.store.logs[id]).honest


async def test_a_draw_needs_both_and_a_choice_declines(place):
    id, ann, bob = await two(place)
    await ann.ready()
    await bob.ready()
    first, second = (ann, bob) if ann.view.scene.waiting == [0] else (bob, ann)
    assert (await second.ask(type="propose", what="draw")).ok
    await first.wait(lambda m: isinstance(m, Presence) and any(seat.proposes == "draw" for seat in m.people.seats))
    ack = await first.choose(first.view.scene.choices[0].code)
    assert ack.ok
    assert all(chair.proposes == "" for chair in place.host.rooms[id].seating.chairs)  # declined
    assert (await first.ask(type="propose", what="draw")).ok
    assert place.store.documents[id].status == "playing"
    assert (await second.ask(type="propose", what="draw")).ok
    result = await over(first)
    assert (result.ranks, result.how) == ([1, 1], "draw")
    assert verify(place.store.logs[id]).honest


async def test_alone_with_bots_one_abandons_at_once_and_there_is_no_draw(place):
    (ann,) = await place.people("Ann")
    table = await ann.lay("othellino", "me", "bot:random")
    tab = await ann.open(table["id"])
    await tab.ready()
    refused = await tab.ask(type="propose", what="draw")
    assert refused.error.sentence == "Bots do not agree to a draw: resign, or play on."
    assert (await tab.ask(type="propose", what="abandon")).ok
    assert (await over(tab)).how == "abandon"
    solo = await ann.lay("bandersnatch", "me")
    tab = await ann.open(solo["id"])
    await tab.ready()
    assert (await tab.ask(type="propose", what="draw")).error.code == "no_draw"
    assert (await tab.ask(type="resign")).ok
    assert (await over(tab)).how == "resign"


async def test_bots_agree_to_a_draw_where_nothing_moves_any_more(place, monkeypatch):
    (ann,) = await place.people("Ann")
    table = await ann.lay("gyre", "me", "bot:random")
    tab = await ann.open(table["id"])
    await tab.ready()
    assert (await tab.ask(type="propose", what="draw")).error.code == "no_draw"
    monkeypatch.setattr(brillig.load("gyre"), "stuck", lambda s: True)
    people = msgspec.json.decode(place.host.rooms[table["id"]].people(), type=People)
    assert [seat.agrees for seat in people.seats] == [False, True]
    assert (await tab.ask(type="propose", what="draw")).ok
    result = await over(tab)
    assert (result.ranks, result.how) == ([1, 1], "draw")


async def test_who_watches_or_waits_cannot_end_anything(place):
    ann, eve = await place.people("Ann", "Eve")
    table = await ann.lay("othellino", "me", "open")
    tab, watching = await ann.open(table["id"]), await eve.open(table["id"])
    assert (await tab.ask(type="resign")).error.code == "not_started"
    assert (await watching.ask(type="resign")).error.code == "not_seated"
    assert (await watching.ask(type="propose", what="abandon")).error.code == "not_seated"
    await tab.send(type="propose", what="peace", id="p")
    assert (await tab.wait(lambda m: isinstance(m, Ack))).error.code == "bad_message"


async def test_an_offer_and_a_resignation_survive_a_restart_of_the_room(place):
    id, ann, bob = await two(place)
    await ann.ready()
    assert (await ann.ask(type="propose", what="abandon")).ok
    room = place.host.rooms[id]
    async with room.lock:
        room.loaded = False
        await room.fresh()
    assert (await bob.ask(type="propose", what="abandon")).ok
    assert (await over(ann)).how == "abandon"


async def test_what_cannot_be_saved_has_not_happened(place):
    id, ann, bob = await two(place)
    await ann.ready()
    place.store.fail_next = 1
    assert (await ann.ask(type="resign")).error.code == "try_again"
    assert place.store.documents[id].status == "playing"
    assert (await ann.ask(type="resign")).ok
    assert (await over(bob)).ranks == [2, 1]

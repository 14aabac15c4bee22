"""Asking for a choice back among people: an offer, an answer, and what cannot be taken back."""

from __future__ import annotations

import pytest

from brillig.web.protocol import Presence
from tests.web.test_ending import two

pytestmark = pytest.mark.anyio


async def answered(place):
    """Two people who have chosen once each: who began, who answered."""
    id, ann, bob = await two(place)
    await ann.ready()
    await bob.ready()
    first, second = (ann, bob) if ann.view.scene.waiting == [0] else (bob, ann)
    for tab, other in ((first, second), (second, first)):
        ack = await tab.choose(tab.view.scene.choices[0].code)
        assert ack.ok
        await other.until_ply(ack.ply)
        await tab.until_ply(ack.ply)
    return id, first, second


def asks(seats):
    return [seat.proposes for seat in seats]


async def seen(tab, *wishes):
    return await tab.wait(lambda m: isinstance(m, Presence) and sorted(asks(m.people.seats)) == sorted(wishes))


async def test_both_agree_and_both_choices_are_taken_back(place):
    id, first, second = await answered(place)
    screen = first.view.scene.screen
    assert not first.view.can_undo
    assert (await first.ask(type="propose", what="takeback", id="t")).ok
    await seen(second, "", "takeback")
    assert (await second.ask(type="propose", what="takeback")).ok
    view = await first.ready(lambda view: first.hello.seat in view.scene.waiting and view.scene.screen != screen)
    assert view.scene.waiting == [first.hello.seat]
    room = place.host.rooms[id]
    assert room.live.match.ply == 0  # the set-up is all that stands
    assert room.seating.asker == -1
    assert asks(room.seating.chairs) == ["", ""]
    assert (await first.ask(type="propose", what="takeback", id="t")).ok  # the same command again asks nothing
    assert room.seating.asker == -1


async def test_no_is_an_answer_and_so_is_playing_on(place):
    id, first, second = await answered(place)
    room = place.host.rooms[id]
    assert (await first.ask(type="propose", what="takeback")).ok
    await seen(second, "", "takeback")
    assert (await second.ask(type="decline")).ok
    await seen(first, "", "")
    assert room.live.match.ply == 2
    assert (await second.ask(type="propose", what="takeback")).ok
    await seen(first, "", "takeback")
    assert (await first.choose(first.view.scene.choices[0].code)).ok
    assert (room.seating.asker, asks(room.seating.chairs)) == (-1, ["", ""])


async def test_whoever_asks_and_then_plays_has_changed_their_mind(place):
    id, first, second = await answered(place)
    room = place.host.rooms[id]
    assert (await first.ask(type="propose", what="takeback")).ok
    assert (await first.choose(first.view.scene.choices[0].code)).ok
    assert room.seating.asker == -1
    await second.ready(lambda view: second.hello.seat in view.scene.waiting)
    assert (await second.ask(type="propose", what="takeback")).ok  # asks, and does not agree to what nobody asks now
    assert room.seating.asker == second.hello.seat


async def test_what_chance_or_somebody_has_shown_stands(place):
    id, ann, bob = await two(place, "gold-mine")
    await ann.ready()
    await bob.ready()
    refused = await ann.ask(type="propose", what="takeback")
    assert refused.error.sentence == "You have nothing to take back."
    for tab in (ann, bob):
        assert (await tab.choose(tab.view.scene.choices[0].code)).ok
    refused = await ann.ask(type="propose", what="takeback")
    assert refused.error.code == "no_takeback"
    assert refused.error.sentence.endswith(".")
    room = place.host.rooms[id]
    assert (room.seating.asker, asks(room.seating.chairs)) == (-1, ["", ""])


async def test_with_bots_alone_nobody_need_be_asked(place):
    (ann,) = await place.people("Ann")
    table = await ann.lay("othellino", "me", "bot:random")
    tab = await ann.open(table["id"])
    await tab.ready(lambda view: 0 in view.scene.waiting)
    assert (await tab.choose(tab.view.scene.choices[0].code)).ok
    await tab.ready(lambda view: view.ply > 1 and 0 in view.scene.waiting)
    before = place.host.rooms[table["id"]].live.match.ply
    assert (await tab.ask(type="propose", what="takeback")).ok
    assert place.host.rooms[table["id"]].live.match.ply < before

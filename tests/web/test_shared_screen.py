"""Several people at one screen: a session has several seats, and looks through the eyes of the one that is to decide."""

from __future__ import annotations

import pytest

from brillig.web.protocol import Hello, View
from tests.web.conftest import serving
from tests.web.memory_store import MemoryStore

pytestmark = pytest.mark.anyio


async def turn(tab, seat, after=-1):
    """Wait until this seat looks, has its view (a newer one than `after`), and is asked."""
    while True:
        since = max(k for k, message in enumerate(tab.log) if isinstance(message, Hello))
        views = [message for message in tab.log[since:] if isinstance(message, View)]
        if tab.hello.seat == seat and views and seat in views[-1].scene.waiting and views[-1].ply > after:
            return views[-1]
        if not views:
            tab.view = None  # another seat counts steps of its own
        await tab.next()


async def test_the_screen_goes_to_whoever_is_to_decide(place):
    (ann,) = await place.people("Ann")
    laid = await ann.lay("othellino", "me", "me", options={"first mover": "seat 2"})
    tab = await ann.open(laid["id"])
    assert tab.hello.names == ["Ann", "Ann"]
    view = await turn(tab, 1)
    for seat in (1, 0, 1, 0):
        view = await turn(tab, seat)
        assert view.scene.waiting == [seat]
        assert (await tab.choose(view.scene.choices[0].code)).ok
    people = (await ann.get(f"/api/tables/{laid['id']}")).json()["seats"]
    assert all(seat["kind"] == "person" for seat in people)


async def test_secret_choices_one_after_the_other(place):
    """In Gold Mine all choose at once: at one screen one after the other, and neither sees what the other chose."""
    (ann,) = await place.people("Ann")
    laid = await ann.lay("gold-mine", "me", "me")
    tab = await ann.open(laid["id"])
    view = await turn(tab, 0)
    stay, run = (option.code for option in view.scene.choices)
    assert (await tab.choose(stay)).ok
    view = await turn(tab, 1)
    assert "chosen to" not in view.scene.screen.prompt
    assert "Seat 1 has chosen." in [told.text for told in view.told]
    # What the first had sent in haste is not the choice of the second.
    hasty = await tab.choose(run, ply=view.ply - 1)
    assert not hasty.ok
    assert hasty.error.code == "stale"
    assert (await tab.choose(run)).ok
    await turn(tab, 0)


async def test_a_friend_far_away_and_two_at_home(place):
    ann, bob = await place.people("Ann", "Bob")
    laid = await ann.lay("gold-mine", "me", "me", "open")
    home = await ann.open(laid["id"])
    assert home.hello.seat == 0
    await bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
    away = await bob.open(laid["id"])
    assert away.hello.seat == 2
    assert [seat.here for seat in (await away.ready()).people.seats] == [True, True, True]
    await turn(home, 0)
    assert (await home.choose(0)).ok
    await turn(home, 1)
    assert (await away.choose(0)).ok
    assert home.hello.seat == 1  # others' choices do not take the screen away
    made = await home.choose(0)
    assert made.ok
    await turn(home, 1, after=made.ply - 1)  # asked again, whoever has the screen begins
    assert (await home.choose(0)).ok
    await turn(home, 0)


async def test_getting_up_means_everybody_at_the_screen(place):
    (ann,) = await place.people("Ann")
    laid = await ann.lay("gold-mine", "me", "me", "bot:random")
    tab = await ann.open(laid["id"])
    await turn(tab, 0)
    assert (await tab.ask(type="leave")).ok
    sheet = (await ann.get(f"/api/tables/{laid['id']}")).json()
    assert [seat["away"] for seat in sheet["seats"]] == [True, True, False]


async def test_it_is_the_same_after_a_restart():
    store = MemoryStore()
    async with serving(store) as there:
        (ann,) = await there.people("Ann")
        laid = await ann.lay("othellino", "me", "me")
        tab = await ann.open(laid["id"])
        view = await tab.ready()
        seat = tab.hello.seat
        assert (await tab.choose(view.scene.choices[0].code)).ok
        cookies = dict(ann.http.cookies)
    async with serving(store) as there:
        again = there.browser()
        again.http.cookies.update(cookies)
        tab = await again.open(laid["id"])
        assert tab.hello.seat == 1 - seat

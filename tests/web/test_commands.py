"""Every message that a client may send, and what becomes of it."""

from __future__ import annotations

import asyncio

import pytest

from brillig import catalogue
from brillig.web.protocol import Ack, Chat, Hello, Presence, ServerPong, View
from tests.web.conftest import serving

pytestmark = pytest.mark.anyio


async def two(place, game="othellino", **more):
    """Ann and Bob at a table, each with a tab; the tab of the seat to move first."""
    ann, bob = await place.people("Ann", "Bob")
    table = await ann.lay(game, "me", "open", **more)
    await bob.join(table)
    tabs = [await ann.open(table["id"]), await bob.open(table["id"])]
    for tab in tabs:
        await tab.ready()
    mover = tabs[0].view.scene.waiting[0]
    return table, tabs, tabs[mover], tabs[1 - mover]


async def test_hello_says_who_and_what(place):
    table, tabs, *_ = await two(place, options={"size": 8})
    for seat, tab in enumerate(tabs):
        hello = tab.hello
        assert (hello.protocol, hello.table, hello.seat, hello.status) == (1, table["id"], seat, "playing")
        assert (hello.game, hello.title, hello.rules) == ("othellino", "Othellino", 1)
        assert hello.options == {"size": 8, "first_mover": "random"}
        assert hello.names == ["Ann", "Bob"]
        assert hello.commitment == table["commitment"]


async def test_a_choice_is_acknowledged_then_shown_to_all(place):
    _, _, mover, other = await two(place)
    choice = mover.view.scene.choices[0]
    ack = await mover.choose(choice.code)
    assert ack == Ack(ack.id, True, ply=1)
    for tab in (mover, other):
        view = await tab.until_ply(1)
        assert [t.text for t in view.told] == [
            f"Seat {mover.hello.seat + 1} places on {choice.label} and turns 1 cube."
        ]
        assert view.scene.waiting == [other.hello.seat]
    assert mover.view.can_undo
    assert not other.view.can_undo
    assert not mover.view.scene.choices
    assert {o.touch for o in other.view.scene.choices} <= {(s.id,) for s in other.view.scene.screen.zones[0].spots}
    kinds = [type(m) for m in mover.log]
    assert kinds.index(Ack) < len(kinds) - 1 - kinds[::-1].index(View)  # the answer came before the view


async def test_the_same_command_twice_is_done_once(place):
    table, _, mover, other = await two(place)
    code = mover.view.scene.choices[0].code
    first = await mover.choose(code, id="again")
    second = await mover.ask(type="choose", id="again", ply=0, code=code)
    third = await mover.ask(type="choose", id="again", ply=0, code=63)  # whatever else it says
    assert first == second == third
    view = await other.until_ply(1)
    await other.choose(view.scene.choices[0].code)
    assert await mover.ask(type="choose", id="again", ply=0, code=code) == first
    assert len(place.store.logs[table["id"]]) == 3


async def test_the_same_command_many_times_at_once_from_two_tabs(place):
    table, _, mover, _ = await two(place)
    browser = next(b for b in place.browsers if mover in b.tabs)
    twin = await browser.open(table["id"])
    await twin.ready()
    code = mover.view.scene.choices[0].code
    for tab in (mover, twin) * 5:
        await tab.send(type="choose", id="race", ply=0, code=code)
    acks = [await tab.ack("race") for tab in (mover, twin) * 5]
    assert len({(a.id, a.ok, a.ply) for a in acks}) == 1
    assert acks[0].ok
    assert len(place.store.logs[table["id"]]) == 2


async def test_a_command_is_known_after_the_room_was_put_away(place):
    table, _, mover, _ = await two(place)
    first = await mover.choose(mover.view.scene.choices[0].code, id="kept")
    room = place.host.rooms[table["id"]]
    room.receipts.clear()
    assert await mover.ask(type="choose", id="kept", ply=0, code=0) == first
    assert len(place.store.logs[table["id"]]) == 2


async def test_a_stale_choice_is_refused(place):
    _, _, mover, other = await two(place)
    for ply, tab in enumerate((mover, other, mover)):
        view = await tab.until_ply(ply)
        assert (await tab.choose(view.scene.choices[0].code)).ok
    view = await other.until_ply(3)
    code = view.scene.choices[0].code
    for ply in (0, 1, 2, 4, 99):
        ack = await other.choose(code, ply=ply)
        assert ack.error.code == "stale"
    assert (await other.choose(code)).ok


async def test_after_an_undo_old_answers_are_stale(place):
    """A choice that answers a position which was taken back is not taken for an answer to the next one."""
    _, _, mover, other = await two(place)
    await mover.choose(mover.view.scene.choices[0].code)
    view = await other.until_ply(1)
    reply = view.scene.choices[0].code
    assert (await mover.ask(type="undo", ply=1)).ply == 2
    assert (await other.choose(reply, ply=1)).error.code in ("stale", "illegal")
    view = await mover.until_ply(2)
    assert [t.text for t in view.told] == [f"Seat {mover.hello.seat + 1} takes the last choice back."]
    await mover.choose(view.scene.choices[0].code)
    assert (await other.choose(reply, ply=1)).error.code == "stale"
    view = await other.until_ply(3)
    assert (await other.choose(view.scene.choices[0].code)).ok


async def test_undo_is_refused_with_the_referees_reason(place):
    _, _, mover, other = await two(place)
    ack = await other.ask(type="undo", ply=0)
    assert (ack.error.code, ack.error.sentence) == ("illegal", "You have nothing to take back.")
    await mover.choose(mover.view.scene.choices[0].code)
    view = await other.until_ply(1)
    await other.choose(view.scene.choices[0].code)
    await mover.until_ply(2)
    ack = await mover.ask(type="undo", ply=2)
    assert ack.error.sentence == "Somebody else has decided since."


async def test_illegal_choices_get_the_rules_reason_and_change_nothing(place):
    table, _, mover, other = await two(place, options={"first_mover": "seat 1"})
    for tab, code, sentence in (
        (mover, 18, "That square is taken."),
        (mover, 0, "You must trap at least one enemy cube in a straight line."),
        (mover, 64, "You have a legal move, so you must place a cube."),
        (mover, 31_999, "There is no choice 31999 in Othellino."),
        (other, 10, "It is not your turn."),
    ):
        ack = await tab.choose(code)
        assert (ack.error.code, ack.error.sentence) == ("illegal", sentence)
    assert len(place.store.logs[table["id"]]) == 1


async def test_choosing_at_once_needs_no_new_view(place):
    """Where all choose at once, others' choices do not make mine stale."""
    ann, bob, cat = await place.people("Ann", "Bob", "Cat")
    table = await ann.lay("gold-mine", "me", "open", "open")
    await bob.join(table, 0)
    await cat.join(table, 1)
    tabs = [await b.open(table["id"]) for b in (ann, bob, cat)]
    for tab in tabs:
        await tab.ready()
    acks = await asyncio.gather(*(tab.choose(0, ply=0) for tab in tabs))
    assert all(ack.ok for ack in acks)
    for tab in tabs:
        await tab.until_ply(3)
        assert (await tab.choose(0, ply=0)).error.code == "stale"


@pytest.mark.usefixtures("toys")
async def test_a_try_that_misses_may_cost_something(place, monkeypatch):
    """Once: the same try again gets the same answer."""
    peep = catalogue.load("peep")
    monkeypatch.setattr(peep, "missed", lambda s, seat, code: 0 if code == 10 else -1)
    table, (ann, bob), *_ = await two(place, "peep")
    free = await ann.choose(9)
    dear = await ann.choose(10, id="dear")
    assert (free.error.sentence, dear.error.sentence) == ("Not now.", "Not now.")
    assert await ann.choose(10, id="dear") == dear
    assert [line.count(b'"code":0') for line in place.store.logs[table["id"]]] == [0, 1]
    for tab in (ann, bob):
        assert (await tab.until_ply(1)).scene.screen.panels[0].counters["marks"] == 1


@pytest.mark.usefixtures("toys")
async def test_a_rule_that_breaks_down_refuses_the_choice_and_the_match_goes_on(place):
    go_on, divide = 0, 1
    table, (ann, bob), *_ = await two(place, "slip")
    assert (await ann.choose(go_on)).ok
    await bob.until_ply(1)
    assert (await bob.choose(go_on)).ok
    await ann.until_ply(2)
    refused = await ann.choose(divide)
    assert refused.error.code == "illegal"
    assert refused.error.sentence.startswith("Slip: the rule share breaks down there, so that cannot be done.")
    assert len(place.store.logs[table["id"]]) == 3  # the header and two choices
    assert (await ann.choose(go_on)).ok
    for tab in (ann, bob):
        assert (await tab.until_ply(3)).scene.waiting == [1]


@pytest.mark.usefixtures("toys")
async def test_a_clock_that_breaks_down_refuses_the_choice_and_keeps_the_match(place):
    table, (ann, bob), *_ = await two(place, "fuse")
    for tab in (ann, bob):
        assert (await tab.ask(type="ready")).ok
    await asyncio.sleep(3.2)  # the table breaks down at its third second
    refused = await ann.choose(0)
    assert refused.error.code == "illegal"
    assert refused.error.sentence.startswith("Fuse: the rule burn breaks down there")
    assert (await ann.ready()).scene.screen.prompt.startswith("Fuse: the rule burn breaks down here, so the match does")
    assert len(place.store.logs[table["id"]]) == 3  # the header and two ticks
    assert (await bob.choose(0)).error.code in ("illegal", "stale")


async def test_talk(place):
    table, (ann, bob), *_ = await two(place)
    ack = await ann.ask(type="say", text="  Hello\u202e,\tworld\x00!  ", id="t1")
    assert ack.ok
    assert await ann.ask(type="say", text="other words, same id", id="t1") == ack
    place.host.rooms[table["id"]].receipts.clear()  # as after a restart
    assert await ann.ask(type="say", text="other words, same id", id="t1") == ack
    chat = await bob.wait(lambda m: isinstance(m, Chat))
    assert [(line.name, line.text) for line in chat.lines] == [("Ann", "Hello, world!")]
    assert (await ann.ask(type="say", text="\u200b\u202e")).error.code == "not_said"
    watcher = await place.browser().open(table["id"])
    await watcher.wait(lambda m: isinstance(m, View))
    assert [line.text for line in watcher.of(Chat)[0].lines] == ["Hello, world!"]
    assert (await watcher.ask(type="say", text="I only watch")).error.code == "not_seated"


async def test_leaving_and_coming_back(place):
    table, (ann, bob), *_ = await two(place)
    left = await ann.ask(type="leave", id="away")
    assert left.ok
    people = (await bob.wait(lambda m: isinstance(m, Presence) and m.people.seats[0].away)).people
    assert people.seats[0].name == "Ann"
    view = await bob.ready(lambda view: 1 in view.scene.waiting)  # the bot has moved for Ann if it was her turn
    ack = await bob.choose(view.scene.choices[0].code)
    assert ack.ok
    await bob.ready(lambda view: view.ply > ack.ply)  # and goes on for her
    ack = await ann.choose(0)
    assert ack.error.code == "away" or ack.error.code == "stale"
    assert (await ann.ask(type="return")).ok
    await bob.wait(lambda m: isinstance(m, Presence) and not m.people.seats[0].away)
    stored = place.store.documents[table["id"]]
    assert b"random" not in stored.body.split(b'"chairs"')[1]
    assert (await ann.ask(type="return")).ok  # twice is the same as once
    for _ in range(2):  # an old message that comes again does nothing, also after a restart
        assert await ann.ask(type="leave", id="away") == left
        assert not place.host.rooms[table["id"]].seating.chairs[0].bot
        place.host.rooms[table["id"]].receipts.clear()


async def test_a_seat_at_an_open_table_can_be_given_up(place):
    ann, bob, cat = await place.people("Ann", "Bob", "Cat")
    table = await ann.lay("gold-mine", "me", "open", "open")
    await bob.join(table, 0)
    tab = await bob.open(table["id"])
    assert tab.hello.seat == 1
    assert (await tab.ask(type="choose", ply=0, code=0)).error.code == "not_started"
    left = await tab.ask(type="leave", id="gone")
    assert left.ok
    await tab.wait(lambda m: isinstance(m, Hello) and m.seat is None)
    assert await tab.ask(type="leave", id="gone") == left
    assert (await tab.ask(type="leave", id="again")).error.code == "not_seated"
    assert await cat.join(table, 0) == 1  # the invitation is good again


async def test_sitting_down_is_seen_and_the_match_begins(place):
    ann, bob = await place.people("Ann", "Bob")
    table = await ann.lay("othellino", "me", "open")
    tab, watching = await ann.open(table["id"]), await bob.open(table["id"])
    assert (tab.hello.status, tab.hello.names, watching.hello.seat) == ("open", ["Ann", ""], None)
    people = (await tab.wait(lambda m: isinstance(m, Presence) and m.people.watchers)).people
    assert people.watching == ["Bob"]
    assert [s.kind for s in people.seats] == ["person", "open"]
    await bob.join(table)
    assert (await watching.wait(lambda m: isinstance(m, Hello))).seat == 1
    hello = await tab.wait(lambda m: isinstance(m, Hello))
    assert (hello.status, hello.names) == ("playing", ["Ann", "Bob"])
    view = await tab.ready()
    assert (view.people.watchers, view.ply) == (0, 0)


async def test_players_are_told_who_watches(place):
    table, (ann, _), *_ = await two(place)
    (cat,) = await place.people("Cat")
    await cat.open(table["id"])
    await place.browser().open(table["id"])
    people = (await ann.wait(lambda m: isinstance(m, Presence) and m.people.watchers == 2)).people
    assert people.watching == ["Cat", "Somebody"]
    await cat.tabs[0].close()
    await ann.wait(lambda m: isinstance(m, Presence) and m.people.watchers == 1)


async def test_two_tabs_share_a_seat(place):
    table, _, mover, _ = await two(place)
    browser = next(b for b in place.browsers if mover in b.tabs)
    twin = await browser.open(table["id"])
    assert twin.hello.seat == mover.hello.seat
    view = await twin.ready()
    assert view.scene == mover.view.scene
    ack = await twin.choose(view.scene.choices[0].code)
    assert ack.ok
    await mover.until_ply(1)
    await twin.until_ply(1)
    assert twin.raw[-1] == mover.raw[-1] or twin.view == mover.view
    await twin.close()
    await mover.quiet()
    assert mover.view.people.seats[mover.hello.seat].here


async def test_sync_gives_the_newest_view_and_the_sentences_since(place):
    _, _, mover, other = await two(place)
    for ply in range(4):
        tab = (mover, other)[ply % 2]
        view = await tab.until_ply(ply)
        await tab.choose(view.scene.choices[0].code)
    await other.until_ply(4)
    heard = {ply: list(texts) for ply, texts in other.told.items()}
    for since, plies in ((0, [1, 2, 3, 4]), (2, [3, 4]), (4, []), (9, [])):
        await other.send(type="sync", since=since)
        view = await other.wait(lambda m: isinstance(m, View))
        assert view.ply == 4
        assert list(dict.fromkeys(t.ply for t in view.told)) == plies
        for ply in plies:
            assert [t.text for t in view.told if t.ply == ply] == heard[ply]


async def test_reconnecting_names_what_was_seen(place):
    table, _, mover, other = await two(place)
    browser = next(b for b in place.browsers if other in b.tabs)
    await other.close()
    await mover.choose(mover.view.scene.choices[0].code)
    again = await browser.open(table["id"], query="?v=1&since=0")
    view = await again.ready()
    assert (view.ply, len(view.told)) == (1, 1)
    late = await browser.open(table["id"], query="?since=1")
    view = await late.ready()
    assert (view.ply, view.told) == (1, [])


async def test_ping(place):
    _, (ann, _), *_ = await two(place)
    await ann.send(type="ping", n=17)
    assert (await ann.wait(lambda m: isinstance(m, ServerPong))).n == 17
    await ann.send(type="pong", n=3)  # to a ping that never was: no harm
    await ann.send(type="ping")
    assert (await ann.wait(lambda m: isinstance(m, ServerPong))).n == 0


async def test_the_end(place):
    _, tabs, mover, _ = await two(place)
    while not mover.view.result:
        tab = next(t for t in tabs if t.hello.seat in mover.view.scene.waiting)
        await tab.until_ply(mover.view.ply)
        await tab.choose(tab.view.scene.choices[0].code)
        await mover.until_ply(mover.view.ply + 1)
    result = mover.view.result
    assert sorted(result.ranks) in ([1, 2], [1, 1])
    for deed in ({"type": "choose", "ply": mover.view.ply, "code": 0}, {"type": "undo", "ply": 0}, {"type": "leave"}):
        assert (await mover.ask(**deed)).error.code == "over"
    assert "brillig_matches_finished_total 1" in (await place.browser().get("/metrics")).text


async def test_good_bye():
    async with serving() as place:
        _, (ann, _), *_ = await two(place)
        await place.host.farewell()
        code, reason = await ann.closed()
        assert (code, ann.bye.error.code) == (1012, "closing")
        assert "closing" in reason
        assert (await place.browser().get("/readyz")).status_code == 503
        assert (await place.browser().get("/healthz")).status_code == 200

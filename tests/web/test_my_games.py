"""My games: history, whose turn it is, and the same person in another browser; and everything that can go wrong there."""

from __future__ import annotations

import re

import pytest

from brillig.match import EndEntry
from brillig.web.identity import BEFORE, COOKIE
from brillig.web.mine.history import notes_of
from tests.web.conftest import serving

pytestmark = pytest.mark.anyio


def play_through(client, id):
    """Take the first choice until the match is over."""
    with client.websocket_connect(f"/ws/{id}") as socket:
        number = 0
        while True:
            message = socket.receive_json()
            if message["type"] == "view":
                if message["result"]:
                    return message["result"]
                choices = message["scene"]["choices"]
                if choices:
                    number += 1
                    socket.send_json(
                        {"type": "choose", "id": f"c{number}", "ply": message["ply"], "code": choices[0]["code"]}
                    )


def test_a_match_is_in_the_history_of_who_played_it(app, visit):
    app.post("/api/session", json={"nickname": "Ann"})
    id = app.post("/api/tables", json={"game": "othellino", "seats": ["me", "bot:random"]}).json()["id"]
    assert "Your turn" in app.get("/me").text
    assert "Your turn" in app.get("/").text
    result = play_through(app, id)
    page = app.get("/me").text
    assert f'href="/replays/{id}"' in page
    word = "Won" if result["ranks"] == [1, 2] else "Lost" if result["ranks"] == [2, 1] else "Drawn"
    assert f"{word}, {result['scores'][0]} : {result['scores'][1]}" in page
    assert "data-seen" not in page  # it was seen at the table
    assert re.search(
        r'<th scope="row">Othellino</th><td data-label="Played">1</td><td data-label="Won">[01] \((0|100) %\)</td>',
        page,
    )
    assert "Your turn" not in page
    assert "Othellino</th>" not in visit("Bob").get("/me").text


def test_a_result_that_was_not_seen_is_hidden_until_it_is_asked_for(app):
    """Ann was away when the match ended."""
    app.post("/api/session", json={"nickname": "Ann"})
    store = app.app.state.host.store
    (session,) = store.sessions
    end = EndEntry([30, 6], [1, 2], "0" * 64, "0" * 64)
    (note,) = notes_of("t1", 1_700_000_000_000, "othellino", ["Ann", "Bob"], {session: [0]}, end, here=set())
    app.portal.call(store.put_note, note)
    hidden = app.get("/me").text
    assert '<details data-seen="t1"><summary>Show the result</summary>Won, 30 : 6' in hidden
    assert "By game" not in hidden  # what it comes to would tell
    assert app.post("/api/replays/t1/seen").json() == {"id": "t1"}
    seen = app.get("/me").text
    assert "<td>Won, 30 : 6</td>" in seen
    assert "14 Nov 2023" in seen
    assert ">1 (100 %)</td>" in seen
    assert app.post("/api/replays/other/seen").status_code == 200  # nothing to note


def test_who_saw_the_end_is_noted():
    end = EndEntry([30, 6], [1, 2], "0" * 64, "0" * 64)
    ann, bob = notes_of("t1", 5, "othellino", ["Ann", "Bob"], {b"a": [0], b"b": [1]}, end, here={b"a", None})
    assert b'"seen":true' in ann.body
    assert b"seen" not in bob.body


def test_the_moves_of_a_replay_are_listed(app):
    id = app.post("/api/tables", json={"game": "othellino", "seats": ["me", "bot:random"]}).json()["id"]
    play_through(app, id)
    moves = app.get(f"/api/replays/{id}/moves").json()["moves"]
    frames = app.get(f"/api/replays/{id}/frames?first=1").json()["frames"]
    assert [move["step"] for move in moves] == list(range(1, len(moves) + 1))
    assert [move["head"] for move in moves] == [frame["head"] for frame in frames][: len(moves)]
    assert app.get(f"/api/replays/{id}/moves?seat=9").status_code == 422


def test_taking_the_identity_to_another_browser(app, visit):
    app.post("/api/session", json={"nickname": "Ann"})
    id = app.post("/api/tables", json={"game": "othellino", "seats": ["me", "bot:random"]}).json()["id"]
    secret = link(app)
    other = visit("Bob")
    assert secret not in other.get("/me/enter").text
    entered = other.post("/me/enter", data={"link": secret})
    assert entered.headers["location"] == "/me"
    assert other.get("/api/session").json() == {"nickname": "Ann"}
    assert other.get(f"/api/tables/{id}").json()["mine"] == 0
    assert other.cookies[COOKIE] != app.cookies[COOKIE]
    # Whoever opens it again is told so, and nothing happens.
    late = visit("Eve")
    used = late.post("/me/enter", data={"link": secret})
    assert (used.status_code, late.get("/api/session").json()) == (410, {"nickname": "Eve"})
    assert "used already" in used.text
    assert late.post("/me/enter", data={"link": secret}).status_code == 410
    # A name changed here is changed there.
    app.post("/api/session", json={"nickname": "Anna"})
    assert other.get("/api/session").json() == {"nickname": "Anna"}
    # It can be signed out, and is then nobody; and it can be Bob again.
    first, device = re.findall(r'name="device" value="(\w+)"', app.get("/me").text)
    assert first == "first"
    assert "Be Bob again" in other.get("/me").text
    app.post("/me/devices", data={"device": device})
    assert other.get("/api/session").status_code == 401
    assert app.get("/api/session").json() == {"nickname": "Anna"}
    other.post("/me/back")
    assert other.get("/api/session").json() == {"nickname": "Bob"}
    assert "Be Anna again" not in other.get("/me").text  # that cookie is nobody's any more
    assert other.cookies[BEFORE]


def test_the_first_browser_can_be_signed_out_from_another_but_not_the_last_one(app, visit):
    app.post("/api/session", json={"nickname": "Ann"})
    alone = app.post("/me/devices", data={"device": "first"})
    assert (alone.status_code, "your only browser" in alone.text) == (409, True)
    assert app.get("/api/session").json() == {"nickname": "Ann"}
    phone = visit()
    phone.post("/me/enter", data={"link": link(app)})
    page = phone.get("/me").text
    assert re.search(r"the first one, since [^<]*</span>", page)
    assert page.count("(this one)") == 1
    phone.post("/me/devices", data={"device": "first"})
    assert app.get("/api/session").status_code == 401
    assert "You have not played here yet" in app.get("/me").text
    assert phone.get("/api/session").json() == {"nickname": "Ann"}
    app.app.state.host.identities.firsts.clear()  # as after a restart
    app.app.state.host.identities.known.clear()
    assert app.get("/api/session").status_code == 401
    # The phone is the only one now; and the browser that was signed out is somebody new.
    assert phone.post("/me/devices", data={"device": "first"}).status_code == 409
    app.post("/api/session", json={"nickname": "Eve"})
    assert app.get("/api/session").json() == {"nickname": "Eve"}
    assert phone.get("/api/session").json() == {"nickname": "Ann"}


def link(client):
    return re.search(r'readonly value="[^"#]+#([^"]+)"', client.post("/me/link").text)[1]


def test_a_link_is_withdrawn_by_hand_or_by_the_next_one(app, visit):
    app.post("/api/session", json={"nickname": "Ann"})
    first, second = link(app), link(app)
    eve = visit("Eve")
    assert eve.post("/me/enter", data={"link": first}).status_code == 404
    assert "Withdraw the link" in app.get("/me").text
    app.post("/me/link/withdraw")
    refused = eve.post("/me/enter", data={"link": second})
    assert refused.status_code == 404
    assert "make a new one" in refused.text
    assert "Withdraw the link" not in app.get("/me").text
    assert eve.post("/me/enter", data={"link": ""}).status_code == 404
    assert eve.post("/me/enter", data={}).status_code == 404
    assert eve.post("/me/back").status_code == 401


def test_only_somebody_can_make_a_link(visit):
    stranger = visit()
    assert stranger.post("/me/link").status_code == 401
    assert stranger.get("/me").status_code == 200
    assert stranger.post("/me/devices", data={"device": "x"}).status_code == 401


async def test_a_link_expires(tmp_path):
    now = [1_700_000_000_000]
    async with serving(wall=lambda: now[0]) as place:
        await place.people("Ann")
        session = next(iter(place.store.sessions.values()))
        devices = place.host.devices
        secret = await devices.make_link(session)
        now[0] += 16 * 60_000
        assert await devices.link_until(session) is None
        with pytest.raises(Exception, match="too old"):
            await devices.enter(secret)
        assert [browser.id for browser in await devices.devices(session)] == ["first"]


async def test_nobody_s_cookie_or_link_is_in_the_store():
    async with serving() as place:
        await place.people("Ann")
        session = next(iter(place.store.sessions.values()))
        secret = await place.host.devices.make_link(session)
        _, value = await place.host.devices.enter(secret)
        kept = b"".join(note.owner + note.id.encode() + note.body for note in place.store.kept.values())
        assert secret.encode() not in kept
        assert value.encode() not in kept

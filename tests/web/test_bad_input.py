"""Bad input: an answer with a reason, nothing half done, and the connection survives unless it is abused."""

from __future__ import annotations

import pytest
from websockets.exceptions import InvalidStatus

from brillig.web.protocol import MESSAGE_BYTES, View
from tests.web.conftest import serving
from tests.web.test_commands import two

pytestmark = pytest.mark.anyio
BIDI = "Ann\u202eevil\u2066\u200b\x00\x1b[31m"


def refused(answer, status, code):
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["sentence"].endswith(".")
    return error["sentence"]


# ---- on the socket -------------------------------------------------------------------------------------------------

MESSAGES = {
    "no JSON": ("{", "bad_json"),
    "empty": ("", "bad_json"),
    "an array": ("[]", "bad_message"),
    "a number": ("7", "bad_message"),
    "no type": ('{"id":"a"}', "bad_message"),
    "an unknown type": ('{"type":"cheat","id":"a"}', "bad_message"),
    "an unknown field": ('{"type":"choose","id":"a","ply":0,"code":1,"admin":true}', "bad_message"),
    "a seat": ('{"type":"choose","id":"a","ply":0,"code":1,"seat":1}', "bad_message"),
    "a missing field": ('{"type":"choose","id":"a","ply":0}', "bad_message"),
    "a word for a number": ('{"type":"choose","id":"a","ply":0,"code":"1"}', "bad_message"),
    "true for a number": ('{"type":"choose","id":"a","ply":true,"code":1}', "bad_message"),
    "a fraction": ('{"type":"choose","id":"a","ply":0,"code":1.5}', "bad_message"),
    "too large": ('{"type":"choose","id":"a","ply":0,"code":32000}', "bad_message"),
    "much too large": ('{"type":"choose","id":"a","ply":1e400,"code":1}', "bad_message"),
    "negative": ('{"type":"choose","id":"a","ply":-1,"code":1}', "bad_message"),
    "an empty id": ('{"type":"leave","id":""}', "bad_message"),
    "a long id": (f'{{"type":"leave","id":"{"x" * 65}"}}', "bad_message"),
    "an id of two lines": ('{"type":"leave","id":"a\\n"}', "bad_message"),
    "long talk": (f'{{"type":"say","id":"a","text":"{"x" * 501}"}}', "bad_message"),
    "half a surrogate": ('{"type":"say","id":"a","text":"\\ud800"}', "bad_json"),
    "nested deep": ("[" * 5000, "bad_message"),
    "two messages": ('{"type":"ping"}{"type":"ping"}', "bad_json"),
    "too long": ('"' + "x" * MESSAGE_BYTES + '"', "too_long"),
    "too long in bytes": ('"' + "é" * (MESSAGE_BYTES // 2) + '"', "too_long"),
}  # fmt: skip


@pytest.mark.parametrize("name", MESSAGES)
async def test_bad_messages(place, name):
    table, (ann, _), *_ = await two(place)
    text, code = MESSAGES[name]
    await ann.socket.send(text)
    ack = await ann.ack(None)
    assert (ack.ok, ack.error.code) == (False, code)
    assert ack.error.sentence.endswith(".")
    await ann.send(type="sync")
    await ann.wait(lambda m: isinstance(m, View))  # it is still there
    assert len(place.store.logs[table["id"]]) == 1


async def test_bytes_are_no_text(place):
    _, (ann, _), *_ = await two(place)
    await ann.socket.send(b'{"type":"ping"}')
    assert (await ann.ack(None)).error.code == "not_text"


async def test_a_huge_frame_closes_the_line(place):
    _, (ann, _), *_ = await two(place)
    await ann.socket.send("x" * 100_000)
    assert (await ann.closed())[0] == 1009


async def test_abuse_closes_the_line_and_says_why(place):
    _, (ann, bob), *_ = await two(place)
    for _ in range(60):
        await ann.socket.send("rubbish")
    code, reason = await ann.closed()
    assert (code, ann.bye.error.code) == (4429, "abuse")
    assert reason
    await bob.send(type="sync")
    await bob.wait(lambda m: isinstance(m, View))


async def test_a_table_that_does_not_exist(place):
    ann = place.browser()
    for id in ("nosuchtable", "x" * 500, "%00", "%F0%9F%8E%B2", "a.b", "..."):
        tab = await ann.open(id)
        assert tab.bye.error.code == "no_table"
        assert (await tab.closed())[0] == 4404
        refused(await ann.get(f"/api/tables/{id}"), 404, "no_table")
        refused(await ann.post(f"/api/tables/{id}/join"), 404, "no_table")
    assert not place.host.rooms


async def test_an_old_client(place):
    table, *_ = await two(place)
    tab = await place.browser().open(table["id"], query="?v=0")
    assert tab.bye.error.code == "old_client"
    assert (await tab.closed())[0] == 4426


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example"])
async def test_a_foreign_page_gets_no_socket(place, origin):
    table, *_ = await two(place)
    with pytest.raises(InvalidStatus) as why:
        await place.browser().open(table["id"], origin=origin)
    assert why.value.response.status_code == 403


async def test_the_public_url_is_our_own():
    async with serving(public_url="https://games.example.org") as place:
        ann = place.browser()
        table = await ann.lay("othellino", "me", "open")
        tab = await ann.open(table["id"], origin="https://games.example.org")
        assert tab.hello
        cookie = (await place.browser().post("/api/session", nickname="Bob")).headers["set-cookie"]
        assert "Secure" in cookie
        assert "wss://games.example.org" in (await ann.get("/healthz")).headers["content-security-policy"]


async def test_watchers_can_do_nothing(place):
    table, *_ = await two(place)
    for browser in (place.browser(), *await place.people("Cat")):
        tab = await browser.open(table["id"])
        for deed in ({"type": "choose", "ply": 0, "code": 1}, {"type": "undo", "ply": 0}, {"type": "leave"},
                     {"type": "return"}, {"type": "say", "text": "psst"}):  # fmt: skip
            assert (await tab.ask(**deed)).error.code == "not_seated"


# ---- over HTTP -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "nosuchgame", "seats": ["me"]}, 404, "unknown_game"),
        ({"game": "../../etc", "seats": ["me"]}, 404, "unknown_game"),
        ({"game": "./tests/toys/bomb", "seats": ["me", "open"]}, 404, "unknown_game"),
        ({"game": "othellino", "seats": ["me"]}, 409, "bad_table"),
        ({"game": "othellino", "seats": ["me", "bot:genius"]}, 409, "bad_table"),
        ({"game": "othellino", "seats": ["me", "open"], "options": {"size": 7}}, 409, "bad_table"),
        ({"game": "othellino", "seats": ["me", "open"], "options": {"colour": "red"}}, 409, "bad_table"),
        ({"game": "othellino", "seats": ["me", "open"], "clock": {"kind": "move"}}, 409, "bad_table"),
        ({"game": "othellino", "seats": ["me", "you"]}, 422, "bad_message"),
        ({"game": "othellino", "seats": ["me\n", "open"]}, 422, "bad_message"),
        ({"game": "othellino", "seats": ["me", "open"], "seat": 1}, 422, "bad_message"),
        ({"game": "othellino", "seats": ["me", "open"], "nonce": "abc"}, 422, "bad_message"),
        ({"game": "othellino", "seats": ["me", "open"], "nonce": "00" * 33}, 422, "bad_message"),
        ({"game": "othellino", "seats": ["open"] * 17}, 422, "bad_message"),
        ({"game": "othellino"}, 422, "bad_message"),
        ({}, 422, "bad_message"),
    ],
)
async def test_tables_that_cannot_be_laid(place, body, status, code):
    refused(await place.browser().post("/api/tables", **body), status, code)
    assert not place.store.documents


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "bad_json"),
        (b"", "application/json", 400, "bad_json"),
        (b"\xff\xfe", "application/json", 400, "bad_json"),
        (b"[" * 10_000, "application/json", 422, "bad_message"),
        (b'{"nickname":"Ann"}', "text/plain", 415, "not_json"),
        (b"nickname=Ann", "application/x-www-form-urlencoded", 415, "not_json"),
        (b'{"nickname":"' + b"x" * 20_000 + b'"}', "application/json", 413, "too_long"),
        (b'{"nickname":"' + b"x" * 10_000 + b'"}', "application/json", 422, "bad_message"),
        (b'{"nickname":"Ann","admin":true}', "application/json", 422, "bad_message"),
        (b'{"nickname":""}', "application/json", 422, "bad_message"),
        (b'{"nickname":" \\u200b\\u202e\\u0000"}', "application/json", 409, "bad_name"),
    ],
)
async def test_bad_requests(place, content, kind, status, code):
    answer = await place.browser().http.post("/api/session", content=content, headers={"content-type": kind})
    refused(answer, status, code)
    assert "set-cookie" not in answer.headers
    assert not place.store.sessions


async def test_names_are_cleaned(place):
    answer = await place.browser().post("/api/session", nickname=BIDI)
    assert answer.json() == {"nickname": "Annevil[31m"}
    zalgo = await place.browser().post("/api/session", nickname="Z" + "\u0316" * 20)
    assert zalgo.json() == {"nickname": "Z" + "\u0316" * 3}
    decomposed = await place.browser().post("/api/session", nickname="Zoe\u0308")
    assert decomposed.json() == {"nickname": "Zo\u00eb"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
    ],
)
async def test_foreign_pages_cannot_act(place, headers):
    ann = (await place.people("Ann"))[0]
    for path, body in (("/api/session", {"nickname": "Eve"}), ("/api/tables", {"game": "othellino", "seats": ["me"]})):
        refused(await ann.http.post(path, json=body, headers=headers), 403, "cross_site")
    assert (await ann.get("/api/session")).json() == {"nickname": "Ann"}


async def test_our_own_page_can(place):
    headers = {"origin": place.url, "sec-fetch-site": "same-origin"}
    answer = await place.browser().http.post("/api/session", json={"nickname": "Ann"}, headers=headers)
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


async def test_a_cookie_that_we_never_gave(place):
    eve = place.browser()
    eve.http.cookies.set("brillig", "A" * 43)
    refused(await eve.get("/api/session"), 401, "no_session")
    eve.http.cookies.clear()
    eve.http.cookies.set("brillig", "'; DROP TABLE sessions; --")
    refused(await eve.get("/api/session"), 401, "no_session")


# ---- invitations ---------------------------------------------------------------------------------------------------


async def test_one_invitation_for_all_free_seats(place):
    ann, bob, cat, eve = await place.people("Ann", "Bob", "Cat", "Eve")
    table = await ann.lay("gold-mine", "me", "open", "open")
    path = f"/api/tables/{table['id']}/join"
    refused(await eve.post(path, invite=table["invite"][:-1]), 403, "bad_invitation")
    assert [(await who.post(path, invite=table["invite"])).json()["seat"] for who in (bob, cat, bob)] == [1, 2, 1]
    refused(await eve.post(path, invite=table["invite"]), 409, "full")
    document = place.store.documents[table["id"]]
    assert table["invite"].encode() not in document.body
    other = await ann.lay("gold-mine", "me", "open")
    refused(await eve.post(f"/api/tables/{other['id']}/join", invite=table["invite"]), 403, "bad_invitation")


async def test_a_bot_for_a_free_seat(place):
    ann, bob, eve = await place.people("Ann", "Bob", "Eve")
    table = await ann.lay("gold-mine", "me", "open", "open")
    path = f"/api/tables/{table['id']}/bots"
    refused(await eve.post(path, seat=1, bot="easy"), 403, "not_seated")
    refused(await ann.post(path, seat=1, bot="genius"), 409, "bad_table")
    refused(await ann.post(path, seat=0, bot="easy"), 409, "seat_taken")
    refused(await ann.post(path, seat=7, bot="easy"), 409, "seat_taken")
    refused(await ann.post("/api/tables/nowhere/bots", seat=1, bot="easy"), 404, "no_table")
    sheet = (await ann.post(path, seat=2, bot="random")).json()
    assert [(seat["kind"], seat["name"]) for seat in sheet["seats"]][1:] == [("open", ""), ("bot", "Random bot")]
    await bob.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
    refused(await ann.post(path, seat=1, bot="easy"), 409, "seat_taken")
    assert (await ann.get(f"/api/tables/{table['id']}")).json()["status"] == "playing"


async def test_a_bot_in_the_last_free_seat_begins_the_match(place):
    (ann,) = await place.people("Ann")
    table = await ann.lay("othellino", "open", "open")  # laid for others, and then for bots
    path = f"/api/tables/{table['id']}/bots"
    await ann.post(path, seat=0, bot="random")
    assert (await ann.post(path, seat=1, bot="random")).json()["status"] == "playing"


async def test_invitations_for_one_seat(place):
    ann, bob, cat, eve = await place.people("Ann", "Bob", "Cat", "Eve")
    table = await ann.lay("gold-mine", "me", "open", "open")
    path, first = f"/api/tables/{table['id']}/join", table["invites"][0]["secret"]
    refused(await eve.post(path), 403, "by_invitation")
    refused(await eve.post(path, invite="guess"), 403, "bad_invitation")
    refused(await eve.post(path, invite=table["commitment"]), 403, "bad_invitation")
    assert (await bob.post(path, invite=first)).json() == {"id": table["id"], "seat": 1}
    assert (await bob.post(path)).json()["seat"] == 1  # again: the same seat
    assert (await bob.post(path, invite=table["invites"][1]["secret"])).json()["seat"] == 1
    refused(await eve.post(path, invite=first), 410, "used_invitation")
    assert (await cat.post(path, invite=table["invites"][1]["secret"])).json()["seat"] == 2
    refused(await eve.post(path, invite=table["invites"][1]["secret"]), 410, "used_invitation")
    refused(await eve.post(path), 409, "full")
    body = place.store.documents[table["id"]].body
    assert all(i["secret"].encode() not in body for i in table["invites"])


async def test_listed_tables_need_no_invitation_and_fill_up(place):
    ann, bob, cat = await place.people("Ann", "Bob", "Cat")
    table = await ann.lay("othellino", "me", "open", listed=True)
    assert [t["id"] for t in (await bob.get("/api/tables")).json()["open"]] == [table["id"]]
    assert await bob.join(table, None) == 1
    refused(await cat.post(f"/api/tables/{table['id']}/join"), 409, "full")
    lobby = (await cat.get("/api/tables")).json()
    assert (lobby["open"], [t["id"] for t in lobby["playing"]], lobby["mine"]) == ([], [table["id"]], [])
    assert [t["mine"] for t in (await bob.get("/api/tables")).json()["mine"]] == [1]


async def test_a_table_expires():
    now = [1_700_000_000_000]
    async with serving(wall=lambda: now[0]) as place:
        ann, bob = await place.people("Ann", "Bob")
        table = await ann.lay("othellino", "me", "open")
        now[0] += 8 * 86_400_000
        refused(await bob.post(f"/api/tables/{table['id']}/join", invite=table["invite"]), 410, "expired")
        refused(await bob.get(f"/api/tables/{table['id']}/replay"), 409, "not_over")


# ---- limits --------------------------------------------------------------------------------------------------------


async def test_too_many_tables_and_sessions():
    async with serving(limits=1, clock=lambda: 0) as place:
        ann = place.browser()
        for _ in range(20):
            await ann.lay("othellino", "me", "open")
        answer = await ann.post("/api/tables", game="othellino", seats=["me", "open"])
        assert refused(answer, 429, "too_fast")
        assert answer.headers["retry-after"]
        for _ in range(60):
            last = await place.browser().post("/api/session", nickname="Bob")
        refused(last, 429, "too_fast")


async def test_too_many_messages():
    async with serving(limits=0.1, clock=lambda: 0) as place:
        _, (ann, _), *_ = await two(place)
        for _ in range(30):
            await ann.send(type="leave", id="x")
        acks = [await ann.ack("x") for _ in range(30)]
        assert [a.error.code for a in acks if not a.ok] == ["too_fast"] * 10
        ack = await ann.ask(type="say", text="hi", id="y")
        assert ack.error.code == "too_fast"


async def test_every_answer_is_guarded(place):
    ann = place.browser()
    for answer in (await ann.get("/api/games"), await ann.get("/nothing"), await ann.post("/api/tables")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
    refused(await ann.get("/nothing"), 404, "no_page")
    answer = await ann.http.delete("/api/tables")
    refused(answer, 405, "bad_method")
    assert answer.headers["allow"]

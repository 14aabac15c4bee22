"""Your turn, for those who are away: Web Push to a push service of our own, letters to a mail server of our own, and
what becomes of those that are gone or refuse."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from contextlib import contextmanager
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import StreamRequestHandler, TCPServer

import pytest
from starlette.testclient import TestClient

from brillig.core import BadOption
from brillig.web.calls import caller, webpush
from brillig.web.calls.mail import MailServer, plausible
from brillig.web.calls.webpush import PushAddress, decode, encode
from brillig.web.calls.wishes import MOST_BROWSERS, trusted
from brillig.web.config import Config
from brillig.web.pages import routes
from brillig.web.server.app import create_app
from tests.web.conftest import serving
from tests.web.memory_store import MemoryStore
from tests.web.test_ending import two

pytestmark = pytest.mark.anyio
needs_keys = pytest.mark.skipif(not webpush.AVAILABLE, reason="cryptography is not installed")

# The example of RFC 8291, appendix A.
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b"
    "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(secret):
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(decode(secret)), ec.SECP256R1())


def opened(sealed):
    """What the browser reads, from the other end of the RFC."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, size = sealed[:16], sealed[20]
    theirs, rest = sealed[21 : 21 + size], sealed[21 + size :]
    shared = private(BROWSER).exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    info = b"WebPush: info\0" + decode(BROWSER_KEY) + theirs
    key = webpush._mac(salt, webpush._expand(webpush._mac(decode(AUTH), shared), info, 32))
    cipher = AESGCM(webpush._expand(key, b"Content-Encoding: aes128gcm\0", 16))
    return cipher.decrypt(webpush._expand(key, b"Content-Encoding: nonce\0", 12), rest, None).rstrip(b"\2")


@needs_keys
def test_a_message_is_sealed_as_the_standard_says():
    address = PushAddress("https://push.example.net/x", BROWSER_KEY, AUTH)
    sealed = webpush.encrypt(b"When I grow up, I want to be a watermelon", address, decode(SALT), private(SENDER))
    assert encode(sealed) == SEALED
    assert opened(webpush.encrypt(b"Your turn", address)) == b"Your turn"
    assert webpush.check(address)
    assert not webpush.check(PushAddress("https://push.example.net/x", BROWSER_KEY[:-2], AUTH))
    assert not webpush.check(PushAddress("https://push.example.net/x", BROWSER_KEY, "AAAA"))


@needs_keys
def test_a_signature_can_be_checked_with_the_public_key():
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    keys = webpush.PushKeys(b"\7" * 32)
    header = keys.signed("https://push.example.net:8443/a/b?c", "mailto:x@example.org", 1000)
    token, key = re.fullmatch(r"vapid t=(\S+), k=(\S+)", header).groups()
    body, _, signature = token.rpartition(".")
    claims = json.loads(decode(body.partition(".")[2]))
    assert claims == {"aud": "https://push.example.net:8443", "exp": 1000 + webpush.GOOD, "sub": "mailto:x@example.org"}
    r, s = (int.from_bytes(decode(signature)[k : k + 32]) for k in (0, 32))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    public.verify(encode_dss_signature(r, s), body.encode(), ec.ECDSA(hashes.SHA256()))


def test_only_push_services_are_written_to():
    known = Config().push_services
    assert trusted("https://fcm.googleapis.com/fcm/send/abc", known)
    assert trusted("https://updates.push.services.mozilla.com/wpush/v2/x", known)
    for bad in (
        "http://fcm.googleapis.com/x", "https://evilfcm.googleapis.com.example.org/x", "https://127.0.0.1/x", "",
        "https://notfcm.googleapis.com.evil/x", "https://user@fcm.googleapis.com/x", "file:///etc/passwd",
        "https://fcm.googleapis.com/" + 2000 * "x", "https://xfcm.googleapis.com/x",
    ):  # fmt: skip
        assert not trusted(bad, known), bad
    assert trusted("http://127.0.0.1:99/x", "push.apple.com, http://127.0.0.1:99")


# ---- a service of our own ------------------------------------------------------------------------------------------


@contextmanager
def listening(server):
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def push_service(answer=201):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            self.server.got.append((dict(self.headers), body))
            self.send_response(self.server.answer)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.got, server.answer = [], answer
    with listening(server):
        server.url = f"http://127.0.0.1:{server.server_address[1]}"
        yield server


async def soon(true, seconds=10.0):
    until = asyncio.get_running_loop().time() + seconds
    while not true():
        assert asyncio.get_running_loop().time() < until
        await asyncio.sleep(0.02)


async def one_away(place, **more):
    """Ann and Bob play, and Bob goes away: whoever is to decide, and the other; Bob's session."""
    id, ann, bob = await two(place)
    await ann.ready()
    await bob.ready()
    if ann.view.scene.waiting == [1]:  # Bob begins
        await ann.until_ply((await bob.choose(bob.view.scene.choices[0].code)).ply)
    whose = bytes.fromhex(place.host.rooms[id].seating.chairs[1].session)
    return id, ann, bob, await place.store.session(whose)


@needs_keys
async def test_whoever_is_away_is_called_and_whoever_is_there_is_not():
    with push_service() as service:
        async with serving(call_seconds=0.0, push_services=service.url) as place:
            id, ann, bob, session = await one_away(place)
            await place.host.calls.wishes.add(session, PushAddress(f"{service.url}/bob", BROWSER_KEY, AUTH))
            room = place.host.rooms[id]
            await bob.until_ply((await ann.choose(ann.view.scene.choices[0].code)).ply)
            await asyncio.sleep(0.3)
            assert service.got == []  # Bob sits there
            ack = await bob.choose(bob.view.scene.choices[0].code)
            await bob.close()
            await soon(lambda: 1 not in room.audience.viewers)
            await ann.until_ply(ack.ply)
            assert (await ann.choose(ann.view.scene.choices[0].code)).ok
            await soon(lambda: service.got)
            headers, body = service.got[0]
            headers = {name.lower(): value for name, value in headers.items()}
            assert json.loads(opened(body)) == {
                "title": "Your turn",
                "body": "Othellino with Ann",
                "url": f"/tables/{id}",
            }
            assert headers["content-encoding"] == "aes128gcm"
            assert headers["authorization"].endswith(f"k={place.host.calls.keys.public}")


@needs_keys
async def test_a_call_that_waits_when_the_server_stops_is_made_when_it_is_back():
    store, at = MemoryStore(), [1_000_000]
    with push_service() as service:
        given = {"call_seconds": 60.0, "wall": lambda: at[0], "push_services": service.url}
        async with serving(store, **given) as place:
            id, ann, bob, session = await one_away(place)
            await bob.close()
            await soon(lambda: 1 not in place.host.rooms[id].audience.viewers)
            await place.host.calls.wishes.add(session, PushAddress(f"{service.url}/bob", BROWSER_KEY, AUTH))
            assert (await ann.choose(ann.view.scene.choices[0].code)).ok
            await soon(lambda: any(kind == caller.CALL for kind, *_ in store.kept))
        assert service.got == []
        at[0] += 59_800
        async with serving(store, **given):
            await soon(lambda: service.got)
            assert await store.notes(caller.CALL, b"") == []
        async with serving(store, **given):
            await asyncio.sleep(0.1)
        assert len(service.got) == 1


@needs_keys
async def test_a_call_under_way_when_the_server_stops_is_not_lost(monkeypatch):
    store, begun = MemoryStore(), asyncio.Event()
    async with serving(store, call_seconds=0.0) as place:
        id, ann, bob, session = await one_away(place)
        await bob.close()
        await soon(lambda: 1 not in place.host.rooms[id].audience.viewers)
        await place.host.calls.wishes.add(session, PushAddress("https://fcm.googleapis.com/b", BROWSER_KEY, AUTH))

        async def slow(*_):
            begun.set()
            await asyncio.sleep(60)

        monkeypatch.setattr(place.host.calls, "_push", slow)
        assert (await ann.choose(ann.view.scene.choices[0].code)).ok
        await begun.wait()
        assert await store.notes(caller.CALL, b"") == []
    assert len(await store.notes(caller.CALL, b"")) == 1


@needs_keys
async def test_whoever_waited_for_company_is_called_when_the_match_begins():
    with push_service() as service:
        async with serving(call_seconds=0.0, push_services=service.url) as place:
            ann, bob = await place.people("Ann", "Bob")
            table = await ann.lay("othellino", "me", "open", options={"first_mover": "seat 1"})
            session = next(one for one in place.host.identities.known.values() if one.nickname == "Ann")
            await place.host.calls.wishes.add(session, PushAddress(f"{service.url}/ann", BROWSER_KEY, AUTH))
            await bob.join(table)
            await soon(lambda: service.got)
            assert json.loads(opened(service.got[0][1]))["body"] == "Othellino with Bob"


@needs_keys
async def test_a_browser_that_is_gone_is_forgotten_and_trouble_is_told_once(monkeypatch):
    told = []
    monkeypatch.setattr(caller.log, "warning", lambda event, extra: told.append(event))
    with push_service(500) as service:
        async with serving(call_seconds=0.0) as place:
            (ann,) = await place.people("Ann")
            await ann.lay("othellino", "me", "open")
            (session,) = place.host.identities.known.values()
            wishes, calls = place.host.calls.wishes, place.host.calls
            await wishes.add(session, PushAddress(f"{service.url}/a", BROWSER_KEY, AUTH))
            call = caller.TurnCall(session.id, "t", 0, "Othellino", ["Bob"])
            await calls.call(call)
            await calls.call(call)
            assert told == ["a call was not delivered"]
            assert len(await wishes.browsers(session.id)) == 1
            service.answer = 410
            await calls.call(call)
            assert await wishes.browsers(session.id) == []
            assert len(service.got) == 3
            for k in range(MOST_BROWSERS + 3):
                await wishes.add(session, PushAddress(f"{service.url}/{k}", BROWSER_KEY, AUTH))
            assert len(await wishes.browsers(session.id)) == MOST_BROWSERS


@needs_keys
async def test_the_key_is_drawn_once():
    store = MemoryStore()
    async with serving(store) as place:
        first = place.host.calls.keys.public
    async with serving(store) as place:
        assert place.host.calls.keys.public == first


def test_without_the_package_it_is_off_and_says_so(monkeypatch):
    monkeypatch.setattr(webpush, "AVAILABLE", False)
    config = Config(compile=False, limits=0, hosts="testserver", bot_floor=0, bot_spread=0)
    with TestClient(create_app(config, MemoryStore(), pages=routes)) as app:
        app.post("/api/session", json={"nickname": "Ann"})
        assert app.get("/api/calls").json() == {"key": "", "why": webpush.OFF}
        form = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": BROWSER_KEY, "auth": AUTH}
        assert app.post("/api/calls", json=form).json()["error"] == {"code": "no_calls", "sentence": webpush.OFF}
        assert webpush.OFF in app.get("/me").text


@needs_keys
def test_a_browser_is_taken_only_with_a_known_service_and_a_good_key(app):
    form = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": BROWSER_KEY, "auth": AUTH}
    assert app.post("/api/calls", json=form).status_code == 401
    app.post("/api/session", json={"nickname": "Ann"})
    assert app.post("/api/calls", json=form).json()["why"] == ""
    assert (
        app.post("/api/calls", json={**form, "endpoint": "https://127.0.0.1/x"}).json()["error"]["code"] == "no_calls"
    )
    assert app.post("/api/calls", json={**form, "p256dh": "nonsense"}).json()["error"]["code"] == "no_calls"
    assert app.post("/api/calls/forget", json=form).status_code == 200
    assert "showNotification" in app.get("/call_worker.js").text


# ---- letters -------------------------------------------------------------------------------------------------------


@contextmanager
def mail_server(refuses=False):
    class Handler(StreamRequestHandler):
        def handle(self):
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                word = line[:4].upper()
                if word == "DATA":
                    self.say("354 go on")
                    letter = b""
                    while (part := self.rfile.readline()) != b".\r\n":
                        letter += part
                    self.server.got.append(message_from_bytes(letter, policy=policy.default))
                elif word == "QUIT":
                    return self.say("221 bye")
                self.say("550 no" if word == "RCPT" and self.server.refuses else "250 ok")

        def say(self, line):
            self.wfile.write(f"{line}\r\n".encode())

    server = TCPServer(("127.0.0.1", 0), Handler)
    server.got, server.refuses = [], refuses
    with listening(server):
        server.url = f"smtp://127.0.0.1:{server.server_address[1]}"
        yield server


@pytest.fixture
def post():
    with mail_server() as server:
        config = Config(
            compile=False, limits=0, hosts="testserver", bot_floor=0, bot_spread=0, smtp=server.url,
            mail_from="games@example.org", public_url="https://games.example.org",
        )  # fmt: skip
        with TestClient(create_app(config, MemoryStore(), pages=routes), base_url="https://games.example.org") as app:
            app.post("/api/session", json={"nickname": "Ann"})
            app.server = server
            yield app


def link_in(letter):
    return re.search(r"https://games.example.org(/me/mail/\S+)", letter.get_content())[1]


def write(app):
    host = app.app.state.host
    (session,) = host.identities.known.values()
    app.portal.call(host.calls.call, caller.TurnCall(session.id, "t1", 0, "Othellino", ["Bob"]))


def test_letters_come_when_their_reader_has_said_yes_and_until_no(post):
    assert post.post("/me/mail", data={"address": "ann@example.org"}).status_code == 200
    assert "A letter with a question is on its way" in post.get("/me").text
    write(post)
    assert len(post.server.got) == 1  # nothing but the question
    link = link_in(post.server.got[0])
    assert "Yes, write to me" in post.get(link).text
    assert "A letter comes" in post.post(link, data={"answer": "yes"}).text
    write(post)
    letter = post.server.got[1]
    assert (letter["subject"], letter["to"]) == ("Your turn: Othellino", "ann@example.org")
    assert "https://games.example.org/tables/t1" in letter.get_content()
    assert link_in(letter) == link
    post.post(link, data={"answer": "no"})
    write(post)
    assert len(post.server.got) == 2
    assert post.get(link).status_code == 404
    assert 'name="address"' in post.get("/me").text


def test_an_address_is_an_address(post):
    for bad in ("", "ann", "ann@home", "ann@example.org\r\nBcc: bob@example.org", "a b@example.org", "<x@example.org>"):
        assert not plausible(bad.strip())
        assert post.post("/me/mail", data={"address": bad}).status_code == 422
    assert post.server.got == []


def test_a_mail_server_that_refuses_is_told_of_once_and_nothing_is_lost(post, monkeypatch):
    told = []
    monkeypatch.setattr(caller.log, "warning", lambda event, extra: told.append(event))
    post.post("/me/mail", data={"address": "ann@example.org"})
    post.post(link_in(post.server.got[0]), data={"answer": "yes"})
    post.server.refuses = True
    write(post)
    write(post)
    assert told == ["the mail server refuses a letter"]
    assert "Letters go to" in post.get("/me").text
    refused = post.post("/me/mail", data={"address": "other@example.org"})
    assert "The letter could not be sent" in refused.text


def test_a_mail_server_is_named_with_an_address_to_write_from():
    with pytest.raises(BadOption, match="smtp://"):
        MailServer("mail.example.org", "games@example.org")
    with pytest.raises(BadOption, match="--mail-from"):
        MailServer("smtp://mail.example.org", "")


def test_without_a_mail_server_nobody_is_asked_for_an_address(app):
    app.post("/api/session", json={"nickname": "Ann"})
    assert 'name="address"' not in app.get("/me").text
    assert "sends no letters" in app.post("/me/mail", data={"address": "ann@example.org"}).text


async def test_a_thousand_turns_at_one_table_leave_one_call_waiting_for_each_seat():
    spawned = []
    phone = caller.Caller(Config(call_seconds=0.2), None, lambda: 0, None, spawned.append, None)
    phone.mail = object()
    for turn in range(1000):
        phone.your_turn(caller.TurnCall(b"ann", "t", turn % 2, "Othellino", []))
    assert (len(phone.waiting), len(spawned)) == (2, 1)
    await spawned.pop()  # until both have had their time
    assert [work.cr_frame.f_locals["call"].seat for work in spawned] == [0, 1]
    while spawned:
        spawned.pop().close()
    phone.your_turn(caller.TurnCall(b"ann", "t", 0, "Othellino", []))
    assert len(spawned) == 1, "nobody waits for the next turn"
    spawned.pop().close()

"""What a stranger tries on a server, each in small. `make attack` tries the same in earnest."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from pathlib import Path

import pytest

from brillig.match import Clock
from brillig.web import logs
from brillig.web.config import Config
from brillig.web.host.connection_limits import Doorkeeper
from brillig.web.host.request_turns import AT_ONCE, RequestTurns
from brillig.web.host.table_lists import shared
from brillig.web.http.guard import address, known_name, same_site
from brillig.web.limits import Limits
from brillig.web.metrics import Metrics
from brillig.web.refusals import Refused
from brillig.web.sanitise import distinct, looks, nickname
from brillig.web.socket.connection import Socket
from brillig.web.store import Document
from brillig.web.table.seating import Chair, Seating
from brillig.web.table.thinking import LEFT, PLAYED, WATCHED, Claim, Thinking
from tests.attack import wire
from tests.web.conftest import Watch, serving

pytestmark = pytest.mark.anyio
GONE = (OSError, EOFError, TimeoutError)


def port_of(place):
    return int(place.url.rpartition(":")[2])


# ---- doors ---------------------------------------------------------------------------------------------------------


async def test_an_address_holds_so_many_connections_and_no_more():
    async with serving(limits=1, address_connections=20) as place:
        lines = [await wire.Wire.open(port_of(place)) for _ in range(20)]
        await asyncio.sleep(0.05)
        told = await wire.ask(port_of(place), "GET", "/healthz")
        assert told.status == 429
        assert b"close some pages" in told.body
        other = await wire.ask(port_of(place), "GET", "/healthz", source=wire.HONEST)
        assert other.status == 200
        assert place.host.metrics.turned_away["an address holds too many connections"] == 1
        for line in lines:
            line.close()
        await asyncio.sleep(0.05)
        assert (await wire.ask(port_of(place), "GET", "/healthz")).status == 200
        figures = (await wire.ask(port_of(place), "GET", "/metrics")).body.decode()
        assert 'brillig_turned_away_total{why="an address holds too many connections"} 1' in figures


@pytest.mark.parametrize(
    "half", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-", b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"]
)  # fmt: skip
async def test_a_request_that_does_not_come_to_its_end_is_hung_up_on(half):
    async with serving(limits=1, ask_seconds=0.3) as place:
        line = await wire.Wire.open(port_of(place))
        await line.send(half)
        assert await line.closed(3)
        assert not place.host.doors.asking
        assert not place.host.doors.owner


async def test_a_second_request_has_no_more_time_than_the_first():
    async with serving(limits=1, ask_seconds=0.3) as place:
        line = await wire.Wire.open(port_of(place))
        await line.send(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /healthz HTTP/1.1\r\nHo")
        assert await line.closed(3)


async def test_sockets_leave_the_doors_as_they_were():
    async with serving(limits=1) as place:
        (ann,) = await place.people("Ann")
        table = (await ann.post("/api/tables", game="othellino", seats=["me", "open"])).json()["id"]
        for _ in range(5):
            (await wire.socket(port_of(place), table)).close()
        await asyncio.sleep(0.1)
        assert place.host.doors.held[wire.STRANGER] == 0


def test_a_named_proxy_holds_as_many_connections_as_it_likes():
    def let_in(config, peer):
        keeper = Doorkeeper(config, Limits(Watch()), Metrics(), Watch())
        return sum(not keeper.enter(peer) for _ in range(10))

    assert let_in(Config(address_connections=3), "10.0.0.1") == 3
    assert let_in(Config(address_connections=3, proxies="10.0.0.0/8"), "10.0.0.1") == 10
    assert let_in(Config(address_connections=3, proxies="10.0.0.0/8"), "11.0.0.1") == 3


async def test_only_a_named_proxy_is_believed():
    """Somebody else's word on where they come from is worth nothing."""
    for more, seen in (({}, "127.0.0.66"), ({"proxies": "127.0.0.66"}, "10.1.2.3")):
        async with serving(limits=1, **more) as place:
            form = {"nickname": "Ann"}
            await wire.ask(port_of(place), "POST", "/api/session", form, headers={"X-Forwarded-For": "10.1.2.3"})
            assert ("session of an address", seen) in place.host.limits.buckets


def test_an_ipv6_network_is_one_address():
    homes = {address({"client": (f"2001:db8::{n:x}", 1)}) for n in range(50)}
    assert homes == {"2001:db8::/64"}
    assert address({"client": ("::ffff:10.0.0.1", 1)}) == "10.0.0.1"


# ---- whose site, whose name ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://[", "", "null", "http://", "://", "http://evil.example", "ftp://here:1", "\x00"]
)
def test_origins_that_are_not_ours(origin):
    assert not same_site({"origin": origin, "host": "here:1"}, Config())
    assert not same_site({"origin": origin, "host": ""}, Config())


def test_origins_that_are_ours():
    assert same_site({"origin": "http://here:1", "host": "here:1"}, Config())
    assert same_site({"origin": "https://games.example"}, Config(public_url="https://games.example"))
    assert same_site({}, Config())


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "", ":", "[", "127.0.0.1.evil.example", "localhost.evil"]
)
def test_hosts_that_are_not_ours(host):
    assert not known_name(host, Config())


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7", "games.example", "a.b"]
)
def test_hosts_that_are_ours(host):
    assert known_name(host, Config(public_url="https://games.example", hosts="x, a.b"))


async def test_a_foreign_name_is_refused_everywhere_but_for_watchdogs():
    async with serving() as place:
        port, foreign = port_of(place), {"Host": "evil.example"}
        assert (await wire.ask(port, "GET", "/api/tables", headers=foreign)).json["error"]["code"] == "other_host"
        assert (await wire.ask(port, "GET", "/healthz", headers=foreign)).status == 200
        with pytest.raises(EOFError):
            await wire.socket(port, "x", headers=foreign)


# ---- thinking ------------------------------------------------------------------------------------------------------


async def test_people_come_first_and_then_whoever_has_had_least():
    thinking, order, gate = Thinking(1, Watch()), [], asyncio.Event()
    loop = asyncio.get_running_loop()

    def held(share):
        asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()

    first = asyncio.create_task(thinking.think(Claim(PLAYED, "eve", "0"), held))
    await asyncio.sleep(0)
    claims = [Claim(LEFT, "eve", "l"), Claim(WATCHED, "eve", "w"), *(Claim(PLAYED, "eve", str(k)) for k in range(3))]
    claims += [Claim(PLAYED, "ann", "a"), Claim(PLAYED, "bob", "b")]
    jobs = [
        asyncio.create_task(thinking.think(c, lambda share, c=c: order.append((c.address, c.rank)))) for c in claims
    ]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(first, *jobs)
    assert order[:2] == [("ann", PLAYED), ("bob", PLAYED)]
    assert order[2:5] == [("eve", PLAYED)] * 3
    assert order[5:] == [("eve", WATCHED), ("eve", LEFT)]
    assert not thinking.waiting
    thinking.stop()


async def test_each_has_less_time_when_many_wait_and_as_much_as_usual_when_not():
    thinking, shares = Thinking(2, Watch()), []
    await thinking.think(Claim(PLAYED, "ann", "a"), shares.append)
    assert shares == [1.0]
    await asyncio.gather(*(thinking.think(Claim(PLAYED, "eve", str(k)), shares.append) for k in range(100)))
    assert min(shares) == 0.1
    thinking.stop()


async def test_a_thought_that_nobody_wants_any_more_is_dropped():
    thinking, done = Thinking(1, Watch()), []
    busy = asyncio.create_task(thinking.think(Claim(PLAYED, "ann", "a"), lambda share: done.append("a")))
    await asyncio.sleep(0)
    dropped = asyncio.create_task(thinking.think(Claim(PLAYED, "ann", "b"), lambda share: done.append("b")))
    await asyncio.sleep(0)
    dropped.cancel()
    await busy
    await asyncio.sleep(0.01)
    assert done == ["a"]
    thinking.stop()


async def test_a_table_that_nobody_looks_at_stands_still():
    """Bots, and the clocks too: nobody but the one who left could gain or lose by them."""
    async with serving() as place:
        (ann,) = await place.people("Ann")
        seats = ["bot:random", "bot:random"]
        table = (
            await ann.post("/api/tables", game="othellino", seats=seats, clock={"kind": "move", "seconds": 1})
        ).json()
        room = place.host.rooms[table["id"]]
        await asyncio.sleep(0.1)
        assert room.live.match.ply == 0
        assert room.timer is None
        tab = await ann.open(table["id"])
        await tab.ready(lambda view: view.ply >= 3)
        await tab.close()
        await asyncio.sleep(0.1)
        ply = room.live.match.ply
        if not room.live.match.finished:
            assert not room.bot_players.thoughts
            await asyncio.sleep(0.1)
            assert room.live.match.ply == ply


# ---- tables with a clock -------------------------------------------------------------------------------------------


async def test_a_table_that_waits_for_a_far_deadline_is_put_away_and_woken_in_time():
    watch = Watch()
    async with serving(clock=watch, sweep_seconds=0.05, idle_seconds=1) as place:
        ann, bob = await place.people("Ann", "Bob")
        laid = (
            await ann.post(
                "/api/tables", game="othellino", seats=["me", "open"], clock={"kind": "move", "seconds": 3600}
            )
        ).json()
        await bob.post(f"/api/tables/{laid['id']}/join", invite=laid["invite"])
        watch.now += 2_000
        await asyncio.sleep(0.2)
        assert laid["id"] not in place.host.rooms
        assert list(place.host.asleep) == [laid["id"]]
        watch.now += 1_000_000
        tab = await ann.open(laid["id"])
        view = await tab.ready()
        assert min(view.clocks.left) == 3_600_000 - 1_002_000  # its time went on while it was put away
        assert not place.host.asleep
        await tab.close()
        watch.now += 2_000
        await asyncio.sleep(0.2)
        assert list(place.host.asleep) == [laid["id"]]
        watch.now += 3_600_000
        place.host._wake(laid["id"])
        await asyncio.sleep(0.2)
        assert b"timeout" in b"".join(await place.store.lines(laid["id"])).lower()


# ---- the lobby -----------------------------------------------------------------------------------------------------


def listed(id, by, whence):
    body = Seating("othellino", {}, Clock(), [Chair(), Chair()], by, whence).encode()
    return Document(id, 1, "open", True, 0, 0, body, b"")


def test_a_flood_of_tables_hides_no_other():
    flood = [listed(f"e{k}", f"session {k % 7}", "eve") for k in range(100)]
    honest = [listed("a", "ann", "home"), listed("b", "bob", "home"), listed("c", "cid", "elsewhere")]
    assert {table.id for table in shared(flood + honest)[:6]} >= {"a", "b", "c"}
    assert len(shared(flood + honest)) == 103


async def test_the_limits_of_tables_say_what_to_do_and_leave_others_alone():
    async with serving(limits=1) as place:
        port, cookie = port_of(place), await wire.named(port_of(place), "Eve")
        form = {"game": "othellino", "seats": ["me", "open"], "listed": True}
        answers = [await wire.ask(port, "POST", "/api/tables", form, cookie=cookie) for _ in range(8)]
        assert [answer.status for answer in answers] == [201] * 6 + [429] * 2
        assert answers[-1].json["error"]["code"] == "too_many_tables"
        ann = await wire.named(port, "Ann", wire.HONEST)
        mine = (await wire.ask(port, "POST", "/api/tables", form, cookie=ann, source=wire.HONEST)).json["id"]
        lobby = (await wire.ask(port, "GET", "/api/tables", cookie=ann, source=wire.HONEST)).json
        assert [table["id"] for table in lobby["mine"]] == [mine]


async def test_ones_own_tables_are_found_however_many_others_there_are():
    async with serving() as place:
        ann, bob = await place.people("Ann", "Bob")
        mine = (await ann.post("/api/tables", game="othellino", seats=["me", "open"])).json()["id"]
        for _ in range(250):
            await bob.post("/api/tables", game="othellino", seats=["me", "open"])
        for known in (True, False):  # remembered, and found again in the store
            if not known:
                place.host.lists._own.clear()
            assert [table["id"] for table in (await ann.get("/api/tables")).json()["mine"]] == [mine]


# ---- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b", "\ufe0f", "\u034f", "\U000e0101", "\u17b4", " \u2800 "],
)
def test_names_that_cannot_be_seen(name):
    with pytest.raises(Refused):
        nickname(name)


@pytest.mark.parametrize(
    "name",
    [
        "Expert bot",
        "expert  BOT",
        "Ехреrt bоt",
        "Hard b0t",
        "ｅｘｐｅｒｔ ｂｏｔ",
        "Easy\u3164bot",
        "GPU bot",
        "Random-bot",
    ],
)
def test_names_of_bots(name):
    with pytest.raises(Refused, match="bot"):
        nickname(name)


@pytest.mark.parametrize("name", ["Abbot", "Botticelli", "Ann", "王", "Zoë", "R2D2", "Talbot"])
def test_names_of_people(name):
    assert nickname(name) == name


def test_look_alikes_get_a_number():
    assert looks("Ada") == looks("Аdа") == looks("ÁDA ") != looks("Bob")
    assert distinct("Аdа", ["Ada", ""]) == "Аdа (2)"
    assert distinct("Guest", ["Guest", "Guest (2)"]) == "Guest (3)"
    assert distinct("Ada", ["Bob"]) == "Ada"


# ---- what is left behind -------------------------------------------------------------------------------------------


async def test_a_socket_that_is_closed_is_forgotten():
    async with serving(limits=1) as place:
        (ann,) = await place.people("Ann")
        table = (await ann.post("/api/tables", game="othellino", seats=["me", "open"])).json()["id"]
        for _ in range(3):
            line = await wire.socket(port_of(place), table)
            await line.message()
            await line.frame({"type": "ping"})
            await line.wait_for("pong")
            line.close()
        for _ in range(30):  # soon
            await asyncio.sleep(0.1)
            gc.collect()
            there = [
                thing for thing in gc.get_objects() if type(thing) is Socket and thing.host is place.host
            ]  # (a dead proxy has no class)
            if not there:
                break
        assert not there
        assert not any(isinstance(whose, Socket) for _, whose in place.host.limits.buckets)
        assert weakref.ref(ann)


def test_the_log_does_not_grow_by_provocation():
    now = [0.0]
    calm = logs.Calm(most=3, clock=lambda: now[0])
    passed = [calm.filter(logging.LogRecord("x", 30, "", 0, "Invalid request", None, None)) for _ in range(50)]
    assert passed.count(True) == 3
    assert calm.filter(logging.LogRecord("x", 30, "", 0, "something else", None, None))
    now[0] = 61.0
    assert calm.filter(logging.LogRecord("x", 30, "", 0, "Invalid request", None, None))


def test_who_is_cut_off_when_a_server_ends_is_no_mishap():
    cut = logging.makeLogRecord(
        {
            "msg": "Cancel %s running task(s), timeout graceful shutdown exceeded",
            "args": (27,),
            "levelno": logging.ERROR,
        }
    )
    assert logs.AtTheEnd().filter(cut)
    assert (cut.levelname, cut.getMessage()) == ("WARNING", "27 requests were cut off, because the server ends")
    for why, said in ((asyncio.CancelledError(), False), (ValueError(), True)):
        record = logging.makeLogRecord({"msg": "Exception in ASGI application\n", "exc_info": (type(why), why, None)})
        assert logs.AtTheEnd().filter(record) is said


async def test_only_a_few_requests_of_an_address_are_worked_on_at_once():
    turns, most, now = RequestTurns(), 0, 0

    async def work(whose):
        nonlocal most, now
        async with turns.of(whose):
            now += whose == "eve"
            most = max(most, now)
            await asyncio.sleep(0.001)
            now -= whose == "eve"

    eve = [asyncio.create_task(work("eve")) for _ in range(50)]
    await asyncio.sleep(0)
    eve[10].cancel()
    await asyncio.wait_for(work("ann"), 0.5)
    await asyncio.gather(*eve, return_exceptions=True)
    assert most == AT_ONCE
    assert not turns.busy
    assert not turns.waiting


async def test_one_request_of_an_address_begins_in_a_turn_of_the_loop():
    turns, begun, turn = RequestTurns(), [], 0

    async def work():
        async with turns.of("eve"):
            begun.append(turn)

    eve = [asyncio.create_task(work()) for _ in range(9)]
    while not all(task.done() for task in eve):
        await asyncio.sleep(0)
        turn += 1
    assert len(set(begun)) == 9


def test_a_set_up_that_is_not_safe_says_so():
    safe = Config(public_url="https://games.example").unsafe()
    assert not [line for line in safe if "root" not in line]
    told = " ".join(Config(host="0.0.0.0", limits=0, public_url="http://games.example").unsafe())
    for word in ("encrypted", "https", "--proxy", "--limits 0"):
        assert word in told
    url = "postgresql://db/games"
    (alone,) = [line for line in Config(node="red", database=url).unsafe() if "proxy" in line]
    assert "share its limits: name it with --proxy" in alone
    assert "proxy" not in " ".join(Config(node="red", database=url, proxies="127.0.0.1").unsafe())


def test_a_node_that_listens_everywhere_is_told_to_say_where_it_is_reached():
    def told(host, at=""):
        return any("--at" in line for line in Config(node="red", host=host, at=at).unsafe())

    ways = [("0.0.0.0", ""), ("::", ""), ("0.0.0.0", "10.0.0.7:8000"), ("127.0.0.1", ""), ("10.0.0.7", "")]
    assert [told(*way) for way in ways] == [True, True, False, False, False]


def test_the_page_on_security_is_there():
    assert "make attack" in (Path(__file__).parents[2] / "docs" / "security.md").read_text()

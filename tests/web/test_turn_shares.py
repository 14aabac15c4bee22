"""Of what one address sends, so much is looked at in a turn of the loop and no more; and all of it in the end."""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from brillig.web.host.pace import CONNECTIONS, AddressPace
from brillig.web.host.turn_shares import CONNECTION, REQUEST, REST, SHARE, TurnShares
from brillig.web.limits import Rate
from tests.attack import wire
from tests.web.conftest import serving

pytestmark = pytest.mark.anyio


def port_of(place):
    return int(place.url.rpartition(":")[2])


async def test_an_address_has_a_share_of_each_turn_and_others_do_not_wait_for_it():
    shares, done, turn = TurnShares(), [], 0
    for k in range(6):
        shares.do("eve", SHARE // 2, lambda k=k: done.append(("eve", k, turn)))
    shares.do("ann", SHARE, lambda: done.append(("ann", 0, turn)))
    while shares.waiting:
        turn += 1
        await asyncio.sleep(0)
    eve = [(k, at) for whose, k, at in done if whose == "eve"]
    assert [k for k, _ in eve] == list(range(6))
    assert max(Counter(at for _, at in eve).values()) == 2
    assert ("ann", 0, 0) in done


async def test_work_that_fails_does_not_keep_the_rest_from_being_done():
    shares, done = TurnShares(), []
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    for work in (done.clear, lambda: 1 / 0, lambda: done.append(1)):
        shares.do("eve", SHARE, work)
    async with asyncio.timeout(5):
        while shares.waiting:
            await asyncio.sleep(0)
    assert done == [1]


async def test_whoever_costs_much_waits_the_longer():
    shares, begun = TurnShares(), []

    def work():
        begun.append(time.perf_counter())
        time.sleep(0.01)

    for _ in range(3):
        shares.do("eve", SHARE, work)
    shares.do("ann", SHARE, lambda: None)
    assert "ann" not in shares.waiting
    async with asyncio.timeout(5):
        while shares.waiting:
            await asyncio.sleep(0)
    assert min(b - a for a, b in pairwise(begun)) >= (1 + REST) * 0.01


async def test_a_few_begin_at_once_and_the_rest_one_after_the_other(monkeypatch):
    now = 100.0
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    pace = AddressPace(Rate(10, 3))
    assert [round(pace.wait("eve"), 6) for _ in range(5)] == [0, 0, 0, 0.1, 0.2]
    assert pace.wait("ann") == 0
    now += 0.25  # the fourth has begun, and the fifth
    assert round(pace.wait("eve"), 6) == 0.05
    now += 10
    assert [round(pace.wait("eve"), 6) for _ in range(4)] == [0, 0, 0, 0.1]


async def test_many_connections_of_an_address_are_taken_in_at_a_pace_and_all_are_answered():
    async with serving(limits=1) as place:
        many = CONNECTIONS.at_once + 16
        began = asyncio.get_running_loop().time()
        answers = await asyncio.gather(*(wire.ask(port_of(place), "GET", "/healthz") for _ in range(many)))
        assert {answer.status for answer in answers} == {200}
        assert asyncio.get_running_loop().time() - began >= 15 / CONNECTIONS.each_second


@asynccontextmanager
async def parsed_in_a_turn(monkeypatch):
    """What h11 has been given to read in each turn of the loop, and how many connections were made."""
    turns = [Counter()]
    read, made = H11Protocol.data_received, H11Protocol.connection_made

    def reading(self, data):
        turns[-1].update(requests=1, bytes=len(data))
        read(self, data)

    def making(self, transport):
        turns[-1].update(connections=1)
        made(self, transport)

    async def watch():
        while True:
            await asyncio.sleep(0)
            if turns[-1]:
                turns.append(Counter())

    monkeypatch.setattr(H11Protocol, "data_received", reading)
    monkeypatch.setattr(H11Protocol, "connection_made", making)
    watching = asyncio.create_task(watch())
    yield turns
    watching.cancel()


async def test_of_what_comes_on_many_connections_little_is_read_in_a_turn(monkeypatch):
    async with serving(limits=1) as place, parsed_in_a_turn(monkeypatch) as turns:
        there = [
            socket.create_connection(("127.0.0.1", port_of(place)), source_address=(wire.STRANGER, 0))
            for _ in range(40)
        ]
        for line in there:  # all of it is there before the loop goes on
            line.sendall(wire.request("GET", "/healthz", port_of(place)))
        told = await wire.ask(port_of(place), "GET", "/healthz", source=wire.HONEST)
        assert told.status == 200
        for line in there:
            line.setblocking(False)
            answer = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(line, 100), 30)
            assert answer.startswith(b"HTTP/1.1 200")
            line.close()
    assert max(turn["connections"] for turn in turns) <= SHARE // CONNECTION + 1  # and one of somebody else
    assert max(turn["requests"] for turn in turns) <= SHARE // REQUEST + 1


@pytest.mark.parametrize("early", [b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"])
async def test_a_body_in_tiny_pieces_is_read_bit_by_bit(monkeypatch, early):
    """Also where it comes behind another request, and waits until that is answered."""
    async with serving(limits=1) as place, parsed_in_a_turn(monkeypatch) as turns:
        line = await wire.Wire.open(port_of(place))
        head = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        body = b"".join(b"1\r\n%c\r\n" % byte for byte in b'{"nickname":"Eve"}'.ljust(10_000))
        await line.send(early + head + body + b"0\r\n\r\n")
        for _ in range(2 if early else 1):
            assert await line.reader.readuntil(b"\r\n\r\n")
        line.close()
    assert sum(turn["bytes"] for turn in turns) > 10 * SHARE
    assert max(turn["bytes"] for turn in turns) <= SHARE


async def test_a_head_of_very_many_lines_is_hung_up_on():
    async with serving(limits=1) as place:
        line = await wire.Wire.open(port_of(place))
        await line.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"a:\r\n" * 3000)
        assert await line.closed(3)
        assert place.host.metrics.turned_away["a request has too many headers"] == 1


async def test_a_request_that_is_longer_than_a_share_is_read_whole():
    async with serving(limits=1) as place:
        form = {"nickname": "Ann", "more": "x" * 3 * SHARE}
        told = await wire.ask(port_of(place), "POST", "/api/session", form, headers={"X-Long": "y" * 2 * SHARE})
        assert told.json["error"]["code"] == "bad_message"  # it was understood, and there is a field too many
        hello = {"Cookie": "z" * 2 * SHARE}
        (ann,) = await place.people("Ann")
        table = (await ann.post("/api/tables", game="othellino", seats=["me", "open"])).json()["id"]
        line = await wire.socket(port_of(place), table, headers=hello)
        assert (await line.message())["type"]
        line.close()


async def test_a_long_request_behind_another_is_answered_too():
    async with serving(limits=1, ask_seconds=2) as place:
        line = await wire.Wire.open(port_of(place))
        await line.send(
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: %b\r\n\r\n" % (b"y" * 5 * SHARE)
        )
        for _ in range(2):
            assert (await line.reader.readuntil(b"ok\n")).startswith(b"HTTP/1.1 200")
        line.close()

"""Nodes in processes of their own, when one cannot be reached where it says: it sleeps, or its address is another's."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.faults.process import HOST, Process, ask
from tests.postgres import cluster  # noqa: F401

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def url(cluster):  # noqa: F811
    name = cluster.lend()
    yield cluster.url(name)
    cluster.take_back(name)


def node(folder: Path, url: str, name: str, *options: str) -> Process:
    (folder / name).mkdir()
    return Process(folder / name, options=("--node", name, *options), database=url)


async def table_at(place: Process) -> tuple[str, str]:
    """A table that this node owns, and who sits at it."""
    ann = (await ask(place.port, "POST", "/api/session", {"nickname": "Ann"})).cookie
    form = {"game": "othellino", "seats": ["me", "open"], "listed": True}
    table = (await ask(place.port, "POST", "/api/tables", form, ann)).body["id"]
    assert (await first_word(place, table, ann))["type"] == "hello"
    return table, ann


async def first_word(place: Process, table: str, cookie: str) -> dict:
    where = f"ws://{HOST}:{place.port}/ws/{table}"
    async with connect(where, additional_headers={"Cookie": cookie}, open_timeout=20, proxy=None) as socket:
        return json.loads(await socket.recv())


async def greeted(place: Process, table: str, cookie: str) -> float:
    """Seconds until a socket there opens the table; a connection that breaks is made again."""
    began = time.monotonic()
    while time.monotonic() - began < 20:
        with suppress(OSError, EOFError, WebSocketException):
            if (await first_word(place, table, cookie))["type"] == "hello":
                break
        await asyncio.sleep(0.1)
    return time.monotonic() - began


async def joined(place: Process, table: str) -> tuple[int, float]:
    began = time.monotonic()
    bob = (await ask(place.port, "POST", "/api/session", {"nickname": "Bob"})).cookie
    status = (await ask(place.port, "POST", f"/api/tables/{table}/join", {}, bob)).status
    return status, time.monotonic() - began


def test_whoever_is_on_the_way_to_a_node_that_sleeps_is_served_by_another(tmp_path, url):
    red, green = node(tmp_path, url, "red"), node(tmp_path, url, "green")

    async def go() -> None:
        await asyncio.gather(red.start(), green.start())
        table, ann = await table_at(red)
        await asyncio.sleep(1)  # they have heard of each other
        os.kill(red.pid, signal.SIGSTOP)
        (status, took), shown = await asyncio.gather(joined(green, table), greeted(green, table, ann))
        assert status == 200
        assert max(took, shown) < 8  # the lease of 3 s, a sign of life, and what a busy machine adds

    try:
        asyncio.run(go())
    finally:
        red.kill()
        assert green.stop() == 0


def test_an_address_that_leads_to_another_node_does_not_lead_on_for_ever(tmp_path, url):
    green = node(tmp_path, url, "green")
    pink = node(tmp_path, url, "pink", "--at", f"{HOST}:{green.port}")

    async def go() -> None:
        await asyncio.gather(green.start(), pink.start())
        table, ann = await table_at(pink)
        await asyncio.sleep(1)
        word = await first_word(green, table, ann)
        assert (word["type"], word["error"]["code"]) == ("bye", "closing")
        status, took = await joined(green, table)
        assert status == 503
        assert took < 3
        assert len(os.listdir(f"/proc/{green.pid}/fd")) < 100

    try:
        asyncio.run(go())
    finally:
        assert pink.stop() == 0
        assert green.stop() == 0
    assert green.log.read_text().count("give that one the right --at") == 1


def test_workers_are_reached_where_they_listen(tmp_path, url, cluster):  # noqa: F811
    q = Process(tmp_path, options=("--host", "127.0.0.5", "--workers", "2", "--node", "q"), database=url)

    async def go() -> None:
        starting = asyncio.create_task(q.start())  # which looks for it at another address, in vain
        for _ in range(200):
            await asyncio.sleep(0.1)
            if q.log.exists() and q.log.read_text().count("serving") == 2:
                break
        starting.cancel()

    try:
        asyncio.run(go())
        found = cluster.sql("SELECT address FROM nodes", url.rpartition("/")[2])
        assert [where.rpartition(":")[0] for (where,) in found] == ["127.0.0.5"] * 2
    finally:
        assert q.stop() == 0

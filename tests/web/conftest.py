"""A whole server in the loop of the test, with real sockets, and browsers to visit it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn.server
from starlette.testclient import TestClient

from brillig.web.config import Config
from brillig.web.host.host import Host
from brillig.web.pages import routes
from brillig.web.server import process
from brillig.web.server.app import create_app
from tests.toys import TOYS
from tests.web.browser import Browser
from tests.web.memory_store import MemoryStore

QUICK = {
    "bot_floor": 0.0,
    "bot_spread": 0.0,
    "compile": False,
    "limits": 0,
    "sweep_seconds": 0.1,
    "hosts": "testserver",
}


class Brisk:
    """asyncio, but naps are short: uvicorn looks ten times a second whether it is to end, and every test waits for it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.005))


uvicorn.server.asyncio = Brisk()  # type: ignore[assignment]


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Serving:
    """A server that runs."""

    def __init__(self, host: Host, url: str) -> None:
        self.host, self.url, self.store = host, url, host.store
        self.browsers: list[Browser] = []

    def browser(self) -> Browser:
        self.browsers.append(Browser(self.url))
        return self.browsers[-1]

    async def people(self, *names: str) -> list[Browser]:
        return [await self.browser().name(name) for name in names]


@asynccontextmanager
async def serving(store: Any = None, **more: Any) -> AsyncIterator[Serving]:
    """`more`: fields of the configuration, or clock, wall and random."""
    given = {name: more.pop(name) for name in ("clock", "wall", "random") if name in more}
    config = Config(**{**QUICK, "host": "127.0.0.1", "port": 0, **more})
    app = create_app(config, store or MemoryStore(), lifespan=False, **given)
    listener = process.bind(config.host, 0)
    host: Host = app.state.host
    await host.open()
    running = process.build(app)
    task = asyncio.create_task(running._serve([listener]))
    while not running.started:
        await asyncio.sleep(0.005)
    there = Serving(host, f"http://127.0.0.1:{listener.getsockname()[1]}")
    try:
        yield there
    finally:
        for browser in there.browsers:
            await browser.close()
        running.should_exit = True
        await task
        await host.close()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def place() -> AsyncIterator[Serving]:
    async with serving() as there:
        yield there


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys are in the catalogue."""
    monkeypatch.setenv("BRILLIG_GAMES", str(TOYS))


Make = Callable[..., Any]


@pytest.fixture
def app() -> Iterator[TestClient]:
    """A server with its pages, and a browser without scripts that keeps its cookies."""
    config = Config(bot_floor=0, bot_spread=0, compile=False, limits=0, hosts="testserver", stand_still=False)
    with TestClient(create_app(config, MemoryStore(), pages=routes), follow_redirects=False) as client:
        yield client


@pytest.fixture
def visit(app: TestClient) -> Make:
    """Another browser at the same server."""

    def somebody(name: str = "") -> TestClient:
        client = TestClient(app.app, follow_redirects=False)
        client.portal = app.portal  # in the same loop
        if name:
            assert client.post("/api/session", json={"nickname": name}).status_code == 200
        return client

    return somebody

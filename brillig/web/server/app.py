"""The app: everything put together, for uvicorn or for tests.

    app = create_app(Config(), store=MemoryStore(), clock=my_clock)

The host behind it is app.state.host.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from brillig.web.config import Config
from brillig.web.host.host import Host
from brillig.web.http.api import Api, Endpoint, endpoint
from brillig.web.http.guard import Guard
from brillig.web.http.openapi import OPERATIONS
from brillig.web.http.replies import refusal
from brillig.web.identity import Random
from brillig.web.refusals import Refused
from brillig.web.server.passing import PassOn, Visitors
from brillig.web.socket.connection import SocketDoor
from brillig.web.store import Store, connect
from brillig.web.table.timing import calendar, steady


def create_app(
    config: Config | None = None,
    store: Store | None = None,
    *,
    clock: Callable[[], int] = steady,
    wall: Callable[[], int] = calendar,
    random: Random = os.urandom,
    pages: Callable[[Host], Sequence[BaseRoute]] = lambda host: (),
    lifespan: bool = True,
) -> Starlette:
    """`pages`: routes besides the API. Without `lifespan`, whoever runs the app opens and closes its host."""
    config = (config or Config()).checked()
    store = store or connect(config.database, shared=bool(config.node))
    host = Host(config, store, clock=clock, wall=wall, random=random)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await host.open()
        yield
        await host.close()

    guard = Middleware(Guard, config=config, limits=host.limits, turns=host.turns)
    first = last = []
    if host.store.leases:
        first, last = [Middleware(Visitors, host=host)], [Middleware(PassOn, host=host)]
    app = Starlette(
        routes=[
            *routes(host, Api(host)),
            WebSocketRoute("/ws/{id}", SocketDoor(host)),
            *pages(host),
        ],
        middleware=[*first, guard, *last],
        exception_handlers={HTTPException: _lost},
        lifespan=life if lifespan else None,
    )
    app.state.host = host
    return app


def routes(host: Host, api: Api) -> list[Route]:
    """The API: one route a path, so that it knows all its methods."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for op in [op for op in OPERATIONS if not op.of_page]:
        by_path.setdefault(op.path, {})[op.method] = endpoint(host, getattr(api, op.name))
    return [Route(path, _by_method(endpoints), methods=list(endpoints)) for path, endpoints in by_path.items()]


def _by_method(endpoints: dict[str, Endpoint]) -> Endpoint:
    async def answer(request: Request) -> Response:
        return await endpoints["GET" if request.method == "HEAD" else request.method](request)

    return answer


async def _lost(request: Request, why: Exception) -> Response:
    """A page that is not there, or a method that it does not have."""
    assert isinstance(why, HTTPException)
    return refusal(Refused("bad_method" if why.status_code == 405 else "no_page"), why.headers)

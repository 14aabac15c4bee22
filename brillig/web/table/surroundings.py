"""Surroundings: what a table needs of the server around it, and of those who look at it. Nothing here does anything.

A room is handed a host and connections, and knows neither: only what it asks of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from brillig.core import Game
from brillig.web.calls.caller import TurnCall
from brillig.web.config import Config
from brillig.web.limits import Limits
from brillig.web.metrics import Metrics
from brillig.web.outage import Outage
from brillig.web.store import SaidLine, Store
from brillig.web.table.seat_view import WhoseTurn
from brillig.web.table.thinking import Thinking
from brillig.web.table.timing import Lag, Nap

if TYPE_CHECKING:
    from brillig.web.table.audience import Ahead, Late
    from brillig.web.table.room import Room

T = TypeVar("T")


class Viewer(Protocol):
    """Somebody's window on a table. A call puts something in its tray and never waits."""

    session: bytes | None  # whose it is; None: nobody's who could act
    name: str
    address: str
    key: object  # what limits are counted by
    room: Room | None
    seat: int  # whose eyes it looks through; set by the room
    ply: int  # the last view that was sent
    view: bool  # is a newer one to be sent?
    lag: Lag

    def letter(self, message: bytes, soon: bool = False) -> None: ...
    def show(self) -> None: ...
    def meet(self) -> None: ...
    def post(self) -> None: ...
    def ping(self, at: int) -> None: ...


class WarmUp(Protocol):
    """Compiling of games in the background."""

    given_up: set[str]  # games that cannot be compiled

    def want(self, game: Game) -> None: ...


class Register(Protocol):
    """Who has a seat at which tables."""

    def changed(self) -> None: ...
    def sat_down(self, session: str, table: str) -> None: ...


class TurnCaller(Protocol):
    """Whoever tells people that it is their turn, when they are not here."""

    def your_turn(self, call: TurnCall) -> None: ...


class Surroundings(Protocol):
    """The server around a table."""

    config: Config
    store: Store
    clock: Callable[[], int]  # steady, in milliseconds
    wall: Callable[[], int]  # milliseconds since 1970
    limits: Limits
    metrics: Metrics
    outage: Outage
    thinking: Thinking
    whose_turn: WhoseTurn
    ahead: Ahead
    late: Late
    closing: bool
    commands: int  # that are under way at all tables

    @property
    def calls(self) -> TurnCaller: ...
    @property
    def lapsed(self) -> bool: ...
    @property
    def moved(self) -> str: ...
    @property
    def warming(self) -> WarmUp: ...
    @property
    def lists(self) -> Register: ...

    def game(self, slug: str) -> Game: ...
    async def said(self, id: str, limit: int) -> list[SaidLine]: ...
    async def aside(self, work: Callable[..., T], *args: Any) -> T: ...
    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]: ...
    def awake(self, id: str) -> Nap | None: ...
    async def own(self, id: str) -> int: ...
    async def pass_over(self, id: str, rules: str) -> None: ...
    def let_go(self, room: Room) -> None: ...
    def damaged(self, id: str, why: str) -> None: ...
    def forget(self, room: Room) -> None: ...

"""Audience: the sockets at one table, by the seat whose eyes they look through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from msgspec import Raw

from brillig.core import SPECTATOR
from brillig.web.protocol import MOST_WATCHING, People, Sitter, encoder
from brillig.web.table.seat_view import SeatView
from brillig.web.table.seating import Seating
from brillig.web.table.surroundings import Viewer

PATIENCE = 0.3  # seconds until those see it too who are not to decide, at the latest
MOMENT = 0.01  # seconds that are not worth another alarm


class Late:
    """The seats, at all tables, that are shown a moment later what has happened, often together with what happens next."""

    def __init__(self) -> None:
        # Who shows it, the seat, and when something happened that it has not been shown; the first is the next.
        self.since: dict[tuple[Callable[[int], object], int], float] = {}
        self._set = False  # will the alarm ring? It is one for all: most are shown it before

    def put_off(self, show: Callable[[int], object], seat: int) -> None:
        loop = asyncio.get_running_loop()
        self.since.setdefault((show, seat), loop.time())
        if not self._set:
            self._set = True
            loop.call_later(PATIENCE, self._ring)

    def caught_up(self, show: Callable[[int], object], seat: int) -> bool:
        """It is shown everything now; was anything missing?"""
        return self.since.pop((show, seat), None) is not None

    def _ring(self) -> None:
        loop, self._set = asyncio.get_running_loop(), False
        late, now = list[tuple[Callable[[int], object], int]](), loop.time()
        for key, at in self.since.items():
            if at + PATIENCE - now > MOMENT:
                self._set = True
                loop.call_later(at + PATIENCE - now, self._ring)
                break
            late.append(key)
        for show, seat in late:
            show(seat)


class Ahead:
    """The tables where something is being made safe. As soon as it is at one of them, what comes next is drawn for all, one table
    after the other: the same work again and again costs less than all that is to be done at a table, and then at the next,
    because the processor still has it at hand."""

    def __init__(self) -> None:
        self.drawings: list[Callable[[], object]] = []

    def add(self, draw: Callable[[], object]) -> None:
        """`draw` must not fail, and nothing depends on it: what was not drawn is drawn when it is shown."""
        self.drawings.append(draw)

    def draw(self) -> None:
        drawings, self.drawings = self.drawings, []
        for draw in drawings:
            draw()


class Mood(NamedTuple):
    """How things stand at a table besides its seats."""

    warm: bool  # are the bots ready?
    hurried: bool  # have they less time than usual?
    holds: str  # what a race waits for
    stuck: bool  # does nothing move any more?


CALM = Mood(True, False, "", False)


class Audience:
    """Who is here. Several sockets may share a seat: two tabs of one browser."""

    def __init__(self) -> None:
        self.viewers: dict[int, list[Viewer]] = {}
        self._people: Raw | None = None
        self._mood = CALM
        self._here: tuple[Seating, list[int]] | None = None  # whose seats these are, as long as nobody comes or goes

    def __iter__(self) -> Iterator[Viewer]:
        for sockets in self.viewers.values():
            yield from sockets

    def __bool__(self) -> bool:
        return bool(self.viewers)

    def __len__(self) -> int:
        return sum(map(len, self.viewers.values()))

    def seats(self, seating: Seating) -> list[int]:
        """The seats whose people are here."""
        if self._here is None or self._here[0] is not seating:
            self._here = seating, sorted({seat for socket in self for seat in seating.seats_of(socket.session)})
        return self._here[1]

    def lag_of(self, seat: int) -> int:
        """Milliseconds that a message from this seat is under way, at best."""
        return max((socket.lag.best for socket in self.viewers.get(seat, ())), default=0)

    def add(self, socket: Viewer, seat: int | None) -> None:
        socket.seat = SPECTATOR if seat is None else seat
        self.viewers.setdefault(socket.seat, []).append(socket)
        self._people = self._here = None

    def remove(self, socket: Viewer) -> None:
        sockets = self.viewers.get(socket.seat, [])
        if socket in sockets:
            sockets.remove(socket)
            if not sockets:
                del self.viewers[socket.seat]
            self._people = self._here = None

    def reseat(self, seating: Seating, waiting: Collection[int] = ()) -> list[Viewer]:
        """Somebody sat down or got up, or it is another's turn at a shared screen: the sockets with another seat now."""
        seats = [(socket, seating.seat_of(socket.session, waiting, socket.seat)) for socket in self]
        moved = [(socket, seat) for socket, seat in seats if socket.seat != (SPECTATOR if seat is None else seat)]
        for socket, seat in moved:
            self.remove(socket)
            self.add(socket, seat)
        self._people = self._here = None
        return [socket for socket, _ in moved]

    def show(self, view: SeatView) -> None:
        """To all who look through these eyes. Whoever is slow finds it when they can take more."""
        later = False
        for socket in self.viewers.get(view.seat, ()):
            socket.show()
            later = later or socket.view
        if not later:
            view.put_away()

    def people(self, seating: Seating, mood: Mood) -> Raw:
        """protocol.People, encoded."""
        if self._people is None or mood != self._mood:
            self._mood = mood
            watching = self.viewers.get(SPECTATOR, [])
            names = list(dict.fromkeys(socket.name for socket in watching))[:MOST_WATCHING]
            here = self.seats(seating)
            seats = [
                Sitter(
                    chair.kind,
                    chair.name,
                    mood.warm if bot else seat in here,
                    chair.away,
                    bot and mood.hurried,
                    chair.resigned,
                    chair.proposes,
                    mood.holds == "people" and chair.ready,
                    bot and mood.stuck,
                )
                for seat, chair in enumerate(seating.chairs)
                for bot in [chair.kind == "bot"]
            ]
            self._people = Raw(encoder.encode(People(seats, names, len(watching), mood.holds)))
        return self._people

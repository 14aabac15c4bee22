"""What the pieces of a move cost: python -m tests.load.pieces

One match of Othellino in a whole server without a system around it: what is sent goes nowhere, and the file is in memory.
Every piece is done some hundred times and the least time of it is shown. That is what it costs when all of it is warm and
nobody else wants the core, so a machine that others keep busy can be asked too, in two seconds; the sum is less than a move
costs under load (move_cost.py), where memory is cold and the system sends and receives.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections.abc import Callable, Coroutine
from typing import Any

import uvloop
from uvicorn.server import ServerState

from brillig import catalogue
from brillig.match.clock import Clock
from brillig.web.config import Config
from brillig.web.host.host import Host
from brillig.web.host.warming import warm
from brillig.web.protocol import Choose
from brillig.web.server import process
from brillig.web.server.app import create_app
from brillig.web.socket.frames import SocketLine
from brillig.web.store import Receipt
from brillig.web.table import commands, joining
from brillig.web.table.seat_view import offered, scene

TIMES = 400
HOST = "127.0.0.1"
REQUEST = (
    "GET /ws/{} HTTP/1.1\r\nhost: " + HOST + "\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: brillig={}\r\n\r\n"
)
MOVE = b'{"type":"choose","id":"12","ply":99,"code":9}'
ACK = b'{"type":"ack","id":"12","ok":true,"ply":13}'


class Nobody:
    """The other end of a connection."""

    def write(self, data: bytes) -> None: ...
    def abort(self) -> None: ...
    def close(self) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def set_write_buffer_limits(self, high: int) -> None: ...

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (HOST, 1) if name in ("peername", "sockname") else default


def least(name: str, work: Callable[[], object], after: Callable[[], object] = lambda: None) -> None:
    """`after`: what makes it possible to do it again; its time does not count."""
    best = 1 << 60
    for _ in range(TIMES):
        began = time.perf_counter_ns()
        work()
        best = min(best, time.perf_counter_ns() - began)
        after()
    print(f"{best / 1000:7.1f} us  {name}", flush=True)


def step(work: Coroutine[Any, Any, object]) -> None:
    """As far as it goes without waiting."""
    try:
        work.send(None)
    except StopIteration:
        return
    work.close()


async def sit_down(host: Host, server: process.Server) -> list[SocketLine]:
    """Two people at a table, some moves after the start; their connections."""
    people = [await host.identities.create(name) for name in ("Ann", "Bob")]
    laid, invites = await host.lay(people[0][0], "othellino", {}, ["me", "open"], Clock.off(), False, "")
    room = host.room(laid.id)
    await joining.join(room, people[1][0], "", next(iter(invites.values())))
    lines = []
    for _, cookie in people:
        lines.append(SocketLine(host.doors, server.config, ServerState(), {}))
        lines[-1].connection_made(Nobody())  # type: ignore[arg-type]
        lines[-1].data_received(REQUEST.format(laid.id, cookie).encode())
    while len(room.audience) < 2:
        await asyncio.sleep(0.01)
    assert room.live
    for at in range(12):
        seat = room.live.match.waits[0]
        room.live.choose(seat, room.live.match.table.codes(seat)[0], at)
    await room.commit(None)
    await room.push()
    return lines


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        config = Config(database=f"sqlite:///{folder}/brillig.db", limits=0, compile=False).checked()
        app = create_app(config, lifespan=False)
        host: Host = app.state.host
        await host.open()
        server = process.build(app)
        server.config.load()
        lines = await sit_down(host, server)
        measure(host, lines[0])
        await host.close()


def measure(host: Host, line: SocketLine) -> None:
    room = next(iter(host.rooms.values()))
    live = room.live
    assert live
    assert room.timing
    seat = live.match.waits[0]
    socket, view, code = room.audience.viewers[seat][0], live.views[seat], live.match.table.codes(seat)[0]
    frame = b"\x81" + bytes((0x80 | len(MOVE),)) + b"\0\0\0\0" + MOVE
    command, receipt = Choose("12", view.ply, code), Receipt(bytes(32), "12", ACK)

    def next_turn() -> None:
        line.keeper.shares.used.clear()

    def take_back() -> None:
        live.undo(seat, 99)
        live.match._undone = 0

    def draw_again() -> None:
        view.scene = None

    print("a message comes in")
    line.listen(lambda text: True)  # nothing comes of it
    least("its frame", lambda: line.data_received(frame), next_turn)
    least("its meaning, and whether they are too many", lambda: socket._understood(MOVE.decode()))  # type: ignore[attr-defined]
    least("is the table here?", lambda: step(room.fresh()))
    least("when was it?", lambda: room.timing and room.timing.moment(seat, 0))
    least("does it answer what is asked?", lambda: commands.check(room, live, seat, command))
    print("rules and log")
    least("referee, log, and what everybody sees of it", lambda: live.choose(seat, code, 99), take_back)
    least("of that, chance", lambda: live.match.chance.begin(live.match.table.plain.rng, 14))
    print("to the disk")
    live.choose(seat, code, 99)
    live.kept = len(live.match.log.entries)  # as if all but the last were kept
    least("its line", live.unkept)
    kept = [live.unkept()[-1]]
    least("handed to the writer", lambda: step(host.store.append(room.id, live.kept, kept, receipt)))
    host.store._writer._gathered.clear()  # type: ignore[attr-defined]
    least("whose turn it is now", lambda: room._note_turn(live, call=True))
    print("a view for who is to decide next")
    seat = live.match.waits[0]
    view = live.views[seat]
    plain, codes = view.seen.plain, view.seen.codes(seat)
    least("all of it", lambda: step(room._publish(view)), draw_again)
    least("of that, the table and the choices", lambda: scene(view.seen, seat, view.waits))
    least("of that, the choices", lambda: [offered(view.seen, seat, code) for code in view.seen.codes(seat)])
    least("the screen, drawn and looked over", lambda: room.game.screen(plain, seat))
    screens = [room.game.screen(plain, seat) for _ in range(TIMES)]
    least("its JSON", lambda: screens.pop().to_json())
    print(f"   ({len(codes)} choices, {len(view.text):,} bytes)")
    print("and out")
    least("an answer", lambda: socket.letter(ACK))
    least("frames of both", lambda: line.write([ACK, view.text]))
    least("what happens next by itself", room.go_on)


if __name__ == "__main__":
    warm(catalogue.load("othellino"))
    gc.disable()
    uvloop.run(main())

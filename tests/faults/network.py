"""A network made of lists, and people who play over it, in one loop without a clock of its own.

Whatever two computers can do to each other is a method here: messages are lost, doubled, overtaken and late, lines are
cut, tabs opened, the database fails, the server starts again. Nothing is left to chance but the numbers given, so the
same calls make the same bytes. `Wild` makes the calls by a seed: python -m tests.faults.network SEED
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
import sys
from collections import Counter
from collections.abc import Awaitable
from typing import Any, TypeVar

import msgspec

from brillig import catalogue
from brillig.match import Clock, replay
from brillig.match.log import ChoiceEntry, UndoEntry
from brillig.web.config import Config
from brillig.web.host.host import Host
from brillig.web.protocol import Ack, Hello, View, messages
from brillig.web.server.app import create_app
from brillig.web.table.joining import join
from brillig.web.table.live_match import LiveMatch
from tests.web.memory_store import MemoryStore

T = TypeVar("T")
NEVER = 1e9
QUIET = Config(compile=False, limits=0, sweep_seconds=NEVER, ping_seconds=NEVER, bot_floor=0.0, bot_spread=0.0)
GAMES = ("othellino", "gold-mine", "backgammon")
SPECTATOR = -1


class Line:
    """One connection to the server's door, without anything in between."""

    def __init__(self, world: World, cookie: str, table: str, since: int = 0) -> None:
        self.into: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.out: list[str] = []  # what the server has sent and nobody has taken yet
        self.closed = False
        scope = {
            "type": "websocket", "path": f"/ws/{table}", "raw_path": b"", "root_path": "", "scheme": "ws",
            "query_string": f"v=1&since={since}".encode(), "subprotocols": [], "client": ("192.0.2.7", 1),
            "server": ("test", 80), "headers": [(b"host", b"localhost"), (b"cookie", cookie.encode())], "state": {},
            "extensions": {},
        }  # fmt: skip
        self.into.put_nowait({"type": "websocket.connect"})
        self.task = world.loop.create_task(world.app(scope, self.into.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.out.append(message["text"])
        elif message["type"] == "websocket.close":
            self.closed = True
            self.hang_up()  # as any client answers

    def give(self, **message: Any) -> None:
        self.into.put_nowait({"type": "websocket.receive", **message})

    def hang_up(self) -> None:
        self.into.put_nowait({"type": "websocket.disconnect", "code": 1006})


class World:
    """A server in memory. Everything in it happens between two calls of `settle`."""

    def __init__(self, seed: int = 0) -> None:
        self.loop = asyncio.new_event_loop()
        self.store = MemoryStore()
        self.dice = random.Random(seed)
        self.time = 1_000_000
        self.lines: list[Line] = []
        self.open()

    def _tick(self) -> int:
        self.time += 1
        return self.time

    def open(self) -> None:
        self.app = create_app(
            QUIET, self.store, lifespan=False, clock=self._tick, wall=self._tick, random=self.dice.randbytes
        )
        self.host: Host = self.app.state.host

        async def at_once(work: Any, *args: Any) -> Any:
            return work(*args)

        self.host.aside = at_once  # type: ignore[method-assign]  # threads would come back when they like
        self.wait(self.host.open())

    def wait(self, what: Awaitable[T]) -> T:
        return self.loop.run_until_complete(what)

    def settle(self) -> None:
        """Until nobody has anything left to do."""

        async def still() -> None:
            await asyncio.sleep(0)
            while self.loop._ready:  # type: ignore[attr-defined]
                await asyncio.sleep(0)

        self.wait(still())
        for line in [line for line in self.lines if line.task.done()]:
            self.lines.remove(line)
            line.closed = True
            line.task.result()  # a crash is raised here

    def line(self, cookie: str, table: str, since: int = 0) -> Line:
        self.lines.append(Line(self, cookie, table, since))
        self.settle()
        return self.lines[-1]

    def crash(self) -> None:
        """The process is gone: whatever it had in memory is lost."""
        for line in self.lines:
            line.closed = True
        self._end({line.task for line in self.lines})
        self.lines.clear()
        self.store.fail_next = self.store.fail_after = 0
        self.wait(self.host.close())
        self.open()

    def close(self) -> None:
        self.crash()
        self.wait(self.host.close())
        self._end(asyncio.all_tasks(self.loop))
        self.loop.close()

    def _end(self, tasks: set[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        if tasks:
            self.wait(asyncio.wait(tasks))

    def table(self, game: str, names: list[str]) -> tuple[str, list[str]]:
        """A match that has begun: its table, and a cookie for each seat."""

        async def lay() -> tuple[str, list[str]]:
            host = self.host
            sitters = [await host.identities.create(name) for name in names]
            seats = ["me"] + ["open"] * (len(names) - 1)
            document, invites = await host.lay(sitters[0][0], game, {}, seats, Clock(), False, "00")
            for seat, (session, _) in enumerate(sitters[1:], 1):
                await join(host.room(document.id), session, "11", invites[seat])
            return document.id, [f"brillig={cookie}" for _, cookie in sitters]

        return self.wait(lay())


class Tab:
    """A page, and what is on its way to and from it."""

    def __init__(self, person: Person, line: Line) -> None:
        self.person, self.line = person, line
        self.up: list[dict[str, Any]] = []
        self.down: list[str] = []
        self.view: View | None = None

    def collect(self) -> None:
        self.down += self.line.out
        self.line.out.clear()


class Person:
    """A session, and everything that its pages were told."""

    def __init__(self, seat: int, cookie: str) -> None:
        self.seat, self.cookie = seat, cookie
        self.session = hashlib.sha256(cookie.removeprefix("brillig=").encode()).digest()
        self.tabs: list[Tab] = []
        self.commands: dict[str, dict[str, Any]] = {}  # by id, as sent
        self.arrived: dict[str, set[tuple[str, int]]] = {}  # by id, what reached the server under it
        self.kept: dict[str, Ack] = {}  # what was acknowledged


class Network:
    """Two or three people and one who watches, at one table."""

    def __init__(self, game: str, seed: int = 0, seats: int = 2) -> None:
        self.world = World(seed)
        self.game = catalogue.load(game)
        self.id, cookies = self.world.table(game, ["Ann", "Bob", "Cat"][:seats])
        self.people = [Person(seat, cookie) for seat, cookie in enumerate(cookies)]
        self.people.append(Person(SPECTATOR, "brillig=" + "x" * 43))
        self.secret = self.world.store.documents[self.id].secret.hex()
        self.ids = itertools.count()
        self.transcript = hashlib.sha256()
        self.log: list[bytes] = []
        self.checked = (0, 0)  # lines and acknowledgements when `check` last looked
        for person in self.people:
            self.open(person)

    # ---- what can happen -------------------------------------------------------------------------------------------

    @property
    def tabs(self) -> list[Tab]:
        return [tab for person in self.people for tab in person.tabs]

    def open(self, person: Person, since: int = 0) -> Tab:
        tab = Tab(person, self.world.line(person.cookie, self.id, since))
        person.tabs.append(tab)
        tab.collect()
        return tab

    def reconnect(self, tab: Tab, lost: bool = True) -> None:
        """The line is cut and made again. What was on its way is lost, or comes in the last moment."""
        if not lost:
            while tab.up:
                self._arrive(tab, tab.up.pop(0))
        tab.up.clear()
        tab.down.clear()
        if not tab.line.closed:
            tab.line.hang_up()
            self.world.settle()
        tab.line = self.world.line(tab.person.cookie, self.id, tab.view.ply if tab.view else 0)
        self.settle()

    def shut(self, tab: Tab) -> None:
        tab.line.hang_up()
        tab.person.tabs.remove(tab)
        self.settle()

    def choose(self, tab: Tab, pick: int) -> None:
        if tab.view and tab.view.scene.choices:
            options = tab.view.scene.choices
            self._command(tab, type="choose", ply=tab.view.ply, code=options[pick % len(options)].code)

    def guess(self, tab: Tab, code: int) -> None:
        """A choice out of the blue: mostly nonsense, or not this seat's to make."""
        self._command(tab, type="choose", ply=tab.view.ply if tab.view else 0, code=code)

    def undo(self, tab: Tab) -> None:
        if tab.view:
            self._command(tab, type="undo", ply=tab.view.ply)

    def _command(self, tab: Tab, **message: Any) -> None:
        message["id"] = f"c{next(self.ids)}"
        tab.person.commands[message["id"]] = message
        tab.up.append(message)

    def again(self, tab: Tab, pick: int) -> None:
        """Any command of this person, from any tab, once more."""
        if tab.person.commands:
            tab.up.append(list(tab.person.commands.values())[pick % len(tab.person.commands)])

    def steal(self, tab: Tab, other: Person, pick: int) -> None:
        """Somebody else's command, word for word."""
        if other.commands and other is not tab.person:
            message = list(other.commands.values())[pick % len(other.commands)]
            tab.up.append(message)
            tab.person.commands.setdefault(message["id"], message)

    def reuse(self, tab: Tab, pick: int) -> None:
        """Something new under an old id, which the protocol forbids: it must get the old answer and do nothing."""
        if tab.person.kept and tab.view and tab.view.scene.choices:
            options, old = tab.view.scene.choices, list(tab.person.kept)
            code = options[pick % len(options)].code
            tab.up.append({"type": "choose", "id": old[pick % len(old)], "ply": tab.view.ply, "code": code})

    def sync(self, tab: Tab) -> None:
        tab.up.append({"type": "sync", "since": tab.view.ply if tab.view else 0})

    def deliver_up(self, tab: Tab, pick: int, keep: bool = False) -> None:
        """A message arrives; not always the first, and sometimes it will arrive again."""
        if tab.up:
            k = pick % len(tab.up)
            message = tab.up[k] if keep else tab.up.pop(k)
            self._arrive(tab, message)

    def lose_up(self, tab: Tab, pick: int) -> None:
        if tab.up:
            tab.up.pop(pick % len(tab.up))

    def deliver_down(self, tab: Tab, pick: int = 0, keep: bool = False) -> None:
        if tab.down:
            k = pick % len(tab.down)
            self._read(tab, tab.down[k] if keep else tab.down.pop(k))

    def lose_down(self, tab: Tab, pick: int) -> None:
        if tab.down:
            tab.down.pop(pick % len(tab.down))

    def restart(self) -> None:
        self.world.crash()
        for tab in self.tabs:
            self.reconnect(tab)

    def fail(self, kept: bool) -> None:
        """The next step cannot be saved; or it can, and the database says that it could not."""
        if kept:
            self.world.store.fail_after = 1
        else:
            self.world.store.fail_next = 1

    # ---- how it goes through ---------------------------------------------------------------------------------------

    def _arrive(self, tab: Tab, message: dict[str, Any]) -> None:
        if tab.line.closed:
            return
        if "id" in message:
            tab.person.arrived.setdefault(message["id"], set()).add(_deed(message))
        tab.line.give(text=msgspec.json.encode(message).decode())
        self.settle()

    def settle(self) -> None:
        self.world.settle()
        for tab in self.tabs:
            tab.collect()

    def _read(self, tab: Tab, raw: str) -> None:
        """A page takes what it is sent, however late."""
        self.transcript.update(raw.encode())
        message, person = messages.decode(raw), tab.person
        assert self.secret not in raw or (isinstance(message, View) and message.result), "the secret was told"
        for other in self.people:
            assert other.cookie[8:] not in raw
        match message:
            case Hello():
                assert message.seat == (None if person.seat == SPECTATOR else person.seat), "in a stranger's seat"
            case View() if tab.view is None or message.ply >= tab.view.ply:
                tab.view = message
            case Ack(id=id, ok=True):
                assert id in person.arrived, "an answer to what was never asked"
                known = person.kept.setdefault(id, message)
                assert known == message, f"{id} was answered twice, and not alike: {known}, {message}"
            case Ack(id=id, ok=False):
                error = message.error
                assert error, "refused without a reason"
                assert error.code != "mishap", error
                assert id not in person.kept or error.code in ("try_again", "closing"), f"{id} was taken back: {error}"

    # ---- what must hold --------------------------------------------------------------------------------------------

    def check(self) -> None:
        """After every step: the log only grows, and holds what was acknowledged, once."""
        lines = self.world.store.logs[self.id]
        assert lines[: len(self.log)] == self.log, "the log was changed"
        known = len(lines), sum(len(person.kept) for person in self.people)
        if known == self.checked:
            return
        self.log, self.checked = list(lines), known
        playing = LiveMatch.load(lines[:1], self.world.store.documents[self.id].secret, self.game)
        done: list[dict[int, tuple[str, int]]] = [{} for _ in self.people[:-1]]  # by seat and its ply
        for entry in playing.match.steps(replay.parse_lines(lines)):
            playing._witness(entry)
            if isinstance(entry, ChoiceEntry):
                done[entry.seat][playing.views[entry.seat].ply] = ("choose", entry.code)
            elif isinstance(entry, UndoEntry):
                done[entry.seat][playing.views[entry.seat].ply] = ("undo", -1)
        for person in self.people:
            mine = done[person.seat] if person.seat >= 0 else {}
            wanted = Counter(deed for deeds in person.arrived.values() for deed in deeds)
            assert Counter(mine.values()) <= wanted, f"seat {person.seat} did what it never asked for"
            plies = [ack.ply for ack in person.kept.values()]
            assert len(plies) == len(set(plies)), "two commands were acknowledged as one step"
            for id, ack in person.kept.items():
                assert mine.get(ack.ply) in person.arrived[id], f"{id} was acknowledged and is not in the log"

    def calm(self) -> None:
        """The network is well again: everybody has the newest view, and it is what this seat may know."""
        self.world.store.fail_next = self.world.store.fail_after = 0
        for tab in self.tabs:
            while tab.up:
                self.deliver_up(tab, 0)
        for tab in self.tabs:
            if tab.line.closed:
                self.reconnect(tab)
            self.sync(tab)
            self.deliver_up(tab, -1)
        for tab in self.tabs:
            while tab.down:
                self.deliver_down(tab)
        self.checked = (0, 0)
        self.check()
        lines, secret = self.world.store.logs[self.id], self.world.store.documents[self.id].secret
        truth = LiveMatch.load(lines, secret, self.game)
        for tab in self.tabs:
            eyes = truth.views[tab.person.seat]
            assert tab.view, "a page without a view"
            assert tab.view.ply == eyes.ply, f"seat {tab.person.seat} is left behind"
            assert msgspec.json.encode(tab.view.scene) == bytes(eyes._scene()), "it sees another table"

    def close(self) -> None:
        self.world.close()


def _deed(message: dict[str, Any]) -> tuple[str, int]:
    return message["type"], message.get("code", -1)


# ---- by a seed -----------------------------------------------------------------------------------------------------

WEIGHTS = {
    "choose": 30, "deliver_up": 60, "deliver_down": 90, "double_up": 6, "double_down": 6, "lose_up": 5, "lose_down": 8,
    "again": 6, "steal": 3, "guess": 3, "undo": 4, "sync": 4, "reconnect": 3, "open": 1, "shut": 1, "restart": 1,
    "fail": 2, "reuse": 3,
}  # fmt: skip


def wild(seed: int, steps: int = 300) -> str:
    """One run that only the seed decides: a hash of every message that anybody read."""
    dice = random.Random(seed)
    seats = 2 + seed % 2
    net = Network("gold-mine" if seats == 3 else dice.choice(GAMES), seed, seats)
    try:
        for name in dice.choices(list(WEIGHTS), list(WEIGHTS.values()), k=steps):
            tab, pick = dice.choice(net.tabs), dice.randrange(1000)
            match name:
                case "choose" | "again" | "reuse" | "lose_up" | "lose_down" | "deliver_up":
                    getattr(net, name)(tab, pick if name != "deliver_up" else pick // 700)
                case "deliver_down":
                    net.deliver_down(tab, pick // 800)
                case "double_up" | "double_down":
                    getattr(net, name.replace("double", "deliver"))(tab, pick, keep=True)
                case "steal":
                    net.steal(tab, dice.choice(net.people), pick)
                case "guess":
                    net.guess(tab, pick % 100)
                case "undo" | "sync":
                    getattr(net, name)(tab)
                case "reconnect":
                    net.reconnect(tab, lost=pick % 2 == 0)
                case "open" if len(tab.person.tabs) < 3:
                    net.open(tab.person)
                case "shut" if len(tab.person.tabs) > 1:
                    net.shut(tab)
                case "restart":
                    net.restart()
                case "fail":
                    net.fail(kept=pick % 2 == 0)
            if pick % 8 == 0:
                net.check()
        net.calm()
        return net.transcript.hexdigest()
    except AssertionError as why:
        raise AssertionError(f"seed {seed}: {why}") from why
    finally:
        net.close()


if __name__ == "__main__":
    print(wild(int(sys.argv[1])))

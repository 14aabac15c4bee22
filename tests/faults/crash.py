"""Matches under load while the server is killed again and again: python -m tests.faults.crash 200 50 [SEED]

Every player is a real client that knows what was acknowledged to it. At the end the clients' own ledgers are laid
beside the log: what was acknowledged is there once and in its place, nothing else is there but what was under way at
some kill, and what the server shows is what the log says.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from brillig import catalogue
from brillig.match.log import ChoiceEntry, EndEntry, Step
from brillig.web.store import Kept
from brillig.web.store import connect as open_store
from brillig.web.table.live_match import LiveMatch
from tests.faults.process import HOST, ROOT, Process, ask

GONE = (OSError, EOFError, TimeoutError, WebSocketException, InvalidHandshake)
NOT_NOW = ("try_again", "closing")  # refusals that only mean: later
THINKING = 0.02  # seconds at most
MOST_BETWEEN = 5.0  # seconds of serving between two kills
REFUSED = -1  # in place of a ply: what was sent came too late


class Option(Struct):
    code: int


class Scene(Struct, frozen=True):
    waiting: list[int] = []
    choices: list[Option] | None = None


class Message(Struct):
    """As much of any message as a player needs."""

    type: str
    id: str | None = None
    ok: bool = False
    ply: int | None = None
    error: dict[str, str] | None = None
    scene: Scene = Scene()
    result: msgspec.Raw = msgspec.Raw()


read = msgspec.json.Decoder(Message).decode


class Command(Struct):
    id: str
    ply: int
    code: int
    acknowledged: int | None = None  # the ply of the answer


class Player:
    """One seat of one match, over as many connections as it takes."""

    def __init__(self, run: Run, table: str, seat: int, cookie: str) -> None:
        self.run, self.table, self.seat, self.cookie = run, table, seat, cookie
        self.sent: list[Command] = []  # the ledger: all commands, in order; all but the last are acknowledged
        self.dice = random.Random(f"{run.seed} {table} {seat}")
        self.over = False
        self.reconnects = -1

    @property
    def pending(self) -> Command | None:
        return self.sent[-1] if self.sent and self.sent[-1].acknowledged is None else None

    async def play(self) -> None:
        """Until the match is over, or the run is and nothing is left without an answer."""
        while not self.done:
            try:
                async with self.run.socket(self) as socket:
                    self.reconnects += 1
                    await self._at(socket)
            except GONE:
                await asyncio.sleep(0.05)

    @property
    def done(self) -> bool:
        return self.over or (self.run.finishing and not self.pending)

    async def _at(self, socket: ClientConnection) -> None:
        if self.pending:
            await self._send(socket, self.pending)
        while not self.done:
            try:
                message = read(await asyncio.wait_for(socket.recv(), 1.0))
            except TimeoutError:
                continue
            self.hear()
            if message.type == "ack":
                await self._answered(socket, message)
            elif message.type == "view":
                if message.result and bytes(message.result) != b"null":
                    self.over = not self.pending
                elif not self.pending and not self.run.finishing and message.scene.choices:
                    await self._choose(socket, message)

    def hear(self) -> None:
        """Something came from the server."""

    async def _choose(self, socket: ClientConnection, view: Message) -> None:
        if self.sent and view.ply < self.sent[-1].acknowledged:  # from before the answer
            return
        await asyncio.sleep(self.dice.random() * self.run.thinking)
        command = Command(f"{self.seat}-{len(self.sent)}", view.ply, self.dice.choice(view.scene.choices).code)
        self.sent.append(command)
        await self._send(socket, command)
        if self.dice.random() < 0.05:
            await self._send(socket, command)  # doubled
        if self.dice.random() < 0.05:
            await self._send(socket, self.dice.choice(self.sent))  # an old one again

    async def _send(self, socket: ClientConnection, command: Command) -> None:
        await socket.send(
            f'{{"type":"choose","id":"{command.id}","ply":{command.ply},"code":{command.code}}}'
        )  # fmt: skip

    async def _answered(self, socket: ClientConnection, ack: Message) -> None:
        command = self.sent[int(ack.id.split("-")[1])]
        if not ack.ok:
            if ack.error["code"] in NOT_NOW:
                await asyncio.sleep(0.05)
                await self._send(socket, command)
            else:
                command.acknowledged = REFUSED
                self.run.refused(self, command, ack.error)
                await socket.send('{"type":"sync"}')  # a view that came before was not looked at
            return
        if command.acknowledged not in (None, ack.ply):
            self.run.fault(f"{self.table} seat {self.seat}: {command} was answered otherwise: ply {ack.ply}")
        command.acknowledged = ack.ply
        self.run.acks += 1
        if command is self.sent[-1]:
            await socket.send('{"type":"sync"}')  # the answer may have overtaken a view that was passed over


class Run:
    """A server, its matches, and what went wrong."""

    player = Player
    thinking = THINKING
    later = (503,)  # what only means: not now

    def __init__(self, folder: Path, matches: int, kills: int, seed: int) -> None:
        self.server = Process(folder)
        self.matches, self.kills, self.seed = matches, kills, seed
        self.dice = random.Random(seed)
        self.players: list[Player] = []
        self.faults: list[str] = []
        self.finishing = False
        self.acks = 0
        self.report: dict[str, Any] = {}

    @property
    def port(self) -> int:
        """Where players find the server."""
        return self.server.port

    def wishes(self) -> dict[str, Any]:
        """The tables that are laid."""
        return {"game": "othellino", "seats": ["me", "open"]}

    def fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    def refused(self, player: Player, command: Command, error: dict[str, str]) -> None:
        self.fault(f"{player.table} seat {player.seat}: {command} was refused: {error}")

    def by_itself(self, table: str, entries: list[Step]) -> int:
        """How many steps of a match nobody chose, and that is all right."""
        return 0

    def socket(self, player: Player) -> connect:
        return connect(
            f"ws://{HOST}:{self.port}/ws/{player.table}", additional_headers={"Cookie": player.cookie},
            compression=None, ping_interval=None, open_timeout=20, close_timeout=0.2, proxy=None,
        )  # fmt: skip

    async def _ask(self, path: str, body: Any, cookie: str = "") -> Any:
        """Until somebody answers."""
        while True:
            with suppress(*GONE):
                answer = await ask(self.port, "POST", path, body, cookie)
                if answer.status < 300:
                    return answer
                if answer.status not in self.later:
                    self.fault(f"{path}: {answer.status} {answer.body}")
                    raise RuntimeError(self.faults[-1])
            await asyncio.sleep(0.05)

    async def _slot(self) -> None:
        """One match after the other."""
        while not self.finishing:
            ann, bob = [(await self._ask("/api/session", {"nickname": n})).cookie for n in ("Ann", "Bob")]
            table = (await self._ask("/api/tables", self.wishes(), ann)).body
            await self._ask(f"/api/tables/{table['id']}/join", {"invite": table["invite"]}, bob)
            pair = [self.player(self, table["id"], seat, cookie) for seat, cookie in enumerate((ann, bob))]
            self.players += pair
            await asyncio.gather(*(player.play() for player in pair))

    async def _killer(self) -> None:
        for _ in range(self.kills):
            enough = self.acks + self.dice.randrange(4 * self.matches)
            late = time.monotonic() + MOST_BETWEEN
            while self.acks < enough and time.monotonic() < late:
                await asyncio.sleep(0.01)
            await asyncio.sleep(self.dice.random() * 0.2)
            self.server.kill()
            await self.server.start()
        await asyncio.sleep(1.0)
        self.finishing = True

    async def run(self) -> dict[str, Any]:
        await self.server.start()
        try:
            slots = [asyncio.create_task(self._slot()) for _ in range(self.matches)]
            await self._killer()
            await asyncio.gather(*slots)
            await self._examine()
        finally:
            self.server.stop()
        self.faults += self.server.complaints()
        return self.report

    # ---- the ledgers beside the log --------------------------------------------------------------------------------

    async def _examine(self) -> None:
        kept: dict[str, Kept] = {}
        store = open_store(self.server.database, read_only=True)
        await store.open()
        async for one in store.everything():
            if not isinstance(one, Kept):
                self.fault(one.sentence)
            else:
                kept[one.table.id] = one
        await store.close()
        by_table: dict[str, list[Player]] = {}
        for player in self.players:
            by_table.setdefault(player.table, []).append(player)
        game = catalogue.load("othellino")
        shown = self.dice.sample(sorted(by_table), min(20, len(by_table)))
        for table, players in by_table.items():
            match = LiveMatch.load(kept[table].lines, kept[table].table.secret, game)  # raises if a hash is wrong
            self._compare(table, players, match)
            if table in shown:
                await self._look(players[0], match)
        doctor = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "brillig", "doctor", "--database", self.server.database],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if doctor.returncode:
            self.fault(f"doctor: {doctor.stdout} {doctor.stderr}")
        sent = [command for player in self.players for command in player.sent]
        self.report = {
            "seed": self.seed, "matches": len(by_table), "kills": self.kills, "moves": len(sent),
            "reconnects": sum(max(0, player.reconnects) for player in self.players),
            "slowest_start": max(self.server.starts[1:], default=0.0), "faults": self.faults,
        }  # fmt: skip

    def _compare(self, table: str, players: list[Player], playing: LiveMatch) -> None:
        entries = [e for e in playing.match.log.entries if not isinstance(e, EndEntry)]
        told: dict[int, tuple[int, int]] = {}  # by ply: in Othellino everybody sees every step
        for player in players:
            plies = [c.acknowledged for c in player.sent if c.acknowledged not in (None, REFUSED)]
            if plies != sorted(set(plies)):
                self.fault(f"{table}: seat {player.seat} was acknowledged out of order or twice: {plies}")
            for command in player.sent:
                if command.acknowledged is None:
                    self.fault(f"{table}: {command} of seat {player.seat} never had an answer")
                elif command.acknowledged == REFUSED:
                    continue
                elif command.acknowledged in told:
                    self.fault(f"{table}: two choices were acknowledged as ply {command.acknowledged}")
                else:
                    told[command.acknowledged] = (player.seat, command.code)
        log = {ply: (e.seat, e.code) for ply, e in enumerate(entries, 1) if isinstance(e, ChoiceEntry)}
        if log != told or len(log) + self.by_itself(table, entries) != len(entries):
            self.fault(f"{table}: the ledgers say {told}, the log says {log}")
        if (
            playing.match.finished
            and playing.match.result().digest != hashlib.sha256(bytes(playing.match.table)).hexdigest()
        ):
            self.fault(f"{table}: the stored digest is not that of the position")

    async def _look(self, player: Player, playing: LiveMatch) -> None:
        """What the server shows must be what the log says."""
        async with self.socket(player) as socket:
            while (raw := await asyncio.wait_for(socket.recv(decode=True), 20))[:14] != '{"type":"view"':
                pass
        eyes = playing.views[player.seat]
        if read(raw).ply != eyes.ply or bytes(eyes._scene()).decode() not in raw:
            self.fault(f"{player.table}: the server shows something else than the replay")


def run(matches: int, kills: int, seed: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(Run(Path(folder), matches, kills, seed).run())


if __name__ == "__main__":
    args = [int(arg) for arg in sys.argv[1:]]
    found = run(*(args[:2] or (200, 50)), *(args[2:] or [random.randrange(1 << 32)]))
    print(msgspec.json.format(msgspec.json.encode(found)).decode())
    sys.exit(bool(found["faults"]))

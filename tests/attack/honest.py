"""Honest players, in a process of their own: python -m tests.attack.honest PORT

Eight pairs of people play each other at an easy pace, three people each play an easy bot, and now and then somebody new
opens the lobby. In ten seconds that is some four hundred answers, so that the slowest hundredth is more than one or two of
them, and a hiccup of the disk alone does not decide. A line on standard input asks what they have felt since the last one; the
answer is a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.attack.wire import HONEST, HOST, ask

PAIRS, ALONE = 8, 3
PAUSE = 0.2  # seconds that a person thinks
AGAIN = 0.5  # seconds until somebody whose line broke comes back
HURRY = 5.0  # seconds after which a visitor goes elsewhere
GAME = "othellino"


class Felt:
    """How long they waited, in seconds; whoever still waits has waited so long until now."""

    def __init__(self) -> None:
        self.done: dict[str, list[float]] = {"ack": [], "bot": [], "page": []}
        self.pending: dict[tuple[str, object], float] = {}
        self.broken = 0  # lines and requests that failed

    def begin(self, what: str, who: object) -> None:
        self.pending[what, who] = time.perf_counter()

    def end(self, what: str, who: object) -> None:
        began = self.pending.pop((what, who), None)
        if began is not None:
            self.done[what].append(time.perf_counter() - began)

    def told(self) -> dict[str, Any]:
        now = time.perf_counter()
        for what, waited in self.done.items():
            longest = max(waited, default=0.0)
            waited += [now - began for (of, _), began in self.pending.items() if of == what and now - began > longest]
        answer = {**self.done, "broken": self.broken}
        self.done, self.broken = {"ack": [], "bot": [], "page": []}, 0
        return answer


class Person:
    """Somebody at a table until the match is over."""

    def __init__(self, felt: Felt, port: int, cookie: str, against_bot: bool) -> None:
        self.felt, self.port, self.cookie, self.against_bot = felt, port, cookie, against_bot

    async def play(self, table: str) -> None:
        over = False
        while not over:
            try:
                where = f"ws://{HOST}:{self.port}/ws/{table}"
                async with connect(where, additional_headers={"Cookie": self.cookie}, compression=None) as line:
                    over = await self._sit(line)
            except (OSError, EOFError, TimeoutError, Exception) as why:
                self.felt.broken += 1
                print(f"{type(why).__name__}: {why}", file=sys.stderr, flush=True)
                await asyncio.sleep(AGAIN)

    async def _sit(self, line: ClientConnection) -> bool:
        answered = shown = -1
        async for raw in line:
            message = json.loads(raw)
            if message["type"] == "ack":
                self.felt.end("ack", self)
                if message["ok"] and self.against_bot:
                    self.felt.begin("bot", self)
                elif not message["ok"]:
                    answered = -1
                    await line.send('{"type":"sync"}')
            elif message["type"] == "ping":
                await line.send(json.dumps({"type": "pong", "n": message["n"]}))
            elif message["type"] == "view":
                if message["result"]:
                    self.felt.end("bot", self)
                    return True
                choices = message["scene"]["choices"]
                if message["ply"] > max(shown, answered + 1):  # the bot's step, or one of several where I must pass
                    self.felt.end("bot", self)
                    if not choices and self.against_bot:
                        self.felt.begin("bot", self)
                shown = message["ply"]
                if choices and shown > answered:
                    self.felt.end("bot", self)
                    answered = message["ply"]
                    await asyncio.sleep(PAUSE * random.uniform(0.5, 1.5))
                    code = random.choice(choices)["code"]
                    id = f"{answered}.{random.random()}"
                    self.felt.begin("ack", self)
                    await line.send(json.dumps({"type": "choose", "id": id, "ply": answered, "code": code}))
        return False


async def forever(felt: Felt, port: int, name: str, bot: bool) -> None:
    """Tables one after the other."""
    cookies = ["", ""]
    while True:
        try:
            for k in range(1 if bot else 2):
                form = {"nickname": f"{name} {'AB'[k]}"}
                if not cookies[k]:
                    cookies[k] = (await ask(port, "POST", "/api/session", form, source=HONEST)).cookie
            seats = ["me", "bot:easy" if bot else "open"]
            laid = await ask(
                port, "POST", "/api/tables", {"game": GAME, "seats": seats}, cookie=cookies[0], source=HONEST
            )
            table = laid.json["id"]
            if not bot:
                form = {"invite": laid.json["invite"]}
                await ask(port, "POST", f"/api/tables/{table}/join", form, cookie=cookies[1], source=HONEST)
        except (OSError, EOFError, TimeoutError, KeyError, ValueError) as why:
            felt.broken += 1
            print(f"laying a table: {type(why).__name__} {why}", file=sys.stderr, flush=True)
            await asyncio.sleep(AGAIN)
            continue
        people = [Person(felt, port, cookie, bot) for cookie in cookies if cookie]
        await asyncio.gather(*(person.play(table) for person in people))


async def visit(felt: Felt, port: int) -> None:
    """Somebody new, every second."""
    while True:
        felt.begin("page", "visitor")
        try:
            async with asyncio.timeout(HURRY):
                answer = await ask(port, "GET", "/", source=HONEST)
            felt.broken += answer.status != 200
        except (OSError, EOFError, TimeoutError) as why:
            felt.broken += 1
            print(f"opening the lobby: {type(why).__name__} {why}", file=sys.stderr, flush=True)
        felt.end("page", "visitor")
        await asyncio.sleep(1)


async def main(port: int) -> None:
    felt = Felt()
    tasks = [asyncio.create_task(forever(felt, port, f"Pair {k}", False)) for k in range(PAIRS)]
    tasks += [asyncio.create_task(forever(felt, port, f"Solo {k}", True)) for k in range(ALONE)]
    tasks.append(asyncio.create_task(visit(felt, port)))
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.readline():
        print(json.dumps(felt.told()), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))

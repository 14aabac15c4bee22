"""Where the time of a move goes in the server: python -m tests.load.move_cost [MATCHES] [SECONDS]

The server runs here, the clients in a process of their own. A thread looks at the server's loop every other millisecond and
notes in which part of it the innermost function of ours is; what the thread that writes to the disk does, and what waits
for nothing, is told apart.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from brillig.web.config import Config
from brillig.web.server import process
from tests.faults.process import free_port
from tests.load.load import Lean

PARTS = {  # by the file of the innermost function that is one of these
    "rules and log (match)": ("brillig/match", "brillig/core", "brillig/games", "brillig/parts"),
    "views for every seat": ("web/table/seat_view", "web/table/live_match", "web/table/audience"),
    "reading and deciding": ("web/table/commands", "web/protocol", "web/table/room", "web/table/timing"),
    "sockets": ("web/socket", "uvicorn", "websockets"),
    "store, on the loop": ("web/store",),
}
EVERY = 0.002


def part_of(frame: FrameType | None) -> str:
    while frame:
        for part, files in PARTS.items():
            if any(name in frame.f_code.co_filename for name in files):
                return part
        frame = frame.f_back
    return "loop: waiting, or reading and writing lines"


def watch(thread: int, seen: Counter[str], lines: Counter[str], going: threading.Event) -> None:
    while True:
        time.sleep(EVERY)
        if going.is_set():
            frame = sys._current_frames().get(thread)
            seen[part_of(frame)] += 1
            if frame:
                lines[f"{Path(frame.f_code.co_filename).name}:{frame.f_code.co_name}"] += 1


def drive(port: int, matches: int, seconds: float, going: threading.Event, found: dict[str, float]) -> None:
    async def go() -> None:
        clients = Lean(port)
        try:
            await clients.do("lay", 8)
            await clients.do("play", 2.0)
            await clients.do("hang_up")
            await clients.do("lay", matches)
            going.set()
            before = time.process_time()
            found.update(await clients.do("play", seconds))
            found["cpu"] = time.process_time() - before
            going.clear()
        finally:
            clients.close()

    time.sleep(2.0)
    asyncio.run(go())
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    matches, seconds = int((sys.argv[1:] or ["200"])[0]), float((sys.argv[2:] or ["5"])[0])
    seen, lines, going, found, port = Counter[str](), Counter[str](), threading.Event(), dict[str, float](), free_port()
    with tempfile.TemporaryDirectory() as folder:
        config = Config(port=port, database=f"sqlite:///{folder}/brillig.db", limits=0).checked()
        me = threading.get_ident()
        threading.Thread(target=watch, args=(me, seen, lines, going), daemon=True).start()
        threading.Thread(target=drive, args=(port, matches, seconds, going, found), daemon=True).start()
        process.serve(config)
    total = sum(seen.values())
    print(f"{found['moves']:,.0f} moves, {1e6 * found['cpu'] / found['moves']:.0f} us of CPU each in this process")
    for part, n in seen.most_common():
        print(f"{n / total:6.1%}  {part}")
    for line, n in lines.most_common(12):
        print(f"{n / total:6.1%}    {line}")

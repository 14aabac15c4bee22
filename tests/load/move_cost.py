"""What a move costs in the server: python -m tests.load.move_cost [--matches N] [--rounds N] [--parts | --profile]

The server runs here, the clients in a process of their own. Counted is CPU time, by thread, from when all have sat down until
the first match is over: on a machine that is busy with other things it says more than the clock on the wall. `--parts` looks
at the server's loop every other millisecond and notes in which part of it the innermost function of ours is; `--profile` counts
calls. Both cost something themselves, so the sum is only right without them.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import pstats
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from brillig import catalogue
from brillig.web.config import Config
from brillig.web.host.warming import warm
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
LOOP = "loop: waiting, or reading and writing lines"
EVERY = 0.002
SECONDS = 60.0  # at most; on a busy machine it takes a while


def part_of(frame: FrameType | None) -> str:
    while frame:
        for part, files in PARTS.items():
            if any(name in frame.f_code.co_filename for name in files):
                return part
        frame = frame.f_back
    return LOOP


def names(frame: FrameType | None) -> Iterator[str]:
    """The functions of ours that are under way."""
    while frame:
        if "/brillig/" in frame.f_code.co_filename:
            yield f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}"
        frame = frame.f_back


class Watch:
    """Looks at the loop's thread while `going`."""

    def __init__(self, thread: int) -> None:
        self.thread, self.going = thread, threading.Event()
        self.parts, self.lines = (
            Counter[str](),
            Counter[str](),
        )  # the innermost of a part; functions of ours, with all they call

    def run(self) -> None:
        while True:
            time.sleep(EVERY)
            if self.going.is_set() and (frame := sys._current_frames().get(self.thread)):
                self.parts[part_of(frame)] += 1
                self.lines.update(set(names(frame)))

    def show(self) -> None:
        total = sum(self.parts.values())
        for part, n in self.parts.most_common():
            print(f"{n / total:6.1%}  {part}")
        for line, n in self.lines.most_common(60):
            print(f"{n / total:6.1%}    {line}")


def cpu() -> Counter[str]:
    """Seconds of CPU that each thread of this process has used: the loop's, the writer's, and the others'; and how much of all
    that was the system's."""
    found, tick = Counter[str](), os.sysconf("SC_CLK_TCK")
    names = {thread.native_id: thread.name for thread in threading.enumerate()}
    for task in Path("/proc/self/task").iterdir():
        fields = (task / "stat").read_text().rpartition(")")[2].split()
        name = names.get(int(task.name), "")
        known = {"MainThread": "loop", "brillig-writer": "writer"}
        found[known.get(name, "others")] += (int(fields[11]) + int(fields[12])) / tick
        found["system"] += int(fields[12]) / tick
    return found


def yardstick() -> float:
    """Seconds of CPU for a fixed piece of work. A core that is shared with others is slower at times: what a move costs is to
    be compared in this measure."""
    began, found = time.thread_time(), dict[str, int]()
    for k in range(300_000):
        found[str(k & 1023)] = found.get(str(k & 511), 0) + k
    return time.thread_time() - began


def drive(port: int, matches: int, rounds: int, going: Callable[[bool], None], found: Counter[str]) -> None:
    async def go() -> None:
        clients = Lean(port)
        try:
            await clients.do("lay", 8)
            await clients.do("play", 10.0)
            await clients.do("hang_up")
            for _ in range(rounds):
                await clients.do("lay", matches)
                await clients.do("sit")
                found["yardstick"] += yardstick() / 2 / rounds
                before = cpu()
                going(True)
                played = await clients.do("play", SECONDS)
                going(False)
                found.update({name: used - before[name] for name, used in cpu().items()})
                found.update({name: played[name] for name in ("seconds", "clients_cpu")})
                found["moves"] += played["all"]
                found["yardstick"] += yardstick() / 2 / rounds
                await clients.do("hang_up")
        finally:
            clients.close()

    time.sleep(2.0)
    try:
        asyncio.run(go())
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What a move costs in the server.")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=1, help="so many times, one after the other")
    parser.add_argument("--parts", action="store_true", help="where the time of the loop goes")
    parser.add_argument("--profile", action="store_true", help="which functions it goes to")
    args = parser.parse_args()
    warm(catalogue.load("othellino"))  # as on a server that has been up for a minute
    found, port = Counter[str](), free_port()
    watch, profile = Watch(threading.get_ident()), cProfile.Profile(time.thread_time)
    begin = (lambda on: watch.going.set() if on else watch.going.clear()) if args.parts else (lambda on: None)
    with tempfile.TemporaryDirectory() as folder:
        config = Config(port=port, database=f"sqlite:///{folder}/brillig.db", limits=0, compile=False).checked()
        if args.parts:
            threading.Thread(target=watch.run, daemon=True).start()
        threading.Thread(target=drive, args=(port, args.matches, args.rounds, begin, found), daemon=True).start()
        if args.profile:
            profile.runcall(process.serve, config)
        else:
            process.serve(config)
    each = {name: 1e6 * found[name] / found["moves"] for name in ("loop", "writer", "others")}
    shares = ", ".join(f"{us:.0f} of the {name}" for name, us in each.items())
    system = 1e6 * found["system"] / found["moves"]
    print(f"{found['moves']:,.0f} moves, {sum(each.values()):.0f} us of CPU each in this process: {shares}")
    print(
        f"({system:.0f} us of that in the system; besides {1e6 * found['clients_cpu'] / found['moves']:.0f} us of the clients)"
    )
    print(
        f"(the yardstick took {1e3 * found['yardstick']:.0f} ms: {1e3 * sum(each.values()) / found['yardstick'] / 1e6:.2f} of it for 1,000 moves)"
    )
    if args.parts:
        watch.show()
    if args.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)

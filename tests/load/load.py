"""How much the server bears, beside boardgame.io: python -m tests.load.load [--json] [--matches N] [--workers N] [--fast [--turns N]] [--alone]

Both servers get the same shape of load in the same run, on the same machine as the clients: N matches of two sockets
in a closed loop. Ours plays Othellino on a durable store, with views and screens; boardgame.io 0.50 plays a game of 64
cells without rules on its store in memory. The clients of each run in a process of their own. What a core does in a second
changes with what its neighbours do, so with `--turns` both servers take turns, and each figure is the middle one of all turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean, median
from typing import Any

from tests.faults.process import HOST, ROOT, Process, free_port

HERE = Path(__file__).parent
MODULES = ROOT / ".cache" / "load"
PACKAGES = ("boardgame.io@0.50", "socket.io-client@4")
IDLE_TABLES = 250
PACED = 200  # moves a second
FAST = 5.0  # seconds that are played as fast as it goes
GOALS = {
    "ratio": ("moves a second, beside boardgame.io's", ">=", 1.0),
    "slower": ("p99 of an answer, beside boardgame.io's", "<=", 1.0),
    "paced_p99": (f"p99 at {PACED} moves a second, ms", "<", 50.0),
    "idle_kib": ("KiB an idle socket", "<=", 35.0),
    "match_kib": ("KiB a match", "<=", 200.0),
    "thinking_p99": ("p99 while bots think, ms", "<", 100.0),
}
TWO_WORKERS = {**GOALS, "ratio": ("moves a second with two workers, beside boardgame.io's", ">=", 2.0)}
BOTS = 20  # that think at the same time, experts all of them
BESIDE = 50  # moves a second at other tables meanwhile


def size(pid: int) -> float:
    """KiB of a process that are its own."""
    with open(f"/proc/{pid}/smaps_rollup") as rollup:
        for line in rollup:
            if line.startswith("Pss:"):
                return float(line.split()[1])
    raise OSError(f"Process {pid} does not tell its size.")


def cpu(pid: int) -> float:
    """Seconds of CPU that a process and all that it started have used."""
    found, tick = 0, os.sysconf("SC_CLK_TCK")
    family = [pid]
    for member in family:
        for task in Path(f"/proc/{member}/task").iterdir():
            family += map(int, (task / "children").read_text().split())
        found += sum(map(int, Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return found / tick


class Lean:
    """The clients' process."""

    def __init__(self, port: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.load.lean", str(port)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip

    async def do(self, *order: Any) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer = await asyncio.to_thread(self.process.stdout.readline)
        if not answer:
            raise RuntimeError("The clients have failed.")
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


async def ours(matches: int, idle: int, seconds: float, workers: int = 1, fast: bool = False) -> dict[str, Any]:
    """Every figure of `brillig serve` with a SQLite file; or only how fast it goes."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        # A new server for each, so that none inherits the other's memory.
        for part in (_fast,) if fast else (_fast, _paced, _thinking, _idle):
            server = Process(Path(folder), options=("--workers", str(workers)))
            await server.start()
            await asyncio.sleep(2.0 * (workers > 1))  # until they know each other
            clients = Lean(server.port)
            try:
                await clients.do("lay", 8)
                await clients.do("play", seconds)  # rules are compiled, code is warm
                await clients.do("hang_up")
                await _compiled(server, workers)
                await part(server, clients, matches, idle, seconds, found)
            finally:
                clients.close()
                server.stop()
            (Path(folder) / "brillig.db").unlink()
            server.log.unlink()
    return found


async def _compiled(server: Process, workers: int) -> None:
    for _ in range(600):
        if server.log.read_text().count("rules compiled") >= workers:
            return
        await asyncio.sleep(0.1)


async def _fast(server: Process, clients: Lean, matches: int, idle: int, seconds: float, found: dict[str, Any]) -> None:
    """As fast as it goes. A match is over in less than a second, so there are several rounds of them."""
    before, rounds = size(server.pid), list[dict[str, Any]]()
    while sum(each["seconds"] for each in rounds) < min(seconds, FAST):
        await clients.do("lay", matches)
        await clients.do("sit")
        used = cpu(server.pid)
        rounds.append(await clients.do("play", seconds))
        rounds[-1]["cpu"] = cpu(server.pid) - used
        if len(rounds) == 1:
            found["match_kib"] = (size(server.pid) - before) / matches
        await clients.do("hang_up")
    moves = sum(each["moves"] for each in rounds)
    steady, took = (sum(each["steady"][k] for each in rounds) for k in range(2))
    found["fast"] = {
        "moves": moves, "seconds": took, "per_second": steady / took, "opening": rounds[0]["opening"],
        "refused": [sentence for each in rounds for sentence in each["refused"]][:3],
        "cpu": 1e6 * sum(each["cpu"] for each in rounds) / sum(each["all"] for each in rounds),
        "clients_cpu": 1e6 * sum(each["clients_cpu"] for each in rounds) / sum(each["all"] for each in rounds),
        **{what: mean(each.get(what, float("inf")) for each in rounds) for what in ("p50", "p99")},
    }  # fmt: skip


async def _paced(
    server: Process, clients: Lean, matches: int, idle: int, seconds: float, found: dict[str, Any]
) -> None:
    await clients.do("lay", min(matches, PACED))
    found["paced"] = await clients.do("play", seconds, PACED)
    found["paced_p99"] = found["paced"].get("p99", float("inf"))


async def _thinking(
    server: Process, clients: Lean, matches: int, idle: int, seconds: float, found: dict[str, Any]
) -> None:
    await clients.do("think", BOTS)
    await clients.do("lay", BESIDE)
    found["thinking"] = await clients.do("play", seconds, BESIDE)
    found["thinking_p99"] = found["thinking"].get("p99", float("inf"))


async def _idle(server: Process, clients: Lean, matches: int, idle: int, seconds: float, found: dict[str, Any]) -> None:
    tables = min(IDLE_TABLES, max(1, idle // 2))
    await clients.do("lay", tables)
    first = (await clients.do("watch", 1))["idle"]
    before = size(server.pid)
    last = (await clients.do("watch", max(1, idle // tables)))["idle"]
    found["idle"], found["idle_kib"] = last - first, (size(server.pid) - before) / (last - first)


# ---- boardgame.io --------------------------------------------------------------------------------------------------


def installed() -> str:
    """Install it under .cache if it is not there; a sentence if that cannot be done."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "boardgame.io was left out: node and npm are not installed."
    if (MODULES / "node_modules" / "boardgame.io").exists() and (
        MODULES / "node_modules" / "socket.io-client"
    ).exists():
        return ""
    MODULES.mkdir(parents=True, exist_ok=True)
    (MODULES / "package.json").write_text('{"private":true}\n')
    done = subprocess.run(
        ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES],
        cwd=MODULES, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return (
        f"boardgame.io was left out: npm cannot install it ({done.stderr.strip()[-200:]})." if done.returncode else ""
    )


async def theirs(matches: int, seconds: float, fast: bool = False) -> dict[str, Any]:
    port = free_port()
    env = {**os.environ, "NODE_PATH": str(MODULES / "node_modules"), "NODE_ENV": "production"}
    server = subprocess.Popen(
        ["node", str(HERE / "boardgame_server.js"), str(port)],
        env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _ in range(600):
            try:
                (await asyncio.open_connection(HOST, port))[1].close()
                break
            except OSError:
                await asyncio.sleep(0.1)
        await _play_theirs(port, 8, seconds / 2, 0, env, server.pid)  # warm
        before = size(server.pid)
        found = await _play_theirs(port, matches, seconds, 0, env, server.pid)
        found["match_kib"] = (found.pop("size") - before) / matches
        if fast:
            return found
        few = min(matches, PACED)
        found["paced"] = await _play_theirs(port, few, seconds, 1000 * few / PACED, env, server.pid)
        return found
    finally:
        server.kill()
        server.wait()


async def _play_theirs(
    port: int, matches: int, seconds: float, pause: float, env: dict[str, str], pid: int
) -> dict[str, Any]:
    command = ["node", str(HERE / "boardgame_clients.js"), *map(str, (port, matches, seconds, pause))]
    clients = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert clients.stdout
        used = []
        for _ in ("all have sat down", "the time is up"):
            line = await asyncio.to_thread(clients.stdout.readline)
            if not line:
                raise RuntimeError("The clients of boardgame.io have failed.")
            used.append((cpu(pid), cpu(clients.pid)))
        played = json.loads(line)
        server, theirs = (1e6 * (after - before) / played["moves"] for before, after in zip(*used, strict=True))
        return {**played, "cpu": server, "clients_cpu": theirs, "size": size(pid)}
    finally:
        clients.kill()
        clients.wait()


# ---- the table -----------------------------------------------------------------------------------------------------


def judge(found: dict[str, Any]) -> list[str]:
    """The goals that were missed, a sentence each."""
    missed = []
    for name, (what, how, goal) in (TWO_WORKERS if found["workers"] == 2 else GOALS).items():
        value = found["ours"].get(name, found.get(name))
        good = value is None or (value >= goal if how == ">=" else value <= goal if how == "<=" else value < goal)
        if not good:
            missed.append(f"{what}: {value:.2f}, and should be {how} {goal:g}")
    return missed


def show(found: dict[str, Any]) -> None:
    mine, other = found["ours"], found.get("theirs")
    rows = [
        ("moves a second", mine["fast"]["per_second"], other and other["per_second"]),
        ("p50 of an answer, ms", mine["fast"].get("p50"), other and other["p50"]),
        ("p99 of an answer, ms", mine["fast"].get("p99"), other and other["p99"]),
        ("us of CPU a move, server", mine["fast"]["cpu"], other and other["cpu"]),
        ("us of CPU a move, clients", mine["fast"]["clients_cpu"], other and other["clients_cpu"]),
        ("KiB a match of two sockets", mine["match_kib"], other and other["match_kib"]),
    ]
    if "paced" in mine:
        rows += [
            ("moves a second, paced", mine["paced"]["per_second"], other and other["paced"]["per_second"]),
            (f"p99 at {PACED} moves a second, ms", mine["paced_p99"], other and other["paced"]["p99"]),
            (f"p99 while {BOTS} experts think, ms", mine["thinking_p99"], None),
            (f"KiB an idle socket, with {mine['idle']}", mine["idle_kib"], None),
        ]
    print(
        "{} matches of two sockets; load average {:.1f} before, {:.1f} after".format(found["matches"], *found["load"])
    )
    print(f"{'':38}{'brillig':>12}{'boardgame.io':>14}{'ratio':>8}")
    for what, a, b in rows:
        cells = [f"{value:,.1f}" if value is not None else "-" for value in (a, b)]
        ratio = f"{a / b:.2f}" if a is not None and b else "-"
        print(f"{what:38}{cells[0]:>12}{cells[1]:>14}{ratio:>8}")
    if len(found["turns"]) > 1:
        print("moves a second beside boardgame.io's, turn by turn:", *(f"{ratio:.2f}" for ratio in found["turns"]))
    if found["note"]:
        print(found["note"])
    for sentence in found["missed"]:
        print(f"Missed: {sentence}.")


async def _turn(args: argparse.Namespace, idle: int, both: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"ours": await ours(args.matches, idle, args.seconds, args.workers, args.fast)}
    if both:
        found["theirs"] = await theirs(args.matches, args.seconds, args.fast)
        found["ratio"] = found["ours"]["fast"]["per_second"] / found["theirs"]["per_second"]
        found["slower"] = found["ours"]["fast"]["p99"] / found["theirs"]["p99"]
    return found


def middle(turns: list[Any]) -> Any:
    """The same figures, each the middle one of all turns."""
    first = turns[0]
    if isinstance(first, dict):
        return {name: middle([turn[name] for turn in turns]) for name in first}
    return median(turns) if isinstance(first, float | int) else first


async def main(args: argparse.Namespace) -> dict[str, Any]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    idle = min(args.idle, hard - 1000) if hard > 0 else args.idle
    load = os.getloadavg()[0]
    note = "boardgame.io was left out, as asked." if args.alone else await asyncio.to_thread(installed)
    found: dict[str, Any] = {"matches": args.matches, "workers": args.workers, "note": note}
    turns = [await _turn(args, idle, not note) for _ in range(args.turns)]
    found.update(middle(turns))
    found["turns"] = [turn["ratio"] for turn in turns if "ratio" in turn]
    found["load"] = (load, os.getloadavg()[0])
    found["missed"] = judge(found)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make load", description="How much the server bears, beside boardgame.io.")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--matches", type=int, default=200, help="matches under way at the same time")
    parser.add_argument("--idle", type=int, default=5000, help="idle sockets")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement, at most")
    parser.add_argument("--workers", type=int, default=1, help="processes of our server (sizes are then of the first)")
    parser.add_argument(
        "--fast", action="store_true", help="only how many moves a second, and how soon they are answered"
    )
    parser.add_argument(
        "--turns", type=int, default=1, help="so many times one after the other, ours and theirs in turns"
    )
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    args = parser.parse_args()
    result = asyncio.run(main(args))
    if args.json:
        print(json.dumps(result, indent=2))
    else:
        show(result)
    sys.exit(bool(result["missed"]))

"""How fast a game is: to start, to decide, to play at random, to simulate and to search."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any

import brillig
from brillig.bench.peers import PEERS, OpenSpiel
from brillig.bench.search_speed import SearchSpeed, search_speed
from brillig.core import BrilligError, Game
from brillig.lab.simulation import simulate, watch
from brillig.lab.simulation.plan import make_plan

ROUNDS = 5  # alternations of whatever is compared; the median counts, so that one disturbance does not
BLOCK = bytes(1 << 18)

# What a process does that uses a game for the first time: a game at a table, and one as the laboratory plays it.
FIRST_USE = """
import random, sys
import brillig
game = brillig.load(sys.argv[1])
table = game.new(gear="compiled")
while not table.over:
    if waiting := table.waiting():
        table.play(waiting[0], random.choice(table.choices(waiting[0])).code)
    else:
        table.tick()
table.ranks()
game.playouts(1)
"""


@dataclass
class Beside:
    """Our random games beside a peer's, taken in turns on one core."""

    name: str
    version: str
    game: str  # as the peer calls it
    options: dict[str, int | str]  # of ours, that make the two alike
    games_per_second: float
    ours_per_second: float
    ratio: float  # ours over theirs


@dataclass
class Speed:
    """What was measured for one game."""

    slug: str
    title: str
    seats: int
    options: dict[str, int | str]
    cold_seconds: float  # a new process with an empty cache: import, compile, play
    warm_seconds: float  # another process with the same cache
    plain_mean_ms: float  # a decision in the plain gear: list the choices, play one
    plain_max_ms: float
    games_per_second: float  # random games, compiled, one thread
    choices_per_second: float
    games_per_second_2_threads: float
    threads_ratio: float  # two threads over one
    machine_ratio: float  # the same for work that shares nothing: what this machine gave in the same minute
    doubling_ratio: float  # time for 2n games over time for n
    simulated_seats: int  # the laboratory's random games with all that it notes, by two threads: for so many seats
    simulated_per_second: float
    search: SearchSpeed  # one thread, a random game in every iteration
    peer: Beside | None = None


def measure(game: Game, seconds: float, say: Callable[[str], None]) -> Speed:
    say(f"{game.title}: first use")
    with tempfile.TemporaryDirectory(prefix="brillig-bench-") as cache:
        cold, warm = first_use(game, cache), first_use(game, cache)
    say(f"{game.title}: plain gear")
    decisions = plain_decisions(game)
    say(f"{game.title}: random games")
    game.compiled.prepare()  # what is measured in seconds stands for jobs of minutes
    watch.compiled(game)["survey"].prepare()
    compiled = compiled_games(game, seconds)
    peer = peer_of(game)
    version = peer.version() if peer else ""
    beside = None
    if peer and version:
        say(f"{game.title}: random games beside {peer.name}")
        beside = compare(game, peer, version, seconds)
    say(f"{game.title}: simulation")
    seats = sum(game.seats) // 2
    simulated = simulation(game, seats, seconds)
    say(f"{game.title}: search")
    search = search_speed(game, peer.options if peer else None, seconds)
    start = game.new()
    return Speed(
        game.slug, game.title, start.seats, start.options, cold, warm,
        1000 * mean(decisions), 1000 * max(decisions), **compiled,
        simulated_seats=seats, simulated_per_second=simulated, search=search, peer=beside,
    )  # fmt: skip


def peer_of(game: Game) -> OpenSpiel | None:
    """Who has the same game; somebody's own game of the same name is another game."""
    return PEERS.get(game.slug) if game.module.startswith("brillig.games.") else None


def first_use(game: Game, cache: str) -> float:
    """Seconds of a whole process, from its start to its end, that plays the game with this cache."""
    name = str(game.folder) if game.module.startswith("brillig_games.") else game.slug
    here = str(Path(brillig.__file__).parents[1])
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    began = perf_counter()
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_USE, name],
        env={**os.environ, "BRILLIG_CACHE": cache, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    took = perf_counter() - began
    if ran.returncode:
        why = (ran.stderr.strip().splitlines() or ["no message"])[-1]
        raise BrilligError(f"{game.title} cannot be played in a process of its own: {why}")
    return took


def plain_decisions(game: Game) -> list[float]:
    """Seconds for each decision of a random game in the plain gear."""
    table, dice, took = game.new(gear="plain"), Random(1), []
    while not table.over:
        if not (waiting := table.waiting()):
            table.tick()
            continue
        began = perf_counter()
        choice = dice.choice(table.choices(waiting[0]))
        table.play(waiting[0], choice.code)
        took.append(perf_counter() - began)
    return took


def compiled_games(game: Game, seconds: float) -> dict[str, Any]:
    """The figures of Speed that are about random games, compiled."""
    share = seconds / (7 * ROUNDS)  # a round takes 1 + 2 + 1 of them for games, 2 + 1 for the machine
    n = enough(lambda n: playing(game, n, {}), share)
    blocks = enough(lambda n: hashing(n, 1), share)
    once, twice, by_two, machine = [], [], [], []
    for k in range(ROUNDS):
        once.append(playing(game, n, {}, seed=k))
        twice.append(playing(game, 2 * n, {}, seed=k))
        by_two.append(playing(game, 2 * n, {}, seed=k, threads=2))
        machine.append(hashing(2 * blocks, 1) / hashing(2 * blocks, 2))
    choices = mean(game.playouts(min(n, 10_000)).lengths.tolist())
    one_thread = 2 * n / median(twice)
    return {
        "games_per_second": one_thread,
        "choices_per_second": one_thread * choices,
        "games_per_second_2_threads": 2 * n / median(by_two),
        "threads_ratio": median(a / b for a, b in zip(twice, by_two, strict=True)),
        "machine_ratio": median(machine),
        "doubling_ratio": median(a / b for a, b in zip(twice, once, strict=True)),
    }


def simulation(game: Game, seats: int, seconds: float) -> float:
    """Random games a second as `brillig simulate` plays them on two cores, statistics included."""

    def took(games: int) -> float:
        run = simulate.start(make_plan(game, seats=seats, games=games))
        began = perf_counter()
        run.go(simulate.Threads(run.lab, 2, spelt=False))
        return perf_counter() - began

    games = enough(took, seconds)
    return games / took(games)


def hashing(blocks: int, threads: int) -> float:
    """Seconds to hash so many blocks: the standard library's C, without Python's lock and without shared memory."""

    def some(n: int) -> None:
        for _ in range(n):
            sha256(BLOCK).digest()

    began = perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(some, [blocks * (k + 1) // threads - blocks * k // threads for k in range(threads)]))
    return perf_counter() - began


def compare(game: Game, peer: OpenSpiel, version: str, seconds: float) -> Beside:
    """Ours and theirs in turns."""
    share = seconds / (2 * ROUNDS)
    our_games = enough(lambda n: playing(game, n, peer.options), share)
    their_games = enough(lambda n: peer.seconds(n, seed=1), share)
    ours, theirs = [], []
    for k in range(ROUNDS):
        ours.append(our_games / playing(game, our_games, peer.options, seed=k))
        theirs.append(their_games / peer.seconds(their_games, seed=k + 1))
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    return Beside(peer.name, version, peer.game, dict(peer.options), median(theirs), median(ours), ratio)


def playing(game: Game, n: int, options: Mapping[str, object], seed: int = 0, threads: int = 1) -> float:
    """Seconds for n random games."""
    began = perf_counter()
    game.playouts(n, seed=seed, options=options, threads=threads)
    return perf_counter() - began


def enough(took: Callable[[int], float], seconds: float) -> int:
    """How many games take about so long. The first run may compile, so it does not count."""
    took(1)
    n = 1
    while (t := took(n)) < seconds / 4:
        n *= 4
    return max(1, round(n * seconds / t))

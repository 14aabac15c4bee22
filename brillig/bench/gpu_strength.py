"""Strength on the GPU: the bot gpu against expert, with the same time a move, in Othello 8x8.

    python -m brillig.bench.gpu_strength --games 100 --seconds 0.5

Every game begins with a few random moves, and every such opening is played twice, from either side.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from statistics import mean
from time import perf_counter
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

import brillig
from brillig.bench.peers import PEERS
from brillig.bots import warm
from brillig.bots.gpu.search import broken
from brillig.bots.levels.duels import DuelTally, seed_of, shares, tallies
from brillig.bots.levels.ladders import ladder, on_gpu
from brillig.bots.search import Settings, Thought
from brillig.bots.thinker import Thinker
from brillig.core import BrilligError, Game, Table
from brillig.positions.drive import ByChance, drive, players_chance

UNLIMITED = 1 << 30  # iterations: time decides
OPENING = 4  # random moves


class Counted:
    """A search that counts what it does."""

    def __init__(self, search: Any) -> None:
        self.search, self.gear = search, search.gear
        self.iterations: list[int] = []
        self.seconds: list[float] = []

    def think(self, view: Table, seat: int, seed: int) -> Thought:
        thought: Thought = self.search.think(view, seat, seed)
        if view.game in broken:
            raise BrilligError("The GPU has failed, so there is nothing to be measured.")
        self.iterations.append(thought.iterations)
        self.seconds.append(thought.seconds)
        return thought

    def words(self) -> str:
        if not self.seconds:
            return "has not thought at all"
        rate = sum(self.iterations) / sum(self.seconds)
        return f"{mean(self.iterations):,.0f} iterations and {1000 * mean(self.seconds):.0f} ms a move, {rate:,.0f} a second"


class EqualTimeMatch:
    def __init__(self, game: Game, options: dict[str, Any], ours: Settings, theirs: Settings) -> None:
        self.game, self.options = game, options
        self.bots = Thinker(game, ours), Thinker(game, theirs)
        self.counts = tuple(Counted(bot.search) for bot in self.bots)
        for bot, count in zip(self.bots, self.counts, strict=True):
            bot.search = count  # type: ignore[assignment]

    def games(self, games: int, seed: int, minutes: float, workers: int) -> Iterator[DuelTally]:
        """What ours has won after each game, until the time is up."""
        until = perf_counter() + 60 * minutes
        for tally in tallies(lambda k: self.play(k, seed), games, workers):
            yield tally
            if perf_counter() > until and tally.games % 2 == 0:
                return

    def play(self, k: int, seed: int) -> float:
        """What ours wins of game k: 1, 0 or a half."""
        table = self.game.new(seed=seed + k // 2, options=self.options, gear="compiled")
        dice, plies, mine = Random(seed + k // 2), itertools.count(), k % 2

        def choose(seat: int) -> int:
            ply = next(plies)
            if ply < OPENING:
                return dice.choice(table.codes(seat))
            bot = self.bots[0 if seat == mine else 1]
            return bot.choose(table.hidden(seat), seat, seed_of(seed + k, ply, seat))

        for _ in drive(table, ByChance(players_chance(seed)), choose):
            pass
        return shares(table)[mine]


def gpu_strength(
    games: Annotated[int, typer.Option(min=2, max=100_000, help="Games, two of every opening.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="Time a move, of both.")] = 0.5,
    threads: Annotated[int, typer.Option(min=0, max=256, help="Threads of expert; 0: as many as it has.")] = 0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Games at a time; the GPU thinks for one of them.")] = 1,
    minutes: Annotated[float, typer.Option(min=0.01, help="Start no game after that.")] = 600.0,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games.")] = 0,
) -> None:
    """Let the bot gpu play expert."""
    peer = PEERS["othellino"]
    game = brillig.load(peer.slug)
    expert, gpu = ladder(game).settings("expert"), on_gpu(game).settings
    ours = msgspec.structs.replace(gpu, iterations=UNLIMITED, seconds=seconds)
    theirs = msgspec.structs.replace(expert, iterations=UNLIMITED, seconds=seconds, threads=threads or expert.threads)
    match = EqualTimeMatch(game, dict(peer.options), ours, theirs)
    warm(game)
    table = game.new(options=peer.options, gear="compiled")
    began = perf_counter()
    match.counts[0].search.think(table, table.waiting()[0], 0, iterations=1)
    typer.echo(f"The GPU's kernel took {perf_counter() - began:.0f} s to compile.")
    tell(f"Othello 8x8, gpu against expert, {seconds:g} s a move", match.games(games, seed, minutes, workers))
    for name, count in zip(("gpu", "expert"), match.counts, strict=True):
        typer.echo(f"  {name}: {count.words()}")


def tell(what: str, tallies: Iterator[DuelTally]) -> None:
    """The result, with a line that counts up for those who wait."""
    began = perf_counter()
    with Console(stderr=True).status("") as status:
        for tally in tallies:
            line = f"{what}: {tally.mean:.1%} (±{tally.give_or_take:.1%}) of {tally.games} games"
            status.update(line)
    typer.echo(f"{line}; {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    try:
        typer.run(gpu_strength)
    except BrilligError as why:
        raise SystemExit(str(why)) from why

"""One table of how strong our bots are beside others:

    python -m brillig.bench.outsiders --games 100                    everything that is installed here
    python -m brillig.bench.outsiders --only rhino-4 --games 40      one line

Programs that are not installed are named and left out. Every deal, or opening, is played from both sides. Shares won have
95% intervals; what a choice took is said for both, in milliseconds of the clock, so run it on a machine that is idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import mean
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console

import brillig
from brillig.bench.outsiders.blunders import blunders
from brillig.bench.outsiders.gnubg import Gnubg, NoGnubg
from brillig.bench.outsiders.is_mcts import OhHell
from brillig.bench.outsiders.last_cards import LastCards
from brillig.bench.outsiders.last_mine import LastMine
from brillig.bench.outsiders.openspiel import Othello
from brillig.bench.outsiders.rhino import LEVELS, NoRhino, Rhino, RhinoMatch
from brillig.bots import Bot, make
from brillig.bots.levels.duels import DuelTally, duel
from brillig.core import BrilligError, Table

TURNS = 150  # of Backgammon whose blunders are looked for
LINE = "{:<46} {:>7} {:>16} {:>10} {:>10}"


class Timed:
    """A bot whose choices are timed."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self.bot, self.name, self.times = bot, bot.name, times

    def choose(self, view: Table, seat: int, seed: int) -> int:
        began = perf_counter()
        code = self.bot.choose(view, seat, seed)
        self.times.append(perf_counter() - began)
        return code


def told(what: str, tallies: Iterator[DuelTally], ours: list[float], theirs: list[float]) -> None:
    """A line of the table, which counts up for those who wait."""
    with Console(stderr=True).status(what) as status:
        for tally in tallies:
            status.update(f"{what}: {tally.mean:.1%} of {tally.games}")
    share = f"{tally.mean:.1%} ±{tally.give_or_take:.1%}"
    typer.echo(LINE.format(what, tally.games, share, f"{1000 * mean(ours):.0f} ms", f"{1000 * mean(theirs):.0f} ms"))


def against_rhino(level: int, bot: str, games: int, seconds: float, seed: int) -> None:
    with Rhino(level) as rhino:
        match = RhinoMatch(make(bot, brillig.load("othellino")), rhino)
        told(
            f"Othello, {bot}, against Rhino level {level}", match.games(games, seed), match.our_times, match.their_times
        )


def against_gnubg(plies: int, bot: str, games: int, seconds: float, seed: int) -> None:
    game, ours, theirs = brillig.load("backgammon"), [], []  # type: ignore[var-annotated]
    with Gnubg(plies) as gnubg:
        tallies = duel(game, Timed(make(bot, game), ours), Timed(gnubg, theirs), games, seed)
        told(f"Backgammon, {bot}, against GNU Backgammon {plies}-ply", tallies, ours, theirs)


def against_openspiel(bot: str, games: int, seconds: float, seed: int) -> None:
    match = Othello(seconds)
    tallies = match.games(games, seed)
    told(f"Othello against OpenSpiel's MCTS, {seconds:g} s", tallies, match.our_times, match.their_times)


def against_is_mcts(bot: str, games: int, seconds: float, seed: int) -> None:
    match = OhHell(seconds)
    with Console(stderr=True).status("Oh Hell") as status:
        for tally in match.games(games, seed):
            status.update(f"Oh Hell: {tally.mean:+.2f} points in {tally.games} deals")
    typer.echo(
        f"Oh Hell against OpenSpiel's IS-MCTS, {seconds:g} s, {tally.games} deals six times each: ours has "
        f"{tally.mean:+.2f} ±{tally.give_or_take:.2f} points a deal more; {1000 * mean(match.our_times):.0f} and "
        f"{1000 * mean(match.their_times):.0f} ms a choice"
    )


def blundering(bot: str, games: int, seconds: float, seed: int) -> None:
    found = blunders(make(bot, brillig.load("backgammon")), TURNS, seed)
    worst = max(found)
    typer.echo(
        f"Backgammon, {bot}, {len(found)} turns by GNU Backgammon's 2-ply: worst {worst:.3f}, mean {mean(found):.4f}, "
        f"over 0.08: {sum(loss > 0.08 for loss in found)}"
    )


def exploited(bot: str, games: int, seconds: float, seed: int) -> None:
    cards = LastCards(make(bot, brillig.load("liars-cards")), games, seed)
    typer.echo(
        f"Liar's Cards, {bot}, a card each: the best answer wins {cards.lost(True):.1%} when {bot} begins and "
        f"{cards.lost(False):.1%} when it does not; exploitability {cards.exploitability():.3f}"
    )


def undermined(bot: str, games: int, seconds: float, seed: int) -> None:
    mine = LastMine(make(bot, brillig.load("gold-mine")), games, seed)
    typer.echo(
        f"Gold Mine, {bot}, the last round with nine cards: the best answer wins {mine.exploitability():.3f} more than its "
        f"due, perfect play {mine.lost():.3f}; {len(mine.asked)} situations"
    )


Row = Callable[[str, int, float, int], None]
ROWS: dict[str, Row] = {
    **{f"rhino-{n}": lambda bot, games, s, seed, n=n: against_rhino(n, bot, games, s, seed) for n in LEVELS},  # type: ignore[misc]
    **{f"gnubg-{n}": lambda bot, games, s, seed, n=n: against_gnubg(n, bot, games, s, seed) for n in (0, 2)},  # type: ignore[misc]
    "openspiel": against_openspiel,
    "is-mcts": against_is_mcts,
    "blunders": blundering,
    "liars-cards": exploited,
    "gold-mine": undermined,
}


def outsiders(
    games: Annotated[int, typer.Option(min=2, max=100_000, help="Games against each; samples for what is exact.")] = 20,
    only: Annotated[str, typer.Option(help=f"One line: {', '.join(ROWS)}.")] = "",
    bot: Annotated[str, typer.Option(help="Our level.")] = "expert",
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="Time a move of OpenSpiel's and ours.")] = 0.5,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games and samples.")] = 0,
) -> None:
    """Play our bots against other programs, and against the best answer to them."""
    if only and only not in ROWS:
        raise BrilligError(f"There is no line {only[:40]!r}; there are {', '.join(ROWS)}.")
    typer.echo(LINE.format("", "games", "ours wins", "ours", "theirs"))
    for name in [only] if only else ROWS:
        try:
            ROWS[name](bot, games, seconds, seed)
        except (NoRhino, NoGnubg, ImportError) as why:
            typer.echo(f"{name}: {why}")


if __name__ == "__main__":
    try:
        typer.run(outsiders)
    except BrilligError as why:
        raise SystemExit(str(why)) from why

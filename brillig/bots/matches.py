"""Bots against each other, every deal played from every side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from brillig.core import Game, Table
from brillig.core.kernels import THINKS

if TYPE_CHECKING:
    from brillig.bots import Bot

SURE = 1.96  # standard errors either side, for 95%


class Tally(NamedTuple):
    """What one side has made of some games: shares of a win, or points."""

    games: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        return self.total / self.games

    @property
    def give_or_take(self) -> float:
        """Half the width of the 95% interval."""
        spread = max(0.0, self.squares / self.games - self.mean**2)
        return SURE * sqrt(spread / self.games)

    def plus(self, won: float) -> Tally:
        return Tally(self.games + 1, self.total + won, self.squares + won * won)


NOTHING = Tally(0, 0.0, 0.0)


def play_game(
    game: Game, bots: Sequence[Bot], seed: int, options: Mapping[str, object] | None = None, gear: str = "compiled"
) -> Table:
    """One game, a bot for each seat; the table at its end."""
    table = game.new(len(bots), seed, options, gear=gear)
    ply = 0
    while not table.over:
        ply += 1
        waiting, due = table.waiting(), table.due()
        then = table.plain.now + THINKS // max(1, len(waiting))
        if due >= 0 and (not waiting or then >= due):
            table.tick()
            continue
        if due >= 0:  # while a clock runs, thinking takes time
            table.plain.now = then
        seat = waiting[ply % len(waiting)]
        table.play(seat, bots[seat].choose(table.hidden(seat), seat, seed_of(seed, ply, seat)))
    return table


def seed_of(seed: int, ply: int, seat: int) -> int:
    """A seed for every decision of a game."""
    return (seed * 1_000_003 + ply * 17 + seat) % (1 << 64)


def shares(table: Table) -> list[float]:
    """What each seat has won of a finished game: the share of the others that it beat, ties half."""
    ranks = table.ranks()
    if len(ranks) == 1:
        return [float(table.scores()[0])]
    beaten = [sum((mine < other) + (mine == other) / 2 for other in ranks) - 0.5 for mine in ranks]
    return [each / (len(ranks) - 1) for each in beaten]


def duel(
    game: Game, one: Bot, two: Bot, games: int, seed: int = 0, options: Mapping[str, object] | None = None,
    gear: str = "compiled",
) -> Iterator[Tally]:  # fmt: skip
    """What `one` wins against `two` after each game. Deals come in pairs, with the seats changed."""
    tally = NOTHING
    for k in range(games):
        seat = k % 2
        bots = [one, two] if seat == 0 else [two, one]
        tally = tally.plus(shares(play_game(game, bots, seed + k // 2, options, gear))[seat])
        yield tally


def alone(
    game: Game, bot: Bot, games: int, seed: int = 0, options: Mapping[str, object] | None = None
) -> Iterator[Tally]:
    """The points that a bot makes in a solo game, after each game."""
    tally = NOTHING
    for k in range(games):
        tally = tally.plus(play_game(game, [bot] * game.seats[0], seed + k, options).scores()[0])
        yield tally

"""Bots against each other, every deal played from every side, or every opening where no deal makes games differ."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from brillig.bots.levels.pace import Pace
from brillig.core import Game, Table
from brillig.positions.drive import drive, players_chance
from brillig.positions.openings import begun, opening

if TYPE_CHECKING:
    from brillig.bots import Bot

AHEAD = 4  # games for each worker that are planned: whoever has seen enough stops, and the rest was for nothing
SURE = 1.96  # standard errors either side, for 95%


class DuelTally(NamedTuple):
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

    def plus(self, won: float) -> DuelTally:
        return DuelTally(self.games + 1, self.total + won, self.squares + won * won)


NOTHING = DuelTally(0, 0.0, 0.0)


def play_game(
    game: Game, bots: Sequence[Bot], seed: int, options: Mapping[str, object] | None = None, gear: str = "compiled",
    choices: int = 0,
) -> Table:  # fmt: skip
    """One game after so many random choices, a bot for each seat; the table at its end."""
    table = begun(game.new(len(bots), seed, options, gear=gear, timed=True), choices, seed)
    plies = itertools.count(1)

    def choose(seat: int) -> int:
        return bots[seat].choose(table.hidden(seat), seat, seed_of(seed, next(plies), seat))

    for _ in drive(table, Pace(bots, players_chance(seed)), choose):
        pass
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
    gear: str = "compiled", workers: int = 1,
) -> Iterator[DuelTally]:  # fmt: skip
    """What `one` wins against `two` in all other seats after each game. Every deal is played from every seat."""
    seats, choices = max(2, game.seats[0]), 0
    if not game.hidden:  # who guesses does not always choose alike
        choices = opening(game, seats, game.decode(game.state(game.blank(seats, options)))) or 0

    def play(k: int) -> float:
        seat = k % seats
        bots = [two] * seats
        bots[seat] = one
        return shares(play_game(game, bots, seed + k // seats, options, gear, choices))[seat]

    return tallies(play, games, workers)


def alone(
    game: Game, bot: Bot, games: int, seed: int = 0, options: Mapping[str, object] | None = None, workers: int = 1
) -> Iterator[DuelTally]:
    """The points that a bot makes alone, or together with its like, after each game."""
    return tallies(lambda k: play_game(game, [bot] * game.seats[0], seed + k, options).scores()[0], games, workers)


def tallies(play: Callable[[int], float], games: int, workers: int) -> Iterator[DuelTally]:
    """What there is after each game, in their order, however many are played at a time. Who has seen enough stops."""
    pool = ThreadPoolExecutor(workers)  # the search lets other threads run
    try:
        tally, ahead = NOTHING, itertools.islice(itertools.count(), games)
        under_way = deque(pool.submit(play, k) for k in itertools.islice(ahead, AHEAD * workers))
        while under_way:
            tally = tally.plus(under_way.popleft().result())
            under_way.extend(pool.submit(play, k) for k in itertools.islice(ahead, 1))
            yield tally
    finally:
        pool.shutdown(cancel_futures=True)

"""Tournaments: every bot against every other, each deal from every side, until the order is settled."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from itertools import combinations
from typing import Any

import brillig
from brillig import bots
from brillig.core import BadOption, Game, Table
from brillig.core.game import check_seed
from brillig.lab.simulation.plan import rules_of
from brillig.lab.simulation.watch import play, player
from brillig.lab.statistics.figures import exactly
from brillig.lab.statistics.ratings import Rating, rate
from brillig.lab.statistics.sequential_test import EVEN, FIRST, OPEN, SECOND, WRONG, Duel
from brillig.parts.words import listed

Pair = tuple[int, int]
A_LOOK = 0.1
MOST_BOTS = 24


class Tournament:
    """A round robin. `go` plays it; then `standings` says who is how good."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        *,
        games: int = 200,  # at most, for each pair
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
    ) -> None:
        self.game, self.names, self.seed = game, [name.strip().lower() for name in names], check_seed(seed)
        for name in self.names:
            bots.make(name, game)
        if not 2 <= len(self.names) <= MOST_BOTS or len(set(self.names)) < len(self.names):
            raise BadOption(
                f"A tournament is for 2 to {MOST_BOTS} different bots, not for {', '.join(self.names)[:60]}."
            )
        if not isinstance(games, int) or games < 1:
            raise BadOption(f"The number of games must be at least 1, not {games}.")
        fewest, most = game.seats
        self.seats = game.check_seats(seats if seats is not None else max(fewest, min(2, most)))
        self.for_points = game.for_points(self.seats)
        self.options = game.decode(game.state(game.blank(self.seats, options)))
        self.seatings = seatings(self.seats, self.for_points)
        self.rounds = max(1, games // len(self.seatings))
        self.duels: dict[Pair, Duel] = {
            pair: Duel(len(self.seatings)) for pair in combinations(range(len(self.names)), 2)
        }
        self._stop = threading.Event()

    # ---- playing ---------------------------------------------------------------------------------------------------

    def go(
        self,
        threads: int = 1,
        progress: Callable[[int], None] = lambda rounds: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Play until every duel is settled or has had its games; False: somebody said stop."""
        bots.warm(self.game)  # compile before the threads start
        pool = ThreadPoolExecutor(threads)
        todo, flying, played = self._todo(), deque[tuple[Pair, Future[float]]](), 0
        try:
            while True:
                while len(flying) < 2 * threads and (task := next(todo, None)):
                    pair, deal = task
                    flying.append((pair, pool.submit(self.round, pair, deal)))
                if not flying:
                    return True
                pair, future = flying.popleft()
                share = self._wait(future, stopped)
                if share is None:
                    return False
                if not self.verdict(pair):  # rounds that were begun before it was settled do not count
                    self.duels[pair].add(share)
                played += 1
                progress(played)
        finally:
            self._stop.set()
            pool.shutdown(cancel_futures=True)

    def _todo(self) -> Iterator[tuple[Pair, int]]:
        for deal in range(self.rounds):
            for pair in self.duels:
                if not self.verdict(pair):
                    yield pair, deal

    def _wait(self, future: Future[float], stopped: Callable[[], bool]) -> float | None:
        while not stopped():
            try:
                return future.result(timeout=A_LOOK)
            except (NotYet, TimeoutError):
                continue
        return None

    def round(self, pair: Pair, deal: int) -> float:
        """One deal from every side: what the first of the pair took of it."""
        tables = [self._table([pair[k] for k in seating], deal) for seating in self.seatings]
        if self.for_points:
            one, two = (table.scores()[0] for table in tables)
            return 0.5 + ((one > two) - (one < two)) / 2
        return sum(taken(t.ranks(), seating) for t, seating in zip(tables, self.seatings, strict=True)) / len(tables)

    def _table(self, who: Sequence[int], deal: int) -> Table:
        table = self.game.new(self.seats, self.seed, self.options, deal=deal, gear="compiled", timed=True)
        players = [player(self.names[k], self.game) for k in who]
        play(table, players, self.seed, deal, stopped=self._stop.is_set)
        return table

    # ---- what came of it -------------------------------------------------------------------------------------------

    def verdict(self, pair: Pair) -> str:
        return self.duels[pair].verdict(WRONG / len(self.duels))

    @property
    def settled(self) -> bool:
        return all(self.verdict(pair) for pair in self.duels)

    def ratings(self) -> list[Rating]:
        return rate(len(self.names), self.duels)

    def standings(self) -> dict[str, Any]:
        """All that is to be said, as plain data; the best first."""
        ratings, games = self.ratings(), len(self.seatings)
        order = sorted(range(len(self.names)), key=lambda k: -ratings[k].rating)
        field = []
        for k in order:
            mine = [(d, a == k) for (a, b), d in self.duels.items() if k in (a, b)]
            played = sum(d.rounds for d, _ in mine)
            won = sum(d.total if first else d.rounds - d.total for d, first in mine)
            rating, low, high = (round(x, 1) for x in ratings[k])
            field.append({
                "bot": self.names[k], "rating": rating, "low": low, "high": high, "games": played * games,
                "share": round(won / played, 6) if played else 0.5,
            })  # fmt: skip
        pairs = []
        for (a, b), duel in self.duels.items():
            low, high = duel.interval()
            pairs.append({
                "first": self.names[a], "second": self.names[b], "games": duel.rounds * games,
                "share": round(duel.share, 6), "low": round(low, 6), "high": round(high, 6),
                "verdict": self.verdict((a, b)),
            })  # fmt: skip
        return {
            "brillig": brillig.__version__, "game": self.game.slug, "title": self.game.title,
            "rules": rules_of(self.game), "seed": self.seed, "seats": self.seats, "options": self.options,
            "bots": field, "pairs": pairs, "settled": self.settled, "verdicts": self.words(pairs),
        }  # fmt: skip

    def words(self, pairs: Sequence[Mapping[str, Any]]) -> list[str]:
        """The order in sentences."""
        said = []
        for p in pairs:
            by = f"{exactly(max(p['share'], 1 - p['share']))} of {p['games']:,} games"
            if p["verdict"] == FIRST:
                said.append(f"{p['first']} is better than {p['second']}: it takes {by}.")
            elif p["verdict"] == SECOND:
                said.append(f"{p['second']} is better than {p['first']}: it takes {by}.")
            elif p["verdict"] == EVEN:
                said.append(f"{p['first']} and {p['second']} are even: the better takes {by}.")
        still = [f"{p['first']} and {p['second']}" for p in pairs if p["verdict"] == OPEN]
        if still:
            said.append(f"Not settled yet between {listed(still)}: play more --games.")
        return said


def seatings(seats: int, for_points: bool) -> list[tuple[int, ...]]:
    """Who of a pair (0 or 1) sits where in the games of one round, so that neither has the better seats."""
    if for_points:  # each plays the deal alone
        return [(0,) * seats, (1,) * seats]
    found = []
    for start in (0, 1):
        pattern = [(start + k) % 2 for k in range(seats)]
        for shift in range(seats):
            seating = tuple(pattern[shift:] + pattern[:shift])
            if seating not in found:
                found.append(seating)
    return found


def taken(ranks: Sequence[int], seating: Sequence[int]) -> float:
    """What the first of a pair took of a game: how many of the other's seats its seats beat, ties half."""
    mine = [r for r, who in zip(ranks, seating, strict=True) if who == 0]
    theirs = [r for r, who in zip(ranks, seating, strict=True) if who == 1]
    won = sum((a < b) + (a == b) / 2 for a in mine for b in theirs)
    return won / (len(mine) * len(theirs))

"""Tournaments: every bot against every other, each deal from every side, until the order is settled."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from itertools import combinations
from typing import Any, NamedTuple

import brillig
from brillig import bots
from brillig.core import BadOption, Game, Table
from brillig.core.game import check_seed
from brillig.lab.simulation.plan import rules_of
from brillig.lab.simulation.watch import PlayedGame, play, player, seed_of
from brillig.lab.statistics.figures import exactly, many
from brillig.lab.statistics.ratings import Rating, rate
from brillig.lab.statistics.sequential_test import EVEN, FIRST, MARGIN, SECOND, WRONG, Duel, needed
from brillig.positions.openings import begun, opening

Pair = tuple[int, int]
A_LOOK = 0.1
MOST_BOTS = 24


class PlayedRound(NamedTuple):
    share: float  # what the first of the pair took of it
    fingerprint: int | None  # the same for the same round; None where chance makes each another


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
        self.opening = opening(game, self.seats, self.options)
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
        todo, flying, played = self._todo(), deque[tuple[Pair, Future[PlayedRound]]](), 0
        try:
            while True:
                while len(flying) < 2 * threads and (task := next(todo, None)):
                    pair, deal = task
                    flying.append((pair, pool.submit(self.round, pair, deal)))
                if not flying:
                    return True
                pair, future = flying.popleft()
                round = self._wait(future, stopped)
                if round is None:
                    return False
                if not self.verdict(pair):  # rounds that were begun before it was settled do not count
                    self.duels[pair].add(*round)
                played += 1
                progress(played)
        finally:
            self._stop.set()
            pool.shutdown(cancel_futures=True)

    def _todo(self) -> Iterator[tuple[Pair, int]]:
        played = {pair: duel.rounds for pair, duel in self.duels.items()}  # before, if it goes on
        for deal in range(self.rounds):
            for pair in self.duels:
                if deal >= played[pair] and not self.verdict(pair):
                    yield pair, deal

    def _wait(self, future: Future[PlayedRound], stopped: Callable[[], bool]) -> PlayedRound | None:
        while not stopped():
            try:
                return future.result(timeout=A_LOOK)
            except (NotYet, TimeoutError):
                continue
        return None

    def round(self, pair: Pair, deal: int) -> PlayedRound:
        """One deal, or one random opening, from every side."""
        played = [self._table([pair[k] for k in seating], deal) for seating in self.seatings]
        tables = [table for table, _ in played]
        # Who sits where does not matter: the same games with the seats of the two exchanged are no new round.
        fingerprint = None if self.opening is None else seed_of(*sorted(game.print for _, game in played))
        if self.for_points:
            one, two = (table.scores()[0] for table in tables)
            return PlayedRound(0.5 + ((one > two) - (one < two)) / 2, fingerprint)
        shares = [taken(t.ranks(), seating) for t, seating in zip(tables, self.seatings, strict=True)]
        return PlayedRound(sum(shares) / len(tables), fingerprint)

    def _table(self, who: Sequence[int], deal: int) -> tuple[Table, PlayedGame]:
        table = self.game.new(self.seats, self.seed, self.options, deal=deal, gear="compiled", timed=True)
        table = begun(table, self.opening or 0, seed_of(self.seed, deal))  # where nobody has won by luck
        players = [player(self.names[k], self.game) for k in who]
        return table, play(table, players, self.seed, deal, stopped=self._stop.is_set)

    # ---- what came of it -------------------------------------------------------------------------------------------

    @property
    def wrong(self) -> float:
        """How often one pair may be settled wrongly."""
        return WRONG / len(self.duels)

    def verdict(self, pair: Pair) -> str:
        return self.duels[pair].verdict(self.wrong)

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
            share, still = duel.estimate(self.wrong), duel.still(self.wrong)
            low, high = duel.interval(share)
            pairs.append({
                "first": self.names[a], "second": self.names[b], "games": duel.rounds * games,
                "different": duel.different * games, "taken": round(duel.share, 6),
                "share": round(share, 6), "low": round(low, 6), "high": round(high, 6),
                "verdict": self.verdict((a, b)), "ratios": [round(r, 3) for r in duel.ratios()],
                "needed": round(needed(self.wrong), 3), "games_to_go": None if still is None else still * games,
            })  # fmt: skip
        return {
            "brillig": brillig.__version__, "game": self.game.slug, "title": self.game.title,
            "rules": rules_of(self.game), "seed": self.seed, "seats": self.seats, "options": self.options,
            "opening": self.opening,
            "bots": field, "pairs": pairs, "settled": self.settled, "verdicts": self.words(pairs),
        }  # fmt: skip

    def words(self, pairs: Sequence[Mapping[str, Any]]) -> list[str]:
        """The order in sentences."""
        said = []
        for p in pairs:
            if p["verdict"] == FIRST:
                said.append(
                    _better(p["first"], p["second"], p["games"], *(p[x] for x in ("taken", "share", "low", "high")))
                )
            elif p["verdict"] == SECOND:
                theirs = (1 - p[x] for x in ("taken", "share", "high", "low"))
                said.append(_better(p["second"], p["first"], p["games"], *theirs))
            elif p["verdict"] == EVEN:
                ahead = exactly(max(p["taken"], 1 - p["taken"]))
                said.append(
                    f"{p['first']} and {p['second']} are even: the better took {ahead} of the points of "
                    f"{many(p['games'], 'game')}, and less than {exactly(0.5 + MARGIN)} is called even."
                )
            else:
                said.append(self._open(p))
        if self.opening is not None:
            begun = f"Hardly anything is left to chance here, so every round began with {many(self.opening, 'random choice')}"
            played, other = sum(p["games"] for p in pairs), sum(p["different"] for p in pairs)
            again = f"; {other:,} of {played:,} games were in different rounds, and repeats count for little"
            said.append(begun + (again if other < played else ", and no round came twice") + ".")
        return said

    def _open(self, p: Mapping[str, Any]) -> str:
        """What is missing for a verdict, and what would help."""
        first, second, rounds = p["first"], p["second"], p["different"] // len(self.seatings)
        said = f"Not settled yet between {first} and {second}"
        if p["games_to_go"] is not None:
            return (
                f"{said}: going on like this, it takes about {many(p['games_to_go'], 'game')} more; play more --games."
            )
        if p["games"] and p["different"] < p["games"] / 2:
            # They choose alike every time, so only the opening makes rounds differ, and there are no more of those.
            again = f"{many(p['games'], 'game')} were {many(rounds, 'round')} over and over ({exactly(p['taken'])} for {first})"
            return f"{said}: {again}, and more of them would tell nothing new. Try other levels, --option or --seats."
        return f"{said}; play more --games."


def _better(better: str, worse: str, games: int, took: float, share: float, low: float, high: float) -> str:
    """What was seen, and what it comes to without the luck of having stopped just then."""
    seen = f"it took {exactly(took)} of the points of {many(games, 'game')}"
    long_run = f"in the long run it would take about {exactly(share)} ({exactly(low)} to {exactly(high)})"
    return f"{better} is better than {worse}: {seen}; {long_run}."


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

"""Adding games up. A tally has whole numbers only, so it does not matter in what order or portions games come.

It has a fixed size however many games went into it: sums, counts, and spreads (how often each number came up).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import starmap
from math import sqrt
from operator import add
from typing import Any

import numpy as np

from brillig.core import Game
from brillig.lab.simulation import sum_kernels
from brillig.lab.simulation.different import DifferentGames
from brillig.lab.simulation.kernels import NOT_OVER, TENTHS
from brillig.lab.simulation.watch import SeenGames

WHOLE = 720_720  # a win, in parts that can be shared by up to 16 winners
MOST_BINS = 2048
RATES = 11  # a seat takes a kind of choice at 0, 1, ... 10 tenths of the decisions at which it can
SHORTEST, LONGEST, CLOSEST, LOPSIDED = "shortest", "longest", "closest", "most lopsided"  # games that stand out
FEWEST, MOST = "fewest points", "most points"  # where it is played for points
BLOCKS = 128  # of games, by their numbers, which two variants have in common
WIDE = 1 << 16  # a spread wider than this is sorted rather than counted
BIG = 1 << 24  # numbers up to this can be squared, and the squares of a sheet summed, in 64 bits


class Spread:
    """How often each number came up. Past MOST_BINS different ones, 2, 4, 8, ... neighbours share a bin."""

    __slots__ = ("bins", "shift")

    def __init__(self, bins: dict[int, int] | None = None, shift: int = 0) -> None:
        self.bins, self.shift = bins or {}, shift  # bin b holds the numbers b << shift ... ((b + 1) << shift) - 1

    @classmethod
    def of(cls, values: Any) -> Spread:
        """Of an array of whole numbers."""
        if len(values) == 0:
            return cls()
        low, high = (int(n) for n in sum_kernels.bounds(values))
        if high - low < WIDE:
            counts = np.zeros(high - low + 1, np.int64)
            sum_kernels.count(values, low, counts)
            found = np.nonzero(counts)[0]
            bins = dict(zip((found + low).tolist(), counts[found].tolist(), strict=True))
        else:
            numbers, counts = np.unique(values, return_counts=True)
            bins = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
        return cls(bins)._fitted()

    @classmethod
    def counted(cls, counts: Any) -> Spread:
        """Of how often 0, 1, 2, ... came up."""
        return cls({n: int(c) for n, c in enumerate(counts.tolist()) if c})._fitted()

    def __add__(self, other: Spread) -> Spread:
        shift = max(self.shift, other.shift)
        bins: dict[int, int] = {}
        for part in (self, other):
            down = shift - part.shift
            for b, count in part.bins.items():
                bins[b >> down] = bins.get(b >> down, 0) + count
        return Spread(bins, shift)._fitted()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spread) and (self.shift, self.bins) == (other.shift, other.bins)

    __hash__ = None  # type: ignore[assignment]

    def _fitted(self) -> Spread:
        while len(self.bins) > MOST_BINS:
            halved: dict[int, int] = {}
            for b, count in self.bins.items():
                halved[b >> 1] = halved.get(b >> 1, 0) + count
            self.bins, self.shift = halved, self.shift + 1
        return self

    # ---- what it says ----------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        return sum(self.bins.values())

    def pairs(self) -> list[tuple[float, int]]:
        """The middle of each bin and how often it came up, in order."""
        half = ((1 << self.shift) - 1) / 2
        return [((b << self.shift) + half, self.bins[b]) for b in sorted(self.bins)]

    @property
    def mean(self) -> float:
        n = self.count
        if not n:
            return 0.0
        half = ((1 << self.shift) - 1) / 2
        return sum((b << self.shift) * c for b, c in self.bins.items()) / n + half

    @property
    def deviation(self) -> float:
        n, mean = self.count, self.mean
        return sqrt(sum(c * (x - mean) ** 2 for x, c in self.pairs()) / (n - 1)) if n > 1 else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.count) if self.bins else 0.0

    def quantile(self, share: float) -> float:
        """The least number that at least this share of the numbers do not exceed."""
        left = share * self.count
        pairs = self.pairs()
        for x, count in pairs:
            left -= count
            if left <= 1e-9:
                return x
        return pairs[-1][0] if pairs else 0.0

    def at_least(self, number: float) -> float:
        """The share of the numbers that are at least this."""
        n = self.count
        return sum(c for x, c in self.pairs() if x >= number) / n if n else 0.0


class Tally:
    """What is known of many games of one variant."""

    __slots__ = ("counts", "different", "spreads", "sums", "telling")

    def __init__(
        self,
        counts: dict[str, Any],
        sums: dict[str, list[int]],
        spreads: dict[str, Spread],
        different: DifferentGames | None = None,
        telling: dict[str, list[int]] | None = None,
    ) -> None:
        self.counts = counts  # arrays
        self.sums = sums  # numbers that may grow beyond 64 bits
        self.spreads = spreads
        self.different = different  # games of bots
        self.telling = telling or {}  # the game that stands out most in something: how much (less is more), its number

    def __add__(self, other: Tally) -> Tally:
        """Both together; a part that only one of them has is taken from there."""
        return Tally(
            {k: _sum(self.counts, other.counts, k) for k in {**self.counts, **other.counts}},
            {
                k: list(starmap(add, zip(self.sums[k], other.sums[k], strict=True)))
                if k in self.sums and k in other.sums
                else self.sums.get(k) or other.sums[k]
                for k in {**self.sums, **other.sums}
            },
            {k: _sum(self.spreads, other.spreads, k) for k in {**self.spreads, **other.spreads}},
            self.different + other.different
            if self.different and other.different
            else self.different or other.different,
            {k: min(x[k] for x in (self.telling, other.telling) if k in x) for k in {**self.telling, **other.telling}},
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "different": list(self.different.times.items()) if self.different else None,
            "telling": dict(sorted(self.telling.items())),
            "counts": {k: v.tolist() for k, v in sorted(self.counts.items())},
            "sums": dict(sorted(self.sums.items())),
            "spreads": {
                k: [s.shift, sorted(s.bins), [s.bins[b] for b in sorted(s.bins)]]
                for k, s in sorted(self.spreads.items())
            },
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        return cls(
            {k: np.array(v, np.int64) for k, v in data["counts"].items()},
            {k: [int(n) for n in v] for k, v in data["sums"].items()},
            {
                k: Spread(dict(zip(bins, counts, strict=True)), shift)
                for k, (shift, bins, counts) in data["spreads"].items()
            },
            DifferentGames(dict(data["different"])) if data.get("different") else None,
            {k: [int(n) for n in v] for k, v in data.get("telling", {}).items()},
        )


def _sum(one: dict[str, Any], two: dict[str, Any], name: str) -> Any:
    return one[name] + two[name] if name in one and name in two else one.get(name, two.get(name))


def together(tallies: Iterable[Tally]) -> Tally:
    whole = Tally({}, {}, {})
    for tally in tallies:
        whole = whole + tally
    return whole


# ---- from what was seen --------------------------------------------------------------------------------------------


def outcomes(scores: Any, ranks: Any, lengths: Any, first: int = 0) -> Tally:
    """Who won, with how many points, after how many choices, from game `first` on. Games that did not end are counted
    and left out."""
    return _outcomes(scores, ranks, lengths, first)[0]


def _outcomes(scores: Any, ranks: Any, lengths: Any, first: int) -> tuple[Tally, Any]:
    n, seats = scores.shape
    facts = np.zeros((sum_kernels.SCORE + seats, n), np.int64)
    wins, ties = np.zeros((seats, seats), np.int64), np.zeros(seats, np.int64)
    over = sum_kernels.add_outcomes(np.ascontiguousarray(lengths), scores, ranks, facts, wins, ties)
    facts = facts[:, :over]
    spreads = {f"score {seat}": Spread.of(facts[sum_kernels.SCORE + seat]) for seat in range(seats)}
    spreads["length"] = Spread.of(facts[sum_kernels.LENGTH])
    if seats > 1:
        spreads["margin"] = Spread.of(facts[sum_kernels.MARGIN])
    ended = lengths >= 0
    where, ones = block_of(first, n)[ended], np.ones(over, np.int64)
    counts = {"games": np.array([n, over]), "wins": wins, "ties": ties}
    counts |= {
        "block ties": in_blocks(where, (ranks[ended] == 1).sum(1) > 1, ones),
        "block length": in_blocks(where, facts[sum_kernels.LENGTH], ones),
        "block score": in_blocks(where, facts[sum_kernels.SCORE :].sum(0), seats * ones),
    }
    return Tally(counts, {}, spreads, telling=_telling(first + np.flatnonzero(ended), facts)), facts


def _telling(numbers: Any, facts: Any) -> dict[str, list[int]]:
    """The games that stand out, of those with these numbers; of several alike, the first."""
    if not len(numbers):
        return {}
    length, margin, points = facts[sum_kernels.LENGTH], facts[sum_kernels.MARGIN], facts[sum_kernels.SCORE]
    by = {SHORTEST: length, LONGEST: -length, CLOSEST: margin, LOPSIDED: -margin, FEWEST: points, MOST: -points}
    return {what: [int(x.min()), int(numbers[x.argmin()])] for what, x in by.items()}


def tally(game: Game, sheet: SeenGames) -> Tally:
    """All that a sheet tells."""
    whole, facts = _outcomes(sheet.scores, sheet.ranks, sheet.games["length"], sheet.first)
    counts, spreads, seats = whole.counts, whole.spreads, sheet.scores.shape[1]
    counts["watched"] = np.array([facts.shape[1]])
    counts["decisions"], counts["openers"] = np.zeros(4, np.int64), np.zeros(seats, np.int64)
    counts["wins by order"], counts["leader"] = np.zeros((seats, seats), np.int64), np.zeros((TENTHS - 1, 3), np.int64)
    sum_kernels.add_games(
        sheet.games, sheet.ranks, facts,
        *(counts[name] for name in ("decisions", "openers", "wins by order", "leader")),
    )  # fmt: skip
    counts["by tenth"] = sheet.by_tenth
    spreads["width"] = Spread.counted(sheet.widths)
    for name, row in (
        ("branching", sum_kernels.BRANCHING),
        ("forced", sum_kernels.FORCED),
        ("changes", sum_kernels.CHANGES),
    ):
        spreads[name] = Spread.of(facts[row])
    for name, row in (("decided", sum_kernels.DECIDED), ("behind", sum_kernels.BEHIND)):
        spreads[name] = Spread.of(facts[row])
        spreads[name].bins.pop(sum_kernels.NONE, None)
    counts |= _blocks(sheet, facts)
    _kinds(whole, game, sheet)
    if sheet.prints:
        whole.different = DifferentGames.of(sheet.prints)
    return whole


# ---- blocks: the same games of two variants beside each other ------------------------------------------------------


def block_of(first: int, n: int) -> Any:
    """The block of each of n games. Game k of every variant has the same deal, and is in the same block."""
    return np.arange(first, first + n) % BLOCKS


def in_blocks(where: Any, part: Any, whole: Any) -> Any:
    """Two sums for each block, of which the ratio is wanted: points and seats, say. (Exact below 2^53.)"""
    sums = [np.bincount(where, weights=x, minlength=BLOCKS) for x in (part, whole)]
    return np.stack(sums, axis=1).astype(np.int64)


def _blocks(sheet: SeenGames, facts: Any) -> dict[str, Any]:
    """What is measured of games that were watched, block by block."""
    ended = sheet.games["length"] >= 0
    games, ranks, where = sheet.games[ended], sheet.ranks[ended], block_of(sheet.first, len(sheet))[ended]
    ones, opener, decided = np.ones(len(games), np.int64), games["opener"], facts[sum_kernels.DECIDED]
    opened, won = opener >= 0, decided != sum_kernels.NONE
    winners = (ranks == 1).sum(1)
    first_wins = (ranks[np.arange(len(games)), np.maximum(opener, 0)] == 1) * (WHOLE // np.maximum(winners, 1))
    return {
        "block first": in_blocks(where, first_wins * opened, WHOLE * opened),
        "block branching": in_blocks(where, games["offered"], games["length"]),
        "block forced": in_blocks(where, games["forced"], games["length"]),
        "block changes": in_blocks(where, games["changes"], ones),
        "block decided": in_blocks(where, decided * won, 1000 * won),
    }


# ---- kinds of choices ----------------------------------------------------------------------------------------------


def _kinds(whole: Tally, game: Game, sheet: SeenGames) -> None:
    """How often each kind of choice is made when it can be, and how that goes together with winning.

    Seats are compared with the others at the same table: who takes it at more of the decisions at which it is on offer,
    and do they win more often? (To count how often it is made would tell who had the chance, or played longest.) Whether a
    place in the order of play is good or bad is left out of account. In a game that is played for points, tables are
    compared with each other.
    """
    made, offered, seats = sheet.made, sheet.offered, sheet.scores.shape[1]
    kinds = made.shape[2]
    total = np.zeros((kinds, 2), np.int64)
    seats_at, won = np.zeros((kinds, RATES), np.int64), np.zeros((kinds, RATES), np.int64)
    if game.for_points(seats):
        over = sheet.games["length"] != NOT_OVER
        chosen, could = (x[over].sum(1, dtype=np.int64) for x in (made, offered))  # [game, kind]
        total[:, 0], total[:, 1] = chosen.sum(0), could.sum(0)
        sums = []
        for kind in range(kinds):
            able = could[:, kind] > 0
            points = sheet.scores[over, 0].astype(np.int64)[able]
            rate = chosen[able, kind] * WHOLE // could[able, kind]
            sums += [len(points), int(points.sum()), _exact(points, points)]
            sums += [int(rate.sum()), _exact(rate, rate), _exact(rate, points)]
            tenth = (rate * (RATES - 1) + WHOLE // 2) // WHOLE
            seats_at[kind] = np.bincount(tenth, minlength=RATES)
            won[kind] = np.bincount(tenth, weights=points, minlength=RATES).astype(np.int64)  # exact below 2^53
    else:
        by_place = np.zeros((seats, kinds, 6), np.int64)
        rates = np.zeros(seats, np.int64)
        sum_kernels.add_kinds(sheet.games, sheet.ranks, made, offered, WHOLE, rates, total, by_place, seats_at, won)
        sums = by_place.ravel().tolist()
    whole.sums["kinds"] = sums  # for each place and kind: n, sums of y, y y, x, x x, x y
    whole.sums["won"] = [int(n) for n in won.ravel()]
    whole.counts["made"], whole.counts["on offer"] = total[:, 0], total[:, 1]
    whole.counts["rates"] = seats_at


def _exact(x: Any, y: Any) -> int:
    """The sum of products, whole."""
    if len(x) and max(int(np.abs(x).max()), int(np.abs(y).max())) > BIG:
        return sum(a * b for a, b in zip(x.tolist(), y.tolist(), strict=True))
    return int(np.dot(x, y))

"""When is a duel settled? A sequential test, so that it can stop as soon as it is clear who is better.

Three things may be true: the first wins more than half of the points, by a margin that matters; the second does; or
neither. After every round two ratios of likelihoods are looked at (Sobel and Wald, 1949): "the first is better" beside
"they are even", and "the second is better" beside the same. A round's spread is taken from the rounds themselves, so
that deals played from both sides count for what they tell. A round that was played before, choice by choice, tells
little more the second time: rounds that repeat count as fewer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from math import ceil, inf, log, sqrt
from typing import Any

import numpy as np

MARGIN = 0.05  # of the points: less than that is called even (about 35 Elo)
WRONG = 0.05  # how often a whole tournament may come to a wrong order
FEWEST = 6  # rounds that differ before anything is said
BEFORE = 2  # rounds, as uneven as can be, that are added where spread is reckoned: few rounds do not show it
SURE = 1.959964
PATHS, STEPS, HALVINGS = (
    400,
    150,
    10,
)  # duels that are imagined where an estimate is corrected, and their rounds at most

FIRST, SECOND, EVEN, OPEN = "first", "second", "even", ""


@dataclass
class Duel:
    """The rounds of two bots: what the first took of each, between 0 and 1."""

    games: int = 1  # in a round
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0
    different: int = 0  # rounds
    seen: Counter[int] = field(default_factory=Counter)  # how often each round came that may come again
    repeats: int = 0  # squares of those, and one for each round that cannot

    def add(self, share: float, fingerprint: int | None = None) -> None:
        """A round more; `fingerprint`: the same for the same round, None where chance makes each another."""
        before = 0 if fingerprint is None else self.seen[fingerprint]
        if fingerprint is not None:
            self.seen[fingerprint] += 1
        self.different += before == 0
        self.repeats += 2 * before + 1
        self.rounds += 1
        self.total += share
        self.squares += share * share

    @property
    def count_as(self) -> float:
        """So many rounds, each unlike the others, would tell as much (Kish's effective size of a sample)."""
        return self.rounds**2 / self.repeats if self.repeats else 0.0

    @property
    def share(self) -> float:
        return self.total / self.rounds if self.rounds else 0.5

    @property
    def spread(self) -> float:
        """The variance of a round."""
        n = self.count_as
        seen = max(0.0, self.squares / max(1, self.rounds) - self.share**2)
        return (n * seen + BEFORE * 0.25 / self.games) / (n + BEFORE - 1)

    def interval(self, around: float | None = None) -> tuple[float, float]:
        """Where the share surely lies; `around` an estimate that is not the plain share."""
        half, middle = SURE * sqrt(self.spread / max(1, self.count_as)), self.share if around is None else around
        return max(0.0, middle - half), min(1.0, middle + half)

    # ---- is it settled? --------------------------------------------------------------------------------------------

    def ratios(self, margin: float = MARGIN) -> tuple[float, float]:
        """How much likelier than "even" it is that the first is better, and the second: logarithms."""
        weight, lead = self.count_as * margin / self.spread, self.share - 0.5
        return weight * (lead - margin / 2), weight * (-lead - margin / 2)

    def verdict(self, wrong: float = WRONG, margin: float = MARGIN) -> str:
        """FIRST, SECOND, EVEN, or OPEN as long as it is not clear."""
        if self.count_as < FEWEST:
            return OPEN
        (for_first, for_second), enough = self.ratios(margin), needed(wrong)
        if for_first >= enough:
            return FIRST
        if for_second >= enough:
            return SECOND
        return EVEN if max(for_first, for_second) <= -enough else OPEN

    def still(self, wrong: float = WRONG, margin: float = MARGIN) -> int | None:
        """How many rounds more it should take if it goes on like this; None if nothing can be said yet."""
        if self.verdict(wrong, margin):
            return 0
        if self.count_as < FEWEST or self.different < self.rounds / 2:  # too few, or too few that differ
            return None
        enough, at = needed(wrong), max(self.ratios(margin))
        drift = margin / self.spread * (abs(self.share - 0.5) - margin / 2)  # of the greater ratio, a round
        by_drift = ((enough - at) if drift > 0 else (enough + at)) / abs(drift) if drift else inf
        by_chance = (enough**2 - min(at**2, enough**2)) * self.spread / margin**2  # how far a random walk has to go
        rounds = (
            1 / (1 / by_drift + 1 / by_chance) if by_drift and by_chance else 0.0
        )  # with both, sooner than by either
        return max(1, ceil(rounds * self.rounds / self.count_as))

    # ---- how much better? ------------------------------------------------------------------------------------------

    def estimate(self, wrong: float = WRONG, margin: float = MARGIN) -> float:
        """The share, without what is due to stopping early: who happened to be ahead was measured just then.

        The share that, in duels that stop by this test, would on average end where this one did (Whitehead, 1986). How
        many rounds this one might have had makes no difference, since they were not played.
        """
        if not self.verdict(wrong, margin):
            return self.share
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if _mean_at_the_end(middle, self.games, needed(wrong), margin) < self.share:
                low = middle
            else:
                high = middle
        return (low + high) / 2


def needed(wrong: float = WRONG) -> float:
    """What a ratio must come to, above or below nought."""
    return log((1 - wrong) / wrong)


def _mean_at_the_end(share: float, games: int, enough: float, margin: float) -> float:
    """What duels between bots of this strength, of games unrelated to each other, show on average when they stop."""
    rounds = (_luck(games) < share).mean(axis=2)
    n = np.arange(1, STEPS + 1)
    mean = np.cumsum(rounds, axis=1) / n
    unlike = np.maximum(0, np.cumsum(rounds * rounds, axis=1) - n * mean**2)
    weight = n * margin / ((unlike + BEFORE * 0.25 / games) / (n + BEFORE - 1))
    greater = weight * (np.abs(mean - 0.5) - margin / 2)
    over = (np.abs(greater) >= enough) & (n >= FEWEST)
    over[:, -1] = True
    return float(mean[np.arange(PATHS), over.argmax(axis=1)].mean())


@cache
def _luck(games: int) -> Any:
    half = np.random.default_rng(0).random((PATHS // 2, STEPS, games))
    return np.vstack([half, 1 - half])

"""When is a duel settled? A sequential test, so that it can stop as soon as it is clear who is better.

Three things may be true: the first wins more than half of the points, by a margin that matters; the second does; or
neither. After every round two ratios of likelihoods are looked at (Sobel and Wald, 1949): "the first is better" beside
"they are even", and "the second is better" beside the same. A round's spread is taken from the rounds themselves, so
that deals played from both sides count for what they tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

MARGIN = 0.05  # of the points: less than that is called even (about 35 Elo)
WRONG = 0.05  # how often a whole tournament may come to a wrong order
FEWEST = 6  # rounds before anything is said
BEFORE = 2  # rounds, as uneven as can be, that are added where spread is reckoned: few rounds do not show it
SURE = 1.959964

FIRST, SECOND, EVEN, OPEN = "first", "second", "even", ""


@dataclass
class Duel:
    """The rounds of two bots: what the first took of each, between 0 and 1."""

    games: int = 1  # in a round
    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, share: float) -> None:
        self.rounds += 1
        self.total += share
        self.squares += share * share

    @property
    def share(self) -> float:
        return self.total / self.rounds if self.rounds else 0.5

    @property
    def spread(self) -> float:
        """The variance of a round."""
        n = self.rounds
        return (max(0.0, self.squares - n * self.share**2) + BEFORE * 0.25 / self.games) / (n + BEFORE - 1)

    def interval(self) -> tuple[float, float]:
        """Where the share surely lies."""
        half = SURE * sqrt(self.spread / max(1, self.rounds))
        return max(0.0, self.share - half), min(1.0, self.share + half)

    def verdict(self, wrong: float = WRONG, margin: float = MARGIN) -> str:
        """FIRST, SECOND, EVEN, or OPEN as long as it is not clear."""
        if self.rounds < FEWEST:
            return OPEN
        weight, lead = self.rounds * margin / self.spread, self.share - 0.5
        for_first, for_second = weight * (lead - margin / 2), weight * (-lead - margin / 2)
        enough = log((1 - wrong) / wrong)
        if for_first >= enough:
            return FIRST
        if for_second >= enough:
            return SECOND
        return EVEN if max(for_first, for_second) <= -enough else OPEN

"""How many games were different, however often each was played: what repeats tells nothing new."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping, Sequence

KEPT = 4096  # different games that are remembered; the number of more is estimated
SPACE = 1 << 64  # of fingerprints


class Fingerprint:
    """One number for a game: the same seats made the same choices, and the points came alike."""

    def __init__(self) -> None:
        self._told = hashlib.blake2b(digest_size=8)

    def add(self, seat: int, code: int, scores: Sequence[int]) -> None:
        self._told.update(struct.pack(f"<{2 + len(scores)}q", seat, code, *scores))

    @property
    def number(self) -> int:
        return int.from_bytes(self._told.digest(), "big")


class DifferentGames:
    """How many different games there were, and how often each. Its size is bounded, and order does not matter.

    Of many, those with the least fingerprints are kept, which are as good as drawn by lot.
    """

    __slots__ = ("times",)

    def __init__(self, times: Mapping[int, int] | None = None) -> None:
        times = times or {}
        self.times = {p: times[p] for p in sorted(times)[:KEPT]}

    @classmethod
    def of(cls, prints: Iterable[int]) -> DifferentGames:
        times: dict[int, int] = {}
        for p in prints:
            times[p] = times.get(p, 0) + 1
        return cls(times)

    def __add__(self, other: DifferentGames) -> DifferentGames:
        return DifferentGames({p: self.times.get(p, 0) + other.times.get(p, 0) for p in {*self.times, *other.times}})

    @property
    def number(self) -> int:
        """How many there are; an estimate past KEPT."""
        kept = len(self.times)
        return kept if kept < KEPT else round((kept - 1) * SPACE / (max(self.times) + 1))

    @property
    def count_as(self) -> float:
        """So many games, each unlike the others, would tell as much (Kish's effective size of a sample)."""
        if not self.times:
            return 0.0
        scale = self.number / len(self.times)
        return scale * sum(self.times.values()) ** 2 / sum(n * n for n in self.times.values())

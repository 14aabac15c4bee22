"""Do the games of bots differ? Cards and dice see to that; a game with hardly any begins with some random choices.

Bots that always choose alike would else play a few games again and again. What repeats all the same is counted: see
`DifferentGames`.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from brillig.core import Game, Table, below
from brillig.core.chance import WORDS, rekey
from brillig.positions.drive import ByChance, drive, players_chance

SAMPLES = 8  # games that show whether chance makes them differ: who begins is not enough
LOOK = 24  # choices of each
PART = 4  # one in so many of these, in the shortest of the games, are the random choices at the start
KEPT = 4096  # different games that are remembered; the number of more is estimated
SPACE = 1 << 64  # of fingerprints


def opening(game: Game, seats: int, options: Mapping[str, int | str]) -> int | None:
    """How many random choices a game of bots begins with; None if its cards, dice or clocks make games differ."""
    return _opening(game, seats, tuple(sorted(options.items())))


@cache
def _opening(game: Game, seats: int, options: tuple[tuple[str, int | str], ...]) -> int | None:
    tables = [game.new(seats, 0, dict(options), deal=deal, gear="compiled", timed=True) for deal in range(SAMPLES)]
    if len({_without_chance(table) for table in tables}) > SAMPLES // 2:
        return None
    found, shortest = set(), LOOK
    for table in tables:
        rng, length = players_chance(0), 0  # the same in all of them: what differs is due to the table's chance
        if table.due() >= 0:
            return None

        def choose(seat: int, table: Table = table, rng: list[int] = rng) -> int | None:
            codes = table.codes(seat)
            return codes[below(rng, len(codes))] if codes else None

        for _ in drive(table, ByChance(rng), choose, LOOK):
            length += 1
        found.add(_without_chance(table))
        shortest = min(shortest, length)
    return None if len(found) > SAMPLES // 2 else max(1, shortest // PART)


def _without_chance(table: Table) -> bytes:
    """What lies on a table, but for the generator that says what will be drawn."""
    copy = table.copy()
    rekey(copy.plain.rng, bytes(WORDS.size))
    return bytes(copy)


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

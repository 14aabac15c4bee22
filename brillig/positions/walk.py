"""Random games to look at: every variant of a game, and every position along a game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from brillig.core import Game, Table, below
from brillig.core.faults import Step, from_the_start
from brillig.positions.drive import ByChance, drive, players_chance

MOST_VARIANTS = 48  # of options; beyond that each value is met, but not with every other


@dataclass(frozen=True)
class Variant:
    """A seat count and a setting of the options."""

    seats: int
    options: dict[str, int | str]

    def __str__(self) -> str:
        return ", ".join([f"{self.seats} seats", *(f"{k}={v}" for k, v in self.options.items())])


def variants(game: Game) -> list[Variant]:
    """Those that the game names, or every seat count with every setting that goes with it; of a long range of values,
    the ends and the default."""
    if game.variants:
        return [Variant(seats, dict(options)) for seats, options in game.variants]
    values: list[list[int | str]] = []
    for o in game.options.values():
        few = o.values if len(o.values) <= 8 else (o.values[0], o.default, o.values[-1])
        values.append(sorted(dict.fromkeys(few), key=lambda v, o=o: v != o.default))  # type: ignore[misc]
    settings = [dict(zip(game.options, them, strict=True)) for them in itertools.product(*values)]
    if len(settings) > MOST_VARIANTS:
        base = {name: o.default for name, o in game.options.items()}
        settings = [base] + [
            {**base, name: v} for name, them in zip(game.options, values, strict=True) for v in them if v != base[name]
        ]
    seats = range(game.seats[0], game.seats[1] + 1)
    return [Variant(n, setting) for n in seats for setting in settings if not game.forbidden(n, setting)]


@dataclass
class Walk:
    """A game in progress: where it started and what was chosen, which is all that is needed to see it again."""

    variant: Variant
    seed: int
    deal: int
    table: Table
    chosen: list[Step] = field(default_factory=list)

    def again(self) -> str:
        return from_the_start(self.variant.seats, self.seed, self.deal, self.variant.options, self.chosen)


def walk(game: Game, variant: Variant, seed: int, deal: int, gear: str) -> Iterator[Walk]:
    """A random game, stopping at every position from the set-up to the end. Whoever looks may not touch.

    Its choices are those that `playouts` makes, so that what one finds the other can show.
    """
    line = Walk(variant, seed, deal, game.new(variant.seats, seed, variant.options, deal=deal, gear=gear, timed=True))
    rng, table = players_chance(seed, deal), line.table

    def choose(seat: int) -> int | None:
        codes = table.codes(seat)
        return codes[below(rng, len(codes))] if codes else None

    yield line
    for step in drive(table, ByChance(rng), choose, game.bound(variant.seats, variant.options) + 1):
        line.chosen.append(step)
        yield line


def finish(game: Game, variant: Variant, seed: int, deal: int, gear: str) -> Walk:
    """A random game, played to its end."""
    *_, line = walk(game, variant, seed, deal, gear)
    return line

"""What every point of the conformance suite goes by: how much to look at, which positions, and what a failure says."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from brillig.core import SPECTATOR, Game, Table
from brillig.core.game import Playouts
from brillig.positions.walk import Variant, Walk, finish, variants, walk


@dataclass
class CheckPlan:
    """How much to look at."""

    seed: int = 1
    games: int = 1000  # random games for each variant
    closely: int = 2  # games for each variant that are followed move by move in every gear
    gear: str = "compiled"  # that plays the games (point 2 always uses both)
    positions: int = 400  # positions that the slower points look at, over all variants
    most: int = 0  # games that are followed closely, over all variants; 0: as many as there are
    _played: dict[str, Playouts] = field(default_factory=dict, repr=False, compare=False)
    line: Walk | None = field(default=None, repr=False, compare=False)  # the game that is looked at

    def walk(self, game: Game, variant: Variant, deal: int, gear: str = "") -> Iterator[Walk]:
        """A random game, position by position. Should the game break down at one of them, `line` says at which."""
        for line in walk(game, variant, self.seed, deal, gear or self.gear):
            self.line = line
            yield line

    def finish(self, game: Game, variant: Variant, deal: int, gear: str = "") -> Walk:
        """A random game, played to its end."""
        self.line = finish(game, variant, self.seed, deal, gear or self.gear)
        return self.line

    def played(self, game: Game, v: Variant) -> Playouts:
        """The random games of a variant, which two points look at."""
        name = f"{game.slug} {v}"
        if name not in self._played:
            self._played[name] = game.playouts(
                self.games, seed=self.seed, seats=v.seats, options=v.options, gear=self.gear
            )
        return self._played[name]

    def lines(self, game: Game) -> list[tuple[Variant, int]]:
        """The games to follow closely, by variant and deal: more of each where there are few variants."""
        them = variants(game)
        every = list(itertools.product(them, range(max(self.closely, 12 // len(them)))))
        if not 1 < self.most < len(every):
            return every
        return [every[k * (len(every) - 1) // (self.most - 1)] for k in range(self.most)]


class Failed(Exception):
    def __init__(self, detail: str, again: str = "") -> None:
        super().__init__(detail)
        self.detail, self.again = detail, again


def fail(detail: str, line: Walk) -> NoReturn:
    raise Failed(f"{detail} ({line.variant})", line.again())


def positions(game: Game, plan: CheckPlan, telling: Callable[[Table], bool] = lambda table: True) -> Iterator[Walk]:
    """Positions spread over all variants: the start and the end of a game of each, and some between that are telling."""
    lines = plan.lines(game)
    share = max(3, plan.positions // len(lines))
    for variant, deal in lines:
        found = [telling(line.table) for line in plan.walk(game, variant, deal)]
        worth = [k for k, it_is in enumerate(found) if it_is]
        wanted = {0, *worth[:: max(1, len(worth) // share)], len(found) - 2, len(found) - 1}
        for k, line in enumerate(plan.walk(game, variant, deal)):
            if k in wanted:
                yield line


def everyone(table: Table) -> range:
    """All who look at a table: the spectator and every seat."""
    return range(SPECTATOR, table.seats)

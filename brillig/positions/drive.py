"""The one loop that plays a game from Python: who acts next, when the table acts by itself, and what is chosen.

    for step in drive(table, ByChance(rng), lambda seat: table.codes(seat)[0]):
        ...

Random walks, bots against each other, the laboratory and the benchmarks all play through it. `ByChance` makes the same
draws as the compiled playouts, so that a game found in one can be seen in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from brillig.core import Table, below
from brillig.core.chance import THE_PLAYERS, halves, sow
from brillig.core.faults import THE_TABLE, Step, way_to
from brillig.core.kernels import THINKS

NOBODY = -1


class Order(Protocol):
    """Says who acts next."""

    def next(self, table: Table) -> int:
        """The seat that acts next, at the table's time then; NOBODY: the table acts before that."""
        ...


def players_chance(seed: int, deal: int = 0) -> list[int]:
    """The stream of random numbers that the players of a game draw from, apart from the table's own."""
    rng = [0, 0, 0, 0]
    sow(rng, *halves(seed), deal, THE_PLAYERS)
    return rng


class ByChance:
    """Any of those who are to decide; while a clock runs, after thinking for a while. As kernels.playout draws it."""

    def __init__(self, rng: list[int]) -> None:
        self.rng = rng

    def next(self, table: Table) -> int:
        waiting, due = table.waiting(), table.due()
        seat = waiting[below(self.rng, len(waiting))] if len(waiting) > 1 else waiting[0] if waiting else NOBODY
        if due >= 0:
            then = int(table.plain.now) + 1 + below(self.rng, THINKS)
            if seat == NOBODY or then >= due:
                return NOBODY
            table.plain.now = then
        return seat


def drive(table: Table, order: Order, choose: Callable[[int], int | None], most: int | None = None) -> Iterator[Step]:
    """Play on to the end, or for so many steps; every step is told when it has happened.

    `choose` is asked what a seat does; None: it has no choice, and the game stops there.
    """
    steps = 0
    while not table.over and (most is None or steps < most):
        with way_to(table):
            seat = order.next(table)
            code = None if seat == NOBODY else choose(seat)
        if seat == NOBODY:
            step: Step = (THE_TABLE, 0)
            table.tick()
        elif code is None:
            return
        else:
            step = (seat, code, int(table.plain.now)) if table.due() >= 0 else (seat, code)
            table.play(seat, code)
        steps += 1
        yield step


def carry_out(table: Table, step: Step) -> None:
    """Let a step happen at a table."""
    seat, code, *at = step
    if seat == THE_TABLE:
        table.tick()
        return
    if at:
        table.plain.now = at[0]
    table.play(seat, code)

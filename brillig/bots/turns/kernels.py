"""How well a seat stands in each of many positions, by the game's own `value`. Written against stand-ins, as the search is."""

from __future__ import annotations

from typing import Any

from brillig.bots.kernels import (
    judge,
    value,  # noqa: F401 (a game's own takes its place)
)
from brillig.core.kernels import next_seat
from brillig.core.record import Row
from brillig.core.rule import rule

WAYS_IN = ("appraise",)


@rule
def appraise(x: Any, seat: int, trees: Any, plans: Any, worths: Row) -> None:
    """What each position is worth to a seat, in thousandths."""
    tree, plan = trees[0], plans[0]
    for k in range(len(worths)):
        judge(x[k], tree, plan, next_seat(x[k]) < 0)
        worths[k] = tree.prizes[seat]

"""check(GAME): the conformance suite, for our games and everyone's.

    def test_my_game():
        check(GAME)

It proves eleven points (see conformance.py) by playing random games at every seat count and option, and raises with the
seed and the choices that reproduce whatever fails.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass

from brillig.core import Game
from brillig.positions.walk import Variant, variants
from brillig.testing.conformance import POINTS
from brillig.testing.plan import CheckPlan, Failed

__all__ = ["CheckFailed", "CheckPlan", "PointResult", "Variant", "check", "examine", "variants"]


class CheckFailed(AssertionError):
    """The game breaks the contract; the message says where and how to see it again."""


@dataclass
class PointResult:
    """One point of the suite."""

    number: int
    title: str
    ok: bool
    detail: str  # what was looked at, or what failed
    again: str = ""  # how to reproduce a failure


def examine(game: Game, plan: CheckPlan | None = None) -> Iterator[PointResult]:
    """The points one by one, each whether or not those before it failed."""
    plan = plan or CheckPlan()
    for number, (title, prove) in enumerate(POINTS.items(), 1):
        try:
            yield PointResult(number, title, True, prove(game, plan))
        except Failed as why:
            yield PointResult(number, title, False, why.detail, why.again)
        except Exception as why:  # the game itself broke down
            where = "".join(traceback.format_tb(why.__traceback__)[-3:])
            yield PointResult(number, title, False, f"{type(why).__name__}: {why}", where)


def check(game: Game, plan: CheckPlan | None = None) -> None:
    """Raise CheckFailed unless all points hold."""
    failures = [r for r in examine(game, plan) if not r.ok]
    if failures:
        lines = [f"{r.number}. {r.title}: {r.detail}\n   again: {r.again}" for r in failures]
        raise CheckFailed(f"{game.title} fails {len(failures)} of {len(POINTS)} points.\n" + "\n".join(lines))

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

from brillig.core import BrilligError, Game, RuleFault
from brillig.core.faults import fault, own_frames
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
        plan.line = None
        try:
            yield PointResult(number, title, True, prove(game, plan))
        except Failed as why:
            yield PointResult(number, title, False, why.detail, why.again)
        except Exception as why:  # the game itself broke down
            yield PointResult(number, title, False, *broken(game, plan, why))


def broken(game: Game, plan: CheckPlan, why: Exception) -> tuple[str, str]:
    """What to say of a game that broke down: what it was, and how to see it again with the lines it happened in."""
    frames, again = own_frames(game, why), plan.line.again() if plan.line else ""
    if frames and not isinstance(why, BrilligError):
        why = fault(game, why)
    if isinstance(why, RuleFault):
        detail, again, frames = why.sentence, why.again or again, why.frames or frames
    else:
        detail = f"{type(why).__name__}: {why}"
    frames = frames or "".join(traceback.format_tb(why.__traceback__)[-3:])
    return detail, "\n".join(filter(None, (again, frames)))


def check(game: Game, plan: CheckPlan | None = None) -> None:
    """Raise CheckFailed unless all points hold."""
    failures = [r for r in examine(game, plan) if not r.ok]
    if failures:
        lines = [f"{r.number}. {r.title}: {r.detail}\n   again: {r.again}" for r in failures]
        raise CheckFailed(f"{game.title} fails {len(failures)} of {len(POINTS)} points.\n" + "\n".join(lines))

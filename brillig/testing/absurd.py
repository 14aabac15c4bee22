"""Point 11: bots are told sense, and no level of them chooses what is worse in every guess than something else."""

from __future__ import annotations

from time import perf_counter

from brillig.bots.levels.ladders import ladder, level
from brillig.bots.sense.dominated import Dominated, Judge, dominated
from brillig.core import Game
from brillig.testing.advice import advises_rightly
from brillig.testing.plan import CheckPlan, Failed

EASY_MAY = 0.02  # of its choices be worse in every guess
A_WHILE = 15.0  # seconds for the choices of a level


def never_absurd(game: Game, plan: CheckPlan) -> str:
    """Easy may, in one choice of fifty; where time runs, whoever is in a hurry takes what is found first."""
    advises_rightly(game, plan)
    if game.real_time:
        return "time runs: bots take what they find first"
    found = {name: dominated_by(game, name, plan) for name in ("easy", "normal")}
    for name, most in (("easy", max(1, EASY_MAY * found["easy"].choices)), ("normal", 0)):
        if found[name].worse > most:
            what = f"{name} makes {found[name].worse} of {found[name].choices} choices that are worse in every guess"
            raise Failed(f"{what} than another: say what no bot does in `shuns`, or mend `value`", found[name].last)
    return ", ".join(f"{name} {d.share:.1%} of {d.choices} choices" for name, d in found.items())


def dominated_by(game: Game, name: str, plan: CheckPlan) -> Dominated:
    """The choices of a level with the fewest seats and with the most that share a table often."""
    gear = "" if plan.gear == "compiled" else plan.gear
    bot, judge = level(game, name, gear=gear), Judge(game, ladder(game).settings("expert"), gear)
    few, most = game.seats[0], min(game.seats[1], game.seats[0] + 2)
    choices = max(10, plan.positions // (4 * len({few, most})))
    found = Dominated()
    for seats in sorted({few, most}):
        found += dominated(game, bot, judge, choices, plan.seed, seats, perf_counter() + A_WHILE, plan.gear)
    return found

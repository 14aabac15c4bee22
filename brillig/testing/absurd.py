"""Point 11: bots are told sense, and no level of them chooses what is worse in every guess than something else."""

from __future__ import annotations

from time import perf_counter

from brillig.bots.levels.ladders import LEVELS, ladder, level
from brillig.bots.sense.dominated import Dominated, Judge, dominated
from brillig.core import Game
from brillig.testing.advice import advises_rightly
from brillig.testing.plan import CheckPlan, Failed

EASY_MAY = 0.02  # of its choices be worse in every guess
QUICK = ("easy", "normal")
FEWER = 5  # choices of those who think for longer are looked at, one in so many
A_WHILE = {True: 15.0, False: 3.0}  # seconds for the choices of a level: of a quick one, and of the others


def never_absurd(game: Game, plan: CheckPlan) -> str:
    """Easy may, in one choice of fifty; where time runs, whoever is in a hurry takes what is found first."""
    advises_rightly(game, plan)
    if game.real_time:
        return "time runs: bots take what they find first"
    found = {name: dominated_by(game, name, plan) for name in LEVELS}
    for name, d in found.items():
        if d.worse > (max(1, EASY_MAY * d.choices) if name == "easy" else 0):
            what = f"{name} makes {d.worse} of {d.choices} choices that are worse in every guess"
            raise Failed(f"{what} than another: say what no bot does in `shuns`, or mend `value`", d.last)
    return ", ".join(f"{name} {d.share:.1%} of {d.choices} choices" for name, d in found.items())


def dominated_by(game: Game, name: str, plan: CheckPlan) -> Dominated:
    """The choices of a level with the fewest seats and with the most that share a table often."""
    gear = "" if plan.gear == "compiled" else plan.gear
    bot, judge = level(game, name, gear=gear), Judge(game, ladder(game).settings("expert"), gear)
    few, most = game.seats[0], min(game.seats[1], game.seats[0] + 2)
    counts = sorted({few, most})
    choices = max(10, plan.positions // (4 * len(counts))) // (1 if name in QUICK else FEWER)
    found = Dominated()
    for seats in counts:
        until = perf_counter() + A_WHILE[name in QUICK]
        found += dominated(game, bot, judge, choices, plan.seed, seats, until, plan.gear)
    return found

"""Levels by measurement: how each does against the one below, and budgets with which it does as it should."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from brillig.bots.levels.duels import DuelTally, alone, duel
from brillig.bots.levels.ladders import LEVELS, Ladder, Measured
from brillig.bots.random import Random
from brillig.bots.thinker import Thinker
from brillig.core import Game

WANTED, LEAST, MOST = 0.75, 0.65, 0.85  # the share of games that a level should win against the one below
NEAR = 0.04  # of that is good enough
ENOUGH = 20  # games before a duel that is clearly out of bounds is broken off
STEPS = 5  # from random play to the expert's in a game for points; levels should be one step apart
FEWEST = 8  # iterations; a level that should be weaker still takes choices that look worse
SLACKS = (0, 20, 40, 80, 120, 200, 300, 500)
SOLVES = 1000  # iterations from which on a level also plays endings perfectly
ENDING = 100_000  # positions it looks at for that
SECONDS = 1.0
KEPT = ("memory", "timing", "depth")  # what a level has beside its budget; it is not fitted

Say = Callable[[str], None]
Share = Callable[[Thinker, Thinker], float]


def measure(game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int = 1) -> dict[str, Measured]:
    """How every level does: against the one below, or alone in a game for points."""
    found: dict[str, Measured] = {}
    for k, name in enumerate(LEVELS):
        bot = Thinker(game, ladder.settings(name), name)
        if alone_or_together(game):
            say(f"{game.title}: {name}")
            found[name] = result(last(alone(game, bot, games, seed, workers=workers)))
        elif k:
            below = LEVELS[k - 1]
            say(f"{game.title}: {name} against {below}")
            other = Thinker(game, ladder.settings(below), below)
            found[name] = result(last(duel(game, bot, other, games, seed, workers=workers)))
    return found


def fit(game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int = 1) -> Ladder:
    """New budgets for all levels below expert, each the one of many that the level above beats about as it should."""
    levels = {"expert": ladder.levels["expert"]}
    share = (
        points_share(game, ladder, games, seed, say, workers)
        if alone_or_together(game)
        else places_share(game, games, seed, workers)
    )
    for above, name in zip(LEVELS[:0:-1], LEVELS[-2::-1], strict=True):
        top = Thinker(game, Ladder(ladder.style, levels).settings(above), above)
        rungs = slower(levels[above]) if game.real_time else weaker(levels[above])
        kept = {what: n for what, n in ladder.levels.get(name, {}).items() if what in KEPT}
        low, high = 0, len(rungs) - 1
        while low < high:
            k = (low + high) // 2
            trial = Thinker(game, Ladder(ladder.style, {name: {**rungs[k], **kept}}).settings(name), name)
            won = share(top, trial)
            say(f"{game.title}: {above} beats {words(rungs[k])} in {won:.0%}")
            if abs(won - WANTED) < NEAR:
                low = high = k
            elif won < WANTED:
                low = k + 1
            else:
                high = k
        levels[name] = {**(rungs[low] if rungs else levels[above]), **kept}
    return Ladder(ladder.style, {name: levels[name] for name in LEVELS})


def weaker(above: dict[str, Any]) -> list[dict[str, Any]]:
    """Budgets below a given one, each weaker than the one before: fewer iterations, then less care."""
    rungs, iterations = [], above["iterations"]
    if not above.get("slack"):
        while iterations > FEWEST:
            iterations = max(FEWEST, iterations // 2)
            rungs.append({"iterations": iterations, "seconds": SECONDS})
            if iterations >= SOLVES:
                rungs[-1]["solve"] = ENDING
    rungs += [
        {"iterations": FEWEST, "seconds": SECONDS, "slack": slack} for slack in SLACKS if slack > above.get("slack", 0)
    ]
    return rungs


def slower(above: dict[str, Any]) -> list[dict[str, Any]]:
    """The same thinking with ever longer reactions, for games in which the quickest wins."""
    reactions = [round(above["reaction"] * 1.1**k, -1) for k in range(1, 24)]
    return [{**above, "threads": 1, "reaction": int(reaction)} for reaction in reactions]


def words(budget: dict[str, Any]) -> str:
    if budget.get("reaction"):
        return f"reacts in about {budget['reaction'] / 1000:.1f} s"
    slack = f" and slack {budget['slack']}" if budget.get("slack") else ""
    return f"{budget['iterations']} iterations{slack}"


# ---- how much better is one bot than another? ------------------------------------------------------------------------


def alone_or_together(game: Game) -> bool:
    """Is it played for points, by as few as can play it?"""
    return game.for_points(game.seats[0])


def places_share(game: Game, games: int, seed: int, workers: int) -> Share:
    """The share of games that one bot wins against another."""
    return lambda top, trial: last(decided(duel(game, top, trial, games, seed, workers=workers))).mean


def points_share(game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int) -> Share:
    """The like for games played for points: the wanted share when one bot makes a step more points than the other."""
    expert = Thinker(game, ladder.settings("expert"), "expert")
    means = {"expert": last(alone(game, expert, games, seed, workers=workers)).mean}
    step = max(0.1, (means["expert"] - last(alone(game, Random(game), 10 * games, seed)).mean) / STEPS)
    say(f"{game.title}: the expert makes {means['expert']:.1f} points, and a step is {step:.1f}")

    def share(top: Thinker, trial: Thinker) -> float:
        for bot in (top, trial):
            if bot is trial or bot.name not in means:
                means[bot.name] = last(alone(game, bot, games, seed, workers=workers)).mean
        return 0.5 + (WANTED - 0.5) * (means[top.name] - means[trial.name]) / step

    return share


def decided(tallies: Iterable[DuelTally]) -> Iterator[DuelTally]:
    """A duel until it is clear that the share is out of bounds."""
    for tally in tallies:
        yield tally
        sure = tally.mean - tally.give_or_take > MOST or tally.mean + tally.give_or_take < LEAST
        if sure and tally.games >= ENOUGH and tally.games % 2 == 0:
            return


def last(tallies: Iterable[DuelTally]) -> DuelTally:
    return deque(tallies, maxlen=1)[0]


def result(tally: DuelTally) -> Measured:
    return Measured(tally.games, round(tally.mean, 4), round(tally.give_or_take, 4))

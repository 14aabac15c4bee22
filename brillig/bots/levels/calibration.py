"""Levels by measurement: how each does against the one below, and budgets with which it does as it should."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import msgspec

from brillig.bots.levels.duels import DuelTally, alone, duel
from brillig.bots.levels.ladders import LEVELS, Ladder, Measured, file_of
from brillig.bots.levels.people import PEOPLE, Person
from brillig.bots.levels.styles import STYLES, Style, clearly, clearly_more, rivals, suited
from brillig.bots.random import Random
from brillig.bots.sense.dominated import Judge, dominated
from brillig.bots.thinker import Thinker
from brillig.core import Game

WANTED, LEAST, MOST = 0.75, 0.65, 0.85  # the share of games that a level should win against the one below
NEAR = 0.04  # of that is good enough
ENOUGH = 20  # games before a duel that is clearly out of bounds is broken off
STEPS = 5  # from random play to the expert's in a game for points; levels should be one step apart
FEWEST = 8  # iterations; a level that should be weaker still takes choices that look worse
SLACKS = (0, 20, 40, 80, 120, 200, 300, 500, 700, 1000)
SOLVES = 1000  # iterations from which on a level also plays endings perfectly
ENDING = 100_000  # positions it looks at for that
SECONDS = 1.0
KEPT = ("memory", "timing", "depth", "turns", "deepen", "care")  # what a level has beside its budget; it is not fitted

CHOICES = 200  # of each level that are looked at, to find those that are dominated,
A_MINUTE = 60.0  # in so many seconds at most
TO_FIT = 0.6  # of the time, if that is limited; the rest is for measuring
TRIES = 4  # budgets for each level, more or less

Say = Callable[[str], None]
Share = Callable[[Thinker, Thinker, float], float]  # of two bots, and what is wanted


@dataclass
class Patience:
    """How long it may take: so many comparisons until a time, and each has its share of what is left."""

    until: float = float("inf")
    comparisons: int = 1
    clock: Callable[[], float] = field(default=perf_counter, repr=False)

    def for_one(self) -> float:
        """When the next comparison must end."""
        now, left = self.clock(), max(1, self.comparisons)
        self.comparisons -= 1
        return now + (self.until - now) / left


def calibrated(
    game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int = 1, fitting: bool = False,
    seconds: float = float("inf"),
) -> Ladder:  # fmt: skip
    """The ladder with everything that is measured about it, fitted before if that is wanted; in so much time at most."""
    now = perf_counter()
    if fitting:
        patience = Patience(now + TO_FIT * seconds, TRIES * (len(LEVELS) - 1) + 1 + len(STYLES))
        ladder = styled(game, ladder, games, seed + 2_000_000, say, workers, patience)
        ladder = fit(game, ladder, games, seed + 1_000_000, say, workers, patience)
    race = game.real_time and not alone_or_together(game)  # beside whom somebody is quick or slow
    patience = Patience(now + seconds, 2 * len(LEVELS) + race * len(LEVELS) * len(PEOPLE))
    return msgspec.structs.replace(
        ladder,
        measured=measure(game, ladder, games, seed, say, workers, patience),
        dominated={} if game.real_time else sense(game, ladder, seed, say, patience),
        people=beside_people(game, ladder, games, seed, say, workers, patience) if race else {},
    )


def measure(
    game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int = 1, patience: Patience | None = None
) -> dict[str, Measured]:
    """How every level does: against the one below, or alone in a game for points."""
    found: dict[str, Measured] = {}
    patience = patience or Patience()
    for k, name in enumerate(LEVELS):
        bot, until = Thinker(game, ladder.settings(name), name), patience.for_one()
        if alone_or_together(game):
            say(f"{game.title}: {name}")
            found[name] = result(last(timely(alone(game, bot, games, seed, workers=workers), until)))
        else:
            other = Thinker(game, ladder.settings(LEVELS[k - 1]), LEVELS[k - 1]) if k else Random(game)
            say(f"{game.title}: {name} against {other.name}")
            found[name] = result(last(timely(duel(game, bot, other, games, seed, workers=workers), until)))
    return found


def sense(game: Game, ladder: Ladder, seed: int, say: Say, patience: Patience | None = None) -> dict[str, float]:
    """The share of every level's choices that are worse in every sample than another."""
    found, judge = {}, Judge(game, ladder.settings("expert"))
    patience = patience or Patience()
    for name in LEVELS:
        say(f"{game.title}: what {name} chooses")
        bot = Thinker(game, ladder.settings(name), name)
        until = min(patience.for_one(), perf_counter() + A_MINUTE)
        found[name] = round(dominated(game, bot, judge, CHOICES, seed, until=until).share, 4)
    return found


def beside_people(
    game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int = 1, patience: Patience | None = None
) -> dict[str, dict[str, float]]:
    """What a model of a person wins against each level."""
    found: dict[str, dict[str, float]] = {person: {} for person in PEOPLE}
    patience = patience or Patience()
    for person, name in ((person, name) for person in PEOPLE for name in LEVELS):
        say(f"{game.title}: {person} against {name}")
        bot = Thinker(game, ladder.settings(name), name)
        tallies = duel(game, Person(game, person), bot, games, seed, workers=workers)
        found[person][name] = round(last(timely(tallies, patience.for_one())).mean, 4)
    return found


def styled(
    game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int = 1, patience: Patience | None = None
) -> Ladder:
    """With the style that suits the game, if nobody has chosen one: a game that has levels keeps its own."""
    if game.real_time or file_of(game).exists():
        return ladder
    patience = patience or Patience()

    def better(one: Style, two: Style) -> bool:
        say(f"{game.title}: is {style_words(one)} better than {style_words(two)}?")
        a, b = rivals(game, one, two)
        until = patience.for_one()
        if alone_or_together(game):
            until = (perf_counter() + until) / 2
            return clearly_more(
                *(last(timely(alone(game, bot, games, seed, workers=workers), until)) for bot in (a, b))
            )
        return clearly(last(timely(duel(game, a, b, games, seed, workers=workers), until)))

    return msgspec.structs.replace(ladder, style=suited(ladder.style, better))


def style_words(style: Style) -> str:
    return ", ".join(f"{name} {number}" for name, number in style.items()) or "the usual style"


def fit(
    game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int = 1, patience: Patience | None = None
) -> Ladder:
    """New budgets for all levels below expert, each the one of many that the level above beats about as it should.

    Where the weakest that there is loses too seldom for three such steps, each level gets its part of what there is.
    """
    levels, patience = {"expert": ladder.levels["expert"]}, patience or Patience()
    share = (
        points_share(game, ladder, games, seed, say, workers, patience)
        if alone_or_together(game)
        else places_share(game, games, seed, workers, patience)
    )
    wanted, why = WANTED, ladder.why
    if not game.real_time:
        best, worst = (
            Thinker(game, Ladder(ladder.style, {"it": budget}).settings("it"))
            for budget in (levels["expert"], weaker(levels["expert"])[-1])
        )
        room = share(best, worst, WANTED)
        wanted = min(WANTED, a_step(room))
        if wanted < LEAST:
            why = f"There is little to win: expert won {room:.0%} against the weakest in the fitting. Each level has its part."
        say(f"{game.title}: expert beats the weakest in {min(1.0, room):.0%}, so a step is {wanted:.0%}")
    for above, name in zip(LEVELS[:0:-1], LEVELS[-2::-1], strict=True):
        top = Thinker(game, Ladder(ladder.style, levels).settings(above), above)
        rungs = slower(levels[above]) if game.real_time else weaker(levels[above])
        kept = {what: n for what, n in ladder.levels.get(name, {}).items() if what in KEPT}
        low, high = 0, len(rungs) - 1
        while low < high:
            k = (low + high) // 2
            trial = Thinker(game, Ladder(ladder.style, {name: {**rungs[k], **kept}}).settings(name), name)
            won = share(top, trial, wanted)
            say(f"{game.title}: {above} beats {words(rungs[k])} in {won:.0%}")
            if abs(won - wanted) < NEAR * (wanted - 0.5) / (WANTED - 0.5):
                low = high = k
            elif won < wanted:
                low = k + 1
            else:
                high = k
        levels[name] = {**(rungs[low] if rungs else levels[above]), **kept}
    return Ladder(ladder.style, {name: levels[name] for name in LEVELS}, why=why)


def a_step(room: float) -> float:
    """The share for each of three steps that are as wide together as this one: odds multiply."""
    room = min(0.999, max(0.501, room))
    odds: float = (room / (1 - room)) ** (1 / (len(LEVELS) - 1))
    return odds / (1 + odds)


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
    """The same thinking, ever slower in seeing and moving, for games in which the quickest wins."""
    slow = [1.1**k for k in range(1, 24)]
    glance = above.get("glance", 0)
    return [
        {**above, "threads": 1, "reaction": int(round(above["reaction"] * k, -1)), "glance": round(glance * k)}
        for k in slow
    ]


def words(budget: dict[str, Any]) -> str:
    if budget.get("reaction"):
        glance = f", {budget['glance']} ms for each thing to look at" if budget.get("glance") else ""
        return f"reacts in about {budget['reaction'] / 1000:.1f} s{glance}"
    slack = f" and slack {budget['slack']}" if budget.get("slack") else ""
    return f"{budget['iterations']} iterations{slack}"


# ---- how much better is one bot than another? ------------------------------------------------------------------------


def alone_or_together(game: Game) -> bool:
    """Is it played for points, by as few as can play it?"""
    return game.for_points(game.seats[0])


def places_share(game: Game, games: int, seed: int, workers: int, patience: Patience) -> Share:
    """The share of games that one bot wins against another."""

    def share(top: Thinker, trial: Thinker, wanted: float) -> float:
        tallies = timely(duel(game, top, trial, games, seed, workers=workers), patience.for_one())
        return last(decided(tallies, wanted)).mean

    return share


def points_share(
    game: Game, ladder: Ladder, games: int, seed: int, say: Say, workers: int, patience: Patience
) -> Share:
    """The like for games played for points: the wanted share when one bot makes a step more points than the other."""
    expert = Thinker(game, ladder.settings("expert"), "expert")
    means = {"expert": last(timely(alone(game, expert, games, seed, workers=workers), patience.for_one())).mean}
    step = max(0.1, (means["expert"] - last(alone(game, Random(game), 10 * games, seed)).mean) / STEPS)
    say(f"{game.title}: the expert makes {means['expert']:.1f} points, and a step is {step:.1f}")

    def share(top: Thinker, trial: Thinker, wanted: float) -> float:
        for bot in (top, trial):
            if bot is trial or bot.name not in means:
                tallies = alone(game, bot, games, seed, workers=workers)
                means[bot.name] = last(timely(tallies, patience.for_one())).mean
        return 0.5 + (WANTED - 0.5) * (means[top.name] - means[trial.name]) / step

    return share


def timely(tallies: Iterator[DuelTally], until: float) -> Iterator[DuelTally]:
    """Games until the time is up, an even number of them: both sides have had the same deals."""
    for tally in tallies:
        yield tally
        if perf_counter() > until and tally.games % 2 == 0:
            return


def decided(tallies: Iterable[DuelTally], wanted: float = WANTED) -> Iterator[DuelTally]:
    """A duel until it is clear that the share is out of bounds."""
    most, least = wanted + (MOST - WANTED), wanted - (WANTED - LEAST)
    for tally in tallies:
        yield tally
        sure = tally.mean - tally.give_or_take > most or tally.mean + tally.give_or_take < least
        if sure and tally.games >= ENOUGH and tally.games % 2 == 0:
            return


def last(tallies: Iterable[DuelTally]) -> DuelTally:
    return deque(tallies, maxlen=1)[0]


def result(tally: DuelTally) -> Measured:
    return Measured(tally.games, round(tally.mean, 4), round(tally.give_or_take, 4))

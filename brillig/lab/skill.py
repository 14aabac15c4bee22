"""Does it matter how one plays? How much each level takes from the one below, and what is at stake in a decision.

The skill curve: every level meets the one below in the same deals from all seats. A game in which better play pays has
steep steps, and many of them. The stakes: positions of games between bots, in each of which all choices are looked at
evenly; what choosing any of them at random would cost, beside the best, is what that decision was worth.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import log10
from typing import Any, NamedTuple

import msgspec
import numpy as np

import brillig
from brillig.bots import LEVELS, Search
from brillig.bots.analysis import settings_for
from brillig.core import Game, Table
from brillig.lab.simulation.plan import RANDOM, rules_of, where_of
from brillig.lab.simulation.tally import Spread
from brillig.lab.simulation.watch import Stopped, play, player, seed_of
from brillig.lab.statistics.figures import SURE, exactly, number, percent, share
from brillig.lab.tournament import Tournament
from brillig.parts.words import listed
from brillig.positions.openings import opening

LADDER = (RANDOM, *LEVELS)
SAMPLED = 3  # one in so many decisions is looked at
LOOK = 4000  # iterations for each of them
EVENLY = 4  # one in so many of these goes to all choices alike
IDLE = 0.02  # of a win: a decision with less at stake hardly matters
PARTS = ("the first third", "the second third", "the last third")
PAYS = ((100, "hardly pays: luck decides"), (300, "pays a little"), (700, "pays clearly"))  # Elo, from end to end
MOST_PAY = "decides"


class SkillStep(NamedTuple):
    """What a level takes from the one below."""

    better: str
    worse: str
    games: int
    share: float
    low: float
    high: float

    @property
    def elo(self) -> float:
        return self.on_elos_scale(self.share)

    def on_elos_scale(self, share: float) -> float:
        """The same on Elo's scale; who wins all is taken to have lost half a game."""
        most = 1 - 0.5 / max(1, self.games)
        p = min(most, max(1 - most, share))
        return 400 * log10(p / (1 - p))

    def as_data(self) -> dict[str, Any]:
        elo = {"elo": self.elo, "elo_low": self.on_elos_scale(self.low), "elo_high": self.on_elos_scale(self.high)}
        return self._asdict() | elo


class Stake(NamedTuple):
    """One decision: what a random choice would cost, and in which part of the game."""

    cost: float
    when: float


def skill_curve(
    game: Game, names: Sequence[str], games: int, seats: int | None, options: Mapping[str, object] | None, seed: int,
    progress: Callable[[], None] = lambda: None, stopped: Callable[[], bool] = lambda: False,
) -> list[SkillStep]:  # fmt: skip
    """Each of these bots against the one before it."""
    steps = []
    for worse, better in pairwise(names):
        event = Tournament(game, [better, worse], games=games, seats=seats, options=options, seed=seed)
        duel = event.duels[0, 1]
        for deal in range(event.rounds):
            if stopped():
                raise Stopped("The games were stopped.")
            duel.add(*event.round((0, 1), deal))
            progress()
        steps.append(SkillStep(better, worse, duel.rounds * len(event.seatings), duel.share, *duel.interval()))
    return steps


class Sampler:
    """Notes some of the positions of a game between bots."""

    def __init__(self, deal: int) -> None:
        self.deal, self.seen, self.length = deal, list[tuple[int, int, Table]](), 0
        self.table: Table | None = None

    def begin(self, table: Table) -> None:
        self.table = table

    def choice(self, at: int, seat: int, codes: Sequence[int], code: int) -> None:
        self.length = at + 1
        if self.table and (at + self.deal) % SAMPLED == 0 and len(self.table.shortlist(seat)) > 1:
            self.seen.append((at, seat, self.table.hidden(seat)))

    def look(self, at: int, table: Table) -> None:
        """Nothing is noted after a choice."""


def stakes(
    game: Game, name: str, games: int, seats: int | None, options: Mapping[str, object] | None, seed: int,
    look: int = LOOK, progress: Callable[[], None] = lambda: None, stopped: Callable[[], bool] = lambda: False,
) -> list[list[Stake]]:  # fmt: skip
    """What is at stake in decisions of games between bots of this name, game by game."""
    count, settings = game.check_seats(seats), settings_for(game, look, seconds=60.0)
    found = []
    begun = opening(game, count, game.decode(game.state(game.blank(count, options)))) or 0
    for deal in range(games):
        sampler = Sampler(deal)
        table = game.new(count, seed, options, deal=deal, gear="compiled", timed=True)
        play(table, [player(name, game)] * count, seed, deal, sampler, stopped, begun)
        found.append([Stake(_cost(view, seat, settings, seed_of(seed, deal, at)), at / sampler.length)
                      for at, seat, view in sampler.seen])  # fmt: skip
        progress()
    return found


def _cost(view: Table, seat: int, settings: Any, seed: int) -> float:
    """What choosing at random would cost beside the best choice."""
    floor = settings.iterations // (EVENLY * len(view.shortlist(seat)))
    means = [
        e.mean
        for e in Search(view.game, msgspec.structs.replace(settings, floor=floor)).think(view, seat, seed).estimates
    ]
    return max(0.0, means[0] - sum(means) / len(means))


# ---- in words ------------------------------------------------------------------------------------------------------


def on_curve(steps: Sequence[SkillStep]) -> list[str]:
    """Whether better play pays, and from where on it does not."""
    said = [
        f"{s.better} takes {exactly(s.share)} from {s.worse} ({exactly(s.low)} to {exactly(s.high)})" for s in steps
    ]
    total = sum(step.elo for step in steps)
    how = next((words for most, words in PAYS if total < most), MOST_PAY)
    found = [f"Better play {how}: {'; '.join(said)}. From end to end that is about {number(total)} points of Elo."]
    flat = [step for step in steps if step.low <= 0.5]
    if flat:
        found.append(f"It cannot be seen that {flat[0].better} is better than {flat[0].worse}: play more --games, or the "
                     "game has no room for better play there.")  # fmt: skip
    return found


def on_stakes(found: Sequence[Sequence[Stake]], for_points: bool) -> list[str]:
    """Whether decisions matter, and when."""
    every = [stake for game in found for stake in game]
    if not every:
        return ["Nobody had anything to decide."]
    mean = sum(stake.cost for stake in every) / len(every)
    # Decisions of one game are alike: the interval comes from how much games differ.
    by_game = Spread.of(_thousandths([sum(s.cost for s in game) / len(game) for game in found if game]))
    half = SURE * by_game.error / 1000

    def unit(x: float) -> str:
        return f"{number(x)} points" if for_points else f"{percent(x)} of a win"

    of = f"({len(every):,} decisions of {len(found):,} games)"
    said = [f"A decision made at random costs {unit(mean)} on average, give or take {unit(half)} {of}."]
    if not for_points:
        idle = share(sum(stake.cost < IDLE for stake in every), len(every))
        said.append(f"In {percent(idle['share'])} of the decisions less than {percent(IDLE)} of a win is at stake.")
    parts = [[s.cost for s in every if int(3 * s.when) == k] for k in range(3)]
    means = [sum(part) / len(part) if part else 0.0 for part in parts]
    most = max(range(3), key=lambda k: means[k])
    thirds = listed([*(number(x) if for_points else percent(x) for x in means[:2]), unit(means[2])])
    said.append(f"Most is at stake in {PARTS[most]} of a game ({thirds} in the three thirds).")
    return said


def _thousandths(costs: Sequence[float]) -> Any:
    return np.array([round(1000 * cost) for cost in costs], np.int64)


def summary(
    game: Game, steps: Sequence[SkillStep], found: Sequence[Sequence[Stake]], seats: int, seed: int,
    options: Mapping[str, object] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """All of it as plain data: what `skill_report` shows."""
    points, rules, names = game.for_points(seats), rules_of(game), [steps[0].worse, *(step.better for step in steps)]
    words = ["brillig", "simulate", where_of(game) or game.slug, "--skill", "--bots", ",".join(names), "--seats", str(seats),
             "--games", str(steps[0].games), "--seed", str(seed)]  # fmt: skip
    for name, value in (options or {}).items():
        words += ["--option", f"{name}={value}"]
    return {
        "signature": f"brillig {brillig.__version__}, {game.slug}, rules {rules}, seed {seed}",
        "game": game.slug, "title": game.title, "rules": rules, "seed": seed, "seats": seats, "for_points": points,
        "games": sum(step.games for step in steps), "command": shlex.join(words), "looked_at": names[1],
        "verdicts": [*on_curve(steps), *on_stakes(found, points)], "warnings": [], "kept": [], "gpu": False,
        "steps": [step.as_data() for step in steps],
        "stakes": [[stake._asdict() for stake in stakes] for stakes in found],
    }  # fmt: skip

"""How often a bot makes a choice that is worse in every sample than another it had: the share of dominated choices.

Samples are as many again as those of the bot's own second look, and drawn by another chance. What looks bad when the seat
is next asked may be good in the long run, so a long thought is asked too before anything is called dominated: it must find
a difference that is not just noise, as it would where everything is as good as lost.
"""

from __future__ import annotations

import itertools
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from brillig.bots.search import Search, Settings, known_to
from brillig.bots.sense.second_look import A_POINT, CLEARLY, SAMPLES, SecondLook
from brillig.core import Game, Table
from brillig.core.faults import way_to

if TYPE_CHECKING:
    from brillig.bots import Bot

MANY = 3 * SAMPLES
QUARTER = 4  # less than a quarter of what is clearly better may be noise in a long thought
LONG, A_MOMENT = 2000, 2.0  # iterations of the long thought, or the expert's if those are more; seconds for it
ANOTHER = 0x9E3779B97F4A7C15  # added to a seed, it is another
FOREVER = float("inf")


class Dominated(NamedTuple):
    """What a bot chose where it had a choice, and how much of that was worse in every sample."""

    choices: int = 0
    worse: int = 0
    last: str = ""  # where the last of those was seen

    @property
    def share(self) -> float:
        return self.worse / max(1, self.choices)

    def __add__(self, other: Dominated) -> Dominated:  # type: ignore[override]
        return Dominated(self.choices + other.choices, self.worse + other.worse, other.last or self.last)


class Judge:
    """Says of a choice whether it is dominated."""

    def __init__(self, game: Game, style: Settings | None = None, gear: str = "") -> None:
        style = style or Settings()
        many = max(LONG, style.iterations)
        long = msgspec.structs.replace(style, iterations=many, seconds=A_MOMENT, slack=0, threads=1, gpu=False)
        self.look, self.search = SecondLook(game, Settings(look=style.look), gear), Search(game, long, gear=gear)

    def better(self, view: Table, seat: int, code: int, seed: int) -> int:
        """A choice that dominates this one, or the choice itself."""
        other = self.look.better(view, seat, code, view.shortlist(seat), (seed + ANOTHER) % (1 << 64), MANY)
        if other == code:
            return code
        thought = self.search.think(view, seat, seed)
        found, noise = {e.code: e.mean for e in thought.estimates}, (A_POINT if thought.points else CLEARLY) / QUARTER
        return other if 1000 * (found.get(other, 1.0) - found.get(code, 0.0)) > noise else code


def dominated(
    game: Game, bot: Bot, judge: Judge, choices: int, seed: int, seats: int | None = None, until: float = FOREVER,
    gear: str = "compiled",
) -> Dominated:  # fmt: skip
    """So many choices of a bot that plays against its like, fewer when the time is up."""
    found = Dominated()
    for deal in itertools.count():
        table = game.new(seats, seed, deal=deal, gear=gear)
        for ply in itertools.count():
            if table.over or found.choices >= choices or perf_counter() > until:
                break
            seat = table.waiting()[ply % len(table.waiting())]
            view, codes = table.hidden(seat), table.shortlist(seat)
            at = seed_of(seed, deal, ply)
            with way_to(table):
                code = bot.choose(view, seat, at)
            if len(codes) > 1 and not (game.swing and game.swing(view.plain, seat)) and not played_perfectly(bot, view):
                with way_to(table):
                    better = judge.better(remembered(bot, view, seat), seat, code, at)
                where = f"seat {seat} chose {game.label(view.plain, seat, code)!r}, not {game.label(view.plain, seat, better)!r}"
                again = f"{where} (game.new(seats={table.seats}, seed={seed}, deal={deal}), choice {ply})"
                found += Dominated(1, int(better != code), again if better != code else "")
            table.play(seat, code)
        if found.choices >= choices or perf_counter() > until or deal > choices:
            return found
    raise AssertionError("there is always another deal")


def remembered(bot: Bot, view: Table, seat: int) -> Table:
    """What a bot goes by: to have forgotten something is no nonsense."""
    settings = getattr(bot, "settings", None)
    return known_to(view, seat, settings) if settings else view


def played_perfectly(bot: Bot, view: Table) -> bool:
    """Does it know how this ends? Then nobody need judge it."""
    ending = getattr(bot, "ending", None)
    return ending is not None and ending(view) is not None


def seed_of(seed: int, deal: int, ply: int) -> int:
    """A seed for every choice."""
    return (seed * 1_000_003 + deal * 10_007 + ply) % (1 << 64)

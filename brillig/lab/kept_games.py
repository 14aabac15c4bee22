"""From a simulation to one game: replays of the games that are worth a look, for `brillig replay` and `brillig analyse`.

A game of a simulation follows from the seed, its number and who plays. So it is played once more here, beside a match
with the same deal, whose log is the replay.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from brillig.core import BrilligError, Game, Table, below
from brillig.lab.simulation.folder import sentences
from brillig.lab.simulation.plan import Plan, PlannedVariant
from brillig.lab.simulation.tally import CLOSEST, FEWEST, LONGEST, LOPSIDED, MOST, SHORTEST, Tally
from brillig.lab.simulation.watch import play, player
from brillig.match import ChoiceEntry, Match
from brillig.positions.drive import ByChance, drive, players_chance

REPLAYS = "replays"  # the folder
FIRST = 4  # games of each variant that are kept, beside those that stand out


class Recorder:
    """Puts what bots choose into a match."""

    def __init__(self, match: Match) -> None:
        self.match, self.table = match, match.table

    def begin(self, table: Table) -> None:
        self.table = table

    def choice(self, at: int, seat: int, codes: Sequence[int], code: int) -> None:
        self.match.choose(seat, code, int(self.table.plain.now))

    def look(self, at: int, table: Table) -> None:
        """Nothing is noted after a choice."""


def game_as_match(plan: Plan, game: Game, variant: PlannedVariant, number: int) -> Match:
    """Game `number` of a simulation, as a match that is over."""
    secret = hashlib.sha256(f"brillig simulation {plan.seed} {number}".encode()).digest()
    names = [f"{name} {seat + 1}" for seat, name in enumerate(variant.bots)]
    match = Match.start(game, names=names, options=variant.options, secret=secret, simulated=(plan.seed, number))
    table = game.new(variant.seats, plan.seed, variant.options, deal=number, timed=True)
    recorder = Recorder(match)
    recorder.begin(table)
    if plan.random:
        rng = players_chance(plan.seed, number)

        def choose(seat: int) -> int | None:
            codes = table.codes(seat)
            if not codes:
                return None
            code = codes[below(rng, len(codes))]
            recorder.choice(0, seat, codes, code)
            return code

        for _ in drive(table, ByChance(rng), choose, game.bound(variant.seats, variant.options) + 1):
            pass
    else:
        players = [player(name, game) for name in variant.bots]
        play(table, players, plan.seed, number, recorder, opening=variant.opening or 0)
    while not match.finished and (alarm := match.alarm()) is not None:
        match.advance(alarm)
    if not match.finished or match.result().scores != table.scores():
        raise BrilligError(f"Game {number} of {game.title} did not go as in the simulation; it cannot be kept.")
    return match


def standing_out(tally: Tally, for_points: bool) -> dict[int, list[str]]:
    """The games that stand out, by their numbers, and in what."""
    found: dict[int, list[str]] = {}
    for what in (SHORTEST, LONGEST, *((FEWEST, MOST) if for_points else (CLOSEST, LOPSIDED))):
        if what in tally.telling:
            found.setdefault(tally.telling[what][-1], []).append(what)
    return found


def keep(out: Path, plan: Plan, game: Game, tallies: Sequence[Tally]) -> list[dict[str, Any]]:
    """Write the replays of a simulation; what there is to know about each."""
    kept = []
    with sentences(out):
        (out / REPLAYS).mkdir(parents=True, exist_ok=True)
    for k, (variant, tally) in enumerate(zip(plan.variants, tallies, strict=True)):
        wanted = standing_out(tally, game.for_points(variant.seats))
        for number in range(min(FIRST, plan.games)):
            wanted.setdefault(number, [])
        for number, what in wanted.items():
            match = game_as_match(plan, game, variant, number)
            file = f"{REPLAYS}/{'' if len(plan.variants) == 1 else f'variant-{k + 1}-'}game-{number}.jsonl"
            match.save(out / file)
            choices = sum(isinstance(entry, ChoiceEntry) for entry in match.log.entries)
            about = {"label": plan.label(variant), "game": number, "what": what, "choices": choices}
            kept.append(about | {"points": match.result().scores, "file": file})
    return kept

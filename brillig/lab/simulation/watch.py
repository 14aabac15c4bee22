"""Playing games and noting what is seen of each: random ones in compiled code, those of bots from Python.

Either way the result is `SeenGames`, and game k of a seed depends on the seed and k alone.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from brillig import bots
from brillig.bots import Bot
from brillig.bots.levels.pace import Pace
from brillig.core import BrilligError, Game, Table
from brillig.core.chance import halves
from brillig.core.faults import NOT_PLAYED, SLIPS, THE_TABLE, random_game
from brillig.core.gears import long_kernels
from brillig.lab.simulation import kernels
from brillig.lab.simulation.choice_kinds import kinds_of
from brillig.lab.simulation.different import Fingerprint
from brillig.lab.simulation.kernels import NOBODY, NOT_OVER, TENTHS, SeenGame, digest, sole_winner
from brillig.lab.simulation.plan import PlannedVariant
from brillig.positions.drive import ByChance, drive, players_chance

MOST_CELLS = 1 << 21  # of `made` in one sheet, so that memory stays small
FOREVER = 1e9  # seconds


class Stopped(BrilligError):
    """Somebody wants the games to stop in the middle."""


@dataclass
class SeenGames:
    """What was seen of some games in a row. See kernels.py for what the arrays hold."""

    first: int  # the number of the first game
    games: Any  # SeenGame, a row a game
    scores: Any  # [game, seat]
    ranks: Any  # [game, seat]
    made: Any  # [game, seat, kind]
    offered: Any  # [game, seat, kind]: decisions at which it could be made
    widths: Any  # [choices]: decisions
    by_tenth: Any  # [tenth, 0]: decisions; [tenth, 1]: choices
    prints: list[int] = field(default_factory=list)  # a fingerprint of each game of bots; none of random ones

    def __len__(self) -> int:
        return len(self.games)


def blank_sheet(game: Game, seats: int, first: int, n: int) -> SeenGames:
    kinds = len(kinds_of(game).names)
    return SeenGames(
        first,
        np.zeros(n, SeenGame.dtype()),
        np.zeros((n, seats), np.int32),
        np.zeros((n, seats), np.int8),
        np.zeros((n, seats, kinds), np.int32),
        np.zeros((n, seats, kinds), np.int32),
        np.zeros(game.codes + 1, np.int64),
        np.zeros((TENTHS, 2), np.int64),
    )


def most_games(game: Game, seats: int) -> int:
    """How many games fit in one sheet."""
    return max(1, min(1 << 14, MOST_CELLS // (seats * len(kinds_of(game).names))))


@cache
def compiled(game: Game) -> dict[str, Any]:
    """The kernels of the laboratory for a game."""
    return long_kernels(game, kernels)


# ---- random games --------------------------------------------------------------------------------------------------


def random_games(game: Game, variant: PlannedVariant, seed: int, first: int, n: int) -> SeenGames:
    """Games first ... first + n - 1, every choice at random: those of `game.playouts`."""
    seats, kinds = variant.seats, kinds_of(game)
    sheet = blank_sheet(game, seats, first, n)
    blank = np.frombuffer(bytes(game.blank(seats, variant.options)), np.uint8)
    cap = game.bound(seats, variant.options) + 1
    raw = np.zeros(len(blank), np.uint8)
    sheet.games["length"] = NOT_PLAYED
    given = (
        raw.view(game.state.dtype()), raw, blank, np.zeros(game.codes, np.int16), np.zeros(seats, np.int16),
        np.zeros(4, np.int64), *halves(seed), first, cap, kinds.of,
        np.zeros(cap, np.int8), np.zeros(cap, np.int32), np.zeros(seats, np.int64), np.zeros(seats, np.int64),
        np.zeros(len(kinds.names), np.int64),
        sheet.games, sheet.scores, sheet.ranks, sheet.made, sheet.offered, sheet.widths, sheet.by_tenth,
    )  # fmt: skip
    try:
        compiled(game)["survey"](*given)
    except SLIPS as why:
        broken = first + int(np.argmax(sheet.games["length"] == NOT_PLAYED))
        raise random_game(game, why, bytes(blank), seed, broken, cap, watched=True) from why
    return sheet


# ---- games of bots -------------------------------------------------------------------------------------------------


def bot_games(
    game: Game, variant: PlannedVariant, seed: int, first: int, n: int, stopped: Callable[[], bool] = lambda: False
) -> SeenGames:
    """Games first ... first + n - 1 with the bots of this variant."""
    sheet = blank_sheet(game, variant.seats, first, n)
    for k in range(n):
        players = [player(name, game) for name in variant.bots]
        watch = Watch(game, variant.seats, sheet, k)
        table = game.new(variant.seats, seed, variant.options, deal=first + k, gear="compiled", timed=True)
        played = play(table, players, seed, first + k, watch, stopped, variant.opening or 0)
        watch.finish(played.length, table)
        sheet.prints.append(played.print)
    return sheet


class Watcher(Protocol):
    """Is told of a game while bots play it."""

    def begin(self, table: Table) -> None: ...
    def choice(self, at: int, seat: int, codes: Sequence[int], code: int) -> None: ...  # before it is made
    def look(self, at: int, table: Table) -> None: ...  # after it is made


class PlayedGame(NamedTuple):
    length: int  # choices, or NOT_OVER if it does not end
    print: int  # the same for the same game


@cache
def player(name: str, game: Game) -> Bot:
    """A bot without a clock: it may take as long as its iterations take, so that it always plays the same."""
    bot = bots.make(name, game)
    if isinstance(bot, bots.Thinker):
        return bots.Thinker(game, msgspec.structs.replace(bot.settings, seconds=FOREVER), name)
    return bot


def play(
    table: Table, players: Sequence[Bot], seed: int, deal: int, watch: Watcher | None = None,
    stopped: Callable[[], bool] = lambda: False, opening: int = 0,
) -> PlayedGame:  # fmt: skip
    """Let bots play a game to its end, after so many random choices that depend on the seed and the deal alone."""
    rng = players_chance(seed, deal)
    cap = table.game.bound(table.seats, table.options) + 1
    length, told = 0, Fingerprint()

    def choose(seat: int) -> int:
        if length < opening:
            codes = table.codes(seat)
            code = codes[seed_of(seed, deal, length) % len(codes)]
        else:
            code = players[seat].choose(table.hidden(seat), seat, seed_of(seed, deal, length, seat))
        if watch:
            watch.choice(length, seat, table.codes(seat), code)
        return code

    if watch:
        watch.begin(table)
    thinking = any(isinstance(bot, bots.Thinker) for bot in players)
    for seat, code, *_ in drive(table, Pace(players, rng) if thinking else ByChance(rng), choose, cap):
        if stopped():
            raise Stopped("The games were stopped.")
        if seat != THE_TABLE:
            if watch:
                watch.look(length, table)
            told.add(seat, code, table.scores())
            length += 1
    return PlayedGame(length if table.over else NOT_OVER, told.number)


def seed_of(*numbers: int) -> int:
    """A seed for every decision of every game."""
    return int.from_bytes(hashlib.blake2b(struct.pack(f"<{len(numbers)}Q", *numbers), digest_size=8).digest(), "big")


class Watch:
    """Notes in a sheet what is seen of one game, as the compiled survey does."""

    def __init__(self, game: Game, seats: int, sheet: SeenGames, row: int) -> None:
        self.sheet, self.row, self.kind_of = sheet, row, kinds_of(game).of
        self.trail: list[int] = []
        self.width: list[int] = []
        self.worst = [0] * seats
        self.opener = NOBODY

    def begin(self, table: Table) -> None:
        waiting = table.waiting()
        self.opener = waiting[0] if len(waiting) == 1 else NOBODY

    def choice(self, at: int, seat: int, codes: Sequence[int], code: int) -> None:
        self.width.append(len(codes))
        for kind in {int(self.kind_of[c]) for c in codes}:
            self.sheet.offered[self.row, seat, kind] += 1
        self.sheet.made[self.row, seat, self.kind_of[code]] += 1

    def look(self, at: int, table: Table) -> None:
        scores = table.scores()
        most = max(scores)
        alone = scores.count(most) == 1 and len(scores) > 1
        self.trail.append(scores.index(most) if alone else NOBODY)
        self.worst = [max(worst, most - points) for worst, points in zip(self.worst, scores, strict=True)]

    def finish(self, length: int, table: Table) -> None:
        seen = SeenGame(bytearray(SeenGame.nbytes))
        self.sheet.scores[self.row], self.sheet.ranks[self.row] = table.scores(), table.ranks()
        seen.length, seen.opener = length, self.opener
        seen.winner = sole_winner(table.ranks(), table.seats)
        digest(seen, self.trail, self.width, self.worst, self.sheet.widths, self.sheet.by_tenth)
        for name in SeenGame.fields:
            self.sheet.games[self.row][name] = getattr(seen, name)

"""The levels easy, normal, hard and expert: settings of the search for each game, which were measured.

A game's `levels.json` is made by `brillig calibrate`. A game without one gets the settings of `common.json` under "any",
or, if the quickest wins it, "any in real time".
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from brillig.bots.search import Settings
from brillig.bots.thinker import Thinker
from brillig.core import Game
from brillig.core.errors import BadOption

LEVELS = ("easy", "normal", "hard", "expert")
FILE = "levels.json"  # in a game's folder
COMMON = Path(__file__).with_name("common.json")
ANY = "any"
QUICK = "any in real time"
GPU = "gpu"  # a bot that is not one of the levels
GPU_SECONDS = 1.0
GPU_ITERATIONS = 1 << 26  # more than a GPU does in that time; where no clock runs, it thinks for so long


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """How a level did: against the one below it (the lowest against random), or alone in a game for points."""

    games: int
    mean: float  # share of the games won, or points
    give_or_take: float  # half the width of the 95% interval


class Ladder(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The levels of one game."""

    style: dict[str, Any] = {}  # settings that all its levels share
    levels: dict[str, dict[str, Any]] = {}  # and those that differ
    measured: dict[str, Measured] = {}  # by level
    dominated: dict[str, float] = {}  # by level, the share of its choices that were worse in every sample than another
    people: dict[str, dict[str, float]] = {}  # where time runs: what a model of a person wins against each level
    why: str = ""  # why a step is not what it should be, if one is not

    def settings(self, level: str) -> Settings:
        return msgspec.convert({**self.style, **self.levels[level]}, Settings)


def file_of(game: Game) -> Path:
    """Where a game's own levels lie: `brillig calibrate` writes them."""
    return game.folder / FILE


def read(path: Path) -> Ladder:
    """The levels in a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ladder)
    except (OSError, msgspec.DecodeError) as why:
        raise BadOption(f"The levels in {path} cannot be read: {why}") from why


def write(ladder: Ladder, path: Path) -> None:
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(ladder), indent=2) + b"\n")
    except OSError as why:
        raise BadOption(f"The levels in {path} cannot be written: {why.strerror or why}.") from why


@cache
def common() -> dict[str, Ladder]:
    """What games get that were not calibrated."""
    return msgspec.json.decode(COMMON.read_bytes(), type=dict[str, Ladder])


@cache
def ladder(game: Game) -> Ladder:
    """The levels of a game, calibrated or not."""
    return read(file_of(game)) if file_of(game).exists() else default(game)


def default(game: Game) -> Ladder:
    """What a game gets that was not calibrated: as any, but judged at the edge of the tree if it can be."""
    usual = common()[QUICK if game.real_time else ANY]
    style = {**usual.style, **({"cap": 4, "explore": 400} if game.value is not None else {})}
    return Ladder(style, usual.levels)


def on_gpu(game: Game) -> Thinker:
    """The bot that thinks on a GPU: as the expert, but as much as the GPU can do."""
    expert = ladder(game).settings("expert")
    seconds = min(expert.seconds, GPU_SECONDS)
    settings = msgspec.structs.replace(expert, gpu=True, iterations=GPU_ITERATIONS, seconds=seconds, threads=1)
    return Thinker(game, settings, GPU)


def level(game: Game, name: str, *, reuse: bool = False, gear: str = "") -> Thinker:
    """A bot of that level."""
    return Thinker(game, ladder(game).settings(name), name, reuse=reuse, gear=gear)

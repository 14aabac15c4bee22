"""The folder of a tournament: what was played so far, so that it can go on, and the standings at the end.

    checkpoint.json  who plays what, and the rounds of every pair
    standings.json   who is how good

A file is replaced as a whole, so that a tournament can be stopped at any moment.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

import brillig
from brillig.lab.simulation.folder import CHECKPOINT, BadFolder, sentences, write
from brillig.lab.simulation.plan import minds_of, rules_of
from brillig.lab.tournament import Tournament

STANDINGS = "standings.json"


class SavedDuel(msgspec.Struct, forbid_unknown_fields=True):
    rounds: int
    total: float
    squares: float
    different: int
    repeats: int
    seen: list[tuple[int, int]]


class SavedTournament(msgspec.Struct, forbid_unknown_fields=True):
    """All that decides the numbers, and how far they have come."""

    tournament: str  # the game
    version: str
    rules: str
    minds: str
    bots: list[str]
    seats: int
    options: dict[str, int | str]
    seed: int
    duels: list[SavedDuel]


def save(path: Path, event: Tournament, standings: dict[str, Any] | None = None) -> None:
    """Write how far it has come; and the standings, when they are known."""
    duels = [
        SavedDuel(d.rounds, d.total, d.squares, d.different, d.repeats, list(d.seen.items()))
        for d in event.duels.values()
    ]
    with sentences(path):
        path.mkdir(parents=True, exist_ok=True)
        write(path / CHECKPOINT, msgspec.json.encode(_described(event, duels)))
        if standings:
            write(path / STANDINGS, json.dumps(standings, indent=1, ensure_ascii=False).encode())


def go_on(path: Path, event: Tournament) -> None:
    """Take up what was played so far; the tournament must be the same, but for how many games there may be."""
    try:
        saved = msgspec.json.decode((path / CHECKPOINT).read_bytes(), type=SavedTournament)
    except FileNotFoundError:
        raise BadFolder(f"There is no tournament in {path} to go on with: it has no {CHECKPOINT}.") from None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        raise BadFolder(f"{path / CHECKPOINT} cannot be read as that of a tournament ({why}).") from why
    asked = _described(event, [])
    for field, word in (
        ("tournament", "another game"), ("version", "another version of brillig"), ("rules", "other rules"),
        ("bots", "other bots"), ("minds", "bots that think otherwise"), ("seats", "another number of seats"),
        ("options", "other options"), ("seed", "another seed"),
    ):  # fmt: skip
        if getattr(saved, field) != getattr(asked, field):
            raise BadFolder(f"The tournament in {path} was begun with {word}; start anew in another folder.")
    if len(saved.duels) != len(event.duels):
        raise BadFolder(f"The checkpoint in {path} is damaged; start anew in another folder.")
    for duel, kept in zip(event.duels.values(), saved.duels, strict=True):
        duel.rounds, duel.total, duel.squares = kept.rounds, kept.total, kept.squares
        duel.different, duel.repeats, duel.seen = kept.different, kept.repeats, Counter(dict(kept.seen))


def _described(event: Tournament, duels: list[SavedDuel]) -> SavedTournament:
    game = event.game
    return SavedTournament(
        game.slug, brillig.__version__, rules_of(game), minds_of(game, tuple(event.names)), event.names, event.seats,
        event.options, event.seed, duels,
    )  # fmt: skip

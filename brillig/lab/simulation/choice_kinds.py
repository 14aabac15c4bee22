"""Kinds of choices, for counting: what a game calls them, or each code by the words on its button.

A game may name ranges of its codes:

    KINDS = {"place a cube": range(0, 64), "pass": range(64, 65)}

Without that, every code is a kind of its own if there are few, and all are one kind if there are many.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from brillig.core import Game, Table, below
from brillig.core.contract import MOST_KINDS
from brillig.positions.drive import ByChance, drive, players_chance

THE_REST = "anything else"
NAMELESS = "choice"
SAMPLES = 12  # games played to learn what the codes are called
LONGEST_SAMPLE = 400  # choices of each
LONGEST_NAME = 36


@dataclass(frozen=True)
class Kinds:
    names: tuple[str, ...]
    of: Any  # the kind of each code, an array

    @property
    def several(self) -> bool:
        """Is there anything to tell apart?"""
        return len(self.names) > 1


@cache
def kinds_of(game: Game) -> Kinds:
    """The kinds of choices of a game."""
    if game.kinds is not None:
        return _named(game, game.kinds)
    if game.codes > MOST_KINDS:
        return Kinds(("any choice",), np.zeros(game.codes, np.int16))
    return Kinds(tuple(_different(_names_of_codes(game))), np.arange(game.codes, dtype=np.int16))


def _named(game: Game, named: Mapping[str, Collection[int]]) -> Kinds:
    of = np.full(game.codes, -1, np.int16)
    for kind, codes in enumerate(named.values()):
        of[list(codes)] = kind
    names = list(named)
    if (of < 0).any():  # codes that nobody may ever choose, and that are there to be refused with a reason
        of[of < 0] = len(names)
        names.append(THE_REST)
    return Kinds(tuple(names), of)


def _names_of_codes(game: Game) -> list[str]:
    """What is written on each code's button, from some random games; what its labels have in common if they vary."""
    labels: list[list[str]] = [[] for _ in range(game.codes)]
    for deal in range(SAMPLES):
        seats = game.seats[0] + deal % (game.seats[1] - game.seats[0] + 1)
        table, rng = game.new(seats, seed=0, deal=deal, timed=True), players_chance(0, deal)

        def choose(seat: int, table: Table = table, rng: list[int] = rng) -> int | None:
            choices = table.choices(seat)
            for code, label in choices:
                if label not in labels[code]:
                    labels[code].append(label)
            return choices[below(rng, len(choices))].code if choices else None

        for _ in drive(table, ByChance(rng), choose, LONGEST_SAMPLE):
            pass
    return [_common(words) or f"{NAMELESS} {code}" for code, words in enumerate(labels)]


def nameless(name: str) -> bool:
    """Was this code on nobody's button in the games that were played to learn the names? It may never be used."""
    return name.startswith(f"{NAMELESS} ") and name.removeprefix(f"{NAMELESS} ").isdigit()


def _common(labels: list[str]) -> str:
    """One name for several labels: 'Run (thumbs down)' and 'Run (brown side up)' are both 'Run'."""
    if not labels:
        return ""
    shortest = min(labels, key=len)
    start = next(
        (shortest[:n] for n in range(len(shortest), 0, -1) if all(x.startswith(shortest[:n]) for x in labels)), ""
    )
    if len(labels) > 1 and any(len(label) > len(start) for label in labels):
        start = re.sub(r"\w*$", "", start)  # no halves of words
    name = re.sub(r"[\s(,:;–-]+$", "", start).strip() or f"{labels[0]}, ..."
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3].rstrip() + "..."


def _different(names: list[str]) -> list[str]:
    return [f"{name} ({code})" if names.count(name) > 1 else name for code, name in enumerate(names)]


def column_names(kinds: Kinds) -> list[str]:
    """The kinds as columns of a table: made_run."""
    words = ["made_" + (re.sub(r"\W+", "_", name.lower()).strip("_") or str(k)) for k, name in enumerate(kinds.names)]
    return [f"{word}_{k}" if words.count(word) > 1 else word for k, word in enumerate(words)]

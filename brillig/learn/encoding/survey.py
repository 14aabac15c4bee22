"""What values the fields of a game take: a look at some random games, which are the same games every time."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from brillig.core import BadGame, Game, below
from brillig.core.chance import THE_PLAYERS, sow
from brillig.core.kernels import THINKS

DECISIONS = 4000  # at least so many are looked at, in whole games
MOST_GAMES = 400


@lru_cache(maxsize=64)
def survey(game: Game, seats: int, options: tuple[tuple[str, str], ...]) -> Any:
    """The hidden records of all who decided in some random games, and of every seat when they were over."""
    views: list[bytes] = []
    for deal in range(MOST_GAMES):
        views += look(game, seats, options, deal)
        if len(views) >= DECISIONS:
            break
    return np.frombuffer(b"".join(views), game.state.dtype())


def look(game: Game, seats: int, options: tuple[tuple[str, str], ...], deal: int) -> list[bytes]:
    gear = "compiled" if find_spec("numba") else "plain"  # whoever wants a tensor has the rules compiled anyway
    table, rng, views = game.new(seats, 0, dict(options), deal=deal, gear=gear), [0, 0, 0, 0], []
    sow(rng, 0, 0, deal, THE_PLAYERS)
    while True:
        waiting, due = table.waiting(), table.due()
        if not waiting and due < 0:
            break
        seat = waiting[below(rng, len(waiting))] if waiting else -1
        if due >= 0:
            thought = int(table.plain.now) + 1 + below(rng, THINKS)
            if seat < 0 or thought >= due:
                table.tick()
                continue
            table.plain.now = thought
        codes = table.codes(seat)
        if not codes:
            raise BadGame(
                f"{game.slug}: seat {seat} is to decide and may choose none of the codes 0 to {game.codes - 1}; "
                "allow one in `refuse`, or say codes= as many as there are."
            )
        views.append(bytes(table.hidden(seat)))
        table.play(seat, codes[below(rng, len(codes))])
    return views + [bytes(table.hidden(seat)) for seat in range(table.seats)]

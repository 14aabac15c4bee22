"""What a game tells its bots: how likely a choice is, how well a seat stands, and what is forgotten."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from brillig.core import Game
from brillig.positions.walk import Walk
from brillig.testing.plan import CheckPlan, fail, positions

SURE = 1000  # what `value` says of a game that is won
MEMORIES = (0, 2)
FEWER = 4  # one in so many positions is looked at: what bots are told is slow in plain Python
MOST_CODES = 40  # of a position


def advises_rightly(game: Game, plan: CheckPlan) -> None:
    if game.prefer or game.value:
        for line in some(game, plan):
            _is_likely(line)
            _is_a_chance(line)
    if game.forget:
        _leaves_choices_alone(game, game.forget, plan)


def some(game: Game, plan: CheckPlan) -> Iterator[Walk]:
    return itertools.islice(positions(game, plan), None, None, FEWER)


def _is_likely(line: Walk) -> None:
    table, game = line.table, line.table.game
    for seat in table.waiting() if game.prefer else ():
        codes = table.codes(seat)
        for code in codes[:: 1 + len(codes) // MOST_CODES]:
            weight = game.prefer(table.plain, seat, code)
            if weight < 1:
                fail(f"`prefer` says {weight} for seat {seat}, code {code}; say how likely it is, 1 or more", line)


def _is_a_chance(line: Walk) -> None:
    table, game = line.table, line.table.game
    if (
        not game.value or table.over or game.for_points(table.seats)
    ):  # alone or together it is in points, without an end
        return
    for seat in range(table.seats):
        value = game.value(table.plain, seat)
        if not 0 <= value <= SURE:
            fail(f"`value` says {value} for seat {seat}; say of {SURE} games how many it should win, 0 to {SURE}", line)


def _leaves_choices_alone(game: Game, forget: Callable[[Any, int, int], None], plan: CheckPlan) -> None:
    """Whatever a bot forgets or overlooks, it has the same choices."""
    for line in some(game, plan):
        for seat in range(line.table.seats):
            view = line.table.hidden(seat)
            for memory in MEMORIES:
                after = view.copy()
                forget(after.plain, seat, memory)
                if (after.waiting(), after.codes(seat)) != (view.waiting(), view.codes(seat)):
                    fail(f"`forget` changes who is to decide, or what seat {seat} may choose; leave that alone", line)

"""Do the games of bots differ? Cards and dice see to that; a game with hardly any begins with some random choices.

Bots that always choose alike would else play a few games again and again. Where it matters who is the better player, the
choices are drawn anew if they have decided the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brillig.core import Game, Table, below
from brillig.core.chance import WORDS, rekey
from brillig.core.faults import way_to
from brillig.positions.drive import ByChance, drive, players_chance

SAMPLES = 8  # games that show whether chance makes them differ: who begins is not enough
LOOK = 24  # choices of each
PART = 4  # one in so many of these, in the shortest of the games, are the random choices at the start
TRIES = 50  # openings that are drawn until one is even
EVEN = 120  # thousandths of a win by which a seat may be ahead then


def begun(table: Table, choices: int, seed: int) -> Table:
    """The table after so many random choices by the seed, such that nobody is ahead by much, as far as the game can tell."""
    for attempt in range(1, 1 + (TRIES if choices else 1)):
        found, rng = table.copy(), players_chance(seed, attempt)
        for _ in range(choices):
            if not found.over:
                seat = found.waiting()[0]
                codes = found.codes(seat)
                found.play(seat, codes[below(rng, len(codes))])
        if even(found):
            break
    return found


def even(table: Table) -> bool:
    """Can every seat still expect to beat half of the others?"""
    value = table.game.value
    if table.over or value is None or table.game.for_points(table.seats):
        return not table.over
    with way_to(table):
        return all(abs(value(table.plain, seat) - 500) <= EVEN for seat in range(table.seats))


def opening(game: Game, seats: int, options: Mapping[str, int | str]) -> int | None:
    """How many random choices a game of bots begins with; None if its cards, dice or clocks make games differ."""
    return _opening(game, seats, tuple(sorted(options.items())))


@cache
def _opening(game: Game, seats: int, options: tuple[tuple[str, int | str], ...]) -> int | None:
    tables = [game.new(seats, 0, dict(options), deal=deal, gear="compiled", timed=True) for deal in range(SAMPLES)]
    if len({_without_chance(table) for table in tables}) > SAMPLES // 2:
        return None
    found, shortest = set(), LOOK
    for table in tables:
        rng, length = players_chance(0), 0  # the same in all of them: what differs is due to the table's chance
        if table.due() >= 0:
            return None

        def choose(seat: int, table: Table = table, rng: list[int] = rng) -> int | None:
            codes = table.codes(seat)
            return codes[below(rng, len(codes))] if codes else None

        for _ in drive(table, ByChance(rng), choose, LOOK):
            length += 1
        found.add(_without_chance(table))
        shortest = min(shortest, length)
    return None if len(found) > SAMPLES // 2 else max(1, shortest // PART)


def _without_chance(table: Table) -> bytes:
    """What lies on a table, but for the generator that says what will be drawn."""
    copy = table.copy()
    rekey(copy.plain.rng, bytes(WORDS.size))
    return bytes(copy)

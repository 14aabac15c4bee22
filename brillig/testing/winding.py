"""Taking a choice back in a world that is only guessed, by what it changed in one where it was made.

Nobody has written how a choice is taken back, so it is read off: what the choice changed there is changed back in the
guess. There are several ways to read it (a count, a set, a thing in its place), and it can go wrong where a choice moves
things about that the seat does not see. So a world that was wound back only counts if it has the same pieces and shows
the seat just what it saw then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from brillig.core import Game, Table
from brillig.core.record import Nested, Part, Record

KNOWN = Record.nbytes  # a record's chance, clock and seats come first, and are not compared
Cell = tuple[int, int]  # where a number lies in a record, and how many bytes it has
Change = Callable[[int, int, int], int]

# What a number was before a choice, given what it was and is in the real game, and is in the guess.
EXACT: tuple[Change, ...] = (
    lambda was, now, guessed: guessed - (now - was),  # a count
    lambda was, now, guessed: guessed ^ now ^ was,  # a set
)
WAYS: tuple[Change, ...] = (*EXACT, lambda was, now, guessed: was)  # a thing in its place: what is guessed is lost


def wound_back(
    before: Table, after: Table, guess: Table, seat: int, ways: tuple[Change, ...] = WAYS
) -> Iterator[Table]:
    """The guess as it was before the last choice, if that can be told: with the pieces and the view of that time."""
    seen, pieces, chance = bytes(before.hidden(seat)), before.census(), before.game.state.fields["rng"]
    kept = slice(chance.offset, chance.offset + chance.bytes)
    spans = changed(before, after)
    written = [tuple(_number(t, span) for t in (before, after, guess)) for span in spans]
    for way in ways:
        world = before.copy()
        world.raw[:] = guess.raw
        world.raw[kept] = before.raw[kept]
        try:
            for span, (was, now, guessed) in zip(spans, written, strict=True):
                number = was if now == guessed else way(was, now, guessed)
                world.raw[span] = number.to_bytes(span.stop - span.start, "little", signed=True)
            if bytes(world.hidden(seat)) == seen and world.census() == pieces:
                yield world
        except Exception:  # not a position at all
            continue


def _number(table: Table, span: slice) -> int:
    return int.from_bytes(table.raw[span], "little", signed=True)


def changed(before: Table, after: Table) -> list[slice]:
    """Where the choice has written."""
    return [span for span in _spans(before) if before.raw[span] != after.raw[span]]


def same_view(one: Table, two: Table, seat: int) -> bool:
    return bytes(one.hidden(seat))[KNOWN:] == bytes(two.hidden(seat))[KNOWN:]


def forgets(before: Table, after: Table, seat: int) -> bool:
    """Did the seat know something before, and not now, that the choice has left as it was? Then it is meant to forget."""
    knew, knows, spans = before.hidden(seat).raw, after.hidden(seat).raw, _spans(before)
    stayed = (span for span in spans if before.raw[span] == after.raw[span] == knew[span])
    return any(knows[span] != after.raw[span] for span in stayed)


def _spans(table: Table) -> Iterator[slice]:
    return (slice(at, at + width) for at, width in cells(table.game))


@cache
def cells(game: Game) -> list[Cell]:
    """Every number of a game's record but its chance."""
    return numbers(game.state, 0)


def numbers(part: type[Part], start: int) -> list[Cell]:
    found: list[Cell] = []
    for name, field in part.fields.items():
        for at in range(start + field.offset, start + field.offset + field.bytes, field.width):
            if isinstance(field, Nested):
                found += numbers(field.part, at)
            elif name != "rng":
                found.append((at, field.width))
    return found

"""Could a guess have come about? Real games are wound back from a guessed world, choice by choice.

A seat has seen what the others chose. A world that it guesses now must be one in which they could choose that: who did
not follow suit holds no card of it. So the last choice is taken back in the guessed world, and there it must have been
allowed; then the one before, and so on.

Nobody has written how a choice is taken back, so it is read off the real game: what the choice changed there is changed
back in the guess. There are several ways to read it (a count, a set, a thing in its place), and it can go wrong where a
choice moves things about that the seat does not see. So a world that was wound back only counts if it has the same pieces
and shows the seat just what it saw then; without one, nothing is concluded, and one of them that fits is enough.

Of a choice that was made in secret the seat has seen that it was made. What is guessed to have been chosen must then have
been one of the choices: a card that lies face down was in that hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from brillig.core import Game, Table
from brillig.core.faults import THE_TABLE, Step
from brillig.core.record import Nested, Part, Record

BACK = 8  # choices that are taken back
KNOWN = Record.nbytes  # a record's chance, clock and seats come first, and are not compared
Cell = tuple[int, int]  # where a number lies in a record, and how many bytes it has
Change = Callable[[int, int, int], int]

# What a number was before a choice, given what it was and is in the real game, and is in the guess.
WAYS: tuple[Change, ...] = (
    lambda was, now, guessed: guessed - (now - was),  # a count
    lambda was, now, guessed: guessed ^ now ^ was,  # a set
    lambda was, now, guessed: was,
)


def contradiction(game: Game, past: list[Table], chosen: list[Step], guess: Table, seat: int) -> tuple[str, int]:
    """Why a guess of a seat cannot have come about, empty if it can; and how many choices could be taken back.

    `past`: the real table after each of the choices, and before the first of them.
    """
    taken_back, certain = 0, True  # certain: all that was wound back so far is as it must have been
    for k in range(len(chosen) - 1, -1, -1):
        before, after, (actor, code, *_) = past[k], past[k + 1], chosen[k]
        if actor == THE_TABLE or before.due() >= 0 or list(before.plain.rng) != list(after.plain.rng):
            return (
                "",
                taken_back,
            )  # chance had a part in it, or time: what they brought cannot be told from what was there
        worlds = list(wound_back(before, after, guess, seat))
        if not worlds:
            return "", taken_back
        unseen = actor == seat or same_view(before, after, seat)
        fitting = (w for w in worlds if unseen or not w.refusal(actor, code) or otherwise(w, actor, after, seat))
        world = next(fitting, None)
        if world is None:
            what, reason = game.label(before.hidden(actor).plain, actor, code), worlds[0].refusal(actor, code)
            return f"seat {actor} chose {what!r} before, and could not have in that world: {reason}", taken_back
        certain = certain and nothing_lost(before, after, seat)
        exact = leads_to(world, actor, code, guess)
        if certain and not exact and not unseen and looks_like(world, actor, code, after, seat):
            return f"seat {actor} has chosen something in secret, and could not have chosen what is guessed", taken_back
        guess, certain = world, certain and exact
        taken_back += 1
    return "", taken_back


def wound_back(before: Table, after: Table, guess: Table, seat: int) -> Iterator[Table]:
    """The guess as it was before the last choice, if that can be told: with the pieces and the view of that time."""
    seen, pieces, chance = bytes(before.hidden(seat)), before.census(), before.game.state.fields["rng"]
    kept = slice(chance.offset, chance.offset + chance.bytes)
    spans = changed(before, after)
    written = [tuple(_number(t, span) for t in (before, after, guess)) for span in spans]
    for way in WAYS:
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
    spans = (slice(at, at + width) for at, width in cells(before.game))
    return [span for span in spans if before.raw[span] != after.raw[span]]


def same_view(one: Table, two: Table, seat: int) -> bool:
    return bytes(one.hidden(seat))[KNOWN:] == bytes(two.hidden(seat))[KNOWN:]


def otherwise(world: Table, actor: int, after: Table, seat: int) -> bool:
    """Might the actor have chosen something else there, and the seat have seen the same? (It was a secret choice.)"""
    for code in world.codes(actor):
        then = world.copy()
        then.play(actor, code)
        if same_view(then, after, seat):
            return True
    return False


def leads_to(world: Table, actor: int, code: int, guess: Table) -> bool:
    """Does that choice, or another of the actor, lead to the guess?"""
    return any(bytes(then)[KNOWN:] == bytes(guess)[KNOWN:] for then in worlds_after(world, actor, code))


def worlds_after(world: Table, actor: int, code: int) -> Iterator[Table]:
    """What comes of that choice, if it is one, and of the others."""
    for each in (code, *world.codes(actor)):
        if not world.refusal(actor, each):
            then = world.copy()
            then.play(actor, each)
            yield then


def looks_like(world: Table, actor: int, code: int, after: Table, seat: int) -> bool:
    """Would the seat have seen the same there?"""
    return not world.refusal(actor, code) and same_view(next(worlds_after(world, actor, code)), after, seat)


def nothing_lost(before: Table, after: Table, seat: int) -> bool:
    """Did the seat know what was where the choice has written? Then that was wound back without a doubt."""
    known = before.hidden(seat)
    return all(before.raw[span] == known.raw[span] for span in changed(before, after))


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

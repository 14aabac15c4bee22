"""Undo: what a seat may take back.

A choice may be taken back while nobody has learned anything from it and nobody else has decided since. Whether
somebody learned something is found by asking "could it have gone otherwise?": the same choice is made in other
worlds that agree with all that a player knew before. If the player sees the same in all of them, the choice told
that player nothing.

The other worlds are guesses from what the choosing seat knows, never from the truth. Otherwise the answer (you may,
you may not) would itself give something away.
"""

from __future__ import annotations

from dataclasses import dataclass

from brillig.core import SPECTATOR, IllegalChoice, Table
from brillig.match.clock import Running

GUESSES = 16  # other worlds that are tried

NOTHING = "You have nothing to take back."
OVER = "The game is over."
OTHERS = "Somebody else has decided since."
TABLE = "The table has moved on since."
CHANCE = "Chance has spoken: what was rolled or drawn stays."
CLOCK = "Your time was up, and what the clock chose stays."
RUNNING = "Time runs at this table, so what is done is done."
LOCKED = "Your choice is locked in."
LATE = "Your time for that choice has run out."
SEEN = "You have seen something that was hidden from you."
SHOWN = "Others have seen something that was hidden from them."
RESIGNED = "Somebody has resigned since."
OFTEN = "Too much has been taken back in this match."


@dataclass(slots=True)
class Taken:
    """A choice that can perhaps be taken back, and how things were before it."""

    seat: int
    code: int
    before: bytes
    clocks: Running
    reason: str | None = None  # why not, once somebody has asked; empty: it can


def revealed(before: Table, after: Table, seat: int, code: int) -> str:
    """What this choice has shown to anybody, as the reason why it stands; empty when nothing."""
    if not before.game.hidden:
        return ""
    now = after.plain.now
    worlds = [before.guess(seat, seed) for seed in range(GUESSES)]
    thens = [_played(world, seat, code, now) for world in worlds]
    truth = bytes(after.hidden(seat))
    told = [then for then in thens if then is not None and bytes(then.hidden(seat)) == truth]
    if len(told) < GUESSES:
        return SEEN
    others = [other for other in range(before.seats) if other != seat]
    if any(_uncovered(worlds, told, observer) for observer in (SPECTATOR, *others)):
        return SHOWN
    for other in others:
        for seed, (world, then) in enumerate(zip(worlds, told, strict=True)):
            twin = _played(world.guess(other, seed), seat, code, now)
            if twin is None or bytes(twin.hidden(other)) != bytes(then.hidden(other)):
                return SHOWN
    return ""


def _played(table: Table, seat: int, code: int, now: int) -> Table | None:
    """That table after the choice; None if it would be illegal there."""
    then = table.copy()
    then.plain.now = now
    try:
        then.play(seat, code)
    except IllegalChoice:
        return None
    return then


def _uncovered(worlds: list[Table], thens: list[Table], observer: int) -> bool:
    """Does any byte that was hidden from the observer before lie open after?"""
    return bool(_hidden_bytes(worlds, observer) - _hidden_bytes(thens, observer))


def _hidden_bytes(tables: list[Table], observer: int) -> set[int]:
    """The places where what the observer sees differs from the truth in at least one of these worlds."""
    found: set[int] = set()
    for table in tables:
        seen = bytes(table.hidden(observer))
        if seen != table.raw:
            found.update(k for k, byte in enumerate(seen) if byte != table.raw[k])
    return found

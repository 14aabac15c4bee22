"""One rule at a time, for a table driven from Python.

To go from Python into compiled code takes half a microsecond if it is handed numbers and plain arrays, and more for
anything else. So a position is handed over as two words: where its bytes are, and where the rules of its game are.
"""

from __future__ import annotations

from typing import Any

from brillig.core.kernels import (
    census,
    choices,
    due,
    guess,
    hide,
    play,
    rank,
    refuse,
    score,
    setup,
    shortlist,
    tick,
    waiting,
)  # fmt: skip
from brillig.core.rule import rule

WAYS_IN = ("step", "listing", "counting")
SHORT = True  # microseconds: to let other threads run meanwhile, and to get Python's lock back, would take far longer
SETUP, WAITING, WHO, REFUSE, PLAY, SCORE, HIDE, GUESS, DUE, TICK, LISTED, SHORTLISTED, RANKED = range(13)


@rule
def opened(at: Any) -> Any:
    """The position that those two words mean. (A stand-in; see linking.py.)"""
    return at


@rule
def who(s: Any) -> int:
    """All seats that are to decide, a bit each."""
    seats = 0
    for seat in range(s.seats):
        if waiting(s, seat):
            seats |= 1 << seat
    return seats


@rule
def step(at: Any, what: int, seat: int, code: int) -> int:
    """Any rule that only needs a position, a seat and a code."""
    s = opened(at)
    if what == WAITING:
        return 1 if waiting(s, seat) else 0
    if what == WHO:
        return who(s)
    if what == REFUSE:
        return refuse(s, seat, code)
    if what == SCORE:
        return score(s, seat)
    if what == DUE:
        return due(s)
    if what == PLAY:
        play(s, seat, code)
    elif what == HIDE:
        hide(s, seat)
    elif what == GUESS:
        guess(s, seat)
    elif what == TICK:
        tick(s)
    elif what == SETUP:
        setup(s)
    return 0


@rule
def listing(at: Any, what: int, seat: int, out: Any) -> int:
    """A rule that writes a list: the choices of a seat, or the places of all."""
    if what == LISTED:
        return choices(opened(at), seat, out)
    if what == SHORTLISTED:
        return shortlist(opened(at), seat, out)
    rank(opened(at), out)
    return 0


@rule
def counting(at: Any, out: Any) -> None:
    census(opened(at), out)

"""What the engine does with any game's rules, written once for every gear.

The first functions are stand-ins: a gear replaces them by the rules of a game (see rule.Translator), or by calls of
them through a table (see compiled/linking.py).
"""

from __future__ import annotations

from typing import Any

from brillig.core.chance import THE_PLAYERS, THE_TABLE, below, sow
from brillig.core.rule import rule

THINKS = 1000  # milliseconds, at most, that a random player thinks in a game with deadlines

# ---- stand-ins for a game's own rules ------------------------------------------------------------------------------


@rule
def setup(s: Any) -> None:
    return


@rule
def waiting(s: Any, seat: int) -> bool:
    return False


@rule
def refuse(s: Any, seat: int, code: int) -> int:
    return 0


@rule
def choices(s: Any, seat: int, out: Any) -> int:
    return 0


@rule
def shortlist(s: Any, seat: int, out: Any) -> int:
    return 0


@rule
def play(s: Any, seat: int, code: int) -> None:
    return


@rule
def score(s: Any, seat: int) -> int:
    return 0


@rule
def rank(s: Any, out: Any) -> None:
    return


@rule
def hide(s: Any, seat: int) -> None:
    return


@rule
def guess(s: Any, seat: int) -> None:
    return


@rule
def census(s: Any, out: Any) -> None:
    return


@rule
def due(s: Any) -> int:
    return 0


@rule
def tick(s: Any) -> None:
    return


# ---- what a game gets when it does not write the rule itself -------------------------------------------------------


@rule
def choices_by_trying(s: Any, seat: int, out: Any) -> int:
    """Every code that is not refused. `out` has room for all codes."""
    n = 0
    for code in range(len(out)):
        if refuse(s, seat, code) == 0:
            out[n] = code
            n += 1
    return n


@rule
def every_choice(s: Any, seat: int, out: Any) -> int:
    """There are few enough to think about them all."""
    return choices(s, seat, out)


@rule
def rank_by_score(s: Any, out: Any) -> None:
    """The most points are best; equal points share the place."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if score(s, other) > score(s, seat):
                out[seat] += 1


@rule
def hide_nothing(s: Any, seat: int) -> None:
    """Everything lies open."""


@rule
def census_of_nothing(s: Any, out: Any) -> None:
    """The game has no pieces to count."""


@rule
def never_due(s: Any) -> int:
    """The table never acts by itself."""
    return -1


@rule
def nothing_to_do(s: Any) -> None:
    """What a table does at a deadline it does not have."""


# ---- loops over whole games ----------------------------------------------------------------------------------------


@rule
def next_seat(s: Any) -> int:
    """The first seat that is to decide, -1 when nobody is."""
    for seat in range(s.seats):
        if waiting(s, seat):
            return seat
    return -1


@rule
def deciders(s: Any, out: Any) -> int:
    """Write down the seats that are to decide; how many they are."""
    n = 0
    for seat in range(s.seats):
        if waiting(s, seat):
            out[n] = seat
            n += 1
    return n


@rule
def any_seat(s: Any, rng: Any) -> int:
    """A seat that is to decide, any of them where there are several; -1 when nobody is."""
    n, seat = 0, -1
    for each in range(s.seats):
        if waiting(s, each):
            n += 1
            seat = each
    if n > 1:
        left = below(rng, n)
        for each in range(s.seats):
            if waiting(s, each):
                if left == 0:
                    return each
                left -= 1
    return seat


@rule
def bide(s: Any, seat: int, rng: Any) -> bool:
    """Where the table has a deadline, let that seat think a while. Has the table acted by itself before it chose?"""
    when = due(s)
    if when < 0:
        return False
    thought = s.now + 1 + below(rng, THINKS)
    if seat >= 0 and thought < when:
        s.now = thought
        return False
    s.now = max(when, s.now)
    tick(s)
    return True


@rule
def playout(s: Any, out: Any, rng: Any, low: int, high: int, deal: int, cap: int) -> int:
    """Lay out a blank table and play to the end at random: how many choices it took, or -1 (see playouts)."""
    sow(s.rng, low, high, deal, THE_TABLE)
    sow(rng, low, high, deal, THE_PLAYERS)
    setup(s)
    length = 0
    seat = any_seat(s, rng)
    while (seat >= 0 or due(s) >= 0) and length < cap:
        if not bide(s, seat, rng):
            n = choices(s, seat, out)
            if n == 0:
                break
            play(s, seat, out[below(rng, n)])
        length += 1
        seat = any_seat(s, rng)
    return length if seat < 0 and due(s) < 0 else -1


@rule
def playouts(
    x: Any, raw: Any, blank: Any, out: Any, places: Any, rng: Any, low: int, high: int, first: int, cap: int,
    scores: Any, ranks: Any, lengths: Any,
) -> None:  # fmt: skip
    """Random games first, first + 1, ... of a seed, one for every row of `scores`.

    `x[0]` is the record whose bytes are `raw`; `blank` is an empty table with its seats and options. A game that is
    not over after `cap` choices, or whose waiting seat has no choice, gets the length -1. `out` and `places` are
    scratch space for the choices and for the places of the seats.
    """
    s = x[0]
    for game in range(len(lengths)):
        for k in range(len(blank)):
            raw[k] = blank[k]
        length = playout(s, out, rng, low, high, first + game, cap)
        rank(s, places)
        for seat in range(s.seats):
            scores[game, seat] = score(s, seat)
            ranks[game, seat] = places[seat]
        lengths[game] = length  # last: a game without one is where a rule broke down


WAYS_IN = ("playouts",)

"""Watching random games: the engine's playouts once more, with an eye on every choice.

Like the engine's own kernels, these are written against stand-ins for a game's rules.
Game k is dealt and played exactly as `playouts` does it, so the two give the same scores.

What is seen of a game is a row of `Seen`; what is counted over many games goes into tables of sums. Games that bots
play are watched from Python (see watch.py) and end in the same `digest`.
"""

from __future__ import annotations

from typing import Any

from brillig.core.chance import THE_PLAYERS, THE_TABLE, below, sow
from brillig.core.kernels import any_seat, bide, choices, due, play, rank, score, setup, waiting
from brillig.core.record import Part, i8, i32
from brillig.core.rule import rule

WAYS_IN = ("survey",)
NOBODY = -1  # no seat: nobody leads alone, nobody is waited for
NOT_OVER = -1  # the length of a game that did not end within its bound
TENTHS = 10


class SeenGame(Part):
    """What is noted of one game."""

    length = i32()  # choices made, or NOT_OVER
    offered = i32()  # choices that were open at all decisions together
    forced = i32()  # decisions with one choice only
    changes = i32()  # how often the lead passed to another seat
    led = i32()  # after how many choices, the last left out, a seat led alone
    decided = i32()  # the choice after which the winner led alone to the end; 0 without a winner
    behind = i32()  # the most points by which the winner was ever behind
    opener = i8()  # the seat that decided first, NOBODY if several did at once
    winner = i8()  # NOBODY if several share the first place
    leader = i8(TENTHS - 1)  # who led alone after each tenth of the game


# ---- random games --------------------------------------------------------------------------------------------------


@rule
def survey(
    x: Any, raw: Any, blank: Any, out: Any, places: Any, rng: Any, low: int, high: int, first: int, cap: int,
    kind_of: Any, trail: Any, width: Any, points: Any, worst: Any, last: Any,
    games: Any, scores: Any, ranks: Any, made: Any, offered: Any, widths: Any, by_tenth: Any,
) -> None:  # fmt: skip
    """Watch random games first, first + 1, ... of a seed, one for every row of `games`.

    As playouts; and `kind_of`: the kind of each code. `trail` and `width` are scratch space of `cap` numbers, `points`
    and `worst` of as many as there are seats, `last` of as many as there are kinds. `made[game, seat, kind]`: how often
    a seat made a choice of that kind, and `offered[game, seat, kind]`: at how many of its decisions it could. Over all
    games, `widths[n]`: how many decisions had n choices; `by_tenth[tenth]`: decisions and choices in that part of a game.
    """
    s = x[0]
    for kind in range(len(last)):
        last[kind] = -1
    decision = 0
    for game in range(len(games)):
        for k in range(len(blank)):
            raw[k] = blank[k]
        seen = games[game]
        sow(s.rng, low, high, first + game, THE_TABLE)
        sow(rng, low, high, first + game, THE_PLAYERS)
        setup(s)
        for seat in range(s.seats):
            points[seat], worst[seat] = 0, 0
        leader = look(s, points, worst, NOBODY)
        length, acts = 0, 0  # what the seats did, and the table by itself
        seat = any_seat(s, rng)
        seen.opener = seat if how_many_wait(s) == 1 else NOBODY
        while (seat >= 0 or due(s) >= 0) and length + acts < cap:
            if bide(s, seat, rng):
                acts += 1
            else:
                n = choices(s, seat, out)
                if n == 0:
                    break
                for k in range(n):
                    kind = kind_of[out[k]]
                    if last[kind] != decision:
                        last[kind] = decision
                        offered[game, seat, kind] += 1
                decision += 1
                width[length] = n
                code = out[below(rng, n)]
                made[game, seat, kind_of[code]] += 1
                play(s, seat, code)
                leader = look(s, points, worst, leader)
                trail[length] = leader
                length += 1
            seat = any_seat(s, rng)
        over = seat < 0 and due(s) < 0
        rank(s, places)
        for player in range(s.seats):
            scores[game, player] = score(s, player)
            ranks[game, player] = places[player]
        seen.length = length if over else NOT_OVER
        seen.winner = sole_winner(ranks[game], s.seats)
        digest(seen, trail, width, worst, widths, by_tenth)


@rule
def how_many_wait(s: Any) -> int:
    n = 0
    for seat in range(s.seats):
        if waiting(s, seat):
            n += 1
    return n


# ---- what is seen --------------------------------------------------------------------------------------------------


@rule
def look(s: Any, points: Any, worst: Any, leader: int) -> int:
    """Who leads alone by points now; `leader` did at the last look.

    `points` are those of the last look, and are brought up to date; `worst[seat]` is the most by which a seat has been
    behind so far.
    """
    changed = False
    for seat in range(s.seats):
        now = score(s, seat)
        if now != points[seat]:
            points[seat] = now
            changed = True
    if not changed:
        return leader
    most, leader = points[0], 0
    for seat in range(1, s.seats):
        if points[seat] > most:
            most, leader = points[seat], seat
        elif points[seat] == most:
            leader = NOBODY
    for seat in range(s.seats):
        worst[seat] = max(worst[seat], most - points[seat])
    return leader if s.seats > 1 else NOBODY


@rule
def sole_winner(ranks: Any, seats: int) -> int:
    winner = NOBODY
    for seat in range(seats):
        if ranks[seat] == 1:
            if winner != NOBODY:
                return NOBODY
            winner = seat
    return winner


@rule
def digest(seen: Any, trail: Any, width: Any, worst: Any, widths: Any, by_tenth: Any) -> None:
    """The rest of what is noted of a game, from who led (`trail`) and how many choices there were (`width`)."""
    length = max(0, seen.length)
    start, offered, forced, changes, led, before = 0, 0, 0, 0, 0, NOBODY
    for tenth in range(TENTHS):
        end = ((tenth + 1) * length + TENTHS - 1) // TENTHS  # the choices t with tenth <= 10 t / length < tenth + 1
        open_then = 0
        for t in range(start, end):
            n, leader = width[t], trail[t]
            widths[n] += 1
            open_then += n
            if n == 1:
                forced += 1
            if leader != NOBODY:
                led += 1
                if leader != before and before != NOBODY:
                    changes += 1
                before = leader
        by_tenth[tenth, 0] += end - start
        by_tenth[tenth, 1] += open_then
        offered += open_then
        start = end
    seen.offered, seen.forced, seen.changes, seen.led = offered, forced, changes, led
    if length > 0:
        if trail[length - 1] != NOBODY:
            seen.led -= 1
        for tenth in range(1, TENTHS):
            at = tenth * length // TENTHS
            seen.leader[tenth - 1] = trail[at - 1] if at > 0 else NOBODY
        if seen.winner != NOBODY:
            seen.behind = worst[seen.winner]
            t = length
            while t > 0 and trail[t - 1] == seen.winner:
                t -= 1
            seen.decided = min(length, t + 1)

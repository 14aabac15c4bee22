"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.grenade_salad.ground import (
    ACROSS,
    AT,
    BLAST,
    BRINGS_SOLDIERS,
    DECLINE,
    DISCARDING,
    DOWN,
    EACH,
    KEEP,
    MINES,
    MOVE,
    NONE,
    PLACE,
    SCATTER,
    STRIKE,
    SYMBOLS,
    TARGET,
    TARGETING,
    THROW,
    TILE,
    TOSS,
    State,
    can_bring,
    could_play,
    living,
    owner,
)
from brillig.parts.boxes.greenbox import BRICKS
from brillig.parts.judging import chance

ALIVE, TAKEN = 30, 10  # what they count in the end
A_CARD = (12, 10, 20, 14, 18, 12)  # one in hand that may still do something, in the order of the symbols
CROWDED = 2  # what it costs to stand so near to a comrade that one blast kills both
UNDER_WAY = 25  # a card that was paid for and has not done its work yet
HALF = 120  # so much ahead of another seat is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = standing(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - standing(s, other), HALF if s.left > 0 else HALF // 2)
    return won // (s.seats - 1)


@rule
def standing(s: State, seat: int) -> int:
    worth = ALIVE * living(s, seat) + TAKEN * s.taken[seat]
    for symbol in range(SYMBOLS):
        if useful(s, seat, symbol):
            worth += A_CARD[symbol] * s.hand[seat, symbol]
    first = EACH * seat
    for n in range(first, first + s.arrived[seat]):
        if s.x[n] != NONE:
            for m in range(n + 1, first + s.arrived[seat]):
                if s.x[m] != NONE and abs(s.x[n] - s.x[m]) <= TILE and abs(s.y[n] - s.y[m]) <= TILE:
                    worth -= CROWDED
    if seat == s.mover and (s.step == TARGETING or s.step == ACROSS or s.step == DOWN) and s.begun != MOVE:
        worth += UNDER_WAY
    return worth


@rule
def useful(s: State, seat: int, symbol: int) -> bool:
    """May a card still do something?"""
    return BRINGS_SOLDIERS[symbol] == 0 or can_bring(s, seat, symbol)


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if s.step == ACROSS or s.step == DOWN:
        return prefer_coordinate(s, code - AT)
    if s.step == MINES:
        if code == DECLINE:
            return 6
        gain = blast_gain(s, seat, s.x[code - TARGET], s.y[code - TARGET])
        return 1 if gain <= 0 else 6 * gain * gain
    if s.step == DISCARDING:
        if code == KEEP:
            return 4
        return 1 if could_play(s, seat, code - TOSS) or (code - TOSS != BRICKS and useful(s, seat, code - TOSS)) else 8
    if s.step == TARGETING:
        return 2 + living(s, owner(code - TARGET))
    return prefer_deed(s, seat, code)


@rule
def prefer_deed(s: State, seat: int, code: int) -> int:
    if code < STRIKE:
        return 2
    if code < THROW:
        return 30
    if code < PLACE:
        near = near_enemies(s, seat, EACH * seat + code - THROW)
        return 1 + 10 * near * near
    if code == PLACE:
        return 40
    if code == SCATTER:
        return 80
    return 2


@rule
def near_enemies(s: State, seat: int, n: int) -> int:
    """Enemies that a grenade of this soldier might reach."""
    found = 0
    for m in range(EACH * s.seats):
        near = abs(s.x[m] - s.x[n]) <= TILE + BLAST and abs(s.y[m] - s.y[n]) <= TILE + BLAST
        if s.x[m] != NONE and owner(m) != seat and near:
            found += 1
    return found


@rule
def prefer_coordinate(s: State, v: int) -> int:
    """As good as the best point that it leads to."""
    most = 0
    for k in range(s.listed):
        x, y = s.points[k] & 255, s.points[k] >> 8
        if (s.step == ACROSS and x == v) or (s.step == DOWN and x == s.across and y == v):
            most = max(most, s.worth[k])
    return 1 + most * most


@rule
def blast_gain(s: State, seat: int, x: int, y: int) -> int:
    """Enemies less own soldiers in a blast."""
    gain = 0
    for m in range(EACH * s.seats):
        if s.x[m] != NONE and abs(s.x[m] - x) <= BLAST and abs(s.y[m] - y) <= BLAST:
            gain += -1 if owner(m) == seat else 1
    return gain

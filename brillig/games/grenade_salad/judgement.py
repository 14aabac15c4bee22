"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.grenade_salad import ground
from brillig.games.grenade_salad.ground import State
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
    worth = ALIVE * ground.living(s, seat) + TAKEN * s.taken[seat]
    for symbol in range(ground.SYMBOLS):
        if useful(s, seat, symbol):
            worth += A_CARD[symbol] * s.hand[seat, symbol]
    first = ground.EACH * seat
    for n in range(first, first + s.arrived[seat]):
        if s.x[n] != ground.NONE:
            for m in range(n + 1, first + s.arrived[seat]):
                if (
                    s.x[m] != ground.NONE
                    and abs(s.x[n] - s.x[m]) <= ground.TILE
                    and abs(s.y[n] - s.y[m]) <= ground.TILE
                ):
                    worth -= CROWDED
    if (
        seat == s.mover
        and (s.step == ground.TARGETING or s.step == ground.ACROSS or s.step == ground.DOWN)
        and s.begun != ground.MOVE
    ):
        worth += UNDER_WAY
    return worth


@rule
def useful(s: State, seat: int, symbol: int) -> bool:
    """May a card still do something?"""
    return ground.BRINGS_SOLDIERS[symbol] == 0 or ground.can_bring(s, seat, symbol)


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if s.step == ground.ACROSS or s.step == ground.DOWN:
        return prefer_coordinate(s, code - ground.AT)
    if s.step == ground.MINES:
        if code == ground.DECLINE:
            return 6
        gain = blast_gain(s, seat, s.x[code - ground.TARGET], s.y[code - ground.TARGET])
        return 1 if gain <= 0 else 6 * gain * gain
    if s.step == ground.DISCARDING:
        if code == ground.KEEP:
            return 4
        return (
            1
            if ground.could_play(s, seat, code - ground.TOSS)
            or (code - ground.TOSS != BRICKS and useful(s, seat, code - ground.TOSS))
            else 8
        )
    if s.step == ground.TARGETING:
        return 2 + ground.living(s, ground.owner(code - ground.TARGET))
    return prefer_deed(s, seat, code)


@rule
def prefer_deed(s: State, seat: int, code: int) -> int:
    if code < ground.STRIKE:
        return 2
    if code < ground.THROW:
        return 30
    if code < ground.PLACE:
        near = near_enemies(s, seat, ground.EACH * seat + code - ground.THROW)
        return 1 + 10 * near * near
    if code == ground.PLACE:
        return 40
    if code == ground.SCATTER:
        return 80
    return 2


@rule
def near_enemies(s: State, seat: int, n: int) -> int:
    """Enemies that a grenade of this soldier might reach."""
    found = 0
    for m in range(ground.EACH * s.seats):
        near = abs(s.x[m] - s.x[n]) <= ground.TILE + ground.BLAST and abs(s.y[m] - s.y[n]) <= ground.TILE + ground.BLAST
        if s.x[m] != ground.NONE and ground.owner(m) != seat and near:
            found += 1
    return found


@rule
def prefer_coordinate(s: State, v: int) -> int:
    """As good as the best point that it leads to."""
    most = 0
    for k in range(s.listed):
        x, y = s.points[k] & 255, s.points[k] >> 8
        if (s.step == ground.ACROSS and x == v) or (s.step == ground.DOWN and x == s.across and y == v):
            most = max(most, s.worth[k])
    return 1 + most * most


@rule
def blast_gain(s: State, seat: int, x: int, y: int) -> int:
    """Enemies less own soldiers in a blast."""
    gain = 0
    for m in range(ground.EACH * s.seats):
        if s.x[m] != ground.NONE and abs(s.x[m] - x) <= ground.BLAST and abs(s.y[m] - y) <= ground.BLAST:
            gain += -1 if ground.owner(m) == seat else 1
    return gain

"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in tenths of a point."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.war import world
from brillig.games.war.world import State
from brillig.parts.judging import chance

A_UNIT = 7  # on the map, beside the tile it holds
IN_HAND = 2  # each point of the cards in hand
OUT = 400  # what it costs to be out
HALF = 60  # so much ahead of another seat is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = standing(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - standing(s, other), HALF)
    return won // (s.seats - 1)


@rule
def standing(s: State, seat: int) -> int:
    if s.out[seat] > 0:
        return 10 * s.out[seat] - OUT
    worth = 10 * world.score(s, seat)
    for cell in range(world.CELLS):
        if s.owner[cell] == seat:
            worth += A_UNIT * s.units[cell]
    for position in range(9):
        if (s.hand[seat] >> position) & 1 == 1:
            worth += IN_HAND * world.number_of(position)
    return worth


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if s.step == world.START_CARD:
        return 1 + world.number_of(code - world.PLAY)
    if s.step == world.CARD:
        return world.number_of(code - world.PLAY) * (
            world.number_of(code - world.PLAY) if s.action == world.REINFORCE else 1
        )
    if s.step == world.BATTLE:
        own = world.symbol_of(s, seat, code - world.PLAY) == s.tile[s.target]
        return 1 + world.number_of(code - world.PLAY) + (2 if own else 0)
    if s.step == world.ACTION:
        return prefer_action(s, seat, code)
    if code == world.STOP:
        return 1
    if s.step == world.MOVING:
        return prefer_tile(s, seat, world.near((code - world.GO) // world.AROUND, (code - world.GO) % world.AROUND))
    if code >= world.ADVANCE:
        return 1 if code == world.ADVANCE else 4
    if s.step == world.REINFORCING or s.step == world.EXTRA_UNIT or s.step == world.FLEEING:
        return 2 + enemies_near(s, seat, code)
    return 1 + 3 * symbols_near(s, code)


@rule
def prefer_action(s: State, seat: int, code: int) -> int:
    if code == world.REINFORCE:
        return 20
    if code == world.MOVE:
        return 10
    if code == world.END_TURN:
        return 1
    cell, target = (
        (code - world.GO) // world.AROUND,
        world.near((code - world.GO) // world.AROUND, (code - world.GO) % world.AROUND),
    )
    ahead = s.units[cell] - s.units[target]
    return max(1, 2 + 4 * ahead) + (2 if ahead > 0 and s.tile[target] != world.BROWN else 0)


@rule
def prefer_tile(s: State, seat: int, cell: int) -> int:
    """A free tile is a point, and a new symbol or the third of a kind more."""
    if s.owner[cell] == seat:
        return 1
    symbol = s.tile[cell]
    return 8 if symbol == world.BROWN else 12 + 6 * same_owned(s, seat, symbol)


@rule
def same_owned(s: State, seat: int, symbol: int) -> int:
    """How much a tile of a symbol helps: 2 for the first, 0 for the second, 2 for the third."""
    n = 0
    for cell in range(world.CELLS):
        if s.owner[cell] == seat and s.tile[cell] == symbol:
            n += 1
    return 0 if n == 1 else 2


@rule
def enemies_near(s: State, seat: int, cell: int) -> int:
    n = 0
    for k in range(world.AROUND):
        other = world.near(cell, k)
        if other != world.NONE and s.owner[other] != world.NONE and s.owner[other] != seat:
            n += 1
    return n


@rule
def symbols_near(s: State, cell: int) -> int:
    n = 0
    for k in range(world.AROUND):
        other = world.near(cell, k)
        if other != world.NONE and s.tile[other] != world.OCEAN and s.tile[other] < world.SYMBOLS:
            n += 1
    return n

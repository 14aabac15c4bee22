"""Turns of Grenade Salad: cubes that are dropped, mines, cards that are drawn, and when it all ends."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.grenade_salad import ground
from brillig.games.grenade_salad.ground import State
from brillig.parts.bag import draw
from brillig.parts.boxes.greenbox import BRICKS, CARDS
from brillig.parts.field.measure import clear, squared

SPREAD, NUMBERS = 20, 3  # a coordinate is the middle and so many numbers from -20 to 20
TRIES = 50
EVERY_SYMBOL = CARDS // ground.SYMBOLS  # cards of each symbol


# ---- cubes fall ----------------------------------------------------------------------------------------------------


@rule
def scattered(s: State) -> int:
    """Where a cube falls, along one axis."""
    v = ground.MIDDLE
    for _ in range(NUMBERS):
        v += random(s, 2 * SPREAD + 1) - SPREAD
    return v


@rule
def drop(s: State, seat: int) -> int:
    """A cube of that seat falls on the middle of the table; its number. It never lies on another."""
    x, y = 0, 0
    for _ in range(TRIES):
        x = scattered(s)
        y = scattered(s)
        if clear(s.x, s.y, x, y, ground.CUBE, ground.NONE):
            return ground.put(s, seat, x, y)
    return put_near(s, seat, x, y)


@rule
def put_near(s: State, seat: int, x: int, y: int) -> int:
    """The free place that is nearest, of equal ones the highest on the table, then the leftmost."""
    best_x, best_y, least = x, y, 1 << 30
    for v in range(ground.LOWEST, ground.HIGHEST + 1):
        for u in range(ground.LOWEST, ground.HIGHEST + 1):
            far = squared(u - x, v - y)
            if far < least and clear(s.x, s.y, u, v, ground.CUBE, ground.NONE):
                best_x, best_y, least = u, v, far
    return ground.put(s, seat, best_x, best_y)


# ---- mines ---------------------------------------------------------------------------------------------------------


@rule
def watch(s: State) -> None:
    """Soldiers have just moved or come: the others may say that they stepped on a mine."""
    if any_fresh(s) and mines_possible(s):
        s.step = ground.MINES
        s.until = s.now + 1000 * s.mine_pause
        s.mined = 0
        ask(s, (s.mover + 1) % s.seats)
    else:
        go_on(s)


@rule
def any_fresh(s: State) -> bool:
    for k in range(ground.MOST_FRESH):
        if s.fresh[k] != ground.NONE:
            return True
    return False


@rule
def mines_possible(s: State) -> bool:
    """Might anybody else hold a mine, as far as everybody can tell? If not, nobody waits for one."""
    for seat in range(s.seats):
        if seat != s.mover and s.held[seat] > 0:
            return s.spent[BRICKS] < EVERY_SYMBOL
    return False


@rule
def ask(s: State, seat: int) -> None:
    """Ask this seat if it has a mine, else the next, up to the mover."""
    while seat != s.mover and s.hand[seat, BRICKS] == 0:
        seat = (seat + 1) % s.seats
    s.asked = ground.NONE if seat == s.mover else seat


@rule
def bury(s: State, seat: int, n: int) -> None:
    """A soldier has stepped on a mine of that seat. Now everybody has time to think again."""
    ground.spend(s, seat, BRICKS)
    ground.explode(s, seat, s.x[n], s.y[n])
    s.mined = 1
    s.until = s.now + 1000 * s.mine_pause
    if any_fresh(s):
        ask(s, (seat + 1) % s.seats)
    else:
        go_on(s)


@rule
def wait_is_over(s: State) -> None:
    """Whoever has not answered has no mine. After a mine everybody is asked again."""
    if s.mined == 1:
        watch(s)
    else:
        go_on(s)


@rule
def go_on(s: State) -> None:
    """The turn goes on."""
    s.step = ground.TURN
    s.asked = ground.NONE
    s.mined = 0
    s.until = 0
    for k in range(ground.MOST_FRESH):
        s.fresh[k] = ground.NONE


# ---- the turn ends -------------------------------------------------------------------------------------------------


@rule
def end_turn(s: State) -> None:
    """Who has played no card may throw one away, while there are others to draw."""
    if s.played == 0 and s.stuck_hand == 0 and s.left > 0 and s.held[s.mover] > 0:
        s.step = ground.DISCARDING
    else:
        finish_turn(s)


@rule
def finish_turn(s: State) -> None:
    mover = s.mover
    unable = s.empty == 1 and s.busy == 0
    for symbol in range(ground.SYMBOLS):
        if s.hand[mover, symbol] > 0 and ground.could_play(s, mover, symbol):
            unable = False
    s.unable = s.unable + 1 if unable else 0
    s.quiet = 0 if s.busy == 1 else s.quiet + 1
    draw_up(s, mover)
    if is_over(s):
        s.step = ground.OVER
        return
    begin_turn(s, (mover + 1) % s.seats)


@rule
def begin_turn(s: State, seat: int) -> None:
    s.mover = seat
    s.step = ground.TURN
    s.moved = 0
    s.played = 0
    s.busy = 0
    s.empty = 1 if s.left == 0 else 0


@rule
def draw_up(s: State, seat: int) -> None:
    """Up to five cards, as far as the deck lasts."""
    while s.held[seat] < ground.HAND and s.left > 0:
        s.hand[seat, draw(s.deck, s)] += 1
        s.held[seat] += 1
        s.left -= 1


@rule
def is_over(s: State) -> bool:
    """No cards at all; or nobody can play; or nobody has for three rounds."""
    held = 0
    for seat in range(s.seats):
        held += s.held[seat]
    return (s.left == 0 and held == 0) or s.unable >= s.seats or s.quiet >= 3 * s.seats

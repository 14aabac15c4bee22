"""What happens by itself in War 2.0: cards that are taken back, battles, seats that go out, turns, and the end."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.war import world
from brillig.games.war.world import State

START_TILES = 4  # of each seat
EXTRA_UNITS = 2
# Why a tile may be chosen at the start: it is brown and away from one's own; if there is none, it is brown; or anything.
APART, BROWN_ONE, ANY = range(3)

# ---- before the first turn -----------------------------------------------------------------------------------------


@rule
def next_to_lay(s: State) -> None:
    """From the seat to the right of the starting seat counter-clockwise: four tiles, then two more units."""
    if s.laid == (START_TILES + EXTRA_UNITS) * s.seats:
        s.mover = s.starter
        begin_turn(s)
        return
    s.mover = (s.starter + s.seats - 1 - s.laid % s.seats) % s.seats
    s.step = world.START_TILE if s.laid < START_TILES * s.seats else world.EXTRA_UNIT


@rule
def touches_own(s: State, seat: int, cell: int) -> bool:
    for k in range(world.AROUND):
        if world.near(cell, k) != world.NONE and s.owner[world.near(cell, k)] == seat:
            return True
    return False


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def need_card(s: State, seat: int) -> None:
    """Whoever must play a card and has none takes all cards back, and adds the next of 4, 5 and 6."""
    if s.hand[seat] != 0:
        return
    s.hand[seat] = s.played[seat]
    s.played[seat] = 0
    if s.added[seat] < len(world.LATER):
        s.hand[seat] |= 1 << world.LATER[s.added[seat]]
        s.added[seat] += 1
        look_for_end(s)


@rule
def spend(s: State, seat: int, position: int) -> None:
    s.hand[seat] &= ~(1 << position)
    s.played[seat] |= 1 << position


@rule
def look_for_end(s: State) -> None:
    """When every seat that is still in has added its 6, the end is near."""
    if s.closing > 0:
        return
    for seat in range(s.seats):
        if s.out[seat] == 0 and s.added[seat] < len(world.LATER):
            return
    s.closing = 1


# ---- turns ---------------------------------------------------------------------------------------------------------


@rule
def begin_turn(s: State) -> None:
    s.turns += 1
    s.actions = 0
    s.reinforced = 0
    s.step = world.START_CARD
    need_card(s, s.mover)


@rule
def next_action(s: State) -> None:
    """The mover goes on if it has an action left and could do something with it."""
    forget_action(s)
    if s.out[s.mover] == 0 and s.actions > 0 and (can_reinforce(s) or can_move(s) or can_attack(s)):
        s.step = world.ACTION
    else:
        end_turn(s)


@rule
def forget_action(s: State) -> None:
    s.left = 0
    s.action = 0
    s.source = world.NONE
    s.start = world.NONE
    s.target = world.NONE
    s.defender = world.NONE
    for cell in range(world.CELLS):
        s.used[cell] = 0


@rule
def end_turn(s: State) -> None:
    """The turn passes to the left. After the trigger every seat has one more, the one whose turn it was last of all."""
    if s.closing == 1:
        s.closing = 2
        s.finals = s.seats
    searching = True
    while searching:
        if s.closing == 2:
            if s.finals == 0:
                s.step = world.OVER
                return
            s.finals -= 1
        s.mover = (s.mover + 1) % s.seats
        searching = s.out[s.mover] != 0
    begin_turn(s)


@rule
def can_reinforce(s: State) -> bool:
    return s.reinforced == 0 and s.supply[s.mover] > 0


@rule
def can_move(s: State) -> bool:
    for cell in range(world.CELLS):
        if s.owner[cell] == s.mover and s.units[cell] > 1:
            for k in range(world.AROUND):
                if world.may_move(s, s.mover, cell, k):
                    return True
    return False


@rule
def can_attack(s: State) -> bool:
    for cell in range(world.CELLS):
        if s.owner[cell] == s.mover:
            for k in range(world.AROUND):
                if world.may_attack(s, s.mover, cell, k):
                    return True
    return False


@rule
def may_be_source(s: State, cell: int) -> bool:
    """May units move from this tile in this action: on from the same, or from a new one?"""
    return cell == s.source or (s.left > 0 and s.used[cell] == 0)


@rule
def can_move_on(s: State) -> bool:
    for cell in range(world.CELLS):
        if s.owner[cell] == s.mover and may_be_source(s, cell):
            for k in range(world.AROUND):
                if world.may_move(s, s.mover, cell, k):
                    return True
    return False


@rule
def can_place(s: State) -> bool:
    if s.left == 0 or s.supply[s.mover] == 0:
        return False
    for cell in range(world.CELLS):
        if s.owner[cell] == s.mover and s.used[cell] == 0:
            return True
    return False


# ---- battles -------------------------------------------------------------------------------------------------------


@rule
def attack(s: State, cell: int, target: int) -> None:
    """Both sides are asked for a card."""
    s.actions -= 1
    s.start = cell
    s.target = target
    s.defender = s.owner[target]
    need_card(s, s.mover)
    need_card(s, s.defender)
    s.step = world.BATTLE


@rule
def fight(s: State) -> None:
    """Both cards are shown; the weaker side loses a unit, the attacker also with equal strength."""
    for side in range(2):
        seat = s.mover if side == 0 else s.defender
        s.fought[side] = seat
        s.shown[side] = s.chosen[side]
        s.strength[side] = strength_of(s, seat, s.start if side == 0 else s.target, s.chosen[side])
        spend(s, seat, s.chosen[side])
        s.chosen[side] = world.NONE
    if s.strength[0] <= s.strength[1]:
        lose_unit(s, s.start)
        if s.step != world.OVER:
            next_action(s)
        return
    lose_unit(s, s.target)
    if s.step == world.OVER:
        return
    if s.units[s.target] == 0:
        ask_advance(s)
        return
    refuges = 0
    refuge = world.NONE
    for k in range(world.AROUND):
        if is_refuge(s, world.near(s.target, k)):
            refuges += 1
            refuge = world.near(s.target, k)
    if refuges > 1:
        s.step = world.FLEEING
    elif refuges == 1:
        flee(s, refuge)
    else:
        next_action(s)


@rule
def strength_of(s: State, seat: int, cell: int, position: int) -> int:
    bonus = 1 if s.tile[s.target] == world.symbol_of(s, seat, position) else 0
    return s.units[cell] + world.number_of(position) + bonus


@rule
def lose_unit(s: State, cell: int) -> None:
    """A unit goes back to its seat's supply. Without units a seat is out, and the last one left has won."""
    seat = s.owner[cell]
    world.take(s, cell, 1)
    s.supply[seat] += 1
    if world.tiles_of(s, seat) == 0:
        s.gone += 1
        s.out[seat] = s.gone
        look_for_end(s)
        if s.gone == s.seats - 1:
            forget_action(s)
            s.step = world.OVER


@rule
def is_refuge(s: State, cell: int) -> bool:
    """May the beaten units flee there: to an own tile, or, if none touches, to a free one?"""
    if not world.is_land(s, cell):
        return False
    if s.owner[cell] == s.defender:
        return True
    return world.is_free(s, cell) and not touches_own(s, s.defender, s.target)


@rule
def flee(s: State, cell: int) -> None:
    n = s.units[s.target]
    world.take(s, s.target, n)
    world.put(s, s.defender, cell, n)
    ask_advance(s)


@rule
def ask_advance(s: State) -> None:
    """The tile is free: the attacker may move in, but one unit stays behind."""
    if s.units[s.start] > 1:
        s.step = world.ADVANCING
    else:
        next_action(s)

"""What the seats of War 2.0 may order: who is to decide, what is refused and why, and the choices there are."""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Row, rule
from brillig.games.war import world
from brillig.games.war.campaign import (
    ANY,
    APART,
    BROWN_ONE,
    can_move,
    can_reinforce,
    is_refuge,
    may_be_source,
    touches_own,
)
from brillig.games.war.world import State

(
    NOT_NOW, START_BROWN, OCCUPIED, OCEAN_THERE, ONCE, NO_SUPPLY, ONE_PER_TILE, NOT_YOURS, NO_UNITS, STAY_BEHIND, ENEMY,
    NO_TOUCH, SAME_SOURCE, NO_SOURCES, FLEE_HOME, NOT_YET, PLAYED, NO_ACTIONS, NO_ENEMY, NO_MOVE, TAKEN,
) = range(1, 22)  # fmt: skip
REFUSALS = {
    NOT_NOW: "That is not what you are asked now.",
    START_BROWN: "Choose a brown tile not next to one of yours.",
    OCCUPIED: "Somebody is there already.",
    OCEAN_THERE: "There is only ocean.",
    ONCE: "You can reinforce only once a turn.",
    NO_SUPPLY: "All your units are on the map.",
    ONE_PER_TILE: "Only one new unit per tile.",
    NOT_YOURS: "You can only reinforce tiles you own.",
    NO_UNITS: "You have no units there.",
    STAY_BEHIND: "One unit must stay behind.",
    ENEMY: "Enemy units are there: attack instead.",
    NO_TOUCH: "Those tiles do not touch.",
    SAME_SOURCE: "You have already moved from this tile in this action.",
    NO_SOURCES: "This card lets you move from no more tiles.",
    FLEE_HOME: "You must flee to a tile of your own.",
    NOT_YET: "You do not have this card yet.",
    PLAYED: "You have played this card; it comes back with the others.",
    NO_ACTIONS: "You have no actions left.",
    NO_ENEMY: "There are no enemy units to attack.",
    NO_MOVE: "No unit of yours can move.",
    TAKEN: "You have chosen your battle card.",
}


@rule
def waiting(s: State, seat: int) -> bool:
    if s.step == world.BATTLE:
        return (seat == s.mover and s.chosen[0] == world.NONE) or (seat == s.defender and s.chosen[1] == world.NONE)
    if s.step == world.FLEEING:
        return seat == s.defender
    return s.step != world.OVER and seat == s.mover


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        return refuse_idle(s, seat, code)
    if s.step == world.START_CARD or s.step == world.CARD or s.step == world.BATTLE:
        return refuse_card(s, seat, code - world.PLAY)
    if s.step == world.ACTION:
        return refuse_action(s, seat, code)
    if s.step == world.MOVING:
        return 0 if code == world.STOP else refuse_move(s, seat, code - world.GO)
    if s.step == world.ADVANCING:
        if code < world.ADVANCE:
            return NOT_NOW
        return 0 if code - world.ADVANCE < s.units[s.start] else STAY_BEHIND
    if s.step == world.REINFORCING and code == world.STOP:
        return 0
    if code >= world.PLAY:
        return NOT_NOW
    if s.tile[code] == world.OCEAN:
        return OCEAN_THERE
    if s.step == world.START_TILE:
        return refuse_start(s, seat, code)
    if s.step == world.FLEEING:
        return refuse_flight(s, code)
    if s.owner[code] != seat:
        return NOT_YOURS
    return ONE_PER_TILE if s.used[code] == 1 else 0


@rule
def refuse_idle(s: State, seat: int, code: int) -> int:
    """Whoever has just ended a turn by its last action, or has chosen a battle card, is told so."""
    if s.step == world.BATTLE and (seat == s.mover or seat == s.defender):
        return TAKEN
    ended = s.step == world.START_CARD and s.last_seat == seat and s.last != world.END_TURN
    if ended and (world.REINFORCE <= code <= world.MOVE or world.GO <= code < world.ADVANCE):
        return NO_ACTIONS
    return NOT_YOUR_TURN


@rule
def refuse_card(s: State, seat: int, position: int) -> int:
    if position < 0 or position >= world.CARDS:
        return NOT_NOW
    if world.holds(s, seat, position):
        return 0
    return PLAYED if (s.played[seat] >> position) & 1 == 1 else NOT_YET


@rule
def refuse_action(s: State, seat: int, code: int) -> int:
    if code == world.END_TURN:
        return 0
    if code == world.REINFORCE:
        if s.reinforced == 1:
            return ONCE
        return 0 if s.supply[seat] > 0 else NO_SUPPLY
    if code == world.MOVE:
        return 0 if can_move(s) else NO_MOVE
    if code < world.GO or code >= world.ADVANCE:
        return NOT_NOW
    cell, k = (code - world.GO) // world.AROUND, (code - world.GO) % world.AROUND
    if s.owner[cell] != seat:
        return NO_UNITS
    if not world.is_land(s, world.near(cell, k)):
        return NO_TOUCH
    return 0 if world.may_attack(s, seat, cell, k) else NO_ENEMY


@rule
def refuse_move(s: State, seat: int, way: int) -> int:
    if way < 0 or way >= world.AROUND * world.CELLS:
        return NOT_NOW
    cell, k = way // world.AROUND, way % world.AROUND
    if s.owner[cell] != seat:
        return NO_UNITS
    if not world.is_land(s, world.near(cell, k)):
        return NO_TOUCH
    if world.may_attack(s, seat, cell, k):
        return ENEMY
    if s.units[cell] < 2:
        return STAY_BEHIND
    if may_be_source(s, cell):
        return 0
    return SAME_SOURCE if s.used[cell] == 1 else NO_SOURCES


@rule
def refuse_start(s: State, seat: int, cell: int) -> int:
    if s.owner[cell] != world.NONE:
        return OCCUPIED
    return 0 if fits(s, seat, cell, start_rule(s, seat)) else START_BROWN


@rule
def start_rule(s: State, seat: int) -> int:
    """The strictest rule that leaves a choice."""
    for strict in range(APART, ANY):
        for cell in range(world.CELLS):
            if world.is_free(s, cell) and fits(s, seat, cell, strict):
                return strict
    return ANY


@rule
def fits(s: State, seat: int, cell: int, strict: int) -> bool:
    if strict == ANY:
        return True
    return s.tile[cell] == world.BROWN and (strict == BROWN_ONE or not touches_own(s, seat, cell))


@rule
def refuse_flight(s: State, cell: int) -> int:
    beside = False
    for k in range(world.AROUND):
        beside = beside or world.near(s.target, k) == cell
    if not beside:
        return NO_TOUCH
    if is_refuge(s, cell):
        return 0
    return OCCUPIED if s.owner[cell] != world.NONE else FLEE_HOME


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == world.START_CARD or s.step == world.CARD or s.step == world.BATTLE:
        for position in range(world.CARDS):
            if world.holds(s, seat, position):
                out[n] = world.PLAY + position
                n += 1
        return n
    if s.step == world.ADVANCING:
        for k in range(s.units[s.start]):
            out[n] = world.ADVANCE + k
            n += 1
        return n
    if s.step == world.ACTION or s.step == world.MOVING:
        return choices_of_ways(s, seat, out)
    strict = start_rule(s, seat) if s.step == world.START_TILE else ANY
    for cell in range(world.CELLS):
        if s.tile[cell] == world.OCEAN:
            continue
        if s.step == world.START_TILE:
            fine = s.owner[cell] == world.NONE and fits(s, seat, cell, strict)
        elif s.step == world.FLEEING:
            fine = refuse_flight(s, cell) == 0
        else:
            fine = s.owner[cell] == seat and s.used[cell] == 0
        if fine:
            out[n] = world.TILE + cell
            n += 1
    if s.step == world.REINFORCING:
        out[n] = world.STOP
        n += 1
    return n


@rule
def choices_of_ways(s: State, seat: int, out: Row) -> int:
    """In an action: what to do, and whom to attack. While moving: from where to where."""
    n = 0
    if s.step == world.ACTION:
        if can_reinforce(s):
            out[n] = world.REINFORCE
            n += 1
        if can_move(s):
            out[n] = world.MOVE
            n += 1
    out[n] = world.END_TURN if s.step == world.ACTION else world.STOP
    n += 1
    for cell in range(world.CELLS):
        if s.owner[cell] == seat:
            for k in range(world.AROUND):
                if may_go(s, seat, cell, k):
                    out[n] = world.GO + world.AROUND * cell + k
                    n += 1
    return n


@rule
def may_go(s: State, seat: int, cell: int, k: int) -> bool:
    """Attack, when an action is chosen; else move a unit."""
    if s.step == world.ACTION:
        return world.may_attack(s, seat, cell, k)
    return world.may_move(s, seat, cell, k) and may_be_source(s, cell)

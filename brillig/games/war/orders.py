"""What the seats of War 2.0 may order: who is to decide, what is refused and why, and the choices there are."""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Row, rule
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
from brillig.games.war.world import (
    ACTION,
    ADVANCE,
    ADVANCING,
    AROUND,
    BATTLE,
    BROWN,
    CARD,
    CARDS,
    CELLS,
    END_TURN,
    FLEEING,
    GO,
    MOVE,
    MOVING,
    NONE,
    OCEAN,
    OVER,
    PLAY,
    REINFORCE,
    REINFORCING,
    START_CARD,
    START_TILE,
    STOP,
    TILE,
    State,
    holds,
    is_free,
    is_land,
    may_attack,
    may_move,
    near,
)

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
    if s.step == BATTLE:
        return (seat == s.mover and s.chosen[0] == NONE) or (seat == s.defender and s.chosen[1] == NONE)
    if s.step == FLEEING:
        return seat == s.defender
    return s.step != OVER and seat == s.mover


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        return refuse_idle(s, seat, code)
    if s.step == START_CARD or s.step == CARD or s.step == BATTLE:
        return refuse_card(s, seat, code - PLAY)
    if s.step == ACTION:
        return refuse_action(s, seat, code)
    if s.step == MOVING:
        return 0 if code == STOP else refuse_move(s, seat, code - GO)
    if s.step == ADVANCING:
        if code < ADVANCE:
            return NOT_NOW
        return 0 if code - ADVANCE < s.units[s.start] else STAY_BEHIND
    if s.step == REINFORCING and code == STOP:
        return 0
    if code >= PLAY:
        return NOT_NOW
    if s.tile[code] == OCEAN:
        return OCEAN_THERE
    if s.step == START_TILE:
        return refuse_start(s, seat, code)
    if s.step == FLEEING:
        return refuse_flight(s, code)
    if s.owner[code] != seat:
        return NOT_YOURS
    return ONE_PER_TILE if s.used[code] == 1 else 0


@rule
def refuse_idle(s: State, seat: int, code: int) -> int:
    """Whoever has just ended a turn by its last action, or has chosen a battle card, is told so."""
    if s.step == BATTLE and (seat == s.mover or seat == s.defender):
        return TAKEN
    ended = s.step == START_CARD and s.last_seat == seat and s.last != END_TURN
    if ended and (REINFORCE <= code <= MOVE or GO <= code < ADVANCE):
        return NO_ACTIONS
    return NOT_YOUR_TURN


@rule
def refuse_card(s: State, seat: int, position: int) -> int:
    if position < 0 or position >= CARDS:
        return NOT_NOW
    if holds(s, seat, position):
        return 0
    return PLAYED if (s.played[seat] >> position) & 1 == 1 else NOT_YET


@rule
def refuse_action(s: State, seat: int, code: int) -> int:
    if code == END_TURN:
        return 0
    if code == REINFORCE:
        if s.reinforced == 1:
            return ONCE
        return 0 if s.supply[seat] > 0 else NO_SUPPLY
    if code == MOVE:
        return 0 if can_move(s) else NO_MOVE
    if code < GO or code >= ADVANCE:
        return NOT_NOW
    cell, k = (code - GO) // AROUND, (code - GO) % AROUND
    if s.owner[cell] != seat:
        return NO_UNITS
    if not is_land(s, near(cell, k)):
        return NO_TOUCH
    return 0 if may_attack(s, seat, cell, k) else NO_ENEMY


@rule
def refuse_move(s: State, seat: int, way: int) -> int:
    if way < 0 or way >= AROUND * CELLS:
        return NOT_NOW
    cell, k = way // AROUND, way % AROUND
    if s.owner[cell] != seat:
        return NO_UNITS
    if not is_land(s, near(cell, k)):
        return NO_TOUCH
    if may_attack(s, seat, cell, k):
        return ENEMY
    if s.units[cell] < 2:
        return STAY_BEHIND
    if may_be_source(s, cell):
        return 0
    return SAME_SOURCE if s.used[cell] == 1 else NO_SOURCES


@rule
def refuse_start(s: State, seat: int, cell: int) -> int:
    if s.owner[cell] != NONE:
        return OCCUPIED
    return 0 if fits(s, seat, cell, start_rule(s, seat)) else START_BROWN


@rule
def start_rule(s: State, seat: int) -> int:
    """The strictest rule that leaves a choice."""
    for strict in range(APART, ANY):
        for cell in range(CELLS):
            if is_free(s, cell) and fits(s, seat, cell, strict):
                return strict
    return ANY


@rule
def fits(s: State, seat: int, cell: int, strict: int) -> bool:
    if strict == ANY:
        return True
    return s.tile[cell] == BROWN and (strict == BROWN_ONE or not touches_own(s, seat, cell))


@rule
def refuse_flight(s: State, cell: int) -> int:
    beside = False
    for k in range(AROUND):
        beside = beside or near(s.target, k) == cell
    if not beside:
        return NO_TOUCH
    if is_refuge(s, cell):
        return 0
    return OCCUPIED if s.owner[cell] != NONE else FLEE_HOME


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    if s.step == START_CARD or s.step == CARD or s.step == BATTLE:
        for position in range(CARDS):
            if holds(s, seat, position):
                out[n] = PLAY + position
                n += 1
        return n
    if s.step == ADVANCING:
        for k in range(s.units[s.start]):
            out[n] = ADVANCE + k
            n += 1
        return n
    if s.step == ACTION or s.step == MOVING:
        return choices_of_ways(s, seat, out)
    strict = start_rule(s, seat) if s.step == START_TILE else ANY
    for cell in range(CELLS):
        if s.tile[cell] == OCEAN:
            continue
        if s.step == START_TILE:
            fine = s.owner[cell] == NONE and fits(s, seat, cell, strict)
        elif s.step == FLEEING:
            fine = refuse_flight(s, cell) == 0
        else:
            fine = s.owner[cell] == seat and s.used[cell] == 0
        if fine:
            out[n] = TILE + cell
            n += 1
    if s.step == REINFORCING:
        out[n] = STOP
        n += 1
    return n


@rule
def choices_of_ways(s: State, seat: int, out: Row) -> int:
    """In an action: what to do, and whom to attack. While moving: from where to where."""
    n = 0
    if s.step == ACTION:
        if can_reinforce(s):
            out[n] = REINFORCE
            n += 1
        if can_move(s):
            out[n] = MOVE
            n += 1
    out[n] = END_TURN if s.step == ACTION else STOP
    n += 1
    for cell in range(CELLS):
        if s.owner[cell] == seat:
            for k in range(AROUND):
                if may_go(s, seat, cell, k):
                    out[n] = GO + AROUND * cell + k
                    n += 1
    return n


@rule
def may_go(s: State, seat: int, cell: int, k: int) -> bool:
    """Attack, when an action is chosen; else move a unit."""
    if s.step == ACTION:
        return may_attack(s, seat, cell, k)
    return may_move(s, seat, cell, k) and may_be_source(s, cell)

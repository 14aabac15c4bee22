"""What is allowed in Grenade Salad: who is to decide, what is refused and why, and what bots think about."""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Row, rule
from brillig.games.grenade_salad.ground import (
    ACROSS,
    AT,
    BURY,
    CODES,
    DECLINE,
    DISCARDING,
    DOWN,
    EACH,
    END,
    KEEP,
    MINES,
    MOST_CARDS,
    MOST_FRESH,
    NONE,
    OVER,
    PLACE,
    SCATTER,
    SIZE,
    STRIKE,
    TARGET,
    TARGETING,
    THROW,
    TILE,
    TOSS,
    TURN,
    State,
    can_move,
    card_of,
    column_has_room,
    has_room,
    has_target,
    in_reach,
    is_target,
    owner,
    reserve,
    stands,
)
from brillig.parts.boxes.greenbox import CIRCLES
from brillig.parts.field.measure import half_chord

TOO_FAR_TO_MOVE, NO_ROOM, MOVED, CARDS_PLAYED, NOT_CLOSE, IN_THE_WAY, TOO_FAR_TO_THROW, OFF_TABLE = range(1, 9)
NOT_NOW, NOT_FRESH, DECK_EMPTY, NO_RESERVE, OWN, NOT_THERE, NO_CARD, MOVE_FIRST, UNFINISHED, HEMMED_IN = range(9, 19)
MINE_OR_NOT, THROW_AWAY, YOUR_TURN = range(19, 22)
REFUSALS = {
    TOO_FAR_TO_MOVE: "You can move at most one tile's width.",
    NO_ROOM: "There is no room there.",
    MOVED: "You have already moved a soldier.",
    CARDS_PLAYED: "You can play two cards a turn.",
    NOT_CLOSE: "They must stand less than a cube's width apart.",
    IN_THE_WAY: "Another soldier is in the way.",
    TOO_FAR_TO_THROW: "A grenade flies at most one tile's width.",
    OFF_TABLE: "The grenade must land on the table.",
    NOT_NOW: "Mines are played on your opponents' turns.",
    NOT_FRESH: "Only a soldier that has just moved, been placed or dropped can step on a mine.",
    DECK_EMPTY: "No more drops once the deck is empty.",
    NO_RESERVE: "You have no soldiers in reserve.",
    OWN: "Choose an enemy soldier.",
    NOT_THERE: "That soldier is not on the table.",
    NO_CARD: "You have no such card.",
    MOVE_FIRST: "At this table you move before you play a card.",
    UNFINISHED: "First finish what you have begun.",
    HEMMED_IN: "There is no room for that soldier to move to.",
    MINE_OR_NOT: "Say whether one of those soldiers has stepped on a mine.",
    THROW_AWAY: "Throw one card away, or none.",
    YOUR_TURN: "That is for another moment: it is your turn to move, to play a card or to end the turn.",
}


@rule
def waiting(s: State, seat: int) -> bool:
    if s.step == MINES:
        return s.asked == seat
    return s.step != OVER and s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    if s.step == TURN:
        return refuse_deed(s, seat, code)
    if s.step == MINES:
        if TARGET <= code < AT - 1:
            return 0 if is_fresh(s, code - TARGET) else NOT_FRESH
        return 0 if code == DECLINE else MINE_OR_NOT
    if s.step == DISCARDING:
        if TOSS <= code < TARGET:
            return 0 if s.hand[seat, code - TOSS] > 0 else NO_CARD
        return 0 if code == KEEP else THROW_AWAY
    if s.step == TARGETING:
        return refuse_target(s, seat, code - TARGET) if TARGET <= code < AT - 1 else UNFINISHED
    if code < AT - 1:
        return UNFINISHED
    return refuse_across(s, code - AT) if s.step == ACROSS else refuse_down(s, code - AT)


@rule
def is_fresh(s: State, n: int) -> bool:
    for k in range(MOST_FRESH):
        if s.fresh[k] == n:
            return True
    return False


@rule
def refuse_deed(s: State, seat: int, code: int) -> int:
    if code == END:
        return 0
    if code == BURY:
        return NOT_NOW
    if code < STRIKE:
        return refuse_move(s, EACH * seat + code)
    if code > SCATTER:
        return YOUR_TURN
    deed = PLACE if code >= PLACE else code - (code - STRIKE) % EACH
    if s.hand[seat, CIRCLES if code == SCATTER else card_of(deed)] == 0:
        return NO_CARD
    if s.played == MOST_CARDS:
        return CARDS_PLAYED
    if code == SCATTER and s.left == 0:
        return DECK_EMPTY
    if deed == PLACE:
        return 0 if reserve(s, seat) > 0 else NO_RESERVE
    n = EACH * seat + (code - deed)
    if not stands(s, n):
        return NOT_THERE
    if deed == THROW or has_target(s, deed, n):
        return 0
    return NOT_CLOSE if deed == STRIKE else IN_THE_WAY


@rule
def refuse_move(s: State, n: int) -> int:
    if s.moved == 1:
        return MOVED
    if s.move_timing == 1 and s.played > 0:
        return MOVE_FIRST
    if not stands(s, n):
        return NOT_THERE
    return 0 if can_move(s, n) else HEMMED_IN


@rule
def refuse_target(s: State, seat: int, n: int) -> int:
    if owner(n) == seat:
        return OWN
    if not stands(s, n):
        return NOT_THERE
    if is_target(s, s.begun, s.who, n):
        return 0
    return NOT_CLOSE if s.begun == STRIKE else IN_THE_WAY


@rule
def refuse_across(s: State, x: int) -> int:
    """An x is as good as the best y for it."""
    if s.begun == THROW:
        if not 0 <= x <= SIZE:
            return OFF_TABLE
        return 0 if half_chord(x - s.x[s.who], TILE) >= 0 else TOO_FAR_TO_THROW
    if column_has_room(s, x, s.who):
        return 0
    return TOO_FAR_TO_MOVE if s.who != NONE and half_chord(x - s.x[s.who], TILE) < 0 else NO_ROOM


@rule
def refuse_down(s: State, y: int) -> int:
    if s.begun == THROW:
        if not 0 <= y <= SIZE:
            return OFF_TABLE
        return 0 if in_reach(s, s.who, s.across, y) else TOO_FAR_TO_THROW
    if s.who != NONE and not in_reach(s, s.who, s.across, y):
        return TOO_FAR_TO_MOVE
    return 0 if has_room(s, s.across, y, s.who) else NO_ROOM


@rule
def choices(s: State, seat: int, out: Row) -> int:
    low, high = 0, AT - 1
    if s.step == ACROSS or s.step == DOWN:
        low, high = AT - 1, CODES
    elif s.step == TARGETING:
        low = TARGET
    n = 0
    for code in range(low, high):
        if refuse(s, seat, code) == 0:
            out[n] = code
            n += 1
    return n


@rule
def shortlist(s: State, seat: int, out: Row) -> int:
    """Where a point is to be chosen, the coordinates of the points on the list; else everything."""
    if s.step != ACROSS and s.step != DOWN:
        return choices(s, seat, out)
    n = 0
    for k in range(s.listed):
        x, y = s.points[k] & 255, s.points[k] >> 8
        if s.step == ACROSS or x == s.across:
            n = note(out, n, AT + (x if s.step == ACROSS else y))
    return n if n > 0 else choices(s, seat, out)  # somebody has chosen an x that is on no list


@rule
def note(out: Row, n: int, code: int) -> int:
    """Write a code down, once; how many there are then."""
    for k in range(n):
        if out[k] == code:
            return n
    out[n] = code
    return n + 1

"""What is allowed in Grenade Salad: who is to decide, what is refused and why, and what bots think about."""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Row, rule
from brillig.games.grenade_salad import ground
from brillig.games.grenade_salad.ground import State
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
    if s.step == ground.MINES:
        return s.asked == seat
    return s.step != ground.OVER and s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    if s.step == ground.TURN:
        return refuse_deed(s, seat, code)
    if s.step == ground.MINES:
        if ground.TARGET <= code < ground.AT - 1:
            return 0 if is_fresh(s, code - ground.TARGET) else NOT_FRESH
        return 0 if code == ground.DECLINE else MINE_OR_NOT
    if s.step == ground.DISCARDING:
        if ground.TOSS <= code < ground.TARGET:
            return 0 if s.hand[seat, code - ground.TOSS] > 0 else NO_CARD
        return 0 if code == ground.KEEP else THROW_AWAY
    if s.step == ground.TARGETING:
        return refuse_target(s, seat, code - ground.TARGET) if ground.TARGET <= code < ground.AT - 1 else UNFINISHED
    if code < ground.AT - 1:
        return UNFINISHED
    return refuse_across(s, code - ground.AT) if s.step == ground.ACROSS else refuse_down(s, code - ground.AT)


@rule
def is_fresh(s: State, n: int) -> bool:
    for k in range(ground.MOST_FRESH):
        if s.fresh[k] == n:
            return True
    return False


@rule
def refuse_deed(s: State, seat: int, code: int) -> int:
    if code == ground.END:
        return 0
    if code == ground.BURY:
        return NOT_NOW
    if code < ground.STRIKE:
        return refuse_move(s, ground.EACH * seat + code)
    if code > ground.SCATTER:
        return YOUR_TURN
    deed = ground.PLACE if code >= ground.PLACE else code - (code - ground.STRIKE) % ground.EACH
    if s.hand[seat, CIRCLES if code == ground.SCATTER else ground.card_of(deed)] == 0:
        return NO_CARD
    if s.played == ground.MOST_CARDS:
        return CARDS_PLAYED
    if code == ground.SCATTER and s.left == 0:
        return DECK_EMPTY
    if deed == ground.PLACE:
        return 0 if ground.reserve(s, seat) > 0 else NO_RESERVE
    n = ground.EACH * seat + (code - deed)
    if not ground.stands(s, n):
        return NOT_THERE
    if deed == ground.THROW or ground.has_target(s, deed, n):
        return 0
    return NOT_CLOSE if deed == ground.STRIKE else IN_THE_WAY


@rule
def refuse_move(s: State, n: int) -> int:
    if s.moved == 1:
        return MOVED
    if s.move_timing == 1 and s.played > 0:
        return MOVE_FIRST
    if not ground.stands(s, n):
        return NOT_THERE
    return 0 if ground.can_move(s, n) else HEMMED_IN


@rule
def refuse_target(s: State, seat: int, n: int) -> int:
    if ground.owner(n) == seat:
        return OWN
    if not ground.stands(s, n):
        return NOT_THERE
    if ground.is_target(s, s.begun, s.who, n):
        return 0
    return NOT_CLOSE if s.begun == ground.STRIKE else IN_THE_WAY


@rule
def refuse_across(s: State, x: int) -> int:
    """An x is as good as the best y for it."""
    if s.begun == ground.THROW:
        if not 0 <= x <= ground.SIZE:
            return OFF_TABLE
        return 0 if half_chord(x - s.x[s.who], ground.TILE) >= 0 else TOO_FAR_TO_THROW
    if ground.column_has_room(s, x, s.who):
        return 0
    return TOO_FAR_TO_MOVE if s.who != ground.NONE and half_chord(x - s.x[s.who], ground.TILE) < 0 else NO_ROOM


@rule
def refuse_down(s: State, y: int) -> int:
    if s.begun == ground.THROW:
        if not 0 <= y <= ground.SIZE:
            return OFF_TABLE
        return 0 if ground.in_reach(s, s.who, s.across, y) else TOO_FAR_TO_THROW
    if s.who != ground.NONE and not ground.in_reach(s, s.who, s.across, y):
        return TOO_FAR_TO_MOVE
    return 0 if ground.has_room(s, s.across, y, s.who) else NO_ROOM


@rule
def choices(s: State, seat: int, out: Row) -> int:
    low, high = 0, ground.AT - 1
    if s.step == ground.ACROSS or s.step == ground.DOWN:
        low, high = ground.AT - 1, ground.CODES
    elif s.step == ground.TARGETING:
        low = ground.TARGET
    n = 0
    for code in range(low, high):
        if refuse(s, seat, code) == 0:
            out[n] = code
            n += 1
    return n


@rule
def shortlist(s: State, seat: int, out: Row) -> int:
    """Where a point is to be chosen, the coordinates of the points on the list; else everything."""
    if s.step != ground.ACROSS and s.step != ground.DOWN:
        return choices(s, seat, out)
    n = 0
    for k in range(s.listed):
        x, y = s.points[k] & 255, s.points[k] >> 8
        if s.step == ground.ACROSS or x == s.across:
            n = note(out, n, ground.AT + (x if s.step == ground.ACROSS else y))
    return n if n > 0 else choices(s, seat, out)  # somebody has chosen an x that is on no list


@rule
def note(out: Row, n: int, code: int) -> int:
    """Write a code down, once; how many there are then."""
    for k in range(n):
        if out[k] == code:
            return n
    out[n] = code
    return n + 1

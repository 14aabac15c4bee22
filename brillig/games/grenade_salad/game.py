"""Grenade Salad: soldiers on an open table. Cards place, drop, strike, shoot and throw; mines answer.

Codes: 0 to 19 move an own soldier, by its order of arrival; 20 to 39 strike with it, 40 to 59 shoot, 60 to 79 throw a
grenade; 80 place a soldier, 81 drop three, 82 a mine in one's own turn (never allowed), 83 end the turn, 84 no mine,
85 throw no card away, 86 to 91 throw one away; 92 + n a soldier as the target; 173 + v a coordinate from -1 to 241.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
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
    FIRST_SOLDIERS,
    KEEP,
    MINES,
    MOST_CARDS,
    MOST_FRESH,
    MOVE,
    NONE,
    OVER,
    PLACE,
    SCATTER,
    SEATS,
    SHOOT,
    SIZE,
    SOLDIERS,
    SOMEBODY,
    STRIKE,
    SYMBOLS,
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
    explode,
    has_room,
    has_target,
    in_reach,
    is_target,
    kill,
    living,
    owner,
    put,
    reserve,
    spend,
    stands,
)
from brillig.games.grenade_salad.judgement import prefer, value
from brillig.games.grenade_salad.points import list_points, wipe_points
from brillig.games.grenade_salad.screen import aim, also, begins, label, screen, tell, touch
from brillig.games.grenade_salad.turns import (
    EVERY_SYMBOL,
    ask,
    begin_turn,
    bury,
    draw_up,
    drop,
    end_turn,
    finish_turn,
    go_on,
    wait_is_over,
    watch,
)
from brillig.parts.bag import draw, fill, pour
from brillig.parts.boxes.greenbox import CARDS, CIRCLES
from brillig.parts.field import half_chord

__all__ = [
    "GAME", "KINDS", "REFUSALS", "USES", "State", "aim", "also", "begins", "label", "prefer", "screen", "tell", "touch",
    "value",
]  # fmt: skip

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
KINDS = {
    "move": range(MOVE, STRIKE),
    "strike": range(STRIKE, SHOOT),
    "shoot": range(SHOOT, THROW),
    "throw": range(THROW, PLACE),
    "place": range(PLACE, SCATTER),
    "drop three": range(SCATTER, BURY),
    "end turn": range(END, DECLINE),
    "no mine": range(DECLINE, KEEP),
    "keep all cards": range(KEEP, TOSS),
    "throw a card away": range(TOSS, TARGET),
    "target": range(TARGET, AT - 1),
    "coordinate": range(AT - 1, CODES),
}


@rule
def setup(s: State) -> None:
    for n in range(SOLDIERS):
        s.x[n] = NONE
        s.y[n] = NONE
    s.who = NONE
    s.across = NONE
    s.hit_x = NONE
    s.hit_y = NONE
    go_on(s)
    for cube in range(FIRST_SOLDIERS * s.seats):  # mixed, and dropped one after the other
        nth = random(s, FIRST_SOLDIERS * s.seats - cube)
        seat = 0
        while nth >= FIRST_SOLDIERS - s.arrived[seat]:
            nth -= FIRST_SOLDIERS - s.arrived[seat]
            seat += 1
        drop(s, seat)
    fill(s.deck, EVERY_SYMBOL)
    s.left = CARDS
    for seat in range(s.seats):
        draw_up(s, seat)
    begin_turn(s, random(s, s.seats))


@rule
def waiting(s: State, seat: int) -> bool:
    if s.step == MINES:
        return s.asked == seat
    return s.step != OVER and s.mover == seat


# ---- what is allowed -----------------------------------------------------------------------------------------------


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


# ---- what is done --------------------------------------------------------------------------------------------------


@rule
def play(s: State, seat: int, code: int) -> None:
    if s.step == TURN:
        play_deed(s, seat, code)
    elif s.step == MINES:
        if code == DECLINE:
            ask(s, (seat + 1) % s.seats)
        else:
            bury(s, seat, code - TARGET)
    elif s.step == DISCARDING:
        if code != KEEP:
            spend(s, seat, code - TOSS)
        finish_turn(s)
    elif s.step == TARGETING:
        s.step = TURN
        s.who = NONE
        kill(s, seat, code - TARGET)
    elif s.step == ACROSS:
        s.across = code - AT
        s.step = DOWN
    else:
        point_at(s, seat, s.across, code - AT)


@rule
def play_deed(s: State, seat: int, code: int) -> None:
    if code == END:
        end_turn(s)
    elif code == SCATTER:
        pay(s, seat, CIRCLES)
        for k in range(min(MOST_FRESH, reserve(s, seat))):
            s.fresh[k] = drop(s, seat)
        watch(s)
    else:
        deed = PLACE if code == PLACE else code - code % EACH
        s.begun = deed
        s.who = NONE if code == PLACE else EACH * seat + code - deed
        if deed == MOVE:
            s.moved = 1
        else:
            pay(s, seat, card_of(deed))
        s.step = TARGETING if STRIKE <= deed < THROW else ACROSS
        if s.step == ACROSS:
            list_points(s, seat)


@rule
def pay(s: State, seat: int, symbol: int) -> None:
    spend(s, seat, symbol)
    s.played += 1


@rule
def point_at(s: State, seat: int, x: int, y: int) -> None:
    """The point is known: what was begun is done there."""
    n = s.who
    wipe_points(s)
    s.step = TURN
    s.who = NONE
    s.across = NONE
    if s.begun == THROW:
        explode(s, seat, x, y)
        return
    if s.begun == MOVE:
        s.x[n] = x
        s.y[n] = y
    else:
        n = put(s, seat, x, y)
    s.fresh[0] = n
    watch(s)


@rule
def due(s: State) -> int:
    """Mines are waited for, and for the same time whether or not somebody has one."""
    return s.until if s.step == MINES else -1


@rule
def tick(s: State) -> None:
    wait_is_over(s)


# ---- points and secrets --------------------------------------------------------------------------------------------


@rule
def score(s: State, seat: int) -> int:
    return 3 * living(s, seat) + s.taken[seat]


@rule
def rank(s: State, out: Row) -> None:
    """The most points, then the most soldiers in reserve."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            ahead = score(s, other) - score(s, seat)
            if ahead > 0 or (ahead == 0 and reserve(s, other) > reserve(s, seat)):
                out[seat] += 1


@rule
def hide(s: State, seat: int) -> None:
    """The hands of the others are one bag with the deck, and nobody else knows who is asked for a mine."""
    for other in range(s.seats):
        if other != seat:
            pour(s.hand[other], s.deck)
    if s.step == MINES and (seat < 0 or s.asked != seat):
        s.asked = SOMEBODY


@rule
def guess(s: State, seat: int) -> None:
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other]):
                s.hand[other, draw(s.deck, s)] += 1
    if s.asked == SOMEBODY:
        ask(s, (s.mover + 1) % s.seats)
        if seat >= 0 and s.asked == seat:  # it has answered already
            ask(s, (seat + 1) % s.seats)


@rule
def census(s: State, out: Row) -> None:
    """The soldiers of each seat, living or in reserve, and all that were killed; the cards by symbol."""
    for seat in range(s.seats):
        out[0] += living(s, seat) + reserve(s, seat) + s.taken[seat]
        for symbol in range(SYMBOLS):
            out[1 + symbol] += s.hand[seat, symbol]
    for symbol in range(SYMBOLS):
        out[1 + symbol] += s.deck[symbol] + s.spent[symbol]


def most_choices(seats: int, options: Mapping[str, int]) -> int:
    """Only 54 cards can leave hands, so there are at most 55 x 3 rounds. A turn has one gesture of three choices to move
    and two with cards, its end and a card thrown away; mines are asked for after each gesture, at most four times round.
    """
    gestures = 3 * 3 + 2
    return 55 * 3 * seats * (gestures + 3 * 4 * (seats + 1))


USES = {"cards": CARDS, "tiles": SEATS, "cubes": SOLDIERS}

GAME = Game(
    __name__,
    title="Grenade Salad",
    box="Green Box of Games",
    seats=(2, SEATS),
    minutes=30,
    complexity=3,
    codes=CODES,
    bound=most_choices,
    pieces=1 + SYMBOLS,
    summary="Soldiers on an open table: move, shoot, throw grenades anywhere you like, and mind the mines.",
    tags=("open table", "fighting", "interrupts"),
    variants=(
        (2, {}), (3, {}), (4, {}), (2, {"stuck_hand": "strict"}), (3, {"move_timing": "first"}),
        (4, {"move_timing": "first", "stuck_hand": "strict"}),
    ),
    unseen=(
        "arrived", "deck", "begun", "asked", "mined", "until", "empty", "busy", "unable", "quiet", "points", "worth",
        "listed", "best", "kills", "who", "across", "fresh",
    ),
)  # fmt: skip

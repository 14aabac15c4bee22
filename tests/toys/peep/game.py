"""Peep, a toy about hidden things: six cards, two in each of two hands, two face down on the table.

On a turn a seat does as many things as it likes (up to six), then passes the turn; after four turns both bid at once
in secret. Every thing to do is a different case of what may be taken back.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Screen, i8, random, rule

MARK, SWAP, TURN, PEEK, SHOW, ASK, ROLL, PASS, TELL, BID = range(10)  # BID, BID + 1 and BID + 2 are bids
NO, TIRED = 1, 2
REFUSALS = {NO: "Not now.", TIRED: "You have done enough this turn."}
UNKNOWN, NO_BID, SOME_BID = -1, -1, 9
TURNS, ACTS = 4, 6


class State(Record):
    hand = i8(2, 2)  # hidden from the other seat unless shown
    shown = i8(2, 2)
    pile = i8(2)  # the cards on the table
    face_up = i8(2)
    peeked = i8(2, 2)  # peeked[seat, k]: this seat knows pile[k]
    marks = i8()
    answer = i8()  # to the last question: 0 none, 1 no, 2 yes
    die = i8()
    acts = i8()  # done in this turn
    turns = i8()  # over so far
    bid = i8(2)


@rule
def setup(s: State) -> None:
    s.bid[0] = NO_BID
    s.bid[1] = NO_BID
    blank(s)
    deal(s, 0)


@rule
def blank(s: State) -> None:
    for seat in range(2):
        for k in range(2):
            s.hand[seat, k] = UNKNOWN
        s.pile[seat] = UNKNOWN


@rule
def deal(s: State, used: int) -> None:
    """Fill every unknown place with a card that is not used yet."""
    for place in range(6):
        card = s.pile[place - 4] if place >= 4 else s.hand[place // 2, place % 2]
        if card == UNKNOWN:
            card = random(s, 6)
            while used >> card & 1:
                card = (card + 1) % 6
            used |= 1 << card
            if place >= 4:
                s.pile[place - 4] = card
            else:
                s.hand[place // 2, place % 2] = card


@rule
def waiting(s: State, seat: int) -> bool:
    return s.turns % 2 == seat if s.turns < TURNS else s.bid[seat] == NO_BID


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if not waiting(s, seat):
        return NOT_YOUR_TURN
    if s.turns == TURNS:
        return 0 if code >= BID else NO
    if code >= BID:
        return NO
    if code == PASS:
        return 0
    if s.acts == ACTS:
        return TIRED
    if code == TURN:
        return NO if s.face_up[1] else 0
    if code == PEEK:
        return NO if s.peeked[seat, 1] else 0
    if code == SHOW:
        return NO if s.shown[seat, 0] else 0
    return 0


@rule
def play(s: State, seat: int, code: int) -> None:
    s.acts += 1
    if code == MARK:
        s.marks += 1
    elif code == SWAP:
        card, shown = s.hand[seat, 0], s.shown[seat, 0]
        s.hand[seat, 0] = s.hand[seat, 1]
        s.shown[seat, 0] = s.shown[seat, 1]
        s.hand[seat, 1] = card
        s.shown[seat, 1] = shown
    elif code == TURN:
        s.face_up[1] = 1
    elif code == PEEK:
        s.peeked[seat, 1] = 1
    elif code == SHOW:
        s.shown[seat, 0] = 1
    elif code == ASK:
        s.answer = 2 if s.hand[1 - seat, 0] > 2 else 1
    elif code == TELL:
        s.answer = 2 if s.hand[seat, 0] > 2 else 1
    elif code == ROLL:
        s.die = random(s, 6) + 1
    elif code == PASS:
        s.turns += 1
        s.acts = 0
    else:
        s.bid[seat] = code - BID


@rule
def score(s: State, seat: int) -> int:
    return s.hand[seat, 0] + s.hand[seat, 1] - s.bid[seat]


@rule
def hide(s: State, seat: int) -> None:
    for other in range(2):
        if other != seat:
            for k in range(2):
                if s.shown[other, k] == 0:
                    s.hand[other, k] = UNKNOWN
            if s.bid[other] != NO_BID and (s.bid[0] == NO_BID or s.bid[1] == NO_BID):
                s.bid[other] = SOME_BID
    for k in range(2):
        if s.face_up[k] == 0 and (seat < 0 or s.peeked[seat, k] == 0):
            s.pile[k] = UNKNOWN


@rule
def guess(s: State, seat: int) -> None:
    used = 0
    for seat_ in range(2):
        for k in range(2):
            if s.hand[seat_, k] != UNKNOWN:
                used |= 1 << s.hand[seat_, k]
        if s.pile[seat_] != UNKNOWN:
            used |= 1 << s.pile[seat_]
        if s.bid[seat_] == SOME_BID:
            s.bid[seat_] = random(s, 3)
    deal(s, used)


def label(s: State, seat: int, code: int) -> str:
    return ("mark", "swap", "turn", "peek", "show", "ask", "roll", "pass", "tell", "bid 0", "bid 1", "bid 2")[code]


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    t.panel(-1, "Table", marks=s.marks, die=s.die, answer=s.answer)
    return t


GAME = Game(
    __name__, title="Peep", box="Toys", seats=(2, 2), minutes=1, complexity=1, codes=12, bound=TURNS * (ACTS + 1) + 2,
    summary="Look, but do not touch.",
)  # fmt: skip

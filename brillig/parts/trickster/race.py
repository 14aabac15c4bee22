"""The race of Trickster: no turns, everybody lays cards on one table as fast as they can. Shared by its games.

A game adds its points and its end to these rules. They are called by the names that every game has, so a game imports
those it does not change. A race goes through phases: decks are picked, the starting board is built, the count-down
runs, and then everybody plays until the race is over.

People find the spots themselves, and a try that does not fit is refused and changes nothing. What it costs is a choice
of its own, MISS, that the referee makes for the seat: `missed` says when. So a record of the choices is all of a race.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Row, rule
from brillig.parts.bits import has
from brillig.parts.trickster.course import (
    beat,
    can_lay,
    cards_left,
    carry_out,
    deck_is_free,
    fill_hand,
    first_row,
    go_on,
    open_to,
    refuse_place,
    refuse_spot,
)
from brillig.parts.trickster.overlap import COMMON, FIRST, NONE, ON_CENTRE, PLACEMENTS, START, WAYS, all_fits, any_fit
from brillig.parts.trickster.patterns import DECKS, IN_A_DECK, TURNS
from brillig.parts.trickster.record import (
    BEATS,
    BUILDING,
    CHOSEN,
    COUNT_DOWN,
    DECK_TAKEN,
    IS_OUT,
    LOCKED,
    MADE,
    MISS,
    MOST_IDLE,
    MOST_TAKEN_BACK,
    NO_LOCK,
    NOT_HELD,
    NOT_HERE,
    NOT_ON,
    NOT_SQUARE,
    NOTHING_LAID,
    OFF_TABLE,
    OVER,
    PICK,
    PICKING,
    RACING,
    READY,
    REST,
    RESTING,
    RESTS_ON,
    STALLED,
    TAKE_BACK,
    WHOLE_DECK,
    Race,
)

# ---- who decides, and on what --------------------------------------------------------------------------------------


@rule
def waiting(s: Race, seat: int) -> bool:
    """It never depends on what fits: to be asked must not tell that there is something to find."""
    if s.phase == PICKING:
        return s.deck[seat] == NONE
    if s.phase == BUILDING:
        return s.chosen[seat] == 0
    return s.phase == RACING and s.chosen[seat] == 0 and s.rest[seat] != RESTS_ON and cards_left(s, seat) > 0


@rule
def refuse(s: Race, seat: int, code: int) -> int:
    if s.phase == PICKING:
        if code < PICK:
            return NOT_ON
        if s.deck[seat] != NONE:
            return NOT_YOUR_TURN
        return 0 if deck_is_free(s, code - PICK) else DECK_TAKEN
    if s.phase == BUILDING:
        if code == TAKE_BACK:
            return 0 if s.board.count > 0 else NOTHING_LAID
        return refuse_start(s, code) if code < PLACEMENTS else NOT_ON
    if s.phase == RACING and cards_left(s, seat) > 0:
        return refuse_racing(s, seat, code)
    return IS_OUT if code == REST and cards_left(s, seat) == 0 else NOT_ON


@rule
def refuse_start(s: Race, placement: int) -> int:
    """May this card of the starting deck lie there? Never with wild centres."""
    if not has(s.aside, placement % WAYS // TURNS):
        return NOT_HELD
    if s.board.count == 0:
        return 0 if placement // WAYS == FIRST // WAYS and placement % TURNS == 0 else NOT_SQUARE
    return refuse_spot(s, s.start, placement, s.board.count)


@rule
def refuse_racing(s: Race, seat: int, code: int) -> int:
    if s.chosen[seat] != 0:
        return CHOSEN
    if s.rest[seat] == RESTS_ON:
        return RESTING
    if code == REST:
        return 0
    if code > MISS:
        return NOT_HERE
    if s.now < s.locked[seat]:
        return LOCKED
    if code == MISS:
        return 0 if s.miss_lock > 0 and s.tempo != BEATS else NO_LOCK
    return refuse_place(s, seat, code)


@rule
def choices(s: Race, seat: int, out: Row) -> int:
    n = 0
    if s.phase == PICKING:
        for deck in range(DECKS):
            if deck_is_free(s, deck):
                out[n] = PICK + deck
                n += 1
        return n
    if s.phase == BUILDING and s.board.count == 0:
        for number in range(IN_A_DECK):
            out[number] = FIRST + TURNS * number
        return IN_A_DECK
    if s.phase == BUILDING:
        n = all_fits(s.board, COMMON, first_row(s, s.start), s.aside & WHOLE_DECK, out)
        out[n] = TAKE_BACK
        return n + 1
    if s.now >= s.locked[seat]:
        n = all_fits(s.board, open_to(s, seat), first_row(s, s.deck[seat]), s.hand[seat] & WHOLE_DECK, out)
        if s.miss_lock > 0 and s.tempo != BEATS:
            out[n] = MISS
            n += 1
    out[n] = REST
    return n + 1


# ---- what happens --------------------------------------------------------------------------------------------------


@rule
def play(s: Race, seat: int, code: int) -> None:
    s.chosen[seat] = code + 1
    if s.phase == RACING and s.tempo == BEATS:
        for other in range(s.seats):
            if waiting(s, other):
                return
        beat(s)
    else:
        carry_out(s, seat)
    go_on(s)


@rule
def due(s: Race) -> int:
    """The end of the count-down, or of waiting for a card."""
    if s.phase == READY:
        return s.since + COUNT_DOWN
    return s.since + 1000 * s.stall if s.phase == RACING and s.tempo != BEATS else NONE


@rule
def tick(s: Race) -> None:
    if s.phase == READY:
        s.phase = RACING
        s.since = s.now
    else:
        s.ended = STALLED
    go_on(s)


# ---- what a seat may know ------------------------------------------------------------------------------------------


@rule
def hide(s: Race, seat: int) -> None:
    """Another seat's hand is known only when its pile is empty: what it has not laid is known. At the end all is."""
    if s.phase == OVER:
        return
    for other in range(s.seats):
        if other != seat:
            s.locked[other] = 0
            if s.chosen[other] != 0:
                s.chosen[other] = MADE
            if s.pile[other] != 0:
                s.pile[other] |= s.hand[other]
                s.hand[other] = 0


@rule
def guess(s: Race, seat: int) -> None:
    if s.phase != RACING:
        return
    for other in range(s.seats):
        if s.hand[other] == 0:
            fill_hand(s, other)
        if s.chosen[other] == MADE:
            found = any_fit(s, s.board, open_to(s, other), first_row(s, s.deck[other]), s.hand[other] & WHOLE_DECK)
            s.chosen[other] = 1 + (REST if found == NONE else found)


@rule
def census(s: Race, out: Row) -> None:
    """Each of the 48 cards once: on the table, with its owner, set aside, or in the box."""
    for k in range(s.board.count):
        out[s.board.card[k]] += 1
    for deck in range(DECKS):
        for number in range(IN_A_DECK):
            card = IN_A_DECK * deck + number
            if deck_is_free(s, deck):
                out[card] += 1
            if deck == s.start and has(s.aside, number):
                out[card] += 1
            for seat in range(s.seats):
                if s.deck[seat] == deck:
                    out[card] += 1 if has(s.hand[seat], number) else 0
                    out[card] += 1 if has(s.pile[seat], number) else 0


# ---- for the referee and the bots ----------------------------------------------------------------------------------


def missed(s: Race, seat: int, code: int) -> int:
    """The choice that the referee makes for a seat whose try was refused: MISS, or NONE if the try costs nothing."""
    if s.phase != RACING or code >= PLACEMENTS or refuse(s, seat, MISS) != 0:
        return NONE
    reason = refuse(s, seat, code)
    return MISS if 0 < reason <= ON_CENTRE or reason == OFF_TABLE else NONE


@rule
def prefer(s: Race, seat: int, code: int) -> int:
    """Nobody rests or misses who can lay a card."""
    return 50 if code < PLACEMENTS else 1


def shuns(s: Race, seat: int, code: int) -> bool:
    """Nobody rests who can lay a card, misses on purpose, or takes a card back from what others have begun."""
    return code in (MISS, TAKE_BACK) or (code == REST and can_lay(s, seat))


def bound(seats: int, stall: int, miss_lock: int, beats: bool, placements: int) -> int:
    """Most choices and acts of the table in a race with so many placements."""
    before = seats + START + 2 * MOST_TAKEN_BACK + 1
    if beats:
        return before + seats * MOST_IDLE * (placements + 1)
    misses = -(-1000 * stall // miss_lock) if miss_lock else 0
    return before + placements + 1 + (placements + 1) * seats * (RESTS_ON + misses)

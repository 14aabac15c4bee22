"""What happens in a race of Trickster: decks, the starting board, cards laid, resting, beats, the end."""

from __future__ import annotations

from brillig.core import rule
from brillig.parts.bits import bit, count, has
from brillig.parts.trickster.overlap import (
    COMMON,
    NO_SPOT,
    NONE,
    START,
    STEPS,
    WAYS,
    build,
    draw,
    fits,
    ground,
    lay,
    lift,
    misfit,
    off_table,
)
from brillig.parts.trickster.patterns import CARDS, DECKS, FACE, IN_A_DECK, TURNS
from brillig.parts.trickster.record import (
    APART,
    AWAKE,
    BEATEN,
    BEATS,
    BLOCKED,
    BUILDING,
    FROZEN,
    HAND,
    LEAST,
    MISS,
    MOST_IDLE,
    MOST_TAKEN_BACK,
    NOT_HELD,
    NOT_SQUARE,
    OFF_TABLE,
    ON,
    OUT,
    OVER,
    OWN,
    PICK,
    PICKED,
    PICKING,
    RACING,
    READY,
    REST,
    RESTED,
    RESTS,
    RESTS_ON,
    STALLED,
    TAKE_BACK,
    TOGETHER,
    WHOLE_DECK,
    Race,
)

# ---- from phase to phase -------------------------------------------------------------------------------------------


@rule
def prepare(s: Race, enough: int) -> None:
    """The set-up of a game on one board, whose race ends when so many are out."""
    s.start = NONE
    deal_decks(s, enough)
    go_on(s)


@rule
def deal_decks(s: Race, enough: int) -> None:
    s.enough = enough
    s.board.least = LEAST
    for seat in range(s.seats):
        s.deck[seat] = NONE
    if s.decks != PICKED:
        for seat in range(s.seats):
            claim(s, seat, free_deck(s))


@rule
def go_on(s: Race) -> None:
    """Everything automatic, up to the next decision or deadline."""
    if s.phase == PICKING and s.start != APART and everybody_has_a_deck(s):
        s.phase = BUILDING
        s.start = free_deck(s)
        s.aside = WHOLE_DECK
    if s.phase == BUILDING and s.start != APART:
        if s.start_board != TOGETHER or s.taken_back == MOST_TAKEN_BACK:
            s.aside = build(s, s.board, first_row(s, s.start))
        if s.board.count == START:
            s.phase = READY
            s.since = s.now
    if s.phase == READY and s.tempo == BEATS:
        s.phase = RACING
    if s.phase == RACING:
        s.board.wild = 1 if s.centers_wild == ON else 0
        for seat in range(s.seats):
            fill_hand(s, seat)
        if tokens_taken(s) >= s.enough:
            s.ended = OUT
        elif s.ended == 0 and not anything_fits(s):
            s.ended = BLOCKED
        if s.ended != 0:
            s.phase = OVER


@rule
def claim(s: Race, seat: int, deck: int) -> None:
    s.deck[seat] = deck
    s.pile[seat] = WHOLE_DECK


@rule
def everybody_has_a_deck(s: Race) -> bool:
    n = 0
    for seat in range(s.seats):
        n += 1 if s.deck[seat] != NONE else 0
    return n == s.seats


@rule
def deck_is_free(s: Race, deck: int) -> bool:
    for seat in range(s.seats):
        if s.deck[seat] == deck:
            return False
    return s.start != deck


@rule
def free_deck(s: Race) -> int:
    """Any deck that nobody has."""
    decks = 0
    for deck in range(DECKS):
        decks |= bit(deck) if deck_is_free(s, deck) else 0
    return draw(s, decks)


@rule
def first_row(s: Race, deck: int) -> int:
    """Where the faces of a deck begin on the side that is played with."""
    row: int = CARDS * s.side + IN_A_DECK * deck
    return row


@rule
def fill_hand(s: Race, seat: int) -> None:
    while count(s.hand[seat]) < HAND and s.pile[seat] != 0:
        card = bit(draw(s, s.pile[seat] & WHOLE_DECK))
        s.pile[seat] ^= card
        s.hand[seat] |= card


@rule
def cards_left(s: Race, seat: int) -> int:
    return count(s.hand[seat] | s.pile[seat])


@rule
def tokens_taken(s: Race) -> int:
    taken = 0
    for seat in range(s.seats):
        taken += 1 if s.token[seat] > 0 else 0
    return taken


@rule
def open_to(s: Race, seat: int) -> int:
    """The tables on which a seat may lay, a set: the one there is, or those of the others as long as they are not out."""
    if s.start != APART:
        return COMMON
    tables = 0
    for other in range(s.seats):
        tables |= bit(other) if other != seat and s.token[other] == 0 else 0
    return tables


@rule
def can_lay(s: Race, seat: int) -> bool:
    return fits(s.board, open_to(s, seat), first_row(s, s.deck[seat]), s.hand[seat] & WHOLE_DECK)


@rule
def anything_fits(s: Race) -> bool:
    """Can anybody lay a card?"""
    seat = 0
    while seat < s.seats and not can_lay(s, seat):
        seat += 1
    return seat < s.seats


@rule
def who_stopped(s: Race) -> int:
    """If the race ended because people stopped: those who could still have laid a card, a set."""
    could = 0
    if s.ended == RESTED or s.ended == STALLED:
        for seat in range(s.seats):
            could |= bit(seat) if can_lay(s, seat) else 0
    return could


@rule
def who_gave_up(s: Race) -> int:
    """Those who stopped while somebody else could not have gone on, a set."""
    could = who_stopped(s)
    return could if count(could) < s.seats else 0


@rule
def among(s: Race, seat: int, stopped: int) -> bool:
    """Is this seat one of those who stopped? A score asks the table and not the set: then random games take 87 or 96 registers a
    thread on a GPU, and not 255 (docs/gpu.md)."""
    return stopped != 0 and can_lay(s, seat)


@rule
def laid_before(s: Race) -> int:
    """Cards that lie there when the race begins."""
    return s.seats if s.start == APART else START


# ---- choices -------------------------------------------------------------------------------------------------------


@rule
def refuse_place(s: Race, seat: int, placement: int) -> int:
    """May this seat lay this card there? If not now, it is beaten to it if the card would have fitted at any time."""
    if not has(s.hand[seat], placement % WAYS // TURNS):
        return NOT_HELD
    reason, fitted = refuse_table(s, seat, placement), False
    if reason != 0:
        return reason
    for first in range(min(laid_before(s), s.board.count), s.board.count + 1):
        reason = refuse_spot(s, s.deck[seat], placement, first)
        fitted = fitted or reason == 0
    return BEATEN if fitted and reason != 0 else reason


@rule
def refuse_table(s: Race, seat: int, placement: int) -> int:
    """May this seat lay a card on that table?"""
    name = placement // WAYS // STEPS
    if name >= s.board.count or has(open_to(s, seat), s.board.location[name]):
        return 0
    return OWN if s.board.location[name] == seat else FROZEN


@rule
def refuse_spot(s: Race, deck: int, placement: int, first: int) -> int:
    """May a card of a deck lie there, as the table was when only the first so many cards lay?"""
    spot, row = placement // WAYS, first_row(s, deck) + placement % WAYS // TURNS
    under = ground(s.board, first, spot)
    if under == NO_SPOT:
        return NOT_SQUARE
    if off_table(s.board, spot):
        return OFF_TABLE
    return misfit(s.board, under, FACE[row][placement % TURNS])


@rule
def carry_out(s: Race, seat: int) -> None:
    """Do what a seat has chosen."""
    code = s.chosen[seat] - 1
    s.chosen[seat] = 0
    if s.phase == PICKING:
        claim(s, seat, code - PICK)
    elif code == TAKE_BACK:
        take_back(s)
    elif code == MISS:
        s.locked[seat] = s.now + s.miss_lock
    elif code == REST:
        rest(s, seat)
    elif s.phase == BUILDING:
        lay(s.board, first_row(s, s.start), code)
        s.aside ^= bit(code % WAYS // TURNS)
    else:
        place(s, seat, code)


@rule
def take_back(s: Race) -> None:
    """Take a card back from the starting board; after too many, all of them, and the table will build it."""
    s.taken_back += 1
    s.aside |= bit(lift(s.board) % IN_A_DECK)
    while s.taken_back == MOST_TAKEN_BACK and s.board.count > 0:
        lift(s.board)


@rule
def place(s: Race, seat: int, placement: int) -> None:
    lay(s.board, first_row(s, s.deck[seat]), placement)
    s.hand[seat] ^= bit(placement % WAYS // TURNS)
    s.since = s.now
    for other in range(s.seats):
        s.rest[other] = AWAKE
    if cards_left(s, seat) == 0:
        s.token[seat] = tokens_taken(s) + 1


@rule
def rest(s: Race, seat: int) -> None:
    """Find nothing more; once more, look again after all; and once more, rest until the next card is laid.

    So a resting seat always has this choice, and can never tell from being asked whether a card of its hand fits.
    """
    if s.tempo == BEATS:
        return  # it only waits
    s.rest[seat] += 1
    for other in range(s.seats):
        if cards_left(s, other) > 0 and not is_resting(s, other):
            return
    s.ended = RESTED


@rule
def is_resting(s: Race, seat: int) -> bool:
    return s.rest[seat] == RESTS or s.rest[seat] == RESTS_ON


@rule
def still_fits(s: Race, seat: int, placement: int) -> bool:
    return refuse_table(s, seat, placement) == 0 and refuse_spot(s, s.deck[seat], placement, s.board.count) == 0


@rule
def beat(s: Race) -> None:
    """Carry out what everybody has chosen, in an order of chance, as long as it still fits and the race is on."""
    laid = s.board.count
    s.beaten = 0
    seats = 0
    for seat in range(s.seats):
        seats |= bit(seat) if s.chosen[seat] != 0 else 0
    while seats != 0:
        seat = draw(s, seats)
        seats ^= bit(seat)
        code = s.chosen[seat] - 1
        if code != REST and not still_fits(s, seat, code):
            s.beaten |= bit(seat)
            s.chosen[seat] = 0
        elif tokens_taken(s) < s.enough:
            carry_out(s, seat)
        else:
            s.chosen[seat] = 0
    s.idle = s.idle + 1 if s.board.count == laid else 0
    if s.idle == MOST_IDLE:
        s.ended = STALLED

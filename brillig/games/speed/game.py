"""Speed: no turns; whoever gets rid of a deck first wins. A card goes on any pile whose top card it has something in
common with: the number, the symbol or the colour.

A seat that can do nothing need not act, but a bot has to choose something: WAIT, and it is not asked again before a
pile has changed. People are never offered that, and are asked all the time: to be asked must not tell that a card fits.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, rule
from brillig.games.speed import record
from brillig.games.speed.record import KINDS, State
from brillig.games.speed.screen import candidates, label, screen, tell, touch
from brillig.parts.bits import any_of, bit, has
from brillig.parts.boxes.greenbox import CARDS
from brillig.parts.judging import chance

__all__ = ["GAME", "KINDS", "candidates", "label", "screen", "tell", "touch"]

NO_MATCH, TOO_LATE, NOT_HELD, FULL, NO_DECK, NOT_TURNED, IS_OVER, CAN_ACT, WAITS = range(1, 10)
REFUSALS = {
    NO_MATCH: "It must match number, symbol or colour.",
    TOO_LATE: "Too late: the pile has changed.",
    NOT_HELD: "You do not hold that card.",
    FULL: "You may hold at most three cards.",
    NO_DECK: "Your deck is empty.",
    NOT_TURNED: "Wait for the cards to turn.",
    IS_OVER: "The game is over.",
    CAN_ACT: "You can still play or draw.",
    WAITS: "You wait until a pile changes.",
}


@rule
def setup(s: State) -> None:
    s.winner = record.NONE
    deal(s)


@rule
def deal(s: State) -> None:
    """Both decks, the start cards face down, the hands; and the count begins."""
    s.deal += 1
    s.pool = record.ALL_CARDS
    s.under = 0
    s.stock = 0
    for seat in range(record.SEATS):
        s.top[seat] = record.NONE
        s.below[seat] = record.NONE
        s.name[seat] = record.DECK * seat + record.DECK
        s.below_name[seat] = 0
        s.layer[seat] = record.NONE
        s.changed[seat] = s.now
        s.height[seat] = 1
        s.deck[seat] = record.TO_SHED
        for k in range(record.HAND):
            s.hand[seat, k] = record.NONE
    fill_hands(s)
    s.left = record.SECOND * s.time_limit
    begin_count(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.phase == record.PLAYING and s.waits[seat] == 0


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.phase == record.OVER:
        return IS_OVER
    if s.phase != record.PLAYING:
        return NOT_TURNED
    if code == record.DRAW:
        return FULL if record.held(s, seat) == record.HAND else NO_DECK if s.deck[seat] == 0 else 0
    if code == record.WAIT:
        return WAITS if s.waits[seat] == 1 else CAN_ACT if record.can_act(s, seat) else 0
    card, pile = s.hand[seat, code // 2], code % 2
    if card < 0:
        return NOT_HELD
    if has(record.FITS[s.top[pile]], card):
        return 0
    just = s.below[pile] != record.NONE and s.now - s.changed[pile] < record.A_MOMENT
    return TOO_LATE if just and has(record.FITS[s.below[pile]], card) else NO_MATCH


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    for code in range(record.WAIT):
        if refuse(s, seat, code) == 0:
            out[n] = code
            n += 1
    if n == 0:
        out[0] = record.WAIT
        n = 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    if code == record.WAIT:
        s.waits[seat] = 1
        return
    s.last = seat
    if code == record.DRAW:
        draw(s, seat)
    else:
        k, pile = code // 2, code % 2
        card = s.hand[seat, k]
        s.hand[seat, k] = record.NONE
        cover(s, pile, card, record.DECK * seat + s.drawn[seat, k], seat)
    if record.cards_left(s, seat) == 0:
        end_deal(s, record.OUT, seat)
    else:
        check_block(s)


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def unseen_card(s: State) -> int:
    card = any_of(s, s.pool)
    s.pool ^= bit(card)
    return card


@rule
def draw(s: State, seat: int) -> None:
    """The top card of the deck goes to the first free place of the hand."""
    k = 0
    while s.hand[seat, k] != record.NONE:
        k += 1
    s.hand[seat, k] = unseen_card(s)
    s.drawn[seat, k] = s.deck[seat]
    s.deck[seat] -= 1


@rule
def fill_hands(s: State) -> None:
    for seat in range(record.SEATS):
        while s.deck[seat] > 0 and record.held(s, seat) < record.HAND:
            draw(s, seat)


@rule
def cover(s: State, pile: int, card: int, name: int, layer: int) -> None:
    """Lay a card on a pile: everybody looks again. (A start card that turns up covers nothing.)"""
    if s.top[pile] != record.NONE:
        s.under |= bit(s.top[pile])
        s.below[pile] = s.top[pile]
        s.below_name[pile] = s.name[pile]
        s.height[pile] += 1
    s.top[pile] = card
    s.name[pile] = name
    s.layer[pile] = layer
    s.changed[pile] = s.now
    for seat in range(record.SEATS):
        s.waits[seat] = 0


# ---- when nobody can play ------------------------------------------------------------------------------------------


@rule
def blocked(s: State) -> bool:
    return not record.can_play(s, 0) and not record.can_play(s, 1)


@rule
def check_block(s: State) -> None:
    """If nobody can play, hands are filled; if that does not help, fresh cards will turn up."""
    if blocked(s):
        fill_hands(s)
        if blocked(s):
            s.left -= s.now - s.since
            begin_count(s)


@rule
def begin_count(s: State) -> None:
    s.phase = record.COUNTING
    s.count = s.countdown
    s.since = s.now


@rule
def turn_up(s: State) -> None:
    """A fresh card for each pile, at the same moment."""
    s.phase = record.PLAYING
    s.since = s.now
    s.last = record.NONE
    first = fresh_card(s, 0)
    second = fresh_card(s, 1)
    reveal(s, 0, first)
    reveal(s, 1, second)
    check_block(s)


@rule
def fresh_card(s: State, pile: int) -> int:
    """The start card, or the top card of the seat's deck, or else of the stock, made from the covered cards."""
    if s.top[pile] == record.NONE or s.deck[pile] > 0:
        return unseen_card(s)
    if s.stock == 0:
        s.stock = s.under
        s.under = 0
        for each in range(record.SEATS):
            s.below[each] = record.NONE
            s.below_name[each] = 0
            s.height[each] = 1
    card = any_of(s, s.stock)
    s.stock ^= bit(card)
    return card


@rule
def reveal(s: State, pile: int, card: int) -> None:
    name = 0
    if s.top[pile] == record.NONE:
        name = s.name[pile]
    elif s.deck[pile] > 0:
        name = record.DECK * pile + s.deck[pile]
        s.deck[pile] -= 1
    cover(s, pile, card, name, record.NONE)


# ---- time and the end ----------------------------------------------------------------------------------------------


@rule
def due(s: State) -> int:
    if s.phase == record.OVER:
        return record.NONE
    return s.since + (
        record.SECOND if s.phase == record.COUNTING else s.left if s.phase == record.PLAYING else record.BREATHER
    )


@rule
def tick(s: State) -> None:
    if s.phase == record.PLAYING:
        ahead = record.cards_left(s, 1) - record.cards_left(s, 0)
        end_deal(s, record.TIME_UP, record.NONE if ahead == 0 else 0 if ahead > 0 else 1)
    elif s.phase == record.BETWEEN:
        deal(s)
    else:
        s.count -= 1
        s.since = s.now
        if s.count == 0:
            turn_up(s)


@rule
def end_deal(s: State, how: int, winner: int) -> None:
    """The match is over when nobody can catch up, or after its last deal."""
    s.ended = how
    s.winner = winner
    s.since = s.now
    if winner != record.NONE:
        s.won[winner] += 1
    decided = max(s.won[0], s.won[1]) > s.games // 2
    s.phase = record.OVER if decided or s.deal == s.games else record.BETWEEN


@rule
def score(s: State, seat: int) -> int:
    """Of one deal, the cards that a seat got rid of; of a match, the deals that it won."""
    return s.won[seat] if s.games > 1 else record.TO_SHED - record.cards_left(s, seat)


# ---- what a seat may know ------------------------------------------------------------------------------------------


@rule
def hide(s: State, seat: int) -> None:
    """The other hand might be any of the cards that were never shown. After a deal its hands are open."""
    if s.phase == record.BETWEEN or s.phase == record.OVER:
        return
    for other in range(record.SEATS):
        if other != seat:
            s.waits[other] = 0
            for k in range(record.HAND):
                if s.hand[other, k] >= 0:
                    s.pool |= bit(s.hand[other, k])
                    s.hand[other, k] = record.UNSEEN


@rule
def guess(s: State, seat: int) -> None:
    for other in range(record.SEATS):
        for k in range(record.HAND):
            if s.hand[other, k] == record.UNSEEN:
                s.hand[other, k] = unseen_card(s)


@rule
def census(s: State, out: Row) -> None:
    """Each card once: unseen, in a hand, on top, under it, or in the stock."""
    for card in range(CARDS):
        out[card] = (1 if has(s.pool | s.under, card) else 0) + (1 if has(s.stock, card) else 0)
    for seat in range(record.SEATS):
        if s.top[seat] != record.NONE:
            out[s.top[seat]] += 1
        for k in range(record.HAND):
            if s.hand[seat, k] >= 0:
                out[s.hand[seat, k]] += 1


# ---- for the bots --------------------------------------------------------------------------------------------------

LIKELY = 6  # how much rather a card is played than another drawn


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Rather play than draw; and the rather, the more cards of one's hand will fit then, best on the other's pile."""
    if code >= record.DRAW:
        return 1
    pile = code % 2
    then = record.FITS[s.hand[seat, code // 2]] | record.FITS[s.top[1 - pile]]
    more = 0
    for k in range(record.HAND):
        if k != code // 2 and s.hand[seat, k] >= 0 and has(then, s.hand[seat, k]):
            more += 1
    return LIKELY * (1 + 2 * more) + (1 if s.layer[pile] == 1 - seat else 0)


@rule
def value(s: State, seat: int) -> int:
    """Cards ahead, which count the more, the fewer there are left; and deals ahead."""
    mine, theirs = record.cards_left(s, seat), record.cards_left(s, 1 - seat)
    ahead = 4 * (theirs - mine) + record.ready(s, seat) - record.ready(s, 1 - seat)
    worth = chance(ahead, 8 + min(mine, theirs)) - 500
    if s.games > 1:
        worth = worth // 2 + 120 * (s.won[seat] - s.won[1 - seat])
    return max(1, min(999, 500 + worth))


def bound(seats: int, options: Mapping[str, int]) -> int:
    """Choices and acts of the table.

    Until both decks are empty, every unblocking takes a card from one. After that there are six cards at most, and
    before each is played the stock may be gone through twice. A seat waits at most once after each change of a pile.
    """
    plays, draws = record.SEATS * record.TO_SHED, record.SEATS * (record.TO_SHED - record.HAND)
    turns = 1 + draws + record.SEATS * record.HAND * CARDS
    waits = record.SEATS * (plays + turns)
    return options["games"] * (plays + draws + waits + options["countdown"] * turns + 2)


# What it uses of the box.
USES = {"cards": 54}

GAME = Game(
    __name__,
    title="Speed",
    box="Green Box of Games",
    seats=(record.SEATS, record.SEATS),
    minutes=2,
    complexity=1,
    codes=record.CODES,
    bound=bound,
    summary="No turns: play whatever shares number, symbol or colour with a pile, and be rid of your cards first.",
    pieces=CARDS,
    real_time=True,
    seeing=True,
    tags=("cards", "hidden hands"),
    unseen=("pool", "under", "since", "changed", "last", "waits"),
)

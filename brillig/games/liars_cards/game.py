"""Liar's Cards: bid higher and higher on what lies hidden in all hands together, or call the last bidder a liar."""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import Game, Row, random, rule
from brillig.games.liars_cards import bids
from brillig.games.liars_cards.bids import KINDS, State
from brillig.games.liars_cards.judgement import TRUST, alike, prefer, rewind, shuns, value
from brillig.games.liars_cards.screen import label, screen, tell, touch
from brillig.parts.bag import fill
from brillig.parts.boxes.greenbox import CARD_SYMBOL, CARDS
from brillig.parts.hand import NONE, add, clear, size
from brillig.parts.pile import shuffle

__all__ = ["GAME", "KINDS", "alike", "label", "prefer", "rewind", "screen", "shuns", "tell", "touch", "value"]

NO_BID, NOT_HIGHER, NOT_NEXT, NOT_STARTER, NAME_FIRST, ON_TOTAL, ON_SYMBOL, NOT_HIGHER_TOTAL = range(1, 9)
TOO_MANY, TOO_MUCH = 100, 200  # and the number of cards in play
REFUSALS = {
    NO_BID: "There is no bid to challenge yet.",
    NOT_HIGHER: "Go up the track, or raise the number.",
    NOT_NEXT: "Only the next player may answer.",
    NOT_STARTER: "Only the starting bidder chooses the wild symbol, before bidding.",
    NAME_FIRST: "Choose the wild symbol before you bid.",
    ON_TOTAL: "So few cards are left that bids are on their total value.",
    ON_SYMBOL: "In this round bids are on a symbol.",
    NOT_HIGHER_TOTAL: "Bid a higher total than the last.",
    **{TOO_MANY + n: f"There are only {n} cards in play." for n in range(2, bids.MOST + 1)},
    **{TOO_MUCH + n: f"The {n} cards in play are worth {6 * n} at most." for n in range(2, bids.LAST_FEW)},
}


@rule
def setup(s: State) -> None:
    for k in range(6):
        s.row[k] = k
    if s.track == 1:
        shuffle(s.row, 6, s)
    for seat in range(s.seats):
        s.lives[seat] = bids.CUBES if s.cubes == 0 else bids.most_cards(s)
    for seat in range(bids.SEATS):
        clear(s.hand[seat])
        clear(s.last.hand[seat])
    s.last.bid = NONE
    s.last.bidder = NONE
    s.last.caller = NONE
    s.last.wild = NONE
    s.starter = random(s, s.seats)
    begin(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if code >= bids.WILD:
        return 0 if s.naming == 1 and s.mover == seat else NOT_STARTER
    if s.mover != seat:
        return NOT_NEXT
    if code == bids.LIAR:
        return NO_BID if s.bid == NONE else 0
    if s.naming == 1:
        return NAME_FIRST
    if code >= bids.TOTAL:
        if s.dealt >= bids.LAST_FEW:
            return ON_SYMBOL
        if code - bids.TOTAL >= 6 * s.dealt:
            return TOO_MUCH + s.dealt
        return 0 if code > s.bid else NOT_HIGHER_TOTAL
    if s.dealt < bids.LAST_FEW:
        return ON_TOTAL
    if code // 6 >= s.dealt:
        return TOO_MANY + s.dealt
    return 0 if bids.height(s, code) > bids.height(s, s.bid) else NOT_HIGHER


@rule
def choices(s: State, seat: int, out: Row) -> int:
    """The call, then bids from the lowest up."""
    n = 0
    if s.naming == 1:
        for symbol in range(6):
            out[symbol] = bids.WILD + symbol
        return 6
    if s.bid != NONE:
        out[0] = bids.LIAR
        n = 1
    if s.dealt < bids.LAST_FEW:
        for code in range(max(bids.TOTAL, s.bid + 1), bids.TOTAL + 6 * s.dealt):
            out[n] = code
            n += 1
        return n
    for rung in range(bids.height(s, s.bid) + 1, 6 * s.dealt):
        out[n] = 6 * (rung // 6) + s.row[rung % 6]
        n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    if code == bids.LIAR:
        challenge(s, seat)
    elif code >= bids.WILD:
        name_wild(s, code - bids.WILD)
    else:
        if s.bid == NONE and code < bids.TOTAL and code % 6 == s.row[0]:
            s.askew = 0  # opened on the wild symbol: it is wild no longer
        s.bid = code
        s.bidder = seat
        s.said[seat] = code
        s.mover = bids.next_in(s, seat)


@rule
def begin(s: State) -> None:
    """Shuffle, deal, and ask the starter."""
    fill(s.deck, 1)
    s.dealt = 0
    for seat in range(s.seats):
        s.said[seat] = NONE
        for _ in range(min(s.lives[seat], bids.most_cards(s))):
            give(s, seat, pick(s))
            s.dealt += 1
    s.bid = NONE
    s.bidder = NONE
    s.mover = s.starter
    symbols = s.dealt >= bids.LAST_FEW
    s.naming = 1 if symbols and s.track == 1 else 0
    s.askew = 1 if symbols and s.track == 0 else 0


@rule
def pick(s: State) -> int:
    """Any card of the deck. (A third of it is always there, so a few tries find one.)"""
    card = random(s, CARDS)
    while s.deck[card] == 0:
        card = random(s, CARDS)
    return card


@rule
def give(s: State, seat: int, card: int) -> None:
    s.deck[card] = 0
    add(s.hand[seat], card)


@rule
def name_wild(s: State, symbol: int) -> None:
    """Its tile goes to the head of the row, and those that lay before it move up by one."""
    place = 0
    while s.row[place] != symbol:
        place += 1
    while place > 0:
        s.row[place] = s.row[place - 1]
        place -= 1
    s.row[0] = symbol
    s.askew = 1
    s.naming = 0


@rule
def challenge(s: State, caller: int) -> None:
    """All hands are laid open, somebody loses a cube, and the next round begins."""
    s.last.bid = s.bid
    s.last.bidder = s.bidder
    s.last.caller = caller
    s.last.wild = s.row[0] if s.askew == 1 else NONE
    for seat in range(s.seats):
        for k in range(bids.CUBES):
            s.last.hand[seat, k] = s.hand[seat, k]
        clear(s.hand[seat])
    s.last.held = 1 if bids.holds(s, s.last.hand, s.last.bid, s.last.wild) else 0
    loser = caller if s.last.held == 1 else s.bidder
    s.lives[loser] -= 1
    s.at += 1
    if s.lives[loser] == 0:
        s.fell[loser] = s.at
    s.starter = bids.next_in(s, loser - 1 + s.seats)
    if bids.next_in(s, s.starter) != s.starter:
        begin(s)
        return
    fill(s.deck, 1)
    s.dealt = 0
    s.mover = bids.OVER
    s.askew = 0
    s.bid = NONE
    s.bidder = NONE
    for seat in range(s.seats):
        s.said[seat] = NONE


@rule
def score(s: State, seat: int) -> int:
    return s.lives[seat]


@rule
def rank(s: State, out: Row) -> None:
    """More cubes are better; of those who have none, the later to go."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if s.lives[other] > s.lives[seat] or (s.lives[seat] == 0 and s.fell[other] > s.fell[seat]):
                out[seat] += 1


@rule
def hide(s: State, seat: int) -> None:
    """What others hold goes back among the cards that might be anywhere."""
    for other in range(s.seats):
        if other != seat:
            for k in range(size(s.hand[other])):
                if s.hand[other, k] != bids.UNSEEN:
                    s.deck[s.hand[other, k]] = 1
                s.hand[other, k] = bids.UNSEEN


@rule
def guess(s: State, seat: int) -> None:
    """Deal the unseen cards. Who bids on a symbol holds it rather than not: what misses it is at times drawn anew."""
    for other in range(s.seats):
        if s.hand[other, 0] == bids.UNSEEN:
            n = size(s.hand[other])
            clear(s.hand[other])
            for _ in range(n):
                card = pick(s)
                if (
                    NONE < s.said[other] < bids.TOTAL
                    and CARD_SYMBOL[card] != s.said[other] % 6
                    and random(s, TRUST) == 0
                ):
                    card = pick(s)
                give(s, other, card)


@rule
def census(s: State, out: Row) -> None:
    """Each card once, in the deck or in a hand; and the cubes, of which every round has cost one."""
    for card in range(CARDS):
        out[card] = s.deck[card]
    out[CARDS] = s.at
    for seat in range(s.seats):
        out[CARDS] += s.lives[seat]
        for k in range(size(s.hand[seat])):
            out[s.hand[seat, k]] += 1


def bound(seats: int, options: Mapping[str, int]) -> int:
    """Every round costs a cube: a name for the wild symbol, each bid there is, and a call."""
    most = 5 if seats <= 7 else 4 if seats <= 9 else 3
    cubes = seats * (bids.CUBES if options["cubes"] == 0 else most)
    return sum(2 + 6 * min(left, most * seats) for left in range(2, cubes + 1))


# What it uses of the box: a tile of each symbol; five cubes for ten seats, and a marker.
USES = {"cards": 54, "tiles": range(0, 36, 6), "cubes": 51}

GAME = Game(
    __name__,
    title="Liar's Cards",
    box="Green Box of Games",
    seats=(3, bids.SEATS),
    minutes=30,
    complexity=1,
    codes=bids.WILD + 6,
    bound=bound,
    summary="Bid higher and higher on the cards in all hands, or call the last bidder a liar; who errs loses a cube.",
    pieces=CARDS + 1,
    tags=("hidden cards", "bluffing", "elimination"),
    unseen=("deck",),
)

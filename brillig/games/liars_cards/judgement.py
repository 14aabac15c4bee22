"""How a player judges bids by the cards in her own hand: for the bots. Chances are in thousandths."""

from __future__ import annotations

from math import comb

from brillig.core import rule
from brillig.games.liars_cards.bids import LAST_FEW, LIAR, TOTAL, WILD, State, holds
from brillig.parts.bag import fill
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS
from brillig.parts.hand import NONE, clear, size

ALL = 1000
OTHERS = 35  # cards at most in the hands of others
OF_A_SYMBOL = 9


def at_least(fit: int) -> tuple[tuple[int, ...], ...]:
    """[n][k]: at least k of n cards are among those that fit, when so many of the 54 do."""
    table = []
    for n in range(OTHERS + 1):
        exactly = [comb(fit, k) * comb(CARDS - fit, n - k) for k in range(n + 1)]
        ways = comb(CARDS, n)
        table.append(tuple(ALL * sum(exactly[k:]) // ways for k in range(OTHERS + 1)))
    return tuple(table)


SYMBOL_OF_NINE = at_least(OF_A_SYMBOL)  # cards of one symbol
WITH_WILD = at_least(2 * OF_A_SYMBOL)  # cards of one symbol, or wild


def totals() -> tuple[tuple[int, ...], ...]:
    """[n][k]: the numbers on n cards, two at most, come to k or more."""
    numbers = range(CARDS)
    sums = [
        [0],
        [CARD_NUMBER[a] for a in numbers],
        [CARD_NUMBER[a] + CARD_NUMBER[b] for a in numbers for b in numbers if a != b],
    ]
    return tuple(tuple(ALL * sum(x >= k for x in them) // len(them) for k in range(13)) for them in sums)


TOTAL_OF = totals()

HOPELESS = 50  # a bid that holds less often than so is called by everybody
TRUST = 2  # one in so many cards that do not fit what was bid is drawn anew
RISK_OF_OTHERS = 200  # that a seat loses a cube in a round that goes on after it has bid
FOREMOST = 30_000  # how likely a safe choice is, beside 1 for a hopeless one


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Bids that are likely to hold, and calls on bids that are not."""
    if code >= WILD:
        return 1 + held(s, seat, code - WILD)
    sure = ALL - odds(s, seat, s.bid) if code == LIAR else odds(s, seat, code)
    sure = sure * sure // ALL
    return 1 + FOREMOST * sure // ALL * sure // ALL


@rule
def odds(s: State, seat: int, code: int) -> int:
    """How likely a bid is to hold, in thousandths, from this seat's own cards and what the others have said."""
    mine = size(s.hand[seat])
    unseen = s.dealt - mine
    if code >= TOTAL:
        least = code - TOTAL + 1
        for k in range(mine):
            least -= CARD_NUMBER[s.hand[seat, k]]
        return TOTAL_OF[unseen][max(0, min(12, least))]
    symbol = code % 6
    natural = held(s, seat, symbol)
    with_wild = s.askew == 1 and s.row[0] != symbol
    need = code // 6 + 1 - natural - (held(s, seat, s.row[0]) if with_wild else 0)
    # Each other seat that has bid on the symbol counts for half a card of it.
    backed = 0
    for other in range(s.seats):
        if other != seat and NONE < s.said[other] < TOTAL and s.said[other] % 6 == symbol:
            backed += 1
    high, low = max(0, need - backed // 2), max(0, need - (backed + 1) // 2)
    if high > unseen:
        return 0
    if with_wild:
        sure = (WITH_WILD[unseen][high] + WITH_WILD[unseen][low]) // 2
        return sure if natural > 0 else sure * SYMBOL_OF_NINE[unseen][1] // ALL
    return (SYMBOL_OF_NINE[unseen][high] + SYMBOL_OF_NINE[unseen][low]) // 2


def shuns(s: State, seat: int, code: int) -> bool:
    """A bid that the own hand disproves, and a call of what the own hand proves.

    Anything but a call after such a bid, or after one that hardly ever holds. (Where totals are bid, bluffing is reckoned.)
    """
    if code >= WILD:
        return False
    if code == LIAR:
        return missing(s, seat, s.bid) <= 0
    if s.bid != NONE and (impossible(s, seat, s.bid) or (s.bid < TOTAL and odds(s, seat, s.bid) < HOPELESS)):
        return True
    return impossible(s, seat, code)


def missing(s: State, seat: int, bid: int) -> int:
    """How many cards with the symbol, or points, a bid still needs from the hands of others."""
    mine = [s.hand[seat, k] for k in range(size(s.hand[seat]))]
    if bid >= TOTAL:
        return bid - TOTAL + 1 - sum(CARD_NUMBER[card] for card in mine)
    symbol = bid % 6
    natural, wild = held(s, seat, symbol), wilds(s, seat, symbol)
    return max(bid // 6 + 1 - natural - wild, 0 if natural else 1)  # wild cards alone do not make a bid true


def impossible(s: State, seat: int, bid: int) -> bool:
    """Can this bid not be true, whatever the others hold?"""
    unseen = s.dealt - size(s.hand[seat])
    if bid >= TOTAL:
        return missing(s, seat, bid) > 6 * unseen
    symbol, kinds = bid % 6, 2 if has_wild(s, bid % 6) else 1
    most = min(unseen, kinds * OF_A_SYMBOL - held(s, seat, symbol) - wilds(s, seat, symbol))
    return missing(s, seat, bid) > most


def has_wild(s: State, symbol: int) -> bool:
    """Do other cards count as this symbol?"""
    return bool(s.askew) and s.row[0] != symbol


def wilds(s: State, seat: int, symbol: int) -> int:
    """How many cards this seat holds that count as this symbol without showing it."""
    return held(s, seat, s.row[0]) if has_wild(s, symbol) else 0


@rule
def alike(s: State, seat: int) -> None:
    """While bids are on totals, what counts of a hand is its worth; and what was laid open before says nothing."""
    if s.dealt < LAST_FEW:
        total = 0
        for k in range(size(s.hand[seat])):
            total += CARD_NUMBER[s.hand[seat, k]]
        clear(s.hand[seat])
        s.hand[seat, 0] = total
        fill(s.deck, 0)
        for other in range(s.seats):
            clear(s.last.hand[other])
        s.last.bid = NONE
        s.last.bidder = NONE
        s.last.caller = NONE
        s.last.wild = NONE
        s.last.held = 0


def rewind(s: State) -> None:
    """Back to the deal, while bids are on totals: nobody has bid. (Of bids on symbols only the last are known.)"""
    if s.dealt < LAST_FEW:
        s.bid = s.bidder = NONE
        s.mover = s.starter
        for seat in range(s.seats):
            s.said[seat] = NONE


@rule
def held(s: State, seat: int, symbol: int) -> int:
    """How many cards of a symbol this seat holds."""
    n = 0
    for k in range(size(s.hand[seat])):
        if CARD_SYMBOL[s.hand[seat, k]] == symbol:
            n += 1
    return n


@rule
def value(s: State, seat: int) -> int:
    """The cubes that a seat can count on, beside those of each other seat; a seat that is out has lost for sure."""
    called, true = 0, False
    if s.bid != NONE:
        called = calling(ALL - odds(s, s.mover, s.bid))
        true = holds(s, s.hand, s.bid, s.row[0] if s.askew == 1 else NONE)
    mine = lasting(s, seat, called, true)
    share = 0
    for other in range(s.seats):
        if other != seat:
            theirs = lasting(s, other, called, true)
            if mine + theirs == 0:
                share += ALL if s.fell[seat] > s.fell[other] else 0
            else:
                share += ALL * mine // (mine + theirs)
    return share // (s.seats - 1)


@rule
def calling(doubt: int) -> int:
    """How likely a seat is to call that doubts a bid so much: seldom below one half, mostly above."""
    trust = ALL - doubt
    return ALL * doubt * doubt * doubt // (doubt * doubt * doubt + trust * trust * trust)


@rule
def lasting(s: State, seat: int, called: int, true: bool) -> int:
    """The fourth power of the cubes that a seat will have after this round, in tenths, by what its bid is like.

    Who is called on a false bid loses a cube, and so does who calls a true one. If nobody calls, the seat to bid next
    must go higher: it carries the greater part of the risk, more so after a false bid, and the others share the rest.
    """
    if s.lives[seat] == 0:
        return 0
    risk = 0
    if s.bid != NONE:
        goes_on = ALL - called
        if seat == s.mover:
            risk = (called if true else 0) + goes_on * (ALL * 3 // 10 if true else ALL * 6 // 10) // ALL
        else:
            risk = (called if seat == s.bidder and not true else 0) + goes_on * RISK_OF_OTHERS // ALL
    cubes = (10 * s.lives[seat] * ALL - 10 * risk) // ALL
    return max(1, cubes * cubes * cubes * cubes)

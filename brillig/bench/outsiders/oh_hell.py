"""Oh Hell by OpenSpiel's rules, so that its IS-MCTS and our search can play one game with hidden hands: the same codes.

Three seats and 28 cards: nine each, and one that is turned up for trumps. Everybody says how many tricks they will win, the
last not so that all could be right; then suit is followed by whoever can. A trick is a point, and being right ten more.
All cards are dealt, because OpenSpiel's guesses are dealt from the very cards that are in play: with a stock left over they
would know what lies in it.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Row, Screen, i8, i32, random, rule
from brillig.parts.bits import any_of, bit, count, deal_within, has, members, spread

SEATS, SUITS, RANKS = 3, 4, 7
CARDS = SUITS * RANKS  # a card is its rank times the number of suits, and its suit
TRICKS = (CARDS - 1) // SEATS
BONUS = 10
ALL = (1 << CARDS) - 1
SUIT = tuple(sum(1 << SUITS * rank + suit for rank in range(RANKS)) for suit in range(SUITS))
NONE = -1
NOT_HELD, MUST_FOLLOW, BID_FIRST, BID_MADE, ALL_RIGHT = 1, 2, 3, 4, 5
REFUSALS = {
    NOT_HELD: "You do not hold that card.",
    MUST_FOLLOW: "Follow suit if you can.",
    BID_FIRST: "First say how many tricks you will win.",
    BID_MADE: "You have said how many tricks you will win.",
    ALL_RIGHT: "Not everybody may be right: say another number.",
}


class State(Record):
    hand = i32(SEATS)  # a set of cards; of another seat nothing
    held = i8(SEATS)  # how many cards
    may = i32(SEATS)  # the cards that this seat may hold, as far as everybody knows
    trump = i8()  # the card that was turned up
    dealer = i8()
    bid = i8(SEATS)  # NONE before it was made
    trick = i8(SEATS)  # the card that each seat has laid, or NONE
    leader = i8()
    mover = i8()  # NONE at the end
    won = i8(SEATS)
    gone = i32()  # the cards of earlier tricks


@rule
def setup(s: State) -> None:
    left = ALL
    for seat in range(SEATS):
        s.held[seat] = TRICKS
        s.may[seat] = ALL
        s.bid[seat] = NONE
        s.trick[seat] = NONE
        for _ in range(TRICKS):
            card = bit(any_of(s, left))
            left ^= card
            s.hand[seat] |= card
    s.trump = any_of(s, left)
    s.dealer = random(s, SEATS)
    s.leader = (s.dealer + 1) % SEATS
    s.mover = s.leader


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code >= CARDS:
        if s.bid[seat] != NONE:
            return BID_MADE
        return ALL_RIGHT if code - CARDS == spoilt(s, seat) else 0
    if s.bid[seat] == NONE:
        return BID_FIRST
    if not has(s.hand[seat], code):
        return NOT_HELD
    return 0 if has(fitting(s, seat), code) else MUST_FOLLOW


@rule
def spoilt(s: State, seat: int) -> int:
    """The bid with which everybody could be right, for the last who bids; NONE for the others."""
    rest = TRICKS
    for other in range(SEATS):
        if other != seat:
            if s.bid[other] == NONE:
                return NONE
            rest -= s.bid[other]
    return rest


@rule
def fitting(s: State, seat: int) -> int:
    """The cards of its hand that a seat may lay."""
    hand: int = s.hand[seat]
    if seat == s.leader:
        return hand
    same = hand & SUIT[s.trick[s.leader] % SUITS]
    return same if same != 0 else hand


@rule
def choices(s: State, seat: int, out: Row) -> int:
    if s.bid[seat] != NONE:
        return spread(fitting(s, seat), out)
    n = 0
    for bid in range(TRICKS + 1):
        if bid != spoilt(s, seat):
            out[n] = CARDS + bid
            n += 1
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.mover = (seat + 1) % SEATS
    if code >= CARDS:
        s.bid[seat] = code - CARDS
        return
    if seat != s.leader and code % SUITS != s.trick[s.leader] % SUITS:
        s.may[seat] &= ~SUIT[s.trick[s.leader] % SUITS]
    s.hand[seat] ^= bit(code)
    s.held[seat] -= 1
    s.trick[seat] = code
    if s.mover == s.leader:
        s.leader = winner(s)
        s.won[s.leader] += 1
        s.mover = s.leader if s.held[s.leader] > 0 else NONE
        for other in range(SEATS):
            s.gone |= bit(s.trick[other])
            s.trick[other] = NONE


@rule
def winner(s: State) -> int:
    best = s.leader
    for k in range(1, SEATS):
        seat = (s.leader + k) % SEATS
        mine, theirs = s.trick[seat], s.trick[best]
        if mine % SUITS == theirs % SUITS:
            best = seat if mine > theirs else best
        elif mine % SUITS == s.trump % SUITS:
            best = seat
    return best


@rule
def score(s: State, seat: int) -> int:
    return s.won[seat] + (BONUS if s.won[seat] == s.bid[seat] else 0)


@rule
def hide(s: State, seat: int) -> None:
    if s.mover != NONE:
        for other in range(SEATS):
            if other != seat:
                s.hand[other] = 0


@rule
def guess(s: State, seat: int) -> None:
    unseen = ALL & ~s.gone & ~bit(s.trump)
    for other in range(SEATS):
        unseen &= ~s.hand[other]
        if s.trick[other] != NONE:
            unseen &= ~bit(s.trick[other])
        if s.hand[other] != 0:
            s.held[other] = 0  # nothing is wanted for a hand that is known
    deal_within(s, unseen, s.held, s.may, s.may, 1, s.hand)
    for other in range(SEATS):
        s.held[other] = count(s.hand[other])


@rule
def census(s: State, out: Row) -> None:
    for card in range(CARDS):
        out[card] = 1 if has(s.gone, card) or s.trump == card else 0
        for seat in range(SEATS):
            out[card] += 1 if has(s.hand[seat], card) or s.trick[seat] == card else 0


def sound(s: State) -> str:
    """Nobody holds a card of a suit that they could not follow."""
    for seat in range(SEATS):
        if s.hand[seat] & ~s.may[seat]:
            return f"seat {seat} holds a card of a suit that it has shown not to have"
    return ""


def name(card: int) -> str:
    return f"{'CDSH'[card % SUITS]}{card // SUITS + 2}"


def label(s: State, seat: int, code: int) -> str:
    return name(code) if code < CARDS else f"{code - CARDS} tricks"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt="Lay a card.")
    for player in range(SEATS):
        laid = name(s.trick[player]) if s.trick[player] != NONE else ""
        bid = s.bid[player] if s.bid[player] != NONE else ""
        panel = t.panel(player, f"Seat {player + 1}", laid=laid, bid=bid, won=s.won[player], cards=s.held[player])
        panel.lamp("deals", s.dealer == player)
        panel.lamp("leads", s.leader == player)
        panel.lamp("to lay", s.mover == player)
    if seat >= 0:
        t.line("mine", "hand", "Mine", note=" ".join(map(name, members(s.hand[seat]))))
    t.panel(-1, "Table", trump=name(s.trump), gone=" ".join(map(name, members(s.gone))))
    return t


# `together` here says no more than that everybody wants points and not places, as in OpenSpiel.
GAME = Game(
    __name__, title="Oh Hell", box="OpenSpiel", seats=(SEATS, SEATS), minutes=10, complexity=2, codes=CARDS + TRICKS + 1,
    bound=SEATS * (TRICKS + 1), summary="Say how many tricks you will win, and win no more.", pieces=CARDS, together=True,
    unseen=("may",),
)  # fmt: skip

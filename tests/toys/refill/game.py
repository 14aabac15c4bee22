"""Refill, a toy of tricks after each of which both draw from a stock: six cards each, follow suit if you can.

Who does not follow suit has shown to hold no card of it but those that are drawn from then on: `most` keeps that. What
shows it is always the choice after which chance deals.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Row, Screen, i8, i32, random, rule
from brillig.parts.bits import any_of, bit, count, has, members, spread

SEATS, SUITS, RANKS = 2, 3, 8
CARDS, HAND = SUITS * RANKS, 6
ALL = (1 << CARDS) - 1
SUIT = tuple(((1 << RANKS) - 1) << RANKS * suit for suit in range(SUITS))  # the set of each suit's cards
NONE = -1
NOT_HELD, MUST_FOLLOW = 1, 2
REFUSALS = {NOT_HELD: "You do not hold that card.", MUST_FOLLOW: "Follow suit if you can."}


class State(Record):
    hand = i32(SEATS)  # a set of cards; of another seat nothing
    held = i8(SEATS)  # how many cards
    most = i8(SEATS, SUITS)  # so many cards of a suit this seat may hold, as far as everybody knows
    trick = i8(SEATS)  # the card that each seat has laid, or NONE
    leader = i8()
    mover = i8()  # NONE at the end
    won = i8(SEATS)
    gone = i32()  # the cards of earlier tricks
    stock = i32()


@rule
def setup(s: State) -> None:
    left = ALL
    for seat in range(SEATS):
        s.held[seat] = HAND
        for suit in range(SUITS):
            s.most[seat, suit] = HAND
        s.trick[seat] = NONE
        for _ in range(HAND):
            card = bit(any_of(s, left))
            left ^= card
            s.hand[seat] |= card
    s.stock = left
    s.leader = random(s, SEATS)
    s.mover = s.leader


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if not has(s.hand[seat], code):
        return NOT_HELD
    return 0 if has(fitting(s, seat), code) else MUST_FOLLOW


@rule
def fitting(s: State, seat: int) -> int:
    """The cards of its hand that a seat may lay."""
    hand: int = s.hand[seat]
    if seat == s.leader:
        return hand
    same = hand & SUIT[s.trick[s.leader] // RANKS]
    return same if same != 0 else hand


@rule
def choices(s: State, seat: int, out: Row) -> int:
    return spread(fitting(s, seat), out)


@rule
def play(s: State, seat: int, code: int) -> None:
    s.most[seat, code // RANKS] -= 1
    if seat != s.leader and code // RANKS != s.trick[s.leader] // RANKS:
        s.most[seat, s.trick[s.leader] // RANKS] = 0
    s.hand[seat] ^= bit(code)
    s.held[seat] -= 1
    s.trick[seat] = code
    s.mover = (seat + 1) % SEATS
    if s.mover == s.leader:
        s.leader = winner(s)
        for other in range(SEATS):
            if s.stock != 0:
                card = bit(any_of(s, s.stock))
                s.stock ^= card
                s.hand[other] |= card
                s.held[other] += 1
                for suit in range(SUITS):
                    s.most[other, suit] = min(HAND, s.most[other, suit] + 1)
        s.mover = s.leader if s.held[s.leader] > 0 else NONE
        s.won[s.leader] += 1
        for other in range(SEATS):
            s.gone |= bit(s.trick[other])
            s.trick[other] = NONE


@rule
def winner(s: State) -> int:
    best = s.leader
    for k in range(1, SEATS):
        seat = (s.leader + k) % SEATS
        mine, theirs = s.trick[seat], s.trick[best]
        if mine // RANKS == theirs // RANKS:
            best = seat if mine > theirs else best
        elif mine < RANKS:
            best = seat
    return best


@rule
def score(s: State, seat: int) -> int:
    return s.won[seat]


@rule
def hide(s: State, seat: int) -> None:
    if s.mover != NONE:
        for other in range(SEATS):
            if other != seat:
                s.stock |= s.hand[other]
                s.hand[other] = 0


@rule
def guess(s: State, seat: int) -> None:
    deal_others(s, seat)
    while not all_may_hold(s):
        deal_others(s, seat)


@rule
def deal_others(s: State, seat: int) -> None:
    """Other hands than they have now, if any, for the others."""
    for other in range(SEATS):
        if other != seat:
            s.stock |= s.hand[other]
            s.hand[other] = 0
    for other in range(SEATS):
        if other != seat:
            for _ in range(s.held[other]):
                card = bit(any_of(s, s.stock))
                s.stock ^= card
                s.hand[other] |= card


@rule
def all_may_hold(s: State) -> bool:
    for seat in range(SEATS):
        for suit in range(SUITS):
            if count(s.hand[seat] & SUIT[suit]) > s.most[seat, suit]:
                return False
    return True


@rule
def census(s: State, out: Row) -> None:
    for card in range(CARDS):
        out[card] = (1 if has(s.gone, card) else 0) + (1 if has(s.stock, card) else 0)
        for seat in range(SEATS):
            out[card] += 1 if has(s.hand[seat], card) or s.trick[seat] == card else 0


def name(card: int) -> str:
    return f"{'TAB'[card // RANKS]}{card % RANKS + 1}"


def label(s: State, seat: int, code: int) -> str:
    return name(code)


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt="Lay a card.")
    for player in range(SEATS):
        laid = name(s.trick[player]) if s.trick[player] != NONE else ""
        panel = t.panel(player, f"Seat {player + 1}", laid=laid, won=s.won[player], cards=s.held[player])
        panel.lamp("leads", s.leader == player)
        panel.lamp("to lay", s.mover == player)
    if seat >= 0:
        t.line("mine", "hand", "Mine", note=" ".join(map(name, members(s.hand[seat]))))
    t.panel(-1, "Table", gone=" ".join(map(name, members(s.gone))))
    return t


GAME = Game(
    __name__, title="Refill", box="Toys", seats=(SEATS, SEATS), minutes=5, complexity=2, codes=CARDS, bound=CARDS,
    summary="Follow suit, win tricks, and draw.", pieces=CARDS, unseen=("most", "stock"),
)  # fmt: skip

"""Follow, a toy trick-taking game: three seats, eight cards each, follow suit if you can; the first suit is trumps.

Who does not follow suit has shown to everybody that there is no card of it in that hand: `may` keeps that.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Row, Screen, i8, i32, random, rule
from brillig.parts.bits import any_of, bit, count, deal_within, has, members, spread

SEATS, SUITS, RANKS = 3, 3, 8
CARDS, HAND = SUITS * RANKS, 8
ALL = (1 << CARDS) - 1
SUIT = tuple(((1 << RANKS) - 1) << RANKS * suit for suit in range(SUITS))  # the set of each suit's cards
NONE = -1
NOT_HELD, MUST_FOLLOW = 1, 2
REFUSALS = {NOT_HELD: "You do not hold that card.", MUST_FOLLOW: "Follow suit if you can."}


class State(Record):
    hand = i32(SEATS)  # a set of cards; of another seat nothing
    held = i8(SEATS)  # how many cards
    may = i32(SEATS)  # the cards that this seat may hold, as far as everybody knows
    trick = i8(SEATS)  # the card that each seat has laid, or NONE
    leader = i8()
    mover = i8()  # NONE at the end
    won = i8(SEATS)
    gone = i32()  # the cards of earlier tricks


@rule
def setup(s: State) -> None:
    left = ALL
    for seat in range(SEATS):
        s.held[seat] = HAND
        s.may[seat] = ALL
        s.trick[seat] = NONE
        for _ in range(HAND):
            card = bit(any_of(s, left))
            left ^= card
            s.hand[seat] |= card
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
    if seat != s.leader and code // RANKS != s.trick[s.leader] // RANKS:
        s.may[seat] &= ~SUIT[s.trick[s.leader] // RANKS]
    s.hand[seat] ^= bit(code)
    s.held[seat] -= 1
    s.trick[seat] = code
    s.mover = (seat + 1) % SEATS
    if s.mover == s.leader:
        s.leader = winner(s)
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
                s.hand[other] = 0


@rule
def guess(s: State, seat: int) -> None:
    unseen = ALL & ~s.gone
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
        out[card] = 1 if has(s.gone, card) else 0
        for seat in range(SEATS):
            out[card] += 1 if has(s.hand[seat], card) or s.trick[seat] == card else 0


def sound(s: State) -> str:
    """Nobody holds a card of a suit that they could not follow."""
    for seat in range(SEATS):
        if s.hand[seat] & ~s.may[seat]:
            return f"seat {seat} holds a card of a suit that it has shown not to have"
    return ""


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
    __name__, title="Follow", box="Toys", seats=(SEATS, SEATS), minutes=5, complexity=2, codes=CARDS, bound=CARDS,
    summary="Follow suit, and win tricks.", pieces=CARDS, unseen=("may",),
)  # fmt: skip

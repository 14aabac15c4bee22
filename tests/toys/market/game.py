"""Market, a toy about cards that everybody has seen: take an open card into your hand, then lay one; the highest sum wins.

A hand is hidden but for what was taken from the market: `shown` keeps that.
"""

from __future__ import annotations

from brillig.core import NOT_YOUR_TURN, Game, Record, Row, Screen, i8, i32, rule
from brillig.parts.bits import any_of, bit, count, has, members

SEATS, CARDS, OPEN, HAND = 2, 20, 6, 4
NONE = -1
NOT_THERE, TAKE_FIRST = 1, 2
REFUSALS = {NOT_THERE: "That card is not there.", TAKE_FIRST: "Take a card first."}


class State(Record):
    hand = i32(SEATS)  # a set of cards; of another seat those that were shown
    held = i8(SEATS)  # how many cards
    shown = i32(SEATS)  # the cards of a hand that all have seen
    market = i32()
    laid = i32(SEATS)
    stock = i32()  # with the hidden cards of the others, for who does not know them
    mover = i8()  # NONE at the end
    taken = i8()  # 1: the mover has taken a card


@rule
def setup(s: State) -> None:
    s.stock = (1 << CARDS) - 1
    for seat in range(SEATS):
        s.held[seat] = HAND
        fill_up(s, seat)
    for _ in range(OPEN):
        card = bit(any_of(s, s.stock))
        s.stock ^= card
        s.market |= card


@rule
def fill_up(s: State, seat: int) -> None:
    """Deal from the stock until the seat has as many cards as it should."""
    for _ in range(s.held[seat] - count(s.hand[seat])):
        card = bit(any_of(s, s.stock))
        s.stock ^= card
        s.hand[seat] |= card


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code < CARDS:
        return 0 if s.taken == 0 and has(s.market, code) else NOT_THERE
    if s.taken == 0 and s.market != 0:
        return TAKE_FIRST
    return 0 if has(s.hand[seat], code - CARDS) else NOT_THERE


@rule
def play(s: State, seat: int, code: int) -> None:
    if code < CARDS:
        s.market ^= bit(code)
        s.hand[seat] |= bit(code)
        s.shown[seat] |= bit(code)
        s.held[seat] += 1
        s.taken = 1
    else:
        card = bit(code - CARDS)
        s.hand[seat] ^= card
        s.shown[seat] &= ~card
        s.laid[seat] |= card
        s.held[seat] -= 1
        s.taken = 0
        s.mover = (seat + 1) % SEATS
        if s.held[s.mover] == 0:
            s.mover = NONE


@rule
def score(s: State, seat: int) -> int:
    points = 0
    for card in range(CARDS):
        points += card if has(s.laid[seat], card) else 0
    return points


@rule
def hide(s: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat:
            s.stock |= s.hand[other] & ~s.shown[other]
            s.hand[other] = s.shown[other]


@rule
def guess(s: State, seat: int) -> None:
    for other in range(SEATS):
        fill_up(s, other)


@rule
def census(s: State, out: Row) -> None:
    for card in range(CARDS):
        out[card] = (1 if has(s.market, card) else 0) + (1 if has(s.stock, card) else 0)
        for seat in range(SEATS):
            out[card] += (1 if has(s.hand[seat], card) else 0) + (1 if has(s.laid[seat], card) else 0)


def label(s: State, seat: int, code: int) -> str:
    return f"Take {code}" if code < CARDS else f"Lay {code - CARDS}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt="Take or lay a card.")
    for player in range(SEATS):
        laid, shown = (" ".join(map(str, members(them[player]))) for them in (s.laid, s.shown))
        panel = t.panel(player, f"Seat {player + 1}", laid=laid, shown=shown, cards=s.held[player])
        panel.lamp("turn", s.mover == player)
    if seat >= 0:
        t.line("mine", "hand", "Mine", note=" ".join(map(str, members(s.hand[seat]))))
    t.panel(-1, "Table", market=" ".join(map(str, members(s.market))), taken=s.taken)
    return t


GAME = Game(
    __name__, title="Market", box="Toys", seats=(SEATS, SEATS), minutes=5, complexity=2, codes=2 * CARDS, bound=60,
    summary="Take and lay.", pieces=CARDS, unseen=("stock",),
)  # fmt: skip

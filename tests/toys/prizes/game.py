"""Prizes, a toy of bidding at once: five prizes are turned up one by one, and both seats bid one of their cards for each.

The higher card takes the prize; equal cards take nothing. Cards that were bid are gone.
"""

from __future__ import annotations

from brillig.core import Game, Record, Row, Screen, i8, rule
from brillig.parts.bits import any_of, bit, count, has, members, spread

SEATS, CARDS = 2, 5
ALL = (1 << CARDS) - 1
NONE, SECRET = -1, 9  # what `bid` holds before a choice, and of another's choice that is not shown yet
NOT_HELD, CHOSEN = 1, 2
REFUSALS = {NOT_HELD: "You do not hold that card any more.", CHOSEN: "You have bid."}


class State(Record):
    hand = i8(SEATS)  # a set of cards
    left = i8()  # a set: the prizes that are still to come
    prize = i8()  # the one that lies open, NONE at the end
    bid = i8(SEATS)
    won = i8(SEATS)


@rule
def setup(s: State) -> None:
    for seat in range(SEATS):
        s.hand[seat] = ALL
        s.bid[seat] = NONE
    s.left = ALL
    turn_up(s)


@rule
def turn_up(s: State) -> None:
    if s.left == 0:
        s.prize = NONE
        return
    s.prize = any_of(s, s.left)
    s.left ^= bit(s.prize)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.prize != NONE and s.bid[seat] == NONE


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.bid[seat] != NONE:
        return CHOSEN
    return 0 if has(s.hand[seat], code) else NOT_HELD


@rule
def choices(s: State, seat: int, out: Row) -> int:
    return spread(s.hand[seat], out)


@rule
def play(s: State, seat: int, code: int) -> None:
    s.bid[seat] = code
    if s.bid[1 - seat] == NONE:
        return
    if s.bid[0] != s.bid[1]:
        s.won[0 if s.bid[0] > s.bid[1] else 1] += s.prize + 1
    for each in range(SEATS):
        s.hand[each] ^= bit(s.bid[each])
        s.bid[each] = NONE
    turn_up(s)


@rule
def score(s: State, seat: int) -> int:
    return s.won[seat]


@rule
def hide(s: State, seat: int) -> None:
    for other in range(SEATS):
        if other != seat and s.bid[other] != NONE:
            s.bid[other] = SECRET


@rule
def guess(s: State, seat: int) -> None:
    for other in range(SEATS):
        if s.bid[other] == SECRET:
            s.bid[other] = any_of(s, s.hand[other])


@rule
def alike(s: State, seat: int) -> None:
    """Whether the other has bid already makes no difference."""
    s.bid[1 - seat] = NONE


def rewind(s: State) -> None:
    """Nobody has bid for the prize that lies open."""
    for seat in range(SEATS):
        s.bid[seat] = NONE


def label(s: State, seat: int, code: int) -> str:
    return str(code + 1)


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return ()


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt="Bid a card.")
    t.panel(-1, "Table", prize=s.prize + 1, left=count(s.left))
    for player in range(SEATS):
        panel = t.panel(
            player, f"Seat {player + 1}", won=s.won[player], hand=" ".join(str(c + 1) for c in members(s.hand[player]))
        )
        panel.lamp("has bid", s.bid[player] != NONE)
    return t


GAME = Game(
    __name__, title="Prizes", box="Toys", seats=(SEATS, SEATS), minutes=2, complexity=1, codes=CARDS, bound=2 * CARDS,
    summary="Bid for what is turned up.",
)  # fmt: skip

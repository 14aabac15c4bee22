"""A trade with another rabbit: an offer, an answer, two secret hands, and who was short-changed."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits import encounters, journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State

MOVER_SHORT, RIVAL_SHORT = 1, 2


@rule
def refuse_offer(s: State, seat: int) -> int:
    if not encounters.is_beside(s, seat):
        return encounters.NO_ONE_HERE
    if s.offered >> seat & 1 == 1:
        return encounters.ONE_OFFER
    return 0 if purse.hand_size(s, s.mover) > 0 and purse.hand_size(s, seat) > 0 else encounters.HOLD_A_CARD


@rule
def seller(s: State) -> int:
    return s.mover if s.selling == 1 else s.rival


@rule
def buyer(s: State) -> int:
    return s.rival if s.selling == 1 else s.mover


@rule
def offer(s: State, seat: int, selling: int) -> None:
    s.rival, s.selling = seat, selling
    s.offered |= 1 << seat
    s.named, s.price, s.sold, s.gold = r.NONE, 0, r.NONE, 0
    s.step = r.OFFER_CARD


@rule
def exchange(s: State) -> None:
    """The cards change hands, face down; who was short-changed, knows it."""
    worth = 0
    one, other = seller(s), buyer(s)
    both = 1 << one | 1 << other
    purse.forget_hand(s, one, both)
    purse.forget_hand(s, other, both)
    for card in range(r.CARDS):
        if s.gold >> card & 1 == 1:
            worth += purse.money(s, card) if purse.SUIT[card] == tiles.DIAMONDS else 0
            purse.move(s, card, r.IN_HAND + one)
            s.known[card] = 1 << other
    purse.move(s, s.sold, r.IN_HAND + other)
    s.known[s.sold] = 1 << one
    wronged = (1 if worth < s.price else 0) | (2 if s.sold != s.named else 0)  # the seller, the buyer
    s.short = wronged if s.selling == 1 else (wronged >> 1 | (wronged & 1) << 1)
    s.exposed, s.sold, s.gold = 0, r.NONE, 0
    s.then = r.TRADED
    s.step = r.TIDY


@rule
def traded(s: State) -> None:
    """Ask whoever was short-changed; then what they said takes effect."""
    if s.short & MOVER_SHORT != 0:
        s.decider = s.mover
        s.step = r.EXPOSE
    elif s.short & RIVAL_SHORT != 0:
        s.decider = s.rival
        s.step = r.EXPOSE
    else:
        s.decider = s.mover
        s.step = r.BE_LOCAL
        if s.exposed & MOVER_SHORT != 0:
            journey.send_off(s, s.rival)
        if s.exposed & RIVAL_SHORT != 0:
            journey.send_off(s, s.mover)
        s.exposed = 0
        encounters.check_win(s)


@rule
def speak(s: State, exposes: bool) -> None:
    bit = MOVER_SHORT if s.decider == s.mover else RIVAL_SHORT
    s.short &= ~bit
    if exposes:
        s.exposed |= bit
    s.step = r.TRADED


# ---- all that can be chosen at a hexagon ---------------------------------------------------------------------------


@rule
def refuse_local(s: State, code: int) -> int:
    if code == r.LEAVE:
        return 0
    if code == r.ACQUIRE:
        return encounters.refuse_royal(s)
    if s.level != r.FULL:
        return journey.NOT_ASKED
    if code == r.MARKET:
        return encounters.refuse_market(s)
    if r.FIGHT <= code < r.BUY_FROM:
        return encounters.refuse_fight(s, code - r.FIGHT)
    if r.BUY_FROM <= code < r.PRICE:
        return refuse_offer(s, (code - r.BUY_FROM) % r.SEATS)
    return journey.NOT_ASKED


@rule
def be_local(s: State, code: int) -> None:
    if code == r.LEAVE:
        s.step = r.INCREMENT if s.after == 1 else r.SET_OUT
    elif code == r.ACQUIRE:
        purse.charge(s, encounters.ROYAL_PRICE, 1 << purse.house_suit(s.place[s.mover]), r.FOR_ROYAL)
    elif code == r.MARKET:
        s.goods = 0
        s.step = r.GOODS
    elif code < r.BUY_FROM:
        encounters.begin_fight(s, code - r.FIGHT)
    else:
        offer(s, (code - r.BUY_FROM) % r.SEATS, 1 if code >= r.SELL_TO else 0)

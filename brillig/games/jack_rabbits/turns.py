"""A turn from its start to its increment: what choices do, and what happens by itself in between."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.jack_rabbits import asked, encounters, journey, purse, trade
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import building, tiles
from brillig.games.jack_rabbits.record import State

# ---- what is done --------------------------------------------------------------------------------------------------


@rule
def act(s: State, seat: int, code: int) -> None:
    """Carry out one choice, up to what happens by itself."""
    if s.step <= r.BUILD_TURN:
        building.build(s, code)
    elif s.step == r.PASSPORT:
        s.passport = code if code < r.CARDS else r.NONE
        if code < r.CARDS:
            s.known[code] = purse.ALL_KNOW
        s.step = r.ROLL
    elif s.step == r.LOTTERY:
        play_lottery(s, code)
    elif s.step == r.DISCARDING:
        purse.put_away(s, code, r.DISCARD)
        s.step = r.TIDY
    elif s.step == r.RETURN_ROYAL:
        purse.move(s, code, r.AISLE)
        s.step = r.TIDY
    elif s.step == r.LOCAL:
        trade.be_local(s, code)
    elif s.step == r.SHORTFALL:
        if code == r.FALL:
            journey.send_off(s, s.mover)
        else:
            purse.charge(s, encounters.missing(s), encounters.tower_suits(s), r.FOR_SHORTFALL)
    elif s.step == r.PAY:
        pay(s, code)
    elif s.step == r.STOP and code == r.STOP_HERE:
        s.step = r.BE_LOCAL
    elif r.LAND <= s.step <= r.STOP:
        journey.travel(s, code)
    else:
        meet(s, seat, code)


@rule
def meet(s: State, seat: int, code: int) -> None:
    """Challenges, fights, goods and trades."""
    if s.step == r.GOODS:
        if code == r.DONE:
            purse.charge(s, encounters.goods_cost(s), encounters.market_suits(s), r.FOR_GOODS)
        else:
            s.goods |= 1 << code
    elif s.step == r.CHALLENGE:
        s.step = r.PROVE_FIRST if code == r.CHALLENGES else r.ASK_NEXT
    elif code == r.REFUSES:
        journey.send_off(s, s.mover)
    elif s.step == r.PROVE_FIRST or s.step == r.PROVE:
        encounters.show_proof(s, seat, code)
    elif s.step == r.ATTACK:
        encounters.blow(s, code)
    elif s.step == r.OFFER_CARD:
        s.named = code
        s.step = r.OFFER_PRICE
    elif s.step == r.OFFER_PRICE:
        s.price = code - r.PRICE + 1
        s.decider = s.rival
        s.step = r.ACCEPT
    else:
        deal(s, code)


@rule
def deal(s: State, code: int) -> None:
    """An offer is answered, and carried out."""
    if s.step == r.ACCEPT:
        s.decider = trade.seller(s) if code == r.YES else s.mover
        s.step = r.SELLER_GIVES if code == r.YES else r.BE_LOCAL
    elif s.step == r.SELLER_GIVES:
        s.sold = code
        s.decider = trade.buyer(s)
        s.step = r.BUYER_GIVES
    elif s.step == r.BUYER_GIVES:
        if code == r.DONE:
            trade.exchange(s)
        else:
            s.gold |= 1 << code
    else:
        trade.speak(s, code == r.EXPOSES)


@rule
def play_lottery(s: State, code: int) -> None:
    s.step = r.BY_PLACE
    if code < r.CARDS:
        s.shown |= 1 << code
        s.known[code] = purse.ALL_KNOW
        s.prizes = asked.matches(s, code) if s.windfall == 1 else 1
        s.step = r.PRIZE


@rule
def pay(s: State, code: int) -> None:
    chosen = purse.suggestion(s) if code == r.SUGGESTED else 1 << code
    for card in range(r.RED_JOKER):
        if chosen >> card & 1 == 1:
            s.paid += purse.spend(s, s.mover, card)
            s.picked += 1
    if s.paid < s.due:
        return
    if s.why == r.FOR_RED or s.why == r.FOR_BLACK:
        purse.move(s, r.RED_JOKER if s.why == r.FOR_RED else r.BLACK_JOKER, r.IN_HAND + s.mover)
        s.bought = 1
        s.then = r.AT_TAVERN
        s.step = r.TIDY
    elif s.why == r.FOR_ROYAL:
        purse.move(s, encounters.queen_of(s.place[s.mover]), r.IN_HAND + s.mover)
        s.step = r.INCREMENT
    elif s.why == r.FOR_GOODS:
        encounters.take_goods(s)
    elif s.why == r.FOR_SHORTFALL:
        s.step = r.LAND
    else:
        journey.has_paid(s)


# ---- what happens by itself ----------------------------------------------------------------------------------------


@rule
def settle(s: State) -> None:
    """Go on until somebody has something to decide."""
    while True:
        if s.step >= r.BUILD:
            happen(s)
        elif r.LOCAL <= s.step <= r.STOP:
            code = asked.only_choice(s)
            if code == r.NONE:
                return
            act(s, s.decider, code)
        else:
            return


@rule
def happen(s: State) -> None:
    if s.step == r.BUILD:
        building.next_builder(s)
    elif s.step == r.BEGIN_TURN:
        begin_turn(s)
    elif s.step == r.ROLL:
        s.dice[0], s.dice[1] = random(s, 6) + 1, random(s, 6) + 1
        s.step = r.DRAW_LOTS
    elif s.step == r.DRAW_LOTS:
        s.step = r.LOTTERY if has_lot(s) else r.BY_PLACE
    elif s.step == r.PRIZE:
        draw_prize(s)
    elif s.step == r.BY_PLACE:
        by_place(s)
    elif s.step == r.SET_OUT:
        journey.set_out(s)
    elif s.step == r.WALK:
        journey.walk(s)
    elif s.step == r.ENTER:
        journey.enter(s)
    elif s.step == r.ARRIVE:
        encounters.arrive(s)
    elif s.step == r.ASK_NEXT:
        encounters.ask_next(s)
    elif s.step == r.AT_HOUSE:
        at_house(s)
    else:
        happen_late(s)


@rule
def happen_late(s: State) -> None:
    """Towards the end of a turn."""
    if s.step == r.BE_LOCAL:
        s.rival = r.NOBODY
        s.step = r.LOCAL
    elif s.step == r.STOLEN:
        encounters.stolen(s)
    elif s.step == r.TIDY:
        tidy(s)
    elif s.step == r.TRADED:
        trade.traded(s)
    elif s.step == r.INCREMENT:
        purse.empty_tray(s)
        purse.draw(s, s.mover)
        s.then = r.NEXT_TURN
        s.step = r.TIDY
    else:
        next_turn(s)


@rule
def begin_turn(s: State) -> None:
    s.decider, s.rival = s.mover, r.NOBODY
    s.passport, s.named = r.NONE, r.NONE
    s.shown, s.goods, s.proof, s.hearts = 0, 0, 0, 0
    s.dice[0], s.dice[1] = 0, 0
    s.after, s.offered, s.origin = 0, 0, s.place[s.mover]
    s.end, s.came = r.NONE, r.NONE
    s.entered[0], s.entered[1] = 0, 0
    if not encounters.check_win(s):
        s.step = r.PASSPORT if encounters.may_fly(s) else r.ROLL


@rule
def has_lot(s: State) -> bool:
    """Is there a card to show in the lottery?"""
    if s.shown != 0 and s.windfall == 0:
        return False
    for card in range(r.NUMBERS):
        if purse.holds(s, s.mover, card) and s.shown >> card & 1 == 0 and asked.matches(s, card) > 0:
            return True
    return False


@rule
def draw_prize(s: State) -> None:
    """Prizes are drawn one by one."""
    if s.prizes == 0:
        s.step = r.DRAW_LOTS
        return
    s.prizes -= 1
    purse.draw(s, s.mover)
    s.then = r.PRIZE
    s.step = r.TIDY


@rule
def by_place(s: State) -> None:
    place = s.place[s.mover]
    if place == r.OFF:
        s.place[s.mover] = r.UNDERGROUND
        s.step = r.INCREMENT
    elif s.passport != r.NONE:
        encounters.fly(s)
    elif place == r.UNDERGROUND or s.level != r.FULL:
        s.step = r.SET_OUT
    else:
        s.step = r.BE_LOCAL


@rule
def at_house(s: State) -> None:
    """Arrived and let in."""
    s.decider, s.passport = s.mover, r.NONE
    s.after = 1
    if encounters.check_win(s):
        return
    place = s.place[s.mover]
    s.step = r.BE_LOCAL
    if s.trail_of_carrots == 1 and place != tiles.CITADEL and purse.holds(s, s.mover, encounters.queen_of(place)):
        journey.stop_or_go_on(s)


@rule
def tidy(s: State) -> None:
    """First royals past the third, then cards past the limit; the seat in turn before the others."""
    for k in range(s.seats):
        seat = (s.mover + k) % s.seats
        if purse.royals(s, seat) > 3:
            s.decider = seat
            s.step = r.RETURN_ROYAL
            return
    for k in range(s.seats):
        seat = (s.mover + k) % s.seats
        if purse.hand_size(s, seat) > purse.limit(s):
            s.decider = seat
            s.step = r.DISCARDING
            return
    s.decider = s.mover
    s.step = s.then


@rule
def next_turn(s: State) -> None:
    purse.empty_tray(s)
    s.turns += 1
    s.mover = (s.mover + 1) % s.seats
    if s.turns == s.seats * s.round_cap:
        s.decider, s.step = r.NOBODY, r.OVER
    else:
        s.step = r.BEGIN_TURN

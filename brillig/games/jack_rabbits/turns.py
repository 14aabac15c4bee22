"""A turn from its start to its increment: what is asked, what is refused, and what happens by itself in between."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.jack_rabbits import building, encounters, journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State

# More reasons why something is refused.
NO_MATCH, ONE_PRIZE, JOKER_MONEY, NO_FLIGHT_NOW = 60, 61, 62, 63
DISCARD_TO = 64  # + 0 for nine cards, 1 for six
POST_TAKES = 70  # + the set of suits


@rule
def matches(s: State, card: int) -> int:
    """How many dice show the value of this card."""
    if card >= r.NUMBERS or (purse.is_ace(card) and purse.plain_worth(s, card) != 1):
        return 0
    value = card % 10 + 1
    return (1 if s.dice[0] == value else 0) + (1 if s.dice[1] == value else 0)


# ---- what is refused -----------------------------------------------------------------------------------------------


@rule
def refuse_card(s: State, seat: int, code: int) -> int:
    """Of decisions in which cards are chosen."""
    if s.step == r.PASSPORT:
        if code == r.NO_FLIGHT:
            return 0
        club = code < r.RED_JOKER and purse.SUIT[code] == tiles.CLUBS
        return 0 if club and purse.holds(s, seat, code) else encounters.CLUB_FIRST
    if s.step == r.LOTTERY:
        return refuse_lottery(s, seat, code)
    if s.step == r.DISCARDING:
        fine = code < r.CARDS and purse.holds(s, seat, code) and code != s.passport
        return 0 if fine else DISCARD_TO + s.short_hands
    if s.step == r.PAY:
        return refuse_payment(s, code)
    if s.step == r.GOODS:
        if code == r.DONE:
            return 0 if s.goods != 0 else journey.NOT_ASKED
        return encounters.refuse_goods(s, code) if code < r.CARDS else journey.NOT_ASKED
    if s.step == r.PROVE_FIRST:
        return encounters.refuse_proof(s, seat, code, s.proof) if code < r.CARDS else encounters.SIX_HEARTS
    if s.step == r.PROVE:
        if code == r.REFUSES:
            return 0 if s.hearts == 0 else encounters.FINISH
        return encounters.refuse_proof(s, seat, code, s.hearts) if code < r.CARDS else encounters.SIX_HEARTS
    return refuse_deal(s, seat, code)


@rule
def refuse_lottery(s: State, seat: int, code: int) -> int:
    if code == r.NO_PRIZE:
        return 0
    if code >= r.CARDS or not purse.holds(s, seat, code):
        return journey.NOT_ASKED
    if matches(s, code) == 0:
        return NO_MATCH
    return ONE_PRIZE if s.shown >> code & 1 == 1 else 0


@rule
def refuse_payment(s: State, code: int) -> int:
    if code == r.SUGGESTED:
        return 0
    if code >= r.CARDS:
        return encounters.FINISH
    if not purse.holds(s, s.mover, code):
        return journey.NOT_ASKED
    if code >= r.RED_JOKER:
        return JOKER_MONEY
    if purse.takes(s, code):
        return 0
    if s.suits >> purse.SUIT[code] & 1 == 1:
        return encounters.ROYAL_FIRST
    if s.why == r.FOR_ROYAL:
        return encounters.TEN_POINTS
    if s.why == r.FOR_SHORTFALL:
        return encounters.TOWER_TAKES + purse.house_suit(s.place[s.mover])
    return POST_TAKES + s.suits


@rule
def refuse_deal(s: State, seat: int, code: int) -> int:
    """Fights, royals to return, and trades."""
    if s.step == r.ATTACK:
        return encounters.refuse_blow(s, code)
    if s.step == r.RETURN_ROYAL:
        royal = r.FIRST_ROYAL <= code < r.RED_JOKER
        return 0 if royal and purse.holds(s, seat, code) else encounters.THREE_CARROTS
    if s.step == r.OFFER_CARD:
        return 0 if code < r.CARDS and s.where[code] != r.GONE else journey.NOT_ASKED
    if s.step == r.OFFER_PRICE:
        return 0 if r.PRICE <= code < r.PRICE + 20 else journey.NOT_ASKED
    if s.step == r.ACCEPT:
        return 0 if code == r.YES or code == r.NO else journey.NOT_ASKED
    if s.step == r.EXPOSE:
        return 0 if code == r.EXPOSES or code == r.QUIET else journey.NOT_ASKED
    if s.step == r.BUYER_GIVES and code == r.DONE:
        return 0 if s.gold != 0 else journey.NOT_ASKED
    if code >= r.CARDS or not purse.holds(s, seat, code):
        return journey.NOT_ASKED
    return journey.NOT_ASKED if s.step == r.BUYER_GIVES and s.gold >> code & 1 == 1 else 0


@rule
def refuse_way(s: State, code: int) -> int:
    """Of decisions on the way."""
    if s.step == r.DEPART:
        return journey.refuse_depart(s, code)
    if s.step == r.TREK:
        return journey.refuse_trek(s, code)
    if s.step == r.TREK_END:
        return journey.refuse_trek_end(s, code)
    if s.step == r.AT_FORK:
        return journey.refuse_fork(s, code)
    if s.step == r.AT_TAVERN:
        return journey.refuse_tavern(s, code)
    if s.step == r.AT_CAVE:
        return journey.refuse_cave(s, code)
    if s.step == r.CAVE_OUT:
        return journey.refuse_cave_out(s, code)
    if s.step == r.SHORE:
        return journey.refuse_shore(s, code)
    if s.step == r.SAIL:
        return journey.refuse_sail(s, code)
    if s.step == r.RIDE:
        return journey.refuse_hexagon(s, code)
    return 0 if code == r.STOP_HERE else journey.refuse_stop(s, code)


@rule
def refuse_place(s: State, seat: int, code: int) -> int:
    """Of decisions at a hexagon, and in the air."""
    if s.step == r.LOCAL:
        why = encounters.refuse_local(s, code)
        return journey.STOP_FIRST if why != 0 and s.after == 1 and r.ROAD <= code < r.HEXAGON else why
    if s.step == r.SHORTFALL:
        if code == r.FALL:
            return 0
        return encounters.refuse_shortfall(s) if code == r.PAY_SHORTFALL else journey.NOT_ASKED
    if s.step == r.LAND:
        place = code - r.HEXAGON
        return encounters.refuse_tower(s, place) if 0 <= place < tiles.HEXAGONS else journey.NOT_ON_BOARD
    if code == r.LET_IN:
        return 0
    return encounters.refuse_challenge(s, seat) if code == r.CHALLENGES else journey.NOT_ASKED


@rule
def refuse_step(s: State, seat: int, code: int) -> int:
    """Of the seat that is to decide."""
    if s.step <= r.BUILD_TURN:
        return building.refuse_build(s, code)
    if s.step == r.LOCAL or s.step == r.SHORTFALL or s.step == r.LAND or s.step == r.CHALLENGE:
        why = refuse_place(s, seat, code)
    elif r.DEPART <= s.step <= r.STOP:
        why = refuse_way(s, code)
    else:
        return refuse_card(s, seat, code)
    if why == journey.NOT_ASKED and code < r.CARDS:
        return ONE_PRIZE if s.shown != 0 and matches(s, code) > 0 else encounters.CLUB_FIRST
    return why


@rule
def lowest(step: int) -> int:
    """The codes of a decision begin here,"""
    if step <= r.BUILD_TURN:
        return r.SHAPE
    if step == r.LOCAL or step == r.SHORTFALL or step == r.CHALLENGE:
        return r.NO_FLIGHT
    if step == r.LAND or step == r.RIDE:
        return r.HEXAGON
    return r.ROAD if r.DEPART <= step <= r.STOP else 0


@rule
def highest(step: int) -> int:
    """and end before this one."""
    if step <= r.BUILD_TURN:
        return r.CODES
    return r.NO_FLIGHT if step == r.LAND or step == r.RIDE else r.SHAPE


@rule
def only_choice(s: State) -> int:
    """What is done by itself, there being nothing else to do; NONE if there is a choice."""
    found = r.NONE
    for code in range(lowest(s.step), highest(s.step)):
        if refuse_step(s, s.decider, code) == 0:
            if found != r.NONE:
                return r.NONE
            found = code
    return found


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
        encounters.be_local(s, code)
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
        trade(s, code)


@rule
def trade(s: State, code: int) -> None:
    """An offer is answered, and carried out."""
    if s.step == r.ACCEPT:
        s.decider = encounters.seller(s) if code == r.YES else s.mover
        s.step = r.SELLER_GIVES if code == r.YES else r.BE_LOCAL
    elif s.step == r.SELLER_GIVES:
        s.sold = code
        s.decider = encounters.buyer(s)
        s.step = r.BUYER_GIVES
    elif s.step == r.BUYER_GIVES:
        if code == r.DONE:
            encounters.exchange(s)
        else:
            s.gold |= 1 << code
    else:
        encounters.speak(s, code == r.EXPOSES)


@rule
def play_lottery(s: State, code: int) -> None:
    s.step = r.BY_PLACE
    if code < r.CARDS:
        s.shown |= 1 << code
        s.known[code] = purse.ALL_KNOW
        s.prizes = matches(s, code) if s.windfall == 1 else 1
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
            code = only_choice(s)
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
        encounters.traded(s)
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
        if purse.holds(s, s.mover, card) and s.shown >> card & 1 == 0 and matches(s, card) > 0:
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

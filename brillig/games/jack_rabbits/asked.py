"""What may be chosen in every decision, and why not."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits import encounters, journey, purse, trade
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import building, tiles
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
        why = trade.refuse_local(s, code)
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

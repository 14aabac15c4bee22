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

# The words that may be said in each decision: the first and the last of them.
_WORDS = {
    r.PASSPORT: (r.NO_FLIGHT, r.NO_FLIGHT), r.LOTTERY: (r.NO_PRIZE, r.NO_PRIZE), r.LOCAL: (r.LEAVE, r.PRICE - 1),
    r.SHORTFALL: (r.PAY_SHORTFALL, r.FALL), r.DEPART: (r.STAY, r.HORSE_JOKER), r.TREK: (r.KEEP, r.TREK_PAY),
    r.AT_FORK: (r.HIRE_HORSE, r.HIRE_BOAT), r.AT_TAVERN: (r.HORSE_JOKER, r.BUY_BLACK), r.AT_CAVE: (r.GO_UNDER, r.CAVE_PAY),
    r.SHORE: (r.SWIM, r.BOAT_JOKER), r.STOP: (r.STOP_HERE, r.STOP_HERE), r.PAY: (r.SUGGESTED, r.SUGGESTED),
    r.GOODS: (r.DONE, r.DONE), r.CHALLENGE: (r.LET_IN, r.CHALLENGES), r.PROVE: (r.REFUSES, r.REFUSES),
    r.ATTACK: (r.STRIKE, r.YIELD), r.OFFER_PRICE: (r.PRICE, r.PRICE + 19), r.ACCEPT: (r.YES, r.NO),
    r.BUYER_GIVES: (r.DONE, r.DONE), r.EXPOSE: (r.EXPOSES, r.QUIET),
}  # fmt: skip
FIRST_WORD = tuple(_WORDS.get(step, (0, -1))[0] for step in range(r.OVER + 1))
WORDS = tuple(1 + last - first for first, last in (_WORDS.get(step, (0, -1)) for step in range(r.OVER + 1)))
# And the things that it may be about: the first, and how many. Roads are those of the place or the tile where the rabbit is;
# out of the Underground, those of all caves.
_CAVES = tiles.FIRST_END[journey.FIRST_CAVE]
_THINGS = {
    r.BUILD_SHAPE: (r.SHAPE, 3), r.BUILD_TILE: (r.TILE, tiles.TILES), r.BUILD_SPOT: (r.SPOT, r.TURN - r.SPOT),
    r.BUILD_TURN: (r.TURN, 6), r.LAND: (r.HEXAGON, tiles.HEXAGONS), r.RIDE: (r.HEXAGON, tiles.HEXAGONS),
    r.DEPART: (r.ROAD + _CAVES, tiles.ENDS - _CAVES), r.CAVE_OUT: (r.ROAD + _CAVES, tiles.ENDS - _CAVES),
    r.SAIL: (r.ROAD, tiles.ENDS), r.PASSPORT: (0, r.CARDS), r.LOTTERY: (0, r.CARDS), r.DISCARDING: (0, r.CARDS),
    r.PAY: (0, r.CARDS), r.GOODS: (0, r.CARDS), r.PROVE_FIRST: (0, r.CARDS), r.PROVE: (0, r.CARDS), r.ATTACK: (0, r.CARDS),
    r.RETURN_ROYAL: (0, r.CARDS), r.OFFER_CARD: (0, r.CARDS), r.SELLER_GIVES: (0, r.CARDS), r.BUYER_GIVES: (0, r.CARDS),
}  # fmt: skip
FIRST_THING = tuple(_THINGS.get(step, (0, 0))[0] for step in range(r.OVER + 1))
THINGS = tuple(_THINGS.get(step, (0, 0))[1] for step in range(r.OVER + 1))


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


# ---- what can be asked ---------------------------------------------------------------------------------------------


@rule
def first_thing(s: State) -> int:
    """Of the cards, roads, hexagons or tiles that a decision is about the first, by its code;"""
    if s.step == r.TREK_END or s.step == r.AT_FORK:
        return r.ROAD + tiles.FIRST_END[tiles.TILE_OF[s.end]]
    if (s.step == r.DEPART or s.step == r.STOP) and s.place[s.mover] < tiles.HEXAGONS:
        return r.ROAD + 6 * s.place[s.mover]
    return FIRST_THING[s.step]


@rule
def things(s: State) -> int:
    """and how many there are of them."""
    if s.step == r.TREK_END or s.step == r.AT_FORK:
        return tiles.EDGES[tiles.TILE_OF[s.end]]
    if (s.step == r.DEPART or s.step == r.STOP) and s.place[s.mover] < tiles.HEXAGONS:
        return 6
    return THINGS[s.step]


@rule
def only_choice(s: State) -> int:
    """What is done by itself, there being nothing else to do; NONE if there is a choice."""
    found, first, n = r.NONE, first_thing(s), things(s)
    for k in range(n + WORDS[s.step]):
        code = first + k if k < n else FIRST_WORD[s.step] + k - n
        if refuse_step(s, s.decider, code) == 0:
            if found != r.NONE:
                return r.NONE
            found = code
    return found


def codes(s: State) -> list[int]:
    """All that may be chosen now, in order."""
    first, word = first_thing(s), FIRST_WORD[s.step]
    asked = (*range(first, first + things(s)), *range(word, word + WORDS[s.step]))
    return [code for code in asked if refuse_step(s, s.decider, code) == 0]

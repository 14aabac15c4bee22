"""Where a seat wants to go, how many turns it still needs, and what a sensible player would try: for the bots.

Ways are in tenths of a turn.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits import journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State
from brillig.parts.judging import chance

TURN = 10
POINT = 5  # a point that is missing for a royal: two come in a turn, more or less
DETOUR = 3  # more for every turn of the way
MISFIT = 25  # a royal that holds a carrot and does not fit
CARD = 3  # a card in hand
RIDE = 8  # a horse in hand
BLOCKED = 400  # a goal that nobody can reach
HALF = 45  # so much ahead is worth three games of four
NEAR = (240, 60, 16, 6, 3, 2)  # how a choice is weighed that leads so near to the goal


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    if s.winner != r.NOBODY:
        return 1000 if s.winner == seat else 0
    mine, won = to_go(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(to_go(s, other) - mine, HALF)
    return won // (s.seats - 1)


# ---- how far it is -------------------------------------------------------------------------------------------------


@rule
def missing(s: State, seat: int, suit: int) -> int:
    """Points that are missing for a royal of this suit, of number cards only; in the hands of others, on average."""
    total = 0
    for card in range(10 * suit, 10 * suit + 10):
        if s.where[card] == r.IN_HAND + seat:
            total += purse.worth(s, seat, card, 0)
    return max(0, 10 - total)


@rule
def is_open(s: State, seat: int, k: int) -> bool:
    """Could this seat want royal k now? Not if it is held; nor, of a tribe, if another seat has one of it."""
    if s.where[r.FIRST_ROYAL + k] != r.AISLE or s.at[1 + k] == r.NONE:
        return False
    if s.quest == r.TRIBAL:
        for other in range(3 * (k // 3), 3 * (k // 3) + 3):
            holder = s.where[r.FIRST_ROYAL + other] - r.IN_HAND
            if 0 <= holder < r.SEATS and holder != seat:
                return False
    return True


@rule
def cost(s: State, seat: int, k: int, place: int) -> int:
    """What it takes to get royal k from here: the way, or the cards, whichever is longer."""
    way = s.far[place, 1 + k]
    return max(TURN * way, POINT * missing(s, seat, k // 3)) + DETOUR * way


@rule
def best_royal(s: State, seat: int, held: int, place: int) -> int:
    """The royal to get next, NONE if none would help."""
    best, least = r.NONE, BLOCKED
    now = purse.progress(s, held)
    for k in range(12):
        if held >> k & 1 == 0 and is_open(s, seat, k) and purse.progress(s, held | 1 << k) > now:
            found = cost(s, seat, k, place)
            if found < least:
                best, least = k, found
    return best


@rule
def to_go(s: State, seat: int) -> int:
    """Tenths of turns to the win, if nobody interferes."""
    held, place, total = purse.royals_of(s, seat), s.place[seat], 0
    spare = purse.royals(s, seat) - purse.progress(s, held)
    while purse.progress(s, held) < 3:
        k = best_royal(s, seat, held, place)
        if k == r.NONE:
            return BLOCKED + MISFIT * (3 - purse.progress(s, held))
        total += TURN + cost(s, seat, k, place)
        held |= 1 << k
        place = 1 + k
    ride = RIDE if purse.holds(s, seat, r.RED_JOKER) else 0
    return total + TURN * s.far[place, tiles.CITADEL] + MISFIT * spare - CARD * s.cards[seat] - ride


@rule
def aim(s: State, seat: int) -> int:
    """The hexagon that a seat heads for."""
    held = purse.royals_of(s, seat)
    if purse.progress(s, held) == 3:
        return tiles.CITADEL
    k = best_royal(s, seat, held, s.place[seat])
    return tiles.CITADEL if k == r.NONE else 1 + k


@rule
def is_misfit(s: State, seat: int, royal: int) -> bool:
    """Does this royal of the seat's hold a carrot that another would need?"""
    if royal < r.FIRST_ROYAL or royal >= r.RED_JOKER:
        return False
    held, k = purse.royals_of(s, seat), royal - r.FIRST_ROYAL
    rest = held & ~(1 << k)
    if purse.progress(s, held) == 3:
        return purse.progress(s, rest) == 3
    if purse.progress(s, rest) < purse.progress(s, held):
        return False
    return s.quest != r.TRIBAL or rest != 0


# ---- what to try ---------------------------------------------------------------------------------------------------


@rule
def near(s: State, places: int, goal: int) -> int:
    """How good it is to get to one of these places, as bits."""
    turns = 9
    for place in range(r.PLACES):
        if places >> place & 1 == 1:
            turns = min(turns, s.far[place, goal])
    return NEAR[turns] if turns < len(NEAR) else 1


@rule
def beyond(s: State, end: int) -> int:
    """The places that walking out by this end leads to; of a port, walking in."""
    if s.step != r.SAIL:
        return s.goal[end]
    tile = tiles.TILE_OF[end]
    if tile < tiles.RHOMBUS:
        return 1 << tile
    found = 0
    for other in range(tiles.FIRST_END[tile], tiles.FIRST_END[tile] + tiles.EDGES[tile]):
        if other != end and s.partner[other] != r.NO_ROAD:
            found |= s.goal[other]
    return found if tiles.KIND[tile] != tiles.CAVE else 1 << r.UNDERGROUND


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if code < r.CARDS:
        return prefer_card(s, seat, code)
    if code < r.HEXAGON:
        return near(s, beyond(s, code - r.ROAD), aim(s, seat))
    if code < r.NO_FLIGHT:
        return near(s, 1 << (code - r.HEXAGON), aim(s, seat))
    if s.step == r.LOCAL:
        return prefer_local(s, seat, code)
    if r.DEPART <= s.step <= r.STOP:
        return prefer_way(s, seat, code)
    if code == r.SUGGESTED or code == r.STRIKE or code == r.DONE or code == r.NO:
        return 40
    if code == r.CHALLENGES:
        return 1 + 3 * purse.royals(s, s.mover)
    return 8 if code == r.NO_FLIGHT or code == r.LET_IN or code == r.EXPOSES or code == r.PAY_SHORTFALL else 1


@rule
def prefer_card(s: State, seat: int, card: int) -> int:
    if s.step == r.LOTTERY:
        return 60
    if s.step == r.DISCARDING:
        if card >= r.FIRST_ROYAL:
            return 200 if is_misfit(s, seat, card) else 1
        return 2 + missing(s, seat, card // 10) * (11 - purse.BASIC[card]) // 4
    if s.step == r.PAY:
        return 60 if is_misfit(s, seat, card) else 1
    if s.step == r.RETURN_ROYAL:
        return 60 if is_misfit(s, seat, card) else 1
    if s.step == r.ATTACK or s.step == r.PROVE:
        return 1 if is_misfit(s, seat, card) or card >= r.FIRST_ROYAL else 12
    return 2 if s.step == r.GOODS else 1


@rule
def prefer_local(s: State, seat: int, code: int) -> int:
    if code == r.LEAVE:
        return 60
    if code == r.ACQUIRE:
        held, k = purse.royals_of(s, seat), s.place[seat] - 1
        if purse.progress(s, held | 1 << k) > purse.progress(s, held) and is_open(s, seat, k):
            return 2000
        return 2
    if r.FIGHT <= code < r.BUY_FROM:
        prize = purse.royals(s, code - r.FIGHT)
        return 1 + 20 * prize if purse.means(s, seat, 1 << tiles.SPADES) >= 12 else 1
    return 6 if code == r.MARKET else 1


@rule
def prefer_way(s: State, seat: int, code: int) -> int:
    """On the way: what leads nearer to the goal, a turn more for what costs cards."""
    goal = aim(s, seat)
    if code == r.STAY or code == r.STOP_HERE:
        return 60 if s.place[seat] == goal else 3
    if code == r.KEEP:
        return near(s, s.goal[tiles.other_end(s.end)], goal)
    if code == r.WALK_ON:
        return near(s, s.goal[journey.other_road(s)], goal)
    if code == r.TREK_PAY:
        found, first = 0, tiles.FIRST_END[tiles.TILE_OF[s.end]]
        for end in range(first, first + 4):
            if journey.is_other_track(s.end, end):
                found |= s.goal[end]
        return 1 + near(s, found, goal) // 6
    if code == r.HORSE_JOKER:
        return 60 if s.place[seat] >= tiles.HEXAGONS or s.far[s.place[seat], goal] > 1 else 6
    if code == r.GO_UNDER:
        return near(s, 1 << r.UNDERGROUND, goal)
    if code == r.HIRE_HORSE or code == r.CAVE_PAY or code == r.BOAT_JOKER:
        return 14
    return 3 if code == r.BUY_RED else 1


def shuns(s: State, seat: int, code: int) -> bool:
    """Bots do not trade, and do not pay card by card what the suggestion pays as well."""
    if s.step == r.PAY:
        return code != r.SUGGESTED and not is_misfit(s, seat, code)
    return code == r.YES or r.BUY_FROM <= code < r.PRICE

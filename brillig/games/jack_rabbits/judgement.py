"""Where a seat wants to go, how many turns it still needs, and what a sensible player would try: for the bots.

Ways are in tenths of a turn.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits import asked, encounters, journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import roads, tiles
from brillig.games.jack_rabbits.record import State
from brillig.parts.judging import chance

TURN = 10
ROYAL = 10  # a royal that is still to be got, beside the way to it: others may be quicker
POINT = 5  # a point that is missing for a royal: two come in a turn in every suit, more or less
DETOUR = 3  # more for every turn of the way
MISFIT = 25  # a royal that holds a carrot and does not fit
CARD = 3  # a card in hand
RIDE = 8  # a horse in hand
BLOCKED = 400  # a goal that nobody can reach
HALF = 45  # so much ahead is worth three games of four
NEAR = (240, 60, 16, 6, 3, 2)  # how a choice is weighed that leads so near to the goal
DEAR = 6  # and so many times less if it costs cards
BITS = 10  # for the points of a suit, in a number that holds all four
KINGS = 1 | 1 << 3 | 1 << 6 | 1 << 9  # of royals as bits


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
def savings(s: State, seat: int) -> int:
    """Points in number cards of every suit, packed into one number; in the hands of others, on average."""
    total = 0
    for card in range(r.NUMBERS):
        if s.where[card] == r.IN_HAND + seat:
            total += purse.worth(s, seat, card, 0) << BITS * (card // 10)
    return total


@rule
def missing(saved: int, suit: int, royals: int) -> int:
    """Points that are missing for so many royals of this suit."""
    return max(0, 10 * royals - (saved >> BITS * suit & (1 << BITS) - 1))


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
def helps(s: State, held: int, k: int, progress: int) -> bool:
    """Does royal k bring a seat that holds these nearer to a trio?"""
    if held >> k & 1 == 1:
        return False
    of_suit = held >> 3 * (k // 3) & 7
    if s.quest == r.DIVERSE:
        return of_suit == 0
    if s.quest == r.MONARCHICAL:
        return held & KINGS << k % 3 == 0
    if s.quest == r.TRIBAL:
        return (of_suit & 1) + (of_suit >> 1 & 1) + (of_suit >> 2) == progress
    return s.quest == r.SIMPLE or purse.progress(s, held | 1 << k) > progress


@rule
def ready(s: State, k: int, place: int, now: int, saved: int, planned: int) -> int:
    """When royal k can be had by a seat that is at this place then: the way, or the cards, whichever takes longer.

    `planned`: royals that are to be paid for before, as bits.
    """
    before = planned >> 3 * (k // 3) & 7
    royals = 1 + (before & 1) + (before >> 1 & 1) + (before >> 2)
    way = s.far[place, 1 + k]
    return max(now + TURN * max(1, way), POINT * missing(saved, k // 3, royals)) + DETOUR * way


@rule
def best_royal(s: State, seat: int, held: int, planned: int, place: int, now: int, saved: int) -> int:
    """The royal to get next, NONE if none would help."""
    best, least, progress = r.NONE, BLOCKED, purse.progress(s, held)
    for k in range(12):
        if is_open(s, seat, k) and helps(s, held, k, progress):
            found = ready(s, k, place, now, saved, planned)
            if found < least:
                best, least = k, found
    return best


@rule
def plan(s: State, seat: int, kept: int) -> int:
    """Tenths of turns to the win for a seat that keeps these of its royals, if nobody interferes."""
    held, place, now, saved = kept, s.place[seat], 0, savings(s, seat)
    progress = purse.progress(s, held)
    while progress < 3:
        k = best_royal(s, seat, held, held & ~kept, place, now, saved)
        if k == r.NONE:
            return BLOCKED + MISFIT * (3 - progress)
        now = ready(s, k, place, now, saved, held & ~kept) + ROYAL
        held |= 1 << k
        place = 1 + k
        progress += 1
    return now + TURN * s.far[place, tiles.CITADEL]


@rule
def keeps(s: State, seat: int) -> int:
    """The royals that a seat does well to keep, as bits: all, unless others hold what would go with them."""
    held = purse.royals_of(s, seat)
    best, least = held, plan(s, seat, held)
    some = held
    while least >= BLOCKED and some > 0:
        some = (some - 1) & held
        if plan(s, seat, some) < BLOCKED:
            best, least = some, 0
    return best


@rule
def to_go(s: State, seat: int) -> int:
    """Tenths of turns to the win, if nobody interferes."""
    kept = purse.royals_of(s, seat)
    turns = plan(s, seat, kept)
    if turns >= BLOCKED:
        kept = keeps(s, seat)
        turns = plan(s, seat, kept)
    spare = purse.royals(s, seat) - purse.progress(s, kept)
    ride = RIDE if purse.holds(s, seat, r.RED_JOKER) else 0
    return turns + MISFIT * spare - CARD * s.cards[seat] - ride


@rule
def aim(s: State, seat: int) -> int:
    """The hexagon that a seat heads for."""
    kept = purse.royals_of(s, seat)
    if purse.progress(s, kept) == 3:
        return tiles.CITADEL
    saved = savings(s, seat)
    k = best_royal(s, seat, kept, 0, s.place[seat], 0, saved)
    if k == r.NONE:
        k = best_royal(s, seat, keeps(s, seat), 0, s.place[seat], 0, saved)
    return tiles.CITADEL if k == r.NONE else 1 + k


@rule
def is_misfit(s: State, seat: int, royal: int) -> bool:
    """Does this royal of the seat's hold a carrot that another would need?"""
    if royal < r.FIRST_ROYAL or royal >= r.RED_JOKER:
        return False
    kept, k = keeps(s, seat), royal - r.FIRST_ROYAL
    rest = kept & ~(1 << k)
    if rest == kept:
        return True
    return rest != 0 and purse.progress(s, rest) == purse.progress(s, kept)


@rule
def is_wanted_here(s: State, seat: int) -> bool:
    """Does the royal of this house bring the seat nearer to a trio?"""
    kept, k = keeps(s, seat), s.place[seat] - 1
    return 0 <= k < 12 and is_open(s, seat, k) and helps(s, kept, k, purse.progress(s, kept))


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
        return 2 + missing(savings(s, seat), card // 10, 1) * (11 - purse.BASIC[card]) // 4
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
        return 2000 if is_wanted_here(s, seat) else 2
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
        return 1 + near(s, found, goal) // DEAR
    if code == r.HORSE_JOKER:
        return 60 if s.place[seat] >= tiles.HEXAGONS or s.far[s.place[seat], goal] > 1 else 6
    if code == r.GO_UNDER:
        return near(s, 1 << r.UNDERGROUND, goal)
    if code == r.CAVE_PAY:
        return 1 + near(s, roads.one_turn(s, r.UNDERGROUND), goal) // DEAR
    if code == r.HIRE_HORSE:
        return 1 + NEAR[0] // DEAR
    if code == r.BOAT_JOKER:
        return 14
    return 3 if code == r.BUY_RED else 1


def shuns(s: State, seat: int, code: int) -> bool:
    """Bots do not trade, and do not pay card by card what the suggestion pays as well.

    They let no prize go, and show the lowest card for it. They take a royal when it helps them, never to spite others, and
    let one go that is in the way: else quests of one suit end in a deadlock.
    """
    if s.step == r.PAY:
        return code != r.SUGGESTED and not is_misfit(s, seat, code)
    if s.step == r.LOTTERY:
        return code == r.NO_PRIZE or any(asked.refuse_lottery(s, seat, card) == 0 for card in range(code))
    if s.step == r.DISCARDING:
        misfits = [card for card in range(r.FIRST_ROYAL, r.RED_JOKER) if is_held_misfit(s, seat, card)]
        return code not in misfits if misfits else code >= r.FIRST_ROYAL
    if code == r.LEAVE:
        return encounters.refuse_royal(s) == 0 and is_wanted_here(s, seat)
    if code == r.ACQUIRE:
        return not is_wanted_here(s, seat)
    return code == r.YES or r.BUY_FROM <= code < r.PRICE


def is_held_misfit(s: State, seat: int, card: int) -> bool:
    return purse.holds(s, seat, card) and is_misfit(s, seat, card)

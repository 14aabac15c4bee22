"""How a player weighs words, stakes and cards: for the bots. Only what the seat itself may know goes into it."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.slithy import round
from brillig.games.slithy.round import State
from brillig.parts.judging import chance

ALL = 1000
SLOPE = 40  # thousandths of safety that a tenth of a gem under the limit is worth, as the others are not sure
WHIM = 12  # how likely a stake is that makes no sense; those that do weigh hundreds
LOSS = 40  # what a gem that goes to the dealer costs, beside 100 for a gem that scores
LIKELY, HUSH = 400, 100  # how likely a seat is to say just what would fill the room, and to say nothing
FAITH = 2  # so many words kept, and as many broken, are taken for granted before a seat has said anything
EDGE = 30  # tenths of a point that a dealer scores above the others in a round
HALF = 40  # tenths of a point ahead that are worth three games of four at the end; as many again for each round to come


# ---- what others will do -------------------------------------------------------------------------------------------


@rule
def trust(s: State, seat: int) -> int:
    """How often a seat does as it says, in thousandths, by what it has done so far."""
    return ALL * (s.kept[seat] + FAITH) // (s.spoke[seat] + 2 * FAITH)


@rule
def safe_room(s: State) -> int:
    """Gems that a group may expect to stake safely, in tenths: the purple card and the middle of the yellow ones."""
    n, numbers = 0, 0
    for number in range(1, round.YELLOWS[s.seats] + 1):
        if not round.is_used(s, s.yellow, number):
            n += 1
            numbers += number
    return 10 * (s.purple[s.turn] - 1) + 10 * numbers // max(1, n)


@rule
def of_others(s: State, seat: int, room: int) -> int:
    """What a seat expects the others of its group to stake, in tenths: words as far as they are trusted, else a share."""
    mine = round.group(s, seat)
    share = room // (round.LEFT[s.seats] if mine == 0 else s.seats - 1 - round.LEFT[s.seats])
    gems = 0
    for other in range(s.seats):
        if other != seat and other != s.dealer and round.group(s, other) == mine:
            fair = min(10 * s.hand[other], share)
            word = round.last_word(s, other)
            if word >= 0:
                fair += (10 * word - fair) * trust(s, other) // ALL
            gems += fair
    return gems


@rule
def promise(s: State, seat: int, gems: int) -> int:
    """How good a stake is: what it scores, less what it may cost, over all yellow cards that may lie there."""
    others = of_others(s, seat, safe_room(s))
    purple, n, worth = s.purple[s.turn], 0, 0
    for number in range(1, round.YELLOWS[s.seats] + 1):
        if not round.is_used(s, s.yellow, number):
            spare = 10 * (purple + number) - 10 * gems - others
            safe = max(0, min(ALL, SLOPE * spare))
            worth += safe * 100 * min(gems, purple) - (ALL - safe) * LOSS * gems
            n += 1
    return worth // (ALL * n)


@rule
def stake_weight(s: State, seat: int, gems: int) -> int:
    """How likely a stake is, whatever was said: the better it is, the likelier; and anything may happen."""
    good = max(0, promise(s, seat, gems) + 40)
    return WHIM + good * good * good // 1000


@rule
def all_weights(s: State, seat: int) -> int:
    """The weights of all stakes that a seat can choose."""
    weights = 0
    for gems in range(s.hand[seat] + 1):
        weights += stake_weight(s, seat, gems)
    return weights


@rule
def likely_stake(s: State, seat: int) -> int:
    """A stake that this seat may have chosen: what it said, as far as it is trusted, else any that looks good."""
    if round.last_word(s, seat) >= 0 and random(s, ALL) < trust(s, seat):
        return round.last_word(s, seat)
    left = random(s, all_weights(s, seat))
    for gems in range(s.hand[seat] + 1):
        left -= stake_weight(s, seat, gems)
        if left < 0:
            return gems
    return 0


# ---- what the search asks ------------------------------------------------------------------------------------------


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Stakes that promise much or were promised, words that announce them, the largest hand to collect. Dealers mix."""
    if code >= round.COLLECT:
        gems = s.hand[code - round.COLLECT]
        return 1 + gems * gems * gems * gems
    if code >= round.STAKE:
        weight = stake_weight(s, seat, code - round.STAKE)
        if code - round.STAKE == round.last_word(s, seat):
            faith = trust(s, seat)
            weight += all_weights(s, seat) * faith // (ALL - faith)
        return weight
    if code >= round.SAY:
        room = safe_room(s)
        off = 10 * (code - round.SAY) - max(0, min(10 * s.hand[seat], room - of_others(s, seat, room)))
        return 1 + LIKELY * 10 // (10 + off * off // 10)
    return HUSH if code == round.SAY_NOTHING else 1


def shuns(s: State, seat: int, code: int) -> bool:
    """To stake more than can score, which only helps to bust the own group, and to collect from a smaller hand."""
    if code >= round.COLLECT:
        return s.hand[code - round.COLLECT] < max(s.hand[other] for other in range(s.seats) if other != seat)
    return code >= round.STAKE and code - round.STAKE > s.purple[s.turn]


@rule
def value(s: State, seat: int) -> int:
    """Points ahead of each other seat, with what this round and the deals to come should bring."""
    half = HALF * (1 + round.rounds(s) - s.at)
    mine, won = hopes(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - hopes(s, other), half)
    return won // (s.seats - 1)


@rule
def hopes(s: State, seat: int) -> int:
    """Tenths of a point that a seat can count on, beyond what every seat gets from a round that has not begun."""
    points = 10 * s.total[seat]
    if s.step == round.OVER:
        return points
    to_come = 0  # deals of this seat after this round
    for later in range(s.at + 1, round.rounds(s)):
        far = later if later < s.seats else 2 * s.seats - 1 - later
        if (s.opener + far) % s.seats == seat:
            to_come += 1
    points += EDGE * to_come
    turns = round.PURPLES[s.seats] - s.turn  # of this round, yet to come
    if seat != s.dealer:
        return points + 10 * s.scored[seat] + 20 + 10 * turns
    largest = 0
    for other in range(s.seats):
        largest = max(largest, s.hand[other])
    return points + 10 * s.busted + (10 * largest if s.step == round.COLLECTING else 20 + 20 * turns)

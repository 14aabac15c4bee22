"""How a half is likely to end, and what a sensible player would try: for the bots. Points are in tenths.

A card without its own colour costs its number, a wrong count only one. So high numbers come first, a migration to a 5 is
best walked on to its neighbours with one bird left behind, and birds in their nests are worth keeping.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.borogoves import country
from brillig.games.borogoves.country import State
from brillig.parts.bag import total
from brillig.parts.boxes.jabberwocky import CARD_COLOUR, CARD_NUMBER, CARDS
from brillig.parts.judging import chance

POINT = 10
# Of ten: what a card that lacks its colour will cost, if its tribe can come there, and if not.
IN_REACH, OUT_OF_REACH = 5, 9
TO_COME = 5  # the same for a card that is not on the map yet
NESTED = 4  # a bird in its nest can still go anywhere
BOXED = 8  # a bird in the box never will
EARLY = 6  # rounds before the end from which on a nest is worth less
TYPICAL = 270  # what a cartographer scores
HALF, WIDER = 35, 70  # a lead of so much is worth three games of four: in the second half, and in the first
STEP = 5  # of gain that make a choice likelier


# ---- positions -----------------------------------------------------------------------------------------------------


@rule
def value(s: State, seat: int) -> int:
    if country.is_solo(s):
        return 60_000 - 100 * expected(s)  # 60 points, less what a cartographer would score
    if s.step == country.OVER:
        return chance(POINT * (s.scored[seat] - s.scored[1 - seat]), HALF)
    drawn = expected(s)  # for the cartographer of this half
    ahead = drawn - TYPICAL if s.half == 0 else drawn - POINT * s.scored[1 - s.cartographer]
    return chance(ahead if seat == s.cartographer else -ahead, HALF if s.half == 1 else WIDER)


@rule
def expected(s: State) -> int:
    """What the cartographer of this half can expect to score."""
    points = 0
    for card in range(CARDS):
        if s.deck[card] > 0 or s.hand[0] == card or s.hand[1] == card or s.placing == card:
            points += TO_COME * CARD_NUMBER[card]
    for cell in range(country.CELLS):
        if country.is_map(s, cell):
            points += POINT * country.for_number(s, cell)
            if country.for_colour(s, cell) > 0:
                points += (IN_REACH if can_come(s, cell) else OUT_OF_REACH) * country.number(s, cell)
    early = min(EARLY, country.ROUNDS - s.rounds)
    for colour in range(country.COLOURS):
        points += BOXED * s.box[colour] - NESTED * early * s.nest[colour] // EARLY
    return points


@rule
def can_come(s: State, cell: int) -> bool:
    """Could a bird of the card's colour come here with its next action, if there is one?"""
    n, colour = country.number(s, cell), CARD_COLOUR[s.card[cell]]
    if s.rounds == country.ROUNDS - 1 and s.acted[colour] == 1:
        return False
    if s.nest[colour] >= n:
        return True
    for way in range(country.BESIDE):
        near = country.NEXT[cell][way]
        if near != country.OFF and s.gems[near, colour] > 0 and total(s.gems[near]) >= n:
            return True
    return False


# ---- choices -------------------------------------------------------------------------------------------------------


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if code < country.LOOK:
        return 6 - CARD_NUMBER[s.hand[code]]  # low cards first: a high one is to come late
    if code < country.MIGRATE:
        return 1
    if code < country.EXPLORE:
        return likely(migration_gain(s, code - country.MIGRATE))
    if code < country.SETTLE:
        cell = (code - country.EXPLORE) // country.WAYS
        return likely(exploration_gain(s, cell, country.NEXT[cell][(code - country.EXPLORE) % country.WAYS]))
    if code < country.WALKERS:
        return 1
    return likely(mix_gain(s, (code - country.WALKERS) // country.MOST, (code - country.WALKERS) % country.MOST))


@rule
def likely(gain: int) -> int:
    steps = max(1, 3 + gain // STEP)
    return steps * steps


@rule
def worth(number: int, own: int, birds: int) -> int:
    """A card with so many birds, so many of them of its own colour, to those who walk them."""
    return POINT * ((number if own > 0 else 0) + (1 if birds == number else 0))


@rule
def change(s: State, cell: int, own: int, birds: int) -> int:
    """What it gains by so many birds more, so many of them of its own colour."""
    n, have = country.number(s, cell), s.gems[cell, CARD_COLOUR[s.card[cell]]]
    there = total(s.gems[cell])
    return worth(n, have + own, there + birds) - worth(n, have, there)


@rule
def migration_gain(s: State, cell: int) -> int:
    n = country.number(s, cell)
    return change(s, cell, n if CARD_COLOUR[s.card[cell]] == s.tribe else 0, n) - NESTED * n // 2


@rule
def exploration_gain(s: State, cell: int, goal: int) -> int:
    """With the best of company: the goal gets its colour if anybody has it, and one who belongs there stays behind."""
    n, home, there = country.number(s, goal), CARD_COLOUR[s.card[cell]], CARD_COLOUR[s.card[goal]]
    brings = 1 if there == s.tribe or (n > 1 and s.gems[cell, there] > 0) else 0
    rest = total(s.gems[cell]) - n
    stays = s.gems[cell, home] - (1 if home == s.tribe else 0)
    leaves = 0 if rest > 0 and stays > 0 else s.gems[cell, home]
    return change(s, goal, brings, n) + change(s, cell, -leaves, -n)


@rule
def mix_gain(s: State, green: int, yellow: int) -> int:
    n = country.number(s, s.goal)
    purple = n - green - yellow
    home, there = CARD_COLOUR[s.card[s.start]], CARD_COLOUR[s.card[s.goal]]
    leaves = green if home == 0 else yellow if home == 1 else purple
    brings = green if there == 0 else yellow if there == 1 else purple
    return change(s, s.goal, brings, n) + change(s, s.start, -leaves, -n)

"""How well a seat stands, and what a sensible player would try: for the bots.

Seats do not get in each other's way, so all that counts is how many turns each will still need. A crate is never on a gate,
and gates only change places with each other, so in the long run a ship stands on every space as often as on any other:
no crate is harder to get than another. What differs is what lies within reach of the next rolls and of the cards.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jump_gate.track import (
    CARDS,
    FORWARDS,
    NONE,
    NUMBERS,
    SPACES,
    TO_CORRECT,
    State,
    cards_left,
    number,
    steps,
)
from brillig.parts.bits import bit, count63, has
from brillig.parts.judging import chance
from brillig.parts.track import around

# Hundredths of a turn that a seat needs, by its crates and by its cards, before anything else is looked at. Fitted to
# 650,000 positions drawn at random, each played to its end by whoever judged like this: the mean of two fits.
TURNS = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (3526, 431, 240, 129, 58, 17, 0, 0, 0, 0),
    (5165, 2665, 1454, 1109, 941, 841, 795, 773, 770, 782),
    (6291, 3871, 2655, 1840, 1525, 1312, 1222, 1169, 1154, 1142),
    (7137, 4906, 3660, 2825, 2147, 1837, 1642, 1528, 1470, 1448),
    (7862, 5677, 4455, 3534, 2868, 2319, 2040, 1828, 1739, 1670),
    (8395, 6111, 4913, 4086, 3370, 2826, 2346, 2060, 1909, 1804),
    (8833, 6645, 5431, 4546, 3858, 3342, 2867, 2473, 2199, 2055),
    (9364, 7089, 5930, 5014, 4318, 3779, 3252, 2869, 2571, 2320),
    (9695, 7181, 6043, 5234, 4544, 4014, 3509, 3120, 2763, 2450),
    (9808, 7543, 6499, 5643, 4918, 4349, 3906, 3463, 3108, 2786),
    (10505, 8111, 6712, 5925, 5256, 4696, 4207, 3790, 3423, 3120),
    (10644, 8243, 7073, 6237, 5604, 4969, 4497, 4105, 3750, 3445),
    (10968, 8092, 6804, 6114, 5356, 4784, 4301, 3888, 3536, 3229),
    (11244, 8132, 7124, 6315, 5474, 5073, 4573, 4137, 3790, 3505),
    (11288, 8487, 7348, 6582, 5813, 5266, 4803, 4372, 4051, 3715),
    (11454, 8623, 7618, 6769, 6192, 5526, 5017, 4630, 4247, 3974),
    (11920, 8954, 7753, 6992, 6277, 5711, 5253, 4837, 4480, 4153),
    (12106, 9044, 7992, 7243, 6456, 5943, 5425, 5079, 4667, 4375),
    (12285, 9575, 8259, 7338, 6696, 6115, 5602, 5217, 4844, 4542),
)
# And what is looked at, by the crates, in hundredths of a turn: what it saves that one more number on the next die
# picks up a crate; the same for the roll after it, each of the 36; what it saves to hold one more kind of card; and what
# it costs that a crate is within a card of few spaces only, divided by the share of such spaces.
SAVES = (
    (0, 0, 0, 0),
    (117, 44, -10, 90),
    (91, 37, 66, 73),
    (91, 17, 98, 77),
    (62, 24, 106, 53),
    (62, 24, 106, 53),
    (62, 8, 109, 67),
    (62, 8, 109, 67),
    (62, 8, 109, 67),
    (48, 10, 107, 221),
    (48, 10, 107, 221),
    (48, 10, 107, 221),
    (48, 10, 107, 221),
    (32, 6, 95, 563),
    (32, 6, 95, 563),
    (32, 6, 95, 563),
    (32, 6, 95, 563),
    (32, 6, 95, 563),
    (32, 6, 95, 563),
    (32, 6, 95, 563),
)
DIE = 6
WINDOW = (1 << DIE) - 1
RING = (1 << SPACES) - 1
A_TURN = 100
HALF = 200  # a lead of so much is worth three games of four ...
WIDER = 10  # ... and the more, the longer the race still is


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = needed(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            theirs = needed(s, other)
            won += chance(theirs - mine, HALF + (mine + theirs) // WIDER)
    return won // (s.seats - 1)


@rule
def needed(s: State, seat: int) -> int:
    """Hundredths of a turn until this seat has all its crates; who is to roll later needs a part of a turn more."""
    crates, ship = s.crates[seat], s.ship[seat]
    if crates == 0:
        return 0
    if seat == s.mover and s.step == TO_CORRECT:
        return A_TURN + corrected(s, seat, crates, ship)
    turns = A_TURN
    if s.mover != NONE:
        turns += A_TURN * ((seat - s.mover) % s.seats) // s.seats
    rest = 0
    for die in range(1, DIE + 1):
        space = around(ship, die, SPACES)
        if has(crates, space):
            rest += settled(s, seat, crates & ~bit(space), space, NONE)
        else:
            rest += corrected(s, seat, crates, s.onward[space])
    return turns + rest // DIE


@rule
def corrected(s: State, seat: int, crates: int, space: int) -> int:
    """What it needs after a roll that picked nothing up, with the best card for a crate, or none."""
    least = settled(s, seat, crates, space, NONE)
    for k in range(NUMBERS):
        if s.cards[seat, k] > 0:
            for way in range(2):
                target = around(space, k + 1 if way == 0 else -k - 1, SPACES)
                if has(crates, target):
                    least = min(least, settled(s, seat, crates & ~bit(target), target, k))
    return least


@rule
def settled(s: State, seat: int, crates: int, space: int, card: int) -> int:
    """What it needs with these crates and its ship there, before it rolls, when it has spent one more card (or NONE)."""
    wait = count63(crates)
    if wait == 0:
        return 0
    held = max(0, cards_left(s, seat) - (1 if card != NONE else 0))
    kinds, covered = 0, 0
    for k in range(NUMBERS):
        if s.cards[seat, k] - (1 if k == card else 0) > 0:
            kinds += 1
            covered |= turned(crates, k + 1) | turned(crates, SPACES - k - 1)
    later = 0
    for die in range(1, DIE + 1):
        later += in_reach(crates, s.onward[around(space, die, SPACES)])
    saved = SAVES[wait][0] * in_reach(crates, space) + SAVES[wait][1] * later + SAVES[wait][2] * kinds
    if covered != 0:
        saved -= SAVES[wait][3] * SPACES // (count63(covered) + 2)
    return max(A_TURN // 2, TURNS[wait][held] - saved)


@rule
def in_reach(crates: int, space: int) -> int:
    """Numbers on the die that would pick up a crate from there."""
    return count63(turned(crates, around(space, 1, SPACES)) & WINDOW)


@rule
def turned(crates: int, by: int) -> int:
    """The spaces from which so many steps on lead to one of these crates."""
    return ((crates >> by) | (crates << (SPACES - by))) & RING


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """What leaves fewer turns is tried first, the rather the more it saves beside no card."""
    if code < FORWARDS:
        return 100
    crates, ship = s.crates[seat], s.ship[seat]
    target = s.onward[around(ship, steps(code), SPACES)]
    saves = settled(s, seat, crates, ship, NONE) - settled(s, seat, crates & ~bit(target), target, number(code))
    return 100 + 10 * saves if saves > 0 else max(1, 100 + saves)


@rule
def forget(s: State, seat: int, memory: int) -> None:
    """A weaker bot counts on so many of its nine cards only, and so it saves them too long."""
    held = 0
    for k in range(NUMBERS):
        held += s.cards[seat, k]
    s.spent[seat] = CARDS - max(0, held - max(0, CARDS - memory))

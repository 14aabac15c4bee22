"""How well a seat stands, and what a sensible player would try: for the bots.

Seats do not get in each other's way, so all that counts is how many turns each will still need.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jump_gate.track import (
    FORWARDS,
    NO_CARD,
    SPACES,
    State,
    cards_left,
    left,
    steps,
)
from brillig.parts.bits import has
from brillig.parts.judging import chance
from brillig.parts.track import around

# Tenths of a turn that a seat needs, by its crates and by its cards, if it keeps its cards until it has one for every
# crate and no crate is within reach of the next roll. From 20,000 games each.
TURNS = (
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (342, 121, 80, 62, 52, 45, 41, 37, 34, 32),
    (515, 294, 155, 114, 91, 78, 68, 62, 57, 53),
    (626, 407, 270, 174, 133, 110, 95, 85, 79, 73),
    (711, 496, 358, 262, 186, 148, 125, 111, 100, 93),
    (779, 563, 427, 331, 254, 194, 160, 138, 124, 114),
    (841, 619, 485, 389, 315, 253, 203, 170, 151, 137),
    (885, 672, 534, 439, 364, 302, 254, 209, 181, 162),
    (927, 712, 579, 483, 408, 346, 296, 253, 216, 190),
    (971, 756, 620, 521, 448, 386, 336, 293, 255, 222),
    (1010, 789, 653, 559, 482, 422, 373, 328, 290, 256),
    (1041, 818, 686, 592, 518, 455, 404, 361, 325, 290),
    (1069, 852, 714, 616, 546, 483, 435, 391, 353, 319),
    (1097, 881, 745, 649, 574, 513, 463, 420, 381, 348),
    (1121, 906, 768, 676, 600, 538, 489, 447, 406, 374),
    (1147, 930, 794, 698, 623, 563, 512, 469, 431, 399),
    (1174, 953, 816, 722, 646, 587, 535, 493, 455, 421),
    (1193, 973, 839, 742, 668, 608, 557, 514, 476, 443),
    (1213, 992, 858, 765, 690, 628, 577, 535, 497, 464),
    (1229, 1013, 879, 785, 710, 649, 596, 554, 518, 484),
)
NEAR = 10  # what a crate within reach of the next roll saves
HALF = 20  # a lead of so much is worth three games of four ...
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
    """Tenths of a turn until this seat has all its crates."""
    crates = left(s, seat)
    return max(0, TURNS[crates][cards_left(s, seat)] - NEAR * in_reach(s, seat, s.ship[seat]))


@rule
def in_reach(s: State, seat: int, space: int) -> int:
    """Numbers on the die that would pick up a crate from there."""
    n = 0
    for by in range(1, 7):
        n += 1 if has(s.crates[seat], s.onward[around(space, by, SPACES)]) else 0
    return n


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Keep the cards until there is one for every crate; then a card for a crate, with more of them near."""
    early = left(s, seat) > cards_left(s, seat)
    if code == NO_CARD:
        return 400 if early else 30
    if code < FORWARDS:
        return 1
    target = s.onward[around(s.ship[seat], steps(code), SPACES)]
    if not has(s.crates[seat], target):
        return 1
    return 4 if early else 100 + 100 * in_reach(s, seat, target)

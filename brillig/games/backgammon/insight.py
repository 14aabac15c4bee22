"""What somebody who plays Backgammon sees on the board beside the cubes: shots, walls, ways in and ways out.

These are inputs of the network that judges a position (judgement.py), and the network learns from them in its games against
itself (teach/), so both take them from here.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.backgammon.board import BEFORE_HOME, OFF, OUTSIDE, ROUND, State, place_of

RACE, CONTACT, HOME = range(3)  # the kinds of positions, each with a network of its own
KINDS = 3

BITS, MASK = 8, 255
PIPS, SHOTS, STUCK, SHUT, ESCAPES, WALL, BEHIND = range(7)
MOST = (100, 36, 36, 6, 36, 7, 15)  # of each of them
SCALE = (32, 12, 12, 3, 12, 3, 6)  # what counts as 1 for the network
INSIGHTS = len(MOST)
FAR = 12  # spaces that a cube which wants to escape looks ahead


# How a cube gets more than six spaces on: with doubles, if all the spaces of some of its steps are open; with two numbers, if
# the space of both together is, and that of either of them.
DOUBLES = tuple(sum(1 << (step - 1) for step in range(a, 7 + a, a)) for a in range(2, 7))
PAIRS = tuple((1 << (a - 1) | 1 << (b - 1), 1 << (a + b - 1)) for a in range(2, 7) for b in range(max(1, 7 - a), a))


def _escapes(closed: int) -> int:
    """With how many of the 36 rolls a cube gets more than six spaces on, if these of the next twelve are closed."""
    doubles = [True for steps in DOUBLES if not closed & steps]
    pairs = [True for either, both in PAIRS if not closed & both and closed & either != either]
    return len(doubles) + 2 * len(pairs)


ESCAPING = tuple(map(_escapes, range(1 << FAR)))
COUNT = tuple(number.bit_count() for number in range(1 << 6))


@rule
def kind(s: State) -> int:
    """A race, in which nobody can be hit any more; contact while somebody takes off or is about to; or other contact."""
    first, second = s.stand[0], s.stand[1]
    if place_of(first & -first) + place_of(second & -second) > ROUND:
        return RACE
    if first & BEFORE_HOME == 0 or second & BEFORE_HOME == 0 or s.cubes[0, OFF] + s.cubes[1, OFF] > 0:
        return HOME
    return CONTACT


@rule
def insight(s: State, seat: int) -> int:
    """All that is to be seen of a seat, in one number, eight bits each."""
    shut = s.held[1 - seat]
    closed = COUNT[(shut >> 1) & 63]
    stuck = closed * closed if s.cubes[seat, OUTSIDE] > 0 else 0
    rear = place_of(s.stand[seat] & -s.stand[seat])
    enemy = ROUND - place_of(s.stand[1 - seat] & -s.stand[1 - seat])  # the enemy's last cube, in our numbering
    pips = behind = 0
    for place in range(OFF):
        n = s.cubes[seat, place]
        pips += n * (OFF - place)
        if place < enemy:
            behind += n
    run = ahead = shut >> (rear + 1)
    wall = 0
    while run != 0 and wall < MOST[WALL]:
        run &= run >> 1
        wall += 1
    return (
        min(MOST[PIPS], pips >> 1)
        | shots(s, seat) << (BITS * SHOTS)
        | stuck << (BITS * STUCK)
        | closed << (BITS * SHUT)
        | ESCAPING[ahead & ((1 << FAR) - 1)] << (BITS * ESCAPES)
        | wall << (BITS * WALL)
        | behind << (BITS * BEHIND)
    )


@rule
def shots(s: State, seat: int) -> int:
    """With how many of the 36 rolls a seat can hit."""
    alone = 0  # the enemy's lone cubes, in the seat's numbering
    rest = s.stand[1 - seat] & ~1
    while rest != 0:
        one = rest & -rest
        place = place_of(one)
        if s.cubes[1 - seat, place] == 1:
            alone |= 1 << (ROUND - place)
        rest ^= one
    if alone == 0:
        return 0
    free, outside = ~s.held[1 - seat], s.cubes[seat, OUTSIDE]
    return entering(s.stand[seat] & ~1, free, alone, outside) if outside > 0 else running(s.stand[seat], free, alone)


@rule
def running(stand: int, free: int, alone: int) -> int:
    """With how many rolls cubes on these spaces hit one of those alone: with either number, or with both together."""
    rolls = 0
    for a in range(1, 7):
        one = (stand << a) & free
        two = (one << a) & free
        three = (two << a) & free
        if (one | two | three | (three << a)) & alone != 0:
            rolls += 1
        for b in range(1, a):
            other = (stand << b) & free
            if (one | other | (one << b) | (other << a)) & alone != 0:
                rolls += 2
    return rolls


@rule
def entering(stand: int, free: int, alone: int, outside: int) -> int:
    """The same for a seat that has cubes outside, which go first."""
    rolls = 0
    for a in range(1, 7):
        one = (1 << a) & free
        hit, step = one & alone, one | stand
        if one != 0:
            for _ in range(4 - outside):
                step = (step << a) & free
                hit |= step & alone
        if hit != 0:
            rolls += 1
        for b in range(1, a):
            other = (1 << b) & free
            hit = (one | other) & alone
            if outside == 1 and one != 0:
                hit |= ((one | stand) << b) & alone
            if outside == 1 and other != 0:
                hit |= ((other | stand) << a) & alone
            if hit != 0:
                rolls += 2
    return rolls

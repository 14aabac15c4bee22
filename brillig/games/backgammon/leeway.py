"""How far a loose bot may fall short of the best turn: the less, the less sure the networks are of what differs between two.

Measured beside GNU Backgammon (docs/adr/0015-answers-to-every-roll.md). They know races, and positions in which hardly a home
is closed; they err where homes are half closed and both seats still have to come past each other.
"""

from __future__ import annotations

from brillig.games.backgammon.board import BEFORE_HOME, OFF, OUTSIDE, State
from brillig.games.backgammon.insight import COUNT, HOME, RACE, kind

# Thousandths of a win.
IN_A_RACE = 31
TAKING_OFF = 23  # or about to, with contact
OPEN, HALF_CLOSED, CLOSED = 21, 17, 27  # by the home that has the most closed spaces: up to 2, 3 or 4, more
SOON, MORE = 16, 10  # so much more up to this turn, while no home is closed
IF_OUTSIDE = 3  # so much less if an enemy stands outside


def leeway(best: State, other: State, seat: int) -> int:
    """By how many thousandths the end of a turn may look worse than the best end, and be taken. Two off are never made one."""
    if best.games != other.games or best.cubes[seat, OFF] > other.cubes[seat, OFF]:
        return 0
    kinds = kind(best), kind(other)
    if kinds == (RACE, RACE):
        return IN_A_RACE if best.stand[seat] & BEFORE_HOME != 0 else 0
    closed = max(COUNT[(best.held[who] >> 1) & 63] for who in range(2))
    if HOME in kinds:
        most = TAKING_OFF
    elif closed > 4:
        most = CLOSED
    else:
        most = (OPEN if closed <= 2 else HALF_CLOSED) + (MORE if best.turn <= SOON else 0)
    return most - (IF_OUTSIDE if max(best.cubes[1 - seat, OUTSIDE], other.cubes[1 - seat, OUTSIDE]) > 0 else 0)

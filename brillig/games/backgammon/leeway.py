"""How far a loose bot may fall short of the best turn: the less, the less sure the networks are of what differs between two.

Measured beside GNU Backgammon (docs/adr/0015-answers-to-every-roll.md). They know races and the first turns of a game best;
they err more where somebody is outside.
"""

from __future__ import annotations

from brillig.games.backgammon.board import BEFORE_HOME, OFF, OUTSIDE, State
from brillig.games.backgammon.insight import HOME, RACE, kind

# Thousandths of a win.
IN_A_RACE, USUAL = 31, 24
FIRST_TURNS = ((8, 5), (16, 2))  # so much more up to this turn, while nobody takes off
IF_OUTSIDE = 4  # so much less if an enemy stands outside


def leeway(best: State, other: State, seat: int) -> int:
    """By how many thousandths the end of a turn may look worse than the best end, and be taken. Two off are never made one."""
    if best.games != other.games or best.cubes[seat, OFF] > other.cubes[seat, OFF]:
        return 0
    kinds = kind(best), kind(other)
    if kinds == (RACE, RACE):
        return IN_A_RACE if best.stand[seat] & BEFORE_HOME != 0 else 0
    outside = max(best.cubes[1 - seat, OUTSIDE], other.cubes[1 - seat, OUTSIDE]) > 0
    more = 0 if HOME in kinds else next((much for turn, much in FIRST_TURNS if best.turn <= turn), 0)
    return USUAL + more - (IF_OUTSIDE if outside else 0)

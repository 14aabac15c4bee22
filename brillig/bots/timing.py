"""How a bot stops what swings: it aims where the game prefers, and is a little too early or too late, as people are."""

from __future__ import annotations

from math import asin, pi, sin

from brillig.core import Swing, Table, below
from brillig.core.chance import THE_PLAYERS, halves, sow

TREMBLES = 3  # added up, they are nearly a bell curve, and their sum is as wide as each of them may be


def aim(view: Table, seat: int, swing: Swing) -> int:
    """The code that the game prefers; of several, the one nearest to the middle."""
    prefer, middle = view.game.prefer, (swing.first + swing.last) / 2
    codes = range(swing.first, swing.last + 1)
    return max(codes, key=lambda code: (prefer(view.plain, seat, code) if prefer else 1, -abs(code - middle)))


def stopped(swing: Swing, code: int, timing: int, seed: int) -> int:
    """Where it hangs when somebody who aims at this code presses, `timing` milliseconds off as a rule."""
    rng = [0, 0, 0, 0]
    sow(rng, *halves(seed), 2, THE_PLAYERS)
    late = sum(below(rng, 2 * timing + 1) - timing for _ in range(TREMBLES))
    middle, way = (swing.first + swing.last) / 2, (swing.last - swing.first) / 2
    angle = asin((code - middle) / way) + 2 * pi * late / swing.period
    return round(middle + way * sin(angle))

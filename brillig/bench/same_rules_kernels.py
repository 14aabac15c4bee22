"""Every way to end a turn of Backgammon. Compiled for that game only."""

from __future__ import annotations

from typing import Any

from brillig.core.kernels import choices, play
from brillig.core.rule import rule

WAYS_IN = ("turns",)
STEPS = 4  # in a turn, at most


@rule
def turns(x: Any, raw: Any, out: Any, count: Any, tried: Any, found: Any) -> int:
    """Write where the cubes can stand after the turn that is on in x[0], a row for each way; how many ways there are.

    `x` has room for a record at each step and one more, whose bytes are `raw`. `out`, `count` and `tried` are scratch
    space: the choices at each step, how many they are, and how many of them have been tried.
    """
    seat, turn, ways, depth = x[0].mover, x[0].turn, 0, 0
    count[0] = choices(x[0], seat, out[0])
    tried[0] = 0
    while depth >= 0:
        if tried[depth] == count[depth]:
            depth -= 1
            continue
        code = out[depth, tried[depth]]
        tried[depth] += 1
        for k in range(len(raw[depth])):
            raw[depth + 1, k] = raw[depth, k]
        s = x[depth + 1]
        play(s, seat, code)
        if s.mover == seat and s.turn == turn:
            depth += 1
            count[depth] = choices(s, seat, out[depth])
            tried[depth] = 0
        else:
            for side in range(2):
                for place in range(len(s.cubes[side])):
                    found[ways, side, place] = s.cubes[side, place]
            ways += 1
    return ways

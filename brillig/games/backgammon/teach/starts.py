"""Where games for learning begin beside the usual start: positions that good players seldom come to, and must know all the same.

They are laid at random; the best turns soon make of them what might have come up in a game.
"""

from __future__ import annotations

from typing import Any

from brillig.core.chance import below
from brillig.core.rule import rule
from brillig.games.backgammon.board import CUBES, OFF, take_stock
from brillig.games.backgammon.game import take_roll
from brillig.games.backgammon.judgement import PLACES

EVERY = 12  # of so many games in a row two begin with `late`, two with `held`, and one with `caught`
LATE, HELD, CAUGHT = 6, 5, 4


@rule
def begin(s: Any, deal: int) -> None:
    """The start of this game, which has been set up; or one of the others."""
    if deal % LATE == 0:
        late(s)
    elif deal % LATE == HELD:
        held(s)
    elif deal % EVERY == CAUGHT:
        caught(s)


@rule
def late(s: Any) -> None:
    """Somebody is about to take off, or does already, and the other has cubes behind."""
    rng = s.rng
    wipe(s)
    ahead = below(rng, 2)
    off, behind = max(0, below(rng, 16) - 5), 1 + below(rng, 4)
    deep = 16 + below(rng, 5)
    for k in range(CUBES):
        s.cubes[ahead, OFF if k < off else deep + below(rng, OFF - deep)] += 1
    mine, theirs = s.cubes[1 - ahead], s.cubes[ahead]
    lay(rng, mine, theirs, behind, 1, 0, 7)
    lay(rng, mine, theirs, CUBES - behind, 1, 13, 24)
    rolled(s)


@rule
def held(s: Any) -> None:
    """Somebody holds spaces in the other's home, and waits for a hit or for the other's walls to break."""
    rng = s.rng
    wipe(s)
    waits = below(rng, 2)
    mine, theirs = s.cubes[waits], s.cubes[1 - waits]
    lay(rng, mine, theirs, 2, 2, 1, 6)
    lay(rng, mine, theirs, below(rng, 3), 1, 0, 9)
    lay(rng, mine, theirs, 3, 2, 12, 23)
    lay(rng, mine, theirs, CUBES - count_of(mine), 1, 10, 24)
    lay(rng, theirs, mine, below(rng, 4), 1, 0, 18)
    lay(rng, theirs, mine, 2 + below(rng, 4), 2, 13, 24)
    lay(rng, theirs, mine, CUBES - count_of(theirs), 1, 15, 24)
    rolled(s)


@rule
def caught(s: Any) -> None:
    """Somebody who has taken off a good deal has been hit, or is about to be."""
    rng = s.rng
    wipe(s)
    catcher = below(rng, 2)
    mine, theirs = s.cubes[catcher], s.cubes[1 - catcher]
    theirs[OFF] = 4 + below(rng, 10)
    lay(rng, mine, theirs, 3 + below(rng, 2), 2, 17, 24)
    lay(rng, mine, theirs, 2 * below(rng, 2), 1, 0, 6)
    lay(rng, mine, theirs, CUBES - count_of(mine), 1, 5, 24)
    lay(rng, theirs, mine, 1 + below(rng, 2), 1, 0, 12)
    lay(rng, theirs, mine, CUBES - count_of(theirs), 1, 20, 24)
    rolled(s)


@rule
def wipe(s: Any) -> None:
    for seat in range(2):
        for place in range(PLACES):
            s.cubes[seat, place] = 0


@rule
def count_of(cubes: Any) -> int:
    n = 0
    for place in range(PLACES):
        n += cubes[place]
    return n


@rule
def lay(rng: Any, mine: Any, theirs: Any, times: int, many: int, least: int, most: int) -> None:
    """So many times so many cubes on some place of these that the other seat has left free."""
    for _ in range(times):
        place = least + below(rng, most - least + 1)
        while place > 0 and theirs[OFF - place] > 0:
            place = least + below(rng, most - least + 1)
        mine[place] += many


@rule
def rolled(s: Any) -> None:
    """The cubes lie; somebody has rolled."""
    take_stock(s)
    s.mover = below(s.rng, 2)
    thrown = below(s.rng, 36)
    take_roll(s, thrown // 6 + 1, thrown % 6 + 1)

"""How well a position stands, and what a sensible player would try: for the bots."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.temple_of_doom import temple
from brillig.games.temple_of_doom.temple import State, score
from brillig.parts.bag import total
from brillig.parts.bits import count, has
from brillig.parts.boxes.greenbox import TILES, WHITE

A_RELIC = 900  # thousandths of a point: a shown relic that would be collected now
A_MATCH = 13  # a Temple card that would be matched now, for every tenth of a round in which it would strike
A_CUBE = 950  # a cube that has time enough to get out
HALF = 250  # hundredths of steps for which it has no time that halve its worth
A_FALL = 900  # to stand on a flipped tile, less with every card that is still to be played
A_WORD = 50  # partners who tell their cards
PACE = (12, 16)  # points in a round, alone and together; the cubes share them
FASTEST = 30  # tenths of steps in a round, also of the last cube
STRIKES = (9, 4)  # tiles that flip in a round, by the option `temple_cards`


@rule
def steps_to_go(s: State, cube: int) -> int:
    """Steps from a cube's place out of the temple."""
    return temple.LENGTH[s.layout] - (temple.SPOT_ROW[s.layout][s.at[cube]] if s.at[cube] < TILES else temple.NONE)


@rule
def rounds_left(s: State) -> int:
    """Tenths of rounds that the temple will probably last, this one included."""
    return 10 * count(s.up) // STRIKES[s.temple_cards] + 10 * total(s.held) // (9 if s.seats == 1 else 12)


@rule
def value(s: State, seat: int) -> int:
    """The score to expect, times 1000."""
    worth = 1000 * score(s, seat)
    if s.step == temple.OVER:
        return worth
    for k in range(temple.SHOWN_RELICS):
        card = s.relics[k]
        if (
            s.step != temple.FLIP
            and card != temple.NONE
            and temple.fulfilled(s, temple.RELIC_COLOUR[card], temple.RELIC_SYMBOL[card])
        ):
            worth += A_RELIC
    for k in range(s.lying):
        if temple.fulfilled(s, temple.DOOM_COLOUR[s.dooms[k]], temple.DOOM_SYMBOL[s.dooms[k]]):
            worth += A_MATCH * rounds_left(s) if s.temple_cards == 0 else 20 * A_MATCH
    for other in range(s.seats):
        worth += A_WORD * s.announced[other]
    walking = temple.CUBES - temple.cubes_at(s, temple.OUT) - temple.cubes_at(s, temple.DEAD)
    pace = min(FASTEST, 10 * PACE[0 if s.seats == 1 else 1] // max(1, walking)) * rounds_left(s)
    for cube in range(temple.CUBES):
        if s.at[cube] < TILES or s.at[cube] == temple.FRONT:
            late = max(0, 100 * steps_to_go(s, cube) - pace)
            worth += A_CUBE * HALF // (HALF + late) - 5 * steps_to_go(s, cube)
            if s.at[cube] < TILES and has(s.flipped, s.at[cube]):
                worth -= A_FALL * (12 - total(s.held)) // 12
    return worth


@rule
def asked_for(s: State, colour: int, place: int, here: bool) -> int:
    """How much a cube of this colour is wanted at a place: what its coming would fulfil, or what its being here does."""
    if place >= TILES or not has(s.up, place):
        return 0
    symbol, n = s.symbol[place], 0
    for k in range(temple.SHOWN_RELICS):
        card = s.relics[k]
        if card != temple.NONE and temple.RELIC_SYMBOL[card] == symbol:
            wanted = temple.RELIC_COLOUR[card] == colour or temple.RELIC_COLOUR[card] == WHITE
            if wanted and (here or not temple.fulfilled(s, temple.RELIC_COLOUR[card], symbol)):
                n += 8
    for k in range(s.lying):
        wanted = temple.DOOM_SYMBOL[s.dooms[k]] == symbol and temple.DOOM_COLOUR[s.dooms[k]] == colour
        if wanted and (here or not temple.fulfilled(s, colour, symbol)):
            n += 6
    return n


def shuns(s: State, seat: int, code: int) -> bool:
    """Bots tell their cards before the first is led."""
    return code == temple.KEEP_QUIET


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Go where a card asks for the cube, forward, and off flipped tiles."""
    if code < temple.MOVE:
        return 1
    if code == temple.ANNOUNCE:
        return 100
    if code >= temple.GIVE_UP:
        return 1
    cube, target = (code - temple.MOVE) // temple.TARGETS, (code - temple.MOVE) % temple.TARGETS
    here = s.at[cube]
    weight = 4 + asked_for(s, cube // 2, target, False) - asked_for(s, cube // 2, here, True)
    if target == temple.OUT:
        weight += 8 if rounds_left(s) < 25 else -3
    else:
        row = temple.SPOT_ROW[s.layout][here] if here < TILES else temple.NONE
        weight += 3 * (temple.SPOT_ROW[s.layout][target] - row)
        weight -= 6 if has(s.flipped, target) else 0
    weight += 8 if here < TILES and has(s.flipped, here) else 0
    return weight * weight * weight if weight > 0 else 1

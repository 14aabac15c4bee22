"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in half moves."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.gauntlet import record
from brillig.games.gauntlet.laying import A_WALL
from brillig.games.gauntlet.record import State
from brillig.games.gauntlet.tracks import ARROW as ARROW_TILE
from brillig.games.gauntlet.tracks import AT_START, BLANK, BRICK, FINISH, GAP, START
from brillig.parts.bits import has
from brillig.parts.boxes.greenbox import BRICKS, CARD_NUMBER, CARD_SYMBOL, CIRCLES, DROP, WHEEL
from brillig.parts.judging import chance

A_LIFE = 3  # a life point
A_STUN = 12  # a turn that is missed
IN_LINE = 1  # to stand where an arrow may hit
HOME = 30  # to have reached the finish
CLIMB = 40  # how much a card is preferred that the way needs
HALF = 12  # so much ahead of another seat is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = standing(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += chance(mine - standing(s, other), HALF)
    return won // (s.seats - 1)


@rule
def standing(s: State, seat: int) -> int:
    """How far it is to the finish, less than nothing, with the moves that the die still gives."""
    if s.home[seat] > 0:
        return HOME + 2 * A_LIFE * s.life[seat] - s.home[seat] // 8
    worth = -s.cost[s.at[seat]] + A_LIFE * s.life[seat] - A_STUN * s.stun[seat]
    return worth + s.left[seat] - IN_LINE * record.lines_on(s, s.at[seat])


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if code < record.EFFECT_FIRST:
        if s.phase == record.TAKE:
            return prefer_card(s, seat, code)
        if s.planned[seat] == record.SLOTS - 1:
            return 8 - CARD_NUMBER[code] + (0 if is_wall(code) else 6)
        wall = wall_on_the_way(s, seat, s.planned[seat])
        return CLIMB if wall == CARD_SYMBOL[code] else prefer_card(s, seat, code)
    if code < record.STEP_TO or code >= record.STRIKE:
        return 1
    if code == record.STOP:
        return 3
    place = code - record.STEP_TO
    nearer = s.cost[s.at[seat]] - s.cost[place]
    return max(1, 4 + 6 * nearer - 2 * record.lines_on(s, place))


@rule
def is_wall(card: int) -> bool:
    return CARD_SYMBOL[card] == BRICKS or CARD_SYMBOL[card] == CIRCLES


@rule
def prefer_card(s: State, seat: int, card: int) -> int:
    """Walls to climb; blood for the wounded; to strike or fire, or a shield."""
    symbol = CARD_SYMBOL[card]
    if is_wall(card):
        return 6 if s.phase == record.TAKE else 1
    if symbol == DROP:
        return 1 + 3 * (record.LIVES - s.life[seat])
    return 3 if symbol == WHEEL else 2 + CARD_NUMBER[card] // 3


@rule
def next_on_the_way(s: State, place: int) -> int:
    """The tile after this one on the best way to the finish."""
    best, least = FINISH, s.cost[place]
    for tile in range(START):
        if s.tile[tile] == GAP or s.tile[tile] >= ARROW_TILE:
            continue
        if has(AT_START[s.outline], tile) if place == START else record.is_beside(s, place, tile):
            dear = s.cost[tile] + (0 if s.tile[tile] == BLANK else A_WALL)
            if dear < least:
                best, least = tile, dear
    return best


@rule
def wall_on_the_way(s: State, seat: int, step: int) -> int:
    """The symbol of the card that a step of the plan needs first, if the moves are spread evenly; or NONE."""
    place, wall = s.at[seat], record.NONE
    for k in range(s.moves * (step + 1) // record.STEPS):
        place = next_on_the_way(s, place)
        if place == FINISH:
            return wall
        if k >= s.moves * step // record.STEPS and wall == record.NONE and s.tile[place] != BLANK:
            wall = BRICKS if s.tile[place] == BRICK else CIRCLES
    return wall

"""How well a seat stands, and what a sensible player would try: for the bots. Worth is in half moves."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.gauntlet.record import EFFECT_FIRST, SLOTS, STEP_TO, STOP, STRIKE, TAKE, State, lines_on
from brillig.games.gauntlet.tracks import PLACES
from brillig.parts.boxes.greenbox import BRICKS, CARD_NUMBER, CARD_SYMBOL, CIRCLES, DROP, WHEEL
from brillig.parts.judging import chance

A_LIFE = 3  # a life point
A_STUN = 12  # a turn that is missed
IN_LINE = 1  # to stand where an arrow may hit
HOME = 30  # to have reached the finish
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
    return worth + s.left[seat] - IN_LINE * lines_on(s, s.at[seat])


@rule
def prefer(s: State, seat: int, code: int) -> int:
    if code < EFFECT_FIRST:
        if s.phase != TAKE and s.planned[seat] == SLOTS - 1:
            return 8 - CARD_NUMBER[code] + (0 if is_wall(code) else 6)
        return prefer_card(s, seat, code)
    if code < STEP_TO or code >= STRIKE:
        return 1
    if code == STOP:
        return 3
    place = code - STEP_TO
    nearer = s.cost[s.at[seat]] - s.cost[place]
    risk = lines_on(s, place) if place < PLACES else 0
    return max(1, 4 + 6 * nearer - 2 * risk)


@rule
def is_wall(card: int) -> bool:
    return CARD_SYMBOL[card] == BRICKS or CARD_SYMBOL[card] == CIRCLES


@rule
def prefer_card(s: State, seat: int, card: int) -> int:
    """Walls to climb; blood for the wounded; to strike or fire, or a shield."""
    symbol = CARD_SYMBOL[card]
    if is_wall(card):
        return 6 + CARD_NUMBER[card] // 3
    if symbol == DROP:
        return 1 + 3 * (3 - s.life[seat])
    return 3 if symbol == WHEEL else 2 + CARD_NUMBER[card] // 3

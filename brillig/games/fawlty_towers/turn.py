"""What happens in a turn: the cube lands, the tower stands or falls, a card is taken, and the next seat is asked."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.fawlty_towers import towers
from brillig.games.fawlty_towers.towers import State
from brillig.parts.bag import draw, total
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL

# ---- cubes ---------------------------------------------------------------------------------------------------------


@rule
def stop(s: State, off: int) -> None:
    """The crane has stopped: first left and right, then near and far."""
    if s.asked == towers.SWING_ACROSS:
        s.offset = off
        s.asked = towers.SWING_DEEP
        s.since = s.now
    else:
        across = s.offset
        s.offset = 0
        land(s, across, off)


@rule
def land(s: State, across: int, deep: int) -> None:
    """The cube lands so far off the middle of the top cube; the tower stands or falls."""
    tower, top = s.tower, s.height[s.tower]
    s.at[towers.ACROSS * towers.TOWERS + tower, top] = s.at[towers.ACROSS * towers.TOWERS + tower, top - 1] + across
    s.at[towers.DEEP * towers.TOWERS + tower, top] = s.at[towers.DEEP * towers.TOWERS + tower, top - 1] + deep
    s.colour[tower, top] = s.cube
    s.height[tower] += 1
    s.has[tower, s.cube] += 1
    s.stock[s.cube] -= 1
    s.joint = towers.gives_way(s, tower)
    if s.joint == towers.NONE:
        offer_cards(s)
        return
    s.fallen = tower
    s.rubble = s.height[tower]
    s.height[tower] = 0
    for colour in range(towers.COLOURS):
        s.stock[colour] += s.has[tower, colour]
        s.has[tower, colour] = 0
    s.asked = towers.BASE


@rule
def set_base(s: State, tower: int, colour: int) -> None:
    """A tower of one cube."""
    for k in range(towers.MOST):
        s.colour[tower, k] = towers.NONE
        s.at[towers.ACROSS * towers.TOWERS + tower, k] = 0
        s.at[towers.DEEP * towers.TOWERS + tower, k] = 0
    s.colour[tower, 0] = colour
    s.height[tower] = 1
    s.has[tower, colour] = 1
    s.stock[colour] -= 1


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def high_cards(s: State, column: int) -> int:
    """How many cards of a column, from the bottom up, the mover reaches."""
    if s.fallen != towers.NONE:
        return 0 if s.column[column, 0] == towers.NONE else 1
    return towers.reach(s, s.tower, s.cube, column)


@rule
def offer_cards(s: State) -> None:
    """The mover may take a card, if there is one for this cube."""
    for column in range(towers.COLUMNS):
        for level in range(high_cards(s, column)):
            if towers.fits(s.column[column, level], s.cube):
                s.asked = towers.TAKE
                return
    end_turn(s)


@rule
def take_card(s: State, seat: int, column: int, level: int) -> None:
    """The cards above it move down, and a card of the draw pile comes on top."""
    card = s.column[column, level]
    s.owner[card] = seat
    s.points[seat] += CARD_NUMBER[card]
    s.symbols[seat, CARD_SYMBOL[card]] += 1
    s.taken = card
    top = level
    while top + 1 < towers.LEVELS and s.column[column, top + 1] != towers.NONE:
        s.column[column, top] = s.column[column, top + 1]
        top += 1
    s.column[column, top] = draw(s.pile, s) if total(s.pile) > 0 else towers.NONE


@rule
def end_turn(s: State) -> None:
    s.idle = s.idle + 1 if s.taken == towers.NONE else 0
    s.asked = towers.PLACE
    s.fallen = towers.NONE
    if towers.empty_columns(s) >= 2 or total(s.stock) == 0 or s.idle == towers.IDLE:
        s.mover = towers.NONE
    else:
        s.mover = (s.mover + 1) % s.seats

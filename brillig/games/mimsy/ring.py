"""The ring of twelve cards, how choices are numbered, and how gems travel round it.

Cells are 0 to 11 clockwise. Cells 0, 4 and 8 are the corners, where the goals lie; the others are mimsy cells.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, option, rule
from brillig.parts.bag import total
from brillig.parts.boxes.jabberwocky import CARD_COLOUR

CELLS = 12
COLOURS = 3
SIDE = 4  # cells from one goal to the next
MIMSY = 9  # mimsy cells, and cards that lie on them
FULL = 5  # gems on a goal that end the game
UNKNOWN = -1  # a secret goal that one may not see
NONE = -1

# Codes: a cell to pick up from; a colour to drop; and what is always refused.
PICK, DROP, STOP, LOOK = 0, CELLS, CELLS + COLOURS, CELLS + COLOURS + 1

# What may happen by itself while gems are sown.
NOTHING, DROPPED, RELAYED = 0, 1, 2


class State(Record):
    first = option("random", "seat 1", "seat 2", "seat 3", help="Who takes the first turn.")
    turn_limit = option(range(40, 401), default=120, help="Turns of all seats together before the game is cut short.")
    card = i8(CELLS)  # the card on each cell
    gems = i8(CELLS, COLOURS, shows="count shared")  # the gems on it
    hand = i8(COLOURS, shows="count shared")  # the gems that are being sown
    goal = i8(COLOURS)  # the secret colour of each seat, or UNKNOWN; with two seats the third card is nobody's
    mover = i8(shows="seat")  # the seat whose turn it is, NONE when the game is over
    at = i8()  # the cell of the last drop, or of the card picked up; NONE before the first turn
    fell = i8()  # the colour of the last gem dropped, NONE if none has been in this turn
    drops = i8()  # gems dropped in this turn
    reached = i8(COLOURS)  # for the goal of each corner, the drop of this turn that last made it full
    turns = i16()  # turns that are over
    deciding = i8()  # the cell of the goal that ended the game, else NONE
    winner = i8(shows="seat")  # the seat that won by it, else NONE
    fed = i8(COLOURS, COLOURS, shows="nothing")  # gems brought to goals, by seat and colour, less those taken
    last = i8()  # the choice made last, NONE before the first


@rule
def is_goal(cell: int) -> bool:
    return cell % SIDE == 0


@rule
def mimsy_cell(k: int) -> int:
    """The cell of the k-th of the nine mimsy cards."""
    return k + k // 3 + 1


@rule
def corner(s: State, colour: int) -> int:
    """The cell where the goal of that colour lies."""
    for cell in range(0, CELLS, SIDE):
        if CARD_COLOUR[s.card[cell]] == colour:
            return cell
    return NONE


# ---- sowing --------------------------------------------------------------------------------------------------------


@rule
def pick_up(s: State, cell: int) -> None:
    """A turn begins: all gems of the card go into the hand."""
    for colour in range(COLOURS):
        s.hand[colour] = s.gems[cell, colour]
        s.gems[cell, colour] = 0
        s.reached[colour] = 0
    s.at = cell
    s.fell = NONE
    s.drops = 0


@rule
def drop(s: State, colour: int) -> None:
    """A gem of that colour falls on the next card."""
    s.at = (s.at + 1) % CELLS
    s.hand[colour] -= 1
    s.gems[s.at, colour] += 1
    s.fell = colour
    s.drops += 1
    if is_goal(s.at):
        s.fed[s.mover, CARD_COLOUR[s.card[s.at]]] += 1
    if is_goal(s.at) and total(s.gems[s.at]) == FULL:
        s.reached[s.at // SIDE] = s.drops


@rule
def only_colour(s: State) -> int:
    """The colour of the gems in hand if they are all alike, else NONE."""
    found = NONE
    for colour in range(COLOURS):
        if s.hand[colour] > 0:
            if found != NONE:
                return NONE
            found = colour
    return found


@rule
def go_on(s: State) -> int:
    """The next thing that happens by itself. NOTHING: there is a colour to choose, or the turn is over."""
    colour = only_colour(s)
    if colour != NONE:
        drop(s, colour)
        return DROPPED
    if total(s.hand) == 0 and s.gems[s.at, s.fell] > 1:
        s.hand[s.fell] = s.gems[s.at, s.fell]
        s.gems[s.at, s.fell] = 0
        if is_goal(s.at):
            s.fed[s.mover, CARD_COLOUR[s.card[s.at]]] -= s.hand[s.fell]
        return RELAYED
    return NOTHING

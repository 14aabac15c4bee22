"""The map, the nests and the box, and how borogoves walk.

A cell is 6 x row + column in a frame of seven rows and six columns; the first two cards lie at (3, 2) and (3, 3), and no map
that is allowed ever leaves the frame. The deck is a bag: a card gets its identity when it is drawn.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, option, rule
from brillig.parts.bag import total
from brillig.parts.boxes.jabberwocky import CARD_COLOUR, CARD_NUMBER, CARDS, GEMS_OF_A_COLOUR

ROWS, COLUMNS = 7, 6
CELLS = ROWS * COLUMNS
STARTS = (20, 21)  # where the first two cards lie
WIDEST = 4  # rows and columns that a map may span
COLOURS = 3
HAND = 2
ROUNDS = 13
NONE = -1
UNKNOWN = -2  # a card that one may not see
OFF = -1  # no cell

# Orthogonal first, then the diagonals, which are never allowed and have a reason of their own.
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
BESIDE, WAYS = 4, len(STEPS)


def cell_at(row: int, col: int) -> int:
    """A cell by row and column, OFF outside the frame."""
    return COLUMNS * row + col if 0 <= row < ROWS and 0 <= col < COLUMNS else OFF


NEXT = tuple(tuple(cell_at(cell // COLUMNS + r, cell % COLUMNS + c) for r, c in STEPS) for cell in range(CELLS))

# Steps of a round.
CARD, CELL, TRIBE, ACTION, MIX, OVER = range(6)

# Codes: a card of the hand, to look at the hand (always refused), a cell, a tribe; to migrate to a cell; to explore from a
# cell in one of eight ways; to settle from the nest or from a cell; to pass (always refused); a mix by its green and yellow.
PLAY = 0
LOOK = PLAY + HAND
LAY = LOOK + 1
CALL = LAY + CELLS
MIGRATE = CALL + COLOURS
EXPLORE = MIGRATE + CELLS
SETTLE = EXPLORE + WAYS * CELLS
SETTLE_NEST = SETTLE + CELLS
PASS = SETTLE_NEST + 1
MOST = 6  # one more than the gems of a colour that can walk at once
WALKERS = PASS + 1
CODES = WALKERS + MOST * MOST


class State(Record):
    first = option("random", "seat 1", "seat 2", help="Who is the cartographer first; alone there is no choice.")
    deck = i8(CARDS)  # a bag: 1 for every card that nobody has seen
    hand = i8(HAND)  # the cartographer's cards, NONE where there is none, UNKNOWN if one may not see it
    placing = i8()  # the card that was turned up or chosen and is to be laid, NONE without, UNKNOWN if hidden
    card = i8(CELLS, shows="kind 7x6")  # the card on each cell of the map, NONE without
    gems = i8(CELLS, COLOURS, shows="count shared")  # the borogoves on it
    nest = i8(COLOURS, shows="count shared")  # borogoves of each colour in their nest
    box = i8(COLOURS, shows="count shared")  # and out of the game
    acted = i8(COLOURS, shows="count shared")  # 1: this tribe has acted in this round, or has nobody left to act
    tribe = i8()  # the tribe that acts, NONE between two
    start = i8()  # an exploration whose mix is to be chosen: where it starts and where it leads, else NONE
    goal = i8()  # the cell that an exploration goes to, whose number says how many walk; NONE without
    mover = i8(shows="seat")  # the seat that is to decide, NONE when the game is over
    cartographer = i8(shows="seat")  # the seat that draws the map
    step = i8(shows="kind")  # what is to be decided
    half = i8()  # 0 or 1
    rounds = i8()  # rounds of this half that are over
    scored = i8(2)  # what each seat has scored as cartographer, NONE before its half is over
    last = i16(shows="nothing")  # the choice made last, NONE before the first
    last_seat = i8(shows="nothing")  # who made it
    laid = i8(shows="nothing")  # the cell of the card laid last
    walked = i8(COLOURS, shows="nothing")  # the borogoves of each colour that moved by the last choice
    came = i8(shows="nothing")  # where they came from and went to in an exploration, else NONE
    went = i8(shows="nothing")  # and the cell they went to


@rule
def is_solo(s: State) -> bool:
    return s.seats == 1


@rule
def birds(s: State) -> int:
    """The seat that moves the borogoves."""
    return 0 if is_solo(s) else 1 - s.cartographer


# ---- the map -------------------------------------------------------------------------------------------------------


@rule
def is_map(s: State, cell: int) -> bool:
    return s.card[cell] != NONE


@rule
def number(s: State, cell: int) -> int:
    return CARD_NUMBER[s.card[cell]]


@rule
def touches(s: State, cell: int) -> bool:
    """Does a cell lie side to side with a card?"""
    for way in range(BESIDE):
        near = NEXT[cell][way]
        if near != OFF and is_map(s, near):
            return True
    return False


@rule
def fits(s: State, cell: int) -> bool:
    """Does the map still span at most four rows and four columns with it?"""
    top, left = cell // COLUMNS, cell % COLUMNS
    bottom, right = top, left
    for other in range(CELLS):
        if is_map(s, other):
            top = min(top, other // COLUMNS)
            bottom = max(bottom, other // COLUMNS)
            left = min(left, other % COLUMNS)
            right = max(right, other % COLUMNS)
    return bottom - top < WIDEST and right - left < WIDEST


# ---- borogoves -----------------------------------------------------------------------------------------------------


@rule
def is_gone(s: State, tribe: int) -> bool:
    """Is nobody of a tribe left outside the box?"""
    return s.box[tribe] == GEMS_OF_A_COLOUR


@rule
def can_explore(s: State, tribe: int, cell: int, goal: int) -> bool:
    """Is one of the tribe there, with enough company for the number of the goal? (They are neighbours on the map.)"""
    return s.gems[cell, tribe] > 0 and total(s.gems[cell]) >= number(s, goal)


@rule
def is_mix(s: State, green: int, yellow: int, purple: int) -> bool:
    """Can the tribe that acts walk with so many of each?"""
    if green < 0 or yellow < 0 or purple < 0 or green + yellow + purple != number(s, s.goal):
        return False
    if green > s.gems[s.start, 0] or yellow > s.gems[s.start, 1] or purple > s.gems[s.start, 2]:
        return False
    return (s.tribe == 0 and green > 0) or (s.tribe == 1 and yellow > 0) or (s.tribe == 2 and purple > 0)


@rule
def is_walkers(s: State, k: int) -> bool:
    """The same for a mix by its number: six times the green ones and the yellow ones."""
    green, yellow = k // MOST, k % MOST
    return is_mix(s, green, yellow, number(s, s.goal) - green - yellow)


@rule
def only_mix(s: State) -> int:
    """The number of the mix, if there is only one; else NONE."""
    found = NONE
    for k in range(MOST * MOST):
        if is_walkers(s, k):
            if found != NONE:
                return NONE
            found = k
    return found


@rule
def walk(s: State, k: int) -> None:
    """So many of each colour go from the start to the goal."""
    s.walked[0] = k // MOST
    s.walked[1] = k % MOST
    s.walked[2] = number(s, s.goal) - s.walked[0] - s.walked[1]
    for colour in range(COLOURS):
        s.gems[s.start, colour] -= s.walked[colour]
        s.gems[s.goal, colour] += s.walked[colour]
    s.came = s.start
    s.went = s.goal
    s.start = NONE
    s.goal = NONE


# ---- points --------------------------------------------------------------------------------------------------------


@rule
def for_colour(s: State, cell: int) -> int:
    """What the cartographer scores for a card on which its own colour is missing."""
    return number(s, cell) if s.gems[cell, CARD_COLOUR[s.card[cell]]] == 0 else 0


@rule
def for_number(s: State, cell: int) -> int:
    """What the cartographer scores for a card with too few or too many borogoves."""
    return 1 if total(s.gems[cell]) != number(s, cell) else 0


@rule
def failed(s: State) -> int:
    """The cartographer's points on the map as it is."""
    points = 0
    for cell in range(CELLS):
        if is_map(s, cell):
            points += for_colour(s, cell) + for_number(s, cell)
    return points


@rule
def fulfilled(s: State) -> int:
    """The points of somebody alone on the map as it is: all that the cartographer would not get."""
    points = 0
    for cell in range(CELLS):
        if is_map(s, cell):
            points += number(s, cell) - for_colour(s, cell) + 1 - for_number(s, cell)
    return points

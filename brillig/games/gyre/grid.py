"""The grid of fifteen cards, the ring of sixteen spaces around it, and how gems move.

Cells are 0 to 14, A1 to A5, then B and C. Spaces are 0 to 15 clockwise from N1. Nothing is ever hidden: cards are dealt
face up, so what lies face down is known.
"""

from __future__ import annotations

from brillig.core import Record, i8, i16, option, rule
from brillig.parts.bag import total
from brillig.parts.boxes.jabberwocky import CARD_COLOUR, CARD_NUMBER, CARDS, NUMBERS

ROWS, COLUMNS = 3, 5
CELLS = ROWS * COLUMNS
COLOURS = 3
SPACES = 16
OFF = -1  # past the end of a line
NONE = -1
NEUTRAL = 2  # with two seats, the third place of `colour` is the neutral one's

CELL_NAMES = tuple(f"{row}{col}" for row in "ABC" for col in range(1, COLUMNS + 1))
SPACE_NAMES = tuple("N1 N2 N3 N4 N5 E1 E2 E3 S5 S4 S3 S2 S1 W3 W2 W1".split())


def cells_from(name: str) -> tuple[int, ...]:
    """The line of a space: its cells from near to far, filled up with OFF."""
    side, k = name[0], int(name[1]) - 1
    row, column = range(COLUMNS * k, COLUMNS * (k + 1)), range(k, CELLS, COLUMNS)
    cells = list(column if side in "NS" else row)
    return (*(cells[::-1] if side in "SE" else cells), *(OFF,) * (COLUMNS - len(cells)))


LINE = tuple(cells_from(name) for name in SPACE_NAMES)
LENGTH = tuple(COLUMNS - line.count(OFF) for line in LINE)
# The space that a card touches; of a corner, the one on the long side. The three inner cards touch none.
TOUCHES = tuple(
    next((k for side in "NSEW" for k in range(SPACES) if SPACE_NAMES[k][0] == side and LINE[k][0] == cell), NONE)
    for cell in range(CELLS)
)

# Steps of a turn; before the first turn seats may choose their colours.
COLOUR, WHO, WHIFFLE, ACTION, OVER = range(5)

# Codes: a colour; whose Jabberwocky (another seat's is always refused); a space to walk to; what it does; a space to fly to.
TAKE = 0
OWN = TAKE + COLOURS
NEUTRALS = OWN + 1
OTHERS = OWN + 2
WALK = OWN + 3
INHALE = WALK + SPACES
EXHALE = INHALE + 1
RESOLVE = INHALE + 2
FLY = INHALE + 3
CODES = FLY + SPACES


class State(Record):
    face_down = option(5, 4, 3, 2, 1, help="Which number starts face down; the lower, the longer the game.")
    colours = option("random", "chosen", help="Chosen: each seat takes a colour before the cards are dealt.")
    first = option("random", "seat 1", "seat 2", "seat 3", help="Who takes the first turn.")
    turn_limit = option(range(100, 1001), default=300, help="Turns of all seats together before the game stops.")
    at_limit = option("none", "ranked", help="Then nobody wins, or seats are ranked by their cards face down.")
    card = i8(CELLS)  # the card on each cell; NONE before they are dealt
    down = i8(CELLS)  # 1: it lies face down
    gems = i8(CELLS, COLOURS, shows="count shared")  # the gems on it
    space = i8(COLOURS, shows="place shared")  # where the Jabberwocky of each colour is
    tray = i8(COLOURS, shows="count shared")  # the gems it carries
    colour = i8(COLOURS, shows="kind")  # of each seat, NONE before it is chosen; with two seats the third is neutral
    mover = i8(shows="seat")  # the seat that is to decide, NONE when the game is over
    step = i8(shows="kind")  # what is to be decided
    moving = i8(shows="kind")  # the colour that moves in this turn, NONE before that is known
    began = i8()  # the space where it stood when the turn began
    last_neutral = i8()  # 1: the turn before this one was a neutral turn
    turns = i16()  # turns that are over
    last_flip = i16()  # the turn in which a card was last flipped, 0 before
    winner = i8(shows="seat")  # NONE while nobody has won
    last = i8(shows="nothing")  # the choice made last, NONE before the first
    last_seat = i8(shows="nothing")  # who made it
    left = i8(shows="nothing")  # the space that a Jabberwocky left by it, NONE if none moved
    flew = i8(COLOURS)  # 1: the last action of this seat was to fly
    flipped = i16(shows="nothing")  # cells whose cards were flipped by it, as bits


# ---- the ring ------------------------------------------------------------------------------------------------------


@rule
def is_empty(s: State, space: int) -> bool:
    for colour in range(COLOURS):
        if s.space[colour] == space:
            return False
    return True


@rule
def can_whiffle(s: State, colour: int, to: int) -> bool:
    """Is this space reached before another Jabberwocky is met, either way? Shut in on both sides, it hops anywhere."""
    here = s.space[colour]
    if not is_empty(s, to):
        return False
    if not is_empty(s, (here + 1) % SPACES) and not is_empty(s, (here + SPACES - 1) % SPACES):
        return True
    return is_free_way(s, here, to, 1) or is_free_way(s, here, to, SPACES - 1)


@rule
def is_free_way(s: State, here: int, to: int, by: int) -> bool:
    """Is every space empty from here to there, going round by 1 or by SPACES - 1?"""
    at = (here + by) % SPACES
    while is_empty(s, at):
        if at == to:
            return True
        at = (at + by) % SPACES
    return False


# ---- lines ---------------------------------------------------------------------------------------------------------


@rule
def landing(s: State, space: int, k: int, by: int) -> int:
    """The place in a line where a gem comes to lie that comes to place k, going on over face-down cards; OFF if nowhere."""
    while 0 <= k < LENGTH[space]:
        if s.down[LINE[space][k]] == 0:
            return k
        k += by
    return OFF


@rule
def in_line(s: State, colour: int, space: int) -> int:
    """Gems of a colour on the line of a space."""
    n = 0
    for k in range(LENGTH[space]):
        n += s.gems[LINE[space][k], colour]
    return n


@rule
def exhaled(s: State, colour: int, space: int) -> int:
    """How many gems of the tray would come to lie on a card."""
    n = 0
    for k in range(min(s.tray[colour], LENGTH[space])):
        if landing(s, space, k, 1) != OFF:
            n += 1
    return n


@rule
def inhale(s: State, colour: int) -> None:
    """All gems of the line one card nearer. From near to far: where one arrives, those before it have left already."""
    space = s.space[colour]
    for k in range(LENGTH[space]):
        cell = LINE[space][k]
        n = s.gems[cell, colour]
        if n > 0:
            s.gems[cell, colour] = 0
            to = landing(s, space, k - 1, -1)
            if to == OFF:
                s.tray[colour] += n
            else:
                s.gems[LINE[space][to], colour] += n


@rule
def exhale(s: State, colour: int) -> None:
    """One gem on each card of the line, as far as they go; what finds no card comes back."""
    space = s.space[colour]
    for k in range(min(s.tray[colour], LENGTH[space])):
        to = landing(s, space, k, 1)
        if to != OFF:
            s.gems[LINE[space][to], colour] += 1
            s.tray[colour] -= 1


# ---- the grid ------------------------------------------------------------------------------------------------------


@rule
def controller(s: State, cell: int) -> int:
    """The colour with more gems on a card than the others together, NONE if there is none."""
    gems = total(s.gems[cell])
    for colour in range(COLOURS):
        if 2 * s.gems[cell, colour] > gems:
            return colour
    return NONE


@rule
def can_resolve(s: State) -> bool:
    """Is there a card that one colour controls and others lie on?"""
    for cell in range(CELLS):
        controls = controller(s, cell)
        if controls != NONE and s.gems[cell, controls] < total(s.gems[cell]):
            return True
    return False


@rule
def resolve(s: State) -> None:
    for cell in range(CELLS):
        controls = controller(s, cell)
        if controls != NONE:
            for colour in range(COLOURS):
                if colour != controls:
                    s.tray[colour] += s.gems[cell, colour]
                    s.gems[cell, colour] = 0


@rule
def flip(s: State) -> None:
    """Every card with enough gems of its own colour and no others turns over; its gems go home."""
    s.flipped = 0
    for cell in range(CELLS):
        card = s.card[cell]
        own = s.gems[cell, CARD_COLOUR[card]]
        if s.down[cell] == 0 and own >= CARD_NUMBER[card] and own == total(s.gems[cell]):
            s.down[cell] = 1
            s.tray[CARD_COLOUR[card]] += own
            s.gems[cell, CARD_COLOUR[card]] = 0
            s.flipped |= 1 << cell


@rule
def cards_down(s: State, colour: int) -> int:
    """Cards of a colour that lie face down."""
    n = 0
    for cell in range(CELLS):
        if s.down[cell] == 1 and CARD_COLOUR[s.card[cell]] == colour:
            n += 1
    return n


@rule
def sum_down(s: State, colour: int) -> int:
    """The numbers on them, added up."""
    n = 0
    for cell in range(CELLS):
        if s.down[cell] == 1 and CARD_COLOUR[s.card[cell]] == colour:
            n += CARD_NUMBER[s.card[cell]]
    return n


@rule
def is_done(s: State, colour: int) -> bool:
    return cards_down(s, colour) == NUMBERS


# ---- the deal ------------------------------------------------------------------------------------------------------


@rule
def lay_gems(s: State) -> None:
    """One gem of each of the two other colours on every card that lies face up."""
    for cell in range(CELLS):
        for colour in range(COLOURS):
            if s.down[cell] == 0 and CARD_COLOUR[s.card[cell]] != colour:
                s.gems[cell, colour] = 1


@rule
def start_space(s: State, colour: int) -> int:
    """Beside the lowest card of the colour that lies face up on the rim."""
    lowest, found = NUMBERS + 1, NONE
    for cell in range(CELLS):
        card = s.card[cell]
        if s.down[cell] == 0 and CARD_COLOUR[card] == colour and TOUCHES[cell] != NONE and CARD_NUMBER[card] < lowest:
            lowest = CARD_NUMBER[card]
            found = TOUCHES[cell]
    return found


assert CARDS == CELLS  # every card lies in the grid

"""The columns of cards, the four towers, and what holds them up: the record, and what can be read off the table."""

from __future__ import annotations

from brillig.core import Record, i8, i16, i64, option, random, rule
from brillig.parts.boxes.greenbox import BLACK, CARD_COLOUR, CARDS, CUBES_OF_A_COLOUR, WHITE

SEATS = 8  # the most that can play
COLUMNS, LEVELS = 4, 6
TOWERS, COLOURS = 4, 4
MOST = TOWERS * CUBES_OF_A_COLOUR - (TOWERS - 1)  # cubes of one tower, all others being a base alone
SYMBOLS = 6
NONE = -1
HARD_TO_PASS = 3  # cubes that a black card below asks for
IDLE = 24  # turns in a row without a card, after which the game ends

# The hand of a seat: how steady it is, and whether it works the crane.
HANDS = ("normal", "steady", "shaky", "crane", "steady crane", "shaky crane")
CRANE = 3  # the first of the hands that work it
TREMOR = (8, 4, 12)  # of a hand over an empty table, in hundredths of a cube
RISE = 3  # and so much more for every cube of the tower
HALF = 50  # of a cube
FARTHEST = 60  # that the crane swings from the middle
PRESS = 10_000  # milliseconds for each press

ACROSS, DEEP = 0, 1  # left and right, near and far

FULL, SIMPLE = 0, 1
PLAIN, BALANCED = 0, 1

# What the mover is asked.
PLACE, SWING_ACROSS, SWING_DEEP, BASE, TAKE = range(5)

_HAND = "How the cubes of this seat land: by a simulated hand, more or less steady, or by a crane that a person stops."


class State(Record):
    deck: int = option("full", "simple", help="Simple: the nine black cards are left out.")
    layout: int = option(
        "plain", "balanced", help="Balanced: no card numbered 4 to 6 in the three lowest rows at first."
    )
    hand_1: int = option(*HANDS, seat=0, help=_HAND)
    hand_2: int = option(*HANDS, seat=1, help=_HAND)
    hand_3: int = option(*HANDS, seat=2, help=_HAND)
    hand_4: int = option(*HANDS, seat=3, help=_HAND)
    hand_5: int = option(*HANDS, seat=4, help=_HAND)
    hand_6: int = option(*HANDS, seat=5, help=_HAND)
    hand_7: int = option(*HANDS, seat=6, help=_HAND)
    hand_8: int = option(*HANDS, seat=7, help=_HAND)
    pile = i8(CARDS)  # a bag: 1 for every card of the draw pile
    column = i8(COLUMNS, LEVELS, shows="kind")  # the cards from the bottom up, NONE above them
    owner = i8(CARDS, shows="seat")  # the seat that has taken a card, else NONE
    height = i8(TOWERS, shows="count shared")  # cubes
    colour = i8(TOWERS, MOST)  # of each cube, from the base up; NONE above
    at = i16(2 * TOWERS, MOST)  # where its centre is: rows 0 to 3 left and right, 4 to 7 near and far; the base is at 0
    has = i8(TOWERS, COLOURS, shows="count shared")  # cubes of each colour in each tower
    stock = i8(COLOURS, shows="count shared")  # cubes that stand in no tower
    grip = i8(SEATS)  # the hand of each seat
    points = i16(SEATS)  # of each seat's cards alone
    symbols = i8(SEATS, SYMBOLS)  # cards with each symbol that a seat has
    mover = i8()  # the seat to decide, NONE when the game is over
    asked = i8()  # what it is asked
    cube = i8()  # the colour that was placed last, NONE before the first
    tower = i8()  # and on which tower, NONE before the first
    offset = i16()  # where the crane was stopped first, left and right
    since = i64(shows="nothing")  # when the crane began to swing
    fallen = i8()  # the tower that has fallen in this turn, NONE: none has
    rubble = i8()  # cubes of it that lie about until there is a new base
    joint = i8()  # the cube from which it slid
    taken = i8()  # the card that was taken last, NONE: none in the last turn
    idle = i8()  # turns in a row without a card


# ---- cards ---------------------------------------------------------------------------------------------------------


@rule
def wild(card: int) -> bool:
    """A white or black card goes with a cube of any colour."""
    return CARD_COLOUR[card] == WHITE or CARD_COLOUR[card] == BLACK


@rule
def fits(card: int, cube: int) -> bool:
    return wild(card) or CARD_COLOUR[card] == cube


@rule
def reach(s: State, tower: int, placed: int, column: int) -> int:
    """How many cards of a column, from the bottom up, this tower reaches, their own colours aside.

    `placed`: the colour of the cube that lies on top and does not count yet, or NONE.
    """
    cubes = s.height[tower] - (0 if placed == NONE else 1)
    need, total, found = 0, 0, 0  # `need`: eight bits for each colour
    for level in range(LEVELS):
        card = s.column[column, level]
        if card == NONE:
            return found
        found += 1
        colour = CARD_COLOUR[card]
        if colour == BLACK:
            total += HARD_TO_PASS
        else:
            total += 1
        if total > cubes:
            return found
        if colour < COLOURS:
            need += 1 << (8 * colour)
            if (need >> (8 * colour)) & 255 > s.has[tower, colour] - (1 if placed == colour else 0):
                return found
    return found


@rule
def lacks(s: State, tower: int, placed: int, column: int, level: int) -> int:
    """What a tower lacks for a card: four digits to the base of 6, a colour each, and then cubes of any colour."""
    total, short, digits, place = 0, 0, 0, 1
    for colour in range(COLOURS):
        need = 0
        for below in range(level):
            if CARD_COLOUR[s.column[column, below]] == colour:
                need += 1
        lack = max(0, need - s.has[tower, colour] + (1 if placed == colour else 0))
        total += need
        short += lack
        digits += lack * place
        place *= LEVELS
    for below in range(level):
        if CARD_COLOUR[s.column[column, below]] == WHITE:
            total += 1
        elif CARD_COLOUR[s.column[column, below]] == BLACK:
            total += HARD_TO_PASS
    cubes = s.height[tower] - (0 if placed == NONE else 1)
    return digits + place * max(0, total - cubes - short)


@rule
def empty_columns(s: State) -> int:
    n = 0
    for column in range(COLUMNS):
        if s.column[column, 0] == NONE:
            n += 1
    return n


# ---- what holds a tower up -----------------------------------------------------------------------------------------


@rule
def gives_way(s: State, tower: int) -> int:
    """The lowest cube from which everything above it slides, NONE if the tower stands.

    It slides when the middle of all that lies above is outside the cube's top face; on the edge it stands.
    """
    found = NONE
    for axis in range(2):
        row, weight = axis * TOWERS + tower, 0
        for k in range(s.height[tower] - 2, -1, -1):
            above = s.height[tower] - 1 - k
            weight += s.at[row, k + 1]
            if abs(weight - above * s.at[row, k]) > HALF * above and (found == NONE or k < found):
                found = k
    return found


@rule
def room(s: State, tower: int, axis: int, way: int) -> int:
    """How far off the middle of the top the next cube may land, that way (1 or -1), for the tower to stand."""
    row, top = axis * TOWERS + tower, s.height[tower] - 1
    weight, least = 0, HALF
    for k in range(top - 1, -1, -1):
        above = top - k + 1
        weight += s.at[row, k + 1]
        # With the new cube right above the top, so far is the middle of all above from the middle of this cube.
        off = weight + s.at[row, top] - above * s.at[row, k]
        least = min(least, HALF * above - way * off)
    return least


# ---- hands ---------------------------------------------------------------------------------------------------------


@rule
def works_crane(s: State, seat: int) -> bool:
    return s.grip[seat] >= CRANE


@rule
def spread(s: State, seat: int, tower: int) -> int:
    """How far each of three trembles may go, over a tower of this height."""
    return TREMOR[s.grip[seat] % CRANE] + RISE * s.height[tower]


@rule
def tremble(s: State, far: int) -> int:
    """Where a hand that aims at the middle lets go: three trembles, added up."""
    off = 0
    for _ in range(3):
        off += random(s, 2 * far + 1) - far
    return off


@rule
def upto(far: int, off: int) -> int:
    """In how many of (2 x far + 1)^3 ways three trembles add up to `off` or less."""
    n, most = 2 * far + 1, off + 3 * far
    ways, sign = 0, 1
    for k in range(4):
        left = most - k * n
        if left < 0:
            break
        ways += sign * (1 if k == 0 or k == 3 else 3) * ((left + 1) * (left + 2) * (left + 3) // 6)
        sign = -sign
    return ways


@rule
def stands(s: State, tower: int, far: int) -> int:
    """Of 1000 cubes that a hand drops on a tower, how many stay up, and all others with them."""
    ways, chance = (2 * far + 1) * (2 * far + 1) * (2 * far + 1), 1000
    for axis in range(2):
        right, left = room(s, tower, axis, 1), room(s, tower, axis, -1)
        if right < -left:
            return 0
        chance = chance * (upto(far, min(right, 3 * far)) - upto(far, -left - 1)) // ways
    return chance


# ---- points --------------------------------------------------------------------------------------------------------

BONUS = (0, 0, 0, 5, 5, 10, 10, 10, 15, 15)  # for so many cards with one symbol


@rule
def score(s: State, seat: int) -> int:
    points = s.points[seat]
    for symbol in range(SYMBOLS):
        points += BONUS[s.symbols[seat, symbol]]
    return points

"""The overlap rule of Trickster: cards laid on cards, on a table without squares of its own.

What lies under a card is a number of nine digits like a face (see patterns.py), so a card fits where all digits agree
that must. x goes to the right and y downwards from the centre of the first card.

No area is set apart for the board, so none can be too small. A card must share squares with another, and two cards do
so only if their centres are at most two apart in x and in y. So every place for a centre (a *spot*) is one of 25 steps
from a card that lies, and it is named by that step and by the earliest such card. Every place has one number, which
stays the same whatever is laid later, and 48 x 25 numbers are enough for any game, because the box has 48 cards.
"""

from __future__ import annotations

from brillig.core import Part, Record, Row, i8, i32, random, rule
from brillig.parts.bits import bit, count, has
from brillig.parts.trickster.patterns import CARDS, FACE, IN_A_DECK, TURNS

EDGE = 31  # of the table: no centre may be further out, in x or in y
REACH = 2  # how far apart the centres of two cards can be that share a square
STEPS = 25  # to a spot from the card it is named by: rows of five, the card itself in the middle
HERE = 12
SPOTS = CARDS * STEPS
NO_SPOT = -1

# A placement is a spot, one of the six cards of a deck, and a turn.
WAYS = IN_A_DECK * TURNS
PLACEMENTS = SPOTS * WAYS
FIRST = HERE * WAYS  # the placement of the first card of all: at (0, 0), not turned; add TURNS x number
NONE = -1
COMMON = 1  # the set of tables, where there is only one

ONES = 0o111111111
ALL = 0o777777777
MIDDLE = 0o000070000  # the digit of a card's own centre

TOO_FEW, DIFFERS, ON_CENTRE = 1, 2, 3  # why a card does not fit


class Board(Part):
    """The cards that lie, in the order they were laid. Cards of different locations lie on tables of their own."""

    wild = i8()  # 1: Centers Wild, a centre agrees with anything
    least = i8()  # squares that a card must cover
    count = i8()  # cards on the table
    card = i8(CARDS)  # each of them, in the order in which they were laid
    turn = i8(CARDS)  # quarter turns clockwise
    x = i8(CARDS)  # where its centre lies, squares to the right
    y = i8(CARDS)  # and squares down
    location = i8(CARDS)  # the table that it lies on, where there are several
    face = i32(CARDS, shows="nothing")  # its nine digits as it lies
    names = i32(CARDS, shows="nothing")  # the spots that it names: a set of steps
    covered = i8(CARDS)  # squares of it that lay on a card when it was laid
    touched = i8(CARDS)  # different cards directly under those


# By the step from a card to a spot near it: how many digits the card's face moves, and which of a card there it meets.
def _meets(step: int) -> int:
    right, down = REACH - step % 5, REACH - step // 5  # from the spot to the card
    squares = [0 <= row - down <= 2 and 0 <= col - right <= 2 for row in range(3) for col in range(3)]
    return int("".join("7" if meets else "0" for meets in squares), 8)


MEETS = tuple(_meets(step) for step in range(STEPS))
BESIDE = tuple(int(step // 5 in (0, 4) or step % 5 in (0, 4)) for step in range(STEPS))  # 1: clear of the centre
MOVES = tuple(3 * (3 * (REACH - step // 5) + REACH - step % 5) for step in range(STEPS))  # bits to the right


# ---- spots ---------------------------------------------------------------------------------------------------------


@rule
def step_to(board: Board, k: int, location: int, x: int, y: int) -> int:
    """The step from the laid card k to that place, NONE if it is out of reach or on another table."""
    right, down = x - board.x[k] + REACH, y - board.y[k] + REACH
    if right < 0 or right > 4 or down < 0 or down > 4 or board.location[k] != location:
        return NONE
    return 5 * down + right


@rule
def spot_x(board: Board, spot: int) -> int:
    return board.x[spot // STEPS] + spot % 5 - REACH


@rule
def spot_y(board: Board, spot: int) -> int:
    return board.y[spot // STEPS] + spot % STEPS // 5 - REACH


@rule
def spot_at(board: Board, location: int, x: int, y: int) -> int:
    """The number of that place, NO_SPOT if no card is within reach."""
    for k in range(board.count):
        step = step_to(board, k, location, x, y)
        if step != NONE:
            return STEPS * k + step
    return NO_SPOT


@rule
def off_table(board: Board, spot: int) -> bool:
    return max(abs(spot_x(board, spot)), abs(spot_y(board, spot))) > EDGE


# ---- what lies there, and what fits --------------------------------------------------------------------------------


@rule
def ground(board: Board, first: int, spot: int) -> int:
    """The nine squares under a card on that spot, as they were visible when only the first so many cards lay.

    NO_SPOT if this is not the number of a place: its card does not lie, or an earlier card is close to the place too.
    """
    name = spot // STEPS
    if not has(board.names[name], spot % STEPS):
        return NO_SPOT
    location, x, y = board.location[name], spot_x(board, spot), spot_y(board, spot)
    squares = 0
    for k in range(name, first):
        step = step_to(board, k, location, x, y)
        if step != NONE:
            moves, face = MOVES[step], board.face[k]
            face = face >> moves if moves > 0 else face << -moves
            squares = (squares & ~MEETS[step]) | (face & MEETS[step])
    return squares


@rule
def squares_of(squares: int) -> int:
    """A 1 for every digit that is not 0."""
    return (squares | (squares >> 1) | (squares >> 2)) & ONES


@rule
def centres_of(squares: int) -> int:
    """A 1 for every digit that is a centre: the only one with all three bits."""
    return squares & (squares >> 1) & (squares >> 2) & ONES


@rule
def to_match(board: Board, under: int) -> int:
    """The digits in which a card on this ground must agree with it, as sevens; NONE if no card may lie there at all."""
    centres = centres_of(under)
    if board.wild == 0 and (centres != 0 or under & MIDDLE != 0):
        return NONE
    return 7 * squares_of(under) & ~(7 * centres | MIDDLE)


@rule
def misfit(board: Board, under: int, face: int) -> int:
    """Why a face does not fit on this ground: ON_CENTRE, TOO_FEW or DIFFERS; 0 when it does."""
    must = to_match(board, under)
    if must == NONE:
        return ON_CENTRE
    if count(squares_of(under)) < board.least:
        return TOO_FEW
    return DIFFERS if (under ^ face) & must != 0 else 0


@rule
def ways_on(board: Board, spot: int, deck: int, cards: int) -> int:
    """The ways in which any of these cards of a deck, a set, fits on a spot: a set of TURNS x card + turn.

    A deck is given by the row of its first card in FACE.
    """
    if board.wild == 0 and BESIDE[spot % STEPS] == 0:
        return 0
    under = ground(board, board.count, spot)
    must = NONE if under == NO_SPOT else to_match(board, under)
    if must == NONE or count(squares_of(under)) < board.least or off_table(board, spot):
        return 0
    ways = 0
    for number in range(IN_A_DECK):
        if has(cards, number):
            for turn in range(TURNS):
                if (under ^ FACE[deck + number][turn]) & must == 0:
                    ways |= bit(TURNS * number + turn)
    return ways


@rule
def ways_there(board: Board, tables: int, spot: int, deck: int, cards: int) -> int:
    """The same, and none where the spot is not on one of these tables, a set."""
    return ways_on(board, spot, deck, cards) if has(tables, board.location[spot // STEPS]) else 0


@rule
def fits(board: Board, tables: int, deck: int, cards: int) -> bool:
    """Is there a placement of any of these cards on these tables?"""
    spot = 0
    while spot < STEPS * board.count and ways_there(board, tables, spot, deck, cards) == 0:
        spot += 1
    return spot < STEPS * board.count


@rule
def all_fits(board: Board, tables: int, deck: int, cards: int, out: Row) -> int:
    """Write every placement of these cards to `out`; how many there are."""
    n = 0
    for spot in range(STEPS * board.count):
        ways = ways_there(board, tables, spot, deck, cards)
        if ways != 0:
            for way in range(WAYS):
                if has(ways, way):
                    out[n] = WAYS * spot + way
                    n += 1
    return n


@rule
def any_fit(s: Record, board: Board, tables: int, deck: int, cards: int) -> int:
    """Any placement of these cards, each as likely as the others; NONE if there is none."""
    chosen, n = NONE, 0
    for spot in range(STEPS * board.count):
        ways = ways_there(board, tables, spot, deck, cards)
        more = count(ways)
        n += more
        if more > 0 and random(s, n) < more:
            chosen = WAYS * spot + draw(s, ways)
    return chosen


@rule
def draw(s: Record, members: int) -> int:
    """Any member of a set that is not empty."""
    left, member = random(s, count(members)), 0
    while not has(members, member) or left > 0:
        left -= 1 if has(members, member) else 0
        member += 1
    return member


# ---- laying --------------------------------------------------------------------------------------------------------


@rule
def lay(board: Board, deck: int, placement: int) -> None:
    """Lay a card of a deck (the row of its first card in FACE)."""
    spot = placement // WAYS
    location, x, y = board.location[spot // STEPS], spot_x(board, spot), spot_y(board, spot)
    put(board, deck + placement % WAYS // TURNS, placement % TURNS, location, x, y)


@rule
def contact(board: Board, location: int, x: int, y: int) -> int:
    """What a card laid there is in contact with: ten times the different cards, and the squares."""
    bare = ALL  # the squares under which no card is found yet, from the top downwards
    cards = 0
    for k in range(board.count - 1, -1, -1):
        step = step_to(board, k, location, x, y)
        if step != NONE and MEETS[step] & bare != 0:
            cards += 1
            bare &= ~MEETS[step]
    return 10 * cards + count(squares_of(ALL & ~bare))


@rule
def put(board: Board, row: int, turn: int, location: int, x: int, y: int) -> None:
    """Lay the card of a row of FACE, and note what it covers and touches."""
    under = contact(board, location, x, y)
    names = 0
    for step in range(STEPS):
        if spot_at(board, location, x + step % 5 - REACH, y + step // 5 - REACH) == NO_SPOT:
            names |= bit(step)
    last = board.count
    board.card[last], board.turn[last], board.face[last] = row % CARDS, turn, FACE[row][turn]
    board.names[last] = names
    board.location[last], board.x[last], board.y[last] = location, x, y
    board.covered[last], board.touched[last] = under % 10, under // 10
    board.count = last + 1


@rule
def lift(board: Board) -> int:
    """Take the card laid last back from the table."""
    k = board.count - 1
    card = board.card[k]
    board.count = k
    board.card[k], board.turn[k], board.face[k], board.names[k] = 0, 0, 0, 0
    board.location[k], board.x[k], board.y[k] = 0, 0, 0
    board.covered[k], board.touched[k] = 0, 0
    return card


# ---- the starting board --------------------------------------------------------------------------------------------

START = 3  # cards of one deck


@rule
def build(s: Record, board: Board, deck: int) -> int:
    """Lay a starting board by chance; the set of the deck's cards that are not in it.

    The cards come in a random order. The first lies in the middle; then twice the first that fits anywhere, on any of
    its places. (That something fits has been tried for every deck, order and place.)
    """
    order, rest = 0, (1 << IN_A_DECK) - 1
    for k in range(IN_A_DECK):
        number = draw(s, rest)
        rest ^= bit(number)
        order |= number << (3 * k)
    lay(board, deck, FIRST + TURNS * (order & 7))
    rest = (1 << IN_A_DECK) - 1 - bit(order & 7)
    while board.count < START:
        for k in range(1, IN_A_DECK):
            number = (order >> (3 * k)) & 7
            found = any_fit(s, board, COMMON, deck, bit(number)) if has(rest, number) else NONE
            if found != NONE:
                lay(board, deck, found)
                rest ^= bit(number)
                break
    return rest

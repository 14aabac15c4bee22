"""What bots think of a puzzle: can what lies there still be completed? They search for it, and never see the answer.

The search is the solver's (solver.py), as a rule: without memory of its own, the ways that it tries are kept six bits each
in one number.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.patterns_puzzles import board
from brillig.games.patterns_puzzles.board import NONE, State
from brillig.parts.bits import bit, count, has
from brillig.parts.puzzles import tables
from brillig.parts.trickster.overlap import MEETS, squares_of
from brillig.parts.trickster.patterns import TURNS

WAY = 6  # bits for a card and a rotation
PLACE_BITS = 4  # for a black square
HOPEFUL, LOST = 950, 500  # of 1000 such puzzles so many are solved: those that can be completed as they lie, and others
A_CARD = 10  # what a card more is worth while it can, and costs while it cannot


@rule
def agree(s: State, card: int, rotation: int, square: int, other: int, turned: int, there: int) -> bool:
    """Do two cards on two black squares show the same wherever no centre belongs?"""
    step = board.step_between(s, there, square)
    if step == NONE:
        return True
    differ = board.face_of(s, card, rotation) ^ board.moved(board.face_of(s, other, turned), step)
    return differ & MEETS[step] & ~s.black[square] == 0


@rule
def suits(s: State, card: int, rotation: int, square: int, squares: int, ways: int, depth: int) -> bool:
    """Does a card agree with all that lie, and with those that the search has put down?"""
    for other in range(s.count):
        if s.square[other] != NONE and not agree(s, card, rotation, square, other, s.rotation[other], s.square[other]):
            return False
    for k in range(depth):
        way, there = (ways >> (WAY * k)) & 63, (squares >> (PLACE_BITS * k)) & 15
        if not agree(s, card, rotation, square, way // TURNS, way % TURNS, there):
            return False
    return True


@rule
def can_be_completed(s: State) -> bool:
    """Is there a way to lay the free cards on the empty black squares, on top of what lies there?"""
    squares, empty, free = 0, 0, 0
    for n in range(s.count):
        if board.on_square(s, s.path[n]) == NONE:
            squares |= s.path[n] << (PLACE_BITS * empty)
            empty += 1
        free |= bit(n) if s.square[n] == NONE else 0
    ways, depth, way = 0, 0, 0
    while depth >= 0:
        square = (squares >> (PLACE_BITS * depth)) & 15
        while way < TURNS * s.count and not (
            has(free, way // TURNS) and suits(s, way // TURNS, way % TURNS, square, squares, ways, depth)
        ):
            way += 1
        if way < TURNS * s.count:
            ways |= way << (WAY * depth)
            free ^= bit(way // TURNS)
            depth += 1
            way = 0
            if depth == empty and (tables.WILD[s.number] == 0 or can_be_laid(s, all_ways(s, squares, ways, empty))):
                return True
        if way > 0 or depth == empty:  # nothing more there: go back
            depth -= 1
            if depth >= 0:
                way = (ways >> (WAY * depth)) & 63
                ways ^= way << (WAY * depth)
                free ^= bit(way // TURNS)
                way += 1
    return False


# ---- the order of laying, where centres are wild -------------------------------------------------------------------
# On a black square other cards may show something, too. Those laid before the card whose centre belongs there must agree,
# and so must those laid after it: the centre parts them. So they show two patterns at most, and one of these lies below.


@rule
def all_ways(s: State, squares: int, ways: int, empty: int) -> int:
    """The way of the card on every black square, six bits each: those that lie, and those that the search has put down."""
    full = 0
    for card in range(s.count):
        if s.square[card] != NONE:
            full |= (TURNS * card + s.rotation[card]) << (WAY * s.square[card])
    for k in range(empty):
        full |= ((ways >> (WAY * k)) & 63) << (WAY * ((squares >> (PLACE_BITS * k)) & 15))
    return full


@rule
def shown(s: State, full: int, square: int, there: int) -> int:
    """The pattern that the card on one black square shows on another; 0 if it does not reach so far."""
    right, down = s.x[there] - s.x[square] + 1, s.y[there] - s.y[square] + 1
    if square == there or right < 0 or right > 2 or down < 0 or down > 2:
        return 0
    way = (full >> (WAY * square)) & 63
    return (board.face_of(s, way // TURNS, way % TURNS) >> (3 * (8 - 3 * down - right))) & 7


@rule
def first_shown(s: State, full: int, there: int) -> int:
    """One of the patterns that other cards show on a black square, 0: none do."""
    for square in range(s.count):
        pattern = shown(s, full, square, there)
        if pattern != 0:
            return pattern
    return 0


@rule
def can_be_laid(s: State, full: int) -> bool:
    """Is there an order of laying, on top of what lies there?"""
    parted = 0  # the black squares on which two patterns are shown
    for there in range(s.count):
        first, second = first_shown(s, full, there), 0
        for square in range(s.count):
            pattern = shown(s, full, square, there)
            if pattern != 0 and pattern != first:
                if second != 0 and pattern != second:
                    return False
                second = pattern
                parted |= bit(there)
    below = parted  # where the first pattern lies below the centre; all ways are tried
    while not is_order(s, full, parted, below):
        if below == 0:
            return False
        below = (below - 1) & parted
    return True


@rule
def is_order(s: State, full: int, parted: int, below: int) -> bool:
    """Can the cards be put into an order, each after those that it must come after?"""
    left = (1 << s.count) - 1
    while left != 0:
        found = NONE
        for square in range(s.count):
            if found == NONE and has(left, square):
                found = square
                for other in range(s.count):
                    if has(left, other) and other != square and goes_before(s, full, parted, below, other, square):
                        found = NONE
                        break
        if found == NONE:
            return False
        left ^= bit(found)
    return True


@rule
def goes_before(s: State, full: int, parted: int, below: int, one: int, other: int) -> bool:
    """Must the card on one black square be laid before the card on the other?"""
    first, second = s.order[((full >> (WAY * one)) & 63) // TURNS], s.order[((full >> (WAY * other)) & 63) // TURNS]
    if first > 0 and (second == 0 or first < second):
        return True
    if has(parted, other):
        pattern = shown(s, full, one, other)
        if pattern != 0 and (pattern == first_shown(s, full, other)) == has(below, other):
            return True
    if has(parted, one):
        pattern = shown(s, full, other, one)
        if pattern != 0 and (pattern == first_shown(s, full, one)) != has(below, one):
            return True
    return False


# ---- for the search ------------------------------------------------------------------------------------------------


@rule
def value(s: State, seat: int) -> int:
    if s.ended != 0:
        return 1000 if s.ended == board.SOLVED else 0
    if can_be_completed(s):
        return HOPEFUL - A_CARD * (s.count - board.laid(s))
    return LOST - 2 * A_CARD * board.laid(s)


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Lay rather where much is covered, and the first card where most will be; take cards back now and then."""
    if code >= board.HINT:
        return 1
    if code >= board.LIFT:
        return 4
    square = code % board.WAYS // TURNS
    if board.laid(s) == 0:
        return 20 if square == s.path[0] else 2
    return 2 + 6 * count(squares_of(board.ground(s, square)))


def shuns(s: State, seat: int, code: int) -> bool:
    """No bot asks for a hint, or gives up first. But when a person has had enough, it joins in at once."""
    others_have = s.gave_up & ~(1 << seat)
    if others_have and not s.gave_up >> seat & 1:
        return code != board.GIVE_UP
    return code in (board.HINT, board.GIVE_UP, board.GO_ON)

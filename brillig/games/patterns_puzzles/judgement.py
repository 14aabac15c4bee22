"""What bots think of a puzzle: can what lies there still be completed? They search for it, and never see the answer.

The search is the solver's (solver.py), as a rule: without memory of its own, the ways that it tries are kept six bits each
in one number. In a puzzle with the wild symbol it leaves aside in which order cards can be laid: that, bots find out.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.patterns_puzzles import board
from brillig.games.patterns_puzzles.board import NONE, State
from brillig.parts.bits import bit, count, has
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
    """Is there a way to put the free cards on the empty black squares, whatever the order of laying?"""
    squares, empty, free = 0, 0, 0
    for n in range(s.count):
        if board.on_square(s, s.path[n]) == NONE:
            squares |= s.path[n] << (PLACE_BITS * empty)
            empty += 1
        free |= bit(n) if s.square[n] == NONE else 0
    ways, depth, way = 0, 0, 0
    while depth < empty:
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
        elif depth == 0:
            return False
        else:
            depth -= 1
            way = (ways >> (WAY * depth)) & 63
            ways ^= way << (WAY * depth)
            free ^= bit(way // TURNS)
            way += 1
    return True


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

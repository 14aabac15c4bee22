"""How far a seat still has to go, and what a sensible player would try: for the bots. Ways are in tenths of a step."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.halma import board
from brillig.games.halma.board import State
from brillig.parts.judging import chance

STEP = 10
OUTSIDE = 20  # for a cube that is not in the target
SLOPE = 3  # for each row and column to the corner
STRAGGLER = 5  # for each step of the rearmost cube
TURN = 15  # for having the move
HALF = 120  # so much ahead is worth three games of four


@rule
def value(s: State, seat: int) -> int:
    """The share of the others that this seat can expect to beat."""
    mine, won = to_go(s, seat), 0
    for other in range(s.seats):
        if other != seat:
            won += before(s, seat, other, to_go(s, other) - mine)
    return won // (s.seats - 1)


@rule
def before(s: State, seat: int, other: int, ahead: int) -> int:
    """How likely a seat is to be placed before another, in thousandths."""
    if s.arrived[seat] > 0 or s.arrived[other] > 0:
        first = s.arrived[seat] > 0 and (s.arrived[other] == 0 or s.arrived[seat] < s.arrived[other])
        return 1000 if first else 0
    if s.mover == seat:
        ahead += TURN
    elif s.mover == other:
        ahead -= TURN
    return chance(ahead, HALF)


@rule
def to_go(s: State, seat: int) -> int:
    """Every cube outside has to get to an empty space of the target; those far behind will find nobody to leap over."""
    way, rear, corner = 0, 0, board.tip(s, seat)
    for cube in range(board.cubes_each(s)):
        space = s.place[seat, cube]
        if not board.is_inside(s, seat, space):
            way += OUTSIDE + STEP * to_a_gap(s, seat, space) + SLOPE * slope(s, space, corner)
            rear = max(rear, board.apart(s, space, corner))
    return way + STRAGGLER * rear


@rule
def to_a_gap(s: State, seat: int, space: int) -> int:
    """The steps to the nearest space of the target that the seat still has to fill."""
    best, first = board.SIDE, board.camp_number(s, board.target(s, seat)) * board.CUBES
    owner = board.host(s, seat)
    late = s.anti_spoiling == 0 and s.rounds > board.SPOILED * board.cubes_each(s) and owner != board.NONE
    for k in range(board.cubes_each(s)):
        gap = board.MEMBERS[first + k]
        weave, at = board.weave_of(gap), board.place_in(gap)
        if (s.stand[seat, weave] >> at) & 1 == 0 and not (late and (s.stand[owner, weave] >> at) & 1 == 1):
            best = min(best, board.apart(s, space, gap))
    return best


@rule
def slope(s: State, space: int, corner: int) -> int:
    """Rows and columns to a corner; on the triangle, twice the steps. The camp is what lies nearest."""
    if s.board == board.TRIANGLE:
        return 2 * board.apart(s, space, corner)
    return abs(space // board.SIDE - corner // board.SIDE) + abs(space % board.SIDE - corner % board.SIDE)


@rule
def prefer(s: State, seat: int, code: int) -> int:
    """Long ways forward, and hardly ever back."""
    corner = board.tip(s, seat)
    gain = slope(s, s.place[seat, code // board.SPACES], corner) - slope(s, code % board.SPACES, corner)
    return 1 if gain < 0 else 4 + 4 * gain * gain

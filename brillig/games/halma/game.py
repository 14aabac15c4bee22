"""Halma: step, or leap over cubes in chains, and be the first to fill the opposite corner.

A choice is a cube and where it goes: code 144 x cube + space. A space is 12 x row + column, both from 0, on every
board. The cubes of a seat are numbered from 0 in the order of their camp's spaces, and keep their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.halma import board
from brillig.games.halma.board import State
from brillig.games.halma.judgement import prefer, value
from brillig.games.halma.screen import label, screen, tell, touch
from brillig.parts.bits import count63
from brillig.parts.boxes import greenbox

__all__ = ["GAME", "REFUSALS", "State", "allowed", "label", "prefer", "screen", "tell", "touch", "value"]

PASS = board.CUBES * board.SPACES  # nobody may choose to pass; the code exists to be refused with a reason
TAKEN, ONE_CUBE, ONE_SPACE, NOT_BOTH, FOREIGN, SAME, CAN_MOVE, NO_CUBE, OFF_BOARD = range(1, 10)
REFUSALS = {
    TAKEN: "That space is taken.",
    ONE_CUBE: "You can leap over exactly one neighbouring cube.",
    ONE_SPACE: "Move one space, or leap.",
    NOT_BOTH: "Either step or leap, not both.",
    FOREIGN: "You may pass through this corner but not stop in it.",
    SAME: "You must actually move.",
    CAN_MOVE: "You have a move.",
    NO_CUBE: "You have no such cube.",
    OFF_BOARD: "There is no such space on this board.",
}


@rule
def setup(s: State) -> None:
    for seat in range(s.seats):
        cube = 0
        for space in range(board.SPACES):
            if (board.camp(s, board.home(s, seat), board.weave_of(space)) >> board.place_in(space)) & 1 == 1:
                s.place[seat, cube] = space
                put(s, seat, space)
                cube += 1
    s.last_seat = board.NONE
    s.rounds = 1
    s.starter = random(s, s.seats)
    s.mover = s.starter
    board.look(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code == PASS:
        return CAN_MOVE
    cube, to = code // board.SPACES, code % board.SPACES
    if cube >= board.cubes_each(s):
        return NO_CUBE
    if not board.is_on(s.board, to // board.SIDE, to % board.SIDE):
        return OFF_BOARD
    space = s.place[seat, cube]
    if board.weave_of(to) == board.weave_of(space) and (s.leaps[cube] >> board.place_in(to)) & 1 == 1:
        return 0
    for direction in range(board.DIRECTIONS):
        if (s.steps[cube] >> direction) & 1 == 1 and board.beside(s, space, direction) == to:
            return 0
    return why_not(s, seat, space, to)


@rule
def why_not(s: State, seat: int, space: int, to: int) -> int:
    """What is wrong with a move that cannot be made."""
    if to == space:
        return SAME
    if board.is_taken(s, to):
        return TAKEN
    if (board.barred(s, seat, board.weave_of(to)) >> board.place_in(to)) & 1 == 1:
        return FOREIGN
    if step_and_leap(s, space, to):
        return NOT_BOTH
    down, right = to // board.SIDE - space // board.SIDE, to % board.SIDE - space % board.SIDE
    straight = down == 0 or right == 0 or down == right or (down == -right and s.board != board.TRIANGLE)
    return ONE_CUBE if straight and board.apart(s, space, to) > 2 else ONE_SPACE


@rule
def step_and_leap(s: State, space: int, to: int) -> bool:
    """Could it be reached by leaps and one step before or after them?"""
    leapt = board.reach(s, space, space)
    for direction in range(board.DIRECTIONS):
        before = board.beside(s, to, direction)
        if (
            before != board.OFF
            and board.weave_of(before) == board.weave_of(space)
            and (leapt >> board.place_in(before)) & 1 == 1
        ):
            return True
        after = board.beside(s, space, direction)
        if after == board.OFF or board.is_taken(s, after) or board.weave_of(after) != board.weave_of(to):
            continue
        if (board.reach(s, after, space) >> board.place_in(to)) & 1 == 1:
            return True
    return False


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    for cube in range(board.cubes_each(s)):
        space = s.place[seat, cube]
        for direction in range(board.DIRECTIONS):
            if (s.steps[cube] >> direction) & 1 == 1:
                out[n] = board.SPACES * cube + board.beside(s, space, direction)
                n += 1
        rest = s.leaps[cube]
        while rest != 0:
            lowest = rest & -rest
            out[n] = board.SPACES * cube + board.space_at(board.weave_of(space), count63(lowest - 1))
            n += 1
            rest ^= lowest
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    cube = code // board.SPACES
    s.last_seat = seat
    s.last_cube = cube
    s.last_from = s.place[seat, cube]
    s.passed = 0
    put(s, seat, s.place[seat, cube])
    s.place[seat, cube] = code % board.SPACES
    put(s, seat, code % board.SPACES)
    end_turn(s)
    while s.mover != board.NONE and not board.look(s):
        s.passed |= 1 << s.mover
        end_turn(s)


@rule
def score(s: State, seat: int) -> int:
    """Cubes in the target; all of them for a seat that has arrived, even if it did so past cubes that had not left."""
    return board.cubes_each(s) if s.arrived[seat] > 0 else board.inside(s, seat)


@rule
def rank(s: State, out: Row) -> None:
    """Those that have arrived, in that order; then more cubes in the target; then the shorter way for the others."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if other != seat and beats(s, other, seat):
                out[seat] += 1


@rule
def beats(s: State, a: int, b: int) -> bool:
    if s.arrived[a] > 0 or s.arrived[b] > 0:
        return s.arrived[a] > 0 and (s.arrived[b] == 0 or s.arrived[a] < s.arrived[b])
    mine, theirs = board.inside(s, a), board.inside(s, b)
    return mine > theirs or (mine == theirs and board.away(s, a) < board.away(s, b))


@rule
def census(s: State, out: Row) -> None:
    """The cubes of each seat."""
    for seat in range(s.seats):
        for weave in range(board.WEAVES):
            out[seat] += count63(s.stand[seat, weave] & s.taken[weave])


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def put(s: State, seat: int, space: int) -> None:
    """Set a cube down on an empty space, or take it up from its own."""
    s.stand[seat, board.weave_of(space)] ^= 1 << board.place_in(space)
    s.taken[board.weave_of(space)] ^= 1 << board.place_in(space)


@rule
def end_turn(s: State) -> None:
    """Has the mover arrived? Then the next seat that has not; a new round begins with the seat that began the first."""
    playing, there = 0, 1
    for seat in range(s.seats):
        if s.arrived[seat] > 0:
            there += 1
        else:
            playing += 1
    if board.fills(s, s.mover):
        s.arrived[s.mover] = there
        playing -= 1
        if s.finish != board.ALL_PLAY_ON or playing == 1:
            finish_game(s)
            return
    while True:
        s.mover = (s.mover + 1) % s.seats
        if s.mover == s.starter:
            if s.rounds == board.LIMIT * board.cubes_each(s):
                finish_game(s)
                return
            s.rounds += 1
        if s.arrived[s.mover] == 0:
            return


@rule
def finish_game(s: State) -> None:
    s.mover = board.NONE
    for weave in range(board.WEAVES):
        s.stops[weave] = 0
    for cube in range(board.CUBES):
        s.steps[cube] = 0
        s.leaps[cube] = 0


def allowed(seats: int, options: Mapping[str, int | str]) -> str:
    shape, pieces = board.BOARDS.index(str(options["board"])), options["pieces"]
    if shape == board.TRIANGLE:
        if seats != 3:
            return f"The triangle is for three seats, not {seats}; choose a square board."
        return "" if pieces in ("usual", 6) else "On the triangle each seat has 6 cubes; leave pieces at usual."
    most = board.SIZE[shape] // 2 * (board.SIZE[shape] // 2 + 1) // 2
    if pieces != "usual" and int(pieces) > most:
        return f"A board of {board.BOARDS[shape]} has room for at most {most} cubes a seat."
    return ""


def most_moves(seats: int, options: Mapping[str, int]) -> int:
    """A move for every seat in every round."""
    side = options["pieces"] + 1 if options["pieces"] else board.USUAL[options["board"]]
    return seats * board.LIMIT * side * (side + 1) // 2


# What it uses of the box: the widest board and the most cubes that an option asks for.
USES = {"tiles": 36, "cubes": greenbox.cubes_of(15)}

GAME = Game(
    __name__,
    title="Halma",
    box="Green Box of Games",
    seats=(2, board.SEATS),
    minutes=30,
    complexity=1,
    codes=PASS + 1,
    bound=most_moves,
    summary="Step, or leap over cubes in long chains, and be the first to fill the opposite corner.",
    pieces=board.SEATS,
    tags=("perfect information",),
    unseen=("stand", "taken", "stops", "steps", "leaps"),
)

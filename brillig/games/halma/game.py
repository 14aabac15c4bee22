"""Halma: step, or leap over cubes in chains, and be the first to fill the opposite corner.

A choice is a cube and where it goes: code 144 x cube + space. A space is 12 x row + column, both from 0, on every
board. The cubes of a seat are numbered from 0 in the order of their camp's spaces, and keep their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.halma.board import (
    ALL_PLAY_ON,
    BOARDS,
    CUBES,
    DIRECTIONS,
    LIMIT,
    NONE,
    OFF,
    SEATS,
    SIDE,
    SIZE,
    SPACES,
    TRIANGLE,
    USUAL,
    WEAVES,
    State,
    apart,
    away,
    barred,
    beside,
    camp,
    cubes_each,
    fills,
    home,
    inside,
    is_on,
    is_taken,
    look,
    place_in,
    reach,
    space_at,
    weave_of,
)
from brillig.games.halma.judgement import prefer, value
from brillig.games.halma.screen import label, screen, tell, touch
from brillig.parts.bits import count63
from brillig.parts.boxes import greenbox

__all__ = ["GAME", "REFUSALS", "State", "allowed", "label", "prefer", "screen", "tell", "touch", "value"]

PASS = CUBES * SPACES  # nobody may choose to pass; the code exists to be refused with a reason
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
        for space in range(SPACES):
            if (camp(s, home(s, seat), weave_of(space)) >> place_in(space)) & 1 == 1:
                s.place[seat, cube] = space
                put(s, seat, space)
                cube += 1
    s.last_seat = NONE
    s.rounds = 1
    s.starter = random(s, s.seats)
    s.mover = s.starter
    look(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code == PASS:
        return CAN_MOVE
    cube, to = code // SPACES, code % SPACES
    if cube >= cubes_each(s):
        return NO_CUBE
    if not is_on(s.board, to // SIDE, to % SIDE):
        return OFF_BOARD
    space = s.place[seat, cube]
    if weave_of(to) == weave_of(space) and (s.leaps[cube] >> place_in(to)) & 1 == 1:
        return 0
    for direction in range(DIRECTIONS):
        if (s.steps[cube] >> direction) & 1 == 1 and beside(s, space, direction) == to:
            return 0
    return why_not(s, seat, space, to)


@rule
def why_not(s: State, seat: int, space: int, to: int) -> int:
    """What is wrong with a move that cannot be made."""
    if to == space:
        return SAME
    if is_taken(s, to):
        return TAKEN
    if (barred(s, seat, weave_of(to)) >> place_in(to)) & 1 == 1:
        return FOREIGN
    if step_and_leap(s, space, to):
        return NOT_BOTH
    down, right = to // SIDE - space // SIDE, to % SIDE - space % SIDE
    straight = down == 0 or right == 0 or down == right or (down == -right and s.board != TRIANGLE)
    return ONE_CUBE if straight and apart(s, space, to) > 2 else ONE_SPACE


@rule
def step_and_leap(s: State, space: int, to: int) -> bool:
    """Could it be reached by leaps and one step before or after them?"""
    leapt = reach(s, space, space)
    for direction in range(DIRECTIONS):
        before = beside(s, to, direction)
        if before != OFF and weave_of(before) == weave_of(space) and (leapt >> place_in(before)) & 1 == 1:
            return True
        after = beside(s, space, direction)
        if after == OFF or is_taken(s, after) or weave_of(after) != weave_of(to):
            continue
        if (reach(s, after, space) >> place_in(to)) & 1 == 1:
            return True
    return False


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    for cube in range(cubes_each(s)):
        space = s.place[seat, cube]
        for direction in range(DIRECTIONS):
            if (s.steps[cube] >> direction) & 1 == 1:
                out[n] = SPACES * cube + beside(s, space, direction)
                n += 1
        rest = s.leaps[cube]
        while rest != 0:
            lowest = rest & -rest
            out[n] = SPACES * cube + space_at(weave_of(space), count63(lowest - 1))
            n += 1
            rest ^= lowest
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    cube = code // SPACES
    s.last_seat = seat
    s.last_cube = cube
    s.last_from = s.place[seat, cube]
    s.passed = 0
    put(s, seat, s.place[seat, cube])
    s.place[seat, cube] = code % SPACES
    put(s, seat, code % SPACES)
    end_turn(s)
    while s.mover != NONE and not look(s):
        s.passed |= 1 << s.mover
        end_turn(s)


@rule
def score(s: State, seat: int) -> int:
    """Cubes in the target; all of them for a seat that has arrived, even if it did so past cubes that had not left."""
    return cubes_each(s) if s.arrived[seat] > 0 else inside(s, seat)


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
    mine, theirs = inside(s, a), inside(s, b)
    return mine > theirs or (mine == theirs and away(s, a) < away(s, b))


@rule
def census(s: State, out: Row) -> None:
    """The cubes of each seat."""
    for seat in range(s.seats):
        for weave in range(WEAVES):
            out[seat] += count63(s.stand[seat, weave] & s.taken[weave])


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def put(s: State, seat: int, space: int) -> None:
    """Set a cube down on an empty space, or take it up from its own."""
    s.stand[seat, weave_of(space)] ^= 1 << place_in(space)
    s.taken[weave_of(space)] ^= 1 << place_in(space)


@rule
def end_turn(s: State) -> None:
    """Has the mover arrived? Then the next seat that has not; a new round begins with the seat that began the first."""
    playing, there = 0, 1
    for seat in range(s.seats):
        if s.arrived[seat] > 0:
            there += 1
        else:
            playing += 1
    if fills(s, s.mover):
        s.arrived[s.mover] = there
        playing -= 1
        if s.finish != ALL_PLAY_ON or playing == 1:
            finish_game(s)
            return
    while True:
        s.mover = (s.mover + 1) % s.seats
        if s.mover == s.starter:
            if s.rounds == LIMIT * cubes_each(s):
                finish_game(s)
                return
            s.rounds += 1
        if s.arrived[s.mover] == 0:
            return


@rule
def finish_game(s: State) -> None:
    s.mover = NONE
    for weave in range(WEAVES):
        s.stops[weave] = 0
    for cube in range(CUBES):
        s.steps[cube] = 0
        s.leaps[cube] = 0


def allowed(seats: int, options: Mapping[str, int | str]) -> str:
    board, pieces = BOARDS.index(str(options["board"])), options["pieces"]
    if board == TRIANGLE:
        if seats != 3:
            return f"The triangle is for three seats, not {seats}; choose a square board."
        return "" if pieces in ("usual", 6) else "On the triangle each seat has 6 cubes; leave pieces at usual."
    most = SIZE[board] // 2 * (SIZE[board] // 2 + 1) // 2
    if pieces != "usual" and int(pieces) > most:
        return f"A board of {BOARDS[board]} has room for at most {most} cubes a seat."
    return ""


def most_moves(seats: int, options: Mapping[str, int]) -> int:
    """A move for every seat in every round."""
    side = options["pieces"] + 1 if options["pieces"] else USUAL[options["board"]]
    return seats * LIMIT * side * (side + 1) // 2


# What it uses of the box: the widest board and the most cubes that an option asks for.
USES = {"tiles": 36, "cubes": greenbox.cubes_of(15)}

GAME = Game(
    __name__,
    title="Halma",
    box="Green Box of Games",
    seats=(2, SEATS),
    minutes=30,
    complexity=1,
    codes=PASS + 1,
    bound=most_moves,
    summary="Step, or leap over cubes in long chains, and be the first to fill the opposite corner.",
    pieces=SEATS,
    tags=("perfect information",),
    unseen=("stand", "taken", "stops", "steps", "leaps"),
)

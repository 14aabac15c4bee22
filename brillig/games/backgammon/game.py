"""Backgammon: race fifteen cubes round the board and off, and hit the single cubes of your opponent.

A choice is one step: code 6 x source + number - 1, the source in the mover's own numbering.
"""

from __future__ import annotations

from collections.abc import Mapping

from brillig.core import NOT_YOUR_TURN, Game, Row, random, rule
from brillig.games.backgammon import board
from brillig.games.backgammon.board import State
from brillig.games.backgammon.judgement import value
from brillig.games.backgammon.leeway import leeway
from brillig.games.backgammon.screen import label, screen, tell, touch
from brillig.parts.boxes import greenbox

__all__ = ["GAME", "REFUSALS", "State", "label", "leeway", "screen", "tell", "touch", "value"]

END = 150  # nobody may choose to end a turn; the code exists to be refused with a reason
ENTER_FIRST, HELD, NOT_HOME, FURTHER_BACK, USE_BOTH, USE_LARGER, NOT_DONE, NOT_ROLLED, NO_CUBE = range(1, 10)
REFUSALS = {
    ENTER_FIRST: "Your hit cube must enter first.",
    HELD: "That space is held by your opponent.",
    NOT_HOME: "All your cubes must be in your last six spaces first.",
    FURTHER_BACK: "Use this number on the cube further back.",
    USE_BOTH: "You must use both numbers if you can.",
    USE_LARGER: "You must use the larger number.",
    NOT_DONE: "You still have a number to play.",
    NOT_ROLLED: "You did not roll that.",
    NO_CUBE: "You have no cube there.",
}
MISSED_ROOM = 10**16  # `missed` holds nine rolls
# How often each of the 36 rolls counts for who thinks ahead: of two that differ in the order of their dice, one counts twice.
ROLLS = tuple(2 if first > second else 1 if first == second else 0 for first in range(6) for second in range(6))


@rule
def setup(s: State) -> None:
    s.last = -1
    s.last_seat = -1
    lay_out(s)


@rule
def waiting(s: State, seat: int) -> bool:
    return s.mover == seat


@rule
def refuse(s: State, seat: int, code: int) -> int:
    if s.mover != seat:
        return NOT_YOUR_TURN
    if code == END:
        return NOT_DONE
    source, number = code // 6, code % 6 + 1
    die = 0 if number == s.roll[0] else 1
    if s.roll[die] != number or s.left[die] == 0:
        return NOT_ROLLED
    if (s.steps[die] >> source) & 1 != 0:
        return 0
    if s.cubes[seat, source] == 0:
        return NO_CUBE
    if source != board.OUTSIDE and s.cubes[seat, board.OUTSIDE] > 0:
        return ENTER_FIRST
    target = source + number
    if target <= board.LAST and s.cubes[1 - seat, board.ROUND - target] > 1:
        return HELD
    if target > board.LAST and s.stand[seat] & board.BEFORE_HOME != 0:
        return NOT_HOME
    if target > board.OFF and s.stand[seat] & ((1 << source) - 1) != 0:
        return FURTHER_BACK
    return USE_BOTH if both(s) else USE_LARGER


@rule
def choices(s: State, seat: int, out: Row) -> int:
    n = 0
    for die in range(2):
        rest = s.steps[die]
        while rest != 0:
            source = rest & -rest
            out[n] = 6 * board.place_of(source) + s.roll[die] - 1
            n += 1
            rest ^= source
    return n


@rule
def play(s: State, seat: int, code: int) -> None:
    s.last = code
    s.last_seat = seat
    s.missed = 0
    step(s, seat, code // 6, code % 6 + 1)
    if s.cubes[seat, board.OFF] == board.CUBES:
        finish(s, seat, worth(s, seat))
        return
    look(s)
    while s.steps[0] | s.steps[1] == 0:
        if s.turn == s.turn_cap:
            adjudicate(s)
            return
        next_turn(s)


@rule
def score(s: State, seat: int) -> int:
    return s.points[seat]


@rule
def alike(s: State, seat: int) -> None:
    """How it came to this makes no difference."""
    s.last = -1
    s.last_seat = -1
    s.missed = 0


def retrace(s: State, seat: int) -> bool:
    """Put a turn back to where it began, if no more than one step was made and that hit nobody for certain."""
    double = s.roll[0] == s.roll[1]
    steps = (4 if double else 2) - s.left[0] - s.left[1]
    if steps == 0:
        return True
    source, target = s.last // 6, s.last // 6 + s.last % 6 + 1
    may_have_hit = target <= board.LAST and s.cubes[seat, target] == 1 and s.cubes[1 - seat, board.OUTSIDE] > 0
    if steps > 1 or may_have_hit:
        return False
    s.cubes[seat, min(target, board.OFF)] -= 1
    s.cubes[seat, source] += 1
    board.take_stock(s)
    take_roll(s, s.roll[0], s.roll[1])
    return True


@rule
def census(s: State, out: Row) -> None:
    for seat in range(2):
        for place in range(board.OFF + 1):
            out[seat] += s.cubes[seat, place]


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def step(s: State, seat: int, source: int, number: int) -> None:
    """Move one cube, hit what it lands on, and take the number from the pool."""
    s.left[0 if number == s.roll[0] else 1] -= 1
    board.lift(s, seat, source)
    target = source + number
    if target > board.LAST:
        s.cubes[seat, board.OFF] += 1
        return
    board.put(s, seat, target)
    if s.cubes[1 - seat, board.ROUND - target] == 1:
        board.lift(s, 1 - seat, board.ROUND - target)
        s.cubes[1 - seat, board.OUTSIDE] += 1
        s.stand[1 - seat] |= 1


@rule
def look(s: State) -> None:
    """Find the steps that the mover may make: those that can be made and do not waste a number.

    With one number, or a double, every step will do: a cube that can step can still do so when others have, so all
    ways to go on until nothing more goes have the same length. Two different numbers can stand in each other's way.
    """
    stand, held = s.stand[s.mover], s.held[1 - s.mover]
    s.steps[0] = board.sources(stand, held, s.roll[0]) if s.left[0] > 0 else 0
    s.steps[1] = board.sources(stand, held, s.roll[1]) if s.left[1] > 0 else 0
    if s.left[0] > 0 and s.left[1] > 0:
        oblige(s)


@rule
def oblige(s: State) -> None:
    """Of the steps with either number, keep those that let both be used; if both cannot, the larger number's."""
    a, b = s.steps[0], s.steps[1]
    if a & (a - 1) != 0 and b & (b - 1) != 0:
        return
    first = board.keeping(s, s.mover, s.roll[0], a, s.roll[1], b)
    second = board.keeping(s, s.mover, s.roll[1], b, s.roll[0], a)
    if first | second != 0:
        s.steps[0] = first
        s.steps[1] = second
    elif a != 0 and b != 0:
        s.steps[0 if s.roll[0] < s.roll[1] else 1] = 0


@rule
def both(s: State) -> bool:
    """Can the mover use both numbers of this roll, which are different and not used yet?"""
    stand, held = s.stand[s.mover], s.held[1 - s.mover]
    a, b = board.sources(stand, held, s.roll[0]), board.sources(stand, held, s.roll[1])
    return (
        board.keeping(s, s.mover, s.roll[0], a, s.roll[1], b) | board.keeping(s, s.mover, s.roll[1], b, s.roll[0], a)
        != 0
    )


@rule
def next_turn(s: State) -> None:
    """The other seat rolls. If it can do nothing with the roll, that is noted."""
    s.turn += 1
    s.mover = 1 - s.mover
    thrown = random(s, 36)
    take_roll(s, thrown // 6 + 1, thrown % 6 + 1)
    if s.steps[0] | s.steps[1] == 0 and s.missed < MISSED_ROOM:
        s.missed = 100 * s.missed + 10 * s.roll[0] + s.roll[1]


@rule
def take_roll(s: State, first: int, second: int) -> None:
    """The mover gets these two numbers; a double counts four times."""
    s.roll[0] = first
    s.roll[1] = second
    s.left[0] = 4 if first == second else 1
    s.left[1] = 0 if first == second else 1
    look(s)


# ---- a game and a match --------------------------------------------------------------------------------------------


@rule
def lay_out(s: State) -> None:
    """Start a game: place the cubes, and roll one die each until they differ; the higher moves with both."""
    for seat in range(2):
        for place in range(board.OFF + 1):
            s.cubes[seat, place] = 0
        for k in range(len(board.START)):
            s.cubes[seat, board.START[k][0]] = board.START[k][1]
    board.take_stock(s)
    s.turn = 1
    first = second = 0
    while first == second:
        first = random(s, 6) + 1
        second = random(s, 6) + 1
    s.mover = 0 if first > second else 1
    take_roll(s, first, second)


@rule
def worth(s: State, winner: int) -> int:
    """The points for taking the last cube off."""
    loser = 1 - winner
    if s.scoring == 0 or s.cubes[loser, board.OFF] > 0:
        return 1
    return 3 if s.stand[loser] & board.ENEMY_HOME != 0 else 2


@rule
def adjudicate(s: State) -> None:
    """The turn cap is reached: the lower pip count wins one point, equal counts none."""
    ahead = board.pips(s, 1) - board.pips(s, 0)
    finish(s, 0 if ahead > 0 else 1, 1 if ahead != 0 else 0)
    s.by_pips = 1


@rule
def finish(s: State, winner: int, points: int) -> None:
    """End a game, and start the next unless the match is won or has had its 2 x points - 1 games."""
    s.points[winner] += points
    s.games += 1
    s.by_pips = 0
    if s.points[winner] < s.match and s.games < 2 * s.match - 1:
        lay_out(s)
    else:
        s.mover = -1
        s.steps[0] = 0
        s.steps[1] = 0


def most_steps(seats: int, options: Mapping[str, int]) -> int:
    """Four steps a turn, the turn cap in every game, and as many games as a match can have."""
    return 4 * options["turn_cap"] * (2 * options["match"] - 1)


# What it uses of the box.
USES = {"cards": 12, "cubes": greenbox.cubes_of(15, greenbox.RED, greenbox.GREEN), "dice": 2}

GAME = Game(
    __name__,
    title="Backgammon",
    box="Green Box of Games",
    seats=(2, 2),
    minutes=15,
    complexity=1,
    codes=END + 1,
    bound=most_steps,
    pieces=2,
    summary="Race fifteen cubes round the board and off, and hit single enemy cubes on the way.",
    tags=("perfect information", "dice"),
    unseen=("stand", "held", "steps"),
    rolls=ROLLS,
)

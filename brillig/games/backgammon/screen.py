"""How Backgammon looks and reads.

Ids of spaces are in seat 1's numbering whoever looks, so that they stay the same; the numbers written on the board
and said aloud are those of the seat that looks (a spectator reads seat 1's).
"""

from __future__ import annotations

from brillig.core import Face, Screen, Spot, Zone
from brillig.core.screen import TABLE
from brillig.games.backgammon.board import BEFORE_HOME, CUBES, LAST, OFF, OUTSIDE, ROUND, State, pips
from brillig.parts.boxes import greenbox
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name

NUMBERS_ABOVE, ABOVE, RAIL, BELOW, NUMBERS_BELOW = range(5)  # rows of the drawing
HEIGHTS = (0.45, 4.4, 1.3, 4.4, 0.45)
BAR, TRAY = 6, 13  # columns: where hit cubes wait, between the halves, and where cubes go off
SOON = 20  # turns before the cap, from which on it is worth a word
FULL = 5  # a taller column of cubes gets a number
ARROW = "->"


def spot_id(seat: int, place: int) -> str:
    """The id of a seat's place."""
    if place in (OUTSIDE, OFF):
        return f"{'off' if place else 'outside'}-{seat + 1}"
    return f"space-{ROUND - place if seat else place}"


def numbered(space: int, seat: int, viewer: int) -> int:
    """A seat's space as the viewer counts."""
    return ROUND - space if seat != max(viewer, 0) else space


def step_of(code: int) -> tuple[int, int, int]:
    """The source, the target and the number of a code."""
    source, number = code // 6, code % 6 + 1
    return source, min(source + number, OFF), number


def hits(s: State, seat: int, target: int) -> bool:
    return target <= LAST and s.cubes[1 - seat, ROUND - target] == 1


def label(s: State, seat: int, code: int) -> str:
    source, target, number = step_of(code)
    if source > LAST:
        return "end the turn"
    start = "outside" if source == OUTSIDE else str(source)
    if target == OFF:
        return f"{start} {ARROW} off ({number})"
    return f"{start} {ARROW} {target}{' hit' if hits(s, seat, target) else ''}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    """The cube's place; where it goes, if it has a choice; and the die, when either die would take it off."""
    source, target, number = step_of(code)
    if len(targets(s, seat, source)) == 1:
        return (spot_id(seat, source),)
    way = (spot_id(seat, source), spot_id(seat, target))
    either = source + min(s.roll[0], s.roll[1]) >= OFF
    return (*way, f"die-{1 if number == s.roll[0] else 2}") if either else way


def targets(s: State, seat: int, source: int) -> list[str]:
    """Where a cube of the mover may go from there, a spot for each die that allows it."""
    return [spot_id(seat, min(source + s.roll[die], OFF)) for die in (0, 1) if s.steps[die] >> source & 1]


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    if seat == s.mover:
        numbers = " or ".join(f"a {s.roll[die]}" for die in (0, 1) if s.steps[die])
        t.prompt = f"{'Enter your hit cube with' if s.cubes[seat, OUTSIDE] else 'Step with'} {numbers}."
        t.help = (
            "Touch a cube, then where it goes; if it can go to one place only, it goes there at once. "
            "Two enemy cubes close a space; a single one is hit."
        )
    elif s.mover < 0:
        t.verdict = verdict(s)
    board = t.grid("board", 5, 14)
    board.heights, board.turns = HEIGHTS, True
    _board(s, board, seat)
    _dice(s, board)
    for player in (0, 1):
        seat_panel(
            t, player, player == s.mover, pips=pips(s, player),
            on_the_bar=s.cubes[player, OUTSIDE], off=s.cubes[player, OFF], points=s.points[player],
        )  # fmt: skip
    table = t.panel(TABLE, "Table")
    table.counters["turn"] = f"{s.turn} of {s.turn_cap}" if s.turn_cap - s.turn < SOON else s.turn
    table.counters["games"] = s.games
    table.counters["match"] = f"to {s.match}{', gammons count' * s.scoring}"
    return t


def verdict(s: State) -> str:
    """How the match was decided."""
    last = "A game is won by taking all cubes off first."
    if s.by_pips:
        equal = pips(s, 0) == pips(s, 1)
        last = f"At the turn cap {'the pips were equal: nobody won the game' if equal else 'the fewer pips won'}."
    return last if s.match == 1 else f"{last} The match is won by more points."


def _board(s: State, board: Zone, viewer: int) -> None:
    """The viewer's last six spaces at the lower right, whoever looks: cubes go left above, then right below."""
    fresh = s.turn == 1 and s.left[0] + s.left[1] == 2  # then the last step was on the board of another game
    last = "" if fresh or s.last < 0 else spot_id(s.last_seat, step_of(s.last)[1])
    me = max(viewer, 0)
    _margins(board)
    for row, seat, place in ((ABOVE, me, OUTSIDE), (BELOW, 1 - me, OUTSIDE), (ABOVE, 1 - me, OFF), (BELOW, me, OFF)):
        name = spot_id(seat, place)
        said = f"{'off' if place else 'the bar'}, seat {seat + 1}"
        spot = board.spot(name, row, TRAY if place else BAR, said, "last" if name == last else "", "tray")
        _column(s, spot, viewer, ((seat, place),))
    for k in range(1, 13):
        for row, margin, place in ((ABOVE, NUMBERS_ABOVE, 13 - k), (BELOW, NUMBERS_BELOW, 12 + k)):
            space = ROUND - place if me else place  # in seat 1's numbering
            col = k - 1 if k <= BAR else k
            board.label(f"number-{space}", margin, col, str(place), f"space {place}")
            name = spot_id(0, space)
            spot = board.spot(name, row, col, f"space {place}", "last" if name == last else "", "space")
            _column(s, spot, viewer, ((0, space), (1, ROUND - space)))


def _column(s: State, spot: Spot, viewer: int, places: tuple[tuple[int, int], ...]) -> None:
    """The cubes of a space or tray, which is one seat's place or another's."""
    spot.stack = "down" if spot.row == ABOVE else "up"
    for seat, place in places:
        for k in range(s.cubes[seat, place]):
            spot.put(f"cube-{seat + 1}-{place}-{k + 1}", checker(seat))
        if s.cubes[seat, place] > FULL:
            spot.badge = str(s.cubes[seat, place])
        if seat == viewer == s.mover and place != OFF:
            spot.lights = targets(s, seat, place)


def checker(seat: int) -> Face:
    """A cube, drawn as people know it from this game: the first seat's with one ring, the second's with two."""
    cube = greenbox.cube(seat)
    return Face("checker", cube.text, cube.say, {**cube.look, "rings": seat + 1})


def _margins(board: Zone) -> None:
    """Arrows that say which way the viewer's cubes go, and where they leave the board."""
    for row, col, text, said in (
        (NUMBERS_ABOVE, BAR, "←", "to the left above"), (NUMBERS_BELOW, BAR, "→", "to the right below"),
        (NUMBERS_ABOVE, TRAY, "off", "off"), (NUMBERS_BELOW, TRAY, "off", "off"),
    ):  # fmt: skip
        board.label(f"margin-{row}-{col}", row, col, text, said)


def _dice(s: State, board: Zone) -> None:
    """On the rail between the two sides. A double shows as four dice. Used numbers are dim."""
    rail = board.spot("dice", RAIL, BAR + 1, "dice", look="rail")
    rail.wide = 6
    double = s.roll[0] == s.roll[1]
    for k in range(4 if double else 2):
        used = k >= s.left[0] if double else s.left[k] == 0
        rail.put(f"die-{k + 1}", greenbox.die(s.roll[k % 2], greenbox.DICE[k % 2]), "dim" if used else "")
    board.note = "; ".join(f"{seat_name(seat)} rolled {roll}: no move" for seat, roll in lost_turns(s))


def lost_turns(s: State) -> list[tuple[int, str]]:
    """Who lost a turn since the last step, and with which roll."""
    digits = str(s.missed) if s.missed else ""
    rolls = [f"{digits[k]}-{digits[k + 1]}" for k in range(0, len(digits), 2)]
    return [(s.last_seat if k % 2 else 1 - s.last_seat, roll) for k, roll in enumerate(rolls)]


def tell(before: State, after: State, viewer: int) -> list[str]:
    mover, who = after.last_seat, seat_name(after.last_seat)
    source, target, number = step_of(after.last)
    place = {OUTSIDE: "outside", OFF: "off"}
    start, end = (place.get(p) or str(numbered(p, mover, viewer)) for p in (source, target))
    hit = ": hit!" if hits(before, mover, target) else "."
    if source == OUTSIDE:
        told = [f"{who} enters on {end}{hit}"]
    elif target == OFF:
        told = [f"{who} takes a cube off from {start} with a {number}."]
    else:
        told = [f"{who} steps from {start} to {end}{hit}"]
    if _comes_home(before, mover, source, target):
        told.append(f"{who} is all home.")
    ended = after.games > before.games
    if not ended and after.turn == before.turn:
        return told
    if before.left[0] + before.left[1] > 1 and before.cubes[mover, OFF] + (target == OFF) < CUBES:
        told.append(f"{who} has no move for the rest of its roll.")
    told += [f"{seat_name(seat)} rolls {roll}: no move." for seat, roll in lost_turns(after)]
    if ended:
        told += _result(before, after)
    if after.mover >= 0:
        if not ended:
            told.append(f"Pips: seat 1 {pips(after, 0)}, seat 2 {pips(after, 1)}.")
            told.append(f"{seat_name(after.mover)} rolls {after.roll[0]}-{after.roll[1]}.")
        else:
            told.append(f"Game {after.games + 1}: seat 1 rolls {after.roll[0]}, seat 2 rolls {after.roll[1]}.")
    return told


def _comes_home(before: State, mover: int, source: int, target: int) -> bool:
    """Did this step bring the last cube into the last six spaces?"""
    behind = [place for place in range(LAST) if BEFORE_HOME >> place & 1 and before.cubes[mover, place]]
    return behind == [source] and before.cubes[mover, source] == 1 and not BEFORE_HOME >> target & 1


def _result(before: State, after: State) -> list[str]:
    """How the game that has just ended went, and the match if that is over too."""
    gained = [after.points[seat] - before.points[seat] for seat in (0, 1)]
    winner = 0 if gained[0] else 1
    points = counted(gained[winner], "point")
    if after.by_pips and not any(gained):
        told = ["The turn cap is reached with equal pips: nobody wins the game."]
    elif after.by_pips:
        told = [f"The turn cap is reached: seat {winner + 1} has fewer pips and wins {points}."]
    else:
        size = {2: ", a gammon", 3: ", a backgammon"}.get(gained[winner], "")
        told = [f"{seat_name(winner)} has all its cubes off and wins {points}{size}."]
    if after.mover < 0 and after.match > 1:
        least, most = sorted((after.points[0], after.points[1]))
        ahead = f"{seat_name(0 if after.points[0] == most else 1)} wins the match"
        told.append(f"{ahead if most > least else 'The match ends level'}, {most} to {least}.")
    return told

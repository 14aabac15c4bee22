"""How Jacks looks, is touched and is told.

A person sees what lies face up, and has to remember the rest: neither the screen nor what is told says what a card
shows that lies face down again. (With the memory aid, cards once seen shine through.)
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, sin, tau

from brillig.core import Screen, Spot, Zone
from brillig.core.screen import TABLE
from brillig.games.jacks import circle
from brillig.games.jacks.circle import State, score
from brillig.parts.boxes import jacks
from brillig.parts.boxes.jacks import CARDS, COLOURS, LT, PAIRS
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, most_win, seat_name

ARROW = "->"
WAYS = {circle.CLOCKWISE: "clockwise", circle.COUNTER: "counter-clockwise"}
AID = 1  # the memory aid is on

# The circle as a ring of squares: the gate below, a little right of the middle, and clockwise from there. The rows of
# jacks wait before the gate, two columns for each seat; the die lies in the middle.
SIDE = 8
BELOW, BESIDE = SIDE - 2, SIDE - 1  # the lowest row of the ring, and its rightmost column
GATE_COLUMN = 4
RING = (
    *((BELOW, col) for col in range(GATE_COLUMN, 0, -1)),
    *((row, 0) for row in range(BELOW, 0, -1)),
    *((0, col) for col in range(BESIDE)),
    *((row, BESIDE) for row in range(BELOW)),
    *((BELOW, col) for col in range(BESIDE, GATE_COLUMN, -1)),
)
# In a browser it is round at its corners, so that the cards can be large: half as wide and half as long as this, from card
# to card, and the more it bulges, the nearer it comes to an oblong.
HALF_WIDE, HALF_LONG, BULGE = 3.0, 4.72, 4


def oval() -> tuple[tuple[float, float], ...]:
    """Where each place lies: the gate below, then clockwise, each a card's width from the next along or across."""
    fine = 7200
    points = [edge(tau * k / fine) for k in range(fine + 1)]
    far = [max(abs(x1 - x0), abs(y1 - y0)) for (x0, y0), (x1, y1) in pairwise(points)]
    step, gone = sum(far) / circle.PLACES, 0.0
    found: list[tuple[float, float]] = []
    for point, length in zip(points, far, strict=False):
        if gone >= len(found) * step - 1e-9 and len(found) < circle.PLACES:
            found.append((round(HALF_WIDE + point[0], 3), round(HALF_LONG + point[1], 3)))
        gone += length
    return tuple(found)


def edge(angle: float) -> tuple[float, float]:
    """The point of the circle that is seen under this angle from its middle, clockwise from below."""
    across, along = -sin(angle), cos(angle)
    far = (abs(across / HALF_WIDE) ** BULGE + abs(along / HALF_LONG) ** BULGE) ** (-1 / BULGE)
    return far * across, far * along


AT = oval()
GATE_AT = (HALF_WIDE, 2 * HALF_LONG - 1.08)
DIE_AT, MIDDLE = (HALF_WIDE - 0.5, 1.7), (HALF_WIDE - 0.5, HALF_LONG - 0.5)  # beside the rows, or where they were
ROW_AT = {
    2: ((1.3, 5.0), (3.6, 5.0)),
    3: ((1.3, 4.0), (3.6, 4.0), (2.45, 6.2)),
    4: ((1.3, 4.0), (3.6, 4.0), (1.3, 6.2), (3.6, 6.2)),
}
ROW_COLUMNS = {2: (2, 4), 3: (1, 3, 5), 4: (0, 2, 4, 6)}
DIE = (2, 3)


def spot_id(seat: int, place: int) -> str:
    """The id of a place, or of a seat's row."""
    return f"row-{seat + 1}" if place == circle.ROW else f"place-{place}"


def called(place: int) -> str:
    return "row" if place == circle.ROW else str(place)


def label(s: State, seat: int, code: int) -> str:
    if code >= circle.COLOUR:
        return COLOURS[code - circle.COLOUR]
    if code == circle.PASS:
        return "do not move"
    if code >= circle.LOOK:
        return f"look at {code - circle.LOOK}"
    return f"{called(code // circle.PLACES)} {ARROW} {called(code % circle.PLACES)}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    """The jack's place, then where it lands."""
    if code >= circle.LOOK:
        return ()
    return spot_id(seat, code // circle.PLACES), spot_id(seat, code % circle.PLACES)


def open_ways(s: State, start: int) -> list[int]:
    """The ways round that a jack may go from there."""
    return [way for way in WAYS if circle.may_leave(s, start, way)]


def landings(s: State, seat: int, start: int) -> list[str]:
    """Where a jack of the mover can go from there; nothing if it has none there."""
    if seat != s.mover or seat < 0 or circle.choosing(s) or circle.find(s, seat, start) < 0:
        return []
    found = [spot_id(seat, circle.landing(s, start, way)) for way in open_ways(s, start)]
    return list(dict.fromkeys(found))


def pair_name(s: State, pair: int) -> str:
    return jacks.pair_name(pair, s.thirteenth == 1)


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    if s.mover == circle.NOBODY:
        t.verdict = f"{why_over(s)} The most points win; equal points share the place."
    elif circle.choosing(s):
        mine = seat == s.mover
        t.prompt = "Choose the colour of your jacks." if mine else f"{seat_name(s.mover)} chooses a colour."
        t.help = "The pair of cards that shows jacks of your colour is worth two points to you." * mine
    elif seat == s.mover:
        t.prompt = f"You rolled a {s.die}: move one of your jacks {counted(s.die, 'card')}{ways_round(s, seat)}."
        t.help = (
            "Touch a jack, then where it lands: that card is turned up. Stand on both cards of a pair to take it. "
            "From the row, the gate is the first step; gaps do not count. Remember what you have seen!"
        )
    else:
        t.prompt = f"{seat_name(s.mover)} rolled a {s.die} and moves a jack."
        t.prompt += " You lose your next turn." * loses(s, seat)
    board = t.grid("circle", SIDE, SIDE)
    board.turns = True
    for place in range(circle.PLACES):
        _place(s, board, place, seat)
    board.label("gate", BELOW - 1, GATE_COLUMN, "gate", "the gate is below").at = GATE_AT
    for player in range(s.seats):
        _row(s, board, player, seat)
    die = board.spot("die-spot", *DIE, f"seat {s.mover + 1} rolled" if s.mover >= 0 else "last roll", look="margin")
    die.high = die.wide = 2
    die.at = DIE_AT if any(spot.look == "tray" for spot in board.spots) else MIDDLE
    if s.die:
        die.put("die", jacks.die(s.die), "dim" if s.mover == circle.NOBODY else "")
    for player in range(s.seats):
        _taken(s, t, player)
        pairs = sum(s.taker[pair] == player for pair in range(PAIRS))
        panel = seat_panel(t, player, player == s.mover, colour_of(s, player), points=score(s, player), pairs=pairs)
        panel.lamp("loses a turn", s.loses[player], "red")
    t.panel(TABLE, "Circle", pairs_left=circle.pairs_left(s), turns_played=s.turn)
    return t


def ways_round(s: State, seat: int) -> str:
    """', either way round', unless the cards under the jacks bind them all."""
    ways = [open_ways(s, s.jack[seat, k]) for k in range(circle.JACKS)]
    if any(len(found) > 1 for found in ways):
        return ", either way round"
    same = all(found == ways[0] for found in ways)
    return f", {WAYS[ways[0][0]]} only" if same else ", each only the way its card says"


def colour_of(s: State, seat: int) -> str:
    """'pink', or nothing before it is chosen."""
    return COLOURS[s.colour[seat]] if s.colour[seat] != circle.NOBODY else ""


def loses(s: State, seat: int) -> bool:
    return seat >= 0 and s.loses[seat] == 1


def _place(s: State, board: Zone, place: int, viewer: int) -> None:
    row, col = RING[place]
    last = s.last >= 0 and s.last % circle.PLACES == place
    spot = board.spot(spot_id(circle.NOBODY, place), row, col, f"place {place}", "last" if last else "")
    spot.at = AT[place]
    if place == circle.GATE:
        spot.say = "the gate, place 0"
    if not circle.lies(s, place):
        spot.put(f"bare-{place}", jacks.bare())
    elif circle.occupied(s, place):
        spot.put(f"card-{place}", jacks.card_face(s.card[place], s.thirteenth == 1))
    elif s.memory_aid == AID and s.aid[place]:
        spot.put(f"card-{place}", jacks.card_face(s.aid[place] - 1, s.thirteenth == 1, faint=True))
    else:
        spot.put(f"card-{place}", jacks.card_back(place))
    for seat in range(s.seats):
        _jacks(s, spot, seat, place)
    spot.lights = landings(s, viewer, place)


def _row(s: State, board: Zone, seat: int, viewer: int) -> None:
    """The jacks of a seat that have not entered yet; when all have, the row is gone."""
    if all(s.jack[seat, k] != circle.ROW for k in range(circle.JACKS)):
        return
    col = ROW_COLUMNS[s.seats][seat]
    spot = board.spot(spot_id(seat, circle.ROW), SIDE - 1, col, f"row of seat {seat + 1}", look="tray")
    spot.wide = spot.high = 2
    spot.at = ROW_AT[s.seats][seat]
    _jacks(s, spot, seat, circle.ROW)
    spot.lights = landings(s, viewer, circle.ROW)


def _jacks(s: State, spot: Spot, seat: int, place: int) -> None:
    for k in range(circle.JACKS):
        if s.jack[seat, k] == place:
            face = jacks.jack(s.colour[seat]) if colour_of(s, seat) else jacks.any_jack()
            spot.put(f"jack-{seat + 1}-{k + 1}", face)


def _taken(s: State, t: Screen, seat: int) -> None:
    """The pairs of a seat, as the cards that lay in the circle."""
    zone = t.line(f"taken-{seat + 1}", "row", f"Taken by seat {seat + 1}", seat=seat, area="right")
    for pair in range(PAIRS):
        if s.taker[pair] == seat:
            points, (first, second) = circle.worth(s, seat, pair), (p for p in range(CARDS) if s.card[p] == pair)
            zone.put(f"card-{first}", jacks.card_face(pair, s.thirteenth == 1))
            zone.put(f"card-{second}", jacks.card_face(pair, s.thirteenth == 1)).badge = f"+{points}"


# ---- in words ------------------------------------------------------------------------------------------------------


def why_over(s: State) -> str:
    if circle.pairs_left(s) == 0:
        return "All pairs are taken."
    if s.turn >= s.turn_limit:
        return f"{s.turn} turns have been played."
    return "Nobody can catch the leader any more."


def tell(before: State, after: State, viewer: int) -> list[str]:
    mover, start, end = before.mover, after.last // circle.PLACES, after.last % circle.PLACES
    if circle.choosing(before):
        return [f"{seat_name(mover)} plays {colour_of(after, mover)}."]
    ways = [way for way in open_ways(before, start) if circle.landing(before, start, way) == end]
    way = f"{before.die} {WAYS[ways[0]]}" if len(ways) == 1 else str(before.die)
    goes = f"{seat_name(mover)} {'enters' if start == circle.ROW else 'goes'} {way}"
    lost = circle.lies(after, end) and after.card[end] == LT  # the story stays: it must not say where that card lies
    told = [f"{goes} and will lose a turn." if lost else f"{goes}, to {end}."]
    for pair in range(PAIRS):
        if after.taker[pair] != before.taker[pair]:
            points = circle.worth(after, mover, pair)
            told.append(f"{seat_name(mover)} takes the {pair_name(after, pair)} pair: +{points}.")
    for k in range(1, after.turn - before.turn):
        told.append(f"{seat_name((mover + k) % after.seats)} loses this turn.")
    if after.mover == circle.NOBODY:
        told.append(f"{why_over(after)} {most_win([score(after, seat) for seat in range(after.seats)])}")
    return told

"""How Halma looks and reads.

The board is turned so that the viewer's own corner lies at the bottom left; a spectator sees it as it is named,
columns from a at the left and rows from 1 at the top.
"""

from __future__ import annotations

from collections import deque
from functools import cache

from brillig.core import Screen, Spot, Zone, lasting
from brillig.core.screen import TABLE
from brillig.games.halma import board
from brillig.games.halma.board import State
from brillig.parts.boxes import greenbox
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, seat_name, won_by

COLUMNS = "abcdefghijkl"
QUARTERS = (("nw", "ne"), ("sw", "se"))  # of a tile, by row and column
LONG = 4  # leaps that are worth a word
BOTTOM_LEFT = 3  # corner


# ---- names ---------------------------------------------------------------------------------------------------------


NAMES = tuple(COLUMNS[space % board.SIDE] + str(space // board.SIDE + 1) for space in range(board.SPACES))


def label(s: State, seat: int, code: int) -> str:
    return f"{NAMES[s.place[seat, code // board.SPACES]]}-{NAMES[code % board.SPACES]}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    return NAMES[s.place[seat, code // board.SPACES]], NAMES[code % board.SPACES]


# ---- the way of a cube ---------------------------------------------------------------------------------------------


def way(s: State) -> list[int]:
    """The spaces that the last cube came along: one step, or the fewest leaps. Empty before the first move."""
    if s.last_seat == board.NONE:
        return []
    start, end = s.last_from, s.place[s.last_seat, s.last_cube]
    return [start, end] if end in neighbours(s, start) else way_back(leapt(s, start, end), end)


def leapt(s: State, start: int, cube_at: int) -> dict[int, int]:
    """All spaces that leaps lead to from a start, each with the one before it. The cube is the one that stands there."""
    stood = {s.place[seat, cube] for seat in range(s.seats) for cube in range(board.cubes_each(s))} - {cube_at}
    came = {start: start}
    todo = deque([start])
    while todo:
        here = todo.popleft()
        for direction in range(board.DIRECTIONS):
            over = board.beside(s, here, direction)
            to = board.beside(s, over, direction) if over in stood else board.OFF
            if to != board.OFF and to not in stood and to not in came:
                came[to] = here
                todo.append(to)
    return came


def way_back(came: dict[int, int], end: int) -> list[int]:
    """The spaces from the start of the leaps to this end."""
    back = [end]
    while came[back[-1]] != back[-1]:
        back.append(came[back[-1]])
    return back[::-1]


def chains(s: State, seat: int) -> dict[str, list[str]]:
    """The spaces on the way of every chain of leaps that this seat can make, by where it begins and ends."""
    found = {}
    for cube in range(board.cubes_each(s)):
        start = s.place[seat, cube]
        came = leapt(s, start, start)
        for to in set(goes(s, cube)) - set(neighbours(s, start)):
            between = way_back(came, to)[1:-1]
            if between:
                found[f"{NAMES[start]} {NAMES[to]}"] = [NAMES[at] for at in between]
    return found


def neighbours(s: State, space: int) -> list[int]:
    return [board.beside(s, space, direction) for direction in range(board.DIRECTIONS)]


def goes(s: State, cube: int) -> list[int]:
    """Where a cube of the mover can go."""
    space = s.place[s.mover, cube]
    row, col = space // board.SIDE % 2, space % 2
    found = [to for d, to in enumerate(neighbours(s, space)) if s.steps[cube] >> d & 1]
    leaps = [board.SIDE * (2 * (k // 8) + row) + 2 * (k % 8) + col for k in range(48) if s.leaps[cube] >> k & 1]
    return found + leaps


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), verdict=verdict(s))
    if seat == s.mover and seat != board.NONE:
        t.help = (
            "A leap goes over one neighbouring cube, anybody's, to the space behind it. "
            f"Be the first with all your cubes in {goal(s, seat)}."
        )
        t.then = "where does it go?"
        t.ways = chains(s, seat)
    draw_board(t, s, seat)
    draw_counts(t, s)
    return t


def prompt(s: State, seat: int) -> str:
    if s.mover == board.NONE:
        return "The game is over."
    if seat != s.mover:
        return f"{seat_name(s.mover)} moves a cube."
    return f"Move a cube towards {goal(s, seat)}: one step, or leaps over other cubes."


def goal(s: State, seat: int) -> str:
    """The corner that a seat has to fill, as it is coloured."""
    owner = board.host(s, seat)
    return f"the {greenbox.SEAT_COLOURS[owner]} corner" if owner != board.NONE else "the empty corner of your colour"


def verdict(s: State) -> str:
    if s.mover != board.NONE:
        return ""
    late = sum(not s.arrived[seat] for seat in range(s.seats))
    if late == s.seats:
        return f"Nobody filled a corner in {s.rounds} rounds: more cubes in it won, then the shorter way left."
    if s.finish == board.ALL_PLAY_ON and late < 2:
        return "The seats are placed in the order in which they filled their corners."
    return "The first to fill the corner wins. The others: more cubes in it, then the shorter way left for the rest."


def draw_board(t: Screen, s: State, seat: int) -> None:
    size, turn = board.SIZE[s.board], quarters(s, seat)
    if s.board == board.TRIANGLE:
        zone = Zone("board", "hex", "", size, size)
        t.zones.append(zone)
    else:
        rows, cols = margins(size, turn)
        zone = t.grid("board", size, size, row_names=rows, col_names=cols)
    zone.map = True  # so many columns are too small for fingers on a phone
    marked = way(s)
    stands = {s.place[player, cube]: (player, cube) for player in range(s.seats) for cube in range(board.cubes_each(s))}
    zone.spots = list(ground(s.board, s.seats, board.camp_number(s, 0), turn))
    for k, spot in enumerate(zone.spots):
        space = SPACE[spot.id]
        if space not in stands and space not in marked:
            continue
        spot = zone.spots[k] = Spot(spot.id, spot.row, spot.col, spot.say, look=spot.look)
        spot.mark = "last" if space in marked[:1] + marked[-1:] else ""
        if space in stands:
            player, cube = stands[space]
            piece = spot.put(f"cube-{player + 1}-{cube + 1}", greenbox.cube(player))
            if marked and space == marked[-1]:
                piece.path = [NAMES[at] for at in marked]
            if player == seat == s.mover:
                spot.lights = [NAMES[to] for to in goes(s, cube)]


SPACE = {name: space for space, name in enumerate(NAMES)}


@cache
def ground(shape: int, seats: int, camps: int, turn: int) -> tuple[Spot, ...]:
    """The bare spaces as they lie for a viewer, from the top left. `camps` is the number of the first camp."""
    tint = {}
    for corner in range(board.CORNERS):
        seat = corner // 2 if seats == 2 else corner
        if seat == seats:
            seat = 1  # three seats on a square: nobody lives in the fourth corner, but the second seat goes there
        if seats > 2 or corner % 2 == 0:
            members = board.MEMBERS[(camps + corner) * board.CUBES : (camps + corner + 1) * board.CUBES]
            tint.update({space: greenbox.SEAT_COLOURS[seat] for space in members if space != board.OFF})
    found = []
    for space in range(board.SPACES):
        if board.is_on(shape, space // board.SIDE, space % board.SIDE):
            row, col = turned(shape, space, turn)
            part = "back" if shape == board.TRIANGLE else QUARTERS[row % 2][col % 2]
            said = f"{NAMES[space]}, {tint[space]} corner" if space in tint else NAMES[space]
            if shape == board.TRIANGLE:
                col += (board.SIZE[shape] - row) // 2
            look = f"tile-{part}-{tint[space]}" if space in tint else f"tile-{part}"
            found.append(lasting(Spot(NAMES[space], row, col, said, look=look)))
    return tuple(sorted(found, key=lambda spot: (spot.row, spot.col)))


def quarters(s: State, seat: int) -> int:
    """How often the board is turned clockwise, by a corner at a time, for a viewer."""
    corners = board.CORNERS - 1 if s.board == board.TRIANGLE else board.CORNERS
    return 0 if seat < 0 else corners - 1 - board.home(s, seat)


def turned(shape: int, space: int, turn: int) -> tuple[int, int]:
    """The row and the column of a space on a board that was turned."""
    row, col, end = space // board.SIDE, space % board.SIDE, board.SIZE[shape] - 1
    for _ in range(turn):
        row, col = (end - row + col, end - row) if shape == board.TRIANGLE else (col, end - row)
    return row, col


def margins(size: int, turn: int) -> tuple[list[str], list[str]]:
    """The names of rows and columns on a board that was turned."""
    rows, cols = [str(k + 1) for k in range(size)], list(COLUMNS[:size])
    for _ in range(turn):
        rows, cols = cols, rows[::-1]
    return rows, cols


def draw_counts(t: Screen, s: State) -> None:
    each = board.cubes_each(s)
    last = board.LIMIT * each
    table = t.panel(TABLE, "Table", round=s.rounds if s.rounds < last // 2 else f"{s.rounds} of {last}")
    if s.anti_spoiling == 0:
        late = s.rounds > board.SPOILED * each
        table.counters["cubes still at home"] = (
            "count as filled" if late else f"block until round {board.SPOILED * each}"
        )
    table.counters["begun by"] = greenbox.SEAT_COLOURS[s.starter]
    for player in range(s.seats):
        panel = seat_panel(t, player, player == s.mover)
        panel.counters["cubes in"] = f"{board.inside(s, player)}/{each}"
        panel.counters["steps left"] = board.away(s, player)
        if s.arrived[player]:
            panel.counters["arrived"] = ("first", "second", "third")[s.arrived[player] - 1]
        elif s.passed >> player & 1:
            panel.counters["note"] = "no move: pass"


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    seat = before.mover
    told = [deed(after, seat)]
    got, each = board.inside(after, seat), board.cubes_each(after)
    if got > board.inside(before, seat):
        told.append(f"{seat_name(seat)} has {got} of {each} cubes in the corner.")
    for player in range(after.seats):
        if after.passed >> player & 1:
            told.append(f"{seat_name(player)} has no move and passes.")
    for player in range(after.seats):
        if after.arrived[player] and not before.arrived[player]:
            told.append(arrival(after, player))
    if before.rounds <= board.SPOILED * each < after.rounds and after.anti_spoiling == 0:
        told.append("From this round on, cubes that are still at home count as filled for whoever comes there.")
    if after.mover == board.NONE:
        told.append(ending(after))
    return told


def deed(s: State, seat: int) -> str:
    came = [NAMES[space] for space in way(s)]
    if s.last_from in neighbours(s, s.place[s.last_seat, s.last_cube]):
        return f"{seat_name(seat)} steps {'-'.join(came)}."
    leaps = len(came) - 1
    return f"{seat_name(seat)} leaps {'-'.join(came)}{f': {leaps} leaps in one go!' if leaps >= LONG else '.'}"


def arrival(s: State, seat: int) -> str:
    if board.inside(s, seat) == board.cubes_each(s):
        return f"{seat_name(seat)} has filled the corner."
    return (
        f"{seat_name(seat)} has arrived: the cubes of {seat_name(board.host(s, seat))} still at home count as filled."
    )


def ending(s: State) -> str:
    if any(s.arrived[seat] for seat in range(s.seats)):
        return won_by([s.arrived[seat] for seat in range(s.seats)].index(1))
    order = [(-board.inside(s, seat), board.away(s, seat)) for seat in range(s.seats)]
    best = [seat for seat in range(s.seats) if order[seat] == min(order)]
    what = f"{counted(-min(order)[0], 'cube')} in the corner"
    return f"{counted(s.rounds, 'round')} are over: {won_by(*best, what=what)}"

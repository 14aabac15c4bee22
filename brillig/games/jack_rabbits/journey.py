"""A journey: from leaving a place to arriving at another, tile by tile."""

from __future__ import annotations

from brillig.core import rule
from brillig.games.jack_rabbits import purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State

# The suits that each post takes, by the kind of its tile.
TREK_SUITS = 1 << tiles.CLUBS | 1 << tiles.SPADES | 1 << tiles.HEARTS
FORK_SUITS = 1 << tiles.DIAMONDS | 1 << tiles.SPADES
TAVERN_SUITS = 1 << tiles.DIAMONDS | 1 << tiles.HEARTS
CAVE_SUITS = 1 << tiles.DIAMONDS | 1 << tiles.CLUBS
TOLL = (0, TREK_SUITS, TREK_SUITS, TREK_SUITS, FORK_SUITS, TAVERN_SUITS, CAVE_SUITS)
FIRST_CAVE = tiles.TILES - 4

# Why something on a journey is refused.
(
    NOT_ASKED,
    FORWARD_ONLY,
    STOP_FIRST,
    HOP_OUT,
    NO_BOATS,
    OTHER_WATER,
    NOT_ON_BOARD,
    JOKER_TAKEN,
    NO_JOKER,
    RING_ROAD,
    BEEN_THERE,
) = range(1, 12)
TOO_LITTLE = 100  # + 16 * suits + price


@rule
def cost(s: State) -> int:
    """The price of this turn."""
    return s.dice[0] + s.dice[1]


@rule
def toll(s: State) -> int:
    """The suits that the post takes where the rabbit is."""
    return TOLL[tiles.KIND[tiles.TILE_OF[s.end]]]


@rule
def refuse_toll(s: State) -> int:
    return 0 if purse.can_pay(s, cost(s), toll(s)) else TOO_LITTLE + 16 * toll(s) + cost(s)


# ---- the walk guard ------------------------------------------------------------------------------------------------


@rule
def was_entered(s: State, end: int) -> bool:
    """Has the rabbit entered this road tile by this end in this journey? (Hexagons are never kept.)"""
    k = end - tiles.RHOMBUS_ENDS
    return k >= 0 and s.entered[k // 42] >> k % 42 & 1 == 1


@rule
def may_leave_by(s: State, end: int) -> bool:
    return s.partner[end] != r.NO_ROAD and (s.partner[end] == r.OPEN or not was_entered(s, s.partner[end]))


@rule
def cave_end(cave: int, turn: int) -> int:
    return tiles.FIRST_END[cave] + turn


@rule
def is_exit(s: State, end: int) -> bool:
    """Is this the road of a cave on the board, and may it be walked?"""
    cave = tiles.TILE_OF[end]
    if tiles.KIND[cave] != tiles.CAVE or s.at[cave] == r.NONE or end != cave_end(cave, s.turn[cave]):
        return False
    return may_leave_by(s, end)


@rule
def caves(s: State, but: int) -> int:
    """How many caves can be walked out of, other than this one."""
    n = 0
    for cave in range(FIRST_CAVE, tiles.TILES):
        if cave != but and s.at[cave] != r.NONE and is_exit(s, cave_end(cave, s.turn[cave])):
            n += 1
    return n


@rule
def is_port(s: State, end: int, waters: int) -> bool:
    """May a boat on these waters land at this end of another tile?"""
    if s.partner[end] != r.OPEN or tiles.TILE_OF[end] == tiles.TILE_OF[s.end] or was_entered(s, end):
        return False
    return waters >> s.water[end] & 1 == 1


@rule
def has_port(s: State, waters: int) -> bool:
    if waters == 0:
        return False
    for end in range(tiles.ENDS):
        if is_port(s, end, waters):
            return True
    return False


@rule
def own_waters(s: State) -> int:
    """The waters that the roads of this fork are open to."""
    first, found = tiles.FIRST_END[tiles.TILE_OF[s.end]], 0
    for end in range(first, first + 3):
        if s.partner[end] == r.OPEN:
            found |= 1 << s.water[end]
    return found


@rule
def is_other_track(end: int, wanted: int) -> bool:
    """Is this an end of the other track of the same rhombus?"""
    return tiles.TILE_OF[wanted] == tiles.TILE_OF[end] and wanted != end and wanted != tiles.other_end(end)


# ---- what is refused -----------------------------------------------------------------------------------------------


@rule
def refuse_depart(s: State, code: int) -> int:
    place = s.place[s.mover]
    if code == r.STAY:
        return HOP_OUT if place == r.UNDERGROUND else 0
    if code == r.HORSE_JOKER:
        return 0 if purse.holds(s, s.mover, r.RED_JOKER) else NO_JOKER
    if not r.ROAD <= code < r.ROAD + tiles.ENDS:
        return HOP_OUT if place == r.UNDERGROUND else NOT_ASKED
    if place == r.UNDERGROUND:
        return 0 if is_exit(s, code - r.ROAD) else HOP_OUT
    return 0 if tiles.TILE_OF[code - r.ROAD] == place and may_leave_by(s, code - r.ROAD) else NOT_ASKED


@rule
def refuse_trek(s: State, code: int) -> int:
    if code == r.KEEP:
        return 0
    if code != r.TREK_PAY:
        return FORWARD_ONLY if code == r.ROAD + s.end else NOT_ASKED
    ways = 0
    for end in range(tiles.FIRST_END[tiles.TILE_OF[s.end]], tiles.FIRST_END[tiles.TILE_OF[s.end]] + 4):
        if is_other_track(s.end, end):
            if s.goal[end] == 0:
                return RING_ROAD
            ways += 1 if may_leave_by(s, end) else 0
    return refuse_toll(s) if ways > 0 else BEEN_THERE


@rule
def refuse_trek_end(s: State, code: int) -> int:
    if not r.ROAD <= code < r.ROAD + tiles.ENDS:
        return NOT_ASKED
    if not is_other_track(s.end, code - r.ROAD):
        return NOT_ASKED
    return 0 if may_leave_by(s, code - r.ROAD) else BEEN_THERE


@rule
def refuse_fork(s: State, code: int) -> int:
    if code == r.HIRE_HORSE:
        return refuse_toll(s)
    if code == r.HIRE_BOAT:
        return refuse_toll(s) if has_port(s, own_waters(s)) else NO_BOATS
    if not r.ROAD <= code < r.ROAD + tiles.ENDS or tiles.TILE_OF[code - r.ROAD] != tiles.TILE_OF[s.end]:
        return NOT_ASKED
    if code - r.ROAD == s.end:
        return FORWARD_ONLY
    return 0 if may_leave_by(s, code - r.ROAD) else BEEN_THERE


@rule
def refuse_tavern(s: State, code: int) -> int:
    if code == r.WALK_ON:
        return 0
    if code == r.HORSE_JOKER:
        return 0 if purse.holds(s, s.mover, r.RED_JOKER) else NO_JOKER
    if code != r.BUY_RED and code != r.BUY_BLACK:
        return FORWARD_ONLY if code == r.ROAD + s.end else NOT_ASKED
    if s.bought == 1:
        return NOT_ASKED
    return refuse_toll(s) if s.where[r.RED_JOKER if code == r.BUY_RED else r.BLACK_JOKER] == r.AISLE else JOKER_TAKEN


@rule
def refuse_cave(s: State, code: int) -> int:
    if code == r.GO_UNDER:
        return 0
    if code == r.CAVE_PAY:
        return refuse_toll(s) if caves(s, tiles.TILE_OF[s.end]) > 0 else BEEN_THERE
    return FORWARD_ONLY if r.ROAD <= code < r.ROAD + tiles.ENDS else NOT_ASKED


@rule
def refuse_cave_out(s: State, code: int) -> int:
    if not r.ROAD <= code < r.ROAD + tiles.ENDS:
        return NOT_ASKED
    if tiles.TILE_OF[code - r.ROAD] == tiles.TILE_OF[s.end]:
        return FORWARD_ONLY
    return 0 if is_exit(s, code - r.ROAD) else NOT_ASKED


@rule
def refuse_shore(s: State, code: int) -> int:
    if code == r.SWIM:
        return 0
    if code != r.BOAT_JOKER:
        return NOT_ASKED
    if not purse.holds(s, s.mover, r.BLACK_JOKER):
        return NO_JOKER
    return 0 if has_port(s, 1 << s.water[s.end]) else NO_BOATS


@rule
def refuse_sail(s: State, code: int) -> int:
    if not r.ROAD <= code < r.ROAD + tiles.ENDS:
        return NOT_ASKED
    return 0 if is_port(s, code - r.ROAD, s.waters) else OTHER_WATER


@rule
def refuse_hexagon(s: State, code: int) -> int:
    if not r.HEXAGON <= code < r.HEXAGON + tiles.HEXAGONS:
        return NOT_ON_BOARD
    return 0 if s.at[code - r.HEXAGON] != r.NONE else NOT_ON_BOARD


@rule
def refuse_stop(s: State, code: int) -> int:
    """On a house with the own carrot: another road than the one it came by."""
    if not r.ROAD <= code < r.ROAD + tiles.ENDS:
        return NOT_ASKED
    if tiles.TILE_OF[code - r.ROAD] != s.place[s.mover]:
        return NOT_ASKED
    if code - r.ROAD == s.came:
        return FORWARD_ONLY
    return 0 if may_leave_by(s, code - r.ROAD) else BEEN_THERE


# ---- what is done --------------------------------------------------------------------------------------------------


@rule
def set_out(s: State) -> None:
    """Before the first step; out of the ground where there is no cave, a rabbit comes out in the Citadel."""
    s.origin, s.came, s.end = s.place[s.mover], r.NONE, r.NONE
    s.entered[0], s.entered[1] = 0, 0
    if s.origin == r.UNDERGROUND and caves(s, r.NONE) == 0:
        s.place[s.mover] = tiles.CITADEL
        s.step = r.ARRIVE
    else:
        s.step = r.DEPART


@rule
def go_by(s: State, end: int) -> None:
    s.end = end
    s.step = r.WALK


@rule
def walk(s: State) -> None:
    """Out by an end: to the tile beyond, or to the shore."""
    if s.partner[s.end] == r.OPEN:
        s.step = r.SHORE
    else:
        s.end = s.partner[s.end]
        s.step = r.ENTER


@rule
def enter(s: State) -> None:
    """Onto a tile by one of its ends."""
    tile = tiles.TILE_OF[s.end]
    kind = tiles.KIND[tile]
    if kind == tiles.HEXAGON_KIND:
        s.place[s.mover], s.came = tile, s.end
        s.step = r.ARRIVE
        return
    k = s.end - tiles.RHOMBUS_ENDS
    s.entered[k // 42] |= 1 << k % 42
    s.bought = 0
    if kind == tiles.FORK:
        s.step = r.AT_FORK if fork_is_open(s) else r.BE_LOCAL
        if s.step == r.BE_LOCAL:
            walk_back(s)
    else:
        s.step = r.AT_TAVERN if kind == tiles.TAVERN else r.AT_CAVE if kind == tiles.CAVE else r.TREK


@rule
def fork_is_open(s: State) -> bool:
    """Is there a road or a ride from here?"""
    first = tiles.FIRST_END[tiles.TILE_OF[s.end]]
    for end in range(first, first + 3):
        if end != s.end and may_leave_by(s, end):
            return True
    return refuse_toll(s) == 0


@rule
def walk_back(s: State) -> None:
    """To where the journey began, as if the rabbit had stayed."""
    s.place[s.mover] = s.origin
    s.after = 1
    s.step = r.INCREMENT if s.origin == r.UNDERGROUND else r.BE_LOCAL


@rule
def send_off(s: State, seat: int) -> None:
    """Off the board. If it is the seat in turn, the turn is over."""
    s.place[seat] = r.OFF
    if seat == s.mover:
        s.step = r.NEXT_TURN


@rule
def travel(s: State, code: int) -> None:
    """A choice on the way."""
    if code == r.STAY:
        s.after = 1
        s.step = r.BE_LOCAL
    elif code == r.HORSE_JOKER:
        purse.move(s, r.RED_JOKER, r.AISLE)
        s.step = r.RIDE
    elif code == r.BOAT_JOKER:
        purse.move(s, r.BLACK_JOKER, r.AISLE)
        s.waters = 1 << s.water[s.end]
        s.step = r.SAIL
    elif code == r.KEEP:
        go_by(s, tiles.other_end(s.end))
    elif code == r.WALK_ON:
        go_by(s, other_road(s))
    elif code == r.GO_UNDER:
        s.place[s.mover] = r.UNDERGROUND
        s.step = r.INCREMENT
    elif code == r.SWIM:
        send_off(s, s.mover)
    elif s.step == r.SAIL:
        s.end = code - r.ROAD
        s.step = r.ENTER
    elif r.ROAD <= code < r.ROAD + tiles.ENDS:
        go_by(s, code - r.ROAD)
    elif r.HEXAGON <= code < r.HEXAGON + tiles.HEXAGONS:
        s.place[s.mover], s.came = code - r.HEXAGON, r.NONE
        s.step = r.ARRIVE
    else:
        hire(s, code)


@rule
def other_road(s: State) -> int:
    """The other road of a tavern."""
    first = tiles.FIRST_END[tiles.TILE_OF[s.end]]
    for end in range(first, first + 3):
        if end != s.end and s.partner[end] != r.NO_ROAD:
            return end
    return s.end


@rule
def hire(s: State, code: int) -> None:
    """Something that costs the price."""
    why = r.FOR_CAVE
    if code == r.TREK_PAY:
        why = r.FOR_TREK
    elif code == r.HIRE_HORSE:
        why = r.FOR_HORSE
    elif code == r.HIRE_BOAT:
        why = r.FOR_BOAT
    elif code == r.BUY_RED:
        why = r.FOR_RED
    elif code == r.BUY_BLACK:
        why = r.FOR_BLACK
    purse.charge(s, cost(s), toll(s), why)


@rule
def has_paid(s: State) -> None:
    """The price of something on the way is paid."""
    if s.why == r.FOR_TREK:
        s.step = r.TREK_END
    elif s.why == r.FOR_HORSE:
        s.step = r.RIDE
    elif s.why == r.FOR_BOAT:
        s.waters = own_waters(s)
        s.step = r.SAIL
    else:
        s.step = r.CAVE_OUT


@rule
def can_go_on(s: State) -> bool:
    """From a house with the own carrot: is there another road?"""
    for end in range(6 * s.place[s.mover], 6 * s.place[s.mover] + 6):
        if refuse_stop(s, r.ROAD + end) == 0:
            return True
    return False


@rule
def stop_or_go_on(s: State) -> None:
    s.step = r.STOP if can_go_on(s) else r.BE_LOCAL
    s.after = 1

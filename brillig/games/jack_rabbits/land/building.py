"""Building the land in turns, from tiles that lie face down (strict) or face up (free)."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.jack_rabbits import journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import placing, roads, tiles
from brillig.games.jack_rabbits.record import State

DEAD_END, TWO_HEXAGONS, TWO_TRIANGLES, NOT_JOINED, TAKEN, NO_TILES, NOT_YOURS = range(40, 47)


@rule
def begin(s: State, suits: int, copies: int) -> None:
    """Nothing but the Citadel lies there, and everybody has a share of the tiles."""
    placing.clear(s)
    for k in range(tiles.TILES):
        s.owner[k], s.aside[k], s.aside_by[k] = r.NOBODY, r.NONE, r.NOBODY
        if k == 0 or not placing.in_play(k, suits, copies):
            s.at[k] = r.NONE if k > 0 else s.at[k]
            s.turn[k] = GONE_TILE if k > 0 else 0
    for seat in range(s.seats):
        for shape in range(3):
            s.share[seat, shape] = 3 * copies // s.seats
    if s.board == r.FREE:
        deal_tiles(s)
    s.decider = s.starter
    s.tile, s.spot = r.NONE, r.NONE
    s.step = r.BUILD


GONE_TILE = -1  # the turn of a tile that is not in this game


@rule
def is_left(s: State, tile: int) -> bool:
    """Is a tile still to be laid, and not put aside?"""
    if tile == 0 or s.at[tile] != r.NONE or s.turn[tile] == GONE_TILE:
        return False
    for k in range(s.asides):
        if s.aside[k] == tile:
            return False
    return True


@rule
def random_tile(s: State, shape: int) -> int:
    """One of the tiles of this shape that nobody owns and that are still to be laid."""
    n = 0
    for tile in range(tiles.TILES):
        if tiles.shape(tile) == shape and s.owner[tile] == r.NOBODY and is_left(s, tile):
            n += 1
    n = random(s, n)
    for tile in range(tiles.TILES):
        if tiles.shape(tile) == shape and s.owner[tile] == r.NOBODY and is_left(s, tile):
            if n == 0:
                return tile
            n -= 1
    return r.NONE


@rule
def deal_tiles(s: State) -> None:
    for seat in range(s.seats):
        for shape in range(3):
            for _ in range(s.share[seat, shape]):
                s.owner[random_tile(s, shape)] = seat


@rule
def next_builder(s: State) -> None:
    """Whoever is to lay a tile now; when nobody can, the land is finished."""
    for k in range(s.seats):
        seat = (s.decider + k) % s.seats
        if s.board == r.STRICT and s.share[seat, 0] + s.share[seat, 1] + s.share[seat, 2] > 0:
            s.decider = seat
            s.step = r.BUILD_SHAPE
            return
        if s.board == r.FREE and can_build(s, seat):
            s.decider = seat
            s.step = r.BUILD_TILE
            return
    if s.asides > 0 and try_again(s):
        return
    finish(s)


@rule
def can_build(s: State, seat: int) -> bool:
    for tile in range(tiles.TILES):
        if s.owner[tile] == seat and s.at[tile] == r.NONE and placing.fits(s, tile, 1):
            return True
    return False


@rule
def try_again(s: State) -> bool:
    """The tiles put aside, in order, until a whole pass places nothing."""
    while True:
        if s.again >= s.asides:
            if s.placed_again == 0 and s.again > 0:
                return False
            s.again, s.placed_again = 0, 0
        tile = s.aside[s.again]
        s.again += 1
        if s.at[tile] == r.NONE and placing.fits(s, tile, 1):
            s.placed_again = 1
            s.decider = s.aside_by[s.again - 1]
            pick_up(s, tile)
            return True
        if s.again >= s.asides and s.placed_again == 0:
            return False


@rule
def pick_up(s: State, tile: int) -> None:
    s.tile = tile
    s.soft = 0 if placing.fits(s, tile, 0) else 1
    s.step = r.BUILD_SPOT


@rule
def finish(s: State) -> None:
    """The land is made: chart it, deal the cards, and the first builder begins."""
    suits = 0
    for suit in range(4):
        if s.at[1 + 3 * suit] != r.NONE:
            suits |= 1 << suit
    for tile in range(tiles.TILES):
        s.turn[tile] = max(0, s.turn[tile])
        s.owner[tile] = r.NOBODY
    s.tile, s.spot, s.soft = r.NONE, r.NONE, 0
    roads.chart(s)
    purse.deal(s, suits)
    s.mover = s.starter
    s.step = r.BEGIN_TURN


# ---- choices -------------------------------------------------------------------------------------------------------


@rule
def refuse_build(s: State, code: int) -> int:
    if s.step == r.BUILD_SHAPE:
        if not r.SHAPE <= code < r.SHAPE + 3:
            return journey.NOT_ASKED
        return 0 if s.share[s.decider, code - r.SHAPE] > 0 else NO_TILES
    if s.step == r.BUILD_TILE:
        if not r.TILE <= code < r.TILE + tiles.TILES:
            return journey.NOT_ASKED
        tile = code - r.TILE
        if s.owner[tile] != s.decider or s.at[tile] != r.NONE:
            return NOT_YOURS
        return 0 if placing.fits(s, tile, 1) else TAKEN
    if s.step == r.BUILD_SPOT:
        if not r.SPOT <= code < r.SPOT + placing.spots(s.tile):
            return journey.NOT_ASKED
        return why_not(s, code - r.SPOT)
    if not r.TURN <= code < r.TURN + tiles.TURNINGS[s.tile]:
        return journey.NOT_ASKED
    return reason(placing.fit(s, s.tile, s.spot, code - r.TURN, s.soft))


@rule
def why_not(s: State, at: int) -> int:
    """Why a tile does not fit there in any turning; the best of the reasons."""
    why = 0
    if not placing.is_free(s, s.tile, at):
        return TAKEN
    if s.tile >= tiles.RHOMBUS and not placing.is_beside(s, s.tile, at):
        return NOT_JOINED
    for turn in range(tiles.TURNINGS[s.tile]):
        found = placing.fit(s, s.tile, at, turn, s.soft)
        if found > 0:
            return 0
        why = found
    return reason(why)


@rule
def reason(found: int) -> int:
    if found > 0:
        return 0
    if found == placing.DEAD_END:
        return DEAD_END
    if found == placing.TWO_HEXAGONS:
        return TWO_HEXAGONS
    if found == placing.TWO_TRIANGLES:
        return TWO_TRIANGLES
    return NOT_JOINED if found == placing.NOT_JOINED else TAKEN


@rule
def build(s: State, code: int) -> None:
    if s.step == r.BUILD_SHAPE:
        shape = code - r.SHAPE
        s.share[s.decider, shape] -= 1
        tile = random_tile(s, shape)
        if placing.fits(s, tile, 1):
            pick_up(s, tile)
        else:
            s.aside[s.asides], s.aside_by[s.asides] = tile, s.decider
            s.asides += 1
            pass_on(s)
    elif s.step == r.BUILD_TILE:
        s.share[s.decider, tiles.shape(code - r.TILE)] -= 1
        pick_up(s, code - r.TILE)
    elif s.step == r.BUILD_SPOT:
        s.spot = code - r.SPOT
        only = only_turn(s)
        s.step = r.BUILD_TURN
        if only != r.NONE:
            lay_down(s, only)
    else:
        lay_down(s, code - r.TURN)


@rule
def only_turn(s: State) -> int:
    """The one turning that fits there, or NONE if there are several."""
    found = r.NONE
    for turn in range(tiles.TURNINGS[s.tile]):
        if placing.fit(s, s.tile, s.spot, turn, s.soft) > 0:
            if found != r.NONE:
                return r.NONE
            found = turn
    return found


@rule
def lay_down(s: State, turn: int) -> None:
    placing.lay(s, s.tile, s.spot, turn)
    s.tile, s.spot, s.soft = r.NONE, r.NONE, 0
    pass_on(s)


@rule
def pass_on(s: State) -> None:
    s.decider = (s.decider + 1) % s.seats
    s.step = r.BUILD

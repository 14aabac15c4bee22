"""Worlds to play in: three that have names, and a way to lay others by lot.

A named map is for four seats. With three, the Arrows and the tiles marked bx are taken away; with two, also the Hammers
and the tiles marked by.
"""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.war import world
from brillig.games.war.world import State
from brillig.parts.bag import draw
from brillig.parts.boxes.greenbox import ARROW, HAMMERS, SYMBOL_LETTERS

NOT_FOR_THREE, NOT_FOR_TWO = world.BROWN + 1, world.BROWN + 2  # brown tiles of named maps
OF_A_SYMBOL = 3
WIDE = 8  # a random world has eight rows and eight columns
# By the tile: so many seats or fewer play without it.
FEWER_THAN = tuple(
    {ARROW: 3, NOT_FOR_THREE: 3, HAMMERS: 2, NOT_FOR_TWO: 2}.get(tile, 0) for tile in range(NOT_FOR_TWO + 1)
)
DEALS, CLUSTERED_DEALS, CLUSTER_TRIES, EAR_TRIES = 500, 50, 200, 40
LONGEST_EAR = 4
CROWDED = 3  # symbols beside a symbol, at most
TIGHT, SPACIOUS = range(2)
SPREAD, CLUSTERED = range(2)

HEARTLAND = """
    bx D  b  H  B  A
    W  b  B  W  b  by
    B  D  b  b  by C
    b  b  bx C  b  D
    by H  b  b  b  H
    A  W  b  C  bx A
"""
TWO_CONTINENTS = """
    bx by by .. .. .. D  b  W
    A  H  D  b  C  b  A  b  bx
    B  b  C  .. .. .. H  by b
    b  W  b  B  b  b  b  C  B
    bx A  H  .. .. .. D  b  W
"""
INNER_SEA = """
    H  b  D  by A  by ..
    C  b  b  B  D  H  ..
    b  W  .. .. .. b  bx
    B  bx .. .. .. B  A
    b  by .. .. .. b  W
    b  C  b  W  C  b  ..
    A  b  D  H  bx b  ..
"""


def _read(drawn: str) -> tuple[int, ...]:
    """A drawn map, cell by cell."""
    words = {"..": world.OCEAN, "b": world.BROWN, "bx": NOT_FOR_THREE, "by": NOT_FOR_TWO}
    words |= {letter: symbol for symbol, letter in enumerate(SYMBOL_LETTERS)}
    rows = [[words[word] for word in line.split()] for line in drawn.split("\n")[1:-1]]
    rows += [[]] * (world.ROWS - len(rows))
    return tuple(cell for row in rows for cell in row + [world.OCEAN] * (world.COLUMNS - len(row)))


NAMED = (_read(HEARTLAND), _read(TWO_CONTINENTS), _read(INNER_SEA))


@rule
def lay_world(s: State) -> None:
    if s.map > 0:
        for cell in range(world.CELLS):
            s.tile[cell] = named_tile(NAMED[s.map - 1][cell], s.seats)
        return
    for cell in range(world.CELLS):
        s.tile[cell] = world.OCEAN
    lay_land(s)
    if s.grouping == SPREAD or not deal_clusters(s):
        deal_spread(s)


@rule
def named_tile(tile: int, seats: int) -> int:
    """What a tile of a named map is when so many play."""
    if seats <= FEWER_THAN[tile]:
        return world.OCEAN
    return min(tile, world.BROWN)


@rule
def tiles_in_play(seats: int) -> int:
    return 2 * OF_A_SYMBOL * world.KINDS_OF_SYMBOL[seats]


# ---- land by lot ---------------------------------------------------------------------------------------------------


@rule
def lay_land(s: State) -> None:
    """Three places that touch each other, then more: in gaps between two, or as ears. So no single tile holds it together."""
    first = WIDE // 2 * world.COLUMNS + WIDE // 2 - 1
    s.tile[first] = world.BROWN
    s.tile[world.near(first, 1)] = world.BROWN
    s.tile[world.near(first, 5)] = world.BROWN
    missing = tiles_in_play(s.seats) - 3
    while missing > 0:
        length = 0
        if s.style == SPACIOUS and missing >= 2 and random(s, 2) == 0:
            length = grow_ear(s, missing)
        if length == 0:
            fill_gap(s)
            length = 1
        missing -= length


@rule
def is_gap(s: State, cell: int) -> bool:
    """An empty place inside the eight columns."""
    return cell != world.NONE and cell % world.COLUMNS < WIDE and s.tile[cell] == world.OCEAN


@rule
def touching(s: State, cell: int) -> int:
    """How many tiles lie around a place."""
    n = 0
    for k in range(world.AROUND):
        n += 1 if world.is_land(s, world.near(cell, k)) else 0
    return n


@rule
def fill_gap(s: State) -> None:
    """A tile goes to a place that touches two tiles or more; in a tight world rather to one that touches many."""
    chosen, weights = world.NONE, 0
    for cell in range(world.CELLS):
        if is_gap(s, cell):
            n = touching(s, cell)
            if n >= 2:
                weight = n * n if s.style == TIGHT else 1
                weights += weight
                if random(s, weights) < weight:
                    chosen = cell
    s.tile[chosen] = world.BROWN


@rule
def grow_ear(s: State, missing: int) -> int:
    """A chain of tiles that leaves the land at one tile and comes back at another; its length, 0 if none was found."""
    for _ in range(EAR_TRIES):
        length = 2 + random(s, min(LONGEST_EAR, missing) - 1)
        root = any_land(s)
        at, laid = root, 0
        while laid < length:
            at = next_of_ear(s, root, at, laid, length)
            if at == world.NONE:
                break
            s.units[laid] = at  # the chain, until it is whole
            s.used[at] = 1
            laid += 1
        for k in range(laid):
            s.used[s.units[k]] = 0
            if laid == length:
                s.tile[s.units[k]] = world.BROWN
            s.units[k] = 0
        if laid == length:
            return length
    return 0


@rule
def next_of_ear(s: State, root: int, at: int, laid: int, length: int) -> int:
    """Any neighbour where the chain may go on: the first touches the root alone, the last another tile, others none."""
    chosen, n = world.NONE, 0
    for k in range(world.AROUND):
        cell = world.near(at, k)
        if is_gap(s, cell) and s.used[cell] == 0:
            rooted = beside(cell, root)
            others = touching(s, cell) - rooted
            last = laid == length - 1
            if (last and others > 0) or (not last and others == 0 and (rooted == 1) == (laid == 0)):
                n += 1
                if random(s, n) == 0:
                    chosen = cell
    return chosen


@rule
def beside(cell: int, other: int) -> int:
    """1 if the two cells touch."""
    for k in range(world.AROUND):
        if world.near(cell, k) == other:
            return 1
    return 0


@rule
def any_land(s: State) -> int:
    chosen, n = world.NONE, 0
    for cell in range(world.CELLS):
        if s.tile[cell] != world.OCEAN:
            n += 1
            if random(s, n) == 0:
                chosen = cell
    return chosen


# ---- symbols by lot ------------------------------------------------------------------------------------------------


@rule
def deal_spread(s: State) -> None:
    """Deal all tiles onto the land until nothing is wrong with them, or take the deal with the fewest faults."""
    fewest = world.CELLS * world.CELLS
    for _ in range(DEALS):
        for symbol in range(world.SYMBOLS):
            s.bag[symbol] = OF_A_SYMBOL if in_play(s, symbol) else 0
        s.bag[world.BROWN] = tiles_in_play(s.seats) // 2
        for cell in range(world.CELLS):
            if s.tile[cell] != world.OCEAN:
                s.tile[cell] = draw(s.bag, s)
        fewest = keep_if_better(s, faults(s, True), fewest)
        if fewest == 0:
            break
    lay_kept(s)


@rule
def deal_clusters(s: State) -> bool:
    """Let each symbol grow from a place of its own to three; of so many such deals keep the best. False: none was found."""
    fewest, found = world.CELLS * world.CELLS, 0
    for _ in range(CLUSTER_TRIES):
        if grow_clusters(s):
            found += 1
            fewest = keep_if_better(s, faults(s, False), fewest)
            if fewest == 0 or found == CLUSTERED_DEALS:
                break
    if found > 0:
        lay_kept(s)
    return found > 0


@rule
def keep_if_better(s: State, wrong: int, fewest: int) -> int:
    """Keep this deal if nothing better was found; the fewest faults so far."""
    if wrong >= fewest:
        return fewest
    for cell in range(world.CELLS):
        s.used[cell] = s.tile[cell]
    return wrong


@rule
def lay_kept(s: State) -> None:
    for cell in range(world.CELLS):
        s.tile[cell] = s.used[cell]
        s.used[cell] = 0


@rule
def grow_clusters(s: State) -> bool:
    """Three tiles of each symbol, in random order; False if one could not grow."""
    left = 0
    for symbol in range(world.SYMBOLS):
        s.bag[symbol] = 1 if in_play(s, symbol) else 0
        left += s.bag[symbol]
    s.bag[world.BROWN] = 0
    for cell in range(world.CELLS):
        if s.tile[cell] != world.OCEAN:
            s.tile[cell] = world.BROWN
    for _ in range(left):
        symbol = draw(s.bag, s)
        for size in range(OF_A_SYMBOL):
            cell = any_brown(s, world.NONE if size == 0 else symbol)
            if cell == world.NONE:
                for rest in range(world.SYMBOLS):
                    s.bag[rest] = 0
                return False
            s.tile[cell] = symbol
    return True


@rule
def any_brown(s: State, symbol: int) -> int:
    """Any brown tile, or any that touches a tile with this symbol."""
    chosen, n = world.NONE, 0
    for cell in range(world.CELLS):
        if s.tile[cell] == world.BROWN and (symbol == world.NONE or alike(s, cell, symbol) > 0):
            n += 1
            if random(s, n) == 0:
                chosen = cell
    return chosen


@rule
def alike(s: State, cell: int, tile: int) -> int:
    """How many tiles around a cell show this."""
    n = 0
    for k in range(world.AROUND):
        if world.near(cell, k) != world.NONE and s.tile[world.near(cell, k)] == tile:
            n += 1
    return n


@rule
def in_play(s: State, symbol: int) -> bool:
    return s.seats > FEWER_THAN[symbol]


@rule
def faults(s: State, spread: bool) -> int:
    """Brown tiles without a symbol beside them, symbols without a brown one; crowds of symbols, and equal ones that touch."""
    wrong = 0
    for cell in range(world.CELLS):
        if s.tile[cell] == world.OCEAN:
            continue
        brown = alike(s, cell, world.BROWN)
        symbols = touching(s, cell) - brown
        if s.tile[cell] == world.BROWN:
            wrong += 1 if symbols == 0 else 0
        else:
            wrong += 1 if brown == 0 else 0
            if spread:
                wrong += 1 if symbols > CROWDED else 0
                wrong += alike(s, cell, s.tile[cell])
    return wrong

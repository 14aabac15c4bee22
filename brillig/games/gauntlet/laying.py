"""Laying a track: lines of fire, how far it is to the finish, and tracks at random without faults."""

from __future__ import annotations

from brillig.core import random, rule
from brillig.games.gauntlet import tracks
from brillig.games.gauntlet.record import State
from brillig.parts.bag import fill
from brillig.parts.bits import bit, count, has

CHANGES, BEGINNINGS = 5000, 10  # of a random track
IN_FIRE = (8, 14)  # blank tiles
A_MOVE, A_WALL = 2, 3  # what a step costs, and a wall that is climbed: half moves
FAR = 999


@rule
def around(outline: int, places: int) -> int:
    """The places that share a side with any of these; also some beside the track."""
    stride = tracks.STRIDE[outline]
    return (places << 1) | (places >> 1) | (places << stride) | (places >> stride)


@rule
def survey(s: State) -> None:
    """Read off the tiles what lies where, and the lines of fire."""
    for kind in range(tracks.ARROW + 1):
        s.paved[kind] = 0
    traps = 0
    for k in range(tracks.TILES):
        place = tracks.PLACE[s.outline][k]
        s.paved[min(s.tile[place], tracks.ARROW)] |= bit(place)
        if s.tile[place] >= tracks.ARROW:
            s.trap[traps] = place
            traps += 1
    for k in range(traps):
        s.line[k] = fire(s, s.trap[k], s.tile[s.trap[k]] - tracks.ARROW)


@rule
def fire(s: State, place: int, way: int) -> int:
    """The blank tiles that an arrow from there crosses: to the edge of the rectangle, over gaps, or to a wall."""
    stride = tracks.STRIDE[s.outline]
    row, col = place // stride, place % stride
    hit = 0
    while True:
        row += tracks.DOWN[way]
        col += tracks.RIGHT[way]
        if not (0 <= row < tracks.LINES[s.outline] and 0 <= col < tracks.COLUMNS[s.outline]):
            return hit
        at = row * stride + col
        if has(s.paved[tracks.BRICK] | s.paved[tracks.LUMBER], at):
            return hit
        if has(s.paved[tracks.BLANK], at):
            hit |= bit(at)


@rule
def reached(outline: int, start: int, ground: int) -> int:
    """All places of this ground that can be reached from some of them."""
    found = start & ground
    while True:
        more = (found | around(outline, found)) & ground
        if more == found:
            return found
        found = more


@rule
def climbed(s: State) -> int:
    """All that can be reached from the start without a step from Brick to Lumber or back."""
    start = tracks.AT_START[s.outline]
    blank, brick, lumber = start & s.paved[tracks.BLANK], start & s.paved[tracks.BRICK], start & s.paved[tracks.LUMBER]
    while True:
        before = count(blank | brick | lumber)
        blank |= around(s.outline, blank | brick | lumber) & s.paved[tracks.BLANK]
        brick |= around(s.outline, blank | brick) & s.paved[tracks.BRICK]
        lumber |= around(s.outline, blank | lumber) & s.paved[tracks.LUMBER]
        if count(blank | brick | lumber) == before:
            return blank | brick | lumber


@rule
def faults(s: State) -> int:
    """How far a track is from being a good one; the tiles have been surveyed."""
    k = s.outline
    ground = tracks.OUTLINE[k] & ~s.paved[tracks.ARROW]
    n = max(0, 2 - count(tracks.AT_START[k] & s.paved[tracks.BLANK]))
    if climbed(s) & tracks.AT_FINISH[k] == 0:
        n += 5
    n += count(ground & ~reached(k, tracks.AT_START[k], ground))
    n += count(ground & ~around(k, s.paved[tracks.BLANK]))
    if reached(k, tracks.AT_START[k], s.paved[tracks.BLANK]) & tracks.AT_FINISH[k] != 0:
        n += 3
    hit = 0
    for trap in range(6):
        hit |= s.line[trap]
        if count(s.line[trap]) < 2:
            n += 1
    lit = count(hit)
    return n + max(0, IN_FIRE[0] - lit) + max(0, lit - IN_FIRE[1])


@rule
def lay_named(s: State) -> None:
    for k in range(tracks.TILES):
        s.tile[tracks.PLACE[s.outline][k]] = tracks.NAMED[s.outline][k]
    survey(s)


@rule
def scatter(s: State) -> None:
    """Six Bricks, six Lumber, six Arrows that point anywhere, and blank tiles, all at random."""
    for k in range(tracks.TILES):  # each comes to any place among those before it
        kind = (
            tracks.BRICK
            if k < 6
            else tracks.LUMBER
            if k < 12
            else tracks.ARROW + random(s, tracks.WAYS)
            if k < 18
            else tracks.BLANK
        )
        other = random(s, k + 1)
        s.tile[tracks.PLACE[s.outline][k]] = s.tile[tracks.PLACE[s.outline][other]]
        s.tile[tracks.PLACE[s.outline][other]] = kind
    survey(s)


@rule
def lay_random(s: State) -> None:
    """Tiles at random, improved step by step until nothing is wrong; if that fails, the named track."""
    for _ in range(BEGINNINGS):
        scatter(s)
        wrong = faults(s)
        for _ in range(CHANGES):
            if wrong == 0:
                return
            wrong = improve(s, wrong)
    lay_named(s)


@rule
def improve(s: State, wrong: int) -> int:
    """Turn an Arrow or exchange two tiles; keep it unless there are more faults. How many there are then."""
    one, two = tracks.PLACE[s.outline][random(s, tracks.TILES)], tracks.PLACE[s.outline][random(s, tracks.TILES)]
    turned = random(s, 5) == 0
    if turned:
        one = two = s.trap[random(s, 6)]
    was_one, was_two = s.tile[one], s.tile[two]
    s.tile[one] = was_two
    s.tile[two] = was_one
    if turned:
        s.tile[one] = tracks.ARROW + random(s, tracks.WAYS)
    survey(s)
    now = faults(s)
    if now <= wrong:
        return now
    s.tile[one] = was_one
    s.tile[two] = was_two
    survey(s)
    return wrong


@rule
def measure(s: State) -> None:
    """From every place, the moves to the finish, and what they cost with the walls on the way."""
    k = s.outline
    fill(s.away, 0)
    fill(s.cost, FAR)
    ground = tracks.OUTLINE[k] & ~s.paved[tracks.ARROW]
    found, step = 0, 0
    fresh = tracks.AT_FINISH[k] & ground
    while fresh != 0:
        step += 1
        for place in range(tracks.START):
            if has(fresh, place):
                s.away[place] = step
        if fresh & tracks.AT_START[k] != 0 and s.away[tracks.START] == 0:
            s.away[tracks.START] = step + 1
        found |= fresh
        fresh = around(k, fresh) & ground & ~found
    s.cost[tracks.FINISH] = 0
    changed = True
    while changed:
        changed = False
        for tile in range(tracks.TILES):
            place = tracks.PLACE[k][tile]
            if has(s.paved[tracks.ARROW], place):
                continue
            best = s.cost[tracks.FINISH] + A_MOVE if has(tracks.AT_FINISH[k], place) else s.cost[place]
            near = around(k, bit(place)) & ground
            for other in range(tracks.START):
                if has(near, other):
                    best = min(best, s.cost[other] + A_MOVE + (0 if s.tile[other] == tracks.BLANK else A_WALL))
            if best < s.cost[place]:
                s.cost[place] = best
                changed = True
    for place in range(tracks.START):
        if has(tracks.AT_START[k] & ground, place):
            wall = 0 if s.tile[place] == tracks.BLANK else A_WALL
            s.cost[tracks.START] = min(s.cost[tracks.START], s.cost[place] + A_MOVE + wall)

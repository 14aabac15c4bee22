"""Points worth thinking about, for bots and learners: short lists of where to move, to place and to throw.

People may point anywhere. A list is made from the seat and what lies open when a point is to be chosen, never from
hands, and wiped when it has been; no point is illegal because it is not on a list. A point is kept as 256 y + x.
"""

from __future__ import annotations

from brillig.core import rule
from brillig.games.grenade_salad import ground
from brillig.games.grenade_salad.ground import State
from brillig.parts.field.measure import half_chord, squared

NEAREST_ENEMIES, NEAREST_COVER, KEY_IMPACTS = 16, 8, 8
STEP, STEPS = 6, 4  # the grid around a soldier that moves
GRID, FIRST = 24, 12  # the grid for a soldier that is placed
BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))  # right, below, left, above
NOT_AT_ALL = 1 << 30
# What a point promises, in quarters of a soldier: a kill with a card, a chance of one, a safe place.
A_KILL, A_CHANCE, COVERED, PLAIN = 8, 4, 2, 1

# A set of soldiers is told by the exclusive or of these: two sets that are not equal have other numbers.
_words = [k * 0x9E3779B97F4A7C15 % (1 << 64) for k in range(1, ground.SOLDIERS + 1)]
MARK = tuple(((word ^ (word >> 29)) * 0xBF58476D1CE4E5B9 % (1 << 64)) >> 2 for word in _words)


# ---- lists ---------------------------------------------------------------------------------------------------------


@rule
def list_points(s: State, seat: int) -> None:
    """Make the list for what was begun."""
    s.listed = 0
    if s.begun == ground.THROW:
        list_throws(s, seat, s.who)
    elif s.begun == ground.MOVE:
        list_moves(s, seat, s.who)
    else:
        list_places(s, seat)


@rule
def wipe_points(s: State) -> None:
    for k in range(s.listed):
        s.points[k] = 0
        s.worth[k] = 0
    s.listed = 0


@rule
def add_point(s: State, x: int, y: int, worth: int) -> None:
    """Put a legal point on the list, once."""
    point = 256 * y + x
    for k in range(s.listed):
        if s.points[k] == point:
            return
    if s.listed < ground.MOST_POINTS:
        s.points[s.listed] = point
        s.worth[s.listed] = min(worth, 127)
        s.listed += 1


@rule
def list_throws(s: State, seat: int, n: int) -> None:
    """Every set of soldiers that a grenade in reach can kill, by its highest and then leftmost impact; the best of them."""
    found = 0
    for y in range(max(0, s.y[n] - ground.TILE), min(ground.SIZE, s.y[n] + ground.TILE) + 1):
        h = half_chord(y - s.y[n], ground.TILE)
        x, last = max(0, s.x[n] - h), min(ground.SIZE, s.x[n] + h)
        while x <= last:
            found = keep_impact(s, found, impact(s, seat, x, y, ground.NONE), killed(s, x, y, ground.NONE))
            x = next_other(s, x, y, last)
    for k in range(found):
        worth = 80 - (s.best[k] >> 16) // 100
        add_point(s, s.best[k] & 255, (s.best[k] >> 8) & 255, max(1, A_KILL * worth))
    forget_impacts(s, found)


@rule
def list_moves(s: State, seat: int, n: int) -> None:
    nth, far, last = 0, -1, -1
    while nth < NEAREST_ENEMIES:
        other = next_nearest(s, n, far, last, True)
        if other == ground.NONE:
            break
        far, last = squared(s.x[other] - s.x[n], s.y[other] - s.y[n]), other
        if not ground.close_at(s.x[n], s.y[n], s.x[other], s.y[other]):
            nth += 1
            add_strike(s, n, other)
    found = key_impacts(s, seat, n)
    for k in range(found):
        add_throw(s, n, s.best[k] & 255, (s.best[k] >> 8) & 255, 80 - (s.best[k] >> 16) // 100)
    forget_impacts(s, found)
    far, last = -1, -1
    for _ in range(NEAREST_COVER):
        other = next_nearest(s, n, far, last, False)
        if other == ground.NONE:
            break
        far, last = squared(s.x[other] - s.x[n], s.y[other] - s.y[n]), other
        add_hidden(s, seat, s.x[other], s.y[other], ground.CUBE, n, COVERED)
    for j in range(-STEPS, STEPS + 1):
        for i in range(-STEPS, STEPS + 1):
            x, y = s.x[n] + STEP * i, s.y[n] + STEP * j
            if 0 < squared(i, j) <= STEPS * STEPS and ground.has_room(s, x, y, n):
                add_point(s, x, y, PLAIN)
    if s.listed == 0:
        add_nearest(s, n)


@rule
def list_places(s: State, seat: int) -> None:
    for m in range(ground.EACH * s.seats):
        if s.x[m] != ground.NONE and ground.owner(m) != seat:
            add_beside(s, seat, m)
    found = key_impacts(s, seat, ground.NONE)
    for k in range(found):
        worth = 80 - (s.best[k] >> 16) // 100
        add_hidden(s, seat, s.best[k] & 255, (s.best[k] >> 8) & 255, ground.TILE, ground.NONE, A_CHANCE * max(0, worth))
    forget_impacts(s, found)
    for j in range(ground.SIZE // GRID):
        for i in range(ground.SIZE // GRID):
            if ground.has_room(s, FIRST + GRID * i, FIRST + GRID * j, ground.NONE):
                add_point(s, FIRST + GRID * i, FIRST + GRID * j, PLAIN)
    for k in range(4):
        x, y = ground.HIGHEST if k % 2 == 1 else ground.LOWEST, ground.HIGHEST if k > 1 else ground.LOWEST
        if ground.has_room(s, x, y, ground.NONE):
            add_point(s, x, y, PLAIN)


# ---- single points -------------------------------------------------------------------------------------------------


@rule
def add_strike(s: State, n: int, m: int) -> None:
    """The nearest point to which n may move that is in close combat with m."""
    apart = 2 * ground.CUBE - 1
    if abs(s.x[m] - s.x[n]) > ground.TILE + apart or abs(s.y[m] - s.y[n]) > ground.TILE + apart:
        return
    best_x, best_y, least = ground.NONE, ground.NONE, ground.TILE * ground.TILE + 1
    for y in range(s.y[m] - apart, s.y[m] + apart + 1):
        for x in range(s.x[m] - apart, s.x[m] + apart + 1):
            far = squared(x - s.x[n], y - s.y[n])
            if far < least and ground.close_at(x, y, s.x[m], s.y[m]) and ground.has_room(s, x, y, n):
                best_x, best_y, least = x, y, far
    if best_x != ground.NONE:
        add_point(s, best_x, best_y, A_CHANCE)


@rule
def add_throw(s: State, n: int, a: int, b: int, worth: int) -> None:
    """The nearest point to which n may move and throw at this one from outside the blast, unless it can now."""
    if can_throw_from(s.x[n], s.y[n], a, b):
        return
    best_x, best_y, least = ground.NONE, ground.NONE, ground.TILE * ground.TILE + 1
    for y in range(max(b, s.y[n]) - ground.TILE, min(b, s.y[n]) + ground.TILE + 1):
        for x in range(max(a, s.x[n]) - ground.TILE, min(a, s.x[n]) + ground.TILE + 1):
            far = squared(x - s.x[n], y - s.y[n])
            if far < least and can_throw_from(x, y, a, b) and ground.has_room(s, x, y, n):
                best_x, best_y, least = x, y, far
    if best_x != ground.NONE:
        add_point(s, best_x, best_y, A_CHANCE * max(1, worth))


@rule
def can_throw_from(x: int, y: int, a: int, b: int) -> bool:
    outside = abs(x - a) > ground.BLAST or abs(y - b) > ground.BLAST
    return outside and squared(x - a, y - b) <= ground.TILE * ground.TILE


@rule
def add_hidden(s: State, seat: int, x: int, y: int, far: int, n: int, worth: int) -> None:
    """Of the four places so far to a side of this one, the one that the fewest enemies see."""
    best_x, best_y, fewest = ground.NONE, ground.NONE, NOT_AT_ALL
    for side in range(4):
        u, v = x + far * BESIDE[side][0], y + far * BESIDE[side][1]
        if ground.has_room(s, u, v, n) and (n == ground.NONE or ground.in_reach(s, n, u, v)):
            seen = 0
            for m in range(ground.EACH * s.seats):
                if seen < fewest and s.x[m] != ground.NONE and ground.owner(m) != seat:
                    seen += 1 if ground.sees_place(s, m, u, v, n) else 0
            if seen < fewest:
                best_x, best_y, fewest = u, v, seen
    if best_x != ground.NONE:
        add_point(s, best_x, best_y, max(PLAIN, worth))


@rule
def add_beside(s: State, seat: int, m: int) -> None:
    """Of the four places that touch an enemy, the one in close combat with the most of them."""
    best_x, best_y, most = ground.NONE, ground.NONE, 0
    for side in range(4):
        u, v = s.x[m] + ground.CUBE * BESIDE[side][0], s.y[m] + ground.CUBE * BESIDE[side][1]
        if ground.has_room(s, u, v, ground.NONE):
            close = 0
            for q in range(ground.EACH * s.seats):
                if s.x[q] != ground.NONE and ground.owner(q) != seat and ground.close_at(u, v, s.x[q], s.y[q]):
                    close += 1
            if close > most:
                best_x, best_y, most = u, v, close
    if best_x != ground.NONE:
        add_point(s, best_x, best_y, PLAIN + most)


@rule
def add_nearest(s: State, n: int) -> None:
    """The nearest point to which n may move."""
    best_x, best_y, least = ground.NONE, ground.NONE, ground.TILE * ground.TILE + 1
    for y in range(s.y[n] - ground.TILE, s.y[n] + ground.TILE + 1):
        for x in range(s.x[n] - ground.TILE, s.x[n] + ground.TILE + 1):
            far = squared(x - s.x[n], y - s.y[n])
            if far < least and ground.has_room(s, x, y, n):
                best_x, best_y, least = x, y, far
    if best_x != ground.NONE:
        add_point(s, best_x, best_y, PLAIN)


@rule
def next_nearest(s: State, n: int, far: int, last: int, enemy: bool) -> int:
    """The nearest other soldier behind the one at this squared distance; of equally near ones the one that came first."""
    found, least = ground.NONE, NOT_AT_ALL
    for m in range(ground.EACH * s.seats):
        if m != n and s.x[m] != ground.NONE and not (enemy and ground.owner(m) == ground.owner(n)):
            d = squared(s.x[m] - s.x[n], s.y[m] - s.y[n])
            if (d > far or (d == far and m > last)) and d < least:
                found, least = m, d
    return found


# ---- impacts -------------------------------------------------------------------------------------------------------


@rule
def killed(s: State, x: int, y: int, but: int) -> int:
    """The set of soldiers that a blast here kills, all but one."""
    found = 0
    for m in range(ground.EACH * s.seats):
        if m != but and s.x[m] != ground.NONE and abs(s.x[m] - x) <= ground.BLAST and abs(s.y[m] - y) <= ground.BLAST:
            found ^= MARK[m]
    return found


@rule
def next_other(s: State, x: int, y: int, last: int) -> int:
    """The next x to the right from which on a blast may kill others than here."""
    after = last + 1
    for m in range(ground.EACH * s.seats):
        if s.x[m] != ground.NONE and abs(s.y[m] - y) <= ground.BLAST:
            enters, leaves = s.x[m] - ground.BLAST, s.x[m] + ground.BLAST + 1
            if x < enters < after:
                after = enters
            elif x < leaves < after:
                after = leaves
    return after


@rule
def impact(s: State, seat: int, x: int, y: int, but: int) -> int:
    """A blast as a number, the better the smaller: by enemies less own, by fewer own, then further up, further left."""
    enemies, own = 0, 0
    for m in range(ground.EACH * s.seats):
        if m != but and s.x[m] != ground.NONE and abs(s.x[m] - x) <= ground.BLAST and abs(s.y[m] - y) <= ground.BLAST:
            if ground.owner(m) == seat:
                own += 1
            else:
                enemies += 1
    return (((80 - enemies + own) * 100 + own) << 16) + (y << 8) + x


@rule
def keep_impact(s: State, found: int, rank: int, kills: int) -> int:
    """Keep an impact among the best, unless one that kills the same is there already; how many are kept."""
    if found == ground.BEST and rank >= s.best[ground.BEST - 1]:
        return found
    for k in range(found):
        if s.kills[k] == kills:
            return found
    return insert_impact(s, found, ground.BEST, rank, kills)


@rule
def insert_impact(s: State, found: int, room: int, rank: int, kills: int) -> int:
    at = found if found < room else room - 1
    while at > 0 and s.best[at - 1] > rank:
        s.best[at] = s.best[at - 1]
        s.kills[at] = s.kills[at - 1]
        at -= 1
    s.best[at] = rank
    s.kills[at] = kills
    return min(found + 1, room)


@rule
def forget_impacts(s: State, found: int) -> None:
    for k in range(found):
        s.best[k] = 0
    for k in range(ground.BEST):
        s.kills[k] = 0


@rule
def key_x(s: State, k: int) -> int:
    """Key impacts, nine for each soldier: its own place, then those around it, half a tile away."""
    return s.x[k // 9] + (0 if k % 9 == 0 else ground.BLAST * around_x(k % 9))


@rule
def key_y(s: State, k: int) -> int:
    return s.y[k // 9] + (0 if k % 9 == 0 else ground.BLAST * around_y(k % 9))


@rule
def around_x(k: int) -> int:
    place = k - 1 if k < 5 else k
    return place % 3 - 1


@rule
def around_y(k: int) -> int:
    place = k - 1 if k < 5 else k
    return place // 3 - 1


@rule
def is_key(s: State, seat: int, n: int, k: int) -> bool:
    """Is this an impact at an enemy, on the table, and near enough to the soldier that would go and throw?"""
    if s.x[k // 9] == ground.NONE or ground.owner(k // 9) == seat:
        return False
    x, y = key_x(s, k), key_y(s, k)
    if not (0 <= x <= ground.SIZE and 0 <= y <= ground.SIZE):
        return False
    return n == ground.NONE or squared(x - s.x[n], y - s.y[n]) <= 4 * ground.TILE * ground.TILE


@rule
def key_impacts(s: State, seat: int, n: int) -> int:
    """The best key impacts, without the soldier that would throw; of those that kill the same, the first counts."""
    found, seen = 0, KEY_IMPACTS  # behind the best, `kills` has all that were seen, as far as there is room
    for k in range(9 * ground.EACH * s.seats):
        if s.x[k // 9] != ground.NONE and is_key(s, seat, n, k):
            x, y = key_x(s, k), key_y(s, k)
            kills = killed(s, x, y, n)
            if not is_among(s, kills, seen) and (seen < ground.BEST or is_first(s, seat, n, k, kills)):
                if seen < ground.BEST:
                    s.kills[seen] = kills
                    seen += 1
                rank = impact(s, seat, x, y, n)
                if found < KEY_IMPACTS or rank < s.best[found - 1]:
                    found = insert_impact(s, found, KEY_IMPACTS, rank, kills)
    return found


@rule
def is_among(s: State, kills: int, seen: int) -> bool:
    for k in range(KEY_IMPACTS, seen):
        if s.kills[k] == kills:
            return True
    return False


@rule
def is_first(s: State, seat: int, n: int, k: int, kills: int) -> bool:
    """Does no key impact before this one kill the same soldiers?"""
    x, y = key_x(s, k), key_y(s, k)
    for before in range(k):
        if s.x[before // 9] != ground.NONE and is_key(s, seat, n, before):
            # Only blasts that overlap can kill the same somebody.
            u, v = key_x(s, before), key_y(s, before)
            overlap = abs(u - x) <= 2 * ground.BLAST and abs(v - y) <= 2 * ground.BLAST
            if (overlap or kills == 0) and killed(s, u, v, n) == kills:
                return False
    return True

"""The land told once more, from its specification: tiles by name, cells as triples, and where the roads lead.

A cell is ("U" or "D", q, r); a line is a cell and one of its sides. Sides are counted L R B of a cell that points up and
T L R of one that points down. A tile lies at a spot (a hexagon's centre, a rhombus' upper cell and shared side, a cell)
with roads at some of its edges. A road end is a tile and the number of an edge.
"""

SUITS = "♣♦♥♠"
HOUSES = {
    "K♣": "0", "K♠": "01", "K♥": "02", "K♦": "03", "Q♣": "012", "Q♠": "013", "Q♥": "023", "Q♦": "024",
    "J♣": "0123", "J♠": "0124", "J♥": "0134", "J♦": "01234",
}  # fmt: skip
PATTERN = {"Citadel": "012345", **HOUSES}
RHOMBI = [kind + number for kind in "WRM" for number in "1234"]
TRIANGLES = [kind + number for kind in "FTC" for number in "1234"]
HERE, OFF, UNDERGROUND = "Citadel", "off", "underground"
U_SIDES, D_SIDES = "LRB", "TLR"
# Tracks of a rhombus by the side its halves share.
TRACKS = {
    "B": {"W": "UL-UR DL-DR", "R": "UL-DL UR-DR", "M": "UL-DR UR-DL"},
    "L": {"W": "UR-UB DT-DL", "R": "UR-DT UB-DL", "M": "UR-DL UB-DT"},
    "R": {"W": "UL-UB DT-DR", "R": "UL-DT UB-DR", "M": "UL-DR UB-DT"},
}
AROUND = ("D", 0, -1, 0), ("U", 1, -1, 1), ("D", 0, 0, 2), ("U", 0, 0, 2), ("D", -1, 0, 1), ("U", 0, -1, 0)


def steps(q, r):
    return max(abs(q), abs(r), abs(q + r))


def corners(cell):
    way, q, r = cell
    return [(q, r), (q - 1, r + 1), (q, r + 1)] if way == "U" else [(q, r), (q + 1, r), (q, r + 1)]


def inside(cell):
    return all(steps(*corner) <= 12 for corner in corners(cell))


def around(cell):
    """The sides of a cell, each seen from its other side."""
    way, q, r = cell
    if way == "U":
        return (("D", q - 1, r), 2), (("D", q, r), 1), (("D", q - 1, r + 1), 0)
    return (("U", q + 1, r - 1), 2), (("U", q, r), 1), (("U", q + 1, r), 0)


def beyond(line):
    """The same line seen from its other side."""
    return around(line[0])[line[1]]


CENTRES = [(q, r) for q in range(-11, 12) for r in range(-11, 12) if steps(q, r) <= 11]


def is_hexagon(tile):
    return tile in PATTERN


def is_triangle(tile):
    return tile in TRIANGLES


def lines(tile, spot):
    """The edges of a tile, in the order of their numbers."""
    if is_hexagon(tile):
        return [((way, spot[0] + q, spot[1] + r), side) for way, q, r, side in AROUND]
    if is_triangle(tile):
        return [(spot, side) for side in range(3)]
    upper, shared = spot
    lower, seam = beyond((upper, U_SIDES.index(shared)))
    mine = [(upper, side) for side in range(3) if U_SIDES[side] != shared]
    return mine + [(lower, side) for side in range(3) if side != seam]


def turnings(tile):
    """The different ways a tile may lie in a spot: each a set of edges with roads."""
    if tile == "Citadel":
        return {frozenset(range(6))}
    if is_hexagon(tile):
        return {frozenset((int(edge) + turn) % 6 for edge in PATTERN[tile]) for turn in range(6)}
    if tile in RHOMBI:
        return {frozenset(range(4))}
    every = frozenset(range(3))
    return {
        "F": {every},
        "T": {every - {side} for side in range(3)},
        "C": {frozenset([side]) for side in range(3)},
    }[tile[0]]


def track_of(tile, spot):
    """Which edge of a rhombus leads to which."""
    upper, shared = spot
    names = [("U" + U_SIDES[side]) if cell == upper else "D" + D_SIDES[side] for cell, side in lines(tile, spot)]
    found = {}
    for pair in TRACKS[shared][tile[0]].split():
        a, b = (names.index(name) for name in pair.split("-"))
        found[a], found[b] = b, a
    return found


class Land:
    """Tiles that lie. After `finish` also the roads."""

    def __init__(self):
        self.spot, self.roads = {}, {}  # of each tile
        self.on = {}  # the tile on a cell
        self.edge = {}  # the tile and edge that a line is
        self.lay("Citadel", (0, 0), frozenset(range(6)))

    def lay(self, tile, spot, roads):
        self.spot[tile], self.roads[tile] = spot, roads
        for k, line in enumerate(lines(tile, spot)):
            self.edge[line] = (tile, k)
            self.on[line[0]] = tile

    def ends(self):
        return [(tile, k) for tile in self.spot for k in sorted(self.roads[tile])]

    def line(self, end):
        tile, k = end
        return lines(tile, self.spot[tile])[k]

    # ---- building --------------------------------------------------------------------------------------------------

    def judge(self, tile, spot, roads):
        """What is wrong with laying it there (T, x, room), or (roads joined, edges touched, triangles joined)."""
        joined = touched = triangles = 0
        for k, line in enumerate(lines(tile, spot)):
            if line[0] in self.on or not inside(line[0]):
                return "room"
            other = self.edge.get(beyond(line))
            if other is None:
                continue
            touched += 1
            if (k in roads) != (other[1] in self.roads[other[0]]):
                return "T"
            if k in roads:
                joined += 1
                if is_hexagon(tile) and is_hexagon(other[0]):
                    return "x"
                triangles += is_triangle(tile) and is_triangle(other[0])
        return joined, touched, triangles

    def spots_beside(self, tile):
        """Spots that cover the cell before some open road."""
        cells = {beyond(self.line(end))[0] for end in self.open_ends()}
        if is_hexagon(tile):
            return {corner for cell in cells for corner in corners(cell)}
        if is_triangle(tile):
            return cells
        found = {(cell, side) for cell in cells if cell[0] == "U" for side in U_SIDES}
        for cell in cells:
            if cell[0] == "D":
                found |= {(up, U_SIDES[side]) for up, side in around(cell)}
        return found

    def open_ends(self):
        return [end for end in self.ends() if beyond(self.line(end)) not in self.edge]

    def placements(self, tile):
        """All legal (spot, roads), and whether triangles had to be joined for it."""
        found, unloved = set(), set()
        for spot in self.spots_beside(tile):
            for roads in turnings(tile):
                verdict = self.judge(tile, spot, roads)
                if not isinstance(verdict, str) and verdict[0]:
                    (unloved if verdict[2] else found).add((spot, roads))
        if is_hexagon(tile):
            found |= {(spot, roads) for spot in self.island_spots() for roads in turnings(tile)}
        return (found, False) if found else (unloved, bool(unloved))

    def island_spots(self):
        free = [
            spot
            for spot in CENTRES
            if not any(line[0] in self.on or beyond(line) in self.edge for line in lines("Citadel", spot))
        ]
        hexagons = [self.spot[tile] for tile in self.spot if is_hexagon(tile)]
        near = [spot for spot in free if any(steps(spot[0] - q, spot[1] - r) <= 4 for q, r in hexagons)]
        return near or free

    def faults(self):
        """T, x and ! of the whole land, counted once for each edge that two tiles share."""
        found = {"T": 0, "x": 0, "!": 0}
        for line, (tile, k) in self.edge.items():
            if beyond(line) in self.edge and line < beyond(line):
                other, j = self.edge[beyond(line)]
                road = k in self.roads[tile]
                if road != (j in self.roads[other]):
                    found["T"] += 1
                elif road:
                    found["x"] += is_hexagon(tile) and is_hexagon(other)
                    found["!"] += is_triangle(tile) and is_triangle(other)
        return found

    # ---- roads -----------------------------------------------------------------------------------------------------

    def finish(self):
        """All ends, the end across each (None: open), the water that each open end faces."""
        self.across = {}
        for end in self.ends():
            other = self.edge.get(beyond(self.line(end)))
            assert other is None or other[1] in self.roads[other[0]]
            self.across[end] = other
        self.water = {}
        for end in self.open_ends():
            self.water[end] = self.water_at(beyond(self.line(end))[0])
        self.caves = [(tile, k) for tile, k in self.ends() if tile[0] == "C" and tile in TRIANGLES]
        self.hexagons = [tile for tile in self.spot if is_hexagon(tile)]

    def water_at(self, cell):
        """The sea, or the cells of a pool."""
        region, new = set(), [cell]
        while new:
            cell = new.pop()
            if not inside(cell):
                return "sea"
            if cell not in region and cell not in self.on:
                region.add(cell)
                new += [other for other, _ in around(cell)]
        return frozenset(region)

    def through(self, end):
        """Where a trail or a tavern leads to from an end by which it was entered."""
        tile, k = end
        if tile in RHOMBI:
            return tile, track_of(tile, self.spot[tile])[k]
        return next((tile, j) for j in self.roads[tile] if j != k)

    def is_ring(self, end):
        """Does the track with this end meet no hexagon, fork, cave or open end?"""
        at = end
        while True:
            other = self.across[at]
            if other is None or is_hexagon(other[0]) or other[0][0] in "FC":
                return False
            at = self.through(other)
            if at == end:
                return True

    def goals(self, end):
        """Places that free roads lead to from an end outwards."""
        found, seen, new = set(), set(), [end]
        while new:
            end = new.pop()
            if end in seen:
                continue
            seen.add(end)
            other = self.across[end]
            if other is None:
                found.add(OFF)
            elif is_hexagon(other[0]):
                found.add(other[0])
            elif other[0][0] == "C":
                found.add(UNDERGROUND)
            elif other[0][0] == "F":
                new += [(other[0], k) for k in range(3) if k != other[1]]
            else:
                new.append(self.through(other))
        return found

    def turns_from(self, place):
        """Free turns from a place to all that can be reached."""
        far, new = {place: 0}, [place]
        for at in new:
            if at == OFF:
                there = {UNDERGROUND}
            elif at == UNDERGROUND:
                there = {goal for cave in self.caves for goal in self.goals(cave)}
            else:
                there = {goal for k in self.roads[at] for goal in self.goals((at, k))}
            for goal in sorted(there - set(far)):
                far[goal] = far[at] + 1
                new.append(goal)
        return far


def rotated(tile, turn):
    return frozenset((int(edge) + turn) % 6 for edge in PATTERN[tile])


def sample():
    """Section 5."""
    land = Land()
    hexagons = (
        "K♦ 2 -4 0, Q♦ 0 -3 0, J♦ 3 -3 0, J♠ -2 -1 0, K♥ 3 -1 4, K♠ -3 1 1, Q♥ 2 1 2, Q♠ -3 3 0, J♥ 0 3 2, Q♣ -3 6 2, "
        "J♣ -5 8 5, K♣ -3 8 0"
    )
    for row in hexagons.split(", "):
        tile, q, r, turn = row.split()
        land.lay(tile, (int(q), int(r)), rotated(tile, int(turn)))
    rhombi = (
        "W1 2 -3 L, W2 0 -2 B, W3 2 -2 B, W4 -1 2 L, M1 1 -3 B, M2 -1 -1 B, M3 2 -1 B, M4 0 1 B, R1 1 -2 R, R2 -1 0 B, "
        "R3 1 0 B, R4 -1 1 R"
    )
    for row in rhombi.split(", "):
        tile, q, r, side = row.split()
        land.lay(tile, (("U", int(q), int(r)), side), frozenset(range(4)))
    triangles = (
        "F1 U 4 -3 -, F2 U -2 1 -, F3 U 1 1 -, F4 U -2 6 -, T1 U -1 -3 L, T2 D -1 -2 T, T3 D 2 -2 R, T4 U -4 6 L, "
        "C1 U 3 -6 B, C2 D -4 4 T, C3 D -1 4 T, C4 U -4 8 L"
    )
    for row in triangles.split(", "):
        tile, way, q, r, side = row.split()
        at = {"U": U_SIDES, "D": D_SIDES}[way].find(side)
        every = frozenset(range(3))
        roads = {"F": every, "T": every - {at}, "C": frozenset([at])}[tile[0]]
        land.lay(tile, (way, int(q), int(r)), roads)
    return land


def test_the_sample_land_in_numbers():
    land = sample()
    land.finish()
    shared = [line for line in land.edge if beyond(line) in land.edge and line < beyond(line)]
    joined = {frozenset((end, other)) for end, other in land.across.items() if other}
    assert (len(land.spot), len(land.on), len(shared), len(joined)) == (37, 114, 58, 51)
    assert sorted(water == "sea" for water in land.water.values()) == [False] * 2 + [True] * 10
    assert land.faults() == {"T": 0, "x": 0, "!": 0}
    out, back = land.turns_from(HERE), {house: land.turns_from(house)[HERE] for house in HOUSES}
    told = "J♦ 1/1, K♠ 1/1, Q♥ 1/1, Q♦ 2/2, J♠ 2/2, K♥ 2/2, Q♠ 2/2, J♥ 2/2, K♦ 3/3, J♣ 3/4, Q♣ 4/5, K♣ 5/5"
    assert {f"{house} {out[house]}/{back[house]}" for house in HOUSES} == set(told.split(", "))

"""The tracks once more, as dicts of letters: what the specification says of them holds."""

import pytest

CORRIDOR = """
. . < B . B . L L . v .
B . L L . B . B > . . .
. . < B . L ^ L . . . <
"""
HORSESHOE = """
. .     < L
> .     . .
> .     . L
B L     B L
. .     < .
. B     v .
B . L B . L
. . B . . <
"""
SERPENT = """
. . . B L .
. . L L . .
        L B
B ^ B . . <
. . L . . <
L B
> . . ^
> . . B
"""
TRACKS = {"Corridor": CORRIDOR, "Horseshoe": HORSESHOE, "Serpent": SERPENT}
STARTS = {"Corridor": "a1 a2 a3", "Horseshoe": "a1 b1", "Serpent": "a1 a2"}
FINISHES = {"Corridor": "l1 l2 l3", "Horseshoe": "e1 f1", "Serpent": "d7 d8"}
WAYS = {"^": (0, -1), "v": (0, 1), "<": (-1, 0), ">": (1, 0)}
START, FINISH = (-1, -1), (-2, -2)  # two spaces that are off the track


def lay(text):
    lines = text.strip("\n").split("\n")
    return {
        (c, r): line[2 * c] for r, line in enumerate(lines) for c in range(len(line) // 2 + 1) if line[2 * c] != " "
    }


def space(name):
    return "abcdefghijkl".index(name[0]), int(name[1]) - 1


class Track:
    """Tiles by (column, row), and what can be said about them."""

    def __init__(self, shape, tiles):
        self.tiles = tiles
        self.ways = {}  # those that have been looked for
        self.start = {space(name) for name in STARTS[shape].split()}
        self.finish = {space(name) for name in FINISHES[shape].split()}

    def neighbours(self, at):
        """Where a move may lead, whatever lies there; an Arrow is never entered, nor is START."""
        around = {(at[0] + c, at[1] + r) for c, r in WAYS.values()} & set(self.tiles)
        near = self.start if at == START else around
        onward = {FINISH} if at in self.finish else set()
        return {tile for tile in near if self.tiles[tile] not in WAYS} | onward

    def line(self, arrow):
        """The blank tiles that an Arrow tile hits."""
        (c, r), (dc, dr) = arrow, WAYS[self.tiles[arrow]]
        hit = []
        for n in range(1, 12):
            tile = (c + n * dc, r + n * dr)
            if self.tiles.get(tile) in ("B", "L"):
                break
            if self.tiles.get(tile) == ".":
                hit.append(tile)
        return hit

    def lines(self):
        return [self.line(tile) for tile in self.tiles if self.tiles[tile] in WAYS]

    def reached(self, may):
        """All that a runner can reach from START by moves that are allowed by `may`."""
        found, edge = {START}, [START]
        while edge:
            at = edge.pop()
            new = {to for to in self.neighbours(at) - found if to == FINISH or may(self.tiles.get(at), self.tiles[to])}
            found |= new
            edge += new - {FINISH}
        return found

    def way_left(self, at):
        """Moves on the shortest way to FINISH."""
        if at not in self.ways:
            moves, layer = 0, {at}
            while FINISH not in layer:
                moves, layer = moves + 1, layer | {to for here in layer for to in self.neighbours(here)}
            self.ways[at] = moves
        return self.ways[at]

    def faults(self):
        """What the maker of random tracks has to bring to nothing."""
        stands = {tile for tile in self.tiles if self.tiles[tile] not in WAYS}
        blank = {tile for tile in stands if self.tiles[tile] == "."}
        fire = {tile for line in self.lines() for tile in line}
        return (
            max(0, 2 - len(self.start & blank))
            + 5 * (FINISH not in self.reached(lambda here, there: {here, there} != {"B", "L"}))
            + len(stands - self.reached(lambda here, there: True))
            + sum(not self.neighbours(tile) & blank for tile in stands)
            + 3 * (FINISH in self.reached(lambda here, there: there == "."))
            + sum(len(line) < 2 for line in self.lines())
            + max(0, 8 - len(fire), len(fire) - 14)
        )


def check_track(shape, course, track):
    kinds = sorted(course.tiles.values())
    assert {kind: kinds.count(kind) for kind in ".BL"} == {".": 18, "B": 6, "L": 6}
    assert set(course.tiles) == set(lay(TRACKS[shape]))
    assert course.faults() == 0
    if track != "random":
        assert (shape, course.tiles) == (track, lay(TRACKS[track]))


@pytest.mark.parametrize(("shape", "moves"), [("Corridor", 15), ("Horseshoe", 18), ("Serpent", 17)])
def test_named_tracks_are_as_the_specification_says(shape, moves):
    course = Track(shape, lay(TRACKS[shape]))
    check_track(shape, course, shape)
    assert course.way_left(START) == moves


@pytest.mark.parametrize(
    ("shape", "fire"),
    [
        ("Corridor", "c1: b1 a1; c3: b3 a3; g3: g2 g1; i2: j2 k2 l2; k1: k2 k3; l3: k3 j3 i3"),
        ("Horseshoe", "e1: b1 a1; a2: b2 e2 f2; a3: b3 e3; e5: b5 a5; e6: e7 e8; f8: e8 d8"),
        ("Serpent", "b4: b2 b1; f4: e4 d4; f5: e5 d5; a7: b7 c7; d7: d5 d4; a8: b8 c8"),
    ],
)
def test_lines_of_fire_are_as_the_specification_says(shape, fire):
    course = Track(shape, lay(TRACKS[shape]))
    for line in fire.split("; "):
        arrow, hit = line.split(": ")
        assert course.line(space(arrow)) == [space(name) for name in hit.split()]
    assert len(course.lines()) == 6

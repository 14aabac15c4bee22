"""The tracks of The Gauntlet: their outlines, and the three that are named.

A place is row x stride + column; the column beyond the last is always empty, so that a shifted set of places never
runs into the next row. Sets of places are bits.
"""

from __future__ import annotations

NAMES = ("Corridor", "Horseshoe", "Serpent")
PICTURES = (
    """
    . . < B . B . L L . v .
    B . L L . B . B > . . .
    . . < B . L ^ L . . . <
    """,
    """
    . . _ _ < L
    > . _ _ . .
    > . _ _ . L
    B L _ _ B L
    . . _ _ < .
    . B _ _ v .
    B . L B . L
    . . B . . <
    """,
    """
    . . . B L .
    . . L L . .
    _ _ _ _ L B
    B ^ B . . <
    . . L . . <
    L B _ _ _ _
    > . . ^ _ _
    > . . B _ _
    """,
)
BLANK, BRICK, LUMBER, ARROW = 0, 1, 2, 3  # an Arrow tile that points up; then right, down, left
WAYS = 4
LETTERS = ".BL^>v<"
GAP = -1

_ROWS = tuple(tuple(line.split() for line in picture.strip().splitlines()) for picture in PICTURES)
COLUMNS = tuple(len(rows[0]) for rows in _ROWS)
LINES = tuple(len(rows) for rows in _ROWS)
STRIDE = tuple(columns + 1 for columns in COLUMNS)
PLACES = 56  # 8 rows of 7; the corridor needs 39
START, FINISH = PLACES, PLACES + 1
SPOTS = PLACES + 2
TILES = 36

_NAMED = tuple(
    {r * STRIDE[k] + c: LETTERS.index(letter) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "_"}
    for k, rows in enumerate(_ROWS)
)  # fmt: skip
PLACE = tuple(tuple(named) for named in _NAMED)  # of each tile, in the order of reading
NAMED = tuple(tuple(named.values()) for named in _NAMED)  # and what lies there
OUTLINE = tuple(sum(1 << place for place in places) for places in PLACE)


def _of(outline: int, *names: str) -> int:
    """'a1' is the upper left."""
    return sum(1 << (int(name[1:]) - 1) * STRIDE[outline] + ord(name[0]) - ord("a") for name in names)


AT_START = (_of(0, "a1", "a2", "a3"), _of(1, "a1", "b1"), _of(2, "a1", "a2"))
AT_FINISH = (_of(0, "l1", "l2", "l3"), _of(1, "e1", "f1"), _of(2, "d7", "d8"))
DOWN, RIGHT = (-1, 0, 1, 0), (0, 1, 0, -1)  # a step up, right, down, left
STEPS = tuple((-stride, 1, stride, -1) for stride in STRIDE)  # the same, as places

"""Components: what is in a box, so many of each and so large, for whoever wants to print it.

    COMPONENTS = (
        Component("snail cards", tuple(snail_face(k) for k in range(12)), *CARD, backs=(snail_back(),)),
        Component("snails", tuple(snail(seat) for seat in range(4)), *COUNTER, solid=True),
    )

in a `game.py` says what that game is played with. A box of several games says it once (see parts/boxes), and a game of
the box what it uses of it: USES = {"tiles": 36, "cubes": range(0, 40)}.
"""

from __future__ import annotations

from msgspec import Struct

from brillig.core import Face, Screen

# Usual sizes in millimetres, width and height.
CARD = (63.0, 88.0)
TILE = (45.0, 45.0)
SQUARE = (48.0, 48.0)
COUNTER = (15.0, 15.0)


class Component(Struct, frozen=True):
    """Pieces of one kind and size."""

    name: str  # of all of them: "cards"
    faces: tuple[Face, ...]  # what each piece shows, so that there are as many as pieces
    wide: float = 0  # millimetres; 0: it cannot be printed, like a die
    high: float = 0
    backs: tuple[Face, ...] = ()  # one for all, or one for each; none: nothing is on the back
    solid: bool = False  # of wood or glass: it is on the list of what one needs, and flat counters can stand in for it

    def __len__(self) -> int:
        return len(self.faces)

    @property
    def called(self) -> str:
        """'54 cards', '1 white die'"""
        return f"{len(self)} {self.name if len(self) != 1 else self.faces[0].say}"

    def back(self, k: int) -> Face | None:
        """What is on the back of piece k."""
        return self.backs[k if len(self.backs) > 1 else 0] if self.backs else None


class PrintedBoard(Struct, frozen=True):
    """A board on one sheet: zones of a screen, as the table draws them."""

    name: str
    screen: Screen
    wide: float
    high: float

    @property
    def called(self) -> str:
        return f"1 board: {self.name}"

    def __len__(self) -> int:
        return 1


class GameBox(Struct, frozen=True):
    """A box of games: what is in it, and where it comes from."""

    title: str
    history: str  # a paragraph
    components: tuple[Component | PrintedBoard, ...]

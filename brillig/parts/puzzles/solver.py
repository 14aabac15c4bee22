"""The solver: every solution of a puzzle, found by trying everything in a fixed order, and so the proof of their number.

The black squares are filled one after the other, first the one that shares most with the others, then always the one
that shares most with those taken. One *trial* is one card in one rotation on one black square; it fails where it shows
another pattern than what is there already. Squares under which a centre belongs are not compared: in a puzzle with the
wild symbol a centre agrees with anything, and in one without there are none. With the symbol a full assignment counts
only if there is an order in which the cards can be laid.

This is plain Python and no rule: the engine's own judgement of what fits (board.py of the game) is written apart from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from brillig.parts.trickster.patterns import OUTER, TURNS, card_name, turned

Square = tuple[int, int]  # x, y
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))  # the outer squares, clockwise


class Laid(NamedTuple):
    """A card where it belongs."""

    card: int
    rotation: int
    at: Square

    def __str__(self) -> str:
        """'C3/0@3,1'"""
        return f"{card_name(self.card)}/{self.rotation}@{self.at[0]},{self.at[1]}"


class Proof(NamedTuple):
    """What the complete search of a puzzle found, and how much it tried."""

    path: list[Square]  # the order in which the black squares were filled
    trials: list[int]  # at each of them
    solutions: list[list[Laid]]  # all there are, each in an order in which it can be laid

    @property
    def effort(self) -> int:
        """Trials for each solution: what the stars go by."""
        return sum(self.trials) // max(1, len(self.solutions))


def shared(a: Square, b: Square) -> int:
    """How many squares the blocks around two centres share."""
    return max(0, 3 - abs(a[0] - b[0])) * max(0, 3 - abs(a[1] - b[1]))


def path_of(squares: Sequence[Square]) -> list[Square]:
    """The black squares in the order in which they are filled."""
    path: list[Square] = []
    left = sorted(squares, key=lambda at: (at[1], at[0]))
    while left:
        others = path or squares
        best = max(left, key=lambda at: sum(shared(at, other) for other in others if other != at))
        path.append(best)
        left.remove(best)
    return path


def squares_of(side: int, laid: Laid) -> Iterator[tuple[Square, str]]:
    """The outer squares of a card where it lies, with their patterns."""
    x, y = laid.at
    for (right, down), letter in zip(AROUND, turned(OUTER[side][laid.card], laid.rotation), strict=True):
        yield (x + right, y + down), letter


def solve(side: int, cards: Sequence[int], squares: Sequence[Square], wild: bool, most: int | None = None) -> Proof:
    """Every solution. With `most`, the search is broken off when it has found more than so many."""
    path, centres = path_of(squares), {*squares}
    proof = Proof(path, [0] * len(path), [])
    there: dict[Square, list[str]] = {}  # what the cards of the moment show; all on one coordinate are alike
    taken: list[Laid] = []
    order = sorted(cards)

    def fill(depth: int) -> None:
        if most is not None and len(proof.solutions) > most:
            return
        if depth == len(path):
            if legal := laying_order(side, taken) if wild else list(taken):
                proof.solutions.append(legal)
            return
        for card in order:
            if any(laid.card == card for laid in taken):
                continue
            for rotation in range(TURNS):
                proof.trials[depth] += 1
                laid = Laid(card, rotation, path[depth])
                shows = [(at, letter) for at, letter in squares_of(side, laid) if at not in centres]
                if all(not there.get(at) or there[at][-1] == letter for at, letter in shows):
                    taken.append(laid)
                    for at, letter in shows:
                        there.setdefault(at, []).append(letter)
                    fill(depth + 1)
                    for at, _ in shows:
                        there[at].pop()
                    taken.pop()

    fill(0)
    return proof


def laying_order(side: int, cards: Sequence[Laid]) -> list[Laid]:
    """An order in which these cards can be laid, each square compared with the one it lands on; none: empty."""
    shows = [{**dict(squares_of(side, laid)), laid.at: ""} for laid in cards]  # a centre, "", agrees with anything

    def lay(order: list[int], visible: dict[Square, str]) -> list[int]:
        if len(order) == len(cards):
            return order
        for k, face in enumerate(shows):
            if (
                k not in order
                and all(not visible.get(at) or not mine or visible[at] == mine for at, mine in face.items())
                and (found := lay([*order, k], visible | face))
            ):
                return found
        return []

    return [cards[k] for k in lay([], {})]


def can_be_laid(side: int, cards: Sequence[Laid]) -> bool:
    """Can these cards be laid in just this order?"""
    visible: dict[Square, str] = {}
    for laid in cards:
        face = {**dict(squares_of(side, laid)), laid.at: ""}
        if any(visible.get(at) and mine and visible[at] != mine for at, mine in face.items()):
            return False
        visible |= face
    return True

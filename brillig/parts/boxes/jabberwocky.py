"""Jabberwocky: 15 Number cards, 24 gems and 3 Jabberwocky cards, once for all five games.

Cards are written with the letter first (G3, a green 3), gems with the number first (2g, two green gems), so that
the two cannot be taken for each other where letters are all there is.
"""

from __future__ import annotations

from collections.abc import Iterable

from brillig.core import Face, Row, Spot, Zone
from brillig.core.screen import Piece
from brillig.parts.components import CARD, COUNTER, Component, GameBox

COLOURS = ("green", "yellow", "purple")
GREEN, YELLOW, PURPLE = range(3)
LETTERS = "GYP"  # printed on every piece: nothing is told by hue alone

NUMBERS = 5  # 1 to 5 in every colour, one card of each
CARDS = 15  # Number cards, green 1 to 5 first, then yellow, then purple
GEMS_OF_A_COLOUR = 8
GEMS = 24

CARD_COLOUR = tuple(card // NUMBERS for card in range(CARDS))
CARD_NUMBER = tuple(card % NUMBERS + 1 for card in range(CARDS))


def card_of(colour: int, number: int) -> int:
    """The card of that colour and number."""
    return NUMBERS * colour + number - 1


def card_named(name: str) -> int:
    """The card that is written so: G3."""
    return card_of(LETTERS.index(name[0]), int(name[1:]))


def card_name(card: int) -> str:
    """'G3'"""
    return f"{LETTERS[CARD_COLOUR[card]]}{CARD_NUMBER[card]}"


def card_face(card: int) -> Face:
    colour, number = COLOURS[CARD_COLOUR[card]], CARD_NUMBER[card]
    return Face("card", card_name(card), f"{colour} {number}", {"colour": colour, "number": number})


def put_card(place: Zone | Spot, card: int) -> Piece:
    """Lay a Number card there, face up. No two are alike, so its name is its id."""
    return place.put(f"card-{card_name(card)}", card_face(card))


def card_back() -> Face:
    """Number cards and Jabberwocky cards have the same back."""
    return Face("card", "##", "face-down card", {"back": 1})


def jabberwocky_name(colour: int) -> str:
    """'J-G'"""
    return f"J-{LETTERS[colour]}"


def jabberwocky_face(colour: int) -> Face:
    """A Jabberwocky card: a colour without a number. It is a tray, a nest, a piece or a secret goal."""
    name = COLOURS[colour]
    return Face("card", jabberwocky_name(colour), f"{name} Jabberwocky", {"colour": name, "symbol": "Jabberwocky"})


def gem(colour: int) -> Face:
    """One gem."""
    return Face("gem", LETTERS[colour].lower(), f"{COLOURS[colour]} gem", {"colour": COLOURS[colour], "count": 1})


def gems(colour: int, count: int) -> Face:
    """A heap of gems of one colour: they are all alike, so a number says it all."""
    say = f"{count} {COLOURS[colour]} gem{'s' * (count != 1)}"
    return Face("gem", f"{count}{LETTERS[colour].lower()}", say, {"colour": COLOURS[colour], "count": count})


def put_gems(place: Zone | Spot, name: str, heap: Row) -> None:
    """The gems of a place, a heap for each colour that is there."""
    for colour, letter in enumerate(LETTERS):
        if heap[colour]:
            place.put(f"gems-{name}-{letter}", gems(colour, heap[colour]))


def gem_words(counts: Iterable[int]) -> str:
    """(2, 0, 1) as '2 green, 1 purple'; nothing at all as 'none'."""
    return ", ".join(f"{n} {COLOURS[colour]}" for colour, n in enumerate(counts) if n) or "none"


# ---- the box itself -------------------------------------------------------------------------------------------------

BOX = GameBox(
    "Jabberwocky",
    "Peter C. Hayward gathered these: a deck so small that it fits a pocket, twenty-four gems, and games that have nothing in "
    "common but the pieces and a poem. Each is by somebody else: Bandersnatch by Joel Colombo, Borogoves by Karl Lange, "
    "Gyre by Marek Tupy, Mimsy by Joe Myron, Slithy by Patrick Chapman. All borrow their names from the nonsense verse that "
    "Alice finds behind the looking-glass, where it is always brillig, four o'clock in the afternoon. The box invites its "
    "owners to think of more games. Its twenty-five reference cards only remind; quick references stand for them here.",
    (
        Component("Number cards", tuple(card_face(card) for card in range(CARDS)), *CARD, backs=(card_back(),)),
        Component("Jabberwocky cards", tuple(jabberwocky_face(c) for c in range(3)), *CARD, backs=(card_back(),)),
        Component("gems", tuple(gem(c) for c in range(3) for _ in range(GEMS_OF_A_COLOUR)), *COUNTER, solid=True),
    ),
)

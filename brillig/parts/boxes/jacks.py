"""The box of Jacks: 26 square cards in 13 pairs, three jacks of each of four colours, and a die."""

from __future__ import annotations

from functools import cache

from brillig.core import Face
from brillig.parts.components import COUNTER, SQUARE, Component, GameBox

COLOURS = ("pink", "orange", "yellow", "green")  # of the jacks
LETTERS = "POYG"  # printed on every jack: nothing is told by hue alone
JACKS_OF_A_COLOUR = 3

PAIRS = 13
CARDS = 2 * PAIRS
RED, BLU, PUR, BRO, GRY, LT, CW, CC, JP, JO, JY, JG, BLK = range(PAIRS)  # what a card shows; its mate shows the same
CODES = ("RED", "BLU", "PUR", "BRO", "GRY", "LT", "CW", "CC", "JP", "JO", "JY", "JG", "BLK")
NAMES = (
    "red", "blue", "purple", "brown", "grey", "lose a turn", "leave clockwise", "leave counter-clockwise",
    "pink jack", "orange jack", "yellow jack", "green jack", "blank",
)  # fmt: skip
_PICTURES: tuple[dict[str, int | str], ...] = ({"symbol": "Lost"}, {"symbol": "Clockwise"}, {"symbol": "Counter"})


def _look(pair: int) -> dict[str, int | str]:
    if pair < LT:
        return {"colour": NAMES[pair]}
    if pair < JP:
        return _PICTURES[pair - LT]
    return {"colour": "white"} if pair == BLK else {"colour": COLOURS[pair - JP], "symbol": "Jack"}


ALL_JACKS = "all jacks"  # what the thirteenth pair may show instead of nothing
ALL_JACKS_CODE = "JJ"


def pair_name(pair: int, all_jacks: bool = False) -> str:
    """'orange jack'"""
    return ALL_JACKS if pair == BLK and all_jacks else NAMES[pair]


@cache
def card_face(pair: int, all_jacks: bool = False, faint: bool = False) -> Face:
    """A card face up; faint: face down, with what it showed shining through."""
    look, code = _look(pair), CODES[pair]
    if pair == BLK and all_jacks:
        look, code = {"symbol": "Jack", "colour": " ".join(COLOURS)}, ALL_JACKS_CODE
    name = pair_name(pair, all_jacks)
    if faint:
        return Face("square", code.lower(), f"face down, seen: {name}", {**look, "faint": 1})
    return Face("square", code, name, look)


@cache
def card_back(number: int | None = None) -> Face:
    """A card face down, with the number of its place if it has one."""
    return Face("square", "" if number is None else str(number), "face down", {"back": 1})


@cache
def bare() -> Face:
    """Where a card has been: a pale ring on the table."""
    return Face("square", "-", "no card", {"bare": 1})


@cache
def jack(colour: int) -> Face:
    return Face("jack", LETTERS[colour], f"{COLOURS[colour]} jack", {"colour": COLOURS[colour]})


@cache
def any_jack() -> Face:
    """A jack whose colour is not chosen yet."""
    return Face("jack", "J", "a jack", {"colour": "white"})


@cache
def die(number: int) -> Face:
    return Face("die", str(number), f"die showing {number}", {"number": number})


# ---- the box itself -------------------------------------------------------------------------------------------------

BOX = GameBox(
    "Jacks",
    "Tikva Morowati took the metal jacks that children throw and catch, painted them in four colours and let them walk round "
    "a circle of cards instead. What is left of the game is a single page of rules. It promises thirteen pairs and "
    "describes twelve; the blank pair is our guess at the last.",
    (
        Component(
            "cards", tuple(card_face(pair) for pair in range(PAIRS) for _ in range(2)), *SQUARE, backs=(card_back(),)
        ),
        Component("jacks", tuple(jack(c) for c in range(4) for _ in range(JACKS_OF_A_COLOUR)), *COUNTER, solid=True),
        Component("dice", (Face("die", "6", "die", die(6).look),), solid=True),
    ),
)

"""The box of Trickster: 48 square cards with two faces, seven number tokens, sixty puzzles (see parts/trickster)."""

from __future__ import annotations

from brillig.core import Face
from brillig.parts.components import COUNTER, Component, GameBox
from brillig.parts.puzzles.printed import PAGES, pages
from brillig.parts.trickster.patterns import ANIMALS, CARDS, GEMS, card_face

TOKENS = 7
SIDE = 63.0  # of a card, in millimetres


def token(number: int) -> Face:
    """What whoever lays the last card takes: 1 for the first."""
    return Face("token", str(number), f"number token {number}", {"colour": "orange"})


# What its races are played with, and its puzzles.
RACE = {"cards": CARDS, "number tokens": TOKENS}
TIMED_RACE = {**RACE, "sand timers": 1}
PUZZLES = {"cards": CARDS, **dict.fromkeys(PAGES.values(), 1)}

BOX = GameBox(
    "Trickster",
    "Nature deceives the eye, says the rulebook's first page, and the game tries to do the same: stripes, spots, patches and "
    "scales on one side of the cards, gems on the other. Nothing else is known. The printed title is lost ("
    "Trickster is our name for it), the credits were never filled in, and the cards were only pictured, so that animals, "
    "patterns and gems had to be drawn up afresh from what the rules demand of them.",
    (
        Component(
            "cards", tuple(card_face(ANIMALS, card) for card in range(CARDS)), SIDE, SIDE,
            backs=tuple(card_face(GEMS, card) for card in range(CARDS)),
        ),
        Component("number tokens", tuple(token(n) for n in range(1, TOKENS + 1)), *COUNTER),
        Component("sand timers", (Face("token", "60", "sand timer of a minute"),), solid=True),
        *pages(),
    ),
)  # fmt: skip

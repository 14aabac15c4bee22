"""Cards on tables, in dicts and lists; and that they know the examples of the specification.

A card is its name, "F3". A placement is ("place", card, turn, x, y, table).
"""

from functools import cache
from typing import NamedTuple

import pytest

from brillig.parts.trickster.patterns import DECK_LETTERS, OUTER, SIDES

CENTRE = "*"
CLOCKWISE = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
DECK = {letter: [f"{letter}{number}" for number in range(1, 7)] for letter in DECK_LETTERS}
FACES = {
    side: dict(zip((card for deck in DECK.values() for card in deck), printed, strict=True))
    for side, printed in zip(SIDES, OUTER, strict=True)
}

TOO_FEW = "It must cover at least three matching squares."
DIFFERS = "Not every covered square matches."
COVERS_CENTRE = "Centres may not be covered."
BEATEN = "Beaten to it: the table has changed."
OFF = "That is off the table."


class Laid(NamedTuple):
    """A card that lies, with what it lay on when it was laid."""

    card: str
    turn: int
    x: int
    y: int
    table: int
    squares: int
    cards: int


@cache
def squares_of(face, turn):
    """What a turned card shows on each of its nine squares, by the way from its centre."""
    shown = {way: face[(place - 2 * turn) % 8] for place, way in enumerate(CLOCKWISE)}
    return {**shown, (0, 0): CENTRE}


def fits(beneath, card, wild):
    """Does a card match what lies beneath it at a spot?"""
    for way, seen in beneath.items():
        if card[way] != seen and not (wild and CENTRE in (card[way], seen)):
            return False
    return True


def why_not(beneath, card, wild):
    """All that speaks against laying those squares on these."""
    reasons, alike = set(), 0
    for way, pattern in beneath.items():
        if CENTRE in (card[way], pattern):
            if not wild:
                reasons.add(COVERS_CENTRE)
            alike += wild
        elif card[way] == pattern:
            alike += 1
        else:
            reasons.add(DIFFERS)
    return reasons | ({TOO_FEW} if alike < 3 else set())


class Tables:
    """Everything that lies, in the order in which it was laid; on one table or on several that do not meet."""

    def __init__(self, side, wild, laid=()):
        self.faces, self.wild = FACES[side], wild
        self.laid, self.top = [], {}  # of each coordinate: what is seen there, and which card it is on
        self.known = {}  # see `spots`; until the next card is laid
        for card in laid:
            self.lay(*card[:5])

    def beneath(self, x, y, table):
        """What is seen at the nine coordinates of a card: (pattern, owner) by the way from its centre."""
        ways = [(0, 0), *CLOCKWISE]
        return {way: self.top[at] for way in ways if (at := (table, x + way[0], y + way[1])) in self.top}

    def lay(self, card, turn, x, y, table):
        under, self.known = self.beneath(x, y, table), {}
        self.laid.append(Laid(card, turn, x, y, table, len(under), len({owner for _, owner in under.values()})))
        for (right, down), pattern in squares_of(self.faces[card], turn).items():
            self.top[table, x + right, y + down] = (pattern, card)

    def reasons(self, card, turn, x, y, table):
        if max(abs(x), abs(y)) > 31:
            return {OFF}
        beneath = {way: pattern for way, (pattern, _) in self.beneath(x, y, table).items()}
        return why_not(beneath, squares_of(self.faces[card], turn), self.wild)

    def spots(self):
        """Where a card may lie if it matches, with what is seen beneath it: {(x, y, table): {way: pattern}}."""
        if not self.known:
            reach = range(-2, 3)
            near = {(c.x + dx, c.y + dy, c.table) for c in self.laid for dx in reach for dy in reach}
            for spot in near:
                beneath = {way: pattern for way, (pattern, _) in self.beneath(*spot).items()}
                bare = CENTRE not in beneath.values() and (0, 0) not in beneath
                if max(map(abs, spot[:2])) <= 31 and len(beneath) >= 3 and (self.wild or bare):
                    self.known[spot] = beneath
        return self.known

    def placements(self, cards, tables):
        """Every legal placement of these cards on these tables."""
        shown = {(card, turn): squares_of(self.faces[card], turn) for card in cards for turn in range(4)}
        return {
            ("place", card, turn, *spot)
            for spot, beneath in self.spots().items()
            if spot[2] in tables
            for (card, turn), squares in shown.items()
            if fits(beneath, squares, self.wild)
        }


# ---- the model itself, by the examples of the box ------------------------------------------------------------------

TABLE_T = [("C1", 0, 0, 0, 0, 0, 0), ("C2", 3, 2, 0, 0, 0, 0), ("C6", 3, 1, -2, 0, 0, 0)]


def test_the_model_knows_the_examples_of_the_box():
    table = Tables("animals", False, TABLE_T)
    assert [(laid.squares, laid.cards) for laid in table.laid] == [(0, 0), (3, 1), (3, 2)]
    on = {card: len(table.placements({card}, {0})) for card in DECK["F"]}
    assert on == {"F1": 0, "F2": 0, "F3": 3, "F4": 0, "F5": 4, "F6": 1}
    assert table.reasons("F3", 1, 2, 2, 0) == {DIFFERS, TOO_FEW}
    assert table.reasons("F1", 0, -1, 2, 0) == {TOO_FEW}
    assert COVERS_CENTRE in table.reasons("F4", 1, 3, 0, 0)
    table.lay("F3", 0, -1, -2, 0)
    assert table.laid[-1][5:] == (4, 2)


@pytest.mark.parametrize(
    ("card", "turn", "x", "y", "squares", "cards"), [("F4", 1, 3, 0, 6, 2), ("F5", 1, 3, -1, 5, 2)]
)
def test_the_model_knows_wild_centres(card, turn, x, y, squares, cards):
    table = Tables("animals", True, TABLE_T)
    assert ("place", card, turn, x, y, 0) in table.placements({card}, {0})
    table.lay(card, turn, x, y, 0)
    assert table.laid[-1][5:] == (squares, cards)

"""Laying out and reading positions, for the tests beside this."""

import re

from brillig.core import Table
from brillig.games.bandersnatch.field import (
    CAPTURE,
    CELLS,
    GAP,
    NO_CARD,
    PLAY,
    REMOVE,
)
from brillig.games.bandersnatch.game import GAME
from brillig.parts.boxes.jabberwocky import LETTERS, card_name, card_named

S1 = "G2 Y4 P3 / Y1 G5 P1 / P5 G1 Y3"


# ---- laying out and reading positions ------------------------------------------------------------------------------


def lay(gear, field, hand="G4 P4", deck="Y2", supply=(8, 8, 8), broiled=(0, 0, 0), boxed=(0, 0, 0), discard=""):
    """A table in this position, at the start of a turn; every gem must be accounted for."""
    table = GAME.new(gear=gear)
    s = table.plain
    named = set()

    def card(name):
        assert name not in named
        named.add(name)
        return card_named(name)

    cells = re.findall(r"(--|[GYP]\d)(?:\{(.*?)\})?", field)
    assert len(cells) == CELLS
    for cell, (name, heap) in enumerate(cells):
        s.card[cell] = GAP if name == "--" else card(name)
        for colour in range(3):
            s.gems[cell, colour] = 0
        for gem in heap.split():
            s.gems[cell, LETTERS.index(gem[0])] = int(gem[1:])
    for place, name in enumerate(hand.split()):
        s.hand[place] = card(name)
    for k in range(15):
        s.deck[k] = s.discard[k] = s.boxed[k] = 0
    for names, pile in ((deck, s.deck), (discard, s.discard)):
        for name in names.split():
            pile[card(name)] = 1
    for k in range(15):
        s.boxed[k] = int(card_name(k) not in named)
    for colour in range(3):
        s.supply[colour], s.broiled[colour], s.boxed_gems[colour] = supply[colour], broiled[colour], boxed[colour]
    assert table.census() == [1] * 15 + [8] * 3
    return table


def from_box_to_deck(table, name):
    """What the next draw will be."""
    s = table.plain
    s.boxed[card_named(name)] -= 1
    s.deck[card_named(name)] += 1


def play(table: Table, card: str, cell: int) -> Table:
    table.play(0, play_code(table, card, cell))
    return table


def play_code(table, card, cell):
    return PLAY + list(table.plain.hand).index(card_named(card)) * CELLS + cell - 1


def remove_code(cell, colour):
    return REMOVE + (cell - 1) * 3 + LETTERS.index(colour)


def capture_code(cell):
    return CAPTURE + cell - 1


def offered(table):
    """What may be decided, as it is written in the specification."""
    shown = []
    for code in table.codes(0):
        if code < REMOVE:
            shown.append((card_name(table.plain.hand[code // CELLS]), code % CELLS + 1))
        elif code < CAPTURE:
            shown.append(((code - REMOVE) // 3 + 1, LETTERS[(code - REMOVE) % 3]))
        else:
            shown.append(code - CAPTURE + 1)
    return shown


def on_cell(table, cell):
    """'G4{G2}', '--' for a gap."""
    s = table.plain
    if s.card[cell - 1] == GAP:
        return "--"
    heap = [f"{LETTERS[c]}{s.gems[cell - 1, c]}" for c in range(3) if s.gems[cell - 1, c]]
    return card_name(s.card[cell - 1]) + (f"{{{' '.join(heap)}}}" if heap else "")


def cards(pile):
    return {card_name(k) for k in range(15) if pile[k]}


def hand(table):
    return {card_name(card) for card in table.plain.hand if card != NO_CARD}


def gems(row):
    return tuple(row[c] for c in range(3))


def field_gems(table):
    return tuple(sum(table.plain.gems[cell, c] for cell in range(CELLS)) for c in range(3))


def e10(gear):
    table = lay(gear, "G2 Y4{Y1} P3 / Y1 G5{G1} P1 / P5{P1} G1 Y3", supply=(7, 7, 7))
    return play(table, "G4", 1)


def e11(gear):
    table = e10(gear)
    from_box_to_deck(table, "G3")
    play(table, "P4", 3)
    assert on_cell(table, 3) == "P4{P1}"
    assert gems(table.plain.supply) == (5, 7, 6)
    assert offered(table) == [1, 2]
    return table


def e13(gear):
    return lay(
        gear, "G2 Y4 P3{P3} / Y1 G5{G4} P1 / P5 G1 Y3", supply=(0, 5, 1), broiled=(4, 3, 0), boxed=(0, 0, 4)
    )  # fmt: skip

"""Laying out and reading positions, for the tests beside this."""

from collections.abc import Mapping, Sequence

from brillig.core import Table
from brillig.games.fawlty_towers.game import GAME
from brillig.games.fawlty_towers.towers import ACROSS, COLOURS, COLUMNS, DEEP, FARTHEST, LEVELS, MOST, NONE, TOWERS
from brillig.games.fawlty_towers.words import DROP, NEW_BASE, TAKE_CARD
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS, CUBES_OF_A_COLOUR, LETTERS

RED, GREEN, BLUE, YELLOW = range(4)
CRANE = {"hand_1": "crane", "hand_2": "crane"}  # where a cube lands is then a choice, as a test needs it


def lay_out(
    gear: str = "plain",
    towers: Sequence[str] = ("R", "G", "B", "Y"),
    columns: Sequence[Sequence[int]] = (),
    taken: Mapping[int, Sequence[int]] | None = None,
    pile: Sequence[int] | None = None,
    **options: object,
) -> Table:
    """Straight towers of these colours, these columns from the bottom up, and seat 1 to drop a cube from the crane.

    Without `columns` they are as dealt. `pile`: the cards that are left to draw; those that are nowhere then belong to
    seat 2.
    """
    table = GAME.new(2, seed=1, options={**CRANE, **options}, gear=gear)
    s = table.plain
    s.mover = 0
    for tower, cubes in enumerate(towers):
        for k in range(MOST):
            s.colour[tower, k] = LETTERS.index(cubes[k]) if k < len(cubes) else NONE
        s.height[tower] = len(cubes)
        for colour in range(COLOURS):
            s.has[tower, colour] = cubes.count(LETTERS[colour])
    for colour in range(COLOURS):
        s.stock[colour] = CUBES_OF_A_COLOUR - sum(s.has[tower, colour] for tower in range(TOWERS))
    if columns:
        lay_cards(table, columns, taken or {}, pile)
    return table


def lay_cards(
    table: Table, columns: Sequence[Sequence[int]], taken: Mapping[int, Sequence[int]], pile: Sequence[int] | None
) -> None:
    s = table.plain
    lying = {card for column in columns for card in column}
    owners = {card: seat for seat, cards in taken.items() for card in cards}
    for column in range(COLUMNS):
        for level in range(LEVELS):
            cards = columns[column] if column < len(columns) else ()
            s.column[column, level] = cards[level] if level < len(cards) else NONE
    for card in range(CARDS):
        s.pile[card], s.owner[card] = 0, NONE
        if card in lying:
            continue
        if card in owners or (pile is not None and card not in pile):
            give(table, owners.get(card, 1), card)
        else:
            s.pile[card] = 1


def give(table: Table, seat: int, card: int) -> None:
    s = table.plain
    s.owner[card] = seat
    s.points[seat] += CARD_NUMBER[card]
    s.symbols[seat, CARD_SYMBOL[card]] += 1


def put(table: Table, tower: int, xs: Sequence[int], ys: Sequence[int] = ()) -> Table:
    """Where the centres of a tower's cubes are."""
    for k, x in enumerate(xs):
        table.plain.at[ACROSS * TOWERS + tower, k] = x
        table.plain.at[DEEP * TOWERS + tower, k] = ys[k] if ys else 0
    return table


def on(cube: int, tower: int) -> int:
    """A cube of that colour on that tower, which is counted from 1."""
    return cube * TOWERS + tower - 1


def take(column: str, level: int) -> int:
    return TAKE_CARD + "ABCD".index(column) * LEVELS + level - 1


def base(colour: int) -> int:
    return NEW_BASE + colour


def crane(off: int) -> int:
    return DROP + FARTHEST + off


def play(table: Table, *codes: int) -> Table:
    """Choices of whoever is to decide."""
    for code in codes:
        table.play(table.waiting()[0], code)
    return table


def drop(table: Table, cube: int, tower: int, across: int = 0, deep: int = 0) -> Table:
    return play(table, on(cube, tower), crane(across), crane(deep))


def cards_on_offer(table: Table) -> list[int]:
    """The cards that may be taken now."""
    s = table.plain
    codes = [code - TAKE_CARD for code in table.codes(table.waiting()[0]) if TAKE_CARD <= code < NEW_BASE - 1]
    return sorted(s.column[code // LEVELS, code % LEVELS] for code in codes)

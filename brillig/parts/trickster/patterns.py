"""Trickster: eight decks of six square cards with two sides, once for all its games and puzzles.

A face is 3 x 3 squares: the deck's animal in the centre and eight outer squares, each with a pattern. In rules it is
one number of nine octal digits, read like a page: 0 is bare table, 1 to 5 are the patterns of the side, 7 is a centre.
So Chameleon 1 is 0o124372231, and to compare two cards is to compare two numbers (see overlap.py).
"""

from __future__ import annotations

from functools import cache

from brillig.core import Face

DECK_NAMES = ("Chameleon", "Fox", "Gecko", "Lynx", "Moth", "Octopus", "Raven", "Seahorse")
DECK_LETTERS = "CFGLMORS"
DECKS = 8
IN_A_DECK = 6
CARDS = 48  # card 6 x deck + number; people count the cards of a deck from 1
TURNS = 4  # quarter turns clockwise

ANIMALS, GEMS = 0, 1
SIDES = ("animals", "gems")
PATTERNS = (
    ("zebra stripes", "leopard spots", "giraffe patches", "snake scales"),
    ("ruby", "topaz", "emerald", "sapphire", "amethyst"),
)
PATTERN_LETTERS = ("zlgs", "rtesa")
CENTRE = 7

# The outer squares of every card, clockwise from the upper left corner; a deck a line.
_PRINTED = (
    (
        "zlslzglg zlsglgsl zglgszgs lzszlzsg lzszgzsz lgsglsgs",
        "zlgzszgs zlglzlgs zlsglzsl zsgslsgl lzsglgsg lgszgzsz",
        "zlgslgsl zlslzsgl zglzszgs zglgsglg zsgzszlg lzszlsgs",
        "zlglzlsl zlgszglg zlsglsgs zsgzszgl zsgslgsl lzszgzsg",
        "zlgszlsl zlszlgsl zglzszgl zglgzsgs zsgzsglg lgszlsgs",
        "zlgzsglg zlgslzsl zlszlsgs zglgzsgl zsglzsgs lzsglgsz",
        "zlgzszlg zlszlsgl zglzsglg zglgszgl zsgslzsl zsgslsgs",
        "zlgzszgl zlszgslg zlslzsgs zglgszlg zglsgzsl lzsglsgs",
    ),
    (
        "rtesarte rtarsrat rtatrete retseasa rasaesat tsesases",
        "rtestesa rtarsete retraset rasetset rasaeasa trasesar",
        "rtartset rtatrasa retrarsa retseste rasetesa tsesarse",
        "rtetrtat rtesarsa rtaseste rasrarte trasease tesaesar",
        "rtestrat rteasrat rtartesa retesaet tseasaes esarsras",
        "rteasete rteasaet retesrat rasraset trartses trarsaes",
        "rtarsaet reterasa retsesat rasaeste trartese tseasrar",
        "rtetrete rtetrasa rtesaset rtaseasa tesrases easrarsa",
    ),
)
OUTER = tuple(tuple(face for deck in side for face in deck.split()) for side in _PRINTED)
_PAGE = (0, 1, 2, 5, 8, 7, 6, 3)  # where each of the eight outer squares stands on the page


def turned(outer: str, turn: int) -> str:
    """The outer squares of a card after so many quarter turns clockwise."""
    return "".join(outer[(place - 2 * turn) % 8] for place in range(8))


def page(outer: str, centre: str) -> str:
    """The nine squares of a face, row by row."""
    squares = [centre] * 9
    for place, letter in zip(_PAGE, outer, strict=True):
        squares[place] = letter
    return "".join(squares)


def digits(side: int, outer: str) -> int:
    """A face as one number."""
    return int(page("".join(str(PATTERN_LETTERS[side].index(letter) + 1) for letter in outer), str(CENTRE)), 8)


# FACE[48 x side + card][turn]
FACE = tuple(
    tuple(digits(side, turned(outer, turn)) for turn in range(TURNS))
    for side in (ANIMALS, GEMS)
    for outer in OUTER[side]
)


# ---- names and faces -----------------------------------------------------------------------------------------------


def card_name(card: int) -> str:
    """'F3'"""
    return f"{DECK_LETTERS[card // IN_A_DECK]}{card % IN_A_DECK + 1}"


def card_named(name: str) -> int:
    """The card that is written so: F3."""
    return IN_A_DECK * DECK_LETTERS.index(name[0]) + int(name[1:]) - 1


@cache
def card_face(side: int, card: int) -> Face:
    """A card as it is printed; a piece that shows it says how far it is turned."""
    deck, squares = DECK_NAMES[card // IN_A_DECK], page(OUTER[side][card], card_name(card)[0])
    words = {letter: name.split()[0] for letter, name in zip(PATTERN_LETTERS[side], PATTERNS[side], strict=True)}
    rows = [" ".join(words.get(square, deck) for square in squares[row : row + 3]) for row in (0, 3, 6)]
    look: dict[str, int | str] = {"squares": squares, "deck": deck, "side": SIDES[side]}
    return Face("pattern", card_name(card), f"{deck} {card % IN_A_DECK + 1}: {', '.join(rows)}", look)


@cache
def deck_face(deck: int) -> Face:
    """A whole deck, from its back."""
    return Face("pattern", DECK_LETTERS[deck], f"{DECK_NAMES[deck]} deck", {"back": 1, "deck": DECK_NAMES[deck]})

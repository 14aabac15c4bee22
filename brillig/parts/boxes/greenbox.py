"""The Green Box of Games: 54 cards, 36 tiles, 80 cubes and 2 dice, once for all sixteen games."""

from __future__ import annotations

from functools import cache

from brillig.core import Face, Spot, Zone
from brillig.core.screen import Piece
from brillig.parts.components import CARD, COUNTER, TILE, Component, GameBox

COLOURS = ("red", "green", "blue", "yellow", "white", "black")
RED, GREEN, BLUE, YELLOW, WHITE, BLACK = range(6)
LETTERS = "RGBYWK"  # printed on every piece: nothing is told by hue alone
CUBE_COLOURS = COLOURS[:4]
# The first four seats play the colours that have cubes; the others have colours on the screen only.
SEAT_COLOURS = (*CUBE_COLOURS, "orange", "purple", "cyan", "grey", "pink", "brown")
SEAT_LETTERS = "RGBYOPCAIN"  # of those colours, as they stand before the names of the players

SYMBOLS = ("Drop", "Hammers", "Three Circles", "Bricks", "Wheel", "Arrow")
DROP, HAMMERS, CIRCLES, BRICKS, WHEEL, ARROW = range(6)  # a symbol's value is one more
SYMBOL_LETTERS = "DHCBWA"

GROUNDS = ("pink", "brown", "green")
PINK, BROWN, GREEN_GROUND = range(3)

CARDS = 54
TILES = 36
CUBES_OF_A_COLOUR = 20
DICE = ("white", "black")

# The deck's rule of construction goes round these two circles; card 9 x c + p has colour c of the first.
_COLOUR_ROUND = (BLUE, YELLOW, WHITE, RED, GREEN, BLACK)
_SYMBOL_ROUND = (DROP, HAMMERS, ARROW, WHEEL, BRICKS, CIRCLES)
# position in a colour: (steps from the colour to the symbol, number, ground)
_POSITIONS = (
    (0, 3, PINK), (1, 2, PINK), (2, 1, PINK),
    (3, 6, BROWN), (4, 5, BROWN), (5, 4, BROWN),
    (3, 1, GREEN_GROUND), (4, 1, GREEN_GROUND), (5, 2, GREEN_GROUND),
)  # fmt: skip

CARD_COLOUR = tuple(_COLOUR_ROUND[card // 9] for card in range(CARDS))
CARD_SYMBOL = tuple(_SYMBOL_ROUND[(_POSITIONS[card % 9][0] + card // 9) % 6] for card in range(CARDS))
CARD_NUMBER = tuple(_POSITIONS[card % 9][1] for card in range(CARDS))
CARD_GROUND = tuple(_POSITIONS[card % 9][2] for card in range(CARDS))

TILE_SYMBOL = tuple(tile // 6 for tile in range(TILES))


def card_name(card: int) -> str:
    """'red Drop 6'"""
    return f"{COLOURS[CARD_COLOUR[card]]} {SYMBOLS[CARD_SYMBOL[card]]} {CARD_NUMBER[card]}"


@cache
def card_face(card: int) -> Face:
    colour, symbol, number = CARD_COLOUR[card], CARD_SYMBOL[card], CARD_NUMBER[card]
    look: dict[str, int | str] = {
        "colour": COLOURS[colour],
        "symbol": SYMBOLS[symbol],
        "number": number,
        "ground": GROUNDS[CARD_GROUND[card]],
    }
    return Face("card", f"{LETTERS[colour]}{SYMBOL_LETTERS[symbol]}{number}", card_name(card), look)


def put_card(place: Zone | Spot, card: int, mark: str = "") -> Piece:
    """Lay a card there, face up. No two cards of the box are alike, so its number is its id."""
    return place.put(f"card-{card}", card_face(card), mark)


@cache
def symbol_card(symbol: int, n: int = 1) -> Face:
    """Any card with that symbol, or so many of them, where nothing else on a card matters."""
    letter, called = SYMBOL_LETTERS[symbol], f"{SYMBOLS[symbol]} card"
    look: dict[str, int | str] = {"symbol": SYMBOLS[symbol], "number": letter}
    return Face("card", f"{letter}x{n}" if n > 1 else letter, f"{n} {called}s" if n > 1 else called, look)


@cache
def card_back() -> Face:
    return Face("card", "##", "face-down card", {"back": 1})


@cache
def tile_face(symbol: int) -> Face:
    look: dict[str, int | str] = {"symbol": SYMBOLS[symbol], "value": symbol + 1}
    return Face("tile", SYMBOL_LETTERS[symbol], f"{SYMBOLS[symbol]} tile", look)


@cache
def tile_back() -> Face:
    return Face("tile", "*", "face-down tile", {"back": 1})


@cache
def cube(colour: int) -> Face:
    return Face("cube", LETTERS[colour], f"{COLOURS[colour]} cube", {"colour": COLOURS[colour]})


@cache
def die(number: int, colour: str = DICE[0]) -> Face:
    return Face("die", str(number), f"{colour} die showing {number}", {"number": number, "colour": colour})


# ---- the box itself -------------------------------------------------------------------------------------------------

BOX = GameBox(
    "Green Box of Games",
    "A box for people who like making games as much as playing them: one deck of cards, one set of tiles, a handful of cubes "
    "and two dice, and sixteen games to begin with. It was paid for by its players, many of whom tried the games out first. "
    "Most of the games were made for it. Some are old (Halma comes from the nineteenth century), and three bow to "
    "modern ones: Gold Mine to Diamant by Bruno Faidutti and Alan R. Moon, Tunnel Run to Cartagena by Leo Colovini, "
    "Son of Kark to Carcassonne by Klaus-Jürgen Wrede. The page that showed the whole deck is lost; the deck here is built "
    "anew from all that the rules say about it.",
    (
        Component("cards", tuple(card_face(card) for card in range(CARDS)), *CARD, backs=(card_back(),)),
        Component("tiles", tuple(tile_face(symbol) for symbol in TILE_SYMBOL), *TILE, backs=(tile_back(),)),
        Component("cubes", tuple(cube(colour) for colour in range(4) for _ in range(CUBES_OF_A_COLOUR)), *COUNTER, solid=True),
        Component("dice", tuple(Face("die", "6", f"{colour} die", die(6, colour).look) for colour in DICE), solid=True),
    ),
)  # fmt: skip


# What a game uses of it, for its USES.


def cards_of(*colours: int) -> tuple[int, ...]:
    """The cards with a border of one of these colours."""
    return tuple(card for card in range(CARDS) if CARD_COLOUR[card] in colours)


def cubes_of(each: int, *colours: int) -> tuple[int, ...]:
    """So many cubes of each of these colours; of all four if none is named."""
    return tuple(CUBES_OF_A_COLOUR * colour + k for colour in colours or range(4) for k in range(each))

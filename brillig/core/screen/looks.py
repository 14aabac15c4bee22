"""Looks: every word that a screen may use for how a thing looks, and what it means.

Whoever draws screens draws these; the page /kit and `brillig looks` show them all. Any other word is an error as soon
as the screen is made: a typing error must not be drawn as something grey.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from brillig.core.errors import BadGame

if TYPE_CHECKING:
    from brillig.core.screen import Face, Screen, Spot

# The letter that goes with a colour, so that nobody has to tell them by hue.
COLOURS = {
    "red": "R", "green": "G", "blue": "B", "yellow": "Y", "white": "W", "black": "K", "orange": "O", "purple": "P",
    "cyan": "C", "grey": "A", "pink": "I", "brown": "N",
}  # fmt: skip
HEX = re.compile(r"#[0-9a-fA-F]{6}")  # any other colour, without a letter

SYMBOLS = (
    "Drop", "Hammers", "Three Circles", "Bricks", "Wheel", "Arrow", "Jabberwocky", "Jack", "Clockwise", "Counter", "Lost",
    "Star",
)  # fmt: skip
GROUNDS = ("pink", "brown", "green")  # of a card of the Green Box
DECKS = ("Chameleon", "Fox", "Gecko", "Lynx", "Moth", "Octopus", "Raven", "Seahorse")
SIDES = ("animals", "gems")


class Drawn(NamedTuple):
    """A kind of piece: what it is, and the words of its look that it shows."""

    says: str
    shows: tuple[str, ...]


KINDS = {
    "card": Drawn("a playing card", ("colour", "number", "symbol", "ground", "back")),
    "tile": Drawn("a square tile", ("symbol", "value", "number", "at", "askew", "back")),
    "square": Drawn("a square card; of several colours, one symbol in each", ("colour", "symbol", "faint", "bare", "back")),
    "pattern": Drawn("a card of nine squares", ("deck", "side", "squares", "back")),
    "cube": Drawn("a wooden cube", ("colour",)),
    "block": Drawn("a cube from above, for open fields", ("colour",)),
    "crate": Drawn("a crate, which reads better than a cube when it is small", ("colour",)),
    "disc": Drawn("a flat round piece", ("colour",)),
    "checker": Drawn("a checker from above, with rings", ("colour", "rings")),
    "pawn": Drawn("a pawn", ("colour",)),
    "ship": Drawn("a rocket", ("colour",)),
    "jack": Drawn("a jack", ("colour",)),
    "flower": Drawn("a blossom", ("colour",)),
    "gem": Drawn("a cut stone, or a heap of them", ("colour", "number")),
    "die": Drawn("a die", ("colour", "number")),
    "token": Drawn("a coin with letters or a symbol: for anything else", ("colour", "symbol")),
    "label": Drawn("letters on the table", ()),
    "bubble": Drawn("something that was said", ()),
    "tower": Drawn("cubes on each other, each where it landed", ("cubes", "name", "lean", "joint", "landed")),
    "turn": Drawn("an arrow on a card: which way round it is laid", ("turn",)),
    "land": Drawn("a tile of a land, on paper and on the page of its box", ("shapes", "unit", "high")),
    "words": Drawn("words that its place shows, not itself", ()),
}  # fmt: skip
EVERY_KIND = ("count",)  # how many lie there: heaps that change have passed things on
WORDS: dict[str, Collection[str]] = {
    "colour": COLOURS,
    "symbol": SYMBOLS,
    "ground": GROUNDS,
    "deck": DECKS,
    "side": SIDES,
}

SWITCHES = ("back", "faint", "bare", "askew", "landed")  # 1: it is so
NUMBERS = ("number", "value", "count", "rings", "turn")  # whole numbers, 0 or more
LETTERS = re.compile(r"[A-Z]{1,2}")  # that a card may have in the place of a number
MOST_LETTERS = 5  # of a face
MOST_PIPS = 6  # of a die; 0: it has not been rolled

PIECE_MARKS = {"last": "just played", "dim": "used up"}
SPOT_MARKS = {"last": "just played", "warn": "what is here will go", "maybe": "what is here may go"}
LAMPS = {
    "off": "not lit; seen only if a symbol has its name",
    "on": "lit",
    "amber": "a warning",
    "red": "danger",
}
SPOT_LOOKS = {
    "tile": "a tile lies there",
    "tile-back": "a tile lies there, face down",
    "tile-nw": "a quarter of a tile: -nw, -ne, -sw or -se",
    "tile-nw-red": "the same, or tile-back, in a colour: somebody's",
    "space": "a space of a race track, a point of Backgammon",
    "tray": "a tray that things are put in",
    "finish": "where a race ends: chequered",
    "rail": "where things stand beside the board, large",
    "gap": "something has gone from here",
    "ghost": "something may come here",
    "words": "its badge is read as words on the table",
    "felt": "a round table",
    "mat": "somebody's place: things lie on it",
    "margin": "only explains the board; never touched",
    "wall": "parts the board; never touched",
    "outline": "a square to be filled",
    "black": "a square that the middle of a card belongs on",
}
SHAPES = {
    "green": "a region: meadow", "teal": "a region", "gold": "a region", "red": "a region", "violet": "a region",
    "wood": "a region: trees", "water": "a region: a river", "rock": "a region: hills", "sand": "a region: a post",
    "dark": "a region: a hole", "deep": "a region: the open sea",
    "road": "a road", "tunnel": "a road under another", "way": "a road that somebody goes",
    "wave": "letters: where a road ends at the water", "name": "letters on a region", "sign": "small letters on a region",
}  # fmt: skip
ZONE_LOOKS = {
    "tunnel": "dark, with rock around it",
    "night": "a sky full of stars",
    "garden": "a mown lawn",
    "walls": "between walls of stone, by torchlight",
    "heaps": "the heaps on a card in one line",
}
ZONE_KINDS = {
    "grid": "places in rows and columns",
    "hex": "places in rows, every other one shifted by half",
    "track": "places in a line",
    "row": "things side by side",
    "hand": "things held by a seat",
    "pile": "things on each other; only how many",
    "free": "things anywhere",
    "field": "an open field: pieces at points, which people aim at",
}
AREAS = {
    "main": "in the middle, as large as there is room",
    "left": "beside the middle, in the window on a phone too",
    "right": "beside the middle; below the window on a phone",
    "hand": "before the viewer",
}
STACKS = {"up": "its pieces in a line, from the lower edge up", "down": "the same from the upper edge down"}
LAYOUTS = {"beside": "the zones in the middle side by side", "below": "the zones in the middle below each other"}

_TILE = re.compile(r"tile(-back|-[ns][ew])?(-(?P<colour>.+))?")


def unknown(what: str, word: object, known: Iterable[str]) -> BadGame:
    """'There is no colour 'gren' (did you mean green?); there are green, red, ...', what is nearest first."""
    words = list(known)
    close = difflib.get_close_matches(str(word).lower(), [w.lower() for w in words], n=3, cutoff=0.6)
    near = [w for c in close for w in words if w.lower() == c]
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    rest = [w for w in words if w not in near]
    return BadGame(f"There is no {what} {str(word)[:40]!r}{meant}; there are {', '.join(near + rest)}.")


def check_colour(colour: object) -> None:
    if colour not in COLOURS and not HEX.fullmatch(str(colour)):
        raise unknown("colour", colour, COLOURS)


def check_face(face: Face) -> None:
    """Can this face be drawn?"""
    if len(face.text) > MOST_LETTERS:
        raise BadGame(f"A face shows at most {MOST_LETTERS} letters; {face.text[:40]!r} has {len(face.text)}.")
    _check_look(face.kind, tuple(face.look.items()))


@lru_cache(maxsize=4096)  # tables show the same faces again and again
def _check_look(kind: str, look: tuple[tuple[str, int | str], ...]) -> None:
    drawn = KINDS.get(kind)
    if drawn is None:
        raise unknown("kind of piece", kind, KINDS)
    for key, value in look:
        if key not in drawn.shows and key not in EVERY_KIND:
            raise unknown(f"look of a {kind}", key, drawn.shows + EVERY_KIND)
        if key == "colour":
            for colour in str(value).split() if kind == "square" else (value,):
                check_colour(colour)
        elif key in WORDS and str(value) not in WORDS[key]:
            raise unknown(key, value, WORDS[key])
        elif key in NUMBERS:
            _check_number(kind, key, value)
        elif key in SWITCHES and value not in (0, 1):
            raise BadGame(f"The look {key!r} of a {kind} is 1, or it is left out; it cannot be {value!r}.")


def _check_number(kind: str, key: str, value: object) -> None:
    if type(value) is int and 0 <= value <= (MOST_PIPS if kind == "die" else value):
        return
    if kind == "card" and LETTERS.fullmatch(str(value)):
        return
    what = "a whole number"
    if kind == "card":
        what += ", or one or two capital letters"
    elif kind == "die":
        what += f" from 0 to {MOST_PIPS}"
    raise BadGame(f"The {key} of a {kind} is {what}; it cannot be {value!r}.")


def check_faces(screen: Screen) -> None:
    """Are all faces as they were when they were made? That is when they are looked at, and they are not to change."""
    for zone in screen.zones:
        for piece in (*zone.pieces, *(piece for spot in zone.spots for piece in spot.pieces)):
            check_face(piece.face)


def check_screen(screen: Screen) -> None:
    """Can everything on this screen be drawn? (Faces are looked at when they are made.)"""
    if screen.layout:
        _one_of("layout", screen.layout, LAYOUTS)
    for zone in screen.zones:
        if zone.kind not in ZONE_KINDS:
            raise unknown("kind of zone", zone.kind, ZONE_KINDS)
        if zone.area or zone.look:
            _one_of("area", zone.area, AREAS)
            _one_of("look of a zone", zone.look, ZONE_LOOKS)
        if zone.back is not None and not hasattr(zone.back, "look"):
            raise BadGame(
                f"The back of a pile is a Face, such as Face('card', '##', 'back', {{'back': 1}}); not {zone.back!r}."
            )
        for shape in zone.shapes:
            _one_of("look of a shape", shape.look, SHAPES)
        for piece in zone.pieces:
            if piece.mark:
                _one_of("mark of a piece", piece.mark, PIECE_MARKS)
        for spot in zone.passing():
            check_spot(spot)
    for panel in screen.panels:
        if panel.colour and panel.colour not in COLOURS:
            check_colour(panel.colour)
        for lamp in panel.lamps.values():
            if lamp not in LAMPS:
                raise unknown("lamp", lamp, LAMPS)


def check_spot(spot: Spot) -> None:
    if spot.mark:
        _one_of("mark of a place", spot.mark, SPOT_MARKS)
    if spot.look and spot.look not in SPOT_LOOKS:
        _check_ground(spot.look)
    if spot.stack:
        _one_of("stack", spot.stack, STACKS)
    for piece in spot.pieces:
        if piece.mark:
            _one_of("mark of a piece", piece.mark, PIECE_MARKS)


def _one_of(what: str, word: str, known: Mapping[str, str]) -> None:
    if word and word not in known:
        raise unknown(what, word, known)


def _check_ground(look: str) -> None:
    """A tile in somebody's colour, or nothing that there is."""
    found = _TILE.fullmatch(look)
    if not found:
        raise unknown("look of a place", look, SPOT_LOOKS)
    if found["colour"]:
        check_colour(found["colour"])

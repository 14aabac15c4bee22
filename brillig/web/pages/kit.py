"""Kit: everything that a screen may be made of, drawn by the table's own renderer from the words that it knows.

The samples are screens, made of what `brillig.core.screen.looks` lists; a word that is added there appears here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from html import escape

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from brillig.core.screen import Face, Piece, Screen, Shape, Spot, Zone, looks
from brillig.web.pages.page import PageFrame

CARD = Face("card", "7", "red 7", {"colour": "red", "number": 7})
BACK = Face("card", "##", "face-down card", {"back": 1})
CUBE = Face("cube", "R", "red cube", {"colour": "red"})
# What a word of a look is shown with, where the list of words does not say: on a piece that shows it well.
SHOWN: dict[str, int | str] = {
    "number": 5, "value": 4, "at": "3", "rings": 2, "turn": 1, "squares": "zlgs-zlgs", "back": 1, "faint": 1, "bare": 1,
    "askew": 1, "symbol": "Wheel", "colour": "green", "ground": "pink", "deck": "Fox", "side": "animals",
    "shapes": '[{"look":"wood","points":[0.5,0,1,0.8,0,0.8]},{"look":"road","points":[0.5,0.5,0.5,0.8]}]',
    "unit": "0.5", "high": "80",
}  # fmt: skip
ALONE = {"back", "faint", "bare", "askew"}  # words that change the whole piece: a sample of its own
BOXES = {"": "any other", "green-box-of-games": "Green Box of Games", "jabberwocky": "Jabberwocky"}


class KitSample(msgspec.Struct, frozen=True):
    """Something drawn, the word for it, and what it means."""

    word: str
    says: str
    picture: Markup
    code: str = ""
    wide: bool = False


class KitSection(msgspec.Struct, frozen=True):
    id: str
    title: str
    says: Markup
    samples: list[KitSample]


class KitPage:
    def __init__(self, frame: PageFrame) -> None:
        self.frame = frame

    def routes(self) -> list[Route]:
        return [Route("/kit", self.frame.page(self.show))]

    async def show(self, request: Request) -> Response:
        return await self.frame.show(request, "kit.html", sections=sections())


@cache
def sections() -> list[KitSection]:
    return [
        KitSection("colours", "Colours", _says('look={"colour": ...}', "or any <code>#rrggbb</code>, without a letter"), [
            _face(colour, f"with the letter {letter}", Face("disc", letter, colour, {"colour": colour}))
            for colour, letter in looks.COLOURS.items()
        ]),
        KitSection("symbols", "Symbols", _says('look={"symbol": ...}', "on cards, tiles, squares and tokens"), [
            _face(symbol, "", Face("token", "", symbol, {"colour": "white", "symbol": symbol})) for symbol in looks.SYMBOLS
        ]),
        KitSection("kinds", "Kinds of pieces", _says("Face(kind, text, say, look)", "each shows some words of its look"), [
            _face(kind, drawn.says, face, ", ".join(drawn.shows))
            for kind, drawn in looks.KINDS.items() if kind != "words" for face in [_plain(kind, drawn.shows)]
        ]),
        KitSection("looks", "Changed as a whole", _says('look={"back": 1}', "face down, and what else changes all of a piece"), [
            _face(f"{kind}, {word}", "", _plain(kind, drawn.shows, word))
            for kind, drawn in looks.KINDS.items() for word in drawn.shows if word in ALONE
        ]),
        KitSection("backs", "Backs of cards", _says('Face("card", "##", ..., {"back": 1})', "the box of a game decides"), [
            _sample(box, "", Screen(zones=[_row(Piece("card", BACK))]), box=id) for id, box in BOXES.items()
        ]),
        KitSection("grounds", "Grounds and decks", _says('look={"ground": ...}', "of cards, and the decks of Trickster"), [
            *(_face(g, "ground of a card", Face("card", "5", g, {"colour": "blue", "number": 5, "symbol": "Drop", "ground": g}))
              for g in looks.GROUNDS),
            *(_face(side, "side of a pattern", Face("pattern", "", side, {"deck": "Moth", "side": side, "squares": squares}))
              for side, squares in zip(looks.SIDES, ("zlgs-zlgs", "rtes-arte"), strict=True)),
            *(_face(deck, "deck", Face("pattern", deck[0], deck, {"deck": deck, "back": 1})) for deck in looks.DECKS),
        ]),
        KitSection("marks", "Marks", _says("piece.mark, spot.mark", "what a person shall look at"), [
            *(_sample(mark, says + " (a piece)", Screen(zones=[_row(Piece("card", CARD, mark))]))
              for mark, says in looks.PIECE_MARKS.items()),
            *(_sample(mark, says + " (a place)", _places(lambda spot, mark=mark: _set(spot, mark=mark)))  # type: ignore[misc]
              for mark, says in looks.SPOT_MARKS.items()),
        ]),
        KitSection("places", "Looks of a place", _says("spot.look", "the ground of a place of a board"), [
            _sample(look, says, _places(lambda spot, look=look: _set(spot, look=look), badge="two" * (look == "words")))  # type: ignore[misc]
            for look, says in looks.SPOT_LOOKS.items()
        ]),
        KitSection("zones", "Kinds of zones", _says("t.grid, t.cards, t.line", "what the table is made of"), [
            _sample(kind, says, Screen(zones=[_zone(kind)]), wide=True) for kind, says in looks.ZONE_KINDS.items()
        ] + [
            _sample("cards", "t.cards(id, 1, 4, title): places as high as cards, in rows", _cards(), wide=True),
            *(_sample(look, f"look of a zone: {says}", _looking(look), wide=True) for look, says in looks.ZONE_LOOKS.items()),
        ]),
        KitSection("shapes", "Shapes of a map", _says("zone.shapes, Shape(look, points)", "regions and roads under the places"), [
            _sample(look, says, _map(look), wide=True) for look, says in looks.SHAPES.items()
        ]),
        KitSection("panels", "Panels and lamps", _says('t.panel(seat, title, colour).lamp("name", lit)', "what is counted"), [
            _sample(lamp, says, _panel(lamp), wide=True) for lamp, says in looks.LAMPS.items()
        ]),
        KitSection("areas", "Areas", _says("zone.area", "where a zone lies; on a phone left is above the middle"), [
            _sample(area, says, _table(area), wide=True) for area, says in looks.AREAS.items()
        ]),
        KitSection("layouts", "Layouts", _says("t.layout, zone.first, zone.keep", "what comes first and what stays in sight"), [
            *(_sample(layout, says, _two(layout), wide=True) for layout, says in looks.LAYOUTS.items()),
            _sample("first", "zone.first = True: before all else, boards too", _two("below", first=True), wide=True),
        ]),
    ]  # fmt: skip


def _says(code: str, words: str) -> Markup:
    return Markup("<code>{}</code>: " + words + ".").format(code)


def _plain(kind: str, shows: Iterable[str], alone: str = "") -> Face:
    """A piece of this kind with all that it shows, or with the one word that changes it as a whole."""
    words = [alone] if alone in ("back", "bare") else [w for w in shows if w not in ALONE or w == alone]
    look = {word: SHOWN.get(word, 1) for word in words}
    if kind == "card":  # a ground makes it one of the Green Box, which has its own section
        look.pop("ground", None)
    if kind == "tile":  # its number and its place have the same corner
        look.pop("at", None)
    if kind == "pattern":
        look["deck"] = SHOWN["deck"]
    text = {"label": "5 +", "bubble": "Hi!", "token": "", "tile": "T"}.get(kind, kind[0].upper())
    return Face(kind, text[:4], kind, look)


def _row(*pieces: Piece) -> Zone:
    return Zone("row", "row", "", pieces=list(pieces))


def _face(word: str, says: str, face: Face, code: str = "") -> KitSample:
    return _sample(word, says, Screen(zones=[_row(Piece("piece", face))]), code)


def _map(look: str) -> Screen:
    """A region, a road or letters, under a place."""
    if look in ("wave", "name", "sign"):
        shape = Shape(look, text="≈" if look == "wave" else "K", at=(1, 1))
    elif look in ("road", "tunnel", "way"):
        shape = Shape(look, (0.2, 1.7, 1, 0.4, 1.8, 1.7))
    else:
        shape = Shape(look, (1, 0.1, 1.9, 1.8, 0.1, 1.8))
    zone = Zone("map", "grid", "", 2, 2, shapes=[shape])
    zone.spots = [Spot("place", 0, 0, "a place", high=2, wide=2, at=(0, 0))]
    return Screen(zones=[zone])


def _set(spot: Spot, mark: str = "", look: str = "") -> None:
    spot.mark, spot.look = mark, look


def _places(change: Callable[[Spot], None], badge: str = "") -> Screen:
    """Two places, both changed; a piece stands on the second."""
    t = Screen()
    board = t.grid("board", 1, 2)
    for col in range(2):
        spot = board.spot(f"place-{col}", 0, col, "")
        change(spot)
        spot.badge = badge
    if not badge:
        spot.put("cube", CUBE)
    return t


def _zone(kind: str) -> Zone:
    zone = Zone("zone", kind, kind.capitalize(), 2 if kind in ("grid", "hex") else 1, 4)  # type: ignore[arg-type]
    if kind in ("grid", "hex", "track"):
        for place in range(zone.rows * 4):
            zone.spot(f"place-{place}", place // 4, place % 4, "", look="ghost")
        zone.spots[1].put("cube", CUBE)
    elif kind == "pile":
        zone.count, zone.back = 12, BACK
    else:
        zone.pieces = [Piece(f"card-{n}", Face("card", str(n), str(n), {"colour": c, "number": n}))
                       for n, c in enumerate(("red", "green", "blue", "yellow"), 1)]  # fmt: skip
    return zone


def _cards() -> Screen:
    t = Screen()
    row = t.cards("shop", 1, 4, "For sale")
    for n, colour in enumerate(("red", "green", "blue"), 1):
        row.spot(f"place-{n}", 0, n - 1, "").put(f"card-{n}", Face("card", str(n), "", {"colour": colour, "number": n}))
    row.spot("place-4", 0, 3, "", look="gap")
    return t


def _looking(look: str) -> Screen:
    zone = _zone("row")
    if look == "heaps":
        zone = Zone("zone", "grid", "", 1, 3)
        for place in range(3):
            spot = zone.spot(f"place-{place}", 0, place, "")
            spot.put(f"card-{place}", BACK)
            for colour in ("green", "purple", "yellow")[: place + 1]:
                spot.put(f"{colour}-{place}", Face("gem", "", "", {"colour": colour, "count": 2}))
    zone.look, zone.title = look, ""
    return Screen(zones=[zone])


def _panel(lamp: str) -> Screen:
    t = Screen()
    panel = t.panel(0, "Ann", "blue", turn=lamp == "on", points=12, cards=3)
    panel.lamps |= {"Star": lamp, "in danger": lamp}
    return t


def _table(area: str) -> Screen:
    """A small table: a board in the middle, and a row in this area."""
    t = _places(lambda spot: _set(spot, look="ghost"))
    row = _zone("row")
    row.area, row.title = area, f'area="{area}"'  # type: ignore[assignment]
    t.zones.append(row)
    return t


def _two(layout: str, first: bool = False) -> Screen:
    """A board and a row of cards."""
    t = _places(lambda spot: _set(spot, look="ghost"))
    t.layout = layout  # type: ignore[assignment]
    t.zones.append(_zone("row"))
    t.zones[-1].title, t.zones[-1].first = "", first
    return t


def _sample(word: str, says: str, screen: Screen, code: str = "", wide: bool = False, box: str = "") -> KitSample:
    """Drawn when the page's script has run; until then, and without it, there is the word."""
    looks.check_screen(screen)
    data = msgspec.json.encode(screen).decode().replace("<", "\\u003c")  # in a script of data, only "<" could end it
    panels = " data-panels" if screen.panels else ""
    html = (
        f'<div class="felt picture" data-box="{escape(box)}" data-picture{panels}>'
        f'<script type="application/json">{data}</script></div>'
    )
    return KitSample(word, says, Markup(html), code, wide)

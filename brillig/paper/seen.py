"""Seen components: what a game that does not say is played with, as far as its screens tell.

A few random games are played. Of every card and tile there are as many as ever lay face up on one screen; cubes, gems and
other things are counted by colour; a board is what the first screen shows with all pieces taken away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from brillig.core import SPECTATOR, Face, Game, Piece, Screen, Zone
from brillig.parts.components import CARD, COUNTER, SQUARE, TILE, Component, PrintedBoard
from brillig.positions.walk import Variant, walk

GAMES = 3
MOST_POSITIONS = 40  # looked at in each
FLAT = {"card": CARD, "tile": TILE, "square": SQUARE, "pattern": CARD[:1] * 2}
WORDS = {"label", "words", "bubble", "turn"}  # no pieces
PASSING = {"back", "faint", "bare"}  # looks of a place, not of a piece
CELL = 20.0  # millimetres of a board's column
WIDEST, HIGHEST = 190.0, 260.0  # of a board: both papers hold it

Things = tuple[Component | PrintedBoard, ...]


def seen_components(game: Game) -> Things:
    shown: dict[bytes, int] = {}  # a face: the most of it on one screen
    solid: dict[tuple[str, str], int] = {}  # kind and colour of a thing: the most of it
    backs: dict[str, Face] = {}
    first: Screen | None = None
    for screen in _screens(game):
        first = first or screen
        flat, things = Counter[bytes](), Counter[tuple[str, str]]()
        for piece in _pieces(screen):
            face = piece.face
            if face.kind in FLAT and face.look.get("back"):
                backs.setdefault(face.kind, face)
            elif face.kind in FLAT and not PASSING & face.look.keys():
                flat[msgspec.json.encode(face)] += 1
            elif face.kind not in FLAT and face.kind not in WORDS:
                things[face.kind, str(face.look.get("colour", ""))] += int(face.look.get("count", 1))
        backs |= {zone.back.kind: zone.back for zone in screen.zones if zone.back and zone.back.kind not in backs}
        for face_json, n in flat.items():
            shown[face_json] = max(n, shown.get(face_json, 0))
        for thing, n in things.items():
            solid[thing] = max(n, solid.get(thing, 0))
    return (*_boards(first), *_flat(shown, backs), *_solid(solid))


def _screens(game: Game) -> Iterator[Screen]:
    """What all who sit there, and those who watch, see of a few games."""
    seats = game.seats[1]
    for seed in range(GAMES):
        tables = [line.table.copy() for line in walk(game, Variant(seats, {}), seed, 0, "plain")]
        step = max(1, len(tables) // MOST_POSITIONS)
        for table in [*tables[::step], tables[-1]]:
            for seat in range(SPECTATOR, seats):
                yield table.screen(seat)


def _pieces(screen: Screen) -> Iterator[Piece]:
    for zone in screen.zones:
        yield from zone.pieces
        for spot in zone.spots:
            yield from spot.pieces


def _boards(screen: Screen | None) -> Iterator[PrintedBoard]:
    for zone in screen.zones if screen else []:
        if zone.spots and zone.kind in ("grid", "hex", "track") and not _is_laid(zone):
            bare: Zone = msgspec.json.decode(msgspec.json.encode(zone), type=Zone)
            for spot in bare.spots:
                spot.pieces = []
            wide, high = sum(zone.widths) or zone.cols, sum(zone.heights) or zone.rows
            cell = min(CELL, WIDEST / (wide + 1), HIGHEST / (high + 1))  # and one more for the names in the margins
            yield PrintedBoard(zone.title or zone.id, Screen(zones=[bare]), cell * (wide + 1), cell * (high + 1))


def _is_laid(zone: Zone) -> bool:
    """Is this board laid of cards or tiles that are pieces, and so no board of its own?"""
    return any(piece.face.kind in FLAT for spot in zone.spots for piece in spot.pieces)


def _flat(shown: dict[bytes, int], backs: dict[str, Face]) -> Iterator[Component]:
    faces = sorted(
        ((msgspec.json.decode(each, type=Face), n) for each, n in shown.items()), key=lambda each: each[0].say
    )
    for kind, (wide, high) in FLAT.items():
        if found := [face for face, n in faces if face.kind == kind for _ in range(n)]:
            yield Component(f"{kind}s", tuple(found), wide, high, (backs[kind],) if kind in backs else ())


def _solid(solid: dict[tuple[str, str], int]) -> Iterator[Component]:
    for kind in sorted({kind for kind, _ in solid}):
        look: list[dict[str, int | str]] = []
        for (each, colour), n in sorted(solid.items()):
            if each == kind:
                look += [{"colour": colour} if colour else {}] * n
        faces = tuple(Face(kind, "", f"{one.get('colour', '')} {kind}".strip(), one) for one in look)
        if kind == "die":
            yield Component("dice", faces, solid=True)
        else:
            yield Component(f"{kind}s", faces, *COUNTER, solid=True)

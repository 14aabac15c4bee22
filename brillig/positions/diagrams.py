"""Diagrams: positions in the rules of a game, told in a few lines and played out by the game itself.

    ```position
    seats: 2
    options: size=6; first mover=seat 1
    play: c2; b3
    show: board
    mark: b3
    caption: O places on b3.
    ```

Every line is optional. How a position is told says notation.py; here also `show`: the zones and panels to keep, and
`mark`: the ids to point at.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy

from msgspec import Struct

from brillig.core import BadGame, BrilligError, Game, Piece, Screen, Spot
from brillig.core.screen.text import draw
from brillig.positions import notation

FENCE = "position"
KEYS = (*notation.KEYS, "show", "mark", "caption")
_BLOCK = re.compile(rf"^```{FENCE}[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


class Diagram(Struct, frozen=True):
    """A position to look at."""

    screen: Screen
    caption: str

    @property
    def text(self) -> str:
        """The same in letters, for those who cannot see pictures and for terminals."""
        return draw(self.screen)


def diagram(game: Game, source: str) -> Diagram:
    """The position that these lines tell of; BadGame if they cannot be understood or played."""
    try:
        given = notation.read(source, KEYS)
        table = notation.position(game, given)
        screen = table.screen(notation.viewer(given.get("view", "table")))
        screen.prompt = ""  # nobody is asked anything in a book
        if "show" in given:
            _keep(screen, given["show"].split())
        screen = deepcopy(screen)  # a game may share the parts of its screens
        _mark(screen, given.get("mark", "").split())
    except BrilligError as why:
        raise BadGame(f"{game.slug}, a position in its rules: {why}") from why
    except (ValueError, OSError) as why:
        raise BadGame(f"{game.slug}, a position in its rules cannot be read: {why}.") from why
    return Diagram(screen, given.get("caption", ""))


def replaced(game: Game, rules: str, by: Callable[[Diagram], str]) -> str:
    """Rules with something else in place of every position, such as its drawing. One that cannot be played stays."""

    def drawn(found: re.Match[str]) -> str:
        with suppress(BadGame):
            return by(diagram(game, found[1]))
        return found[0]

    return _BLOCK.sub(drawn, rules)


def faults(game: Game) -> list[str]:
    """What is wrong with the positions in a game's rules, a sentence each."""
    found = []
    path = game.folder / "rules.md"
    for block in _BLOCK.finditer(path.read_text(encoding="utf-8") if path.exists() else ""):
        try:
            diagram(game, block[1])
        except BadGame as why:
            found.append(str(why))
    return found


def _keep(screen: Screen, ids: list[str]) -> None:
    unknown = set(ids) - {z.id for z in screen.zones} - {p.id for p in screen.panels}
    if unknown:
        raise BadGame(f"there is no zone or panel {', '.join(sorted(unknown))}.")
    screen.zones = [zone for zone in screen.zones if zone.id in ids]
    screen.panels = [panel for panel in screen.panels if panel.id in ids]


def _mark(screen: Screen, ids: list[str]) -> None:
    """Only what is meant stays marked; without a wish, what was played last."""
    if not ids:
        return
    marked = set()
    for zone in screen.zones:
        spots = zone.spots
        things: list[Spot | Piece] = [*spots, *zone.pieces, *(piece for spot in spots for piece in spot.pieces)]
        for thing in things:
            if thing.mark == "last" or thing.id in ids:
                thing.mark = "last" if thing.id in ids else ""
                marked.add(thing.id)
    if set(ids) - marked:
        raise BadGame(f"there is no {', '.join(sorted(set(ids) - marked))} to mark.")

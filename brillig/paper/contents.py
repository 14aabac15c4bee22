"""Contents: what a game is played with, and what is in its box.

A game of a box that is known (parts/boxes, or BOX in its own module) has what its USES takes of the box, else all of it. Any
other game has the COMPONENTS of its module, else what its screens show when it is played.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brillig.core import BadGame, Game
from brillig.core.errors import UnknownGame, near
from brillig.paper.seen import seen_components
from brillig.parts import boxes
from brillig.parts.components import Component, GameBox, PrintedBoard

Things = tuple[Component | PrintedBoard, ...]


class Contents(Struct, frozen=True):
    """Something to print: a game, or a box with all its games."""

    title: str
    box: str  # the title of the box
    games: tuple[Game, ...]
    things: Things
    history: str = ""

    @property
    def needed(self) -> list[Component]:
        """What cannot be cut from paper."""
        return [thing for thing in self.things if isinstance(thing, Component) and thing.solid]


def of_game(game: Game) -> Contents:
    return Contents(game.title, game.box, (game,), _things(game))


def of_box(name: str, games: Sequence[Game]) -> Contents:
    """A box by its title or its id: 'Green Box of Games', 'green-box-of-games'."""
    known = {box_id(game.box): game.box for game in games}
    id = box_id(name)
    if id not in known:
        raise UnknownGame(f"There is no box {name[:40]!r}.{near(id, known)} The boxes are {', '.join(known)}.")
    inside = tuple(game for game in games if game.box == known[id])
    declared = next(filter(None, map(_box, inside)), None)
    if declared:
        return Contents(declared.title, declared.title, inside, declared.components, declared.history)
    return Contents(known[id], known[id], inside, _together(_things(game) for game in inside))


def box_id(box: str) -> str:
    """'Green Box of Games' as addresses have it."""
    return "-".join(box.lower().replace("'", "").split())


@cache
def _known() -> dict[str, GameBox]:
    found = [importlib.import_module(f"{boxes.__name__}.{each.name}") for each in pkgutil.iter_modules(boxes.__path__)]
    return {module.BOX.title: module.BOX for module in found}


def _said(game: Game, name: str) -> Any:
    return getattr(sys.modules[game.module], name, None)


def _box(game: Game) -> GameBox | None:
    own: GameBox | None = _said(game, "BOX")
    return own or _known().get(game.box)


@cache
def _things(game: Game) -> Things:
    box, uses, own = _box(game), _said(game, "USES"), _said(game, "COMPONENTS")
    if own is not None:
        if not all(isinstance(thing, Component | PrintedBoard) for thing in own):
            raise BadGame(f"{game.slug}: COMPONENTS holds Component(...) and PrintedBoard(...), and nothing else.")
        return tuple(own)
    if box is None:
        return seen_components(game)
    return _used(game, box, uses) if uses is not None else box.components


def _used(game: Game, box: GameBox, uses: dict[str, int | Sequence[int]]) -> Things:
    """The part of a box that a game names: so many of a component, or which of them."""
    there = {thing.name: thing for thing in box.components}
    for name, which in uses.items():
        if name not in there:
            raise BadGame(f"{game.slug}: USES names {name!r}; in the box there are {', '.join(there)}.")
        most = which if isinstance(which, int) else 1 + max(which, default=-1)
        if not 0 < most <= len(there[name]):
            raise BadGame(f"{game.slug}: USES wants {most} {name}; in the box there are {len(there[name])}.")
    return tuple(_part(thing, uses[name]) for name, thing in there.items() if name in uses)


def _part(thing: Component | PrintedBoard, which: int | Sequence[int]) -> Component | PrintedBoard:
    if isinstance(thing, PrintedBoard):
        return thing
    wanted = range(which) if isinstance(which, int) else which
    backs = tuple(thing.backs[k] for k in wanted) if len(thing.backs) > 1 else thing.backs
    return replace(thing, faces=tuple(thing.faces[k] for k in wanted), backs=backs)


def _together(of_games: Iterable[Things]) -> Things:
    """Enough for each of several games: of components with the same name the larger."""
    found: dict[str, Component | PrintedBoard] = {}
    for things in of_games:
        for thing in things:
            if thing.name not in found or len(thing) > len(found[thing.name]):
                found[thing.name] = thing
    return tuple(found.values())

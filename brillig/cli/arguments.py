"""From what a person types to a game, its options and its seed."""

from __future__ import annotations

import os
from pathlib import Path

from brillig import catalogue
from brillig.core import BadOption, Game, UnknownGame


def find(name: str) -> Game:
    """A game by slug, title or folder; a folder here needs no ./ before it unless a game has the same name."""
    if Path(name).name == "game.py":
        name = os.path.join(".", Path(name).parent)
    try:
        return catalogue.load(name)
    except UnknownGame:
        if (Path(name) / "game.py").is_file():
            return catalogue.load(os.path.join(".", name))
        raise


def options(given: list[str]) -> dict[str, str]:
    """['size=8', 'first mover=seat 1'] as names and values; the game says whether it has them."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadOption(f"An option is written name=value, as in --option size=8, not {word[:40]!r}.")
        found[name.strip()] = value.strip()
    return found

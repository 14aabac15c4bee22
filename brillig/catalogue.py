"""The catalogue: games found where they lie. There is no list to edit.

A game is a folder with a `game.py` that defines GAME: in `brillig/games/`, in a folder named by the environment
variable BRILLIG_GAMES, at a path given by hand, or in another package that names it under the entry point group
`brillig.games`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from brillig.core import BadGame, Game, UnknownGame
from brillig.core.errors import near

GROUP = "brillig.games"
OURS = Path(__file__).parent / "games"


def load(name: str) -> Game:
    """A game by its slug or title, or by the path of its folder or of its game.py.

    A folder here needs no ./ before it, unless a game of the catalogue has the same name.
    """
    folder = Path(name)
    if folder.name == "game.py":
        folder = folder.parent
        name = os.path.join(".", folder)
    is_game = (folder / "game.py").is_file()
    if (os.sep in name or name.startswith(".")) and is_game:
        return _from_folder(folder)
    if os.sep in name:
        raise UnknownGame(f"There is no game in {name}: a game's folder has a file game.py.")
    slug = name.strip().lower().replace(" ", "-").replace("_", "-").replace("'", "")
    found = _find()
    if slug not in found:
        if is_game:
            return _from_folder(folder)
        raise UnknownGame(f"There is no game {name[:40]!r}.{near(slug, found)} `brillig games` lists all {len(found)}.")
    return found[slug]()


def games() -> list[Game]:
    """Every game in the catalogue, by title."""
    return sorted((get() for get in _find().values()), key=lambda g: g.title)


def slugs() -> list[str]:
    """The names of all games, without loading them."""
    return sorted(_find())


@cache
def _installed() -> importlib.metadata.EntryPoints:
    """What other packages bring; to look through all of them takes a while."""
    return importlib.metadata.entry_points(group=GROUP)


def _find() -> dict[str, Callable[[], Game]]:
    found: dict[str, Callable[[], Game]] = {}
    for entry in _installed():
        found[entry.name] = lambda entry=entry: _checked(entry.load(), entry.value)  # type: ignore[misc]
    for shelf in filter(None, os.environ.get("BRILLIG_GAMES", "").split(os.pathsep)):
        for path in sorted(Path(shelf).glob("*/game.py")):
            found[path.parent.name.replace("_", "-")] = lambda path=path: _from_folder(path.parent)  # type: ignore[misc]
    for path in sorted(OURS.glob("*/game.py")):
        name = path.parent.name
        found[name.replace("_", "-")] = lambda name=name: _ours(name)  # type: ignore[misc]
    return found


def _ours(name: str) -> Game:
    where = f"brillig.games.{name}.game"
    return _checked(getattr(importlib.import_module(where), "GAME", None), where)


def _from_folder(folder: Path) -> Game:
    """A game from a folder anywhere, as a package of its own, so that its files can import each other."""
    folder = folder.resolve()
    package = folder.name.replace("-", "_")
    if not package.isidentifier():
        raise BadGame(f"A game's folder is named like a Python module, in letters, digits and _; {folder.name} is not.")
    if OURS.resolve() == folder.parent:
        return _ours(package)
    where = f"brillig_games.{package}"
    known = sys.modules.get(where)
    if known is None or list(known.__path__) != [str(folder)]:
        for old in [m for m in sys.modules if m == where or m.startswith(where + ".")]:
            del sys.modules[old]
        spec = importlib.util.spec_from_loader(where, None, is_package=True)
        assert spec
        known = importlib.util.module_from_spec(spec)
        known.__path__ = [str(folder)]
        sys.modules[where] = known
    try:
        module = importlib.import_module(f"{where}.game")
    except (ImportError, SyntaxError, NameError, AttributeError, TypeError, ValueError) as why:
        raise BadGame(f"{folder / 'game.py'} cannot be imported: {type(why).__name__}: {why}.") from why
    return _checked(getattr(module, "GAME", None), str(folder / "game.py"))


def _checked(game: object, where: str) -> Game:
    if not isinstance(game, Game):
        raise BadGame(f"{where} does not define GAME = Game(...); see docs/add_a_game.md.")
    return game

"""Each layer imports only from those below it, and adding a game touches one folder."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import brillig

ROOT = Path(brillig.__file__).parent
MOST_MODULES = 12
LAYERS = [
    "core", "parts", "games", "catalogue", "positions", "match", "bots", "lab", "learn", "bench", "testing", "web", "cli",
]  # fmt: skip


def imports(path: Path) -> set[str]:
    """The rooms of brillig that a file imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found.update(name.split(".")[1] for name in names if name.startswith("brillig."))
    return found


FILES = [p for p in sorted(ROOT.rglob("*.py")) if not p.name.startswith("test_") and p.parent != ROOT]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_down(path):
    room = path.relative_to(ROOT).parts[0]
    allowed = LAYERS[: LAYERS.index(room) + 1]
    above = {name for name in imports(path) if name in LAYERS and name not in allowed}
    assert not above, f"{path.name} in {room} imports {above}"


@pytest.mark.parametrize("folder", sorted(p.parent for p in ROOT.glob("games/*/game.py")), ids=lambda p: p.name)
def test_no_game_is_named_elsewhere(folder):
    """No list to edit: nothing outside a game's folder imports it."""
    named = re.compile(rf"games\.{folder.name}\b")
    for path in ROOT.rglob("*.py"):
        if folder not in path.parents:
            assert not named.search(path.read_text()), path


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_are_short(path):
    assert len(path.read_text().splitlines()) <= 450


@pytest.mark.parametrize("room", sorted({p.parent for p in FILES}), ids=lambda p: str(p.relative_to(ROOT)))
def test_rooms_are_small(room):
    """A newcomer reads a room from its door: a dozen modules at most."""
    modules = [p.name for p in room.glob("*.py") if p.name != "__init__.py" and not p.name.startswith("test_")]
    assert len(modules) <= MOST_MODULES, modules


def test_one_class_one_name():
    """`State` is every game's own; any other class has a name to itself."""
    found = defaultdict(list)
    for path in FILES:
        if "scaffold" not in path.parts:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef) and node.name != "State":
                    found[node.name].append(str(path.relative_to(ROOT)))
    twice = {name: paths for name, paths in found.items() if len(set(paths)) > 1}
    assert not twice, twice

"""Each layer imports only from those below it, and so do the rooms in a layer; adding a game touches one folder."""

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import brillig

# Imports are read, not run: those for types alone (TYPE_CHECKING) and those inside functions count like all others.
ROOT = Path(brillig.__file__).parent
MOST_MODULES = 12
LAYERS = [
    "core", "parts", "games", "catalogue", "positions", "paper", "match", "bots", "lab", "learn", "bench", "testing", "web", "cli",
]  # fmt: skip


def imports(path: Path) -> set[str]:
    """What a file imports of brillig: `brillig.web.table.room`, perhaps with a name that is in there."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found.update(name for name in names if name.startswith("brillig."))
    return found


def room_of(name: str) -> Path:
    """The innermost folder in which that lies."""
    folder = ROOT
    for part in name.split(".")[1:]:
        if not (folder / part).is_dir():
            break
        folder /= part
    return folder


FILES = [p for p in sorted(ROOT.rglob("*.py")) if not p.name.startswith("test_") and p.parent != ROOT]


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_go_down(layer):
    above = {*LAYERS[LAYERS.index(layer) + 1 :]}
    for path in FILES:
        if path.relative_to(ROOT).parts[0] == layer:
            wrong = above & {name.split(".")[1] for name in imports(path)}
            assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


@pytest.mark.parametrize("layer", LAYERS)
def test_rooms_side_by_side_go_one_way(layer):
    """Of two rooms in one layer at most one knows the other, directly or by way of more of them."""
    uses: dict[Path, set[Path]] = defaultdict(set)
    for path in FILES:
        here = path.relative_to(ROOT).parts
        if here[0] == layer:
            for room in map(room_of, imports(path)):
                there = room.relative_to(ROOT).parts
                if len(here) > 2 and len(there) > 1 and there[0] == layer and here[1] != there[1]:
                    uses[ROOT / layer / here[1]].add(ROOT / layer / there[1])
    while uses:  # take away those that use none of the others, until there are none left
        lowest = {room for room in uses if not uses[room] & uses.keys()}
        assert lowest, {str(room.relative_to(ROOT)): sorted(map(str, used)) for room, used in uses.items()}
        uses = {room: used for room, used in uses.items() if room not in lowest}


def test_what_all_of_the_server_speaks_of_knows_no_room_but_the_store():
    for path in (ROOT / "web").glob("*.py"):
        above = {name for name in imports(path) if room_of(name) not in (ROOT / "web", ROOT / "web" / "store")}
        assert not [name for name in above if name.startswith("brillig.web.")], path.name


def test_a_table_knows_neither_host_nor_sockets():
    above = {ROOT / "web" / room for room in ("host", "http", "socket", "pages", "server")}
    for path in (ROOT / "web" / "table").glob("*.py"):
        assert not above & set(map(room_of, imports(path))), path.name


@pytest.mark.parametrize("folder", sorted(p.parent for p in ROOT.glob("games/*/game.py")), ids=lambda p: p.name)
def test_no_game_is_named_elsewhere(folder):
    """No list to edit: nothing outside a game's folder imports it."""
    named = re.compile(rf"games\.{folder.name}\b")
    for path in ROOT.rglob("*.py"):
        if folder not in path.parents:
            assert not named.search(path.read_text()), path


def test_modules_are_short():
    assert [str(path) for path in FILES if len(path.read_text().splitlines()) > 450] == []


def test_rooms_are_small():
    """A newcomer reads a room from its door: a dozen modules at most."""
    modules = Counter(path.parent for path in FILES if path.name != "__init__.py")
    assert {str(room): many for room, many in modules.items() if many > MOST_MODULES} == {}


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

"""The map of the house: every link of docs/ leads somewhere, and what it names is there."""

import ast
import re
from pathlib import Path

import pytest

import brillig

ROOT = Path(brillig.__file__).parents[1]
MAP = ROOT / "docs" / "architecture.md"
LINK = re.compile(r"\[(?:`([^`]+)`|([^\]]+))\]\((?!https?:)([^)#]+)")
LINKS = [
    (page, code, target)
    for page in sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])
    for code, _, target in LINK.findall(page.read_text(encoding="utf-8"))
]


def defined(path: Path) -> set[str]:
    """The classes, functions and methods (`Class.method`) of a module."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            found.update(f"{node.name}.{each.name}" for each in methods)
    return found


@pytest.mark.parametrize(("page", "code", "target"), LINKS, ids=[f"{p.name}:{t}:{c}" for p, c, t in LINKS])
def test_links_lead_somewhere(page, code, target):
    path = (page.parent / target).resolve()
    assert path.exists(), target
    if page == MAP and path.suffix == ".py" and not code.endswith(".py"):
        assert code in defined(path), f"{code} is not in {target}"


def test_every_room_is_on_the_map():
    text = MAP.read_text(encoding="utf-8")
    rooms = [p.name for p in (ROOT / "brillig").iterdir() if (p / "__init__.py").exists()]
    missing = [room for room in rooms if not re.search(rf"^ +{room}\b", text, re.M)]
    assert not missing

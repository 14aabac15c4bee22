"""The map of the house: every link of docs/ leads somewhere, and what it names is there."""

import ast
import os
import re
import subprocess
import sys
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


@pytest.mark.parametrize(("walk", "title"), [("click", "A click"), ("simulation", "A simulation")])
def test_the_walks_are_as_short_as_the_map_says(walk, title):
    chapter = re.search(rf"^## {title}$(.*?)^## ", MAP.read_text(encoding="utf-8"), re.M | re.S)[1]
    before, now = map(int, re.search(r": (\d+) before the house was put in\s+order, (\d+) now", chapter).groups())
    assert now < before
    ran = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("walks.py")), walk],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert int(re.search(rf"^{walk}: (\d+) files$", ran.stdout, re.M)[1]) <= now, ran.stdout

"""docs/add_a_game.md, followed to the letter, yields a working game."""

import ast
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import brillig
from brillig.core.contract import NEEDED
from brillig.core.gears import RULES
from brillig.core.screen import Screen
from brillig.testing.conformance import POINTS

ROOT = Path(brillig.__file__).parents[1]
PAGE = ROOT / "docs" / "add_a_game.md"

pytestmark = pytest.mark.xdist_group("add_a_game")  # the page is followed once, by one worker


@dataclass
class Block:
    """A fenced block: a piece of a file, or commands."""

    language: str
    words: set[str]  # run, fails
    file: str  # where the text goes: to the end of this file, unless one of the next two says otherwise
    above: str
    instead: str
    text: str


def blocks() -> list[Block]:
    found = []
    for _, info, text in re.findall(
        r"^(`{3,4})([^\s`][^\n]*)\n(.*?)^\1$", PAGE.read_text(encoding="utf-8"), re.M | re.S
    ):
        language, *words = shlex.split(info)
        named = dict(w.split("=", 1) for w in words if "=" in w)
        assert set(named) <= {"title", "above", "instead"}, info
        assert {w for w in words if "=" not in w} <= {"run", "fails"}, info
        where = [named.get(k, "") for k in ("title", "above", "instead")]
        found.append(Block(language, set(words), *where, text))
    return found


def lines_of(source: str, name: str) -> tuple[int, int]:
    """From which line to which a function or a constant of a module goes."""
    for node in ast.parse(source).body:
        names = [t.id for t in node.targets if isinstance(t, ast.Name)] if isinstance(node, ast.Assign) else []
        if getattr(node, "name", None) == name or name in names:
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            return first - 1, node.end_lineno
    raise AssertionError(f"there is no {name} to change")


def write(block: Block, folder: Path) -> None:
    path = folder / block.file
    path.parent.mkdir(exist_ok=True)
    old = path.read_text() if path.exists() else ""
    if block.above or block.instead:
        first, last = lines_of(old, block.above or block.instead)
        lines = old.splitlines(keepends=True)
        after = ["\n\n", *lines[first:]] if block.above else lines[last:]
        path.write_text("".join([*lines[:first], block.text, *after]))
    elif old and block.language == "python":
        path.write_text(f"{old}\n\n{block.text}")
    else:
        path.write_text(old + block.text)


def run(command: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A command of the page, with this interpreter and this checkout."""
    program, *rest = shlex.split(command)
    start = {"brillig": [sys.executable, "-m", "brillig"], "python": [sys.executable]}[program]
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_") and k != "BRILLIG_GAMES"}
    path = os.pathsep.join(filter(None, [str(folder), str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [*start, *rest], cwd=folder, env={**inherited, "PYTHONPATH": path, "COLUMNS": "200", **env},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def hasty(command: str, said: list[tuple[str, str]]) -> str:
    """One game is looked at closely, and once: what is checked later is looked at quickly."""
    again = command.startswith("brillig check") and any(before.startswith("brillig check") for before, _ in said)
    return command if not again or "--quick" in command else f"{command} --quick"


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The folder that one gets, and what each command said."""
    folder, said = tmp_path_factory.mktemp("author"), []
    for block in blocks():
        if block.file and block.language != "toml":
            write(block, folder)
        for command in block.text.splitlines() if "run" in block.words else []:
            ran = run(hasty(command, said), folder)
            assert bool(ran.returncode) == ("fails" in block.words), f"{command}\n{ran.stdout}\n{ran.stderr}"
            assert "Traceback" not in ran.stderr
            said.append((command, ran.stdout))
    return folder, said


def test_the_commands_say_what_the_page_says(followed):
    _, said = followed
    commands = [command for command, _ in said]
    check, write_golden = "brillig check ./snail_race", "brillig check ./snail_race --write-golden"
    listing, quick = "brillig print ./snail_race --list", "brillig check ./snail_race --quick"
    assert commands == [
        check, write_golden, "python -m pytest snail_race", check, write_golden, check, listing, quick,
        "brillig check ./twins --write-golden", "python play_twins.py", "python forgetful.py",
        "brillig check ./mole_lawn --write-golden", "brillig check ./stashes --write-golden", "brillig looks",
        "python play_snails.py",
    ]  # fmt: skip
    first, golden, tests, changed, last, taught, printed, brief, twins, _, _, lawn, stashes, looks, played = (
        text for _, text in said
    )
    assert first.count("FAILED") == 1
    assert "there are no golden playthroughs" in first
    assert "3 passed" in tests
    assert changed.count("FAILED") == 1
    assert "golden/game-" in changed
    assert "there are no lessons" in last
    assert "6 steps" in taught
    assert played.startswith("[")
    assert "Three Circles" in looks
    assert "there is no quick reference" in taught
    assert "there is no quick reference" not in brief
    assert printed == "4 snail cards, 63 by 88 mm\n4 snails, counters of 15 by 15 mm\n"
    for text in (golden, last, taught, brief, twins, lawn, stashes):
        assert text.count(" ok ") == len(POINTS)
        assert "FAILED" not in text
    assert "nothing is hidden" in golden
    assert "three guesses each" in last


def test_the_game_keeps_its_secrets(followed):
    folder, _ = followed
    game = brillig.load(str(folder / "snail_race"))
    table = game.new(seats=3, seed=4)
    mine = table.plain.backs[1]
    assert list(table.view(1).backs)[:3] == [-1, mine, -1]
    assert table.text(1).count("unknown") == 2
    assert table.text().count("unknown") == 3
    dealt = {tuple(table.guess(1, seed=k).plain.backs)[:3] for k in range(60)}
    assert len(dealt) == 3 * 2, "every deal that fits, and no other"


def test_forgetting_to_put_the_cards_back_is_found(followed, tmp_path):
    """What the page says of the third line of `hide`: without it, point 4 fails."""
    folder, _ = followed
    spoilt = shutil.copytree(folder / "snail_race", tmp_path / "snail_race")
    source = (spoilt / "game.py").read_text()
    assert source.count("            s.cards[s.backs[player]] += 1\n") == 1
    (spoilt / "game.py").write_text(source.replace("            s.cards[s.backs[player]] += 1\n", ""))
    ran = run("brillig check ./snail_race --quick", tmp_path)
    assert ran.returncode == 1
    assert "point 4" in ran.stdout


def test_the_code_is_clean(followed):
    folder, _ = followed
    for command in (
        f"python -m ruff check --config {ROOT / 'pyproject.toml'} snail_race twins mole_lawn stashes",
        f"python -m ruff format --check --config {ROOT / 'pyproject.toml'} snail_race twins mole_lawn stashes",
        "python -m mypy --strict --explicit-package-bases snail_race/game.py twins/game.py mole_lawn/game.py stashes/game.py",
    ):
        ran = run(command, folder, MYPYPATH=str(ROOT))
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_entry_point_puts_it_into_the_catalogue(followed):
    """What `pip install` makes of the lines for pyproject.toml."""
    folder, _ = followed
    (toml,) = (b.text for b in blocks() if b.language == "toml")
    entry = re.search(r'^snail-race = "(.*)"$', toml, re.M)
    assert '[project.entry-points."brillig.games"]' in toml
    assert entry
    installed = folder / "snails-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: snails\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(f"[brillig.games]\nsnail-race = {entry[1]}\n")
    (folder / "snail_race" / "__init__.py").touch()
    try:
        listed = run("brillig games --json", folder)
        assert '"slug": "snail-race"' in listed.stdout, listed.stderr
    finally:
        shutil.rmtree(installed)


def test_a_folder_of_games_puts_it_into_the_catalogue(followed):
    folder, _ = followed
    listed = run("brillig games --json", folder, BRILLIG_GAMES=str(folder))
    assert '"slug": "snail-race"' in listed.stdout, listed.stderr


# ---- the reference says everything ---------------------------------------------------------------------------------


def section(title: str) -> str:
    parts = re.split(r"^### ", PAGE.read_text(encoding="utf-8"), flags=re.M)
    (found,) = (p for p in parts if p.startswith(title + "\n"))
    return found


@pytest.mark.parametrize(
    "name", ["prefer", "value", "candidates", "missed", "forget", "KINDS", "settle", "guess", "due"]
)
def test_every_hook_has_an_example_that_is_run(name):
    run = "".join(block.text for block in blocks() if block.language == "python" and block.file)
    assert re.search(rf"def {name}\(|^{name} = |\.{name}\(", run, re.M)


@pytest.mark.parametrize("name", sorted({*RULES, *NEEDED, "REFUSALS", "tell", "GAME"}))
def test_every_name_is_explained(name):
    rows = [line for line in section("What a game module defines").splitlines() if line.startswith(f"| `{name}")]
    assert len(rows) == 1
    _, _, needed, _, _ = rows[0].split("|")
    assert (needed.strip() == "yes") == (name in NEEDED or name == "GAME")


@pytest.mark.parametrize("name", [n for n in RULES if n in vars(brillig.core.kernels)])
def test_signatures_are_right(name):
    parameters = ", ".join(inspect.signature(getattr(brillig.core.kernels, name)).parameters)
    assert f"| `{name}({parameters})" in section("What a game module defines")


@pytest.mark.parametrize("name", list(inspect.signature(brillig.Game.__init__).parameters)[2:])
def test_everything_on_the_lid_is_explained(name):
    table = section("What a game module defines").split("| `Game(...)` |")[1]
    assert f"`{name}`" in table


@pytest.mark.parametrize("name", ["i8", "i16", "i32", "i64", "option", "one", "many"])
def test_every_kind_of_field_is_explained(name):
    assert f"`{name}(" in section("Fields")


@pytest.mark.parametrize("name", [n for n in vars(Screen) if n in ("cards", "grid", "line", "panel", "prompt")])
def test_every_way_to_fill_a_screen_is_explained(name):
    assert f"`t.{name}" in section("Screen")


def test_the_points_of_the_check_are_all_there():
    assert len(re.findall(r"^\d+\. ", section("Testing"), re.M)) == len(POINTS)

"""brillig new: the folder it makes is a sound game and clean code, and what it cannot make it refuses in a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import brillig
from brillig.cli import new as module
from brillig.core import BrilligError
from brillig.testing import examine

ROOT = Path(brillig.__file__).parents[1]

app = typer.Typer()
app.command()(module.new)

pytestmark = pytest.mark.xdist_group("new")


def run(*args: str):
    return CliRunner().invoke(app, args)


def python(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, "-m", *args], cwd=cwd, env={**inherited, "PYTHONPATH": path, "MYPYPATH": str(ROOT)},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    ran = run("Stone-Heap", "--folder", str(folder))
    assert ran.exit_code == 0, ran.output
    return folder / "stone_heap", ran.stdout


def test_the_folder_is_whole(made):
    home, _ = made
    files = sorted(str(p.relative_to(home)) for p in home.rglob("*") if "__pycache__" not in p.parts and p.is_file())
    golden = [f"golden/game-{k}.txt" for k in (1, 2, 3, 4)]
    assert files == ["__init__.py", "game.py", *golden, "lessons.md", "rules.md", "test_stone_heap.py"]
    for file in files:
        text = (home / file).read_text()
        assert "NAME" not in text
        assert "TITLE" not in text
    assert (home / "rules.md").read_text().startswith("# Stone Heap\n")


def test_it_passes_the_check_at_once(made):
    home, _ = made
    results = list(examine(brillig.load(str(home))))
    assert len(results) == 11
    assert [r for r in results if not r.ok] == []


def test_its_own_tests_pass(made):
    home, _ = made
    ran = python("pytest", "-q", "-p", "no:cacheprovider", home.name, cwd=home.parent)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "3 passed" in ran.stdout


@pytest.mark.parametrize(
    "tool",
    [
        ("ruff", "check", "--config", str(ROOT / "pyproject.toml"), "."),
        ("ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), "."),
        ("mypy", "--strict", "stone_heap/game.py"),
    ],
    ids=" ".join,
)
def test_it_is_clean_code(made, tool):
    home, _ = made
    ran = python(*tool, cwd=home.parent)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_it_has_what_a_model_should_have(made):
    home, _ = made
    game = brillig.load(str(home))
    assert (game.slug, game.title, game.seats) == ("stone-heap", "Stone Heap", (2, 4))
    assert list(game.options) == ["rounds"]
    assert game.tell is not None
    assert game.pieces == 1
    assert game.refusals


def test_it_says_what_to_do_next(made):
    home, said = made
    for step in (
        f"brillig play {home}",
        f"brillig check {home} --quick",
        "rules.md",
        "State",
        "test_stone_heap.py",
        "--write-golden",
        "BRILLIG_GAMES",
        str(home.parent),
        "brillig.games",
    ):
        assert step in said


def test_here_is_written_with_a_dot(tmp_path, monkeypatch):
    """Without a separator the name would be taken for a slug."""
    monkeypatch.chdir(tmp_path)
    ran = run("pebbles")
    assert ran.exit_code == 0, ran.output
    assert f"brillig play .{os.sep}pebbles" in ran.stdout
    assert brillig.load(f".{os.sep}pebbles").title == "Pebbles"


def test_a_shelf_of_games_is_in_the_catalogue(made, monkeypatch):
    home, _ = made
    monkeypatch.setenv("BRILLIG_GAMES", str(home.parent))
    assert brillig.load("stone-heap").title == "Stone Heap"
    assert refused("stone heap", home.parent) == (
        "There is a game stone-heap in the catalogue already; choose another name."
    )


# ---- refusals ------------------------------------------------------------------------------------------------------


def refused(name: str, folder: Path) -> str:
    before = sorted(folder.rglob("*")) if folder.is_dir() else None
    ran = run(name, "--folder", str(folder))
    assert isinstance(ran.exception, BrilligError), ran.output
    assert (sorted(folder.rglob("*")) if folder.is_dir() else None) == before
    return str(ran.exception)


@pytest.mark.parametrize(
    "name", ["", " ", "x", "2048", "class", "a/b", "../up", "über", "snail!", "end-", "x" * 31, "a\nb", "x" * 10_000]
)
def test_bad_names(name, tmp_path):
    why = refused(name, tmp_path)
    assert why.startswith("A game's name is 2 to 30 letters and digits")
    assert "\n" not in why
    assert len(why) < 300


@pytest.mark.parametrize("name", ["snail-race", "Snail Race", "snail_race", " snail - race "])
def test_one_name_in_many_spellings(name):
    assert module.package_name(name) == "snail_race"


def test_a_name_in_the_catalogue(tmp_path):
    assert "othellino in the catalogue" in refused("Othellino", tmp_path)


def test_a_folder_that_exists(tmp_path):
    (tmp_path / "pebbles").mkdir()
    assert refused("pebbles", tmp_path) == (
        f"{tmp_path / 'pebbles'} exists already; choose another name or another --folder."
    )


def test_a_file_where_the_folder_should_be(tmp_path):
    (tmp_path / "file").touch()
    assert refused("pebbles", tmp_path / "file") == f"{tmp_path / 'file'} is not a folder; choose another --folder."


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    why = refused("pebbles", tmp_path / "file" / "deeper")
    assert why == f"{tmp_path / 'file' / 'deeper' / 'pebbles'} cannot be written: Not a directory."


def test_what_fails_half_way_leaves_nothing(tmp_path, monkeypatch):
    def full(game):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.golden, "write", full)
    assert refused("pebbles", tmp_path).endswith("pebbles cannot be written: No space left on device.")
    assert not (tmp_path / "pebbles").exists()


def test_tools_leave_the_templates_alone():
    assert {p.suffix for p in module.SCAFFOLD.iterdir() if p.name != "__pycache__"} == {".txt"}
